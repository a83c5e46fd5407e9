"""Cities (primer P18) and victory (P19)."""

from __future__ import annotations

import pytest

from engine.games.primer.events import CityTaken
from engine.games.primer.memo import MemoEntry
from engine.games.primer.vision import hexes_watched
from engine.play.game import InvalidAnswerError
from engine.scenario.scenario import VictoryCondition, VictoryKind
from tests.assertions import require
from tests.games.primer.boards import (
    PrimerGame,
    attack,
    battle,
    fall_back,
    hand_in,
    happened,
    labels,
    may,
    move,
    skip,
    where,
)

SEVEN, TWELVE = (3, 4), (6, 6)
LAND = "bi1 . c . .\n. . . . .\n. . . . .\n. . . . ri1"
TWO = {"C1": "red", "A4": "red"}


def test_p18_a_unit_that_enters_a_city_without_a_garrison_takes_it() -> None:
    game = battle(LAND, cities=TWO)
    move(game, "bi1", "B1", "C1")
    hand_in(game)
    assert game.state.holders == {"C1": "blue", "A4": "red"}


@pytest.mark.parametrize(
    ("kind", "may_take"), [("i", True), ("t", True), ("p", True), ("a", False)]
)
def test_p4_p18_any_unit_takes_a_city_but_armour_cannot_enter_one(
    kind: str, may_take: bool
) -> None:
    game = battle(f"b{kind}1 c . ri1\n. . . .", cities={"B1": "red", "D2": "red"})
    game.choose(MemoEntry("move", f"b{kind}1"))
    assert ("B1" in labels(game, game.options)) is may_take


def test_p18_it_is_taken_in_passing_too() -> None:
    game = battle(LAND, cities=TWO)
    move(game, "bi1", "B1", "C1", "D1")
    hand_in(game)
    assert where(game, "bi1") == "D1"
    assert game.state.holders["C1"] == "blue"


def test_p18_its_ring_serves_the_new_owner() -> None:
    game = battle(LAND, cities=TWO)
    assert "C2" in labels(game, hexes_watched(game.state, "red"))
    move(game, "bi1", "B1", "C1", "D1")
    hand_in(game)
    assert "C2" not in labels(game, hexes_watched(game.state, "red"))
    assert "B2" in labels(game, hexes_watched(game.state, "blue"))


def test_p18_a_garrison_keeps_it() -> None:
    game = battle("bi1 . ri1:c . .\n. . . . .", (1, 1), cities={"C1": "red"})
    move(game, "bi1", "B1")
    fall_back(hand_in(game))
    assert happened(game, CityTaken) == []


def test_p18_everybody_is_told() -> None:
    game = battle(LAND, cities=TWO)
    move(game, "bi1", "B1", "C1")
    hand_in(game)
    (taken,) = happened(game, CityTaken)
    assert taken.seers() is None


def test_p18_a_city_of_nobody_is_taken_too() -> None:
    game = battle(LAND, cities={"C1": "", "A4": "red"})
    move(game, "bi1", "B1", "C1")
    hand_in(game)
    assert game.state.holders["C1"] == "blue"


def test_p18_it_can_be_taken_back() -> None:
    board = "bi1 . c . ri1\n. . . . ."
    game = battle(board, cities={"C1": "red", "A2": "red"})
    move(game, "bi1", "B1", "C1", "B2")
    hand_in(game)
    move(game, "ri1", "D1", "C1")
    hand_in(game)
    assert [event.side for event in happened(game, CityTaken)] == ["blue", "red"]


def test_p18_a_retreat_into_a_city_takes_it() -> None:
    board = ". . c . .\n. . bi1 . .\n. . ri1+ri2+ri3 . .\n. . . . ."
    game = battle(board, (1, 4), cities={"C1": "red", "E4": "red"})
    skip(game)
    attack(game, "ri1", "C2", together=True)
    hand_in(game)
    game.choose(next(o for o in game.options if labels(game, [o]) == {"C1"}))
    fall_back(game)
    assert game.state.holders["C1"] == "blue"


def test_p18_p12_who_wins_an_encounter_in_a_city_takes_it() -> None:
    board = "bi1+bi2+bi3 . ri1:c . .\n. . . . ."
    game = battle(board, TWELVE, cities={"C1": "red", "E2": "red"})
    move(game, "bi1", "B1", "C1", together=True)
    hand_in(game)
    assert (where(game, "bi1"), game.state.holders["C1"]) == ("C1", "blue")


def test_p18_units_that_begin_in_a_city_of_nobody_hold_it_from_the_first_turn() -> None:
    game = battle("bi1:c . ri1 .", cities={"A1": "", "D1": "red"})
    assert game.state.holders["A1"] == "blue"


def test_p8_p18_a_city_entered_at_deployment_tells_nobody_before_the_first_turn() -> None:
    zones = {"blue-deployment": ["A1"], "red-deployment": ["D1"]}
    budgets = {"blue": 1, "red": 1}
    game = battle("c . . .", cities={"A1": "", "D1": "red"}, zones=zones, budgets=budgets)
    game.choose("infantry")
    game.choose("infantry")
    game.choose(game.options[0])
    assert happened(game, CityTaken) == []
    game.choose(game.options[0])
    assert [event.side for event in happened(game, CityTaken)] == ["blue"]


# --- victory -------------------------------------------------------------------------------------


def result(game: PrimerGame) -> tuple[str | None, str]:
    assert game.result is not None
    return game.result.winner, game.result.reason


