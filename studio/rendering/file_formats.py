"""The kinds of picture and report there are, and lengths on paper; known without Qt."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path

PX_AN_INCH, MM_AN_INCH = 96, 25.4


class PictureFormat(StrEnum):
    """The kinds of picture a map can be written as."""

    PNG = "png"
    SVG = "svg"
    PDF = "pdf"


def picture_format(path: Path) -> PictureFormat | None:
    """The kind of picture a file's name asks for; None if we cannot write it."""
    suffix = path.suffix.lower().removeprefix(".")
    return PictureFormat(suffix) if suffix in set(PictureFormat) else None


class PageFormat(StrEnum):
    """The kinds of file a report can be written as."""

    HTML = "html"
    PDF = "pdf"


def report_format(path: Path) -> PageFormat | None:
    """The kind of report a file's name asks for; None if we cannot write it."""
    suffix = path.suffix.lower().removeprefix(".")
    return PageFormat(suffix) if suffix in set(PageFormat) else None


def hex_width_px(hex_mm: float) -> float:
    """The hex width in page units for a printed width in millimetres."""
    return hex_mm * PX_AN_INCH / MM_AN_INCH
