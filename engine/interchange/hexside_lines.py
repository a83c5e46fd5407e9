"""Hexsides as lines through the corners of hexes, and back from such lines to hexsides."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise

from engine.hexes.grid import Grid, Orientation
from engine.hexes.hex import SIDES, Hex, line
from engine.interchange.import_result import Losses
from engine.map.map import Map, Masks
from engine.movement.network_topology import Corner

Point = tuple[float, float]
MAX_STEPS = 2_000_000  # of lines followed from hex to hex, or along hexsides


def lattice_corner(grid: Grid, hex_: Hex, place: int) -> Corner:
    """A corner of a hex on the grid's integer lattice; side d runs from corner d to d + 1."""
    x, y = grid.lattice(hex_)
    dx, dy = grid.orientation.corners[place % SIDES]
    return x + dx, y + dy


def side_lines(grid: Grid, masks: Masks) -> Iterator[list[Corner]]:
    """Hexside features as few long lines of corners, every hexside in one of them once."""
    left: dict[Corner, list[Corner]] = {}
    for one, other in _sides(grid, masks):
        left.setdefault(one, []).append(other)
        left.setdefault(other, []).append(one)
    starts = [at for at in left if len(left[at]) % 2] + list(left)
    for start in starts:
        while left[start]:
            line = [start]
            while left[line[-1]]:
                there = left[line[-1]].pop()
                left[there].remove(line[-1])
                line.append(there)
            yield line


def _sides(grid: Grid, masks: Masks) -> Iterator[tuple[Corner, Corner]]:
    """The two corners of every hexside that carries a feature, each hexside once."""
    rows, columns = masks.nonzero()
    for row, column in zip(rows.tolist(), columns.tolist(), strict=True):
        hex_ = grid.hex(column, row)
        for direction in range(SIDES):
            is_told = direction >= SIDES // 2 and grid.neighbour(hex_, direction) in grid
            if masks[row, column] >> direction & 1 and not is_told:
                yield (
                    lattice_corner(grid, hex_, direction),
                    lattice_corner(grid, hex_, direction + 1),
                )


def hex_near(grid: Grid, point: Point) -> Hex:
    """The hex that holds a point of the lattice, also off the map."""
    return grid.hex_at(*grid.page(*point))


def corner_near(grid: Grid, point: Point) -> Corner:
    """The corner of a hex nearest to a point of the lattice."""
    hex_ = hex_near(grid, point)
    corners = [lattice_corner(grid, hex_, place) for place in range(SIDES)]
    across, down = grid.scale(1.0)
    return min(
        corners,
        key=lambda at: ((at[0] - point[0]) * across) ** 2 + ((at[1] - point[1]) * down) ** 2,
    )


@cache
def _steps(orientation: Orientation) -> set[Corner]:
    """The ways from one corner of a hex to the next."""
    corners = [orientation.corners[place % SIDES] for place in range(SIDES + 1)]
    ways = {(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(corners)}
    return ways | {(-x, -y) for x, y in ways}


def side_between(grid: Grid, one: Corner, other: Corner) -> tuple[Hex, int] | None:
    """The hexside that joins two corners, named from a hex of the map; None where none does."""
    if (other[0] - one[0], other[1] - one[1]) not in _steps(grid.orientation):
        return None
    hex_ = hex_near(grid, ((one[0] + other[0]) / 2, (one[1] + other[1]) / 2))
    for near in (hex_, *(grid.neighbour(hex_, direction) for direction in range(SIDES))):
        if near in grid:
            for direction in range(SIDES):
                ends = {
                    lattice_corner(grid, near, direction),
                    lattice_corner(grid, near, direction + 1),
                }
                if ends == {one, other}:
                    return near, direction
    return None


class DrawnLineTracer:
    """A tracer of drawn lines on a map: links from hex to hex, features along hexsides."""

    def __init__(self, map_: Map, losses: Losses) -> None:
        self.map, self.losses, self.steps = map_, losses, 0

    def lay_links(self, kind: str, points: Sequence[Point]) -> None:
        """A chain through the hexes of points, straight where a line passes over several."""
        grid = self.map.grid
        for a, b in pairwise(hex_near(grid, point) for point in points):
            if a not in grid or b not in grid or self.steps > MAX_STEPS:
                self.losses.add("tiled-line-off", kind)
                continue
            way = line(a, b)
            self.steps += len(way)
            for here, there in pairwise(way):
                if here in grid and there in grid:
                    self.map.set_link(kind, here, grid.direction(here, there))

    def lay_sides(self, kind: str, points: Sequence[Point]) -> None:
        """Hexsides from corner to corner, each the nearest to a point."""
        for a, b in pairwise(corner_near(self.map.grid, point) for point in points):
            self.steps += 1
            if self.steps > MAX_STEPS:
                self.losses.add("tiled-side-off", kind)
                return
            side = side_between(self.map.grid, a, b)
            if side is None:
                self.losses.add("tiled-side-off", kind)
            else:
                self.map.set_side(kind, *side)
