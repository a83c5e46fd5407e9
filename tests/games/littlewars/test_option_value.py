"""What automatic players hope for and think of: guns stay served, and the enemy's are silenced."""

from __future__ import annotations

from typing import Any

import pytest

from engine.ai.player_registry import make_player
from engine.ai.temperaments import ai_profile
from engine.games.littlewars import gun_crews
from engine.games.littlewars.ai import gun_crew_orders, option_value
from engine.games.littlewars.gun_phase import GunDeed
from engine.games.littlewars.men_phase import MoveMen
from engine.games.littlewars.orders import AimAt, GunOrder, MenOrder
from engine.games.littlewars.state import Phase, State
from engine.play.game import Game
from engine.play.players import GreedyPlayer, Player, Question
from engine.tabletop.shapes import format_path
from tests.games.littlewars.boards import at, block, game_at, state_of

STEADY = ai_profile("littlewars").weights
CREW = [(f"b{n}", "blue", "foot", 32 + n, 44) for n in range(1, 5)]
BLUE_GUN = ("blue-gun", "blue", 30, 44, 180)


def battery(men: int, *more: tuple[str, str, str, float, float], **said: Any) -> State:
    """Red's gun in the middle with so many men of one body behind it, and others."""
    figures = block("r", "red", men, 28, 12)
    state = state_of([*figures, *more], [("gun", "red", 30, 17, 0)], **said)
    for name, *_ in figures:
        state.figures[name] = state.figures[name]._replace(body="guards")
    return state


def choose(who: Player, state: State) -> Any:
    game: Game[State] = game_at(state)
    assert game.decision is not None
    return who.choose(Question(game, game.decision))


def hope(state: State, answer: Any, **weights: float) -> float:
    asked: Any = MoveMen("red") if isinstance(answer, MenOrder) else GunDeed("red")
    return option_value.option_value(state, asked, answer, {**STEADY, **weights})


def ahead(inches: float, *figures: str) -> MenOrder:
    return MenOrder("go", figures, format_path([at(0, 0), at(0, inches)]))


# --- its own guns ---------------------------------------------------------------------------------


def test_l7_1_a_body_goes_and_leaves_its_gun_the_men_it_needs() -> None:
    """L7.1 A gun is in action when at least 4 men of its side are within 6 in."""
    state = battery(12, ("b", "blue", "foot", 30, 50))
    thought = gun_crew_orders.list_crew_orders(state, MoveMen("red"), STEADY)
    assert thought
    for order in thought:
        left = {f"r{n}" for n in range(1, 13)} - {*order.figures}
        assert len(left) == STEADY["crew"]
    assert not {*thought} & {*MoveMen("red").options(state)}


def test_whoever_is_told_of_a_crew_below_nobody_keeps_nobody_by_a_gun() -> None:
    state = battery(12, ("b", "blue", "foot", 30, 50))
    assert gun_crew_orders.list_crew_orders(state, MoveMen("red"), {**STEADY, "crew": -1.0}) == []


def test_a_veteran_takes_nobody_from_a_gun_and_a_greedy_player_all() -> None:
    state = battery(12, ("b", "blue", "foot", 30, 50))
    gun = state.guns["gun"]
    served = {man.id for man in gun_crews.men_near_gun(state, gun)}
    assert len(choose(GreedyPlayer(1), state).figures) == 12
    taken = choose(make_player("veteran", 1), state)
    assert len(served - {*taken.figures}) >= STEADY["crew"]


def test_men_are_sent_to_a_gun_that_has_too_few() -> None:
    far = [(f"f{n}", "red", "foot", 30 + n, 27) for n in range(1, 8)]
    state = battery(2, *far, ("b", "blue", "foot", 30, 55))
    for name, *_ in far:
        state.figures[name] = state.figures[name]._replace(body="line")
    game = game_at(state)
    assert not gun_crews.is_in_action(state, state.guns["gun"])
    game.choose(choose(make_player("veteran", 1), state))
    assert gun_crews.is_in_action(game.state, game.state.guns["gun"])


def test_l14_1_who_guards_prisoners_is_sent_to_no_gun() -> None:
    """L14.1 Prisoners move with the escort."""
    far = [(f"f{n}", "red", "foot", 30 + n, 27) for n in range(1, 8)]
    state = battery(2, *far, ("b", "blue", "foot", 30, 55))
    for name, *_ in far:
        state.figures[name] = state.figures[name]._replace(body="line")
    assert "line" in {
        order.deed for order in gun_crew_orders.list_crew_orders(state, MoveMen("red"), STEADY)
    }
    for name, *_ in far:
        state.figures[name] = state.figures[name]._replace(party=1)
    assert "line" not in {
        order.deed for order in gun_crew_orders.list_crew_orders(state, MoveMen("red"), STEADY)
    }


# --- the enemy's guns -----------------------------------------------------------------------------


def test_those_who_serve_a_gun_are_aimed_at_the_rather_the_fewer_they_are() -> None:
    few = battery(5, *CREW, phase=Phase.GUNS)
    few.guns["blue-gun"] = state_of([], [BLUE_GUN]).guns["blue-gun"]
    more = [(f"b{n}", "blue", "foot", 27 + n - 5, 47) for n in range(5, 10)]
    many = battery(5, *CREW, *more, phase=Phase.GUNS)
    many.guns["blue-gun"] = few.guns["blue-gun"]
    order = GunOrder("fire", "gun", "", "b2")
    assert order in gun_crew_orders.list_crew_orders(few, GunDeed("red"), STEADY)
    gains = [hope(each, order) - hope(each, order, silence=0.0) for each in (few, many)]
    assert gains[0] > 2 * gains[1] > 0


def test_nobody_counts_more_for_a_gun_that_is_out_of_action() -> None:
    state = battery(5, *CREW[:3], phase=Phase.GUNS)
    state.guns["blue-gun"] = state_of([], [BLUE_GUN]).guns["blue-gun"]
    assert gun_crew_orders.aim_at_crews(state, state.guns["gun"]) == []
    order = GunOrder("fire", "gun", "", "b2")
    assert hope(state, order) == pytest.approx(hope(state, order, silence=0.0))


def test_men_who_serve_a_gun_are_aimed_at_by_figure() -> None:
    state = battery(5, *CREW, phase=Phase.GUNS)
    state.guns["blue-gun"] = state_of([], [BLUE_GUN]).guns["blue-gun"]
    aims = gun_crew_orders.aim_at_crews(state, state.guns["gun"])
    assert aims == [AimAt(target="b1"), AimAt(target="b2")]


# --- ground ---------------------------------------------------------------------------------------


def test_nobody_wants_to_be_nearer_while_a_gun_of_the_enemy_is_in_action() -> None:
    state = state_of([("r", "red", "foot", 30, 20), *CREW], [BLUE_GUN])
    near = ahead(10, "r")
    assert hope(state, near) < hope(state, near, under_fire=1.0)
    del state.figures["b1"]
    assert hope(state, near) == hope(state, near, under_fire=1.0)


def test_a_greedy_player_counts_neither_guns_nor_fire() -> None:
    state = battery(12, *CREW)
    state.guns["blue-gun"] = state_of([], [BLUE_GUN]).guns["blue-gun"]
    order = ahead(10, *(f"r{n}" for n in range(1, 13)))
    plain = {"crew": 0, "crews": 0.0, "silence": 0.0, "under_fire": 1.0}
    usual = option_value.option_value(state, MoveMen("red"), order)
    assert usual == pytest.approx(hope(state, order, **plain))
