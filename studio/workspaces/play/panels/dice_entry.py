"""Real dice: the faces that lie on the table, entered by hand."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSpinBox, QWidget

from engine.play.decisions import Roll
from studio.widgets.document_fields import UndoableLine
from studio.widgets.localization import Localizer

EMPTY = 0  # no face of a die
ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class DieBox(QSpinBox):
    """One die: empty until its face is typed, which is at once all there is to type.

    Undo is the window's: a face that was laid by mistake is taken back from the next box.
    """

    filled = Signal()
    confirmed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setLineEdit(UndoableLine())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """A digit is the face; Enter is for the dice together."""
        digit = int(event.text()) if event.text() in tuple("123456789") else EMPTY
        if event.key() in ENTER:
            self.interpretText()
            self.confirmed.emit()
        elif digit and self.maximum() <= 9:
            if digit <= self.maximum():
                self.setValue(digit)
                self.filled.emit()
        else:
            super().keyPressEvent(event)


class DiceEntry(QWidget):
    """One box for every die; Enter lays them once none is empty."""

    entered = Signal(object)  # list[int]
    changed = Signal()  # a face is another, or there is none now

    def __init__(self, localize: Localizer) -> None:
        super().__init__()
        self._localize = localize
        self.boxes: list[DieBox] = []
        self.lay = QPushButton()
        self.lay.clicked.connect(self._enter)
        self.lay.setDefault(True)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.addWidget(self.lay)
        localize.changed.connect(self.retranslate)
        self.retranslate()

    def ask(self, roll: Roll) -> None:
        """Make room for a roll."""
        while len(self.boxes) > roll.dice:
            self.boxes.pop().deleteLater()
        while len(self.boxes) < roll.dice:
            self._add_box()
        for box in self.boxes:
            box.setRange(EMPTY, roll.sides)
            box.setValue(EMPTY)
        self._look()
        self._take(self.boxes[0])

    def _add_box(self) -> None:
        box = DieBox()
        box.setSpecialValueText("–")
        box.valueChanged.connect(self._look)
        box.filled.connect(self._go_on)
        box.confirmed.connect(self._confirm)
        self._row.insertWidget(len(self.boxes), box)
        self.boxes.append(box)

    def focus(self) -> None:
        """Let the first die whose face is not entered have the keyboard, else the last."""
        self._take(self._empty() or self.boxes[-1])

    def retranslate(self) -> None:
        """Say everything in the window's language."""
        self.lay.setText(self._localize("lay-dice"))

    # --- one die after the other ------------------------------------------------------------------

    def _empty(self) -> DieBox | None:
        """The first die whose face has not been entered yet."""
        return next((box for box in self.boxes if box.value() == EMPTY), None)

    def _look(self) -> None:
        """Allow laying dice only once every face is entered."""
        self.lay.setEnabled(self._empty() is None)
        self.changed.emit()

    def _go_on(self) -> None:
        """On to the next empty box; at the last die Enter lays them all."""
        box = self._empty()
        if box is not None:
            self._take(box)

    def _confirm(self) -> None:
        if self._empty() is None:
            self._enter()
        else:
            self._go_on()

    def _take(self, box: DieBox) -> None:
        box.setFocus()
        box.selectAll()

    def _enter(self) -> None:
        self.entered.emit([box.value() for box in self.boxes])
