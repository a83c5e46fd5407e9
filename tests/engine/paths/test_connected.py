"""Connected regions, judged by walking from hex to hex."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from engine.hexes.grid import Grid, Orientation, Shifted
from engine.hexes.hex import Hex
from engine.paths.connected import regions

few = settings(max_examples=120, deadline=None, derandomize=True)
grids = st.builds(
    Grid,
    st.integers(1, 9),
    st.integers(1, 9),
    st.sampled_from(Orientation),
    st.sampled_from(Shifted),
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
    numbers = regions(grid, inside, joined)
    assert ((numbers >= 0) == inside).all()
    by_number: dict[int, set[Hex]] = {}
    for hex_ in grid:
        if inside[grid.index(hex_)]:
            by_number.setdefault(int(numbers[grid.index(hex_)]), set()).add(hex_)
    assert set(map(frozenset, by_number.values())) == set(walked(grid, inside, joined))
    assert sorted(by_number) == list(range(len(by_number)))


def test_nothing_inside_is_no_region() -> None:
    assert regions(Grid(4, 3), np.zeros((3, 4), np.bool_)).tolist() == [[-1] * 4] * 3
