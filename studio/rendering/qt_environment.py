"""The system that drawing needs: Qt's libraries and fonts, and whether animations are wanted."""

from __future__ import annotations

import locale
import os
import re
import sys
from typing import TYPE_CHECKING

from engine.languages import is_chinese
from engine.map.map import Map
from engine.narration.scenario_names import fallback_notice
from engine.problems import SandtableError
from engine.texts import localised, text

if TYPE_CHECKING:
    from PySide6.QtGui import QGuiApplication


def is_motion_reduced() -> bool:
    """Return True if motion is off: by the user's choice, or the desktop's."""
    from PySide6.QtWidgets import QApplication, QStyle  # its enumerations take a while to load

    style = QApplication.style()
    hint = QStyle.StyleHint.SH_Widget_Animation_Duration
    return style is not None and not style.styleHint(hint)


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
_HAN = re.compile(r"[\u3400-\u9fff\uf900-\ufaff]")


class QtUnavailable(SandtableError):
    """Qt cannot be loaded; says which library is missing and which package provides it."""


def ensure_application() -> QGuiApplication:
    """The running Qt application, or a new one that needs no display. Raises QtUnavailable."""
    if sys.platform == "linux" and not (
        os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    ):
        os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    try:
        from PySide6.QtCore import QCoreApplication
        from PySide6.QtGui import QGuiApplication
        from PySide6.QtSvg import QSvgGenerator  # noqa: F401 (its library too must load)
    except ImportError as error:
        raise QtUnavailable(missing_library_text(error)) from error
    running = QCoreApplication.instance()
    prefer_utf_8()
    return running if isinstance(running, QGuiApplication) else QGuiApplication(["sandtable"])


def prefer_utf_8() -> None:
    """Ask for UTF-8 where the locale has another encoding, such as `C`, before Qt starts.

    Qt reads and writes UTF-8 alone. It would switch by itself, and say so on standard error.
    """
    if sys.platform != "linux" or locale.nl_langinfo(locale.CODESET).upper() == "UTF-8":
        return
    deciding = "LC_ALL" if os.environ.get("LC_ALL") else "LC_CTYPE"
    language = (locale.setlocale(locale.LC_CTYPE) or "C").partition(".")[0]
    for wanted in (f"{language}.UTF-8", "C.UTF-8"):
        try:
            locale.setlocale(locale.LC_CTYPE, wanted)
        except locale.Error:  # not installed
            continue
        os.environ[deciding] = wanted
        return


def missing_library_text(error: ImportError) -> str:
    """Describe the missing library after a failed import of Qt, and its package."""
    library = re.match(r"(lib[\w+-]+)[\w.+-]*\.so[\w.]*", str(error))
    if library is None:
        return text("drawing.no-qt", reason=error)
    stem = re.sub(r"[-\d.]*$", "", library[1])
    package = PACKAGES.get(stem)
    if package is None:
        return text("drawing.no-library", library=library[0])
    return text("drawing.no-library-package", library=library[0], package=package)


def rendering_warnings(map_: Map, language: str) -> list[str]:
    """Return warnings of what a drawn map will lack: fonts, or words in the language."""
    from studio.rendering.text_painting import has_chinese

    words = [localised(map_.title, language), map_.credits]
    words += [localised(place.name, language) for place in map_.places]
    chinese = is_chinese(language) or any(_HAN.search(word) for word in words)
    if chinese and not has_chinese():
        return [text("drawing.no-chinese-font", language)]
    return [*filter(None, [fallback_notice(map_.title, language)])]
