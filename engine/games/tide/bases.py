"""Bases: which figures and which token may stand on one (Q1, Q3, Q4)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from engine.games.tide.data.book import Book
from engine.games.tide.data.kinds import PLACES, places_of


class Base(NamedTuple):
    """What stands on a base, as a scenario names it: figures in their order, and a token."""

    figures: tuple[str, ...]
    tokens: tuple[str, ...] = ()

    @property
    def token(self) -> str:
        """Its token; empty for none."""
        return self.tokens[0] if self.tokens else ""


def base_of(book: Book, words: Iterable[str]) -> Base:
    """Figures and tokens told apart: a scenario names both in one list."""
    named = tuple(words)
    tokens = tuple(word for word in named if word in book.tokens)
    return Base(tuple(word for word in named if word not in book.tokens), tokens)


def places(book: Book, figures: Sequence[str]) -> int:
    """The places that figures fill: crews 2, all others 1 (Q1)."""
    return places_of([book.units[figure] for figure in figures])


def is_crowded(book: Book, base: Base) -> bool:
    """Whether the figures need more than four places (Q1)."""
    return places(book, base.figures) > PLACES


def is_crewed(book: Book, base: Base) -> bool:
    """Whether it is the base of a heavy squad (Q3)."""
    return any(book.units[figure].is_crew for figure in base.figures)


def may_stand(book: Book, base: Base) -> bool:
    """1–4 places filled, one token at most, none on a heavy squad (Q1, Q4)."""
    if not base.figures or is_crowded(book, base) or len(base.tokens) > 1:
        return False
    return not (base.tokens and is_crewed(book, base))
