"""What the umpire does: dice, decisions, acts, taking back; seats and who is told of changes."""

from __future__ import annotations

import json
import random
import threading

import pytest

from engine.languages import MADE_IN
from engine.play.dice import seeded_faces
from engine.play.game import Intervention
from engine.texts import text
from engine.umpire.orders import OrderState
from engine.umpire.seats import PlayerSeat, check_seats
from engine.umpire.umpire_refusals import RefusedError
from engine.umpire.umpired_game import UmpiredGame
from tests.engine.umpire.rooms import (
    SEATS,
    Begin,
    desk_text,
    draft,
    order,
    play,
    proceed,
    seen,
    shot_at,
    states,
)
from tests.positions import plain

# --- dice -----------------------------------------------------------------------------------------


def test_the_proposed_dice_are_those_of_the_seed(begin: Begin) -> None:
    room = begin(seed=7)
    roll = room.session.awaited_roll
    assert roll is not None
    assert room.proposed == seeded_faces(7, 0, roll)
    room.proceed()
    assert room.session.game.answers[0] == seeded_faces(7, 0, roll)


def test_other_faces_are_laid_with_a_note(begin: Begin) -> None:
    room = shot_at(begin)
    number = room.session.answer_count
    room.lay_dice([6, 6], "cocked die")
    assert room.session.game.answers[number] == (6, 6)
    assert room.session.game.overrides[number] == ("umpire", "cocked die")
    assert "cocked die" in room.log[-1].words["en"]


def test_faces_that_cannot_lie_are_refused(begin: Begin) -> None:
    room = shot_at(begin)
    before = seen(room)
    with pytest.raises(RefusedError):
        room.lay_dice([7, 1], "")
    with pytest.raises(RefusedError):
        room.lay_dice([1], "")
    assert seen(room) == before


def test_what_the_rules_refuse_is_said_in_every_language(begin: Begin) -> None:
    room = shot_at(begin)
    with pytest.raises(RefusedError) as refused:
        room.lay_dice([7, 1], "")
    wrong = {"found": "7 1", "dice": 2, "sides": 6}
    assert refused.value.words == {
        each: text("game.invalid-dice", each, **wrong) for each in MADE_IN
    }


def test_an_earlier_roll_is_changed_and_what_came_after_waits_again(begin: Begin) -> None:
    room = shot_at(begin)
    number = room.session.answer_count
    room.lay_dice([1, 1], "")
    order(room, "anna", "on")
    room.proceed()
    assert room.orders("red")[-1].state == "executed"
    room.override(number, [6, 6], "forgot the cover")
    room.choose("lost")
    assert "r1" not in room.session.game.state.units
    assert room.orders("red")[-1].state == "delivered"
    assert room.orders("red")[0].state == "executed"
    assert "forgot the cover" in room.log[-2].words["en"]


def test_a_changed_roll_can_be_taken_back(begin: Begin) -> None:
    room = shot_at(begin)
    number = room.session.answer_count
    room.lay_dice([1, 1], "")
    order(room, "anna", "on")
    room.proceed()
    before = {key: what for key, what in seen(room).items() if key != "log"}
    room.override(number, [6, 6], "")
    room.undo()
    assert {key: what for key, what in seen(room).items() if key != "log"} == before


# --- decisions and acts ---------------------------------------------------------------------------


def test_a_step_taken_back_lets_the_order_wait_again(begin: Begin) -> None:
    room = begin()
    proceed(room)
    order(room, "anna", "r1")
    room.proceed()
    room.undo()
    assert states(room, "anna") == ["delivered"]
    assert room.session.game.state.units["r1"].at == 0


def test_what_a_player_wrote_after_the_step_is_not_lost_with_it(begin: Begin) -> None:
    room = begin()
    proceed(room)
    order(room, "anna", "r1")
    room.proceed()
    order(room, "carl", "hold")
    room.undo()
    assert states(room, "carl") == ["delivered"]
    proceed(room)
    assert states(room, "carl") == ["executed"]


@pytest.mark.parametrize("game", ["toy", "dark", "tank", "primer"])
@pytest.mark.parametrize("seed", [1, 2])
def test_step_by_step_everything_can_be_taken_back(begin: Begin, game: str, seed: int) -> None:
    room = begin(game, seed)
    first = standing(room)
    play(room, random.Random(seed), 120, lambda room: None)
    while room.can_undo:
        room.undo()
    assert standing(room) == first, f"seed {seed}"
    states = {one.state for side in room.sides for one in room.orders(side)}
    assert OrderState.EXECUTED not in states
    assert all(room.ghosts(side) == [] for side in room.sides)


def standing(room: UmpiredGame) -> str:
    """The answers of the game and its position."""
    game = room.session.game
    return json.dumps([game.answers, plain(game)])


def test_there_is_nothing_to_take_back_at_first(begin: Begin) -> None:
    room = begin()
    assert not room.can_undo
    with pytest.raises(RefusedError):
        room.undo()


def test_the_umpire_is_asked_and_nobody_else_learns_what(begin: Begin) -> None:
    room = shot_at(begin)
    room.lay_dice([6, 6], "")
    assert room.waits_for == "umpire"
    assert not any(room.desk(seat)["asked"] for seat in room.seats)
    assert not any("JudgeHit" in desk_text(room, seat) for seat in room.seats)
    room.choose("spared")
    assert "r1" in room.session.game.state.units


