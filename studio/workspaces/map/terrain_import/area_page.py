"""The first page of the import: files, the area they show, and its hexes in numbers."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QLocale, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QDoubleSpinBox,
    QFormLayout,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from engine.hexes.grid import Orientation
from engine.narration.number_format import format_decimal
from engine.terrain_import.geo_boxes import GeoBox
from engine.terrain_import.map_frame import (
    LARGEST_HEX,
    MAX_A_SIDE,
    SMALLEST_HEX,
    MapFrame,
    SheetSpec,
)
from studio.widgets.containers import ScrollingPanel
from studio.widgets.form_fields import FieldErrorLabel, IntegerBox, MetresBox
from studio.widgets.localization import Localizer
from studio.widgets.sizing import scale_length
from studio.workspaces.map.terrain_import.area_view import AreaView
from studio.workspaces.map.terrain_import.import_setup import (
    ROOM,
    Area,
    RadiusArea,
    area_of_hex_count,
    frame_middle,
)
from studio.workspaces.map.terrain_import.source_list import SourceList

PROJECTIONS = ("utm", "local")
SIDES = ("west", "south", "east", "north")
KILOMETRE = 1000.0
MAX_KM = 40_000.0


class Degrees(QDoubleSpinBox):
    """Degrees of longitude, latitude or rotation."""

    def __init__(self, most: float, decimals: int = 5, step: float = 0.001) -> None:
        super().__init__()
        self.setLocale(QLocale.c())
        self.setDecimals(decimals)
        self.setRange(-most, most)
        self.setSingleStep(step)
        self.setKeyboardTracking(False)


class AreaForm(QWidget):
    """Numbers that follow the rectangle, and lead it when edited."""

    sheet_wanted = Signal(object)  # Sheet
    area_wanted = Signal(object)  # Area

    def __init__(self, localize: Localizer) -> None:
        super().__init__()
        self._localize = localize
        self._frame: MapFrame | None = None
        self._box = GeoBox(0, 0, 1, 1)
        self._centre = 0.0, 0.0  # as it was written, not as the frame rounds it to metres
        self._is_showing = False
        self._make_sheet()
        self._make_area()
        self.fault = FieldErrorLabel()
        self._lay_out()
        self._connect()

    def _make_sheet(self) -> None:
        localize = self._localize
        self.hex_metres = MetresBox(SMALLEST_HEX, LARGEST_HEX, 200)
        self.hex_metres.setSingleStep(50)
        self.hex_metres.setSuffix(" m")
        self.hex_metres.setKeyboardTracking(False)
        self.orientation = QComboBox()
        for orientation in Orientation:
            self.orientation.addItem(localize(f"orientation-{orientation.value}"), orientation)
        self.rotation = Degrees(180, 1, 5)
        self.rotation.setSuffix("°")
        self.projection = QComboBox()
        self.projection.setEditable(True)
        self.projection.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        for name in PROJECTIONS:
            self.projection.addItem(localize(f"ground-projection-{name}"), name)

    def _make_area(self) -> None:
        self.columns, self.rows = IntegerBox(1, MAX_A_SIDE), IntegerBox(1, MAX_A_SIDE)
        self.width_km, self.height_km = MetresBox(0.01, MAX_KM), MetresBox(0.01, MAX_KM)
        self.lon, self.lat = Degrees(180), Degrees(90)
        self.sides = {side: Degrees(180 if side in ("west", "east") else 90) for side in SIDES}
        for box in (self.columns, self.rows, self.width_km, self.height_km):
            box.setKeyboardTracking(False)
        for box in (self.width_km, self.height_km):
            box.setDecimals(3)
            box.setSuffix(" km")
        self._ground_boxes = (self.columns, self.rows, self.width_km, self.height_km,
                              self.lon, self.lat, *self.sides.values())  # fmt: skip
        for field in self._ground_boxes:
            field.setEnabled(False)  # until there is ground

    def _lay_out(self) -> None:
        localize = self._localize
        form = QFormLayout()
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        rows: list[tuple[str, Any]] = [
            ("hex", self.hex_metres), ("orientation", self.orientation),
            ("rotation", self.rotation), ("projection", self.projection),
            ("across", _beside(self.columns, "×", self.rows)),
            ("size", _beside(self.width_km, "×", self.height_km)),
            ("lon", self.lon), ("lat", self.lat),
        ]  # fmt: skip
        for key, field in rows:
            label = QLabel(localize(f"ground-{key}"))
            hint = localize(f"ground-{key}-hint")
            label.setToolTip(hint)
            fields = [field] if isinstance(field, QWidget) else _fields(field)
            label.setBuddy(fields[0])
            for each in fields:
                each.setToolTip(hint)
            form.addRow(label, field)
        compass = QGridLayout()
        places = {"west": (0, 0), "east": (0, 2), "south": (1, 0), "north": (1, 2)}
        for side, (row, column) in places.items():
            label = QLabel(localize(f"ground-{side}"))
            label.setBuddy(self.sides[side])
            self.sides[side].setToolTip(localize("ground-box-hint"))
            compass.addWidget(label, row, column)
            compass.addWidget(self.sides[side], row, column + 1)
        compass.setColumnStretch(1, 1)
        compass.setColumnStretch(3, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addLayout(form)
        layout.addLayout(compass)
        layout.addWidget(self.fault)

    def _connect(self) -> None:
        self.hex_metres.valueChanged.connect(self._want_sheet)
        self.rotation.valueChanged.connect(self._want_sheet)
        self.orientation.currentIndexChanged.connect(self._want_sheet)
        self.projection.currentIndexChanged.connect(self._want_sheet)
        line = self.projection.lineEdit()
        assert isinstance(line, QLineEdit)
        line.editingFinished.connect(self._want_sheet)
        for count in (self.columns, self.rows):
            count.valueChanged.connect(self._want_hexes)
        for place, length in enumerate((self.width_km, self.height_km)):
            length.valueChanged.connect(lambda to, place=place: self._want_kilometres(place, to))
        for degrees in (self.lon, self.lat):
            degrees.valueChanged.connect(self._want_centre)
        for side, degrees in self.sides.items():
            degrees.valueChanged.connect(lambda to, side=side: self._want_side(side, to))

    # --- what is shown ----------------------------------------------------------------------------

    def show_sheet(self, sheet: SheetSpec) -> None:
        """Show how hexes are and lie."""
        self._is_showing = True
        self.hex_metres.setValue(sheet.hex_metres)
        self.orientation.setCurrentIndex(self.orientation.findData(sheet.orientation))
        self.rotation.setValue((sheet.rotation + 180) % 360 - 180)
        known = self.projection.findData(sheet.projection)
        if known >= 0:
            self.projection.setCurrentIndex(known)
        else:
            self.projection.setEditText(sheet.projection)
        self._is_showing = False

    def show_frame(self, frame: MapFrame, area: Area) -> None:
        """Show the ground that so many whole hexes cover."""
        self._is_showing = True
        for field in self._ground_boxes:
            field.setEnabled(True)
        self._frame = frame
        self._box = (area if isinstance(area, GeoBox) else frame.box()).as_written()
        self.columns.setValue(frame.grid.columns)
        self.rows.setValue(frame.grid.rows)
        wide, high = frame.size
        self.width_km.setValue(wide / KILOMETRE)
        self.height_km.setValue(high / KILOMETRE)
        self._centre = (area.lon, area.lat) if isinstance(area, RadiusArea) else frame_middle(frame)
        lon, lat = self._centre
        self.lon.setValue(lon)
        self.lat.setValue(lat)
        for side, degrees in self.sides.items():
            degrees.setValue(getattr(self._box, side))
        self._is_showing = False

    # --- what is wanted ---------------------------------------------------------------------------

    def sheet(self) -> SheetSpec:
        """Return the sheet in the fields."""
        words = self.projection.currentText().strip()
        known = self.projection.findText(words)
        name = self.projection.itemData(known) if known >= 0 else words
        orientation = Orientation(self.orientation.currentData())
        return SheetSpec(self.hex_metres.value(), orientation, self.rotation.value(), name)

    def _want_sheet(self) -> None:
        if not self._is_showing:
            self.sheet_wanted.emit(self.sheet())

    def _want(self, area: Area) -> None:
        self.area_wanted.emit(area)

    def _want_hexes(self) -> None:
        if not self._is_showing and self._frame is not None:
            area = area_of_hex_count(self._frame, self.columns.value(), self.rows.value())
            self._want(RadiusArea(*self._centre, area.width, area.height))

    def _want_kilometres(self, place: int, to: float) -> None:
        if not self._is_showing and self._frame is not None:
            size = list(self._frame.size)
            size[place] = to * KILOMETRE
            self._want(RadiusArea(*self._centre, size[0] + ROOM, size[1] + ROOM))

    def _want_centre(self) -> None:
        if not self._is_showing and self._frame is not None:
            wide, high = self._frame.size
            self._want(RadiusArea(self.lon.value(), self.lat.value(), wide + ROOM, high + ROOM))

    def _want_side(self, side: str, to: float) -> None:
        """One side of the box elsewhere; the others stay as they were written."""
        if not self._is_showing:
            self._box = self._box._replace(**{side: to})
            self._want(self._box)


def _fields(row: QHBoxLayout) -> list[QWidget]:
    """Return the fields of a row."""
    items = [row.itemAt(place) for place in range(row.count())]
    widgets = [item.widget() for item in items if item is not None]
    return [widget for widget in widgets if widget and not isinstance(widget, QLabel)]


def _beside(*parts: QWidget | str) -> QHBoxLayout:
    """Fields in a row, with signs between them."""
    row = QHBoxLayout()
    for part in parts:
        if isinstance(part, str):
            row.addWidget(QLabel(part))
        else:
            row.addWidget(part, 1)
    return row


COLUMN_WIDTH = 360


class AreaPage(QWidget):
    """Files and numbers at the left, the ground with the rectangle at the right."""

    def __init__(self, localize: Localizer, *, is_fixed: bool) -> None:
        super().__init__()
        self._localize = localize
        self.sources, self.form, self.view = (
            SourceList(localize),
            AreaForm(localize),
            AreaView(localize),
        )
        self.form.setEnabled(not is_fixed)
        self.view.is_fixed = is_fixed
        self.view.setToolTip("" if is_fixed else localize("ground-view-hint"))
        self.facts, self.fault = QLabel(), FieldErrorLabel()
        self.facts.setWordWrap(True)
        self.whole = QPushButton(localize("ground-whole"))
        self.whole.setToolTip(localize("ground-whole-hint"))
        self.whole.setAutoDefault(False)
        self.whole.setEnabled(False)  # until there is ground
        self.whole.setVisible(not is_fixed)
        if is_fixed:
            self.facts.setText(localize("ground-fixed"))
        self._lay_out()

    def _lay_out(self) -> None:
        column = QWidget()
        left = QVBoxLayout(column)
        left.setContentsMargins(0, 0, 6, 0)
        left.addWidget(self.sources, 1)
        left.addWidget(self.fault)
        left.addWidget(self.form)
        scrolled = ScrollingPanel(column)
        scrolled.setFixedWidth(scale_length(COLUMN_WIDTH))
        foot = QHBoxLayout()
        foot.addWidget(self.facts, 1)
        foot.addWidget(self.whole)
        right = QVBoxLayout()
        right.addWidget(self.view, 1)
        right.addLayout(foot)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(scrolled)
        layout.addLayout(right, 1)

    def focus(self) -> None:
        """The keyboard goes to the files while there are none, else to the rectangle."""
        (self.view if self.sources.sources else self.sources.add).setFocus()

    def tell(self, fault: str) -> None:
        """Say what is wrong with the sources together; nothing with no words."""
        self.fault.tell(fault)

    def show_frame(self, frame: MapFrame | None, area: Area | None, sheet: SheetSpec) -> None:
        """Show the area as so many hexes; None while it cannot be mapped."""
        self.view.show_frame(frame, sheet)
        if frame is None or area is None:
            self.facts.setText("")
            return
        self.form.show_frame(frame, area)
        if self.view.is_fixed:
            return
        wide, high = frame.size
        metres = format_decimal(f"{frame.hex_metres:g}", self._localize.language)
        self.facts.setText(
            self._localize(
                "ground-facts", columns=frame.grid.columns, rows=frame.grid.rows,
                metres=metres, size=self._localize.extent(wide, high),
                northing=frame.northing, easting=frame.easting, crs=frame.crs,
            )
        )  # fmt: skip
