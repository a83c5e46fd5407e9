"""Seats of an arm: they are asked what is theirs alone, and write to whom they reach (K9)."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from engine.texts import text
from engine.umpire.order_trials import OrderTrial
from engine.umpire.seats import check_seats
from engine.umpire.umpire_refusals import RefusedError
from engine.umpire.umpired_game import UmpiredGame
from tests.engine.umpire.rooms import ARMED_SEATS, Begin, desk_text, draft, order, proceed


@pytest.fixture
def room(begin: Begin) -> UmpiredGame:
    made = begin("armed-toy", seats=ARMED_SEATS, may_talk=True)
    proceed(made)
    return made


def offered(room: UmpiredGame, seat: str) -> list[str]:
    return [one["words"]["en"] for one in room.desk(seat)["options"]]


def walk(room: UmpiredGame, seat: str, walker: str, hexes: int) -> None:
    """A walker goes so many hexes, and nobody fires."""
    for number in range(hexes):
        order(room, seat, "on" if number else walker)
        room.proceed()
        order(room, "dora", "hold")
        room.proceed()
    order(room, seat, "halt")
    room.proceed()


# --- orders ---------------------------------------------------------------------------------------


def test_an_arm_is_offered_what_is_its_to_order_and_the_whole_side_everything(
    room: UmpiredGame,
) -> None:
    assert offered(room, "anna") == ["r1", "None"]
    assert offered(room, "bo") == ["r2", "r3"]
    assert offered(room, "ruth") == ["r1", "r2", "r3", "None"]


def test_an_arm_is_not_asked_what_only_another_may_answer(room: UmpiredGame) -> None:
    draft(room, "anna", "r1")
    room.deliver("anna")
    room.proceed()  # r1 steps out: the enemy's guns may fire
    carl, dora = room.desk("carl"), room.desk("dora")
    assert (carl["asked"], carl["question"], carl["options"]) == (False, None, [])
    assert dora["asked"]
    assert offered(room, "dora") == ["fire", "hold"]


def test_an_order_is_valid_from_the_seat_of_its_arm_alone(room: UmpiredGame) -> None:
    of_the_van = room.desk("anna")["options"][0]["id"]
    with pytest.raises(RefusedError, match="another arm"):
        room.draft("bo", of_the_van, room.desk_number("bo"))
    assert room.desk("bo")["draft"] == []
    assert room.draft("ruth", of_the_van, room.desk_number("ruth"))


def test_a_draft_is_taken_back_by_its_own_arm_or_the_whole_side(room: UmpiredGame) -> None:
    (drafted,) = draft(room, "anna", "r1")
    with pytest.raises(RefusedError, match="another arm"):
        room.withdraw("bo", drafted)
    room.withdraw("anna", drafted)
    (drafted,) = draft(room, "anna", "r1")
    room.withdraw("ruth", drafted)
    assert room.desk("anna")["draft"] == []


def test_a_draft_is_private_to_its_arm_where_nobody_hears_of_it(room: UmpiredGame) -> None:
    """Seats of one side that may not talk see their own arm's draft alone."""
    walk(room, "anna", "r1", 3)  # the van is too far ahead for the guns to hear
    before, numbers = desk_text(room, "anna"), room.desk_number("anna")
    (drafted,) = draft(room, "bo", "r2")
    assert desk_text(room, "anna") == before, "not one byte tells of it"
    assert room.desk_number("anna") == numbers
    assert [one["id"] for one in room.desk("bo")["draft"] if one["state"] == "draft"] == [drafted]
    assert [one["id"] for one in room.desk("ruth")["draft"] if one["state"] == "draft"] == [drafted]
    room.deliver("bo")
    assert desk_text(room, "anna") == before, "what waits for the umpire is as private"
    room.proceed()
    told = {unit["id"]: unit["has_order"] for unit in room.desk("anna")["units"]}
    assert told["r2"], "what is carried out is seen on the board"


def test_arms_that_hear_each_other_read_each_other_s_drafts(room: UmpiredGame) -> None:
    (drafted,) = draft(room, "bo", "r2")
    assert [one["id"] for one in room.desk("anna")["draft"]] == [drafted]


def test_an_order_half_written_out_of_hearing_is_not_quoted(
    room: UmpiredGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    walk(room, "anna", "r1", 3)
    draft(room, "bo", "r2")
    monkeypatch.setattr(OrderTrial, "unfinished", property(lambda trial: trial.tried[0]))
    with pytest.raises(RefusedError) as quoted:
        room.deliver("bo")
    with pytest.raises(RefusedError) as silent:
        room.deliver("anna")
    assert "r2" not in str(silent.value)
    assert str(silent.value) != str(quoted.value)


# --- words ----------------------------------------------------------------------------------------


def test_arms_write_to_each_other_while_they_are_near(room: UmpiredGame) -> None:
    room.write("anna", "bo", "we are going on")
    walk(room, "anna", "r1", 3)
    with pytest.raises(RefusedError, match=text("umpiring.out-of-reach")):
        room.write("anna", "bo", "where are you?")
    room.write("anna", "ruth", "we are alone here")
    room.write("anna", "umpire", "may we signal?")
    assert [one["words"] for one in room.desk("bo")["messages"]] == ["we are going on"]
    out_of_reach = [one["seat"] for one in room.desk("anna")["mates"] if "out_of_reach" in one]
    assert out_of_reach == ["bo"]


def test_words_to_the_whole_side_are_heard_by_those_in_reach(room: UmpiredGame) -> None:
    walk(room, "anna", "r1", 3)
    room.write("anna", "side", "the road is free")
    assert [one["words"] for one in room.desk("ruth")["messages"]] == ["the road is free"]
    assert room.desk("bo")["messages"] == []
    assert room.desk("dora")["messages"] == []
    assert "unheard" not in room.desk("ruth")["messages"][0]


# --- seats ----------------------------------------------------------------------------------------


def test_what_is_drawn_reaches_whom_words_would_reach(room: UmpiredGame) -> None:
    walk(room, "anna", "r1", 4)
    room.sketch("anna", "line", 0, (100, 200, 300, 400), is_shared=True)
    shown = [seat for seat in ("anna", "bo", "ruth") if room.desk(seat)["sketches"]]
    assert shown == ["anna", "ruth"]


def test_a_seat_keeps_its_arm_in_the_record(room: UmpiredGame, tmp_path: Path) -> None:
    walk(room, "anna", "r1", 3)
    room.write("anna", "side", "the road is free")
    before = {seat: room.desk(seat)["messages"] for seat in room.seats}
    room.close()
    again = UmpiredGame.reopen(tmp_path / "game.room")
    assert [seat.arm for seat in again.seats.values()] == ["van", "guns", "", "van", "guns"]
    assert {seat: again.desk(seat)["messages"] for seat in again.seats} == before
    assert again.desk("anna")["arm"] == {"en": "Van", "zh": "前队"}
    again.close()


def test_an_arm_the_game_does_not_know_is_refused_with_those_it_knows() -> None:
    seats = [replace(ARMED_SEATS[0], arm="fleet")]
    with pytest.raises(RefusedError, match=r"'fleet'.*van, guns"):
        check_seats(seats, ("red", "blue"), ("van", "guns"))
