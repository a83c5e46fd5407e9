"""Changes of a scenario's map since the scenario was written.

A scenario may carry `map_hash`: short digests of the parts of the map that bear on play, of the
zones it uses, and the level and ground of the hexes it names. Compared with the map as it is now,
they name what was altered.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import fields
from itertools import product
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from engine.hexes.hex import Hex
from engine.hexes.labels import LabelStyle
from engine.map.map import Map, Masks
from engine.map.terrain import load_catalogue
from engine.texts import localised, text

if TYPE_CHECKING:
    from engine.scenario.scenario import Scenario


class HexChange(NamedTuple):
    """A hex the scenario names whose level or ground is another than it was."""

    at: Hex
    was: str
    now: str


def make_map_record(scenario: Scenario) -> dict[str, Any]:
    """The `map_hash` of a scenario, for its map as it is now."""
    map_ = scenario.map
    grid = map_.grid
    metres = float(map_.hex_metres)
    size = [grid.columns, grid.rows, grid.orientation.value, grid.shifted.value, metres]
    zones = {name: map_.zones[name].hexes for name in _zones_used(scenario)}
    return {
        "grid": _digest(json.dumps(size).encode()),
        "labels": _label_digests(map_.label_style)[0],
        "level": _digest(map_.level.tobytes()),
        "ground": _digest(_grounds(map_)),
        "sides": _planes(map_.sides),
        "links": _planes(map_.links),
        "zones": {name: _digest(plane.tobytes()) for name, plane in zones.items()},
        "hexes": {grid.name(hex_): _keep(map_, hex_) for hex_ in _hexes_used(scenario)},
    }


def altered_parts(scenario: Scenario) -> list[str]:
    """Return the parts of the map that differ from the record, in the reader's words."""
    was, now = scenario.map_hash, make_map_record(scenario)
    accepted = {part: [now[part]] for part in ("grid", "labels", "level", "ground")}
    accepted["labels"] = _label_digests(scenario.map.label_style)
    said = [
        text(f"scenario.changed-{part}")
        for part, digests in accepted.items()
        if part in was and was[part] not in digests
    ]
    for part in ("sides", "links"):
        said += [kind_name(kind) for kind in _differing(was, now, part)]
    gone = {name: "" for name in was.get("zones", {}) if name not in scenario.map.zones}
    zones = {name: "" for name in _differing(was, now, "zones") if name in now["zones"]} | gone
    return said + [text("scenario.changed-zone", None, zone=zone) for zone in zones]


def altered_hexes(scenario: Scenario) -> Iterator[HexChange]:
    """The hexes the scenario names whose level or ground differs from the record."""
    map_, was = scenario.map, scenario.map_hash.get("hexes", {})
    for hex_ in _hexes_used(scenario):
        before, now = was.get(map_.grid.name(hex_)), _keep(map_, hex_)
        if before is not None and before != now:
            yield HexChange(hex_, _tell(before), _tell(now))


def _label_digests(style: LabelStyle) -> list[str]:
    """Return the digest of a label style, then those of other spellings of the same numbers.

    45975 and 45975.0 are the same northing. A record holds the first digest; one that an earlier
    version wrote may hold another, since it spelled numbers as it happened to hold them.
    """
    named = [
        [f"{each.name}={spelled}" for spelled in _spellings(getattr(style, each.name))]
        for each in fields(style)  # type: ignore[arg-type]  # every style is a dataclass
    ]
    name = type(style).__name__
    return [_digest(f"{name}({', '.join(said)})".encode()) for said in product(*named)]


def _spellings(value: str | float) -> list[str]:
    """Return how a value of a label style may be spelled, whole numbers as such first."""
    if isinstance(value, str) or not float(value).is_integer():
        return [repr(value)]
    return [repr(int(value)), repr(float(value))]


def _grounds(map_: Map) -> bytes:
    """The ground of every hex, however the legend numbers the kinds and whatever else it lists."""
    used = np.unique(map_.ground).tolist()
    names = sorted(map_.grounds[index] for index in used)
    numbers = np.zeros(256, np.uint8)
    for index in used:
        numbers[index] = names.index(map_.grounds[index])
    return json.dumps(names).encode() + numbers[map_.ground].tobytes()


def _planes(masks: Mapping[str, Masks]) -> dict[str, str]:
    return {kind: _digest(plane.tobytes()) for kind, plane in masks.items() if plane.any()}


def _differing(was: Mapping[str, Any], now: Mapping[str, Any], part: str) -> list[str]:
    """The kinds or zones of a part that are not as recorded; none of a part not recorded."""
    if part not in was:
        return []
    before, after = was[part], now[part]
    return [name for name in {**before, **after} if before.get(name) != after.get(name)]


def _zones_used(scenario: Scenario) -> list[str]:
    """The zones of the map, not its own, that a scenario names, in their order."""
    places = [unit.arrives.zone if unit.arrives else unit.zone for unit in scenario.units]
    places += [objective.zone for objective in scenario.objectives]
    places += [feature.zone for feature in scenario.features]
    places += [condition.zone for condition in scenario.victory]
    named = dict.fromkeys(places)
    return [name for name in scenario.map.zones if name in named and name not in scenario.zones]


def _hexes_used(scenario: Scenario) -> list[Hex]:
    """The hexes of the map that units, objectives and features are at."""
    named = [unit.at for unit in scenario.units] + [entry.at for entry in scenario.objectives]
    named += [feature.at for feature in scenario.features]
    grid = scenario.map.grid
    return list(dict.fromkeys(hex_ for hex_ in named if hex_ is not None and hex_ in grid))


def _keep(map_: Map, hex_: Hex) -> str:
    """Level and ground of a hex, as the record holds them: `2 woods`."""
    return f"{int(map_.level[map_.grid.index(hex_)])} {map_.ground_at(hex_)}"


def _tell(kept: str) -> str:
    """A hex of the record in the reader's words."""
    level, _, ground = kept.partition(" ")
    return text("scenario.hex-is", None, level=level, ground=kind_name(ground))


def kind_name(kind: str) -> str:
    """A kind of terrain in the reader's words."""
    known = load_catalogue().kinds.get(kind)
    return localised(known.name).lower() if known else kind


def _digest(content: bytes) -> str:
    return hashlib.blake2b(content, digest_size=4).hexdigest()
