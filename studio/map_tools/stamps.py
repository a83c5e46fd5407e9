"""The stamps at hand: those of the studio, and those its user kept, each a small map file.

Stamps that come with the studio; any selection can be kept as another.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from engine.editing.edit_extent import MapPart
from engine.editing.map_clips import Clip, as_map, clip
from engine.files import map_reader, map_writer
from engine.files.source_text import cannot_save
from engine.hexes.grid import Orientation
from engine.hexes.hex import STEPS, Hex, disc, ring
from engine.map.map import Map, Zone
from engine.problems import SandtableError
from engine.texts import LocalText, text

CENTRE = Hex(0, 0)


def _of_ground(hexes: Mapping[Hex, str]) -> Clip:
    """A stamp of ground alone."""
    kinds = tuple(dict.fromkeys(hexes.values()))
    return Clip(
        np.array(list(hexes), np.int32),
        np.zeros(len(hexes), np.int16),
        np.array([kinds.index(kind) for kind in hexes.values()], np.uint8),
        kinds,
        parts=frozenset({MapPart.GROUND}),
    )


def _of_roads(kind: str, hexes: list[Hex]) -> Clip:
    """A stamp of links alone, between all of its hexes that touch."""
    masks = [
        sum(1 << bit for bit, step in enumerate(STEPS) if here.moved(step) in hexes)
        for here in hexes
    ]
    return replace(
        _of_ground(dict.fromkeys(hexes, "open")),
        links={kind: np.array(masks, np.uint8)},
        parts=frozenset({MapPart.LINKS}),
    )


_VILLAGE = {CENTRE: "settlement", Hex(1, 0): "settlement", Hex(0, 1): "settlement"}
_TOWN = dict.fromkeys(disc(CENTRE, 1), "settlement") | {CENTRE: "city"}
_ROADS = [CENTRE, *(step for step in STEPS[::2]), *(Hex(2 * q, 2 * r) for q, r in STEPS[::2])]

STAMPS: Mapping[str, Clip] = {
    "village": _of_ground(_VILLAGE),
    "town": _of_ground(_TOWN),
    "wood": _of_ground(dict.fromkeys(disc(CENTRE, 1), "woods")),
    "pond": _of_ground(
        dict.fromkeys([CENTRE, *STEPS[:2]], "lake")
        | dict.fromkeys([hex_ for hex_ in ring(CENTRE, 1) if hex_ not in STEPS[:2]], "marsh")
    ),
    "farm": _of_ground(
        {CENTRE: "building"} | dict.fromkeys(STEPS[:3], "field") | {STEPS[3]: "orchard"}
    ),
    "crossroads": _of_roads("road", _ROADS),
}
"""By id; a user interface names them."""


KEPT = "kept:"  # before the name of its file, a kept stamp's id
SUFFIX = ".map.yaml"
HEXES = "stamp-hexes"  # the zone that says which hexes of the map are the stamp, if not all
MAX_HEXES = 10_000


class SelectionTooLarge(SandtableError):
    """A selection larger than any stamp."""


@dataclass(frozen=True, eq=False)
class UserStamp:
    """A stamp of the user's own."""

    name: LocalText
    clip: Clip


class StampLibrary:
    """The user's stamps, in a folder of small maps; without a folder they last as long as this.

    A file that cannot be read is left out and listed in `faults`.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder
        self.kept: dict[str, UserStamp] = {}
        self.faults: list[str] = []
        self.read()

    def read(self) -> None:
        """Look again what the folder holds."""
        if self._folder is None:
            return
        self.kept, self.faults = {}, []
        for path in sorted(self._folder.glob(f"*{SUFFIX}")):
            try:
                map_ = map_reader.load(path)
            except SandtableError as error:
                self.faults.append(str(error))
            else:
                self.kept[KEPT + path.name.removesuffix(SUFFIX)] = _stamp(map_)

    def __iter__(self) -> Iterator[str]:
        """The ids of all stamps, the user's last."""
        return iter((*STAMPS, *self.kept))

    def clip(self, stamp: str) -> Clip | None:
        """Return the contents of a stamp; None for one that no longer exists."""
        if stamp in self.kept:
            return self.kept[stamp].clip
        return STAMPS.get(stamp)

    def save_stamp(self, name: str, taken: Clip, orientation: Orientation) -> str:
        """Keep a clip under a name, in a file of its own; its id.

        SelectionTooLarge for one that is not a stamp any more, SaveError where the file cannot be
        written.
        """
        if len(taken.hexes) > MAX_HEXES:
            raise SelectionTooLarge(
                text("tools.stamp-too-large", count=len(taken.hexes), most=MAX_HEXES)
            )
        stem = self._free(name)
        if self._folder is not None:
            with _tell(self._folder):
                self._folder.mkdir(parents=True, exist_ok=True)
            map_writer.save(_sheet(name, taken, orientation), self._path(stem))
        self.kept[KEPT + stem] = UserStamp(name, taken)
        return KEPT + stem

    def rename(self, stamp: str, name: str) -> None:
        """Give a kept stamp another name; its file stays where it is."""
        if self._folder is not None:
            path = self._path(stamp.removeprefix(KEPT))
            file = map_reader.open_file(path)
            map_ = deepcopy(file.map)
            map_.title = name
            map_writer.save(map_, path, file)
        self.kept[stamp] = replace(self.kept[stamp], name=name)

    def remove(self, stamp: str) -> None:
        """Delete a saved stamp, and its file."""
        if self._folder is not None:
            path = self._path(stamp.removeprefix(KEPT))
            with _tell(path):
                path.unlink(missing_ok=True)
        del self.kept[stamp]

    def _path(self, stem: str) -> Path:
        assert self._folder is not None
        return self._folder / f"{stem}{SUFFIX}"

    def _free(self, name: str) -> str:
        """The name of a file for a stamp of this name, one that no other has."""
        stem = re.sub(r"[^\w]+", "-", name).strip("-").lower()[:60] or "stamp"
        taken = {each.removeprefix(KEPT) for each in self.kept}
        stems = (stem, *(f"{stem}-{number}" for number in range(2, len(taken) + 3)))
        return next(
            each
            for each in stems
            if each not in taken and (self._folder is None or not self._path(each).exists())
        )


@contextmanager
def _tell(path: Path) -> Iterator[None]:
    """Turn an error of the operating system into one that a user can act on."""
    try:
        yield
    except OSError as error:
        raise cannot_save(path, error) from error


def _sheet(name: str, taken: Clip, orientation: Orientation) -> Map:
    """A clip as the map of a stamp."""
    map_, at = as_map(taken, orientation)
    map_.title = name
    if len(taken.hexes) < len(map_.grid):
        hexes = np.zeros(len(map_.grid), np.bool_)
        hexes[taken.indices(map_.grid, at)] = True
        map_.zones[HEXES] = Zone(hexes.reshape(map_.grid.shape))
    return map_


def _stamp(map_: Map) -> UserStamp:
    """The stamp that a map holds: the hexes it says, or all of them."""
    marked = map_.zones.pop(HEXES, None)
    inside = np.ones(len(map_.grid), np.bool_) if marked is None else marked.hexes.reshape(-1)
    if not inside.any():
        inside = np.ones(len(map_.grid), np.bool_)
    return UserStamp(map_.title, clip(map_, np.flatnonzero(inside).astype(np.int32)))
