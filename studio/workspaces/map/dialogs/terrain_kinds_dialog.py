"""The dialog of a map's own terrain kinds: making, drawing, and saying what games take them for."""

from __future__ import annotations

import re

from PySide6.QtCore import QSize
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from engine.map.map import Map
from engine.map.terrain import CustomTerrainKind, load_catalogue
from studio.widgets.form_fields import FieldErrorLabel
from studio.widgets.localization import Localizer
from studio.widgets.sizing import scale_length
from studio.widgets.terrain_swatches import custom_terrain_swatch
from studio.workspaces.map.dialogs.terrain_kind_form import TerrainKindForm, new_kind

ID = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
SIZE, LIST_WIDTH, SWATCH = QSize(720, 520), 210, QSize(44, 30)


class TerrainKindsDialog(QDialog):
    """Lists a map's own kinds; `kinds` is what they will be."""

    def __init__(self, map_: Map, localize: Localizer, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._localize, self._map = localize, map_
        self.setWindowTitle(localize("kinds-title"))
        self.resize(SIZE)
        self.list, self.pages, self.fault = QListWidget(), QStackedWidget(), FieldErrorLabel()
        self.list.setIconSize(SWATCH)
        self.list.setFixedWidth(scale_length(LIST_WIDTH))
        self.new, self.delete = (
            QPushButton(localize("kinds-new")),
            QPushButton(localize("kinds-delete")),
        )
        self.forms: list[TerrainKindForm] = []
        self._make_buttons()
        self._lay_out()
        for kind in map_.kinds.values():
            self._add(kind)
        self.list.currentRowChanged.connect(self._turn_to)
        self.new.clicked.connect(self._add_new)
        self.delete.clicked.connect(self._delete)
        self.list.setCurrentRow(0)
        self._follow()

    def _make_buttons(self) -> None:
        roles = QDialogButtonBox.ButtonRole
        self.buttons = QDialogButtonBox()
        self.use = self.buttons.addButton(self._localize("properties-use"), roles.AcceptRole)
        self.use.setDefault(True)
        cancel = self.buttons.addButton(self._localize("cancel"), roles.RejectRole)
        cancel.setAutoDefault(False)
        for button in (self.new, self.delete):
            button.setAutoDefault(False)
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)

    def _lay_out(self) -> None:
        layout, across, left, row = QVBoxLayout(self), QHBoxLayout(), QVBoxLayout(), QHBoxLayout()
        row.addWidget(self.new)
        row.addWidget(self.delete)
        left.addWidget(self.list)
        left.addLayout(row)
        across.addLayout(left)
        across.addWidget(self.pages, 1)
        layout.addLayout(across, 1)
        layout.addWidget(self.fault)
        layout.addWidget(self.buttons)

    # --- the kinds --------------------------------------------------------------------------------

    def kinds(self) -> dict[str, CustomTerrainKind]:
        """Return the map's own kinds as edited."""
        return {kind.id: kind for kind in (form.kind() for form in self.forms)}

    def _add(self, kind: CustomTerrainKind) -> None:
        form = TerrainKindForm(kind, self._localize)
        form.id.setReadOnly(self._is_used(kind.id))
        form.lies.setEnabled(not self._is_used(kind.id))
        self.forms.append(form)
        self.pages.addWidget(form)
        self.list.addItem(QListWidgetItem())
        form.changed.connect(self._follow)

    def _add_new(self) -> None:
        taken = {form.kind().id for form in self.forms}
        number = next(n for n in range(1, len(taken) + 2) if f"own-{n}" not in taken)
        self._add(new_kind(f"own-{number}"))
        self.list.setCurrentRow(len(self.forms) - 1)
        self._follow()
        self.forms[-1].id.setFocus()
        self.forms[-1].id.selectAll()

    def _delete(self) -> None:
        row = self.list.currentRow()
        form = self.forms.pop(row)
        self.pages.removeWidget(form)
        self.list.takeItem(row)
        form.deleteLater()
        self._follow()

    def _turn_to(self, row: int) -> None:
        if 0 <= row < len(self.forms):
            self.pages.setCurrentWidget(self.forms[row])
        self._follow()

    def _is_used(self, kind: str) -> bool:
        """Return True if any part of the map is of a kind."""
        map_ = self._map
        lies = kind in map_.grounds and bool((map_.ground == map_.grounds.index(kind)).any())
        planes = {**map_.sides, **map_.links}
        return lies or (kind in planes and bool(planes[kind].any()))

    def _follow(self) -> None:
        """Show every kind as it would be; refuse ids that no file may have."""
        for row, form in enumerate(self.forms):
            kind, item = form.kind(), self.list.item(row)
            item.setText(self._localize.localize_text(kind.name) or kind.id)
            item.setIcon(custom_terrain_swatch(kind))
        ids = [form.kind().id for form in self.forms]
        fault = next(filter(None, (self._refusal(id_, ids) for id_ in ids)), "")
        self.fault.tell(fault)
        self.use.setEnabled(not fault)
        row = self.list.currentRow()
        is_free = 0 <= row < len(self.forms) and not self._is_used(ids[row])
        self.delete.setEnabled(is_free)
        self.delete.setToolTip("" if is_free or row < 0 else self._localize("kinds-used"))

    def _refusal(self, id_: str, ids: list[str]) -> str:
        if not ID.fullmatch(id_):
            return self._localize("kinds-bad-id", id=id_)
        if id_ in load_catalogue().kinds or ids.count(id_) > 1:
            return self._localize("kinds-taken", id=id_)
        return ""
