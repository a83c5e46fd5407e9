"""The wheel over a form that scrolls: it scrolls, and turns a field only where the keys are."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QAbstractSlider, QAbstractSpinBox, QComboBox, QScrollBar, QWidget

TURNED = (QAbstractSpinBox, QAbstractSlider, QComboBox)


class CalmWheel(QObject):
    """Watches the fields of a form, as they are when it is made."""

    def __init__(self, form: QWidget) -> None:
        super().__init__(form)
        for field in form.findChildren(QWidget):
            if isinstance(field, TURNED) and not isinstance(field, QScrollBar):
                field.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
                field.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Leave the wheel to the form where the field has no focus."""
        if event.type() is not QEvent.Type.Wheel or not isinstance(watched, QWidget):
            return False
        if watched.hasFocus():
            return False
        event.ignore()
        return True
