"""Who wins without the luck of the dice: intervals that hold what they say, whatever is played."""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from engine.balance import balance_report, league_report
from engine.balance import league as balance_league
from engine.balance.balance_summary import BalanceSummary
from engine.balance.confidence_intervals import student_t, wilson_interval
from engine.balance.games_file import ForeignGamesFileError
from engine.balance.league import League, LeagueGame, play_league
from engine.balance.luck_adjustment import (
    GameLuck,
    LuckAdjustedWinRate,
    LuckTotals,
    as_values,
    luck_adjusted_win_rate,
    luck_of,
)
from engine.balance.ratings import Standings
from engine.balance.series import GameRecord, Series, open_game, play_series_game
from engine.balance.series_file import SeriesFile
from engine.balance.worker_pool import LocalWorkerPool
from engine.checks.scenario_checks import load_playable
from engine.files.source_text import ROOT
from engine.games import list_attacks, new_game
from engine.play import players
from engine.play.luck import measure_luck
from engine.scenario.scenario import Scenario
from engine.texts import text

GAMES = 120
Ended = tuple[GameLuck, bool]
"""The luck of a game, and whether it was won."""


@pytest.fixture(scope="module")
def scenario() -> Scenario:
    return load_playable(ROOT / "samples/tank/scenarios/first-shots.scenario.yaml")


@pytest.fixture(scope="module")
def series(scenario: Scenario) -> Series:
    return Series(scenario, {"red": "greedy", "blue": "greedy"}, GAMES, seed=7)


@pytest.fixture(scope="module")
def records(series: Series) -> list[GameRecord]:
    first = open_game(series)
    return [play_series_game(series, number, first) for number in range(1, GAMES + 1)]


@pytest.fixture(scope="module")
def balance(series: Series, records: list[GameRecord]) -> BalanceSummary:
    return BalanceSummary.of(series, records)


def found_of(games: Iterable[Ended]) -> LuckAdjustedWinRate | None:
    """What is told of games."""
    won, others = LuckTotals(), LuckTotals()
    for luck_, is_won in games:
        (won if is_won else others).add(luck_)
    return luck_adjusted_win_rate(won, others)


def known(games: Iterable[Ended]) -> LuckAdjustedWinRate:
    """What is told of games that are enough."""
    found = found_of(games)
    assert found is not None
    return found


# --- simulated games ------------------------------------------------------------------------------

WORDS = ("nothing", "hit", "kill", "miracle")
CHANCES = np.array([0.597, 0.25, 0.15, 0.003])
PULL = np.array([0.0, 0.35, 1.0, 3.0])


def fallen(
    dice: np.random.Generator, games: int, better: float, pull: float
) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    """Luck by word and who won, of games of 8 to 21 attacks a side.

    They are won by skill, by the dice as far as `pull`, and by chance.
    """
    attacks_made = dice.integers(8, 22, (2, games))
    came = dice.multinomial(attacks_made, CHANCES) - attacks_made[..., None] * CHANCES
    more = came[0] - came[1]
    return more, better + pull * (more @ PULL) + dice.normal(0, 1.5, games) > 0


def simulated(dice: np.random.Generator, games: int, better: float, pull: float) -> list[Ended]:
    """The same game by game, as they are noted."""
    more, won = fallen(dice, games, better, pull)
    thousandths = np.round(1000 * more).astype(int).tolist()
    noted = [tuple(zip(WORDS, each, strict=True)) for each in thousandths]
    return list(zip(noted, won.tolist(), strict=True))


@pytest.mark.parametrize(("better", "pull"), [(0.0, 1.0), (0.0, 0.0), (2.0, 1.0), (3.0, 0.5)])
def test_intervals_hold_the_truth_as_often_as_they_say(better: float, pull: float) -> None:
    """400 leagues of 60 to 200 games; luck explains a third of them, or nothing."""
    seed = 1981
    dice = np.random.default_rng(seed)
    truth = fallen(dice, 200_000, better, pull)[1].mean()
    leagues = [simulated(dice, int(dice.integers(60, 201)), better, pull) for _ in range(400)]
    found = [each for each in map(found_of, leagues) if each is not None]
    held = np.mean([each.low <= truth <= each.high for each in found])
    off = np.mean([each.rate for each in found]) - truth
    told = f"seed {seed}: {truth:.3f} held by {held:.3f} of {len(found)}, off by {off:+.4f}"
    assert len(found) > 390, told
    assert 0.93 <= held <= 0.98, told
    assert abs(off) < 0.006, told


def test_where_luck_explains_nothing_the_interval_is_about_as_wide_as_the_plain_one() -> None:
    dice = np.random.default_rng(3)
    for games in (60, 100, 200, 400):
        ended = simulated(dice, games, 0.5, 0.0)
        found = known(ended)
        low, high = wilson_interval(sum(won for _, won in ended), games)
        assert 0.95 < (found.high - found.low) / (high - low) < 1.15, games
        assert found.luck < 0.1


