"""What a designer may change of valor, as tables and choices for a form."""

from __future__ import annotations

import json
from copy import deepcopy
from fractions import Fraction
from functools import lru_cache
from typing import Any

from engine.games import printed_tables, trials, typed
from engine.games.design import (
    Column,
    DesignSheet,
    Row,
    RuleChoice,
    Rules,
    TrialField,
    TrialValues,
    choice_as_told,
)
from engine.games.forms import whole
from engine.games.rulebook import InvalidRules
from engine.games.valor import odds
from engine.games.valor.data.book import Book, book, choices
from engine.games.valor.data.kinds import Going
from engine.games.valor.face.forms import FORM
from engine.games.valor.face.limits import valor_limits
from engine.games.valor.face.typed import TYPED
from engine.map.terrain import TerrainClass, catalogue
from engine.play.outlook import Cell, Chance

TERRAIN, COVER, NO_ENTRY = "terrain", "cover", "–"
GOINGS = (Going.INFANTRY, Going.VEHICLE)
IN_THE_OPEN = -1  # opportunity fire at a target without cover (V13.9)

NEAR = 4  # hexes: within reach of rifles


class ValorDesign:
    """Valor's choices, types of units, weapons and positions, terrain, printed tables."""

    # --- choices ----------------------------------------------------------------------------------

    def choices(self) -> tuple[RuleChoice, ...]:
        """What rules.yaml lists, in its order."""
        told = FORM.words["choices"]
        return tuple(choice_as_told(name, entry, told[name]) for name, entry in choices().items())

    # --- sheets -----------------------------------------------------------------------------------

    def sheets(self, rules: Rules) -> tuple[DesignSheet, ...]:
        """Types, terrain, printed tables; of rules nobody knows, the rulebook's own."""
        try:
            now = _book(rules)
        except InvalidRules:
            now = _book({})
        usual = _book({})
        kinds = (typed.sheet(of, now, usual) for of in TYPED.values())
        printed = (
            printed_tables.sheet(FORM, name, now.tables, usual.tables) for name in now.tables
        )
        return (*kinds, _terrain(now), *printed)

    def idle_tables(self, rules: Rules) -> frozenset[str]:
        """All of valor's count."""
        return frozenset()

    def with_cell(self, rules: Rules, cell: Cell, word: str) -> dict[str, Any]:
        """Another word in a cell, checked by the game."""
        word = word.strip()
        if cell.table in TYPED:
            now, usual = _book(rules), _book({})
            changed = typed.with_field(TYPED[cell.table], rules, now, usual, cell, word)
        elif cell.table == TERRAIN:
            changed = _with_terrain(rules, cell, word)
        else:
            printed = _book(rules).tables, _book({}).tables
            changed = printed_tables.with_cell(rules, *printed, cell, word)
        return _checked(changed)

    def as_printed(self, rules: Rules, sheet: str, cell: Cell | None = None) -> dict[str, Any]:
        """A cell or a sheet back to the rulebook; types of the scenario's own stay."""
        if cell is not None:
            usual = next(each for each in self.sheets({}) if each.id == sheet).cells
            return self.with_cell(rules, cell, usual[cell]) if cell in usual else dict(rules)
        if sheet in TYPED:
            return _checked(typed.as_printed(TYPED[sheet], rules, _book({})))
        if sheet != TERRAIN:
            return _checked(printed_tables.as_printed(rules, sheet))
        changed = deepcopy(dict(rules))
        changed.pop(TERRAIN, None)
        return _checked(changed)

    def with_row(self, rules: Rules, sheet: str, row: str, like: str) -> dict[str, Any]:
        """A type of the scenario's own, like another."""
        return _checked(typed.with_row(TYPED[sheet], rules, _book(rules), row, like))

    def without_row(self, rules: Rules, sheet: str, row: str) -> dict[str, Any]:
        """It taken out; RuleFault while another type needs it."""
        return _checked(typed.without_row(TYPED[sheet], rules, row))

    # --- trials -----------------------------------------------------------------------------------

    def trial_fields(self, rules: Rules) -> tuple[TrialField, ...]:
        """An attack in a fire phase, or as opportunity fire, as far as the longest arms reach."""
        now = _book(rules)
        arms = [unit.range for unit in now.units.values()]
        arms += [weapon.range for weapon in now.weapons.values()]
        return (
            trials.firer(now.units), trials.distance(max(arms), NEAR),
            trials.manner(FORM.words["manners"]), trials.ground(now.ground.cover),
        )  # fmt: skip

    def odds(self, rules: Rules, trial: TrialValues) -> tuple[Chance, ...]:
        """The casualty points of an attack by one unit (V14.4)."""
        now = _book(rules)
        firer = now.units[trial["firer"]]
        strength = firer.apfp or firer.gun + firer.mg360 + firer.mgff
        if not strength or (firer.range and trial["range"] > firer.range):
            return (Chance("0", Fraction(1)),)
        modifier = now.ground.cover_of(trial["ground"])
        if trial["manner"] == "opportunity" and not modifier:
            modifier = IN_THE_OPEN
        found = odds.casualty_points(now.charts, strength, modifier)
        return tuple(Chance(str(points), chance) for points, chance in sorted(found.items()))


