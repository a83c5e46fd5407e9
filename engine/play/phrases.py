"""Words that a game chooses and a reader's screen says: sentences as values, in no language yet.

The rules name a text and what fills it in; whoever shows it knows the language and the names of
units, hexes and sides (`engine.narration.speaker`). So a forecast is made once for every reader.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from engine.play.position import Spot
from engine.texts import LocalText

NAMES, COMMA = "scenario.and-so-on", "forecast.comma"
"""What stands between names, and between parts of a sentence."""


@dataclass(frozen=True, slots=True)
class Term:
    """Something that has a name: a unit, a side, or a word of the game by its kind.

    The words of a game lie in its texts, `mark-moved` for `Term("mark", "moved")`.
    """

    kind: str
    id: str


@dataclass(frozen=True, slots=True)
class TermList:
    """Several words in a row; `by` is the text that stands between them."""

    words: tuple[Saying, ...]
    by: str = NAMES


@dataclass(frozen=True, slots=True)
class Phrase:
    """The key of a text, as `tank.outlook-shot`, and what fills it in.

    A fraction is a chance and is said in per cent. With a `count` the text is the one of that
    number: `KEY-one` or `KEY-many`, with `{count}` in it.
    """

    key: str
    values: tuple[tuple[str, Value], ...] = ()
    count: int | None = None

    @classmethod
    def of(cls, key: str, /, **values: Value) -> Phrase:
        """A sentence filled in."""
        return cls(key, tuple(values.items()))

    @classmethod
    def counting(cls, key: str, count: int, /, **values: Value) -> Phrase:
        """A sentence about so many, in the right number."""
        return cls(key, tuple(values.items()), count)


Saying = LocalText | Spot | Term | TermList | Phrase
"""What can be said: words as they are, the label of a place, a name, a row of them, a sentence."""

Value = Saying | int | Fraction
"""What a sentence is filled in with."""


def name_of(unit: str) -> Term:
    """A unit by its name."""
    return Term("unit", unit)


def names_of(units: tuple[str, ...]) -> TermList:
    """Several units by their names."""
    return TermList(tuple(map(name_of, units)))
