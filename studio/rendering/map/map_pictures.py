"""Maps as files: PNG, SVG and PDF, from one drawing. Needs the application of `system`.

The same map gives the same file, byte for byte.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QMarginsF, QRect, QRectF, QSize, QSizeF
from PySide6.QtGui import (
    QColor,
    QImage,
    QPageSize,
    QPaintDevice,
    QPainter,
    QPdfWriter,
)
from PySide6.QtSvg import QSvgGenerator

from engine.map.map import Map
from engine.narration.number_format import format_decimal
from engine.problems import SandtableError
from engine.texts import localised, text
from studio.rendering.file_formats import MM_AN_INCH, PX_AN_INCH, PictureFormat
from studio.rendering.map.deployment import Deployment
from studio.rendering.map.map_painter import STEPS, is_drawn_in_detail
from studio.rendering.map.map_sheet import PAPER, MapSheet
from studio.rendering.map.preview_tints import Overlay
from studio.rendering.map.render_options import RenderOptions
from studio.rendering.painting import clip_to, encode_png

DOTS_A_METRE = round(PX_AN_INCH / MM_AN_INCH * 1000)
MAX_PIXELS = 16_384  # a side; what Qt's painter can address is not much more
MAX_PIXELS_IN_ALL = 2**27  # half a gigabyte of memory
MAX_MM = 5_080.0  # PDF pages end at 200 inches
MIN_HEX_PX = 1.0
PDF_DOTS_AN_INCH = 1200

Paint = Callable[[QPainter], None]
# Receives the share done, from 0 to 1; raises to end the work once it is no longer wanted.
Report = Callable[[float], None]
LARGE, STRIP = 8_000_000, 1024  # pixels of a picture that is painted in strips; their height
PAINTING = 0.75  # of the time is gone when a picture is painted and about to be encoded


class PictureTooLarge(SandtableError):
    """A picture of more pixels, or a page of more paper, than can be made; says what would fit."""


@dataclass(frozen=True)
class RenderedFile:
    """A finished file; `width` and `height` are in pixels of 1/96 inch."""

    content: bytes
    width: int
    height: int
    format: PictureFormat


def render_map(
    map_: Map,
    look: RenderOptions,
    format_: PictureFormat,
    overlay: Overlay | None = None,
    deployment: Deployment | None = None,
    report: Report | None = None,
) -> RenderedFile:
    """A map's sheet as a file, with what a scenario puts on it.

    Raises PictureTooLarge, and whatever `report` raises to end the work.
    """
    sheet = check_sheet_fits(map_, look, format_, deployment)
    title = localised(map_.title, look.language)

    def paint(painter: QPainter) -> None:
        strips = _strips(sheet) if format_ is PictureFormat.PNG else []
        if not strips:
            _paint_step_by_step(painter, sheet, overlay, report, range(STEPS))
        for number, strip in enumerate(strips):
            steps = range(number * STEPS, len(strips) * STEPS)
            with clip_to(painter, strip):
                _paint_step_by_step(painter, sheet.showing(strip), overlay, report, steps)

    return render_drawing(paint, sheet.width, sheet.height, format_, title)


def render_part(
    map_: Map,
    look: RenderOptions,
    part: QRectF,
    format_: PictureFormat,
    deployment: Deployment | None = None,
    report: Report | None = None,
) -> RenderedFile:
    """A rectangle of a map as a file, without title and legend; in widths of a hex.

    Raises PictureTooLarge, and whatever `report` raises to end the work.
    """
    unit = look.hex_px
    room = QRectF(part.x() * unit, part.y() * unit, part.width() * unit, part.height() * unit)
    wide, high = max(math.ceil(room.width()), 1), max(math.ceil(room.height()), 1)
    if not _fits(wide, high, format_):
        values = {"width": wide, "height": high, "most": MAX_PIXELS}
        raise PictureTooLarge(text("drawing.part-too-large", look.language, **values))
    whole = MapSheet(map_, replace(look, legend=False), deployment)
    room.translate(whole.map_left, whole.map_top)
    sheet = whole.showing(room)

    def paint(painter: QPainter) -> None:
        with clip_to(painter, QRectF(0, 0, wide, high)):
            painter.translate(-room.topLeft())
            _paint_step_by_step(painter, sheet, None, report, range(STEPS))

    return render_drawing(paint, wide, high, format_, localised(map_.title, look.language))


def _paint_step_by_step(
    painter: QPainter,
    sheet: MapSheet,
    overlay: Overlay | None,
    report: Report | None,
    steps: range,
) -> None:
    """Paint a sheet and report every step; `steps` are those expected from here on."""
    for step, _ in enumerate(sheet.painted(painter, overlay), steps.start + 1):
        if report is not None:
            report(PAINTING * min(step / steps.stop, 1.0))


def _strips(sheet: MapSheet) -> list[QRectF]:
    """A large picture part by part, so that no single stroke of the painter lasts long."""
    wide, high = sheet.width, sheet.height
    if wide * high <= LARGE or not is_drawn_in_detail(sheet.view):
        return []
    return [QRectF(0, top, wide, min(STRIP, high - top)) for top in range(0, high, STRIP)]


def render_drawing(
    paint: Paint, width: int, height: int, format_: PictureFormat, title: str
) -> RenderedFile:
    """A drawing on a page of `width` × `height` units, as a file."""
    write = {PictureFormat.PNG: _png, PictureFormat.SVG: _svg, PictureFormat.PDF: _pdf}[format_]
    return RenderedFile(write(paint, width, height, title), width, height, format_)


# --- sizes ---------------------------------------------------------------------------------------


def check_sheet_fits(
    map_: Map, look: RenderOptions, format_: PictureFormat, deployment: Deployment | None = None
) -> MapSheet:
    """The map's sheet, if it can be written in this format; else PictureTooLarge says what can."""
    wide, high = map_.grid.size(look.hex_px)
    if _fits(math.ceil(wide), math.ceil(high), format_):
        sheet = MapSheet(map_, look, deployment)
        if _fits(sheet.width, sheet.height, format_):
            return sheet
    raise PictureTooLarge(_too_large(map_, look, format_, deployment))


