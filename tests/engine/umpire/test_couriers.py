"""Words and orders that travel: how far in a turn, who is lost, who is taken; the umpire knows."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import pytest

from engine.hexes.hex import Hex
from engine.play.position import Piece, Position
from engine.umpire.courier_delivery import courier_goal
from engine.umpire.couriers import CourierFate, CourierTerms, _nearest
from engine.umpire.orders import OrderState
from engine.umpire.umpire_refusals import RefusedError
from engine.umpire.umpired_game import UmpiredGame
from tests.engine.umpire.rooms import Begin, desk_text, draft, order, proceed, seen, states

FAR = {"anna": "@2,0", "bo": "r1"}  # red's units all stand in @0,0


@pytest.fixture
def ride(begin: Begin) -> Any:
    """Begins the toy with couriers: Anna writes two hexes from her units, Bo among them."""

    def begun(game: str = "toy", **terms: Any) -> UmpiredGame:
        room = begin(game, may_talk=True)
        proceed(room)
        room.set_couriers(CourierTerms(**{"speed": 1, "headquarters": FAR, **terms}))
        return room

    return begun


def end_turn(room: UmpiredGame) -> None:
    """Both sides pass, and the next turn has come."""
    turn = room.session.game.rules.turn(room.session.game.state)
    while room.session.game.rules.turn(room.session.game.state) == turn:
        seat = {"red": "anna", "blue": "carl"}[room.waits_for]
        order(room, seat, "None")
        proceed(room)


def read_by(room: UmpiredGame, seat: str) -> list[str]:
    return [one["words"] for one in room.desk(seat)["messages"]]


def state_of(room: UmpiredGame, id_: str) -> OrderState:
    return next(one.state for one in room.orders("red") if one.id == id_)


def test_a_letter_arrives_as_many_turns_later_as_the_way_is_long(ride: Any) -> None:
    room = ride()
    room.write("anna", "side", "to Bo, two hexes off")
    assert read_by(room, "anna") == ["to Bo, two hexes off"]
    assert read_by(room, "bo") == []
    assert [(one.sender, one.to, one.due - one.sent) for one in room.couriers] == [
        ("anna", "bo", 1)
    ]
    end_turn(room)
    assert read_by(room, "bo") == ["to Bo, two hexes off"]
    assert room.couriers == ()


def test_what_is_within_a_turn_s_ride_arrives_at_once(ride: Any) -> None:
    room = ride(speed=2)
    room.write("anna", "bo", "near")
    assert read_by(room, "bo") == ["near"]
    order(room, "anna", "r3")
    assert states(room, "anna") == ["delivered"]


def test_words_to_the_umpire_need_no_courier(ride: Any) -> None:
    room = ride(loss=100)
    room.write("anna", "umpire", "a question")
    assert room.messages[-1].words == "a question"
    assert room.couriers == ()


def test_an_order_rides_to_a_far_unit_and_is_carried_out_when_it_arrives(ride: Any) -> None:
    room = ride()
    (far,) = order(room, "anna", "r3")
    assert state_of(room, far) is OrderState.RIDING
    assert room.waits_for == "red"
    assert not room.can_proceed
    end_turn(room)
    assert state_of(room, far) is OrderState.EXECUTED
    assert [order.turn for order in room.orders("red") if order.id == far] == [2]


def test_an_order_to_a_near_unit_does_not_wait_for_one_that_rides(ride: Any) -> None:
    room = ride()
    order(room, "anna", "r3")
    (near,) = draft(room, "bo", "r1")
    room.deliver("anna")
    assert state_of(room, near) is OrderState.DELIVERED


def test_an_order_that_is_taken_back_with_the_turn_waits_again(ride: Any) -> None:
    room = ride()
    (far,) = order(room, "anna", "r3")
    end_turn(room)
    room.undo()
    assert state_of(room, far) is OrderState.DELIVERED
    room.proceed()
    assert state_of(room, far) is OrderState.EXECUTED


def test_the_umpire_reads_in_his_language_what_orders_ride(ride: Any) -> None:
    room = ride()
    order(room, "anna", "r3")
    (rider,) = room.couriers
    (written,) = (one for one in room.orders("red") if one.id in rider.orders)
    assert room.borne(rider) == written.words
    game = room.session.game
    assert courier_goal(game, rider)["en"] == game.rules.describe_unit(game.state, "r3", "en")
    udo = room.admit("Udo", is_umpire=True)
    (told,) = room.desk(udo.id)["couriers"]
    assert told["unit"] == courier_goal(game, rider), "his page has the name, not the id"
    assert set(courier_goal(game, replace(rider, to="nobody")).values()) == {"nobody"}


def test_who_is_lost_never_arrives_and_his_side_is_not_told(ride: Any) -> None:
    room = ride(loss=100)
    (far,) = order(room, "anna", "r3")
    room.write("anna", "bo", "lost words")
    before = room.desk("anna")["draft"]
    for _ in range(3):
        end_turn(room)
    assert read_by(room, "bo") == []
    assert state_of(room, far) is OrderState.RIDING
    assert [one["state"] for one in room.desk("anna")["draft"] if one["id"] == far] == ["riding"]
    assert before[0]["state"] == "riding"
    for seat in room.seats:
        assert "fate" not in desk_text(room, seat)
        assert "courier" not in desk_text(room, seat)


def test_who_rides_past_the_enemy_may_be_taken_and_the_enemy_reads_it(ride: Any) -> None:
    room = ride(capture=100, speed=4, headquarters={**FAR, "anna": "b1"})
    room.write("anna", "bo", "we attack at dawn")
    assert [one.fate for one in room.couriers] == [CourierFate.TAKEN]
    assert "dawn" not in desk_text(room, "carl")
    end_turn(room)
    assert read_by(room, "bo") == []
    told = room.desk("carl")["bulletins"][-1]["words"]
    assert "we attack at dawn" in told["en"]
    assert "we attack at dawn" in told["zh"]


def test_who_is_taken_by_the_umpires_word_alone_is_read_by_the_enemy_too(ride: Any) -> None:
    room = ride()
    room.write("anna", "bo", "we attack at dawn")
    assert [one.taker for one in room.couriers] == [""]
    room.decide_courier(room.couriers[0].number, CourierFate.TAKEN)
    end_turn(room)
    assert "we attack at dawn" in room.desk("carl")["bulletins"][-1]["words"]["en"]


def test_the_umpire_hears_of_who_is_lost_until_he_should_be_there(ride: Any) -> None:
    room = ride(loss=100)
    room.write("anna", "bo", "lost words")
    assert [one.fate for one in room.couriers] == [CourierFate.LOST]
    end_turn(room)
    assert [one.number for one in room.couriers] == [1], "he may yet decide otherwise"
    end_turn(room)
    assert room.couriers == ()
    with pytest.raises(RefusedError):
        room.decide_courier(1, CourierFate.ARRIVES)


def test_of_several_enemies_the_nearest_to_the_way_takes_a_courier() -> None:
    pieces = [
        Piece(id=name, side=name, type="x", at=Hex(column, 0))
        for name, column in (("red", 0), ("blue", 9), ("green", 6), ("grey", 8))
    ]
    known = Position(turn=1, turns=2, phase="", active="", pieces=tuple(pieces))
    assert _nearest(known, "red", Hex(0, 0), Hex(4, 0)) == (2, "green")
    assert _nearest(known, "red", None, Hex(4, 0)) == (math.inf, "")


@pytest.mark.parametrize(
    ("fate", "is_read"), [(CourierFate.ARRIVES, True), (CourierFate.LOST, False)]
)
def test_the_umpire_may_decide_otherwise(ride: Any, fate: CourierFate, is_read: bool) -> None:
    room = ride()
    room.write("anna", "bo", "words")
    room.decide_courier(room.couriers[0].number, fate)
    end_turn(room)
    assert (read_by(room, "bo") == ["words"]) is is_read
    with pytest.raises(RefusedError):
        room.decide_courier(99, fate)


def test_what_becomes_of_couriers_follows_from_the_seed(begin: Begin) -> None:
    def fates(seed: int) -> list[CourierFate]:
        room = begin("toy", seed=seed, may_talk=True)
        room.set_couriers(CourierTerms(1, loss=50, headquarters=FAR))
        for number in range(12):
            room.write("anna", "bo", f"letter {number}")
        found = [one.fate for one in room.couriers]
        room.close()
        room.record_path.unlink()
        return found

    assert fates(1) == fates(1)
    assert {*fates(1)} == {CourierFate.ARRIVES, CourierFate.LOST}
    assert fates(1) != fates(2)


def test_couriers_ride_on_when_the_game_is_taken_up_again(ride: Any) -> None:
    room = ride()
    order(room, "anna", "r3")
    room.write("anna", "bo", "on the way")
    riding, before = room.couriers, seen(room)
    room.close()
    again = UmpiredGame.reopen(room.record_path)
    assert again.couriers == riding
    assert {**seen(again), "log": before["log"]} == before
    end_turn(again)
    assert read_by(again, "bo") == ["on the way"]
    again.close()


@pytest.mark.parametrize(
    "terms",
    [{"speed": 0}, {"loss": 60, "capture": 60}, {"loss": -1}, {"headquarters": {"red": "nowhere"}},
     {"headquarters": {"green": "r1"}}],
)  # fmt: skip
def test_terms_that_cannot_be_are_refused(ride: Any, terms: dict[str, Any]) -> None:
    room = ride()
    with pytest.raises(RefusedError):
        room.set_couriers(CourierTerms(**{"speed": 1, **terms}))
    room.set_couriers(None)
    room.write("anna", "bo", "at once")
    assert read_by(room, "bo") == ["at once"]


def test_drafts_do_not_ride_before_they_are_handed_in(ride: Any) -> None:
    room = ride()
    draft(room, "anna", "r3")
    assert states(room, "anna") == ["draft"]
    assert room.couriers == ()
