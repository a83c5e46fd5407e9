"""The choices a scenario makes where the tank rules leave them to the umpire."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class BySide:
    """A number the umpire fixes for both sides together or for each apart (E2)."""

    common: int
    apart: Mapping[str, int] = field(default_factory=dict)

    def of(self, side: str) -> int:
        """The number that is good for a side."""
        return self.apart.get(side, self.common)


@dataclass(frozen=True)
class Choices:
    """What the rules leave to the umpire; rules.yaml lists the alternatives."""

    close_combat: str
    strict: bool
    results: str
    trace: str
    on_the_line: str
    declare: str
    passing: str
    stacking: int
    march_hexes_per_mp: int
    suppressed_levels: int
    on_the_move_levels: int
    short_halt_levels: int
    short_halt_mp: int
    immobile_mover_fires: bool
    ford_cost: str
    close_combat_rounds: int
    full_combat: str
    deal: str
    cards_per_turn: BySide
    cards_in_all: BySide
    deck_used_up: str
