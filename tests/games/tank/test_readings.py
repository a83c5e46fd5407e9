"""The readings settled after a second look at the source: each with the sentence it tests."""

from __future__ import annotations

from typing import Any

import pytest

from engine.games.tank.adapter.rules import TANK
from engine.games.tank.card_events import (
    CardDrawn,
    CardPicked,
    CardTaken,
    CardUsed,
    ResultLowered,
    ShellStruck,
)
from engine.games.tank.cards import LowerResult, SwapCard
from engine.games.tank.data.rulebook import load_rulebook
from engine.games.tank.events import (
    MoveEnded,
    OrderForfeited,
    ShotResolved,
    ShotSpoilt,
    Stepped,
    UnitAnnihilated,
    UnitHit,
)
from engine.games.tank.fire import Shot
from engine.games.tank.movement import ChooseMove, ChooseStep, MoveOrder
from engine.games.tank.opportunity_fire import CoverFire, MoverFires, OpportunityFire
from engine.games.tank.state import HIDDEN, ActiveCard, Impact
from engine.play.dice import ScriptedDice
from engine.play.game import Game, Intervention
from engine.scenario.scenario import Deck, ScenarioSide
from engine.texts import text
from tests.assertions import require
from tests.games.boards import at, battle, lay, scenario
from tests.games.tank.test_cards import APART, DECK, holding
from tests.games.tank.turns import (
    TankGame,
    happened,
    hold_fire,
    last,
    order,
    pass_fire,
    pass_moves,
    walk,
)

OPEN = "r1 . . .\n . . . .\nb1 . . ."

# --- table B --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("range_", "lost"), [(9, 1), (12, 1), (21, 0), (24, 0)])
def test_table_b_row_1_takes_off_1_at_12_hexes_and_nothing_at_24(range_: int, lost: int) -> None:
    """Settled: "Table B, row 1 is `2 2 1 1 1 0 0 0 0 0 0 0` (range 9–12: 1; 21–24: 0)"."""
    game = battle("r1 " + ". " * (range_ - 1) + "b1:1", [1, (3, 5)])
    game.choose(Shot("r1", "b1"))
    assert dict(last(game, ShotResolved).corrections) == ({"height": -lost} if lost else {})


# --- S5: on the line ------------------------------------------------------------------------------


@pytest.mark.parametrize(("rule", "sees"), [("clear", True), ("blocked", False)])
def test_s5_a_change_exactly_on_the_line(rule: str, sees: bool) -> None:
    """Settled: "the source's chart says all points must lie *below* the line, its S4 says ≤"."""
    game = battle("r1 . 1 1 b1:1", [1], rules={"on_the_line": rule})
    seen = game.state.field.sight
    ends = at(game, 0, 0), at(game, 4, 0)
    assert seen.sees(*ends) == sees
    assert seen.profile(*ends).is_clear == sees
    assert (Shot("r1", "b1") in game.options) == sees


def test_s5_by_default_a_change_on_the_line_leaves_it_clear() -> None:
    """Settled: "default `clear`"."""
    assert load_rulebook().choices.on_the_line == "clear"


# --- V5, V7: a mover made immobile ----------------------------------------------------------------


def made_immobile(**rules: Any) -> TankGame:
    """Red's mover has just been made immobile by opportunity fire; nobody covers it."""
    game = order(battle(OPEN, [1, 1, (6, 6), 6], rules=rules), "r1")
    game.choose(at(game, 1, 0))
    game.choose("b1")
    if isinstance(game.decision, CoverFire):
        game.choose(None)
    assert game.state.units["r1"].immobile
    return game


def test_v5_a_mover_made_immobile_may_fire_before_its_move_ends() -> None:
    """Settled: "a mover made immobile by opportunity fire … may fire on the move"."""
    game = made_immobile()
    assert isinstance(game.decision, MoverFires)
    game.choose(None)
    assert last(game, MoveEnded).at == at(game, 1, 0)
    assert not isinstance(game.decision, ChooseStep)


def shelled(*dice: Any, **rules: Any) -> TankGame:
    """Red's mover enters a hex where a shell has made it immobile."""
    game = order(battle(OPEN, [1, 1, (6, 6), *dice], rules=rules), "r1")
    game.state.impacts = (Impact("155mm", at(game, 2, 0), "blue"),)
    game.choose(at(game, 1, 0))
    assert game.state.units["r1"].immobile
    return game


def test_v4_a_mover_made_immobile_by_shells_goes_through_the_rest_of_the_order() -> None:
    """First the shells that lie in the hex entered, then opportunity fire, cover fire, and fire on
    the move by a mover that is not annihilated and able to fire; then its move ends."""
    game = shelled()
    assert isinstance(game.decision, OpportunityFire)
    game.choose(None)
    assert isinstance(game.decision, MoverFires)
    game.choose(None)
    assert last(game, MoveEnded).at == at(game, 1, 0)
    assert not isinstance(game.decision, ChooseStep)


