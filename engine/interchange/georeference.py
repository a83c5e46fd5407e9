"""Georeferences of maps, by kilometre squares or origin, kept when a sheet changes."""

from __future__ import annotations

import math
import re
from typing import NamedTuple

from engine.hexes.hex import Hex
from engine.hexes.labels import KmSquare
from engine.map.map import Map

EPSG = re.compile(r"EPSG:{1,2}([0-9]{4,6})")
# As the import of real ground writes it: (EPSG:32632, @0,0 at 686000 E 5544000 N, turned 15°)
_NUMBER = r"(-?[0-9]+(?:\.[0-9]+)?)"
_ORIGIN = re.compile(
    rf"\((EPSG:[0-9]{{4,6}}|\+proj=[^,]+), @0,0 at {_NUMBER} E {_NUMBER} N"
    r"(?:, turned ([0-9.]+)°)?\)"
)
DECIMALS = 3  # of a metre


class Georeference(NamedTuple):
    """The place of a map on the Earth: metres of @0,0 in a projection, and its turn."""

    crs: str
    east: float
    north: float
    turned: float = 0.0


def georeference(map_: Map) -> Georeference | None:
    """Return the georeference of a map, by its squares and origin; None if unknown."""
    said, code = _place_in(map_.origin), EPSG.search(map_.origin)
    style = map_.label_style
    if isinstance(style, KmSquare) and "turned" not in map_.origin and (said or code):
        crs = said.crs if said else f"EPSG:{code[1]}" if code else ""
        return Georeference(crs, style.easting, style.northing)
    return said


def _place_in(origin: str) -> Georeference | None:
    found = _ORIGIN.search(origin)
    if found is None:
        return None
    try:
        return Georeference(found[1], *(float(found[place] or 0) for place in (2, 3, 4)))
    except ValueError:  # turned by 1.2.3
        return None


def origin_of_cut_sheet(map_: Map, first: Hex, *, turned: float = 0.0) -> str:
    """The origin of a sheet cut from a map, whose @0,0 was this hex, and which was turned since."""
    said, match = _place_in(map_.origin), _ORIGIN.search(map_.origin)
    if said is None or match is None:
        return map_.origin
    grid = map_.grid
    (x, y), (x0, y0) = grid.lattice(first), grid.lattice(grid.hex(0, 0))
    across, down = grid.scale(map_.hex_metres)
    right, up = (x - x0) * across, (y0 - y) * down
    cos, sin = math.cos(math.radians(said.turned)), math.sin(math.radians(said.turned))
    east, north = said.east + right * cos + up * sin, said.north + up * cos - right * sin
    angle = (said.turned + turned) % 360
    words = f", turned {angle:g}°" if angle else ""
    place = f"@0,0 at {_metres(east)} E {_metres(north)} N{words}"
    return f"{map_.origin[: match.start()]}({said.crs}, {place}){map_.origin[match.end() :]}"


def mirrored_origin(origin: str) -> str:
    """The origin of a map that is mirrored: it lies nowhere on the Earth any more."""
    return _ORIGIN.sub(lambda found: found[0].replace("@0,0 at", "mirrored, from"), origin)


def _metres(value: float) -> str:
    return f"{round(value, DECIMALS):.{DECIMALS}f}".rstrip("0").rstrip(".")
