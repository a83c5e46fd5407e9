"""Scenarios made from scenarios: the order of sides and aims, and another map."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from engine.editing.scenario_edits import free_id, without_side
from engine.editing.victory_edits import zones_needed_by_unit
from engine.hexes.hex import Hex
from engine.map.map import Map
from engine.scenario.map_change import make_map_record
from engine.scenario.scenario import Scenario


class SideContents(NamedTuple):
    """The numbers of things that are removed with a side."""

    units: int
    conditions: int
    objectives: int  # that it holds at the start
    briefings: int


def side_belongings(scenario: Scenario, side: str) -> SideContents:
    """Return the numbers of things that are removed with a side."""
    return SideContents(
        sum(unit.side == side for unit in scenario.units),
        sum(condition.side == side for condition in scenario.victory),
        sum(objective.holder == side for objective in scenario.objectives),
        int(side in scenario.briefings),
    )


def without_side_contents(scenario: Scenario, side: str) -> Scenario:
    """A side is gone with all that is its, and with the numbers fixed for it apart."""
    left = without_side(scenario, side)
    rules = {key: _less(value, side) for key, value in left.rules.items()}
    return replace(left, rules={key: value for key, value in rules.items() if value != {}})


def _less(value: Any, side: str) -> Any:
    """A number by side without that of one; other rules as they are."""
    is_by_side = isinstance(value, Mapping) and all(isinstance(n, int) for n in value.values())
    return {k: n for k, n in value.items() if k != side} if is_by_side else value


def side_moved(scenario: Scenario, place: int, to: int) -> Scenario:
    """A side at another place of the order; its units come with it."""
    sides = with_entry_moved(scenario.sides, place, to)
    order = [side.id for side in sides]
    units = tuple(sorted(scenario.units, key=lambda unit: order.index(unit.side)))
    return replace(scenario, sides=sides, units=units)


def objective_moved(scenario: Scenario, place: int, to: int) -> Scenario:
    """An objective at another place of the list."""
    return replace(scenario, objectives=with_entry_moved(scenario.objectives, place, to))


def with_entry_moved(entries: tuple[Any, ...], place: int, to: int) -> tuple[Any, ...]:
    """Entries with one of them at another place."""
    found = list(entries)
    found.insert(to, found.pop(place))
    return tuple(found)


def free_side(scenario: Scenario) -> str:
    """An id for one more side."""
    return free_id("side", {side.id for side in scenario.sides})


# --- another map ----------------------------------------------------------------------------------


class OffMapItems(NamedTuple):
    """The parts of a scenario outside another map, and the zones that this map lacks."""

    units: tuple[str, ...]
    objectives: tuple[str, ...]
    zones: tuple[str, ...]


def find_off_map_items(scenario: Scenario, map_: Map) -> OffMapItems:
    """Return what must be moved or added when the scenario is put on another map."""
    return OffMapItems(
        tuple(u.id for u in scenario.units if u.at is not None and u.at not in map_.grid),
        tuple(o.id for o in scenario.objectives if o.at is not None and o.at not in map_.grid),
        tuple(name for name in _zones_named(scenario) if _is_lost(scenario, name, map_)),
    )


def scenario_on_map(scenario: Scenario, map_: Map, path: str) -> Scenario:
    """The scenario on another map, where it stays sound.

    What lay outside comes to the nearest hex of the edge; zones of the old map that are needed and
    that the new one does not have become the scenario's own. The map is recorded as it is.
    """
    brought = {name: scenario.zone(name) for name in find_off_map_items(scenario, map_).zones}
    zones = {
        name: tuple(dict.fromkeys(_inside(map_, hex_) for hex_ in hexes))
        for name, hexes in {**scenario.zones, **brought}.items()
    }
    names = {name: scenario.map.zones[name].name for name in brought}
    new = replace(
        scenario,
        ground=map_,
        ground_path=path,
        zones=zones,
        zone_names={**scenario.zone_names, **{zone: n for zone, n in names.items() if n}},
        units=tuple(replace(u, at=u.at and _inside(map_, u.at)) for u in scenario.units),
        objectives=tuple(replace(o, at=o.at and _inside(map_, o.at)) for o in scenario.objectives),
        features=tuple(replace(f, at=f.at and _inside(map_, f.at)) for f in scenario.features),
    )
    return replace(new, map_hash=make_map_record(new))


def _inside(map_: Map, hex_: Hex) -> Hex:
    """A hex of the map: this one, or the one at the edge beside it."""
    if hex_ in map_.grid:
        return hex_
    column, row = map_.grid.column_row(hex_)
    columns, rows = map_.grid.columns, map_.grid.rows
    return map_.grid.hex(min(max(column, 0), columns - 1), min(max(row, 0), rows - 1))


def _zones_named(scenario: Scenario) -> Iterable[str]:
    named = [zone for unit in scenario.units for zone in zones_needed_by_unit(unit)]
    named += [objective.zone for objective in scenario.objectives]
    named += [feature.zone for feature in scenario.features]
    named += [condition.zone for condition in scenario.victory]
    return dict.fromkeys(name for name in named if name)


def _is_lost(scenario: Scenario, zone: str, map_: Map) -> bool:
    """Return True if a zone is one of the old map's that the new one does not have."""
    return zone in scenario.map.zones and zone not in scenario.zones and zone not in map_.zones
