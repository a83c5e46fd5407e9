"""What a designer asks of real ground: the files, the piece of ground, its hexes and the choice."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from engine.files import source_text, strictjson
from engine.ground.accounts import Finding
from engine.ground.area import Box, Frame, Sheet
from engine.ground.drafting import DraftChoice
from engine.ground.keeping import SETS
from engine.ground.quantised import Quantised
from engine.hexes.grid import Orientation
from engine.map.map import Map
from engine.problems import SandtableError

ROOM = 0.01  # metres more than so many hexes need, for the rounding of floats
MANY = 10_000  # hexes: beyond this, only the middle is offered at first
OFFERED = (60, 50)


class Round(NamedTuple):
    """A number of metres of ground round a place."""

    lon: float
    lat: float
    width: float
    height: float


Area = Box | Round


@dataclass(frozen=True)
class GroundSetup:
    """Everything the wizard remembers. Without an area, none has been chosen yet."""

    sources: tuple[Path, ...] = ()
    sheet: Sheet = field(default_factory=Sheet)
    area: Area | None = None
    choice: DraftChoice = field(default_factory=DraftChoice)


class Basis(NamedTuple):
    """What a map of real ground is made of: the shares of its hexes, and the choice."""

    quantised: Quantised
    choice: DraftChoice


@dataclass(frozen=True)
class Import:
    """Real ground as a map, and what it was made of; `findings` are worth knowing."""

    map: Map
    basis: Basis
    findings: tuple[Finding, ...] = ()


@dataclass(frozen=True)
class Again:
    """A map that came from real ground, as it is now, and what it was made of."""

    now: Map
    was: Basis


# --- the piece of ground --------------------------------------------------------------------------


def frame(area: Area, sheet: Sheet) -> Frame:
    """As many whole hexes as an area has room for; GroundFault where it cannot be mapped."""
    return sheet.over(area) if isinstance(area, Box) else sheet.round(*area)


def of_size(frame: Frame, columns: int, rows: int) -> Round:
    """The ground of a number of hexes about the middle of a frame."""
    grid = type(frame.grid)(columns, rows, frame.grid.orientation)
    wide, high = grid.size(frame.hex_metres)
    return Round(*middle(frame), wide + ROOM, high + ROOM)


def middle(frame: Frame) -> tuple[float, float]:
    """Longitude and latitude of the middle of a frame."""
    wide, high = frame.size
    return place_on(frame, wide / 2, high / 2)


def place_on(frame: Frame, x: float, y: float) -> tuple[float, float]:
    """Longitude and latitude of a place of a frame's page, in metres."""
    import numpy as np

    lon, lat = frame.degrees(np.array([x]), np.array([y]))
    return float(lon[0]), float(lat[0])


def move(frame: Frame, right: float, down: float) -> Round:
    """The ground of a frame that is moved over its page by so many metres."""
    wide, high = frame.size
    place = place_on(frame, wide / 2 + right, high / 2 + down)
    return Round(*place, wide + ROOM, high + ROOM)


def stretch(frame: Frame, sheet: Sheet, grip: tuple[int, int], x: float, y: float) -> Round:
    """The ground of a frame whose side or corner is drawn to a place of its page.

    `grip` is -1 for left and up, 1 for right and down, 0 for a direction that stays.
    """
    spans = []
    for pull, end, to in zip(grip, frame.size, (x, y), strict=True):
        least = 2 * frame.hex_metres
        low, high = min(to, end - least) if pull < 0 else 0.0, max(to, least) if pull > 0 else end
        spans.append((low, high))
    wanted = [high - low + ROOM for low, high in spans]
    whole = sheet.round(*middle(frame), *wanted).size
    centre = [
        high - size / 2 if pull < 0 else low + size / 2
        for pull, (low, high), size in zip(grip, spans, whole, strict=True)
    ]
    return Round(*place_on(frame, *centre), whole[0] + ROOM, whole[1] + ROOM)


def offer(ground: Box, sheet: Sheet) -> Area:
    """The area to begin with: all that the sources cover, or the middle if that is too much."""
    try:
        frame = sheet.over(ground)
    except SandtableError:  # too many hexes, or not room for one
        pass
    else:
        if len(frame.grid) <= MANY:
            return ground
    centre = (ground.west + ground.east) / 2, (ground.south + ground.north) / 2
    return of_size(sheet.of_hexes(*centre, 1, 1), *OFFERED)


# --- remembered -----------------------------------------------------------------------------------


def as_text(setup: GroundSetup) -> str:
    """A setup as JSON."""
    choice = {name: value for name, value in asdict(setup.choice).items() if name not in SETS}
    for name in SETS:
        chosen = getattr(setup.choice, name)
        choice[name] = None if chosen is None else sorted(chosen)
    return json.dumps({
        "sources": [str(path) for path in setup.sources],
        "sheet": [setup.sheet.hex_metres, setup.sheet.orientation.value, setup.sheet.rotation,
                  setup.sheet.projection],
        "area": None if setup.area is None else [type(setup.area).__name__, *setup.area],
        "choice": choice,
    })  # fmt: skip


def from_text(words: str) -> GroundSetup:
    """The remembered setup; the default if there is none, or it is not sound."""
    try:
        return _setup(strictjson.loads(words)) if words else GroundSetup()
    except (ValueError, TypeError, KeyError, AttributeError, OverflowError, SandtableError):
        return GroundSetup()  # settings from another version, or edited by hand


def _setup(said: Mapping[str, Any]) -> GroundSetup:
    hex_metres, orientation, rotation, projection = said["sheet"]
    sheet = Sheet(float(hex_metres), Orientation(orientation), float(rotation), str(projection))
    choice = said["choice"]
    sets = {name: None if choice[name] is None else frozenset(choice[name]) for name in SETS}
    area: Area | None = None
    if said["area"] is not None:
        kind, *numbers = said["area"]
        area = (Box if kind == "Box" else Round)._make(map(float, numbers))
    paths = tuple(path for path in map(Path, said["sources"]) if source_text.is_file(path))
    return GroundSetup(paths, sheet, area, DraftChoice(**{**choice, **sets}))
