"""The possible carriers and bearers of some units, found for a scenario at once."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from engine.games.scenario_limits import ScenarioLimits
from engine.scenario.scenario import Scenario, ScenarioUnit


class CarrierOptions:
    """Looked up once for some units: who holds what, what they hold, and what types may."""

    def __init__(
        self, scenario: Scenario, units: Sequence[ScenarioUnit], allowed: ScenarioLimits | None
    ) -> None:
        self._units, self._allowed = units, allowed
        self._ids = {unit.id for unit in units}
        self._now = {_holder(unit, how) for unit in units for how in ("aboard", "bearer")}
        self._sides = {unit.side for unit in units}
        self._types = tuple(unit.type for unit in units)
        self._mates: dict[tuple[str, str], list[str]] = defaultdict(list)
        held: dict[str, list[str]] = defaultdict(list)
        for unit in scenario.units:
            for how in ("aboard", "bearer"):
                if holder := getattr(unit, how):
                    held[holder].append(unit.id)
                    if unit.id not in self._ids:
                        self._mates[how, holder].append(unit.type)
        self._below = _all_below(self._ids, held)
        self._known: dict[tuple[str, str, tuple[str, ...]], bool] = {}

    def may(self, other: ScenarioUnit, how: str) -> bool:
        """Return True if a unit may hold all of them, or holds one already."""
        if (how, other.id) in self._now:
            return True
        if self._allowed is None or self._sides != {other.side} or other.id in self._below:
            return False
        held = (*self._mates.get((how, other.id), ()), *self._types)
        asked = (how, other.type, held)
        if asked not in self._known:
            rule = self._allowed.carrying if how == "aboard" else self._allowed.bearing
            self._known[asked] = rule(other.type, held) is None
        return self._known[asked]


def _holder(unit: ScenarioUnit, how: str) -> tuple[str, str]:
    return how, getattr(unit, how)


def _all_below(ids: set[str], held: dict[str, list[str]]) -> set[str]:
    """Some units and all they hold, and what that holds: none of it may hold them."""
    found, left = set(ids), list(ids)
    while left:
        inner = [each for each in held.get(left.pop(), ()) if each not in found]
        found.update(inner)
        left += inner
    return found
