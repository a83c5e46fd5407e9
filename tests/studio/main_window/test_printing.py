"""A map on paper: pages of the right size, hexes of the right width, marks where to cut."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtPrintSupport import QPrinter
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from engine.hexes.grid import Grid, Orientation
from engine.map.map import Map
from engine.texts import text
from studio.framework.background_jobs import JobCancelled
from studio.main_window.main_window import MainWindow
from studio.printing.map_print_dialog import MapPrintDialog, MapPrintRequest
from studio.printing.map_tiling import MapTiling, PrintSettings, crop_marks
from studio.printing.page_output import PrintError, paint_pages, render_pdf
from studio.printing.paper_geometry import MAX_PAGES, PAPERS, TilingPage
from studio.rendering.map.render_options import RenderOptions
from studio.workspaces.map.map_editor_tab import MapEditorTab
from tests.studio.main_window.conftest import Scripted, do
from tests.studio.printing.reading import line_ends, page_boxes, pages
from tests.studio.rendering.comparing import pixels

BARE = RenderOptions(grid=False, labels=False, legend=False)
A4, A3 = PAPERS["A4"], PAPERS["A3"]


def nothing(share: float) -> None:
    pass


def lakes(columns: int, rows: int, *places: tuple[int, int], flat: bool = False) -> Map:
    """Open ground with lakes at some places."""
    orientation = Orientation.FLAT if flat else Orientation.POINTY
    map_ = Map.blank(Grid(columns, rows, orientation))
    map_.grounds, map_.symbols = ("open", "lake"), (".", "~")
    for column, row in places:
        map_.ground[row, column] = 1
    return map_


def drawn(print_: MapTiling, page: TilingPage, dots: float) -> QImage:
    """A page as a picture of so many dots a millimetre."""
    paper = print_.settings.paper
    image = QImage(
        round(paper.width * dots), round(paper.height * dots), QImage.Format.Format_RGB32
    )
    image.fill(QColor("white"))
    painter = QPainter(image)
    painter.scale(dots, dots)
    print_.paint(painter, page)
    painter.end()
    return image


def blue(image: QImage) -> np.ndarray[tuple[int, int], np.dtype[np.bool_]]:
    """Where a picture is of the colour of water."""
    parts = pixels(image)
    return np.asarray(parts[..., 2] > parts[..., 0] + 40)


def lines(pdf: bytes) -> list[tuple[float, float]]:
    """Where the first page's lines begin and end, in millimetres from its upper left corner."""
    return line_ends(pages(pdf)[0])


# --- sizes ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "paper", [*PAPERS.values(), A3.turned()], ids=lambda p: f"{p.name} {p.width:g}"
)
def test_the_pages_of_a_pdf_are_of_the_paper_s_size(qapp: object, paper: object) -> None:
    settings = PrintSettings(paper, 20.0)  # type: ignore[arg-type]  # a Paper
    print_ = MapTiling(lakes(12, 5), BARE, settings)
    boxes = page_boxes(render_pdf(print_, nothing))
    assert len(boxes) == len(print_.tiling)
    for wide, high in boxes:
        assert wide == pytest.approx(settings.paper.width, abs=0.001)
        assert high == pytest.approx(settings.paper.height, abs=0.001)


@pytest.mark.parametrize("flat", [False, True])
@pytest.mark.parametrize("hex_mm", [8.0, 15.0, 18.5])
def test_hexes_are_as_wide_on_paper_as_they_shall_be(
    qapp: object, hex_mm: float, flat: bool
) -> None:
    """The teeth of the map's outline, read back from the file, are half a hex wide."""
    print_ = MapTiling(lakes(9, 5, flat=flat), BARE, PrintSettings(A4.turned(), hex_mm))
    ends = np.array(lines(render_pdf(print_, nothing)))
    steps = np.abs(np.diff(ends[:, 1 if flat else 0]))
    teeth = steps[(steps > 0.3 * hex_mm) & (steps < 0.7 * hex_mm)]
    assert teeth.size >= 18
    assert np.median(teeth) == pytest.approx(hex_mm / 2, abs=0.001)


def test_crop_marks_are_where_the_tiling_has_them(qapp: object) -> None:
    print_ = MapTiling(lakes(20, 5), BARE, PrintSettings(A4, 15.0))
    ends = np.array(lines(render_pdf(print_, nothing)))
    marks = crop_marks(print_.tiling, print_.tiling.page(1))
    assert len(marks) == 8
    for line in marks:
        for end in (line.p1(), line.p2()):
            assert np.hypot(*(ends - (end.x(), end.y())).T).min() < 0.005


