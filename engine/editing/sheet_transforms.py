"""The sheet as a whole made larger, smaller, or the other way round: new maps from a map."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.editing.edits import OPPOSITE, MaskGroup
from engine.editing.isometries import permute_masks
from engine.hexes.flat_index import Indices
from engine.hexes.grid import Grid, OffsetParity
from engine.hexes.hex import SIDES, Hex
from engine.hexes.labels import ColumnRow, KmSquare, LabelStyle, LetterNumber
from engine.hexes.printed_labels import PrintedLabels
from engine.interchange.georeference import mirrored_origin, origin_of_cut_sheet
from engine.map.map import ForeignData, Map, Masks, PlaceName, Plane

ROWS, COLUMNS = 0, 1  # the axes of a plane
# Metres of a corner are kept to the millionth, so that a map cropped and extended is itself again.
DECIMALS = 6


# --- another size ---------------------------------------------------------------------------------


class Margins(NamedTuple):
    """So many more columns and rows on each side of a sheet; fewer, where negative."""

    left: int = 0
    top: int = 0
    right: int = 0
    bottom: int = 0

    @classmethod
    def to_fit(cls, grid: Grid, hexes: Indices) -> Margins:
        """Those of the smallest sheet that holds all of some hexes (flat indices, one at least)."""
        rows, columns = np.divmod(hexes, grid.columns)
        return cls(
            -int(columns.min()),
            -int(rows.min()),
            int(columns.max()) - grid.columns + 1,
            int(rows.max()) - grid.rows + 1,
        )

    def size(self, grid: Grid) -> tuple[int, int]:
        """Columns and rows of the sheet then; below 1 where nothing is left."""
        return grid.columns + self.left + self.right, grid.rows + self.top + self.bottom

    def kept(self, grid: Grid) -> tuple[slice, slice]:
        """The rows and columns of the sheet as it is that will still be there."""
        rows = slice(max(-self.top, 0), max(grid.rows + min(self.bottom, 0), 0))
        columns = slice(max(-self.left, 0), max(grid.columns + min(self.right, 0), 0))
        return rows, columns


def blank_extended_sheet(map_: Map, margins: Margins) -> Map:
    """An empty sheet of the size and with the labels that `extend_map` would give the map."""
    grid = _window_grid(map_.grid, -margins.left, -margins.top, *margins.size(map_.grid))
    sheet = Map.blank(grid)
    sheet.hex_metres = map_.hex_metres
    sheet.label_style = _move_labels(map_, grid, -margins.left, -margins.top)
    return sheet


class SheetLosses(NamedTuple):
    """The contents that a smaller sheet cuts off.

    Hexes, and how many of them hold more than bare ground; the places; the zones, each with the
    number of its hexes that are cut off and of all its hexes.
    """

    hexes: int
    filled: int
    places: tuple[PlaceName, ...]
    zones: dict[str, tuple[int, int]]


class SheetContents:
    """The contents of a sheet, indexed once to find the losses of each smaller one."""

    def __init__(self, map_: Map) -> None:
        self._map = map_
        filled = map_.ground.astype(np.bool_) | map_.level.astype(np.bool_)
        for plane in (*map_.sides.values(), *map_.links.values()):
            filled |= plane.astype(np.bool_)
        for zone in map_.zones.values():
            filled |= zone.hexes
        self._filled: Plane = filled

    def losses(self, margins: Margins) -> SheetLosses:
        """Return the losses of a sheet with these margins."""
        grid, kept = self._map.grid, margins.kept(self._map.grid)
        zones = {name: _count_lost(zone.hexes, kept) for name, zone in self._map.zones.items()}
        rows, columns = (range(part.start, part.stop) for part in kept)
        at = [(place, grid.column_row(place.at)) for place in self._map.places]
        return SheetLosses(
            len(grid) - len(rows) * len(columns),
            _count_lost(self._filled, kept)[0],
            tuple(place for place, (c, r) in at if c not in columns or r not in rows),
            {name: counts for name, counts in zones.items() if counts[0]},
        )


def _count_lost(plane: Plane, kept: tuple[slice, slice]) -> tuple[int, int]:
    """Return how many hexes of a plane are outside the kept part, and how many there are."""
    every = int(np.count_nonzero(plane))
    return every - int(np.count_nonzero(plane[kept])), every


def crop_map(map_: Map, left: int, top: int, columns: int, rows: int) -> Map:
    """The sheet of `columns` × `rows` whose corner is the map's hex in column `left`, row `top`.

    Both may be negative and the sheet larger than the map: what it gains has the legend's first
    ground and the level of the nearest hex. Hexes keep their printed labels as far as the label
    style lets them.
    """
    grid = _window_grid(map_.grid, left, top, columns, rows)
    cut = _Cut(map_.grid, grid, left, top)
    new = replace(
        map_,
        grid=grid,
        level=cut.stretched(map_.level),
        ground=cut.filled(map_.ground),
        sides={k: _consistent(grid, cut.filled(p), MaskGroup.SIDES) for k, p in map_.sides.items()},
        links={k: _consistent(grid, cut.filled(p), MaskGroup.LINKS) for k, p in map_.links.items()},
        zones={k: replace(z, hexes=cut.filled(z.hexes)) for k, z in map_.zones.items()},
        label_style=_move_labels(map_, grid, left, top),
        origin=origin_of_cut_sheet(map_, map_.grid.hex(left, top)),
    )
    return _with_hexes_moved(new, map_, cut.hex)


def resize_map(map_: Map, columns: int, rows: int) -> Map:
    """The map with columns and rows added or taken away at the right and below."""
    return crop_map(map_, 0, 0, columns, rows)


def extend_map(map_: Map, left: int = 0, top: int = 0, right: int = 0, bottom: int = 0) -> Map:
    """The map with so many more columns and rows on each side; fewer, where negative."""
    grid = map_.grid
    return crop_map(map_, -left, -top, grid.columns + left + right, grid.rows + top + bottom)


def _window_grid(grid: Grid, left: int, top: int, columns: int, rows: int) -> Grid:
    """A corner an odd number of lines away changes which lines are shifted."""
    if columns < 1 or rows < 1:
        raise ValueError(f"A map of {columns} × {rows} has no hexes. Keep at least one.")
    skipped = top if grid.pointy else left
    return Grid(columns, rows, grid.orientation, _shift(grid.shift(skipped)))


def _shift(first_line: int) -> OffsetParity:
    return OffsetParity.EVEN if first_line else OffsetParity.ODD


class _Cut:
    """A mapping of the entries of a plane over one grid to a plane over another."""

    def __init__(self, old: Grid, new: Grid, left: int, top: int) -> None:
        self.old, self.new, self.left, self.top = old, new, left, top

    def hex(self, hex_: Hex) -> Hex:
        """A hex of the old map on the new one, or off it."""
        column, row = self.old.column_row(hex_)
        return self.new.hex(column - self.left, row - self.top)

    def filled(self, plane: NDArray[Any]) -> NDArray[Any]:
        """The plane with nothing where the old map does not reach."""
        result = np.zeros(self.new.shape, plane.dtype)
        rows = slice(max(self.top, 0), max(min(self.old.rows, self.top + self.new.rows), 0))
        columns = slice(
            max(self.left, 0), max(min(self.old.columns, self.left + self.new.columns), 0)
        )
        kept = plane[rows, columns]
        down, right = max(-self.top, 0), max(-self.left, 0)
        result[down : down + kept.shape[0], right : right + kept.shape[1]] = kept
        return result

    def stretched(self, plane: NDArray[np.int16]) -> NDArray[np.int16]:
        """The plane with the nearest entry where the old map does not reach."""
        rows = np.clip(np.arange(self.new.rows) + self.top, 0, self.old.rows - 1)
        columns = np.clip(np.arange(self.new.columns) + self.left, 0, self.old.columns - 1)
        return np.ascontiguousarray(plane[np.ix_(rows, columns)])


def _consistent(grid: Grid, plane: Masks, group: MaskGroup) -> Masks:
    """The plane with each bit on both sides, and no links that lead off the map."""
    result = plane.copy()
    on_map = np.ones(grid.shape, np.uint8)
    for direction, opposite in enumerate(OPPOSITE):
        beyond = grid.neighbour_plane(plane, direction, 0) >> opposite & 1
        result |= (beyond << direction).astype(np.uint8)
        if group is MaskGroup.LINKS:
            near = grid.neighbour_plane(on_map, direction, 0)
            result &= ~((1 - near) << direction).astype(np.uint8)
    return result


def _move_labels(map_: Map, new: Grid, left: int, top: int) -> LabelStyle:
    """The label style that gives the hexes of a window the labels they had."""
    grid, style = map_.grid, map_.label_style
    match style:
        case ColumnRow():
            return replace(
                style,
                first_column=_count_on(style.first_column, left, 0),
                first_row=_count_on(style.first_row, top, 0),
            )
        case LetterNumber():
            lettered, numbered = (left, top) if style.letters == "columns" else (top, left)
            return replace(
                style,
                first_letter=_count_on(style.first_letter, lettered, 1),
                first_number=_count_on(style.first_number, numbered, 0),
            )
        case PrintedLabels():
            return _move_printed_labels(style, grid, new, (left, top))
        case KmSquare():
            x, y = grid.lattice(grid.hex(left, top))
            x0, y0 = grid.lattice(grid.hex(0, 0))
            across, down = grid.scale(map_.hex_metres)
            north, east = style.northing - (y - y0) * down, style.easting + (x - x0) * across
            return KmSquare(round(north, DECIMALS), round(east, DECIMALS))
    return style


def _move_printed_labels(
    style: PrintedLabels, was: Grid, new: Grid, corner: tuple[int, int]
) -> PrintedLabels:
    """Printed labels that hexes keep, where their counts have no gap before the first."""
    hex_ = was.hex(*corner)
    meant = [style.count(was, hex_, axis) for axis in (0, 1)]
    now = [style.count(new, new.hex(0, 0), axis) for axis in (0, 1)]
    columns, rows = (then - here for then, here in zip(meant, now, strict=True))
    return replace(
        style,
        first_column=_count_on(style.first_column, columns, int(style.columns != "numbers")),
        first_row=_count_on(style.first_row, rows, int(style.rows != "numbers")),
    )


def _count_on(first: int, skipped: int, least: int) -> int:
    """Return the first number that lets hexes keep their labels; `first` if there is none."""
    return first + skipped if first + skipped >= least else first


# --- the other way round --------------------------------------------------------------------------


def flipped_left_right(map_: Map) -> Map:
    """The map as in a mirror beside it."""
    return _flipped(map_, (COLUMNS,))


def flipped_top_bottom(map_: Map) -> Map:
    """The map as in a mirror above it."""
    return _flipped(map_, (ROWS,))


def rotated_180(map_: Map) -> Map:
    """The map upside down."""
    return _flipped(map_, (ROWS, COLUMNS))


def _flipped(map_: Map, axes: tuple[int, ...]) -> Map:
    """The map with its planes reversed along axes, and every direction with them."""
    old = map_.grid
    grid = replace(old, shifted=_shift(_first_line_after(old, axes)))
    turned = [_direction_after(old, direction, axes) for direction in range(SIDES)]

    def flip(plane: NDArray[Any]) -> NDArray[Any]:
        return np.ascontiguousarray(np.flip(plane, axes))

    def moved(hex_: Hex) -> Hex:
        column, row = old.column_row(hex_)
        return grid.hex(
            old.columns - 1 - column if COLUMNS in axes else column,
            old.rows - 1 - row if ROWS in axes else row,
        )

    loose = replace(map_, places=[p._replace(look=p.look.without_position()) for p in map_.places])
    new = replace(
        map_,
        grid=grid,
        level=flip(map_.level),
        ground=flip(map_.ground),
        sides={kind: permute_masks(flip(plane), turned) for kind, plane in map_.sides.items()},
        links={kind: permute_masks(flip(plane), turned) for kind, plane in map_.links.items()},
        zones={name: replace(zone, hexes=flip(zone.hexes)) for name, zone in map_.zones.items()},
        origin=_origin_after(map_, axes),
    )
    return _with_hexes_moved(new, loose, moved)


def _origin_after(map_: Map, axes: tuple[int, ...]) -> str:
    """Return the map's position on the Earth: turned by half a circle, or none in a mirror."""
    if len(axes) < 2:
        return mirrored_origin(map_.origin)
    last = map_.grid.hex(map_.grid.columns - 1, map_.grid.rows - 1)
    return origin_of_cut_sheet(map_, last, turned=180.0)


