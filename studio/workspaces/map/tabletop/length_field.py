"""A field for a length: feet and inches, read as people write them."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent

from engine.tabletop.lengths import InvalidLengthError, read_length
from studio.widgets.chips import ink_style
from studio.widgets.document_fields import UndoableTextLine
from studio.widgets.tokens import current_colours
from studio.workspaces.map.tabletop.measurements import format_length

STEP = 16  # sixteenths an arrow key goes up or down


class LengthField(UndoableTextLine):
    """Shows a length; `entered` when another was written and Enter pressed, or the field left.

    An invalid length stays, is marked, and says why; Escape brings back the length there is.
    """

    entered = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self._length: int | None = None
        self.editingFinished.connect(self._enter)

    def set_length(self, length: int | None) -> None:
        """Show a length; nothing for several things of different ones."""
        if self._length != length or not self.hasFocus() or not self.isModified():
            self._length = length
            self.put("" if length is None else format_length(length))
            self.setModified(False)
            self._tell("")

    def _enter(self) -> None:
        if not self.isModified():
            return
        try:
            length = read_length(self.text())
        except InvalidLengthError as error:
            self._tell(str(error))
            return
        self.setModified(False)
        self._tell("")
        if length != self._length:
            self.entered.emit(length)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Up and Down go by an inch, Escape brings back what was."""
        if event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down) and self._length is not None:
            step = STEP if event.key() == Qt.Key.Key_Up else -STEP
            self.entered.emit(self._length + step)
        elif event.key() == Qt.Key.Key_Escape and self.isModified():
            self._restore()
        else:
            super().keyPressEvent(event)

    def event(self, event: QEvent) -> bool:
        """Escape is ours while something is half written."""
        is_key = event.type() is QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent)
        if is_key and self.isModified() and _is_escape(event):
            event.accept()
            return True
        return super().event(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Restore the last valid length when the field is left."""
        super().focusOutEvent(event)
        if self.isModified():
            self._restore()

    def _restore(self) -> None:
        self.put("" if self._length is None else format_length(self._length))
        self.setModified(False)
        self._tell("")

    def _tell(self, fault: str) -> None:
        self.setToolTip(fault)
        self.setStyleSheet(ink_style(current_colours().danger) if fault else "")


def _is_escape(event: QEvent) -> bool:
    return isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape
