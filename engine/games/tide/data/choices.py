"""The choices a scenario makes where the rules of tide leave them open (H)."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Choices:
    """What rules.yaml lists, as a scenario has chosen."""

    actions: int
    units_in_hex: int
    vehicles_in_hex: int
    opfire_losses_stop: bool
    assault_tie: str
    assault_bar: str
    mortar: str
    halve_each: bool
    blind_by_equal_ground: bool
    hidden_mines: bool
    command_kept: bool
    overrun_op_fire: str
