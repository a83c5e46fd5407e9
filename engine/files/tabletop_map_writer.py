"""Tables written: a new file, or the smallest edit of the one that was read.

Lengths that an edit left alone keep the words they had; those it changed are written in the manner
of what stood there.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.files import source_text
from engine.files.deck_files import waiver_values
from engine.files.schema_modeline import prepend_modeline, with_portable_modeline
from engine.files.source_text import ParsedSource, parse
from engine.files.tabletop_map_reader import TableFile
from engine.files.value_merge import merge
from engine.files.yaml_rewriter import dump, rewrite_text
from engine.tabletop.lengths import (
    InvalidLengthError,
    length_style,
    points_as_written,
    read_length,
    read_points,
    write_length,
    write_points,
)
from engine.tabletop.shapes import INCH, Disc, Point, WideLine

if TYPE_CHECKING:
    from engine.tabletop.tabletop_map import (
        FeatureShape,
        TabletopFeature,
        TabletopMap,
        TabletopUnderlay,
        TabletopZone,
    )

LENGTHS = frozenset({"width", "depth", "height", "radius"})
POINTS = frozenset({"polygon", "line", "disc", "at", "points"})


def save(table: TabletopMap, path: Path, was: TableFile | None = None) -> TableFile:
    """Write a table in one step, as an edit of the file it was read from if it was.

    Returns the file as it now is, for the next save. Raises SaveError; the old file is then whole.
    """
    if was:
        source = with_portable_modeline(rewrite(table, was), "table", path)
    else:
        source = parse(
            prepend_modeline("table", path, dump(tabletop_file_values(table))), str(path)
        )
    source_text.write(path, source.text)
    return TableFile(replace(source, file=str(path)), table)


def rewrite(table: TabletopMap, was: TableFile) -> ParsedSource:
    """The file of an edited table: its own text, changed only where the table was."""
    written = was.source.root.plain()
    before, now = tabletop_file_values(was.table), tabletop_file_values(table)
    now, before = _in_words(now, before, written), _in_words(before, before, written)
    return rewrite_text(was.source, merge(now, before, written))


# --- what a file says -----------------------------------------------------------------------------


def tabletop_file_values(table: TabletopMap) -> dict[str, Any]:
    """Return all values of a table file, in the order in which new files have them."""
    values: dict[str, Any] = {
        "sandtable": "table/1",
        "title": table.title,
        "width": length_value(table.width),
        "depth": length_value(table.depth),
        "scale": table.scale.value,
        "edges": {edge.value: name for edge, name in table.edges.items()},
        "features": [feature_values(feature, table) for feature in table.features],
        "zones": {name: _zone_values(zone) for name, zone in table.zones.items()},
        "places": [{"at": write_points([place.at]), "name": place.name} for place in table.places],
        "underlay": _underlay_values(table.underlay),
        "notes": table.notes,
        "credits": table.credits,
        "waived": [waiver_values(waiver) for waiver in table.waived],
    }
    return {key: value for key, value in values.items() if value not in ("", {}, [])}


def length_value(length: int) -> int | float:
    """A length in inches, as a number of a file."""
    return length // INCH if length % INCH == 0 else length / INCH


def feature_values(feature: TabletopFeature, table: TabletopMap) -> dict[str, Any]:
    """A feature as a file says it; what its kind says too is left out."""
    kind = feature.kind_entry
    values = {"id": feature.id, "kind": feature.kind, **_shape_values(feature.shape)}
    if values.get("width") == length_value(kind.width):
        del values["width"]
    if feature.height != kind.height(table.scale):
        values["height"] = length_value(feature.height)
    if feature.level != 1:
        values["level"] = feature.level
    if feature.obstacle != kind.obstacle:
        values["obstacle"] = feature.obstacle
    if feature.fordable != kind.fordable:
        values["fordable"] = feature.fordable
    return {**values, **({"name": feature.name} if feature.name else {})}


def _shape_values(shape: FeatureShape) -> dict[str, Any]:
    if isinstance(shape, Disc):
        return {"disc": write_points([shape.centre]), "radius": length_value(shape.radius)}
    if isinstance(shape, WideLine):
        return {"line": write_points(shape.points), "width": length_value(shape.width)}
    return {"polygon": write_points(shape.points)}


def _zone_values(zone: TabletopZone) -> dict[str, Any]:
    words = {"name": zone.name, "colour": zone.colour}
    said = {key: word for key, word in words.items() if word}
    return {**_shape_values(zone.shape), **said}


def _underlay_values(underlay: TabletopUnderlay | None) -> dict[str, Any]:
    if underlay is None:
        return {}
    pixels = " ".join(f"{x},{y}" for x, y in underlay.pixels)
    points = write_points(underlay.points)
    return {"picture": underlay.picture, "pixels": pixels, "points": points}


# --- in the words of the file ---------------------------------------------------------------------


def _in_words(new: Any, before: Any, written: Any) -> Any:
    """New values with the file's words for every length and point that stayed."""
    if isinstance(new, dict) and isinstance(before, dict) and isinstance(written, dict):
        return _mapping_in_words(new, before, written)
    if isinstance(new, list) and isinstance(before, list) and isinstance(written, list):
        return _list_in_words(new, before, written)
    return new


