"""The fields of an umpire's order: one of several things, a hex, a new id."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLineEdit, QToolButton, QWidget

from engine.hexes.hex import Hex
from engine.hexes.labels import Labels
from engine.play.pointing import Parameter
from engine.problems import SandtableError
from studio.parts.icons import icon
from studio.parts.speech import Speech
from studio.playtest.board.pointing import Spot
from studio.playtest.panels.umpire import Option, UmpireActs


class NothingChosen(SandtableError):
    """A field that was left empty."""


class Field(QWidget):
    """One parameter; where a map can say it, a button waits for a click there."""

    pointing = Signal(bool)  # a click on the map is wanted, or no longer
    edited = Signal()

    def __init__(self, parameter: Parameter, say: Speech) -> None:
        super().__init__()
        self.parameter, self._say = parameter, say
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self.point = QToolButton()
        self.point.setCheckable(True)
        self.point.setToolTip(say("umpire-point-hint"))
        self.point.setAccessibleName(say("umpire-point-hint"))
        self.point.clicked.connect(self.pointing)

    def _lay_out(self, box: QWidget, by_map: bool) -> None:
        self._row.addWidget(box, 1)
        self.setFocusProxy(box)
        if by_map:
            self._row.addWidget(self.point)
            self._draw_button()

    def look(self, acts: UmpireActs) -> None:
        """Offer what there is in this position."""
        self._draw_button()

    def _draw_button(self) -> None:
        self.point.setIcon(icon("point", self.palette().text().color().name()))

    def take(self, spot: Spot) -> None:
        """Take what the map was clicked for."""

    def put(self, argument: Any) -> None:
        """Show what the parameter is given."""
        raise NotImplementedError

    def argument(self) -> Any:
        """What the parameter is given. A SandtableError says what is wrong with it."""
        raise NotImplementedError


class ChoiceField(Field):
    """One of several things; a unit can be clicked on the map."""

    def __init__(self, parameter: Parameter, say: Speech) -> None:
        super().__init__(parameter, say)
        self.box = QComboBox()
        self.box.setMinimumContentsLength(10)
        adjust = QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
        self.box.setSizeAdjustPolicy(adjust)
        self.box.currentIndexChanged.connect(lambda _: self.edited.emit())
        self._lay_out(self.box, parameter.kind == "unit")

    def look(self, acts: UmpireActs) -> None:
        """List what there is; what was chosen stays so."""
        self._draw_button()
        options: Sequence[Option] = acts.options(self.parameter)
        was = self.box.currentData()
        blocker = QSignalBlocker(self.box)
        self.box.clear()
        for option in options:
            self.box.addItem(option.words, option.value)
        self.box.setCurrentIndex(max(self.box.findData(was), 0 if options else -1))
        blocker.unblock()

    def take(self, spot: Spot) -> None:
        """The unit that was clicked."""
        self.put(spot.unit)

    def put(self, argument: Any) -> None:
        """Choose something, if it is there."""
        place = self.box.findData(argument)
        if place >= 0:
            self.box.setCurrentIndex(place)

    def argument(self) -> str:
        """What is chosen."""
        chosen = self.box.currentData()
        if chosen is None:
            raise NothingChosen(self._say("umpire-nothing"))
        return str(chosen)


class HexField(Field):
    """A hex by its label, as `@column,row`, or by a click on the map."""

    def __init__(self, parameter: Parameter, say: Speech, labels: Labels) -> None:
        super().__init__(parameter, say)
        self._labels = labels
        self.box = QLineEdit()
        self.box.setPlaceholderText(labels.label(labels.grid.hex(0, 0)))
        self.box.setToolTip(say("umpire-hex-hint"))
        self.box.textChanged.connect(lambda _: self.edited.emit())
        self._lay_out(self.box, by_map=True)

    def take(self, spot: Spot) -> None:
        """The hex that was clicked."""
        self.put(spot.hex)

    def put(self, argument: Any) -> None:
        """Write a hex."""
        self.box.setText(self._labels.label(Hex(*argument)))

    def argument(self) -> Hex:
        """The hex that is written; UnknownHex says what would be right."""
        if not self.box.text().strip():
            raise NothingChosen(self._say("umpire-no-hex"))
        return self._labels.find(self.box.text())


class IdField(Field):
    """The id of something new; one that is free is there already."""

    def __init__(self, parameter: Parameter, say: Speech) -> None:
        super().__init__(parameter, say)
        self._offered = ""
        self.box = QLineEdit()
        self.box.textChanged.connect(lambda _: self.edited.emit())
        self._lay_out(self.box, by_map=False)

    def look(self, acts: UmpireActs) -> None:
        """Offer a free one, unless somebody has written his own."""
        was, self._offered = self._offered, acts.new_id()
        if self.box.text() == was:
            self.box.setText(self._offered)

    def put(self, argument: Any) -> None:
        """Write an id."""
        self.box.setText(str(argument))

    def argument(self) -> str:
        """The id that is written."""
        return self.box.text().strip()


def field(parameter: Parameter, say: Speech, labels: Labels) -> Field:
    """The field of a parameter."""
    if parameter.kind == "hex":
        return HexField(parameter, say, labels)
    if parameter.kind == "id":
        return IdField(parameter, say)
    return ChoiceField(parameter, say)
