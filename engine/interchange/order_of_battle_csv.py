"""Orders of battle as tables for spreadsheets, out and in again."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from pathlib import Path

from engine.games import scenario_limits_of
from engine.games.scenario_limits import RuleError, ScenarioLimits
from engine.hexes.hex import Hex
from engine.hexes.labels import UnknownHexError
from engine.interchange import csv_dialects, csv_tables, figure_group_csv
from engine.interchange.csv_tables import CsvRow, CsvTable, SpreadsheetMerge
from engine.languages import MADE_IN
from engine.problems import InvalidFileError, nearest_word
from engine.scenario.scenario import Arrival, Scenario, ScenarioUnit

TEXTS = ("name",)
HOLDERS = ("aboard", "bearer")
MIN_DIE, MAX_DIE = 2, 6
PLACES = ("at", "zone", "arrives_turn", "arrives_zone", *HOLDERS)
COLUMNS = ("id", "side", "type", "name", *(f"name_{language}" for language in MADE_IN),
           "formation", *PLACES, "arrives_die", "facing", "marks", "figures", "mode")  # fmt: skip


def compose(scenario: Scenario) -> str:
    """The units of a scenario as a table: a row a unit, side by side; the bodies of a table."""
    if scenario.is_on_table:
        return figure_group_csv.compose(scenario)
    names = csv_tables.text_columns("name", (unit.name for unit in scenario.units))
    known = _known_columns(scenario)
    later = [column for column in ("arrives_die", *HOLDERS, "facing") if column in known]
    last = [column for column in ("figures", "mode") if column in known]
    columns = ["id", "side", "type", *names, "formation", *PLACES[:4], *later, "marks", *last]
    return csv_tables.compose(columns, (_row(scenario, unit) for unit in scenario.units))


def _known_columns(scenario: Scenario) -> set[str]:
    """The columns that not every game has, of those that this one has or that units speak of."""
    known = _limits_of(scenario)
    bearers = known.weapons or any(unit.bearer for unit in scenario.units)
    carriers = bearers or known.faces or any(unit.aboard for unit in scenario.units)
    fronts = known.faces or any(unit.facing is not None for unit in scenario.units)
    figures = known.figures or any(unit.figures for unit in scenario.units)
    modes = known.modes or any(unit.mode for unit in scenario.units)
    has = {"aboard": carriers, "bearer": bearers, "facing": fronts, "figures": figures}
    has["mode"] = modes
    has["arrives_die"] = any(unit.arrives and unit.arrives.die for unit in scenario.units)
    return {column for column, is_there in has.items() if is_there}


def _limits_of(scenario: Scenario) -> ScenarioLimits:
    try:
        return scenario_limits_of(
            scenario.game, scenario.rules, [side.id for side in scenario.sides]
        )
    except RuleError:  # told by the scenario's own checks
        return scenario_limits_of(scenario.game, {})


def _row(scenario: Scenario, unit: ScenarioUnit) -> dict[str, object]:
    values: dict[str, object] = {
        "id": unit.id, "side": unit.side, "type": unit.type, "formation": unit.formation,
        "at": scenario.map.labels.label(unit.at) if unit.at is not None else "",
        "zone": unit.zone, "marks": " ".join(unit.marks), "aboard": unit.aboard,
        "bearer": unit.bearer, "figures": " ".join(unit.figures), "mode": unit.mode,
    }  # fmt: skip
    if unit.facing is not None:
        values["facing"] = scenario.map.grid.orientation.directions[unit.facing]
    if unit.arrives is not None:
        values |= {"arrives_turn": unit.arrives.turn, "arrives_zone": unit.arrives.zone}
        values |= {"arrives_die": unit.arrives.die} if unit.arrives.die else {}
    return values | csv_tables.text_cells("name", unit.name)


def read(path: Path, scenario: Scenario, *, keeps: bool = False) -> SpreadsheetMerge:
    """Read a table's changes to a scenario's forces; InvalidFileError lists the faults.

    Units are known by their ids; a unit without a row is removed, unless `keeps`. Fields without a
    column are not changed.
    """
    if scenario.is_on_table:
        types, known = _limits_of(scenario).bodies, figure_group_csv.COLUMNS
        table = csv_tables.read(path, is_column_of_bodies, known)
        return figure_group_csv.merge(table, scenario, types, keeps=keeps)
    return merge(csv_tables.read(path, is_column, COLUMNS), scenario, keeps=keeps)


def read_copied_rows(words: str, named: str, scenario: Scenario) -> SpreadsheetMerge | None:
    """Read the changes of rows copied in a spreadsheet, with their heads, to the forces.

    Units without a row stay. None if the words are not a table of units; InvalidFileError lists the
    faults of one.
    """
    if "id" not in csv_dialects.detect_csv_layout(words, is_column).heads:
        return None
    return merge(csv_tables.parse(words, named, is_column, COLUMNS), scenario, keeps=True)


def is_column(name: str) -> bool:
    """Return True if a table of units may have a column of this name."""
    return name in COLUMNS or csv_tables.is_text_column(name, TEXTS)


def is_column_of_bodies(name: str) -> bool:
    """True if a table of bodies may have a column of this name."""
    return name in figure_group_csv.COLUMNS or csv_tables.is_text_column(name, TEXTS)


def merge(table: CsvTable, scenario: Scenario, *, keeps: bool = False) -> SpreadsheetMerge:
    """Return the changes a table makes to a scenario's forces.

    InvalidFileError lists every cell that is wrong.
    """
    before = {unit.id: unit for unit in scenario.units}
    after: dict[str, ScenarioUnit] = {}
    reader = _Reader(table, scenario)
    for row in table.rows:
        id_ = csv_tables.csv_row_id(table, row, after)
        if id_:
            after[id_] = reader.unit(row, before.get(id_, ScenarioUnit(id_, "", "")))
    reader.look_for_holders(after, before if keeps else {})
    if before and not after and not keeps:
        table.fault("table-empty", CsvRow(2, 1, {}), "id")
    if table.problems:
        raise InvalidFileError(table.problems)
    if keeps:
        after |= {id_: unit for id_, unit in before.items() if id_ not in after}
    sides = [side.id for side in scenario.sides]
    units = tuple(sorted(after.values(), key=lambda unit: sides.index(unit.side)))
    return csv_tables.compare(replace(scenario, units=units), before, after, table)


class _Reader:
    """Reads units row by row, by what the scenario and its game know."""

    def __init__(self, table: CsvTable, scenario: Scenario) -> None:
        self.table, self.scenario = table, scenario
        self.sides = [side.id for side in scenario.sides]
        self.zones = [*scenario.zones, *scenario.map.zones]
        self.limits = _limits_of(scenario)
        self.named: list[tuple[CsvRow, str, str]] = []  # who is to carry or bear the unit of a row

    def unit(self, row: CsvRow, was: ScenarioUnit) -> ScenarioUnit:
        """The unit of a row."""
        table = self.table
        side, type_ = was.side, was.type
        if table.has("side") or not side:
            side = table.known_word(row, "side", self.sides, "cell-side") or self.sides[0]
        if table.has("type") or not type_:
            type_ = table.known_word(row, "type", [*self.limits.mobility], "cell-type")
        marks = self._words(row, "marks", self.limits.marks) if table.has("marks") else was.marks
        formation = row["formation"].strip() if table.has("formation") else was.formation
        changed = replace(
            was, side=side, type=type_, marks=marks, formation=formation,
            name=table.text(row, "name", was.name),
        )  # fmt: skip
        return self._placed(row, self._as_it_stands(row, changed))

    def _as_it_stands(self, row: CsvRow, unit: ScenarioUnit) -> ScenarioUnit:
        """Its front, the figures it consists of and how it stands ready."""
        if self.table.has("facing"):
            unit = replace(unit, facing=self._facing(row))
        if self.table.has("figures"):
            known = [word.id for word in self.limits.figures]
            unit = replace(unit, figures=self._words(row, "figures", known))
        if self.table.has("mode"):
            modes, mode = [word.id for word in self.limits.modes], row["mode"].strip()
            if mode and mode not in modes:
                self._unknown(row, "mode", mode, modes)
            unit = replace(unit, mode=mode)
        return unit

    def _facing(self, row: CsvRow) -> int | None:
        word, known = row["facing"].strip().upper(), self.scenario.map.grid.orientation.directions
        if word and word not in known:
            self._unknown(row, "facing", word, known)
        return known.index(word) if word in known else None

    def _words(self, row: CsvRow, column: str, known: Collection[str]) -> tuple[str, ...]:
        words = row[column].replace(",", " ").split()
        for word in words:
            if word not in known:
                self._unknown(row, column, word, known)
        return tuple(words)

    def look_for_holders(
        self, units: Mapping[str, ScenarioUnit], others: Mapping[str, ScenarioUnit]
    ) -> None:
        """Report every unit with an unknown carrier or bearer."""
        known = [*units, *others]
        for row, column, name in self.named:
            if name not in known:
                self._unknown(row, column, name, known)

    def _placed(self, row: CsvRow, unit: ScenarioUnit) -> ScenarioUnit:
        """Return the unit with its start: a hex, a zone, or a later turn."""
        table = self.table
        if not any(map(table.has, PLACES)):
            if not any(getattr(unit, place) for place in ("zone", "arrives", *HOLDERS)) and (
                unit.at is None
            ):
                table.fault("cell-place", row, "id", unit=unit.id)
            return unit
        columns = ("at", "zone", "arrives_turn", *HOLDERS)
        said = [column for column in columns if table.has(column) and row[column].strip()]
        if len(said) != 1:
            column = said[1] if len(said) > 1 else next(filter(table.has, PLACES))
            table.fault("cell-place", row, column, unit=unit.id)
            return unit
        at, zone, arrives, aboard, bearer = None, "", None, "", ""
        if said == ["at"]:
            at = self._hex(row)
        elif said == ["zone"]:
            zone = table.known_word(row, "zone", self.zones, "cell-zone")
        elif said == ["arrives_turn"]:
            arrives = self._arrival(row, unit.arrives)
        elif said == ["aboard"]:
            aboard = self._holder(row, "aboard")
        else:
            bearer = self._holder(row, "bearer")
        return replace(unit, at=at, zone=zone, arrives=arrives, aboard=aboard, bearer=bearer)

    def _holder(self, row: CsvRow, column: str) -> str:
        """Return the unit that carries or bears this one; it is checked after all rows."""
        name = row[column].strip()
        self.named.append((row, column, name))
        return name

    def _arrival(self, row: CsvRow, was: Arrival | None) -> Arrival:
        """Read turn, zone and die of an arrival; its condition has no column and stays."""
        turn = self.table.number(row, "arrives_turn", 1)
        if turn < 1:
            self.table.fault("cell-range", row, "arrives_turn", found=turn, least=1,
                             most=self.scenario.turns)  # fmt: skip
        zone = row["arrives_zone"].strip()
        try:
            self.scenario.zone(zone)
        except (KeyError, UnknownHexError):
            self._unknown(row, "arrives_zone", zone, self.zones)
        comes = replace(was or Arrival(turn, zone), turn=turn, zone=zone)
        return replace(comes, die=self._die(row)) if self.table.has("arrives_die") else comes

    def _die(self, row: CsvRow) -> int:
        """The least a die must show; 0 where nothing is written."""
        if not row["arrives_die"].strip():
            return 0
        die = self.table.number(row, "arrives_die", 0)
        if not MIN_DIE <= die <= MAX_DIE:
            self.table.fault("cell-range", row, "arrives_die", found=die, least=MIN_DIE,
                             most=MAX_DIE)  # fmt: skip
        return die

    def _hex(self, row: CsvRow) -> Hex | None:
        try:
            return self.scenario.map.labels.find(row["at"].strip())
        except UnknownHexError as error:
            self.table.fault("cell-hex", row, "at", reason=error)
            return None

    def _unknown(self, row: CsvRow, column: str, word: str, known: Iterable[str]) -> None:
        listed = list(known)
        self.table.fault("cell-word", row, column, found=word, known=", ".join(listed),
                         near=nearest_word(word, listed))  # fmt: skip
