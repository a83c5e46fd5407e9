"""From shares to a map: what counts as woods, how high a level is, which roads are drawn.

Cheap enough to be done again at every move of a slider.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from engine.checks.map_checks import SETTLED
from engine.hexes.grid import Grid
from engine.hexes.hex import SIDES
from engine.map.map import (
    DEFAULT_LOOK,
    HIGHEST_LEVEL,
    LOWEST_LEVEL,
    Levels,
    Map,
    Masks,
    NameStyle,
    PlaceName,
)
from engine.map.styles import MapNameKind
from engine.map.terrain import load_catalogue
from engine.narration.number_format import format_decimal
from engine.problems import nearest_word
from engine.terrain_import.broad_rivers import RIVER, settle_rivers
from engine.terrain_import.fords import FORD, part_fords
from engine.terrain_import.hex_elevation import STATISTICS
from engine.terrain_import.hex_samples import HexSamples, NamedPlace
from engine.terrain_import.import_problems import ImportReport, import_error
from engine.terrain_import.tag_mapping import TagRule, load_tag_mapping
from engine.terrain_import.towns import TOWN, keep_towns
from engine.texts import LocalText

STEPS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 500)  # metres a level that people are used to
MAX_LEVELS, MAX_LEVELS_OF_FINE = 12, 25  # that a level height is suggested for
FINE = 100.0  # metres: on hexes up to here a level is no lower than houses and trees
HILLY, HOUSE = 60.0, 10
SYMBOLS = {
    "open": ".", "woods": "w", "settlement": "s", "lake": "~", "river": "r", "reservoir": "v",
    "pond": "p", "ocean": "o", "orchard": "a", "marsh": "m", "rough": "x", "beach": "b",
    "field": "f", "no-data": "?", "snow": "n",
}  # fmt: skip
SPUR = 2  # hexes: a lesser dead end no longer than this is left out
SPURS = ("street", "track", "path")  # the classes of dead ends that may be left out
LARGE = 200.0  # metres per hex
ROADS = (*SPURS, "highway", "road")  # those that may where they are a single link

ROAD_NUMBER_SIZE, ROAD_NUMBER_WEIGHT = 0.22, 700


@dataclass(frozen=True)
class DraftChoice:
    """The choices of a designer for a draft; each has a usual value for the area.

    `shares` changes how much of a hex a cover needs; None for one that is never drawn. `waters`,
    `links` and `places` are the classes drawn; None stands for those usual at this hex size.
    """

    title: LocalText = ""
    statistic: str = "mean"
    level_metres: float | None = None
    base_metres: float | None = None
    shares: Mapping[str, float | None] = field(default_factory=dict)
    waters: frozenset[str] | None = None
    links: frozenset[str] | None = None
    places: frozenset[str] | None = None
    labels: str = ""
    credits: str = ""  # whom the heights are owed to, where the files' names do not say it
    spur: int = SPUR

    def __post_init__(self) -> None:
        if self.statistic not in STATISTICS:
            raise import_error("no-statistic", name=self.statistic, known=", ".join(STATISTICS))
        if self.level_metres is not None and not 0.1 <= self.level_metres <= 5000:
            raise import_error("no-level", metres=format_decimal(f"{self.level_metres:g}"))
        for name, share in self.shares.items():
            _check_known(name, load_tag_mapping().cover)
            if share is not None and not 0 < share <= 1:
                raise import_error("no-share", name=name, share=format_decimal(f"{share:g}"))
        chosen = {"waters": self.waters, "links": self.links, "places": self.places}
        for part, names in chosen.items():
            for name in names or ():
                _check_known(name, getattr(load_tag_mapping(), part))

    @property
    def asked(self) -> frozenset[str]:
        """The classes of waters and roads that are asked for by name."""
        return (self.waters or frozenset()) | (self.links or frozenset())


def _check_known(name: str, table: Mapping[str, TagRule]) -> None:
    if name not in table:
        values = {"name": name, "known": ", ".join(table), "near": nearest_word(name, table)}
        raise import_error("no-cover", **values)


def suggest_levels(quantised: HexSamples, choice: DraftChoice | None = None) -> tuple[float, float]:
    """Metres a level and metres of level 0 that fit the range of an area."""
    choice = choice or DraftChoice()
    heights = quantised.relief.of(choice.statistic)
    if np.isnan(heights).all():
        return choice.level_metres or 10.0, choice.base_metres or 0.0
    low, high = float(np.nanmin(heights)), float(np.nanmax(heights))
    is_fine = quantised.frame.hex_metres <= FINE and high - low >= HILLY
    most = MAX_LEVELS_OF_FINE if is_fine else MAX_LEVELS
    steps = (step for step in STEPS if step >= HOUSE or not is_fine)
    fitting = (step for step in steps if (high - low) / step < most)
    metres = choice.level_metres or next(fitting, STEPS[-1])
    base = choice.base_metres
    return float(metres), float(np.floor(low / metres) * metres if base is None else base)


def default_classes(table: Mapping[str, TagRule], hex_metres: float) -> frozenset[str]:
    """The classes that a map with hexes of this size has."""
    return frozenset(name for name, kind in table.items() if kind.is_usual_at(hex_metres))


def draft_map(
    quantised: HexSamples, choice: DraftChoice | None = None, account: ImportReport | None = None
) -> Map:
    """The map that a choice makes of an area; the roads it leaves out are listed in the report."""
    choice = choice or DraftChoice()
    frame, grid = quantised.frame, quantised.frame.grid
    map_ = Map.blank(grid)
    map_.title = choice.title
    map_.hex_metres = float(frame.hex_metres)
    map_.label_style = frame.labels(choice.labels)
    map_.level_metres, map_.base_metres = suggest_levels(quantised, choice)
    map_.level = _levels(quantised, choice, map_.level_metres, map_.base_metres)
    size = frame.hex_metres
    named = (
        default_classes(load_tag_mapping().places, size) if choice.places is None else choice.places
    )
    waters = (
        default_classes(load_tag_mapping().waters, size) if choice.waters is None else choice.waters
    )
    chosen = _ground(quantised, choice)
    hidden = np.zeros(grid.shape, np.uint8)
    if RIVER in waters and (chosen == RIVER).any():
        bare = replace(choice, shares={**choice.shares, RIVER: None})
        hidden = settle_rivers(quantised, chosen, _ground(quantised, bare))
    if choice.shares.get(TOWN, 0) is not None:
        keep_towns(quantised, chosen, named)
    map_.grounds, map_.symbols, map_.ground = _legend(chosen)
    map_.sides = _sides(quantised, waters, _water(map_), hidden)
    wanted = named
    map_.places = [
        PlaceName(each.at, each.name, _look(each))
        for each in quantised.places
        if each.kind in wanted
    ]
    wanted = (
        default_classes(load_tag_mapping().links, size) if choice.links is None else choice.links
    )
    map_.links = _links(quantised, wanted, map_, choice.spur, account or ImportReport())
    heights_by = choice.credits or quantised.elevation_credit
    map_.credits = "; ".join(filter(None, (quantised.credits, heights_by)))
    map_.origin = import_origin_line(quantised)
    return map_


def _look(place: NamedPlace) -> NameStyle:
    """Return the style of a name: waters and road numbers along their courses."""
    match load_tag_mapping().places[place.kind].kind:
        case "relief":
            return NameStyle(MapNameKind.RELIEF)
        case "water":
            return NameStyle(MapNameKind.WATER, curve=place.curve)
        case "road":
            return NameStyle(size=ROAD_NUMBER_SIZE, weight=ROAD_NUMBER_WEIGHT, curve=place.curve)
    return DEFAULT_LOOK


def import_origin_line(quantised: HexSamples) -> str:
    """One line from which the same piece of ground can be imported again."""
    frame = quantised.frame
    turned = f", turned {frame.rotation:g}°" if frame.rotation else ""
    place = f"{frame.crs}, @0,0 at {frame.easting:.0f} E {frame.northing:.0f} N{turned}"
    return f"terrain: {', '.join(quantised.sources)} ({place})"


# --- planes ---------------------------------------------------------------------------------------


def _levels(quantised: HexSamples, choice: DraftChoice, metres: float, base: float) -> Levels:
    heights = quantised.relief.of(choice.statistic).astype(np.float64)
    if np.isnan(heights).all():
        return np.zeros(heights.shape, np.int16)
    levels = np.floor((_filled(heights, quantised.frame.grid) - base) / metres + 1e-6)
    return np.asarray(np.clip(levels, LOWEST_LEVEL, HIGHEST_LEVEL).astype(np.int16))


def _filled(heights: NDArray[np.float64], grid: Grid) -> NDArray[np.float64]:
    """Heights with the hexes that have none filled from their neighbours, ring by ring."""
    filled = heights.copy()
    while np.isnan(filled).any():
        around = np.stack([grid.neighbour_plane(filled, d, np.nan) for d in range(SIDES)])
        known = ~np.isnan(around)
        count = known.sum(axis=0)
        mean = np.where(known, around, 0).sum(axis=0) / np.maximum(count, 1)
        filled = np.where(np.isnan(filled) & (count > 0), mean, filled)
    return filled


def _ground(quantised: HexSamples, choice: DraftChoice) -> NDArray[np.object_]:
    """The ground of each hex: the first cover that has its share."""
    shape = quantised.frame.grid.shape
    chosen = np.full(shape, "open", object)
    free = np.ones(shape, np.bool_)
    for name, kind in load_tag_mapping().cover.items():
        share = choice.shares.get(name, kind.share)
        if name in quantised.cover and share is not None:
            enough = free & (_together(quantised, name) >= share)
            chosen[enough] = kind.kind
            free &= ~enough
    return chosen


def _legend(
    chosen: NDArray[np.object_],
) -> tuple[tuple[str, ...], tuple[str, ...], NDArray[np.uint8]]:
    """The legend of some ground, its signs, and the ground by its place in the legend."""
    shape = chosen.shape
    grounds = tuple(kind for kind in SYMBOLS if kind == "open" or (chosen == kind).any())
    ground = np.zeros(shape, np.uint8)
    for place, kind_ in enumerate(grounds):
        ground[chosen == kind_] = place
    return grounds, tuple(SYMBOLS[kind] for kind in grounds), ground


def _together(quantised: HexSamples, name: str) -> NDArray[np.float32]:
    """The share of a cover; houses stand on the settlement's ground and count for it too."""
    share = quantised.cover[name]
    if name == "settlement" and "buildings" in quantised.cover:
        return share + quantised.cover["buildings"]
    return share


