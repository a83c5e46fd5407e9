"""Real dice: the faces that lie on the table, entered by hand."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSpinBox, QWidget

from engine.asks import Roll
from studio.panels.speech import Speech


class DiceEntry(QWidget):
    """One box for every die; Enter lays them."""

    entered = Signal(object)  # list[int]

    def __init__(self, say: Speech) -> None:
        super().__init__()
        self._say = say
        self.boxes: list[QSpinBox] = []
        self.lay = QPushButton()
        self.lay.clicked.connect(self._enter)
        self.lay.setDefault(True)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.addWidget(self.lay)
        say.changed.connect(self.retranslate)
        self.retranslate()

    def ask(self, roll: Roll) -> None:
        """Make room for a roll."""
        while len(self.boxes) > roll.dice:
            self.boxes.pop().deleteLater()
        while len(self.boxes) < roll.dice:
            box = QSpinBox()
            self._row.insertWidget(len(self.boxes), box)
            self.boxes.append(box)
        for box in self.boxes:
            box.setRange(1, roll.sides)
            box.setValue(1)
            box.selectAll()
        self.boxes[0].setFocus()

    def retranslate(self) -> None:
        """In the window's language."""
        self.lay.setText(self._say("lay-dice"))

    def _enter(self) -> None:
        self.entered.emit([box.value() for box in self.boxes])
