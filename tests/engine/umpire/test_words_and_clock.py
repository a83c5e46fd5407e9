"""Letters, notes and bulletins; the clock, and what comes of it when time is up."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path

import pytest

from engine.games import rule_system_of
from engine.texts import text
from engine.umpire import recorded_game
from engine.umpire.clock import TimeoutAction
from engine.umpire.mail import MAX_A_MINUTE
from engine.umpire.umpire_refusals import RefusedError
from engine.umpire.umpired_game import UmpiredGame
from tests.engine.umpire.rooms import (
    LEADERS,
    SEATS,
    SECRETS,
    Begin,
    desk_text,
    draft,
    proceed,
    states,
)

NOON = 1_000_000.0


class Watch:
    """The time, as the test has it."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = NOON
        monkeypatch.setattr(recorded_game, "monotonic_now", lambda: self.now)


@pytest.fixture
def watch(monkeypatch: pytest.MonkeyPatch) -> Watch:
    return Watch(monkeypatch)


# --- words ----------------------------------------------------------------------------------------


def test_a_letter_to_the_umpire_is_on_no_other_desk(begin: Begin) -> None:
    room = begin()
    room.write("anna", "umpire", "may I?")
    assert [m["words"] for m in room.desk("anna")["messages"]] == ["may I?"]
    assert all(room.desk(seat)["messages"] == [] for seat in ("bo", "carl", "dora"))
    assert room.messages[0].words == "may I?"


def test_letters_within_a_side_need_the_umpire_s_leave(begin: Begin) -> None:
    room = begin()
    with pytest.raises(RefusedError):
        room.write("anna", "side", "psst")
    room.allow_talk(True)
    room.write("anna", "side", "psst")
    room.write("bo", "anna", "yes?")
    assert [m["words"] for m in room.desk("bo")["messages"]] == ["psst", "yes?"]
    assert room.desk("carl")["messages"] == []


def test_nobody_writes_to_the_other_side(begin: Begin) -> None:
    room = begin(may_talk=True)
    for to in ("carl", "blue", "nobody", ""):
        with pytest.raises(RefusedError):
            room.write("anna", to, "hello")


def test_the_umpire_writes_to_a_side_or_to_one_seat(begin: Begin) -> None:
    room = begin()
    room.write_message("red", "to all of red")
    room.write_message("bo", "to Bo alone")
    assert [m["words"] for m in room.desk("anna")["messages"]] == ["to all of red"]
    assert [m["words"] for m in room.desk("bo")["messages"]] == ["to all of red", "to Bo alone"]
    assert room.desk("carl")["messages"] == []


@pytest.mark.parametrize("words", ["", "   ", "x" * 8001])
def test_empty_and_endless_letters_are_refused(begin: Begin, words: str) -> None:
    room = begin()
    with pytest.raises(RefusedError):
        room.write("anna", "umpire", words)


def test_a_seat_writes_only_so_many_letters_a_minute(begin: Begin, watch: Watch) -> None:
    room = begin()
    for number in range(MAX_A_MINUTE):
        room.write("anna", "umpire", f"letter {number}", f"act-{number}")
    with pytest.raises(RefusedError):
        room.write("anna", "umpire", "one more")
    room.write("anna", "umpire", "letter 0", "act-0")  # sent again: it was taken before
    room.write("bo", "umpire", "another seat may")
    room.write_message("anna", "and so may the umpire")
    watch.now += 61
    room.write("anna", "umpire", "later")
    assert len(room.messages) == MAX_A_MINUTE + 3
    file = room.record_path
    room.close()
    again = UmpiredGame.reopen(file)
    assert len(again.messages) == MAX_A_MINUTE + 3
    again.close()


def test_a_muted_seat_writes_nothing_is_told_so_and_stays_muted(begin: Begin) -> None:
    room = begin(may_talk=True)
    room.mute("anna", True)
    for to in ("umpire", "side", "bo"):
        with pytest.raises(RefusedError):
            room.write("anna", to, "hello")
    assert [room.desk(seat)["is_muted"] for seat in ("anna", "bo")] == [True, False]
    room.write("bo", "anna", "you hear me still")
    assert [one["words"] for one in room.desk("anna")["messages"]] == ["you hear me still"]
    with pytest.raises(RefusedError):
        room.mute("nobody", True)
    file = room.record_path
    room.close()
    again = UmpiredGame.reopen(file)
    assert again.muted == {"anna"}
    assert "Anna" in str(again.log[0].words["en"])
    again.mute("anna", False)
    again.write("anna", "umpire", "thank you")
    again.close()


