"""An attack as it is put together: when it is made, by whom, at what (C3, C4, Q6)."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from engine.games.tide.active_effects import AttackKind
from engine.hexes.hex import Hex


class AttackOccasion(StrEnum):
    """The occasions of an attack."""

    CONCENTRATED = "concentrated-fire"
    MOVING = "fire-and-movement"
    OP_FIRE = "op-fire"


class AttackOpportunity(NamedTuple):
    """A side's occasion to attack; `movers` are all targets of op fire (OP1)."""

    side: str
    occasion: AttackOccasion
    movers: tuple[str, ...] = ()

    @property
    def is_supported(self) -> bool:
        """Return whether other units may support (CF1, A4)."""
        return self.occasion is not AttackOccasion.MOVING


class Aim(NamedTuple):
    """The target of an attack: a unit, or all of a hex in an area attack (C3, AA1)."""

    hex: Hex
    unit: str
    kind: AttackKind

    @property
    def is_area(self) -> bool:
        """Return whether it targets all enemies of the hex (AA1)."""
        return not self.unit


class AttackShare(NamedTuple):
    """A unit that attacks, with those of its figures that do; a vehicle has none (Q6)."""

    unit: str
    figures: tuple[str, ...] = ()


class AttackDraft(NamedTuple):
    """An attack as far as it is put together: the leading unit, those that support it, its aim."""

    aim: Aim
    lead: AttackShare
    supporters: tuple[AttackShare, ...] = ()

    @property
    def units(self) -> tuple[str, ...]:
        """All that attack, the leading unit first."""
        return (self.lead.unit, *(share.unit for share in self.supporters))
