"""Words that a game chooses and a reader's screen says: sentences as values, in no language yet.

The rules name a text and what fills it in; the reader's screen knows the language and the names of
units, hexes and sides (`engine.narration.phrase_renderer`). So a forecast is made once for all
readers.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from engine.play.position import Spot
from engine.texts import LocalText

NAMES, COMMA = "scenario.and-so-on", "forecast.comma"
"""Separators of names, and of parts of a sentence."""


@dataclass(frozen=True, slots=True)
class NamedTerm:
    """A term with a name: a unit, a side, or a word of the game by its kind.

    The words of a game are in its texts, `mark-moved` for `NamedTerm("mark", "moved")`.
    """

    kind: str
    id: str


@dataclass(frozen=True, slots=True)
class NamedTermList:
    """Several words in a row; `by` is the text that stands between them."""

    words: tuple[Saying, ...]
    by: str = NAMES


@dataclass(frozen=True, slots=True)
class TranslatablePhrase:
    """The key of a text, as `tank.outlook-shot`, and what fills it in.

    A fraction is a chance and is said in per cent. With a `count` the text is the one of that
    number: `KEY-one` or `KEY-many`, with `{count}` in it.
    """

    key: str
    values: tuple[tuple[str, Value], ...] = ()
    count: int | None = None

    @classmethod
    def of(cls, key: str, /, **values: Value) -> TranslatablePhrase:
        """A sentence filled in."""
        return cls(key, tuple(values.items()))

    @classmethod
    def counting(cls, key: str, count: int, /, **values: Value) -> TranslatablePhrase:
        """A sentence about so many, in the right number."""
        return cls(key, tuple(values.items()), count)


Saying = LocalText | Spot | NamedTerm | NamedTermList | TranslatablePhrase
"""Parts of a text: words, the label of a place, a name, a list of names, a sentence."""

Value = Saying | int | Fraction | Decimal
"""Values in a sentence: a fraction is a chance, a decimal any other number."""


def unit_name_term(unit: str) -> NamedTerm:
    """A unit by its name."""
    return NamedTerm("unit", unit)


def unit_name_terms(units: tuple[str, ...]) -> NamedTermList:
    """Several units by their names."""
    return NamedTermList(tuple(map(unit_name_term, units)))