def test_what_is_told_is_a_chance_however_one_sided_games_are() -> None:
    dice = np.random.default_rng(4)
    for better in (-6.0, -5.0, 5.0, 6.0):
        found = [found_of(simulated(dice, 30, better, 1.0)) for _ in range(40)]
        told = [each for each in found if each is not None]
        assert told
        for each in told:
            assert 0 <= each.low <= each.rate <= each.high <= 1
            assert each.high - each.low > 0.02
            assert 0 <= each.luck <= 1


def test_folded_sums_give_what_fitting_all_games_at_once_gives() -> None:
    """Least squares by the textbook, without the rare word and the one that follows from others."""
    games = 150
    ended = simulated(np.random.default_rng(5), games, 0.4, 1.0)
    more = np.array([[came / 1000 for _, came in luck_][:2] for luck_, _ in ended])
    won = np.array([won for _, won in ended], float)
    table = np.column_stack([np.ones(games), more])
    fitted, *_ = np.linalg.lstsq(table, won, rcond=None)
    freedom = games - 3
    variance = ((won - table @ fitted) ** 2).sum() / freedom
    leverage = np.linalg.inv(table.T @ table)[0, 0]
    worth = won.mean() * (1 - won.mean()) / (variance * leverage)
    found = known(ended)
    assert found.rate == pytest.approx(fitted[0])
    interval = wilson_interval(fitted[0] * worth, worth, student_t(freedom))
    assert (found.low, found.high) == pytest.approx(interval)
    assert found.luck == pytest.approx(1 - variance / won.var(ddof=1))


def test_the_order_in_which_games_end_does_not_matter() -> None:
    ended = simulated(np.random.default_rng(6), 90, 0.0, 1.0)
    mixed = random.Random(6).sample(ended, len(ended))
    assert known(ended) == known(mixed)


def test_seen_from_the_other_side_all_is_turned() -> None:
    ended = simulated(np.random.default_rng(8), 90, 0.7, 1.0)
    turned = [(tuple((word, -came) for word, came in luck_), not won) for luck_, won in ended]
    one, other = known(ended), known(turned)
    assert (one.rate, one.luck) == pytest.approx((1 - other.rate, other.luck))
    assert (one.low, one.high) == pytest.approx((1 - other.high, 1 - other.low))


@pytest.mark.parametrize(
    "games",
    [
        simulated(np.random.default_rng(9), 29, 0.0, 1.0),
        [(luck_, True) for luck_, _ in simulated(np.random.default_rng(9), 90, 0.0, 1.0)],
        [((), number % 2 == 0) for number in range(90)],
        [((("hit", 0),), number % 2 == 0) for number in range(90)],
    ],
    ids=["too-few", "all-won", "no-dice", "no-luck"],
)
def test_where_nothing_can_be_told_nothing_is(games: Sequence[Ended]) -> None:
    assert found_of(games) is None


# --- real games -----------------------------------------------------------------------------------


def test_luck_is_what_came_less_what_was_to_be_expected(
    series: Series, records: list[GameRecord]
) -> None:
    record = records[2]
    game = new_game(series.scenario, record.seed)
    players.play_to_end(
        game, {s: players.find_player(w, record.seed) for s, w in series.players.items()}
    )
    red, blue = (measure_luck(list_attacks(game), side) for side in ("red", "blue"))
    assert record.luck == luck_of(game)
    assert record.luck
    for word, came in record.luck:
        own = red.came.get(word, 0) - red.expected.get(word, 0.0)
        others = blue.came.get(word, 0) - blue.expected.get(word, 0.0)
        assert came == pytest.approx(1000 * (own - others), abs=0.6)
    assert sum(came for _, came in record.luck) == pytest.approx(0, abs=3)


def test_luck_is_none_in_the_mean(records: list[GameRecord]) -> None:
    """Within three and a half standard errors, for each result that came often enough."""
    by_word: dict[str, list[int]] = {}
    for record in records:
        for word, came in record.luck or ():
            by_word.setdefault(word, []).append(came)
    for word, found in by_word.items():
        error = np.std(found) / len(found) ** 0.5
        assert abs(np.mean(found)) < 3.5 * error, word


def test_of_real_games_the_interval_is_narrower_than_wilson_s(balance: BalanceSummary) -> None:
    found, plain = balance.luck_free_balance("red"), balance.wins("red")
    assert found is not None
    assert found.high - found.low < 0.75 * (plain.high - plain.low)
    assert found.luck > 0.4
    assert plain.low < found.rate < plain.high


def test_the_balance_tells_it_in_a_sentence_and_as_json(balance: BalanceSummary) -> None:
    told = balance_report.as_json(balance, "en")
    found = balance.luck_free_balance("red")
    assert found is not None
    assert told["without_luck"]["red"] == as_values(found)
    rate, low, high, part = (balance_report.format_percent(each, "en") for each in found)
    said = text("balance.without-luck", "en", side="Red", rate=rate, low=low, high=high, luck=part)
    assert said in told["says"]
    for language in ("zh", "zh-Hant", "ru"):
        assert any(rate[:-2] in each and part[:-2] in each
                   for each in balance_report.report_sentences(balance, language))  # fmt: skip


