"""Encrypted connections: certificates that are given, made here, kept, and refused."""

from __future__ import annotations

import datetime
import os
import socket
import ssl
import stat
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from http.client import HTTPSConnection
from pathlib import Path
from unittest.mock import patch

import pytest

from studio.web import certificates, connections
from studio.web.certificates import CertificateError
from studio.web.game_web_server import GameWebServer
from studio.web.request_guards import STRICT_GIVEN, STRICT_OWN
from tests.engine.umpire.rooms import Begin
from tests.studio.web.players import link_of, request

NAMES = ("localhost", "127.0.0.1")


@pytest.fixture
def host(begin: Begin, undrawn: None, tmp_path: Path) -> Iterator[GameWebServer]:
    """A host with a certificate of its own."""
    room = begin("tank", is_attended=False)
    found = GameWebServer(
        room,
        port=0,
        certificate=certificates.self_signed_certificate(tmp_path / "game.room", NAMES),
    )
    found.start()
    yield found
    found.stop()


@pytest.mark.long
def test_a_player_comes_by_an_encrypted_link_and_writes_an_order(host: GameWebServer) -> None:
    from playwright.sync_api import expect

    from tests.studio.web.browsing import DESKTOP, Screen, browser

    url = link_of(host, "anna").url
    assert url.startswith("https://127.0.0.1:")
    with browser() as chromium:
        screen = Screen(chromium, url, **DESKTOP, ignore_https_errors=True).sit()
        screen.page.locator("#orders .option").first.click()
        expect(screen.page.locator(".draft ol li:not(.sending)")).to_have_count(1)
        (cookie,) = screen.context.cookies()
        assert cookie["secure"]
        assert cookie["name"].startswith("__Secure-")
        screen.context.close()
        assert screen.complaints == []


def test_browsers_are_told_to_come_by_encrypted_connections_alone(host: GameWebServer) -> None:
    def strict() -> int:
        trusting = ssl._create_unverified_context()
        asked = HTTPSConnection("127.0.0.1", host.port, timeout=20, context=trusting)
        asked.request("GET", "/")
        told = asked.getresponse().headers["Strict-Transport-Security"]
        asked.close()
        return int(told.removeprefix("max-age="))

    assert host.certificate is not None
    assert strict() == STRICT_OWN, "the next game has another certificate"
    host.stop()
    host.certificate = replace(host.certificate, is_own=False)
    host.start()
    assert strict() == STRICT_GIVEN


def test_the_fingerprint_is_that_of_the_certificate_browsers_are_shown(host: GameWebServer) -> None:
    assert host.certificate is not None
    shown = ssl.get_server_certificate(("127.0.0.1", host.port))
    assert certificates._fingerprint(shown) == host.certificate.fingerprint


def open_still(strangers: list[socket.socket]) -> int:
    """How many connections the host has not ended."""
    count = 0
    for one in strangers:
        one.settimeout(0.05)
        try:
            count += one.recv(1) != b""
        except TimeoutError:
            count += 1
        except ConnectionError:
            continue
    return count


def test_who_never_agrees_on_keys_is_counted_and_turns_nobody_away(
    host: GameWebServer, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(connections, "MAX_OF_ONE", 5)
    with ExitStack() as opened:
        strangers = [
            opened.enter_context(socket.create_connection(("127.0.0.1", host.port)))
            for _ in range(12)
        ]
        strangers[-1].sendall(b"\x16\x03\x01")  # the head of a greeting, and no more
        assert ssl.get_server_certificate(("127.0.0.1", host.port))
        assert open_still(strangers) <= 5
    assert [one for one in caplog.records if one.exc_info] == []


def test_who_never_agrees_on_keys_is_not_waited_for(
    host: GameWebServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "TO_SHAKE", 0.2)
    with socket.create_connection(("127.0.0.1", host.port), timeout=5) as stranger:
        stranger.sendall(b"\x16\x03\x01")
        assert stranger.recv(100) == b""
    assert ssl.get_server_certificate(("127.0.0.1", host.port))


def test_a_certificate_made_here_is_kept_for_its_owner_alone_and_used_again(tmp_path: Path) -> None:
    first = certificates.self_signed_certificate(tmp_path / "game.room", NAMES)
    if os.name == "posix":
        assert stat.S_IMODE(first.chain.stat().st_mode) == 0o600
    assert certificates.self_signed_certificate(tmp_path / "game.room", NAMES) == first


def test_it_is_made_anew_for_another_address_when_it_ends_soon_and_when_it_is_broken(
    tmp_path: Path,
) -> None:
    room = tmp_path / "game.room"
    first = certificates.self_signed_certificate(room, NAMES)
    second = certificates.self_signed_certificate(room, (*NAMES, "192.0.2.7"))
    assert second.fingerprint != first.fingerprint
    with patch.object(certificates, "FRESH", datetime.timedelta(days=398)):
        third = certificates.self_signed_certificate(room, NAMES)
    assert third.fingerprint != second.fingerprint
    third.chain.write_text("no certificate", encoding="utf-8")
    assert certificates.self_signed_certificate(room, NAMES).fingerprint != third.fingerprint


@pytest.mark.parametrize("words", ["", "nonsense", certificates.BEGIN, "\x00\xff"])
def test_files_that_hold_no_certificate_are_refused_by_name(tmp_path: Path, words: str) -> None:
    broken = tmp_path / "broken.pem"
    broken.write_text(words, encoding="utf-8")
    with pytest.raises(CertificateError, match=r"broken\.pem"):
        certificates.load_certificate(broken, broken)


def test_a_missing_key_and_a_key_of_another_certificate_are_refused(tmp_path: Path) -> None:
    one = certificates.self_signed_certificate(tmp_path / "one.room", NAMES)
    other = certificates.self_signed_certificate(tmp_path / "other.room", NAMES)
    with pytest.raises(CertificateError, match="No such file"):
        certificates.load_certificate(one.chain, tmp_path / "nowhere.pem")
    key = tmp_path / "key.pem"
    words = other.key.read_text(encoding="utf-8")
    key.write_text(words[words.index("-----BEGIN PRIVATE") :], encoding="utf-8")
    with pytest.raises(CertificateError, match=r"key\.pem"):
        certificates.load_certificate(one.chain, key)


def test_where_none_can_be_kept_it_is_said(tmp_path: Path) -> None:
    (tmp_path / "folder").write_text("a file", encoding="utf-8")
    with pytest.raises(CertificateError, match=r"folder"):
        certificates.self_signed_certificate(tmp_path / "folder" / "game.room", NAMES)


def test_a_name_that_is_told_is_answered_to_and_stands_in_the_links(
    begin: Begin, undrawn: None
) -> None:
    room = begin("tank", is_attended=False)
    found = GameWebServer(room, port=0, name="game.example.org")
    found.start()
    try:
        assert link_of(found, "anna").url.startswith(f"http://game.example.org:{found.port}/")
        assert request(found.port, "GET", "/", Host="Game.Example.org")[0] == 200
        assert request(found.port, "GET", "/", Host="elsewhere.example.org")[0] == 421
    finally:
        found.stop()
