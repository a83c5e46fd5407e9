"""Counters and cards as pictures: sheets with their cutting marks, and each side of each piece."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QImage, QPainter

from engine.files import source_text
from studio.printing.page_preview import page_picture
from studio.printing.print_page import Printout
from studio.printing.two_sided_sheets import PieceSide, TwoSidedPiece
from studio.rendering.file_formats import MM_AN_INCH
from studio.rendering.painting import encode_png

FORBIDDEN = re.compile(r'[\s/\\:*?"<>|]+')  # in the names of files, on one system or another


def write_sheets(print_: Printout, out: Path, dots: float) -> list[Path]:
    """Write every page as a picture of so many dots an inch, numbered where there are several."""
    files = sheet_files(print_, out)
    for leaf, file in zip(print_.printed_pages, files, strict=True):
        wide, high = print_.paper.width / MM_AN_INCH, print_.paper.height / MM_AN_INCH
        picture = page_picture(print_, leaf, QSize(round(wide * dots), round(high * dots)))
        source_text.write(file, printed_png(picture, dots))
    return files


def sheet_files(print_: Printout, out: Path) -> list[Path]:
    """The files that its pages are written to."""
    if len(print_.printed_pages) == 1:
        return [out]
    wide = len(str(len(print_.printed_pages)))
    return [
        out.with_name(f"{out.stem}-{number:0{wide}d}{out.suffix}")
        for number in range(1, len(print_.printed_pages) + 1)
    ]


def write_piece_pictures(
    groups: Sequence[Sequence[TwoSidedPiece]], size: tuple[float, float], folder: Path, dots: float
) -> list[Path]:
    """Write the front and the back of every piece, alike ones once, to its own file."""
    return [
        _write(side, size, folder / f"{name}-{word}.png", dots)
        for name, piece in name_pieces(groups)
        for word, side in (("front", piece.front), ("back", piece.back))
    ]


def piece_picture_files(groups: Sequence[Sequence[TwoSidedPiece]], folder: Path) -> list[Path]:
    """The files that pieces are written to."""
    return [
        folder / f"{name}-{word}.png"
        for name, _ in name_pieces(groups)
        for word in ("front", "back")
    ]


def name_pieces(groups: Iterable[Sequence[TwoSidedPiece]]) -> Iterator[tuple[str, TwoSidedPiece]]:
    """Each piece once, with a name that may be a file's."""
    seen: set[str] = set()
    for piece in (each for group in groups for each in group):
        name = FORBIDDEN.sub("_", piece.id)
        if name not in seen:
            seen.add(name)
            yield name, piece


def side_picture(side: PieceSide, size: tuple[float, float], dots: float) -> QImage:
    """One side of a piece to its cut; `size` is in millimetres, `dots` to the inch."""
    part = dots / MM_AN_INCH
    image = QImage(round(size[0] * part), round(size[1] * part), QImage.Format.Format_ARGB32)
    image.fill(0)
    painter = QPainter(image)
    try:  # Qt aborts where a painter outlives its picture
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.scale(part, part)
        side.ground(painter, QRectF(0, 0, *size))
        side.draw(painter)
    finally:
        painter.end()
    return image


def printed_png(image: QImage, dots: float) -> bytes:
    """A picture as the content of a PNG file that knows how large it is printed."""
    image.setDotsPerMeterX(round(dots / MM_AN_INCH * 1000))
    image.setDotsPerMeterY(round(dots / MM_AN_INCH * 1000))
    return encode_png(image)


def _write(side: PieceSide, size: tuple[float, float], file: Path, dots: float) -> Path:
    source_text.write(file, printed_png(side_picture(side, size, dots), dots))
    return file
