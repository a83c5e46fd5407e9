"""A reach allocates nothing but its answer, on a map of any size."""

from __future__ import annotations

import pytest

from engine.hexes.grid import Grid
from engine.map.map import Map
from engine.movement import search_kernels
from engine.movement.mobility import Mobility
from engine.movement.path_search import PathSearch


def test_the_search_itself_allocates_nothing_however_far_it_goes() -> None:
    """Passing arrays to compiled code costs a few allocations a call; searching adds none."""
    runtime = pytest.importorskip("numba.core.runtime", reason="nothing is compiled without numba")
    runtime.nrt._nrt.memsys_enable_stats()
    paths = PathSearch(Mobility("tank", ground={"open": 1}), Map.blank(Grid(60, 60)))
    start = paths.cells.cell(Grid(60, 60).hex(30, 30))
    work = (paths._reached, paths._entries, paths._buckets, paths._settled, paths._costs)

    def allocations(budget: int) -> tuple[int, int]:
        """Hexes reached, and allocations in a hundred searches."""
        before = runtime.rtsys.get_allocation_stats().alloc
        for _ in range(100):
            count = search_kernels.search_reach(
                paths.planes.words, paths._offsets, start, budget, *work
            )
        return int(count), runtime.rtsys.get_allocation_stats().alloc - before

    allocations(1)
    near, far = allocations(1), allocations(20)
    assert near[0] == 7
    assert far[0] > 1000
    assert near[1] == far[1]
