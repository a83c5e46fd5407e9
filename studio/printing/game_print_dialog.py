"""The dialog in which a game's pages are chosen and seen before they are printed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from PySide6.QtCore import Qt, QTimer
from PySide6.QtPrintSupport import QPrinterInfo
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QDoubleSpinBox,
    QFormLayout,
    QGridLayout,
    QGroupBox,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QScrollArea,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from engine.files.counter_layout_files import find, known_layouts
from engine.narration.number_format import format_decimal
from engine.problems import SandtableError
from engine.scenario.scenario import Scenario
from engine.texts import text
from studio.framework.background_jobs import (
    BackgroundJob,
    BackgroundJobs,
    JobCancelled,
    JobProgress,
    Outcome,
)
from studio.printing.game_printout import GamePrintout
from studio.printing.map_print_dialog import MAX_COPIES, RESIZED_MS
from studio.printing.map_tiling import MAX_HEX_MM, MIN_HEX_MM
from studio.printing.page_preview import PageView, PreviewedPage, page_picture
from studio.printing.paper_geometry import PAPERS, Duplex
from studio.printing.print_page import PrintedPart, Printout
from studio.printing.print_settings import (
    CARD_BLEED,
    COUNTER_SIZES,
    MAX_SHEETS,
    MAX_SHIFT,
    GamePrintSettings,
    InvalidPrintRequest,
    Shift,
    as_pages,
    ranges_from,
)
from studio.rendering.map.render_options import RenderOptions
from studio.widgets.form_fields import FieldErrorLabel
from studio.widgets.localization import Localizer
from studio.widgets.sizing import open_at_size, scale_length

SIDE = 350  # pixels of the settings
RANGE = 112  # pixels of the pages of a part
MAX_GAP = 20.0


@dataclass(frozen=True)
class GamePrintRequest:
    """The request to print a game: parts, and `printer`, empty for a PDF file."""

    look: RenderOptions
    settings: GamePrintSettings
    printer: str = ""
    copies: int = 1


class GamePrintDialog(QDialog):
    """Parts and sizes at the left, a page at the right, under it the list of all."""

    def __init__(
        self,
        scenario: Scenario | None,
        folder: Path,
        look: RenderOptions,
        was: GamePrintSettings,
        localize: Localizer,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._scenario, self._folder, self._look, self._localize = scenario, folder, look, localize
        self._was = was
        self.jobs = BackgroundJobs(self, localize)
        self._job: BackgroundJob | None = None
        self._shown: PreviewedPage | None = None
        self._written: list[str] = []  # the pages of parts that were looked at last
        self.setWindowTitle(localize("game-title"))
        self._make_parts()
        self._make_sizes()
        self._make_printer()
        self._make_page()
        self._lay_out()
        self._connect()
        open_at_size(self, 1040, 760)
        self._change()

    # --- the parts --------------------------------------------------------------------------------

    def offered_parts(self) -> Sequence[PrintedPart]:
        """The parts there are of a game on a map."""
        return [part for part in PrintedPart if part is not PrintedPart.STRIPS]

    def name_of(self, part: PrintedPart) -> str:
        """Return the name of a part."""
        return self._localize(f"part-{part}")

    def lay_out(self, order: GamePrintRequest) -> Printout:
        """The pages; in any thread."""
        assert self._scenario is not None
        return GamePrintout(self._scenario, order.look, order.settings, self._folder)

    def _make_parts(self) -> None:
        self.parts = {part: QCheckBox(self.name_of(part)) for part in self.offered_parts()}
        for part, box in self.parts.items():
            box.setChecked(part in self._was.parts)
        self.ranges = {
            part: QLineEdit(as_pages(self._was.parts.get(part, ()))) for part in self.parts
        }
        for part, line in self.ranges.items():
            words = self.name_of(part)
            line.setPlaceholderText(self._localize("game-part-all"))
            line.setToolTip(self._localize("game-part-hint"))
            line.setAccessibleName(self._localize("game-part-pages", part=words.replace("&", "")))
            line.setFixedWidth(scale_length(RANGE))

    def _make_sizes(self) -> None:
        localize, was = self._localize, self._was
        self.paper, self.counter, self.duplex = QComboBox(), QComboBox(), QComboBox()
        self.paper.addItems(list(PAPERS))
        self.paper.setCurrentText(was.paper.name)
        self.landscape = QCheckBox(localize("game-landscape"))
        self.landscape.setChecked(was.paper.width > was.paper.height)
        self.hex = self._millimetres(MIN_HEX_MM, MAX_HEX_MM, was.hex_mm or 15.0)
        self.fit = QCheckBox(localize("game-fit"))
        self.fit.setChecked(was.hex_mm is None)
        self.sheets = QSpinBox(minimum=1, maximum=MAX_SHEETS, value=was.sheets)
        self.sheets.setAccessibleName(localize("game-sheets"))
        self.sheets.setKeyboardTracking(False)
        sizes = sorted({*COUNTER_SIZES, was.counter_mm})
        for size in sizes:
            number = format_decimal(f"{size:g}", localize.language)
            self.counter.addItem(f"{number}{localize('print-millimetres')}", size)
        self.counter.setCurrentIndex(sizes.index(was.counter_mm))
        self.counters = QComboBox()
        self.counters.addItem(localize("game-counters-own"), "")
        for name in known_layouts():
            self.counters.addItem(localize.localize_text(find(name).title), name)
        self.counters.setCurrentIndex(max(self.counters.findData(was.counters), 0))
        self.gap = self._millimetres(0.0, MAX_GAP, was.counter_gap)
        self.gap.setToolTip(localize("game-gap-hint"))
        self.bleed = QCheckBox(localize("game-bleed"))
        self.bleed.setChecked(was.card_bleed > 0)
        self.bleed.setToolTip(localize("game-bleed-hint"))
        for duplex in Duplex:
            self.duplex.addItem(localize(f"duplex-{duplex}"), duplex)
        self.duplex.setCurrentIndex(list(Duplex).index(was.duplex))

    def _make_printer(self) -> None:
        was = self._was
        self.front_shift = [self._shift(value) for value in was.front_shift]
        self.back_shift = [self._shift(value) for value in was.back_shift]
        for pair in (self.front_shift, self.back_shift):
            for box, word in zip(pair, ("right", "down"), strict=True):
                box.setAccessibleName(self._localize(f"game-{word}"))
        self.printer = QComboBox()
        self.printer.addItem(self._localize("print-to-file"), "")
        for name in QPrinterInfo.availablePrinterNames():
            self.printer.addItem(name, name)
        self.copies = QSpinBox(minimum=1, maximum=MAX_COPIES)

    def _millimetres(self, least: float, most: float, value: float) -> QDoubleSpinBox:
        box = QDoubleSpinBox(minimum=least, maximum=most, decimals=1, singleStep=0.5, value=value)
        box.setSuffix(self._localize("print-millimetres"))
        box.setKeyboardTracking(False)
        return box

    def _shift(self, value: float) -> QDoubleSpinBox:
        box = self._millimetres(-MAX_SHIFT, MAX_SHIFT, 0.0)
        box.setDecimals(2)
        box.setSingleStep(0.1)
        box.setValue(value)
        box.setToolTip(self._localize("game-shift-hint"))
        return box

    def _make_page(self) -> None:
        localize = self._localize
        self.view, self.list, self.facts = PageView(), QListWidget(), QLabel()
        self.cut = FieldErrorLabel()
        self.list.setAccessibleName(localize("game-list"))
        self.facts.setWordWrap(True)
        self.buttons = QDialogButtonBox()
        self.go = self.buttons.addButton("", QDialogButtonBox.ButtonRole.AcceptRole)
        self.buttons.addButton(localize("cancel"), QDialogButtonBox.ButtonRole.RejectRole)

    def _lay_out(self) -> None:
        side = QWidget()
        left = QVBoxLayout(side)
        left.addWidget(self._parts_group())
        left.addLayout(self._form())
        left.addWidget(self.facts)
        left.addWidget(self.cut)
        left.addStretch(1)
        area = QScrollArea(widgetResizable=True)
        area.setWidget(side)
        area.setFixedWidth(scale_length(SIDE))
        area.setFrameShape(QScrollArea.Shape.NoFrame)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        right = QVBoxLayout()
        right.addWidget(self.view, 1)
        self.list.setMaximumHeight(scale_length(150))
        right.addWidget(self.list)
        middle = QHBoxLayout()
        middle.addWidget(area)
        middle.addLayout(right, 1)
        outer = QVBoxLayout(self)
        outer.addLayout(middle, 1)
        outer.addWidget(self.buttons)

    def _parts_group(self) -> QGroupBox:
        group = QGroupBox(self._localize("game-parts"))
        rows = QGridLayout(group)
        rows.setVerticalSpacing(2)
        rows.setColumnStretch(0, 1)
        for row, (part, box) in enumerate(self.parts.items()):
            rows.addWidget(box, row, 0)
            rows.addWidget(self.ranges[part], row, 1)
        return group

    def _form(self) -> QFormLayout:
        localize, form = self._localize, QFormLayout()
        form.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapLongRows)
        form.addRow(localize("print-paper"), self.paper)
        form.addRow("", self.landscape)
        form.addRow(localize("print-hex"), self.hex)
        fitted = QHBoxLayout()
        fitted.addWidget(self.fit, 1)
        fitted.addWidget(self.sheets)
        form.addRow("", fitted)
        form.addRow(localize("game-counter"), self.counter)
        form.addRow(localize("game-gap"), self.gap)
        form.addRow(localize("game-counters"), self.counters)
        form.addRow("", self.bleed)
        form.addRow(localize("game-duplex"), self.duplex)
        for word, pair in (("front-shift", self.front_shift), ("back-shift", self.back_shift)):
            row = QHBoxLayout()
            for box in pair:
                row.addWidget(box)
            label = QLabel(localize(f"game-{word}"))
            label.setBuddy(pair[0])
            form.addRow(label, row)
        form.addRow(localize("print-to"), self.printer)
        form.addRow(localize("print-copies"), self.copies)
        return form

    def _connect(self) -> None:
        for check in (*self.parts.values(), self.landscape, self.fit, self.bleed):
            check.toggled.connect(self._change)
        for line in self.ranges.values():
            line.editingFinished.connect(self._take_range)
        for choice in (self.paper, self.counter, self.counters, self.duplex):
            choice.currentIndexChanged.connect(self._change)
        self.sheets.valueChanged.connect(self._change)
        for number in (self.hex, self.gap, *self.front_shift, *self.back_shift):
            number.valueChanged.connect(self._change)
        self.printer.currentIndexChanged.connect(self._name_button)
        self._resized = QTimer(self, singleShot=True, interval=RESIZED_MS)
        self._resized.timeout.connect(lambda: self._draw(self.number))
        self.view.resized.connect(self._resized.start)
        self.list.currentRowChanged.connect(self._turn)
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        self.finished.connect(self._stop)

    # --- what is chosen ---------------------------------------------------------------------------

    @property
    def settings(self) -> GamePrintSettings:
        """Return the print settings of the game.

        Raises InvalidPrintRequest if a field does not name pages.
        """
        paper = PAPERS[self.paper.currentText()]
        return replace(
            self._was,
            parts={
                part: ranges_from(self.ranges[part].text())
                for part, box in self.parts.items()
                if box.isChecked()
            },
            paper=paper.turned() if self.landscape.isChecked() else paper,
            hex_mm=None if self.fit.isChecked() else self.hex.value(),
            sheets=self.sheets.value(),
            counter_mm=self.counter.currentData(),
            counter_gap=self.gap.value(),
            counters=self.counters.currentData(),
            card_bleed=CARD_BLEED if self.bleed.isChecked() else 0.0,
            duplex=Duplex(self.duplex.currentData()),
            front_shift=_pair(self.front_shift),
            back_shift=_pair(self.back_shift),
        )

    def print_request(self) -> GamePrintRequest:
        """Return the request."""
        printer, copies = self.printer.currentData(), self.copies.value()
        return GamePrintRequest(self._look, self.settings, printer, copies)

    @property
    def number(self) -> int:
        """The number of the page that is seen."""
        return self._shown.number if self._shown else 1

    def _take_range(self) -> None:
        """Other pages of a part, once they are written."""
        written = [line.text() for line in self.ranges.values()]
        if written != self._written:
            self._change()

    def _change(self) -> None:
        parts = {part for part, box in self.parts.items() if box.isChecked()}
        self._written = [line.text() for line in self.ranges.values()]
        for part, line in self.ranges.items():
            line.setEnabled(part in parts)
        self.hex.setEnabled(PrintedPart.MAP in parts and not self.fit.isChecked())
        self.fit.setEnabled(PrintedPart.MAP in parts)
        self.sheets.setEnabled(PrintedPart.MAP in parts and self.fit.isChecked())
        for box in (self.counter, self.gap, self.counters):
            box.setEnabled(PrintedPart.COUNTERS in parts)
        self.bleed.setEnabled(PrintedPart.CARDS in parts)
        self._shown = None
        self._name_button()
        self._draw(1)

    def _name_button(self) -> None:
        to_file = not self.printer.currentData()
        self.copies.setEnabled(not to_file)
        self.go.setText(self._localize("print-write" if to_file else "print-now"))

    # --- the preview ------------------------------------------------------------------------------

    def _turn(self, row: int) -> None:
        if row >= 0 and row + 1 != self.number:
            self._draw(row + 1)

    def _draw(self, number: int) -> None:
        """Draw a page, in the background if it takes long."""
        self._stop()
        try:
            order = self.print_request()
        except InvalidPrintRequest as error:
            self._show_none(str(error))
            return
        known, room = self._shown, self.view.page_rect()
        if not order.settings.parts:
            self._show_none(self._localize("game-nothing"))
            return

        def draw(progress: JobProgress) -> PreviewedPage:
            print_ = known.print if known else self.lay_out(order)
            progress.report(0.5)
            here = max(1, min(number, len(print_.printed_pages)))
            return PreviewedPage(
                print_, here, page_picture(print_, print_.printed_pages[here - 1], room)
            )

        self._job = self.jobs.start(self._localize("game-title"), draw, self._show)

    def _stop(self) -> None:
        if self._job is not None:
            self.jobs.cancel(self._job)
            self._job = None

    def _show(self, outcome: Outcome[PreviewedPage]) -> None:
        try:
            shown = outcome()
        except JobCancelled:
            return
        except SandtableError as error:
            self._show_none(str(error))
            return
        is_other = self._shown is None or self._shown.print is not shown.print
        self._shown = shown
        self.view.show_page(shown)
        self.go.setEnabled(True)
        if is_other:
            self._list_pages(shown.print)
        self.list.setCurrentRow(shown.number - 1)

    def _show_none(self, why: str) -> None:
        self._shown = None
        self.view.show_page(None)
        self.list.clear()
        self.facts.setText(why)
        self.cut.tell("")
        self.go.setEnabled(False)

    def _list_pages(self, print_: Printout) -> None:
        """All pages with what is on them, and how many there are."""
        self.list.blockSignals(True)
        self.list.clear()
        for number, leaf in enumerate(print_.printed_pages, 1):
            said = leaf.says or self._localize("game-blank")
            self.list.addItem(f"{number}  {said}")
        self.list.blockSignals(False)
        count = len(print_.printed_pages)
        key = "game-one-page" if count == 1 else "game-pages"
        self.facts.setText(self._localize(key, count=count))
        cut = print_.cut_cards if isinstance(print_, GamePrintout) else ()
        named = text("scenario.and-so-on", self._localize.language).join(cut)
        self.cut.tell(self._localize("cards-cut", cards=named) if cut else "")


def _pair(boxes: list[QDoubleSpinBox]) -> Shift:
    right, down = boxes
    return right.value(), down.value()
