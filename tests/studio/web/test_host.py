"""The server in its thread: on and off, its links, its addresses, and what it writes down."""

from __future__ import annotations

import logging
import socket
import threading

import pytest

from studio.web.game_web_server import GameWebServer
from studio.web.server_addresses import (
    NoSuchAddress,
    PortTaken,
    address_for_links,
    open_listening_socket,
)
from tests.engine.umpire.rooms import SECRETS, Begin
from tests.studio.web.conftest import HostOne
from tests.studio.web.players import Player, link_of, request, secret_of


def test_a_host_listens_at_loopback_alone_unless_told_otherwise(begin: Begin) -> None:
    assert GameWebServer(begin("tank")).bind == "127.0.0.1"


def test_a_port_that_is_taken_is_told(host: GameWebServer, begin: Begin) -> None:
    with pytest.raises(PortTaken, match=str(host.port)):
        open_listening_socket("127.0.0.1", host.port)


@pytest.mark.parametrize(
    "address", ["203.0.113.77", "no.such.host.invalid", "300.1.1.1", "x" * 300]
)
def test_an_address_of_another_machine_is_told(address: str) -> None:
    with pytest.raises(NoSuchAddress, match=r"127\.0\.0\.1"):
        open_listening_socket(address, 0)


def test_links_bear_the_secret_where_browsers_do_not_send_it(host: GameWebServer) -> None:
    link = link_of(host, "anna")
    assert link.url == f"http://127.0.0.1:{host.port}/join#{SECRETS[0]}"
    assert SECRETS[0] not in repr(link)


def test_links_can_name_another_address_of_the_machine(host: GameWebServer) -> None:
    assert host.links("192.168.1.20")[0].url.startswith(f"http://192.168.1.20:{host.port}/")
    assert host.links("fe80::1")[0].url.startswith(f"http://[fe80::1]:{host.port}/")


def test_links_to_a_host_that_listens_everywhere_name_an_address(begin: Begin) -> None:
    assert address_for_links("0.0.0.0") not in ("0.0.0.0", "")
    assert address_for_links("10.1.2.3") == "10.1.2.3"


def test_a_link_is_a_code_to_scan(host: GameWebServer) -> None:
    link = link_of(host, "anna")
    assert link.png().startswith(b"\x89PNG")
    assert link.svg().startswith("<?xml")
    assert "█" in link.terminal() or "▀" in link.terminal()
    assert link.svg() != link_of(host, "carl").svg()


def test_a_host_that_is_stopped_serves_no_more_and_leaves_no_thread(host_one: HostOne) -> None:
    host = host_one()
    player = Player(host.port, secret_of(link_of(host, "anna").url)).hello()
    host.stop()
    assert not host.is_running
    for thread in threading.enumerate():
        if thread.name.startswith("sandtable"):
            thread.join(5)  # it may be at its last breath
            assert not thread.is_alive(), thread.name
    with socket.socket() as stream:
        assert stream.connect_ex(("127.0.0.1", host.port)) != 0
    player.leave()
    host.stop()


def test_a_stopped_host_starts_again_at_the_same_port(host_one: HostOne) -> None:
    host = host_one()
    port = host.port
    host.stop()
    host.start()
    assert host.port == port
    assert request(port, "GET", "/")[0] == 200


def test_what_is_logged_holds_no_secret_and_no_ticket(
    host_one: HostOne, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    caplog.set_level(logging.DEBUG)
    host = host_one()
    player = Player(host.port, secret_of(link_of(host, "anna").url)).hello()
    player.socket.send("{")
    player.hear("refused")
    ticket = player.cookie.partition("=")[2]
    request(host.port, "POST", "/enter", {"secret": "wrong-" + SECRETS[2]}, Origin="http://x")
    player.leave()
    host.stop()
    out, err = capfd.readouterr()
    written = caplog.text + out + err
    # The test's own end of the connection logs what it sends; only the host's is asked for.
    own = "\n".join(one.getMessage() for one in caplog.records if "client" not in one.name)
    assert all(secret not in written for secret in SECRETS)
    assert ticket not in own + out + err
