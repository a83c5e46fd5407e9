"""The dialog about a table as a whole: its size, scale and back lines, and its words."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QVBoxLayout,
    QWidget,
)

from engine.files import tabletop_map_reader
from engine.files.source_text import SAMPLES
from engine.tabletop.feature_kinds import FigureScale
from engine.tabletop.lengths import InvalidLengthError, read_length
from engine.tabletop.shapes import FOOT, INCH
from engine.tabletop.tabletop_map import LARGEST, TabletopEdge, TabletopMap
from engine.texts import LocalText, text, text_languages
from studio.widgets.form_fields import (
    FieldErrorLabel,
    LocalizedLine,
    PlainTextArea,
    accept_cancel_buttons,
)
from studio.widgets.localization import Localizer, text_key
from studio.widgets.sizing import scale_length
from studio.workspaces.map.tabletop.measurements import format_length

SIZES = ((6, 4), (8, 6), (10, 8), (8, 10), (12, 10), (20, 16))  # feet: wide, deep
DEFAULT = (TabletopEdge.SOUTH, TabletopEdge.NORTH)


def sample_tabletops() -> list[Path]:
    """The tables that come with the program."""
    return sorted(SAMPLES.glob("*/tables/*.table.yaml"))


class TabletopPropertiesDialog(QDialog):
    """Shows a table as a whole; `table` is what it shall be."""

    def __init__(
        self, was: TabletopMap | None, localize: Localizer, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._localize, self._was = localize, was or _blank()
        self.setWindowTitle(
            localize("table-new-title" if was is None else "action-table-properties")
        )
        self.begin = QComboBox()
        self._begun: list[TabletopMap] = [self._was]
        self.title = LocalizedLine(localize, self._was.title)
        self.sizes, self.wide, self.deep = QComboBox(), QLineEdit(), QLineEdit()
        self.scale = QComboBox()
        self.edges = {
            edge: QCheckBox(localize(f"table-edge-{edge.value}")) for edge in TabletopEdge
        }
        self.notes, self.credits = LocalizedLine(localize, self._was.notes), PlainTextArea()
        self.credits.setTabChangesFocus(True)
        self.credits.setFixedHeight(scale_length(60))
        self.fault = FieldErrorLabel()
        self._make_lists(is_new=was is None)
        self._lay_out(is_new=was is None)
        self._show(self._was)
        for line in (self.wide, self.deep):
            line.textChanged.connect(self._follow)
        self._follow()

    def _make_lists(self, *, is_new: bool) -> None:
        localize = self._localize
        for scale in FigureScale:
            self.scale.addItem(localize(f"table-scale-{scale.value}"), scale)
        self.sizes.addItem(localize("table-size-own"))
        for wide, deep in SIZES:
            self.sizes.addItem(localize("table-size", wide=wide, deep=deep))
        self.sizes.activated.connect(self._take_size)
        self.begin.addItem(localize("table-begin-empty"))
        if is_new:
            for path in sample_tabletops():
                self._begun.append(tabletop_map_reader.load(path))
                self.begin.addItem(localize.localize_text(self._begun[-1].title))
        self.begin.activated.connect(self._begin_with)

    def _lay_out(self, *, is_new: bool) -> None:
        localize, form, layout = self._localize, QFormLayout(), QVBoxLayout(self)
        size, edges = QHBoxLayout(), QHBoxLayout()
        size.addWidget(self.sizes)
        for line, name in ((self.wide, "wide"), (self.deep, "deep")):
            line.setMaximumWidth(90)
            line.setToolTip(localize("table-length-hint"))
            label = QLabel(localize(f"table-field-{name}"))
            label.setBuddy(line)
            size.addWidget(label)
            size.addWidget(line)
        for box in self.edges.values():
            edges.addWidget(box)
        if is_new:
            form.addRow(localize("table-begin"), self.begin)
        form.addRow(localize("field-title"), self.title)
        form.addRow(localize("table-size-title"), size)
        form.addRow("", self.fault)
        form.addRow(localize("table-scale"), self.scale)
        form.addRow(localize("table-edges"), edges)
        form.addRow(localize("table-notes"), self.notes)
        form.addRow(localize("field-credits"), self.credits)
        layout.addLayout(form)
        words = localize("table-make" if is_new else "properties-use")
        self.buttons, self.use = accept_cancel_buttons(self, words, localize)
        layout.addWidget(self.buttons)

    # --- what it shall be -------------------------------------------------------------------------

    def _show(self, table: TabletopMap) -> None:
        self.wide.setText(format_length(table.width))
        self.deep.setText(format_length(table.depth))
        self.scale.setCurrentIndex(list(FigureScale).index(table.scale))
        for edge, box in self.edges.items():
            box.setChecked(edge in table.edges)
        self.credits.setPlainText(table.credits)

    def _begin_with(self, place: int) -> None:
        """Begin with a sample: its country, size and words."""
        self._was = self._begun[place]
        for field, words in ((self.title, self._was.title), (self.notes, self._was.notes)):
            for language, line in field.lines.items():
                line.setText(words if isinstance(words, str) else words.get(language, ""))
        self._show(self._was)

    def _take_size(self, place: int) -> None:
        if place:
            wide, deep = SIZES[place - 1]
            self.wide.setText(format_length(wide * FOOT))
            self.deep.setText(format_length(deep * FOOT))

    def _follow(self) -> None:
        """Refuse what no table can be; show which of the usual sizes it is."""
        found, fault = self._size(), ""
        if isinstance(found, str):
            fault = found
        elif not all(FOOT <= length <= LARGEST for length in found):
            fault = self._localize("table-size-refused", most=format_length(LARGEST // INCH * INCH))
        else:
            feet = tuple(length / FOOT for length in found)
            self.sizes.setCurrentIndex(1 + SIZES.index(feet) if feet in SIZES else 0)
        self.fault.tell(fault)
        self.use.setEnabled(not fault)

    def _size(self) -> tuple[int, int] | str:
        """The size as it is written, or why it is none."""
        try:
            return read_length(self.wide.text()), read_length(self.deep.text())
        except InvalidLengthError as error:
            return str(error)

    def table(self) -> TabletopMap:
        """The table as it shall be."""
        size, was = self._size(), self._was
        assert not isinstance(size, str), "the button is off while there is no size"
        chosen = [edge for edge, box in self.edges.items() if box.isChecked()]
        return replace(
            was,
            title=self.title.text(),
            width=size[0],
            depth=size[1],
            scale=FigureScale(self.scale.currentData()),
            edges={edge: was.edges.get(edge) or edge_name(edge) for edge in chosen},
            notes=self.notes.text(),
            credits=self.credits.toPlainText().strip(),
        )


def edge_name(edge: TabletopEdge) -> LocalText:
    """The default name of a back line."""
    key = text_key(f"table-edge-{edge.value}")
    return {language: text(key, language) for language in text_languages()}


def _blank() -> TabletopMap:
    return TabletopMap(8 * FOOT, 6 * FOOT, edges={edge: edge_name(edge) for edge in DEFAULT})
