"""The window's language and units, the words of Qt's own dialogs, and compass directions."""

from __future__ import annotations

import os
from datetime import date, datetime
from functools import cache

from PySide6.QtCore import (
    QCoreApplication,
    QDate,
    QLibraryInfo,
    QLocale,
    QObject,
    QTranslator,
    Signal,
)
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QWidget

from engine.hexes.grid import Orientation
from engine.languages import LANGUAGES, MADE_IN, language_name
from engine.texts import (
    LocalText,
    TranslatableName,
    TranslatableText,
    has_text,
    preferred_language,
    text,
    text_of_count,
)
from studio.rendering.length_units import LengthUnits, format_extent, format_length

DAYS_OF_A_WEEK = 7
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


# The files of texts that hold what the window says.
FILED_IN = (
    "studio", "tools", "sheet", "playtest", "printing", "underlay", "aims", "forces", "decks",
    "interchange", "groundwizard", "console", "tabletop", "finding", "countries", "pictures",
    "help", "search",
)  # fmt: skip


@cache
def text_key(key: str) -> str:
    """The sentence of the window filed under a key, by the name it has among all texts."""
    keys = [f"{file}.{key}" for file in FILED_IN]
    return next(filter(has_text, keys), keys[0])


@cache
def _in_made_languages(key: str) -> str:
    filed = text_key(key)
    return "\n".join(text(filed, each) for each in MADE_IN) if has_text(filed) else ""


@cache
def _counted(key: str) -> str:
    return text_key(f"{key}-other").removesuffix("-other")


class Localizer(QObject):
    """Gives texts in the window's language; widgets with texts listen to `changed`."""

    changed = Signal()

    def __init__(self, language: str = "") -> None:
        super().__init__()
        self.language = language if language in LANGUAGES else preferred_language()
        self.units = LengthUnits.METRIC

    def __call__(self, key: str, /, **values: object) -> str:
        """The studio's text for a key."""
        return TranslatableText(text_key(key), values, self.language)

    def count(self, key: str, count: int, /, **values: object) -> str:
        """The studio's text for so many of something, in the form in which they are counted."""
        return text_of_count(_counted(key), count, self.language, **values)

    def action(self, id_: str) -> str:
        """Return the name of an action; of a language's, the language's own name."""
        code = id_.removeprefix("language-")
        return language_name(code) if code in LANGUAGES and code != id_ else self(f"action-{id_}")

    def action_elsewhere(self, id_: str) -> str:
        """Return an action's name in the makers' languages, so that it is found by those."""
        return _in_made_languages(f"action-{id_}")

    def localize_text(self, words: LocalText) -> str:
        """A text of a map or catalogue."""
        return TranslatableName(words, self.language)

    def length(self, metres: float) -> str:
        """A length on the ground in the units the window measures in."""
        return format_length(metres, self.units, self.language)

    def extent(self, wide: float, high: float) -> str:
        """Describe the size of something on the ground, given in metres, in those units."""
        return format_extent(wide, high, self.units, self.language)

    def day(self, moment: datetime, today: date) -> str:
        """Return the day of a moment: today, yesterday, a day of the week, or a date."""
        ago = (today - moment.date()).days
        if ago in (0, 1):
            return self("day-today" if ago == 0 else "day-yesterday")
        locale, day = QLocale(LANGUAGES[self.language].gettext), moment.date()
        if 1 < ago < DAYS_OF_A_WEEK:
            return locale.standaloneDayName(day.isoweekday())
        return locale.toString(QDate(day.year, day.month, day.day), str(self("day-date")))

    def measure(self, units: LengthUnits) -> None:
        """Show lengths in other units."""
        self.units = units
        self.changed.emit()

    def set_language(self, language: str) -> None:
        """Change to another language; ValueError for one that is not spoken here."""
        if language not in LANGUAGES:
            raise ValueError(f"no texts in {language!r}; there are {', '.join(LANGUAGES)}")
        self.language = language
        # What the engine refuses, it explains in the preferred language.
        os.environ["SANDTABLE_LANGUAGE"] = language
        self.changed.emit()


def announce_to_screen_reader(widget: QWidget, words: str) -> None:
    """Have a screen reader say something at once, if one listens, even without focus."""
    if words and QAccessible.isActive():
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(widget, words))


def compass_names(orientation: Orientation, localize: Localizer) -> tuple[str, ...]:
    """The directions 0…5, short: `E`, `NE`, … in English."""
    return tuple(localize(f"way-{name.lower()}") for name in orientation.directions)
