"""The panel of the picture that lies over a map to be traced."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QDoubleSpinBox,
    QFormLayout,
    QGridLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QSlider,
    QVBoxLayout,
    QWidget,
)

from studio.map_tools.image_fitting import ImageFitting
from studio.underlay.underlay_image import UnderlaySettings
from studio.widgets.localization import Localizer

MAX_DISTANCE, WIDEST, NARROWEST = 10_000.0, 100_000.0, 0.01  # hexes
BUTTONS = ("load", "remove", "fit", "adjust", "reset", "back", "done", "leave")
NUMBERS = ("left", "top", "width", "turn")


class UnderlayPanel(QWidget):
    """Shows how a picture lies and asks for another way; the truth is not here.

    `wanted` names a button. `placed` gives left and top of the picture's first corner and its width
    in hexes, and its turn in degrees.
    """

    wanted = Signal(str)
    placed = Signal(float, float, float, float)
    faded = Signal(float)
    toggled = Signal(bool)
    named = Signal(str)  # the label of the hex a point belongs to

    def __init__(self, localize: Localizer) -> None:
        super().__init__()
        self._localize = localize
        self._kept: UnderlaySettings | None = None
        self._fitting: ImageFitting | None = None
        self._fault = ""
        self.file, self.hint = QLabel(), QLabel()
        self.hint.setWordWrap(True)
        self.file.setWordWrap(True)
        self.shown, self.opacity = QCheckBox(), QSlider(Qt.Orientation.Horizontal)
        self.opacity.setRange(0, 100)
        self.label = QLineEdit()
        self.buttons = {name: QPushButton() for name in BUTTONS}
        self.buttons["adjust"].setCheckable(True)
        self.numbers = {name: QDoubleSpinBox() for name in NUMBERS}
        self._words = {name: QLabel() for name in (*NUMBERS, "opacity")}
        self._set_ranges()
        self._lay_out()
        self._connect()
        localize.changed.connect(self.retranslate)
        self.retranslate()

    def _set_ranges(self) -> None:
        for name, box in self.numbers.items():
            box.setDecimals(2)
            box.setKeyboardTracking(False)
            box.setRange(-MAX_DISTANCE, MAX_DISTANCE)
            box.setSingleStep(0.1)
            self._words[name].setBuddy(box)
        self.numbers["width"].setRange(NARROWEST, WIDEST)
        self.numbers["turn"].setRange(-360.0, 360.0)
        self._words["opacity"].setBuddy(self.opacity)

    def _lay_out(self) -> None:
        column, form, keys = QVBoxLayout(self), QFormLayout(), QGridLayout()
        column.setContentsMargins(6, 6, 6, 6)
        column.addWidget(self.file)
        for place, name in enumerate(("load", "remove", "fit", "adjust", "reset")):
            keys.addWidget(self.buttons[name], *divmod(place, 2))
        column.addLayout(keys)
        column.addWidget(self.hint)
        column.addWidget(self.label)
        fitting = QGridLayout()
        for place, name in enumerate(("back", "done", "leave")):
            fitting.addWidget(self.buttons[name], 0, place)
        column.addLayout(fitting)
        column.addWidget(self.shown)
        form.addRow(self._words["opacity"], self.opacity)
        for name, box in self.numbers.items():
            form.addRow(self._words[name], box)
        column.addLayout(form)
        column.addStretch(1)

    def _connect(self) -> None:
        for name, button in self.buttons.items():
            button.clicked.connect(lambda _=False, name=name: self.wanted.emit(name))
        for box in self.numbers.values():
            box.valueChanged.connect(self._place)
        self.opacity.valueChanged.connect(lambda value: self.faded.emit(value / 100))
        self.shown.toggled.connect(self.toggled)
        self.label.returnPressed.connect(lambda: self.named.emit(self.label.text()))

    def _place(self) -> None:
        self.placed.emit(*(box.value() for box in self.numbers.values()))

    # --- what is shown ----------------------------------------------------------------------------

    def show_underlay(
        self, kept: UnderlaySettings | None, *, is_open: bool, may_reset: bool
    ) -> None:
        """Show how a picture lies; `is_open` says whether there is a map it could lie under."""
        self._kept = kept
        self.buttons["load"].setEnabled(is_open)
        self.buttons["reset"].setEnabled(may_reset)
        others = [self.buttons[name] for name in ("remove", "fit", "adjust")]
        for part in (*others, self.shown, self.opacity, *self.numbers.values()):
            part.setEnabled(kept is not None)
        if kept is not None:
            self._fill(kept)
        else:
            self.buttons["adjust"].setChecked(False)
        self.retranslate()

    def show_fitting(self, fitting: ImageFitting | None, fault: str = "") -> None:
        """Show what point comes next, and why the last one could not be."""
        self._fitting, self._fault = fitting, fault
        self.label.clear()
        self.retranslate()
        if fitting is not None and fitting.half is not None:
            self.label.setFocus()

    def _fill(self, kept: UnderlaySettings) -> None:
        placing = kept.placing
        values = (placing.e, placing.f, placing.scale * kept.width, placing.turn)
        for box, value in zip(self.numbers.values(), values, strict=True):
            box.blockSignals(True)
            box.setValue(value)
            box.blockSignals(False)
        for part in (self.opacity, self.shown):
            part.blockSignals(True)
        self.opacity.setValue(round(100 * kept.opacity))
        self.shown.setChecked(kept.is_shown)
        for part in (self.opacity, self.shown):
            part.blockSignals(False)

    def retranslate(self) -> None:
        """Say everything in the window's language."""
        localize, kept = self._localize, self._kept
        self.file.setText(f"<b>{kept.file.name}</b>" if kept else localize("underlay-none"))
        self.file.setToolTip(str(kept.file) if kept else "")
        for name, button in self.buttons.items():
            button.setText(localize(f"underlay-{name}"))
            button.setToolTip(localize(f"underlay-{name}-hint"))
        self.shown.setText(localize("underlay-shown"))
        for name, label in self._words.items():
            label.setText(localize(f"underlay-{name}"))
        self.label.setPlaceholderText(localize("underlay-label"))
        fitting = self._fitting
        for name in ("back", "done", "leave"):
            self.buttons[name].setVisible(fitting is not None)
        self.label.setVisible(fitting is not None and fitting.half is not None)
        self.buttons["done"].setEnabled(fitting is not None and fitting.may_end)
        self.hint.setText(self._hint())
        self.hint.setVisible(bool(self.hint.text()))

    def _hint(self) -> str:
        localize, fitting = self._localize, self._fitting
        if fitting is None:
            return localize("underlay-adjusting") if self.buttons["adjust"].isChecked() else ""
        key = "underlay-point-here" if fitting.half is None else "underlay-point-there"
        words = localize(key, number=len(fitting.pairs) + 1)
        if fitting.may_end:
            words = f"{words} {localize('underlay-may-end')}"
        return f"⚠ {self._fault}\n{words}" if self._fault else words