def test_v4_opportunity_fire_may_finish_a_mover_that_shells_made_immobile() -> None:
    """Gun out or immobile again is annihilated (F6): roll 2 makes it gun out."""
    game = shelled((1, 1), 6)
    game.choose("b1")
    assert "r1" not in game.state.units
    assert not isinstance(game.decision, MoverFires)


def test_v4_by_choice_a_mover_made_immobile_by_shells_does_not_fire() -> None:
    """immobile_mover_fires: false."""
    game = shelled(immobile_mover_fires=False)
    game.choose(None)
    assert last(game, MoveEnded).at == at(game, 1, 0)
    assert not isinstance(game.decision, MoverFires)


def test_v5_by_choice_a_mover_made_immobile_does_not_fire() -> None:
    """Settled: "**choice** `immobile_mover_fires: true | false`"."""
    assert not isinstance(made_immobile(immobile_mover_fires=False).decision, MoverFires)


def test_v5_a_mover_that_is_annihilated_does_not_fire() -> None:
    """Settled: "only an annihilated one may not"."""
    game = order(battle(OPEN, [1, 1, (3, 4), 6]), "r1")
    game.choose(at(game, 1, 0))
    game.choose("b1")
    assert "r1" not in game.state.units
    assert not isinstance(game.decision, MoverFires)


# --- M5, V1: fords --------------------------------------------------------------------------------


def forded(board: str, **more: Any) -> TankGame:
    game = battle(board + "\n " + "~ " * 70 + "b1", [1, 1], **more)
    return order(game, "r1")


@pytest.mark.parametrize(("ground", "total", "extra"), [(".", 3, 3), ("w", 3, 4), ("s", 3, 5)])
def test_v1_fording_a_stream_costs_3_whatever_ground_lies_behind(
    ground: str, total: int, extra: int
) -> None:
    """Settled: "one fording costs 3 MP in all, whatever ground lies behind it"."""
    for rule, cost in (("total", total), ("extra", extra)):
        game = forded(f"r1 {ground} .", streams=["@0,0 @1,0"], rules={"ford_cost": rule})
        assert last(walk(game, (1, 0)), Stepped).cost == cost
    assert load_rulebook().choices.ford_cost == "total"


def test_m5_a_ford_leads_into_and_over_a_river_hex() -> None:
    """Settled: "a `ford` link leads into and over a river hex"."""
    made = scenario("r1 ~ . ~ " + "~ " * 70 + "b1")
    lay(made.map, "@0,0 @1,0 @2,0", made.map.set_link, "ford")
    game = order(Game(TANK, made, ScriptedDice.of(1, 1)), "r1")
    walk(game, (1, 0), (2, 0))
    assert [step.cost for step in happened(game, Stepped)] == [3, 1]


def test_m5_without_a_ford_nobody_enters_a_river() -> None:
    game = battle("r1 ~ .\n . . .\n" + "~ " * 70 + "b1", [1, 1])
    steps = order(game, "r1").options
    assert at(game, 1, 0) not in steps


# --- F1, F2: declaring ----------------------------------------------------------------------------


def test_f1_with_any_a_declared_shot_that_cannot_be_made_is_spent() -> None:
    """Settled: "with `any` a declared shot that cannot be made is spent, as in the source"."""
    game = battle("r1 2 b1", [1, 1], rules={"declare": "any"})
    game.choose(Shot("r1", "b1"))
    assert last(game, ShotSpoilt).reason == "sight"
    assert game.state.units["r1"].fired
    assert game.state.units["b1"].fired_upon


def test_f1_by_default_only_shots_that_can_be_made_are_declared() -> None:
    assert Shot("r1", "b1") not in pass_fire(battle("r1 2 b1", [1, 1])).options


# --- T4, V3: strict -------------------------------------------------------------------------------


@pytest.mark.parametrize("passing", ["in_turn", "final"])
def test_t4_under_strict_an_order_to_a_unit_that_has_acted_ends_the_declaration(
    passing: str,
) -> None:
    """Settled: "ordering a unit that has already acted ends its side's declaration"."""
    game = battle("r1 . . r2 .\n ~ ~ ~ ~ ~\n" + "~ " * 70 + "b1 . .", [1, 1],
                  rules={"strict": True, "passing": passing})  # fmt: skip
    walk(order(game, "r1"), (1, 0))
    game.choose(None)
    game.choose(None)
    assert require(game.decision).side == "red"
    assert MoveOrder("r1", "move") in game.options
    told = game.rules.describe_option(
        game.state, require(game.decision), MoveOrder("r1", "move"), "en"
    )
    assert told == text("tank.option-in-vain", "en", unit="Red tank r1")
    game.choose(MoveOrder("r1", "move"))
    assert last(game, OrderForfeited).unit == "r1"
    assert not game.state.units["r2"].moved
    if passing == "in_turn":
        assert require(game.decision).side == "blue"


