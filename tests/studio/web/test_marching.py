"""Whole moves with one tap on the players' page, by the reach of the unit in hand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from engine.play.arm_commands import CommandScope
from engine.play.players import Question, find_player
from engine.play.position import spot_formatter
from engine.texts import text
from engine.umpire import move_orders
from engine.umpire.umpire_refusals import RefusedError
from engine.umpire.umpired_game import UmpiredGame
from studio.web.game_web_server import GameWebServer
from tests.engine.umpire.rooms import Begin
from tests.studio.web.browsing import DESKTOP, PHONE, Screen, browser
from tests.studio.web.conftest import HostOne
from tests.studio.web.players import link_of

MEMO = "memo"


def deploy(room: UmpiredGame) -> UmpiredGame:
    """The cities with both armies deployed: the attacker is to write its memo."""
    game = room.session.game
    while game.position().phase != MEMO:
        assert game.decision is not None
        room.choose(find_player("greedy", 3).choose(Question(game, game.decision)))
    return room


@pytest.fixture
def cities(begin: Begin) -> UmpiredGame:
    return deploy(begin("primer"))


def goer(room: UmpiredGame) -> tuple[str, dict[str, Any]]:
    """A unit of blue that may go, and where to."""
    for unit in room.desk("carl")["units"]:
        for way in move_orders.move_destinations(room, "carl", unit["id"]):
            if len(way["hexes"]) > 6:
                return unit["id"], way
    raise AssertionError("nobody may go")


def test_the_ways_are_those_of_the_unit_s_reach_as_its_side_knows_it(cities: UmpiredGame) -> None:
    unit, way = goer(cities)
    game = cities.session.game
    reach = game.rules.reachable(game.view("blue"), unit)
    assert reach is not None
    grid = cities.session.scenario.map.grid
    assert set(way["hexes"]) == {grid.name(at) for at in reach.arrivals if at != reach.start}


def test_a_march_is_written_as_the_order_with_all_its_steps(cities: UmpiredGame) -> None:
    unit, way = goer(cities)
    to = way["hexes"][-1]
    move_orders.move_order(cities, "carl", unit, to, way["order"], "an-id")
    written = cities.orders("blue")
    assert written
    assert written[-1].pointing.unit == unit
    grid = cities.session.scenario.map.grid
    memo = cities.game_after_orders(CommandScope("blue")).game.position("blue").memo
    name = spot_formatter(grid)
    assert [name(one.path[-1]) for one in memo if unit in one.units] == [to]
    count = len(written)
    move_orders.move_order(cities, "carl", unit, to, way["order"], "an-id")
    assert len(cities.orders("blue")) == count, "what is asked twice by an id is done once"


def test_a_march_to_where_the_unit_does_not_come_is_refused_and_writes_nothing(
    cities: UmpiredGame,
) -> None:
    unit, way = goer(cities)
    for to in ("@99,99", "nonsense", "@0,0"):
        if to in way["hexes"]:
            continue
        with pytest.raises(RefusedError, match=text("umpiring.not-reached")):
            move_orders.move_order(cities, "carl", unit, to, way["order"])
    assert cities.orders("blue") == ()


def test_nobody_learns_the_ways_of_the_other_side_s_units(cities: UmpiredGame) -> None:
    unit, _ = goer(cities)
    assert move_orders.move_destinations(cities, "anna", unit) == []
    with pytest.raises(RefusedError):
        move_orders.move_order(cities, "anna", unit, "@1,1")


# --- in a browser ---------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    with browser() as found:
        yield found


def with_unit(host: GameWebServer, chromium: Browser, unit: str, size: dict[str, Any]) -> Screen:
    """Blue's page, with a unit in hand."""
    screen = Screen(chromium, link_of(host, "carl").url, **size).sit()
    screen.press("#tab-units")
    screen.press(f"[data-key='u-{unit}']")
    return screen


def test_a_unit_is_tapped_its_reach_is_shown_and_one_tap_writes_the_move(
    host_one: HostOne, chromium: Browser
) -> None:
    host = host_one("primer")
    room = deploy(host.room)
    unit, way = goer(room)
    screen = with_unit(host, chromium, unit, DESKTOP)
    grid = room.session.scenario.map.grid
    name = spot_formatter(grid)
    occupied = {name(at) for piece in room.session.game.position("blue").pieces if (at := piece.at)}
    to = next(each for each in reversed(way["hexes"]) if each not in occupied)
    screen.tap(grid, to)
    several = screen.page.locator("#chooser button").first
    expect(several).to_be_visible()
    words = way["words"]["en"]
    screen.page.locator("#chooser button", has_text=words).click()
    expect(screen.page.locator(".draft ol li:not(.sending)").first).to_be_visible()
    memo = room.game_after_orders(CommandScope("blue")).game.position("blue").memo
    name = spot_formatter(grid)
    assert [name(one.path[-1]) for one in memo if unit in one.units] == [to]
    drafted = screen.page.locator(".draft ol li span").all_inner_texts()
    assert len(drafted) > 1, "an order and its steps"
    screen.hand_in()
    handed_in = screen.page.locator(".handed-in li span")
    expect(handed_in.first).to_be_attached()
    screen.page.locator(".handed-in").evaluate("list => { list.open = true }")
    told = handed_in.all_inner_texts()
    start = told.index(drafted[0])
    assert told[start : start + len(drafted)] == drafted, "its steps are below it"
    screen.context.close()
    assert screen.complaints == []


def test_a_tap_on_a_phone_presses_nothing_that_it_opens_below_the_finger(
    host_one: HostOne, chromium: Browser
) -> None:
    host = host_one("primer")
    room = deploy(host.room)
    unit, way = goer(room)
    grid = room.session.scenario.map.grid
    screen = with_unit(host, chromium, unit, PHONE)
    lowest = max(way["hexes"], key=lambda name: int(name.split(",")[1]))
    screen.tap(grid, lowest)
    asked = screen.page.locator("#chooser")
    expect(asked).to_be_visible()
    screen.page.wait_for_timeout(400)  # a click would have come by now
    expect(asked).to_be_visible()
    box = asked.bounding_box()
    pointer = screen.where(grid, grid.centre(grid.hex(*map(int, lowest[1:].split(",")))))
    assert box is not None
    assert box["y"] < pointer[1] < box["y"] + box["height"], "the finger is on what was opened"
    assert room.orders("blue") == ()
    screen.context.close()
    assert screen.complaints == []


def test_a_memo_without_any_order_can_be_handed_in(host_one: HostOne, chromium: Browser) -> None:
    host = host_one("primer")
    room = deploy(host.room)
    screen = Screen(chromium, link_of(host, "carl").url, **DESKTOP).sit()
    screen.hand_in()
    expect(screen.page.locator("#whose.mine")).to_have_count(0)
    assert room.session.game.decision is not None
    assert room.session.game.decision.side == "red"
    screen.context.close()
