"""Reference pages: printed tables, terrain, unit types common to all sides, and the turn track."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainter

from engine.games import handbook_of, rule_system_of, scenario_limits_of
from engine.games.rules_design import RuleDataTable
from engine.narration.scenario_names import ScenarioNames
from engine.play.forecast_blocks import PrintedTableCell
from engine.scenario.scenario import Scenario
from engine.texts import localised, text
from studio.printing.handout_tables import army_purchases, rule_choice_blocks
from studio.printing.page_flow import PageBlock, TextPages, heading_block, paragraph_blocks
from studio.printing.print_page import PrintedPart, PrintPage
from studio.printing.print_settings import GamePrintSettings
from studio.printing.turn_track_page import number_track, turn_track
from studio.rendering.charts.printed_table import (
    PrintedTable,
    PrintedTableDrawing,
    PrintedTableGeometry,
)

UNITS = "units"


@dataclass(frozen=True)
class SecretRows:
    """Lines of tables about types which the rulebook does not have so.

    `types` are the scenario's own and those it changes; `heads` lead rows of other tables that only
    such types name: those of a gun.
    """

    types: frozenset[str]
    heads: frozenset[str]

    def without(self, table: PrintedTable) -> PrintedTable | None:
        """A table with none of its own lines; None where nothing is left."""
        return _keep(table, lambda row: row not in self._rows(table), self._is_open)

    def alone(self, table: PrintedTable) -> PrintedTable | None:
        """A table with nothing but them; None where it has none."""
        if any(row in self._rows(table) for row in table.rows):
            return _keep(table, lambda row: row in self._rows(table), lambda column: True)
        if self.types.isdisjoint(table.columns):
            return None
        return _keep(table, lambda row: True, lambda column: column in self.types)

    def _rows(self, table: PrintedTable) -> frozenset[str]:
        return self.types if table.name == UNITS else self.heads

    def _is_open(self, column: str) -> bool:
        return column not in self.types


def find_secret_rows(scenario: Scenario, sheets: Sequence[RuleDataTable]) -> SecretRows:
    """Return the rows that at least one side of the scenario does not have."""
    used = [_types_used(scenario, side.id, sheets) for side in scenario.sides]
    shared: set[str] = set.intersection(*used) if used else set()
    return _close(sheets, _special(sheets) - shared)


def open_row_filter(
    scenario: Scenario,
) -> Callable[[PrintedTable], PrintedTable | None]:
    """Return what takes out of a table the rows that only some sides of a scenario know."""
    sheets = rule_system_of(scenario.game).design().data_tables(scenario.rules)
    return find_secret_rows(scenario, sheets).without


def custom_rows(
    scenario: Scenario, sheets: Sequence[RuleDataTable], sides: Iterable[str]
) -> SecretRows:
    """Return the rows of some sides that are not in the rulebook."""
    used = [_types_used(scenario, side, sheets) for side in sides]
    return _close(sheets, _special(sheets) & set().union(*used))


def _close(sheets: Sequence[RuleDataTable], types: set[str]) -> SecretRows:
    units = _units(sheets)
    if units is None:
        return SecretRows(frozenset(), frozenset())
    others = {row.id for row in units.rows} - types
    heads = (_words(units, types) - _words(units, others)) & _own_rows(sheets)
    return SecretRows(frozenset(types), frozenset(heads))


def _units(sheets: Sequence[RuleDataTable]) -> RuleDataTable | None:
    return next((sheet for sheet in sheets if sheet.id == UNITS), None)


def _special(sheets: Sequence[RuleDataTable]) -> set[str]:
    """The types that are the scenario's own, and those it changes."""
    units = _units(sheets)
    if units is None:
        return set()
    return {row.id for row in units.rows if row.is_own} | {cell.row for cell in units.changed}


def _types_used(scenario: Scenario, side: str, sheets: Sequence[RuleDataTable]) -> set[str]:
    """The types a side has; all there are where it buys its army."""
    units = _units(sheets)
    if units is not None and side in army_purchases(scenario):
        return {row.id for row in units.rows}
    return {unit.type for unit in scenario.units if unit.side == side}


def _words(units: RuleDataTable, types: Iterable[str]) -> set[str]:
    """Return the texts in the cells of some types."""
    columns = [column.id for column in units.columns]
    return {
        units.cells.get(PrintedTableCell(UNITS, type_, column), "")
        for type_ in types
        for column in columns
    }


