"""The fields of an umpire's order, and of an answer that is not proposed: one a parameter."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QDoubleSpinBox,
    QHBoxLayout,
    QLineEdit,
    QSpinBox,
    QToolButton,
    QWidget,
)

from engine.hexes.hex import SIDES, Hex
from engine.hexes.labels import Labels
from engine.narration.number_format import format_decimal
from engine.play.option_targets import ActionParameter
from engine.play.position import Point, Spot
from engine.problems import SandtableError
from engine.scenario.scenario import Scenario
from engine.tabletop.shapes import format_path, parse_path
from studio.widgets.icons import action_icon
from studio.widgets.localization import Localizer
from studio.workspaces.play.game_view.game_view import PointedSpot

SIXTEENTHS = 16  # in an inch, in which points of a table are counted
LARGEST = 1_000_000  # whole number that can be written
LONGEST = 1000.0  # inches of a table


class EmptyFieldError(SandtableError):
    """A field that was left empty."""


class InvalidPathError(SandtableError):
    """A text in a field for a path that is not a point."""


class FieldOption(NamedTuple):
    """A possible value of a parameter, and its name."""

    value: Any
    words: str


class OptionSource(Protocol):
    """A source of options in a position."""

    def options(self, parameter: ActionParameter) -> Sequence[FieldOption]:
        """The possible values of a parameter, where they can be listed."""
        ...

    def new_id(self) -> str:
        """An id that is free."""
        ...


class ParameterField(QWidget):
    """One parameter; where a map can say it, a button waits for a click there."""

    pointing = Signal(bool)  # a click on the map is wanted, or no longer
    edited = Signal()

    def __init__(self, parameter: ActionParameter, localize: Localizer) -> None:
        super().__init__()
        self.parameter, self._localize = parameter, localize
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self.point = QToolButton()
        self.point.setCheckable(True)
        self.point.setToolTip(localize("umpire-point-hint"))
        self.point.setAccessibleName(localize("umpire-point-hint"))
        self.point.clicked.connect(self.pointing)

    def _lay_out(self, box: QWidget, by_map: bool) -> None:
        self._row.addWidget(box, 1)
        self.setFocusProxy(box)
        if by_map:
            self._row.addWidget(self.point)
            self._draw_button()

    def look(self, offers: OptionSource) -> None:
        """Offer what there is in this position."""
        self._draw_button()

    def _draw_button(self) -> None:
        self.point.setIcon(action_icon("point"))

    def take(self, spot: PointedSpot) -> None:
        """Take the place or unit clicked on the map."""

    def set_value(self, argument: Any) -> None:
        """Show a value of the parameter."""
        raise NotImplementedError

    def argument(self) -> Any:
        """The value of the parameter. A SandtableError says what is wrong with it."""
        raise NotImplementedError


class ChoiceField(ParameterField):
    """One of several things; a unit can be clicked on the map."""

    def __init__(self, parameter: ActionParameter, localize: Localizer) -> None:
        super().__init__(parameter, localize)
        self.box = QComboBox()
        self.box.setMinimumContentsLength(10)
        adjust = QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
        self.box.setSizeAdjustPolicy(adjust)
        self.box.currentIndexChanged.connect(lambda _: self.edited.emit())
        self._lay_out(self.box, parameter.kind == "unit")

    def look(self, offers: OptionSource) -> None:
        """List what there is, keeping the choice."""
        self._draw_button()
        options: Sequence[FieldOption] = offers.options(self.parameter)
        was = self.box.currentData()
        blocker = QSignalBlocker(self.box)
        self.box.clear()
        for option in options:
            self.box.addItem(option.words, option.value)
        self.box.setCurrentIndex(max(self.box.findData(was), 0 if options else -1))
        blocker.unblock()

    def take(self, spot: PointedSpot) -> None:
        """The unit that was clicked."""
        self.set_value(spot.unit)

    def set_value(self, argument: Any) -> None:
        """Choose something, if it is there."""
        place = self.box.findData(argument)
        if place >= 0:
            self.box.setCurrentIndex(place)

    def argument(self) -> Any:
        """Return the selected value."""
        chosen = self.box.currentData()
        if chosen is None:
            raise EmptyFieldError(self._localize("umpire-nothing"))
        return chosen


class HexParameterField(ParameterField):
    """A hex by its label, as `@column,row`, or by a click on the map."""

    def __init__(self, parameter: ActionParameter, localize: Localizer, labels: Labels) -> None:
        super().__init__(parameter, localize)
        self._labels = labels
        self.box = QLineEdit()
        self.box.setPlaceholderText(labels.label(labels.grid.hex(0, 0)))
        self.box.setToolTip(localize("umpire-hex-hint"))
        self.box.textChanged.connect(lambda _: self.edited.emit())
        self._lay_out(self.box, by_map=True)

    def take(self, spot: PointedSpot) -> None:
        """The hex that was clicked."""
        self.set_value(spot.hex)

    def set_value(self, argument: Any) -> None:
        """Write a hex."""
        self.box.setText(self._labels.label(Hex(*argument)))

    def argument(self) -> Hex:
        """The hex that is written; UnknownHexError says what would be right."""
        if not self.box.text().strip():
            raise EmptyFieldError(self._localize("umpire-no-hex"))
        return self._labels.find(self.box.text())


class NewIdField(ParameterField):
    """The id of something new; a free one is filled in already."""

    def __init__(self, parameter: ActionParameter, localize: Localizer) -> None:
        super().__init__(parameter, localize)
        self._offered = ""
        self.box = QLineEdit()
        self.box.textChanged.connect(lambda _: self.edited.emit())
        self._lay_out(self.box, by_map=False)

    def look(self, offers: OptionSource) -> None:
        """Offer a free one, unless the user has written one."""
        was, self._offered = self._offered, offers.new_id()
        if self.box.text() == was:
            self.box.setText(self._offered)

    def set_value(self, argument: Any) -> None:
        """Write an id."""
        self.box.setText(str(argument))

    def argument(self) -> str:
        """The id that is written."""
        return self.box.text().strip()


class PathField(ParameterField):
    """Hexes one after the other, by their labels or by a click each."""

    def __init__(self, parameter: ActionParameter, localize: Localizer, labels: Labels) -> None:
        super().__init__(parameter, localize)
        self._labels = labels
        self.box = QLineEdit()
        first = labels.grid.hex(0, 0), labels.grid.hex(min(1, labels.grid.columns - 1), 0)
        self.box.setPlaceholderText(" ".join(map(labels.label, first)))
        self.box.setToolTip(localize("answer-path-hint"))
        self.box.textChanged.connect(lambda _: self.edited.emit())
        self._lay_out(self.box, by_map=True)

    def take(self, spot: PointedSpot) -> None:
        """Take one more hex; a click on the last one removes it again."""
        try:
            way = [*self.argument()]
        except SandtableError:
            way = []
        self.set_value(way[:-1] if way[-1:] == [spot.hex] else [*way, spot.hex])

    def set_value(self, argument: Any) -> None:
        """Write the hexes."""
        self.box.setText(" ".join(self._labels.label(Hex(*hex_)) for hex_ in argument))

    @property
    def way(self) -> tuple[Spot, ...]:
        """The hexes that are written; UnknownHexError says what would be right."""
        return self.argument()

    def argument(self) -> tuple[Hex, ...]:
        """The way in the form games use."""
        written = self.box.text().split()
        if not written:
            raise EmptyFieldError(self._localize("answer-no-path"))
        return tuple(self._labels.find(label) for label in written)


class NumberField(ParameterField):
    """A whole number."""

    def __init__(self, parameter: ActionParameter, localize: Localizer) -> None:
        super().__init__(parameter, localize)
        self.box = QSpinBox()
        self.box.setRange(-LARGEST, LARGEST)
        self.box.valueChanged.connect(lambda _: self.edited.emit())
        self._lay_out(self.box, by_map=False)

    def set_value(self, argument: Any) -> None:
        """Write a number."""
        self.box.setValue(int(argument))

    def argument(self) -> int:
        """The number that is written."""
        return self.box.value()


class PlaceField(ParameterField):
    """A point of a table, in inches from its lower left corner, or by a click."""

    def __init__(self, parameter: ActionParameter, localize: Localizer) -> None:
        super().__init__(parameter, localize)
        self.across, self.away = QDoubleSpinBox(), QDoubleSpinBox()
        for box, words in ((self.across, "answer-across"), (self.away, "answer-away")):
            box.setDecimals(4)
            box.setRange(0.0, LONGEST)
            box.setSingleStep(1 / SIXTEENTHS)
            box.setToolTip(localize(words))
            box.setAccessibleName(localize(words))
            box.valueChanged.connect(lambda _: self.edited.emit())
        self._row.addWidget(self.across, 1)
        self._lay_out(self.away, by_map=True)
        self.setFocusProxy(self.across)

    def take(self, spot: PointedSpot) -> None:
        """The point that was clicked."""
        if isinstance(spot.at, Point):
            self.set_value(spot.at)

    def set_value(self, argument: Any) -> None:
        """Write a point."""
        across, away = Point(*argument)
        self.across.setValue(across / SIXTEENTHS)
        self.away.setValue(away / SIXTEENTHS)

    def argument(self) -> Point:
        """The point that is written, to the nearest sixteenth of an inch."""
        written = self.across.value(), self.away.value()
        return Point(*(round(inches * SIXTEENTHS) for inches in written))


class PathOnTabletopField(ParameterField):
    """Points of a table one after the other, in inches, or by a click each."""

    def __init__(self, parameter: ActionParameter, localize: Localizer) -> None:
        super().__init__(parameter, localize)
        self.box = QLineEdit()
        self.box.setPlaceholderText("12,6.5 18,9")
        self.box.setToolTip(localize("answer-way-hint"))
        self.box.textChanged.connect(lambda _: self.edited.emit())
        self._lay_out(self.box, by_map=True)

    def take(self, spot: PointedSpot) -> None:
        """Take one more point."""
        if isinstance(spot.at, Point):
            written = f"{self.box.text().strip()} {_inches(spot.at)}"
            self.box.setText(written.strip())

    def set_value(self, argument: Any) -> None:
        """Write points."""
        self.box.setText(" ".join(_inches(point) for point in parse_path(str(argument))))

    @property
    def way(self) -> tuple[Spot, ...]:
        """The points that are written; InvalidPathError says what would be right."""
        return self._points()

    def _points(self) -> tuple[Point, ...]:
        return tuple(self._read(said) for said in self.box.text().split())

    def argument(self) -> str:
        """The way in the form games use, in sixteenths of an inch."""
        if not self._points():
            raise EmptyFieldError(self._localize("answer-no-path"))
        return format_path(self._points())

    def _read(self, said: str) -> Point:
        try:
            across, away = (float(part) for part in said.split(","))
            return Point(round(across * SIXTEENTHS), round(away * SIXTEENTHS))
        except (ValueError, OverflowError):
            raise InvalidPathError(self._localize("answer-bad-way", said=said)) from None


def _inches(point: Point) -> str:
    return f"{point.x / SIXTEENTHS:g},{point.y / SIXTEENTHS:g}"


def labels_of(scenario: Scenario) -> Labels | None:
    """The labels of a scenario's hexes; None where it is played on a table."""
    return None if scenario.is_on_table else scenario.map.labels


