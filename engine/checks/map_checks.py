"""The warnings about a map that can be read, one check function each.

A designer who accepts a finding waives it in the file, with a reason: ``waived: [{code: dangling-
link, at: ["@3,4"], reason: the track ends at a quarry}]``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, islice

import numpy as np
from numpy.typing import NDArray

from engine.checks.waivers import apply_waivers
from engine.files.map_layer_text import side_groups
from engine.files.source_text import ParsedSource, SourceNode
from engine.hexes.hex import SIDES, Hex, HexSide
from engine.map.map import Map, Masks, Plane
from engine.map.styles import MODERN
from engine.map.terrain import load_catalogue
from engine.movement.connected_components import label_regions
from engine.movement.network_topology import (
    HexsideLineEnd,
    HexsideLinePart,
    find_bridges,
    side_network,
)
from engine.problems import MAX_LISTED, MORE, Problem, Severity, TextPosition
from engine.texts import localised

# Grounds at which a road has arrived.
SETTLED = frozenset({"pavement", "settlement", "city", "building"})


def check_map(map_: Map, source: ParsedSource) -> list[Problem]:
    """Every warning about a map that its designer has not waived."""
    sheet = _Sheet(map_, source)
    found = [problem for check in CHECKS for problem in _first(sheet, check)]
    return list(apply_waivers(found, map_.waived, source, WARNINGS))


def _first(sheet: _Sheet, check: _Check) -> list[Problem]:
    """Return the findings of one check, up to the number that is listed."""
    found = list(islice(check(sheet), MAX_LISTED + 1))
    if len(found) > MAX_LISTED:
        found[-1] = replace(found[-1], code=MORE, at=(), values={"most": MAX_LISTED})
    return found


@dataclass
class _Sheet:
    """The map under the lamp, with what several checks ask."""

    map: Map
    source: ParsedSource

    def __post_init__(self) -> None:
        grid, known = self.map.grid, MODERN.catalogue_with(self.map.kinds)
        self.wet = {kind for kind in self.map.grounds if known.is_water(kind)}
        is_wet = np.array([kind in self.wet for kind in self.map.grounds], np.bool_)
        self.water: Plane = is_wet[self.map.ground]
        inside = np.ones(grid.shape, np.uint8)
        self.off_map: Masks = np.zeros(grid.shape, np.uint8)
        for direction in range(SIDES):
            self.off_map |= (grid.neighbour_plane(inside, direction, 0) == 0).astype(
                np.uint8
            ) << direction
        self._sides: dict[str, dict[HexSide, TextPosition]] = {}
        self._entries: dict[tuple[str | int, ...], dict[str, TextPosition]] = {}
        self.linked: Masks = _all(self.map.links, grid.shape)
        # A road may go on as a track or a bridge: every kind of link together is one network.
        self.bridges = find_bridges(replace(self.map, links={"": self.linked}), "", self.wet)

    def warning(
        self, code: str, path: Sequence[str | int], hexes: Sequence[Hex] = (), **values: object
    ) -> Problem:
        """A warning at some hexes, marked where the file speaks of the first of them.

        Of a hexside the first two hexes are the two beside it.
        """
        labels = self.map.labels
        said = {
            name: labels.label(value) if isinstance(value, Hex) else value
            for name, value in values.items()
        }
        mark = self._entry(path, hexes) if hexes else None
        at = tuple(self.map.grid.name(hex_) for hex_ in hexes)
        where = ", ".join(labels.label(hex_) for hex_ in hexes[:3])
        return self.source.problem(
            code, path, said, mark=mark, at=at, where=where, severity=Severity.WARNING
        )

    def _entry(self, path: Sequence[str | int], hexes: Sequence[Hex]) -> TextPosition | None:
        """Return the position at which the list at a path first names a hexside or a hex."""
        key, hex_ = tuple(path), hexes[0]
        if path[0] == "sides" and len(hexes) > 1:
            return self._side_marks(str(path[1])).get(HexSide(hexes[0], hexes[1]))
        if key not in self._entries:
            self._entries[key] = _entries(self.source.root.at(path))
        names = self.map.grid.name(hex_), self.map.labels.label(hex_)
        marks = [self._entries[key][name] for name in names if name in self._entries[key]]
        return min(marks, default=None)

    def _side_marks(self, kind: str) -> dict[HexSide, TextPosition]:
        """Return the position at which the file first names each hexside of a kind."""
        if kind in self._sides:
            return self._sides[kind]
        grid = self.map.grid
        marks = self._sides[kind] = dict[HexSide, TextPosition]()
        for entry in self.source.root.at(["sides", kind]).value:
            for at, directions in side_groups(entry.value):
                hex_ = self.map.labels.find(at)
                for name in directions:
                    side = grid.side(hex_, grid.orientation.directions.index(name))
                    marks.setdefault(side, entry.mark)
        return marks

    def hexes(self, plane: Plane) -> Iterator[Hex]:
        """The hexes of a plane, row by row."""
        return (self.map.grid.hex(column, row) for row, column in np.argwhere(plane).tolist())


def _all(masks: dict[str, Masks], shape: tuple[int, int]) -> Masks:
    union = np.zeros(shape, np.uint8)
    for plane in masks.values():
        union |= plane
    return union


def _entries(node: SourceNode) -> dict[str, TextPosition]:
    """Every word of a list of texts, with where it first stands."""
    marks: dict[str, TextPosition] = {}
    for entry in node.value if isinstance(node.value, list) else ():
        if isinstance(entry.value, str):
            for word in entry.value.upper().split():
                marks.setdefault(word, entry.mark)
    return marks


def _name(kind: str) -> str:
    return localised(load_catalogue().name(kind)).lower()


def _count(masks: Masks) -> Masks:
    return np.bitwise_count(masks)


# --- links ----------------------------------------------------------------------------------------


def _dangling_links(sheet: _Sheet) -> Iterator[Problem]:
    """Ends of roads that lead neither off the map nor to anywhere."""
    settled = np.array([kind in SETTLED for kind in sheet.map.grounds], np.bool_)[sheet.map.ground]
    ends = (_count(sheet.linked) == 1) & (sheet.off_map == 0) & ~settled & ~sheet.water
    for place in sheet.map.places:
        ends[sheet.map.grid.index(place.at)] = False
    for hex_ in sheet.hexes(ends):
        kind = _link_at(sheet.map, hex_)
        yield sheet.warning("dangling-link", ["links", kind], [hex_], kind=_name(kind), hex=hex_)


def _roads_into_water(sheet: _Sheet) -> Iterator[Problem]:
    """Roads that end in the water, and bridges with land at one end only."""
    for bridge in sheet.bridges:
        if not bridge.is_complete:
            code = "road-into-water" if len(bridge.hexes) == 1 else "bridge-without-banks"
            hex_ = (bridge.ends or bridge.hexes)[0]
            kind = _link_at(sheet.map, hex_)
            yield sheet.warning(code, ["links", kind], [hex_], kind=_name(kind), hex=hex_)


def _link_at(map_: Map, hex_: Hex) -> str:
    return next(kind for kind, masks in map_.links.items() if masks[map_.grid.index(hex_)])


# --- hexsides -------------------------------------------------------------------------------------


def _sides_at_the_edge(sheet: _Sheet) -> Iterator[Problem]:
    """Features on the outer edge, where nothing crosses."""
    for kind, masks in sheet.map.sides.items():
        for hex_ in sheet.hexes((masks & sheet.off_map) > 0):
            yield sheet.warning("side-at-edge", ["sides", kind], [hex_], kind=_name(kind), hex=hex_)


def _streams_in_lakes(sheet: _Sheet) -> Iterator[Problem]:
    """Water lines between two hexes of water."""
    grid = sheet.map.grid
    for kind, masks in _water_lines(sheet.map):
        for direction in range(SIDES // 2):
            both = sheet.water & grid.neighbour_plane(sheet.water, direction, 0)
            for hex_ in sheet.hexes(both & (masks >> direction & 1).astype(np.bool_)):
                pair = [hex_, grid.neighbour(hex_, direction)]
                names = {"kind": _name(kind), "hex": pair[0], "other": pair[1]}
                yield sheet.warning("stream-in-lake", ["sides", kind], pair, **names)


def _streams_from_nowhere(sheet: _Sheet) -> Iterator[Problem]:
    """Water lines that end inland at a place where no water rises."""
    lines = dict(_water_lines(sheet.map))
    together = replace(sheet.map, sides={"": _all(lines, sheet.map.grid.shape)})
    for part in side_network(together, "", sheet.wet).parts:
        for end in part.ends:
            if not _is_spring(sheet.map, part, end):
                kind, pair = _last_side(sheet.map, lines, end)
                hexes = [*pair, *(hex_ for hex_ in end.hexes if hex_ not in pair)]
                values = {"kind": _name(kind), "hex": hexes[0]}
                yield sheet.warning("stream-starts-nowhere", ["sides", kind], hexes, **values)


def _is_spring(map_: Map, part: HexsideLinePart, end: HexsideLineEnd) -> bool:
    """Return True if a stream may rise at an end: it drains, and this is not its lowest end.

    A stream that is level throughout may have one spring.
    """
    level = min(int(map_.level[map_.grid.index(hex_)]) for hex_ in end.hexes)
    is_level = part.lowest == part.highest
    return part.is_drained and (len(part.ends) == 1 if is_level else level > part.lowest)


def _last_side(
    map_: Map, lines: dict[str, Masks], end: HexsideLineEnd
) -> tuple[str, tuple[Hex, Hex]]:
    """The kind of the one hexside that ends in a corner, and the hexes beside it."""
    return next(
        (kind, (a, b))
        for kind, masks in lines.items()
        for a, b in combinations(end.hexes, 2)
        if int(masks[map_.grid.index(a)]) >> map_.grid.direction(a, b) & 1
    )


def _water_lines(map_: Map) -> Iterator[tuple[str, Masks]]:
    known = load_catalogue()
    return ((kind, masks) for kind, masks in map_.sides.items() if known.is_water(kind))


# --- areas ----------------------------------------------------------------------------------------


def _cut_off(sheet: _Sheet) -> Iterator[Problem]:
    """Land shut in by water, and zones that lie wholly in it."""
    if not sheet.water.any() or sheet.water.all():
        return
    numbers = _land(sheet)
    locked = _locked_regions(sheet, numbers)
    present, where, counts = np.unique(numbers, return_index=True, return_counts=True)
    for number, place, count in zip(present.tolist(), where.tolist(), counts.tolist(), strict=True):
        if number not in locked:
            continue
        row, column = divmod(place, sheet.map.grid.columns)
        first = sheet.map.grid.hex(column, row)
        values = {"count": count, "hex": first}
        yield sheet.warning("locked-ground", ["layers", "ground"], [first], **values)
    for name, zone in sheet.map.zones.items():
        if zone.hexes.any() and set(numbers[zone.hexes].tolist()) <= locked:
            first = next(sheet.hexes(zone.hexes))
            yield sheet.warning("unreachable-zone", ["zones", name], [first], zone=name)


def _land(sheet: _Sheet) -> NDArray[np.int32]:
    """The regions of land, joined by bridges; -1 in the water."""
    joined = [(bridge.banks[0], bank) for bridge in sheet.bridges for bank in bridge.banks[1:]]
    return label_regions(sheet.map.grid, ~sheet.water, joined)


def _locked_regions(sheet: _Sheet, numbers: NDArray[np.int32]) -> set[int]:
    """The regions that neither are the largest nor reach the map's edge."""
    every = set(range(int(numbers.max()) + 1))
    largest = int(np.bincount(numbers[numbers >= 0]).argmax())
    edge = set(numbers[sheet.off_map > 0].tolist())
    leaving = [bank for bridge in sheet.bridges if bridge.is_at_edge for bank in bridge.banks]
    return every - {largest} - edge - {int(numbers[sheet.map.grid.index(bank)]) for bank in leaving}


def _empty_zones(sheet: _Sheet) -> Iterator[Problem]:
    for name, zone in sheet.map.zones.items():
        if not zone.hexes.any():
            yield sheet.warning("empty-zone", ["zones", name], zone=name)


def _missing_credits(sheet: _Sheet) -> Iterator[Problem]:
    if sheet.map.origin.strip() and not sheet.map.credits.strip():
        yield sheet.warning("no-credits", ["origin"], origin=sheet.map.origin)


_Check = Callable[[_Sheet], Iterator[Problem]]
CHECKS: tuple[_Check, ...] = (
    _dangling_links,
    _roads_into_water,
    _sides_at_the_edge,
    _streams_in_lakes,
    _streams_from_nowhere,
    _cut_off,
    _empty_zones,
    _missing_credits,
)
WARNINGS = frozenset({
    "dangling-link", "road-into-water", "bridge-without-banks", "side-at-edge", "stream-in-lake",
    "stream-starts-nowhere", "locked-ground", "unreachable-zone", "empty-zone", "no-credits",
})  # fmt: skip
