"""Underlay images: read within bounds, and their place under a map kept in the user's settings."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass, fields, replace
from pathlib import Path

from PySide6.QtCore import QSize
from PySide6.QtGui import QImage, QImageReader

from engine.files import source_text, strict_json
from engine.interchange.underlay_pictures import read_underlay
from engine.problems import SandtableError
from engine.texts import text
from studio.canvas.image_placement import ImagePlacement

REMOVED = "removed"  # kept for a map whose picture beside it is not wanted
PLACED = tuple(field.name for field in fields(ImagePlacement))


@dataclass(frozen=True)
class UnderlaySettings:
    """A picture's file and how it is laid. `placing` is for a picture `width` pixels wide."""

    file: Path
    width: int
    placing: ImagePlacement
    opacity: float = 0.5
    is_shown: bool = True

    def as_text(self) -> str:
        """For the settings."""
        placing = [getattr(self.placing, name) for name in PLACED]
        return json.dumps([str(self.file), self.width, placing, self.opacity, self.is_shown])

    @classmethod
    def from_text(cls, words: str) -> UnderlaySettings | None:
        """From the settings; None where they hold none, or damaged ones."""
        try:
            file, width, numbers, opacity, is_shown = strict_json.loads(words)
            placed = [*map(float, numbers)]
            placing = ImagePlacement(*placed)
            kept = cls(Path(file), int(width), placing, float(opacity), bool(is_shown))
        except (ValueError, TypeError, OverflowError):
            return None
        if not source_text.can_name(file):
            return None
        is_sound = kept.width > 0 and 0 <= kept.opacity <= 1 and placing.scale > 0
        return kept if is_sound and all(map(math.isfinite, placed)) else None

    @classmethod
    def picture_beside(cls, map_file: Path) -> UnderlaySettings | None:
        """The picture that was brought in with a map and lies beside it, if one does."""
        found = read_underlay(map_file)
        return cls(found[0], found[1], ImagePlacement(*found[2])) if found else None

    @classmethod
    def of(cls, words: str, map_file: Path) -> UnderlaySettings | None:
        """Return the saved underlay; without one, the picture next to the map."""
        return cls.from_text(words) if words else cls.picture_beside(map_file)

    def fitting(self, picture: QImage) -> UnderlaySettings:
        """The same place for the picture as it was read, which may be larger or smaller."""
        if picture.width() == self.width:
            return self
        factor, old = self.width / picture.width(), self.placing
        placing = ImagePlacement(
            old.a * factor, old.b * factor, old.c * factor, old.d * factor, old.e, old.f
        )
        return replace(self, placing=placing, width=picture.width())


MAX_PIXELS = 32_000_000  # kept in memory: 128 megabytes
MAX_READ = 64_000_000  # read at once where a format cannot be read smaller
SHRINKING = (b"jpeg", b"jpg")  # formats that are read smaller than they are, in little memory
MEGABYTES = 2 * MAX_READ * 4 // 2**20


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
    if pixels > MAX_READ and not shrinks:
        raise UnderlayError(
            text("underlay.too-large", file=path, width=size.width(), height=size.height(),
                 most=MAX_READ // 1_000_000)
        )  # fmt: skip
    if pixels > MAX_PIXELS and shrinks:
        reader.setScaledSize(bounded_size(size))
    picture = reader.read()
    if picture.isNull():
        raise UnderlayError(text("underlay.broken", file=path, reason=reader.errorString()))
    if picture.width() * picture.height() > MAX_PIXELS:
        picture = picture.scaled(bounded_size(picture.size()))
    return picture


def bounded_size(size: QSize) -> QSize:
    """The largest size of the same shape that is kept in memory."""
    scale = min(1.0, math.sqrt(MAX_PIXELS / (size.width() * size.height())))
    return QSize(max(1, int(size.width() * scale)), max(1, int(size.height() * scale)))


def picture_endings() -> set[str]:
    """Return the file endings of pictures that can be placed over a map."""
    endings = {bytes(each.data()).decode() for each in QImageReader.supportedImageFormats()}
    return endings - {"pdf", "svg", "svgz"}


def is_picture(path: Path) -> bool:
    """Return True if a file's name is that of such a picture."""
    return path.suffix.lower().removeprefix(".") in picture_endings()