def test_t4_otherwise_a_unit_that_has_acted_is_not_offered() -> None:
    game = battle("r1 . . r2 .\n ~ ~ ~ ~ ~\n" + "~ " * 70 + "b1 . .", [1, 1])
    walk(order(game, "r1"), (1, 0))
    game.choose(None)
    game.choose(None)
    assert require(game.decision).side == "red"
    assert MoveOrder("r1", "move") not in game.options


# --- E2: cards picked before play -----------------------------------------------------------------


def dealt(**more: Any) -> TankGame:
    """Cards picked before play: four for Red, three for Blue, of one pool of seven."""
    rules = {"deal": "before_play"}
    return battle(APART, [1, 1, 1, 1, 1, 1, 1, 1, 1], rules=rules, **more)


def test_e2_cards_are_picked_before_play_from_the_shared_pool() -> None:
    """Settled: "cards are picked before play from the shared pool; the umpire hands them out"."""
    game = dealt()
    hands = game.state.hands
    assert [event.side for event in happened(game, CardPicked)] == [*["red", "blue"] * 3, "red"]
    assert sorted((*hands["red"].picked, *hands["blue"].picked)) == sorted(DECK)
    assert hands["red"].pool == hands["blue"].pool == ()


def test_e4_one_pool_of_seven_is_drawn_from_turn_by_turn_too() -> None:
    """card_pool: shared. One card of each kind is in the pool: what Red has drawn, Blue cannot, and
    after three turns and a half all seven are out."""
    game = battle(APART, [1] * 40, rules={"card_pool": "shared"})
    while game.decision is not None and len(happened(game, CardTaken)) < 8:
        game.choose(None if None in game.options else game.options[0])
    drawn = [event.card for event in happened(game, CardDrawn)]
    assert sorted(drawn) == sorted(DECK)
    assert [event.side for event in happened(game, CardDrawn)] == [*["red", "blue"] * 3, "red"]
    assert [event.left for event in happened(game, CardTaken)] == [7, 6, 5, 4, 3, 2, 1, 0]


def test_e4_the_used_cards_of_both_sides_are_shuffled_into_one_pool() -> None:
    """card_pool: shared, deck_used_up: reshuffle."""
    rules = {"card_pool": "shared", "deck_used_up": "reshuffle"}
    game = battle(APART, [1] * 80, rules=rules)
    while game.decision is not None and len(happened(game, CardTaken)) < 10:
        game.choose(None if None in game.options else game.options[0])
    assert len(happened(game, CardDrawn)) == 10
    hands = game.state.hands
    assert hands["red"].pool == hands["blue"].pool
    everywhere = [*hands["red"].pool]
    for hand in hands.values():
        everywhere += (*hand.spent, *hand.lapsed, *(entry.card for entry in hand.held))
    planned = {plan.card for plan in game.state.plans} - {*everywhere}
    assert sorted((*everywhere, *planned)) == sorted(DECK)


def test_e2_cards_picked_before_play_are_handed_out_one_a_turn_without_a_die() -> None:
    game = dealt()
    first = {side: game.state.hands[side].picked[0] for side in ("red", "blue")}
    pass_moves(game)
    assert {drawn.side: drawn.card for drawn in happened(game, CardDrawn)} == first
    assert [drawn.turn for drawn in happened(game, CardDrawn)] == [2, 2]
    assert [taken.left for taken in happened(game, CardTaken)] == [4, 3]


def test_e2_nobody_sees_the_cards_the_umpire_keeps() -> None:
    game = dealt()
    for side in ("red", "blue"):
        view = game.rules.view(game.state, side)
        assert {card for hand in view.hands.values() for card in hand.picked} == {HIDDEN}
        assert set(DECK) <= set(game.rules.secrets(game.state, side))
    assert [event.seers() for event in happened(game, CardPicked)] == [()] * 7


def test_e2_sides_with_decks_of_their_own_pick_from_these() -> None:
    own = {
        "decks": {
            name: Deck(name, tuple(load_rulebook().cards.values())[:2]) for name in ("d", "e")
        },
        "sides": (ScenarioSide("red", "Red", deck="d"), ScenarioSide("blue", "Blue", deck="e")),
    }
    hands = dealt(**own).state.hands
    assert sorted(hands["red"].picked) == sorted(hands["blue"].picked)
    assert len(hands["red"].picked) == 2


