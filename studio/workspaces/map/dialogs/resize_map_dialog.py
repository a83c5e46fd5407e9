"""The dialog that makes a sheet larger or smaller on any side."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPaintEvent, QPalette
from PySide6.QtWidgets import (
    QButtonGroup,
    QDialog,
    QFormLayout,
    QGridLayout,
    QGroupBox,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from engine.editing.blank_maps import MAX_HEXES_A_SIDE
from engine.editing.sheet_transforms import (
    Margins,
    SheetContents,
    SheetLosses,
    blank_extended_sheet,
)
from engine.files.map_reader import MAX_HEXES
from engine.hexes.flat_index import Indices
from engine.map.map import Map
from engine.texts import text
from studio.canvas import overlay_colours
from studio.widgets.form_fields import FieldErrorLabel, IntegerBox, accept_cancel_buttons
from studio.widgets.localization import Localizer
from studio.widgets.sizing import scale_length
from studio.workspaces.map.dialogs.sheet_preview import SHARP, render_whole_sheet

PREVIEW = QSize(300, 230)
TEXT_WIDTH = 320
MAX_NAMED = 6
CUT, GAINED = overlay_colours.REFUSED, overlay_colours.ALLOWED
SIDES = ("left", "top", "right", "bottom")
ARROWS = "↖↑↗←•→↙↓↘"


class ResizeMapDialog(QDialog):
    """Four margins, or columns and rows with what stays in place; and the result."""

    def __init__(
        self,
        map_: Map,
        selection: Indices,
        localize: Localizer,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._map, self._localize, self._selection = map_, localize, selection
        self._contents = SheetContents(map_)
        self._is_setting = False
        self.setWindowTitle(localize("size-title"))
        self._make_boxes()
        self.picture, self.fault, self.told = ResizePreview(map_), FieldErrorLabel(), QLabel()
        self.told.setWordWrap(True)
        self.told.setMinimumHeight(110)
        self.told.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.buttons, self.use = accept_cancel_buttons(
            self, self._localize("size-use"), self._localize
        )
        self._lay_out()
        self._connect()
        self.set_margins(Margins())

    # --- the parts --------------------------------------------------------------------------------

    def _make_boxes(self) -> None:
        grid, most = self._map.grid, MAX_HEXES_A_SIDE
        self.columns, self.rows = IntegerBox(1, most, grid.columns), IntegerBox(1, most, grid.rows)
        self.sides = {side: IntegerBox(-most, most) for side in SIDES}
        for box in self.sides.values():
            box.setToolTip(self._localize("size-margins"))
        self.anchor = QButtonGroup(self)
        for place, arrow in enumerate(ARROWS):
            button = QToolButton()
            button.setText(arrow)
            button.setCheckable(True)
            button.setFixedSize(30, 26)
            self.anchor.addButton(button, place)
        self.anchor.button(0).setChecked(True)
        self.crop = QPushButton(self._localize("size-selection"))
        self.crop.setEnabled(bool(self._selection.size))
        self.crop.setAutoDefault(False)

    def _lay_out(self) -> None:
        left, right, across = QVBoxLayout(), QVBoxLayout(), QHBoxLayout()
        form = QFormLayout()
        form.addRow(self._localize("size-columns"), self.columns)
        form.addRow(self._localize("size-rows"), self.rows)
        left.addLayout(form)
        left.addWidget(self._anchor_group())
        left.addWidget(self._margin_group())
        left.addWidget(self.crop)
        left.addStretch(1)
        for widget in (self.picture, self.fault, self.told):
            widget.setFixedWidth(scale_length(TEXT_WIDTH))
            right.addWidget(widget)
        right.addStretch(1)
        across.addLayout(left)
        across.addLayout(right)
        layout = QVBoxLayout(self)
        layout.addLayout(across)
        layout.addWidget(self.buttons)

    def _anchor_group(self) -> QGroupBox:
        group = QGroupBox(self._localize("size-anchor"))
        group.setToolTip(self._localize("size-anchor-hint"))
        table = QGridLayout(group)
        table.setSpacing(2)
        for place, button in enumerate(self.anchor.buttons()):
            table.addWidget(button, place // 3, place % 3)
        table.setColumnStretch(3, 1)
        return group

    def _margin_group(self) -> QGroupBox:
        """The four sides, each where it lies."""
        group = QGroupBox(self._localize("size-margins"))
        table = QGridLayout(group)
        spots = {"left": (1, 0), "top": (0, 1), "right": (1, 2), "bottom": (2, 1)}
        for side, (row, column) in spots.items():
            cell = QVBoxLayout()
            label = QLabel(self._localize(f"size-{side}"))
            label.setBuddy(self.sides[side])
            cell.addWidget(label)
            cell.addWidget(self.sides[side])
            table.addLayout(cell, row, column)
        return group

    def _connect(self) -> None:
        self.columns.valueChanged.connect(self._spread)
        self.rows.valueChanged.connect(self._spread)
        self.anchor.idClicked.connect(self._spread)
        self.crop.clicked.connect(self.crop_to_selection)
        for box in self.sides.values():
            box.valueChanged.connect(lambda _: self._take_sides())

    # --- what it shall be -------------------------------------------------------------------------

    def margins(self) -> Margins:
        """The columns and rows added on each side."""
        return Margins(**{side: box.value() for side, box in self.sides.items()})

    def set_margins(self, margins: Margins) -> None:
        """Show margins, and the size they make."""
        columns, rows = margins.size(self._map.grid)
        shown = {**dict(zip(self.sides.values(), margins, strict=True)),
                 self.columns: columns, self.rows: rows}  # fmt: skip
        self._is_setting = True
        for box, value in shown.items():
            box.setValue(value)
        self._is_setting = False
        self._follow(margins)

    def crop_to_selection(self) -> None:
        """The smallest sheet that holds every selected hex."""
        if self._selection.size:
            self.set_margins(Margins.to_fit(self._map.grid, self._selection))

    def _take_sides(self) -> None:
        if not self._is_setting:
            self.set_margins(self.margins())

    def _spread(self) -> None:
        """Add or cut off what columns and rows say, away from what stays in place."""
        if self._is_setting:
            return
        row, column = divmod(self.anchor.checkedId(), 3)
        left, right = _share(self.columns.value() - self._map.grid.columns, column)
        top, bottom = _share(self.rows.value() - self._map.grid.rows, row)
        self.set_margins(Margins(left, top, right, bottom))

    # --- what comes of it -------------------------------------------------------------------------

    def _follow(self, margins: Margins) -> None:
        """Show the sheet and say what is lost; refuse what is impossible for a map."""
        refusal = self._refusal(margins)
        self.fault.tell(refusal)
        self.use.setEnabled(not refusal and any(margins))
        self.picture.show_margins(margins)
        self.told.setText("" if refusal else self._words(margins))

    def _refusal(self, margins: Margins) -> str:
        columns, rows = margins.size(self._map.grid)
        kept = margins.kept(self._map.grid)
        if columns < 1 or rows < 1 or any(part.stop <= part.start for part in kept):
            return self._localize("size-nothing-left")
        if max(columns, rows) > MAX_HEXES_A_SIDE or columns * rows > MAX_HEXES:
            values = {"columns": columns, "rows": rows, "side": MAX_HEXES_A_SIDE}
            return self._localize("size-too-large", most=MAX_HEXES, **values)
        sheet = blank_extended_sheet(self._map, margins)
        fault = sheet.label_style.fault(sheet.grid, sheet.hex_metres)
        return text(f"problems.{fault}", self._localize.language) if fault else ""

    def _words(self, margins: Margins) -> str:
        losses = self._contents.losses(margins)
        columns, rows = margins.size(self._map.grid)
        gained = columns * rows - (len(self._map.grid) - losses.hexes)
        said = [self._cut(losses)]
        if gained:
            said.append(self._localize("size-gained", count=gained))
        said.append(self._labels(margins))
        return "\n".join(said)

    def _cut(self, losses: SheetLosses) -> str:
        localize = self._localize
        if not losses.hexes:
            return localize("size-kept-all")
        said = [localize("size-cut", count=losses.hexes, filled=losses.filled)]
        if losses.places:
            names = [localize.localize_text(place.name) for place in losses.places]
            said.append(localize("size-places", names=self._listed(names)))
        gone = [zone for zone, (lost, every) in losses.zones.items() if lost == every]
        smaller = [
            localize("size-zone-part", zone=zone, lost=lost, all=every)
            for zone, (lost, every) in losses.zones.items()
            if lost < every
        ]
        for key, zones in (("size-zones-gone", gone), ("size-zones", smaller)):
            if zones:
                said.append(localize(key, zones=self._listed(zones)))
        return "\n".join(said)

    def _listed(self, names: Sequence[str]) -> str:
        """The first of many names, and how many more there are."""
        listed = self._localize("listing").join(names[:MAX_NAMED])
        more = len(names) - MAX_NAMED
        return f"{listed} {self._localize('size-more', count=more)}" if more > 0 else listed

    def _labels(self, margins: Margins) -> str:
        """Say whether the hexes that stay keep their labels, by the example of the first."""
        rows, columns = margins.kept(self._map.grid)
        here = self._map.grid.hex(columns.start, rows.start)
        sheet = blank_extended_sheet(self._map, margins)
        there = sheet.grid.hex(columns.start + margins.left, rows.start + margins.top)
        was, new = self._map.labels.label(here), sheet.labels.label(there)
        if was == new:
            return self._localize("size-labels-stay")
        return self._localize("size-labels-change", was=was, new=new)


def _share(change: int, anchor: int) -> tuple[int, int]:
    """A change of size on two sides: away from what is anchored, on both from the middle."""
    first = (0, change // 2, change)[anchor]
    return first, change - first


class ResizePreview(QWidget):
    """The sheet as it is and as it will be: what is cut under red, what is gained green."""

    def __init__(self, map_: Map) -> None:
        super().__init__()
        self._grid, self._margins = map_.grid, Margins()
        self._sheet = render_whole_sheet(map_, PREVIEW * SHARP)
        self.setMinimumSize(PREVIEW)

    def show_margins(self, margins: Margins) -> None:
        """Show other margins."""
        self._margins = margins
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw both sheets over each other."""
        wide, high = self._grid.size()
        across, down = wide / self._grid.columns, high / self._grid.rows
        old = QRectF(0, 0, wide, high)
        left, top, right, bottom = self._margins
        new = old.adjusted(-left * across, -top * down, right * across, bottom * down)
        whole = old.united(new) if new.isValid() else old
        scale = min((self.width() - 2) / whole.width(), (self.height() - 2) / whole.height())
        painter = QPainter(self)
        painter.translate(1, 1)
        painter.scale(scale, scale)
        painter.translate(-whole.topLeft())
        kept = old.intersected(new) if new.isValid() else QRectF()
        painter.fillRect(new, _tint(GAINED))
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.drawPixmap(old, self._sheet, QRectF(self._sheet.rect()))
        cut = QPainterPath()
        cut.addRect(old)
        gone = QPainterPath()
        gone.addRect(kept)
        painter.fillPath(cut.subtracted(gone), _tint(CUT))
        self._outline(painter, old, Qt.PenStyle.DashLine)
        self._outline(painter, new, Qt.PenStyle.SolidLine)
        painter.end()

    def _outline(self, painter: QPainter, sheet: QRectF, style: Qt.PenStyle) -> None:
        if not sheet.isValid():
            return
        pen = painter.pen()
        pen.setCosmetic(True)
        pen.setStyle(style)
        pen.setColor(self.palette().color(QPalette.ColorRole.WindowText))
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(sheet)


def _tint(colour: str) -> QColor:
    tint = QColor(colour)
    tint.setAlphaF(0.45)
    return tint
