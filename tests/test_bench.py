"""Every part of the benchmark still runs: so small that it measures nothing, each in a process."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.bench.parts import PARTS, measured
from tests.bench.sizes import SIZES


@pytest.mark.parametrize("part", PARTS)
def test_a_part_of_the_benchmark_measures_what_it_says(
    part: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(SIZES, "tiny")
    rows = measured(part)
    assert rows
    for work, figure, *_ in rows:
        assert work
        assert any(sign.isdigit() for sign in figure), work


def test_every_benchmark_is_a_part() -> None:
    files = Path(__file__).parent.joinpath("bench").glob("*_bench.py")
    assert {file.name.removesuffix("_bench.py") for file in files} - {"counters"} == set(PARTS)


def test_what_a_part_raises_is_raised_to_whoever_asked() -> None:
    with pytest.raises(ModuleNotFoundError, match="no_such_bench"):
        measured("no_such")
