"""What each player of a side commands, where sides have arms: all of it, or one of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtWidgets import QComboBox, QGridLayout, QWidget

from engine.texts import LocalText
from studio.parts.speech import Localizer

IN_A_ROW = 4


class CommandArmsRow(QWidget):
    """One list per player; the first line of each is the whole side."""

    def __init__(self, arms: Mapping[str, LocalText], say: Localizer) -> None:
        super().__init__()
        self._arms, self._say = arms, say
        self.boxes: list[QComboBox] = []
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)

    def show_players(self, names: Sequence[str]) -> None:
        """Show as many lists as there are players; those already there keep their choice."""
        while len(self.boxes) > len(names):
            box = self.boxes.pop()
            self._grid.removeWidget(box)
            box.deleteLater()
        while len(self.boxes) < len(names):
            self._add()
        for box, name in zip(self.boxes, names, strict=True):
            box.setAccessibleName(self._say("room-begin-arm", name=name))
            box.setToolTip(box.accessibleName())

    def _add(self) -> None:
        box, place = QComboBox(), len(self.boxes)
        box.addItem(self._say("room-begin-arm-all"), "")
        for arm, name in self._arms.items():
            box.addItem(self._say.of(name), arm)
        self.boxes.append(box)
        self._grid.addWidget(box, place // IN_A_ROW, place % IN_A_ROW)

    @property
    def chosen(self) -> list[str]:
        """The arm of each player, empty for the whole side."""
        return [box.currentData() for box in self.boxes]
