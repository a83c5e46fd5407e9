"""The dialog that makes a blank map."""

from __future__ import annotations

from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QDoubleSpinBox,
    QFormLayout,
    QLineEdit,
    QSpinBox,
    QWidget,
)

from engine.labels import ColumnRow, LabelStyle, LetterNumber
from engine.layout import Grid, Orientation
from engine.map import Map
from studio.panels.speech import Speech

MOST_HEXES_A_SIDE = 3000
# What most maps need, so that painting can begin at once.
LEGEND = {".": "open", "w": "woods", "s": "settlement", "~": "lake"}
STYLES: dict[str, type[ColumnRow] | type[LetterNumber]] = {
    "column-row": ColumnRow,
    "letter-number": LetterNumber,
}


class NewMap(QDialog):
    """Size, orientation, scale and labels; what stands there at first makes a sensible map."""

    def __init__(self, say: Speech, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(say("new-title"))
        self.title = QLineEdit()
        self.columns = _count(24)
        self.rows = _count(18)
        self.orientation = QComboBox()
        for orientation in Orientation:
            self.orientation.addItem(say(f"orientation-{orientation.value}"), orientation)
        self.labels = QComboBox()
        for style in STYLES:
            self.labels.addItem(say(f"labels-{style}"), style)
        self.hex_metres = _metres(50, 100_000)
        self.level_metres = _metres(10, 10_000)
        self._lay_out(say)

    def _lay_out(self, say: Speech) -> None:
        form = QFormLayout(self)
        form.addRow(say("new-name"), self.title)
        form.addRow(say("new-columns"), self.columns)
        form.addRow(say("new-rows"), self.rows)
        form.addRow(say("new-orientation"), self.orientation)
        form.addRow(say("new-labels"), self.labels)
        form.addRow(say("new-hex-metres"), self.hex_metres)
        form.addRow(say("new-level-metres"), self.level_metres)
        buttons = QDialogButtonBox()
        buttons.addButton(say("new-make"), QDialogButtonBox.ButtonRole.AcceptRole)
        buttons.addButton(say("cancel"), QDialogButtonBox.ButtonRole.RejectRole)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        form.addRow(buttons)

    def map(self) -> Map:
        """The blank map asked for."""
        orientation = Orientation(self.orientation.currentData())
        map_ = blank(self.columns.value(), self.rows.value(), orientation)
        style: LabelStyle = STYLES[self.labels.currentData()]()
        map_.title, map_.label_style = self.title.text(), style
        map_.hex_metres, map_.level_metres = self.hex_metres.value(), self.level_metres.value()
        return map_


def blank(columns: int, rows: int, orientation: Orientation = Orientation.POINTY) -> Map:
    """A map of open ground, with the legend most maps need."""
    map_ = Map.blank(Grid(columns, rows, orientation))
    map_.symbols, map_.grounds = tuple(LEGEND), tuple(LEGEND.values())
    return map_


def _count(usual: int) -> QSpinBox:
    box = QSpinBox()
    box.setRange(1, MOST_HEXES_A_SIDE)
    box.setValue(usual)
    return box


def _metres(usual: float, most: float) -> QDoubleSpinBox:
    box = QDoubleSpinBox()
    box.setRange(0.1, most)
    box.setDecimals(1)
    box.setValue(usual)
    return box
