"""In a real browser: a second umpire, who looks on, the pencil, and a game once more."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from engine.texts import text
from engine.umpire.clock import TimeoutAction
from engine.umpire.couriers import CourierTerms
from engine.umpire.umpire_refusals import RefusedError
from studio.web.game_web_server import GameWebServer
from tests.engine.umpire.rooms import advance, fired_at, order, proceed
from tests.studio.web.browsing import DESKTOP, PHONE, Screen, browser
from tests.studio.web.conftest import HostOne
from tests.studio.web.players import link_of


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    with browser() as found:
        yield found


def opened(chromium: Browser, host: GameWebServer, place: str, **options: object) -> Screen:
    return Screen(chromium, link_of(host, place).url, **{**DESKTOP, **options}).sit()


def test_an_umpire_on_a_phone_carries_an_order_out_and_takes_it_back(
    chromium: Browser, host_one: HostOne
) -> None:
    host = host_one("toy", is_attended=True)
    room = host.room
    proceed(room)
    order(room, "anna", "r1")
    udo = opened(chromium, host, room.admit("Udo", is_umpire=True).id, **PHONE)
    expect(udo.page.locator("#orders .question")).to_contain_text(
        text("hosting.page-umpire-order", "en")
    )
    for name, value in (("talk-on", "border-top-color"), ("proceed", "background-color")):
        seen = udo.page.locator(f"[data-key={name}]")
        expect(seen).not_to_have_css(value, "rgba(0, 0, 0, 0)")  # else it looks like mere words
    chip = udo.page.locator("#orders h2 .chip").first.bounding_box()
    assert chip is not None
    assert chip["width"] == chip["height"], "the colour of the side is a line"
    udo.press("[data-key=proceed]")
    expect(udo.page.locator(".state.executed")).to_have_count(1)
    at = room.session.answer_count
    udo.press("[data-key=undo]")
    expect(udo.page.locator(".state.delivered")).to_have_count(1)
    assert room.session.answer_count == at - 1
    room.set_couriers(CourierTerms(1, headquarters={"anna": "@2,0"}))
    room.recall("anna")
    room.withdraw("anna", room.orders("red")[-1].id)
    order(room, "anna", "r3")
    ((rider,), game) = room.couriers, room.session.game
    unit = game.rules.describe_unit(game.state, rider.to, "en")
    expect(udo.page.locator("#orders")).to_contain_text(f"Anna to {unit}")
    assert udo.complaints == []
    udo.context.close()


def test_an_umpire_at_a_page_mutes_a_seat(chromium: Browser, host_one: HostOne) -> None:
    host = host_one("toy", is_attended=True)
    udo = opened(chromium, host, host.room.admit("Udo", is_umpire=True).id, **PHONE)
    anna = opened(chromium, host, "anna")
    for screen in (udo, anna):
        screen.press("#tab-messages")
    mute, form, said = udo.page.locator("#mute"), anna.page.locator("#letter"), "#muted"
    expect(mute).to_be_hidden()  # a side is addressed, and no seat
    udo.page.select_option("#letter-to", "anna")
    udo.press("#mute")
    expect(anna.page.locator(said)).to_be_visible()
    expect(form).to_be_hidden()
    assert host.room.muted == {"anna"}
    udo.press("#mute")
    expect(form).to_be_visible()
    expect(anna.page.locator(said)).to_be_hidden()
    assert host.room.muted == frozenset()
    assert udo.complaints + anna.complaints == []
    for screen in (udo, anna):
        screen.context.close()


def test_a_seat_is_left_and_its_link_opens_it_again(chromium: Browser, host_one: HostOne) -> None:
    host = host_one("toy")
    anna = opened(chromium, host, "anna", **PHONE)
    anna.press("#tab-messages")
    anna.press("#leave")
    anna.page.locator("#chooser button").nth(1).click()  # no, after all
    expect(anna.page.locator("#chooser")).to_be_hidden()
    door = anna.page.url
    anna.press("#leave")
    anna.page.locator("#chooser button").first.click()
    expect(anna.page.locator("#desk")).to_be_hidden()
    expect(anna.page.locator("#door-words")).not_to_be_empty()
    assert anna.context.cookies() == []
    assert not anna.page.evaluate(
        "Object.keys(localStorage).some((key) => /-[0-9a-f]{16}$/.test(key))"
    )
    anna.page.goto(link_of(host, "anna").url)
    anna.sit()
    assert anna.page.url == door
    assert anna.complaints == []
    anna.context.close()


def test_an_umpire_at_a_page_enters_the_faces_of_real_dice(
    chromium: Browser, host_one: HostOne
) -> None:
    host = host_one("toy", is_attended=True)
    room = host.room
    fired_at(room)
    page = opened(chromium, host, room.admit("Udo", is_umpire=True).id, **PHONE).page
    expect(page.locator("#orders .faces")).to_have_count(1)
    page.locator("[data-key=lay-other]").click()
    page.get_by_label("Real dice at the table").check()
    expect(page.locator("#orders .faces")).to_have_count(0)
    expect(page.locator("[data-key=proceed]")).to_have_count(0)
    assert room.rolls_real
    faces = page.locator("[data-key=w-faces]")
    expect(faces).to_have_value("")
    tick, said = (page.locator(f"label:has([data-key=w-real]){end}") for end in (" input", ""))
    places = tick.bounding_box(), said.bounding_box()
    assert places[0] is not None
    assert places[1] is not None
    assert places[0]["x"] - places[1]["x"] < 10, "the box is beside its words, at the left"
    faces.fill("23")
    faces.press("Enter")
    expect(page.locator("[data-key=w-faces]")).to_have_count(0)
    assert room.session.game.answers[-1] == (2, 3)
    page.locator("[data-key=undo]").click()
    expect(page.get_by_label("Real dice at the table")).to_be_checked()
    page.get_by_label("Real dice at the table").click()
    expect(page.locator("#orders .faces")).to_have_count(1)
    expect(page.locator("[data-key=proceed]")).to_have_count(1)
    assert not room.rolls_real
    page.context.close()


def test_time_that_is_up_is_no_grace_and_no_clock_to_let_go_on(
    chromium: Browser, host_one: HostOne
) -> None:
    host = host_one("toy", is_attended=True)
    room = host.room
    anna = opened(chromium, host, "anna")
    udo = opened(chromium, host, room.admit("Udo", is_umpire=True).id)
    room.set_clock(1, TimeoutAction.TELL, grace=2)
    expect(udo.page.locator("[data-key=clock-hold]")).to_be_visible()
    expect(anna.page.locator("#clock")).to_contain_text(text("hosting.page-clock-grace", "en"))
    expect(anna.page.locator("#clock")).to_have_text(text("hosting.page-time-up", "en"))
    expect(udo.page.locator("[data-key=clock-more]")).to_be_visible()
    expect(udo.page.locator("[data-key=clock-go]")).to_have_count(0)
    for one in (anna, udo):
        assert one.complaints == []
        one.context.close()


def test_who_looks_on_has_a_map_a_log_and_nothing_to_press(
    chromium: Browser, host_one: HostOne
) -> None:
    host = host_one("toy", is_attended=True)
    olga = opened(chromium, host, host.room.admit("Olga", "red").id)
    expect(olga.page.locator("#orders")).to_contain_text(
        text("hosting.page-sees-side", "en", side="Red")
    )
    expect(olga.page.locator("#tab-messages")).to_be_hidden()
    expect(olga.page.locator("#draw")).to_be_hidden()
    assert olga.count("#orders button") == 0
    assert olga.complaints == []
    olga.context.close()


def test_an_arrow_is_drawn_on_the_map_and_a_distance_measured(
    chromium: Browser, host_one: HostOne
) -> None:
    host = host_one("toy")
    anna = opened(chromium, host, "anna")
    anna.press("#zoom-all")
    anna.press("#draw")
    anna.press("#draw-arrow")
    box = anna.page.locator("#drawing").bounding_box()
    assert box is not None
    middle = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    mouse = anna.page.mouse

    def drag() -> None:
        mouse.move(middle[0] - 100, middle[1])
        mouse.down()
        mouse.move(middle[0] + 100, middle[1] + 20, steps=4)

    drag()
    mouse.up()
    anna.page.wait_for_function("() => document.querySelectorAll('.draft .sending').length === 0")
    anna.press("#draw-ruler")
    drag()
    expect(anna.page.locator("#spot")).to_contain_text("hexes")
    mouse.up()
    (drawn,) = host.room.desk("anna")["sketches"]
    assert drawn["kind"] == "arrow"
    anna.press("#draw-undo")
    anna.page.wait_for_timeout(100)
    assert anna.complaints == []
    anna.context.close()


def test_a_game_that_is_over_is_gone_through_again(chromium: Browser, host_one: HostOne) -> None:
    host, rng = host_one("toy", is_attended=True), random.Random(3)
    room = host.room
    for _ in range(300):
        if room.session.result is not None:
            break
        try:
            advance(room, rng, lambda room: None)
        except RefusedError:
            proceed(room)
    anna = opened(chromium, host, "anna")
    anna.press("[data-key=replay]")
    expect(anna.page.locator("#replay-count")).to_contain_text("1 / ")
    for _ in range(3):
        anna.press("[data-key=replay-on]")
    expect(anna.page.locator("#replay-count")).to_contain_text("4 / ")
    anna.page.keyboard.press("Escape")
    expect(anna.page.locator("#replay")).to_be_hidden()
    assert anna.complaints == []
    anna.context.close()