def _water(map_: Map) -> NDArray[np.bool_]:
    known = load_catalogue()
    is_wet = np.array([known.is_water(kind) for kind in map_.grounds], np.bool_)
    return np.asarray(is_wet[map_.ground])


def _sides(
    quantised: HexSamples, wanted: Iterable[str], water: NDArray[np.bool_], hidden: Masks
) -> dict[str, Masks]:
    """The waters along hexsides, but none between two hexes of water."""
    grid = quantised.frame.grid
    inside = np.zeros(grid.shape, np.uint8)
    for direction in range(SIDES):
        both = water & grid.neighbour_plane(water, direction, 0).astype(np.bool_)
        inside |= both.astype(np.uint8) << direction
    found: dict[str, Masks] = {}
    for name, plane in quantised.waters.items():
        seen = plane & ~inside & (~hidden if name == RIVER else np.uint8(0xFF))
        if name in wanted and seen.any():
            kind = load_tag_mapping().waters[name].kind
            found[kind] = found.get(kind, np.zeros_like(plane)) | seen
    return found


# --- links ----------------------------------------------------------------------------------------


def _links(
    quantised: HexSamples, wanted: Iterable[str], map_: Map, spur: int, account: ImportReport
) -> dict[str, Masks]:
    """The links of the classes wanted, without their short dead ends."""
    chosen = {name: plane.copy() for name, plane in quantised.links.items() if name in wanted}
    fords = {name: chosen.pop(name) for name in (FORD,) if name in chosen}
    account.note("spurs", _cut_spurs(chosen, map_, spur))
    chosen = part_fords({**chosen, **fords})
    found: dict[str, Masks] = {}
    for name, plane in chosen.items():
        if plane.any():
            kind = load_tag_mapping().links[name].kind
            found[kind] = found.get(kind, np.zeros_like(plane)) | plane
    return found


