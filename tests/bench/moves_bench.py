"""How fast movement is, beside scipy and networkx on the same costs in the same run.

python -m tests.bench moves
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from heapq import heappop, heappush
from typing import Any

import numpy as np
from scipy.sparse import csr_matrix
from scipy.sparse.csgraph import dijkstra

from engine.hexes.grid import Grid
from engine.hexes.hex import SIDES, Hex
from engine.movement.cost_planes import CostPlanes
from engine.movement.facing_rules import AHEAD, ASTERN, HexFacing, SideEntry, SteeringRules
from engine.movement.facing_search import FacingSearch
from engine.movement.network_topology import map_networks
from engine.movement.path_search import PathSearch
from engine.movement.search_kernels import FAR, NO_ENTRY, SHIFT
from tests.bench.moves_maps import MOBILITY, BenchMap, bench_map
from tests.bench.rows import NS, US, Row, ratio_row, time_row
from tests.bench.sizes import is_quick
from tests.bench.timing import seconds

BUDGETS = (5, 10, 20)
SMALL, LARGE = 100, 1000


def rows() -> Iterator[Row]:
    """Yield the searches on a small and a large map; the peers' answers are checked first."""
    yield from _rows_of(SMALL, with_networkx=not is_quick())
    yield from _rows_of(LARGE, with_networkx=False)


def _rows_of(size: int, with_networkx: bool) -> Iterator[Row]:
    terrain = bench_map(Grid(size, size), seed=1)
    paths = PathSearch(MOBILITY, terrain)
    start = _start(terrain)
    graph = _graph(paths)
    peers = _Peers(graph, int(start[0] * size + start[1]), with_networkx)
    hex_ = terrain.grid.hex(start[1], start[0])
    _check(paths, hex_, peers)
    for budget in BUDGETS:
        yield _reach_row(size, paths, hex_, peers, budget)
    yield from _field_rows(size, paths, hex_, peers)
    yield _laying_row(size, terrain, paths)
    yield from _other_rows(size, terrain, paths, hex_)
    for budget in BUDGETS:
        yield _fronts_row(size, paths, hex_, budget)


def _reach_row(size: int, paths: PathSearch, start: Hex, peers: _Peers, budget: int) -> Row:
    ours = seconds(lambda: paths.reach(start, budget), 51)
    count = len(paths.reach(start, budget))
    ratios = peers.ratios(ours, budget)
    return time_row(f"reach {budget}, {count} hexes, {size}²", ours, 10 * US, ratios)


def _field_rows(size: int, paths: PathSearch, start: Hex, peers: _Peers) -> Iterator[Row]:
    ours = seconds(lambda: paths.cost_field([start]), 7)
    yield time_row(f"a hex of a cost field, {size}²", ours / size**2, 40 * NS)
    yield ratio_row("… beside scipy", seconds(lambda: peers.scipy(None), 5) / ours, 4)
    if peers.networkx_graph is not None:
        yield ratio_row("… beside networkx", seconds(lambda: peers.networkx(None), 5) / ours, 50)


def _laying_row(size: int, terrain: BenchMap, paths: PathSearch) -> Row:
    ours = seconds(lambda: CostPlanes(MOBILITY, terrain), 5)
    scipys = seconds(lambda: _graph(paths), 3)
    ratio = f"scipy's graph from the same costs {scipys / ours:.1f}×"
    return time_row(f"cost planes, {size}²", ours, beside=ratio)


def _other_rows(size: int, terrain: BenchMap, paths: PathSearch, start: Hex) -> Iterator[Row]:
    near = terrain.grid.neighbours(start)
    target = max(paths.reach(start, 20).items(), key=lambda item: (item[1], item[0]))[0]
    work: list[tuple[str, Callable[[], object], int]] = [
        ("cheapest path, cost 20", lambda: paths.route(start, target), 51),
        ("edit of 7 hexes", lambda: paths.planes.update_hexes(terrain, [start, *near]), 51),
        ("roads and streams", lambda: map_networks(terrain, {"lake"}), 3),
    ]
    for name, what, times in work:
        yield time_row(f"{name}, {size}²", seconds(what, times))


HANDLING = SteeringRules({AHEAD: SideEntry(turns=(0, 0, 1, 2)), ASTERN: SideEntry(times=2)})


