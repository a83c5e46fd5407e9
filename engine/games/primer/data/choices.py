"""The choices a scenario makes where the primer is silent, or its readers may differ."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Choices:
    """The house rules; rules.yaml lists the alternatives."""

    stacking: int
    numbers: str
    joining: bool
    bridges: bool
    coloured_roads: bool
    execution: str
    encounter: str
    joint_spread: int
    joint_percent: int
    unseen_bonus: int
    unseen_attackers: str
    retreat: str
    short_retreat: str
    beaten_turns: int
    halving: str
    ranged_loser: str
    seen_enemies: str
    missile: str
    missile_strength: int
    withdrawal: bool
    turn_limit: str
