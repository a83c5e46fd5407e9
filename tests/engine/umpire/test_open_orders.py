"""Open decisions in the umpired room: ways written by pages, kept in the record, carried out."""

from __future__ import annotations

import json
from typing import Any

import pytest

from engine.umpire.umpire_refusals import RefusedError
from engine.umpire.umpired_game import UmpiredGame
from studio.web.page_messages import parse_message
from studio.web.seat_views import apply_action
from studio.workspaces.umpire.next_step import plan_next_step
from tests.conformance.open_toy import Trod, Way, way
from tests.engine.umpire.rooms import Begin, draft, option, proceed, seen, states

WINDING = way((1, 1), (2, 0), (3, 1))
PLAIN = json.loads(json.dumps(WINDING))


def asked(begin: Begin) -> UmpiredGame:
    """Anna has ordered red's first walker to go, and is asked for its way."""
    room = begin("open-toy")
    proceed(room)
    draft(room, "anna", "r1")
    return room


def send(room: UmpiredGame, seat: str, answer: Any, act: str = "a") -> None:
    """What a page sends that answers in its own way."""
    message = {"v": 2, "kind": "draft", "id": act, "answer": answer}
    said = parse_message(json.dumps({**message, "number": room.desk_number(seat)}))
    apply_action(room, seat, said)  # type: ignore[arg-type] # it is an act


def trod(room: UmpiredGame) -> list[Any]:
    return [event.into for event in room.session.game.events if isinstance(event, Trod)]


def test_a_desk_says_that_any_answer_may_be_written(begin: Begin) -> None:
    room = begin("open-toy")
    proceed(room)
    assert "open" not in room.desk("anna")
    draft(room, "anna", "r1")
    assert room.desk("anna")["open"] is True
    assert [one["words"]["en"] for one in room.desk("anna")["options"]] == ["@1,0", "None"]


def test_a_way_written_by_a_page_is_walked_when_the_umpire_goes_on(begin: Begin) -> None:
    room = asked(begin)
    send(room, "anna", PLAIN)
    assert room.desk("anna")["draft"][-1]["words"]["en"] == "@1,1 @2,0 @3,1"
    room.deliver("anna")
    room.proceed()
    came = plan_next_step(room, "en")
    assert came.came.sentences == ("Trod.",)
    room.proceed()
    assert states(room, "anna") == ["executed", "executed"]
    assert trod(room) == [WINDING.hexes[0]]
    assert type(room.session.game.answers[-1]) is Way


def test_an_order_to_stay_is_an_answer_too(begin: Begin) -> None:
    room = asked(begin)
    send(room, "anna", None)
    assert room.orders("red")[-1].option is None
    assert room.desk("anna")["draft"][-1]["deed"] == "pass"


def test_a_way_sent_again_is_not_written_twice(begin: Begin) -> None:
    room = asked(begin)
    send(room, "anna", PLAIN)
    send(room, "anna", PLAIN)
    assert len(room.desk("anna")["draft"]) == 2


@pytest.mark.parametrize("answer", [[[[9, 9]]], [], "on", 3], ids=repr)
def test_what_is_no_way_is_refused_and_leaves_all_as_it_was(begin: Begin, answer: Any) -> None:
    room = asked(begin)
    before = seen(room)
    with pytest.raises(RefusedError):
        send(room, "anna", answer)
    assert seen(room) == before


def test_an_answer_of_ones_own_to_a_closed_question_must_be_an_option(begin: Begin) -> None:
    room = begin("open-toy")
    proceed(room)
    with pytest.raises(RefusedError):
        send(room, "anna", "b1")
    send(room, "anna", "r1", "b")
    assert room.orders("red")[-1].option == "r1"


def test_a_stale_answer_is_refused(begin: Begin) -> None:
    room = asked(begin)
    number = room.desk_number("anna")
    room.draft("anna", option(room, "anna", "@1,0"), number)
    with pytest.raises(RefusedError):
        room.draft("anna", "", number, answer=WINDING)


def test_a_way_is_not_walked_after_the_umpire_has_told_another(begin: Begin) -> None:
    room = asked(begin)
    send(room, "anna", PLAIN)
    room.deliver("anna")
    room.proceed()
    waiting = room.next_order
    assert waiting is not None
    assert waiting.option == WINDING
    room.choose(way((1, 0)))
    assert trod(room) == [way((1, 0)).hexes[0]]
    assert room.next_order is None


def test_the_umpire_answers_for_a_side_with_a_way_of_his_own(begin: Begin) -> None:
    room = begin("open-toy")
    proceed(room)
    room.choose("r1")
    room.choose(WINDING)
    assert trod(room) == [WINDING.hexes[0]]


def test_a_room_opened_again_has_the_ways_that_were_written(begin: Begin) -> None:
    room = asked(begin)
    send(room, "anna", PLAIN)
    room.deliver("anna")
    room.proceed()
    room.proceed()
    stood = seen(room)
    room.close()
    again = UmpiredGame.reopen(room.record_path)
    try:
        assert {**seen(again), "log": again.log[:-1]} == {**stood, "log": room.log}
        assert type(again.orders("red")[-1].option) is Way
    finally:
        again.close()
