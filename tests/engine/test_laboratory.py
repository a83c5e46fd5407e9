"""What decides games, what if a scenario were otherwise, and the change that makes it fair."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from engine.balance import decisive_factors, sweeps
from engine.balance.balance_summary import BalanceSummary
from engine.balance.confidence_intervals import Z
from engine.balance.decisive_factors import WinRateGap
from engine.balance.series import GameRecord, Series, open_game, play_series_game
from engine.balance.series_file import as_json, from_json
from engine.balance.sweeps import Sweep, confirmation_series, plan_series
from engine.balance.turning_points import PLAYOUTS, TrackedGame, TurningPoint, words_of_answer
from engine.balance.variants import (
    InvalidVariantError,
    parse_variants,
    scenario_with_extra_unit,
    without_unit,
)
from engine.checks.scenario_checks import load_playable
from engine.files.source_text import ROOT
from engine.scenario.scenario import Scenario, ScenarioUnit, VictoryCondition, VictoryKind
from engine.texts import SideName, text

SAMPLES = ROOT / "samples"


@pytest.fixture(scope="module")
def scenario() -> Scenario:
    return load_playable(SAMPLES / "tank/scenarios/crossroads.scenario.yaml")


@pytest.fixture(scope="module")
def series(scenario: Scenario) -> Series:
    short = replace(scenario, turns=4)
    return Series(short, {"red": "greedy", "blue": "greedy"}, 3, seed=3, looked_into=1)


@pytest.fixture(scope="module")
def records(series: Series) -> list[GameRecord]:
    first = open_game(series)
    return [play_series_game(series, number, first) for number in range(1, series.games + 1)]


def told(series: Series, records: list[GameRecord], games: list[dict[str, Any]]) -> BalanceSummary:
    """The balance of games like the second, each with something otherwise."""
    made = [replace(records[1], number=n, **each) for n, each in enumerate(games, 1)]
    return BalanceSummary.of(replace(series, games=len(made)), made)


def won(series: Series, records: list[GameRecord], winners: str) -> BalanceSummary:
    sides = {"r": "red", "b": "blue"}
    return told(series, records, [{"winner": sides[each]} for each in winners])


# --- what decides games ---------------------------------------------------------------------------


def test_the_interval_of_a_difference_is_that_of_newcombe_s_example() -> None:
    """R. G. Newcombe, Statistics in Medicine 17 (1998) 873, table II: 56/70 against 48/80."""
    found = WinRateGap.between(56, 70, 56 + 48, 70 + 80, Z)
    assert (round(found.low, 4), round(found.high, 4)) == (0.0524, 0.3339)
    assert found.is_sure


def test_going_first_is_compared_with_not_going_first(
    series: Series, records: list[GameRecord]
) -> None:
    games = [{"first": side, "winner": side} for side in ["red"] * 30 + ["blue"] * 30]
    found = decisive_factors.first_move_advantage(told(series, records, games))
    assert {side: each.gain for side, each in found.items()} == {"red": 1.0, "blue": 1.0}
    assert all(each.is_sure for each in found.values())


def test_where_one_side_always_goes_first_nothing_is_made_of_it(
    series: Series, records: list[GameRecord]
) -> None:
    balance = told(series, records, [{"first": "red"}] * 10)
    assert decisive_factors.first_move_advantage(balance) == {}
    assert next(decisive_factors.factor_sentences(balance, "en")) == text(
        "balance.first-always", "en", side=SideName.of("Red")
    )


def test_a_card_is_decisive_beyond_doubt_alone(series: Series, records: list[GameRecord]) -> None:
    """One that its side always wins with; another used as often by winners as by losers."""
    good, other = ("red", "fire-boost"), ("blue", "rapid-assault")
    games = [
        {
            "winner": "red" if n % 2 else "blue",
            "spent": frozenset([good] * (n % 2) + [other] * (n % 4 < 2)),
        }
        for n in range(60)
    ]
    balance = told(series, records, games)
    found = {(each.side, each.card): each.worth for each in decisive_factors.card_win_gaps(balance)}
    assert found[good].is_sure
    assert not found[other].is_sure
    said = [
        each
        for each in decisive_factors.factor_sentences(balance, "en")
        if "100 % of the games" in each
    ]
    assert len(said) == 1
    assert "Red" in said[0]
    assert "0 % of the" in said[0]


def test_units_that_do_nothing_in_most_games_are_named(
    series: Series, records: list[GameRecord]
) -> None:
    games = [{"idle": ("b1", "r2") if n < 6 else ("r2",)} for n in range(10)]
    balance = told(series, records, games)
    assert decisive_factors.idle_units(balance) == [("r2", 10), ("b1", 6)]
    assert any(
        "Blue 1 in 60 % of the games" in each
        for each in decisive_factors.factor_sentences(balance, "en")
    )


def test_ground_nobody_enters_is_counted(series: Series, records: list[GameRecord]) -> None:
    balance = BalanceSummary.of(series, records)
    entered = {hex_ for r in records for tally in r.entered.values() for hex_ in tally}
    assert decisive_factors.unused_ground(balance) == (24 * 18 - len(entered), 24 * 18)


def test_the_answer_that_turned_a_game_is_found_by_playing_on_from_it(
    series: Series, records: list[GameRecord]
) -> None:
    assert [record.turning is not None for record in records] == [True, False, False]
    found = records[0].turning
    assert found is not None
    assert found.turn >= 1
    assert found.of == PLAYOUTS
    assert 0 <= min(found.before, found.after) <= max(found.before, found.after) <= PLAYOUTS
    assert {"en", "zh"} <= {*found.words}
    (kept,) = decisive_factors.factors_document(BalanceSummary.of(series, records))[
        "turning_points"
    ]
    assert kept["answer"] == found.answer
    assert kept["low"] <= found.gain <= kept["high"]


SHOT = TurningPoint(17, 2, "red", {"en": "Red: who fires? – Red 1."}, 8, 26, 40)


def test_an_answer_beyond_doubt_is_told_with_the_interval_of_its_swing(
    series: Series, records: list[GameRecord]
) -> None:
    """8 of 40 against 26 of 40: 0.236 to 0.610 by Newcombe's method 10."""
    balance = told(series, records, [{"turning": SHOT, "seed": 5}])
    assert list(decisive_factors.turning_sentences(balance, "en")) == [
        text(
            "balance.turning",
            "en",
            game=1,
            seed=5,
            turn=2,
            answer=18,
            side="Red",
            of=40,
            words="Red: who fires? – Red 1.",
            before="20 %",
            after="65 %",
            low="+24",
            high="+61",
        )
    ]
    (kept,) = decisive_factors.factors_document(balance)["turning_points"]
    assert kept["is_sure"]


