"""Who is told while his page is closed: once, not while it is open, and nothing of the game."""

from __future__ import annotations

import base64
import json
import os
import socket
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import requests
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec

from engine.texts import text
from engine.umpire import recorded_game
from engine.umpire.clock import TimeoutAction
from engine.umpire.notifications import Subscription
from engine.umpire.umpired_game import UmpiredGame
from studio.web import player_email
from studio.web.absent_player_notifier import MAX_TRIES, PAUSE, Notifier
from studio.web.player_email import MailSettings
from studio.web.seat_views import SeatPresence
from studio.web.web_push import Pusher, PushKeyError, PushUnsubscribed
from tests.engine.umpire.rooms import SEATS, SECRETS, Begin, order, proceed

HOUR = 3600.0
ADDRESSES = {seat.id: f"{seat.id}@example.org" for seat in SEATS if seat.id != "dora"}
BROWSER = Subscription("https://push.example.org/one", "p256dh", "auth")


class Office:
    """A notifier of a room with its clock, who is there, and what was sent."""

    def __init__(self, room: UmpiredGame, pusher: Any = None) -> None:
        self.now, self.there, self.sent = 0.0, set[str](), list[tuple[str, str]]()
        self.letters: list[str] = []
        self.tries: list[str] = []
        self.is_shut = False  # whether the mail server takes nothing
        mail = MailSettings("127.0.0.1", "umpire@example.org", ADDRESSES)
        self.notifier = Notifier(
            room, self.presence, lambda: {seat: f"https://x/{seat}/" for seat in ADDRESSES},
            mail, pusher, lambda: self.now,
        )  # fmt: skip

    def presence(self) -> dict[str, SeatPresence]:
        return {seat: SeatPresence(1) for seat in self.there}

    def look(self, later: float = PAUSE) -> list[str]:
        """Look again some time later; who has been told meanwhile."""
        self.now += later
        self.sent.clear()
        self.notifier.send_due_notices()
        self.notifier._sending.submit(lambda: None).result()
        return [seat for seat, _ in self.sent]


OpenOffice = Callable[..., Office]


@pytest.fixture
def office(monkeypatch: pytest.MonkeyPatch) -> Iterator[OpenOffice]:
    found: list[Office] = []

    def send(settings: MailSettings, seat: str, subject: str, words: str) -> None:
        found[-1].tries.append(seat)
        if found[-1].is_shut:
            raise ConnectionRefusedError
        found[-1].sent.append((seat, subject))
        found[-1].letters.append(f"{subject}\n{words}")

    monkeypatch.setattr(player_email, "send_email", send)

    def begun(room: UmpiredGame, pusher: Any = None) -> Office:
        found.append(Office(room, pusher))
        return found[-1]

    yield begun
    for one in found:
        one.notifier.end()


def test_who_is_asked_is_told_once(begin: Begin, office: OpenOffice) -> None:
    room = begin()
    proceed(room)
    one = office(room)
    assert one.look() == ["anna", "bo"]
    assert one.look() == []
    order(room, "anna", "None")
    proceed(room)
    assert one.look() == ["carl"], "Dora has no address"


def test_who_has_the_page_open_is_not_told_by_mail(begin: Begin, office: OpenOffice) -> None:
    room = begin()
    proceed(room)
    one = office(room)
    one.there = {"anna", "bo"}
    assert one.look() == []
    one.there = {"bo"}
    assert one.look() == [], "Anna has seen it"


def test_letters_to_a_seat_keep_apart(begin: Begin, office: OpenOffice) -> None:
    room = begin()
    one = office(room)
    one.look()
    room.write_message("carl", "one")
    assert one.look() == ["carl"]
    room.write_message("carl", "two")
    assert one.look(PAUSE / 2) == []
    assert one.look(PAUSE / 2 + 1) == ["carl"]


def test_a_host_started_again_tells_nothing_twice(begin: Begin, office: OpenOffice) -> None:
    room = begin()
    proceed(room)
    assert office(room).look() == ["anna", "bo"]
    room.write_message("anna", "read long ago")
    room.close()
    again = UmpiredGame.reopen(room.record_path)
    assert office(again).look() == []
    again.close()


def test_letters_say_nothing_of_the_game_and_hold_no_secret(
    begin: Begin, office: OpenOffice
) -> None:
    room = begin()
    proceed(room)
    one = office(room)
    room.announce("red", {"en": "canary-bulletin", "zh": "canary-bulletin"})
    room.write("bo", "umpire", "canary-mail")
    assert one.look()
    for letter in one.letters:
        assert not [word for word in (*SECRETS, "canary", "r1", "b1") if word in letter], letter


