"""What becomes of a unit under attacks one after the other: results accumulate (tank F6)."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from engine.games.tank.data.book import Outcome
from engine.games.tank.events import MARKERS
from engine.games.tank.face.expectation import Odds
from engine.games.tank.fire import effect_on
from engine.games.tank.state import Unit
from engine.play.outlook import UnitEndState

ANNIHILATED = "annihilated"


def marks_of(unit: Unit) -> tuple[str, ...]:
    """The marks of damage a unit carries."""
    return tuple(mark for mark in MARKERS.values() if getattr(unit, mark))


def ends_of(unit: Unit, attacks: Iterable[Odds]) -> tuple[UnitEndState, ...]:
    """What a unit may come to when attacks with these odds are resolved in turn.

    Annihilation ends it: the rest is not resolved (F7).
    """
    standing, gone = {marks_of(unit): (unit, Fraction(1))}, Fraction(0)
    for odds in attacks:
        left: dict[tuple[str, ...], tuple[Unit, Fraction]] = {}
        for before, chance in standing.values():
            for result, share in odds.items():
                effect = effect_on(before, result)
                if effect is Outcome.ANNIHILATED:
                    gone += chance * share
                    continue
                after = before if effect is Outcome.NONE else before.marked(MARKERS[effect])
                known = left.get(marks_of(after), (after, Fraction(0)))[1]
                left[marks_of(after)] = after, known + chance * share
        standing = left
    ends = [UnitEndState(marks, chance) for marks, (_, chance) in standing.items()]
    return tuple([*ends, UnitEndState((ANNIHILATED,), gone)] if gone else ends)


def ends_for_unit(unit: Unit, odds: Odds) -> Odds:
    """The odds of what results come to for a unit in its present state (F6)."""
    effects: dict[Outcome, Fraction] = {}
    for result, chance in odds.items():
        effect = effect_on(unit, result.lowered(unit.grades))
        effects[effect] = effects.get(effect, Fraction(0)) + chance
    return effects