def _own_rows(sheets: Sequence[RuleDataTable]) -> set[str]:
    """The heads of rows that the rulebook does not have, in all tables but that of the types."""
    return {row.id for sheet in sheets if sheet.id != UNITS for row in sheet.rows if row.is_own}


def _keep(
    table: PrintedTable, has_row: Callable[[str], bool], has_column: Callable[[str], bool]
) -> PrintedTable | None:
    rows, columns = tuple(filter(has_row, table.rows)), tuple(filter(has_column, table.columns))
    return table.part(rows, columns) if rows and columns else None


SET = 14  # units: letters of tables as they are laid out
LETTERS = 3.3  # mm: as they are printed where there is room
TERRAIN = "terrain"
SHEETS = (TERRAIN, UNITS)  # what a design shows beside the handbook's tables
OLIVE = "#5d6648"
BETWEEN = 3.0
COUNTED = 21  # the last number of a track


def reference_table_pages(
    scenario: Scenario, settings: GamePrintSettings, language: str, title: str
) -> Iterator[PrintPage]:
    """The tables, then the track."""
    says = text("printing.part-tables", language)
    document = TextPages(PrintedPart.TABLES, settings.paper, title, says, OLIVE, language)
    printed = open_tables(scenario, language)
    blocks = rule_choice_blocks(scenario, "", document.width, language)
    blocks += arrange_tables(printed, document.width, document.height)
    blocks.append(heading_block(text("printing.track", language)))
    blocks += turn_track(scenario.game, scenario.turns, document.width, language, {})
    for track in scenario_limits_of(scenario.game, scenario.rules).tracks:
        blocks.append(heading_block(localised(track.said, language)))
        blocks += number_track(COUNTED, document.width)
    blocks += credit_blocks(scenario, document.width, language)
    return document.leaves(blocks, tuple(each.name for each in printed))


def open_tables(scenario: Scenario, language: str) -> list[PrintedTable]:
    """The tables that all may see: nothing of types of the scenario's own that only some have."""
    keep = open_row_filter(scenario)
    return [part for each in reference_tables(scenario, language) if (part := keep(each))]


def secret_tables(scenario: Scenario, sides: Iterable[str], language: str) -> list[PrintedTable]:
    """The lines of the tables that only these sides need, with what they say."""
    found = custom_rows(
        scenario, rule_system_of(scenario.game).design().data_tables(scenario.rules), sides
    )
    return [part for each in reference_tables(scenario, language) if (part := found.alone(each))]


def reference_tables(scenario: Scenario, language: str) -> list[PrintedTable]:
    """Every table of the scenario's game that counts, as the scenario changes them."""
    names, handbook, designed = (
        ScenarioNames(scenario, language),
        handbook_of(scenario),
        rule_system_of(scenario.game).design(),
    )
    types = {kind: localised(entry.get("name", ""), language) or kind
             for kind, entry in handbook.units().items()}  # fmt: skip
    idle = designed.unused_tables(scenario.rules)
    found = [
        PrintedTable.of(name, table, names).named(types)
        for name, table in handbook.tables().items()
        if name not in idle
    ]
    sheets = {sheet.id: sheet for sheet in designed.data_tables(scenario.rules)}
    used = _kinds_used(scenario)
    names_found = {each.name for each in found}
    return found + [
        _with_used_kinds(PrintedTable.of_sheet(sheets[name], language), used).named(types)
        for name in SHEETS
        if name in sheets and name not in names_found
    ]


def _with_used_kinds(table: PrintedTable, used: set[str]) -> PrintedTable:
    """Return a sheet of terrain with the kinds that are on the map; any other sheet whole."""
    if table.name != TERRAIN:
        return table
    return table.part(tuple(row for row in table.rows if row in used), table.columns)


def credit_blocks(scenario: Scenario, width: float, language: str) -> list[PageBlock]:
    """Return the blocks of the scenario's credits, if it has any."""
    if not scenario.credits.strip():
        return []
    words = paragraph_blocks(scenario.credits.strip(), width)
    return [heading_block(text("printing.credits", language)), *words]


def _kinds_used(scenario: Scenario) -> set[str]:
    """The kinds of terrain that lie on the map."""
    if scenario.is_on_table:
        return {each.kind for each in scenario.table.features}
    map_ = scenario.map
    return {*map_.grounds, *map_.sides, *map_.links, "other-ground"}


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
