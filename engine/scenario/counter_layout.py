"""Layouts of counters, as data: symbol, values, formation stripe, front and back.

Places and sizes are hundredths of a counter's side. Colours are `#rrggbb` or a word: `side` and
`body` mean what they say, `auto` is dark on pale grounds and pale on dark ones.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from engine.texts import LocalText

Place = tuple[float, float]
Box = tuple[float, float, float, float]  # left, top, width, height


@dataclass(frozen=True)
class TextSlot:
    """A place for words: `show` names what of the unit; of several, those it has are joined."""

    show: tuple[str, ...]
    at: Place
    join: str = "-"
    letters: float = 16.0
    bold: bool = False
    anchor: str = "middle"
    room: float = 92.0
    ink: str = "auto"
    plate: str = ""
    turned: bool = False


@dataclass(frozen=True)
class CounterRim:
    """A line inside the edge."""

    colour: str = "ink"
    width: float = 1.5
    inset: float = 3.0
    round: float = 0.0


@dataclass(frozen=True)
class CounterSymbolSlot:
    """The place and style of the unit's symbol."""

    style: str  # app6, box or silhouette
    at: Box
    ground: str = "#fdf8ea"
    ink: str = "auto"
    framed: bool = True
    size: bool = False  # whether the mark of the unit's size stands over it


@dataclass(frozen=True)
class FormationStripe:
    """A strip along an edge, in the colour of the unit's formation."""

    edge: str
    width: float = 8.0
    of: str = "top"  # the formation that holds all others, or the unit's `own`


@dataclass(frozen=True)
class CounterMarkSlot:
    """The place of states; a second one at the other side of the counter."""

    at: Place
    radius: float = 11.0
    next: Place | None = None  # of the second, where it is not at the other side


@dataclass(frozen=True)
class CounterSide:
    """One side of a counter."""

    body: str = "side"
    hatched: bool = False
    texts: tuple[TextSlot, ...] = ()
    mark: CounterMarkSlot = CounterMarkSlot((17.0, 68.0))
    symbol: bool = True


@dataclass(frozen=True)
class CounterLayout:
    """The layout of a scenario's counters. `pictures` lead from types or symbols to files."""

    id: str
    symbol: CounterSymbolSlot
    front: CounterSide
    back: CounterSide
    title: LocalText = field(default="", hash=False)
    rim: CounterRim | None = None
    stripe: FormationStripe | None = None
    pictures: Mapping[str, Path] = field(default_factory=dict, hash=False)

    def side(self, *, is_back: bool) -> CounterSide:
        """Its front or its back."""
        return self.back if is_back else self.front
