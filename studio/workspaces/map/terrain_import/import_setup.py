"""The set-up of a terrain import: the files, the area, its hexes and the choice."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from engine.files import source_text, strict_json
from engine.hexes.grid import Orientation
from engine.map.map import Map
from engine.problems import SandtableError
from engine.terrain_import.geo_boxes import GeoBox
from engine.terrain_import.hex_samples import HexSamples
from engine.terrain_import.import_file import SETS
from engine.terrain_import.import_problems import Finding
from engine.terrain_import.map_draft import DraftChoice
from engine.terrain_import.map_frame import MapFrame, SheetSpec

ROOM = 0.01  # metres more than so many hexes need, for the rounding of floats
MANY = 10_000  # hexes: beyond this, only the middle is offered at first
OFFERED = (60, 50)


class RadiusArea(NamedTuple):
    """A number of metres of ground round a place."""

    lon: float
    lat: float
    width: float
    height: float


Area = GeoBox | RadiusArea


@dataclass(frozen=True)
class TerrainImportSetup:
    """The values the wizard remembers. Without an area, none has been chosen yet."""

    sources: tuple[Path, ...] = ()
    sheet: SheetSpec = field(default_factory=SheetSpec)
    area: Area | None = None
    choice: DraftChoice = field(default_factory=DraftChoice)


class ImportBasis(NamedTuple):
    """The basis of an imported map: the shares of its hexes, and the choice."""

    quantised: HexSamples
    choice: DraftChoice


@dataclass(frozen=True)
class ImportedMap:
    """Real ground as a map, and what it was made of; `findings` are worth knowing."""

    map: Map
    basis: ImportBasis
    findings: tuple[Finding, ...] = ()


@dataclass(frozen=True)
class ReimportedMap:
    """A map that came from real ground, as it is now, and what it was made of."""

    now: Map
    was: ImportBasis


# --- the piece of ground --------------------------------------------------------------------------


def fit_frame(area: Area, sheet: SheetSpec) -> MapFrame:
    """Return the frame of most whole hexes in an area; TerrainImportError if impossible."""
    return (
        sheet.frame_over_box(area) if isinstance(area, GeoBox) else sheet.frame_round_place(*area)
    )


def area_of_hex_count(frame: MapFrame, columns: int, rows: int) -> RadiusArea:
    """The ground of a number of hexes about the middle of a frame."""
    grid = type(frame.grid)(columns, rows, frame.grid.orientation)
    wide, high = grid.size(frame.hex_metres)
    return RadiusArea(*frame_middle(frame), wide + ROOM, high + ROOM)


def frame_middle(frame: MapFrame) -> tuple[float, float]:
    """Longitude and latitude of the middle of a frame."""
    wide, high = frame.size
    return frame_longitude_latitude(frame, wide / 2, high / 2)


def frame_longitude_latitude(frame: MapFrame, x: float, y: float) -> tuple[float, float]:
    """Longitude and latitude of a place of a frame's page, in metres."""
    import numpy as np

    lon, lat = frame.degrees(np.array([x]), np.array([y]))
    return float(lon[0]), float(lat[0])


def move_frame(frame: MapFrame, right: float, down: float) -> RadiusArea:
    """The ground of a frame that is moved over its page by so many metres."""
    wide, high = frame.size
    place = frame_longitude_latitude(frame, wide / 2 + right, high / 2 + down)
    return RadiusArea(*place, wide + ROOM, high + ROOM)


def resize_frame(
    frame: MapFrame, sheet: SheetSpec, grip: tuple[int, int], x: float, y: float
) -> RadiusArea:
    """The ground of a frame whose side or corner is drawn to a place of its page.

    `grip` is -1 for left and up, 1 for right and down, 0 for a direction that stays.
    """
    spans = []
    for pull, end, to in zip(grip, frame.size, (x, y), strict=True):
        least = 2 * frame.hex_metres
        low, high = min(to, end - least) if pull < 0 else 0.0, max(to, least) if pull > 0 else end
        spans.append((low, high))
    wanted = [high - low + ROOM for low, high in spans]
    whole = sheet.frame_round_place(*frame_middle(frame), *wanted).size
    centre = [
        high - size / 2 if pull < 0 else low + size / 2
        for pull, (low, high), size in zip(grip, spans, whole, strict=True)
    ]
    return RadiusArea(*frame_longitude_latitude(frame, *centre), whole[0] + ROOM, whole[1] + ROOM)


def suggest_area(ground: GeoBox, sheet: SheetSpec) -> Area:
    """The area to begin with: all that the sources cover, or the middle if that is too much."""
    try:
        frame = sheet.frame_over_box(ground)
    except SandtableError:  # too many hexes, or not room for one
        pass
    else:
        if len(frame.grid) <= MANY:
            return ground
    centre = (ground.west + ground.east) / 2, (ground.south + ground.north) / 2
    return area_of_hex_count(sheet.of_hexes(*centre, 1, 1), *OFFERED)


# --- remembered -----------------------------------------------------------------------------------


# How an area is called in the settings.
_TAGS: Mapping[type, str] = {GeoBox: "Box", RadiusArea: "Round"}


def as_text(setup: TerrainImportSetup) -> str:
    """A setup as JSON."""
    choice = {name: value for name, value in asdict(setup.choice).items() if name not in SETS}
    for name in SETS:
        chosen = getattr(setup.choice, name)
        choice[name] = None if chosen is None else sorted(chosen)
    return json.dumps({
        "sources": [str(path) for path in setup.sources],
        "sheet": [setup.sheet.hex_metres, setup.sheet.orientation.value, setup.sheet.rotation,
                  setup.sheet.projection],
        "area": None if setup.area is None else [_TAGS[type(setup.area)], *setup.area],
        "choice": choice,
    })  # fmt: skip


def from_text(words: str) -> TerrainImportSetup:
    """The remembered setup; the default if there is none, or it is not sound."""
    try:
        return _setup(strict_json.loads(words)) if words else TerrainImportSetup()
    except (ValueError, TypeError, KeyError, AttributeError, OverflowError, SandtableError):
        return TerrainImportSetup()  # settings from another version, or edited by hand


def _setup(said: Mapping[str, Any]) -> TerrainImportSetup:
    hex_metres, orientation, rotation, projection = said["sheet"]
    sheet = SheetSpec(float(hex_metres), Orientation(orientation), float(rotation), str(projection))
    choice = said["choice"]
    sets = {name: None if choice[name] is None else frozenset(choice[name]) for name in SETS}
    area: Area | None = None
    if said["area"] is not None:
        kind, *numbers = said["area"]
        area = (GeoBox if kind == _TAGS[GeoBox] else RadiusArea)._make(map(float, numbers))
    paths = tuple(path for path in map(Path, said["sources"]) if source_text.is_file(path))
    return TerrainImportSetup(paths, sheet, area, DraftChoice(**{**choice, **sets}))