def _fits(width: int, height: int, format_: PictureFormat) -> bool:
    if format_ is PictureFormat.PDF:
        return max(width, height) * MM_AN_INCH / PX_AN_INCH <= MAX_MM
    small = format_ is PictureFormat.SVG or width * height <= MAX_PIXELS_IN_ALL
    return small and max(width, height) <= MAX_PIXELS


def _too_large(
    map_: Map, look: RenderOptions, format_: PictureFormat, deployment: Deployment | None
) -> str:
    wide, high = (math.ceil(side) for side in map_.grid.size(look.hex_px))
    fits = _largest_fitting(map_, look, format_, deployment)
    if format_ is PictureFormat.PDF:
        mm = MM_AN_INCH / PX_AN_INCH
        return text(
            "drawing.page-too-large", look.language, width=round(wide * mm),
            height=round(high * mm), most=round(MAX_MM), fits=math.floor(fits * mm * 100) / 100,
        )  # fmt: skip
    if fits < MIN_HEX_PX:
        wide, high = (math.ceil(side) for side in map_.grid.size(MIN_HEX_PX))
        return text(
            "drawing.picture-never-fits", look.language, width=wide, height=high,
            most=MAX_PIXELS, least=MIN_HEX_PX,
        )  # fmt: skip
    return text(
        "drawing.picture-too-large", look.language, width=wide, height=high,
        most=MAX_PIXELS, fits=format_decimal(f"{fits:g}", look.language),
    )  # fmt: skip


def _largest_fitting(
    map_: Map, look: RenderOptions, format_: PictureFormat, deployment: Deployment | None
) -> float:
    """The widest hexes, in tenths of a page unit, whose sheet can be written."""
    wide, high = map_.grid.size(1.0)
    guess = MAX_PIXELS / max(wide, high)
    if format_ is PictureFormat.PDF:
        guess = MAX_MM / MM_AN_INCH * PX_AN_INCH / max(wide, high)
    elif format_ is PictureFormat.PNG:
        guess = min(guess, math.sqrt(MAX_PIXELS_IN_ALL / (wide * high)))
    tenths = min(math.floor(guess * 10), math.floor(look.hex_px * 10))
    while tenths > 0:
        sheet = MapSheet(map_, replace(look, hex_px=tenths / 10), deployment)
        if _fits(sheet.width, sheet.height, format_):
            break
        tenths = min(tenths - 1, math.floor(tenths * 0.98))
    return tenths / 10


# --- formats -------------------------------------------------------------------------------------


def _png(paint: Paint, width: int, height: int, title: str) -> bytes:
    image = QImage(width, height, QImage.Format.Format_RGB32)
    if image.isNull():  # no memory for it
        raise SandtableError(text("drawing.not-written", format="PNG"))
    image.fill(QColor(PAPER))
    image.setDotsPerMeterX(DOTS_A_METRE)
    image.setDotsPerMeterY(DOTS_A_METRE)
    image.setText("Title", title)
    _paint_on(image, paint)
    return encode_png(image)


def _svg(paint: Paint, width: int, height: int, title: str) -> bytes:
    content, buffer = _buffer()
    generator = QSvgGenerator(QSvgGenerator.SvgVersion.Svg11)  # an older one knows no clipping
    generator.setOutputDevice(buffer)
    generator.setResolution(PX_AN_INCH)
    generator.setSize(QSize(width, height))
    generator.setViewBox(QRect(0, 0, width, height))
    generator.setTitle(title)
    _paint_on(generator, paint)
    return _bytes(content)


def _pdf(paint: Paint, width: int, height: int, title: str) -> bytes:
    from studio.rendering.pdf_finishing import PageBoxes, finish_pdf

    content, buffer = _buffer()
    writer = QPdfWriter(buffer)
    writer.setResolution(PDF_DOTS_AN_INCH)
    points = QSizeF(width * 72 / PX_AN_INCH, height * 72 / PX_AN_INCH)
    size = QPageSize(points, QPageSize.Unit.Point, "", QPageSize.SizeMatchPolicy.ExactMatch)
    writer.setPageSize(size)
    writer.setPageMargins(QMarginsF(0, 0, 0, 0))
    _paint_on(writer, paint, PDF_DOTS_AN_INCH / PX_AN_INCH)
    mm = MM_AN_INCH / PX_AN_INCH
    return finish_pdf(_bytes(content), title, [PageBoxes(width * mm, height * mm)])


def _paint_on(device: QPaintDevice, paint: Paint, scale: float = 1.0) -> None:
    """Paint, and release the device whatever happens: Qt aborts if a painter outlives it."""
    painter = QPainter(device)
    painter.scale(scale, scale)
    try:
        paint(painter)
    finally:
        painter.end()


def _buffer() -> tuple[QByteArray, QBuffer]:
    content = QByteArray()
    buffer = QBuffer(content)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    return content, buffer


def _bytes(content: QByteArray) -> bytes:
    return bytes(content.data())
