"""The tank game's values that a designer may change, for a form."""

from __future__ import annotations

from collections.abc import Iterable
from copy import deepcopy
from functools import partial
from pathlib import Path
from typing import Any

from engine.games import rule_trial_fields
from engine.games.game_appearance import SYMBOLS
from engine.games.rule_data_design import PrintedDesign, parse_choices, rulebook_or_printed
from engine.games.rule_data_tables import (
    named_type_table,
    parse_whole,
    printed_cells,
    refuse_cell,
    set_rule_value,
    with_changed_table,
    with_type_field,
    with_typed,
    with_word,
)
from engine.games.rule_tables import RuleTable
from engine.games.rules_design import (
    DataColumn,
    DataRow,
    GameWord,
    RuleChoice,
    RuleDataTable,
    Rules,
    TrialField,
    TrialValues,
)
from engine.games.scenario_rules import read_data_file
from engine.games.tank.adapter import terrain_chart
from engine.games.tank.adapter.scenario_limits import tank_limits
from engine.games.tank.data.rulebook import (
    FIRES,
    FireManner,
    FireOutcome,
    Rulebook,
    UnitType,
    load_rulebook,
    rule_choices,
)
from engine.games.tank.fire import HIGHEST_LEVEL
from engine.games.tank.presentation.fire_odds import result_odds_at_level
from engine.games.tank.presentation.roll_reports import results_table
from engine.languages import MADE_IN
from engine.narration.scenario_names import game_word
from engine.play.forecast_blocks import PrintedTableCell, ResultChance
from engine.texts import LocalText, text

UNITS, TERRAIN = "units", "terrain"
GROWING = ("A", "D", "F")  # whose rows are guns and batteries
_GAME = Path(__file__).parents[1]


class TankDesign(PrintedDesign):
    """The tank game's choices, unit types, terrain effects and printed tables."""

    # --- choices ----------------------------------------------------------------------------------

    def choices(self) -> tuple[RuleChoice, ...]:
        """Return the choices of rules.yaml, in its order."""
        return parse_choices(rule_choices(), _words())

    # --- sheets -----------------------------------------------------------------------------------

    def data_tables(self, rules: Rules) -> tuple[RuleDataTable, ...]:
        """Unit types, terrain, and tables A to F; of unknown rules, the rulebook's own."""
        now = rulebook_or_printed(load_rulebook, rules)
        printed = (_print(name, now.tables[name]) for name in now.tables)
        return (
            _units(now),
            terrain_chart.terrain_chart(
                now, load_rulebook({}), _words(), read_data_file(_GAME / "data", "terrain")
            ),
            *printed,
        )

    def unused_tables(self, rules: Rules) -> frozenset[str]:
        """Table C or C′, whichever direct fire does not use (F4)."""
        now = rulebook_or_printed(load_rulebook, rules)
        return frozenset({"C", "C-firefight"} - {results_table(now)})

    def with_cell(self, rules: Rules, cell: PrintedTableCell, word: str) -> dict[str, Any]:
        """Another word in a cell, checked by the game."""
        word = word.strip()
        if cell.table == UNITS:
            changed = _with_field(rules, cell, word)
        elif cell.table == TERRAIN:
            changed = terrain_chart.with_terrain_cell(
                rules, cell, word, read_data_file(_GAME / "data", "terrain")
            )
        else:
            table = with_typed(_table(rules, cell.table), cell, word, "tables")
            changed = _with_printed(rules, cell.table, table)
        return _checked(changed)

    def with_printed_sheet(self, rules: Rules, sheet: str) -> dict[str, Any]:
        """Return rules with a sheet as it is printed; types of the scenario's own stay."""
        changed = deepcopy(dict(rules))
        if sheet == UNITS:
            types = {
                n: e for n, e in changed.get(UNITS, {}).items() if n not in load_rulebook({}).units
            }
            set_rule_value(changed, UNITS, types)
        elif sheet == TERRAIN:
            changed.pop(TERRAIN, None)
        else:
            tables = {n: t for n, t in changed.get("tables", {}).items() if n != sheet}
            set_rule_value(changed, "tables", tables)
        return _checked(changed)

    def with_row(self, rules: Rules, sheet: str, row: str, like: str) -> dict[str, Any]:
        """A unit type, a gun or a battery of the scenario's own."""
        if sheet == UNITS:
            changed = deepcopy(dict(rules))
            was = load_rulebook(rules).units[like]
            entry = {key: getattr(was, key) for key in _FIELDS}
            name = {language: was.name.get(language, like) for language in MADE_IN}
            changed[UNITS] = {**changed.get(UNITS, {}), row: {"name": name, **entry}}
            return _checked(changed)
        table = _table(rules, sheet)
        place = table.rows.index(like)
        rows, cells = (*table.rows, row), (*table.cells, table.cells[place])
        grown = RuleTable(table.title, table.columns, rows, cells, table.corner)
        return _checked(_with_printed(rules, sheet, grown))

    def without_row(self, rules: Rules, sheet: str, row: str) -> dict[str, Any]:
        """It taken out; RuleError while a type needs the gun."""
        if sheet == UNITS:
            changed = deepcopy(dict(rules))
            set_rule_value(
                changed, UNITS, {n: e for n, e in changed.get(UNITS, {}).items() if n != row}
            )
            return _checked(changed)
        table = _table(rules, sheet)
        kept = [(head, line) for head, line in zip(table.rows, table.cells, strict=True)
                if head != row]  # fmt: skip
        heads, lines = tuple(head for head, _ in kept), tuple(line for _, line in kept)
        less = RuleTable(table.title, table.columns, heads, lines, table.corner)
        return _checked(_with_printed(rules, sheet, less))

    # --- trials -----------------------------------------------------------------------------------

    def trial_fields(self, rules: Rules) -> tuple[TrialField, ...]:
        """A shot: in the phase of direct fire, on the move or from a short halt (F3-F5)."""
        now = load_rulebook(rules)
        return (
            rule_trial_fields.firer_field(now.units),
            rule_trial_fields.target_field(now.units),
            rule_trial_fields.distance_field(_furthest(now)),
            rule_trial_fields.manner_field(_words()["manners"]),
            rule_trial_fields.ground_field(now.cover),
            rule_trial_fields.height_field(),
        )

    def trial_odds(self, rules: Rules, trial: TrialValues) -> tuple[ResultChance, ...]:
        """The results of a shot at a target in sight (F3–F5)."""
        now = load_rulebook(rules)
        firer, target = now.units[trial["firer"]], now.units[trial["target"]]
        level = _level(now, firer.gun, trial)
        faces = now.cover_of(trial["ground"]).faces
        found = result_odds_at_level(now, level, target.armour, faces)
        return tuple(
            ResultChance(result, found[result]) for result in FireOutcome if found.get(result)
        )


