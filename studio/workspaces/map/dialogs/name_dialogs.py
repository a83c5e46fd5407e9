"""Dialogs about names: the id and names of a zone, and a name on the map with its lettering."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import replace
from typing import NamedTuple

from PySide6.QtCore import Signal
from PySide6.QtGui import QColor
from PySide6.QtWidgets import (
    QColorDialog,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QHBoxLayout,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from engine.editing.name_curves import Curve, arch_of, straight_curve
from engine.hexes.labels import Labels, UnknownHexError
from engine.map.map import DEFAULT_LOOK, NameStyle
from engine.map.styles import MapNameKind
from engine.texts import LocalText
from studio.widgets.form_fields import (
    FieldErrorLabel,
    IntegerBox,
    LocalizedLine,
    MetresBox,
    PlainTextLine,
)
from studio.widgets.icons import swatch_icon
from studio.widgets.localization import Localizer
from studio.widgets.sizing import scale_length

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


class NameStyleForm(QWidget):
    """Fields for a `NameStyle`; a field at its minimum follows the map's style."""

    def __init__(self, look: NameStyle, along: Curve | None, localize: Localizer) -> None:
        super().__init__()
        self._look, self._along, self._localize = look, along, localize
        self._colour = look.colour
        self.sort, self.weight, self.stands = QComboBox(), QComboBox(), QComboBox()
        self.high = MetresBox(0.0, LARGEST, look.size or 0.0)
        self.spacing = MetresBox(-0.15, WIDEST, -0.15 if look.spacing is None else look.spacing)
        self.turn, self.colour = IntegerBox(-180, 180, round(look.turn)), QPushButton()
        self.plain = QPushButton(localize("name-as-style"))
        for box, step in ((self.high, 0.05), (self.spacing, 0.05)):
            box.setSingleStep(step)
            box.setSpecialValueText(localize("name-as-style"))
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
            form.addRow(localize(f"name-{key}"), field)
        self.stands.setToolTip(localize("name-stands-hint"))

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
        localize, look = self._localize, self._look
        for lettering in MapNameKind:
            self.sort.addItem(localize(f"name-sort-{lettering}"), lettering)
        self.sort.setCurrentIndex(self.sort.findData(look.sort))
        for weight in WEIGHTS:
            self.weight.addItem(str(weight) if weight else localize("name-as-style"), weight)
        self.weight.setCurrentIndex(max(0, self.weight.findData(look.weight or 0)))
        now = KEPT if look.curve else PINNED if look.pin is not None else AUTO
        ways = [AUTO, PINNED, STRAIGHT, ARCHED, *([ALONG] if self._along else [])]
        for way in [*([KEPT] if look.curve else []), *ways]:
            self.stands.addItem(localize(f"name-stands-{way}"), way)
        self.stands.setCurrentIndex(self.stands.findData(now))
        self._show_colour()

    def _show_colour(self) -> None:
        self.colour.setText(self._colour or self._localize("name-as-style"))
        self.colour.setIcon(swatch_icon(self._colour))
        self.plain.setEnabled(bool(self._colour))

    def _choose_colour(self) -> None:
        """Another colour."""
        was = QColor(self._colour or "#2b241a")
        chosen = QColorDialog.getColor(was, self.window(), self._localize("name-colour"))
        if chosen.isValid():
            self._take_colour(chosen.name())

    def look(self) -> NameStyle:
        """Return the style of the name."""
        sized, spaced = self.high.value(), self.spacing.value()
        return replace(
            self._standing(),
            sort=MapNameKind(self.sort.currentData()),
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
                return replace(look, pin=None, curve=straight_curve(LONG))
            case "arched":
                return replace(look, pin=None, curve=arch_of(LONG))
            case "along":
                return replace(look, pin=None, curve=self._along or ())
            case "kept":
                return look
        return replace(look, pin=None, curve=())


WIDE = 380
DASH = "-"


class ZoneNames(NamedTuple):
    """The names of a zone: its id in files, and its name for readers."""

    id: str
    name: LocalText = ""


class _NamesDialog(QDialog):
    """A form above buttons; accepted only while nothing is refused."""

    deleted = Signal()

    def __init__(self, title: str, localize: Localizer, use: str, parent: QWidget | None) -> None:
        super().__init__(parent)
        self._localize = localize
        self.setWindowTitle(title)
        self.setMinimumWidth(scale_length(WIDE))
        self.form, self.fault = QFormLayout(), FieldErrorLabel()
        self.fault.keep_room()
        self.form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        roles = QDialogButtonBox.ButtonRole
        self.buttons = QDialogButtonBox()
        self.use = self.buttons.addButton(localize(use), roles.AcceptRole)
        self.use.setDefault(True)
        cancel = self.buttons.addButton(localize("cancel"), roles.RejectRole)
        cancel.setAutoDefault(False)  # Enter never means it
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)

    def _lay_out(self, first: QWidget) -> None:
        """Once the form is filled: Tab goes through it to the buttons, from its first field on."""
        layout = QVBoxLayout(self)
        layout.addLayout(self.form)
        layout.addWidget(self.fault)
        layout.addWidget(self.buttons)
        first.setFocus()

    def _refuse(self, words: str, is_begun: bool) -> None:
        """Disable the button while something is wrong; say what once something was written."""
        self.fault.tell(words if is_begun else "")
        self.use.setEnabled(not words)


