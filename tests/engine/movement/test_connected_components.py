"""Connected regions, judged by walking from hex to hex."""

from __future__ import annotations

import networkx
import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from engine.hexes.grid import Grid, OffsetParity, Orientation
from engine.hexes.hex import Hex
from engine.movement.connected_components import count_parts, label_nodes, label_regions

few = settings(max_examples=120, deadline=None, derandomize=True)
grids = st.builds(
    Grid,
    st.integers(1, 9),
    st.integers(1, 9),
    st.sampled_from(Orientation),
    st.sampled_from(OffsetParity),
)


def walked(
    grid: Grid, inside: NDArray[np.bool_], joined: list[tuple[Hex, Hex]]
) -> list[frozenset[Hex]]:
    """The slow definition: whatever can be walked to, one region after another."""
    left = {hex_ for hex_ in grid if inside[grid.index(hex_)]}
    found = []
    while left:
        region, waiting = set(), [next(hex_ for hex_ in grid if hex_ in left)]
        while waiting:
            here = waiting.pop()
            if here in left:
                left.remove(here)
                region.add(here)
                waiting += grid.neighbours(here)
                waiting += [pair[1 - end] for pair in joined for end in (0, 1) if pair[end] == here]
        found.append(frozenset(region))
    return found


@given(grids, st.integers(0, 2**32 - 1), st.floats(0.2, 0.8), st.integers(0, 3))
@few
def test_regions_are_what_can_be_walked(grid: Grid, seed: int, share: float, bridges: int) -> None:
    rng = np.random.default_rng(seed)
    inside = rng.random(grid.shape) < share
    hexes = list(grid)
    joined = [
        (hexes[int(rng.integers(len(hexes)))], hexes[int(rng.integers(len(hexes)))])
        for _ in range(bridges)
    ]
    numbers = label_regions(grid, inside, joined)
    assert ((numbers >= 0) == inside).all()
    by_number: dict[int, set[Hex]] = {}
    for hex_ in grid:
        if inside[grid.index(hex_)]:
            by_number.setdefault(int(numbers[grid.index(hex_)]), set()).add(hex_)
    assert set(map(frozenset, by_number.values())) == set(walked(grid, inside, joined))
    assert sorted(by_number) == list(range(len(by_number)))


def test_nothing_inside_is_no_region() -> None:
    assert label_regions(Grid(4, 3), np.zeros((3, 4), np.bool_)).tolist() == [[-1] * 4] * 3


@given(st.integers(1, 40), st.lists(st.tuples(st.integers(0, 39), st.integers(0, 39)), max_size=60))
@few
def test_parts_of_a_graph_are_those_networkx_finds(
    count: int, drawn: list[tuple[int, int]]
) -> None:
    edges = [(a, b) for a, b in drawn if a < count and b < count]
    graph = networkx.Graph(edges)
    graph.add_nodes_from(range(count))
    parts = [frozenset(part) for part in networkx.connected_components(graph)]
    found = label_nodes(np.array(edges, np.int64).reshape(-1, 2), count).tolist()
    by_label = [frozenset(n for n in range(count) if found[n] == label) for label in set(found)]
    assert set(by_label) == set(parts)
    assert list(dict.fromkeys(found)) == list(range(len(parts))), "in the order of their first"
    assert count_parts(edges, range(count)) == len(parts)
    assert count_parts(edges) == sum(any(graph.degree(n) for n in part) for part in parts)


def test_a_long_chain_however_numbered_is_one_part() -> None:
    order = np.random.default_rng(1).permutation(3000)
    assert label_nodes(np.stack([order[:-1], order[1:]], axis=1), 3000).max() == 0
    assert count_parts([]) == 0