_FIELDS = ("gun", "mp", "armour", "fires", "points", "symbol")


def _furthest(now: Rulebook) -> int:
    """Return the longest range in the heads of table A, in hexes."""
    heads = now.tables["A"].columns
    return max(int(head.rstrip("+").split("-")[-1]) for head in heads)


def _level(now: Rulebook, gun: str, trial: TrialValues) -> int:
    """The attack level of a trial; 0 out of range (F3)."""
    base = now.tables["A"].number_at(gun, trial["range"])
    if base is None:
        return 0
    lost = now.tables["B"].number_at(trial["higher"], max(trial["range"], 1)) or 0
    if trial["manner"] == FireManner.ON_THE_MOVE:
        lost += now.choices.on_the_move_levels
    if trial["manner"] == FireManner.SHORT_HALT:
        lost += now.choices.short_halt_levels
    return min(max(base - lost, 0), HIGHEST_LEVEL)


# --- unit types -----------------------------------------------------------------------------------


def _units(now: Rulebook) -> RuleDataTable:
    said = _words()[UNITS]
    options: dict[str, tuple[GameWord, ...]] = {
        "gun": _heads(now.tables["A"].rows),
        "armour": _heads(now.tables["armour"].columns),
        "fires": tuple(GameWord(word, said["fires"][word]) for word in FIRES),
        "symbol": tuple(GameWord(word, _words()["symbols"][word]) for word in SYMBOLS),
    }
    return named_type_table(UNITS, said, options, now.units, load_rulebook({}).units, _unit_cells)


def _unit_cells(unit: UnitType) -> dict[str, str]:
    return {key: str(getattr(unit, key)) for key in _FIELDS}


def _with_field(rules: Rules, cell: PrintedTableCell, word: str) -> dict[str, Any]:
    """A field of a type; of one in the rulebook only what differs is written."""
    usual = load_rulebook({}).units.get(cell.row)
    key, value = _field(load_rulebook(rules), cell, word)
    usually = getattr(usual, key, None)
    return with_type_field(rules, UNITS, cell.row, (key, value), usual is not None, usually)


def _field(now: Rulebook, cell: PrintedTableCell, word: str) -> tuple[str, Any]:
    """The key and the value of a field as files write them."""
    key, _, language = cell.column.partition("-")
    if key == "name":
        if not word:
            refuse_cell([UNITS, cell.row, "name"], text("game.rules-name-needed"))
        return key, with_word(now.units[cell.row].name, language, word)
    if key in ("mp", "points"):
        return key, parse_whole(word, [UNITS, cell.row, key])
    return cell.column, word


# --- printed tables -------------------------------------------------------------------------------


def _print(name: str, table: RuleTable) -> RuleDataTable:
    usual = load_rulebook({}).tables[name]
    columns = tuple(DataColumn(head, _say("head", head), _results(name)) for head in table.columns)
    rows = tuple(DataRow(head, _say("head", head), head not in usual.rows) for head in table.rows)
    return RuleDataTable(
        name, _say("table", name), table.title, _say("head", table.corner),
        _say("columns", name), columns, rows,
        printed_cells(name, table), printed_cells(name, usual), name in GROWING,
        _words()["tables"]["hint"],
    )  # fmt: skip


def _results(name: str) -> tuple[GameWord, ...]:
    """The results that may stand in a table of results; none for a table of numbers."""
    if name not in ("C", "C-firefight", "E"):
        return ()
    return tuple(GameWord(result, _say("result", result)) for result in FireOutcome)


def _table(rules: Rules, name: str) -> RuleTable:
    return load_rulebook(rules).tables[name]


def _with_printed(rules: Rules, name: str, table: RuleTable) -> dict[str, Any]:
    return with_changed_table(rules, name, table, load_rulebook({}).tables[name])


# --- inner parts ----------------------------------------------------------------------------------


def _checked(rules: dict[str, Any]) -> dict[str, Any]:
    """The rules, if the game knows all they say; else RuleError.

    Numbers fixed for sides apart are checked with the scenario, which knows the sides.
    """
    plain = {k: v for k, v in rules.items() if not (k.startswith("cards_") and isinstance(v, dict))}
    tank_limits(plain, ())
    return rules


def _heads(heads: Iterable[str]) -> tuple[GameWord, ...]:
    return tuple(GameWord(head, _say("head", head)) for head in heads)


def _say(what: str, name: str) -> LocalText:
    """A word of the game in every language."""
    return {language: game_word("tank", what, name, language) for language in MADE_IN}


_words = partial(read_data_file, _GAME / "adapter", "designing")
"""The words of the forms."""
