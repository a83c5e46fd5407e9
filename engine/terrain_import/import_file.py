"""The file of an import beside its map: the shares of every hex, the choices made, and its checks.

From the two the map can be drafted again exactly as it was imported. Differences between a draft
and the map were made by hand, and stay when the ground is imported again or thresholds move.
"""

from __future__ import annotations

import io
import json
import re
import zipfile
from collections.abc import Mapping
from dataclasses import asdict, fields, replace
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import numpy as np
from numpy.typing import NDArray

from engine.files import source_text, strict_json, value_merge
from engine.files.schema_validators import SchemaValidator, make_validator
from engine.files.zip_errors import UNREADABLE
from engine.hexes.grid import Grid, OffsetParity, Orientation
from engine.map.map import Map, Masks
from engine.terrain_import.hex_corners import has_side
from engine.terrain_import.hex_elevation import HexElevation
from engine.terrain_import.hex_samples import HexSamples, NamedPlace, NetworkParts
from engine.terrain_import.hexside_streams import StreamChain
from engine.terrain_import.import_problems import Finding, ImportReport, import_error
from engine.terrain_import.map_draft import DraftChoice
from engine.terrain_import.map_frame import (
    LARGEST_HEX,
    MAX_A_SIDE,
    MAX_HEXES,
    SMALLEST_HEX,
    MapFrame,
)
from engine.terrain_import.tag_mapping import load_tag_mapping

MAX_DISTANCE = 1e9  # metres of a projection
HIGHEST = 1e6  # metres above or below the sea
HEAD_BYTES = 256  # before the values of an array
_HEAD = re.compile(
    rb"\x93NUMPY\x01\x00..\{'descr': '([<>|][biuf][1248])', 'fortran_order': (True|False), "
    rb"'shape': \((\d{1,9},(?: ?\d{1,9})?)\), \} *\n",
    re.DOTALL,
)
WORD, WORDS = {"type": "string"}, {"type": "array", "items": {"type": "string"}}
SOME_WORDS = {"anyOf": [{"type": "null"}, WORDS]}
COUNT = {"type": "integer", "minimum": 0, "maximum": 10**15}
OFFSET = {"type": "number", "minimum": -1000, "maximum": 1000}  # in hexes
SIDE = {"type": "integer", "minimum": 1, "maximum": MAX_A_SIDE}
NUMBER = {"type": "number", "minimum": -MAX_DISTANCE, "maximum": MAX_DISTANCE}
METRES = {"anyOf": [{"type": "null"}, NUMBER]}
TITLE = {"anyOf": [WORD, {"type": "object", "additionalProperties": WORD}]}
SHARE = {"anyOf": [{"type": "null"}, {"type": "number"}]}


def _row(*parts: object) -> dict[str, object]:
    """A list of just these."""
    return {"type": "array", "prefixItems": [*parts], "minItems": len(parts), "items": False}


def _rows(*parts: object) -> dict[str, object]:
    return {"type": "array", "items": _row(*parts)}


def _whole(**parts: object) -> dict[str, Any]:
    """A mapping of just these."""
    return {"type": "object", "properties": parts, "required": [*parts]}


@cache
def _form() -> SchemaValidator:
    grid = _row(SIDE, SIDE, {"enum": [each.value for each in Orientation]},
                {"enum": [each.value for each in OffsetParity]})  # fmt: skip
    metres = {"type": "number", "minimum": SMALLEST_HEX, "maximum": LARGEST_HEX}
    words = {"title": TITLE, "statistic": WORD, "level_metres": METRES, "base_metres": METRES,
             "shares": {"type": "object", "additionalProperties": SHARE}, "labels": WORD,
             "credits": WORD, "spur": COUNT}  # fmt: skip
    choice = _whole(waters=SOME_WORDS, links=SOME_WORDS, places=SOME_WORDS)
    choice["properties"] = {**choice["properties"], **words}
    corners = {"type": "array", "items": COUNT, "minItems": 2}
    return make_validator(
        _whole(
            version=WORD, grid=grid, frame=_row(metres, WORD, NUMBER, NUMBER, NUMBER),
            places=_rows(SIDE | {"minimum": 0}, SIDE | {"minimum": 0},
                         {"enum": [*load_tag_mapping().places]}, WORD, COUNT),
            parts=_row(_row(COUNT, COUNT), _row(COUNT, COUNT)),
            findings=_rows(WORD, COUNT, WORDS), sources=WORDS, credits=_row(WORD, WORD),
            choice=choice,
        ) | {"dependentSchemas": {
            "chains": {"properties": {"chains": _rows({"enum": [*load_tag_mapping().waters]},
                                                      corners)}},
            "unlaid": {"properties": {"unlaid": WORDS}},
            "courses": {"properties": {"courses": _rows(
                SIDE | {"minimum": 0}, SIDE | {"minimum": 0},
                {"enum": [*load_tag_mapping().places]}, WORD,
                {"type": "array", "items": _row(OFFSET, OFFSET), "minItems": 2, "maxItems": 20})}},
        }}
    )  # fmt: skip


def check_strings(said: Any) -> None:
    """Refuse, with ValueError, words that are not as they are written."""
    errors = ((*map(str, error.path), error.keyword) for error in _form().iter_errors(said))
    if first := min(errors, default=()):
        raise ValueError(f"{'/'.join(first[:-1])}: {first[-1]}")


