"""Tables for laser cutters and terrain makers: SVG in millimetres, what is cut, engraved, written.

A *plan* has every feature where it lies, in a layer of its kind. *Pieces* are what is to be cut of
board: each contour of each hill, floors, earthworks, houses, rocks; laid close on sheets, those
larger than a sheet in parts, with the outline of whatever stands on them engraved. Red is cut, blue
engraved, black only written; a hill's trees are holes in it (K9.4).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

import shapely
from shapely import affinity

from engine.files import source_text
from engine.tabletop.shapely_shapes import solid_polygon
from engine.tabletop.shapes import INCH, Disc
from engine.tabletop.tabletop_map import TabletopFeature, TabletopMap
from engine.texts import localised

CUT, ENGRAVE, WORDS = "#ff0000", "#0000ff", "#000000"
HAIR = 0.1  # mm
MM_AN_INCH = 25.4
SHEET = (600.0, 400.0)  # mm: what most cutters take
BETWEEN, EDGE = 4.0, 5.0  # mm between pieces, and round a sheet
TRUNK = 1 / 4  # of a tree's radius: the hole for its trunk
CUT_KINDS = frozenset({"hill", "house", "wood", "rock", "entrenchment", "lake", "marsh"})
LETTERS = 4.0


class CutPiece(NamedTuple):
    """A piece to be cut: its area, engraved lines, holes, and its inscription."""

    says: str
    area: Any
    engraved: Any
    holes: Any


class CutSheet(NamedTuple):
    """A sheet of board with the pieces on it, each moved to its place."""

    pieces: tuple[CutPiece, ...]


def write_plan(table: TabletopMap, path: Path, inch_mm: float, language: str) -> list[Path]:
    """Write everything in its place; the file."""
    source_text.write(path, tabletop_plan_svg(table, inch_mm, language))
    return [path]


def write_pieces(
    table: TabletopMap, path: Path, inch_mm: float, size: tuple[float, float] = SHEET
) -> list[Path]:
    """Write the pieces, a file a sheet: `OUT-1.svg`, `OUT-2.svg` where they are several."""
    sheets = lay_pieces(pieces_to_cut(table, inch_mm, size), size)
    files = sheet_files(path, len(sheets))
    for file, sheet in zip(files, sheets, strict=True):
        source_text.write(file, _svg(size, _sheet(sheet)))
    return files


def sheet_files(path: Path, count: int) -> list[Path]:
    """The files of so many sheets."""
    if count <= 1:
        return [path]
    return [path.with_stem(f"{path.stem}-{number}") for number in range(1, count + 1)]


# --- the plan -------------------------------------------------------------------------------------


def tabletop_plan_svg(table: TabletopMap, inch_mm: float, language: str) -> str:
    """A table as SVG, as large as it is: a layer for each kind, each contour by itself."""
    scale = inch_mm / INCH
    size = table.width * scale, table.depth * scale
    edge = _path(shapely.box(0, 0, *size), CUT)
    layers = [_layer("table", [edge])]
    for name, features in groupby(table.in_layers, key=_layer_name):
        layers.append(_layer(name, (_drawn(each, table, scale, language) for each in features)))
    return _svg(size, layers)


def _layer_name(feature: TabletopFeature) -> str:
    return f"hill-{feature.level}" if feature.is_hill else feature.kind


def _drawn(feature: TabletopFeature, table: TabletopMap, scale: float, language: str) -> str:
    ink = CUT if feature.kind in CUT_KINDS else ENGRAVE
    middle = feature_area_in_mm(feature, table, scale).representative_point()
    name = localised(feature.name, language)
    words = [_words(name, middle.x, middle.y)] if name else []
    return "".join([_shape(feature, table, scale, ink), *words])


def feature_area_in_mm(feature: TabletopFeature, table: TabletopMap, scale: float) -> Any:
    """Return a feature's area in millimetres from the upper left, cut at the table's edge."""
    area = affinity.affine_transform(solid_polygon(feature.shape), [scale, 0, 0, -scale, 0,
                                                           table.depth * scale])  # fmt: skip
    return area.intersection(shapely.box(0, 0, table.width * scale, table.depth * scale))


def _shape(feature: TabletopFeature, table: TabletopMap, scale: float, ink: str) -> str:
    """A feature's outline; what is round as a circle."""
    if isinstance(feature.shape, Disc):
        (x, y), radius = feature.shape.centre, feature.shape.radius
        return _circle(x * scale, (table.depth - y) * scale, radius * scale, ink, feature.id)
    return _path(feature_area_in_mm(feature, table, scale), ink, feature.id)


