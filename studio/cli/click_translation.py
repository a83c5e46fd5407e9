"""Sentences of click in the reader's language.

Each module of click asks for its sentences by the names under which it imported those of gettext.
Catalogues of gettext would have to be compiled, and would follow the locale alone; so our own
texts are asked instead. A sentence that a newer click words otherwise stays English.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from click import core, decorators, exceptions, formatting, parser, types

from engine.texts import preferred_language, texts_with_prefix

SPEAKERS = core, decorators, exceptions, formatting, parser, types
ONE, MORE = "_", "ngettext"  # the names of gettext's functions in them


def translate_click() -> None:
    """Let click speak the reader's language from now on."""
    for module in SPEAKERS:
        setattr(module, ONE, _said)
        if hasattr(module, MORE):
            setattr(module, MORE, _said_of_count)


def _said(sentence: str) -> str:
    """A sentence of click's as the reader reads it."""
    language = preferred_language()
    if language == "en":
        return sentence
    return _sentences().get(sentence, {}).get(language, sentence)


def _said_of_count(one: str, more: str, count: int) -> str:
    return _said(one if count == 1 else more)


@cache
def _sentences() -> Mapping[str, Mapping[str, str]]:
    """Every sentence in all languages, by its English."""
    return {said["en"]: said for said in texts_with_prefix("click", "").values()}
