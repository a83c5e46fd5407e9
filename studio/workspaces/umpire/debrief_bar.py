"""The bar of the debrief: the turn, the side, and where its belief was wrong, in words."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QPushButton,
    QSlider,
    QVBoxLayout,
    QWidget,
)

from engine.narration.turn_text import turn_title
from engine.umpire.sightings import TurnBelief
from engine.umpire.umpired_game import UmpiredGame
from studio.widgets.localization import Localizer
from studio.widgets.sizing import scale_length
from studio.workspaces.umpire.belief_differences import BeliefDifference, compare_beliefs
from studio.workspaces.umpire.report_export import difference_sentences
from studio.workspaces.umpire.umpire_texts import UmpiredGameNames

HIGH = 96  # pixels of the list


class DebriefBar(QWidget):
    """A slider over the turns; `chosen` says which turn to show, and whose belief."""

    chosen = Signal(object, str)  # TurnBelief, the side whose belief it is
    export_wanted = Signal()
    closed = Signal()

    def __init__(self, room: UmpiredGame, localize: Localizer) -> None:
        super().__init__()
        self._room, self._localize = room, localize
        self.beliefs: list[TurnBelief] = []
        self.slider, self.turn, self.side = (
            QSlider(Qt.Orientation.Horizontal),
            QLabel(),
            QComboBox(),
        )
        self.export, self.shut, self.list = QPushButton(), QPushButton(), QListWidget()
        self.whose = QLabel()
        self.slider.setTickPosition(QSlider.TickPosition.TicksBelow)
        self.slider.setPageStep(1)
        self.slider.valueChanged.connect(lambda _: self.choose())
        self.side.activated.connect(lambda _: self.choose())
        self.export.clicked.connect(self.export_wanted)
        self.shut.clicked.connect(self.closed)
        self.list.setMaximumHeight(scale_length(HIGH))
        self.list.setWordWrap(True)
        row, layout = QHBoxLayout(), QVBoxLayout(self)
        for widget in (self.turn, self.slider, self.whose, self.side, self.export, self.shut):
            row.addWidget(widget, 1 if widget is self.slider else 0)
        layout.setContentsMargins(4, 2, 4, 2)
        layout.addLayout(row)
        layout.addWidget(self.list)
        localize.changed.connect(self.retranslate)
        self.retranslate()

    def retranslate(self) -> None:
        """Say everything in the window's language."""
        localize, chosen = self._localize, self.side.currentData()
        self.whose.setText(localize("room-debrief-whose"))
        self.whose.setBuddy(self.side)
        self.export.setText(localize("room-debrief-export"))
        self.export.setToolTip(localize("room-debrief-export-hint"))
        self.shut.setText(localize("room-debrief-close"))
        self.slider.setAccessibleName(localize("room-debrief-turns"))
        self.side.clear()
        who = UmpiredGameNames(self._room, localize)
        for side in self._room.sides:
            self.side.addItem(who(side), side)
        self.side.setCurrentIndex(max(self.side.findData(chosen), 0))
        self._tell()

    def open(self) -> None:
        """Look at all turns so far, starting with the last."""
        self.beliefs = self._room.debrief()
        self.slider.blockSignals(True)
        self.slider.setRange(0, len(self.beliefs) - 1)
        self.slider.setValue(len(self.beliefs) - 1)
        self.slider.blockSignals(False)
        self.choose()
        self.slider.setFocus()

    @property
    def belief(self) -> TurnBelief | None:
        """The turn being shown."""
        place = self.slider.value()
        return self.beliefs[place] if 0 <= place < len(self.beliefs) else None

    def differences(self) -> list[BeliefDifference]:
        """Return the enemies that the side did not see in that turn."""
        belief, side = self.belief, self.side.currentData()
        return compare_beliefs(belief, side) if belief is not None and side else []

    def choose(self) -> None:
        """Show another turn, or another side."""
        if self.belief is not None and self.side.currentData():
            self.chosen.emit(self.belief, self.side.currentData())
        self._tell()

    def _tell(self) -> None:
        """Say which turn it is, and what was believed wrongly."""
        belief, localize = self.belief, self._localize
        if belief is None:
            return
        is_last = self.slider.value() == self.slider.maximum()
        turn = turn_title(self._room.session.scenario.game, belief.turn, localize.language)
        self.turn.setText(localize("room-debrief-now", turn=turn) if is_last else turn)
        names = UmpiredGameNames(self._room, localize).names
        self.list.clear()
        self.list.addItems(difference_sentences(self.differences(), names, localize.language))
