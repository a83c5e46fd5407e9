"""How fast a game is watched."""

from __future__ import annotations

from enum import Enum


class Speed(Enum):
    """How long one step of what is watched takes, in milliseconds."""

    SLOW = 1100
    NORMAL = 520
    FAST = 160
    SKIP = 0
