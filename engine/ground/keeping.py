"""What an import keeps beside its map: the shares of every hex and the choice made of them.

From the two the map can be drafted again exactly as it was imported. What differs from that in the
map as it is now was changed by hand, and stays when the ground is imported anew or thresholds move.
"""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Mapping
from dataclasses import asdict, fields, replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from engine.files import merging, source_text, strictjson
from engine.files.zipped import UNREADABLE
from engine.ground.accounts import Finding, ImportReport
from engine.ground.area import MOST_HEXES, MapFrame
from engine.ground.corners import has_side
from engine.ground.drafting import DraftChoice
from engine.ground.faults import import_error
from engine.ground.kept_form import check_planes, check_words, plane_in
from engine.ground.quantised import HexSamples, NamedPlace, NetworkParts
from engine.ground.relief import Relief
from engine.ground.streams import Chain
from engine.hexes.grid import Grid, OffsetParity, Orientation
from engine.map.map import Map, Masks

VERSION = "ground/2"
READ = ("ground/1", VERSION)
MOST_WORDS = 2**26  # bytes
MOST_PLANES = 200
BROKEN: tuple[type[Exception], ...] = (*UNREADABLE, KeyError, TypeError)
SETS = ("waters", "links", "places")


def beside(map_file: Path) -> Path:
    """Where the shares of a map's hexes are kept."""
    return map_file.with_name(
        map_file.name.removesuffix(".yaml").removesuffix(".map") + ".ground.npz"
    )


def as_file(quantised: HexSamples, choice: DraftChoice) -> bytes:
    """An import as a file; plain arrays, no code."""
    planes = {f"relief.{name}": plane for name, plane in vars(quantised.relief).items()}
    for part in ("cover", "waters", "links"):
        planes |= {f"{part}.{name}": plane for name, plane in getattr(quantised, part).items()}
    said = json.dumps(_say(quantised, choice)).encode()
    packed = io.BytesIO()
    np.savez_compressed(packed, said=np.frombuffer(said, np.uint8), **planes)
    return packed.getvalue()


def _say(quantised: HexSamples, choice: DraftChoice) -> dict[str, Any]:
    frame, grid = quantised.frame, quantised.frame.grid
    choices = {name: value for name, value in asdict(choice).items() if name not in SETS}
    choices |= {
        name: None if (chosen := getattr(choice, name)) is None else sorted(chosen) for name in SETS
    }
    return {
        "version": VERSION,
        "grid": [grid.columns, grid.rows, grid.orientation.value, grid.shifted.value],
        "frame": [frame.hex_metres, frame.crs, frame.easting, frame.northing, frame.rotation],
        "places": [
            [*grid.column_row(at), kind, name, people]
            for at, kind, name, people in quantised.places
        ],
        "chains": [[chain.kind, chain.corners] for chain in quantised.chains],
        "parts": [quantised.water_parts, quantised.link_parts],
        "findings": [[found.code, found.count, found.at] for found in quantised.findings],
        "sources": quantised.sources,
        "credits": [quantised.credits, quantised.elevation_credit],
        "unlaid": quantised.unlaid,
        "choice": choices,
    }


def read_kept(path: Path) -> tuple[HexSamples, DraftChoice]:
    """An import that was kept."""
    if not source_text.is_file(path):
        raise import_error("no-kept-ground", file=path)
    try:
        with zipfile.ZipFile(path) as archive:
            said = strictjson.loads(bytes(plane_in(archive, "said.npy", MOST_WORDS)).decode())
            check_words(said)
            columns, rows, *_ = said["grid"]
            names = [name.removesuffix(".npy") for name in archive.namelist() if name != "said.npy"]
            if len(names) > MOST_PLANES or columns * rows > MOST_HEXES:
                raise ValueError("too large")
            most = columns * rows * 8
            return _quantise(said, {name: plane_in(archive, f"{name}.npy", most) for name in names})
    except BROKEN as error:
        raise import_error("broken-kept-ground", file=path, reason=str(error)[:200]) from error


def _check_on(grid: Grid, said: Any) -> None:
    """Refuse, with ValueError, places and chains that do not lie on the grid."""
    for column, row, _, name, _ in said["places"]:
        if column >= grid.columns or row >= grid.rows:
            raise ValueError(f"places: {name[:100]}: beyond the grid")
    for kind, corners in said.get("chains", ()) if said["version"] == VERSION else ():
        if not all(has_side(grid, a, b) for a, b in pairwise(corners)):
            raise ValueError(f"chains: {kind}: not from corner to corner")


