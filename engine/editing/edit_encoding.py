"""Edits and maps as plain JSON values, and back: what the journal writes.

Arrays are packed as `zlib+base64`; everything else is written as it is. Nothing read back can do
more than make a map.
"""

from __future__ import annotations

import base64
import math
import zlib
from collections.abc import Callable, Mapping
from dataclasses import asdict, fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.editing.edits import (
    AddKind,
    CellLayer,
    Compound,
    Edit,
    LayMasks,
    MaskGroup,
    RemoveKind,
    SetCells,
    SetMasks,
    SetZoneCells,
)
from engine.editing.map_metadata_edits import (
    MoveZone,
    RenameZone,
    Replace,
    SetField,
    SetFields,
    SetLegend,
    SetNotes,
    SetPlaces,
    SetZone,
    SetZoneWords,
)
from engine.files import map_style_files
from engine.files.map_parts import kind_values, name_style_values, read_kind, read_name_style
from engine.files.map_reader import STYLES
from engine.files.map_writer import label_style_name
from engine.hexes.grid import Grid, OffsetParity, Orientation
from engine.hexes.hex import Hex
from engine.hexes.labels import LabelStyle
from engine.map.map import DesignerNote, Map, PlaceName, Zone
from engine.map.styles import MapStyle
from engine.map.terrain import CustomTerrainKind
from engine.problems import Waiver

Values = dict[str, Any]

_KINDS: tuple[type[Any], ...] = (
    SetCells, SetMasks, LayMasks, AddKind, RemoveKind, SetZoneCells, Compound, SetField, SetFields,
    SetLegend, SetZone, SetZoneWords, RenameZone, MoveZone, SetPlaces, SetNotes, Replace,
)  # fmt: skip
_BY_NAME = {kind.__name__: kind for kind in _KINDS}
_DTYPES = {"int16", "int32", "uint8", "bool"}


def encode_edit(edit: Edit) -> Values:
    """An edit as JSON values."""
    values = {
        field.name: _encoded(getattr(edit, field.name))
        for field in fields(edit)  # type: ignore[arg-type]  # every edit is a dataclass
    }
    return {"edit": type(edit).__name__, **values}


def decode_edit(values: Mapping[str, Any]) -> Edit:
    """The edit that JSON values describe; ValueError, KeyError or TypeError where they are none."""
    given = dict(values)
    kind = _BY_NAME[given.pop("edit")]
    edit: Edit = kind(**{name: _decoded(value) for name, value in given.items()})
    return edit


def encode_map(map_: Map) -> Values:
    """A map as JSON values."""
    return {field.name: _encoded(getattr(map_, field.name)) for field in fields(Map)}


def decode_map(values: Mapping[str, Any]) -> Map:
    """The map that JSON values describe; ValueError, KeyError or TypeError where they are none."""
    return Map(**{name: _decoded(value) for name, value in values.items()})


# --- values ---------------------------------------------------------------------------------------
# A value that is not plain JSON becomes a list of the word for what it is, and its parts.


def _encoded(value: Any) -> Any:
    for kind, (word, parts, _) in _FORMS.items():
        if isinstance(value, kind):
            return [word, *parts(value)]
    if isinstance(value, list):
        return ["list", *map(_encoded, value)]
    if isinstance(value, Mapping):
        return {key: _encoded(entry) for key, entry in value.items()}
    return value


def _decoded(value: Any) -> Any:
    if isinstance(value, list):
        word, *parts = value
        return _MAKERS[word](*parts)
    if isinstance(value, dict):
        return {key: _decoded(entry) for key, entry in value.items()}
    return value


MAX_BYTES = 2**31
"""Of one array: beyond any map's."""


def _pack(array: NDArray[Any]) -> list[Any]:
    raw = zlib.compress(np.ascontiguousarray(array).tobytes(), 1)
    return [array.dtype.name, list(array.shape), base64.b64encode(raw).decode("ascii")]


def _unpack(dtype: str, shape: list[int], data: str) -> NDArray[Any]:
    if dtype not in _DTYPES:
        raise ValueError(f"The journal cannot hold {dtype}. Use {', '.join(sorted(_DTYPES))}.")
    is_shape = all(type(side) is int and 0 <= side <= MAX_BYTES for side in shape)
    size = math.prod(shape) * np.dtype(dtype).itemsize if is_shape else 0
    if not is_shape or size > MAX_BYTES:
        raise ValueError(f"{str(shape)[:100]!r} is not a valid shape of an array.")
    raw = zlib.decompressobj().decompress(base64.b64decode(data, validate=True), size + 1)
    return np.frombuffer(raw, dtype).reshape(shape).copy()


def _labels(style: LabelStyle) -> list[Any]:
    return [label_style_name(style), asdict(style)]  # type: ignore[call-overload]  # every style is a dataclass


_Form = tuple[str, Callable[[Any], list[Any]], Callable[..., Any]]
_FORMS: dict[type[Any], _Form] = {
    np.ndarray: ("array", _pack, _unpack),
    Map: ("map", lambda map_: [encode_map(map_)], decode_map),
    Zone: (
        "zone",
        lambda zone: [_encoded(zone.hexes), zone.name, zone.colour],
        lambda hexes, name, colour: Zone(_decoded(hexes), name, colour),
    ),
    PlaceName: (
        "place",
        lambda place: [
            *place.at,
            place.name,
            *([look] if (look := name_style_values(place.look)) else []),
        ],
        lambda q, r, name, look=None: PlaceName(Hex(q, r), name, read_name_style(look or {})),
    ),
    DesignerNote: (
        "note",
        lambda note: [*note.at, note.text],
        lambda q, r, said: DesignerNote(Hex(q, r), said),
    ),
    MapStyle: ("style", lambda style: [style.id], map_style_files.style_or_placeholder),
    CustomTerrainKind: (
        "kind",
        lambda kind: [kind.id, kind_values(kind)],
        lambda id_, values: read_kind(id_, values),
    ),
    Waiver: (
        "waiver",
        lambda waiver: [waiver.code, list(waiver.at), waiver.reason],
        lambda code, at, reason: Waiver(code, tuple(at), reason),
    ),
    Grid: (
        "grid",
        lambda grid: [grid.columns, grid.rows, grid.orientation.value, grid.shifted.value],
        lambda columns, rows, orientation, shifted: Grid(
            columns, rows, Orientation(orientation), OffsetParity(shifted)
        ),
    ),
    CellLayer: ("layer", lambda layer: [layer.value], CellLayer),
    MaskGroup: ("group", lambda group: [group.value], MaskGroup),
    **{
        style: ("labels", _labels, lambda name, values: STYLES[name](**values))
        for style in STYLES.values()
    },
    **{kind: ("edit", lambda edit: [encode_edit(edit)], decode_edit) for kind in _KINDS},
    tuple: (
        "tuple",
        lambda entries: [_encoded(entry) for entry in entries],
        lambda *entries: tuple(_decoded(entry) for entry in entries),
    ),
}
_MAKERS: dict[str, Callable[..., Any]] = {
    **{word: make for word, _, make in _FORMS.values()},
    "list": lambda *entries: [_decoded(entry) for entry in entries],
}
