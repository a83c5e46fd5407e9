"""The parts of a game on a table that are printed: its country, and its figures of paper."""

from __future__ import annotations

from collections.abc import Iterator

from engine.scenario.counters import COLOURS, side_colours
from engine.scenario.scenario import Scenario
from engine.tabletop.table import Table
from studio.drawing.look import Look
from studio.drawing.table_forces import shapes_of
from studio.drawing.table_look import TableLook
from studio.printing.country_print import CountryPrint, CountrySettings, best_settings
from studio.printing.figure_sheets import PaperFigure
from studio.printing.leaf import Leaf, on_its_side
from studio.printing.settings import GameSettings

SET = (("foot", 20), ("horse", 8), ("gun", 1), ("general", 1))  # of each side, for no scenario


def country_leaves(table: Table, look: Look, settings: GameSettings, title: str) -> Iterator[Leaf]:
    """The country's pages, on their side where fewer are needed so."""
    drawn = TableLook(look.language, zones=look.zones)
    wanted = CountrySettings(settings.paper, settings.inch_mm, settings.margin, settings.overlap)
    best, is_turned = best_settings(table, wanted)
    for leaf in CountryPrint(table, drawn, best, title).leaves:
        yield on_its_side(leaf, settings.paper) if is_turned else leaf


def paper_army(scenario: Scenario) -> Iterator[PaperFigure]:
    """Every figure of a scenario, with its body's name and its number on its stand."""
    shades, shapes = side_colours(scenario), shapes_of(scenario)
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
