"""How fast a game is watched."""

from __future__ import annotations

from enum import Enum

from studio.drawing.motion import is_still


class Speed(Enum):
    """How long one step of what is watched takes, in milliseconds."""

    SLOW = 1100
    NORMAL = 520
    FAST = 160
    SKIP = 0

    @classmethod
    def kept(cls, name: str) -> Speed:
        """The speed chosen last; without one, results only if nothing is to move."""
        if name in cls.__members__:
            return cls[name]
        return cls.SKIP if is_still() else cls.NORMAL
