"""The form for a map's labels: a style and its settings."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QFormLayout, QStackedWidget, QVBoxLayout, QWidget

from engine.files.map_writer import label_style_name
from engine.hexes.labels import ColumnRow, KmSquare, LabelStyle, LetterNumber
from engine.hexes.printed_labels import PrintedLabels
from engine.texts import text
from studio.widgets.form_fields import FieldErrorLabel, IntegerBox, LetterNumberBox, MetresBox
from studio.widgets.localization import Localizer
from studio.workspaces.map.dialogs.printed_label_page import PrintedLabelPage

MAX_COUNTED, MAX_DIGITS = 100_000, 6
MAX_DISTANCE = 20_000_000.0  # metres from where northing and easting are counted


class HexLabelForm(QWidget):
    """Chooses a label style; what a style asks for is shown with it."""

    changed = Signal()

    def __init__(self, localize: Localizer) -> None:
        super().__init__()
        self._localize = localize
        self.style_box = QComboBox()
        self.settings, self.fault = QStackedWidget(), FieldErrorLabel()
        self._make_boxes()
        self._make_pages()
        self.style_box.currentIndexChanged.connect(self.settings.setCurrentIndex)
        self.style_box.currentIndexChanged.connect(self._tell)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.style_box)
        layout.addWidget(self.fault)
        layout.addWidget(self.settings)

    def _make_boxes(self) -> None:
        self.first_column, self.first_row = (
            IntegerBox(0, MAX_COUNTED, 1),
            IntegerBox(0, MAX_COUNTED, 1),
        )
        self.first_number, self.digits = (
            IntegerBox(0, MAX_COUNTED, 1),
            IntegerBox(1, MAX_DIGITS, 1),
        )
        self.first_letter, self.counted_digits = LetterNumberBox(), IntegerBox(1, MAX_DIGITS, 2)
        self.letters = QComboBox()
        for way in ("columns", "rows"):
            self.letters.addItem(self._localize(f"letters-{way}"), way)
        self.northing = MetresBox(-MAX_DISTANCE, MAX_DISTANCE)
        self.easting = MetresBox(-MAX_DISTANCE, MAX_DISTANCE)
        for counted in (self.first_column, self.first_row, self.first_number, self.digits,
                        self.first_letter, self.counted_digits):  # fmt: skip
            counted.valueChanged.connect(self._tell)
        for metres in (self.northing, self.easting):
            metres.valueChanged.connect(self._tell)
        self.letters.currentIndexChanged.connect(self._tell)

    def _make_pages(self) -> None:
        pages: dict[str, dict[str, QWidget]] = {
            "column-row": {
                "first-column": self.first_column,
                "first-row": self.first_row,
                "digits": self.counted_digits,
            },
            "letter-number": {
                "letters": self.letters,
                "first-letter": self.first_letter,
                "first-number": self.first_number,
                "digits": self.digits,
            },
            "km-square": {"northing": self.northing, "easting": self.easting},
        }
        for style, boxes in pages.items():
            self.style_box.addItem(self._localize(f"labels-{style}"), style)
            page = QWidget()
            form = QFormLayout(page)
            form.setContentsMargins(12, 0, 0, 0)
            for key, box in boxes.items():
                box.setToolTip(self._localize(f"label-{key}-hint"))
                form.addRow(self._localize(f"label-{key}"), box)
            self.settings.addWidget(page)
        self.style_box.addItem(self._localize("labels-printed"), "printed")
        self.printed = PrintedLabelPage(self._localize)
        self.printed.changed.connect(self._tell)
        self.settings.addWidget(self.printed)

    def _tell(self) -> None:
        self.changed.emit()

    def show_style(self, style: LabelStyle) -> None:
        """Show a style; the settings of the others stay as they were."""
        was_silent = self.blockSignals(True)
        match style:
            case ColumnRow():
                self.first_column.setValue(style.first_column)
                self.first_row.setValue(style.first_row)
                self.counted_digits.setValue(style.digits)
            case LetterNumber():
                self.letters.setCurrentIndex(self.letters.findData(style.letters))
                self.first_letter.setValue(style.first_letter)
                self.first_number.setValue(style.first_number)
                self.digits.setValue(style.digits)
            case KmSquare():
                self.northing.setValue(style.northing)
                self.easting.setValue(style.easting)
            case PrintedLabels():
                self.printed.show_style(style)
        self.style_box.setCurrentIndex(self.style_box.findData(label_style_name(style)))
        self.blockSignals(was_silent)
        self.changed.emit()

    def refuse(self, code: str) -> None:
        """Show the fault of the labels and its remedy; an empty code means no fault."""
        keys = (f"problems.{code}", f"problems.{code}-hint") if code else ()
        self.fault.tell(": ".join(text(key, self._localize.language) for key in keys))

    def label_style(self) -> LabelStyle:
        """The style as chosen now."""
        match self.style_box.currentData():
            case "column-row":
                return ColumnRow(
                    self.first_column.value(), self.first_row.value(), self.counted_digits.value()
                )
            case "letter-number":
                return LetterNumber(
                    "rows" if self.letters.currentData() == "rows" else "columns",
                    self.first_letter.value(),
                    self.first_number.value(),
                    self.digits.value(),
                )
            case "printed":
                return self.printed.label_style()
            case _:
                return KmSquare(self.northing.value(), self.easting.value())
