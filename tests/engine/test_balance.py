"""Many games of a scenario: their statistics, their workers, what is said of them."""

from __future__ import annotations

import csv
import io
import json
import multiprocessing
import os
import signal
from collections import Counter
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from engine.balance import balance_report, balance_study
from engine.balance.balance_report import as_csv
from engine.balance.balance_summary import BalanceSummary
from engine.balance.confidence_intervals import (
    RateWithInterval,
    anytime_valid_interval,
    summarise_distribution,
    wilson_interval,
)
from engine.balance.games_file import ForeignGamesFileError
from engine.balance.series import GameRecord, Series, open_game, play_series_game
from engine.balance.series_executor import SeriesExecutor, StoppingRule
from engine.balance.series_file import SeriesFile, from_json
from engine.balance.series_file import as_json as as_line
from engine.balance.worker_pool import GameJob, LocalWorkerPool, SeriesFailedError, run
from engine.checks.scenario_checks import load_playable
from engine.files.source_text import ROOT
from engine.games import new_game
from engine.play import players
from engine.scenario.scenario import Scenario
from engine.texts import text

FIRST_SHOTS = ROOT / "samples/tank/scenarios/first-shots.scenario.yaml"


@pytest.fixture(scope="module")
def scenario() -> Scenario:
    return load_playable(FIRST_SHOTS)


@pytest.fixture(scope="module")
def series(scenario: Scenario) -> Series:
    return Series(scenario, {"red": "greedy", "blue": "random"}, 8, seed=3)


@pytest.fixture(scope="module")
def records(series: Series) -> list[GameRecord]:
    """The records of the series, played one after the other in this process."""
    first = open_game(series)
    return [play_series_game(series, number, first) for number in range(1, series.games + 1)]


@pytest.fixture(scope="module")
def balance(series: Series, records: list[GameRecord]) -> BalanceSummary:
    return BalanceSummary.of(series, reversed(records))


def won(balance: BalanceSummary, winners: str) -> BalanceSummary:
    """The same balance with other winners: r, b, or a dot for a draw, one a game."""
    names = {"r": "red", "b": "blue", ".": None}
    pattern = balance.records[0]
    records = tuple(
        replace(pattern, number=n, winner=names[w], first="red" if n % 2 else "blue")
        for n, w in enumerate(winners, 1)
    )
    return BalanceSummary(replace(balance.series, games=len(records)), records)


