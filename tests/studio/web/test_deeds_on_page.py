"""Fronts, riders, joiners and answers of one's own on the players' page, in a real browser."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from engine.hexes.grid import Grid
from engine.texts import text
from studio.web.game_web_server import GameWebServer
from tests.conformance.drill_toy import Drill, March
from tests.conformance.open_toy import way
from tests.engine.umpire.rooms import draft, proceed
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

    def screen(host: GameWebServer, **options: Any) -> Screen:
        url = link_of(host, "anna").url
        screens.append(Screen(chromium, url, **{**DESKTOP, **options}).sit())
        return screens[-1]

    yield screen
    complaints = [complaint for one in screens for complaint in one.complaints]
    for one in screens:
        one.context.close()
    assert complaints == []


def grid_of(host: GameWebServer) -> Grid:
    return host.room.session.scenario.map.grid


def written(host: GameWebServer) -> Any:
    """The answer that was drafted last."""
    return host.room.orders("red")[-1].option


def is_drafted(screen: Screen, count: int = 1) -> None:
    expect(screen.page.locator(".draft ol li:not(.sending)")).to_have_count(count)


# --- fronts ---------------------------------------------------------------------------------------


def test_a_tap_on_a_hexside_of_the_wheel_turns_the_unit(host_one: HostOne, open_: Open) -> None:
    host = host_one("drill-toy")
    screen = open_(host)
    screen.press("#tab-units")
    screen.page.locator("#units button", has_text="r2").click()
    screen.press("#zoom-all")
    grid = grid_of(host)
    hex_ = host.room.session.game.state.units["r2"].at
    middle, neighbour = grid.centre(hex_), grid.centre(grid.neighbour(hex_, 2))
    mark = (middle[0] + neighbour[0]) / 2, (middle[1] + neighbour[1]) / 2
    screen.page.mouse.click(*screen.where(grid, mark))
    is_drafted(screen)
    assert written(host) == Drill("turn", "r2", front=2)


def test_keys_turn_a_unit_on_the_map(host_one: HostOne, open_: Open) -> None:
    host = host_one("drill-toy")
    screen = open_(host)
    screen.press("#tab-units")
    screen.page.locator("#units button", has_text="r2").click()
    screen.page.locator("#map").focus()
    for key in (".", ".", "Enter"):
        screen.page.keyboard.press(key)
    is_drafted(screen)
    assert written(host) == Drill("turn", "r2", front=4)


def test_who_rides_is_told_with_his_carrier(host_one: HostOne, open_: Open) -> None:
    screen = open_(host_one("drill-toy"))
    screen.press("#tab-units")
    expect(screen.page.locator("#units")).to_contain_text(
        f"r3 · Walker · {text('hosting.page-rides-in', 'en', unit='rt')}"
    )
    expect(screen.page.locator("#units")).to_contain_text(
        f"rg · Gun · {text('hosting.page-borne-by', 'en', unit='r1')}"
    )


# --- joining --------------------------------------------------------------------------------------


def test_units_join_by_taps_and_the_page_says_who_is_in(host_one: HostOne, open_: Open) -> None:
    host = host_one("drill-toy")
    room = host.room
    draft(room, "anna", "gather")
    screen = open_(host)
    grid = grid_of(host)
    units = room.session.game.state.units
    for count, name in enumerate(("r2", "r1"), 2):
        screen.tap(grid, grid.name(units[name].at))
        is_drafted(screen, count)
    expect(screen.page.locator(".joined")).to_have_text(
        text("hosting.page-joined", "en", count=2, units="r2, r1")
    )


# --- answers of one's own -------------------------------------------------------------------------


def test_a_way_is_tapped_hex_by_hex_and_drafted(host_one: HostOne, open_: Open) -> None:
    host = host_one("open-toy")
    proceed(host.room)
    draft(host.room, "anna", "r1")
    screen, grid = open_(host), grid_of(host)
    screen.press("[data-key=p-way]")
    for place in ((1, 1), (2, 0), (3, 1)):
        screen.tap(grid, grid.name(grid.hex(*place)))
    assert screen.page.locator("[data-key=b-way]").input_value() == "0202 0301 0402"
    screen.press("[data-key=answer]")
    is_drafted(screen, 2)
    assert written(host) == way((1, 1), (2, 0), (3, 1))


def test_what_may_not_be_answered_is_refused_in_words(host_one: HostOne, open_: Open) -> None:
    host = host_one("open-toy")
    proceed(host.room)
    draft(host.room, "anna", "r1")
    screen = open_(host)
    screen.press("[data-key=answer]")
    expect(screen.page.locator(".answer .reason")).not_to_be_empty()
    screen.page.locator("[data-key=b-way]").fill("0301")
    screen.press("[data-key=answer]")
    expect(screen.page.locator("#toasts .bad")).not_to_be_empty()
    is_drafted(screen, 1)


def test_several_blanks_make_one_order_by_keyboard(host_one: HostOne, open_: Open) -> None:
    host = host_one("drill-toy")
    draft(host.room, "anna", "march r2")
    screen, grid = open_(host), grid_of(host)
    stand = host.room.session.game.state.units["r2"].at
    to = grid.neighbour(stand, 2)
    screen.page.locator("[data-key=b-way]").fill(grid.name(to))
    screen.page.locator("[data-key=b-front]").select_option("3")
    screen.page.locator("[data-key=b-way]").press("Enter")
    is_drafted(screen, 2)
    assert written(host) == March((to,), 3)


FIELDS = """async ([kind, options, directions]) => {
    const { AnswerForm } = await import("/page/answer.js");
    const blanks = [{ name: "what", kind, words: "What", options }];
    const seat = { desk: { asked: true, question_id: "q", blanks }, own: [] };
    const does = { grid: () => ({ directions }), trace: () => {}, answer: () => {} };
    const form = new AnswerForm(seat, does, () => {}).form();
    const field = form.querySelector("[data-key=b-what]");
    return [field.tagName, field.type, [...(field.options ?? [])].map((option) => option.text)];
}"""


def test_what_can_be_listed_is_chosen_from_a_list_whatever_it_is(
    host_one: HostOne, open_: Open
) -> None:
    page = open_(host_one("drill-toy")).page
    cards = [{"value": "c1", "words": {"en": "Smoke"}}, {"value": "c2", "words": {"en": "Mines"}}]
    for kind in ("card", "type", "side", "word"):
        found = page.evaluate(FIELDS, [kind, cards, []])
        assert found == ["SELECT", "select-one", ["Smoke", "Mines"]], kind
    assert page.evaluate(FIELDS, ["facing", [], []])[:2] == ["INPUT", "number"], "on a table"
    assert page.evaluate(FIELDS, ["facing", [], ["E", "NE"]])[0] == "SELECT"
    assert page.evaluate(FIELDS, ["id", [], []])[:2] == ["INPUT", "text"]


SAID = """async ([language, count]) => {
    const { say, use } = await import("/page/words.js");
    use(language);
    return say("deliver-sure", { count });
}"""


def test_words_of_the_page_agree_with_numbers(host_one: HostOne, open_: Open) -> None:
    page = open_(host_one("drill-toy")).page
    assert page.evaluate(SAID, ["en", 1]) == text("hosting.page-deliver-sure", "en", count=1)
    assert page.evaluate(SAID, ["en", 3]) == text("hosting.page-deliver-sure", "en", count=3)
