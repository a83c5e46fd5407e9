"""The talk of real pages with a real server: desks, acts, coming back, and what is refused."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from engine.files.source_text import SaveError
from studio.web.game_web_server import GameWebServer
from studio.web.page_connection import state_patch
from studio.web.rate_limits import MAX_BYTES, MAX_PAGES
from studio.web.seat_access import JoinLink
from studio.web.seat_views import NO_SEAT, TOO_MANY_PAGES, SeatViewParts
from tests.studio.web.conftest import HostOne
from tests.studio.web.players import PATIENCE, Player, link_of, secret_of

Come = Callable[[str], Player]


def drafts(desk: dict[str, Any]) -> int:
    return sum(order["state"] == "draft" for order in desk["draft"])


def has_drafts(desk: dict[str, Any]) -> bool:
    return drafts(desk) > 0


def closed_with(player: Player) -> int:
    """The code with which the host closes a page."""
    with pytest.raises(ConnectionClosed) as error:
        player.hear("never")
    assert error.value.rcvd is not None
    return error.value.rcvd.code


# --- desks and acts -------------------------------------------------------------------------------


def test_a_page_is_told_its_seat_the_map_and_its_desk(anna: Player) -> None:
    welcome = json.loads(anna.heard[0])
    assert welcome["seat"] == {"id": "anna", "side": "red", "name": "Anna"}
    assert (welcome["map"]["columns"], welcome["map"]["rows"]) == (24, 18)
    assert {one["id"] for one in welcome["game"]["objectives"]} == {
        "crossways",
        "bridge",
        "alderby",
    }
    assert anna.desk["asked"]


def test_an_order_is_drafted_and_shown_to_the_side_s_other_seat(anna: Player, come: Come) -> None:
    bo = come("bo")
    assert anna.draft()["kind"] == "done"
    assert drafts(anna.wait_until(has_drafts)) == drafts(bo.wait_until(has_drafts)) == 1


def test_only_what_changed_is_sent(anna: Player) -> None:
    anna.act("write", to="umpire", words="where are we?")
    anna.wait_until(lambda desk: bool(desk["messages"]))
    change = next(json.loads(one) for one in anna.heard if '"change"' in one[:30])
    assert list(change["more"]) == ["messages"]
    assert "units" not in change["desk"]
    assert "options" not in change["desk"]


def test_of_the_mail_only_what_is_new_is_sent(host: GameWebServer, anna: Player) -> None:
    udo = Player(host.port, host.room.admit("Udo", is_umpire=True).secret).hello()
    for number in range(5):
        anna.act("write", to="umpire", words=f"{number} " + "x" * 3000)
        for one in (anna, udo):
            one.wait_until(lambda desk, count=number + 1: len(desk["messages"]) == count)  # type: ignore[misc]
    longest = max(len(heard) for one in (anna, udo) for heard in one.heard if '"more"' in heard)
    assert 3000 < longest < 5000
    assert [one["words"][0] for one in udo.desk["messages"]] == list("01234")
    udo.leave()


def test_rows_that_come_go_and_change_are_the_same_at_the_page() -> None:
    rng, before = random.Random(5), None
    shown: dict[str, Any] = {}
    for number in range(60):
        rows = tuple(str(rng.randrange(3)) for _ in range(rng.randrange(5)))
        desk = SeatViewParts(
            number, {"turn": "1"}, {"messages": rows} if rng.random() < 0.9 else {}
        )
        message = json.loads(state_patch(before, desk, 0.0) or '{"desk":{}}')
        shown |= message["desk"]
        for key, more in message.get("more", {}).items():
            shown[key] = [*(shown.get(key) or [])[: more["stay"]], *more["rows"]]
        assert list(map(str, shown.get("messages") or [])) == list(desk.rows.get("messages", ()))
        before = desk


def test_delivered_orders_are_executed_where_no_umpire_attends(
    anna: Player, host: GameWebServer
) -> None:
    while anna.desk["options"]:
        before = anna.desk["number"]
        anna.draft()
        anna.wait_until(lambda desk, before=before: desk["number"] > before)  # type: ignore[misc]
    anna.act("deliver")
    anna.wait_until(lambda desk: len(desk["units"]) == 3)
    assert host.room.session.asked == "blue"


def test_delivered_orders_wait_for_an_umpire_who_attends(host_one: HostOne) -> None:
    host = host_one(is_attended=True)
    anna = Player(host.port, secret_of(link_of(host, "anna").url)).hello()
    anna.draft()
    anna.act("deliver")
    anna.wait_until(lambda desk: [one["state"] for one in desk["draft"]] == ["delivered"])
    host.room.proceed()
    anna.wait_until(lambda desk: [one["state"] for one in desk["draft"]] == ["executed"])
    anna.leave()


def test_an_act_that_is_sent_again_is_answered_again_and_not_done_twice(anna: Player) -> None:
    first = anna.act("write", id="same", to="umpire", words="hello")
    again = anna.act("write", id="same", to="umpire", words="hello")
    assert first == again
    assert len(anna.wait_until(lambda desk: bool(desk["messages"]))["messages"]) == 1


def test_a_page_that_comes_back_finds_its_drafts(anna: Player, come: Come) -> None:
    anna.draft()
    anna.leave()
    assert drafts(come("anna").desk) == 1


def test_the_clock_s_end_is_told(anna: Player, host: GameWebServer) -> None:
    host.room.set_clock(1)
    desk = anna.wait_until(lambda desk: desk["clock"] is not None and desk["clock"]["is_up"])
    assert desk["clock"]["left"] == 0


# --- who is there ---------------------------------------------------------------------------------


def test_the_umpire_sees_who_is_there(host: GameWebServer, come: Come) -> None:
    calls: list[int] = []
    end = host.listen(lambda: calls.append(1))
    begun = time.time()
    anna, again = come("anna"), come("anna")
    assert host.presence()["anna"].pages == 2
    assert begun <= (host.presence()["anna"].since or 0) <= time.time()
    assert host.presence()["anna"].address == "127.0.0.1"
    assert host.presence()["carl"].pages == 0
    for page in (anna, again):
        page.leave()
    _wait(lambda: host.presence()["anna"].pages == 0)
    _wait(lambda: len(calls) == 4)
    end()


def test_the_room_knows_who_is_there(host: GameWebServer, come: Come) -> None:
    anna = come("anna")
    assert host.room.screens_by_seat["anna"] == 1
    anna.leave()
    _wait(lambda: host.room.screens_by_seat["anna"] == 0)


def test_of_too_many_pages_of_a_seat_the_oldest_goes(come: Come) -> None:
    pages = [come("anna") for _ in range(MAX_PAGES + 1)]
    assert closed_with(pages[0]) == TOO_MANY_PAGES
    pages[1].settle()


def _wait(holds: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.01)


def test_whose_link_was_changed_is_shut_out_on_every_page(host: GameWebServer, come: Come) -> None:
    pages, carl = [come("anna"), come("anna")], come("carl")
    old = secret_of(link_of(host, "anna").url)
    host.room.new_link("anna")
    assert [closed_with(page) for page in pages] == [NO_SEAT, NO_SEAT]
    with pytest.raises(AssertionError, match="no-seat"):
        Player(host.port, old)
    come("anna").settle()
    carl.settle()


# --- what is refused ------------------------------------------------------------------------------


def test_acts_out_of_turn_are_refused_in_words(come: Come) -> None:
    carl = come("carl")
    answer = carl.act("draft", option="anything", number=carl.desk["number"])
    assert (answer["kind"], answer["code"]) == ("refused", "refused")
    assert answer["words"]["en"] != answer["words"]["zh"]


def test_what_fails_at_the_host_is_logged_there_and_shows_a_player_no_file_of_it(
    host: GameWebServer,
    anna: Player,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    def full(*_: str) -> None:
        raise SaveError("cannot save secret.room: no space left")

    monkeypatch.setattr(host.room, "deliver", full)
    answer = anna.act("deliver")
    assert (answer["kind"], answer["code"]) == ("refused", "failed")
    assert "secret.room" not in repr(answer)
    assert "secret.room" in caplog.text
    caplog.clear()


def test_options_of_the_other_side_are_none_of_ours(anna: Player, come: Come) -> None:
    carl = come("carl")
    theirs = anna.desk["options"][0]["id"]
    assert carl.act("draft", option=theirs, number=carl.desk["number"])["kind"] == "refused"


def test_who_may_not_hand_in_is_refused(anna: Player, come: Come) -> None:
    anna.draft()
    assert come("bo").act("deliver")["kind"] == "refused"


def test_a_side_cannot_take_back_the_other_side_s_orders(anna: Player, come: Come) -> None:
    anna.draft()
    order = anna.wait_until(has_drafts)["draft"][0]["id"]
    assert come("carl").act("withdraw", order=order)["kind"] == "refused"


@pytest.mark.parametrize(
    "said", ["", "{", "[]", '{"v":2,"kind":"proceed"}', '{"v":3,"kind":"hello"}']
)
def test_nonsense_is_refused_and_the_talk_goes_on(anna: Player, said: str) -> None:
    anna.socket.send(said)
    assert anna.hear("refused")["code"] in ("malformed", "unknown", "version")
    assert anna.draft()["kind"] == "done"


def test_bytes_are_no_message(anna: Player) -> None:
    anna.socket.send(b'{"v":2,"kind":"deliver","id":"a"}')
    assert anna.hear("refused")["code"] == "malformed"


def test_nothing_is_done_before_a_page_says_who_it_is(
    host: GameWebServer, anna_s_link: JoinLink
) -> None:
    page = Player(host.port, secret_of(anna_s_link.url))
    page.say({"kind": "deliver", "id": "early"})
    assert page.hear("refused")["code"] == "hello-first"
    page.leave()


def test_a_message_that_is_too_large_ends_the_talk(anna: Player) -> None:
    anna.socket.send('{"v":2,"kind":"write","words":"' + "x" * MAX_BYTES + '"}')
    assert closed_with(anna) == 1009


def test_who_acts_too_fast_is_told_to_wait(anna: Player) -> None:
    answers = [anna.act("withdraw", order="none")["code"] for _ in range(45)]
    assert answers[0] == "refused"
    assert answers[-1] == "too-fast"


def test_who_floods_the_host_is_thrown_out(anna: Player) -> None:
    for number in range(300):
        try:
            anna.say({"kind": "ping", "id": f"p{number}"})
        except ConnectionClosed:
            break
    assert closed_with(anna) == 1008


def test_the_host_outlives_pages_that_send_anything(host: GameWebServer, come: Come) -> None:
    rng = random.Random(5)
    anna = come("anna")
    kinds = ["hello", "ping", "draft", "withdraw", "deliver", "write", "desk", ""]
    for _ in range(12):
        page = Player(host.port, secret_of(link_of(host, rng.choice(["anna", "carl"])).url))
        try:
            for _ in range(30):
                page.socket.send(_anything(rng, kinds))
        except ConnectionClosed:
            pass
        page.leave()
    anna.settle()
    assert anna.act("write", to="umpire", words="still here")["kind"] == "done"


def _anything(rng: random.Random, kinds: list[str]) -> str | bytes:
    """A message of the right shape with wrong values, a broken one, or bytes."""
    values: list[Any] = [None, 0, -1, 1e9, "", "x", "é" * 50, [], {}, True, "red-1", "umpire"]
    keys = ["id", "option", "number", "order", "to", "words", "v"]
    message = {"v": 2, "kind": rng.choice(kinds), "id": str(rng.random())}
    message.update({rng.choice(keys): rng.choice(values) for _ in range(rng.randint(0, 4))})
    written = json.dumps(message)
    if rng.random() < 0.3:
        place = rng.randrange(len(written))
        written = written[:place] + rng.choice('{}[]",:\x00') + written[place + 1 :]
    return rng.randbytes(40) if rng.random() < 0.1 else written


def test_a_page_without_a_ticket_is_not_let_in(host: GameWebServer, anna_s_link: JoinLink) -> None:
    page = Player(host.port, secret_of(anna_s_link.url))
    page.cookie = page.cookie[:-4] + "0000"
    with pytest.raises(InvalidStatus) as error:
        page.connected()
    assert error.value.response.status_code == 403
    page.leave()
