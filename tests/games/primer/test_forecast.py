"""What an attack or a move leads to, told before it is ordered, is what then happens."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from engine.games.primer.adapter.rules import PRIMER
from engine.games.primer.data.rulebook import load_rulebook
from engine.games.primer.fight_events import FightResolved
from engine.games.primer.memo import MemoEntry
from engine.games.primer.presentation import forecast
from engine.games.primer.presentation.fight_odds import rank_results, result_odds, win_chance
from engine.games.primer.presentation.forecast import CombatForecast, forecast_attack
from engine.games.primer.presentation.roll_reports import read_rolls
from engine.narration.forecast_text import forecast_lines
from engine.play.dice import ScriptedDice
from engine.play.game import Game, Intervention
from engine.play.move_forecast import MoveStep, ReachableArea
from engine.play.players import GreedyPlayer, let_player_answer
from engine.texts import text
from tests.games.primer.boards import (
    PrimerGame,
    at,
    attack,
    battle,
    hand_in,
    labels,
    last,
    scenario,
)


def foreseen(game: PrimerGame, option: object) -> object:
    assert game.decision is not None
    return forecast_attack(PRIMER.view(game.state, game.decision.side), game.decision, option)


def combat(game: PrimerGame, unit: str, target: str, kind: str = "attack") -> CombatForecast:
    found = foreseen(game, MemoEntry(kind, unit, at(game, target)))
    assert isinstance(found, CombatForecast)
    return found


# --- chances --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("attack_", "defence"), list(product(range(0, 16, 3), range(0, 16, 5))))
def test_p15_the_chances_of_an_attack_add_up_to_one(attack_: int, defence: int) -> None:
    odds = result_odds(load_rulebook(), attack_, defence)
    assert sum(odds.values()) == 1
    assert list(odds) == sorted(odds, key=rank_results, reverse=True)


def test_p15_ten_against_five_is_won_whatever_the_dice_show() -> None:
    odds = result_odds(load_rulebook(), 10, 5)
    assert win_chance(odds) == 1
    assert odds["dX"] == Fraction(21, 36)  # 7 and more


def test_p15_equal_strengths_on_a_tie_the_attacker_is_the_stronger() -> None:
    assert win_chance(result_odds(load_rulebook(), 3, 3)) == Fraction(21, 36)


def test_p17_ranged_attackers_that_fail_stay_and_ranged_defenders_that_fail_are_lost() -> None:
    assert set(result_odds(load_rulebook(), 3, 3, "stays", is_ranged=True)) == {"dX", "a0"}
    assert set(result_odds(load_rulebook(), 3, 9, "wiped_out")) == {"a0", "aX", "d4"} - {"d4"}
    assert "a5" in result_odds(load_rulebook(), 3, 3, "table")


# --- attacks --------------------------------------------------------------------------------------


def test_p13_a_joint_attack_is_foreseen_with_all_that_are_ordered_onto_the_hex() -> None:
    game = attack(battle("bi1+bi2+bi3 ri1 bi4+bi5+bi6\n. . ."), "bi1", "B1", together=True)
    told = combat(game, "bi4", "B1", "attack-together")
    assert [stack.strength for stack in told.attackers] == [3, 3]
    assert [(made.cause, made.value, made.rule) for made in told.corrections] == [
        ("together", 3, "P13")
    ]
    assert (told.attack, told.defence) == (9, 1)
    assert told.throws[0].cell.column == "8"


def test_p14_an_attacker_the_enemy_does_not_see_adds_two() -> None:
    told = combat(battle("bt1 . ri1"), "bt1", "C1")
    assert [(made.cause, made.value) for made in told.corrections] == [("unseen", 2)]
    assert told.attack == 5


def test_p11_of_a_blind_attack_nothing_is_foreseen() -> None:
    told = combat(battle("bi1 ri1:w .\n. . ."), "bi1", "B1")
    assert told.attack == 3  # unseen or not, one cannot know
    assert (told.defenders, told.throws, told.results) == ((), (), ())


def test_p16_a_beaten_stack_is_foreseen_with_half_its_strength() -> None:
    told = combat(battle("bi1 ra1 .\n. . .", beaten=["ra1"]), "bi1", "B1")
    assert told.defenders[0].is_halved
    assert told.defence == 2


def test_what_is_foreseen_is_what_all_throws_of_the_dice_come_to() -> None:
    came: Counter[str] = Counter()
    for dice in product(range(1, 7), repeat=2):
        game = Game(PRIMER, scenario("ba1 ri1+ri2+ri3 .\n. . ."), ScriptedDice.of(dice))
        told = combat(game, "ba1", "B1")
        hand_in(attack(game, "ba1", "B1"))
        (cast,) = read_rolls(game.state, [last(game, FightResolved)])
        came[cast.result] += 1
        assert cast.cell == next(t.cell for t in told.throws if t.cell.row == str(sum(dice)))
    assert {each.result: each.chance for each in told.results} == {
        word: Fraction(count, 36) for word, count in came.items()
    }


def test_the_umpire_sees_what_an_order_comes_to_before_it_is_carried_out() -> None:
    game = battle("ba1 ri1 .\n. . .")
    game.intervene(Intervention("attend"))
    hand_in(attack(game, "ba1", "B1"))
    told = foreseen(game, game.options[0])
    assert isinstance(told, CombatForecast)
    assert (told.attack, told.defence) == (5, 1)
    said = forecast_lines(game, forecast.combat_blocks(game.state, told), "en")
    assert said[0] == "attack on B1: 5 against 1, column 4 (P15)"
    assert f"{text('primer.result-dX', 'en')} 42%" in said[-1]


# --- moves ----------------------------------------------------------------------------------------


def test_p4_an_order_to_move_is_foreseen_with_all_hexes_in_reach() -> None:
    game = battle("ba1 . .\n. ~ .")
    found = foreseen(game, MemoEntry("move", "ba1"))
    assert isinstance(found, ReachableArea)
    assert found.points == 5
    assert labels(game, found.arrivals) == {"A1", "A2", "B1", "C1"}


def test_p6_enemies_in_sight_bar_the_way_and_own_stacks_end_it() -> None:
    game = battle("bi1 bi2 . ri1\n~ ~ ~ ~", rules={"joining": True, "seen_enemies": "barred"})
    found = foreseen(game, MemoEntry("move", "bi1"))
    assert isinstance(found, ReachableArea)
    assert labels(game, found.arrivals) == {"A1", "B1"}


def test_p4_a_step_is_foreseen_with_its_cost_and_why() -> None:
    game = battle("ba1 . o\n. . .")
    game.choose(MemoEntry("move", "ba1"))
    found = foreseen(game, at(game, "B1"))
    assert isinstance(found, MoveStep)
    assert (found.cost, found.left) == (2, 3)
    assert forecast_lines(game, found, "en")[0] == "Waste land: 2 MP"


def test_p4_a_coloured_hex_costs_what_a_road_costs() -> None:
    game = battle("ba1 . .\n. . .", zones={"blue-deployment": ["B1"]})
    game.choose(MemoEntry("move", "ba1"))
    found = foreseen(game, at(game, "B1"))
    assert isinstance(found, MoveStep)
    assert found.cost == 1
    assert forecast_lines(game, found, "en")[0] == "Road: 1 MP"


def taken_off() -> PrimerGame:
    """bi1 is ordered to attack B1, and the umpire takes it off the board."""
    game = attack(battle("bi1 ri1 bi2\n. . ."), "bi1", "B1")
    game.intervene(Intervention("remove", ("bi1",)))
    return game


def test_who_the_umpire_took_off_the_board_counts_for_nothing_in_an_attack() -> None:
    assert combat(taken_off(), "bi2", "B1").attack == 1


def test_automatic_players_play_on_when_the_umpire_took_one_of_theirs_off() -> None:
    game = taken_off()
    let_player_answer(game, {"blue": GreedyPlayer(1)})
    assert game.answers
