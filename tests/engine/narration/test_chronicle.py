"""A game told turn by turn: who went where, who fell, what was rolled, how likely the hits were."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from engine.checks.scenario_checks import load_playable
from engine.files.source_text import ROOT
from engine.games import list_attacks
from engine.hexes.hex import Hex, distance
from engine.narration.chronicle import dice_sum_odds, find_throws, position_after, turns_played
from engine.play.game import Game
from engine.play.luck import measure_luck
from engine.play.position import spot_formatter_for
from engine.session.replay import load
from tests.assertions import require_type
from tests.positions import plain

SIDES = ("red", "blue")


@pytest.fixture(scope="module", params=["crossroads-greedy", "crossroads-random"])
def game(request: pytest.FixtureRequest) -> Game[Any]:
    scenario = load_playable(ROOT / "samples/tank/scenarios/crossroads.scenario.yaml")
    return load(ROOT / f"samples/tank/replays/{request.param}.replay", scenario)


def test_the_last_moment_is_where_the_game_stands(game: Game[Any]) -> None:
    last = position_after(game, len(game.events))
    told = plain(game)
    at = spot_formatter_for(game.scenario)
    assert [at(unit.at) for unit in last.units.values()] == [unit["at"] for unit in told["units"]]
    assert (list(last.lost), last.holders) == (told["lost"], told["objectives"])


def test_any_moment_is_what_the_events_before_it_have_made(game: Game[Any]) -> None:
    state = game.opening.copy()
    for number, event in enumerate(game.events):
        if number % 37 == 0:
            told, found = game.rules.position(state), position_after(game, number)
            assert {id_: unit.at for id_, unit in found.units.items()} == {
                piece.id: piece.at for piece in told.pieces
            }, number
            assert {id_: unit.marks for id_, unit in found.units.items()} == {
                piece.id: piece.marks for piece in told.pieces
            }, number
            assert (found.turn, found.points) == (told.turn, told.points)
        event.apply(state)


def test_every_event_belongs_to_one_turn(game: Game[Any]) -> None:
    found = turns_played(game)
    assert [turn.turn for turn in found] == list(range(len(found)))
    assert (found[0].first, found[-1].last) == (0, len(game.events))
    assert all(turn.last == after.first for turn, after in pairwise(found))


def test_every_loss_is_told_in_its_turn(game: Game[Any]) -> None:
    told = [unit.unit for turn in turns_played(game) for unit in turn.fallen]
    assert told == [unit.id for unit in game.state.lost]


def test_ways_lead_from_hex_to_hex_and_end_where_units_stand(game: Game[Any]) -> None:
    for turn in turns_played(game):
        for unit, course in turn.courses.items():
            hexes = [require_type(each, Hex) for each in course]
            assert all(distance(a, b) == 1 for a, b in pairwise(hexes)), (turn.turn, unit)
            if unit in turn.end.units:
                assert course[-1] == turn.end.units[unit].at


def test_a_game_not_begun_has_no_turn_but_its_set_up(game: Game[Any]) -> None:
    fresh = game.restarted(game.dice)
    fresh.rewind(0)
    assert [turn.turn for turn in turns_played(fresh)] == [0]
    assert find_throws(fresh) == []


def test_every_roll_is_told_with_what_it_was_for(game: Game[Any]) -> None:
    rolls = find_throws(game)
    assert [roll.faces for roll in rolls] == [a for a in game.answers if type(a) is tuple]
    shots = sum(
        type(event).__name__ == "ShotResolved" and bool(getattr(event, "dice", ()))
        for event in game.events
    )
    assert sum(roll.roll.purpose == "shot" for roll in rolls) == shots


def test_two_dice_show_seven_in_six_of_thirty_six() -> None:
    odds = dice_sum_odds(2, 6)
    assert sum(odds.values()) == pytest.approx(1.0)
    assert [round(36 * odds[n]) for n in range(2, 13)] == [1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1]


def test_the_odds_of_every_attack_add_up_and_allow_what_came(game: Game[Any]) -> None:
    found = list(list_attacks(game))
    fired = sum(type(event).__name__ in ("ShotResolved", "ShellStruck") for event in game.events)
    assert len(found) == fired > 0
    for attack in found:
        assert sum(attack.odds.values()) == pytest.approx(1.0)
        assert attack.odds[attack.result] > 0


def test_luck_counts_each_side_s_attacks(game: Game[Any]) -> None:
    found = list(list_attacks(game))
    both = [measure_luck(found, side) for side in SIDES]
    assert sum(own.attacks for own in both) == len(found)
    for own in both:
        assert sum(own.came.values()) == own.attacks
        assert sum(own.expected.values()) == pytest.approx(own.attacks)
