"""The exact probabilities of an attack's results, and of several one after the other (tank F6).

All corrections are in: level, die faces in cover, the armour die (F3–F5, A5, A6). Probabilities
are fractions and add up to 1.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from engine.games.tank.artillery import shell_level
from engine.games.tank.data.rulebook import DAMAGE, FireManner, FireOutcome, Rulebook
from engine.games.tank.events import MARKERS
from engine.games.tank.fire import attack_level, can_hit, effect_on
from engine.games.tank.game_board import GameBoard
from engine.games.tank.state import Impact, State, Unit
from engine.hexes.hex import Hex
from engine.play.forecast_blocks import UnitEndState

Odds = Mapping[FireOutcome, Fraction]
CERTAIN_MISS: Odds = {FireOutcome.NONE: Fraction(1)}


def expected_shot_odds(
    state: State, firer: Unit, target: Unit, manner: FireManner = FireManner.DIRECT, boost: int = 0
) -> Odds:
    """The odds of each result of a shot, before results accumulate (F2–F5)."""
    level = _level(state, firer, target, manner, boost)
    return shot_odds(state, level, target, _faces(state, target, manner))


def _level(state: State, firer: Unit, target: Unit, manner: FireManner, boost: int = 0) -> int:
    """The attack level of a shot; 0 for one that cannot be made (F2, F3)."""
    if manner is not FireManner.CLOSE and not can_hit(state, firer, target):
        return 0
    level = attack_level(state, firer, target, manner, boost)
    return 0 if level is None else level.level


def _faces(state: State, target: Unit, manner: FireManner) -> tuple[int, ...]:
    """The faces of the dice at which a target's cover saves it (F5); none in close combat."""
    return () if manner is FireManner.CLOSE else state.field.cover(target.at).faces


def shot_odds(state: State, level: int, target: Unit, faces: tuple[int, ...]) -> Odds:
    """The odds of each result at an attack level; cover saves by `faces` of the dice (F4, F5)."""
    return result_odds_at_level(state.book, level, state.type_of(target).armour, faces)


def result_odds_at_level(book: Rulebook, level: int, armour: str, faces: tuple[int, ...]) -> Odds:
    """The same for a target of some armour, by a rulebook alone; at level 0 nothing is rolled."""
    if level == 0:
        return CERTAIN_MISS
    return _odds(book.direct_results[level], DAMAGE, faces, book.armour_die(armour))


LOSS: Mapping[FireOutcome, float] = {
    FireOutcome.NONE: 0.0,
    FireOutcome.SUPPRESSED: 0.12,
    FireOutcome.GUN_OUT: 0.5,
    FireOutcome.IMMOBILE: 0.4,
    FireOutcome.ANNIHILATED: 1.0,
}
DAMAGED = 0.6  # what a unit is still worth that is gun out or immobile


def expected_damage(
    state: State, firer: Unit, target: Unit, manner: FireManner = FireManner.DIRECT
) -> float:
    """Return the expected loss of the target by a shot, in tanks (F2–F6)."""
    whole = DAMAGED if target.gun_out or target.immobile else 1.0
    return whole * expected_fresh_damage(state, firer, target, manner)


def expected_fresh_damage(state: State, firer: Unit, target: Unit, manner: FireManner) -> float:
    """The same for a target that is whole."""
    level = _level(state, firer, target, manner)
    if level == 0:
        return 0.0
    hurt = target.suppressed, target.gun_out or target.immobile, target.grades
    key = level, target.type, _faces(state, target, manner), hurt
    known = _losses(state.field)
    if key not in known:
        odds = effect_odds(state, firer, target, manner)
        known[key] = sum(LOSS[outcome] * float(chance) for outcome, chance in odds.items())
    return known[key]


def effect_odds(
    state: State, firer: Unit, target: Unit, manner: FireManner = FireManner.DIRECT
) -> Odds:
    """The odds of what happens to the target, its present state counted (F6)."""
    shot, known = shot_situation(firer, target, manner), _shots(state.field)
    if shot not in known:
        known[shot] = _effects(state, firer, target, manner)
    return known[shot]


class ShotSituation(NamedTuple):
    """All that the odds of a shot depend on, on one board: who fires from where, and at whom."""

    firer: str
    start: Hex
    is_suppressed: bool
    boost: int
    target: str
    at: Hex
    was_suppressed: bool
    is_damaged: bool
    grades: int
    manner: FireManner


def shot_situation(firer: Unit, target: Unit, manner: FireManner) -> ShotSituation:
    """Return the values on which the odds of a shot depend."""
    return ShotSituation(
        firer.type, firer.at, firer.suppressed, firer.boost, target.type, target.at,
        target.suppressed, target.gun_out or target.immobile, target.grades, manner,
    )  # fmt: skip


@lru_cache(maxsize=8)
def _losses(field: GameBoard) -> dict[object, float]:
    """Return the cache of losses by level and state of the target."""
    return {}


