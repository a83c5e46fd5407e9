"""Maps as files: `map/1` read into a Map, with every fault found on the way."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.files import map_layer_text, schemas, source_text
from engine.files.format_versions import migrate
from engine.files.map_parts import find_map_style, read_kind, read_name_style
from engine.files.map_style_files import UnknownStyleError
from engine.files.source_text import ParsedSource, SourceNode
from engine.files.valid_parts import without_unknown_keys
from engine.hexes.grid import Grid, OffsetParity, Orientation
from engine.hexes.hex import Hex
from engine.hexes.labels import (
    ColumnRow,
    KmSquare,
    LetterNumber,
    UnknownHexError,
    letters_to_number,
)
from engine.hexes.printed_labels import PrintedLabels
from engine.map.map import DesignerNote, ForeignData, Map, PlaceName, Plane, Zone
from engine.map.styles import MODERN
from engine.map.terrain import TerrainClass, load_catalogue
from engine.problems import (
    MAX_LISTED,
    MORE,
    InvalidFileError,
    Problem,
    Severity,
    TextPosition,
    Waiver,
    nearest_word,
)

MAX_HEXES = 16_000_000
MAX_ZONE_HEXES = 2**30  # all zones together: each is a plane over the whole map

Steps = Sequence[str | int]
_Read = tuple[NDArray[Any] | None, list[map_layer_text.LayerFault]]

STYLES: Mapping[
    str, type[KmSquare] | type[LetterNumber] | type[ColumnRow] | type[PrintedLabels]
] = {
    "printed": PrintedLabels,
    "km-square": KmSquare,
    "letter-number": LetterNumber,
    "column-row": ColumnRow,
}
WHOLE_NUMBERS = frozenset({
    "first_number", "first_column", "first_row", "digits", "column_digits", "row_digits",
})  # fmt: skip
_LABEL_KEYS = {field.name for style in STYLES.values() for field in fields(style)}


def load(path: Path) -> Map:
    """The map in a file; InvalidFileError lists every fault that keeps it from being one."""
    return open_file(path).map


@dataclass(frozen=True)
class MapFile:
    """A map with the file it was read from, as it then was: what an edited map is compared with."""

    source: ParsedSource
    map: Map


def open_file(path: Path) -> MapFile:
    """A map file, ready to be edited and saved; InvalidFileError lists every fault."""
    return map_file_from_source(migrate(source_text.read(path), "map"))


def map_file_from_source(source: ParsedSource) -> MapFile:
    """The same of a file as parsed."""
    read, problems = read_map(source)
    if read is None or any(problem.severity is Severity.ERROR for problem in problems):
        raise InvalidFileError(problems)
    return MapFile(source, read)


def read_map(source: ParsedSource) -> tuple[Map | None, list[Problem]]:
    """The map that a parsed file of the newest version describes, and its faults.

    Parts that are faulty are left out; without a sound grid there is no map.
    """
    reader = _Reader(source)
    return reader.read(), reader.problems


class _Enough(Exception):
    """So many problems that looking for more is useless."""


class _Reader:
    """Reads one file part by part; `problems` fills up on the way."""

    def __init__(self, source: ParsedSource) -> None:
        self.source, self.listed = source, load_catalogue()
        found = list(islice(schemas.find_violations(source, "map"), MAX_LISTED + 1))
        self.problems = [problem for _, problem in found]
        root = without_unknown_keys(source.root, found).value
        self.parts: dict[str, SourceNode] = root if isinstance(root, dict) else {}
        self.faulty = {p[0] for p, problem in found if p and problem.code not in schemas.LEFT_OUT}

    def read(self) -> Map | None:
        """The map, or None when its grid is not sound or its problems are too many."""
        try:
            if len(self.problems) <= MAX_LISTED:
                return self._read()
        except _Enough:
            pass
        self._cut_short()
        return None

    def _cut_short(self) -> None:
        last = self.problems[-1]
        self.problems[-1] = self.source.problem(
            MORE, [], {"most": MAX_LISTED}, mark=last.mark, where=last.where
        )

    def _read(self) -> Map | None:
        if "grid" not in self.parts or "grid" in self.faulty:
            return None
        map_ = self._blank()
        if map_ is None:
            return None
        self._plain_parts(map_)
        for part, reads in (
            ("style", self._style), ("kinds", self._kinds), ("legend", self._legend),
            ("layers", self._layers), ("sides", self._sides), ("links", self._links),
            ("zones", self._zones), ("places", self._places), ("notes", self._notes),
            ("kept", self._kept), ("waived", self._waived),
        ):  # fmt: skip
            if part in self.parts and part not in self.faulty:
                reads(map_, self.parts[part])
        return map_

    def _fault(
        self, code: str, path: Steps, mark: TextPosition | None = None, **values: object
    ) -> None:
        self._list(self.source.problem(code, path, values, mark=mark))

    def _list(self, problem: Problem) -> None:
        self.problems.append(problem)
        if len(self.problems) > MAX_LISTED:
            raise _Enough

    # --- grid and plain values ----------------------------------------------------------------

    def _blank(self) -> Map | None:
        values = self.parts["grid"].plain()
        columns, rows = int(values["columns"]), int(values["rows"])
        if columns * rows > MAX_HEXES:
            self._fault("map-too-large", ["grid"], columns=columns, rows=rows, most=MAX_HEXES)
            return None
        orientation = Orientation(values.get("orientation", "pointy"))
        map_ = Map.blank(
            Grid(columns, rows, orientation, OffsetParity(values.get("shifted", "odd")))
        )
        map_.hex_metres = float(values.get("hex_metres", map_.hex_metres))
        if "labels" in values and not self._label_style(map_, values["labels"]):
            return None
        return map_

    def _label_style(self, map_: Map, values: dict[str, Any]) -> bool:
        """Return True if the labels are valid, and can be looked up from here on."""
        style, path = STYLES[values.pop("style")], ("grid", "labels")
        known = [field.name for field in fields(style)]
        for key in values.keys() & _LABEL_KEYS - set(known):
            mark = self.source.root.at(path).keys[key].mark
            self._fault(
                "label-key",
                [*path, key],
                mark,
                key=key,
                style=next(name for name, known in STYLES.items() if known is style),
            )
        if style is KmSquare:
            for key in known:
                if key not in values:
                    self._fault("missing-key", path, key=key)
        if any(problem.where.startswith("grid.labels") for problem in self.problems):
            return False
        for key in WHOLE_NUMBERS & values.keys():
            values[key] = int(values[key])  # 2.0 is a whole number, too
        if "first_letter" in values:
            values["first_letter"] = letters_to_number(values["first_letter"])
        map_.label_style = style(**{key: values[key] for key in known if key in values})
        fault = map_.label_style.fault(map_.grid, map_.hex_metres)
        if fault:
            self._fault(fault, path)
        return not fault

    def _plain_parts(self, map_: Map) -> None:
        values = {
            part: node.plain()
            for part, node in self.parts.items()
            if part in ("title", "levels", "origin", "credits") and part not in self.faulty
        }
        map_.title, map_.credits = values.get("title", ""), values.get("credits", "")
        map_.origin = values.get("origin", "")
        levels = values.get("levels", {})
        map_.level_metres = float(levels.get("metres", map_.level_metres))
        map_.base_metres = float(levels.get("base", map_.base_metres))

    # --- layers -------------------------------------------------------------------------------

    def _legend(self, map_: Map, legend: SourceNode) -> None:
        """The kinds of ground, in their order; of a faulty legend those that are sound."""
        sound: dict[str, str] = {}
        for symbol, kind in legend.value.items():
            path = ["legend", symbol]
            if not self._known(TerrainClass.GROUND, kind.value, path, kind.mark):
                continue
            if kind.value in sound.values():
                self._fault("same-ground-twice", path, name=kind.value)
            else:
                sound[symbol] = kind.value
        if sound:
            map_.symbols, map_.grounds = tuple(sound), tuple(sound.values())

    def _layers(self, map_: Map, layers_: SourceNode) -> None:
        if "level" in layers_.value:
            plane = self._plane(map_, layers_.value["level"], "level", map_layer_text.parse_levels)
            if plane is not None:
                map_.level = plane.astype(np.int16)
        if "ground" in layers_.value:
            self._ground(map_, layers_.value["ground"])

    def _ground(self, map_: Map, node: SourceNode) -> None:
        if "legend" not in self.parts:
            self._fault("no-legend", ["layers", "ground"])
            return
        if "legend" in self.faulty:
            return

        def from_rows(text: str, shape: tuple[int, int]) -> _Read:
            return map_layer_text.parse_ground(text, shape, map_.symbols)

        plane = self._plane(map_, node, "ground", from_rows)
        if plane is None:
            return
        if plane.min() < 0 or plane.max() >= len(map_.grounds):
            found = int(plane.max() if plane.min() >= 0 else plane.min())
            path: Steps = ["layers", "ground"]
            self._fault("packed-index", path, found=found, wanted=len(map_.grounds))
            return
        map_.ground = plane.astype(np.uint8)

    def _plane(
        self,
        map_: Map,
        node: SourceNode,
        name: str,
        from_rows: Callable[[str, tuple[int, int]], _Read],
    ) -> NDArray[Any] | None:
        shape = map_.grid.shape
        plane: NDArray[Any] | None
        if isinstance(node.value, str):
            plane, faults = from_rows(node.value, shape)
        else:
            plane, faults = map_layer_text.unpack(node.plain(), shape)
        for fault in faults[:20]:
            where = f"layers.{name}" + (f", row {fault.row}" if fault.row >= 0 else "")
            mark = map_layer_text.mark_in_block(self.source, node, fault)
            problem = self.source.problem(
                fault.code, ["layers", name], fault.values, mark=mark, where=where
            )
            self._list(problem)
        return plane

    # --- sides and links ----------------------------------------------------------------------

    def _sides(self, map_: Map, sides: SourceNode) -> None:
        for kind, entries in sides.value.items():
            if self._known(TerrainClass.SIDE, kind, ["sides", kind], sides.keys[kind].mark):
                map_.sides[kind] = np.zeros(map_.grid.shape, np.uint8)
                for place, entry in enumerate(entries.value):
                    self._side(map_, kind, entry, ["sides", kind, place])

    def _side(self, map_: Map, kind: str, entry: SourceNode, path: Steps) -> None:
        names = map_.grid.orientation.directions
        for at, directions in map_layer_text.side_groups(entry.value):
            hex_ = self._hex(map_, at, path, entry)
            for direction in directions:
                if direction not in names:
                    values = {"found": direction, "directions": ", ".join(names)}
                    self._fault("unknown-direction", path, entry.mark, **values)
                elif hex_ is not None:
                    map_.set_side(kind, hex_, names.index(direction))

    def _links(self, map_: Map, links: SourceNode) -> None:
        for kind, entries in links.value.items():
            if self._known(TerrainClass.LINK, kind, ["links", kind], links.keys[kind].mark):
                map_.links[kind] = np.zeros(map_.grid.shape, np.uint8)
                for place, entry in enumerate(entries.value):
                    self._chain(map_, kind, entry, ["links", kind, place])

    def _chain(self, map_: Map, kind: str, entry: SourceNode, path: Steps) -> None:
        words = entry.value.split()
        hexes = [self._hex(map_, word, path, entry) for word in words]
        if len(hexes) == 1:
            self._fault("one-hex-link", path, entry.mark)
        for (a, first), (b, second) in zip(
            zip(hexes, words, strict=True), zip(hexes[1:], words[1:], strict=True), strict=False
        ):
            if a is None or b is None:
                continue
            step = b.offset_from(a)
            if step not in map_.grid.orientation.steps:
                self._fault("not-adjacent", path, entry.mark, a=first, b=second)
            else:
                map_.set_link(kind, a, map_.grid.orientation.steps.index(step))

    # --- zones, places, what is kept, waivers -----------------------------------------------------

    def _zones(self, map_: Map, zones: SourceNode) -> None:
        most = MAX_ZONE_HEXES // len(map_.grid)
        if len(zones.value) > most:
            count, hexes = len(zones.value), len(map_.grid)
            self._fault("too-many-zones", ["zones"], None, zones=count, hexes=hexes, most=most)
            return
        for name, zone in zones.value.items():
            listed, path = zone, ["zones", name]
            words: dict[str, Any] = {}
            if isinstance(zone.value, dict):
                listed, path = zone.value["hexes"], ["zones", name, "hexes"]
                words = {
                    key: zone.value[key].plain() for key in ("name", "colour") if key in zone.value
                }
            map_.zones[name] = Zone(self._hexes(map_, listed, path), **words)

    def _hexes(self, map_: Map, listed: SourceNode, path: Steps) -> Plane:
        plane = np.zeros(map_.grid.shape, np.bool_)
        for place, entry in enumerate(listed.value):
            for word in entry.value.split():
                hex_ = self._hex(map_, word, [*path, place], entry)
                if hex_ is not None:
                    plane[map_.grid.index(hex_)] = True
        return plane

    def _places(self, map_: Map, places: SourceNode) -> None:
        for place, entry in enumerate(places.value):
            at = entry.value["at"]
            hex_ = self._hex(map_, at.value, ["places", place, "at"], at)
            if hex_ is not None:
                values = entry.plain()
                map_.places.append(PlaceName(hex_, values["name"], read_name_style(values)))

    def _notes(self, map_: Map, notes: SourceNode) -> None:
        for place, entry in enumerate(notes.value):
            at = entry.value["at"]
            hex_ = self._hex(map_, at.value, ["notes", place, "at"], at)
            if hex_ is not None:
                map_.notes.append(DesignerNote(hex_, entry.value["text"].plain()))

    def _style(self, map_: Map, style: SourceNode) -> None:
        try:
            map_.style = find_map_style(style.value, self.source)
        except InvalidFileError as error:
            for problem in error.problems:
                self._list(problem)
        except UnknownStyleError as error:
            self._fault("unknown-style", ["style"], style.mark, explained=str(error))

    def _kinds(self, map_: Map, kinds: SourceNode) -> None:
        for id_, node in kinds.value.items():
            if id_ in load_catalogue().kinds:
                self._fault("kind-listed-already", ["kinds", id_], kinds.keys[id_].mark, name=id_)
                continue
            try:
                map_.kinds[id_] = read_kind(id_, node.plain())
            except ValueError as error:
                path: Steps = ["kinds", id_, "drawing"]
                self._fault("faulty-drawing", path, node.value["drawing"].mark, reason=str(error))
        self.listed = MODERN.catalogue_with(map_.kinds)

    def _kept(self, map_: Map, kept: SourceNode) -> None:
        found = []
        for program, entries in kept.value.items():
            for place, entry in enumerate(entries.value):
                path: Steps = ["kept", program, place, "at"]
                listed = entry.value["at"].value if "at" in entry.value else []
                words = [(word, node) for node in listed for word in node.value.split()]
                hexes = [self._hex(map_, word, path, node) for word, node in words]
                at = tuple(hex_ for hex_ in hexes if hex_ is not None)
                if at or not listed:
                    found.append(ForeignData(program, at, entry.value["words"].value))
        map_.kept = tuple(found)

    def _waived(self, map_: Map, waived: SourceNode) -> None:
        waivers = []
        for place, entry in enumerate(waived.value):
            path: Steps = ["waived", place, "at"]
            listed = entry.value["at"].value if "at" in entry.value else []
            hexes = [self._hex(map_, node.value, path, node) for node in listed]
            names = tuple(map_.grid.name(hex_) for hex_ in hexes if hex_ is not None)
            code, reason = entry.value["code"].value, entry.value["reason"].value
            waivers.append(Waiver(code, names, reason))
        map_.waived = tuple(waivers)

    # --- words --------------------------------------------------------------------------------

    def _hex(self, map_: Map, word: str, path: Steps, node: SourceNode) -> Hex | None:
        try:
            return map_.labels.find(word)
        except UnknownHexError as error:
            self._fault("unknown-hex", path, node.mark, explained=str(error))
            return None

    def _known(self, lies: TerrainClass, kind: str, path: Steps, mark: TextPosition) -> bool:
        known = [entry.id for entry in self.listed.of_class(lies)]
        if kind in known:
            return True
        values = {"name": kind, "known": ", ".join(known), "near": nearest_word(kind, known)}
        self._fault(f"unknown-{lies}", path, mark, **values)
        return False
