"""Whether what is drawn may move by itself."""

from __future__ import annotations


def is_motion_reduced() -> bool:
    """Whether nothing is to move: by the user's choice, or because the desktop shows no motion."""
    from PySide6.QtWidgets import QApplication, QStyle  # its enumerations take a while to load

    style = QApplication.style()
    hint = QStyle.StyleHint.SH_Widget_Animation_Duration
    return style is not None and not style.styleHint(hint)
