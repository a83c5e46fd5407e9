"""PDF files read back: their boxes, their lines where they are on the paper, their words, fonts.

The words of a page are read by PDFium, in a fiftieth of the time that pypdf takes.
"""

from __future__ import annotations

import io
import unicodedata
from dataclasses import dataclass
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np
from pypdf import PageObject, PdfReader
from pypdf.generic import ContentStream
from pypdfium2 import PdfDocument

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


_documents = WeakKeyDictionary[PdfReader, PdfDocument]()


def text_of(page: PageObject) -> str:
    """All that is written on a page."""
    reader = page.pdf
    assert isinstance(reader, PdfReader)
    assert page.page_number is not None
    if reader not in _documents:
        reader.stream.seek(0)
        _documents[reader] = PdfDocument(reader.stream.read())
    return str(_documents[reader][page.page_number].get_textpage().get_text_range())


def words(page: PageObject) -> str:
    """All that is written on a page, without spaces: what looks alike is the same."""
    return unicodedata.normalize("NFKC", "".join(text_of(page).split()))


@dataclass(frozen=True)
class Written:
    """Words on a page: where they begin, in points from the lower left, how high letters are."""

    left: float
    foot: float
    high: float
    words: str

    @property
    def right(self) -> float:
        """Where they end at least: letters are narrow, Chinese characters are as wide as high."""
        wide = (0.95 if unicodedata.east_asian_width(c) in "WF" else 0.38 for c in self.words)
        return self.left + self.high * sum(wide)

    def lies_on(self, other: Written) -> bool:
        """Whether the two are written over each other."""
        least = min(self.high, other.high)
        if abs(self.foot - other.foot) >= 0.55 * least:
            return False
        return min(self.right, other.right) - max(self.left, other.left) > 0.3 * least


def written(page: PageObject) -> list[Written]:
    """All that is written level on a page."""
    found: list[Written] = []

    def visit(text: str, cm: list[float], tm: list[float], font: Any, size: float) -> None:
        at = np.array([[tm[0], tm[1], 0], [tm[2], tm[3], 0], [tm[4], tm[5], 1]]) @ np.array(
            [[cm[0], cm[1], 0], [cm[2], cm[3], 0], [cm[4], cm[5], 1]]
        )
        if text.strip() and abs(at[0, 1]) < 1e-6:
            found.append(
                Written(float(at[2, 0]), float(at[2, 1]), abs(float(at[1, 1])) * size, text.strip())
            )

    page.extract_text(visitor_text=visit)
    return found


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
        resources: Any = page["/Resources"]
        fonts: Any = resources.get("/Font", {})
        for font in fonts.values():
            for below in font.get_object().get("/DescendantFonts", []):
                descriptor = below.get_object()["/FontDescriptor"]
                found[str(descriptor["/FontName"])] = "/FontFile2" in descriptor
    return found
