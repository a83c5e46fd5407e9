"""How vehicles are steered (V6.8, V7.2)."""

from __future__ import annotations

from engine.paths.fronts import AHEAD, ASTERN, SideEntry, SteeringRules

TURNS = (0, 0, 1, 2)  # MP for turning by so many hexsides: the first is free (V6.8)
STEERED = SteeringRules({AHEAD: SideEntry(turns=TURNS), ASTERN: SideEntry(times=2)})
"""Ahead, turning on entering; astern at twice the cost, with the facing it has (V7.2)."""
