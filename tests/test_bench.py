"""The benchmark says what is over its limit, and ends so. `make bench-quick` runs its parts."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.bench import reference
from tests.bench.__main__ import asked, main
from tests.bench.parts import PARTS, measured, paced
from tests.bench.reference import MachineFactor
from tests.bench.rows import (
    KB,
    MB,
    MS,
    NS,
    US,
    Row,
    pace_row,
    ratio_row,
    size_row,
    time_row,
    wait_row,
)
from tests.bench.sizes import SIZES, sized
from tests.bench.timing import seconds, spent


def rows_of(*, slow: float = 1.0) -> list[Row]:
    """One row of each kind, all at half of their limit, or so many times as slow or large."""
    return [
        time_row("a frame", 8 * MS * slow, 16 * MS),
        pace_row("games", 40 / slow, 20),
        size_row("memory", 100 * MB * slow, 200 * MB),
        ratio_row("beside Python", 100 / slow, 50),
        time_row("without a limit", 1e9),
    ]


def run(capsys: pytest.CaptureFixture[str], rows: list[Row], *words: str) -> tuple[int, list[str]]:
    """How the benchmark of one part ends that finds some rows, and what it lists at the end."""
    code = main([*words, "tide"], lambda _: rows)
    _, _, listed = capsys.readouterr().out.partition("Over ")
    return code, listed.splitlines()[1:]


@pytest.fixture(autouse=True)
def _whole(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(SIZES, "")


# --- limits ---------------------------------------------------------------------------------------


def test_within_its_limits_the_benchmark_ends_well(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, rows_of()) == (0, [])


def test_what_is_over_its_limit_is_listed_and_the_benchmark_fails(
    capsys: pytest.CaptureFixture[str],
) -> None:
    code, listed = run(capsys, rows_of(slow=3.0))
    assert code == 1
    assert listed == [
        "tide: a frame: 24 ms, limit ≤ 16 ms (150%)",
        "tide: games: 13.3 / s, limit ≥ 20 / s (150%)",
        "tide: memory: 300 MB, limit ≤ 200 MB (150%)",
        "tide: beside Python: 33 ×, limit ≥ 50 × (150%)",
    ]


def test_the_short_form_fails_at_twice_the_limit_only(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run(capsys, rows_of(slow=3.9), "--quick") == (0, [])
    code, listed = run(capsys, rows_of(slow=4.1), "--quick")
    assert (code, len(listed)) == (1, 4)


def test_a_slow_machine_is_allowed_more_time_and_no_more_memory() -> None:
    time_, pace, size, ratio, free = (
        Row(row.work, row.kind, row.measured, row.limit, machine=2.0) for row in rows_of(slow=3.0)
    )
    assert (time_.allowed, pace.allowed) == (32 * MS, 10)
    assert (time_.share, pace.share) == pytest.approx((0.75, 0.75))
    assert (size.share, ratio.share) == pytest.approx((1.5, 1.5))
    assert (free.allowed, free.share) == (None, 0.0)


def test_a_row_carries_how_fast_the_machine_was_while_it_was_measured(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    factors = iter((MachineFactor(1.0, 1.0), MachineFactor(3.0, 9.0)))
    monkeypatch.setattr(reference, "machine_factor", lambda: next(factors))
    now = iter((0.0, 0.1, 9.0, 9.0, 9.2))  # begun; a short row; a long one; one measured with it
    monkeypatch.setattr(time, "monotonic", lambda: next(now))
    found = paced([time_row("short", 0.1), time_row("long", 8.9), wait_row("with it", 0.1)])
    assert [row.machine for row in found] == [1.0, 2.0, 5.0]


def test_the_reference_loop_takes_a_time() -> None:
    assert min(reference.machine_factor()) > 0


def test_a_value_is_told_in_the_unit_that_fits_it() -> None:
    told = {
        time_row("", 2.5): "2.5 s",
        time_row("", 16 * MS): "16 ms",
        time_row("", 1 * MS): "1 ms",
        time_row("", 0.5 * US): "500 ns",
        time_row("", 40 * NS): "40 ns",
        size_row("", 3.9 * KB): "3.9 kB",
        size_row("", 208 * MB): "208 MB",
        pace_row("", 59.7): "59.7 / s",
        ratio_row("", 13_123): "13,000 ×",
    }
    assert {row: row.format(row.measured) for row in told} == told


# --- timing ---------------------------------------------------------------------------------------


def test_waiting_takes_no_time_of_the_processor() -> None:
    assert spent(lambda: time.sleep(0.05)) < 0.05


def test_what_is_too_short_for_the_clock_is_done_many_times() -> None:
    runs: list[None] = []
    assert seconds(lambda: runs.append(None), times=1) < 200 * US
    assert len(runs) > 10


# --- parts ----------------------------------------------------------------------------------------


def test_every_benchmark_is_a_part() -> None:
    files = Path(__file__).parent.joinpath("bench").glob("*_bench.py")
    assert {file.name.removesuffix("_bench.py") for file in files} - {"counters"} == set(PARTS)


def test_what_a_part_raises_is_raised_to_whoever_asked() -> None:
    with pytest.raises(ModuleNotFoundError, match="no_such_bench"):
        measured("no_such")


def test_the_others_are_measured_where_one_part_fails(
    capsys: pytest.CaptureFixture[str],
) -> None:
    def measure(part: str) -> list[Row]:
        if part == "tide":
            raise ValueError("out of water")
        return rows_of()

    assert main(["tide", "umpiring"], measure) == 1
    told = capsys.readouterr()
    assert "out of water" in told.err
    assert "umpiring" in told.out
    assert told.out.splitlines()[-1] == "tide: not measured"


def test_the_short_form_reaches_the_processes_of_the_parts() -> None:
    found: list[int] = []

    def measure(_: str) -> Iterator[Row]:
        found.append(sized(1, 2))
        return iter(())

    main(["tide"], lambda part: list(measure(part)))
    main(["--quick", "tide"], lambda part: list(measure(part)))
    assert found == [1, 2]
    assert os.environ[SIZES] == "quick"


def test_asked_for_help_it_tells_the_parts_and_measures_nothing(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit) as ended:
        asked(["--help"])
    told = capsys.readouterr().out
    assert ended.value.code == 0
    assert told.startswith("usage: python -m tests.bench")
    assert all(part in told for part in PARTS)


def test_a_part_there_is_not_is_refused_before_anything_is_measured(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit) as ended:
        asked(["window", "widnow"])
    told = capsys.readouterr().err
    assert ended.value.code == 2
    assert "there is no part widnow" in told
    assert ", ".join(PARTS) in told


def test_without_words_every_part_is_measured() -> None:
    assert asked([]).parts == list(PARTS)
    assert asked(["window", "sight"]).parts == ["window", "sight"]
