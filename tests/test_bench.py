"""Every part of the benchmark still runs: so small that it measures nothing, each in a process."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.bench.__main__ import parts
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


def test_asked_for_help_it_tells_the_parts_and_measures_nothing(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit) as ended:
        parts(["--help"])
    told = capsys.readouterr().out
    assert ended.value.code == 0
    assert told.startswith("usage: python -m tests.bench")
    assert all(part in told for part in PARTS)


def test_a_part_there_is_not_is_refused_before_anything_is_measured(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit) as ended:
        parts(["window", "widnow"])
    told = capsys.readouterr().err
    assert ended.value.code == 2
    assert "there is no part widnow" in told
    assert ", ".join(PARTS) in told


def test_without_words_every_part_is_measured() -> None:
    assert parts([]) == PARTS
    assert parts(["window", "sight"]) == ["window", "sight"]
