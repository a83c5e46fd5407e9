"""The choices a scenario makes where Little Wars leaves them open."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Choices:
    """What rules.yaml lists, as a scenario has chosen."""

    game: str
    curtain: bool
    setup_depth: int
    choose_edge: bool
    clock: str
    clock_follows_losses: bool
    shots: str
    wind: int
    wind_from: str
    shortest: bool
    road_bonus: int
    field_scale: int
    rout: str
    boxes: bool
    supply_wagons: bool
    railways: bool
    # Of the Kriegspiel alone.
    edge_supplies: bool = True
    begins_fed: bool = True
    convoy_wagons: int = 0
