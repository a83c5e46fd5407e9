"""The studio as a program: its application, its window, and what happens when something breaks."""

from __future__ import annotations

import builtins
import gc
import os
import sys
import traceback
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING

from engine import plugins
from engine.games import installed_games
from engine.problems import SandtableError
from engine.texts import text
from studio.desktop.freedesktop import ICON

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication

    from studio.main_window.main_window import MainWindow

REPORT = "crash.txt"
UNHURRIED_MS = 2_000  # after the window is there: plug-ins are searched for while it is idle


class NoDisplay(SandtableError):
    """There is no screen to open a window on."""


def run(files: Sequence[Path] = (), *, safe_mode: bool = False) -> int:
    """Open the studio with some files and stay until it is closed; the exit code.

    In safe mode no saved settings are read or kept, and no plug-ins used. QtUnavailable where Qt
    cannot be loaded, NoDisplay where there is no screen.
    """
    if not has_display():
        raise NoDisplay(text("studio.no-display"))
    if safe_mode:
        os.environ[plugins.FOLDERS] = ""
    application = start_qt_application()
    from PySide6.QtCore import QTimer

    from studio.garbage_collection import GarbageCollector

    window = open_window(files, safe_mode=safe_mode)
    GarbageCollector(application)
    window.show()
    window.filing.offer_recovery()
    QTimer.singleShot(UNHURRIED_MS, window, lambda: report_plugins(window))
    return application.exec()


def report_plugins(window: MainWindow) -> None:
    """Offer what they add wherever it is listed; name those left out at the foot of the window."""
    from engine.play.players import player_makers

    if plugins.find_plugins():
        installed_games()
        player_makers()
        window.localize.changed.emit()  # as in another language: all lists are made again
        window.looks.shown.emit()
    failed, refused = plugins.failed_plugins(), plugins.refused_plugins()
    told = [error.sentence(window.localize.language) for error in refused]
    if names := ", ".join(one.name for one in failed if one.error not in refused):
        told.append(window.localize("plugins-failed", names=names))
    if told:
        window.status.warn(" ".join(told))


def has_display() -> bool:
    """Return True if a window could be opened here."""
    if sys.platform != "linux":
        return True
    named = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    return any(os.environ.get(name) for name in named)


@contextmanager
def garbage_collection_paused() -> Iterator[None]:
    """Suspend garbage collection while the program is loaded and its window made.

    It all stays; scanning it again and again costs a tenth of the start, and later frames.
    """
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()


@contextmanager
def without_pyside_import_hook() -> Iterator[None]:
    """Import as Python does while the window is made, and as PySide does afterwards.

    PySide puts an `__import__` of its own in place, which reads the source of every module for what
    it wants of `__feature__`; that takes a twentieth of the start. PySide looks at earlier modules
    by itself when one is wanted. (shibokensupport.feature and signature.loader, PySide 6.11)
    """
    hooked = builtins.__import__
    builtins.__import__ = getattr(builtins, "__orig_import__", hooked)
    try:
        yield
    finally:
        builtins.__import__ = hooked


@garbage_collection_paused()
def start_qt_application() -> QApplication:
    """The running application, or a new one. Raises QtUnavailable."""
    from studio.rendering.qt_environment import QtUnavailable, missing_library_text, prefer_utf_8

    try:
        from PySide6.QtCore import Qt
        from PySide6.QtGui import QIcon
        from PySide6.QtSvg import QSvgRenderer  # noqa: F401 (its library too must load)
        from PySide6.QtWidgets import QApplication
    except ImportError as error:
        raise QtUnavailable(missing_library_text(error)) from error
    running = QApplication.instance()
    if isinstance(running, QApplication):
        return running
    QApplication.setHighDpiScaleFactorRoundingPolicy(
        Qt.HighDpiScaleFactorRoundingPolicy.PassThrough
    )
    prefer_utf_8()
    application = QApplication(["sandtable"])
    # No display name: Qt would add it to titles that name the program already, in any language.
    application.setApplicationName("sandtable")
    application.setDesktopFileName("sandtable")
    application.setWindowIcon(QIcon(str(ICON)))
    return application


def open_window(files: Sequence[Path], *, safe_mode: bool) -> MainWindow:
    """The window with some files open in it, not yet shown."""
    from studio.documents import recovery_journal

    window = _make(safe_mode=safe_mode)
    sys.excepthook = UnhandledErrorReporter(window, recovery_journal.journal_folder().parent)
    for file in files:
        window.filing.open_file(file)
    return window


@garbage_collection_paused()
@without_pyside_import_hook()
def _make(*, safe_mode: bool) -> MainWindow:
    from engine.session import saved_games
    from studio import preferences
    from studio.documents import recovery_journal
    from studio.main_window.main_window import MainWindow

    settings = preferences.Preferences(None if safe_mode else preferences.settings_file())
    return MainWindow(
        settings, journals=recovery_journal.journal_folder(), games=saved_games.saved_games_folder()
    )


class UnhandledErrorReporter:
    """A handler of unexpected errors: it logs them, and the work goes on.

    Every finished step is in a journal already, so nothing is lost if it cannot go on.
    """

    def __init__(self, window: MainWindow, folder: Path) -> None:
        self.window, self.folder = window, folder

    def __call__(
        self,
        kind: type[BaseException],
        error: BaseException,
        trace: TracebackType | None,
    ) -> None:
        """Take an error; an interrupt from the keyboard ends the program as ever."""
        if not issubclass(kind, Exception):
            sys.__excepthook__(kind, error, trace)
            return
        from engine.files import source_text  # loaded by now: the window needs it

        said = "".join(traceback.format_exception(kind, error, trace))
        sys.stderr.write(said)
        report = self.folder / REPORT
        try:
            source_text.make_folder(self.folder)
            source_text.write(report, said)
        except SandtableError as fault:
            sys.stderr.write(f"{fault}\n")
        journals = [tab.document.journal for tab in self.window.works]
        kept = ", ".join(str(folder) for folder in journals if folder is not None)
        self.window.prompts.show_message(
            self.window.localize("crashed", error=error, report=report, journals=kept or "–")
        )
