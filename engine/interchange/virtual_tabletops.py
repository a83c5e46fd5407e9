"""Maps for virtual tables: what is said beside a picture, so that grids there lie on its hexes.

A picture shows a frame of the map's page, in widths of a hex, chosen so that the first hex lies
where the program's own grid has one.
"""

from __future__ import annotations

import base64
import json
import math
from collections.abc import Iterator, Mapping
from collections.abc import Set as AbstractSet
from enum import StrEnum
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from engine.hexes.grid import ROOT3
from engine.interchange.hexside_lines import side_lines
from engine.interchange.import_result import Losses
from engine.interchange.universal_vtt import OWN, describe_hexes
from engine.map.map import Map
from engine.texts import localised

STOP, PASS = 20, 0  # how Foundry's walls say that something is stopped, or is not
# Foundry's hex grids by whether hexes stand and whether even lines are the shifted ones.
FOUNDRY_TYPES = {(True, False): 2, (True, True): 3, (False, False): 4, (False, True): 5}
# Roll20's hexes at cell size 1, in its pixels, of which a unit has 70: between the middles of hexes
# in a line, between lines, and of the first hex, along its line and across.
UNIT = 70.0
ROLL20 = {True: (75.1985619844599, 66.9658278242677, 37.5992809922301, 43.8658278242683),
          False: (79.688789983504, 69.585127490377, 39.844394991752, 46.485127490377)}  # fmt: skip
FORMAT = 0.3  # of Universal VTT files


class VirtualTabletop(StrEnum):
    """The virtual tables that maps are written for."""

    FOUNDRY = "foundry"
    ROLL20 = "roll20"
    TABLETOP_SIMULATOR = "tts"
    UNIVERSAL = "uvtt"


def scene_picture(out: Path) -> Path:
    """Return the picture that is written beside its description."""
    return out.with_name(f"{out.name.partition('.')[0]}.scene.png")


class SceneFrame(NamedTuple):
    """A rectangle of a map's page in widths of a hex, and how many pixels one of them is."""

    left: float
    top: float
    width: float
    height: float
    hex_px: int

    @property
    def size(self) -> tuple[int, int]:
        """Of the picture, in pixels."""
        return math.ceil(self.width * self.hex_px), math.ceil(self.height * self.hex_px)


def frame_of(map_: Map, scene: VirtualTabletop, hex_px: int) -> SceneFrame:
    """Return the part of a map that a picture for a virtual tabletop shows."""
    grid = map_.grid
    wide, high = grid.size()
    left = top = 0.0
    if scene is VirtualTabletop.FOUNDRY:  # its first hex is cut in half by the edge
        left, top = (-0.5, 0.0) if grid.pointy else (0.0, -0.5)
    elif scene is VirtualTabletop.ROLL20:
        left, top = _roll20_corner(map_)
    right, bottom = wide, high
    if scene is VirtualTabletop.UNIVERSAL:  # whole cells alone are counted there
        right, bottom = math.ceil(wide), math.ceil(high)
    return SceneFrame(left, top, right - left, bottom - top, hex_px)


def _roll20_scale(map_: Map) -> tuple[float, float]:
    """Roll20's pixels for a hex's width, across and down: its hexes are not regular."""
    in_line, lines, _, _ = ROLL20[map_.grid.pointy]
    between = lines / (ROOT3 / 2)
    return (in_line, between) if map_.grid.pointy else (between, in_line)


def _roll20_corner(map_: Map) -> tuple[float, float]:
    """Return the corner of Roll20's page on a map's: its odd lines are the shifted ones."""
    grid = map_.grid
    _, lines, along, across = ROLL20[grid.pointy]
    across += grid.shift(0) * lines
    along += grid.shift(0) * ROLL20[grid.pointy][0] / 2
    x, y = grid.centre(grid.hex(0, 0))
    right, down = _roll20_scale(map_)
    return (x - along / right, y - across / down) if grid.pointy else (
        x - across / right, y - along / down)  # fmt: skip


# --- walls ----------------------------------------------------------------------------------------


@cache
def _table() -> dict[str, Any]:
    source = Path(__file__).with_suffix(".yaml").read_text(encoding="utf-8")
    found: dict[str, Any] = yaml.load(source, Loader=yaml.CSafeLoader)
    return found


def blocking_rules() -> Mapping[str, Mapping[str, bool]]:
    """Return what each feature along hexsides blocks (scenes.yaml)."""
    found: dict[str, dict[str, bool]] = _table()["sides"]
    return found


def wall_lines(map_: Map, frame: SceneFrame) -> Iterator[tuple[str, list[tuple[float, float]]]]:
    """The features that stop something as lines on the picture, in pixels, each with its kind."""
    for kind in blocking_rules():
        if kind in map_.sides:
            for line in side_lines(map_.grid, map_.sides[kind]):
                yield kind, [_pixel(map_, frame, corner) for corner in line]


def _pixel(map_: Map, frame: SceneFrame, corner: tuple[int, int]) -> tuple[float, float]:
    x, y = map_.grid.page(*corner)
    return (x - frame.left) * frame.hex_px, (y - frame.top) * frame.hex_px


# --- what is said ---------------------------------------------------------------------------------


