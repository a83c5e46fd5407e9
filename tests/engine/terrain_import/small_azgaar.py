"""A small map as Azgaar's Fantasy Map Generator exports it, made by code: squares for cells."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from engine.terrain_import.azgaar_maps import MAKER

WIDE, HIGH, SIDE = 12, 8, 10  # cells across and down, units of a cell
WEST, SOUTH, EAST, NORTH = 11.0, 49.0, 11.6, 49.4  # 0.005 degrees a unit
OCEAN, ISLAND, LAKE = 1, 2, 3
FOREST, GRASS, OWN = 6, 4, 13
LAKE_AT = (8, 5)


def a_world() -> dict[str, Any]:
    """Sea in the west, grass in the middle, a forest on the height in the east, and a lake."""
    info = {
        "version": "1.99", "width": WIDE * SIDE, "height": HIGH * SIDE, "mapName": "Small",
        "description": f"{MAKER} output: azgaar.github.io/Fantasy-map-generator",
    }  # fmt: skip
    settings = {"heightExponent": "2", "populationRate": 1000, "urbanization": 1}
    corners = [(x * SIDE, y * SIDE) for y in range(HIGH + 1) for x in range(WIDE + 1)]
    vertices = [{"i": i, "p": list(corner), "v": [], "c": []} for i, corner in enumerate(corners)]
    features: list[Any] = [0, {"i": 1, "type": "ocean"}, {"i": 2, "type": "island"}]
    features.append({"i": 3, "type": "lake", "height": 30})
    burgs: list[Any] = [
        {},
        {"i": 1, "name": "Alton", "x": 45, "y": 35, "population": 4.2, "capital": 1},
        {"i": 2, "name": "Burgh", "x": 75, "y": 25, "population": 3.5, "capital": 0},
        {"i": 3, "name": "Gone", "x": 65, "y": 25, "population": 9, "removed": True},
    ]
    rivers = [{"i": 1, "name": "Wend", "type": "River", "cells": _row(2, 10, 1), "mouth": 25}]
    routes = [
        {"i": 0, "group": "roads", "points": [[45, 35, 40], [60, 30, 41], [75, 25, 31]]},
        {"i": 1, "group": "trails", "points": [[75, 25, 31], [75, 70, 91]]},
        {"i": 2, "group": "searoutes", "points": [[5, 35, 36], [45, 35, 40]]},
    ]
    pack = {
        "cells": [_cell(x, y) for y in range(HIGH) for x in range(WIDE)], "vertices": vertices,
        "features": features, "burgs": burgs, "rivers": rivers, "routes": routes,
    }  # fmt: skip
    there = {"latT": 0.4, "latN": NORTH, "latS": SOUTH, "lonT": 0.6, "lonW": WEST, "lonE": EAST}
    return {"info": info, "settings": settings, "mapCoordinates": there, "pack": pack,
            "grid": {"spacing": SIDE, "cellsX": WIDE, "cellsY": HIGH}}  # fmt: skip


def _row(row: int, last: int, first: int) -> list[int]:
    """The cells of a row from one column down to another."""
    return [row * WIDE + column for column in range(last, first - 1, -1)]


def _cell(x: int, y: int) -> dict[str, Any]:
    corner = y * (WIDE + 1) + x
    around = [corner, corner + 1, corner + WIDE + 2, corner + WIDE + 1]
    is_sea, is_lake = x < 3, (x, y) == LAKE_AT
    height = 10 if is_sea or is_lake else 30 + 5 * max(0, x - 6)
    biome = 0 if is_sea or is_lake else FOREST if x > 8 else GRASS
    kind = OCEAN if is_sea else LAKE if is_lake else ISLAND
    middle = [(x + 0.5) * SIDE, (y + 0.5) * SIDE]
    return {"i": y * WIDE + x, "v": around, "p": middle, "h": height, "f": kind, "biome": biome}


def placed(at: tuple[float, float]) -> list[float]:
    """A place of the map in degrees."""
    return [WEST + at[0] * 0.005, NORTH - at[1] * 0.005]


def cells_geojson() -> dict[str, Any]:
    """The same cells as the generator's GeoJSON."""
    world = a_world()["pack"]
    found = []
    for cell in world["cells"]:
        ring = [placed(world["vertices"][corner]["p"]) for corner in cell["v"]]
        told = {
            "id": cell["i"], "height": max(0, cell["h"] - 18) ** 2, "biome": cell["biome"],
            "type": world["features"][cell["f"]]["type"], "population": 0, "state": 0,
            "province": 0, "culture": 0, "religion": 0, "neighbors": [],
        }  # fmt: skip
        shape = {"type": "Polygon", "coordinates": [[*ring, ring[0]]]}
        found.append({"type": "Feature", "geometry": shape, "properties": told})
    return {"type": "FeatureCollection", "features": found}


def lines_geojson() -> dict[str, Any]:
    """Its routes and its river."""
    world = a_world()["pack"]
    found = []
    for route in world["routes"]:
        told = {"id": f"route{route['i']}", "group": route["group"], "name": None}
        found.append(_line([placed(point[:2]) for point in route["points"]], told))
    told = {"id": "river1", "source": 1, "widthFactor": 1, "sourceWidth": 0.1, "name": "Wend"}
    cells = world["rivers"][0]["cells"]
    found.append(_line([placed(world["cells"][cell]["p"]) for cell in cells], told))
    return {"type": "FeatureCollection", "features": found}


def _line(course: list[list[float]], told: dict[str, Any]) -> dict[str, Any]:
    shape = {"type": "LineString", "coordinates": course}
    return {"type": "Feature", "geometry": shape, "properties": told}


def compact(whole: object) -> bytes:
    """JSON as tightly as the generator writes it."""
    return json.dumps(whole, separators=(",", ":")).encode()


def written(path: Path, whole: object) -> Path:
    """A file of it."""
    path.write_bytes(compact(whole))
    return path
