"""Leagues: who meets whom, ratings with intervals, games kept and taken up again."""

from __future__ import annotations

import json
import math
import random
import re
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from engine import __version__, install_commands
from engine.balance import league as balance_league
from engine.balance import league_report, ratings
from engine.balance.games_file import ForeignGamesFileError
from engine.balance.league import InvalidLeagueError, League, LeagueGame, play_league, read
from engine.balance.ratings import MissingLibraryError, Standings, load_openskill
from engine.balance.worker_pool import LocalWorkerPool
from engine.checks.scenario_checks import load_playable
from engine.files.source_text import ROOT, SaveError
from engine.narration.scenario_names import rank_of
from engine.play.players import UnknownPlayerError
from engine.scenario.scenario import Scenario

PLAYERS = ("random", "greedy", "novice")


@pytest.fixture(scope="module")
def scenario() -> Scenario:
    return load_playable(ROOT / "samples/tank/scenarios/first-shots.scenario.yaml")


@pytest.fixture(scope="module")
def league(scenario: Scenario) -> League:
    return League((scenario,), PLAYERS, 8, seed=2)


@pytest.fixture(scope="module")
def played(league: League) -> list[LeagueGame]:
    """The games of a small league, by one process."""
    return list(play_league(league, crew=LocalWorkerPool(1)))


def test_every_pair_meets_as_often_on_either_side(league: League, played: list[LeagueGame]) -> None:
    assert len(played) == league.size == 3 * 8
    assert len(set(played)) == len(played)
    seats = Counter(league.matches[each.match].players for each in played)
    assert set(seats.values()) == {4}
    assert {(b, a) for a, b in seats} == set(seats)


def test_a_pair_meets_with_the_same_dice_whoever_sits_where(league: League) -> None:
    one, other = (match.series for match in league.matches[:2])
    assert one.players != other.players
    assert [one.seed_of(n) for n in range(1, 5)] == [other.seed_of(n) for n in range(1, 5)]


def test_any_number_of_workers_plays_the_same_games(
    league: League, played: list[LeagueGame]
) -> None:
    assert sorted(play_league(league, crew=LocalWorkerPool(2))) == sorted(played)


def test_only_what_is_left_is_played(league: League, played: list[LeagueGame]) -> None:
    before = sorted(played)[:20]
    assert sorted([*before, *play_league(league, before, crew=LocalWorkerPool(1))]) == sorted(
        played
    )


def test_games_that_ended_are_kept_though_the_last_line_was_cut_off(
    league: League, played: list[LeagueGame], tmp_path: Path
) -> None:
    file = tmp_path / "league.jsonl"
    for each in played[:6]:
        balance_league.open_league_file(file, league).add(each)
    assert read(file, league) == played[:6]
    file.write_text(file.read_text(encoding="utf-8")[:-3], encoding="utf-8")
    assert read(file, league) == played[:5]
    assert read(tmp_path / "none.jsonl", league) == []


def keep(file: Path, league: League, played: list[LeagueGame]) -> None:
    """A file of these games."""
    keeping = balance_league.open_league_file(file, league)
    for each in played:
        keeping.add(each)


BAD_GAMES = ["{}", "[]", "[0, 1, 2, 3, 4]", '["0", 1, null, 3]', "[999, 1, null, 3]",
             "[0, 0, null, 3]", "[0, 1, 7, 3]", '[0, 1, "nobody", 3]', "[0, 1, null, -1]",
             "[0, 1, null, 1e999]",
             "[true, 1, null, 3]", "[" * 9000, "\0"]  # fmt: skip


@pytest.mark.parametrize("bad", BAD_GAMES)
def test_a_line_that_is_no_game_is_told_and_what_follows_is_not_lost(
    league: League, played: list[LeagueGame], tmp_path: Path, bad: str
) -> None:
    file = tmp_path / "league.jsonl"
    keep(file, league, played[:3])
    first, *others = file.read_text(encoding="utf-8").splitlines()
    file.write_text("\n".join([first, others[0], bad, *others[1:], ""]), encoding="utf-8")
    before = file.read_bytes()
    with pytest.raises(
        ForeignGamesFileError, match=r"league\.jsonl:3:.* (not a saved game|damaged)"
    ):
        read(file, league)
    assert file.read_bytes() == before


def test_a_game_that_stands_there_twice_counts_once(
    league: League, played: list[LeagueGame], tmp_path: Path
) -> None:
    file = tmp_path / "league.jsonl"
    keep(file, league, [*played[:3], *played[:2]])
    assert read(file, league) == played[:3]