@pytest.mark.parametrize(("before", "after"), [(16, 24), (24, 16), (20, 20), (0, 3)])
def test_an_answer_within_doubt_is_not_said_to_have_turned_anything(
    series: Series, records: list[GameRecord], before: int, after: int
) -> None:
    doubtful = SHOT._replace(before=before, after=after)
    balance = told(series, records, [{"turning": doubtful}])
    (said,) = decisive_factors.turning_sentences(balance, "en")
    assert said == text("balance.no-turning", "en", count=1, of=1)
    (kept,) = decisive_factors.factors_document(balance)["turning_points"]
    assert not kept["is_sure"]
    assert kept["low"] <= 0 <= kept["high"]


@pytest.mark.parametrize("chance", [0.1, 0.3, 0.5, 0.8])
def test_an_answer_that_moved_nothing_is_seldom_said_to_have_turned_a_game(chance: float) -> None:
    """Every pair of counts with its own chance: 5 % are said to, or less."""
    counts = range(PLAYOUTS + 1)
    likely = [math.comb(PLAYOUTS, n) * chance**n * (1 - chance) ** (PLAYOUTS - n) for n in counts]
    said = sum(
        likely[before] * likely[after]
        for before in counts
        for after in counts
        if decisive_factors.turning_point_swing(
            SHOT._replace(before=before, after=after, of=PLAYOUTS)
        ).is_sure
    )
    assert 0.01 < said < 0.06


def test_the_games_that_find_an_answer_are_not_those_that_judge_it(
    series: Series, monkeypatch: pytest.MonkeyPatch
) -> None:
    played: list[tuple[int, range]] = []

    def won(_: Any, answers: int, __: str, ___: Any, ____: int, games: range) -> int:
        played.append((answers, games))
        return len(games) * (len(played) % 2)

    monkeypatch.setattr(TrackedGame, "_won", won)
    found = play_series_game(series, 1, open_game(series)).turning
    assert found is not None
    assert found.of == PLAYOUTS
    *finding, before, after = played
    assert {each for _, games in finding for each in games}.isdisjoint({*before[1], *after[1]})
    assert before[1] == after[1]