def _cut_spurs(links: dict[str, Masks], map_: Map, spur: int) -> int:
    """Take away dead ends of a single link, and lesser ones a little longer; how many."""
    cut = 0
    grid = map_.grid
    union = np.zeros(grid.shape, np.uint8)
    for plane in links.values():
        union |= plane
    kept = np.array([kind in SETTLED for kind in map_.grounds], np.bool_)[map_.ground]
    kept = kept | _rim(grid) | _water(map_)
    for place in map_.places:
        if place.look == DEFAULT_LOOK:  # where people live
            kept[grid.index(place.at)] = True
    ends = (np.bitwise_count(union) == 1) & ~kept
    for row, column in np.argwhere(ends).tolist():
        walk = _dead_end(union, grid, (row, column), spur, kept)
        # Beside a road laid on another's hexes the place where a third one met it sticks out.
        # On large hexes the way on from a greater road's end is one that the map has not.
        classes = SPURS if len(walk) > 2 and map_.hex_metres < LARGE else ROADS
        if len(walk) > 1 and all(_is_one_of(classes, links, grid, a, b) for a, b in pairwise(walk)):
            cut += 1
            for a, b in pairwise(walk):
                _unlink(links, union, grid, a, b)
    return cut


Cell = tuple[int, int]


def _rim(grid: Grid) -> NDArray[np.bool_]:
    rim = np.zeros(grid.shape, np.bool_)
    rim[[0, -1], :] = True
    rim[:, [0, -1]] = True
    return rim