def test_a_file_of_games_that_cannot_be_read_or_was_taken_away_is_told(
    league: League, played: list[LeagueGame], tmp_path: Path
) -> None:
    with pytest.raises(ForeignGamesFileError, match="regular file"):
        read(tmp_path, league)
    file = tmp_path / "league.jsonl"
    file.write_bytes(b"\xff\xfe")
    with pytest.raises(ForeignGamesFileError, match="not a file of saved games"):
        read(file, league)
    file.unlink()
    keeping = balance_league.open_league_file(file, league)
    file.unlink()
    with pytest.raises(SaveError, match=r"league\.jsonl"):
        keeping.add(played[0])
    assert not file.exists()


def test_a_file_that_another_version_of_the_program_began_goes_on(
    league: League, played: list[LeagueGame], tmp_path: Path
) -> None:
    file = tmp_path / "league.jsonl"
    keep(file, league, played[:3])
    text = file.read_text(encoding="utf-8")
    assert f'"program":"{__version__}"' in text
    file.write_text(text.replace(__version__, "0.2.0", 1), encoding="utf-8")
    keep(file, league, played[3:5])
    assert read(file, league) == played[:5]


def test_games_of_another_league_are_not_taken_up(league: League, tmp_path: Path) -> None:
    file = tmp_path / "league.jsonl"
    balance_league.open_league_file(file, League(league.scenarios, ("random", "greedy"), 8, 2))
    with pytest.raises(ForeignGamesFileError, match="players is random, greedy there"):
        read(file, league)
    file.write_text("no league\n", encoding="utf-8")
    with pytest.raises(ForeignGamesFileError, match="not a file of saved games"):
        read(file, league)


def test_a_league_of_more_games_goes_on_from_one_of_fewer(
    league: League, played: list[LeagueGame], tmp_path: Path
) -> None:
    """And one of fewer takes those that it has itself."""
    file = tmp_path / "league.jsonl"
    keeping = balance_league.open_league_file(file, league)
    for game in played:
        keeping.add(game)
    longer = replace(league, games=league.games + 4)
    assert sorted(read(file, longer)) == sorted(played)
    left = list(longer.jobs(read(file, longer)))
    assert len(left) == longer.size - len(played)
    shorter = replace(league, games=2)
    assert {game.number for game in read(file, shorter)} == {1}


def test_games_by_other_rules_are_not_taken_up(
    league: League, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "league.jsonl"
    balance_league.open_league_file(file, league)
    told = balance_league.league_heading(league)
    told["scenarios"][0]["rules"] += 1
    monkeypatch.setattr(balance_league, "league_heading", lambda league: told)
    with pytest.raises(ForeignGamesFileError, match="scenarios"):
        read(file, league)


@pytest.mark.parametrize("players", [(), ("greedy",), ("greedy", "greedy")])
def test_a_league_needs_several_players(scenario: Scenario, players: tuple[str, ...]) -> None:
    with pytest.raises(InvalidLeagueError, match="two different players"):
        League((scenario,), players, 4).check()


def test_an_unknown_player_is_told_before_anything_is_played(scenario: Scenario) -> None:
    with pytest.raises(UnknownPlayerError, match="grandmaster"):
        League((scenario,), ("greedy", "grandmaster"), 4).check()


def test_a_missing_library_is_told_with_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "choix", None)
    with pytest.raises(
        MissingLibraryError, match=re.escape(install_commands.extra_install_command("league"))
    ):
        load_openskill()


# --- ratings -------------------------------------------------------------------------------------


def decided(league: League, winners: str) -> Standings:
    """Games of the first pairing, won by the first player (1), the second (2), or nobody (.)."""
    pytest.importorskip("choix")
    first, second = league.matches[0].players
    names = {"1": first, "2": second, ".": None}
    return Standings.of(league, [LeagueGame(0, n, names[w], 3) for n, w in enumerate(winners, 1)])


@pytest.fixture
def pair(scenario: Scenario) -> League:
    return League((scenario,), ("random", "greedy"), 100)


def test_who_wins_ten_of_eleven_is_400_points_better(pair: League) -> None:
    """400 points are odds of ten to one."""
    better, worse = decided(pair, "1111111111" * 10 + "2" * 10).rated()
    assert (better.player, worse.player) == ("random", "greedy")
    assert better.rating - worse.rating == pytest.approx(400, abs=5)
    assert better.rating == pytest.approx(-worse.rating)


def test_a_draw_is_half_a_win_of_each(pair: League) -> None:
    drawn, apart = decided(pair, "." * 10).rated(), decided(pair, "12" * 5).rated()
    assert [each.rating for each in drawn] == pytest.approx([0, 0], abs=1e-6)
    assert [each.rating for each in apart] == pytest.approx([0, 0], abs=1e-6)
    assert drawn[0].score == apart[0].score == 0.5


def test_more_games_narrow_the_interval_and_hold_the_rating(pair: League) -> None:
    few, many = decided(pair, "1122121" * 2).rated()[0], decided(pair, "1122121" * 20).rated()[0]
    for each in (few, many):
        assert each.low <= each.rating <= each.high
    assert many.high - many.low < few.high - few.low