def test_to_proceed_with_a_decision_of_the_umpire_is_to_take_what_the_rules_propose(
    begin: Begin,
) -> None:
    room = shot_at(begin)
    room.lay_dice([6, 6], "")
    room.proceed()
    assert "r1" not in room.session.game.state.units


def test_without_an_umpire_what_the_rules_propose_is_taken(begin: Begin) -> None:
    room = begin(seed=3, is_attended=False)
    while room.session.result is None:
        seat = "anna" if room.waits_for == "red" else "carl"
        words = {one["words"]["en"] for one in room.desk(seat)["options"]}
        wishes = ("fire", "on", *sorted(words - {"None"}), "None")
        order(room, seat, next(each for each in wishes if each in words))
    assert any("Judge" in one.asked.get("en", "") for one in room.session.history.branch.answered)


@pytest.mark.parametrize("is_attended", [True, False])
def test_a_game_that_wants_to_know_is_told_whether_an_umpire_attends(
    begin: Begin, is_attended: bool
) -> None:
    room = begin("primer", is_attended=is_attended)
    assert room.session.game.state.is_attended is is_attended
    assert not room.can_undo or not is_attended


def test_the_umpire_may_answer_for_a_side(begin: Begin) -> None:
    room = begin()
    proceed(room)
    room.choose("r2")
    assert room.session.game.state.units["r2"].at == 1


def test_an_act_is_kept_with_who_and_why(begin: Begin) -> None:
    room = begin()
    proceed(room)
    room.intervene(Intervention("destroy", ("r1",), "Ute", "an air raid"))
    assert room.session.game.answers[-1] == Intervention("destroy", ("r1",), "Ute", "an air raid")
    assert "Ute" in room.log[-1].words["en"]
    assert "an air raid" in room.log[-1].words["zh"]


def test_an_act_the_rules_refuse_changes_nothing(begin: Begin) -> None:
    room = begin()
    proceed(room)
    before = seen(room)
    with pytest.raises(RefusedError):
        room.intervene(Intervention("destroy", ("nobody",)))
    assert seen(room) == before


# --- seats, numbers, listeners --------------------------------------------------------------------


def test_a_secret_opens_its_seat_and_no_other(begin: Begin) -> None:
    room = begin()
    for seat in SEATS:
        assert room.join(seat.secret) == seat
    for wrong in ("", "anna", SEATS[0].secret[:-1], SEATS[0].secret + "x", "é密"):
        assert room.join(wrong) is None


def test_a_secret_is_in_no_repr(begin: Begin) -> None:
    room = begin()
    shown = f"{room!r} {room.seats!r} {room.seats['anna']}"
    assert not any(seat.secret in shown for seat in SEATS)


def test_the_other_side_s_drafting_does_not_show_in_a_desk_s_number(begin: Begin) -> None:
    room = begin()
    proceed(room)
    number, all_in_all = room.desk_number("carl"), room.change_count
    draft(room, "anna", "r1")
    room.write("anna", "umpire", "look")
    room.note("hm")
    assert room.desk_number("carl") == number
    assert room.change_count == all_in_all + 3


def test_listeners_are_called_outside_the_lock_in_the_thread_that_changes(begin: Begin) -> None:
    room, heard = begin(), []

    def listener() -> None:
        other = threading.Thread(target=lambda: heard.append(room.desk("anna")["number"]))
        other.start()
        other.join(5)
        heard.append(threading.current_thread().name)

    ends = room.listen(listener)
    room.note("x")
    assert [type(each) for each in heard] == [int, str]
    assert heard[1] == threading.current_thread().name
    ends()
    room.note("y")
    assert len(heard) == 2


def test_a_listener_that_fails_keeps_no_other_from_being_told(begin: Begin) -> None:
    room, heard = begin(), []

    def fails() -> None:
        raise RuntimeError("broken screen")

    room.listen(fails)
    room.listen(lambda: heard.append(room.change_count))
    with pytest.raises(RuntimeError):
        room.note("x")
    assert heard == [1]
    assert room.notes[0].words == "x"


def test_presence_is_counted_by_screens(begin: Begin) -> None:
    room = begin()
    room.connected("anna")
    room.connected("anna")
    room.disconnect_screen("anna")
    room.disconnect_screen("bo")
    assert room.screens_by_seat == {"anna": 1, "bo": 0, "carl": 0, "dora": 0}


def test_seats_that_cannot_be_are_refused() -> None:
    sides = ("red", "blue")
    wrong = [
        [PlayerSeat("a", "green", "A")],
        [PlayerSeat("a", "red", "A"), PlayerSeat("a", "red", "B")],
        [PlayerSeat("umpire", "red", "A")],
        [PlayerSeat("a", "red", "A", may_deliver=False)],
        [PlayerSeat("a", "red", "A", secret="short")],
        [
            PlayerSeat("a", "red", "A", secret="x" * 20),
            PlayerSeat("b", "red", "B", secret="x" * 20),
        ],
    ]
    for seats in wrong:
        with pytest.raises(RefusedError):
            check_seats(seats, sides)
