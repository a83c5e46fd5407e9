"""Maps put together from what other programs say, hex by hex."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable
from dataclasses import dataclass, field
from functools import cache

import numpy as np
from numpy.typing import NDArray

from engine.hexes.grid import Grid
from engine.hexes.hex import Hex
from engine.interchange.import_result import Losses
from engine.map.map import ForeignData, Map
from engine.map.terrain import TerrainClass, load_catalogue

MAX_ZONES = 200  # of a map; each is a plane of its size
MAX_KEPT = 20_000  # different words; a map file holds only so many values
LONGEST_KEPT = 100_000  # signs

# The characters that maps usually write these with; others get a letter that is free.
DEFAULT = {
    ".": "open", "w": "woods", "s": "settlement", "~": "lake", "r": "rough", "m": "marsh",
    "j": "jungle", "b": "building", "c": "crops", "f": "field", "d": "desert", "M": "mountain",
    "=": "river", "O": "ocean", "C": "city", "o": "orchard", "x": "waste",
}  # fmt: skip


@cache
def ground_symbols() -> dict[str, str]:
    """The character of every kind of ground: kind → character."""
    found = {kind: symbol for symbol, kind in DEFAULT.items()}
    free = (sign for sign in _LETTERS if sign not in DEFAULT)
    for kind in load_catalogue().of_class(TerrainClass.GROUND):
        if kind.id not in found:
            found[kind.id] = next(free)
    return found


_LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+-*/%"


@dataclass
class GroundBuilder:
    """The ground of a sheet while it is found out, hex by hex; open at first."""

    grid: Grid
    kinds: list[str] = field(default_factory=lambda: ["open"])
    plane: NDArray[np.uint8] = field(init=False)

    def __post_init__(self) -> None:
        self.plane = np.zeros(self.grid.shape, np.uint8)

    def index(self, kind: str) -> int:
        """The number of a kind on this sheet."""
        if kind not in self.kinds:
            self.kinds.append(kind)
        return self.kinds.index(kind)

    def lay_on(self, map_: Map) -> None:
        """Give the ground to a map, with a legend of the kinds it has."""
        used = [index for index in range(len(self.kinds)) if (self.plane == index).any()]
        numbers = np.zeros(len(self.kinds), np.uint8)
        numbers[used] = np.arange(len(used))
        map_.ground = numbers[self.plane]
        map_.grounds = tuple(self.kinds[index] for index in used)
        map_.symbols = tuple(ground_symbols()[kind] for kind in map_.grounds)


class ForeignWords:
    """The words of a program that have no equivalent in Sandtable, grouped."""

    def __init__(self, program: str) -> None:
        self.program = program
        self._words: dict[str, list[Hex]] = {}

    def add(self, words: str, hexes: Iterable[Hex] = ()) -> None:
        """Words about some hexes, or about the map."""
        self._words.setdefault(words, []).extend(hexes)

    def as_foreign_data(self, losses: Losses) -> tuple[ForeignData, ...]:
        """All of it, as far as a map file holds it; the rest is reported as lost."""
        found: list[ForeignData] = []
        for words, hexes in self._words.items():
            if len(found) < MAX_KEPT and len(words) <= LONGEST_KEPT and _is_plain(words):
                found.append(ForeignData(self.program, tuple(hexes), words))
            else:
                losses.add("not-kept", words[:40], count=max(1, len(hexes)))
        return tuple(found)


def _is_plain(words: str) -> bool:
    """Return True if a YAML file can hold a text."""
    return all(sign.isprintable() or sign in "\n\t" for sign in words)


def notes_of(map_: Map, program: str) -> dict[Hex, list[str]]:
    """Return a program's notes on each hex."""
    found: dict[Hex, list[str]] = {}
    for kept in map_.kept:
        if kept.program == program:
            for hex_ in kept.at:
                found.setdefault(hex_, []).append(kept.words)
    return found


def notes_of_map(map_: Map, program: str) -> list[str]:
    """Return a program's notes on the whole map."""
    return [kept.words for kept in map_.kept if kept.program == program and not kept.at]


def id_of(name: str) -> str:
    """A name as an id: small letters of any script, with hyphens between words."""
    return re.sub(r"[\W_]+", "-", name.lower()).strip("-")[:33].strip("-")


def free_id(stem: str, taken: Container[str]) -> str:
    """An id that is not taken."""
    number, found = 1, stem
    while found in taken:
        number += 1
        found = f"{stem}-{number}"
    return found


def plain_title(words: str) -> str:
    """A foreign text as a title: one line of signs that print."""
    return " ".join("".join(sign if sign.isprintable() else " " for sign in words).split())[:200]
