"""The game's tables as printed, its terrain and unit types, and the turn track, which lies open."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainter

from engine.games import handbook_of, limits, system_of
from engine.games.design import RuleDataTable
from engine.play.outlook import Cell
from engine.scenario.scenario import Scenario
from engine.telling.names import Names
from engine.texts import localised, text
from studio.drawing.tables import PrintedTable, PrintedTableDrawing, PrintedTableGeometry
from studio.printing.closed_types import custom_rows, find_secret_rows
from studio.printing.document import TextPages
from studio.printing.flow import PageBlock, heading, paragraph
from studio.printing.leaf import PrintedPart, PrintPage
from studio.printing.rule_choices import choice_blocks
from studio.printing.settings import GamePrintSettings
from studio.printing.track import number_track, turn_track

SET = 14  # units: letters of tables as they are laid out
LETTERS = 3.3  # mm: as they are printed where there is room
SHEETS = ("terrain", "units")  # what a design shows beside the handbook's tables
UNPRINTED = ("name-en", "name-zh", "symbol")
OLIVE = "#5d6648"
BETWEEN = 3.0
COUNTED = 21  # the last number of a track


def table_leaves(
    scenario: Scenario, settings: GamePrintSettings, language: str, title: str
) -> Iterator[PrintPage]:
    """The tables, then the track."""
    says = text("printing.part-tables", language)
    document = TextPages(PrintedPart.TABLES, settings.paper, title, says, OLIVE, language)
    printed = open_tables(scenario, language)
    blocks = choice_blocks(scenario, "", document.width, language)
    blocks += arrange_tables(printed, document.width, document.height)
    blocks.append(heading(text("printing.track", language)))
    blocks += turn_track(scenario.game, scenario.turns, document.width, language, {})
    for track in limits(scenario.game, scenario.rules).tracks:
        blocks.append(heading(localised(track.said, language)))
        blocks += number_track(COUNTED, document.width)
    blocks += credit_blocks(scenario, document.width, language)
    return document.leaves(blocks, tuple(each.name for each in printed))


def open_tables(scenario: Scenario, language: str) -> list[PrintedTable]:
    """The tables that all may see: nothing of types of the scenario's own that only some have."""
    closed = find_secret_rows(scenario, system_of(scenario.game).design().sheets(scenario.rules))
    return [part for each in tables(scenario, language) if (part := closed.without(each))]


def secret_tables(scenario: Scenario, sides: Iterable[str], language: str) -> list[PrintedTable]:
    """The lines of the tables that only these sides need, with what they say."""
    found = custom_rows(scenario, system_of(scenario.game).design().sheets(scenario.rules), sides)
    return [part for each in tables(scenario, language) if (part := found.alone(each))]


def tables(scenario: Scenario, language: str) -> list[PrintedTable]:
    """Every table of the scenario's game that counts, as the scenario changes them."""
    names, handbook, designed = (
        Names(scenario, language),
        handbook_of(scenario),
        system_of(scenario.game).design(),
    )
    types = {kind: localised(entry.get("name", ""), language) or kind
             for kind, entry in handbook.units().items()}  # fmt: skip
    idle = designed.idle_tables(scenario.rules)
    found = [
        PrintedTable.of(name, table, names).named(types)
        for name, table in handbook.tables().items()
        if name not in idle
    ]
    sheets = {sheet.id: sheet for sheet in designed.sheets(scenario.rules)}
    used = _kinds_used(scenario)
    names_found = {each.name for each in found}
    return found + [
        _of_sheet(sheets[name], used, language).named(types)
        for name in SHEETS
        if name in sheets and name not in names_found
    ]


def credit_blocks(scenario: Scenario, width: float, language: str) -> list[PageBlock]:
    """Whose work the scenario is, where it says so."""
    if not scenario.credits.strip():
        return []
    words = paragraph(scenario.credits.strip(), width)
    return [heading(text("printing.credits", language)), *words]


def _kinds_used(scenario: Scenario) -> set[str]:
    """The kinds of terrain that lie on the map."""
    if scenario.is_on_table:
        return {each.kind for each in scenario.table.features}
    map_ = scenario.map
    return {*map_.grounds, *map_.sides, *map_.links, "other-ground"}


def _of_sheet(sheet: RuleDataTable, used: set[str], language: str) -> PrintedTable:
    """A designer's sheet as a printed table: terrain that is on the map, unit types that are."""
    rows = [row for row in sheet.rows if sheet.id != "terrain" or row.id in used]
    columns = [column for column in sheet.columns if column.id not in UNPRINTED]
    said = {column.id: dict(column.words) for column in columns}
    cells = {}
    for row in rows:
        for column in columns:
            word = sheet.cells.get(Cell(sheet.id, row.id, column.id), "")
            cells[Cell(sheet.id, row.id, column.id)] = localised(
                said[column.id].get(word, word), language
            )
    heads = {row.id: localised(row.name, language) for row in rows}
    heads |= {column.id: localised(column.name, language) for column in columns}
    return PrintedTable(
        sheet.id, localised(sheet.label, language), localised(sheet.title, language),
        localised(sheet.corner, language), "", tuple(each.id for each in columns),
        tuple(each.id for each in rows), heads, cells,
    )  # fmt: skip


# --- on shelves -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Sized:
    """A table with its size on paper."""

    printed: PrintedTable
    scale: float
    width: float
    height: float


def arrange_tables(printed: Sequence[PrintedTable], width: float, height: float) -> list[PageBlock]:
    """Tables side by side where they fit, else one below the other; too wide ones made smaller."""
    blocks: list[PageBlock] = []
    shelf: list[_Sized] = []
    for each in (_size(table, width, height) for table in printed):
        taken = sum(other.width + BETWEEN for other in shelf)
        if shelf and taken + each.width > width + 1e-6:
            blocks.append(_shelf(shelf))
            shelf = []
        shelf.append(each)
    return [*blocks, *([_shelf(shelf)] if shelf else [])]


def _size(printed: PrintedTable, width: float, height: float) -> _Sized:
    room = PrintedTableGeometry(printed, SET).room
    scale = min(LETTERS / SET, width / room.width(), (height - 25) / room.height())
    return _Sized(printed, scale, room.width() * scale, room.height() * scale)


def _shelf(tables_: Sequence[_Sized]) -> PageBlock:
    def paint(painter: QPainter, at: QPointF, width: float) -> None:
        left = at.x()
        for each in tables_:
            painter.save()
            painter.translate(left, at.y())
            painter.scale(each.scale, each.scale)
            PrintedTableDrawing(each.printed, SET, {}).paint(painter)
            painter.restore()
            left += each.width + BETWEEN

    return PageBlock(max(each.height for each in tables_) + 2.0, paint)
