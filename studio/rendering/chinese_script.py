"""The script in use: characters have the forms of the reader's language."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from engine.languages import is_chinese
from engine.texts import preferred_language

_lettered: ContextVar[str] = ContextVar("_lettered", default="")


@contextmanager
def text_language(language: str) -> Iterator[None]:
    """While inside, write in the letters of a language other than the reader's."""
    before = _lettered.set(language)
    try:
        yield
    finally:
        _lettered.reset(before)


def is_written_in_chinese() -> bool:
    """Return whether Chinese is being written now, in either script."""
    return is_chinese(_lettered.get() or preferred_language())


def is_traditional() -> bool:
    """Return True if traditional Chinese is being written now."""
    return (_lettered.get() or preferred_language()) == "zh-Hant"
