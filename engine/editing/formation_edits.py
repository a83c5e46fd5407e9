"""Edits of units and formations: create, rename, move, copy and paste them with all they hold.

Every function returns a new scenario and leaves the old one alone.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Any

from engine.editing.cargo_edits import with_start
from engine.editing.scenario_edits import free_id, with_likely_place, with_units_sorted
from engine.games import scenario_limits_of
from engine.problems import SandtableError
from engine.scenario.formations import (
    Force,
    formations_by_id,
    formations_within,
    parent_formations,
    units_of,
)
from engine.scenario.scenario import SIZES, Formation, Scenario, ScenarioUnit
from engine.texts import LocalText


def extract_force(scenario: Scenario, units: Collection[str], title: LocalText = "") -> Force:
    """Some units with the formations that hold them all, each up to the smallest in common.

    What is carried or borne by a unit that is not among them stands by itself.
    """
    wanted = [unit for unit in scenario.units if unit.id in set(units)]
    ids = {unit.id for unit in wanted}
    kept = _formations(scenario, wanted, ids)
    known = {each.id for each in kept}
    parts = tuple(
        replace(each, within=each.within if each.within in known else "",
                headquarters=each.headquarters if each.headquarters in ids else "")
        for each in kept
    )  # fmt: skip
    bare = tuple(
        with_start(unit, aboard=unit.aboard if unit.aboard in ids else "",
               bearer=unit.bearer if unit.bearer in ids else "")
        for unit in wanted
    )  # fmt: skip
    return Force(scenario.game, bare, parts, title)


def _formations(
    scenario: Scenario, units: list[ScenarioUnit], ids: Collection[str]
) -> list[Formation]:
    """The formations of some units, without those above that hold others too."""
    known = formations_by_id(scenario.formations)
    chains = [parent_formations(known, unit.formation) for unit in units]
    holding = {each.id for found in chains for each in found}
    shared = {
        each.id
        for unit in scenario.units
        if unit.id not in ids
        for each in parent_formations(known, unit.formation)
    }
    own = {unit.formation for unit in units}
    return [
        each
        for each in scenario.formations
        if each.id in holding and (each.id not in shared or each.id in own)
    ]


def paste_force(
    scenario: Scenario, force: Force, side: str, inside: str = ""
) -> tuple[Scenario, tuple[str, ...]]:
    """A force joins a side, within a formation or by itself; the ids of its units.

    Ids that are taken get the next free number; units stand where their side is likely to set up.
    """
    unit_ids = _free([unit.id for unit in force.units], {unit.id for unit in scenario.units})
    taken = {each.id for each in scenario.formations}
    formation_ids = _free([each.id for each in force.formations], taken)
    formations = tuple(
        replace(each, id=formation_ids[each.id], side=side,
                within=formation_ids.get(each.within, inside),
                headquarters=unit_ids.get(each.headquarters, ""))
        for each in force.formations
    )  # fmt: skip
    made = tuple(
        replace(unit, id=unit_ids[unit.id], side=side,
                formation=formation_ids.get(unit.formation, unit.formation or inside),
                aboard=unit_ids.get(unit.aboard, ""), bearer=unit_ids.get(unit.bearer, ""))
        for unit in force.units
    )  # fmt: skip
    with_formations = replace(scenario, formations=(*scenario.formations, *formations))
    placed = tuple(
        unit if unit.aboard or unit.bearer else with_likely_place(with_formations, unit)
        for unit in made
    )
    found = with_units_sorted(with_formations, (*scenario.units, *placed))
    return found, tuple(unit.id for unit in placed)


def _free(ids: list[str], taken: Collection[str]) -> dict[str, str]:
    """Each id, or one like it that is not taken."""
    used, found = set(taken), dict[str, str]()
    for id_ in ids:
        found[id_] = id_ if id_ not in used else free_id(f"{id_.rstrip('0123456789')}", used)
        used.add(found[id_])
    return found


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
    if any(each.id == id_ for each in parent_formations(known, inside)):
        raise ValueError(f"Formation {id_!r} cannot be part of itself. Choose another parent.")
    branch = [each.id for each in formations_within(scenario.formations, id_)]
    units = {unit.id for unit in units_of(scenario, id_)}
    parts = [replace(known[each], side=side) for each in branch]
    parts[0] = replace(parts[0], within=inside)
    others = [each for each in scenario.formations if each.id not in branch]
    joined = [replace(u, side=side) if u.id in units else u for u in scenario.units]
    return with_units_sorted(replace(scenario, formations=(*others, *parts)), joined)


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
    """The contents of a formation, with all that stands within it."""

    units: int
    points: int
    formations: int


def formation_strength(scenario: Scenario, id_: str) -> Strength:
    """Units, what they cost by the game, and formations within."""
    units = units_of(scenario, id_)
    try:
        costs = scenario_limits_of(scenario.game, scenario.rules).points
    except SandtableError:
        costs = {}
    points = sum(costs.get(unit.type, 0) for unit in units)
    return Strength(
        len(units), points, max(len(formations_within(scenario.formations, id_)) - 1, 0)
    )
