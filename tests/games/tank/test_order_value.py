"""Ways are judged whole: the fire they lead through, cover at their end, what is fought for."""

from __future__ import annotations

from typing import Any

import pytest

from engine.ai.player_registry import make_player
from engine.ai.temperaments import ai_profile
from engine.files.scenario_reader import load
from engine.files.source_text import ROOT
from engine.games import new_game
from engine.games.tank.ai import order_value
from engine.games.tank.ai.determinisation import determinise
from engine.games.tank.ai.path_choice import best_paths
from engine.games.tank.ai.place_value import PlaceEvaluator, distances_to_goals
from engine.games.tank.movement import MOVE
from engine.games.tank.state import HIDDEN, State
from engine.hexes.hex import Hex
from engine.play.ai_support import win_chance
from engine.play.dice import SeededDice
from engine.play.game import Game
from engine.play.players import GreedyPlayer, Question, play_to_end
from tests.assertions import require
from tests.conformance.cases import crossroads
from tests.games.boards import at, battle

STEADY = ai_profile("tank").weights

FLAT = "r1 . . . . . . . b1\n" + (". " * 9 + "\n") * 4


def chance(state: State, side: str) -> float:
    told = order_value.position_advantages(state, side, STEADY)
    return win_chance(sum(STEADY[name] * more for name, more in told.items()))


def eye(board: str, **weights: float) -> PlaceEvaluator:
    state = battle(board, [1]).state
    return PlaceEvaluator(state, "red", {**STEADY, **weights})


def test_a_place_in_cover_is_less_dangerous_than_one_in_the_open() -> None:
    game = battle("r1 . . . . . . . b1\n. . . . . . . . .\n. s . . . . . . .", [1])
    looked = PlaceEvaluator(game.state, "red", STEADY)
    unit = looked.view.units["r1"]
    assert 0 < looked.fire_danger(unit, at(game, 1, 2)) < looked.fire_danger(unit, at(game, 1, 0))


def test_who_has_been_fired_upon_this_turn_goes_without_fear_of_fire() -> None:
    """Nobody is fired upon twice in a turn (F7)."""
    looked = eye(FLAT)
    unit, next_to = looked.view.units["r1"], Hex(1, 0)
    assert looked.opportunity_fire_risk(unit, next_to) > 0
    assert eye(FLAT).opportunity_fire_risk(unit.marked("fired_upon"), next_to) == 0


def test_enemies_that_have_fired_threaten_no_way() -> None:
    """A unit fires once a turn (F8): opportunity fire of one that has fired is not to be feared."""
    game = battle(FLAT, [1])
    game.state.units["b1"] = game.state.units["b1"].marked("fired")
    looked = PlaceEvaluator(game.state, "red", STEADY)
    assert looked.opportunity_fire_risk(looked.view.units["r1"], Hex(1, 0)) == 0


def test_a_fearful_player_does_not_end_in_fire_he_can_keep_out_of() -> None:
    board = "r1 1 . . . . . . b1\n" + (". " * 9 + "\n") * 4
    fearful = eye(board, danger=5.0, way=5.0, shots=0.0, snap=0.0)
    unit = fearful.view.units["r1"]
    best = best_paths(fearful, unit, MOVE, 5)[0]
    safest = min(
        fearful.fire_danger(unit, way.path[-1]) for way in best_paths(fearful, unit, MOVE, 5)
    )
    assert fearful.fire_danger(unit, best.path[-1]) == safest


def test_ways_are_chains_of_neighbours_that_can_be_paid_for() -> None:
    looked = eye("r1 w . . . s . . b1\n" + (". w " * 4 + ".\n") * 4)
    unit, field = looked.view.units["r1"], looked.view.field
    found = best_paths(looked, unit, MOVE, 5)
    assert found
    for way in found:
        here, spent = unit.at, 0
        for to in way.path:
            spent += {step.to: step.cost for step in field.steps_from(here)}[to]
            here = to
        assert spent <= 5, way


def test_the_distance_to_a_goal_is_0_there_and_grows_by_what_a_step_costs() -> None:
    field = battle(FLAT, [1]).state.field
    found = distances_to_goals(field, frozenset({Hex(0, 0)}))
    assert found[Hex(0, 0)] == 0
    assert (
        found[Hex(1, 0)] == {step.to: step.cost for step in field.steps_from(Hex(0, 0))}[Hex(1, 0)]
    )


def test_a_side_with_more_tanks_has_the_better_chance() -> None:
    even = battle("r1 . . . . . . . b1\n" + ". " * 9, [1]).state
    ahead = battle("r1 r2 . . . . . . b1\n" + ". " * 9, [1]).state
    better, same = (chance(state, "red") for state in (ahead, even))
    assert better > same
    assert abs(chance(ahead, "blue") - (1 - better)) < 1e-9


def test_cards_nobody_has_seen_are_dealt_out_and_known_ones_stay() -> None:
    """Which card a side was handed, only its owner learns (E2)."""
    game = new_game(crossroads(), 4)
    play_to_turn(game, 3)
    for side in ("red", "blue"):
        view = game.rules.view(game.state, side)
        dealt = determinise(view, side, 1)
        told = [*(e.card for hand in dealt.hands.values() for e in hand.held)]
        told += [card for hand in dealt.hands.values() for card in (*hand.pool, *hand.lapsed)]
        assert told
        assert HIDDEN not in told
        assert dealt.hands[side].held == view.hands[side].held
        assert HIDDEN in view.hands[game.state.enemy_of(side)].pool, "the view itself is untouched"


def play_to_turn(game: Game[Any], turn: int) -> None:
    while game.decision is not None and game.state.turn < turn:
        game.choose(GreedyPlayer(1).choose(Question(game, game.decision)))


@pytest.mark.long
def test_a_veteran_who_judges_ways_whole_beats_a_greedy_player() -> None:
    first, won = new_game(load(ROOT / "samples/tank/scenarios/crossroads.scenario.yaml"), 0), 0
    for seed in range(10):
        game = first.restarted(SeededDice.of(seed))
        veteran, other = ("red", "blue") if seed % 2 else ("blue", "red")
        play_to_end(
            game, {veteran: make_player("veteran", seed), other: make_player("greedy", seed)}
        )
        won += require(game.result).winner == veteran
    assert won >= 7, f"seeds 0…9: won {won} of 10"