def read_stored_plane(archive: ZipFile, name: str, most: int) -> NDArray[Any]:
    """An array of an archive as numpy writes it; ValueError at any other, or at more bytes."""
    with archive.open(name) as file:
        content = file.read(most + HEAD_BYTES + 1)
    head = _HEAD.match(content)
    if head is None or len(content) - head.end() > most:
        raise ValueError(f"{name}: no plane")
    kind, is_turned, shape = (each.decode() for each in head.groups())
    sides = [int(side) for side in shape.split(",") if side.strip()]
    flat = np.frombuffer(content, kind, offset=head.end()).copy()
    return flat.reshape(sides, order="F" if is_turned == "True" else "C")


def check_planes(planes: Mapping[str, Any], shape: tuple[int, int]) -> None:
    """Refuse, with ValueError, planes of another size or kind, or of classes unknown here."""
    known = {
        "cover": load_tag_mapping().cover,
        "waters": load_tag_mapping().waters,
        "links": load_tag_mapping().links,
    }
    for name, plane in planes.items():
        part, _, kind = name.partition(".")
        if plane.shape != shape or plane.dtype not in (np.float32, np.float64, np.uint8):
            raise ValueError(f"{name}: a plane of another size or kind")
        if part in known and kind not in known[part]:
            raise ValueError(f"{name}: no such class")
        if part in ("waters", "links") and (plane.dtype != np.uint8 or (plane > 63).any()):
            raise ValueError(f"{name}: no masks of hexsides")
        if part == "cover" and not ((plane >= 0) & (plane <= 1)).all():
            raise ValueError(f"{name}: no shares")
        if part == "relief" and (np.isinf(plane) | (np.abs(plane) > HIGHEST)).any():
            raise ValueError(f"{name}: no heights")


VERSION = "ground/2"
READ = ("ground/1", VERSION)
MAX_WORDS = 2**26  # bytes
MAX_PLANES = 200
BROKEN: tuple[type[Exception], ...] = (*UNREADABLE, KeyError, TypeError)
SETS = ("waters", "links", "places")


def import_file_path(map_file: Path) -> Path:
    """Return the path of the file with the shares of a map's hexes."""
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
            for at, kind, name, people, curve in quantised.places
            if not curve
        ],
        "courses": [
            [*grid.column_row(at), kind, name, curve]
            for at, kind, name, _, curve in quantised.places
            if curve
        ],
        "chains": [[chain.kind, chain.corners] for chain in quantised.chains],
        "parts": [quantised.water_parts, quantised.link_parts],
        "findings": [[found.code, found.count, found.at] for found in quantised.findings],
        "sources": quantised.sources,
        "credits": [quantised.credits, quantised.elevation_credit],
        "unlaid": quantised.unlaid,
        "choice": choices,
    }


def read_import(path: Path) -> tuple[HexSamples, DraftChoice]:
    """An import that was kept."""
    if not source_text.is_file(path):
        raise import_error("no-kept-ground", file=path)
    try:
        with zipfile.ZipFile(path) as archive:
            said = strict_json.loads(
                bytes(read_stored_plane(archive, "said.npy", MAX_WORDS)).decode()
            )
            check_strings(said)
            columns, rows, *_ = said["grid"]
            names = [name.removesuffix(".npy") for name in archive.namelist() if name != "said.npy"]
            if len(names) > MAX_PLANES or columns * rows > MAX_HEXES:
                raise ValueError("too large")
            most = columns * rows * 8
            return _quantise(
                said, {name: read_stored_plane(archive, f"{name}.npy", most) for name in names}
            )
    except BROKEN as error:
        raise import_error("broken-kept-ground", file=path, reason=str(error)[:200]) from error


def _check_on(grid: Grid, said: Any) -> None:
    """Refuse, with ValueError, places and chains that do not lie on the grid."""
    for column, row, _, name, _ in (*said["places"], *said.get("courses", ())):
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
    relief = HexElevation(
        **{each.name: planes[f"relief.{each.name}"] for each in fields(HexElevation)}
    )
    spots = [NamedPlace(grid.hex(c, r), *more) for c, r, *more in said["places"]]
    courses = [
        NamedPlace(grid.hex(c, r), kind, name, curve=tuple((x, y) for x, y in curve))
        for c, r, kind, name, curve in said.get("courses", ())
    ]
    places = (*spots, *courses)
    is_older = said["version"] != VERSION  # which counted corners otherwise
    drawn = () if is_older else said["chains"]
    chains = tuple(StreamChain(kind, tuple(corners)) for kind, corners in drawn)
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
    ground, a hexside or link its being there or not, where just that was changed. Zones are always
    the designer's own.
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
    merged.places = value_merge.merge_unordered(now.places, imported.places, new.places)
    for part in ("title", "credits", "label_style"):
        whole = (getattr(map_, part) for map_ in (now, imported, new))
        setattr(merged, part, value_merge.merge_value(*whole))
    merged.waived = now.waived
    account.note("kept-by-hand", count)
    return merged


def is_turned(now: Map, imported: Map) -> bool:
    """Return True if a map looks like the imported one turned round or mirrored."""

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
        plane = value_merge.merge_masks(present, before, new.get(kind, nothing))
        bits += int(np.bitwise_count(present ^ before).sum())
        if plane.any():
            result[kind] = plane
    return result, (bits + 1) // 2
