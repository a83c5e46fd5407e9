"""Figure groups as a game on a table allows them: kinds, formations, skills, loads and places.

Checks and editors ask for them, whichever game it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from engine.games.rules_design import GameWord
from engine.scenario.scenario import Scenario
from engine.texts import LocalText


@dataclass(frozen=True)
class FigureGroupKind:
    """A kind of body: foot, horse, a gun, a wagon."""

    id: str
    name: LocalText
    footprint: str
    """Of each of its figures, by the words of `engine/tabletop/footprints.py`."""
    points: Fraction
    """Cost of a figure in the points of an army."""
    formations: tuple[str, ...] = ()
    """Formations that it may take, the usual one first; empty for a single piece."""
    most: int = 500
    """Largest number of figures."""
    skills: tuple[GameWord, ...] = ()
    """Skills of its crew, the usual one first."""
    arms: tuple[GameWord, ...] = ()
    """Arms that may command it, the usual one first."""
    loads: tuple[GameWord, ...] = ()
    """Loads that it may carry."""
    carries: tuple[str, ...] = ()
    """The kinds of body that may be aboard."""


class FigureGroupProblem(NamedTuple):
    """A body that cannot begin where it is laid, and why not."""

    body: str
    why: str


class MeleeLosses(NamedTuple):
    """The losses of a mêlée: dead of the larger and the smaller side, and prisoners."""

    dead_of_larger: int
    dead_of_smaller: int
    prisoners: int


class ArmyRemark(NamedTuple):
    """A remark on the armies of a scenario, and if it is against the rules."""

    words: LocalText
    is_wrong: bool = False


Remarks = Callable[[Scenario], Iterator[ArmyRemark]]
"""Remarks of a game on the armies of a scenario."""


def no_army_remarks(scenario: Scenario) -> Iterator[ArmyRemark]:
    """Of a game that has no opinion of armies."""
    return iter(())


Standing = Callable[[Scenario], Iterator[FigureGroupProblem]]
"""The bodies of a scenario that cannot begin as they are laid, one fault a body."""


def no_placement_faults(scenario: Scenario) -> Iterator[FigureGroupProblem]:
    """Of a game that asks for nothing: bodies may be laid anyhow."""
    return iter(())
