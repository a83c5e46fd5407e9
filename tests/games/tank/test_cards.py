"""Event cards (tank E): timing, effects, hidden hands, awards."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from engine.games.tank.adapter.rules import TankRules
from engine.games.tank.card_events import CardDrawn, CardTaken, CardUsed, uses_of
from engine.games.tank.cards import BoostShot, CardSwap, LowerResult, RepairUnit, SwapCard
from engine.games.tank.data.rulebook import FireOutcome
from engine.games.tank.events import (
    MoveDeclared,
    ShotResolved,
    UnitAnnihilated,
    UnitHit,
)
from engine.games.tank.fire import FireAgain, Shot
from engine.games.tank.movement import MoveOrder
from engine.games.tank.state import HIDDEN, ActiveCard, CardHand, State
from engine.play.dice import ScriptedDice
from engine.play.game import Game, Intervention, InvalidInterventionError, NotReadyError
from engine.scenario.scenario import Card, Deck, Scenario, ScenarioSide
from tests.assertions import require
from tests.games.boards import at, battle, scenario
from tests.games.tank.turns import TankGame, happened, last, pass_fire, pass_moves, walk

FIELD = """
r1 . r2 . r3 . r4
 .  .  .  .  .  . .
b1 . b2 . b3 . b4
"""
APART = "r1 r2 . " + "~ " * 70 + "b1 b2"
DECK = (
    "field-repair",
    "fire-boost",
    "quick-loading",
    "rapid-assault",
    "reactive-armour",
    "support-122mm",
    "support-155mm",
)


class Dealt(TankRules):
    """The tank game with a card in a side's hand that is good in turn 1."""

    def __init__(self, side: str, card: str) -> None:
        self.side, self.card = side, card

    def start(self, scenario: Scenario) -> State:
        state = super().start(scenario)
        held = ActiveCard(self.card, 1, uses_of(state.cards[self.card].parameters))
        state.hands[self.side] = state.hands[self.side]._replace(held=(held,))
        return state


def holding(card: str, *dice: Any, board: str = FIELD, side: str = "red", **more: Any) -> TankGame:
    """Turn 1 with a side that drew a card the turn before; Red declares first."""
    return Game(Dealt(side, card), scenario(board, **more), ScriptedDice.of(1, *dice))


# --- E2: drawing ---------------------------------------------------------------------------------


def test_e2_each_side_is_handed_one_card_a_turn_good_in_the_next() -> None:
    game = pass_moves(battle(APART, [1, 1, 2, 1]))
    assert [(card.side, card.card, card.turn) for card in happened(game, CardDrawn)] == [
        ("red", "fire-boost", 2),
        ("blue", "field-repair", 2),
    ]


def test_e4_each_side_has_its_own_deck_of_seven_one_of_each() -> None:
    hands = battle(APART).state.hands
    assert hands["red"].pool == hands["blue"].pool == DECK


def test_e2_the_umpire_fixes_how_many_cards_a_side_gets() -> None:
    none = pass_moves(battle(APART, [1, 1], rules={"cards_per_turn": 0}))
    assert happened(none, CardTaken) == []
    two = pass_moves(battle(APART, [1, 1, 1, 1, 1, 1], rules={"cards_per_turn": 2}))
    assert len(happened(two, CardDrawn)) == 4
    one_in_all = pass_moves(battle(APART, [1, 1, 1, 1, 1, 1], rules={"cards_in_all": 1}))
    assert len(happened(one_in_all, CardDrawn)) == 2
    pass_moves(one_in_all)
    assert [taken.left for taken in happened(one_in_all, CardTaken)] == [1, 1, 0, 0]


def test_e2_the_umpire_fixes_how_many_cards_each_side_gets() -> None:
    rules = {"cards_per_turn": {"red": 2}, "cards_in_all": {"blue": 1}}
    game = pass_moves(pass_moves(battle(APART, [1] * 9, rules=rules)))
    assert [card.side for card in happened(game, CardDrawn)] == ["red", "red", "blue", "red", "red"]


def test_e2_a_side_not_named_gets_what_the_rulebook_says() -> None:
    game = pass_moves(battle(APART, [1, 1, 1], rules={"cards_per_turn": {"blue": 0}}))
    assert [card.side for card in happened(game, CardDrawn)] == ["red"]


ONE_CARD = {
    "decks": {"d": Deck("d", (Card("fire-boost", "fire-boost", {"shots": 1, "levels": 2}),))},
    "sides": (ScenarioSide("red", "Red", deck="d"), ScenarioSide("blue", "Blue", deck="d")),
}


@pytest.mark.parametrize(("used_up", "drawn"), [("stop", 2), ("reshuffle", 4)])
def test_e2_a_used_up_deck_stops_or_is_shuffled_again(used_up: str, drawn: int) -> None:
    game = battle(APART, [1, 1, 1, 1, *[1] * 8], rules={"deck_used_up": used_up}, **ONE_CARD)
    while game.state.turn < 4:
        pass_moves(game)
        if game.awaited:
            break
    events = [event for event in happened(game, CardDrawn) if event.turn <= 4]
    assert len(events) >= drawn


