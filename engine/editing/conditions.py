"""All conditions of a scenario at once: what sides win by, and what reinforcements wait for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from engine.scenario.scenario import Scenario, ScenarioUnit, Victory

Change = Callable[[Victory], Victory | None]
"""A condition as it is from now on; None for one that goes."""


def with_conditions(scenario: Scenario, change: Change) -> Scenario:
    """Every condition changed; a reinforcement whose condition goes waits for its turn alone."""
    changed = map(change, scenario.victory)
    units = scenario.units
    if any(unit.arrives and unit.arrives.once for unit in units):
        units = tuple(_waiting(unit, change) for unit in units)
    return replace(scenario, victory=tuple(each for each in changed if each), units=units)


def zones_of(unit: ScenarioUnit) -> tuple[str, ...]:
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
