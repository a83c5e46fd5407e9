"""The dialog in which a map is seen on its pages before it is printed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from PySide6.QtCore import QLocale, Qt, QTimer
from PySide6.QtPrintSupport import QPrinterInfo
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QDoubleSpinBox,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QSpinBox,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from engine.map.map import Map
from engine.narration.number_format import format_decimal
from engine.problems import SandtableError
from studio.framework.background_jobs import (
    BackgroundJob,
    BackgroundJobs,
    JobCancelled,
    JobProgress,
    Outcome,
)
from studio.printing.map_tiling import MAX_HEX_MM, MIN_HEX_MM, MapTiling, PrintSettings
from studio.printing.page_preview import PageOverview, PageView, PreviewedMapPage, render_preview
from studio.printing.paper_geometry import PAPERS, Paper
from studio.rendering.map.render_options import RenderOptions
from studio.widgets.localization import Localizer
from studio.widgets.map_style_box import MapStyleBox, StyleChoice
from studio.widgets.sizing import open_at_size, scale_length

RESIZED_MS = 80  # after the last change of size the page is drawn anew
SIDE = 300  # pixels of the settings
MAX_MARGIN, MAX_OVERLAP, MAX_COPIES = 50.0, 50.0, 99


@dataclass(frozen=True)
class MapPrintRequest:
    """The request to print a map: settings, and `printer`, empty for a PDF file."""

    look: RenderOptions
    settings: PrintSettings
    printer: str = ""
    copies: int = 1


class MapPrintDialog(QDialog):
    """Settings at the left, a page at the right. `order()` is what was chosen."""

    def __init__(
        self, map_: Map, look: RenderOptions, localize: Localizer, parent: QWidget | None = None,
        styles: Sequence[StyleChoice] = (),
    ) -> None:  # fmt: skip
        """`styles` are those the map can be drawn in; at first it is in the one of the look."""
        super().__init__(parent)
        self.style_box = MapStyleBox(styles, look.style)
        self._map, self._look, self._localize = map_, look, localize
        self.jobs = BackgroundJobs(self, localize)
        self._job: BackgroundJob | None = None
        self._shown: PreviewedMapPage | None = None
        self.setWindowTitle(localize("print-title"))
        self._make_boxes()
        self._make_page()
        self._lay_out()
        self._connect()
        open_at_size(self, 900, 640)
        self._change()

    # --- the parts --------------------------------------------------------------------------------

    def _make_boxes(self) -> None:
        localize = self._localize
        self.paper, self.orientation, self.scale, self.printer = (QComboBox() for _ in range(4))
        self.paper.addItems(list(PAPERS))
        self.paper.setCurrentText(usual_paper())
        for word in ("portrait", "landscape"):
            self.orientation.addItem(localize(f"print-{word}"), word)
        grid = self._map.grid
        self.orientation.setCurrentIndex(int(grid.size(1.0)[0] > grid.size(1.0)[1]))
        for word in ("by-hex", "one-page"):
            self.scale.addItem(localize(f"print-{word}"), word)
        self.hex = self._millimetres(MIN_HEX_MM, MAX_HEX_MM, PrintSettings.hex_mm or 15.0)
        self.margin = self._millimetres(0.0, MAX_MARGIN, PrintSettings.margin)
        self.overlap = self._millimetres(0.0, MAX_OVERLAP, PrintSettings.overlap)
        self.overlap.setToolTip(localize("print-overlap-hint"))
        self.marks, self.legend = (
            QCheckBox(localize("print-marks")),
            QCheckBox(localize("print-legend")),
        )
        self.marks.setChecked(True)
        self.legend.setChecked(True)
        self.printer.addItem(localize("print-to-file"), "")
        for name in QPrinterInfo.availablePrinterNames():
            self.printer.addItem(name, name)
        self.copies = QSpinBox(minimum=1, maximum=MAX_COPIES)

    def _millimetres(self, least: float, most: float, value: float) -> QDoubleSpinBox:
        box = QDoubleSpinBox(minimum=least, maximum=most, decimals=1, singleStep=0.5, value=value)
        box.setSuffix(self._localize("print-millimetres"))
        box.setKeyboardTracking(False)
        return box

    def _make_page(self) -> None:
        localize = self._localize
        self.view, self.overview = PageView(), PageOverview()
        self.facts, self.which = QLabel(), QLabel()
        self.facts.setWordWrap(True)
        self.previous, self.next = QToolButton(), QToolButton()
        for button, arrow, words in (
            (self.previous, Qt.ArrowType.LeftArrow, "print-previous"),
            (self.next, Qt.ArrowType.RightArrow, "print-next"),
        ):
            button.setArrowType(arrow)
            button.setToolTip(localize(words))
            button.setAccessibleName(localize(words))
        self.buttons = QDialogButtonBox()
        self.go = self.buttons.addButton("", QDialogButtonBox.ButtonRole.AcceptRole)
        self.buttons.addButton(localize("cancel"), QDialogButtonBox.ButtonRole.RejectRole)

    def _lay_out(self) -> None:
        localize, form = self._localize, QFormLayout()
        for word, box in (
            ("style", self.style_box), ("paper", self.paper), ("orientation", self.orientation),
            ("scale", self.scale), ("hex", self.hex), ("margin", self.margin),
            ("overlap", self.overlap),
        ):  # fmt: skip
            form.addRow(localize(f"print-{word}"), box)
        form.addRow(self.marks)
        form.addRow(self.legend)
        form.addRow(localize("print-to"), self.printer)
        form.addRow(localize("print-copies"), self.copies)
        side = QWidget()
        side.setFixedWidth(scale_length(SIDE))
        left = QVBoxLayout(side)
        left.setContentsMargins(0, 0, 0, 0)
        left.addLayout(form)
        left.addWidget(self.facts)
        left.addWidget(self.overview, 1)
        turning = QHBoxLayout()
        turning.addWidget(self.previous)
        turning.addWidget(self.which, 1, Qt.AlignmentFlag.AlignHCenter)
        turning.addWidget(self.next)
        right = QVBoxLayout()
        right.addWidget(self.view, 1)
        right.addLayout(turning)
        middle = QHBoxLayout()
        middle.addWidget(side)
        middle.addLayout(right, 1)
        outer = QVBoxLayout(self)
        outer.addLayout(middle, 1)
        outer.addWidget(self.buttons)

    def _connect(self) -> None:
        for choice in (self.style_box, self.paper, self.orientation, self.scale):
            choice.currentIndexChanged.connect(self._change)
        for number in (self.hex, self.margin, self.overlap):
            number.valueChanged.connect(self._change)
        for check in (self.marks, self.legend):
            check.toggled.connect(self._change)
        self.printer.currentIndexChanged.connect(self._name_button)
        self.overview.chosen.connect(self.show_page)
        self._resized = QTimer(self, singleShot=True, interval=RESIZED_MS)
        self._resized.timeout.connect(lambda: self._draw(self.number))
        self.view.resized.connect(self._resized.start)
        self.previous.clicked.connect(lambda: self.show_page(self.number - 1))
        self.next.clicked.connect(lambda: self.show_page(self.number + 1))
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        self.finished.connect(self._stop)

    # --- what is chosen ---------------------------------------------------------------------------

    @property
    def settings(self) -> PrintSettings:
        """Return the print settings of the map."""
        paper: Paper = PAPERS[self.paper.currentText()]
        if self.orientation.currentData() == "landscape":
            paper = paper.turned()
        by_hex = self.scale.currentData() == "by-hex"
        return PrintSettings(
            paper, self.hex.value() if by_hex else None, self.margin.value(),
            self.overlap.value(), self.marks.isChecked(),
        )  # fmt: skip

    def print_request(self) -> MapPrintRequest:
        """Return the request."""
        look = replace(self._look, legend=self.legend.isChecked(), style=self.style_box.chosen)
        return MapPrintRequest(look, self.settings, self.printer.currentData(), self.copies.value())

    @property
    def number(self) -> int:
        """The number of the page that is seen."""
        return self._shown.page.number if self._shown else 1

    def show_page(self, number: int) -> None:
        """See another page."""
        count = len(self._shown.print.tiling) if self._shown else 1
        self._draw(min(max(number, 1), count))

    def _change(self) -> None:
        self.hex.setEnabled(self.scale.currentData() == "by-hex")
        self._shown = None
        self._name_button()
        self._draw(1)

    def _name_button(self) -> None:
        to_file = not self.printer.currentData()
        self.copies.setEnabled(not to_file)
        self.go.setText(self._localize("print-write" if to_file else "print-now"))

    # --- the preview ------------------------------------------------------------------------------

    def _draw(self, number: int) -> None:
        """Draw a page, in the background if it takes long."""
        self._stop()
        order, known, room = self.print_request(), self._shown, self.view.page_rect()
        map_ = self._map

        def draw(progress: JobProgress) -> PreviewedMapPage:
            print_ = known.print if known else MapTiling(map_, order.look, order.settings)
            progress.report(0.5)
            return render_preview(print_, min(number, len(print_.tiling)), room)

        self.which.setText("…")
        self._job = self.jobs.start(self._localize("print-title"), draw, self._show)

    def _stop(self) -> None:
        if self._job is not None:
            self.jobs.cancel(self._job)
            self._job = None

    def _show(self, outcome: Outcome[PreviewedMapPage]) -> None:
        try:
            self._shown = outcome()
        except JobCancelled:
            return
        except SandtableError as error:
            self._shown = None
            self.facts.setText(str(error))
            self.which.setText("")
        self.view.show_page(self._shown)
        self.overview.show_pages(self._shown)
        self.go.setEnabled(self._shown is not None)
        if self._shown is not None:
            self._tell(self._shown)

    def _tell(self, now: PreviewedMapPage) -> None:
        localize, print_, tiling = self._localize, now.print, now.print.tiling
        ratio = round(self._map.hex_metres * 1000 / print_.hex_mm)
        size, scale = (
            format_decimal(each, localize.language) for each in (f"{print_.hex_mm:g}", f"{ratio:,}")
        )
        words = localize(
            "print-facts", hex=size, width=round(tiling.width),
            height=round(tiling.height), columns=tiling.columns, rows=tiling.rows,
        )  # fmt: skip
        self.facts.setText(f"{words}\n{localize('print-scale-fact', scale=scale)}")
        page, count = now.page, len(tiling)
        which = localize(
            "print-page", number=page.number, count=count, row=page.row + 1, column=page.column + 1
        )
        self.which.setText(which if count > 1 else localize("print-page-only"))
        self.previous.setEnabled(page.number > 1)
        self.next.setEnabled(page.number < count)


def usual_paper() -> str:
    """Return the usual paper where the user lives."""
    metric = QLocale.system().measurementSystem() is QLocale.MeasurementSystem.MetricSystem
    return "A4" if metric else "Letter"
