"""Formations as their author builds them: founded, renamed, put elsewhere with all they hold.

Every function gives a new scenario and leaves the old one alone.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Any

from engine.editing.scenario_edits import free_id, with_sorted
from engine.games import limits
from engine.problems import SandtableError
from engine.scenario.formations import chain, formations_by_id, units_of, within
from engine.scenario.scenario import SIZES, Formation, Scenario
from engine.texts import LocalText

ID = re.compile(r"[\s@,.:;/{}\[\]\"'=?]+")  # what no id may hold
LONGEST_ID = 40


def with_new_formation(
    scenario: Scenario, side: str, name: LocalText = "", inside: str = ""
) -> tuple[Scenario, str]:
    """A new formation of a side, within another or by itself; its id.

    It is one size smaller than the formation it stands within.
    """
    taken = {each.id for each in scenario.formations} | {u.formation for u in scenario.units}
    id_ = free_id(f"{side}-formation-", taken)
    known = formations_by_id(scenario.formations)
    size = _smaller(known[inside].size) if inside in known else ""
    made = Formation(id_, side, name, inside if inside in known else "", size)
    return replace(scenario, formations=(*scenario.formations, made)), id_


def _smaller(size: str) -> str:
    place = SIZES.index(size) if size in SIZES else 0
    return SIZES[place - 1] if place else ""


def with_declared_formation(scenario: Scenario, side: str, word: str) -> tuple[Scenario, str]:
    """A formation that units only name becomes one with an id, a name and a place; its id."""
    if word in formations_by_id(scenario.formations):
        return scenario, word
    stem = ID.sub("-", word).strip("-")[:LONGEST_ID] or f"{side}-formation"
    taken = {each.id for each in scenario.formations}
    id_ = stem if stem not in taken else free_id(f"{stem}-", taken)
    units = tuple(
        replace(unit, formation=id_) if (unit.side, unit.formation) == (side, word) else unit
        for unit in scenario.units
    )
    made = Formation(id_, side, word)
    return replace(scenario, units=units, formations=(*scenario.formations, made)), id_


def with_formation_changes(scenario: Scenario, id_: str, **fields: Any) -> Scenario:
    """A formation with another name, size, headquarters or colour."""
    found = tuple(
        replace(each, **fields) if each.id == id_ else each for each in scenario.formations
    )
    return replace(scenario, formations=found)


def with_formation_moved(scenario: Scenario, id_: str, side: str, inside: str = "") -> Scenario:
    """A formation with all it holds stands within another, of whichever side, or by itself.

    It comes behind the others there. ValueError where it would stand within itself.
    """
    known = formations_by_id(scenario.formations)
    if any(each.id == id_ for each in chain(known, inside)):
        raise ValueError(f"{id_!r} would stand within itself")
    branch = [each.id for each in within(scenario.formations, id_)]
    units = {unit.id for unit in units_of(scenario, id_)}
    parts = [replace(known[each], side=side) for each in branch]
    parts[0] = replace(parts[0], within=inside)
    others = [each for each in scenario.formations if each.id not in branch]
    joined = [replace(u, side=side) if u.id in units else u for u in scenario.units]
    return with_sorted(replace(scenario, formations=(*others, *parts)), joined)


def without_formation(scenario: Scenario, id_: str) -> Scenario:
    """A formation is gone; what it held stands where it stood."""
    known = formations_by_id(scenario.formations)
    above = known[id_].within
    return replace(
        scenario,
        formations=tuple(
            replace(each, within=above) if each.within == id_ else each
            for each in scenario.formations
            if each.id != id_
        ),
        units=tuple(
            replace(unit, formation=above) if unit.formation == id_ else unit
            for unit in scenario.units
        ),
    )


@dataclass(frozen=True)
class Strength:
    """What a formation holds, with all that stands within it."""

    units: int
    points: int
    formations: int


def strength(scenario: Scenario, id_: str) -> Strength:
    """Units, what they cost by the game, and formations within."""
    units = units_of(scenario, id_)
    try:
        costs = limits(scenario.game, scenario.rules).points
    except SandtableError:
        costs = {}
    points = sum(costs.get(unit.type, 0) for unit in units)
    return Strength(len(units), points, max(len(within(scenario.formations, id_)) - 1, 0))