# --- terrain --------------------------------------------------------------------------------------


def _terrain(now: Book) -> DesignSheet:
    columns = tuple(Column(name, FORM.say("columns", name)) for name in (*GOINGS, COVER))
    kinds = [kind.id for kind in catalogue().of_class(TerrainClass.GROUND)]
    rows = tuple(Row(kind, catalogue().name(kind)) for kind in kinds)
    return DesignSheet(
        TERRAIN, FORM.say(TERRAIN, "label"), FORM.say(TERRAIN, "title"), FORM.say("id"), "",
        columns, rows, _effects(now, kinds), _effects(_book({}), kinds), False,
        FORM.say(TERRAIN, "hint"),
    )  # fmt: skip


def _effects(of: Book, kinds: list[str]) -> dict[Cell, str]:
    cells = {}
    for kind in kinds:
        for going in GOINGS:
            cost = of.mobility[going].entry(kind)
            cells[Cell(TERRAIN, kind, going)] = NO_ENTRY if cost is None else str(cost)
        cells[Cell(TERRAIN, kind, COVER)] = str(of.ground.cover_of(kind))
    return cells


def _with_terrain(rules: Rules, cell: Cell, word: str) -> dict[str, Any]:
    """What a kind of ground costs or covers; the rulebook's own is no change."""
    changed, path = deepcopy(dict(rules)), [TERRAIN, cell.row, cell.column]
    value = None if word in (NO_ENTRY, "-") and cell.column != COVER else whole(word, path)
    terrain = changed.setdefault(TERRAIN, {})
    if cell.column == COVER:
        terrain.setdefault(COVER, {})[cell.row] = value
    else:
        moves = terrain.setdefault("mobility", {}).setdefault(str(cell.column), {})
        moves.setdefault("ground", {})[cell.row] = value
    usual = _effects(_book({}), [cell.row])[cell]
    if word == usual:
        _drop(terrain, cell)
    if not terrain:
        del changed[TERRAIN]
    return changed


def _drop(terrain: dict[str, Any], cell: Cell) -> None:
    """Take what equals the rulebook out again, and what is empty then."""
    if cell.column == COVER:
        terrain[COVER].pop(cell.row)
        if not terrain[COVER]:
            del terrain[COVER]
        return
    moves = terrain["mobility"]
    moves[cell.column]["ground"].pop(cell.row)
    if not moves[cell.column]["ground"]:
        del moves[cell.column]["ground"]
    if not moves[cell.column]:
        del moves[cell.column]
    if not moves:
        del terrain["mobility"]


# --- inner parts ----------------------------------------------------------------------------------


def _checked(rules: dict[str, Any]) -> dict[str, Any]:
    """The rules, if the game knows all they say; else RuleFault."""
    valor_limits(rules, ())
    return rules


def _book(rules: Rules) -> Book:
    """The rulebook under some rules; InvalidRules for what is not known."""
    return _book_by(json.dumps(rules, sort_keys=True, ensure_ascii=False))


@lru_cache(maxsize=32)
def _book_by(spelled: str) -> Book:
    return book(json.loads(spelled))
