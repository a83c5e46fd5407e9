"""Units and formations copied out of a scenario, and pasted into this one or another."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from engine.editing.loads import begins
from engine.editing.scenario_edits import free_id, in_likely_place, with_sorted
from engine.scenario.force import Force
from engine.scenario.formations import chain, formations_by_id
from engine.scenario.scenario import Formation, Scenario, ScenarioUnit
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
        begins(unit, aboard=unit.aboard if unit.aboard in ids else "",
               bearer=unit.bearer if unit.bearer in ids else "")
        for unit in wanted
    )  # fmt: skip
    return Force(scenario.game, bare, parts, title)


def _formations(
    scenario: Scenario, units: list[ScenarioUnit], ids: Collection[str]
) -> list[Formation]:
    """The formations of some units, without those above that hold others too."""
    known = formations_by_id(scenario.formations)
    chains = [chain(known, unit.formation) for unit in units]
    holding = {each.id for found in chains for each in found}
    shared = {
        each.id
        for unit in scenario.units
        if unit.id not in ids
        for each in chain(known, unit.formation)
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
        unit if unit.aboard or unit.bearer else in_likely_place(with_formations, unit)
        for unit in made
    )
    found = with_sorted(with_formations, (*scenario.units, *placed))
    return found, tuple(unit.id for unit in placed)


def _free(ids: list[str], taken: Collection[str]) -> dict[str, str]:
    """Each id, or one like it that is not taken."""
    used, found = set(taken), dict[str, str]()
    for id_ in ids:
        found[id_] = id_ if id_ not in used else free_id(f"{id_.rstrip('0123456789')}", used)
        used.add(found[id_])
    return found
