"""The nearest hex with room for a unit that stands where it cannot."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.editing.scenario_edits import with_units_at
from engine.games import is_installed, scenario_limits_of
from engine.games.scenario_limits import RuleError, ScenarioLimits
from engine.games.stacking import stack_of, units_within_limit
from engine.hexes.hex import Hex, ring
from engine.movement.standable_hexes import can_stand
from engine.scenario.scenario import Scenario, ScenarioUnit

MAX_DISTANCE = 60  # hexes from where it was: the limit for a placement


def valid_scenario_limits(scenario: Scenario) -> ScenarioLimits | None:
    """Return the limits of the scenario's game; None if the game or its rules are invalid."""
    if not is_installed(scenario.game):
        return None
    try:
        return scenario_limits_of(
            scenario.game, scenario.rules, [side.id for side in scenario.sides]
        )
    except RuleError:
        return None  # told as `invalid-rules`, which is put right first


def nearest_free_hex(
    scenario: Scenario, allowed: ScenarioLimits | None, unit: ScenarioUnit, near: Hex
) -> Hex | None:
    """The hex nearest to another, that one first, in which a unit may begin; None for a long way.

    It can stand there, none of its enemies does, and not as many of its side as may. Where the
    rules are not known any hex of the map without enemies will do.
    """
    return next((h for h in _around(near) if _has_room(scenario, allowed, unit, h)), None)


def spread_crowded_units(
    scenario: Scenario, allowed: ScenarioLimits, side: str, crowded: Hex
) -> Scenario | None:
    """The scenario with those beyond what a hex holds put round it; None without room for all."""
    here = [unit for unit in scenario.units if (unit.side, unit.at) == (side, crowded)]
    for unit in here[count_staying(scenario, allowed, here) :]:
        free = nearest_free_hex(scenario, allowed, unit, crowded)
        if free is None:
            return None
        scenario = with_units_at(scenario, [unit.id], free)
    return scenario


def count_staying(scenario: Scenario, allowed: ScenarioLimits, here: Sequence[ScenarioUnit]) -> int:
    """Return how many of the units in a hex, from the first on, may stay there."""
    at = here[0].at
    return (
        units_within_limit(allowed.stacking, stack_of(scenario, at, here))
        if at is not None
        else len(here)
    )


def _around(near: Hex) -> Iterator[Hex]:
    yield near
    for radius in range(1, MAX_DISTANCE + 1):
        yield from ring(near, radius)


def _has_room(
    scenario: Scenario, allowed: ScenarioLimits | None, unit: ScenarioUnit, hex_: Hex
) -> bool:
    others = [each for each in scenario.units if each.at == hex_ and each.id != unit.id]
    if hex_ not in scenario.map.grid or any(each.side != unit.side for each in others):
        return False
    mobility = allowed.mobility.get(unit.type) if allowed else None
    if allowed is None or mobility is None:
        return True
    if not can_stand(scenario.map, mobility, hex_):
        return False
    return allowed.stacking(stack_of(scenario, hex_, [*others, unit])) is None
