"""Strangers who mean harm, on this machine alone and bounded: the host serves its players on."""

from __future__ import annotations

import errno
import json
import logging
import socket
import struct
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest
from websockets.exceptions import ConnectionClosed

from studio.web import connections, page_connection, rate_limits, seat_access
from studio.web.game_web_server import GameWebServer
from studio.web.rate_limits import MAX_PAGES
from studio.web.request_guards import RejectedVisitorLog
from tests.studio.web.players import (
    PATIENCE,
    Player,
    link_of,
    origin_of,
    request,
    secret_of,
    ticket,
)

SHORT = 0.2  # seconds, where the host's patience is tried
HALF = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: "


@pytest.fixture
def strangers() -> Iterator[ExitStack]:
    """Sockets that are closed after the test."""
    with ExitStack() as open_:
        yield open_


def stranger(host: GameWebServer, strangers: ExitStack, said: bytes = b"") -> socket.socket:
    """A connection of its own that has said something."""
    found = strangers.enter_context(socket.create_connection(("127.0.0.1", host.port), PATIENCE))
    found.sendall(said)
    return found


def is_closed(one: socket.socket) -> bool:
    """Whether the host closes a connection, without waiting longer than anything takes."""
    try:
        while one.recv(65_536):
            pass
    except ConnectionResetError:
        return True
    except TimeoutError:
        return False
    return True


def head(host: GameWebServer, line: str, door: str = "", cookie: str = "") -> bytes:
    """The head of a request of our own page."""
    lines = [f"{line} HTTP/1.1", f"Host: 127.0.0.1:{host.port}", f"Origin: {origin_of(host.port)}"]
    lines += [f"Cookie: {cookie}"] if cookie else []
    if door:
        lines += ["Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13"]
        lines += ["Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="]
    return "\r\n".join([*lines, "", ""]).encode()


def goes_rudely(one: socket.socket) -> None:
    """Reset the connection, as a phone that is switched off."""
    one.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    one.close()


# --- wrong keys -----------------------------------------------------------------------------------


def test_wrong_tickets_lock_nobody_out(host: GameWebServer) -> None:
    secret = secret_of(link_of(host, "anna").url)
    door = seat_access.seat_path_name(secret)
    for _ in range(10):
        status, _, _ = request(
            host.port, "GET", f"/s/{door}/seat", Cookie=f"{seat_access.COOKIE}=wrong"
        )
        assert status == 403
    begun = time.monotonic()
    found, cookie = ticket(host.port, secret)
    assert request(host.port, "GET", f"/s/{found}/seat", Cookie=cookie)[0] == 200
    assert time.monotonic() - begun < 2 * PATIENCE


# --- slow and silent ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "said",
    [b"", HALF, b"POST /enter HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 900\r\n\r\n{"],
    ids=["nothing", "half a head", "half a body"],
)
def test_who_does_not_ask_to_the_end_is_not_waited_for(
    host: GameWebServer, strangers: ExitStack, monkeypatch: pytest.MonkeyPatch, said: bytes
) -> None:
    monkeypatch.setattr(connections, "TO_ASK", SHORT)
    assert is_closed(stranger(host, strangers, said))


def test_who_asks_letter_by_letter_has_no_more_time(
    host: GameWebServer, strangers: ExitStack, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "TO_ASK", SHORT)
    slow = stranger(host, strangers, HALF)
    slow.settimeout(SHORT / 10)
    for _ in range(400):
        try:
            slow.sendall(b"x")
            if slow.recv(1) == b"":
                return
        except TimeoutError:
            continue
        except (ConnectionResetError, BrokenPipeError):
            return
    pytest.fail("the host has listened to all of it")


def test_a_second_request_of_a_connection_is_waited_for_no_longer(
    host: GameWebServer, strangers: ExitStack, monkeypatch: pytest.MonkeyPatch
) -> None:
    again, heard = stranger(host, strangers, head(host, "GET /page/icon.svg")), b""
    while b"</svg>" not in heard:
        heard += again.recv(65_536)
    monkeypatch.setattr(connections, "TO_ASK", SHORT)
    again.sendall(HALF)
    assert is_closed(again)


