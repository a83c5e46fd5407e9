"""Pages put out: as a PDF, or to a printer. May run in any thread."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QMarginsF, QSizeF
from PySide6.QtGui import QPagedPaintDevice, QPageSize, QPainter, QPdfWriter
from PySide6.QtPrintSupport import QPrinter, QPrinterInfo

from engine.problems import SandtableError
from engine.texts import text
from studio.printing.paper_geometry import Paper
from studio.printing.print_page import Printout, PrintPage
from studio.rendering.file_formats import MM_AN_INCH
from studio.rendering.pdf_finishing import PageBoxes, finish_pdf

DOTS_AN_INCH = 1200
DRAWN = 0.95  # of the time is over when all pages are drawn and the file is about to be finished

# Receives the share done, from 0 to 1; raises to end the work once it is no longer wanted.
Report = Callable[[float], None]


class PrintError(SandtableError):
    """It does not go on this paper so; says what would."""


def render_pdf(print_: Printout, report: Report) -> bytes:
    """All pages as the content of a PDF file; the same pages give the same bytes."""
    content = QByteArray()
    buffer = QBuffer(content)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setResolution(DOTS_AN_INCH)
    paint_pages(print_, writer, DOTS_AN_INCH, lambda share: report(DRAWN * share))
    boxes = [_boxes(print_, leaf) for leaf in print_.printed_pages]
    return finish_pdf(bytes(content.data()), print_.title, boxes)


def print_pages(print_: Printout, printer: str, copies: int, report: Report) -> None:
    """All pages to a printer; PrintError where it takes none. Given up, it prints no more."""
    device = QPrinter(QPrinterInfo.printerInfo(printer), QPrinter.PrinterMode.HighResolution)
    device.setFullPage(True)
    device.setDocName(print_.title)
    device.setCopyCount(copies)
    try:
        paint_pages(print_, device, device.resolution(), report)
    except PrintError as error:
        raise PrintError(text("printing.print-failed", printer=printer)) from error
    except BaseException:  # given up, or broken: what was sent is not printed
        device.abort()
        raise


def paint_pages(print_: Printout, device: QPagedPaintDevice, dots: int, report: Report) -> None:
    """Paint page after page on a device of so many dots an inch."""
    device.setPageSize(page_size(print_.paper))
    device.setPageMargins(QMarginsF(0, 0, 0, 0))
    painter = QPainter()
    if not painter.begin(device):
        raise PrintError(text("drawing.not-written", format="PDF"))
    try:
        for number, leaf in enumerate(print_.printed_pages, 1):
            if number > 1:
                device.newPage()
            painter.save()
            painter.scale(dots / MM_AN_INCH, dots / MM_AN_INCH)
            painter.translate(*print_.shift(leaf))
            leaf.paint(painter)
            painter.restore()
            report(number / len(print_.printed_pages))
    finally:
        painter.end()


def page_size(paper: Paper) -> QPageSize:
    """The paper as Qt knows it, to the hundredth of a point."""
    points = QSizeF(paper.width, paper.height) * (72 / MM_AN_INCH)
    return QPageSize(points, QPageSize.Unit.Point, "", QPageSize.SizeMatchPolicy.ExactMatch)


def _boxes(print_: Printout, leaf: PrintPage) -> PageBoxes:
    """Return the boxes of a page: its edges and cuts."""
    paper, trim = print_.paper, leaf.trim
    if trim is None:
        return PageBoxes(paper.width, paper.height)
    right, down = print_.shift(leaf)
    insets = (
        trim.left + right, trim.top + down,
        paper.width - trim.right - right, paper.height - trim.bottom - down,
    )  # fmt: skip
    return PageBoxes(paper.width, paper.height, insets, leaf.bleed)