@lru_cache(maxsize=8)
def _ends(field: GameBoard) -> dict[object, Odds]:
    """The odds of what happens to a target, by the level of the shot and its state before."""
    return {}


@lru_cache(maxsize=8)
def _shots(field: GameBoard) -> dict[ShotSituation, Odds]:
    """The odds of the shots on a board requested so far."""
    return {}


def _effects(state: State, firer: Unit, target: Unit, manner: FireManner) -> Odds:
    level, faces = _level(state, firer, target, manner), _faces(state, target, manner)
    hurt = target.suppressed, target.gun_out or target.immobile, target.grades
    key, known = (level, target.type, faces, hurt), _ends(state.field)
    if key not in known:
        known[key] = _accumulated(target, shot_odds(state, level, target, faces))
    return known[key]


def _accumulated(target: Unit, results: Odds) -> Odds:
    """The odds of results as they come to act on a target in its state (F6)."""
    odds: dict[FireOutcome, Fraction] = {}
    for result, chance in results.items():
        effect = effect_on(target, result.lowered(target.grades))
        odds[effect] = odds.get(effect, Fraction(0)) + chance
    return odds


def shell_expectation(state: State, unit: Unit, impact: Impact) -> Odds:
    """The odds of each result of one shell on a unit, before results accumulate (A5, A6)."""
    level = shell_level(state, impact, unit.at)
    if level == 0:
        return CERTAIN_MISS
    row = tuple(state.book.shell_result(level, sum_) for sum_ in range(2, 13))
    faces = state.field.cover(unit.at).faces
    saves = state.book.shell_armour_die(impact.battery, state.type_of(unit).armour)
    whole = (FireOutcome.NONE, FireOutcome.NONE, *row)
    return _odds(whole, frozenset({FireOutcome.ANNIHILATED}), faces, saves)


def softened_of(sum_: int, faces: tuple[int, ...], saves: int) -> Fraction:
    """The chance that dice make a sum whose damage is softened: by cover, then armour (F5)."""
    parts = (
        chance if any(face in faces for face in dice) else chance * Fraction(saves, 6)
        for dice, chance in _two_dice()
        if sum(dice) == sum_
    )
    return sum(parts, Fraction(0))


@lru_cache(maxsize=4096)
def _odds(
    row: tuple[FireOutcome, ...],
    softens: frozenset[FireOutcome],
    faces: tuple[int, ...],
    saves: int,
) -> Odds:
    """The odds of a row of a table by the sum of two dice, with what its results may soften to."""
    odds = dict.fromkeys(FireOutcome, Fraction(0))
    for dice, chance in _two_dice():
        rolled = row[sum(dice)]
        if rolled not in softens:
            odds[rolled] += chance
        elif any(face in faces for face in dice):
            odds[FireOutcome.SUPPRESSED] += chance
        else:
            odds[FireOutcome.SUPPRESSED] += chance * Fraction(saves, 6)
            odds[rolled] += chance * Fraction(6 - saves, 6)
    return {outcome: chance for outcome, chance in odds.items() if chance}


def _two_dice() -> Iterator[tuple[tuple[int, int], Fraction]]:
    return (((a, b), Fraction(1, 36)) for a in range(1, 7) for b in range(1, 7))


ANNIHILATED = "annihilated"


def marks_of(unit: Unit) -> tuple[str, ...]:
    """The marks of damage a unit carries."""
    return tuple(mark for mark in MARKERS.values() if getattr(unit, mark))


def unit_end_states(unit: Unit, attacks: Iterable[Odds]) -> tuple[UnitEndState, ...]:
    """Return the end states of a unit after attacks with these odds, in turn.

    Annihilation ends it: the rest is not resolved (F7).
    """
    standing, gone = {marks_of(unit): (unit, Fraction(1))}, Fraction(0)
    for odds in attacks:
        left: dict[tuple[str, ...], tuple[Unit, Fraction]] = {}
        for before, chance in standing.values():
            for result, share in odds.items():
                effect = effect_on(before, result)
                if effect is FireOutcome.ANNIHILATED:
                    gone += chance * share
                    continue
                after = before if effect is FireOutcome.NONE else before.marked(MARKERS[effect])
                known = left.get(marks_of(after), (after, Fraction(0)))[1]
                left[marks_of(after)] = after, known + chance * share
        standing = left
    ends = [UnitEndState(marks, chance) for marks, (_, chance) in standing.items()]
    return tuple([*ends, UnitEndState((ANNIHILATED,), gone)] if gone else ends)


def unit_effect_odds(unit: Unit, odds: Odds) -> Odds:
    """The odds of what results come to for a unit in its present state (F6)."""
    effects: dict[FireOutcome, Fraction] = {}
    for result, chance in odds.items():
        effect = effect_on(unit, result.lowered(unit.grades))
        effects[effect] = effects.get(effect, Fraction(0)) + chance
    return effects