def _fronts_row(size: int, paths: PathSearch, start: Hex, budget: int) -> Row:
    """The same with a front: hexes and directions, beside a plain search over the same costs."""
    driving, front = FacingSearch(paths, HANDLING), HexFacing(start, 0)
    found, units = driving.reach(front, budget), paths.mobility.units(budget)
    first = 6 * paths.cells.cell(start)
    plain = _plain_fronts(paths, first, units)
    assert sorted(found._found[:, 1].tolist()) == sorted(plain.values())
    ours = seconds(lambda: driving.reach(front, budget), 51)
    peer = seconds(lambda: _plain_fronts(paths, first, units), 5)
    name = f"reach {budget} with a front, {len(found)} fronts, {size}²"
    return time_row(name, ours, beside=f"Python {peer / ours:.0f}×")


def _plain_fronts(paths: PathSearch, start: int, units: int) -> dict[int, int]:
    """Dijkstra's algorithm over states of six a cell, by `HANDLING`."""
    words, offsets = paths.planes.words, paths.cells.offsets
    times = paths.mobility.per_point
    best: dict[int, int] = {}
    queue = [(0, start)]
    while queue:
        spent, state = heappop(queue)
        if state in best:
            continue
        best[state] = spent
        cell, facing = divmod(state, 6)
        for side, entry in HANDLING.entries.items():
            direction = (facing + side) % 6
            step = int(words[cell, direction])
            if step == NO_ENTRY:
                continue
            there = cell + int(offsets[words[cell, SHIFT], direction])
            for by, price in enumerate(entry.turns):
                then = spent + step * entry.times + int(price or 0) * times
                if then <= units:
                    for turn in {by, -by}:
                        heappush(queue, (then, 6 * there + (facing + turn) % 6))
    return best


class _Peers:
    """The same graph in scipy and, on small maps, networkx."""

    def __init__(self, graph: csr_matrix, start: int, with_networkx: bool) -> None:
        self.graph = graph
        self.start = start
        self.networkx_graph: Any = None
        if with_networkx:
            import networkx as nx

            self.networkx_graph = nx.from_scipy_sparse_array(graph, create_using=nx.DiGraph)

    def scipy(self, limit: float | None) -> np.ndarray[Any, Any]:
        """Costs from the start."""
        costs: np.ndarray[Any, Any] = dijkstra(
            self.graph, indices=self.start, limit=np.inf if limit is None else limit
        )
        return costs

    def networkx(self, limit: float | None) -> dict[int, float]:
        """Costs from the start."""
        import networkx as nx

        costs: dict[int, float] = nx.single_source_dijkstra_path_length(
            self.networkx_graph, self.start, cutoff=limit
        )
        return costs

    def ratios(self, ours: float, limit: float | None) -> str:
        """How many times as long the peers take."""
        scipys = seconds(lambda: self.scipy(limit), 5)
        told = f"scipy {scipys / ours:.1f}×"
        if self.networkx_graph is not None:
            networkxs = seconds(lambda: self.networkx(limit), 5)
            told += f", networkx {networkxs / ours:.0f}×"
        return told


def _check(paths: PathSearch, start: Hex, peers: _Peers) -> None:
    """The answers compared are the same answers."""
    field = paths.cost_field([start]).ravel()
    expected = peers.scipy(None)
    if not (np.where(np.isinf(expected), FAR, expected) == field).all():
        raise SystemExit("scipy and the cost field differ: the times compare nothing")


def _start(terrain: BenchMap) -> tuple[int, int]:
    """The open hex nearest to the middle: (row, column)."""
    open_hexes = np.argwhere(terrain.ground == 0)
    middle = np.array(terrain.grid.shape) // 2
    row, column = open_hexes[np.abs(open_hexes - middle).sum(axis=1).argmin()]
    return int(row), int(column)


def _graph(paths: PathSearch) -> csr_matrix:
    """The cost planes of a pointy-top map as a sparse matrix over row * columns + column."""
    cells = paths.cells
    words = paths.planes.words.reshape(cells.lines + 2, cells.stride, 8)[1:-1, 1:-1]
    number = np.arange(len(cells.grid)).reshape(cells.grid.shape)
    origins, targets, costs = [], [], []
    for direction in range(SIDES):
        is_open = words[:, :, direction] != NO_ENTRY
        rows_, columns = np.nonzero(is_open)
        down, right = cells.around[words[rows_, columns, SHIFT], direction].T
        origins.append(number[is_open])
        targets.append(number[rows_ + down, columns + right])
        costs.append(words[:, :, direction][is_open].astype(float))
    edges = np.concatenate(costs), (np.concatenate(origins), np.concatenate(targets))
    return csr_matrix(edges, shape=(number.size, number.size))
