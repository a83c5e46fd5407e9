"""Two small dialogs about words: the id and names of a zone, and a name on the map."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import NamedTuple

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QVBoxLayout,
    QWidget,
)

from engine.editing.name_curves import Curve
from engine.hexes.labels import Labels, UnknownHex
from engine.map.map import USUAL_LOOK, NameStyle
from engine.texts import LocalText
from studio.mapping.name_form import NameForm
from studio.parts.boxes import FieldError, LocalizedLine
from studio.parts.plain_words import PlainTextLine
from studio.parts.speech import Localizer
from studio.parts.text_size import scaled

WIDE = 380
DASH = "-"


class ZoneNames(NamedTuple):
    """What a zone is called: its id in files, and its name for readers."""

    id: str
    name: LocalText = ""


class _NamesDialog(QDialog):
    """A form above buttons; accepted only while nothing is refused."""

    deleted = Signal()

    def __init__(self, title: str, say: Localizer, use: str, parent: QWidget | None) -> None:
        super().__init__(parent)
        self._say = say
        self.setWindowTitle(title)
        self.setMinimumWidth(scaled(WIDE))
        self.form, self.fault = QFormLayout(), FieldError()
        self.fault.keep_room()
        self.form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        roles = QDialogButtonBox.ButtonRole
        self.buttons = QDialogButtonBox()
        self.use = self.buttons.addButton(say(use), roles.AcceptRole)
        self.use.setDefault(True)
        cancel = self.buttons.addButton(say("cancel"), roles.RejectRole)
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
        say: Localizer,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(say("zone-title"), say, "zone-use", parent)
        self._taken, self._labels = taken, labels
        self._is_begun = False
        self._has_own_id = bool(was.id)
        self.id = PlainTextLine(was.id)
        self.id.setToolTip(say("zone-id-hint"))
        self.id.setPlaceholderText("red-setup")
        self.id.selectAll()
        self.name = LocalizedLine(say, was.name)
        self.form.addRow(say("zone-id"), self.id)
        self.form.addRow(say("zone-names"), self.name)
        self._follow()
        self.id.textEdited.connect(self._own_id)
        self.id.textChanged.connect(self._begin)
        self.name.changed.connect(self._follow_name)
        self._lay_out(self.id)

    def words(self) -> ZoneNames:
        """What the zone is called now."""
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
        say = self._say
        if not id_:
            return say("zone-id-needed")
        if id_ in self._taken:
            return say("zone-id-taken", id=id_)
        if len(id_.split()) > 1:
            return say("zone-id-spaced", like=DASH.join(id_.split()))
        return say("zone-id-like-hex", id=id_) if _is_hex(self._labels, id_) else ""


def slugify(name: str) -> str:
    """A name as an id: small letters and digits, with hyphens between words."""
    return re.sub(r"[^a-z0-9]+", DASH, name.lower()).strip(DASH)


def _is_hex(labels: Labels, word: str) -> bool:
    """Whether a word names a hex: scenarios take either where they take a zone."""
    try:
        labels.find(word)
    except UnknownHex:
        return False
    return True


class PlaceNameText(NamedTuple):
    """A name on the map, and how it is written."""

    name: LocalText
    look: NameStyle = USUAL_LOOK


class PlaceNameDialog(_NamesDialog):
    """A name on the map in every language; an existing one can be deleted."""

    def __init__(
        self, was: LocalText, hex_: str, say: Localizer, parent: QWidget | None = None, *,
        look: NameStyle = USUAL_LOOK, along: Curve | None = None,
    ) -> None:  # fmt: skip
        super().__init__(say("place-title", hex=hex_), say, "place-use", parent)
        self._is_deleted = self._is_begun = False
        self.name = LocalizedLine(say, was)
        self.form.addRow(self.name)
        self.look = NameForm(look, along, say)
        self.form.addRow(self.look)
        if was:
            role = QDialogButtonBox.ButtonRole.DestructiveRole
            self.delete = self.buttons.addButton(say("place-delete"), role)
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
        self._refuse(self._say("place-needed") if is_empty else "", self._is_begun)

    def _delete(self) -> None:
        self._is_deleted = True
        self.accept()