def _mapping_in_words(
    new: dict[str, Any], before: dict[str, Any], written: dict[str, Any]
) -> dict[str, Any]:
    result = _as_rectangle(new, written)
    before = _as_rectangle(before, written)
    for key, value in result.items():
        if key not in written or key not in before:
            continue
        if isinstance(value, dict | list):  # something whose name is a word of the format
            result[key] = _in_words(value, before[key], written[key])
        elif key in LENGTHS:
            result[key] = _length_in_words(value, written[key])
        elif key in POINTS or key == "rectangle":
            result[key] = points_text(read_points(value), written[key])
        else:
            result[key] = _in_words(value, before[key], written[key])
    return result


def _list_in_words(new: list[Any], before: list[Any], written: list[Any]) -> list[Any]:
    """Items that have ids by these, others by their places."""
    if all(isinstance(item, dict) and "id" in item for item in (*new, *before, *written)):
        was = {item["id"]: item for item in before}
        said = {item["id"]: item for item in written}
        return [
            _in_words(item, was[item["id"]], said[item["id"]])
            if item["id"] in was and item["id"] in said
            else item
            for item in new
        ]
    if len(new) == len(before) == len(written):
        return [_in_words(*each) for each in zip(new, before, written, strict=True)]
    return new


def _as_rectangle(values: dict[str, Any], written: Mapping[str, Any]) -> dict[str, Any]:
    """Values that say a polygon as a rectangle, where the file does and it still is one."""
    polygon = values.get("polygon")
    if "rectangle" not in written or not isinstance(polygon, str):  # a zone may be called so
        return dict(values)
    points = read_points(polygon)
    if not _is_upright(points):
        return dict(values)
    (left, near), (right, far) = points[0], points[2]
    if _is_as_written((left, near, right, far), written["rectangle"]):
        said = written["rectangle"]
    else:
        said = write_points([points[0], points[2]])
    return {("rectangle" if key == "polygon" else key): (said if key == "polygon" else value)
            for key, value in values.items()}  # fmt: skip


def _is_upright(points: tuple[Point, ...]) -> bool:
    """Return True if four points go round a rectangle as one read from two corners does."""
    if len(points) != 4:
        return False
    a, b, c, d = points
    return a.y == b.y < c.y == d.y and a.x == d.x < b.x == c.x


def _is_as_written(box: tuple[int, int, int, int], written: str) -> bool:
    """Return True if two corners, in whatever order, are those of a box."""
    (x, y), (x_too, y_too) = read_points(written)
    return box == (min(x, x_too), min(y, y_too), max(x, x_too), max(y, y_too))


def _length_in_words(new: int | float, written: Any) -> Any:
    length = read_length(new)
    try:
        if read_length(written) == length:
            return written
    except InvalidLengthError:
        return new
    return new if isinstance(written, int | float) else write_length(length, length_style(written))


def points_text(points: Iterable[Point], written: str) -> str:
    """Points with the words of a list for those it has, each other in the manner of the first."""
    new = tuple(points)
    old = read_points(written)
    if old == new:
        return written
    words = points_as_written(written)
    manner = length_style(words[0].split(",")[0])
    said: list[str] = []
    match = difflib.SequenceMatcher(None, old, new, autojunk=False)
    for what, first, last, start, end in match.get_opcodes():
        said += (
            words[first:last]
            if what == "equal"
            else [write_points([point], manner) for point in new[start:end]]
        )
    return " ".join(said)