def test_a_talk_that_begins_on_a_connection_of_earlier_requests_is_not_cut_off(
    host: GameWebServer, strangers: ExitStack, monkeypatch: pytest.MonkeyPatch
) -> None:
    door, cookie = ticket(host.port, secret_of(link_of(host, "anna").url))
    page, heard = stranger(host, strangers, head(host, "GET /page/icon.svg")), b""
    while b"</svg>" not in heard:
        heard += page.recv(65_536)
    monkeypatch.setattr(connections, "TO_ASK", SHORT)
    page.sendall(head(host, f"GET /s/{door}/talk", door, cookie))
    assert page.recv(65_536).startswith(b"HTTP/1.1 101")
    page.settimeout(4 * SHORT)
    assert not is_closed(page)


def test_who_does_not_take_an_answer_is_not_waited_for(
    host: GameWebServer, strangers: ExitStack, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "TO_TAKE", SHORT)
    greedy = stranger(host, strangers)
    greedy.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    greedy.sendall(head(host, "GET /page/panels.js") * 500)
    with pytest.raises((ConnectionResetError, BrokenPipeError)):
        _goes_on(lambda: greedy.sendall(b" "))


def test_half_open_requests_turn_nobody_away(host: GameWebServer, strangers: ExitStack) -> None:
    anna = Player(host.port, secret_of(link_of(host, "anna").url)).hello()
    strangers.callback(anna.leave)
    for _ in range(520):
        stranger(host, strangers, HALF)
    assert request(host.port, "GET", "/")[0] == 200
    carl = Player(host.port, secret_of(link_of(host, "carl").url)).hello()
    strangers.callback(carl.leave)
    anna.settle()
    assert carl.act("write", to="umpire", words="still here")["kind"] == "done"


def test_only_so_many_connections_of_an_address_are_kept(
    host: GameWebServer, strangers: ExitStack, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "MAX_OF_ONE", 5)
    opened = [stranger(host, strangers, HALF) for _ in range(8)]
    assert all(is_closed(one) for one in opened[:3])
    for one in opened[3:]:
        one.settimeout(SHORT)
        assert not is_closed(one)


def _goes_on(what: Callable[[], object]) -> None:
    """Do something again and again, until it fails or for longer than anything takes."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        what()
        time.sleep(SHORT / 10)


# --- talks that nobody may have -------------------------------------------------------------------


@pytest.fixture
def is_held(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every wrong ticket waits for its answer, for longer than anything here takes."""
    monkeypatch.setattr(rate_limits, "WRONG_AT_ONCE", 0)
    monkeypatch.setattr(rate_limits, "WRONG_WAITS", 10 * PATIENCE)


@pytest.mark.usefixtures("is_held")
def test_an_upgrade_counts_as_a_connection_until_it_is_accepted(
    host: GameWebServer, strangers: ExitStack, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "MAX_OF_ONE", 5)
    wrong = head(host, "GET /s/wrong/talk", "wrong")
    opened = [stranger(host, strangers, wrong) for _ in range(8)]
    assert all(is_closed(one) for one in opened[:3])
    for one in opened[3:]:
        one.settimeout(SHORT)
        assert not is_closed(one)


@pytest.mark.usefixtures("is_held")
def test_an_upgrade_is_not_waited_for_longer_than_a_request(
    host: GameWebServer, strangers: ExitStack, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "TO_ASK", SHORT)
    assert is_closed(stranger(host, strangers, head(host, "GET /s/wrong/talk", "wrong")))


