"""The look of a game's marks, figures, results and counter symbols: badges, colours, weights.

All are data of the game, in `marks.yaml`, `figures.yaml` and `results.yaml` of the folder its
`SYSTEM` names; their names stand in its texts, under `mark-…` and `result-…`. A word no game knows
is drawn neutrally. A unit type names one of `SYMBOLS` as its `symbol`: `tank`, `truck`,
`half-track` and `car` are silhouettes, `leader` is a star, `unknown` a question mark; the others
are the boxes of military maps.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

import yaml

from engine.texts import LocalText, has_text, in_each_language, localised, text, text_languages

GREY = "#8a8a8a"
NOTHING, UNKNOWN = "#b9b4a7", "#4f7d8c"


@dataclass(frozen=True, slots=True)
class MarkLook:
    """The look of one mark: its name, its letter, and its badge.

    `place` is the spot on the counter's edge for the badge, as `left-top`; without one it takes any
    room there is. `shape` and `shows` are words of the studio: the badge's outline, and what else
    changes on the counter, as `stripes`.
    """

    id: str
    name: LocalText = field(hash=False)
    letter: LocalText = field(hash=False)
    place: str = ""
    shape: str = "box"
    colour: str = GREY
    shows: str = ""


class FigureLook(NamedTuple):
    """The look of a figure, one of `symbols.FIGURES`, and the places of a base it takes."""

    shape: str
    places: int = 1


class FigureBase(NamedTuple):
    """The figures of a unit side by side, on a base of so many places."""

    places: int
    figures: tuple[FigureLook, ...]

    @property
    def taken(self) -> int:
        """The places they take."""
        return sum(figure.places for figure in self.figures)


SOLDIER = FigureLook("soldier")


class FigureLooks(NamedTuple):
    """The looks of a game's figures, by type; `places` is 0 where bases are not drawn."""

    places: int = 0
    looks: Mapping[str, FigureLook] = MappingProxyType({})

    def base(self, figures: Iterable[str]) -> FigureBase | None:
        """The base on which some figures stand; None for none. A strange one is a soldier."""
        found = tuple(self.looks.get(figure, SOLDIER) for figure in figures)
        return FigureBase(self.places, found) if self.places and found else None


NO_FIGURES = FigureLooks()


class MarkLooks:
    """The marks of one game, in the order of its data, and how its figures look."""

    def __init__(
        self, looks: Iterable[MarkLook] = (), game: str = "", figures: FigureLooks = NO_FIGURES
    ) -> None:
        self.game, self.figures = game, figures
        self._looks = {look.id: look for look in looks}

    def __iter__(self) -> Iterator[MarkLook]:
        return iter(self._looks.values())

    def look_of(self, mark: str) -> MarkLook:
        """Return the look of a mark; an unknown one bears its first letter."""
        return self._looks.get(mark) or MarkLook(mark, mark, mark[:1].upper())

    def mark_names(self, marks: Iterable[str], language: str | None = None) -> str:
        """The names of some marks, in one line."""
        names = (localised(self.look_of(mark).name, language) for mark in marks)
        return text("scenario.and-so-on", language).join(names)

    def has_mark_showing(self, marks: Iterable[str], what: str) -> bool:
        """Return True if any of some marks changes a counter in this way."""
        return any(self.look_of(mark).shows == what for mark in marks)


NO_MARKS = MarkLooks()


@dataclass(frozen=True, slots=True)
class ResultLook:
    """A result, or the mark it leaves: its colour, and its weight beside the others."""

    colour: str
    weight: int


class ResultLooks:
    """The results of one game, from nothing to the worst."""

    def __init__(self, grades: Mapping[str, ResultLook] | None = None) -> None:
        self._grades = grades or {}

    def __contains__(self, word: str) -> bool:
        """Return True if a word on a table is a result."""
        return word in self._grades

    def __iter__(self) -> Iterator[str]:
        return iter(self._grades)

    def is_no_effect(self, word: str) -> bool:
        """Return True if a word on a table stands for no effect."""
        return not word or (word in self and not self._grades[word].weight)

    def colour(self, word: str) -> str:
        """The colour of a result or of a mark; a neutral one where none is known."""
        grade = self._grades.get(word)
        if grade is None:
            return UNKNOWN if word else NOTHING
        return grade.colour

    def weight(self, word: str) -> int:
        """Return the gravity of a result or mark, to compare them; 0 means no effect."""
        return self._grades[word].weight if word in self._grades else 0

    def worst_result(self, words: Iterable[str]) -> str:
        """The gravest of some results or marks; nothing for none."""
        return max(words, key=self.weight, default="")


NO_RESULTS = ResultLooks()


# --- from data ------------------------------------------------------------------------------------


@cache
def _read_marks(game: str, file: Path, languages: tuple[str, ...]) -> MarkLooks:
    looks = (_look(game, mark, told) for mark, told in _read(file).items())
    return MarkLooks(looks, game, _figures(file.with_name("figures.yaml")))


def read_mark_looks(game: str, file: Path) -> MarkLooks:
    """The marks of a game from its data; none where it has none."""
    return _read_marks(game, file, text_languages())


def _figures(file: Path) -> FigureLooks:
    told = _read(file)
    looks = {figure: FigureLook(**look) for figure, look in told.get("figures", {}).items()}
    return FigureLooks(told.get("places", 0), looks)


@cache
def read_result_looks(file: Path) -> ResultLooks:
    """The results of a game from its data, a mark beside the result that leaves it."""
    grades: dict[str, ResultLook] = {}
    for weight, (result, told) in enumerate(_read(file).items()):
        grades |= dict.fromkeys(
            (result, *told.get("marks", ())), ResultLook(told["colour"], weight)
        )
    return ResultLooks(grades)


def _look(game: str, mark: str, told: Mapping[str, Any]) -> MarkLook:
    key = f"{game}.mark-{mark}"
    name = in_each_language(lambda language: text(key, language)) if has_text(key) else mark
    return MarkLook(mark, name, **told)


def _read(file: Path) -> Mapping[str, Any]:
    if not file.is_file():
        return {}
    return yaml.load(file.read_text(encoding="utf-8"), yaml.CSafeLoader) or {}


SYMBOLS = (
    "tank",
    "armour",
    "infantry",
    "mechanized",
    "recon",
    "gun",
    "anti-tank",
    "mortar",
    "machine-gun",
    "engineer",
    "headquarters",
    "supply",
    "half-squad",
    "leader",
    "truck",
    "half-track",
    "car",
    "unknown",
)

FIGURES = ("soldier", "elite", "officer", "machine-gun-crew", "mortar-crew")
"""Appearances of a figure on a base; crews stand beside their weapons."""