def test_a_letter_that_could_not_be_sent_is_tried_again_later_and_later(
    begin: Begin, office: OpenOffice
) -> None:
    room = begin()
    proceed(room)
    one = office(room)
    one.is_shut = True
    one.look()
    one.look(PAUSE / 2)
    assert one.tries == ["anna", "bo"]
    one.look(PAUSE)
    one.look(PAUSE)
    assert one.tries == ["anna", "bo"] * 2, "after twice the time"
    one.is_shut = False
    assert one.look(PAUSE) == ["anna", "bo"]
    assert one.look(PAUSE * 100) == []


def test_a_letter_that_nobody_takes_is_given_up(begin: Begin, office: OpenOffice) -> None:
    room = begin()
    proceed(room)
    one = office(room)
    one.is_shut = True
    for _ in range(MAX_TRIES + 3):
        one.look(PAUSE * 2**MAX_TRIES)
    assert one.tries.count("anna") == MAX_TRIES
    room.close()
    again = UmpiredGame.reopen(room.record_path)
    assert office(again).look() == ["anna", "bo"], "another day they are told"
    again.close()


def test_a_letter_begins_in_the_language_of_its_seat(begin: Begin, office: OpenOffice) -> None:
    room = begin()
    proceed(room)
    one = office(room)
    assert one.notifier.mail is not None
    one.notifier.mail = replace(one.notifier.mail, languages={"bo": "zh", "anna": "en"})
    one.look()
    assert text("hosting.notice-turn", "en") in one.letters[0].splitlines()[0]
    assert "轮到你" in one.letters[1].splitlines()[0]


class Night:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.time = 1_000_000.0

    def __call__(self) -> float:
        return self.time


def test_who_is_late_is_reminded_a_day_and_two_hours_before(
    begin: Begin, office: OpenOffice, monkeypatch: pytest.MonkeyPatch
) -> None:
    night = Night()
    monkeypatch.setattr(recorded_game, "monotonic_now", night)
    room = begin()
    proceed(room)
    room.set_clock(72 * HOUR, TimeoutAction.DELIVER, is_dated=True)
    one = office(room)
    one.look()
    told = {}
    for hour in (40, 49, 60, 71):
        night.time = 1_000_000.0 + hour * HOUR
        told[hour] = one.look()
    assert told == {40: [], 49: ["anna", "bo"], 60: [], 71: ["anna", "bo"]}


def test_a_game_by_mail_sleeps_and_wakes_with_its_deadline_at_the_same_date(
    begin: Begin, monkeypatch: pytest.MonkeyPatch
) -> None:
    night = Night()
    monkeypatch.setattr(recorded_game, "monotonic_now", night)
    room = begin(is_attended=False)
    room.set_clock(48 * HOUR, TimeoutAction.DELIVER, is_renewed=True, is_dated=True)
    ends = room.clock.ends_at if room.clock else None
    room.close()
    night.time += 20 * HOUR
    awake = UmpiredGame.reopen(room.record_path)
    assert awake.clock is not None
    assert awake.clock.ends_at == ends
    awake.close()
    night.time += 40 * HOUR
    late = UmpiredGame.reopen(room.record_path)
    assert late.clock is not None
    assert late.clock.ends_at == night.time + HOUR, "who was kept out has an hour"
    turn = late.session.game.rules.turn(late.session.game.state)
    asked = late.waits_for
    night.time += HOUR
    late.tick()
    assert (late.session.game.rules.turn(late.session.game.state), late.waits_for) != (turn, asked)
    late.close()


# --- push -----------------------------------------------------------------------------------------


class Service:
    """A push service of the test: what was sent, and whether the browser is known."""

    def __init__(self, is_gone: bool = False) -> None:
        self.sent: list[str] = []
        self.is_gone = is_gone

    def send(self, to: Subscription, words: str) -> None:
        if self.is_gone:
            raise PushUnsubscribed(to.endpoint)
        self.sent.append(words)


def test_a_browser_is_told_in_every_language_where_to_come_back(
    begin: Begin, office: OpenOffice
) -> None:
    room, service = begin(), Service()
    proceed(room)
    room.subscribe("anna", BROWSER)
    office(room, service).look()
    (told,) = map(json.loads, service.sent)
    assert set(told["words"]) == {"en", "zh"}
    assert told["page"].startswith("/s/")
    assert not any(secret in json.dumps(told) for secret in SECRETS)


def test_a_browser_that_is_gone_is_told_no_more(begin: Begin, office: OpenOffice) -> None:
    room = begin()
    proceed(room)
    room.subscribe("anna", BROWSER)
    office(room, Service(is_gone=True)).look()
    assert room.subscriptions["anna"] == ()


