"""The settings of printed labels: order, separator, counting, direction and slant."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any, get_args, get_type_hints

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QFormLayout, QLineEdit, QWidget

from engine.hexes.printed_labels import SEPARATOR, PrintedLabels
from studio.widgets.form_fields import IntegerBox
from studio.widgets.localization import Localizer

MAX_COUNTED, MAX_DIGITS, MAX_SEPARATOR = 100_000, 6, 3


class PrintedLabelPage(QWidget):
    """One field for each field of the style."""

    changed = Signal()

    def __init__(self, localize: Localizer) -> None:
        super().__init__()
        hints = get_type_hints(PrintedLabels)
        self.boxes: Mapping[str, QWidget] = {
            each.name: self._make_box(each.name, hints[each.name], localize)
            for each in fields(PrintedLabels)
        }
        form = QFormLayout(self)
        form.setContentsMargins(12, 0, 0, 0)
        for name, box in self.boxes.items():
            key = f"label-{name.replace('_', '-')}"
            box.setToolTip(localize(f"{key}-hint"))
            form.addRow(localize(key), box)
        self.show_style(PrintedLabels())

    def _make_box(self, name: str, kind: Any, localize: Localizer) -> QWidget:
        if choices := get_args(kind):
            combo = QComboBox()
            for choice in choices:
                combo.addItem(localize(f"label-choice-{choice}"), choice)
            combo.currentIndexChanged.connect(self.changed)
            return combo
        if kind is int:
            is_first = name.startswith("first_")
            number = IntegerBox(0 if is_first else 1, MAX_COUNTED if is_first else MAX_DIGITS, 1)
            number.valueChanged.connect(self.changed)
            return number
        line = QLineEdit()
        line.setMaxLength(MAX_SEPARATOR)
        line.textChanged.connect(self.changed)
        return line

    def show_style(self, style: PrintedLabels) -> None:
        """Show a style in the fields."""
        for name, box in self.boxes.items():
            value = getattr(style, name)
            if isinstance(box, QComboBox):
                box.setCurrentIndex(box.findData(value))
            elif isinstance(box, IntegerBox):
                box.setValue(value)
            elif isinstance(box, QLineEdit):
                box.setText(value)

    def label_style(self) -> PrintedLabels:
        """Return the style as chosen now; signs that a separator cannot have are left out."""
        return PrintedLabels(**{name: _value_of(box) for name, box in self.boxes.items()})


def _value_of(box: QWidget) -> Any:
    if isinstance(box, QComboBox):
        return box.currentData()
    if isinstance(box, IntegerBox):
        return box.value()
    assert isinstance(box, QLineEdit)
    return "".join(sign for sign in box.text() if SEPARATOR.fullmatch(sign))
