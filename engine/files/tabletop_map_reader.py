"""The reader of tabletop maps, `table/1`: every fault is found, and the place of each point."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from engine.files import source_text
from engine.files.format_versions import migrate
from engine.files.source_text import ParsedSource, SourceNode
from engine.files.valid_parts import Steps, ValidParts, without_duplicate_ids
from engine.problems import InvalidFileError, Problem, TextPosition, Waiver, nearest_word
from engine.tabletop.feature_kinds import FigureScale, ShapeKind, TabletopFeatureKind, feature_kinds
from engine.tabletop.lengths import InvalidLengthError, read_length, read_points
from engine.tabletop.shapes import INCH, Disc, Point, Polygon, WideLine
from engine.tabletop.tabletop_map import (
    LARGEST,
    MAX_CORNERS,
    TabletopEdge,
    TabletopFeature,
    TabletopMap,
    TabletopPlaceName,
    TabletopUnderlay,
    TabletopZone,
)

if TYPE_CHECKING:
    from engine.tabletop.tabletop_map import FeatureShape


def corner_mark(source: ParsedSource, node: SourceNode, number: int) -> TextPosition:
    """Return the position of a point of a list `x,y x,y …`; of the list if it is too short."""
    written = source.text[node.start : node.end]
    comma = -1
    for _ in range(number + 1):
        comma = written.find(",", comma + 1)
        if comma < 0:
            return node.mark
    start = _start_of_word(written, comma)
    before = source.text[: node.start + start]
    return TextPosition(before.count("\n") + 1, len(before) - before.rfind("\n"))


def _start_of_word(written: str, end: int) -> int:
    """Return the start of the word that ends before a comma, with its unit and fraction."""
    start = end
    while start > 0 and not written[start - 1].isspace() and written[start - 1] not in "\"',":
        start -= 1
    return start


ENDING = ".table.yaml"
SHAPES = ("polygon", "rectangle", "line", "disc")
MANNERS = {
    "polygon": ShapeKind.POLYGON,
    "rectangle": ShapeKind.POLYGON,
    "line": ShapeKind.LINE,
    "disc": ShapeKind.DISC,
}
FEWEST = {"polygon": 3, "rectangle": 2, "line": 2, "disc": 1}
EXACTLY = {"rectangle": 2, "disc": 1}
MINIMUM = INCH  # of a table's side


@dataclass(frozen=True)
class TableFile:
    """A table with the file it was read from, as it then was: what an edited one is compared
    with."""

    source: ParsedSource
    table: TabletopMap


def load(path: Path) -> TabletopMap:
    """The table in a file; InvalidFileError lists every fault that keeps it from being one."""
    return open_file(path).table


def open_file(path: Path) -> TableFile:
    """A table file, ready to be edited and saved; InvalidFileError lists every fault."""
    return tabletop_file_from_source(migrate(source_text.read(path), "table"))


def tabletop_file_from_source(source: ParsedSource) -> TableFile:
    """The same of a file as parsed."""
    found, problems = read_table(source)
    if found is None or problems:
        raise InvalidFileError(problems)
    return TableFile(source, found)


def read_table(source: ParsedSource) -> tuple[TabletopMap | None, list[Problem]]:
    """The table that a parsed file of the newest version describes, and its faults.

    Parts that are faulty are left out; without a sound size there is no table.
    """
    parts = ValidParts(source, "table")
    if parts.is_hopeless:
        return None, parts.problems
    return _Reading(parts).table(), parts.problems


class _Unread(Exception):
    """A value that is not a length or point, already reported."""


class _Reading:
    """Reads one file part by part."""

    def __init__(self, parts: ValidParts) -> None:
        self.parts = parts
        self.scale = FigureScale(parts.plain_value(["scale"], FigureScale.LITTLE_WARS.value))
        self.corners = 0

    def table(self) -> TabletopMap | None:
        """The table, or None where its size is not sound; other faults are still reported."""
        width, depth = self._side("width"), self._side("depth")
        plain = self.parts.plain_value
        found = TabletopMap(
            width=width or LARGEST,
            depth=depth or LARGEST,
            title=plain(["title"], ""),
            scale=self.scale,
            edges={TabletopEdge(name): words for name, words in plain(["edges"], {}).items()},
            features=tuple(self._features()),
            zones=dict(self._zones()),
            places=tuple(self._places()),
            underlay=self._underlay(),
            credits=plain(["credits"], ""),
            notes=plain(["notes"], ""),
            waived=tuple(self._waived()),
        )
        return found if width and depth else None

    def _side(self, key: str) -> int | None:
        if not self.parts.has_valid([key]):
            return None
        try:
            length = self._length([key])
        except _Unread:
            return None
        if not MINIMUM <= length <= LARGEST:
            most = LARGEST // INCH
            self.parts.fault("table-size", [key], found=length // INCH, most=most)
            return None
        return length

    # --- lengths and points -----------------------------------------------------------------------

    def _length(self, path: Steps) -> int:
        node = self.parts.source.root.at(path)
        try:
            return read_length(node.value)
        except InvalidLengthError as error:
            self._refuse(path, error)

    def _size(self, path: Steps, least: int = 0) -> int:
        """A length of a feature, within what a table can hold."""
        length = self._length(path)
        if not least <= length <= LARGEST:
            values: dict[str, Any] = {
                "least": "0" if not least else "1/16",
                "most": LARGEST // INCH,
            }
            self.parts.fault("table-length", path, found=self._said(path), **values)
            raise _Unread
        return length

    def _points(self, path: Steps) -> tuple[Point, ...]:
        written: str = self.parts.source.root.at(path).value
        self._count(path, written.count(","))
        try:
            return read_points(written)
        except InvalidLengthError as error:
            self._refuse(path, error)

    def _count(self, path: Steps, corners: int) -> None:
        """Count points, and report once if there are too many."""
        before, self.corners = self.corners, self.corners + corners
        if self.corners > MAX_CORNERS:
            if before <= MAX_CORNERS:
                self.parts.fault("too-many-corners", path, most=MAX_CORNERS)
            raise _Unread

    def _refuse(self, path: Steps, error: InvalidLengthError) -> NoReturn:
        self.parts.fault("invalid-length", path, said=str(error))
        raise _Unread

    def _said(self, path: Steps) -> str:
        return str(self.parts.source.root.at(path).value)

    # --- shapes -------------------------------------------------------------------------------

    def _shape(
        self, path: Steps, entry: Mapping[str, Any], kind: TabletopFeatureKind | None
    ) -> FeatureShape:
        """The one shape an entry says."""
        key = self._key_of_shape(path, entry)
        points = self._points([*path, key])
        self._right_number(path, key, points)
        if key == "disc":
            return Disc(points[0], self._measure(path, entry, "radius", kind))
        if key == "line":
            return WideLine(points, self._measure(path, entry, "width", kind))
        return Polygon(_corners(points) if key == "rectangle" else points)

    def _key_of_shape(self, path: Steps, entry: Mapping[str, Any]) -> str:
        """By which key an entry says its shape; there must be one."""
        said = [key for key in SHAPES if key in entry]
        if len(said) != 1:
            self.parts.fault("one-shape", path, count=len(said))
            raise _Unread
        return said[0]

    def _right_number(self, path: Steps, key: str, points: tuple[Point, ...]) -> None:
        exact = EXACTLY.get(key, 0)
        if len(points) < FEWEST[key] or (exact and len(points) != exact):
            code = "wrong-number-of-points" if exact else "too-few-points"
            self.parts.fault(code, [*path, key], shape=key, found=len(points), wanted=FEWEST[key])
            raise _Unread

    def _measure(
        self, path: Steps, entry: Mapping[str, Any], key: str, kind: TabletopFeatureKind | None
    ) -> int:
        """The width of a line or the radius of a disc; that of its kind if the file is silent."""
        if key in entry:
            return self._size([*path, key], least=1)
        usual = getattr(kind, key) if kind else 0
        if not usual:
            self.parts.fault("missing-key", path, key=key)
            raise _Unread
        return int(usual)

    # --- the parts ----------------------------------------------------------------------------

    def _features(self) -> Iterator[TabletopFeature]:
        for path, values in without_duplicate_ids(self.parts, self.parts.items(["features"])):
            try:
                yield self._feature(path, values)
            except _Unread:
                continue

    def _feature(self, path: Steps, values: Mapping[str, Any]) -> TabletopFeature:
        kind = self._kind(path, values["kind"])
        self._laid_rightly(path, values, kind)
        shape = self._shape(path, values, kind)
        height = kind.height(self.scale)
        if "height" in values:
            height = self._size([*path, "height"])
        return TabletopFeature(
            values["id"],
            kind.id,
            shape,
            height,
            values.get("obstacle", kind.obstacle),
            values.get("fordable", kind.fordable),
            int(values.get("level", 1)),
            values.get("name", ""),
        )

    def _kind(self, path: Steps, word: str) -> TabletopFeatureKind:
        known = feature_kinds()
        if word not in known:
            values: dict[str, Any] = {
                "kind": word,
                "known": ", ".join(known),
                "near": nearest_word(word, known),
            }
            self.parts.fault("unknown-table-kind", [*path, "kind"], **values)
            raise _Unread
        return known[word]

    def _laid_rightly(
        self, path: Steps, values: Mapping[str, Any], kind: TabletopFeatureKind
    ) -> None:
        key = self._key_of_shape(path, values)
        if MANNERS[key] not in kind.shapes:
            shapes = ", ".join(shape.value for shape in kind.shapes)
            mark = self.parts.key_mark([*path, key])
            self.parts.fault(
                "wrong-shape", [*path, key], mark, kind=kind.id, found=key, known=shapes
            )
            raise _Unread
        for measure, shape in (("width", "line"), ("radius", "disc")):
            if measure in values and key != shape:
                mark = self.parts.key_mark([*path, measure])
                self.parts.fault(
                    "measure-of-other-shape", [*path, measure], mark, key=measure, shape=shape
                )

    def _zones(self) -> Iterator[tuple[str, TabletopZone]]:
        for name, node in self.parts.entries(["zones"]):
            path: Steps = ["zones", name]
            if not self.parts.has_valid(path):
                continue
            values = node.plain()
            try:
                shape = self._shape(path, values, None)
            except _Unread:
                continue
            assert isinstance(shape, Polygon)
            yield name, TabletopZone(shape, values.get("name", ""), values.get("colour", ""))

    def _places(self) -> Iterator[TabletopPlaceName]:
        for path, node in self.parts.items(["places"]):
            try:
                yield TabletopPlaceName(self._point([*path, "at"]), node.value["name"].plain())
            except _Unread:
                continue

    def _point(self, path: Steps) -> Point:
        return self._exactly(path, 1)[0]

    def _exactly(self, path: Steps, wanted: int) -> tuple[Point, ...]:
        points = self._points(path)
        if len(points) != wanted:
            values: dict[str, Any] = {"found": len(points), "wanted": wanted, "shape": path[-1]}
            self.parts.fault("wrong-number-of-points", path, **values)
            raise _Unread
        return points

    def _underlay(self) -> TabletopUnderlay | None:
        path: Steps = ["underlay"]
        if not self.parts.has_valid(path):
            return None
        values = self.parts.plain_value(path, {})
        numbers = [int(each) for each in values["pixels"].replace(",", " ").split()]
        try:
            first, second = self._exactly([*path, "points"], 2)
        except _Unread:
            return None
        pixels = Point(*numbers[:2]), Point(*numbers[2:])
        return TabletopUnderlay(values["picture"], pixels, (first, second))

    def _waived(self) -> Iterator[Waiver]:
        for _, node in self.parts.items(["waived"]):
            values = node.plain()
            yield Waiver(values["code"], tuple(values.get("at", ())), values["reason"])


def _corners(points: tuple[Point, ...]) -> tuple[Point, ...]:
    """The corners of a rectangle given by two opposite ones, from the lower left round."""
    (left, right), (near, far) = (sorted(axis) for axis in zip(*points, strict=True))
    return Point(left, near), Point(right, near), Point(right, far), Point(left, far)
