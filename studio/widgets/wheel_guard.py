"""The wheel over fields: it scrolls what they stand in, and turns only one that was clicked."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QAbstractSlider, QAbstractSpinBox, QComboBox, QScrollBar, QWidget

TURNED = (QAbstractSpinBox, QAbstractSlider, QComboBox)
# The focus goes and comes back so without a person's doing: it stays what it was.
PASSING = (
    Qt.FocusReason.PopupFocusReason,
    Qt.FocusReason.ActiveWindowFocusReason,
    Qt.FocusReason.MenuBarFocusReason,
)


class WheelGuard(QObject):
    """Keeps the wheel from the fields it watches, but for the one that has the focus by a click.

    The first field of a dialog has the focus unasked; where the wheel turned it, scrolling the
    dialog would change it unseen.
    """

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._clicked: QObject | None = None

    def watch(self, widget: QWidget) -> None:
        """Watch a widget, if the wheel would turn it."""
        if isinstance(widget, TURNED) and not isinstance(widget, QScrollBar):
            if widget.focusPolicy() is Qt.FocusPolicy.WheelFocus:
                widget.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
            widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Leave the wheel to what the field stands in, unless the field was clicked."""
        match event.type():
            case QEvent.Type.FocusIn if isinstance(event, QFocusEvent):
                if event.reason() not in PASSING:
                    is_clicked = event.reason() is Qt.FocusReason.MouseFocusReason
                    self._clicked = watched if is_clicked else None
            case QEvent.Type.MouseButtonPress:
                self._clicked = watched
            case QEvent.Type.Wheel if not self._may_turn(watched):
                event.ignore()
                return True
        return False

    def _may_turn(self, field: QObject) -> bool:
        return field is self._clicked and isinstance(field, QWidget) and field.hasFocus()
