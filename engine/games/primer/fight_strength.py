"""Strengths compared in a fight (primer P5, P13, P14, P16)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from engine.games.primer import vision
from engine.games.primer.state import State, Unit
from engine.hexes.hex import Hex


class StrengthComparison(NamedTuple):
    """The strengths of a fight: of each attacking hex, their sum, and what is compared.

    `attack` is `base`, raised where the hexes are a match for each other (P13), and `bonus` for
    attackers unseen (P14).
    """

    hexes: tuple[tuple[Hex, int], ...]
    base: int
    is_joint: bool
    bonus: int
    attack: int
    defence: int

    @property
    def difference(self) -> int:
        """D of the result table (P15)."""
        return abs(self.attack - self.defence)

    @property
    def is_attacker_stronger(self) -> bool:
        """Return True if the attacker counts as the stronger, as it does on a tie (P15)."""
        return self.attack >= self.defence


def compare_strengths(state: State, side: str, units: Iterable[str], at: Hex) -> StrengthComparison:
    """Compare the strengths in a fight for a hex, as far as this position shows."""
    here = [state.units[name] for name in units]
    stacks: dict[Hex, list[Unit]] = {}
    for unit in here:
        stacks.setdefault(unit.at, []).append(unit)
    hexes = tuple((hex_, combat_strength(state, stack)) for hex_, stack in stacks.items())
    base = sum(value for _, value in hexes)
    is_joint = is_concerted(state, [value for _, value in hexes])
    raised = base * state.book.choices.joint_percent // 100 if is_joint else base
    bonus = state.book.choices.unseen_bonus if is_unseen(state, here) else 0
    defenders = [unit for unit in state.units_at(at) if unit.side != side]
    return StrengthComparison(
        hexes, base, is_joint, bonus, raised + bonus, combat_strength(state, defenders)
    )


def combat_strength(state: State, units: Iterable[Unit]) -> int:
    """The strength of units in one hex (P5): beaten ones count half, fractions dropped (P16)."""
    fresh = weak = extra = 0
    by_unit = state.book.choices.halving == "unit"
    for unit in units:
        value = state.type_of(unit).strength
        extra += unit.bonus
        if not unit.weakened:
            fresh += value
        elif by_unit:
            fresh += value // 2
        else:
            weak += value
    return max(0, fresh + weak // 2 + extra)


def unit_strength_share(state: State, unit: Unit) -> int:
    """Return a unit's share of its hex's strength, halving included (P5, P16)."""
    mates = [] if unit.at is None else [o for o in state.units_at(unit.at) if o.side == unit.side]
    names = [mate.id for mate in mates]
    if not unit.weakened or unit.id not in names:
        return combat_strength(state, [unit])
    place = names.index(unit.id)
    weak = [mate._replace(bonus=0) for mate in mates[: place + 1] if mate.weakened]
    return max(0, combat_strength(state, weak) - combat_strength(state, weak[:-1]) + unit.bonus)


def is_concerted(state: State, strengths: list[int]) -> bool:
    """Return True if hexes that attack together are alike enough for a bonus (P13)."""
    if len(strengths) < 2:
        return False
    return max(strengths) - min(strengths) <= state.book.choices.joint_spread


def is_unseen(state: State, attackers: list[Unit]) -> bool:
    """Return True if the other side does not see the units that attack it (P14)."""
    if not attackers:
        return False
    enemy = state.enemy_of(attackers[0].side)
    seen = {unit.id for unit in vision.seen_enemies(state, enemy)}
    unseen = [unit.id not in seen for unit in attackers]
    return any(unseen) if state.book.choices.unseen_attackers == "any" else all(unseen)
