"""Unit types that not every side has: tables that lie open must not tell of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from engine.games.design import RuleDataTable
from engine.play.outlook import Cell
from engine.scenario.scenario import Scenario
from studio.drawing.tables import PrintedTable
from studio.printing.armies import army_purchases

UNITS = "units"


@dataclass(frozen=True)
class SecretRows:
    """Lines of tables that tell of types which the rulebook does not have so.

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
    """What at least one side of the scenario does not have."""
    used = [_types_used(scenario, side.id, sheets) for side in scenario.sides]
    shared: set[str] = set.intersection(*used) if used else set()
    return _close(sheets, _special(sheets) - shared)


def custom_rows(
    scenario: Scenario, sheets: Sequence[RuleDataTable], sides: Iterable[str]
) -> SecretRows:
    """What some sides have that is not in the rulebook."""
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
    """Everything the cells of some types say."""
    columns = [column.id for column in units.columns]
    return {
        units.cells.get(Cell(UNITS, type_, column), "") for type_ in types for column in columns
    }


def _own_rows(sheets: Sequence[RuleDataTable]) -> set[str]:
    """The heads of rows that the rulebook does not have, in all tables but that of the types."""
    return {row.id for sheet in sheets if sheet.id != UNITS for row in sheet.rows if row.is_own}


def _keep(
    table: PrintedTable, has_row: Callable[[str], bool], has_column: Callable[[str], bool]
) -> PrintedTable | None:
    rows, columns = tuple(filter(has_row, table.rows)), tuple(filter(has_column, table.columns))
    return table.part(rows, columns) if rows and columns else None
