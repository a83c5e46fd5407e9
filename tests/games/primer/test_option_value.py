"""Automatic players of the primer: armies, garrisons, joint attacks, and games that end."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.ai.player_registry import make_player
from engine.ai.rollouts import PolicyPlayer
from engine.ai.temperaments import ai_profile
from engine.checks.scenario_checks import load_playable
from engine.files.source_text import ROOT
from engine.games import new_game
from engine.games.primer.adapter.rules import PRIMER
from engine.games.primer.ai.written_order_advice import DEFAULT_ADVICE
from engine.games.primer.memo import GiveOrder, MemoEntry
from engine.games.primer.state import Phase, State
from engine.play.players import GreedyPlayer, Question, let_player_answer, play_to_end
from tests.games.primer.boards import PrimerGame, at, battle

SAMPLE = load_playable(ROOT / "samples/primer/scenarios/three-cities.scenario.yaml")
GREEDY = GreedyPlayer(1)


def best(game: PrimerGame) -> object:
    assert game.decision is not None
    return GREEDY.choose(Question(game, game.decision))


def deployed(seed: int) -> PrimerGame:
    """A game of the sample between greedy players, when both have deployed."""
    game: PrimerGame = new_game(SAMPLE, seed)
    while game.state.phase in (Phase.ARMY, Phase.DEPLOYMENT):
        let_player_answer(
            game, {"red": make_player("greedy", seed), "blue": make_player("greedy", seed)}
        )
    return game


@pytest.fixture(scope="module")
def ready() -> State:
    return deployed(1).state


@pytest.mark.parametrize("side", ["red", "blue"])
def test_p8_an_army_spends_its_budget_on_several_types(ready: State, side: str) -> None:
    assert ready.purses[side] == 0
    assert {unit.type for unit in ready.units_of(side)} == {"infantry", "armour", "artillery"}


def test_p18_every_city_of_the_defender_has_a_garrison_of_infantry(ready: State) -> None:
    for city, holder in ready.aims.first_holders.items():
        if holder == "red":
            (at_,) = ready.aims.objective_hexes[city]
            assert {unit.type for unit in ready.units_at(at_)} == {"infantry"}


def test_p5_armour_is_kept_together(ready: State) -> None:
    hexes = {unit.at for unit in ready.units_of("blue") if unit.type == "armour"}
    armour = sum(unit.type == "armour" for unit in ready.units_of("blue"))
    assert len(hexes) == -(-armour // 3)


def test_an_attack_that_cannot_fail_is_made() -> None:
    game = battle("ba1+ba2+ba3 ri1 .\n. . .")
    assert best(game) == MemoEntry("attack-together", "ba1", at(game, "B1"))


def test_an_attack_that_is_likely_to_fail_is_not() -> None:
    game = battle("bi1 ra1+ra2+ra3 .\n. . .")
    chosen = best(game)
    assert isinstance(chosen, MemoEntry)
    assert not chosen.kind.startswith("attack")


def test_p13_what_one_stack_cannot_do_two_do_together() -> None:
    game = battle("bi1+bi2+bi3 ri1+ri2+ri3 bi4+bi5+bi6\n. . .")
    orders = []
    while isinstance(game.decision, GiveOrder) and game.decision.side == "blue":
        chosen = best(game)
        assert isinstance(chosen, MemoEntry)
        orders.append(chosen)
        game.choose(chosen)
        if len(orders) == 2:
            break
    assert {(order.kind, order.at) for order in orders} == {("attack-together", at(game, "B1"))}


def test_p17_artillery_attacks_what_it_sees_for_it_loses_nothing() -> None:
    game = battle("bt1 . ri1+ri2+ri3\n. . .")
    chosen = best(game)
    assert isinstance(chosen, MemoEntry)
    assert chosen.kind == "attack"


def test_infantry_walks_into_a_city_that_is_seen_to_be_empty() -> None:
    game = battle("bi1 c . .\n. . . .", cities={"B1": "red"})
    while game.decision is not None and game.decision.side == "blue":
        game.choose(best(game))
    assert game.state.holders["B1"] == "blue"


def test_a_memo_is_handed_in_when_nothing_helps() -> None:
    assert best(battle("bi1 . . . . . . . ri1")) == MemoEntry("hand-in")


@pytest.mark.parametrize("who", ["random", "greedy"])
@pytest.mark.parametrize("seed", range(3))
def test_games_end_with_a_result(who: str, seed: int) -> None:
    game: PrimerGame = new_game(SAMPLE, seed)
    play_to_end(game, {side: make_player(who, seed) for side in PRIMER.sides(game.state)})
    assert game.result is not None


def test_p8_what_is_spent_on_a_type_goes_by_weights() -> None:
    bought = {}
    for guns in (0.1, 0.6):
        mind = replace(ai_profile("primer"), weights={**DEFAULT_ADVICE, "defend_guns": guns})
        game: PrimerGame = new_game(SAMPLE, 1)
        while game.state.phase is Phase.ARMY:
            let_player_answer(game, {"red": PolicyPlayer(mind, 1), "blue": GREEDY})
        bought[guns] = sum(entry.type == "artillery" for entry in game.state.reserves
                           if entry.side == "red")  # fmt: skip
    assert bought[0.6] > 2 * bought[0.1] > 0


def test_a_temper_that_wants_more_of_an_attack_makes_fewer() -> None:
    usual = ai_profile("primer").weights
    game = battle("ba1+ba2+ba3 ri1 .\n. . .")
    assert game.decision is not None
    question, kinds = Question(game, game.decision), []
    for least in (usual["least"], 1000.0):
        mind = replace(ai_profile("primer"), weights={**usual, "least": least})
        kinds.append(PolicyPlayer(mind, 1).choose(question).kind)
    assert kinds[0] == "attack-together"
    assert not kinds[1].startswith("attack")
    assert ai_profile("primer", "cautious").weights["least"] > usual["least"]


@pytest.mark.long
@pytest.mark.parametrize("side", ["red", "blue"])
def test_a_veteran_beats_a_greedy_player_as_either_side(side: str) -> None:
    won = 0
    for seed in range(4):
        game: PrimerGame = new_game(SAMPLE, seed)
        other = {"red": "blue", "blue": "red"}[side]
        play_to_end(game, {side: make_player("veteran", seed), other: make_player("greedy", seed)})
        assert game.result is not None
        won += game.result.winner == side
    assert won >= 3