# --- pieces ---------------------------------------------------------------------------------------


def pieces_to_cut(
    table: TabletopMap, inch_mm: float, size: tuple[float, float] = SHEET
) -> list[CutPiece]:
    """Return the pieces to cut of board, each no larger than a sheet."""
    scale = inch_mm / INCH
    room = size[0] - 2 * EDGE, size[1] - 2 * EDGE
    return [
        part
        for feature in table.in_layers
        if feature.kind in CUT_KINDS
        for part in _parts(_piece(feature, table, scale), room)
    ]


def _piece(feature: TabletopFeature, table: TabletopMap, scale: float) -> CutPiece:
    """A feature as a piece, with the outlines of what stands on it and holes for its trees."""
    area = feature_area_in_mm(feature, table, scale)
    above = [each for each in table.features if each is not feature and _stands_on(each, feature)]
    outlines = [feature_area_in_mm(each, table, scale).boundary.intersection(area) for each in above
                if each.kind != "tree"]  # fmt: skip
    trunks = [each.shape for each in above if isinstance(each.shape, Disc) and each.kind == "tree"]
    holes = [
        shapely.Point(each.centre.x * scale, (table.depth - each.centre.y) * scale).buffer(
            each.radius * scale * TRUNK
        )
        for each in trunks
    ]
    inside = shapely.union_all(holes).intersection(area)
    return CutPiece(feature.id, area, shapely.union_all(outlines), inside)


def _stands_on(feature: TabletopFeature, ground: TabletopFeature) -> bool:
    """Return True if a feature is drawn over another that is flat enough to carry it."""
    if ground.is_hill and feature.is_hill:
        return feature.level == ground.level + 1
    return ground.is_hill or (ground.kind == "wood" and feature.kind == "tree")