def test_it_is_told_only_where_all_games_have_it(balance: BalanceSummary) -> None:
    first, *others = balance.records
    lacking = BalanceSummary.of(balance.series, [replace(first, luck=None), *others])
    assert lacking.luck_free_balance("red") is None
    assert balance_report.as_json(lacking)["without_luck"] == {"red": None, "blue": None}
    assert not any("luck" in each for each in balance_report.report_sentences(lacking, "en"))


def test_of_a_series_that_was_ended_for_what_was_seen_it_is_not_told(
    balance: BalanceSummary,
) -> None:
    watched = BalanceSummary.folded_of(balance.series, balance.sums, is_watched=True)
    assert watched.luck_free_balance("red") is None


# --- kept games -----------------------------------------------------------------------------------


def test_games_kept_before_luck_was_noted_are_taken_up(
    series: Series, records: list[GameRecord], tmp_path: Path
) -> None:
    file = tmp_path / "games.jsonl"
    kept = SeriesFile(file, series.scenario)
    for record in records[:2]:
        kept.add(series, record)
    assert list(SeriesFile(file, series.scenario).records(series)) == records[:2]
    head, *lines = file.read_text(encoding="utf-8").splitlines()
    old = [{k: v for k, v in json.loads(line).items() if k != "luck"} for line in lines]
    file.write_text("\n".join([head, *map(json.dumps, old), ""]), encoding="utf-8")
    found = list(SeriesFile(file, series.scenario).records(series))
    assert found == [replace(record, luck=None) for record in records[:2]]


BAD_LUCK = ["7", '"hit"', '{"hit": 1}', '[["hit"]]', '[["hit", 0.5]]', "[[1, 1]]",
            '[["hit", true]]', '[["hit", 10000000000]]']  # fmt: skip


@pytest.mark.parametrize("bad", BAD_LUCK)
def test_a_line_with_luck_that_is_none_is_told(league: League, tmp_path: Path, bad: str) -> None:
    file = tmp_path / "league.jsonl"
    balance_league.open_league_file(file, league).add([0, 1, None, 3, json.loads(bad)])
    with pytest.raises(ForeignGamesFileError, match=r"league\.jsonl:2:.* not a saved game"):
        balance_league.read(file, league)


# --- leagues --------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def league(scenario: Scenario) -> League:
    return League((scenario,), ("novice", "greedy"), 60, seed=5)


@pytest.fixture(scope="module")
def played(league: League) -> list[LeagueGame]:
    return list(play_league(league, crew=LocalWorkerPool(1)))


def test_a_league_tells_of_each_player_from_its_own_seat(
    league: League, played: list[LeagueGame]
) -> None:
    standings = Standings.of(league, played)
    found = standings.luck_free_chance("greedy", "novice")
    plain = standings.won("greedy", "novice")
    assert found is not None
    assert found == standings.luck_free_chance("greedy", "novice")
    assert plain.low < found.rate < plain.high
    assert found.high - found.low < plain.high - plain.low
    other = standings.luck_free_chance("novice", "greedy")
    assert other is not None
    if all(game.winner for game in played):
        assert other.rate == pytest.approx(1 - found.rate)


def test_a_league_says_it_in_words_as_json_and_in_its_report(
    league: League, played: list[LeagueGame], qapp: object
) -> None:
    pytest.importorskip("choix")
    from studio.reports.league_report import build_league_report
    from studio.reports.report_pages import as_html

    standings = Standings.of(league, played)
    told = league_report.as_json(standings, "en")
    found = standings.luck_free_chance("greedy", "novice")
    assert found is not None
    assert as_values(found) in [each["without_luck"] for each in told["meetings"]]
    assert any(each.startswith("Without dice luck, “") for each in told["says"])
    for language, head in (
        ("en", text("league.luck-aside", "en")),
        ("zh", text("league.luck-aside", "zh")),
        ("ru", text("league.luck-aside", "ru")),
    ):
        assert head in as_html(build_league_report(standings, language))


def test_a_league_with_games_whose_luck_was_not_noted_says_nothing_of_it(
    league: League, played: list[LeagueGame], tmp_path: Path
) -> None:
    """They are read as they were written, and the league goes on."""
    file = tmp_path / "league.jsonl"
    keeping = balance_league.open_league_file(file, league)
    keeping.add(played[0][:4])
    for each in played[1:]:
        keeping.add(each)
    found = balance_league.read(file, league)
    assert found == [played[0]._replace(luck=None), *played[1:]]
    assert Standings.of(league, found).luck_free_chance("greedy", "novice") is None
    assert Standings.of(league, played).outcomes == Standings.of(league, found).outcomes