def test_fitted_to_one_page_the_hexes_are_as_large_as_goes(qapp: object) -> None:
    map_ = lakes(20, 20)
    print_ = MapTiling(map_, RenderOptions(), PrintSettings(A4, None))
    assert len(print_.tiling) == 1
    larger = PrintSettings(A4, print_.hex_mm + 0.1)
    assert len(MapTiling(map_, RenderOptions(), larger).tiling) > 1


def test_so_many_pages_that_it_must_be_a_mistake_are_refused(qapp: object) -> None:
    with pytest.raises(PrintError, match=str(MAX_PAGES)):
        MapTiling(lakes(300, 300), BARE, PrintSettings(A4, 50.0))


def test_a_map_that_never_fits_one_page_is_refused(qapp: object) -> None:
    with pytest.raises(PrintError, match=re.escape(text("printing.print-never-fits", "en"))):
        MapTiling(lakes(1000, 10), BARE, PrintSettings(A4, None))


# --- pages together -------------------------------------------------------------------------------


def test_pages_cut_at_their_marks_and_joined_show_the_sheet(qapp: object) -> None:
    dots = 4.0
    map_ = lakes(24, 12, (3, 3), (9, 4), (10, 4), (11, 8), (20, 10))
    settings = PrintSettings(A4, 15.0, marks=False)
    print_ = MapTiling(map_, BARE, settings)
    tiling = print_.tiling
    assert len(tiling) > 1
    pages = {page.number: blue(drawn(print_, page, dots)) for page in tiling}
    sheet = QImage(
        round(tiling.width * dots), round(tiling.height * dots), QImage.Format.Format_RGB32
    )
    painter = QPainter(sheet)
    painter.scale(
        dots * tiling.width / print_.sheet.width, dots * tiling.width / print_.sheet.width
    )
    print_.sheet.paint(painter)
    painter.end()
    rows, columns = np.nonzero(blue(sheet))
    wrong = 0
    for row, column in zip(rows.tolist()[::17], columns.tolist()[::17], strict=True):
        seen = []
        for page in tiling:
            x, y = column / dots - page.part.left, row / dots - page.part.top
            if 0.5 < x < page.part.width - 0.5 and 0.5 < y < page.part.height - 0.5:
                at = round((y + settings.margin) * dots), round((x + settings.margin) * dots)
                seen.append(bool(pages[page.number][at]))
        wrong += not all(seen)
    assert wrong < 0.03 * len(rows[::17])  # the rims of the lakes are half a pixel off


def test_crop_marks_lie_in_the_margins_and_cut_neighbours_alike(qapp: object) -> None:
    print_ = MapTiling(lakes(24, 12), BARE, PrintSettings(A4, 15.0))
    tiling = print_.tiling
    first, second = tiling.page(1), tiling.page(2)
    right = max(line.x1() for line in crop_marks(tiling, first)[:4])
    left = min(line.x1() for line in crop_marks(tiling, second)[:4])
    margin = tiling.margin
    assert right - margin + first.part.left == pytest.approx(left - margin + second.part.left)
    field = (margin, margin, A4.width - margin, A4.height - margin)
    for line in crop_marks(tiling, first):
        for end in (line.p1(), line.p2()):
            inside = field[0] < end.x() < field[2] and field[1] < end.y() < field[3]
            assert not inside
            assert 0 <= end.x() <= A4.width
            assert 0 <= end.y() <= A4.height


# --- in the window --------------------------------------------------------------------------------


def test_a_map_is_printed_to_a_pdf(
    window: MainWindow, editor: MapEditorTab, prompts: Scripted, tmp_path: Path
) -> None:
    prompts.file = tmp_path / "map.pdf"
    prompts.order = MapPrintRequest(RenderOptions(), PrintSettings(A4, 25.0))
    do(window, "print")
    count = len(MapTiling(editor.document.map, RenderOptions(), prompts.order.settings).tiling)
    assert count > 1
    assert len(page_boxes(prompts.file.read_bytes())) == count
    assert "map.pdf" in window.statusBar().currentMessage()


def test_a_print_that_is_let_be_prints_nothing(
    window: MainWindow, editor: MapEditorTab, prompts: Scripted, tmp_path: Path
) -> None:
    prompts.file = tmp_path / "map.pdf"
    do(window, "print")
    assert not prompts.file.exists()


