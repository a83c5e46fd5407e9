"""Bodies on a table as tables for spreadsheets, out and in again."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace

from engine.integers import parse_count
from engine.interchange import csv_tables
from engine.interchange.csv_tables import CsvRow, CsvTable, SpreadsheetMerge
from engine.languages import MADE_IN
from engine.problems import InvalidFileError
from engine.scenario.figure_groups import FORMATIONS, FigureGroup
from engine.scenario.scenario import Scenario
from engine.tabletop.lengths import InvalidLengthError, read_points, write_points
from engine.tabletop.shapes import Point

TERMS = ("skill", "arm", "aboard", "load")  # columns where a body says any
NAMES = tuple(f"name_{language}" for language in MADE_IN)
COLUMNS = ("id", "side", "type", "name", *NAMES, "strength", "at", "zone", "formation", "facing",
           *TERMS)  # fmt: skip
LIMITS = {"strength": (1, 500), "facing": (0, 359)}
MAX_POINTS = 2


def compose(scenario: Scenario) -> str:
    """The bodies of a scenario as a table: a row a body, in the order of the file."""
    names = csv_tables.text_columns("name", (body.name for body in scenario.bodies))
    terms = [term for term in TERMS if any(getattr(body, term) for body in scenario.bodies)]
    columns = ["id", "side", "type", *names, "strength", "at", "zone", "formation", "facing"]
    return csv_tables.compose([*columns, *terms], map(_row, scenario.bodies))


def _row(body: FigureGroup) -> dict[str, object]:
    return {
        "id": body.id, "side": body.side, "type": body.type, "strength": body.strength,
        "at": write_points(body.at), "zone": body.zone, "formation": body.formation,
        "facing": "" if body.facing is None else body.facing, "skill": body.skill,
        "arm": body.arm, "aboard": body.aboard,
        "load": " ".join(f"{store}={amount}" for store, amount in body.load.items()),
        **csv_tables.text_cells("name", body.name),
    }  # fmt: skip


def merge(
    table: CsvTable, scenario: Scenario, types: Collection[str], *, keeps: bool = False
) -> SpreadsheetMerge:
    """Return the changes a table makes to a scenario's figure groups.

    InvalidFileError lists every cell that is wrong.
    """
    before = {body.id: body for body in scenario.bodies}
    after: dict[str, FigureGroup] = {}
    reader = _BodyRows(table, scenario, types)
    for row in table.rows:
        id_ = csv_tables.csv_row_id(table, row, after)
        if id_:
            after[id_] = reader.group_of_row(row, before.get(id_, FigureGroup(id_, "", "")))
    if before and not after and not keeps:
        table.fault("table-empty", CsvRow(2, 1, {}), "id")
    if keeps:
        after |= {id_: body for id_, body in before.items() if id_ not in after}
    reader.look_for_carriers(after)
    if table.problems:
        raise InvalidFileError(table.problems)
    return csv_tables.compare(replace(scenario, bodies=tuple(after.values())), before, after, table)


class _BodyRows:
    """Reads bodies row by row, by what the scenario and its game know."""

    def __init__(self, table: CsvTable, scenario: Scenario, types: Collection[str]) -> None:
        self.table, self.types = table, types
        self.sides = [side.id for side in scenario.sides]
        self.zones = [*scenario.table.zones]

    def group_of_row(self, row: CsvRow, was: FigureGroup) -> FigureGroup:
        """The body of a row."""
        side, type_ = self._word(row, "side", was.side, self.sides, "cell-side"), was.type
        if self.table.has("type") or not type_:
            type_ = self.table.known_word(row, "type", self.types, "cell-type")
        return replace(
            was,
            side=side or self.sides[0],
            type=type_,
            name=self.table.text(row, "name", was.name),
            strength=self._number(row, "strength", was.strength) or 1,
            at=self._points(row) if self.table.has("at") else was.at,
            zone=self._word(row, "zone", was.zone, ["", *self.zones], "cell-zone"),
            formation=self._word(row, "formation", was.formation, ["", *FORMATIONS], "cell-word"),
            facing=self._number(row, "facing", was.facing),
            skill=self._said(row, "skill", was.skill),
            arm=self._said(row, "arm", was.arm),
            aboard=self._said(row, "aboard", was.aboard),
            load=self._load(row) if self.table.has("load") else was.load,
        )

    def look_for_carriers(self, bodies: Mapping[str, FigureGroup]) -> None:
        """Report every figure group with an unknown carrier."""
        if self.table.has("aboard"):
            for row in self.table.rows:
                if row["aboard"].strip():
                    self.table.known_word(row, "aboard", bodies)

    def _word(self, row: CsvRow, column: str, was: str, known: Collection[str], code: str) -> str:
        if self.table.has(column) or was not in known:
            return self.table.known_word(row, column, known, code)
        return was

    def _said(self, row: CsvRow, column: str, was: str) -> str:
        return row[column].strip() if self.table.has(column) else was

    def _number(self, row: CsvRow, column: str, was: int | None) -> int | None:
        """The number in a cell; None where it is empty."""
        if not self.table.has(column):
            return was
        if not row[column].strip():
            return None
        least, most = LIMITS[column]
        found = self.table.number(row, column, least)
        if not least <= found <= most:
            self.table.fault("cell-range", row, column, found=found, least=least, most=most)
        return found

    def _points(self, row: CsvRow) -> tuple[Point, ...]:
        written = row["at"].strip()
        try:
            points = read_points(written) if written else ()
        except InvalidLengthError as error:
            self.table.fault("cell-points", row, "at", reason=error)
            return ()
        if len(points) > MAX_POINTS:
            self.table.fault("cell-too-many-points", row, "at", found=len(points),
                             most=MAX_POINTS)  # fmt: skip
        return points

    def _load(self, row: CsvRow) -> dict[str, int]:
        """Stores by name; which names a game has, `check` says."""
        pairs = [pair.partition("=") for pair in row["load"].split()]
        amounts = {store: parse_count(number) for store, _, number in pairs}
        if any(amount is None or not store for store, amount in amounts.items()):
            self.table.fault("cell-load", row, "load", found=row["load"].strip())
        return {store: amount for store, amount in amounts.items() if amount is not None}