def test_a_game_that_no_answer_turned_is_told_as_such(
    series: Series, records: list[GameRecord]
) -> None:
    balance = told(series, records, [{"turning": None}] * 3)
    assert balance.series.looked_into == 1
    said = list(decisive_factors.turning_sentences(balance, "en"))
    assert said == [text("balance.no-turning", "en", count=1, of=1)]


def test_looking_into_a_game_does_not_change_it(series: Series, records: list[GameRecord]) -> None:
    plain = replace(series, looked_into=0)
    assert play_series_game(plain, 1, open_game(plain)) == replace(records[0], turning=None)


def test_what_was_looked_into_comes_back_from_its_line(records: list[GameRecord]) -> None:
    for record in records:
        assert from_json(json.loads(json.dumps(as_json(record)))) == record


def test_words_of_an_answer_are_found_wherever_they_stand() -> None:
    assert sorted(words_of_answer((("r1", ("r2",)), 3, None, "fire"))) == ["fire", "r1", "r2"]


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_cause_is_filled_in(series: Series, records: list[GameRecord], language: str) -> None:
    said = list(decisive_factors.factor_sentences(BalanceSummary.of(series, records), language))
    assert said
    assert not any("{" in each for each in said)
    json.dumps(decisive_factors.factors_document(BalanceSummary.of(series, records)))


# --- what if --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wish", "names"),
    [
        ("turns=8..10", ["turns=8", "turns=9", "turns=10"]),
        ("turns=8..12/4", ["turns=8", "turns=12"]),
        ("turns=6,9", ["turns=6", "turns=9"]),
        ("turns=6, 9,,6", ["turns=6", "turns=9"]),
        ("begins=blue", ["begins=blue"]),
        ("without=b1,b2", ["without=b1", "without=b2"]),
    ],
)
def test_a_wish_is_read_as_its_variants(scenario: Scenario, wish: str, names: list[str]) -> None:
    found = parse_variants(scenario, wish)
    assert [each.name for each in found] == names
    assert len({each.scenario.fingerprint() for each in found}) == len(names)


@pytest.mark.parametrize(
    ("wish", "said"),
    [
        ("turns", "begins=red,blue"),
        ("=3", "begins=red,blue"),
        ("turns=9..3", "from the smaller number to the larger"),
        ("turns=1..900", "900 scenarios.* 40"),
        ("turns=0", "at least 1; given: 0"),
        ("turns=many", "given: many"),
        ("turns=" + "9" * 5000, "at least 1; given: 9"),
        ("turns=,", "begins=red,blue"),
        ("tunrs=8", "tunrs"),
        ("side.green.budget=3", "side green; .*: red, blue"),
        ("side.red.stocks.smoke=3", "smoke"),
        ("objective.hill.points=3", "objective hill"),
        ("without=b11", "unit b11.*Did you mean b1"),
    ],
)
def test_a_wish_nobody_can_fulfil_is_told(scenario: Scenario, wish: str, said: str) -> None:
    with pytest.raises(InvalidVariantError, match=said):
        parse_variants(scenario, wish)


def test_values_of_sides_and_objectives_are_changed(scenario: Scenario) -> None:
    goal = scenario.objectives[0].id
    assert parse_variants(scenario, "side.blue.budget=7")[0].scenario.side("blue").budget == 7
    assert (
        parse_variants(scenario, f"objective.{goal}.points=9")[0].scenario.objectives[0].points == 9
    )
    begun = parse_variants(scenario, "begins=blue")[0].scenario
    assert [side.begins for side in begun.sides] == [False, True]


def test_a_unit_that_is_left_out_takes_its_weapons_along_and_leaves_its_riders(
    scenario: Scenario,
) -> None:
    truck, gun, squad = (
        ScenarioUnit("truck", "red", "t", zone="red-setup"),
        ScenarioUnit("gun", "red", "t", bearer="truck"),
        ScenarioUnit("squad", "red", "t", aboard="truck"),
    )
    found = without_unit(replace(scenario, units=(truck, gun, squad)), "truck")
    assert found.units == (replace(squad, aboard="", zone="red-setup"),)


def test_a_unit_by_which_one_wins_is_not_left_out(scenario: Scenario) -> None:
    condition = VictoryCondition(VictoryKind.SURVIVE, side="red", units=("r1",))
    with pytest.raises(InvalidVariantError, match=text("variants.wins-by-it", name="r1")):
        without_unit(replace(scenario, victory=(condition,)), "r1")
    several = replace(condition, units=("r1", "r2"))
    left = without_unit(replace(scenario, victory=(several,)), "r1")
    assert left.victory == (condition.__class__(VictoryKind.SURVIVE, side="red", units=("r2",)),)


