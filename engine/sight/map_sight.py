"""Sight over a map: who sees whom, from where, and why not (tank S1–S9)."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from engine.hexes.grid import Grid, OffsetParity
from engine.hexes.hex import Hex
from engine.jit import for_types_of
from engine.sight.line_trace import GrazingRule, TraceRule
from engine.sight.sight_profile import Plane, Profile, is_clear, sight_profile

if TYPE_CHECKING:
    from engine.sight.viewshed_tree import ViewshedBuffers
    from engine.sight.visible_pairs import VisiblePairs

Bools = NDArray[np.bool_]

TREE_RADIUS = 64  # up to here a viewshed within a radius uses the tree of shared lines
KERNELS = "engine.sight.ray_kernels"
LINES_BY_HAND = 2_000  # of one sight: to follow these takes no longer than to load the kernels
FLAT, EVEN, SAMPLED, TOUCHING = 1, 2, 4, 8  # what `layout` adds up; see engine.sight.ray_kernels


class Sight:
    """Lines of sight on one map.

    `eye` holds the level one sees from and is seen at, `height` the effective height of a hex on
    the line, its level and what stands on it (S2); each game says what rises. Both are int16,
    [row, column]. Writable contiguous planes are read where they lie, so that edits in place
    count at once; others are copied, and `changed` reads an edited part of them again. Reading
    the planes is all the state there is, but viewsheds share working memory: a thread that asks
    while another does needs a Sight of its own.

    The first question imports the compiled kernels (`engine.kernel_warmup` makes that quick), but
    for single lines: a program that asks for few follows them in plain Python, and does without a
    compiler and the 100 MB it takes. `sight_profile` needs none.

    >>> grid = Grid(columns=5, rows=1)
    >>> level = np.zeros(grid.shape, np.int16)
    >>> level[0, 2] = 1  # a hill between two plains
    >>> sight = Sight(grid, eye=level, height=level)
    >>> sight.sees(grid.hex(0, 0), grid.hex(4, 0))
    False
    >>> sight.viewshed(grid.hex(0, 0)).tolist()
    [[True, True, True, False, False]]
    """

    furthest: int | None = None
    """Range of sight by the rules, in hexes; None where only terrain limits it."""

    def __init__(
        self,
        grid: Grid,
        eye: NDArray[Any],
        height: NDArray[Any],
        trace: TraceRule = TraceRule.CROSSED,
        on_the_line: GrazingRule = GrazingRule.CLEAR,
    ) -> None:
        self.grid = grid
        self.trace = trace
        self.on_the_line = on_the_line
        self._sources = eye, height
        self.eye = _plane(grid, eye)
        self.height = _plane(grid, height)
        self._window: ViewshedBuffers | None = None
        self._by_hand = 0  # lines followed in plain Python
        self._layout = (
            (0 if grid.pointy else FLAT)
            + (EVEN if grid.shifted is OffsetParity.EVEN else 0)
            + (SAMPLED if trace is TraceRule.SAMPLED else 0)
            + (TOUCHING if on_the_line is GrazingRule.BLOCKED else 0)
        )

    def update_window(self, rows: slice = slice(None), columns: slice = slice(None)) -> None:
        """Reads a part of the planes again, after an edit of the arrays this Sight was made of."""
        for plane, source in zip((self.eye, self.height), self._sources, strict=True):
            if plane is not source:
                plane[rows, columns] = source[rows, columns]

    def take_over(self, part: Sight, row: int, column: int, rows: slice, columns: slice) -> None:
        """Reads these rows and columns again, from the Sight of a part of the map.

        `part` begins at a row and column of this map and holds all of them. The arrays this Sight
        was made of count no more there.
        """
        there = (
            slice(rows.start - row, rows.stop - row),
            slice(columns.start - column, columns.stop - column),
        )
        self.eye[rows, columns] = part.eye[there]
        self.height[rows, columns] = part.height[there]

    def sees(self, a: Hex, b: Hex) -> bool:
        """Return True if two hexes see each other; ValueError if one is off the map."""
        verdict = self._sees(self.eye, self.height, self._layout, a[0], a[1], b[0], b[1])
        if verdict < 0:
            self._require(a, b)
        return verdict > 0

    def sees_each(self, ends: NDArray[np.integer[Any]]) -> Bools:
        """Return True for pairs of hexes in sight; `ends` [n, 4]: row, column, row, column.

        Raises ValueError if one is off the map.
        """
        pairs = self._pairs(ends)
        clear = np.empty(len(pairs), np.bool_)
        self._rays.sees_each(self.eye, self.height, self._layout, pairs, clear)
        return clear

    def _pairs(self, ends: NDArray[np.integer[Any]]) -> NDArray[np.int64]:
        """Pairs of hexes as rows of four; ValueError when one is off the map."""
        pairs = np.ascontiguousarray(ends, np.int64).reshape(-1, 4)
        is_off = (pairs < 0) | (pairs >= np.array(self.grid.shape * 2))
        if is_off.any():
            row, column = pairs.reshape(-1, 2)[is_off.reshape(-1, 2).any(axis=1)][0]
            raise ValueError(self._off_map(f"@{column},{row}"))
        return pairs

    def viewshed(self, origin: Hex, radius: int | None = None) -> Bools:
        """Return the hexes seen from a hex, itself included, [row, column].

        Within a radius, or on the whole map. Up to radius 64 the time follows radius², beyond it
        the hexes of the map. A sampled trace goes ray by ray beyond it: radius³.
        """
        self._require(origin)
        if radius is not None and radius < 0:
            raise ValueError(f"Radius {radius} is negative. Use 0 or more hexes.")
        row, column = self.grid.index(origin)
        seen = np.zeros(self.grid.shape, np.bool_)
        place = self.eye, self.height, self._layout, row, column
        if radius is not None and radius <= TREE_RADIUS:
            self._see_near(place, radius, seen)
        else:
            reach = sum(self.grid.shape) if radius is None else min(radius, sum(self.grid.shape))
            far = self._rays.see_by_rays if self._is_sampled else self._sweep.see_by_sweep
            far(*place, reach, seen)
        return seen

    def all_pairs(self, radius: int) -> VisiblePairs:
        """Every pair of hexes at most `radius` apart, judged now; ValueError over radius 64."""
        if not 0 <= radius <= TREE_RADIUS:
            raise ValueError(f"Radius {radius} is out of range. Use 0…{TREE_RADIUS}.")
        from engine.sight.visible_pairs import all_pairs

        return all_pairs(self.grid, self.eye, self.height, self._layout, radius)

    def seen_by(self, radius: int) -> NDArray[np.int32]:
        """By how many other hexes within a radius each hex is seen; ValueError over radius 64."""
        return self.all_pairs(radius).seen_by()

    def part(self, window: tuple[slice, slice], grid: Grid) -> Sight:
        """The same of a part of the map: its rows and columns, and the grid these make."""
        planes = self.eye[window], self.height[window]
        return Sight(grid, *planes, self.trace, self.on_the_line)

    def copy(self) -> Sight:
        """The same as it is now, for another thread."""
        planes = self.eye.copy(), self.height.copy()
        return Sight(self.grid, *planes, self.trace, self.on_the_line)

    def profile(self, a: Hex, b: Hex) -> Profile:
        """The line of sight from a to b with every height on it; ValueError off the map."""
        return sight_profile(self.grid, self.eye, self.height, a, b, self.trace, self.on_the_line)

    def _see_near(
        self, place: tuple[Plane, Plane, int, int, int], radius: int, seen: Bools
    ) -> None:
        from engine.sight.line_templates import viewshed_tree

        branches = viewshed_tree(radius, self._layout)
        if self._window is None or len(self._window.eyes) != branches.width:
            self._window = self._tree.make_viewshed_buffers(branches)
        self._tree.see_by_tree(*place, branches, self._window, seen)

    @property
    def _is_sampled(self) -> bool:
        return self.trace is TraceRule.SAMPLED

    # Kernel modules bring numba along: imported at the first question that needs them.

    @cached_property
    def _sees(self) -> Callable[..., int]:
        """The kernel of one line for planes as `_plane` makes them and whole numbers.

        Until others have loaded the kernels, or many lines were asked for, plain Python instead.
        """
        if self._by_hand < LINES_BY_HAND and KERNELS not in sys.modules:
            return self._follow
        kernel: Callable[..., int] = self._rays.can_see
        ends = 0, 0, 0, 0
        return for_types_of(kernel, self.eye, self.height, self._layout, *ends)

    def _follow(
        self, eye: Plane, height: Plane, layout: int, a_q: int, a_r: int, b_q: int, b_r: int
    ) -> int:
        """Return the result of the one-line kernel, in plain Python."""
        self._by_hand += 1
        if self._by_hand >= LINES_BY_HAND or KERNELS in sys.modules:
            del self._sees  # it is looked for anew
        a, b = Hex(a_q, a_r), Hex(b_q, b_r)
        if a not in self.grid or b not in self.grid:
            return -1
        return int(is_clear(self.grid, eye, height, a, b, self.trace, self.on_the_line))

    @cached_property
    def _rays(self) -> Any:
        from engine.sight import ray_kernels

        return ray_kernels

    @cached_property
    def _sweep(self) -> Any:
        from engine.sight import viewshed_sweep

        return viewshed_sweep

    @cached_property
    def _tree(self) -> Any:
        from engine.sight import viewshed_tree

        return viewshed_tree

    def _require(self, *hexes: Hex) -> None:
        for hex_ in hexes:
            if hex_ not in self.grid:
                raise ValueError(self._off_map(self.grid.name(hex_)))

    def _off_map(self, name: str) -> str:
        return f"{name} is off the map of {self.grid.columns} × {self.grid.rows} hexes."


def _plane(grid: Grid, plane: NDArray[Any]) -> Plane:
    """A plane as the kernels read it: the array itself where it will do, or a copy."""
    if plane.shape != grid.shape:
        raise ValueError(f"The plane is {plane.shape}, but the grid is {grid.shape} [row, column].")
    if plane.dtype == np.int16 and plane.flags.c_contiguous and plane.flags.writeable:
        return plane
    if plane.dtype.kind not in "biu":
        raise ValueError(f"Levels of {plane.dtype} are not whole numbers. Round them first.")
    limits = np.iinfo(np.int16)
    if plane.size and not (limits.min <= plane.min() and plane.max() <= limits.max):
        raise ValueError(f"Levels are out of range. Use {limits.min}…{limits.max}.")
    return np.array(plane, np.int16)