def test_e2_a_sides_view_shows_its_own_drawn_cards_only() -> None:
    game = pass_moves(battle(APART, [1, 1, 2, 4]))
    red, blue = (game.rules.view(game.state, side) for side in ("red", "blue"))
    assert red.hands["red"].held[0].card == "fire-boost"
    draws = red.hands["blue"].draws
    assert red.hands["blue"] == CardHand((HIDDEN,) * 6, (ActiveCard(HIDDEN, 0, 0),), (), (), draws)
    assert red.hands["red"].pool == (HIDDEN,) * 6
    assert blue.hands["blue"].held[0].card == "rapid-assault"
    assert game.position("red").hands == {"red": ("fire-boost",)}
    assert game.position("blue").hands == {"blue": ("rapid-assault",)}


def test_a1_a_planned_target_is_its_owners_secret_until_it_arrives() -> None:
    game = pass_moves(battle(APART, [1, 1, 6]))
    game.choose(at(game, 3, 0))
    assert len(game.rules.view(game.state, "red").plans) == 1
    assert game.rules.view(game.state, "blue").plans == ()
    assert "support-122mm" in game.rules.secrets(game.state, "blue")


# --- card 1 --------------------------------------------------------------------------------------


def test_card_1_gives_the_first_three_movers_three_more_mp() -> None:
    game = holding("rapid-assault", 1, board="r1 r2 r3 r4 . .\n . . . . . .\n" + "~ " * 70 + "b1")
    pass_fire(game)
    for unit in ("r1", "r2", "r3", "r4"):
        while require(game.decision).side == "blue":
            game.choose(None)
        game.choose(MoveOrder(unit, "move"))
        game.choose(None)
    assert [move.left for move in happened(game, MoveDeclared)] == [8, 8, 8, 5]


def test_card_1_carries_a_march_six_hexes_further() -> None:
    road = " ".join(f"@{column},0" for column in range(20))
    game = holding("rapid-assault", 1, board="r1" + " ." * 19 + " ~" * 60 + " b1", roads=[road])
    pass_fire(game).choose(MoveOrder("r1", "march"))
    walk(game, *[(column, 0) for column in range(1, 17)])
    assert last(game, MoveDeclared).left == 16


# --- card 2 --------------------------------------------------------------------------------------


def test_card_2_adds_two_levels_to_one_shot() -> None:
    board = "r1 r2 " + ". " * 24 + "b1 b2"
    game = holding("fire-boost", (1, 2), 6, board=board)
    game.choose(Shot("r1", "b1"))
    game.choose(None)
    assert isinstance(game.decision, BoostShot)
    game.choose("use")
    shot = last(game, ShotResolved)
    assert (shot.corrections, shot.level) == ((("card", 2),), 10)
    assert game.state.hands["red"].spent == ("fire-boost",)


def test_card_2_may_be_kept_for_a_better_shot() -> None:
    game = holding("fire-boost", (3, 4), board="r1 r2 " + ". " * 24 + "b1 b2")
    game.choose(Shot("r1", "b1"))
    game.choose(None)
    game.choose("keep")
    assert last(game, ShotResolved).level == 8
    assert game.state.hands["red"].held != ()


def test_card_2_is_not_asked_for_where_it_could_not_help() -> None:
    game = holding("fire-boost", (3, 5))
    game.choose(Shot("r1", "b1"))
    game.choose(None)
    assert last(game, ShotResolved).level == 10


# --- card 3 --------------------------------------------------------------------------------------


@pytest.mark.parametrize("mark", ["gun_out", "immobile"])
def test_card_3_restores_a_unit_at_the_start_of_the_turn(mark: str) -> None:
    game = holding("field-repair", marks={"r2": (mark, "suppressed"), "b1": (mark,)})
    assert isinstance(game.decision, RepairUnit)
    assert game.options == ["r2", None]
    game.choose("r2")
    assert game.position().pieces[1].marks == ()


def test_card_3_lapses_without_a_damaged_unit() -> None:
    game = holding("field-repair")
    assert game.state.hands["red"].lapsed == ("field-repair",)


# --- card 4 --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("dice", "die", "becomes"),
    [
        ((1, 2), [6], FireOutcome.IMMOBILE),
        ((6, 6), [6], FireOutcome.GUN_OUT),
        ((1, 1), [6], FireOutcome.IMMOBILE),
        ((3, 5), [], None),
    ],
)
def test_card_4_lowers_a_result_by_one_grade(
    dice: tuple[int, int], die: list[int], becomes: FireOutcome | None
) -> None:
    game = holding("reactive-armour", dice, *die, side="blue")
    game.choose(Shot("r1", "b1"))
    game.choose(None)
    assert isinstance(game.decision, LowerResult)
    game.choose("use")
    assert [hit.outcome for hit in happened(game, UnitHit)] == ([becomes] if becomes else [])