def samples() -> Iterator[str]:
    """The first scenario of every folder of samples."""
    for folder in sorted(each for each in SAMPLES.iterdir() if each.is_dir()):
        found = sorted(folder.rglob("*.scenario.yaml"))
        if found:
            yield found[0].relative_to(ROOT).as_posix()


@pytest.mark.parametrize("path", list(samples()))
def test_a_unit_less_and_a_unit_more_can_be_played_in_every_game(path: str) -> None:
    found = load_playable(ROOT / path)
    names = [unit.id for unit in found.units] or [
        body.id for body in found.bodies if body.strength > 1
    ]
    names = names[:1]
    series = Series(found, {side.id: "greedy" for side in found.sides}, 2)
    wishes = [f"{what}={name}" for name in names for what in ("without", "with")]
    every = plan_series(series, [*wishes, f"turns={found.turns + 1}"])
    assert len(every) == 2 + 2 * len(names)
    for name in names:
        more, less = scenario_with_extra_unit(found, name), without_unit(found, name)
        assert len(less.units) + len(less.bodies) < len(found.units) + len(found.bodies)
        assert (more.units, more.bodies) != (found.units, found.bodies)


# --- the change that makes it fair ---------------------------------------------------------------


def swept(series: Series, records: list[GameRecord], winners: list[str]) -> Sweep:
    names = ["", *(f"turns={n}" for n in range(1, len(winners)))]
    return Sweep(names, [won(series, records, each) for each in winners])


def test_the_change_that_comes_nearest_to_even_is_tried_in_fresh_games(
    series: Series, records: list[GameRecord]
) -> None:
    sweep = swept(series, records, ["r" * 60, "r" * 50 + "b" * 10, "rb" * 30])
    assert sweep.is_wanted
    assert sweep.names[sweep.best_variant] == "turns=2"
    fresh = confirmation_series(sweep, 60)
    played = {sweep.base.series.seed_of(n) for n in range(1, 61)}
    assert not {fresh.seed_of(n) for n in range(1, 61)} & played
    fair = replace(sweep, fresh=won(series, records, "rb" * 30))
    assert sweeps.proposed_change(fair, "en").startswith(
        text("balance.made-fair", "en", name="turns=2", games=60, verdict="").strip()
    )
    uneven = replace(sweep, fresh=won(series, records, "r" * 60))
    assert sweeps.proposed_change(uneven, "en").startswith(
        text("balance.still-uneven", "en", name="turns=2", games=60, verdict="").strip()
    )


def test_a_variant_that_is_the_scenario_as_it_is_is_not_played_again(
    series: Series, records: list[GameRecord]
) -> None:
    """Four turns are what it has; three are wished for twice."""
    plan, asked = plan_series(series, ["turns=3..4", "turns=3"]), list[str]()

    def play_named(each: Series, name: str) -> BalanceSummary:
        asked.append(name)
        return won(each, records, "r" * 60 if each.scenario.turns == 4 else "rb" * 30)

    sweep = sweeps.play_sweep(plan, play_named)
    assert sweep.names == ["", "turns=3", "turns=4", "turns=3"]
    assert asked == ["", "turns=3", "turns=3"], "the last are the fresh games of the proposal"
    assert sweep.found[2] is sweep.base
    assert sweep.fresh is not None
    assert sweep.fresh.series.seed == series.seed_of(0)


def test_a_fair_scenario_needs_no_change(series: Series, records: list[GameRecord]) -> None:
    sweep = swept(series, records, ["rb" * 30, "rb" * 30])
    assert not sweep.is_wanted
    said = list(sweeps.sweep_sentences(sweep, "en"))
    assert said[-3:-1] == [
        text("balance.no-effect", "en"),
        text("balance.no-change-needed", "en"),
    ]
    assert said[0].startswith(f"{text('balance.as-it-is', 'en')}: Red won 50 % of")


def test_changes_that_do_not_help_are_not_proposed(
    series: Series, records: list[GameRecord]
) -> None:
    sweep = swept(series, records, ["r" * 50 + "b" * 10, "r" * 60])
    assert sweeps.proposed_change(sweep, "en") == text("balance.no-change-helps", "en")
    said = json.loads(json.dumps(sweeps.sweep_document(sweep, "zh")))
    assert said["proposed"] is None
    assert [each["variant"] for each in said["variants"]] == [None, "turns=1"]
