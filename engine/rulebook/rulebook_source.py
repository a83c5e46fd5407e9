"""Rulebooks as written: an outline of chapters, words by language, and diagrams as positions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from engine.hexes.hex import Hex
from engine.languages import LANGUAGES
from engine.map.map import Map
from engine.scenario.scenario import ScenarioUnit
from engine.tabletop.shapes import Point
from engine.tabletop.tabletop_map import TabletopMap


class ItemKind(StrEnum):
    """The kinds of thing that a chapter consists of."""

    TEXT = "text"
    RULE = "rule"
    EXAMPLE = "example"
    FIGURE = "figure"
    TABLE = "table"
    LIST = "list"


class OutlineItem(NamedTuple):
    """One thing in a chapter: a rule by its number, anything else by its name."""

    kind: ItemKind
    name: str


LISTS = ("choices", "numbers", "cards")
"""The lists that are made of the game's data: its choices, the numbers of rules, its cards."""


@dataclass(frozen=True)
class ChapterOutline:
    """A chapter without its words."""

    id: str
    items: tuple[OutlineItem, ...]


class EntryWords(NamedTuple):
    """The words of a rule or an example: a heading, if it has one, and a text in Markdown."""

    title: str
    text: str


@dataclass(frozen=True)
class ChapterWords:
    """The words of a chapter in one language."""

    title: str
    texts: Mapping[str, str] = field(default_factory=dict)
    rules: Mapping[str, EntryWords] = field(default_factory=dict)
    examples: Mapping[str, EntryWords] = field(default_factory=dict)
    figures: Mapping[str, str] = field(default_factory=dict)


class SightLine(NamedTuple):
    """A line of sight in a diagram, and whether its words say that it is clear."""

    start: Hex
    end: Hex
    is_clear: bool


class FigureReach(NamedTuple):
    """A move whose costs a diagram shows; without `points` the unit has its own."""

    origin: Hex
    type: str
    points: float | None
    is_march: bool


@dataclass(frozen=True)
class RulebookFigure:
    """A diagram: a little map with counters, and what is shown on it.

    `notes` are written into hexes; `chart` is the pair of hexes whose sighting chart stands below.
    """

    id: str
    map: Map = field(hash=False, compare=False)
    units: tuple[ScenarioUnit, ...] = ()
    sight: Hex | None = None
    reach: FigureReach | None = None
    lines: tuple[SightLine, ...] = ()
    moves: tuple[tuple[Hex, ...], ...] = ()
    notes: tuple[tuple[Hex, str], ...] = ()
    chart: tuple[Hex, Hex] | None = None
    has_levels: bool = False
    has_labels: bool = True
    hex_mm: float = 12.0


class TableStand(NamedTuple):
    """A figure in a diagram of a table."""

    type: str
    side: str
    at: Point


@dataclass(frozen=True)
class TableFigure:
    """A diagram of a game without hexes: a little table with figures, circles and ways.

    A circle is a radius, in sixteenths of an inch, and its middle.
    """

    id: str
    table: TabletopMap = field(hash=False, compare=False)
    stands: tuple[TableStand, ...] = ()
    circles: tuple[tuple[int, Point], ...] = ()
    ways: tuple[tuple[Point, ...], ...] = ()
    width_mm: float = 70.0


AnyFigure = RulebookFigure | TableFigure


@dataclass(frozen=True)
class RulebookSource:
    """A game's rulebook: its outline, its diagrams, and its words by language and chapter."""

    outlines: tuple[ChapterOutline, ...]
    summary: tuple[OutlineItem, ...] = ()
    figures: Mapping[str, AnyFigure] = field(default_factory=dict)
    words: Mapping[str, Mapping[str, ChapterWords]] = field(default_factory=dict)

    @property
    def rule_numbers(self) -> tuple[str, ...]:
        """Return the numbers of all rules in their order."""
        return tuple(
            item.name
            for outline in self.outlines
            for item in outline.items
            if item.kind is ItemKind.RULE
        )

    def words_in(self, language: str, chapter: str) -> Iterator[ChapterWords]:
        """Yield a chapter's words in a language, then in those its readers may read instead."""
        for each in dict.fromkeys((language, *LANGUAGES[language].fall_back, "en")):
            if found := self.words.get(each, {}).get(chapter):
                yield found
