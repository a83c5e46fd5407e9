"""The choices a scenario makes where the rules of valor leave them open (V0.5)."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Choices:
    """What rules.yaml lists, as a scenario has chosen."""

    advance: str
    stacking: str
    ap_table: str
    aircraft_scatter: bool
    grenades_most: int
    opfire_cumulative: bool
    hedges_are_hedgerows: bool
    crops: bool
    hidden_mines: bool
    vehicles_in_buildings: bool
    half_hexes: str
    pinned_carrier: str
