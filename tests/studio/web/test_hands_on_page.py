"""Both hands of a game with open hands on the players' page, in a real browser."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from engine.files.source_text import SHIPPED
from studio.web.game_web_server import GameWebServer
from tests.engine.umpire.rooms import order
from tests.studio.web.browsing import DESKTOP, PHONE, Screen, browser
from tests.studio.web.conftest import HostOne
from tests.studio.web.players import link_of

SCENARIO = f"""\
sandtable: scenario/2
title: Lanes
game: tide
map: {SHIPPED}/samples/tide/maps/two-lanes.map.yaml
turns: 3
sides:
  - {{id: red, begins: true, decks: [{{deck: orders, hand: 2}}], stocks: {{command: 2}}}}
  - {{id: blue, decks: [{{deck: nerve, hand: 1}}]}}
forces:
  red: [{{id: r1, type: squad, figures: [regular, regular], at: B4}}]
  blue: [{{id: b1, type: squad, figures: [regular, regular], at: J4}}]
decks:
  orders:
    cards:
      - {{id: double, effect: bonus, phase: action, cost: 2, title: At the double, text: Run.,
         parameters: {{what: move, amount: 2, who: squads, lasts: turn}}}}
      - {{id: later, effect: draw, phase: command, title: Later, text: Not now.}}
  nerve: {{cards: [{{id: holes, effect: recover, phase: action, title: Heads up, text: Up.}}]}}
"""


@pytest.fixture
def scenarios(tmp_path: Path) -> dict[str, Path]:
    """The one scenario of these tests."""
    path = tmp_path / "lanes.scenario.yaml"
    path.write_text(SCENARIO, encoding="utf-8")
    return {"tide": path}


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    with browser() as found:
        yield found


@pytest.fixture
def host(host_one: HostOne) -> GameWebServer:
    """Both sides have set up, and hold their cards."""
    host = host_one("tide")
    for seat in ("anna", "carl"):
        order(host.room, seat, "No more units")
    return host


def sit(chromium: Browser, host: GameWebServer, seat: str, **options: Any) -> Screen:
    return Screen(chromium, link_of(host, seat).url, **options).sit()


@pytest.mark.parametrize("device", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_both_hands_are_always_in_view_with_their_texts(
    chromium: Browser, host: GameWebServer, device: dict[str, Any]
) -> None:
    screen = sit(chromium, host, "anna", **device)
    for tab in ("orders", "units", "briefing"):
        screen.press(f"#tab-{tab}")
        expect(screen.page.locator("#hands .card")).to_have_count(3)
        expect(screen.page.locator("#hands .card").first).to_be_in_viewport()
    words = screen.words("#hands")
    assert all(said in words for said in ("At the double", "cost 2 · Action phase", "Run.", "Up."))
    assert "command points 2" in words
    assert screen.complaints == []


def test_a_tap_on_a_card_that_may_be_played_writes_the_order(
    chromium: Browser, host: GameWebServer
) -> None:
    screen = sit(chromium, host, "anna", **DESKTOP)
    expect(screen.page.locator("#hands button.card")).to_have_count(1)
    screen.press("#hands button.card")
    expect(screen.page.locator(".draft ol li:not(.sending)")).to_have_count(1)
    assert host.room.orders("red")[-1].option.what == "double"


def test_who_is_not_asked_sees_the_cards_and_plays_none(
    chromium: Browser, host: GameWebServer
) -> None:
    screen = sit(chromium, host, "carl", **DESKTOP)
    expect(screen.page.locator("#hands .card")).to_have_count(3)
    expect(screen.page.locator("#hands .card").first).to_contain_text("Heads up")  # his own first
    assert screen.count("#hands button.card") == 0
