"""The words of Qt's own dialogs and menus, in the window's language."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QTranslator

from engine.languages import LANGUAGES

_spoken = QTranslator()


def install_qt_translation(language: str) -> None:
    """Let Qt's own buttons and menus speak a language, as far as its files are there."""
    application = QCoreApplication.instance()
    if application is None:
        return
    application.removeTranslator(_spoken)
    folder = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
    if _spoken.load(f"qtbase_{LANGUAGES[language].gettext}", folder):
        application.installTranslator(_spoken)
