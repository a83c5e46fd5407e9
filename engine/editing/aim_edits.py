"""What an author does to the objectives and conditions of a scenario.

Every function gives a new scenario and leaves the old one alone.
"""

from __future__ import annotations

from dataclasses import replace

from engine.editing.conditions import with_conditions
from engine.scenario.scenario import Objective, Scenario, Victory


def with_objective(scenario: Scenario, objective: Objective, was: str = "") -> Scenario:
    """An objective added, or changed; renamed it stays what may be won by.

    ValueError for an id that another has.
    """
    if objective.id != was and any(each.id == objective.id for each in scenario.objectives):
        raise ValueError(f"the id {objective.id!r} is taken")
    if not was:
        return replace(scenario, objectives=(*scenario.objectives, objective))
    found = tuple(objective if each.id == was else each for each in scenario.objectives)

    def renamed(each: Victory) -> Victory:
        names = (objective.id if name == was else name for name in each.objectives)
        return replace(each, objectives=tuple(names))

    return replace(with_conditions(scenario, renamed), objectives=found)


def without_objective(scenario: Scenario, objective: str) -> Scenario:
    """An objective is gone; a condition that named no other goes with it."""
    kept = tuple(each for each in scenario.objectives if each.id != objective)

    def less(each: Victory) -> Victory | None:
        left = tuple(name for name in each.objectives if name != objective)
        if not left and each.objectives:
            return None
        return replace(each, objectives=left, count=min(each.count, len(left) or 999))

    return replace(with_conditions(scenario, less), objectives=kept)


def with_victory(scenario: Scenario, place: int, condition: Victory | None) -> Scenario:
    """The condition at a place of the order added (at the end), changed, or with None removed."""
    found = list(scenario.victory)
    found[place : place + 1] = [] if condition is None else [condition]
    return replace(scenario, victory=tuple(found))


def victory_moved(scenario: Scenario, place: int, to: int) -> Scenario:
    """A condition at another place of the order: the first that holds decides."""
    found = list(scenario.victory)
    found.insert(to, found.pop(place))
    return replace(scenario, victory=tuple(found))
