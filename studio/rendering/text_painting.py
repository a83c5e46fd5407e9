"""Letters: the fonts to write with, and words centred on a point, with a halo or without."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QFont, QFontDatabase, QFontMetricsF, QPainter, QPainterPath

from studio.rendering.chinese_script import is_traditional, is_written_in_chinese
from studio.rendering.painting import (
    draw,
    fill,
    is_document_painter,
    make_colour,
    round_pen,
    winding_path,
)

INK, PALE = "#2b241a", "#fdf8ea"
# Capitals stand so far above and below the middle of a line, in sizes of the letters.
CAPITALS = 0.36
# Halos reach so far beyond letters, in sizes of these.
HALO = 0.12
# The first of these that is installed is used. Chinese fonts draw quotation marks a whole character
# wide: their Latin and Cyrillic letters, good as Noto's are, come after the faces of interfaces.
LATIN = (
    "Inter", "Noto Sans", "Source Sans 3", "Segoe UI", "SF Pro Text", "Helvetica Neue",
    "Cantarell", "Ubuntu", "Noto Sans CJK SC", "DejaVu Sans",
)  # fmt: skip
# Readers of Chinese have its own fonts first, and those of traditional Chinese its characters.
CHINESE = (
    "Noto Sans CJK SC", "Noto Sans SC", "Source Han Sans SC", "Microsoft YaHei", "PingFang SC",
    "WenQuanYi Micro Hei", "WenQuanYi Zen Hei", "SimHei", "Noto Serif CJK SC",
)  # fmt: skip
TRADITIONAL = (
    "Noto Sans CJK TC", "Noto Sans TC", "Source Han Sans TC", "Microsoft JhengHei", "PingFang TC",
)  # fmt: skip
SERIF = (
    "Source Serif 4", "Noto Serif", "Noto Serif CJK SC", "DejaVu Serif", "Georgia",
    "Times New Roman",
)  # fmt: skip
SLANTED = ("Source Serif 4", "Noto Serif", "DejaVu Serif", "Georgia", "Times New Roman")
CHINESE_SERIF = ("Noto Serif CJK SC", "Noto Serif SC", "Source Han Serif SC", "SimSun", "Songti SC")
TRADITIONAL_SERIF = ("Noto Serif CJK TC", "Noto Serif TC", "Source Han Serif TC", "PMingLiU")
REGULAR, BOLD = 400, 700  # weights of letters


# --- fonts ----------------------------------------------------------------------------------------


def font_families() -> tuple[str, ...]:
    """Return the installed font families to write with: Latin first, but for Chinese readers."""
    return _families(is_written_in_chinese(), is_traditional())


@cache
def _families(is_in_chinese: bool, is_traditional: bool) -> tuple[str, ...]:
    own = TRADITIONAL if is_traditional else ()
    latin, chinese = _first_of(LATIN), _first_of((*own, *CHINESE))
    both = [*chinese, *latin] if is_in_chinese else [*latin, *chinese]
    return tuple(dict.fromkeys(both)) or ("sans-serif",)


def _first_of(wanted: Iterable[str]) -> list[str]:
    installed = set(QFontDatabase.families())
    return [family for family in wanted if family in installed][:1]


def has_chinese() -> bool:
    """Return True if there is a font for Chinese characters."""
    return any(family in (*CHINESE, *TRADITIONAL) for family in font_families())


def make_font(size: int, bold: bool = False) -> QFont:
    """The font for lettering `size` page units high, the same at every resolution."""
    return _font(size, bold, font_families())


@cache
def _font(size: int, bold: bool, written_in: tuple[str, ...]) -> QFont:
    letters = QFont(list(written_in))
    letters.setPixelSize(size)
    letters.setBold(bold)
    letters.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    # Local forms are glyphs without a character: digits in a PDF could not be searched or copied.
    if hasattr(QFont.Tag, "fromString"):  # Qt 6.8 for Python cannot make a tag
        letters.setFeature(QFont.Tag("locl"), 0)
    return letters


def serif_families(is_italic: bool) -> tuple[str, ...]:
    """The installed families of serif or slanted letters."""
    return _serif_families(is_italic, is_traditional(), font_families())


@cache
def _serif_families(
    is_italic: bool, is_traditional: bool, plain: tuple[str, ...]
) -> tuple[str, ...]:
    own = TRADITIONAL_SERIF if is_traditional else ()
    latin = SLANTED if is_italic else (*own, *SERIF)
    found, chinese = _first_of(latin), _first_of((*own, *CHINESE_SERIF))
    return tuple(dict.fromkeys([*found, *chinese, *plain]))


def map_name_font(
    size: int, is_serif: bool, weight: int, is_italic: bool, spacing: float = 0.0
) -> QFont:
    """Letters for names on maps, `size` page units high, `spacing` page units apart."""
    written_in = serif_families(is_italic) if is_serif else font_families()
    return _letters_of(size, written_in, weight, is_italic, spacing)


@cache
def _letters_of(
    size: int, written_in: tuple[str, ...], weight: int, is_italic: bool, spacing: float
) -> QFont:
    letters = QFont(_font(size, weight >= BOLD, written_in))
    if weight not in (REGULAR, BOLD):
        letters.setWeight(QFont.Weight(min(9, max(1, round(weight / 100))) * 100))
    letters.setItalic(is_italic)
    if spacing:
        letters.setLetterSpacing(QFont.SpacingType.AbsoluteSpacing, spacing)
    return letters


# --- words ----------------------------------------------------------------------------------------


def draw_text(painter: QPainter, at: QPointF, words: str, letters: QFont, shade: QColor) -> QRectF:
    """Write words centred on a point; their rectangle."""
    room = text_rect(at, words, letters)
    draw_text_from(
        painter, QPointF(room.left(), centred_baseline(at.y(), letters)), words, letters, shade
    )
    return room


def draw_text_from(
    painter: QPainter, start: QPointF, words: str, letters: QFont, shade: QColor | None = None
) -> None:
    """Write words that begin at a point of their baseline.

    Letters with space between them are filled outlines: Qt multiplies the space in a PDF and
    leaves it out of an SVG.
    """
    if letters.letterSpacing():
        fill_letter_outlines(
            painter, text_outlines(words, letters).translated(start), shade or make_colour(INK)
        )
        write_invisible_text(painter, start, words, letters)
        return
    painter.setFont(letters)
    painter.setPen(shade or make_colour(INK))
    painter.drawText(start, words)


def fill_letter_outlines(painter: QPainter, path: QPainterPath, shade: QColor) -> None:
    """Fill the outlines of letters, smooth as all letters are."""
    is_smooth = painter.testRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    fill(painter, path, shade)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, is_smooth)


def write_invisible_text(painter: QPainter, start: QPointF, words: str, letters: QFont) -> None:
    """Put words that can be searched and copied over their outlines in a PDF or an SVG."""
    if not words or not is_document_painter(painter):
        return
    plain = QFont(letters)
    plain.setLetterSpacing(QFont.SpacingType.AbsoluteSpacing, 0.0)
    seen, wide = (QFontMetricsF(each).horizontalAdvance(words) for each in (letters, plain))
    painter.save()
    painter.translate(start)
    painter.scale(seen / wide if wide else 1.0, 1.0)
    painter.setFont(plain)
    painter.setPen(QColor(0, 0, 0, 0))
    painter.drawText(QPointF(0, 0), words)
    painter.restore()


def draw_text_with_halo(
    painter: QPainter,
    at: QPointF,
    words: str,
    letters: QFont,
    shade: QColor,
    behind: QColor | None = None,
) -> QRectF:
    """Write words centred on a point, over a pale outline that keeps the map from them."""
    room = text_rect(at, words, letters)
    corner = QPointF(room.left(), centred_baseline(at.y(), letters))
    path = text_outlines(words, letters).translated(corner)
    draw(painter, path, round_pen(behind or make_colour(PALE, 0.9), 2 * HALO * letters.pixelSize()))
    fill_letter_outlines(painter, path, shade)
    write_invisible_text(painter, corner, words, letters)
    return room


@lru_cache(maxsize=4096)
def text_outlines(words: str, letters: QFont) -> QPainterPath:
    """The outlines of words; kept, since Qt's results vary in the last digit."""
    path = winding_path()  # strokes of a letter may lie over each other
    path.addText(QPointF(0, 0), letters, words)
    return path


def text_rect(at: QPointF, words: str, letters: QFont) -> QRectF:
    """The rectangle that words centred on a point take."""
    wide, high = QFontMetricsF(letters).horizontalAdvance(words), 1.1 * letters.pixelSize()
    return QRectF(at.x() - wide / 2, at.y() - high / 2, wide, high)


def centred_baseline(middle: float, letters: QFont) -> float:
    """The height to write at so that capitals stand evenly about the middle."""
    return middle + CAPITALS * letters.pixelSize()