def _quantise(said: Any, planes: Mapping[str, Any]) -> tuple[HexSamples, DraftChoice]:
    if said["version"] not in READ:
        raise ValueError(said["version"])
    columns, rows, orientation, shifted = said["grid"]
    grid = Grid(columns, rows, Orientation(orientation), OffsetParity(shifted))
    check_planes(planes, grid.shape)
    _check_on(grid, said)
    parts = {
        part: {
            name.partition(".")[2]: plane
            for name, plane in planes.items()
            if name.startswith(f"{part}.")
        }
        for part in ("cover", "waters", "links")
    }
    relief = Relief(**{each.name: planes[f"relief.{each.name}"] for each in fields(Relief)})
    places = tuple(NamedPlace(grid.hex(c, r), *more) for c, r, *more in said["places"])
    is_older = said["version"] != VERSION  # which counted corners otherwise
    drawn = () if is_older else said["chains"]
    chains = tuple(Chain(kind, tuple(corners)) for kind, corners in drawn)
    findings = tuple(Finding(code, count, tuple(at)) for code, count, at in said["findings"])
    quantised = HexSamples(
        MapFrame(grid, *said["frame"]), relief, parts["cover"], parts["waters"], parts["links"],
        places, chains, NetworkParts(*said["parts"][0]), NetworkParts(*said["parts"][1]), findings,
                tuple(said["sources"]),
        said["credits"][0], said["credits"][1], tuple(said.get("unlaid", ())),
    )  # fmt: skip
    choice = said["choice"]
    sets = {name: None if choice[name] is None else frozenset(choice[name]) for name in SETS}
    return quantised, DraftChoice(**{**choice, **sets})


# --- what was changed by hand ---------------------------------------------------------------------


def with_hand_edits(now: Map, imported: Map, new: Map, account: ImportReport) -> Map:
    """A new draft with all that was changed by hand since the last one.

    `now` is the map as it is, `imported` as the last import made it. A hex keeps its level or its
    ground, a hexside or link its being there or not, where somebody changed just that. Zones are
    always the designer's own.
    """
    higher = now.level != imported.level
    raised = np.round(
        ((now.level * now.level_metres + now.base_metres) - new.base_metres) / new.level_metres
    )
    level = np.where(higher, raised, new.level).astype(new.level.dtype)
    painted = _name(now) != _name(imported)
    merged = _painted(replace(new, level=level), now, painted)
    count = int(higher.sum()) + int(painted.sum())
    for part in ("sides", "links"):
        planes, changed = _masks(getattr(now, part), getattr(imported, part), getattr(new, part))
        setattr(merged, part, planes)
        count += changed
    merged.zones = now.zones
    merged.places = merging.each(now.places, imported.places, new.places)
    for part in ("title", "credits", "label_style"):
        whole = (getattr(map_, part) for map_ in (now, imported, new))
        setattr(merged, part, merging.either(*whole))
    merged.waived = now.waived
    account.note("kept-by-hand", count)
    return merged


def is_turned(now: Map, imported: Map) -> bool:
    """Whether a map of the same size looks like the imported one turned round or mirrored."""

    def alike(turned: tuple[int, ...]) -> int:
        same_level = np.flip(now.level, turned) == imported.level
        return int((same_level & (np.flip(_name(now), turned) == _name(imported))).sum())

    return max(alike(turned) for turned in ((0,), (1,), (0, 1))) > alike(())


def _name(map_: Map) -> Any:
    return np.array(map_.grounds, object)[map_.ground]


def _painted(new: Map, now: Map, painted: Any) -> Map:
    """A draft with some hexes as they are now, in a legend that has room for them."""
    kinds = dict.fromkeys(_name(now)[painted].tolist())
    added = [kind for kind in kinds if kind not in new.grounds]
    grounds = (*new.grounds, *added)
    free = iter(sign for sign in map(chr, range(0x41, 0x7B)) if sign not in new.symbols)
    symbols = list(new.symbols)
    for kind in added:
        before = now.symbols[now.grounds.index(kind)]
        symbols.append(
            before if before not in symbols else next(s for s in free if s not in symbols)
        )
    place = {kind: number for number, kind in enumerate(grounds)}
    ground = new.ground.copy()
    ground[painted] = [place[kind] for kind in _name(now)[painted].tolist()]
    return replace(new, ground=ground, grounds=grounds, symbols=tuple(symbols))


def _masks(
    now: Mapping[str, Masks], imported: Mapping[str, Masks], new: Mapping[str, Masks]
) -> tuple[dict[str, Masks], int]:
    """The bits of a new draft, those that were changed by hand as they are now."""
    result: dict[str, Masks] = {}
    bits = 0
    for kind in dict.fromkeys((*new, *now)):
        some = next(planes[kind] for planes in (new, now) if kind in planes)
        nothing = np.zeros_like(some)
        present, before = now.get(kind, nothing), imported.get(kind, nothing)
        plane = merging.bits(present, before, new.get(kind, nothing))
        bits += int(np.bitwise_count(present ^ before).sum())
        if plane.any():
            result[kind] = plane
    return result, (bits + 1) // 2