@pytest.mark.usefixtures("is_held")
def test_only_so_many_wrong_tickets_wait_for_their_answers(
    host: GameWebServer, strangers: ExitStack, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rate_limits, "MAX_HELD_OF_ONE", 5)
    wrong = head(host, "GET /s/wrong/talk", "wrong")
    opened = [stranger(host, strangers, wrong) for _ in range(8)]
    for one in opened[:3]:
        assert one.recv(65_536).startswith(b"HTTP/1.1 403")
    for one in opened[3:]:
        one.settimeout(SHORT)
        assert not is_closed(one)


def test_without_descriptors_strangers_go_and_one_line_of_the_log_says_so(
    host: GameWebServer,
    strangers: ExitStack,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    waiting, accept, refusals = (
        stranger(host, strangers, HALF),
        socket.socket.accept,
        iter(range(6)),
    )

    def full(self: socket.socket) -> object:
        if next(refusals, None) is None:
            return accept(self)
        raise OSError(errno.EMFILE, "Too many open files")

    monkeypatch.setattr(socket.socket, "accept", full)
    assert request(host.port, "GET", "/")[0] == 200
    assert is_closed(waiting)
    (told,) = [one for one in caplog.records if one.levelno >= logging.WARNING]
    assert told.name == connections.__name__
    assert told.exc_info is None


# --- talks ----------------------------------------------------------------------------------------


def test_a_page_that_never_says_hello_is_closed(
    host: GameWebServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(page_connection, "TO_SAY_HELLO", SHORT)
    page = Player(host.port, secret_of(link_of(host, "anna").url))
    with pytest.raises(ConnectionClosed):
        page.next()
    page.leave()


def test_other_words_do_not_stand_for_hello(
    host: GameWebServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(page_connection, "TO_SAY_HELLO", 2 * SHORT)
    page = Player(host.port, secret_of(link_of(host, "anna").url))
    with pytest.raises(ConnectionClosed):
        _goes_on(lambda: page.act("ping", id="still"))
    page.leave()


def test_a_seat_has_only_so_many_pages_that_have_not_said_hello(host: GameWebServer) -> None:
    page = Player(host.port, secret_of(link_of(host, "anna").url))
    others = [page.connected() for _ in range(MAX_PAGES)]
    with pytest.raises(ConnectionClosed):
        page.next()
    others[-1].send(json.dumps({"v": 2, "kind": "hello"}))
    assert json.loads(others[-1].recv(timeout=PATIENCE))["kind"] == "welcome"
    page.leave()


# --- who goes away --------------------------------------------------------------------------------


def test_who_goes_away_leaves_nothing_in_the_log(
    host: GameWebServer, strangers: ExitStack, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    strangers_log = RejectedVisitorLog.__module__  # wrong tickets are told there, once
    secret = secret_of(link_of(host, "anna").url)
    door, cookie = ticket(host.port, secret)
    upgrade = head(host, f"GET /s/{door}/talk", door, cookie)
    wrong = head(host, f"GET /s/{door}/talk", door, f"{seat_access.COOKIE}=wrong")
    body = head(host, "POST /enter").replace(b"\r\n\r\n", b"\r\nContent-Length: 90\r\n\r\n{")
    for said in (
        b"",
        HALF,
        body,
        head(host, "GET /page/main.js"),
        upgrade,
        wrong,
        b"\x00\xff\r\n\r\n",
    ):
        for is_heard in (False, True):
            one = stranger(host, strangers, said)
            if is_heard:
                one.settimeout(SHORT)
                _listened(one)
            goes_rudely(one)
    anna = Player(host.port, secret).hello()
    anna.settle()
    anna.leave()
    host.stop()
    told = [entry.getMessage() for entry in caplog.records if entry.name != "asyncio"]
    assert not [entry for entry in caplog.records if entry.exc_info], told
    warned = [entry for entry in caplog.records if entry.levelno >= logging.WARNING]
    assert not [entry for entry in warned if entry.name != strangers_log], told


def _listened(one: socket.socket) -> None:
    try:
        one.recv(1024)
    except (TimeoutError, ConnectionResetError):
        return
