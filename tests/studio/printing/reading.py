"""PDF files read back: their boxes, their lines where they are on the paper, their words, fonts."""

from __future__ import annotations

import io
import unicodedata
from dataclasses import dataclass
from typing import Any

import numpy as np
from pypdf import PageObject, PdfReader
from pypdf.generic import ContentStream

MM = 25.4 / 72


@dataclass(frozen=True)
class Drawn:
    """Something drawn: the corners of a path in millimetres from the page's upper left corner."""

    points: tuple[tuple[float, float], ...]
    is_filled: bool

    @property
    def box(self) -> tuple[float, float, float, float]:
        """Left, top, right, bottom."""
        across, down = zip(*self.points, strict=True)
        return min(across), min(down), max(across), max(down)


def pages(pdf: bytes) -> list[PageObject]:
    """The pages of a file."""
    return list(PdfReader(io.BytesIO(pdf)).pages)


def page_boxes(pdf: bytes) -> list[tuple[float, float]]:
    """The width and height of every page in millimetres."""
    return [(float(p.mediabox.width) * MM, float(p.mediabox.height) * MM) for p in pages(pdf)]


def inset_box(page: PageObject, name: str) -> tuple[float, float, float, float]:
    """A box of a page in millimetres: left, top, right, bottom from the upper left corner."""
    box, high = getattr(page, name), float(page.mediabox.height)
    left, bottom, right, top = (float(value) for value in box)
    return left * MM, (high - top) * MM, right * MM, (high - bottom) * MM


def words(page: PageObject) -> str:
    """All that is written on a page, without spaces: what looks alike is the same."""
    return unicodedata.normalize("NFKC", "".join(page.extract_text().split()))


def drawn(page: PageObject) -> list[Drawn]:
    """Every chain of lines that is stroked or filled, followed through all transformations."""
    high = float(page.mediabox.height) * MM
    found: list[Drawn] = []
    kept: list[Any] = []
    at, paths = np.eye(3), list[list[tuple[float, float]]]()

    def add(x: float, y: float) -> None:
        right, up, _ = np.array([x, y, 1.0]) @ at
        paths[-1].append((float(right) * MM, high - float(up) * MM))

    for operands, operator in ContentStream(page["/Contents"], None).operations:
        numbers = [float(each) for each in operands if isinstance(each, int | float)]
        if operator == b"q":
            kept.append(at)
        elif operator == b"Q":
            at = kept.pop()
        elif operator == b"cm":
            a, b, c, d, e, f = numbers
            at = np.array([[a, b, 0], [c, d, 0], [e, f, 1]]) @ at
        elif operator == b"m":
            paths.append([])
            add(*numbers)
        elif operator == b"l":
            add(*numbers)
        elif operator == b"c":
            add(*numbers[-2:])
        elif operator == b"re":
            x, y, wide, tall = numbers
            paths.append([])
            for corner in ((x, y), (x + wide, y), (x + wide, y + tall), (x, y + tall)):
                add(*corner)
        elif operator in (b"S", b"s", b"f", b"f*", b"B", b"B*", b"b", b"b*", b"n"):
            if operator != b"n":
                is_filled = operator not in (b"S", b"s")
                found += [Drawn(tuple(path), is_filled) for path in paths]
            paths = []
    return found


def line_ends(page: PageObject) -> list[tuple[float, float]]:
    """Where lines begin, bend and end."""
    return [point for each in drawn(page) for point in each.points]


def embedded_fonts(pdf: bytes) -> dict[str, bool]:
    """The fonts of a file by name, and whether their letters are in it."""
    found = {}
    for page in pages(pdf):
        fonts: Any = page["/Resources"].get("/Font", {})  # type: ignore[union-attr]  # a dictionary
        for font in fonts.values():
            for below in font.get_object().get("/DescendantFonts", []):
                descriptor = below.get_object()["/FontDescriptor"]
                found[str(descriptor["/FontName"])] = "/FontFile2" in descriptor
    return found
