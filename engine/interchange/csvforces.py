"""Orders of battle as tables for spreadsheets, out and in again."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from engine.games import limits
from engine.games.allowed import Limits, RuleFault
from engine.hexes.hex import Hex
from engine.hexes.labels import UnknownHex
from engine.interchange import sheets
from engine.interchange.sheets import Merged, Row, Table
from engine.problems import InvalidFile, nearest
from engine.scenario.scenario import Arrival, Scenario, ScenarioUnit
from engine.texts import LANGUAGES

TEXTS = ("name",)
PLACES = ("at", "zone", "arrives_turn", "arrives_zone")
COLUMNS = ("id", "side", "type", "name", *(f"name_{language}" for language in LANGUAGES),
           "formation", *PLACES, "marks")  # fmt: skip


def written(scenario: Scenario) -> str:
    """The units of a scenario as a table: a row a unit, side by side."""
    names = sheets.text_columns("name", (unit.name for unit in scenario.units))
    columns = ["id", "side", "type", *names, "formation", *PLACES, "marks"]
    return sheets.written(columns, (_row(scenario, unit) for unit in scenario.units))


def _row(scenario: Scenario, unit: ScenarioUnit) -> dict[str, object]:
    values: dict[str, object] = {
        "id": unit.id, "side": unit.side, "type": unit.type, "formation": unit.formation,
        "at": scenario.map.labels.label(unit.at) if unit.at is not None else "",
        "zone": unit.zone, "marks": " ".join(unit.marks),
    }  # fmt: skip
    if unit.arrives is not None:
        values |= {"arrives_turn": unit.arrives.turn, "arrives_zone": unit.arrives.zone}
    return values | sheets.text_cells("name", unit.name)


def read(path: Path, scenario: Scenario, *, keeps: bool = False) -> Merged:
    """What the table in a file makes of a scenario's forces; InvalidFile lists what is wrong.

    Units are known by their ids; a unit without a row goes, unless those are kept. What the table
    has no column for stays as it is.
    """
    table = sheets.read(
        path, lambda name: name in COLUMNS or sheets.is_text_column(name, TEXTS), COLUMNS
    )
    return merged(table, scenario, keeps=keeps)


def merged(table: Table, scenario: Scenario, *, keeps: bool = False) -> Merged:
    """What a table makes of a scenario's forces; InvalidFile lists every cell that is wrong."""
    before = {unit.id: unit for unit in scenario.units}
    after: dict[str, ScenarioUnit] = {}
    reader = _Reader(table, scenario)
    for row in table.rows:
        id_ = sheets.id_of(table, row, after)
        if id_:
            after[id_] = reader.unit(row, before.get(id_, ScenarioUnit(id_, "", "")))
    if before and not after and not keeps:
        table.fault("table-empty", Row(2, 1, {}), "id")
    if table.problems:
        raise InvalidFile(table.problems)
    if keeps:
        after |= {id_: unit for id_, unit in before.items() if id_ not in after}
    sides = [side.id for side in scenario.sides]
    units = tuple(sorted(after.values(), key=lambda unit: sides.index(unit.side)))
    return sheets.compared(replace(scenario, units=units), before, after, table)


class _Reader:
    """Reads units row by row, by what the scenario and its game know."""

    def __init__(self, table: Table, scenario: Scenario) -> None:
        self.table, self.scenario = table, scenario
        self.sides = [side.id for side in scenario.sides]
        self.zones = [*scenario.zones, *scenario.map.zones]
        self.limits = self._limits()

    def _limits(self) -> Limits:
        scenario = self.scenario
        try:
            return limits(scenario.game, scenario.rules, self.sides)
        except RuleFault:  # told by the scenario's own checks
            return limits(scenario.game, {})

    def unit(self, row: Row, was: ScenarioUnit) -> ScenarioUnit:
        """The unit of a row."""
        table = self.table
        side, type_ = was.side, was.type
        if table.has("side") or not side:
            side = table.word(row, "side", self.sides, "cell-side") or self.sides[0]
        if table.has("type") or not type_:
            type_ = table.word(row, "type", [*self.limits.mobility], "cell-type")
        marks = self._marks(row) if table.has("marks") else was.marks
        formation = row["formation"].strip() if table.has("formation") else was.formation
        changed = replace(
            was, side=side, type=type_, marks=marks, formation=formation,
            name=table.text(row, "name", was.name),
        )  # fmt: skip
        return self._placed(row, changed)

    def _marks(self, row: Row) -> tuple[str, ...]:
        words = row["marks"].replace(",", " ").split()
        known = self.limits.marks
        for word in words:
            if word not in known:
                self._unknown(row, "marks", word, known)
        return tuple(words)

    def _placed(self, row: Row, unit: ScenarioUnit) -> ScenarioUnit:
        """Where the unit begins: at a hex, in a zone, or later."""
        table = self.table
        if not any(map(table.has, PLACES)):
            if unit.at is None and not unit.zone and unit.arrives is None:
                table.fault("cell-place", row, "id", unit=unit.id)
            return unit
        said = [column for column in ("at", "zone", "arrives_turn") if row[column].strip()]
        if len(said) != 1:
            column = said[1] if len(said) > 1 else next(filter(table.has, PLACES))
            table.fault("cell-place", row, column, unit=unit.id)
            return unit
        at, zone, arrives = None, "", None
        if said == ["at"]:
            at = self._hex(row)
        elif said == ["zone"]:
            zone = table.word(row, "zone", self.zones, "cell-zone")
        else:
            arrives = self._arrival(row)
        return replace(unit, at=at, zone=zone, arrives=arrives)

    def _arrival(self, row: Row) -> Arrival:
        turn = self.table.number(row, "arrives_turn", 1)
        if turn < 1:
            self.table.fault("cell-range", row, "arrives_turn", found=turn, least=1,
                             most=self.scenario.turns)  # fmt: skip
        zone = row["arrives_zone"].strip()
        try:
            self.scenario.zone(zone)
        except (KeyError, UnknownHex):
            self._unknown(row, "arrives_zone", zone, self.zones)
        return Arrival(turn, zone)

    def _hex(self, row: Row) -> Hex | None:
        try:
            return self.scenario.map.labels.find(row["at"].strip())
        except UnknownHex as error:
            self.table.fault("cell-hex", row, "at", reason=error)
            return None

    def _unknown(self, row: Row, column: str, word: str, known: Iterable[str]) -> None:
        listed = list(known)
        self.table.fault("cell-word", row, column, found=word, known=", ".join(listed),
                         near=nearest(word, listed))  # fmt: skip
