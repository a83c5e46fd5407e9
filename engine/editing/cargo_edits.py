"""Carriers and bearers, kept consistent while units are added, removed and renamed."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any

from engine.editing.victory_edits import with_conditions_changed
from engine.scenario.scenario import Scenario, ScenarioUnit, VictoryCondition

NOWHERE: Mapping[str, Any] = {
    "at": None, "zone": "", "arrives": None, "aboard": "", "bearer": "",
}  # fmt: skip
"""The fields that say where a unit begins, all of them silent."""


def with_start(unit: ScenarioUnit, **place: Any) -> ScenarioUnit:
    """The unit beginning at one place, and at no other."""
    return replace(unit, **{**NOWHERE, **place})


def with_carrier(scenario: Scenario, units: Collection[str], carrier: str) -> Scenario:
    """Some units begin aboard another; ValueError where that would carry them round."""
    _require_no_circle(scenario, units, carrier)
    return _each(scenario, units, aboard=carrier)


def with_bearer(scenario: Scenario, units: Collection[str], bearer: str) -> Scenario:
    """Some weapons begin with a unit that bears them; ValueError where that goes round."""
    _require_no_circle(scenario, units, bearer)
    return _each(scenario, units, bearer=bearer)


def without_carrier(scenario: Scenario, units: Collection[str]) -> Scenario:
    """Some units begin by themselves, where those begin that carried or bore them."""
    return replace(
        scenario,
        units=tuple(_standing(scenario, u) if u.id in units else u for u in scenario.units),
    )


def would_form_cycle(scenario: Scenario, unit: str, holder: str) -> bool:
    """Return True if a unit would end up carrying itself with this carrier or bearer."""
    known = {each.id: each for each in scenario.units}
    seen: set[str] = set()
    while holder in known and holder not in seen:
        if holder == unit:
            return True
        seen.add(holder)
        holder = known[holder].aboard or known[holder].bearer
    return False


def _require_no_circle(scenario: Scenario, units: Collection[str], holder: str) -> None:
    round_ = [unit for unit in units if would_form_cycle(scenario, unit, holder)]
    if round_:
        raise ValueError(f"{holder!r} is carried by {', '.join(round_)}. Choose another carrier.")


def _each(scenario: Scenario, units: Collection[str], **place: Any) -> Scenario:
    changed = (with_start(u, **place) if u.id in units else u for u in scenario.units)
    return replace(scenario, units=tuple(changed))


def _standing(scenario: Scenario, unit: ScenarioUnit) -> ScenarioUnit:
    outer = scenario.outermost(unit)
    if outer.at is None and not outer.zone and outer.arrives is None:
        return with_start(unit, at=scenario.map.grid.hex(0, 0))
    return with_start(unit, at=outer.at, zone=outer.zone, arrives=outer.arrives)


# --- units that go, and ids that change -----------------------------------------------------------


def with_cargo_released(scenario: Scenario, gone: Collection[str]) -> Scenario:
    """Return the scenario with the cargo of some units released and references removed."""
    held = {u.id for u in scenario.units if u.aboard in gone or u.bearer in gone}
    led = _led(scenario, dict.fromkeys(gone, ""))
    return with_conditions_changed(without_carrier(led, held), lambda each: _less(each, gone))


def _led(scenario: Scenario, ids: Mapping[str, str]) -> Scenario:
    """Formations led by units under other ids; by none where that is nothing."""
    if not any(each.headquarters in ids for each in scenario.formations):
        return scenario
    found = tuple(
        replace(each, headquarters=ids.get(each.headquarters, each.headquarters))
        for each in scenario.formations
    )
    return replace(scenario, formations=found)


def _less(condition: VictoryCondition, gone: Collection[str]) -> VictoryCondition | None:
    """A condition without units; one that named no other goes with them."""
    left = tuple(unit for unit in condition.units if unit not in gone)
    if not left and condition.units:
        return None
    count = min(condition.count, len(left)) if left else condition.count
    return replace(condition, units=left, count=count)


def with_renamed_ids(scenario: Scenario, ids: Mapping[str, str]) -> Scenario:
    """With other ids wherever units are spoken of by theirs."""

    def called(id_: str) -> str:
        return ids.get(id_, id_)

    units = (
        replace(u, aboard=called(u.aboard), bearer=called(u.bearer))
        if u.aboard in ids or u.bearer in ids
        else u
        for u in scenario.units
    )
    led = replace(_led(scenario, ids), units=tuple(units))
    return with_conditions_changed(
        led, lambda each: replace(each, units=tuple(map(called, each.units)))
    )