# --- estimates ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("count", "of", "low", "high"),
    [
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_wilson_s_interval_is_that_of_newcombe_s_examples(
    count: int, of: int, low: float, high: float
) -> None:
    """R. G. Newcombe, Statistics in Medicine 17 (1998), table I, method 3."""
    found = wilson_interval(count, of)
    assert (round(found[0], 4), round(found[1], 4)) == (low, high)


def test_wilson_s_interval_is_symmetrical_and_stays_within_bounds() -> None:
    for of in (1, 7, 200):
        for count in range(of + 1):
            low, high = wilson_interval(count, of)
            mirrored = wilson_interval(of - count, of)
            assert 0 <= low <= count / of <= high <= 1
            assert mirrored == pytest.approx((1 - high, 1 - low))


def test_of_no_games_nothing_is_known() -> None:
    assert wilson_interval(0, 0) == (0.0, 1.0)
    assert RateWithInterval.wilson_interval(0, 0).rate == 0.0


def test_a_spread_has_the_quartiles_of_the_textbook() -> None:
    found = summarise_distribution([7, 1, 3, 5, 9])
    assert found == (1, 3.0, 5.0, 7.0, 9, 5.0)
    assert summarise_distribution([4]) == (4, 4, 4, 4, 4, 4)


# --- the games ------------------------------------------------------------------------------------


def test_every_game_has_a_seed_of_its_own(scenario: Scenario) -> None:
    seeds = {Series(scenario, {}, 1, s).seed_of(n) for s in range(-2, 40) for n in range(1, 200)}
    assert len(seeds) == 42 * 199
    assert max(seeds) < 2**53


def test_a_game_of_a_series_can_be_played_again_by_its_seed(
    series: Series, records: list[GameRecord]
) -> None:
    record = records[4]
    game = new_game(series.scenario, record.seed)
    by = {side: players.find_player(who, record.seed) for side, who in series.players.items()}
    players.play_to_end(game, by)
    result = game.result
    assert result is not None
    told = (record.winner, record.reason, record.answers, dict(record.points))
    assert told == (result.winner, result.reason, len(game.answers), dict(result.points))
    assert [unit.unit for unit in record.fallen] == [unit.id for unit in game.state.lost]


def test_records_do_not_depend_on_the_number_of_workers(
    series: Series, records: list[GameRecord]
) -> None:
    for workers in (1, 2):
        found = sorted(run(series, workers), key=lambda record: record.number)
        assert found == records


def test_units_come_into_a_hex_as_often_as_events_say(
    series: Series, records: list[GameRecord]
) -> None:
    record = records[0]
    game = new_game(series.scenario, record.seed)
    players.play_to_end(
        game, {s: players.find_player(w, record.seed) for s, w in series.players.items()}
    )
    events = Counter(type(event).__name__ for event in game.events)
    entered = sum(tally.total() for tally in record.entered.values())
    assert entered == events["Stepped"] + events["UnitPlaced"] + events["Withdrew"]


def test_the_heat_of_all_sides_is_the_sum_of_each(balance: BalanceSummary) -> None:
    for what in ("entered", "stood", "fallen"):
        parts = sum(balance.heat_plane(what, side) for side in balance.sides)
        assert (balance.heat_plane(what) == parts).all()
    lost = sum(len(record.fallen) for record in balance.records)
    assert balance.heat_plane("fallen").sum() == lost > 0
    survivors_and_more = sum(r.turns for r in balance.records) * len(balance.series.scenario.units)
    assert 0 < balance.heat_plane("stood").sum() <= survivors_and_more


# --- workers --------------------------------------------------------------------------------------


def processes() -> list[int]:
    """The processes that play for us."""
    return [process.pid or 0 for process in multiprocessing.active_children()]


def test_a_cancelled_series_leaves_no_process(series: Series) -> None:
    found: list[GameRecord] = []
    many = replace(series, games=100_000)
    for record in run(many, 2, is_cancelled=lambda: len(found) >= 2):
        assert len(processes()) == 2
        found.append(record)
    assert len(found) == 2
    assert processes() == []


def test_letting_go_of_the_games_leaves_no_process(series: Series) -> None:
    games = run(replace(series, games=100_000), 1)
    next(games)
    games.close()  # type: ignore[attr-defined]  # an iterator to callers, a generator in truth
    assert processes() == []


def test_a_worker_that_dies_is_a_clear_error_and_no_hang(series: Series) -> None:
    games = run(replace(series, games=100_000), 1)
    next(games)
    os.kill(processes()[0], getattr(signal, "SIGKILL", signal.SIGTERM))
    with pytest.raises(SeriesFailedError, match=r"game \d+ \(seed \d+\) died"):
        list(games)
    assert processes() == []


def test_one_process_plays_several_series_and_lets_go_of_what_nobody_waits_for(
    series: Series, records: list[GameRecord]
) -> None:
    """The first series is given up while a game of it is being played."""
    other = replace(series, seed=4)
    jobs = [GameJob(0, number) for number in (1, 2)]
    with LocalWorkerPool(1).keep_running() as crew:
        first = crew.play([series], (GameJob(0, number) for number in range(1, 100)))
        assert next(first) == (GameJob(0, 1), records[0])
        played_by = processes()
        first.close()  # type: ignore[attr-defined]
        found = [record for _, record in crew.play([other], iter(jobs))]
        assert processes() == played_by
    assert found == [play_series_game(other, number, open_game(other)) for number in (1, 2)]
    assert processes() == []


def test_what_fails_in_a_worker_is_told_with_the_game_and_its_seed(series: Series) -> None:
    wrong = replace(series, players={"red": "greedy", "blue": "geedy"})
    said = rf"game 1 \(seed {wrong.seed_of(1)}\).*'geedy'"
    with pytest.raises(SeriesFailedError, match=said):
        list(run(wrong, 1))
    assert processes() == []


# --- statistics -----------------------------------------------------------------------------------


def test_wins_draws_and_reasons_add_up(balance: BalanceSummary) -> None:
    total = sum(balance.wins(side).times for side in balance.sides) + balance.draws.times
    assert total == balance.games == sum(count for _, _, count in balance.ending_counts)
    for fate in balance.fates():
        assert sum(share.times for share in fate.held.values()) == balance.games
    per_type = sum(entry.mean for entry in balance.type_losses())
    assert per_type == pytest.approx(sum(balance.losses(side).mean for side in balance.sides))


@pytest.mark.parametrize(
    ("winners", "favoured"),
    [
        ("r" * 70 + "b" * 30, "red"),
        ("b" * 70 + "r" * 30 + "." * 50, "blue"),
        ("rb" * 40 + "r" * 8, ""),
        ("." * 9, ""),
    ],
)
def test_a_side_is_favoured_only_beyond_doubt(
    balance: BalanceSummary, winners: str, favoured: str
) -> None:
    assert won(balance, winners).favoured == favoured


def test_the_verdict_says_what_the_numbers_allow(balance: BalanceSummary) -> None:
    even = won(balance, "rb" * 50)
    first = balance_report.wins_sentence(even, "red", "en")
    shares = {"rate": "50 %", "low": "40 %", "high": "60 %"}
    assert first == text("balance.wins", "en", side="Red", count=50, of=100, **shares)
    assert balance_report.verdict_text(even, "en") == text(
        "balance.even", "en", side="Red", **shares
    )
    nothing = text("balance.no-winner", "en")
    assert balance_report.verdict_text(won(balance, "..."), "en") == nothing
    assert balance_report.verdict_text(won(balance, "r" * 9), "en") == (
        text("balance.favoured", "en", side="Red", rate="100 %", low="70 %", high="100 %")
    )


def test_wins_are_counted_by_who_was_asked_first(balance: BalanceSummary) -> None:
    found = won(balance, "rbrbrr")  # red is first in games 1, 3 and 5
    assert (found.wins_when_first("red").times, found.wins_when_first("red").of) == (3, 3)
    assert (found.wins_when_first("blue").times, found.wins_when_first("blue").of) == (2, 3)


@pytest.mark.parametrize("part", [0.0, 0.0001, 0.004, 0.31, 0.996, 0.99999, 1.0])
def test_a_percentage_is_none_or_all_only_if_it_is(part: float) -> None:
    said = balance_report.format_percent(part, "en")
    assert (said == "0 %") == (part == 0)
    assert (said == "100 %") == (part == 1)


# --- telling --------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_sentence_is_filled_in(balance: BalanceSummary, language: str) -> None:
    said = [
        *balance_report.report_sentences(balance, language),
        balance_report.provenance_text(balance, language),
    ]
    assert not any("{" in sentence or "}" in sentence for sentence in said)
    assert str(balance.series.seed) in said[-1]
    assert balance.series.scenario.fingerprint() in said[-1]


def test_the_document_names_all_that_the_numbers_depend_on(balance: BalanceSummary) -> None:
    told = json.loads(json.dumps(balance_report.as_json(balance, "en")))
    assert told["players"] == {"red": "greedy", "blue": "random"}
    assert (told["seed"], told["games"], told["game"]) == (3, 8, "tank")
    assert told["scenario_hash"] == balance.series.scenario.fingerprint()
    assert told["map_hash"] == balance.series.scenario.ground_fingerprint()
    heat = [entry for side in told["heat"]["fallen"].values() for entry in side]
    assert sum(entry["count"] for entry in heat) == balance.heat_plane("fallen").sum()
    assert set(heat[0]) == {"at", "label", "count"}


def test_the_table_has_a_line_a_game(balance: BalanceSummary) -> None:
    rows = list(csv.DictReader(io.StringIO(as_csv(balance))))
    assert [int(row["game"]) for row in rows] == list(range(1, 9))
    assert [int(row["seed"]) for row in rows] == [r.seed for r in balance.records]
    assert [row["winner"] for row in rows] == [r.winner or "" for r in balance.records]
    assert all(
        len(row["lost units"].split()) == int(row["lost red"]) + int(row["lost blue"])
        for row in rows
    )


def test_a_series_can_be_handed_to_another_process(series: Series, tmp_path: Path) -> None:
    import pickle

    again = pickle.loads(pickle.dumps(series))
    assert again.scenario.fingerprint() == series.scenario.fingerprint()


# --- long enough ----------------------------------------------------------------------------------


def drawn_up(series: Series, balance: BalanceSummary, winners: str) -> StoppingRule:
    """A watch over games won as `won` has it, come in out of order by eights."""
    records = won(balance, winners).records
    watch = StoppingRule(replace(series, games=len(records)), 0.15)
    eights = [records[start : start + 8][::-1] for start in range(0, len(records), 8)]
    for _ in watch.follow(record for eight in eights for record in eight):
        pass
    return watch


def test_a_series_ends_once_its_intervals_are_narrow_enough(
    series: Series, balance: BalanceSummary
) -> None:
    watch = drawn_up(series, balance, "rb" * 200)
    found = watch.balance()
    assert found.games == watch.enough == 100, "the first score of games that leaves 15 points"
    share = found.wins("red")
    assert share.high - share.low <= 0.3
    assert found.series.games == 100


def test_an_interval_that_is_looked_at_every_score_of_games_misses_one_time_in_twenty_at_most() -> (
    None
):
    """Of 200 series of 1,000 even games; Wilson's, made for one look, misses a quarter."""
    luck = np.random.default_rng(1970)
    misses = {anytime_valid_interval: 0, wilson_interval: 0}
    for won in luck.integers(0, 2, (200, 1000)).cumsum(axis=1):
        for interval in misses:
            looks = (interval(int(won[games - 1]), games) for games in range(20, 1001, 20))
            misses[interval] += any(not low <= 0.5 <= high for low, high in looks)
    assert misses[anytime_valid_interval] <= 10
    assert misses[wilson_interval] > 50


def test_an_interval_for_every_look_holds_what_was_seen() -> None:
    for of in (1, 7, 200):
        for count in range(of + 1):
            low, high = anytime_valid_interval(count, of)
            assert 0 <= low <= count / of <= high <= 1
            assert high - low >= wilson_interval(count, of)[1] - wilson_interval(count, of)[0]
            assert anytime_valid_interval(of - count, of) == pytest.approx((1 - high, 1 - low))
    assert anytime_valid_interval(0, 0) == (0.0, 1.0)


def test_in_which_order_games_end_does_not_matter(series: Series, balance: BalanceSummary) -> None:
    records = won(balance, "rrb" * 100).records
    ends = []
    for order in (records, sorted(records, key=lambda each: (each.number // 30, -each.number))):
        watch = StoppingRule(replace(series, games=len(records)), 0.12)
        assert [*watch.follow(iter(order))]
        ends.append(watch.balance())
    assert ends[0].sums == ends[1].sums


def test_a_series_that_is_never_sure_enough_is_played_whole(
    series: Series, balance: BalanceSummary
) -> None:
    watch = drawn_up(series, balance, "rb" * 10)
    assert watch.enough == 0
    assert watch.balance().games == 20


# --- kept games -----------------------------------------------------------------------------------


def test_a_game_comes_back_from_its_line_as_it_was(records: list[GameRecord]) -> None:
    for record in records:
        assert from_json(json.loads(json.dumps(as_line(record)))) == record


def test_only_what_is_left_of_a_series_is_played(
    series: Series, records: list[GameRecord], tmp_path: Path
) -> None:
    file = SeriesFile(tmp_path / "games.jsonl", series.scenario)
    for record in records[2:6]:
        file.add(series, record)
    by = SeriesExecutor(
        LocalWorkerPool(1), kept=SeriesFile(tmp_path / "games.jsonl", series.scenario)
    )
    found = list(by.records(series))
    assert found[:4] == records[2:6]
    assert sorted(record.number for record in found) == list(range(1, 9))
    assert BalanceSummary.of(series, found) == BalanceSummary.of(series, records)
    assert by.count_saved(series) == 8
    assert by.count_saved(replace(series, games=5)) == 5
    for other in (replace(series, seed=4), replace(series, players={"red": "a", "blue": "b"})):
        assert by.count_saved(other) == 0, "games of another series are not taken for its own"


@pytest.mark.parametrize(
    ("was", "is_"),
    [("}\n", "\n"), ('"spent":', '"spent":[["red",1]],"spent_":'), ('"idle":', '"idle":[7],"i":')],
)
def test_a_file_with_a_damaged_line_in_its_midst_is_refused_and_left(
    series: Series, records: list[GameRecord], tmp_path: Path, was: str, is_: str
) -> None:
    path = tmp_path / "games.jsonl"
    file = SeriesFile(path, series.scenario)
    for record in records[:3]:
        file.add(series, record)
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    assert was in lines[2]
    damaged = lines[2].replace(was, is_, 1)
    path.write_text("".join([*lines[:2], damaged, lines[3]]), encoding="utf-8")
    before = path.read_bytes()
    with pytest.raises(
        ForeignGamesFileError, match=r"games\.jsonl:3:.* this line is (damaged|not a saved game)"
    ):
        SeriesFile(path, series.scenario)
    assert path.read_bytes() == before


def test_a_line_that_was_cut_off_is_played_again(
    series: Series, records: list[GameRecord], tmp_path: Path
) -> None:
    path = tmp_path / "games.jsonl"
    file = SeriesFile(path, series.scenario)
    for record in records[:3]:
        file.add(series, record)
    path.write_bytes(path.read_bytes()[:-20])
    again = SeriesFile(path, series.scenario)
    assert [record.number for record in again.records(series)] == [1, 2]
    again.add(series, records[2])
    assert list(again.records(series)) == records[:3]


def test_games_of_another_scenario_are_not_taken_up(series: Series, tmp_path: Path) -> None:
    SeriesFile(tmp_path / "games.jsonl", series.scenario)
    with pytest.raises(ForeignGamesFileError, match="scenario is"):
        SeriesFile(tmp_path / "games.jsonl", replace(series.scenario, turns=3))


# --- several strengths ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("first", "second", "said"),
    [
        ("rb" * 50, "rb" * 50, text("balance.strengths-even", "en")),
        ("r" * 60, "r" * 60, text("balance.strengths-agree", "en", side="Red")),
        ("r" * 60, "rb" * 50, "advantage depends on"),
        ("r" * 60, "b" * 60, text("balance.strengths-opposed", "en")),
    ],
)
def test_who_is_favoured_may_depend_on_how_well_one_plays(
    balance: BalanceSummary, first: str, second: str, said: str
) -> None:
    found = {"greedy": won(balance, first), "veteran": won(balance, second)}
    assert said in balance_study.conclusion_text(found, "en")
    told = list(balance_study.study_sentences(found, "zh"))
    assert len(told) == 3
    assert (
        json.loads(json.dumps(balance_study.study_document(found)))["strengths"].keys()
        == found.keys()
    )
