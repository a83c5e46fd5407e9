"""What the umpire does: dice, decisions, acts, taking back, words, the clock."""

from __future__ import annotations

import json
import random
import threading

import pytest

from engine.dice import seeded_faces
from engine.game import Intervention
from engine.texts import LANGUAGES, text
from studio.umpiring import kept
from studio.umpiring.clock import WhenUp
from studio.umpiring.orders import OrderState
from studio.umpiring.refusing import Refused
from studio.umpiring.room import Room
from studio.umpiring.seats import PlayerSeat, seated
from tests.studio.umpiring.rooms import SEATS, Begin, draft, order, play, proceed, seen, states

NOON = 1_000_000.0


class Watch:
    """The time, as the test has it."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = NOON
        monkeypatch.setattr(kept, "now", lambda: self.now)


@pytest.fixture
def watch(monkeypatch: pytest.MonkeyPatch) -> Watch:
    return Watch(monkeypatch)


def shot_at(begin: Begin) -> Room:
    """Red's first walker has stepped out, blue has fired, and the dice are awaited."""
    room = begin()
    proceed(room)
    order(room, "anna", "r1")
    room.proceed()
    order(room, "carl", "fire")
    room.proceed()
    return room


# --- dice -----------------------------------------------------------------------------------------


def test_the_proposed_dice_are_those_of_the_seed(begin: Begin) -> None:
    room = begin(seed=7)
    roll = room.session.awaited
    assert roll is not None
    assert room.proposed == seeded_faces(7, 0, roll)
    room.proceed()
    assert room.session.game.answers[0] == seeded_faces(7, 0, roll)


def test_other_faces_are_laid_with_a_note(begin: Begin) -> None:
    room = shot_at(begin)
    number = room.session.at
    room.lay([6, 6], "cocked die")
    assert room.session.game.answers[number] == (6, 6)
    assert room.session.game.overrides[number] == ("umpire", "cocked die")
    assert "cocked die" in room.log[-1].words["en"]


def test_faces_that_cannot_lie_are_refused(begin: Begin) -> None:
    room = shot_at(begin)
    before = seen(room)
    with pytest.raises(Refused):
        room.lay([7, 1], "")
    with pytest.raises(Refused):
        room.lay([1], "")
    assert seen(room) == before


def test_what_the_rules_refuse_is_said_in_every_language(begin: Begin) -> None:
    room = shot_at(begin)
    with pytest.raises(Refused) as refused:
        room.lay([7, 1], "")
    wrong = {"found": "7 1", "dice": 2, "sides": 6}
    assert refused.value.words == {
        each: text("game.invalid-dice", each, **wrong) for each in LANGUAGES
    }


def test_an_earlier_roll_is_changed_and_what_came_after_waits_again(begin: Begin) -> None:
    room = shot_at(begin)
    number = room.session.at
    room.lay([1, 1], "")
    order(room, "anna", "on")
    room.proceed()
    assert room.orders("red")[-1].state == "executed"
    room.override(number, [6, 6], "forgot the cover")
    room.choose("lost")
    assert "r1" not in room.session.game.state.units
    assert room.orders("red")[-1].state == "delivered"
    assert room.orders("red")[0].state == "executed"
    assert "takes back" in room.log[-2].words["en"]


def test_a_changed_roll_can_be_taken_back(begin: Begin) -> None:
    room = shot_at(begin)
    number = room.session.at
    room.lay([1, 1], "")
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


def standing(room: Room) -> str:
    """The answers of the game and its position."""
    game = room.session.game
    return json.dumps([game.answers, game.rules.as_json(game.state)])


def test_there_is_nothing_to_take_back_at_first(begin: Begin) -> None:
    room = begin()
    assert not room.can_undo
    with pytest.raises(Refused):
        room.undo()


def test_the_umpire_is_asked_and_nobody_else_learns_what(begin: Begin) -> None:
    room = shot_at(begin)
    room.lay([6, 6], "")
    assert room.waits_for == "umpire"
    assert not any(room.desk(seat)["asked"] for seat in room.seats)
    assert not any("JudgeHit" in room.desk_text(seat) for seat in room.seats)
    room.choose("spared")
    assert "r1" in room.session.game.state.units


def test_to_proceed_with_a_decision_of_the_umpire_is_to_take_what_the_rules_propose(
    begin: Begin,
) -> None:
    room = shot_at(begin)
    room.lay([6, 6], "")
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
    with pytest.raises(Refused):
        room.intervene(Intervention("destroy", ("nobody",)))
    assert seen(room) == before


# --- words ----------------------------------------------------------------------------------------


def test_a_letter_to_the_umpire_is_on_no_other_desk(begin: Begin) -> None:
    room = begin()
    room.write("anna", "umpire", "may I?")
    assert [m["words"] for m in room.desk("anna")["messages"]] == ["may I?"]
    assert all(room.desk(seat)["messages"] == [] for seat in ("bo", "carl", "dora"))
    assert room.messages[0].words == "may I?"


def test_letters_within_a_side_need_the_umpire_s_leave(begin: Begin) -> None:
    room = begin()
    with pytest.raises(Refused):
        room.write("anna", "side", "psst")
    room.allow_talk(True)
    room.write("anna", "side", "psst")
    room.write("bo", "anna", "yes?")
    assert [m["words"] for m in room.desk("bo")["messages"]] == ["psst", "yes?"]
    assert room.desk("carl")["messages"] == []