def test_a_printer_that_is_not_there_is_told(
    window: MainWindow, editor: MapEditorTab, prompts: Scripted
) -> None:
    prompts.order = MapPrintRequest(RenderOptions(), PrintSettings(), "no such printer")
    do(window, "print")
    assert "no such printer" in prompts.told[0]


def test_a_printer_gets_every_page(qapp: object, tmp_path: Path) -> None:
    printer = QPrinter(QPrinter.PrinterMode.HighResolution)
    printer.setOutputFormat(QPrinter.OutputFormat.PdfFormat)
    printer.setOutputFileName(str(tmp_path / "printed.pdf"))
    printer.setFullPage(True)
    print_ = MapTiling(lakes(24, 5), BARE, PrintSettings(A4, 15.0))
    shares: list[float] = []
    paint_pages(print_, printer, printer.resolution(), shares.append)
    boxes = page_boxes((tmp_path / "printed.pdf").read_bytes())
    assert len(boxes) == len(print_.tiling) == len(shares)
    assert boxes[0] == pytest.approx((210, 297), abs=0.2)


def test_printing_that_is_given_up_ends_between_two_pages(qapp: object) -> None:
    print_ = MapTiling(lakes(24, 5), BARE, PrintSettings(A4, 15.0))

    def enough(share: float) -> None:
        raise JobCancelled

    with pytest.raises(JobCancelled):
        render_pdf(print_, enough)


# --- the dialog -----------------------------------------------------------------------------------


@pytest.fixture
def dialog(window: MainWindow, editor: MapEditorTab, qtbot: QtBot) -> MapPrintDialog:
    styles = window.looks.style_choices()
    dialog = MapPrintDialog(lakes(24, 12), RenderOptions(), window.localize, window, styles)
    dialog.jobs.patience = 60.0
    dialog.paper.setCurrentText("A4")
    dialog.show()
    return dialog


def test_the_page_is_seen_in_the_style_that_is_chosen(dialog: MapPrintDialog) -> None:
    assert dialog.print_request().look.style is None
    was = dialog.view.grab().toImage()
    QTest.keyClick(dialog.style_box, Qt.Key.Key_End)
    style = dialog.print_request().look.style
    assert style is not None
    assert dialog.style_box.currentText() == dialog._localize(f"style-{style.id}")
    assert dialog.view.grab().toImage() != was


def test_the_dialog_tells_and_shows_the_pages(dialog: MapPrintDialog) -> None:
    dialog.hex.setValue(15.0)
    dialog.orientation.setCurrentIndex(0)
    assert "15 mm" in dialog.facts.text()
    assert "Page 1 of" in dialog.which.text()
    QTest.mouseClick(dialog.next, Qt.MouseButton.LeftButton)
    assert "Page 2 of" in dialog.which.text()
    assert "column 2" in dialog.which.text()
    QTest.keyClick(dialog.overview, Qt.Key.Key_Left)
    assert dialog.number == 1
    assert not dialog.previous.isEnabled()


def test_what_cannot_be_printed_is_said_in_the_dialog(dialog: MapPrintDialog) -> None:
    dialog.paper.setCurrentText("A5")
    dialog.margin.setValue(50.0)
    dialog.overlap.setValue(50.0)
    assert text("printing.print-no-room", "en") in dialog.facts.text()
    assert not dialog.go.isEnabled()
    dialog.overlap.setValue(0.0)
    assert dialog.go.isEnabled()


def test_the_dialog_s_order_is_what_was_chosen(dialog: MapPrintDialog) -> None:
    dialog.paper.setCurrentText("A3")
    dialog.orientation.setCurrentIndex(1)
    dialog.scale.setCurrentIndex(1)
    dialog.legend.setChecked(False)
    dialog.marks.setChecked(False)
    order = dialog.print_request()
    assert order.settings == PrintSettings(A3.turned(), None, 10.0, 8.0, False)
    assert not order.look.legend
    assert order.printer == ""


def test_the_page_on_the_screen_is_as_large_as_there_is_room(
    dialog: MapPrintDialog, qtbot: QtBot
) -> None:
    def is_fitting() -> bool:
        room, shown = dialog.view.page_rect(), dialog._shown
        assert shown is not None
        wide, high = shown.picture.width(), shown.picture.height()
        fits = wide <= room.width() + 1 and high <= room.height() + 1
        return fits and (wide >= room.width() - 1 or high >= room.height() - 1)

    qtbot.waitUntil(is_fitting)
    dialog.resize(1100, 800)
    qtbot.waitUntil(is_fitting)