def test_subscriptions_are_bounded_and_there_again(begin: Begin) -> None:
    room = begin()
    for number in range(9):
        room.subscribe("anna", BROWSER._replace(endpoint=f"https://push.example.org/{number}"))
    room.close()
    again = UmpiredGame.reopen(room.record_path)
    assert [one.endpoint[-1] for one in again.subscriptions["anna"]] == ["5", "6", "7", "8"]
    again.close()


def test_a_new_link_ends_what_browsers_of_the_old_one_are_told(begin: Begin) -> None:
    room = begin()
    for seat in ("anna", "bo"):
        room.subscribe(seat, BROWSER)
    room.new_link("anna")
    assert [room.subscriptions[seat] for seat in ("anna", "bo")] == [(), (BROWSER,)]
    room.close()
    again = UmpiredGame.reopen(room.record_path)
    assert again.subscriptions["anna"] == ()
    again.close()


def looked_up(monkeypatch: pytest.MonkeyPatch, *addresses: str) -> list[str]:
    """Each look-up of a name finds the next of the addresses; whom sockets connect to."""
    answers, asked = iter(addresses), list[str]()

    def find(*args: object, **more: object) -> list[Any]:
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (next(answers), 443))]

    def connect(address: tuple[str, int], *args: object, **more: object) -> None:
        asked.append(address[0])
        raise ConnectionRefusedError

    monkeypatch.setattr(socket, "getaddrinfo", find)
    monkeypatch.setattr(socket, "create_connection", connect)
    return asked


@pytest.mark.parametrize("address", ["10.0.0.3", "127.0.0.1", "169.254.169.254", "::1", "0.0.0.0"])
def test_nobody_makes_the_host_ask_its_own_network(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = looked_up(monkeypatch, address)
    with pytest.raises(PushUnsubscribed):
        Pusher(tmp_path / "a.room").send(browser(), "words")
    assert asked == []


@pytest.mark.parametrize("endpoint", ["http://push.example.org/x", "https:///x", "https://[/x"])
def test_what_is_no_push_service_is_not_asked(endpoint: str, tmp_path: Path) -> None:
    with pytest.raises(PushUnsubscribed):
        Pusher(tmp_path / "a.room").send(browser(endpoint), "words")


def test_the_address_that_was_looked_at_is_the_one_that_is_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = looked_up(monkeypatch, "93.184.216.34", "10.0.0.3")
    with pytest.raises(OSError, match="push"):
        Pusher(tmp_path / "a.room").send(browser(), "words")
    assert asked == ["93.184.216.34"]


def test_a_browser_is_not_forgotten_because_no_name_can_be_looked_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*args: object, **more: object) -> None:
        raise socket.gaierror("no network")

    monkeypatch.setattr(socket, "getaddrinfo", fail)
    with pytest.raises(OSError, match="push"):
        Pusher(tmp_path / "a.room").send(browser(), "words")


def browser(endpoint: str = BROWSER.endpoint) -> Subscription:
    """A browser with keys of its own, where the package that encrypts for it is installed."""
    pytest.importorskip("pywebpush")
    point = (
        ec.generate_private_key(ec.SECP256R1())
        .public_key()
        .public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)
    )
    return Subscription(
        endpoint,
        *(base64.urlsafe_b64encode(each).rstrip(b"=").decode() for each in (point, os.urandom(16))),
    )


def test_a_key_that_cannot_be_read_is_told_with_its_file(tmp_path: Path) -> None:
    file = tmp_path / "a.room.push.pem"
    file.write_text("no key at all")
    with pytest.raises(PushKeyError, match=r"a\.room\.push\.pem.*private key"):
        Pusher(tmp_path / "a.room")
    file.unlink()
    file.mkdir()
    with pytest.raises(PushKeyError, match=r"a\.room\.push\.pem"):
        Pusher(tmp_path / "a.room")
    with pytest.raises(PushKeyError, match="nowhere"):
        Pusher(tmp_path / "nowhere" / "a.room")


def test_what_is_pushed_is_encrypted_and_signed_with_the_game_s_own_key(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("pywebpush")
    asked: list[dict[str, Any]] = []

    def post(session: Any, url: str, **given: Any) -> requests.Response:
        asked.append({"url": url, "redirects": session.max_redirects, **given})
        answer = requests.Response()
        answer.status_code = 201
        return answer

    monkeypatch.setattr(requests.Session, "post", post)
    pusher = Pusher(tmp_path / "a.room")
    assert (tmp_path / "a.room.push.pem").stat().st_mode & 0o777 == 0o600
    pusher.send(browser(), "canary-words")
    (one,) = asked
    assert one["url"] == BROWSER.endpoint
    assert one["redirects"] == 0
    assert b"canary" not in one["data"]
    assert pusher.key in str(one["headers"])
    assert Pusher(tmp_path / "a.room").key == pusher.key
