"""The dialog about a map as a whole: its words, its scale, and how its hexes are labelled."""

from __future__ import annotations

from typing import Any

from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QFormLayout,
    QGridLayout,
    QGroupBox,
    QHBoxLayout,
    QLabel,
    QVBoxLayout,
    QWidget,
)

from engine.editing.map_metadata_edits import Field
from engine.files import map_style_files
from engine.hexes.labels import Labels
from engine.map.map import Map
from engine.map.styles import MODERN, MapStyle
from studio.widgets.form_fields import (
    FieldErrorLabel,
    LocalizedLine,
    MetresBox,
    PlainTextArea,
    PlainTextLine,
    accept_cancel_buttons,
)
from studio.widgets.localization import Localizer
from studio.widgets.sizing import scale_length
from studio.workspaces.map.dialogs.hex_label_form import HexLabelForm
from studio.workspaces.map.dialogs.new_map_dialog import (
    MAX_BASE,
    MAX_HEX_METRES,
    MAX_LEVEL_METRES,
    MIN_METRES,
)

CORNERS = ("upper-left", "upper-right", "lower-left", "lower-right")
CREDITS_HEIGHT, COLUMN_WIDTH = 70, 340


class MapPropertiesDialog(QDialog):
    """Shows the properties of a map; `values` is what they will be."""

    def __init__(self, map_: Map, localize: Localizer, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._map, self._localize = map_, localize
        self.setWindowTitle(localize("properties-title"))
        self.title = LocalizedLine(localize, map_.title)
        self.credits, self.origin = PlainTextArea(map_.credits), PlainTextLine(map_.origin)
        self.credits.setTabChangesFocus(True)
        self.credits.setFixedHeight(scale_length(CREDITS_HEIGHT))
        self.hex_metres = MetresBox(MIN_METRES, MAX_HEX_METRES, map_.hex_metres)
        self.level_metres = MetresBox(MIN_METRES, MAX_LEVEL_METRES, map_.level_metres)
        self.base_metres = MetresBox(-MAX_BASE, MAX_BASE, map_.base_metres)
        self.drawn_in = self._styles(map_)
        self.labels = HexLabelForm(localize)
        self.labels.show_style(map_.label_style)
        self.credits_fault = FieldErrorLabel()
        self.corners = {corner: QLabel() for corner in CORNERS}
        self.buttons, self.use = accept_cancel_buttons(
            self, self._localize("properties-use"), self._localize
        )
        self._lay_out()
        self.labels.changed.connect(self._follow)
        self.hex_metres.valueChanged.connect(self._follow)
        self.credits.textChanged.connect(self._follow)
        self.origin.textChanged.connect(self._follow)
        self._follow()

    # --- the parts --------------------------------------------------------------------------------

    def _styles(self, map_: Map) -> QComboBox:
        """The styles of the program, and the map's where that is another."""
        box = QComboBox()
        for named in map_style_files.shipped_styles():
            box.addItem(self._localize(f"style-{named}"), named)
        if map_.style is not None and box.findData(map_.style.id) < 0:
            box.addItem(
                self._localize.localize_text(map_.style.name) or map_.style.id, map_.style.id
            )
        box.setCurrentIndex(max(0, box.findData(map_.style.id if map_.style else "")))
        return box

    def _style(self) -> MapStyle | None:
        """The style chosen; the default one need not be named."""
        named, was = self.drawn_in.currentData(), self._map.style
        if was is not None and named == was.id:
            return was
        return None if named == MODERN.id else map_style_files.style_shipped(named)

    def _lay_out(self) -> None:
        words = self._group(
            "words", {"title": self.title, "credits": self.credits, "": self.credits_fault,
                      "origin": self.origin, "style": self.drawn_in}
        )  # fmt: skip
        scale = self._group(
            "scale", {"hex_metres": self.hex_metres, "level_metres": self.level_metres,
                      "base_metres": self.base_metres}
        )  # fmt: skip
        left, across, layout = QVBoxLayout(), QHBoxLayout(), QVBoxLayout(self)
        left.addWidget(words)
        left.addWidget(scale)
        left.addStretch(1)
        across.addLayout(left)
        across.addWidget(self._label_group())
        layout.addLayout(across)
        layout.addWidget(self.buttons)

    def _group(self, key: str, fields: dict[str, QWidget]) -> QGroupBox:
        group = QGroupBox(self._localize(f"properties-{key}"))
        group.setFixedWidth(scale_length(COLUMN_WIDTH + 40))
        form = QFormLayout(group)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        for field, box in fields.items():
            form.addRow(self._localize(f"field-{field}") if field else "", box)
        for field in ("credits", "origin"):
            getattr(self, field).setToolTip(self._localize(f"field-{field}-hint"))
        return group

    def _label_group(self) -> QGroupBox:
        """The labels, and the resulting names of four hexes."""
        localize = self._localize
        group = QGroupBox(localize("properties-labels"))
        group.setFixedWidth(scale_length(COLUMN_WIDTH))
        column, named = QVBoxLayout(group), QGridLayout()
        column.addWidget(self.labels)
        column.addWidget(QLabel(localize("properties-named")))
        for row, corner in enumerate(CORNERS):
            named.addWidget(QLabel(localize(f"corner-{corner}")), row, 0)
            named.addWidget(self.corners[corner], row, 1)
        named.setColumnStretch(1, 1)
        only = QLabel(localize("properties-names-only"))
        only.setWordWrap(True)
        column.addLayout(named)
        column.addSpacing(8)
        column.addWidget(only)
        column.addStretch(1)
        return group

    # --- what it shall be -------------------------------------------------------------------------

    def values(self) -> dict[Field, Any]:
        """Return the properties in the fields."""
        return {
            "title": self.title.text(),
            "credits": self.credits.toPlainText().strip(),
            "origin": self.origin.text().strip(),
            "hex_metres": self.hex_metres.value(),
            "level_metres": self.level_metres.value(),
            "base_metres": self.base_metres.value(),
            "label_style": self.labels.label_style(),
            "style": self._style(),
        }

    def _follow(self) -> None:
        """Show what the hexes would be called; refuse what is impossible for a map."""
        grid, style, metres = self._map.grid, self.labels.label_style(), self.hex_metres.value()
        was, new = self._map.labels, Labels(grid, style, metres)
        fault = style.fault(grid, metres)
        self.labels.refuse(fault)
        ends = [(column, row) for row in (0, grid.rows - 1) for column in (0, grid.columns - 1)]
        for label, (column, row) in zip(self.corners.values(), ends, strict=True):
            before, after = (each.label(grid.hex(column, row)) for each in (was, new))
            label.setText(after if before == after else f"{before} → <b>{after}</b>")
        credits = self.credits.toPlainText().strip()
        lacks = bool(self.origin.text().strip()) and not credits
        self.credits_fault.tell(self._localize("properties-needs-credits") if lacks else "")
        self.use.setEnabled(not fault)