def create_field(
    parameter: ActionParameter, localize: Localizer, labels: Labels | None
) -> ParameterField:
    """The field of a parameter; `labels` are those of a map of hexes."""
    match parameter.kind:
        case "hex" if labels is not None:
            return HexParameterField(parameter, localize, labels)
        case "path" if labels is not None:
            return PathField(parameter, localize, labels)
        case "path":
            return PathOnTabletopField(parameter, localize)
        case "facing" if labels is None:
            return NumberField(parameter, localize)
        case "number":
            return NumberField(parameter, localize)
        case "place":
            return PlaceField(parameter, localize)
        case "id":
            return NewIdField(parameter, localize)
    return ChoiceField(parameter, localize)


def facing_options(labels: Labels | None, localize: Localizer) -> list[FieldOption]:
    """The directions 0…5 of a map as fronts, named by the compass; on a table all are free."""
    if labels is None:
        return []
    named = labels.grid.orientation.directions
    return [
        FieldOption(number, localize(f"front-{named[number].lower()}")) for number in range(SIDES)
    ]


def value_text(
    parameter: ActionParameter, argument: Any, labels: Labels | None, localize: Localizer
) -> str:
    """A value in words, for a parameter that means the same in every game; else empty."""
    match parameter.kind:
        case "facing" if labels is None:
            return f"{argument}°"
        case "facing":
            return facing_options(labels, localize)[int(argument)].words
        case "path" if labels is None:
            return " ".join(map(_inches, parse_path(str(argument))))
        case "path" if labels is not None:
            return " ".join(labels.label(Hex(*hex_)) for hex_ in argument)
        case "place":
            across, away = (
                format_decimal(f"{inches / SIXTEENTHS:g}", localize.language)
                for inches in Point(*argument)
            )
            return localize("answer-place", across=across, away=away)
    return ""
