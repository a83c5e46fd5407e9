"""Parts of map files that are read and written alone: names, notes, own kinds, the map's style."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from pathlib import Path
from typing import Any

from engine.files import map_style_files
from engine.files.source_text import ParsedSource
from engine.hexes.grid import Grid
from engine.map.map import DEFAULT_LOOK, DesignerNote, NameStyle, PlaceName
from engine.map.styles import Drawing, MapNameKind, MapStyle
from engine.map.terrain import (
    CustomTerrainKind,
    GroundDrawing,
    RepeatedLineSigns,
    ScatteredSigns,
    Stroke,
    TerrainClass,
    read_drawing,
)

Values = Mapping[str, Any]
_PLAIN = ("size", "weight", "colour", "spacing", "turn")


def find_map_style(named: str, source: ParsedSource) -> MapStyle:
    """The style a map names: one of the program, or a file beside the map.

    Raises UnknownStyleError, and InvalidFileError with every fault of the file.
    """
    return map_style_files.find(named, [Path(source.file).parent])


# --- names and notes ------------------------------------------------------------------------------


def read_name_style(values: Values) -> NameStyle:
    """Read the style of a name from its entry in a file."""
    look: dict[str, Any] = {key: values[key] for key in _PLAIN if key in values}
    if "type" in values:
        look["sort"] = MapNameKind(values["type"])
    if "pin" in values:
        look["pin"] = _point(values["pin"])
    curve = tuple(_point(point) for point in values.get("curve", ()))
    if len(curve) == 1:  # no line yet: the name stands there
        look["pin"] = curve[0]
    elif curve:
        look["curve"] = curve
    return NameStyle(**look) if look else DEFAULT_LOOK


def place_values(place: PlaceName, grid: Grid) -> dict[str, Any]:
    """A name as a file says it."""
    return {"at": grid.name(place.at), "name": place.name, **name_style_values(place.look)}


def name_style_values(look: NameStyle) -> dict[str, Any]:
    """Return the values of a name's style that differ from the usual."""
    said: dict[str, Any] = {"type": look.sort.value} if look.sort != DEFAULT_LOOK.sort else {}
    plain = {key: getattr(look, key) for key in _PLAIN}
    said |= {key: value for key, value in plain.items() if value != getattr(DEFAULT_LOOK, key)}
    if look.pin is not None:
        said["pin"] = list(look.pin)
    if look.curve:
        said["curve"] = [list(point) for point in look.curve]
    return said


def note_values(note: DesignerNote, grid: Grid) -> dict[str, Any]:
    """A note as a file says it."""
    return {"at": grid.name(note.at), "text": note.text}


def _point(values: Any) -> tuple[float, float]:
    x, y = values
    return float(x), float(y)


# --- own kinds ------------------------------------------------------------------------------------


def read_kind(id_: str, values: Values) -> CustomTerrainKind:
    """A kind of terrain of a map's own; ValueError says what is wrong with its drawing."""
    lies = TerrainClass(values.get("class", "ground"))
    drawing = read_drawing(lies, f"kinds.{id_}.drawing", values["drawing"])
    name, water = values["name"], values.get("water", False)
    return CustomTerrainKind(
        id_, name, lies, water, drawing, values.get("like", ""), dict(values.get("games", {}))
    )


def kind_values(kind: CustomTerrainKind) -> dict[str, Any]:
    """An own kind as a file says it."""
    said: dict[str, Any] = {"name": kind.name}
    if kind.lies is not TerrainClass.GROUND:
        said["class"] = kind.lies.value
    if kind.water:
        said["water"] = True
    if kind.like:
        said["like"] = kind.like
    if kind.games:
        said["games"] = dict(kind.games)
    return {**said, "drawing": drawing_values(kind.drawing)}


def drawing_values(drawing: Drawing) -> dict[str, Any]:
    """A drawing as files say it, without what is as it would be anyway."""
    if isinstance(drawing, GroundDrawing):
        usual = read_drawing(TerrainClass.GROUND, "", {})
        said = _differing(drawing, usual, ("marks",))
        marks = [_marks(each) for each in drawing.marks]
        return {**said, "marks": marks} if marks else said
    truths = {key: True for key in ("smooth", "bridges") if getattr(drawing, key)}
    strokes = {"strokes": [_stroke(each) for each in drawing.strokes]}
    signs = {"marks": _signs(drawing.signs)} if drawing.signs else {}
    return {**truths, **strokes, **signs}


def _differing(value: Any, usual: Any, without: tuple[str, ...]) -> dict[str, Any]:
    names = [each.name for each in fields(value) if each.name not in without]
    found = {name: getattr(value, name) for name in names}
    return {
        name: _plain(said) for name, said in found.items() if said != getattr(usual, name)
    }  # fmt: skip


def _marks(marks: ScatteredSigns) -> dict[str, Any]:
    said = {each.name: _plain(getattr(marks, each.name)) for each in fields(marks)}
    return {name: value for name, value in said.items() if value != ""}


def _stroke(stroke: Stroke) -> dict[str, Any]:
    said: dict[str, Any] = {"colour": stroke.colour, "width": stroke.width}
    return {**said, "dash": list(stroke.dash)} if stroke.dash else said


def _signs(signs: RepeatedLineSigns) -> dict[str, Any]:
    return {each.name: _plain(getattr(signs, each.name)) for each in fields(signs)}


def _plain(value: Any) -> Any:
    return str(value) if isinstance(value, str) else value
