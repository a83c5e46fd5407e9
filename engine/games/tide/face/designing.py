"""What a designer may change of tide, as tables and choices for a form."""

from __future__ import annotations

import json
from copy import deepcopy
from fractions import Fraction
from functools import lru_cache
from typing import Any

from engine.games import printed_tables, trials, typed
from engine.games.design import (
    DesignSheet,
    RuleChoice,
    Rules,
    TrialField,
    TrialValues,
    choice_as_told,
)
from engine.games.rulebook import InvalidRules
from engine.games.tide import odds
from engine.games.tide.data.book import Book, book, choices
from engine.games.tide.data.charts import DAMAGES, Band
from engine.games.tide.data.kinds import PLACES, UnitType
from engine.games.tide.face import ground_form
from engine.games.tide.face.forms import FORM, TYPED
from engine.games.tide.face.ground_form import TERRAIN
from engine.games.tide.face.limits import tide_limits
from engine.play.outlook import Cell, Chance

NORMAL, SUPPRESSIVE = "normal", "suppressive"
NOTHING = "·"


class TideDesign:
    """Tide's choices, types of units, tokens and works, terrain, printed tables."""

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
        return (*kinds, ground_form.sheet(now, usual), *printed)

    def idle_tables(self, rules: Rules) -> frozenset[str]:
        """All of tide's count."""
        return frozenset()

    def with_cell(self, rules: Rules, cell: Cell, word: str) -> dict[str, Any]:
        """Another word in a cell, checked by the game."""
        word, now, usual = word.strip(), _book(rules), _book({})
        if cell.table in TYPED:
            changed = typed.with_field(TYPED[cell.table], rules, now, usual, cell, word)
        elif cell.table == TERRAIN:
            changed = ground_form.with_cell(rules, usual, cell, word)
        else:
            changed = printed_tables.with_cell(rules, now.tables, usual.tables, cell, word)
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
        """It taken out; RuleFault while something needs it."""
        return _checked(typed.without_row(TYPED[sheet], rules, row))

    # --- trials -----------------------------------------------------------------------------------

    def trial_fields(self, rules: Rules) -> tuple[TrialField, ...]:
        """An attack, normal or suppressive (RS3), within twice the longest range (RG3)."""
        now = _book(rules)
        furthest = 2 * max(max(unit.range, unit.range_v) for unit in now.units.values())
        return (
            trials.firer(now.units), trials.target(now.units), trials.distance(furthest),
            trials.manner(FORM.words["manners"]), trials.ground(now.ground.cover), trials.higher(),
        )  # fmt: skip

    def odds(self, rules: Rules, trial: TrialValues) -> tuple[Chance, ...]:
        """What an attack does: by a vehicle, or by a base full of one kind of figure (RS)."""
        now = _book(rules)
        firer, target = now.units[trial["firer"]], now.units[trial["target"]]
        hits = _hits(now, firer, target, trial)
        found = odds.spread(hits, lambda number: _result(now, target, trial["manner"], number))
        return tuple(Chance(result, chance) for result, chance in found.items())


def _hits(now: Book, firer: UnitType, target: UnitType, trial: TrialValues) -> odds.Distribution:
    """The net hits of a trial; none where it is out of range or nothing happens (RG, RS3)."""
    at_vehicle = target.is_vehicle
    reach, strength = (firer.range_v, firer.fp_v) if at_vehicle else (firer.range, firer.fp)
    band = _band(trial["range"], reach + (trial["higher"] > 0))
    if band is None or not strength or (at_vehicle and trial["manner"] == SUPPRESSIVE):
        return {0: Fraction(1)}
    if trial["manner"] == NORMAL and not at_vehicle and firer.fp_normal:
        strength = firer.fp_normal
    if firer.is_figure:
        strength *= PLACES // firer.places
    red = now.ground.cover_of(trial["ground"], at_vehicle) + (target.armour if at_vehicle else 0)
    black = odds.Handful(strength, now.charts.least(band))
    return odds.net_hits(black, odds.Handful(red, now.charts.least_red))


def _band(away: int, reach: int) -> Band | None:
    """The range band, without the blocks of a map (RG1-RG4)."""
    if away <= 1:
        return Band.CLOSE
    if away <= reach:
        return Band.NORMAL
    return Band.LONG if away <= 2 * reach else None


def _result(now: Book, target: UnitType, manner: str, hits: int) -> str:
    """What hits come to: damage, morale, or figures lost (RS8, RS9, RS11)."""
    if target.is_vehicle:
        grade = now.charts.damaged(0, hits)
        return DAMAGES[grade] if grade else NOTHING
    if manner == SUPPRESSIVE:
        state = now.charts.suppressed(NORMAL, hits)
        return state if state != NORMAL else NOTHING
    return str(min(hits, PLACES)) if hits else NOTHING


# --- inner parts ----------------------------------------------------------------------------------


def _checked(rules: dict[str, Any]) -> dict[str, Any]:
    """The rules, if the game knows all they say; else RuleFault."""
    tide_limits(rules, ())
    return rules


def _book(rules: Rules) -> Book:
    """The rulebook under some rules; InvalidRules for what is not known."""
    return _book_by(json.dumps(rules, sort_keys=True, ensure_ascii=False))


@lru_cache(maxsize=32)
def _book_by(spelled: str) -> Book:
    return book(json.loads(spelled))
