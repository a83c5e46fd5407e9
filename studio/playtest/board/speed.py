"""How fast a game is watched."""

from __future__ import annotations

from enum import Enum


class Speed(Enum):
    """How long one step of what is watched takes, in milliseconds."""

    SLOW = 1100
    NORMAL = 520
    FAST = 160
    SKIP = 0

    @classmethod
    def kept(cls, name: str) -> Speed:
        """The one that was chosen last; where none was, results only on a desktop that is still."""
        if name in cls.__members__:
            return cls[name]
        return cls.SKIP if is_still() else cls.NORMAL


def is_still() -> bool:
    """Whether the user's desktop shows no motion."""
    from PySide6.QtWidgets import QApplication, QStyle  # its enumerations take a while to load

    style = QApplication.style()
    hint = QStyle.StyleHint.SH_Widget_Animation_Duration
    return style is not None and not style.styleHint(hint)
