"""PDF files finished: page boxes exact to the hundredth of a point, and the same bytes every time.

Qt rounds pages to whole points, writes the moment and random ids into a file, and names fonts by
the order in which they happen to lie in memory; Chinese characters it may write as radicals, so
that a search does not find them. All that is put right here. Needs no Qt.
"""

from __future__ import annotations

import hashlib
import io
import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from pypdf import PageObject, PdfReader, PdfWriter
from pypdf.generic import (
    ArrayObject,
    DecodedStreamObject,
    DictionaryObject,
    NameObject,
    PdfObject,
    RectangleObject,
    StreamObject,
)

POINTS_A_MM = 72 / 25.4
MAKER = "Sandtable"
# Simplified radicals that Unicode itself does not equate with their characters.
RADICALS = str.maketrans(
    "⺟⺠⻁⻄⻅⻆⻉⻋⻓⻔⻘⻙⻚⻛⻜⻝⻢⻣⻤⻥⻦⻧⻨⻩⻪⻬⻮⻰⻳",
    "母民虎西见角贝车长门青韦页风飞食马骨鬼鱼鸟卤麦黄黾齐齿龙龟",
)
_RADICAL = re.compile(r"<(2[EF][0-9A-F]{2})>")  # glyphs of a subset never have such high numbers


@dataclass(frozen=True)
class PageBoxes:
    """A page in millimetres: its size, and how far inside its edges what is drawn is cut.

    Left, top, right and bottom; the bleed box reaches `bleed` beyond that.
    """

    width: float
    height: float
    trim: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0)
    bleed: float = 0.0

    def box(self, beyond: float = 0.0) -> RectangleObject:
        """The trimmed page, or a little more, in points from the lower left corner."""
        left, top, right, bottom = (max(0.0, inset - beyond) for inset in self.trim)
        return _box(left, bottom, self.width - right, self.height - top)


def finish_pdf(content: bytes, title: str, pages: Sequence[PageBoxes]) -> bytes:
    """Return Qt's PDF with these page boxes, this title, and no time stamps."""
    reader, writer = PdfReader(io.BytesIO(content)), PdfWriter()
    for page, boxes in zip(reader.pages, pages, strict=True):
        drawn_high = float(page.mediabox.height)
        page.pop("/Annots", None)
        _box_in(writer.add_page(page), boxes, drawn_high, writer)
    _settle_fonts(writer)
    writer.metadata = {"/Title": title, "/Creator": MAKER, "/Producer": MAKER}
    written = io.BytesIO()
    writer.write(written)
    return written.getvalue()


def page_count(content: bytes) -> int:
    """Return the number of pages of a PDF."""
    return len(PdfReader(io.BytesIO(content)).pages)


def _box_in(page: PageObject, boxes: PageBoxes, drawn_high: float, writer: PdfWriter) -> None:
    """Give a page its boxes, its upper left corner staying where it was drawn."""
    whole = replace(boxes, trim=(0.0, 0.0, 0.0, 0.0)).box()
    page.mediabox = page.cropbox = whole
    page.trimbox, page.bleedbox = boxes.box(), boxes.box(boxes.bleed)
    shift = boxes.height * POINTS_A_MM - drawn_high
    if abs(shift) > 1e-4:
        moved, drawn = DecodedStreamObject(), page["/Contents"].indirect_reference
        moved.set_data(f"1 0 0 1 0 {shift:.4f} cm\n".encode("ascii"))
        added = writer._add_object(moved)  # the library's way of adding an object to a file
        page[NameObject("/Contents")] = ArrayObject([added, drawn])


def _box(left: float, bottom: float, right: float, top: float) -> RectangleObject:
    points = [round(length * POINTS_A_MM, 3) for length in (left, bottom, right, top)]
    return RectangleObject((points[0], points[1], points[2], points[3]))


# --- fonts ----------------------------------------------------------------------------------------


def _settle_fonts(writer: PdfWriter) -> None:
    """Name every font by what is in it, and its characters by their usual numbers."""
    for font in _fonts(writer):
        (below,) = _array(font["/DescendantFonts"])  # a composite font has exactly one
        letters = _dictionary(below)
        descriptor = _dictionary(letters["/FontDescriptor"])
        name = NameObject("/" + _tag(descriptor))
        font[NameObject("/BaseFont")] = name
        letters[NameObject("/BaseFont")] = name
        descriptor[NameObject("/FontName")] = name
        if "/ToUnicode" in font:
            _name_characters(font, writer)


def _fonts(writer: PdfWriter) -> Iterator[DictionaryObject]:
    """The composite fonts of all pages, each once."""
    seen: set[int] = set()
    for page in writer.pages:
        fonts = _dictionary(page["/Resources"]).get("/Font", DictionaryObject())
        for font in _dictionary(fonts).values():
            found = _dictionary(font)
            if id(found) not in seen and "/DescendantFonts" in found:
                seen.add(id(found))
                yield found


def _dictionary(found: PdfObject) -> DictionaryObject:
    """An object that is a dictionary in every file that Qt writes."""
    whole = found.get_object()
    assert isinstance(whole, DictionaryObject)
    return whole


def _array(found: PdfObject) -> ArrayObject:
    whole = found.get_object()
    assert isinstance(whole, ArrayObject)
    return whole


def _tag(descriptor: DictionaryObject) -> str:
    """A font's name with six letters before it that tell the subset apart (PDF 9.6.4)."""
    plain = str(descriptor["/FontName"]).lstrip("/").split("+")[-1]
    files = [descriptor[key] for key in ("/FontFile2", "/FontFile3") if key in descriptor]
    content = b"".join(file.get_data() for file in files if isinstance(file, StreamObject))
    digest = hashlib.blake2b(content, digest_size=6).digest()
    return "".join(chr(ord("A") + byte % 26) for byte in digest) + "+" + plain


def _name_characters(font: DictionaryObject, writer: PdfWriter) -> None:
    old = font["/ToUnicode"]
    assert isinstance(old, StreamObject)
    new = DecodedStreamObject()
    new.set_data(_RADICAL.sub(_usual, old.get_data().decode("ascii")).encode("ascii"))
    font[NameObject("/ToUnicode")] = writer._add_object(new.flate_encode())


def _usual(found: re.Match[str]) -> str:
    """A character that is written as a radical, as itself."""
    sign = chr(int(found[1], 16))
    plain = unicodedata.normalize("NFKC", sign.translate(RADICALS))
    return f"<{ord(plain):04X}>" if len(plain) == 1 else found[0]