def _first_line_after(grid: Grid, axes: tuple[int, ...]) -> int:
    """The shift of the first line: of the last one that was, turned round if lines are reversed."""
    across, along = (ROWS, COLUMNS) if grid.pointy else (COLUMNS, ROWS)
    lines = grid.rows if grid.pointy else grid.columns
    return grid.shift(lines - 1 if across in axes else 0) ^ (along in axes)


def _direction_after(grid: Grid, direction: int, axes: tuple[int, ...]) -> int:
    """Return a direction in the mirror: 0 is E on a pointy-top grid, N on a flat-top one."""
    across = ROWS if grid.pointy else COLUMNS
    if across in axes:
        direction = -direction
    if len(axes) > (across in axes):
        direction = SIDES // 2 - direction
    return direction % SIDES


def _with_hexes_moved(new: Map, old: Map, moved: Callable[[Hex], Hex]) -> Map:
    """The new map with what the old one says of single hexes, where they now are."""
    places = (place._replace(at=moved(place.at)) for place in old.places)
    notes = [note._replace(at=moved(note.at)) for note in old.notes]
    waived = []
    for waiver in old.waived:
        hexes = [moved(old.labels.find(name)) for name in waiver.at]
        names = tuple(new.grid.name(hex_) for hex_ in hexes if hex_ in new.grid)
        if names or not waiver.at:  # one without hexes would now hold everywhere
            waived.append(waiver._replace(at=names))
    return replace(
        new,
        places=[place for place in places if place.at in new.grid],
        notes=[note for note in notes if note.at in new.grid],
        kept=tuple(_keep_where_moved(new, old, moved)),
        waived=tuple(waived),
    )


def _keep_where_moved(new: Map, old: Map, moved: Callable[[Hex], Hex]) -> Iterator[ForeignData]:
    for kept in old.kept:
        at = tuple(there for there in map(moved, kept.at) if there in new.grid)
        if at or not kept.at:
            yield kept._replace(at=at)
