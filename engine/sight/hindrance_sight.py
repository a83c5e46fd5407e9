"""Sight that adds up what lines pass: visibility, and hindrance from each hex."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache, partial
from itertools import product
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from engine.hexes.grid import Grid
from engine.hexes.hex import SIDES, Hex, HexSide, distance
from engine.map.board import Board
from engine.map.map import Map
from engine.sight.hindrance_profile import HindranceProfile, fold_profile
from engine.sight.hindrance_rules import (
    NO_SIDE,
    OPEN,
    AlongHexsideRule,
    HexEffect,
    HexsideEffect,
    HindranceRules,
    PassedFeature,
    judge_line,
)
from engine.sight.line_trace import TraceRule
from engine.sight.map_sight import TREE_RADIUS, Bools, Sight
from engine.sight.sight_profile import Plane

if TYPE_CHECKING:
    from engine.sight.hindrance_kernels import HindranceKernelMap
    from engine.sight.visible_pairs import VisiblePairs

Table = NDArray[np.int16]

IN_A_TABLE = 2_500
"""Hexes of the largest map of which every pair is kept: a table of 12 MB."""
ENDLESS = 2**30


@dataclass(frozen=True)
class SightPlanes:
    """The planes of a map for sight, [row, column]: effects on lines, and levels.

    `sides` has the number of a kind of hexside for each direction, 0 for none.
    """

    blocks: Bools
    hinders: NDArray[np.int16]
    level: Plane
    sides: NDArray[np.uint8]
    kinds: tuple[HexsideEffect, ...]


def hindrance_of_terrain(
    map_: Map | Board, ground: Mapping[str, HexEffect], sides: Mapping[str, HexsideEffect]
) -> SightPlanes:
    """Return the effects of a map's ground and hexsides; kinds not named have none.

    If several features are on a hexside, the one named last counts.
    """
    does = [ground.get(kind, OPEN) for kind in map_.grounds]
    here = np.zeros((*map_.grid.shape, SIDES), np.uint8)
    for number, kind in enumerate(sides, start=1):
        if kind in map_.sides:
            bits = map_.sides[kind][..., None] >> np.arange(SIDES, dtype=np.uint8) & 1
            here[bits.astype(np.bool_)] = number
    return SightPlanes(
        np.array([each.blocks for each in does], np.bool_)[map_.ground],
        np.array([each.hinders for each in does], np.int16)[map_.ground],
        map_.level.astype(np.int16),
        here,
        (NO_SIDE, *sides.values()),
    )


class HindranceSight(Sight):
    """The sight on one map, with hindrances by rules of its game, in both directions.

    Every pair of a map of up to 2,500 hexes is kept in `table` on request; `laid` gives the sight
    with smoke or a bunker somewhere, for which only the lines are judged anew that meet those
    hexes. A sight made so is not changed by later ones.

    >>> lie = lie_of(Map.blank(Grid(5, 1)), {}, {})
    >>> sight = HindranceSight(Grid(5, 1), Folding(), lie)
    >>> a, b = sight.grid.hex(0, 0), sight.grid.hex(4, 0)
    >>> sight.modifier(a, b)
    0
    >>> sight.laid({sight.grid.hex(2, 0): HexEffect(hinders=2)}).modifier(a, b)
    2
    >>> sight.laid({sight.grid.hex(2, 0): HexEffect(blocks=True)}).modifier(a, b) is None
    True
    """

    def __init__(
        self,
        grid: Grid,
        folding: HindranceRules,
        lie: SightPlanes,
        trace: TraceRule = TraceRule.CROSSED,
        furthest: int | None = None,
    ) -> None:
        super().__init__(grid, lie.level, lie.level + lie.blocks.astype(np.int16), trace)
        self.folding, self.lie, self.furthest = folding, lie, furthest
        self.lying: Mapping[Hex, HexEffect] = {}
        self._bare: HindranceSight = self

    # --- questions -----------------------------------------------------------------------------

    def modifier(self, a: Hex, b: Hex) -> int | None:
        """Return the modifier of the line from a to b; None if it is blocked.

        Raises ValueError if a hex is off the map.
        """
        self._require(a, b)
        start, end = self._entry(a), self._entry(b)
        if "table" in self.__dict__:
            found = int(self.table[start, end])
        else:
            each = np.empty(1, np.int16)
            self._kernels.weigh_line_pairs(self._sheet, np.array([[start, end]]), each)
            found = int(each[0])
        return None if found < 0 else found

    def sees(self, a: Hex, b: Hex) -> bool:
        """Return True if two hexes see each other; ValueError if one is off the map."""
        return self.modifier(a, b) is not None

    @cached_property
    def table(self) -> Table:
        """Return the modifiers of lines, [from, into], hexes row by row; -1 if blocked."""
        assert len(self.grid) <= IN_A_TABLE, "so large a table takes too much room"
        table = np.empty((len(self.grid), len(self.grid)), np.int16)
        self._kernels.weigh_all(self._sheet, table)
        return table

    def precompute_table(self) -> HindranceSight:
        """Judges every pair now, on maps that are not too large, so that all are looked up."""
        if len(self.grid) <= IN_A_TABLE:
            assert self.table.size
        return self

    def modifiers(self, origin: Hex, radius: int | None = None) -> NDArray[np.int16]:
        """Return the modifiers of lines from a hex, [row, column]; -1 if blocked."""
        self._require(origin)
        row: NDArray[np.int16] = np.empty(len(self.grid), np.int16)
        if radius is None and "table" in self.__dict__:
            row[:] = self.table[self._entry(origin)]
        else:
            reach = ENDLESS if radius is None else radius
            self._kernels.weigh_from(self._sheet, self._entry(origin), reach, row)
        return row.reshape(self.grid.shape)

    def viewshed(self, origin: Hex, radius: int | None = None) -> Bools:
        """Return the hexes seen from a hex, itself included, [row, column].

        Within a radius, or on the whole map.
        """
        if radius is not None and radius < 0:
            raise ValueError(f"Radius {radius} is negative. Use 0 or more hexes.")
        seen: Bools = self.modifiers(origin, radius) >= 0
        return seen

    def sees_each(self, ends: NDArray[np.integer[Any]]) -> Bools:
        """Return True for pairs of hexes in sight; `ends` [n, 4]: row, column, row, column."""
        pairs = self._pairs(ends)
        rows, columns = pairs[:, ::2], pairs[:, 1::2]
        found = np.empty(len(pairs), np.int16)
        self._kernels.weigh_line_pairs(self._sheet, rows * self.grid.columns + columns, found)
        seen: Bools = found >= 0
        return seen

    def seen_by(self, radius: int) -> NDArray[np.int32]:
        """By how many other hexes within a radius each hex is seen, [row, column]."""
        counts = np.zeros(len(self.grid), np.int32)
        self._kernels.count_seen(self._sheet, radius, counts)
        return counts.reshape(self.grid.shape)

    def all_pairs(self, radius: int) -> VisiblePairs:
        """Return the pairs in sight, at most `radius` apart; ValueError over radius 64."""
        if not 0 <= radius <= TREE_RADIUS:
            raise ValueError(f"Radius {radius} is out of range. Use 0…{TREE_RADIUS}.")
        from engine.sight.visible_pairs import VisiblePairs

        seen = partial(self.viewshed, radius=radius)
        return VisiblePairs.of_viewsheds(self.grid, self._layout, radius, seen)

    def passed(self, a: Hex, b: Hex) -> tuple[PassedFeature, ...]:
        """Return the features on the line from a to b and their effects; ValueError off the map."""
        return judge_line(self, self.folding, a, b, self.trace)

    def profile(self, a: Hex, b: Hex) -> HindranceProfile:
        """The line from a to b explained step by step; ValueError off the map."""
        is_far = self.furthest is not None and distance(a, b) > self.furthest
        return fold_profile(self, self.folding, a, b, self.passed(a, b), is_far)

    # --- what lies where -----------------------------------------------------------------------

    def on_hex(self, hex_: Hex) -> HexEffect:
        """Return the effect of a hex; none off the map."""
        if hex_ not in self.grid:
            return OPEN
        index = self.grid.index(hex_)
        return HexEffect(bool(self.lie.blocks[index]), int(self.lie.hinders[index]))

    def on_side(self, side: HexSide) -> HexsideEffect:
        """Return the effect of a hexside; none off the map."""
        for here, there in ((side.first, side.second), (side.second, side.first)):
            if here in self.grid:
                direction = self.grid.direction(here, there)
                return self.lie.kinds[int(self.lie.sides[self.grid.index(here)][direction])]
        return NO_SIDE

    def level_at(self, hex_: Hex) -> int | None:
        """The level of a hex; None off the map."""
        return int(self.lie.level[self.grid.index(hex_)]) if hex_ in self.grid else None

    # --- changes -------------------------------------------------------------------------------

    def with_added_effects(self, lying: Mapping[Hex, HexEffect]) -> HindranceSight:
        """This sight with such things lying in some hexes, on top of the ground, and nowhere else.

        ValueError when a hex is off the map.
        """
        self._require(*lying)
        changed = [h for h in {*self.lying, *lying} if self.lying.get(h) != lying.get(h)]
        if not changed:
            return self
        bare = self._bare
        blocks, hinders = self.lie.blocks.copy(), self.lie.hinders.copy()
        for hex_ in changed:
            index = self.grid.index(hex_)
            both = bare.on_hex(hex_).with_(lying.get(hex_, OPEN))
            blocks[index], hinders[index] = both
        lie = replace(self.lie, blocks=blocks, hinders=hinders)
        other = HindranceSight(self.grid, self.folding, lie, self.trace, self.furthest)
        other.lying, other._bare = dict(lying), bare
        if "table" in self.__dict__:
            other.__dict__["table"] = self.table.copy()
            spots = [self._rays.hex_to_position(*hex_, self._layout) for hex_ in changed]
            self._kernels.reweigh_touched_lines(
                other._sheet, np.array(spots, np.int64), other.table
            )
        return other

    def update_window(self, rows: slice = slice(None), columns: slice = slice(None)) -> None:
        """Forgets the table, after an edit of the arrays this sight was made of."""
        self._forget()

    def take_over(self, part: Sight, row: int, column: int, rows: slice, columns: slice) -> None:
        """Reads these rows and columns again, from the sight of a part of the map."""
        assert isinstance(part, HindranceSight)
        super().take_over(part, row, column, rows, columns)
        there = (
            slice(rows.start - row, rows.stop - row),
            slice(columns.start - column, columns.stop - column),
        )
        for name in ("blocks", "hinders", "level", "sides"):
            getattr(self.lie, name)[rows, columns] = getattr(part.lie, name)[there]
        self._forget()

    def part(self, window: tuple[slice, slice], grid: Grid) -> HindranceSight:
        """The same of a part of the map: its rows and columns, and the grid these make."""
        return HindranceSight(grid, self.folding, _cut(self.lie, window), self.trace, self.furthest)

    def copy(self) -> HindranceSight:
        """The same as it is now, for another thread."""
        return self.part((slice(None), slice(None)), self.grid)

    def _forget(self) -> None:
        for name in ("table", "_sheet"):
            self.__dict__.pop(name, None)

    # --- for the kernels -----------------------------------------------------------------------

    def _entry(self, hex_: Hex) -> int:
        row, column = self.grid.index(hex_)
        return row * self.grid.columns + column

    @cached_property
    def _kernels(self) -> Any:
        from engine.sight import hindrance_kernels

        return hindrance_kernels

    @cached_property
    def _sheet(self) -> HindranceKernelMap:
        """The map as the kernels read it."""
        lie, (rows, columns) = self.lie, self.grid.shape
        levels, rank = np.unique(lie.level, return_inverse=True)
        planes = lie.blocks, lie.hinders, rank.reshape(lie.level.shape)
        hexes = np.concatenate((np.stack(planes, axis=-1), lie.sides), axis=-1, dtype=np.int16)
        lines = (rows, columns, columns, 1) if self.grid.pointy else (columns, rows, 1, columns)
        whole = int(self.folding.runs is AlongHexsideRule.WHOLE)
        furthest = ENDLESS if self.furthest is None else self.furthest
        sheet: HindranceKernelMap = self._kernels.HindranceKernelMap(
            np.ascontiguousarray(hexes.reshape(len(self.grid), -1)),
            np.array([[kind.blocks, kind.hinders] for kind in lie.kinds], np.int16),
            _by_levels(self.folding, tuple(levels.tolist())),
            np.array([*lines, self._layout, whole, furthest], np.int64),
        )
        return sheet


@lru_cache(maxsize=8)
def _by_levels(folding: HindranceRules, levels: tuple[int, ...]) -> NDArray[np.int16]:
    """Return the effects of levels between two others, and last how near a block must be."""
    found = np.zeros((len(levels), len(levels), len(levels) + 1), np.int16)
    for (i, low), (j, high) in product(enumerate(levels), repeat=2):
        if low <= high:
            found[i, j, :-1] = [folding.rise(low, high, between) for between in levels]
            found[i, j, -1] = folding.near_only.get(high - low, np.iinfo(np.int16).max)
    return found


def _cut(lie: SightPlanes, window: tuple[slice, slice]) -> SightPlanes:
    return SightPlanes(
        lie.blocks[window].copy(),
        lie.hinders[window].copy(),
        lie.level[window].copy(),
        lie.sides[window].copy(),
        lie.kinds,
    )
