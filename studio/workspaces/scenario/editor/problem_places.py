"""The place of a problem in a scenario: its unit, side, objective or condition."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from engine.problems import Problem

if TYPE_CHECKING:
    from engine.scenario.scenario import Scenario

_PLACE = re.compile(r"(\w+)(?:\.([\w-]+))?(?:\[(\d+)\])?(.*)")


class ProblemPlace(NamedTuple):
    """A part of a scenario (`forces`, `sides`, `objectives`, `victory`, `rules` …).

    `unit` is the unit's id in forces; `number` counts entries of lists from 0; `key` and `inner`
    are the next words of the path.
    """

    part: str
    key: str = ""
    number: int = -1
    unit: str = ""
    inner: str = ""


def problem_place(problem: Problem, scenario: Scenario) -> ProblemPlace:
    """The place a problem's path leads to."""
    match = _PLACE.fullmatch(problem.where)
    if match is None:
        return ProblemPlace("")
    part, key, number = match[1], match[2] or "", int(match[3] or -1)
    unit = str(problem.values.get("entry") or "") if part == "forces" else ""
    if part == "forces" and "entry" not in problem.values:
        listed = [each.id for each in scenario.units if each.side == key]
        unit = listed[number] if 0 <= number < len(listed) else ""
    return ProblemPlace(part, key, number, unit, match[4].removeprefix(".").partition(".")[0])


def problems_at(problems: Iterable[Problem], part: str, number: int) -> list[Problem]:
    """The problems of one entry of a list."""
    start = f"{part}[{number}]"
    return [each for each in problems if each.where.startswith(start)]
