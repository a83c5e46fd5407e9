"""Small rasters and extracts written by code, and the real ones where they lie beside."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import rasterio
from rasterio.transform import from_origin

from engine.files.source_text import ROOT
from engine.hexes.grid import Orientation
from engine.terrain_import.map_frame import MapFrame, SheetSpec

BAYREUTH = next(iter(sorted(ROOT.parent.glob("*/data/bayreuth"))), ROOT / "no-data")
LON, LAT = 11.5, 50.0  # the middle of everything small
CELL = 1 / 1200  # degrees: 3 seconds


def frame(columns: int = 8, rows: int = 6, hex_metres: float = 200, **more: Any) -> MapFrame:
    """A small sheet round the middle."""
    more["orientation"] = Orientation(more.get("orientation", "pointy"))
    return SheetSpec(hex_metres, **more).of_hexes(LON, LAT, columns, rows)


def raster(
    path: Path,
    height: Callable[[Any, Any], Any],
    *,
    west: float = LON - 0.05,
    north: float = LAT + 0.05,
    shape: tuple[int, int] = (120, 120),
    cell: float = CELL,
    **more: Any,
) -> Path:
    """A GeoTIFF of heights by longitude and latitude of each cell's middle."""
    rows, columns = np.indices(shape)
    heights = height(west + (columns + 0.5) * cell, north - (rows + 0.5) * cell)
    settings = {
        "driver": "GTiff", "dtype": "float32", "count": 1, "height": shape[0], "width": shape[1],
        "crs": "EPSG:4326", "transform": from_origin(west, north, cell, cell), "nodata": -9999,
    }  # fmt: skip
    with rasterio.open(path, "w", **{**settings, **more}) as out:
        out.write(np.asarray(heights, np.float32), 1)
    return path


Node = tuple[float, float]


def osm(
    path: Path,
    nodes: Mapping[int, Node],
    ways: Sequence[tuple[int, Sequence[int], Mapping[str, str]]] = (),
    relations: Sequence[tuple[int, Sequence[tuple[int, str]], Mapping[str, str]]] = (),
    *,
    bounds: tuple[float, float, float, float] | None = None,
    spots: Sequence[tuple[int, Node, Mapping[str, str]]] = (),
    order: str = "nwr",
) -> Path:
    """An .osm file; nodes in degrees, ways of node numbers, relations of way numbers with roles."""
    parts = {
        "n": [_node(id_, at, {}) for id_, at in nodes.items()] + [_node(*spot) for spot in spots],
        "w": [
            f'<way id="{id_}" version="1">'
            + "".join(f'<nd ref="{ref}"/>' for ref in refs) + _tags(tags) + "</way>"
            for id_, refs, tags in ways
        ],
        "r": [
            f'<relation id="{id_}" version="1">'
            + "".join(f'<member type="way" ref="{r}" role="{role}"/>' for r, role in members)
            + _tags(tags) + "</relation>"
            for id_, members, tags in relations
        ],
    }  # fmt: skip
    head = ""
    if bounds:
        west, south, east, north = bounds
        head = f'<bounds minlon="{west}" minlat="{south}" maxlon="{east}" maxlat="{north}"/>'
    body = "\n".join(line for part in order for line in parts[part])
    path.write_text(f'<osm version="0.6">{head}\n{body}\n</osm>', encoding="utf-8")
    return path


def _node(id_: int, at: Node, tags: Mapping[str, str]) -> str:
    return f'<node id="{id_}" version="1" lon="{at[0]:.7f}" lat="{at[1]:.7f}">{_tags(tags)}</node>'


def _tags(tags: Mapping[str, str]) -> str:
    return "".join(f'<tag k="{key}" v="{value}"/>' for key, value in tags.items())


def box_ring(west: float, south: float, east: float, north: float) -> list[Node]:
    """The corners of a box, without the first one again."""
    return [(west, south), (east, south), (east, north), (west, north)]
