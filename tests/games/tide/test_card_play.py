"""Strategy cards: hands, decks, cost, phase, what stays (tide D1-D6)."""

from __future__ import annotations

import pytest

from engine.games.tide import action_phase, active_effects, card_draws, card_play
from engine.games.tide.card_events import CardDrawn, CardPlayed
from engine.games.tide.state import ActivationMode, Phase
from engine.play.decisions import Decision
from engine.scenario.scenario import Card, CardEffect
from tests.assertions import require_type
from tests.games.tide.fights import Fight, fight
from tests.games.tide.hands import card, hold, know, pile, play, shipped
from tests.games.tide.walks import walk

ACTION, COMMAND = "action", "command"


def table(board: str = "r1 . . b1") -> Fight:
    made = fight(board)
    made.state.phase = Phase.ACTION
    return made


def test_d1_cards_drawn_lie_face_up_with_their_owner() -> None:
    """Each deck is shuffled; cards drawn lie face up with their owner."""
    made = pile(table(), "red", "orders", shipped("keep-going"), shipped("once-more"))
    assert made.run(card_draws.draw(made.game, "red"), [], "2") == "once-more"
    assert made.rolled == [(1, "draw")]
    assert made.state.hq["red"].hand == ("once-more",)
    assert dict(made.state.hq["red"].decks) == {"orders": ("keep-going",)}
    assert made.happened(CardDrawn)[0].seers() is None


def test_d1_a_side_draws_from_the_deck_it_names() -> None:
    """A side has the decks its scenario names."""
    made = pile(table(), "red", "orders", shipped("keep-going"))
    pile(made, "red", "guns", shipped("low-pass"), shipped("smoke-line"))
    made.run(card_draws.draw(made.game, "red"), ["guns"], "1")
    assert made.state.hq["red"].hand == ("low-pass",)


def test_d1_every_copy_left_is_as_likely_as_any_other() -> None:
    made = pile(table(), "red", "test", card("draw"), card("draw"), card("draw"))
    made.run(card_draws.draw(made.game, "red"), [], "3")
    assert dict(made.state.hq["red"].decks) == {"test": ("test", "test")}


@pytest.mark.parametrize(("phase", "playable"), [(ACTION, ["once-more"]), (COMMAND, ["storeman"])])
def test_d2_a_card_says_its_phase(phase: str, playable: list[str]) -> None:
    """Action cards are played as an action (A5), Command cards in CM3."""
    made = hold(table(), "red", shipped("once-more"), shipped("storeman"))
    pile(made, "red", "orders", shipped("keep-going"))
    made.state.alter("r1", mode=ActivationMode.FATIGUED)
    assert card_play.playable_cards(made.state, "red", phase) == playable


@pytest.mark.parametrize(("command", "playable"), [(0, []), (1, ["heads-up"])])
def test_d2_who_cannot_pay_does_not_play(command: int, playable: list[str]) -> None:
    """Who cannot pay does not play."""
    made = hold(table().pin("r1"), "red", shipped("heads-up"), command=command)
    assert card_play.playable_cards(made.state, "red", ACTION) == playable


def test_d2_a_card_is_paid_for() -> None:
    made = play(table().pin("r1"), shipped("heads-up"), "r1")
    assert made.state.hq["red"].command == 8
    assert made.happened(CardPlayed) == [CardPlayed("red", "heads-up", 1, False)]


def test_d3_after_use_a_card_leaves_the_game() -> None:
    """After use a card leaves the game, unless it says it stays."""
    made = play(table().pin("r1"), shipped("heads-up"), "r1")
    hq = made.state.hq["red"]
    assert (hq.hand, hq.play, hq.used) == ((), (), ("heads-up",))


def test_d3_a_card_that_stays_lies_in_the_play_area() -> None:
    """Then it lies in the play area, paid once, and works until its own end."""
    made = play(table(), shipped("not-one-step"))
    hq = made.state.hq["red"]
    assert (hq.hand, hq.play, hq.used) == ((), ("not-one-step",), ())
    active_effects.end_turn(made.game)
    active_effects.end_round(made.game)
    assert [effect.card for effect in made.state.effects_in_force("bonus", "defence")] == [
        "not-one-step"
    ]


def test_d4_an_empty_deck_is_not_reshuffled() -> None:
    """An empty deck is not reshuffled."""
    made = pile(table(), "red", "orders", shipped("keep-going"))
    made.state.alter_headquarters("red", decks=(("orders", ()),), used=("keep-going",))
    assert made.run(card_draws.draw(made.game, "red")) is None
    assert made.events == []


