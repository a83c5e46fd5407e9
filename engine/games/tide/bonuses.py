"""What cards and operations add to attacks and defences while they are in force (D7 bonus)."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum

from engine.games.tide.state import Effect, State, Unit

Corrections = tuple[tuple[str, int], ...]
"""What changes a strength, by words of the rules or ids of cards, with how much."""


class AttackKind(StrEnum):
    """What an attack does to squads (RS3); assaults are normal attacks of their own (AS2)."""

    NORMAL = "normal"
    SUPPRESSIVE = "suppressive"
    ASSAULT = "assault"


def dice(state: State, what: str, unit: Unit, kind: str, against: str = "") -> Corrections:
    """What is added for a unit: `what` is attack, defence, range, armour or hit.

    `kind` is that of the attack, `against` what it is at: squads or vehicles.
    """
    found = _in_force(state, what, unit, (kind, against))
    return tuple((effect.card, effect.amount) for effect in found)


def amount(state: State, what: str, unit: Unit, kind: str, against: str = "") -> int:
    """All that together."""
    return sum(more for _, more in dice(state, what, unit, kind, against))


def whom(unit: Unit) -> str:
    """A unit's class in the words of cards."""
    return "squads" if unit.is_squad else "vehicles"


def _in_force(state: State, what: str, unit: Unit, words: tuple[str, str]) -> Iterator[Effect]:
    for effect in state.in_force("bonus", what):
        if is_of(effect, unit) and effect.against in ("", "any", *words):
            yield effect


def is_of(effect: Effect, unit: Unit) -> bool:
    """Whether a unit has a bonus."""
    if effect.side not in ("", unit.side):
        return False
    if effect.who == "unit":
        return effect.unit == unit.id
    return effect.who in ("", "all", whom(unit))