def test_a_league_is_as_large_after_a_million_games_as_after_ten(pair: League) -> None:
    few = decided(pair, "1122121.2.")
    many = Standings(pair, {(0, "random"): 600_000, (0, "greedy"): 400_000})
    assert len(many.outcomes) < len(few.outcomes)
    better, _ = many.rated()
    assert better.player == "random"
    assert 400 * math.log10(1.5) / 2 == pytest.approx(better.rating, abs=0.1)
    assert 0 < better.high - better.low < 1
    assert many.won("random", "greedy").times == 600_000


def test_who_never_lost_has_a_rating_all_the_same(pair: League) -> None:
    assert 0 < decided(pair, "1" * 20).rated()[0].rating < 2000


def interval_of(league: League, won: int, games: int) -> tuple[float, float]:
    """The interval of the first player's rating after so many wins of so many games."""
    pytest.importorskip("choix")
    first, second = league.players
    ended: dict[tuple[int, str | None], int] = {(0, first): won, (0, second): games - won}
    (rated,) = (each for each in Standings(league, ended).rated() if each.player == first)
    return rated.low, rated.high


@pytest.mark.parametrize("games", [10, 40])
def test_whoever_won_all_games_has_an_interval_that_more_games_narrow(
    pair: League, games: int
) -> None:
    """By Beta(games + 1/2, 1/2): of 10 of 10 at least 78 % are won, of 40 of 40 some 94 %."""
    low, high = interval_of(pair, games, games)
    least = {10: 0.7828, 40: 0.9395}[games]
    assert 2 * low == pytest.approx(400 * math.log10(least / (1 - least)), abs=25)
    assert high - low > 400, "how much better nobody knows"


@pytest.mark.long
def test_intervals_of_two_hold_the_truth_as_often_as_they_say(pair: League) -> None:
    """Every outcome of 20 games with its own chance, from even players to 30 to 1."""
    games, held = 20, []
    intervals = [interval_of(pair, won, games) for won in range(games + 1)]
    for difference in (0, 50, 100, 200, 300, 400, 500, 600):
        chance = 1 / (1 + 10 ** (-difference / 400))
        held.append(sum(
            math.comb(games, won) * chance**won * (1 - chance) ** (games - won)
            for won, (low, high) in enumerate(intervals)
            if low <= difference / 2 <= high
        ))  # fmt: skip
    assert min(held) > 0.9, held
    assert 0.93 < sum(held) / len(held) < 0.98, held


@pytest.mark.long
@pytest.mark.parametrize("gap", [60, 500])
def test_intervals_of_many_hold_the_truth_as_often_as_they_say(
    scenario: Scenario, gap: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Four players, neighbours close or far apart, 12 games a pair, up to a quarter drawn."""
    pytest.importorskip("choix")
    monkeypatch.setattr(ratings, "RESAMPLED", 200)
    league = League((scenario,), ("idle", "random", "greedy", "novice"), 2, 0)
    true = {who: gap * (place - 1.5) for place, who in enumerate(league.players)}
    luck, held, leagues = random.Random(20261128), 0, 15
    for _ in range(leagues):
        ended: Counter[tuple[int, str | None]] = Counter()
        for number, match in enumerate(league.matches):
            one, other = match.players
            chance = 1 / (1 + 10 ** ((true[other] - true[one]) / 400))
            drawn = min(chance, 1 - chance) / 2
            for _ in range(6):
                fell = luck.random()
                won = one if fell < chance - drawn / 2 else other
                ended[number, None if abs(fell - chance) < drawn / 2 else won] += 1
        held += sum(
            each.low <= true[each.player] <= each.high for each in Standings(league, ended).rated()
        )
    assert 0.9 < held / (4 * leagues) < 0.995, held / (4 * leagues)


def test_a_league_is_told_in_words_and_as_json(league: League, played: list[LeagueGame]) -> None:
    pytest.importorskip("choix")
    standings = Standings.of(league, played)
    told = json.loads(json.dumps(league_report.as_json(standings)))
    assert told["players"] == list(PLAYERS)
    assert {each["player"] for each in told["ratings"]} == set(PLAYERS)
    assert sum(each["wins"] for each in told["ratings"]) <= len(played)
    for language in ("en", "zh"):
        lines = list(league_report.league_sentences(standings, language))
        assert len(lines) == 3 + 3 + 1 + 1
        assert all(lines)


def test_a_report_has_ratings_pairings_and_sides(
    league: League, played: list[LeagueGame], qapp: object
) -> None:
    pytest.importorskip("choix")
    from studio.reports.league_report import build_league_report
    from studio.reports.report_pages import as_html

    html = as_html(build_league_report(Standings.of(league, played), "en"))
    assert "<svg" in html
    for player in PLAYERS:
        assert rank_of(player, "en") in html
