"""The parts of a game on a table that are printed: its country, and its figures of paper."""

from __future__ import annotations

from collections.abc import Iterator

from engine.scenario.counters import COLOURS, side_colours
from engine.scenario.scenario import Scenario
from engine.tabletop.table import TabletopMap
from studio.drawing.look import RenderOptions
from studio.drawing.table_forces import figure_footprints
from studio.drawing.table_look import TabletopRenderOptions
from studio.printing.country_print import TabletopPrintSettings, TabletopTiling, best_settings
from studio.printing.figure_sheets import PaperFigure
from studio.printing.leaf import PrintPage, rotated_page
from studio.printing.settings import GamePrintSettings

SET = (("foot", 20), ("horse", 8), ("gun", 1), ("general", 1))  # of each side, for no scenario


def tabletop_pages(
    table: TabletopMap, look: RenderOptions, settings: GamePrintSettings, title: str
) -> Iterator[PrintPage]:
    """The country's pages, on their side where fewer are needed so."""
    drawn = TabletopRenderOptions(look.language, zones=look.zones)
    wanted = TabletopPrintSettings(
        settings.paper, settings.inch_mm, settings.margin, settings.overlap
    )
    best, is_turned = best_settings(table, wanted)
    for leaf in TabletopTiling(table, drawn, best, title).leaves:
        yield rotated_page(leaf, settings.paper) if is_turned else leaf


def paper_army(scenario: Scenario) -> Iterator[PaperFigure]:
    """Every figure of a scenario, with its body's name and its number on its stand."""
    shades, shapes = side_colours(scenario), figure_footprints(scenario)
    for body in scenario.bodies:
        for number in range(1, body.strength + 1):
            says = f"{body.id}.{number}"
            yield PaperFigure(
                shapes.get(body.type, body.type), shades.get(body.side, COLOURS[0]), says
            )


def paper_set() -> Iterator[PaperFigure]:
    """Figures for two sides, where no scenario says which."""
    for shade, letter in zip(COLOURS, "AB", strict=False):
        types = [type_ for type_, number in SET for _ in range(number)]
        for number, type_ in enumerate(types, 1):
            yield PaperFigure(type_, shade, f"{letter}{number}")
