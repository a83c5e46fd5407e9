"""What a map says, in a form that can be compared, and maps read from a text."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.files.format_versions import migrate
from engine.files.map_reader import MapFile, read_map
from engine.files.schemas import file_kind_and_version
from engine.files.source_text import parse
from engine.map.map import Map
from engine.problems import Problem

SOMEWHERE = Path("somewhere") / "a.map.yaml"


def facts(map_: Map) -> dict[str, Any]:
    """Everything a map says; the order of the legend and kinds with nothing on the map apart."""
    kinds = np.array(map_.grounds, dtype=object)
    return {
        "grid": map_.grid,
        "title": map_.title,
        "metres": (map_.hex_metres, map_.level_metres, map_.base_metres),
        "labels": map_.label_style,
        "level": map_.level.tolist(),
        "ground": kinds[map_.ground].tolist(),
        "legend": dict(zip(map_.symbols, map_.grounds, strict=True)),
        "sides": _marked(map_.sides),
        "links": _marked(map_.links),
        "zones": {
            name: (zone.hexes.tolist(), zone.name, zone.colour) for name, zone in map_.zones.items()
        },
        "places": map_.places,
        "words": (map_.credits, map_.origin),
        "kept": map_.kept,
        "waived": map_.waived,
    }


def _marked(masks: dict[str, NDArray[np.uint8]]) -> dict[str, Any]:
    return {kind: plane.tolist() for kind, plane in masks.items() if plane.any()}


def read_text(text: str, file: str = "a.map.yaml") -> MapFile:
    """The map in a text, which must have no fault."""
    source = migrate(parse(text, file), "map")
    map_, problems = read_map(source)
    assert not problems, "\n".join(problem.sentence("en") for problem in problems)
    assert map_ is not None
    return MapFile(source, map_)


def faults(text: str) -> list[Problem]:
    """What is wrong with a text that parses and says it is a map."""
    source = parse(text, "a.map.yaml")
    kind, _ = file_kind_and_version(source)
    return read_map(migrate(source, kind))[1]


FULL = """\
# yaml-language-server: $schema=../schemas/map.schema.json
sandtable: map/1
title: {en: Ford, zh: 渡口}   # shown in the title bar
grid: {columns: 8, rows: 4, orientation: pointy, shifted: odd, hex_metres: 50,
       labels: {style: km-square, northing: 45975, easting: 63025}}   # the centre of @0,0
levels: {metres: 10, base: 100}
layers:
  level: |
    0 0 0 1 1 1 2 2
    0 0 1 1 1 2 2 2
    0 0 1 1 1 1 2 2
    0 0 0 0 1 1 1 1
  ground: |                      # one character a hex
    ....ww..
    ..ssww..
    ..ss....
    ~~......
legend: {".": open, w: woods, s: settlement, "~": lake}
sides:
  stream: ["@4,0 E", "4563BF SE"]
  wall:
    - "@2,1 E SE"   # round the mill
    - "@5,2 W"
links: {road: ["@0,1 @1,1 @2,1 @3,1", "@3,1 @3,2"]}
zones:
  red-setup: ["@0,0", "@0,1 4563AB"]
  mill: {name: {en: Mill, zh: 磨坊}, colour: "#3366cc", hexes: ["@2,1"]}
places:
  - {at: "@2,1", name: {en: Neudorf}}
  - at: 4563CF
    name: Hill   # no Chinese name yet
origin: drawn by hand
credits: © OpenStreetMap contributors (ODbL)
kept: {megamek: [{at: ["@0,0 @1,1"], words: "fuel_tank:1"}, {words: "option a"}]}
waived:
  - {code: dangling-link, at: ["@3,2"], reason: the track ends at a quarry}
"""
