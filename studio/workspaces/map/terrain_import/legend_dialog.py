"""The dialog that names the ground of codes in a column that were not understood."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QLabel,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from engine.terrain_import.land_cover_legends import OPEN, Legend
from engine.terrain_import.tag_mapping import load_tag_mapping
from studio.widgets.localization import Localizer
from studio.widgets.sizing import open_at_size

WIDE, HIGH = 420, 480


class LegendDialog(QDialog):
    """A column is chosen, and the ground of each of its codes, the most frequent first."""

    def __init__(
        self,
        localize: Localizer,
        columns: Mapping[str, Counter[str]],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._localize, self._columns = localize, columns
        self.setWindowTitle(localize("ground-codes-title"))
        self.column = QComboBox()
        self.column.addItems(sorted(columns, key=lambda name: len(columns[name])))
        self.covers: dict[str, QComboBox] = {}
        self.codes = QScrollArea()
        self.codes.setWidgetResizable(True)
        buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel
        )
        buttons.button(QDialogButtonBox.StandardButton.Ok).setText(localize("ground-codes-apply"))
        buttons.button(QDialogButtonBox.StandardButton.Cancel).setText(localize("cancel"))
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        self.column.currentTextChanged.connect(self._show_codes)
        label = QLabel(localize("ground-codes-column"))
        label.setBuddy(self.column)
        layout = QVBoxLayout(self)
        for part in (label, self.column, self.codes, buttons):
            layout.addWidget(part)
        self._show_codes()
        open_at_size(self, WIDE, HIGH)

    def _show_codes(self) -> None:
        page = QWidget()
        form = QFormLayout(page)
        self.covers = {}
        for code, count in self._columns[self.column.currentText()].most_common():
            self.covers[code] = self._make_covers()
            form.addRow(self._localize("ground-codes-row", code=code, count=count),
                        self.covers[code])  # fmt: skip
        self.codes.setWidget(page)

    def _make_covers(self) -> QComboBox:
        covers = QComboBox()
        covers.addItem(self._localize("ground-codes-unknown"), "")
        covers.addItem(self._localize("ground-codes-open"), OPEN)
        for name in load_tag_mapping().cover:
            covers.addItem(self._localize(f"ground-cover-{name}"), name)
        return covers

    def legend(self) -> Legend:
        """Return the legend as chosen; codes without a ground stay unknown."""
        chosen = {code: covers.currentData() for code, covers in self.covers.items()}
        codes = {code: None if cover == OPEN else cover for code, cover in chosen.items() if cover}
        column = self.column.currentText()
        return Legend(column, frozenset([column.casefold()]), codes)
