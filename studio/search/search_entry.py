"""Entries of the search by kind, and how well words match the names of one."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import IntEnum, StrEnum
from functools import lru_cache

from PySide6.QtGui import QIcon

OTHER_SYNONYM = 100  # added for a synonym that is only begun, or one of several words
FIRST_CJK = "\u2e80"  # writing from here on puts no spaces between words
_BETWEEN = re.compile(r"[^\w°%]+")


class SearchKind(StrEnum):
    """The kinds of entries, which are the groups of the results."""

    COMMAND = "command"
    PALETTE = "palette"
    SETTING = "setting"
    PLACE = "place"
    UNIT = "unit"
    CARD = "card"
    HELP = "help"


class MatchRank(IntEnum):
    """The quality of a match, the best first."""

    EXACT = 0
    PREFIX = 1
    WORD = 2  # every word sought begins a word of a name
    SYNONYM = 3
    INSIDE = 4  # every word sought is somewhere in a name
    FUZZY = 5
    NONE = 6


Match = tuple[MatchRank, int]
"""A rank, and how far the match is from the best of that rank."""


@dataclass(frozen=True, slots=True, eq=False)
class SearchEntry:
    """One thing that can be found and chosen."""

    id: str
    """Its kind and its own id, as `command:turn`; the same at every start."""
    kind: SearchKind
    title: str
    choose: Callable[[], object]
    names: tuple[str, ...] = ()
    """Names by which it is found too, as those in other languages."""
    detail: str = ""
    """A note in its row: the hex of a place, the page of a heading."""
    keys: str = ""
    icon: Callable[[], QIcon] | None = None
    """Makes its icon when the row is drawn; without one it has the icon of its kind."""
    reason: str = ""
    """The reason why it cannot be chosen now; empty if it can."""


@lru_cache(maxsize=16384)
def fold_words(words: str) -> str:
    """Return words as they are compared: one case, no accents, a space between words."""
    plain = words.casefold()
    if not plain.isascii():
        parts = unicodedata.normalize("NFKD", plain)
        plain = "".join(sign for sign in parts if not unicodedata.combining(sign))
    return " ".join(_BETWEEN.sub(" ", plain).split())


def rank_match(names: Iterable[str], synonyms: Mapping[str, int], sought: str) -> Match:
    """Return how well folded names and synonyms match folded words, except for misspellings.

    A synonym's number is added to the result: how far it is from what is meant most. A synonym that
    is only begun is farther than any that is the same.
    """
    tokens, best = sought.split(), MatchRank.NONE
    for name in names:
        best = min(best, _rank_name(name, sought, tokens))
    if best <= MatchRank.WORD or not synonyms:
        return best, 0
    places = [
        place if words == sought else place + OTHER_SYNONYM
        for words, place in synonyms.items()
        if any(_begins_word(words, token) for token in tokens)
    ]
    if places:
        said = " ".join((*names, *synonyms))
        if all(_begins_word(said, token) for token in tokens):
            return MatchRank.SYNONYM, min(places)
    return best, 0


def _rank_name(name: str, sought: str, tokens: list[str]) -> MatchRank:
    if name.startswith(sought):
        return MatchRank.EXACT if name == sought else MatchRank.PREFIX
    rank = MatchRank.WORD
    for token in tokens:
        if token not in name:
            return MatchRank.NONE
        if not _begins_word(name, token):
            rank = MatchRank.INSIDE
    return rank


def _begins_word(words: str, token: str) -> bool:
    """Return True if a word begins with a token; in Chinese one may begin at every character."""
    return words.startswith(token) or f" {token}" in words or (
        token >= FIRST_CJK and token in words
    )  # fmt: skip
