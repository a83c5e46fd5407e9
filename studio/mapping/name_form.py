"""How a name is written: its type, letters, turn and line, as part of the dialog about it."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtGui import QColor
from PySide6.QtWidgets import (
    QColorDialog,
    QComboBox,
    QFormLayout,
    QHBoxLayout,
    QPushButton,
    QWidget,
)

from engine.editing.name_curves import Curve, arch_of, straight
from engine.map.map import NameStyle
from engine.map.styles import Lettering
from studio.parts.boxes import IntegerBox, MetresBox
from studio.parts.icons import swatch_icon
from studio.parts.speech import Localizer

WEIGHTS = (0, 300, 400, 500, 600, 700, 900)
LARGEST, WIDEST = 4.0, 5.0
LONG = 3.5  # hexes of a new curve
AUTO, PINNED, STRAIGHT, ARCHED, ALONG, KEPT = (
    "auto",
    "fixed",
    "straight",
    "arched",
    "along",
    "kept",
)


class NameForm(QWidget):
    """Fields for a `NameLook`; a field at its minimum follows the map's style."""

    def __init__(self, look: NameStyle, along: Curve | None, say: Localizer) -> None:
        super().__init__()
        self._look, self._along, self._say = look, along, say
        self._colour = look.colour
        self.sort, self.weight, self.stands = QComboBox(), QComboBox(), QComboBox()
        self.high = MetresBox(0.0, LARGEST, look.size or 0.0)
        self.spacing = MetresBox(-0.15, WIDEST, -0.15 if look.spacing is None else look.spacing)
        self.turn, self.colour = IntegerBox(-180, 180, round(look.turn)), QPushButton()
        self.plain = QPushButton(say("name-as-style"))
        for box, step in ((self.high, 0.05), (self.spacing, 0.05)):
            box.setSingleStep(step)
            box.setSpecialValueText(say("name-as-style"))
        self.turn.setSuffix("°")
        for button in (self.colour, self.plain):
            button.setAutoDefault(False)  # Enter never means it
        self._fill()
        self.colour.clicked.connect(self._choose_colour)
        form = QFormLayout(self)
        form.setContentsMargins(0, 0, 0, 0)
        fields: dict[str, QWidget] = {
            "sort": self.sort, "size": self.high, "weight": self.weight, "colour": self._colours(),
            "spacing": self.spacing, "turn": self.turn, "stands": self.stands,
        }  # fmt: skip
        for key, field in fields.items():
            form.addRow(say(f"name-{key}"), field)
        self.stands.setToolTip(say("name-stands-hint"))

    def _colours(self) -> QWidget:
        """The colour, and a way back to that of the style."""
        row = QWidget()
        across = QHBoxLayout(row)
        across.setContentsMargins(0, 0, 0, 0)
        across.addWidget(self.colour, 1)
        across.addWidget(self.plain)
        self.plain.clicked.connect(lambda: self._take_colour(""))
        return row

    def _take_colour(self, colour: str) -> None:
        self._colour = colour
        self._show_colour()

    def _fill(self) -> None:
        say, look = self._say, self._look
        for lettering in Lettering:
            self.sort.addItem(say(f"name-sort-{lettering}"), lettering)
        self.sort.setCurrentIndex(self.sort.findData(look.sort))
        for weight in WEIGHTS:
            self.weight.addItem(str(weight) if weight else say("name-as-style"), weight)
        self.weight.setCurrentIndex(max(0, self.weight.findData(look.weight or 0)))
        now = KEPT if look.curve else PINNED if look.pin is not None else AUTO
        ways = [AUTO, PINNED, STRAIGHT, ARCHED, *([ALONG] if self._along else [])]
        for way in [*([KEPT] if look.curve else []), *ways]:
            self.stands.addItem(say(f"name-stands-{way}"), way)
        self.stands.setCurrentIndex(self.stands.findData(now))
        self._show_colour()

    def _show_colour(self) -> None:
        self.colour.setText(self._colour or self._say("name-as-style"))
        self.colour.setIcon(swatch_icon(self._colour))
        self.plain.setEnabled(bool(self._colour))

    def _choose_colour(self) -> None:
        """Another colour."""
        was = QColor(self._colour or "#2b241a")
        chosen = QColorDialog.getColor(was, self.window(), self._say("name-colour"))
        if chosen.isValid():
            self._take_colour(chosen.name())

    def look(self) -> NameStyle:
        """How the name is to be written."""
        sized, spaced = self.high.value(), self.spacing.value()
        return replace(
            self._standing(),
            sort=Lettering(self.sort.currentData()),
            size=sized or None,
            weight=self.weight.currentData() or None,
            colour=self._colour,
            spacing=None if spaced <= self.spacing.minimum() else spaced,
            turn=float(self.turn.value()),
        )

    def _standing(self) -> NameStyle:
        look = self._look
        match self.stands.currentData():
            case "fixed":
                return replace(look, pin=look.pin or (0.0, 0.3), curve=())
            case "straight":
                return replace(look, pin=None, curve=straight(LONG))
            case "arched":
                return replace(look, pin=None, curve=arch_of(LONG))
            case "along":
                return replace(look, pin=None, curve=self._along or ())
            case "kept":
                return look
        return replace(look, pin=None, curve=())
