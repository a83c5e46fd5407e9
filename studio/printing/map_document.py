"""A map file by itself on pages."""

from __future__ import annotations

from collections.abc import Sequence

from engine.map.map import Map
from engine.texts import spoken, text
from studio.drawing.look import Look
from studio.printing.game_print import Chapter, chosen
from studio.printing.leaf import Leaf, PrintedPart
from studio.printing.map_leaves import map_leaves
from studio.printing.output import CannotPrint
from studio.printing.pages import Paper
from studio.printing.settings import GameSettings, Shift


class MapDocument:
    """A map's pages. Raises CannotPrint where parts are wanted that only a scenario has."""

    def __init__(self, map_: Map, look: Look, settings: GameSettings) -> None:
        self.settings, self.title = settings, spoken(map_.title, look.language)
        if set(settings.parts) != {PrintedPart.MAP}:
            raise CannotPrint(text("printing.map-alone", look.language))
        stacks = [[leaf] for leaf in map_leaves(map_, look, settings)]
        kept = chosen(PrintedPart.MAP, settings.parts[PrintedPart.MAP], stacks)
        self.leaves: Sequence[Leaf] = [leaf for stack in kept for leaf in stack]
        self.chapters = (Chapter(PrintedPart.MAP, 1, tuple(self.leaves)),)

    @property
    def paper(self) -> Paper:
        """What it is printed on."""
        return self.settings.paper

    def shift(self, leaf: Leaf) -> Shift:
        """Every page has one side alone."""
        return 0.0, 0.0