def test_e2_by_default_cards_are_drawn_turn_by_turn() -> None:
    assert load_rulebook().choices.deal == "each_turn"
    assert happened(battle(APART, [1]), CardPicked) == []


# --- E3: awards -----------------------------------------------------------------------------------


def test_e3_a_side_that_holds_no_card_takes_one() -> None:
    """Settled: "the player swaps cards he holds, or takes one if he holds none"."""
    game = battle(APART, [1, 1])
    game.intervene(Intervention("award", ("red",)))
    assert isinstance(game.decision, SwapCard)
    wanted = next(option for option in game.options if option and option.taken == "rapid-assault")
    assert wanted.given == ""
    said = game.rules.describe_option(game.state, game.decision, wanted, "en")
    assert said == text("tank.option-take", "en", taken="Rapid assault")
    game.choose(wanted)
    game.choose(None)
    hand = game.state.hands["red"]
    assert [(held.card, held.uses) for held in hand.held] == [("rapid-assault", 3)]
    assert sorted((*hand.pool, "rapid-assault")) == sorted(DECK)


# --- cards 2 and 4 --------------------------------------------------------------------------------


def test_card_2_acts_on_all_shots_of_one_unit_in_the_turn() -> None:
    """Settled: "Cards 2 and 4 act on one *unit* for the whole turn (all its shots …)"."""
    board = "r1 r2 " + ". " * 24 + "b1 b2"
    game = holding("fire-boost", (1, 2), 6, (3, 5), board=board)
    red = game.state.hands["red"]
    both = (*red.held, ActiveCard("quick-loading", 1, 1))
    game.state.hands["red"] = red._replace(held=both)
    game.choose(Shot("r1", "b1"))
    game.choose(None)
    game.choose("use")
    assert game.state.units["r1"].boost == 2
    again = next(option for option in game.options if option == "b2")
    game.choose(again)
    assert [("card", 2) in shot.corrections for shot in happened(game, ShotResolved)] == [True] * 2
    assert [used.card for used in happened(game, CardUsed)] == ["fire-boost", "quick-loading"]


def test_card_4_acts_on_all_results_of_one_unit_in_the_turn() -> None:
    """Settled: "… all results it takes), not on one shot or one result"."""
    board = "r1+r2 . . . . . . . . . b1 b2"
    game = holding("reactive-armour", (6, 6), 6, (6, 6), 6, side="blue", board=board)
    game.choose(Shot("r1", "b1"))
    game.choose("r2")
    assert isinstance(game.decision, LowerResult)
    game.choose("use")
    assert [(event.rolled, event.result) for event in happened(game, ResultLowered)] == [
        ("M", "F"), ("M", "F"),
    ]  # fmt: skip
    assert [hit.outcome for hit in happened(game, UnitHit)] == ["F"]
    assert last(game, UnitAnnihilated).unit == "b1"
    assert [used.card for used in happened(game, CardUsed)] == ["reactive-armour"]


def test_cards_2_and_4_are_over_with_the_turn() -> None:
    game = holding("fire-boost", (3, 4), 1, 1, 1, 1, board="r1 r2 " + ". " * 24 + "b1 b2")
    game.choose(Shot("r1", "b1"))
    game.choose(None)
    game.choose("use")
    pass_moves(game)
    assert game.state.turn == 2
    assert game.state.units["r1"].boost == 0


# --- B1, V9: a full close combat ------------------------------------------------------------------


@pytest.mark.parametrize(("rule", "enters"), [("barred", False), ("annihilated", True)])
def test_b1_entering_a_close_combat_beyond_the_stacking_limit(rule: str, enters: bool) -> None:
    """Settled: "**choice** `full_combat: barred | annihilated`"."""
    rules = {"stacking": 1, "full_combat": rule}
    game = battle("r1 r2 b1\n ~ ~ ~", [1, 1], rules=rules)
    order(game, "r2").choose(at(game, 2, 0))
    game.choose(MoveOrder("r1", "move"))
    game.choose(at(game, 1, 0))
    if not enters:
        assert at(game, 2, 0) not in game.options
        return
    game.choose(at(game, 2, 0))
    assert (last(game, UnitAnnihilated).unit, last(game, UnitAnnihilated).cause) == (
        "r1", "stacking",
    )  # fmt: skip
    assert {unit.id for unit in game.state.units_at(at(game, 2, 0))} == {"r2", "b1"}


def test_a_shell_that_immobilises_a_mover_still_ends_its_move_at_once() -> None:
    game = battle(OPEN, [1, 1, (4, 6), 1])
    order(game, "r1")
    game.state.impacts = (Impact("155mm", at(game, 2, 0), "blue"),)
    game.choose(at(game, 1, 0))
    assert happened(game, ShellStruck)
    hold_fire(game)
    assert isinstance(game.decision, ChooseMove | ChooseStep)
