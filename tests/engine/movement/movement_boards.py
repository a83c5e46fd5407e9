"""Boards drawn as text, random maps, and slow oracles for what movement costs."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise
from textwrap import dedent

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix
from scipy.sparse.csgraph import dijkstra

from engine.hexes.grid import Grid, OffsetParity, Orientation
from engine.hexes.hex import SIDES, Hex
from engine.movement.mobility import Mobility, explain

KINDS = {".": "open", "w": "woods", "s": "settlement", "~": "lake"}
FAR = 2**31 - 1

# tank V1: a step costs 1, +2 into settlement, +1 into woods, +2 across a water line; along a road
# 1 whatever the terrain; no entry into a water area except along a road.
TANK = Mobility(
    "tank",
    ground={"open": 1, "woods": 2, "settlement": 3, "lake": None},
    side={"stream": 2},
    link={"road": 1},
)


@dataclass
class Board:
    """A map as far as movement knows it."""

    grid: Grid
    level: NDArray[np.int16]
    ground: NDArray[np.uint8]
    grounds: tuple[str, ...] = tuple(KINDS.values())
    sides: dict[str, NDArray[np.uint8]] = field(default_factory=dict)
    links: dict[str, NDArray[np.uint8]] = field(default_factory=dict)

    def at(self, name: str) -> Hex:
        """The hex written `column,row`."""
        column, row = name.split(",")
        return self.grid.hex(int(column), int(row))

    def hexes(self, names: str) -> list[Hex]:
        """The hexes of a list of `column,row`."""
        return [self.at(name) for name in names.split()]

    def road(self, names: str, kind: str = "road") -> Board:
        """The board with a chain of links through the hexes named."""
        hexes = self.hexes(names)
        for here, there in pairwise(hexes):
            mark(self.links, kind, self.grid, here, self.grid.direction(here, there))
        return self

    def stream(self, here: str, there: str, kind: str = "stream") -> Board:
        """The board with a hexside feature between two hexes."""
        direction = self.grid.direction(self.at(here), self.at(there))
        mark(self.sides, kind, self.grid, self.at(here), direction)
        return self

    def raised(self, *levels: tuple[str, int]) -> Board:
        """The board with some hexes on other levels."""
        for name, level in levels:
            self.level[self.grid.index(self.at(name))] = level
        return self

    def names(self, hexes: list[Hex] | tuple[Hex, ...]) -> str:
        """Hexes as `column,row`, in their order."""
        return " ".join(self.grid.name(hex_)[1:] for hex_ in hexes)


def board(
    text: str,
    orientation: Orientation = Orientation.POINTY,
    shifted: OffsetParity = OffsetParity.ODD,
) -> Board:
    """A board from rows of ground characters; blanks are for the eye."""
    rows = [row.replace(" ", "") for row in dedent(text).strip().splitlines()]
    characters = list(KINDS)
    ground = np.array([[characters.index(kind) for kind in row] for row in rows], np.uint8)
    grid = Grid(ground.shape[1], ground.shape[0], orientation, shifted)
    return Board(grid, np.zeros(grid.shape, np.int16), ground)


def mark(
    masks: dict[str, NDArray[np.uint8]], kind: str, grid: Grid, hex_: Hex, direction: int
) -> None:
    """Set a hexside's or link's bit in both its hexes, or in the one that is on the map."""
    plane = masks.setdefault(kind, np.zeros(grid.shape, np.uint8))
    plane[grid.index(hex_)] |= 1 << direction
    there = grid.neighbour(hex_, direction)
    if there in grid:
        plane[grid.index(there)] |= 1 << (direction + 3) % SIDES


def random_board(grid: Grid, seed: int) -> Board:
    """Levels, ground, two kinds of hexsides and two of links, all at random."""
    random = np.random.default_rng(seed)
    result = Board(
        grid,
        random.integers(0, 4, grid.shape).astype(np.int16),
        random.choice(4, grid.shape, p=[0.5, 0.2, 0.15, 0.15]).astype(np.uint8),
    )
    for hex_ in grid:
        for direction in range(SIDES // 2):
            chance = random.random()
            if chance < 0.15:
                mark(result.sides, "stream", grid, hex_, direction)
            elif chance < 0.2:
                mark(result.sides, "cliff", grid, hex_, direction)
            chance = random.random()
            if grid.neighbour(hex_, direction) in grid and chance < 0.25:
                mark(result.links, "road" if chance < 0.2 else "rail", grid, hex_, direction)
    return result


def step_costs(mobility: Mobility, terrain: Board) -> csr_matrix:
    """The graph of all possible steps, in units, from the reasons for each step's cost."""
    grid = terrain.grid
    number = {hex_: i for i, hex_ in enumerate(grid)}
    steps = [explain(mobility, terrain, hex_, d) for hex_ in grid for d in range(SIDES)]
    possible = [step for step in steps if step.cost is not None]
    costs = [mobility.units(step.cost) for step in possible if step.cost is not None]
    origins = [number[step.origin] for step in possible]
    targets = [number[grid.neighbour(step.origin, step.direction)] for step in possible]
    return csr_matrix((costs, (origins, targets)), shape=(len(grid), len(grid)), dtype=float)


def scipy_field(graph: csr_matrix, grid: Grid, start: Hex) -> NDArray[np.int64]:
    """Units from a hex to every hex, [row, column], by scipy's Dijkstra; FAR where no way leads."""
    row, column = grid.index(start)
    costs = dijkstra(graph, indices=row * grid.columns + column).reshape(grid.shape)
    result: NDArray[np.int64] = np.where(np.isinf(costs), FAR, costs).astype(np.int64)
    return result
