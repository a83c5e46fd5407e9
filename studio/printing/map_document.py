"""A map file by itself on pages."""

from __future__ import annotations

from collections.abc import Sequence

from engine.map.map import Map
from engine.texts import localised, text
from studio.drawing.look import RenderOptions
from studio.printing.game_print import PrintedChapter, select_pages
from studio.printing.leaf import PrintedPart, PrintPage
from studio.printing.map_leaves import map_leaves
from studio.printing.output import PrintError
from studio.printing.pages import Paper
from studio.printing.settings import GamePrintSettings, Shift


class MapPrintout:
    """A map's pages. Raises CannotPrint where parts are wanted that only a scenario has."""

    def __init__(self, map_: Map, look: RenderOptions, settings: GamePrintSettings) -> None:
        self.settings, self.title = settings, localised(map_.title, look.language)
        if set(settings.parts) != {PrintedPart.MAP}:
            raise PrintError(text("printing.map-alone", look.language))
        stacks = [[leaf] for leaf in map_leaves(map_, look, settings)]
        kept = select_pages(PrintedPart.MAP, settings.parts[PrintedPart.MAP], stacks)
        self.leaves: Sequence[PrintPage] = [leaf for stack in kept for leaf in stack]
        self.chapters = (PrintedChapter(PrintedPart.MAP, 1, tuple(self.leaves)),)

    @property
    def paper(self) -> Paper:
        """What it is printed on."""
        return self.settings.paper

    def shift(self, leaf: PrintPage) -> Shift:
        """Every page has one side alone."""
        return 0.0, 0.0
