"""The languages the program speaks: their own names, and how others call them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType


@dataclass(frozen=True)
class Language:
    """A language; its sentences lie side by side with others', or in a folder of its code.

    `fall_back` are those one reads instead, best first, where something is not said in it.
    `counts` are the forms it has beside `other` for numbers, each with its condition in the words
    of Unicode's CLDR. `decimal` stands before the fraction of a number.
    """

    code: str
    name: str  # its own
    tag: str  # as web pages name it
    gettext: str  # as entries of desktops name it
    fall_back: tuple[str, ...] = ("en",)
    counts: tuple[tuple[str, str], ...] = ()
    decimal: str = "."


LANGUAGES: Mapping[str, Language] = MappingProxyType(
    {
        each.code: each
        for each in (
            Language("en", "English", "en", "en", ("zh",), (("one", "i = 1 and v = 0"),)),
            Language("zh", "简体中文", "zh-Hans", "zh_CN"),
            Language("zh-Hant", "繁體中文", "zh-Hant", "zh_TW", ("zh", "en")),
            Language(
                "ru",
                "Русский",
                "ru",
                "ru",
                counts=(
                    ("one", "v = 0 and i % 10 = 1 and i % 100 != 11"),
                    ("few", "v = 0 and i % 10 = 2..4 and i % 100 != 12..14"),
                    (
                        "many",
                        "v = 0 and i % 10 = 0 or v = 0 and i % 10 = 5..9"
                        " or v = 0 and i % 100 = 11..14",
                    ),
                ),
                decimal=",",
            ),
        )
    }
)
"""All of them by their codes, in the order in which they are offered."""

MADE_IN = ("en", "zh")
"""Those the makers of the program write, side by side; the others are put into theirs."""

TRANSLATED = tuple(code for code in LANGUAGES if code not in MADE_IN)

_TRADITIONAL = frozenset({"hant", "tw", "hk", "mo"})


@cache
def language_of(locale: str) -> str:
    """The language for a locale or a tag, `zh_TW.UTF-8` or `zh-Hant`; English for any other."""
    words = locale.partition(".")[0].partition("@")[0].lower().replace("_", "-").split("-")
    if words[0] == "zh" and "hans" not in words and _TRADITIONAL.intersection(words):
        return "zh-Hant"
    return words[0] if words[0] in LANGUAGES else "en"


def localise_number(written: str, language: str) -> str:
    """Return a number written for English with the separators of a language."""
    mark = LANGUAGES[language].decimal
    if mark == ".":
        return written
    return written.replace(",", "\N{NO-BREAK SPACE}").replace(".", mark)


def language_name(code: str) -> str:
    """Return a language's own name; its code if it is not supported here."""
    return LANGUAGES[code].name if code in LANGUAGES else code


def shown_languages(own: str, *texts: object) -> tuple[str, ...]:
    """Those in which a form shows texts: the makers', the reader's, and all that are written."""
    written = {code for each in texts if isinstance(each, Mapping) for code in each}
    return tuple(code for code in LANGUAGES if code in {*MADE_IN, own, *written})


def is_chinese(language: str) -> bool:
    """Return True if a language is written in Chinese characters."""
    return language in ("zh", "zh-Hant")


MANY = ("ы", "и", "е", "иеся")  # endings of Russian names in the plural,
ONE = ("ение", "ание", "тие", "вие")  # but for these, of one thing
ENGLISH_MANY = ("s", "men", "ish", "ese", "ench", "utch", "elsh")  # Reds, Norsemen, British, French
ENGLISH_ONE = ("ss", "us")  # Swiss, Cyprus
_BEHIND = re.compile(r"\s(?:at|from|in|of|on|under|with)\s")  # what begins words behind a noun


def takes_plural_verb(words: str, language: str) -> bool:
    """Return whether a verb after these words is a plural: after figures and plural names.

    In Russian the ending of the first word shows it: Немцы, Красные, Обороняющиеся, but Ополчение,
    Прикрытие, 1-я армия; names joined by *и* are many. In English it is that of the noun: Germans,
    British, Guards of the Line, but Red, 1st Army; names joined by *and* are many as well.
    """
    if language == "en" and re.search(r"[^\W\d_]", words):
        noun = _BEHIND.split(words)[0]
        return " and " in words or (noun.endswith(ENGLISH_MANY) and not noun.endswith(ENGLISH_ONE))
    if language != "ru" or not (name := re.search(r"(?<![\d-])[^\W\d_]+", words)):
        return True
    return " и " in words or (name[0].endswith(MANY) and not name[0].endswith(ONE))
