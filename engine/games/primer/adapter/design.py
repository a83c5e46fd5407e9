"""The primer's values that a designer may change, as tables and choices for a form."""

from __future__ import annotations

from copy import deepcopy
from functools import partial
from pathlib import Path
from typing import Any

from engine.games import rule_trial_fields
from engine.games.game_appearance import SYMBOLS
from engine.games.primer.adapter.scenario_limits import primer_limits
from engine.games.primer.data.rulebook import Rulebook, UnitType, load_rulebook, rule_choices
from engine.games.primer.presentation.fight_odds import lost_attack_rule, result_odds
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
from engine.languages import MADE_IN
from engine.narration.scenario_names import game_word
from engine.play.forecast_blocks import PrintedTableCell, ResultChance
from engine.texts import LocalText, text

UNITS, ENTRY, RESULTS = "units", "entry", "results"
YES, NO = "yes", "no"
CONCEALS = "conceals"
NUMBERS = ("vision", "strength", "mp", "cost", "points")
TRUTHS = ("ranged", "off_board", "hides")
WORDS = ("terrain", "symbol")
SEEN, UNSEEN = "seen", "unseen"


class PrimerDesign(PrintedDesign):
    """The primer's house rules, unit types, terrain chart and result table."""

    # --- choices ----------------------------------------------------------------------------------

    def choices(self) -> tuple[RuleChoice, ...]:
        """Return the choices of rules.yaml, in its order."""
        return parse_choices(rule_choices(), _words())

    # --- sheets -----------------------------------------------------------------------------------

    def data_tables(self, rules: Rules) -> tuple[RuleDataTable, ...]:
        """Unit types, what hexes cost, results; of unknown rules, the rulebook's own."""
        now = rulebook_or_printed(load_rulebook, rules)
        return _units(now), _entry(now), _results(now)

    def unused_tables(self, rules: Rules) -> frozenset[str]:
        """All of the primer's count."""
        return frozenset()

    def with_cell(self, rules: Rules, cell: PrintedTableCell, word: str) -> dict[str, Any]:
        """Another word in a cell, checked by the game."""
        word = word.strip()
        if cell.table == UNITS:
            return _checked(_with_field(rules, cell, word))
        if cell.table == ENTRY:
            return _checked(_with_entry(rules, cell, word))
        table = with_typed(load_rulebook(rules).tables[RESULTS], cell, word)
        return _checked(
            with_changed_table(rules, RESULTS, table, load_rulebook({}).tables[RESULTS])
        )

    def with_printed_sheet(self, rules: Rules, sheet: str) -> dict[str, Any]:
        """Return rules with a sheet as it is printed; types of the scenario's own stay."""
        changed = deepcopy(dict(rules))
        if sheet == UNITS:
            own = {
                n: e for n, e in changed.get(UNITS, {}).items() if n not in load_rulebook({}).units
            }
            set_rule_value(changed, UNITS, own)
        elif sheet == ENTRY:
            kept = changed.get("terrain", {})
            set_rule_value(
                changed, "terrain", {k: v for k, v in kept.items() if k not in _ENTRY_KEYS}
            )
        else:
            set_rule_value(changed, "tables", {})
        return _checked(changed)

    def with_row(self, rules: Rules, sheet: str, row: str, like: str) -> dict[str, Any]:
        """A unit type of the scenario's own."""
        assert sheet == UNITS
        changed, was = deepcopy(dict(rules)), load_rulebook(rules).units[like]
        entry = {key: getattr(was, key) for key in (*NUMBERS, *TRUTHS, *WORDS)}
        name = {language: was.name.get(language, like) for language in MADE_IN}
        changed[UNITS] = {**changed.get(UNITS, {}), row: {"name": name, **entry}}
        return _checked(changed)

    def without_row(self, rules: Rules, sheet: str, row: str) -> dict[str, Any]:
        """It taken out."""
        assert sheet == UNITS
        changed = deepcopy(dict(rules))
        set_rule_value(
            changed, UNITS, {n: e for n, e in changed.get(UNITS, {}).items() if n != row}
        )
        return _checked(changed)

    # --- trials -----------------------------------------------------------------------------------

    def trial_fields(self, rules: Rules) -> tuple[TrialField, ...]:
        """A fight, seen by the defender or not (P14), as far as the best vision reaches (P7)."""
        units = load_rulebook(rules).units
        return (
            rule_trial_fields.firer_field(units), rule_trial_fields.target_field(units),
            rule_trial_fields.distance_field(max(unit.vision for unit in units.values())),
            rule_trial_fields.manner_field(_words()["manners"]),
        )  # fmt: skip

    def trial_odds(self, rules: Rules, trial: TrialValues) -> tuple[ResultChance, ...]:
        """One unit attacks another, if it reaches so far (P7, P14, P15, P17)."""
        now = load_rulebook(rules)
        firer, target = now.units[trial["firer"]], now.units[trial["target"]]
        if not 0 < trial["range"] <= firer.vision:
            return ()
        bonus = now.choices.unseen_bonus if trial["manner"] == UNSEEN else 0
        loser = lost_attack_rule(now, firer.ranged)
        found = result_odds(now, firer.strength + bonus, target.strength, loser, target.ranged)
        return tuple(ResultChance(result, chance) for result, chance in found.items())


_ENTRY_KEYS = ("entry", "concealing")


# --- unit types -----------------------------------------------------------------------------------


