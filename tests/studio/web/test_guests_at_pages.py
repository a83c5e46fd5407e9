"""Pages of those who look on, and of a second umpire: what they may do, when they are shut out."""

from __future__ import annotations

from typing import Any

import pytest
from websockets import ConnectionClosed

from engine.texts import text
from studio.web.game_web_server import GameWebServer
from studio.web.seat_views import NO_SEAT
from tests.engine.umpire.rooms import fired_at
from tests.studio.web.conftest import HostOne
from tests.studio.web.players import Player, link_of, secret_of

DEEDS: dict[str, dict[str, Any]] = {
    "write": {"to": "umpire", "words": "x"},
    "deliver": {},
    "withdraw": {"order": "red-1"},
    "draft": {"option": "x", "number": 0},
    "umpire": {"deed": "proceed", "step": "x"},
    "bulletin": {"side": "blue"},
    "ways": {"unit": "x"},
}


def page(host: GameWebServer, guest: str) -> Player:
    return Player(host.port, secret_of(link_of(host, guest).url)).hello()


def test_an_observer_s_page_does_nothing_and_a_dismissed_one_is_shut_out(
    host: GameWebServer,
) -> None:
    guest = host.room.admit("Olga", "red")
    olga = page(host, guest.id)
    before = host.room.change_count
    for kind, fields in DEEDS.items():
        olga.say({"kind": kind, "id": f"try-{kind}", **fields})
        answer = olga.hear("refused", "done", "drafted", "ways")
        assert (answer["kind"], answer["code"]) == ("refused", "only-looks-on"), kind
    assert host.room.change_count == before
    host.room.dismiss(guest.id)
    assert closed_with(olga) == NO_SEAT


def test_no_player_s_page_does_what_umpires_do_or_reads_a_side_s_bulletin(
    host: GameWebServer,
) -> None:
    anna = page(host, "anna")
    before = host.room.change_count
    for kind in ("bulletin", "umpire"):
        anna.say({"kind": kind, "id": f"try-{kind}", **DEEDS[kind]})
        answer = anna.hear("refused", "done", "drafted")
        assert (answer["kind"], answer["code"]) == ("refused", "only-looks-on"), kind
    assert host.room.change_count == before
    anna.leave()


def closed_with(player: Player) -> int | None:
    """The code with which the host closes a page."""
    for _ in range(50):
        try:
            player.next()
        except ConnectionClosed as error:
            return error.rcvd.code if error.rcvd else None
    return None


def test_two_umpires_at_pages_do_one_step_where_both_mean_the_same(host_one: HostOne) -> None:
    host = host_one("primer", is_attended=True)
    pages = [page(host, host.room.admit(name, is_umpire=True).id) for name in ("Udo", "Ute")]
    anna = page(host, "anna")
    anna.draft()
    assert anna.act("deliver")["kind"] == "done"
    carl = page(host, "carl")
    carl.draft()
    assert carl.act("deliver")["kind"] == "done"
    for one in pages:
        one.wait_until(lambda desk: desk["next"]["kind"] == "order")
    seen = [one.desk["step"] for one in pages]
    answers = [
        one.act("umpire", deed="proceed", step=step) for one, step in zip(pages, seen, strict=True)
    ]
    assert [answer["kind"] for answer in answers] == ["done", "refused"]
    for one in (*pages, anna, carl):
        one.leave()


def test_an_umpire_at_a_page_answers_mail_and_sends_bulletins(host: GameWebServer) -> None:
    room = host.room
    udo, anna = page(host, room.admit("Udo", is_umpire=True).id), page(host, "anna")
    anna.act("write", to="umpire", words="May we retreat?")
    udo.wait_until(lambda desk: bool(desk["messages"]))
    assert udo.act("umpire", deed="say", about="anna", words="You may.")["kind"] == "done"
    udo.say({"kind": "bulletin", "id": "b", "side": "red"})
    words = udo.hear("drafted")["words"]["en"]
    assert udo.act("umpire", deed="announce", about="red", words=words)["kind"] == "done"
    anna.wait_until(lambda desk: bool(desk["bulletins"]) and len(desk["messages"]) == 2)
    assert udo.act("umpire", deed="destroy")["kind"] == "refused"
    assert udo.act("umpire", deed="lay", step=udo.desk["step"], about="six")["kind"] == "refused"
    for one in (udo, anna):
        one.leave()


def test_an_umpire_at_a_page_mutes_a_seat_which_is_told_so(host: GameWebServer) -> None:
    udo, anna = page(host, host.room.admit("Udo", is_umpire=True).id), page(host, "anna")
    assert udo.act("umpire", deed="mute", about="anna")["kind"] == "done"
    anna.wait_until(lambda desk: bool(desk["is_muted"]))
    assert anna.act("write", to="umpire", words="hello")["kind"] == "refused"
    udo.wait_until(lambda desk: any(one["is_muted"] for one in desk["people"]))
    assert udo.act("umpire", deed="unmute", about="anna")["kind"] == "done"
    assert anna.act("write", to="umpire", words="hello")["kind"] == "done"
    assert anna.act("umpire", deed="mute", about="bo")["kind"] == "refused"
    for one in (udo, anna):
        one.leave()


@pytest.mark.parametrize("words", ["2 3", "2, 3", "2，3", "23"])
def test_the_faces_of_dice_are_read_as_people_write_them(host_one: HostOne, words: str) -> None:
    host = host_one("toy", is_attended=True)
    fired_at(host.room)
    host.room.roll_real(True)
    udo = page(host, host.room.admit("Udo", is_umpire=True).id)
    refused = udo.act("umpire", deed="lay", step=udo.desk["step"], about="two, three")
    assert refused["kind"] == "refused"
    assert refused["words"]["en"] == text("umpiring.faces-unread", "en")
    assert udo.act("umpire", deed="lay", step=udo.desk["step"], about=words)["kind"] == "done"
    assert host.room.session.game.answers[-1] == (2, 3)
    udo.leave()


def test_pages_of_a_seat_are_told_that_it_is_open_on_a_second_screen(host: GameWebServer) -> None:
    first, other = page(host, "anna"), page(host, "bo")
    second = page(host, "anna")
    assert first.hear("screens")["count"] == 2
    second.leave()
    assert first.hear("screens")["count"] == 1
    other.settle()
    assert not any('"screens"' in said for said in other.heard)
    for one in (first, other):
        one.leave()
