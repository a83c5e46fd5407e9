"""Bodies: what fights on a table. A body is so many figures of one kind, a gun, a wagon, a boat."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.tabletop.shapes import Point
from engine.texts import LocalText

FORMATIONS = ("line", "column", "fours", "wedge", "box", "dispersed", "extended", "close")
"""Formations of a body, by the words of files; `column` is one of twos, `fours` of fours."""


@dataclass(frozen=True)
class FigureGroup:
    """One body. It stands `at` one point or is laid by two, or its side sets it up.

    `strength` is how many figures it has. `zone` is where its side sets it up; without `at` and
    `zone` that is its back line. `facing` is in degrees clockwise from the top of the table, None
    where its side chooses.
    """

    id: str
    side: str
    type: str  # foot, horse, gun, wagon: a word of the game
    strength: int = 1
    at: tuple[Point, ...] = ()
    formation: str = ""  # one of FORMATIONS; empty: as its type usually stands
    facing: int | None = None
    zone: str = ""
    skill: str = ""  # of a gun, by the words of the game
    arm: str = ""  # who commands it, by the words of the game; empty: as its type says
    aboard: str = ""  # the body that carries it
    load: Mapping[str, int] = field(default_factory=dict)  # stores it carries, by the game's words
    name: LocalText = ""
