"""Pages put out: as a PDF, or to a printer. May run in any thread."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QMarginsF, QSizeF
from PySide6.QtGui import QPagedPaintDevice, QPageSize, QPainter, QPdfWriter
from PySide6.QtPrintSupport import QPrinter, QPrinterInfo

from engine.texts import text
from studio.drawing.formats import MM_AN_INCH
from studio.printing.map_print import CannotPrint, MapPrint
from studio.printing.pages import Paper

DOTS_AN_INCH = 1200

# Told what part, from 0 to 1, is done; raises what ends the work where it is not wanted any more.
Report = Callable[[float], None]


def pdf_of(print_: MapPrint, report: Report) -> bytes:
    """All pages as the content of a PDF file."""
    content = QByteArray()
    buffer = QBuffer(content)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setTitle(print_.title)
    writer.setCreator("Sandtable")
    writer.setResolution(DOTS_AN_INCH)
    put_out(print_, writer, DOTS_AN_INCH, report)
    return bytes(content.data())


def send(print_: MapPrint, printer: str, copies: int, report: Report) -> None:
    """All pages to a printer; CannotPrint where it takes none. Given up, it prints no more."""
    device = QPrinter(QPrinterInfo.printerInfo(printer), QPrinter.PrinterMode.HighResolution)
    device.setFullPage(True)
    device.setDocName(print_.title)
    device.setCopyCount(copies)
    try:
        put_out(print_, device, device.resolution(), report)
    except CannotPrint as error:
        raise CannotPrint(text("printing.print-failed", printer=printer)) from error
    except BaseException:
        device.abort()
        raise


def put_out(print_: MapPrint, device: QPagedPaintDevice, dots: int, report: Report) -> None:
    """Paint page after page on a device of so many dots an inch."""
    device.setPageSize(page_size(print_.settings.paper))
    device.setPageMargins(QMarginsF(0, 0, 0, 0))
    painter = QPainter()
    if not painter.begin(device):
        raise CannotPrint(text("drawing.not-written", format="PDF"))
    try:
        for page in print_.tiling:
            if page.number > 1:
                device.newPage()
            painter.save()
            painter.scale(dots / MM_AN_INCH, dots / MM_AN_INCH)
            print_.paint(painter, page)
            painter.restore()
            report(page.number / len(print_.tiling))
    finally:
        painter.end()


def page_size(paper: Paper) -> QPageSize:
    """The paper as Qt knows it, to the hundredth of a point."""
    points = QSizeF(paper.width, paper.height) * (72 / MM_AN_INCH)
    return QPageSize(points, QPageSize.Unit.Point, "", QPageSize.SizeMatchPolicy.ExactMatch)
