"""A seat of an arm, and what counters say, on the page in a real browser."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from engine.texts import text
from engine.umpire.umpired_game import UmpiredGame
from studio.web.game_web_server import GameWebServer
from tests.engine.umpire.rooms import ARMED_SEATS, order
from tests.studio.web.browsing import DESKTOP, Screen, browser
from tests.studio.web.conftest import HostOne
from tests.studio.web.players import link_of

Open = Callable[..., Screen]


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    with browser() as found:
        yield found


@pytest.fixture
def open_(chromium: Browser) -> Iterator[Open]:
    """Opens a seat's link; nothing may have been wrong with the page when the test is over."""
    screens: list[Screen] = []

    def screen(host: GameWebServer, seat: str, **options: Any) -> Screen:
        url = link_of(host, seat).url
        screens.append(Screen(chromium, url, **{**DESKTOP, **options}).sit())
        return screens[-1]

    yield screen
    complaints = [complaint for one in screens for complaint in one.complaints]
    for one in screens:
        one.context.close()
    assert complaints == []


def room_of(host: GameWebServer) -> UmpiredGame:
    assert isinstance(host.room, UmpiredGame)
    return host.room


def test_an_arm_stands_beside_the_name_and_writes_to_whom_it_reaches(
    host_one: HostOne, open_: Open
) -> None:
    host = host_one("armed-toy", seats=ARMED_SEATS, may_talk=True)
    page = open_(host, "anna").page
    expect(page.locator("#seat")).to_have_text("Anna · Van")
    receivers = page.locator("#letter-to option")
    expect(receivers).to_have_text(["Umpire", text("hosting.page-own-side", "en"), "Bo", "Ruth"])
    room = room_of(host)
    for word in ("r1", "on", "on"):
        order(room, "anna", word)
        order(room, "dora", "hold")
    expect(receivers).to_have_text(["Umpire", text("hosting.page-own-side", "en"), "Ruth"])


def test_what_a_counter_says_is_told_with_the_unit(host_one: HostOne, open_: Open) -> None:
    host = host_one("primer", is_attended=False)
    room = room_of(host)
    while not room.desk("anna")["units"]:
        seat = {"red": "anna", "blue": "carl"}[room.waits_for]
        desk = room.desk(seat)
        if desk["asked"]:
            room.draft(seat, desk["options"][0]["id"], desk["number"])
        else:
            room.deliver(seat)
    unit = room.desk("anna")["units"][0]
    screen = open_(host, "anna")
    screen.page.locator("#tab-units").click()
    expect(screen.page.locator("#units")).to_contain_text(f"strength {unit['values']['strength']}")