def test_nobody_writes_to_the_other_side(begin: Begin) -> None:
    room = begin(may_talk=True)
    for to in ("carl", "blue", "nobody", ""):
        with pytest.raises(Refused):
            room.write("anna", to, "hello")


def test_the_umpire_writes_to_a_side_or_to_one_seat(begin: Begin) -> None:
    room = begin()
    room.say("red", "to all of red")
    room.say("bo", "to Bo alone")
    assert [m["words"] for m in room.desk("anna")["messages"]] == ["to all of red"]
    assert [m["words"] for m in room.desk("bo")["messages"]] == ["to all of red", "to Bo alone"]
    assert room.desk("carl")["messages"] == []


@pytest.mark.parametrize("words", ["", "   ", "x" * 8001])
def test_empty_and_endless_letters_are_refused(begin: Begin, words: str) -> None:
    room = begin()
    with pytest.raises(Refused):
        room.write("anna", "umpire", words)


def test_half_a_character_in_a_letter_breaks_no_screen(begin: Begin) -> None:
    room = begin()
    room.write("anna", "umpire", "look: \ud83d")
    assert room.desk_text("anna").encode()
    assert room.messages[0].words == "look: ?"


def test_a_note_is_the_umpire_s_alone(begin: Begin) -> None:
    room = begin()
    room.note("red sleeps")
    assert room.notes[0].words == "red sleeps"
    assert all("red sleeps" not in room.desk_text(seat) for seat in room.seats)


def test_a_bulletin_tells_what_was_seen_since_the_last(begin: Begin) -> None:
    room = begin()
    proceed(room)
    assert "SecretDealt." in room.bulletin("red")["en"]
    room.announce("red", room.bulletin("red"))
    assert "SecretDealt." not in room.bulletin("red")["en"]
    assert "SecretDealt." in room.bulletin("blue")["zh"]


def test_a_bulletin_comes_as_it_was_edited(begin: Begin) -> None:
    room = begin()
    room.announce("red", {"en": "All quiet", "zh": "平安无事"})
    assert room.desk("bo")["bulletins"][0]["words"] == {"en": "All quiet", "zh": "平安无事"}
    assert room.desk("carl")["bulletins"] == []


def test_a_bulletin_after_a_step_back_tells_what_happens_anew(begin: Begin) -> None:
    room = begin()
    room.proceed()
    room.announce("red", room.bulletin("red"))
    room.undo()
    room.proceed()
    assert "SecretDealt." in room.bulletin("red")["en"]


# --- the clock ------------------------------------------------------------------------------------


def test_a_clock_runs_stops_and_goes_on(begin: Begin, watch: Watch) -> None:
    room = begin()
    room.set_clock(60)
    assert room.desk("anna")["clock"]["ends_at"] == NOON + 60
    watch.now += 20
    room.stop_clock()
    assert room.desk("carl")["clock"]["left"] == 40
    watch.now += 100
    room.start_clock()
    assert room.desk("anna")["clock"]["ends_at"] == NOON + 160
    room.set_clock(0)
    assert room.desk("anna")["clock"] is None


def test_time_that_is_up_is_told_once_and_cuts_nothing_off(begin: Begin, watch: Watch) -> None:
    room = begin()
    proceed(room)
    draft(room, "anna", "r1")
    room.set_clock(60)
    told: list[int] = []
    room.listen(lambda: told.append(room.number))
    watch.now += 61
    room.tick()
    room.tick()
    assert len(told) == 1
    assert room.desk("anna")["clock"]["is_up"]
    room.deliver("anna")
    assert states(room, "anna") == ["delivered"]


def test_drafts_are_handed_in_when_time_is_up_if_so_chosen(begin: Begin, watch: Watch) -> None:
    room = begin()
    proceed(room)
    draft(room, "bo", "r1")
    room.set_clock(60, WhenUp.DELIVER)
    watch.now += 61
    room.tick()
    assert states(room, "bo") == ["delivered"]


def test_nothing_is_written_after_time_is_up_if_so_chosen(begin: Begin, watch: Watch) -> None:
    room = begin()
    proceed(room)
    draft(room, "anna", "r1")
    room.set_clock(60, WhenUp.CLOSE)
    watch.now += 61
    room.tick()
    with pytest.raises(Refused):
        room.deliver("anna")
    room.set_clock(60)
    room.deliver("anna")


def test_a_renewed_clock_is_set_again_with_the_next_turn(begin: Begin, watch: Watch) -> None:
    room = begin()
    proceed(room)
    room.set_clock(60, is_renewed=True)
    watch.now += 30
    room.choose(None)
    room.choose(None)
    assert room.desk("anna")["turn"] == 2
    assert room.desk("anna")["clock"]["ends_at"] == NOON + 90


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
    number, all_in_all = room.desk_number("carl"), room.number
    draft(room, "anna", "r1")
    room.write("anna", "umpire", "look")
    room.note("hm")
    assert room.desk_number("carl") == number
    assert room.number == all_in_all + 3


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
    room.listen(lambda: heard.append(room.number))
    with pytest.raises(RuntimeError):
        room.note("x")
    assert heard == [1]
    assert room.notes[0].words == "x"


def test_presence_is_counted_by_screens(begin: Begin) -> None:
    room = begin()
    room.connected("anna")
    room.connected("anna")
    room.gone("anna")
    room.gone("bo")
    assert room.present == {"anna": 1, "bo": 0, "carl": 0, "dora": 0}


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
        with pytest.raises(Refused):
            seated(seats, sides)
