"""The kernels against the plain reference, on cases at random; `make fuzz` looks at 10,000."""

from __future__ import annotations

import pytest

from tests.engine.tabletop.comparing import CASES, differing, differing_ways


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("seed", range(2))
def test_nothing_differs_from_the_plain_reference(case: str, seed: int) -> None:
    assert differing(case, 40, seed) == []


@pytest.mark.parametrize("seed", range(4))
def test_the_shortest_way_is_as_long_as_in_the_whole_graph(seed: int) -> None:
    assert differing_ways(1, seed) == []
