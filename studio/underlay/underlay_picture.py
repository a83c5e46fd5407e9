"""Pictures to lay under a map: read within bounds, whatever their files say of themselves."""

from __future__ import annotations

import math
from pathlib import Path

from PySide6.QtCore import QSize
from PySide6.QtGui import QImage, QImageReader

from engine.files import source_text
from engine.problems import SandtableError
from engine.texts import text

MOST_PIXELS = 32_000_000  # kept in memory: 128 megabytes
MOST_READ = 64_000_000  # read at once where a format cannot be read smaller
SHRINKING = (b"jpeg", b"jpg")  # formats that are read smaller than they are, in little memory
MEGABYTES = 2 * MOST_READ * 4 // 2**20


class UnderlayError(SandtableError):
    """A picture is not there, none that can be read, or too large."""


def load_underlay_image(path: Path) -> QImage:
    """The picture in a file, made smaller where it is very large. May run in any thread."""
    if not source_text.is_file(path):
        raise UnderlayError(text("underlay.missing", file=path))
    QImageReader.setAllocationLimit(MEGABYTES)
    reader = QImageReader(str(path))
    reader.setDecideFormatFromContent(True)
    reader.setAutoTransform(True)
    size = reader.size()
    if not reader.canRead() or not size.isValid() or size.isEmpty():
        raise UnderlayError(text("underlay.no-picture", file=path))
    pixels = size.width() * size.height()
    shrinks = bytes(reader.format().data()).lower() in SHRINKING
    if pixels > MOST_READ and not shrinks:
        raise UnderlayError(
            text("underlay.too-large", file=path, width=size.width(), height=size.height(),
                 most=MOST_READ // 1_000_000)
        )  # fmt: skip
    if pixels > MOST_PIXELS and shrinks:
        reader.setScaledSize(bounded_size(size))
    picture = reader.read()
    if picture.isNull():
        raise UnderlayError(text("underlay.broken", file=path, reason=reader.errorString()))
    if picture.width() * picture.height() > MOST_PIXELS:
        picture = picture.scaled(bounded_size(picture.size()))
    return picture


def bounded_size(size: QSize) -> QSize:
    """The largest size of the same shape that is kept in memory."""
    scale = min(1.0, math.sqrt(MOST_PIXELS / (size.width() * size.height())))
    return QSize(max(1, int(size.width() * scale)), max(1, int(size.height() * scale)))


def picture_endings() -> set[str]:
    """How the names of pictures end that can be laid over a map."""
    endings = {bytes(each.data()).decode() for each in QImageReader.supportedImageFormats()}
    return endings - {"pdf", "svg", "svgz"}


def is_picture(path: Path) -> bool:
    """Whether a file's name is that of such a picture."""
    return path.suffix.lower().removeprefix(".") in picture_endings()