def test_half_a_character_in_a_letter_breaks_no_screen(begin: Begin) -> None:
    room = begin()
    room.write("anna", "umpire", "look: \ud83d")
    assert desk_text(room, "anna").encode()
    assert room.messages[0].words == "look: ?"


TURNED = "\u202eetacol\u202c \u2066no\u2069\u200f\x07"


def test_signs_that_turn_the_writing_are_in_no_words_and_no_names(
    tmp_path: Path, scenarios: dict[str, Path]
) -> None:
    eve = replace(SEATS[0], name="Eve\u202e\nnaoJ")
    room = UmpiredGame.begin(scenarios["toy"], tmp_path / "e.room", [eve, *SEATS[1:]], 1)
    room.write("anna", "umpire", f"{TURNED}\nnew line")
    room.announce("red", {"en": TURNED, "zh": "\u202e"})
    assert room.seats["anna"].name == "Eve naoJ"
    assert room.messages[0].words == "etacol no\nnew line"
    assert room.bulletins[0].words == {"en": "etacol no"}
    with pytest.raises(RefusedError):
        room.write_message("red", "\u202e\u202c")
    room.close()


def test_a_changed_link_opens_the_seat_and_the_old_one_does_not(begin: Begin) -> None:
    room = begin()
    room.new_link("anna")
    secret = room.seats["anna"].secret
    assert room.join(SECRETS[0]) is None
    room.close()
    again = UmpiredGame.reopen(room.record_path)
    assert again.join(SECRETS[0]) is None
    assert again.join(secret) == again.seats["anna"]
    assert secret not in again.export("en")
    assert "Anna has a new link" in again.export("en")
    again.close()


def test_a_note_is_the_umpire_s_alone(begin: Begin) -> None:
    room = begin()
    room.note("red sleeps")
    assert room.notes[0].words == "red sleeps"
    assert all("red sleeps" not in desk_text(room, seat) for seat in room.seats)


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
    room.listen(lambda: told.append(room.change_count))
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
    room.set_clock(60, TimeoutAction.DELIVER)
    watch.now += 61
    room.tick()
    assert states(room, "bo") == ["delivered"]


@pytest.mark.parametrize("game", ["toy", "dark", "primer"])
def test_an_unattended_game_with_a_clock_ends_though_nobody_writes(
    begin: Begin, watch: Watch, game: str
) -> None:
    room = begin(game, is_attended=False)
    room.set_clock(60, TimeoutAction.DELIVER, is_renewed=True)
    for _ in range(400):
        if room.session.result is not None:
            break
        clock = room.clock
        assert clock is not None
        assert clock.ends_at == watch.now + 60, "whoever is asked now has the whole time"
        watch.now += 61
        room.tick()
    assert room.session.result is not None
    room.close()
    again = UmpiredGame.reopen(room.record_path)
    assert again.session.game.answers == room.session.game.answers
    again.close()


def test_where_an_umpire_attends_nobody_is_passed_over(begin: Begin, watch: Watch) -> None:
    room = begin()
    proceed(room)
    room.set_clock(60, TimeoutAction.DELIVER, is_renewed=True)
    answers, asked = room.session.answer_count, room.waits_for
    watch.now += 61
    room.tick()
    assert (room.session.answer_count, room.waits_for) == (answers, asked)


def test_the_umpire_goes_on_without_a_side_whose_time_is_up(begin: Begin, watch: Watch) -> None:
    room = begin()
    proceed(room)
    draft(room, "anna", "r1")
    room.set_clock(60, TimeoutAction.DELIVER)
    assert not room.can_proceed
    watch.now += 61
    room.tick()
    room.proceed()
    assert states(room, "anna") == ["executed"]
    asked = room.waits_for
    assert room.is_silent
    room.proceed()
    assert room.waits_for != asked
    room.undo()
    assert room.waits_for == asked
    room.set_clock(60)
    assert not room.can_proceed, "with time again, somebody is waited for again"