def test_p19_the_attacker_wins_when_every_city_of_the_defender_is_taken() -> None:
    game = battle(LAND, cities={"C1": "red"})
    move(game, "bi1", "B1", "C1")
    hand_in(game)
    assert result(game) == ("blue", "cities")


def test_p19_not_while_one_is_left() -> None:
    game = battle(LAND, cities=TWO)
    move(game, "bi1", "B1", "C1")
    assert hand_in(game).result is None


def test_p19_a_city_that_was_the_attackers_does_not_count() -> None:
    game = battle(LAND, cities={"C1": "red", "A4": "blue"})
    move(game, "bi1", "B1", "C1")
    assert result(hand_in(game)) == ("blue", "cities")


def test_p19_the_defender_wins_when_the_attacker_withdraws() -> None:
    game = battle(LAND, cities=TWO)
    game.choose(MemoEntry("withdraw"))
    assert result(game) == ("red", "withdrew")


def test_p19_only_the_attacker_may_withdraw() -> None:
    game = skip(battle(LAND, cities=TWO))
    assert require(game.decision).side == "red"
    with pytest.raises(InvalidAnswerError):
        game.choose(MemoEntry("withdraw"))


def test_p19_and_only_instead_of_writing_orders() -> None:
    game = battle(LAND, cities=TWO)
    assert may(game, "withdraw")
    move(game, "bi1", "B1")
    assert not may(game, "withdraw")


def test_p19_by_the_house_rule_nobody_withdraws() -> None:
    assert not may(battle(LAND, cities=TWO, rules={"withdrawal": False}), "withdraw")


def test_p19_the_defender_wins_when_the_attacker_has_no_unit_left() -> None:
    game = battle("bi1 ra1+ra2+ra3 .\n. . .", SEVEN, cities={"C2": "red"})
    attack(game, "bi1", "B1")
    hand_in(game)
    assert result(game) == ("red", "no-units")


def test_p19_a_missile_alone_is_no_unit_left() -> None:
    game = battle(". ri1 .", missiles=["b-missile"])
    assert result(game) == ("red", "no-units")


def test_p19_a_defender_without_units_fights_on_for_its_cities() -> None:
    game = battle("ba1+ba2 ri1 .\n. . .", TWELVE, cities={"C2": "red"})
    attack(game, "ba1", "B1", together=True)
    hand_in(game)
    assert game.result is None
    assert (require(game.decision).side, game.state.turn) == ("blue", 2)


# --- the turn limit ------------------------------------------------------------------------------


def to_the_end(**more: object) -> PrimerGame:
    return skip(battle("bi1 . . ri1\n. . . .", turns=2, **more), 4)


def test_p19_after_the_last_turn_most_points_win() -> None:
    assert result(to_the_end(cities={"A2": "red"})) == ("red", "turn-limit")
    assert result(to_the_end(cities={"A2": "blue"})) == ("blue", "turn-limit")
    assert result(to_the_end()) == (None, "turn-limit")


def test_p19_or_who_was_agreed_beforehand() -> None:
    agreed = (VictoryCondition(VictoryKind.TURN_LIMIT, "blue"),)
    assert result(to_the_end(cities={"A2": "red"}, victory=agreed)) == ("blue", "turn-limit")


@pytest.mark.parametrize(
    ("choice", "ends"), [("defender", ("red", "held-out")), ("draw", (None, "turn-limit"))]
)
def test_p19_or_by_the_house_rule(choice: str, ends: tuple[str | None, str]) -> None:
    agreed = (VictoryCondition(VictoryKind.TURN_LIMIT, "blue"),)
    game = to_the_end(cities={"A2": "blue"}, victory=agreed, rules={"turn_limit": choice})
    assert result(game) == ends


def test_p19_enemies_destroyed_count_what_they_cost() -> None:
    game = battle("ba1+ba2 ra1 .\n. . .", TWELVE, turns=1, cities={"C2": "red"})
    attack(game, "ba1", "B1", together=True)
    hand_in(game)
    assert result(game) == ("red", "turn-limit"), "a city of 10 against armour of 6"
    assert game.result is not None
    assert game.result.points == {"red": 10, "blue": 6}


@pytest.mark.parametrize(
    "condition",
    [
        VictoryCondition(VictoryKind.OBJECTIVES, "blue", ("C1",)),
        VictoryCondition(VictoryKind.POINTS, "blue", points=10),
    ],
)
def test_conditions_of_the_scenario_are_judged_at_the_end_of_a_turn(
    condition: VictoryCondition,
) -> None:
    game = battle(LAND, cities=TWO, victory=(condition,))
    move(game, "bi1", "B1", "C1")
    hand_in(game)
    assert game.result is None
    assert result(skip(game)) == ("blue", condition.kind)


def test_conditions_marked_so_are_judged_at_once() -> None:
    game = battle(
        LAND,
        cities=TWO,
        victory=(VictoryCondition(VictoryKind.OBJECTIVES, "blue", ("C1",), at_once=True),),
    )
    move(game, "bi1", "B1", "C1")
    assert result(hand_in(game)) == ("blue", "objectives")


def test_losses_are_counted_of_all_a_side_has_had() -> None:
    half = (VictoryCondition(VictoryKind.LOSSES, "blue", percent=50, at_once=True),)
    game = battle("ba1+ba2 ri1 ri2\n. . .", TWELVE, victory=half)
    attack(game, "ba1", "B1", together=True)
    assert result(hand_in(game)) == ("blue", "losses")