def _units(now: Rulebook) -> RuleDataTable:
    said, truths = _words()[UNITS], _truths()
    movers = tuple(GameWord(head, _say("head", head)) for head in now.terrain.entry.columns)
    options: dict[str, tuple[GameWord, ...]] = {
        "terrain": movers,
        "ranged": truths,
        "off_board": truths,
        "symbol": tuple(GameWord(word, _words()["symbols"][word]) for word in SYMBOLS),
    }
    return named_type_table(UNITS, said, options, now.units, load_rulebook({}).units, _unit_cells)


def _unit_cells(unit: UnitType) -> dict[str, str]:
    truths = {key: YES if getattr(unit, key) else NO for key in TRUTHS}
    return {key: str(getattr(unit, key)) for key in (*NUMBERS, *WORDS)} | truths


def _with_field(rules: Rules, cell: PrintedTableCell, word: str) -> dict[str, Any]:
    """A field of a type; of one in the rulebook only what differs is written."""
    usual = load_rulebook({}).units.get(cell.row)
    key, value = _field(load_rulebook(rules).units[cell.row], cell, word)
    usually = getattr(usual, key, None)
    return with_type_field(rules, UNITS, cell.row, (key, value), usual is not None, usually)


def _field(now: UnitType, cell: PrintedTableCell, word: str) -> tuple[str, Any]:
    """The key and the value of a field as files write them."""
    key, _, language = cell.column.partition("-")
    if key == "name":
        if not word:
            refuse_cell([UNITS, cell.row, "name"], text("game.rules-name-needed"))
        return key, with_word(now.name, language, word)
    if cell.column in NUMBERS:
        return cell.column, parse_whole(word, [UNITS, cell.row, cell.column])
    if cell.column in TRUTHS:
        return cell.column, _truth(word, [UNITS, cell.row, cell.column])
    return cell.column, word


# --- what hexes cost ------------------------------------------------------------------------------


def _entry(now: Rulebook) -> RuleDataTable:
    said, table = _words()[ENTRY], now.terrain.entry
    columns = [DataColumn(head, _say("head", head)) for head in table.columns]
    columns.append(DataColumn(CONCEALS, said["conceals"], _truths()))
    rows = tuple(DataRow(head, _say("head", head)) for head in table.rows)
    return RuleDataTable(
        ENTRY, said["label"], said["title"], said["corner"], _say("columns", ENTRY),
        tuple(columns), rows, _entry_cells(now), _entry_cells(load_rulebook({})), hint=said["hint"],
    )  # fmt: skip


def _entry_cells(of: Rulebook) -> dict[PrintedTableCell, str]:
    cells = printed_cells(ENTRY, of.terrain.entry)
    for row in of.terrain.entry.rows:
        cells[PrintedTableCell(ENTRY, row, CONCEALS)] = YES if row in of.terrain.concealing else NO
    return cells


def _with_entry(rules: Rules, cell: PrintedTableCell, word: str) -> dict[str, Any]:
    """Another cost, or another kind of ground that conceals."""
    changed, now, usual = (
        deepcopy(dict(rules)),
        load_rulebook(rules).terrain,
        load_rulebook({}).terrain,
    )
    over = dict(changed.get("terrain", {}))
    if cell.column == CONCEALS:
        hides = _truth(word, ["terrain", "concealing"])
        kept = {*now.concealing, cell.row} if hides else now.concealing - {cell.row}
        over["concealing"] = [row for row in now.entry.rows if row in kept]
        if kept == usual.concealing:
            del over["concealing"]
    else:
        table = with_typed(now.entry, cell, "–" if word in ("-", "—") else word)
        over["entry"] = table.printed()
        if table.equals(usual.entry):
            del over["entry"]
    set_rule_value(changed, "terrain", over)
    return changed


# --- the result table -----------------------------------------------------------------------------


def _results(now: Rulebook) -> RuleDataTable:
    table, usual = now.tables[RESULTS], load_rulebook({}).tables[RESULTS]
    known = dict.fromkeys(word for row in usual.cells for word in row)
    words = tuple(GameWord(word, _say("result", word)) for word in known)
    columns = tuple(DataColumn(head, head, words, is_coded=True) for head in table.columns)
    return RuleDataTable(
        RESULTS, _say("table", RESULTS), table.title, _say("head", table.corner),
        _say("columns", RESULTS), columns, tuple(DataRow(head, head) for head in table.rows),
        printed_cells(RESULTS, table), printed_cells(RESULTS, usual),
        hint=_words()["tables"]["hint"],
    )  # fmt: skip


# --- inner parts ----------------------------------------------------------------------------------


def _checked(rules: dict[str, Any]) -> dict[str, Any]:
    """The rules, if the game knows all they say; else RuleError."""
    primer_limits(rules, ())
    return rules


def _truth(word: str, path: list[str]) -> bool:
    if word not in (YES, NO):
        wanted = text("problems.type-boolean")
        refuse_cell(path, text("game.rules-value", None, what=path[-1], found=word, options=wanted))
    return word == YES


def _truths() -> tuple[GameWord, ...]:
    return tuple(GameWord(word, said) for word, said in _words()["truths"].items())


def _say(what: str, name: str) -> LocalText:
    """A word of the game in every language."""
    return {language: game_word("primer", what, name, language) for language in MADE_IN}


_words = partial(read_data_file, Path(__file__).parent, "designing")
"""The words of the forms."""