def _parts(piece: CutPiece, room: tuple[float, float]) -> Iterator[CutPiece]:
    """A piece, or the parts of one that is larger than a sheet."""
    left, top, right, bottom = piece.area.bounds
    columns = max(1, -int(-(right - left) // room[0]))
    rows = max(1, -int(-(bottom - top) // room[1]))
    if columns * rows == 1:
        yield piece
        return
    wide, high = (right - left) / columns, (bottom - top) / rows
    for number in range(columns * rows):
        row, column = divmod(number, columns)
        field = shapely.box(left + column * wide, top + row * high,
                            left + (column + 1) * wide, top + (row + 1) * high)  # fmt: skip
        if not piece.area.intersection(field).is_empty:
            cut = [each.intersection(field) for each in piece[1:]]
            yield CutPiece(f"{piece.says} {number + 1}/{columns * rows}", *cut)


def lay_pieces(pieces_: Iterable[CutPiece], size: tuple[float, float]) -> list[CutSheet]:
    """Pieces in rows on as many sheets as they need, the highest first."""
    sheets: list[list[CutPiece]] = [[]]
    x, y, row = EDGE, EDGE, 0.0
    for piece in sorted(pieces_, key=lambda each: -_size(each)[1]):
        wide, high = _size(piece)
        if x + wide > size[0] - EDGE + 1e-6:
            x, y, row = EDGE, y + row + BETWEEN, 0.0
        if y + high > size[1] - EDGE + 1e-6:
            sheets.append([])
            x, y, row = EDGE, EDGE, 0.0
        sheets[-1].append(_moved(piece, x, y))
        x, row = x + wide + BETWEEN, max(row, high)
    return [CutSheet(tuple(sheet)) for sheet in sheets]


def _size(piece: CutPiece) -> tuple[float, float]:
    left, top, right, bottom = piece.area.bounds
    return right - left, bottom - top


def _moved(piece: CutPiece, x: float, y: float) -> CutPiece:
    left, top, *_ = piece.area.bounds
    moved = [affinity.translate(each, x - left, y - top) for each in piece[1:]]
    return CutPiece(piece.says, *moved)


def _sheet(sheet: CutSheet) -> list[str]:
    """The layers of a sheet: what is engraved first, so that nothing has moved by then."""
    engraved = (_path(each.engraved, ENGRAVE) for each in sheet.pieces)
    words = (_words(each.says, *_middle(each)) for each in sheet.pieces)
    holes = (_path(each.holes, CUT) for each in sheet.pieces)
    outlines = (_path(each.area, CUT, each.says) for each in sheet.pieces)
    return [
        _layer("words", words), _layer("engrave", engraved),
        _layer("holes", holes), _layer("cut", outlines),
    ]  # fmt: skip


def _middle(piece: CutPiece) -> tuple[float, float]:
    point = piece.area.difference(piece.holes).representative_point()
    return point.x, point.y


# --- SVG ------------------------------------------------------------------------------------------


def _svg(size: tuple[float, float], layers: Sequence[str]) -> str:
    wide, high = (_number(side) for side in size)
    head = (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        '<svg xmlns="http://www.w3.org/2000/svg" '
        'xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" '
        f'width="{wide}mm" height="{high}mm" viewBox="0 0 {wide} {high}">\n'
    )
    return head + "".join(layers) + "</svg>\n"


def _layer(name: str, drawn: Iterable[str]) -> str:
    lines = "".join(f"{each}\n" for each in drawn if each)
    label = escape(name)
    start = f'<g id="{label}" inkscape:groupmode="layer" inkscape:label="{label}" fill="none">'
    return f"{start}\n{lines}</g>\n" if lines else ""


def _path(shape: Any, ink: str, says: str = "") -> str:
    """The outlines of a shape, holes with them, or lines."""
    steps = "".join(_steps(shape))
    named = f"<title>{escape(says)}</title>" if says else ""
    if not steps:
        return ""
    return f'<path d="{steps}" stroke="{ink}" stroke-width="{HAIR}">{named}</path>'


def _steps(shape: Any) -> Iterator[str]:
    if shape.is_empty:
        return
    if hasattr(shape, "geoms"):
        for part in shape.geoms:
            yield from _steps(part)
    elif shape.geom_type == "Polygon":
        for ring in (shape.exterior, *shape.interiors):
            yield _line(ring.coords[:-1]) + "Z"
    elif shape.geom_type in ("LineString", "LinearRing"):
        yield _line(shape.coords)


def _line(points: Iterable[Sequence[float]]) -> str:
    return "M" + "L".join(f"{_number(x)},{_number(y)}" for x, y, *_ in points)


def _circle(x: float, y: float, radius: float, ink: str, says: str) -> str:
    at = f'cx="{_number(x)}" cy="{_number(y)}" r="{_number(radius)}"'
    return (
        f'<circle {at} stroke="{ink}" stroke-width="{HAIR}"><title>{escape(says)}</title></circle>'
    )


def _words(words: str, x: float, y: float) -> str:
    at = f'x="{_number(x)}" y="{_number(y)}"'
    style = f'font-family="sans-serif" font-size="{LETTERS}" text-anchor="middle" fill="{WORDS}"'
    return f"<text {at} {style}>{escape(words)}</text>"


def _number(value: float) -> str:
    return f"{value:.3f}".rstrip("0").rstrip(".")
