"""Several players a side, and what players who look ahead may imagine (L21.2, E6)."""

from __future__ import annotations

from dataclasses import replace

from engine.games import rule_system_of
from engine.games.littlewars.adapter.rules import LITTLEWARS
from engine.games.littlewars.men_phase import DONE
from engine.games.littlewars.orders import MenOrder
from engine.play.arm_commands import CommandScope, may_answer
from engine.play.dice import ScriptedDice
from engine.play.game import Game
from engine.scenario.figure_groups import FigureGroup
from tests.games.littlewars.boards import block, game_at, scenario, state_of


def test_l21_2_each_of_several_players_orders_his_part_of_the_army() -> None:
    """L21.2 Several players a side, each with part of the army."""
    state = state_of([*block("f", "red", 3, 20, 20), ("h", "red", "horse", 30, 30),
                      ("b", "blue", "foot", 60, 50)])  # fmt: skip
    game = game_at(state)
    foot, horse = MenOrder("go", ("f1",), "0,0 0,32"), MenOrder("go", ("h",), "0,0 0,32")
    both = MenOrder("go", ("f1", "h"), "0,0 0,32")
    infantry, cavalry = CommandScope("red", "infantry"), CommandScope("red", "cavalry")
    assert may_answer(game, infantry, foot)
    assert not may_answer(game, infantry, horse)
    assert may_answer(game, cavalry, horse)
    assert not may_answer(game, cavalry, both)
    assert may_answer(game, cavalry, DONE)
    assert may_answer(game, CommandScope("red"), both)


def test_l21_2_a_body_may_be_of_another_arm_than_its_kind() -> None:
    bodies = [
        FigureGroup("f", "red", "foot", 3, arm="cavalry"),
        FigureGroup("b", "blue", "foot", 3),
    ]
    game = Game(LITTLEWARS, scenario(bodies), ScriptedDice.of())
    order = MenOrder("place", ("f.1",), "200,100")
    assert may_answer(game, CommandScope("red", "cavalry"), order)
    assert not may_answer(game, CommandScope("red", "infantry"), order)


def test_e6_behind_the_curtain_the_enemy_is_imagined_beside_the_table() -> None:
    """E6 Hidden: set-up behind a curtain."""
    bodies = [FigureGroup("f", "red", "foot", 3), FigureGroup("b", "blue", "foot", 4)]
    made = replace(scenario(bodies), rules={"shots": "model", "curtain": True})
    game = Game(LITTLEWARS, made, ScriptedDice.of())
    game.choose(MenOrder("rest"))
    dealt = rule_system_of("littlewars").thinking().imagine(game.view("blue"), "blue", 1)
    assert sorted(each.id for each in dealt.waiting if each.side == "red") == ["f.1", "f.2", "f.3"]
    assert len([each for each in dealt.waiting if each.side == "blue"]) == 4