class ZoneDialog(_NamesDialog):
    """The id of a zone, unlike those taken, and its names."""

    def __init__(
        self,
        was: ZoneNames,
        taken: Collection[str],
        labels: Labels,
        localize: Localizer,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(localize("zone-title"), localize, "zone-use", parent)
        self._taken, self._labels = taken, labels
        self._is_begun = False
        self._has_own_id = bool(was.id)
        self.id = PlainTextLine(was.id)
        self.id.setToolTip(localize("zone-id-hint"))
        self.id.setPlaceholderText("red-setup")
        self.id.selectAll()
        self.name = LocalizedLine(localize, was.name)
        self.form.addRow(localize("zone-id"), self.id)
        self.form.addRow(localize("zone-names"), self.name)
        self._follow()
        self.id.textEdited.connect(self._own_id)
        self.id.textChanged.connect(self._begin)
        self.name.changed.connect(self._follow_name)
        self._lay_out(self.id)

    def words(self) -> ZoneNames:
        """Return the names in the fields."""
        return ZoneNames(self.id.text().strip(), self.name.text())

    def _own_id(self, id_: str) -> None:
        self._has_own_id = bool(id_)

    def _follow_name(self) -> None:
        """Make the id from the English name, unless one was typed."""
        if not self._has_own_id:
            self.id.setText(slugify(self.name.lines["en"].text()))
        self._begin()

    def _begin(self) -> None:
        self._is_begun = True
        self._follow()

    def _follow(self) -> None:
        self._refuse(self._refusal(self.id.text().strip()), self._is_begun)

    def _refusal(self, id_: str) -> str:
        localize = self._localize
        if not id_:
            return localize("zone-id-needed")
        if id_ in self._taken:
            return localize("zone-id-taken", id=id_)
        if len(id_.split()) > 1:
            return localize("zone-id-spaced", like=DASH.join(id_.split()))
        return localize("zone-id-like-hex", id=id_) if _is_hex(self._labels, id_) else ""


def slugify(name: str) -> str:
    """A name as an id: small letters and digits, with hyphens between words."""
    return re.sub(r"[^a-z0-9]+", DASH, name.lower()).strip(DASH)


def _is_hex(labels: Labels, word: str) -> bool:
    """Return True if a word is a hex's: scenarios take either where they take a zone."""
    try:
        labels.find(word)
    except UnknownHexError:
        return False
    return True


class PlaceNameText(NamedTuple):
    """A name on the map, and how it is written."""

    name: LocalText
    look: NameStyle = DEFAULT_LOOK


class PlaceNameDialog(_NamesDialog):
    """A name on the map in every language; an existing one can be deleted."""

    def __init__(
        self, was: LocalText, hex_: str, localize: Localizer, parent: QWidget | None = None, *,
        look: NameStyle = DEFAULT_LOOK, along: Curve | None = None,
    ) -> None:  # fmt: skip
        super().__init__(localize("place-title", hex=hex_), localize, "place-use", parent)
        self._is_deleted = self._is_begun = False
        self.name = LocalizedLine(localize, was)
        self.form.addRow(self.name)
        self.look = NameStyleForm(look, along, localize)
        self.form.addRow(self.look)
        if was:
            role = QDialogButtonBox.ButtonRole.DestructiveRole
            self.delete = self.buttons.addButton(localize("place-delete"), role)
            self.delete.setAutoDefault(False)
            self.delete.clicked.connect(self._delete)
        self._follow()
        self.name.changed.connect(self._begin)
        self._lay_out(self.name)

    def text(self) -> LocalText:
        """The name as written; empty if it is to be deleted."""
        return "" if self._is_deleted else self.name.text()

    def words(self) -> PlaceNameText:
        """The same, and how it is written."""
        return PlaceNameText(self.text(), self.look.look())

    def _begin(self) -> None:
        self._is_begun = True
        self._follow()

    def _follow(self) -> None:
        is_empty = not self.name.text()
        self._refuse(self._localize("place-needed") if is_empty else "", self._is_begun)

    def _delete(self) -> None:
        self._is_deleted = True
        self.accept()