def test_card_4_lowers_gun_out_to_suppressed() -> None:
    game = holding("reactive-armour", (1, 1), 6, side="blue", board="r1 " + ". " * 9 + "b1")
    game.choose(Shot("r1", "b1"))
    game.choose("use")
    assert last(game, UnitHit).outcome == FireOutcome.SUPPRESSED


def test_card_4_may_be_kept() -> None:
    game = holding("reactive-armour", (1, 2), 6, side="blue")
    game.choose(Shot("r1", "b1"))
    game.choose(None)
    game.choose("keep")
    assert last(game, UnitAnnihilated).unit == "b1"


# --- card 5 --------------------------------------------------------------------------------------


def test_card_5_lets_the_last_unit_fire_twice_at_the_same_or_another_target() -> None:
    game = holding("quick-loading", (3, 5), (3, 5))
    game.choose(Shot("r1", "b1"))
    game.choose(None)
    assert isinstance(game.decision, FireAgain)
    assert game.options == ["b1", "b2", "b3", "b4", None]
    game.choose("b1")
    assert [shot.firer for shot in happened(game, ShotResolved)] == ["r1", "r1"]
    assert last(game, CardUsed).card == "quick-loading"


def test_card_5_no_other_unit_of_the_side_fires_afterwards_this_turn() -> None:
    game = holding("quick-loading", (3, 5), (3, 5), 1)
    game.choose(Shot("r1", "b1"))
    game.choose(None)
    game.choose("b2")
    game.choose(None)
    assert game.state.phase == "movement"


def test_card_5_may_be_kept_for_a_later_unit() -> None:
    game = holding("quick-loading", (3, 5))
    game.choose(Shot("r1", "b1"))
    game.choose(None)
    game.choose(None)
    game.choose(None)
    assert Shot("r2", "b2") in game.options


# --- E3: award -----------------------------------------------------------------------------------


def awarded() -> TankGame:
    game = pass_moves(battle(APART, [1, 1, 2, 1, 1]))
    game.intervene(Intervention("award", ("red",), "umpire", "a bold plan"))
    return game


def test_e3_the_side_swaps_its_cards_for_others_of_the_rest() -> None:
    game = awarded()
    assert isinstance(game.decision, SwapCard)
    game.choose(CardSwap("fire-boost", "rapid-assault"))
    game.choose(None)
    hand = game.state.hands["red"]
    assert hand.held == (ActiveCard("rapid-assault", 2, 3),)
    assert "fire-boost" in hand.pool


def test_e3_a_support_card_taken_in_an_award_is_planned_at_once() -> None:
    game = awarded()
    game.choose(CardSwap("fire-boost", "support-155mm"))
    game.choose(at(game, 2, 0))
    assert game.state.plans[0].turn == 3


def test_e3_swaps_are_known_to_their_owner_only() -> None:
    game = awarded()
    game.choose(CardSwap("fire-boost", "rapid-assault"))
    assert [event.seers() for event in game.events[-1:]] == [("red",)]


# --- the umpire ----------------------------------------------------------------------------------

ACTS: list[tuple[Intervention, Callable[[TankGame], bool]]] = [
    (Intervention("hurt", ("b1", "F")), lambda game: game.state.units["b1"].gun_out),
    (Intervention("hurt", ("b1", "K")), lambda game: "b1" not in game.state.units),
    (Intervention("repair", ("r1",)), lambda game: not game.state.units["r1"].immobile),
    (Intervention("move", ("r1", (2, 0))), lambda game: game.state.units["r1"].at == (2, 0)),
]


@pytest.mark.parametrize(("act", "done"), ACTS)
def test_the_umpire_hurts_repairs_and_moves_units(
    act: Intervention, done: Callable[[TankGame], bool]
) -> None:
    game = battle("r1 . . b1 b2", [1], marks={"r1": ("immobile",)})
    game.intervene(act)
    assert done(game)
    assert game.decision is not None


@pytest.mark.parametrize(
    "act",
    [
        Intervention("dance"),
        Intervention("hurt", ("nobody", "F")),
        Intervention("hurt", ("b1", "X")),
        Intervention("hurt", ("b1",)),
        Intervention("move", ("r1", (9, 9))),
        Intervention("award", ("green",)),
    ],
)
def test_what_the_umpire_cannot_do_leaves_the_game_as_it_was(act: Intervention) -> None:
    game = battle("r1 . . b1", [1])
    before = game.state.copy(), list(game.answers), game.decision
    with pytest.raises(InvalidInterventionError):
        game.intervene(act)
    assert (game.state, game.answers, game.decision) == before


def test_the_umpire_waits_for_the_end_of_an_activity() -> None:
    game = battle("r1+r2 . . b1", [1])
    game.choose(Shot("r1", "b1"))
    with pytest.raises(NotReadyError):
        game.intervene(Intervention("hurt", ("b1", "F")))
