"""Automatic players: known by name, the same from the same seed, greedy for good reason."""

from __future__ import annotations

import pytest

from engine.games import UnknownGame, new_game, rules_of
from engine.games.tank.fire import Shot
from engine.play.dice import SeededDice
from engine.play.players import (
    EndlessGameError,
    GreedyPlayer,
    Question,
    UnknownPlayerError,
    find_player,
    play_to_end,
)
from tests.assertions import require
from tests.conformance.cases import crossroads
from tests.games.boards import battle


def test_players_and_games_are_known_by_name() -> None:
    assert find_player("greedy", 1) == GreedyPlayer(1)
    with pytest.raises(UnknownPlayerError, match="random, greedy"):
        find_player("grandmaster", 1)
    with pytest.raises(UnknownGame, match="tank"):
        rules_of("tanks")


def test_the_same_seeds_play_the_same_game() -> None:
    made = crossroads()
    games = [new_game(made, 5) for _ in range(2)]
    for game in games:
        play_to_end(game, {"red": find_player("greedy", 1), "blue": find_player("random", 2)})
    assert games[0].answers == games[1].answers


def test_a_greedy_player_takes_the_shot_that_promises_most() -> None:
    board = "r1 . . b1:s" + " ." * 28 + "\n." * 4 + "\n" + ". " * 8 + "b2"
    game = battle(board, [1])
    chosen = GreedyPlayer(1).choose(Question(game, require(game.decision)))
    assert chosen == Shot("r1", "b2"), "ten hexes in the open is better than three in a village"


def test_a_greedy_player_beats_a_random_one() -> None:
    made = crossroads()
    first = new_game(made, 0)
    won = 0
    for seed in range(20):
        game = first.restarted(SeededDice.of(seed))
        greedy, other = ("red", "blue") if seed % 2 else ("blue", "red")
        play_to_end(game, {greedy: find_player("greedy", seed), other: find_player("random", seed)})
        won += require(game.result).winner == greedy
    assert won >= 15, f"seeds 0…19: won {won} of 20"


def test_a_game_that_does_not_end_is_stopped() -> None:
    game = new_game(crossroads(), 1)
    with pytest.raises(EndlessGameError, match="answers"):
        play_to_end(
            game, {side: find_player("random", 1) for side in ("red", "blue")}, most_answers=20
        )


def test_a_player_is_given_its_sides_view_only() -> None:
    game = new_game(crossroads(), 1)
    question = Question(game, require(game.decision))
    other = game.state.enemy_of(require(game.decision).side)
    assert set(question.view.hands[other].pool) == {"?"}
