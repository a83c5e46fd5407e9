"""Chances of winning, from what speaks for a side."""

from __future__ import annotations

from math import exp

MOST = 30.0


def win_chance(lead: float) -> float:
    """The chance of winning that a lead comes to, in logits: even at 0."""
    return 1 / (1 + exp(-max(-MOST, min(MOST, lead))))
