"""How fast a game is watched."""

from __future__ import annotations

from enum import Enum

from studio.drawing.motion import is_motion_reduced


class PlaybackSpeed(Enum):
    """How long one step of what is watched takes, in milliseconds."""

    SLOW = 1100
    NORMAL = 520
    FAST = 160
    SKIP = 0

    @classmethod
    def kept(cls, name: str) -> PlaybackSpeed:
        """The speed chosen last; without one, results only if nothing is to move."""
        if name in cls.__members__:
            return cls[name]
        return cls.SKIP if is_motion_reduced() else cls.NORMAL
