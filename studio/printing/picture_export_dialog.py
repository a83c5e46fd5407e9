"""The dialog that asks for a picture of a map: what part, how large, with which layers."""

from __future__ import annotations

import math
from dataclasses import fields, replace

from PySide6.QtCore import QRectF, QSize, Qt, QTimer
from PySide6.QtGui import QImage, QPainter, QPixmap, QResizeEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QSizePolicy,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from engine.narration.number_format import format_decimal
from studio.canvas.canvas_content import LayerSettings
from studio.printing.picture_export import PictureExportRequest, PictureExportSubject
from studio.rendering.file_formats import hex_width_px
from studio.rendering.map.map_pictures import MAX_PIXELS, MAX_PIXELS_IN_ALL
from studio.rendering.map.map_sheet import PAPER, MapSheet
from studio.widgets.form_fields import FieldErrorLabel, MetresBox
from studio.widgets.localization import Localizer
from studio.widgets.map_style_box import MapStyleBox
from studio.widgets.sizing import open_at_size, set_text_column_width

WHOLE = ""
FORM_WIDTH, PREVIEW = 300, QSize(560, 460)
SOON_MS = 60
MIN_PREVIEW_PX = 2.0
NOT_DRAWN = ("underlay", "notes")  # what no picture has


class PictureDialog(QDialog):
    """A dialog for pictures: the settings at the left, the picture at the right."""

    def __init__(
        self, asked: PictureExportSubject, localize: Localizer, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._asked, self._localize = asked, localize
        self.setWindowTitle(localize("export-title"))
        self._soon = QTimer(self, singleShot=True, interval=SOON_MS)
        self._soon.timeout.connect(self._draw)
        self._make_parts()
        self._lay_out()
        self._connect()
        self._follow()

    def _make_parts(self) -> None:
        localize, asked = self._localize, self._asked
        self.region = QComboBox()
        self.region.addItem(localize("picture-whole"), WHOLE)
        for name in asked.parts:
            self.region.addItem(localize(f"picture-{name}"), name)
        self.by = QComboBox()
        self.by.addItem(localize("picture-by-px"), False)
        self.by.addItem(localize("picture-by-dpi"), True)
        self.hex_px, self.dots = QSpinBox(), QSpinBox()
        self.hex_px.setRange(2, 400)
        self.hex_px.setValue(48)
        self.dots.setRange(36, 1200)
        self.dots.setValue(300)
        self.hex_mm = MetresBox(1, 100, 16)
        self.layers = {
            each.name: QCheckBox(localize(f"action-layer-{each.name}"))
            for each in fields(LayerSettings)
            if isinstance(getattr(asked.layers, each.name), bool) and each.name not in NOT_DRAWN
        }
        for name, box in self.layers.items():
            box.setChecked(getattr(asked.layers, name))
        self.style_box = MapStyleBox(asked.styles, asked.layers.style)
        self.legend, self.units = (
            QCheckBox(localize("picture-legend")),
            QCheckBox(localize("picture-units")),
        )
        self.legend.setChecked(True)
        self.units.setChecked(True)
        self.units.setVisible(asked.deployment is not None)
        self.picture, self.size_told, self.fault = QLabel(), QLabel(), FieldErrorLabel()
        self.picture.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Ignored)
        self.picture.setMinimumSize(PREVIEW / 2)
        self.picture.setAlignment(Qt.AlignmentFlag.AlignCenter)
        roles = QDialogButtonBox.ButtonRole
        self.buttons = QDialogButtonBox()
        self.make = self.buttons.addButton(localize("picture-make"), roles.AcceptRole)
        self.make.setDefault(True)
        self.buttons.addButton(localize("cancel"), roles.RejectRole)

    def _lay_out(self) -> None:
        localize, form = self._localize, QFormLayout()
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        form.addRow(localize("picture-region"), self.region)
        form.addRow(localize("picture-style"), self.style_box)
        form.addRow(localize("picture-size"), self.by)
        form.addRow(localize("picture-hex-px"), self.hex_px)
        form.addRow(localize("picture-hex-mm"), self.hex_mm)
        form.addRow(localize("picture-dpi"), self.dots)
        boxes = QVBoxLayout()
        boxes.setSpacing(2)
        for box in (*self.layers.values(), self.legend, self.units):
            boxes.addWidget(box)
        form.addRow(localize("picture-layers"), boxes)
        self.form, column, right = form, QWidget(), QVBoxLayout()
        column.setLayout(form)
        set_text_column_width(column, FORM_WIDTH)
        right.addWidget(self.picture, 1)
        right.addWidget(self.size_told)
        right.addWidget(self.fault)
        across, layout = QHBoxLayout(), QVBoxLayout(self)
        across.addWidget(column)
        across.addLayout(right, 1)
        layout.addLayout(across, 1)
        layout.addWidget(self.buttons)
        open_at_size(self, column.width() + PREVIEW.width() + 40, PREVIEW.height() + 90)

    def _connect(self) -> None:
        for choice in (self.region, self.by, self.style_box):
            choice.currentIndexChanged.connect(self._follow)
        for number in (self.hex_px, self.dots, self.hex_mm):
            number.valueChanged.connect(self._follow)
        for box in (*self.layers.values(), self.legend, self.units):
            box.toggled.connect(self._follow)
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)

    # --- what is asked for ------------------------------------------------------------------------

    def export_request(self) -> PictureExportRequest:
        """The picture as it is asked for now."""
        chosen = {name: box.isChecked() for name, box in self.layers.items()}
        hidden = [name for name, is_wanted in chosen.items() if not is_wanted]
        layers = replace(self._asked.layers, style=self.style_box.chosen)
        layers = replace(layers, **dict.fromkeys(chosen, True))  # type: ignore[arg-type]  # each is a flag
        look = layers.without(hidden).look
        part = self._asked.parts.get(self.region.currentData())
        has_legend = part is None and self.legend.isChecked()
        look = replace(look, hex_px=self._hex_px(), legend=has_legend)
        return PictureExportRequest(look, part, self.units.isChecked())

    def _hex_px(self) -> float:
        if self.by.currentData():
            return hex_width_px(self.hex_mm.value()) * self.dots.value() / 96
        return float(self.hex_px.value())

    def _follow(self) -> None:
        """Show the fields that count, and how large the picture becomes."""
        by_dots = bool(self.by.currentData())
        self.form.setRowVisible(self.hex_px, not by_dots)
        for field in (self.hex_mm, self.dots):
            self.form.setRowVisible(field, by_dots)
        self.legend.setEnabled(self.region.currentData() == WHOLE)
        wide, high = self._size(self.export_request())
        width, height = (
            format_decimal(f"{pixels:,}", self._localize.language) for pixels in (wide, high)
        )
        self.size_told.setText(self._localize("picture-told", width=width, height=height))
        is_too_large = max(wide, high) > MAX_PIXELS or wide * high > MAX_PIXELS_IN_ALL
        self.fault.tell(self._localize("picture-large", most=MAX_PIXELS) if is_too_large else "")
        self._soon.start()

    def _size(self, order: PictureExportRequest) -> tuple[int, int]:
        if order.part is not None:
            unit = order.look.hex_px
            return math.ceil(order.part.width() * unit), math.ceil(order.part.height() * unit)
        sheet = self._sheet(order)
        return sheet.width, sheet.height

    def _sheet(self, order: PictureExportRequest) -> MapSheet:
        begun = self._asked.deployment if order.with_units else None
        return MapSheet(self._asked.map, order.look, begun)

    # --- what comes of it -------------------------------------------------------------------------

    def _draw(self) -> None:
        """The picture as it will be, as large as there is room for."""
        order, room = self.export_request(), self.picture.size()
        wide, high = self._size(order)
        shrunk = min(room.width() / max(wide, 1), room.height() / max(high, 1), 1.0)
        px = max(order.look.hex_px * shrunk, MIN_PREVIEW_PX)
        shown = replace(order, look=replace(order.look, hex_px=px))
        drawn = QPixmap.fromImage(self._image(shown))
        if drawn.width() > room.width() or drawn.height() > room.height():
            keep, smooth = Qt.AspectRatioMode.KeepAspectRatio, Qt.TransformationMode
            drawn = drawn.scaled(room, keep, smooth.SmoothTransformation)
        self.picture.setPixmap(drawn)

    def _image(self, order: PictureExportRequest) -> QImage:
        wide, high = self._size(order)
        image = QImage(max(wide, 1), max(high, 1), QImage.Format.Format_RGB32)
        image.fill(PAPER)
        sheet, painter = self._sheet(order), QPainter(image)
        if order.part is not None:
            unit = order.look.hex_px
            left, top = order.part.x() * unit, order.part.y() * unit
            room = QRectF(left + sheet.map_left, top + sheet.map_top, wide, high)
            painter.translate(-room.topLeft())
            sheet = sheet.showing(room)
        sheet.paint(painter)
        painter.end()
        return image

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The picture grows with the dialog."""
        super().resizeEvent(event)
        self._soon.start()
