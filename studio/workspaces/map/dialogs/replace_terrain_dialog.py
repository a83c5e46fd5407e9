"""The dialog that finds a kind of terrain and replaces it, and says beforehand how much."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from PySide6.QtCore import QSize
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QLabel,
    QRadioButton,
    QVBoxLayout,
    QWidget,
)

from engine.editing.terrain_replacement import TerrainReplacement, kinds_on
from engine.hexes.flat_index import Indices
from engine.map.map import Map
from engine.map.styles import MODERN
from engine.map.terrain import CustomTerrainKind, TerrainClass
from engine.narration.number_format import format_decimal
from studio.widgets.localization import Localizer
from studio.widgets.sizing import scale_length
from studio.widgets.terrain_swatches import HIGH, WIDE, custom_terrain_swatch, terrain_swatch

WIDTH = 430
NOTHING = ""


@dataclass(frozen=True)
class ReplaceTerrainRequest:
    """A request to replace terrain, within the selection or everywhere; or to select it."""

    what: TerrainReplacement
    is_within: bool
    selects: bool = False


class ReplaceTerrainDialog(QDialog):
    """A dialog with the terrain on the map at the left, its replacement at the right."""

    def __init__(
        self,
        map_: Map,
        selection: Indices,
        begin: TerrainReplacement | None,
        localize: Localizer,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._map, self._selection, self._localize = map_, selection, localize
        self._selects = False
        self.setWindowTitle(localize("replace-title"))
        self.setMinimumWidth(scale_length(WIDTH))
        self.lies, self.was, self.becomes = QComboBox(), QComboBox(), QComboBox()
        for box in (self.was, self.becomes):
            box.setIconSize(QSize(WIDE, HIGH))
        for lies in TerrainClass:
            if kinds_on(map_, lies):
                self.lies.addItem(localize(f"family-{lies.value}"), lies)
        self.within = QRadioButton(localize("replace-within", count=int(selection.size)))
        self.everywhere = QRadioButton(localize("replace-everywhere"))
        (self.within if selection.size else self.everywhere).setChecked(True)
        self.within.setEnabled(bool(selection.size))
        self.told = QLabel()
        self._make_buttons()
        self._lay_out()
        self._begin_with(begin)
        self.was.setFocus()

    def _make_buttons(self) -> None:
        localize, roles = self._localize, QDialogButtonBox.ButtonRole
        self.buttons = QDialogButtonBox()
        self.replace = self.buttons.addButton(localize("replace-do"), roles.AcceptRole)
        self.replace.setDefault(True)
        self.select = self.buttons.addButton(localize("replace-select"), roles.ActionRole)
        self.buttons.addButton(localize("cancel"), roles.RejectRole)
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        self.select.clicked.connect(self._only_select)

    def _lay_out(self) -> None:
        localize, form = self._localize, QFormLayout()
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        form.addRow(localize("replace-class"), self.lies)
        form.addRow(localize("replace-was"), self.was)
        form.addRow(localize("replace-becomes"), self.becomes)
        form.addRow(localize("replace-where"), self.within)
        form.addRow("", self.everywhere)
        layout = QVBoxLayout(self)
        layout.addLayout(form)
        layout.addWidget(self.told)
        layout.addWidget(self.buttons)

    def _begin_with(self, begin: TerrainReplacement | None) -> None:
        self.lies.currentIndexChanged.connect(self._list_kinds)
        self.lies.setCurrentIndex(max(self.lies.findData(begin.lies), 0) if begin else 0)
        self._list_kinds()
        if begin is not None:
            self.was.setCurrentIndex(max(self.was.findData(begin.was), 0))
        for box in (self.was, self.becomes):
            box.currentIndexChanged.connect(self._follow)
        self.within.toggled.connect(self._follow)
        self._follow()

    def _list_kinds(self) -> None:
        """List the terrain of the class on the map, and all possible replacements."""
        lies = TerrainClass(self.lies.currentData())
        known, own = MODERN.catalogue_with(self._map.kinds), self._map.kinds
        for box in (self.was, self.becomes):
            box.blockSignals(True)
            box.clear()
        for kind, count in kinds_on(self._map, lies).items():
            number = format_decimal(f"{count:,}", self._localize.language)
            words = f"{self._localize.localize_text(known.name(kind))}   ({number})"
            icon = _swatch(kind, own) if kind in known.kinds else QIcon()
            self.was.addItem(icon, words, kind)
        if lies is not TerrainClass.GROUND:
            self.becomes.addItem(self._localize("replace-by-nothing"), NOTHING)
        for each in known.of_class(lies):
            self.becomes.addItem(
                _swatch(each.id, own), self._localize.localize_text(each.name), each.id
            )
        for box in (self.was, self.becomes):
            box.blockSignals(False)
        self._follow()

    def order(self) -> ReplaceTerrainRequest:
        """The order as now filled in."""
        lies = TerrainClass(self.lies.currentData())
        what = TerrainReplacement(
            lies, self.was.currentData() or "", self.becomes.currentData() or ""
        )
        return ReplaceTerrainRequest(what, self.within.isChecked(), self._selects)

    def _follow(self) -> None:
        """Count what would be replaced."""
        order, lies = self.order(), TerrainClass(self.lies.currentData())
        count = order.what.count(self._map, self._selection if order.is_within else None)
        is_same = order.what.was == order.what.becomes
        self.told.setText(
            self._localize("replace-same")
            if is_same
            else self._localize(f"replace-{lies.value}", count=count)
        )
        self.replace.setEnabled(bool(count) and not is_same)
        self.select.setEnabled(bool(count))

    def _only_select(self) -> None:
        self._selects = True
        self.accept()


def _swatch(kind: str, own: Mapping[str, CustomTerrainKind]) -> QIcon:
    return custom_terrain_swatch(own[kind]) if kind in own else terrain_swatch(kind)