def test_each_side_has_its_own_minutes(begin: Begin, watch: Watch) -> None:
    room = begin()
    proceed(room)
    draft(room, "anna", "r1")
    room.set_clock(60, TimeoutAction.DELIVER, is_renewed=True)
    watch.now += 61
    room.tick()
    room.proceed()
    assert room.waits_for == "blue"
    clock = room.clock
    assert clock is not None
    assert clock.ends_at == watch.now + 60, "nobody inherits what another has left over"
    assert not room.can_proceed


def test_while_sides_answer_apart_both_write_at_the_same_time(begin: Begin, watch: Watch) -> None:
    room = begin("primer")
    proceed(room)
    room.set_clock(60, TimeoutAction.DELIVER, is_renewed=True)
    assert room.session.game.position().phase in rule_system_of("primer").secret_phases
    first, second = (LEADERS[side] for side in ("red", "blue"))
    assert room.desk(first)["asked"]
    assert room.desk(second)["asked"]
    here, later = room.waits_for, next(one for one in room.sides if one != room.waits_for)
    seat, other = LEADERS[later], LEADERS[here]
    before = desk_text(room, other)
    wanted = room.desk(seat)["options"][0]["id"]
    room.draft(seat, wanted, room.desk_number(seat))
    room.deliver(seat)
    assert desk_text(room, other) == before, "the other side learns nothing of it"
    assert not room.can_proceed, "it waits for the one that is first in the rules' order"
    watch.now += 61
    room.tick()
    while room.can_proceed:
        room.proceed()
    assert states(room, seat)[0] == "executed"
    clock = room.clock
    assert clock is not None
    assert not clock.is_up, "both had the same minutes; the next phase has its own"


def test_grace_is_given_once_and_told(begin: Begin, watch: Watch) -> None:
    room = begin()
    proceed(room)
    draft(room, "anna", "r1")
    room.set_clock(60, TimeoutAction.DELIVER, grace=30)
    watch.now += 61
    room.tick()
    clock = room.desk("anna")["clock"]
    assert (clock["is_grace"], clock["is_up"]) == (True, False)
    assert clock["ends_at"] == watch.now + 30
    assert states(room, "anna") == ["draft"]
    watch.now += 31
    room.tick()
    assert room.desk("anna")["clock"]["is_up"]
    assert states(room, "anna") == ["delivered"]
    assert [entry.words["en"] for entry in room.log[-2:]] == [
        text("umpiring.log-grace", "en", seconds="30"),
        "Time is up.",
    ]


def test_the_umpire_is_asked_and_gives_time_or_collects(begin: Begin, watch: Watch) -> None:
    room = begin()
    proceed(room)
    room.set_clock(60, TimeoutAction.ASK)
    watch.now += 61
    room.tick()
    draft(room, "anna", "r1")
    assert states(room, "anna") == ["draft"], "nothing is cut off before he has said so"
    room.add_time(300)
    assert room.desk("anna")["clock"]["ends_at"] == watch.now + 300
    room.hand_in_drafts()
    assert states(room, "anna") == ["delivered"]
    room.close()
    again = UmpiredGame.reopen(room.record_path)
    assert states(again, "anna") == ["delivered"]
    again.close()


def test_nobody_is_asked_where_no_umpire_attends(begin: Begin) -> None:
    room = begin(is_attended=False)
    with pytest.raises(RefusedError, match="no umpire"):
        room.set_clock(60, TimeoutAction.ASK)


def test_a_clock_set_back_while_nobody_ran_stops_no_game(begin: Begin, watch: Watch) -> None:
    room = begin()
    room.set_clock(600)
    watch.now += 100
    room.tick()
    room.close()
    watch.now -= 86_400
    again = UmpiredGame.reopen(room.record_path)
    assert again.clock is not None
    assert again.clock.time_left(again.time) == 500
    watch.now += 200
    assert again.clock.time_left(again.time) == 300
    again.close()


def test_the_time_goes_on_when_somebody_sets_the_machine_s_clock(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    before = recorded_game.monotonic_now()
    monkeypatch.setattr(time, "time", lambda: before - 3600)
    assert before <= recorded_game.monotonic_now() < before + 60


def test_nothing_is_written_after_time_is_up_if_so_chosen(begin: Begin, watch: Watch) -> None:
    room = begin()
    proceed(room)
    draft(room, "anna", "r1")
    room.set_clock(60, TimeoutAction.CLOSE)
    watch.now += 61
    room.tick()
    with pytest.raises(RefusedError):
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
