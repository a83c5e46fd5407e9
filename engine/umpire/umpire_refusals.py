"""Refusals of the umpire's room, in every language of its people."""

from __future__ import annotations

from typing import NoReturn

from engine.problems import SandtableError
from engine.session.timeline import Words
from engine.texts import localised, text, text_languages


class RefusedError(SandtableError):
    """A request that is refused; `words` give the reason by language. Nothing changes."""

    def __init__(self, words: Words) -> None:
        super().__init__(words["en"])
        self.words = words

    def __str__(self) -> str:
        """In the reader's language, as all output of the command line."""
        return localised(self.words)


def refusal_text(key: str, **values: object) -> Words:
    """A sentence of the room in every language."""
    return {each: text(f"umpiring.{key}", each, **values) for each in text_languages()}


def refuse(key: str, **values: object) -> NoReturn:
    """Raise Refused."""
    raise RefusedError(refusal_text(key, **values))