def test_d5_a_card_overrides_the_rules() -> None:
    """A card overrides the rules: who is fatigued does not move (R5), unless a card lets it."""
    made = walk("r1 . . . b1").alter("r1", mode=ActivationMode.FATIGUED)
    assert not [
        order for order in action_phase.open_actions(made.state, "red") if order.unit == "r1"
    ]
    start = made.unit("r1").at
    dash = card("free-move", units=1, points=1)
    procedure = card_play.play(hold(made, "red", dash).game, "red", dash.id)
    assert require_type(procedure.send(None), Decision).options(made.state) == ["r1"]
    step = require_type(procedure.send("r1"), Decision)
    with pytest.raises(StopIteration):
        procedure.send(step.options(made.state)[0])
    assert made.unit("r1").at != start
    assert made.unit("r1").mode is ActivationMode.FATIGUED


def test_d6_targets_are_chosen_when_it_is_played() -> None:
    """Targets and choices are made when it is played."""
    made = play(table("r1 r2 . b1").pin("r1", "r2"), shipped("heads-up"), "r2", "r1")
    assert [made.unit(unit).morale for unit in ("r1", "r2")] == ["normal", "normal"]


def test_d6_a_side_may_stop_after_the_first() -> None:
    made = play(table("r1 r2 . b1").pin("r1", "r2"), shipped("heads-up"), "r2", None)
    assert [made.unit(unit).morale for unit in ("r1", "r2")] == ["pinned", "normal"]


def test_a_card_without_any_target_is_not_offered() -> None:
    made = hold(table(), "red", shipped("heads-up"), shipped("recovery-team"), shipped("rattled"))
    assert card_play.playable_cards(made.state, "red", ACTION) == ["rattled"]


def test_d6_a_barrage_needs_a_hex_that_a_friend_sees_unless_it_is_blind() -> None:
    """Barrages need no spotter but a named hex seen by a friendly unit, unless `blind`."""
    board = "r1 . w . b1"
    for blind, seen in ((False, False), (True, True)):
        made = table(board)
        shell = card("barrage", dice=2, blind=blind)
        hold(made, "red", shell)
        asked = require_type(card_play.play(made.game, "red", "test").send(None), Decision)
        assert (made.unit("b1").at in asked.options(made.state)) is seen


def test_several_effects_are_done_in_order() -> None:
    then = CardEffect("ready", {"units": 1, "kind": "squad"})
    made = table().pin("r1").alter("r1", mode=ActivationMode.FATIGUED)
    play(made, card("recover", then, units=1, from_="both"), "r1", "r1")
    assert (made.unit("r1").morale, made.unit("r1").mode) == ("normal", "fresh")


def test_an_effect_without_a_target_is_passed_over() -> None:
    then = CardEffect("ready", {"units": 1, "kind": "vehicle"})
    made = play(table().pin("r1"), card("recover", then, units=1, from_="both"), "r1")
    assert made.unit("r1").is_steady


# --- cost and denial ------------------------------------------------------------------------------


def test_cards_of_a_deck_cost_more_while_a_card_says_so() -> None:
    """Cards of a deck cost more or less, while it stays (D7 cost)."""
    made = hold(table(), "red", shipped("low-pass"), deck="guns")
    other = Card("other", "draw", {}, phase=ACTION, cost=1)
    know(made, other)
    made.effect("cost", "", "guns", 2)
    assert card_play.card_cost(made.state, "red", shipped("low-pass")) == 6
    assert card_play.card_cost(made.state, "red", other) == 1


def test_no_card_costs_less_than_nothing() -> None:
    made = hold(table(), "red", shipped("smoke-line"), deck="guns").effect("cost", "", "guns", -5)
    assert card_play.card_cost(made.state, "red", shipped("smoke-line")) == 0


@pytest.mark.parametrize(
    ("what", "playable"), [("cards", []), ("guns", ["keep-going"]), ("orders", ["smoke-line"])]
)
def test_cards_may_be_denied_all_or_by_deck(what: str, playable: list[str]) -> None:
    """The enemy, until the end of the round (D7 deny)."""
    made = hold(table(), "red", shipped("keep-going"), deck="orders")
    hold(made, "red", shipped("smoke-line"), deck="guns").effect("deny", "red", what)
    assert card_play.playable_cards(made.state, "red", ACTION) == playable
