"""What drawing needs of the system: Qt's libraries and fonts, and clear words where they lack."""

from __future__ import annotations

import os
import re
import sys
from functools import cache
from typing import TYPE_CHECKING

from engine.languages import is_chinese
from engine.map.map import Map
from engine.problems import SandtableError
from engine.texts import spoken, text

if TYPE_CHECKING:
    from PySide6.QtGui import QFont, QGuiApplication

# Libraries Qt opens, and the Debian package each is in.
PACKAGES = {
    "libEGL": "libegl1",
    "libGL": "libgl1",
    "libOpenGL": "libopengl0",
    "libxkbcommon": "libxkbcommon0",
    "libdbus": "libdbus-1-3",
    "libfontconfig": "libfontconfig1",
    "libfreetype": "libfreetype6",
    "libglib": "libglib2.0-0",
}
# The first of these that is installed is used: Noto's Chinese fonts bring Latin letters with them.
LATIN = (
    "Noto Sans CJK SC",
    "Noto Sans",
    "Source Sans 3",
    "DejaVu Sans",
    "Segoe UI",
    "Helvetica Neue",
)
CHINESE = (
    "Noto Sans CJK SC", "Noto Sans SC", "Source Han Sans SC", "Microsoft YaHei", "PingFang SC",
    "WenQuanYi Micro Hei", "WenQuanYi Zen Hei", "SimHei", "Noto Serif CJK SC",
)  # fmt: skip
SERIF = (
    "Source Serif 4", "Noto Serif", "Noto Serif CJK SC", "DejaVu Serif", "Georgia",
    "Times New Roman",
)  # fmt: skip
SLANTED = ("Source Serif 4", "Noto Serif", "DejaVu Serif", "Georgia", "Times New Roman")
CHINESE_SERIF = ("Noto Serif CJK SC", "Noto Serif SC", "Source Han Serif SC", "SimSun", "Songti SC")
REGULAR, BOLD = 400, 700  # weights of letters
_HAN = re.compile(r"[\u3400-\u9fff\uf900-\ufaff]")


class NoQt(SandtableError):
    """Qt cannot be loaded; says which library lacks and which package brings it."""


def application() -> QGuiApplication:
    """The running Qt application, or a new one that needs no display. Raises NoQt."""
    if sys.platform == "linux" and not (
        os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    ):
        os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    try:
        from PySide6.QtCore import QCoreApplication
        from PySide6.QtGui import QGuiApplication
        from PySide6.QtSvg import QSvgGenerator  # noqa: F401 (its library too must load)
    except ImportError as error:
        raise NoQt(explain(error)) from error
    running = QCoreApplication.instance()
    return running if isinstance(running, QGuiApplication) else QGuiApplication(["sandtable"])


def explain(error: ImportError) -> str:
    """What a failed import of Qt lacks, and what to install."""
    library = re.match(r"(lib[\w+-]+)[\w.+-]*\.so[\w.]*", str(error))
    if library is None:
        return text("drawing.no-qt", reason=error)
    stem = re.sub(r"[-\d.]*$", "", library[1])
    package = PACKAGES.get(stem)
    if package is None:
        return text("drawing.no-library", library=library[0])
    return text("drawing.no-library-package", library=library[0], package=package)


@cache
def families() -> tuple[str, ...]:
    """The font families to write with, Latin letters first, those that are installed."""
    from PySide6.QtGui import QFontDatabase

    installed = set(QFontDatabase.families())
    latin = [family for family in LATIN if family in installed][:1]
    chinese = [family for family in CHINESE if family in installed][:1]
    return tuple(dict.fromkeys([*latin, *chinese])) or ("sans-serif",)


@cache
def font(size: int, bold: bool = False) -> QFont:
    """The font for lettering `size` page units high, the same at every resolution."""
    from PySide6.QtGui import QFont

    letters = QFont(list(families()))
    letters.setPixelSize(size)
    letters.setBold(bold)
    letters.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    # Local forms are glyphs without a character: digits in a PDF could not be searched or copied.
    letters.setFeature(QFont.Tag("locl"), 0)
    return letters


@cache
def serif_families(is_italic: bool) -> tuple[str, ...]:
    """The families of letters with feet, or slanted ones, those that are installed."""
    from PySide6.QtGui import QFontDatabase

    installed = set(QFontDatabase.families())
    latin = SLANTED if is_italic else SERIF
    found = [family for family in latin if family in installed][:1]
    chinese = [family for family in CHINESE_SERIF if family in installed][:1]
    return tuple(dict.fromkeys([*found, *chinese, *families()]))


@cache
def letters_of(
    size: int, is_serif: bool, weight: int, is_italic: bool, spacing: float = 0.0
) -> QFont:
    """Letters for names on maps, `size` page units high, `spacing` page units apart."""
    from PySide6.QtGui import QFont

    letters = QFont(font(size, weight >= BOLD))
    if is_serif:
        letters.setFamilies(list(serif_families(is_italic)))
    if weight not in (REGULAR, BOLD):
        letters.setWeight(QFont.Weight(min(9, max(1, round(weight / 100))) * 100))
    letters.setItalic(is_italic)
    if spacing:
        letters.setLetterSpacing(QFont.SpacingType.AbsoluteSpacing, spacing)
    return letters


def notices(map_: Map, language: str) -> list[str]:
    """What will be missing from a drawn map for want of fonts, in the reader's language."""
    words = [spoken(map_.title, language), map_.credits]
    words += [spoken(place.name, language) for place in map_.places]
    chinese = is_chinese(language) or any(_HAN.search(word) for word in words)
    if chinese and not any(family in CHINESE for family in families()):
        return [text("drawing.no-chinese-font", language)]
    return []
