"""A form row that admits an observer, or a second umpire at another screen."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QComboBox,
    QDoubleSpinBox,
    QGridLayout,
    QLineEdit,
    QPushButton,
    QWidget,
)

from engine.umpire.observers import BULLETINS, EVERYTHING, LONGEST_DELAY
from engine.umpire.umpired_game import UmpiredGame
from studio.widgets.localization import Localizer
from studio.workspaces.umpire.umpire_texts import UmpiredGameNames

UMPIRES = "umpires"


class GuestRow(QWidget):
    """The name, what is seen, and with what delay; Enter, or the button, makes a link."""

    wanted = Signal(str, str, float)  # the name, what is seen or `UMPIRES`, seconds of delay

    def __init__(self, localize: Localizer) -> None:
        super().__init__()
        self._localize = localize
        self.name, self.sees, self.delay = QLineEdit(), QComboBox(), QDoubleSpinBox()
        self.admit = QPushButton()
        self.delay.setRange(0.0, LONGEST_DELAY / 60)
        self.delay.setDecimals(0)
        narrow = QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
        self.sees.setSizeAdjustPolicy(narrow)
        layout = QGridLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.name, 0, 0)
        layout.addWidget(self.sees, 0, 1)
        layout.addWidget(self.delay, 1, 0)
        layout.addWidget(self.admit, 1, 1)
        self.sees.currentIndexChanged.connect(lambda _: self._allow_delay())
        self.name.returnPressed.connect(self.give)
        self.admit.clicked.connect(self.give)

    def follow(self, room: UmpiredGame | None) -> None:
        """List what may be seen in a room, in the window's language."""
        localize, chosen = self._localize, self.sees.currentData()
        self.name.setPlaceholderText(localize("room-guest-name"))
        self.name.setAccessibleName(localize("room-guest-name"))
        self.sees.setAccessibleName(localize("room-guest-sees"))
        self.delay.setAccessibleName(localize("room-guest-delay"))
        self.delay.setToolTip(localize("room-guest-delay-hint"))
        self.delay.setSpecialValueText(localize("room-guest-at-once"))
        self.delay.setSuffix(localize("room-guest-minutes"))
        self.admit.setText(localize("room-guest-admit"))
        self.admit.setToolTip(localize("room-guest-admit-hint"))
        self.sees.clear()
        if room is None:
            return
        who = UmpiredGameNames(room, localize)
        for side in room.sides:
            self.sees.addItem(localize("room-guest-sees-side", side=who.names.side(side)), side)
        for each in (EVERYTHING, BULLETINS, UMPIRES):
            self.sees.addItem(localize(f"room-guest-{each}"), each)
        self.sees.setCurrentIndex(max(self.sees.findData(chosen), 0))

    def _allow_delay(self) -> None:
        self.delay.setEnabled(self.sees.currentData() != UMPIRES)

    def give(self) -> None:
        """Ask for the link, if anybody is named."""
        if self.name.text().strip() and self.sees.currentData():
            delay = 60 * self.delay.value() if self.delay.isEnabled() else 0.0
            self.wanted.emit(self.name.text(), self.sees.currentData(), delay)