def foundry_scene(map_: Map, frame: SceneFrame, picture: str) -> str:
    """A scene of Foundry, of version 12 or later, which its own command imports."""
    wide, high = frame.size
    walls = []
    for kind, line in wall_lines(map_, frame):
        said = _wall(kind)
        for start, end in pairwise(line):
            walls.append({"c": [round(value) for value in (*start, *end)], **said})
    return _json({
        "name": localised(map_.title) or "Sandtable", "width": wide, "height": high, "padding": 0,
        "background": {"src": picture, "offsetX": 0, "offsetY": 0},
        "grid": {
            "type": FOUNDRY_TYPES[map_.grid.pointy, map_.grid.shift(0) == 1],
            "size": frame.hex_px, "distance": map_.hex_metres, "units": "m", "alpha": 0.2,
        },
        "environment": {"globalLight": {"enabled": True}}, "tokenVision": True,
        "walls": walls, "lights": [],
    })  # fmt: skip


def _wall(kind: str) -> dict[str, int]:
    """Return what a wall of Foundry blocks, in its words."""
    stops = blocking_rules()[kind]
    return {word: STOP if stops.get(what) else PASS
            for what, words in _table()["foundry"].items() for word in words}  # fmt: skip


def universal_scene(map_: Map, frame: SceneFrame, content: bytes) -> str:
    """A Universal VTT file, with its picture in it; a cell is as wide as a hex."""
    sight = [
        [{"x": round(x / frame.hex_px, 4), "y": round(y / frame.hex_px, 4)} for x, y in line]
        for kind, line in wall_lines(map_, frame) if blocking_rules()[kind]["sight"]
    ]  # fmt: skip
    return _json({
        "format": FORMAT,
        "resolution": {
            "map_origin": {"x": 0, "y": 0}, "map_size": {"x": frame.width, "y": frame.height},
            "pixels_per_grid": frame.hex_px,
        },
        "line_of_sight": sight, "objects_line_of_sight": [], "portals": [], "lights": [],
        "environment": {"baked_lighting": True, "ambient_light": "ffffffff"},
        OWN: describe_hexes(map_, frame.hex_px, frame.left, frame.top),
        "image": base64.b64encode(content).decode(),
    })  # fmt: skip


def roll20_settings(map_: Map, frame: SceneFrame, picture: str) -> str:
    """Return the settings of a page of Roll20 and of the picture on it."""
    right, down = _roll20_scale(map_)
    wide, high = frame.width * right, frame.height * down
    return _json({
        "picture": picture, "grid": "Hex (V)" if map_.grid.pointy else "Hex (H)", "cell": 1,
        "page": {"width": round(wide / UNIT, 4), "height": round(high / UNIT, 4)},
        "picture_size": {"width": round(wide, 2), "height": round(high, 2)},
        "picture_corner": {"x": 0, "y": 0},
        "scale": {"distance": map_.hex_metres, "units": "m"},
    })  # fmt: skip


def tabletop_simulator(map_: Map, frame: SceneFrame, picture: str) -> str:
    """Return the grid settings of Tabletop Simulator, in widths of the board.

    Offsets are from the board's middle to the middle of a hex, to the right and up.
    """
    grid = map_.grid
    x, y = grid.centre(grid.hex(grid.columns // 2, grid.rows // 2))
    middle = frame.left + frame.width / 2, frame.top + frame.height / 2
    one = 1 / frame.width
    wide, high = (one, one * 2 / ROOT3) if grid.pointy else (one * 2 / ROOT3, one)
    return _json({
        "picture": picture, "grid": "Hex Vertical" if grid.pointy else "Hex Horizontal",
        "hex": {"x": round(wide, 6), "y": round(high, 6)},
        "offset": {"x": round((x - middle[0]) * one, 6), "y": round((middle[1] - y) * one, 6)},
        "board": {"x": 1, "y": round(frame.height / frame.width, 6)},
    })  # fmt: skip


def _json(said: Mapping[str, Any]) -> str:
    return json.dumps(said, ensure_ascii=False, indent=1) + "\n"


def report_losses(map_: Map, scene: VirtualTabletop, losses: Losses) -> None:
    """Report the parts of a map that are in its picture alone, kind by kind."""
    walls = {
        kind for kind, stops in blocking_rules().items()
        if stops["sight"] or scene is VirtualTabletop.FOUNDRY
    }  # fmt: skip
    has_walls = scene in (VirtualTabletop.FOUNDRY, VirtualTabletop.UNIVERSAL)
    report_drawn_kinds(map_, losses, walls if has_walls else set())
    for name in map_.zones:
        losses.add("not-zone", name)
    if scene is VirtualTabletop.UNIVERSAL:
        losses.add("scene-square")


def report_drawn_kinds(map_: Map, losses: Losses, besides: AbstractSet[str] = frozenset()) -> None:
    """The kinds of a map that are in its picture alone; `besides` are said in other ways."""
    for place, kind in enumerate(map_.grounds):
        if (map_.ground == place).any():
            losses.add("scene-drawn", kind)
    for kind, masks in (map_.links | map_.sides).items():
        if masks.any() and kind not in besides:
            losses.add("scene-drawn", kind)
    if map_.level.any():
        losses.add("scene-levels")
