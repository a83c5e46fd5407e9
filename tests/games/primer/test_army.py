"""Before the game (primer P8): armies bought in secret within the budget, and deployed."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine.games.primer.adapter.rules import PRIMER
from engine.games.primer.deployment import Deploy
from engine.games.primer.events import DeploymentDelayed, UnitBought, UnitDeployed
from engine.games.primer.initial_state import UnplayableScenario
from engine.games.primer.memo import GiveOrder
from engine.games.primer.purchase import NUMBERS, Buy, next_unit_id
from engine.games.primer.state import Phase
from engine.play.dice import ScriptedDice
from engine.play.game import Game, InvalidAnswerError
from engine.scenario.scenario import Arrival, ScenarioUnit
from tests.games.primer.boards import (
    EMPTY,
    PrimerGame,
    battle,
    happened,
    labels,
    scenario,
    skip,
    where,
)

ZONES = {"red-deployment": ["A1", "A2"], "blue-deployment": ["N1", "N2", "N3"]}


def army(*dice: object, **more: object) -> PrimerGame:
    """Both sides have 10 to spend."""
    more = {"budgets": {"red": 10, "blue": 10}, "zones": ZONES, **more}
    return battle(EMPTY, *dice, **more)


def buy(game: PrimerGame, *types: str) -> PrimerGame:
    """The side that is asked buys these and no more."""
    for kind in (*types, None):
        if isinstance(game.decision, Buy):
            game.choose(kind)
    return game


def test_p8_the_attacker_buys_first_then_the_defender() -> None:
    game = army()
    assert game.decision == Buy("blue")
    assert buy(game, "infantry").decision == Buy("red")


@pytest.mark.parametrize(
    ("budget", "types"),
    [
        (1, ["infantry"]),
        (5, ["infantry", "artillery"]),
        (6, ["infantry", "armour", "artillery"]),
        (8, ["infantry", "armour", "artillery", "recon"]),
        (20, ["infantry", "armour", "artillery", "recon", "missile"]),
    ],
)
def test_p8_what_a_budget_buys(budget: int, types: list[str]) -> None:
    game = army(budgets={"red": 0, "blue": budget})
    assert list(game.options) == [*types, None]


def test_p8_numbers_by_lot_tell_no_enemy_how_many_units_were_bought() -> None:
    """Serial numbers do not tell how many units an enemy bought: they are drawn by lot (P8)."""
    bought = [buy(army(faces, rules={"numbers": "lot"}), "infantry", "infantry", "infantry")
              for faces in [(1, 2, 3, 4, 5, 6), (10, 9, 8, 7, 6, 5)]]  # fmt: skip
    one, other = ([unit.id for unit in game.state.reserves] for game in bought)
    assert len(set(one)) == 3
    assert one != other
    assert one != ["blue-1", "blue-2", "blue-3"]
    assert [game.view("blue").lots for game in bought] == [(), ()]
    again = buy(army((1, 2, 3, 4, 5, 6), rules={"numbers": "lot"}), *["infantry"] * 3)
    assert [unit.id for unit in again.state.reserves] == one


def test_p8_numbers_go_on_where_the_lots_end() -> None:
    state = army((1, 1, 1, 1, 1, 1), rules={"numbers": "lot"}).state
    bought = []
    for _ in range(NUMBERS + 1):
        unit = next_unit_id(state, "blue")
        bought.append(int(unit.removeprefix("blue-")))
        UnitBought(unit, "blue", "infantry", 0).apply(state)
    assert sorted(bought) == list(range(1, NUMBERS + 2))


def test_p8_without_the_choice_units_are_numbered_in_order_and_no_dice_fall() -> None:
    game = buy(army(), "infantry", "infantry")
    assert [unit.id for unit in game.state.reserves] == ["blue-1", "blue-2"]


def test_p8_a_side_spends_no_more_than_its_budget() -> None:
    game = army()
    for kind in ("armour", "artillery"):
        game.choose(kind)
    assert game.state.purses["blue"] == 1
    assert list(game.options) == ["infantry", None]
    with pytest.raises(InvalidAnswerError):
        game.choose("armour")


def test_p8_a_side_that_can_buy_nothing_more_is_not_asked() -> None:
    game = army(budgets={"red": 10, "blue": 6})
    game.choose("armour")
    assert game.decision == Buy("red")


def test_p8_what_a_side_buys_and_has_left_is_its_secret() -> None:
    game = army()
    game.choose("armour")
    assert last_bought(game).seers() == ("blue",)
    view = PRIMER.view(game.state, "red")
    assert view.reserves == ()
    assert view.purses == {"red": 10}


def last_bought(game: PrimerGame) -> UnitBought:
    found: UnitBought = happened(game, UnitBought)[-1]
    return found


def test_p8_the_id_of_a_unit_does_not_tell_its_type() -> None:
    game = army()
    game.choose("armour")
    assert last_bought(game).unit == "blue-1"


def test_p8_units_are_deployed_in_their_side_s_own_zone() -> None:
    game = buy(buy(army(), "infantry"), "infantry")
    assert isinstance(game.decision, Deploy)
    assert labels(game, game.options) == {"N1", "N2", "N3"}
    game.choose(game.options[0])
    assert labels(game, game.options) == {"A1", "A2"}


def test_p8_where_a_unit_is_deployed_is_its_side_s_secret() -> None:
    game = buy(buy(army(), "infantry"), "infantry")
    game.choose(game.options[0])
    (deployed,) = happened(game, UnitDeployed)
    assert deployed.seers() == ("blue",)
    assert list(PRIMER.view(game.state, "blue").units) == ["blue-1"]
    assert list(PRIMER.view(game.state, "red").units) == []


def test_p8_nobody_sees_the_other_deploy_next_door() -> None:
    zones = {"red-deployment": ["A1"], "blue-deployment": ["B1"]}
    game = buy(buy(army(zones=zones), "infantry"), "infantry")
    game.choose(game.options[0])
    assert list(PRIMER.view(game.state, "red").units) == []
    game.choose(game.options[0])
    assert isinstance(game.decision, GiveOrder)
    assert list(PRIMER.view(game.state, "red").units) == ["blue-1", "red-1"]


def test_p5_a_hex_takes_three_of_one_type_at_deployment() -> None:
    game = buy(army(budgets={"red": 0, "blue": 7}), *["infantry"] * 4, "artillery")
    for _ in range(3):
        game.choose(game.options[0])
    assert labels(game, game.options) == {"N2", "N3"}
    game.choose(game.options[0])
    assert labels(game, game.options) == {"N3"}, "N2 holds another type"


def test_p8_no_more_is_bought_than_the_zone_has_room_for() -> None:
    zones = {"red-deployment": ["A1"], "blue-deployment": ["N1"]}
    game = army(zones=zones)
    for _ in range(3):
        game.choose("infantry")
    assert game.decision == Buy("red")


def test_p8_a_type_that_finds_no_ground_in_the_zone_is_not_sold() -> None:
    board = "\n".join(["w " * 14] * 7)
    game = battle(board, budgets={"blue": 10}, zones=ZONES)
    assert "armour" not in game.options
    assert "infantry" in game.options


def test_p8_a_unit_for_which_no_room_is_left_comes_in_a_later_turn() -> None:
    zones = {"red-deployment": ["A1"], "blue-deployment": ["N1", "N2"]}
    game = battle(EMPTY, budgets={"blue": 5}, zones=zones)
    buy(game, "infantry", "infantry", "artillery")
    game.choose(game.options[0])
    game.choose(game.options[1])
    assert isinstance(game.decision, GiveOrder), "one infantry in each hex leaves no room"
    assert len(happened(game, DeploymentDelayed)) == 2, "before the game and in turn 1"
    assert [(entry.type, entry.turn) for entry in game.state.reserves] == [("artillery", 2)]


def test_p8_units_of_the_scenario_need_not_be_bought() -> None:
    game = battle("bi1 . ri1")
    assert isinstance(game.decision, GiveOrder)
    assert game.state.turn == 1


def test_p8_bought_units_join_those_of_the_scenario() -> None:
    game = battle("bi1 . . ri1\n. . . .", budgets={"blue": 1}, zones={"blue-deployment": ["A1"]})
    buy(game, "infantry")
    game.choose(game.options[0])
    assert where(game, "blue-1") == where(game, "bi1") == "A1"


def test_p8_units_due_in_a_later_turn_are_deployed_at_its_beginning() -> None:
    made = scenario("bi1 . . ri1\n. . . .", zones={"west": ["A2"]})
    made.units = (*made.units, ScenarioUnit("late", "blue", "infantry", arrives=Arrival(2, "west")))
    game: PrimerGame = Game(PRIMER, made, ScriptedDice.of())
    skip(game, 2)
    assert game.state.turn == 2
    assert game.decision == Deploy("blue", "late")


def test_p8_p10_a_unit_that_comes_where_unseen_enemies_are_finds_them_and_goes_elsewhere() -> None:
    made = scenario("bi1 . . .\nri1:w . . .\n. . . .", zones={"west": ["A2", "A3"]})
    made.units = (*made.units, ScenarioUnit("late", "blue", "infantry", arrives=Arrival(2, "west")))
    game: PrimerGame = skip(Game(PRIMER, made, ScriptedDice.of()), 2)
    assert labels(game, game.options) == {"A2", "A3"}
    game.choose(game.options[0])
    assert labels(game, game.options) == {"A3"}
    game.choose(game.options[0])
    assert where(game, "late") == "A3"


def test_p9_the_side_that_begins_attacks() -> None:
    made = scenario("bi1 . . ri1\n. . . .")
    red, blue = made.sides
    made.sides = (replace(red, begins=True), blue)
    assert PRIMER.start(made).attacker == "red"
    assert PRIMER.start(scenario("bi1 . ri1")).attacker == "blue"


# --- misuse --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("more", "why"),
    [
        ({"budgets": {"blue": 5}}, "'blue-deployment'"),
        ({"board": "bi1+bt2 . ri1"}, "A1"),
        ({"board": "bi1+bi2+bi3+bi4 . ri1"}, "at most 3"),
        ({"board": "bi1+ri1 . ."}, "one side"),
        ({"board": "ba1:w . ri1"}, "A1"),
    ],
)
def test_a_scenario_that_cannot_begin_says_why(more: dict[str, Any], why: str) -> None:
    with pytest.raises(UnplayableScenario) as error:
        battle(**{"board": "bi1 . ri1", **more})
    assert why in str(error.value)


def test_a_type_there_is_not_is_named_with_those_there_are() -> None:
    made = scenario(EMPTY)
    at = made.map.labels.find("A1")
    made.units = (ScenarioUnit("x", "blue", "armor", at=at),)
    with pytest.raises(UnplayableScenario, match=r"'armor'.*armour, infantry"):
        PRIMER.start(made)


def test_a_mark_there_is_not_is_refused() -> None:
    made = scenario(EMPTY)
    at = made.map.labels.find("A1")
    made.units = (ScenarioUnit("x", "blue", "armour", at=at, marks=("tired",)),)
    with pytest.raises(UnplayableScenario, match=r"'tired'.*beaten"):
        PRIMER.start(made)


def test_the_primer_is_for_two_sides() -> None:
    made = scenario(EMPTY)
    made.sides = made.sides[:1]
    with pytest.raises(UnplayableScenario, match="1"):
        PRIMER.start(made)


def test_a_missile_is_off_the_board_from_the_start() -> None:
    game = battle("bi1 . ri1", missiles=["b-missile"])
    assert "b-missile" not in game.state.units
    assert game.state.phase is Phase.MEMO
