"""Edits of the objectives of a scenario and of its conditions of victory and reinforcement.

Every function returns a new scenario and leaves the old one alone.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from engine.scenario.scenario import Objective, Scenario, ScenarioUnit, VictoryCondition

Change = Callable[[VictoryCondition], VictoryCondition | None]
"""A condition as it is from now on; None for one that goes."""


def with_conditions_changed(scenario: Scenario, change: Change) -> Scenario:
    """Every condition changed; a reinforcement whose condition goes waits for its turn alone."""
    changed = map(change, scenario.victory)
    units = scenario.units
    if any(unit.arrives and unit.arrives.once for unit in units):
        units = tuple(_waiting(unit, change) for unit in units)
    return replace(scenario, victory=tuple(each for each in changed if each), units=units)


def zones_needed_by_unit(unit: ScenarioUnit) -> tuple[str, ...]:
    """The zones a unit is in need of: where it begins, and of what it waits for."""
    if unit.arrives is None:
        return (unit.zone,) if unit.zone else ()
    once = unit.arrives.once
    return (unit.arrives.zone, once.zone) if once and once.zone else (unit.arrives.zone,)


def _waiting(unit: ScenarioUnit, change: Change) -> ScenarioUnit:
    if unit.arrives is None or unit.arrives.once is None:
        return unit
    once = change(unit.arrives.once)
    return replace(unit, arrives=replace(unit.arrives, once=once))


def with_objective(scenario: Scenario, objective: Objective, was: str = "") -> Scenario:
    """An objective added, or changed; renamed it stays what may be won by.

    ValueError for an id that another has.
    """
    if objective.id != was and any(each.id == objective.id for each in scenario.objectives):
        raise ValueError(f"The id {objective.id!r} is taken. Choose another.")
    if not was:
        return replace(scenario, objectives=(*scenario.objectives, objective))
    found = tuple(objective if each.id == was else each for each in scenario.objectives)

    def renamed(each: VictoryCondition) -> VictoryCondition:
        names = (objective.id if name == was else name for name in each.objectives)
        return replace(each, objectives=tuple(names))

    return replace(with_conditions_changed(scenario, renamed), objectives=found)


def without_objective(scenario: Scenario, objective: str) -> Scenario:
    """An objective is gone; a condition that named no other goes with it."""
    kept = tuple(each for each in scenario.objectives if each.id != objective)

    def less(each: VictoryCondition) -> VictoryCondition | None:
        left = tuple(name for name in each.objectives if name != objective)
        if not left and each.objectives:
            return None
        return replace(each, objectives=left, count=min(each.count, len(left) or 999))

    return replace(with_conditions_changed(scenario, less), objectives=kept)


def with_victory(scenario: Scenario, place: int, condition: VictoryCondition | None) -> Scenario:
    """The condition at a place of the order added (at the end), changed, or with None removed."""
    found = list(scenario.victory)
    found[place : place + 1] = [] if condition is None else [condition]
    return replace(scenario, victory=tuple(found))


def victory_moved(scenario: Scenario, place: int, to: int) -> Scenario:
    """A condition at another place of the order: the first that holds decides."""
    found = list(scenario.victory)
    found.insert(to, found.pop(place))
    return replace(scenario, victory=tuple(found))