def _dead_end(
    union: Masks, grid: Grid, cell: Cell, most: int, kept: NDArray[np.bool_]
) -> list[Cell]:
    """The hexes from an end to the junction it hangs on; only the end if that is too far."""
    walk, before = [cell], -1
    while len(walk) <= most + 1:
        ways = [d for d in range(SIDES) if union[walk[-1]] >> d & 1 and d != before]
        if len(walk) > 1 and (len(ways) != 1 or kept[walk[-1]]):
            return walk if len(walk) - 1 <= most else [cell]
        if not ways:
            return [cell]
        there = grid.index(grid.neighbour(grid.hex(walk[-1][1], walk[-1][0]), ways[0]))
        before = (ways[0] + SIDES // 2) % SIDES
        walk.append(there)
    return [cell]


def _is_one_of(
    classes: Collection[str], links: Mapping[str, Masks], grid: Grid, a: Cell, b: Cell
) -> bool:
    direction = grid.direction(grid.hex(a[1], a[0]), grid.hex(b[1], b[0]))
    held = [name for name, plane in links.items() if plane[a] >> direction & 1]
    return all(name in classes for name in held)


def _unlink(links: dict[str, Masks], union: Masks, grid: Grid, a: Cell, b: Cell) -> None:
    direction = grid.direction(grid.hex(a[1], a[0]), grid.hex(b[1], b[0]))
    there = (direction + SIDES // 2) % SIDES
    for plane in (*links.values(), union):
        plane[a] &= np.uint8(0xFF & ~(1 << direction))
        plane[b] &= np.uint8(0xFF & ~(1 << there))
