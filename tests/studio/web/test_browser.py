"""The page in a real browser: playing, coming back, languages, a phone, what it may not do."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Literal

import pytest
from playwright.sync_api import Browser, expect

from engine.hexes.hex import distance
from engine.texts import text
from engine.umpire.clock import TimeoutAction
from engine.umpire.umpire_refusals import refuse
from engine.umpire.umpired_game import UmpiredGame
from studio.web.game_web_server import GameWebServer
from studio.web.page_map_tiles import MapPictures
from tests.engine.umpire.rooms import CROSSROADS, SEATS, SECRETS
from tests.studio.web.browsing import DESKTOP, PHONE, Screen, browser
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


@pytest.fixture
def anna(host: GameWebServer, open_: Open) -> Screen:
    return open_(host, "anna")


@pytest.fixture(scope="module")
def quiet(tmp_path_factory: pytest.TempPathFactory) -> Iterator[GameWebServer]:
    """A host of a game in which nothing happens, for all who only look."""
    room = UmpiredGame.begin(CROSSROADS, tmp_path_factory.mktemp("quiet") / "a.room", SEATS, 1)
    host = GameWebServer(room, port=0)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(MapPictures, "draw", lambda self, further: None)
        host.start()
        yield host
    host.stop()
    room.close()


@pytest.fixture(scope="module")
def reader(quiet: GameWebServer, chromium: Browser) -> Iterator[Screen]:
    """Somebody who only looks at the page of a quiet game."""
    screen = Screen(chromium, link_of(quiet, "anna").url, **DESKTOP).sit()
    yield screen
    screen.context.close()


# --- playing --------------------------------------------------------------------------------------


def test_a_unit_is_placed_by_a_tap_and_taken_back_by_its_button(
    host: GameWebServer, anna: Screen
) -> None:
    room = host.room
    first = room.desk("anna")["options"][0]["hex"]
    anna.tap(room.session.scenario.map.grid, first)
    expect(anna.page.locator(".draft ol li:not(.sending)")).to_have_count(1)
    assert room.desk("anna")["draft"][0]["hex"] == first
    anna.press(".draft ol button")
    expect(anna.page.locator(".draft ol li")).to_have_count(0)
    assert room.desk("anna")["draft"] == []


def test_everything_can_be_done_by_keyboard(host: GameWebServer, anna: Screen) -> None:
    page = anna.page
    page.locator("#orders .option").first.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".draft ol li")).to_have_count(1)
    page.locator("#map").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    expect(page.locator("#spot")).to_contain_text("Hex")
    page.locator("#tab-orders").focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#units")).to_be_visible()


def test_two_seats_of_a_side_share_its_draft(
    host: GameWebServer, anna: Screen, open_: Open
) -> None:
    bo = open_(host, "bo")
    anna.press("#orders .option")
    expect(bo.page.locator(".draft ol li")).to_have_count(1)
    assert bo.count("[data-key=deliver]") == 0, "Bo does not hand orders in"
    expect(bo.page.locator(".draft")).to_contain_text("Anna")


def test_seats_in_one_browser_keep_apart(host: GameWebServer, anna: Screen) -> None:
    other = anna.context.new_page()
    other.goto(link_of(host, "carl").url)
    expect(other.locator("#seat")).to_have_text("Carl")
    anna.page.reload()
    expect(anna.page.locator("#seat")).to_have_text("Anna")


def test_the_page_says_that_orders_are_to_be_handed_in_when_no_more_is_asked(
    host: GameWebServer, anna: Screen, open_: Open
) -> None:
    room = host.room
    while room.desk("anna")["asked"]:
        desk = room.desk("anna")
        room.draft("anna", desk["options"][0]["id"], desk["number"])
    expect(anna.page.locator("#whose.due")).to_have_text("Orders to hand in")
    chinese = open_(host, "anna", **{**PHONE, "locale": "zh-CN"})
    expect(chinese.page.locator("#whose")).to_have_text(text("hosting.page-to-hand-in", "zh"))
    anna.hand_in()
    expect(anna.page.locator("#whose")).not_to_have_text("Orders to hand in")


# --- words ----------------------------------------------------------------------------------------


def test_bulletins_and_messages_are_text_whatever_they_hold(
    host: GameWebServer, anna: Screen
) -> None:
    room = host.room
    assert isinstance(room, UmpiredGame)
    nasty = "<img src=x onerror=\"document.title='broken'\"><b>bold</b>"
    room.announce("red", {"en": nasty, "zh": nasty})
    room.write_message("anna", nasty)
    expect(anna.page.locator("#tab-bulletins i")).to_have_text("1")
    expect(anna.page.locator("#toasts")).to_contain_text("<img")
    for tab, place in (("bulletins", ".told"), ("messages", ".words")):
        anna.press(f"#tab-{tab}")
        expect(anna.page.locator(f"#{tab} {place}")).to_have_text(nasty)
        assert anna.count(f"#{tab} img") == 0
    assert "broken" not in anna.page.title()


def test_a_bulletin_has_its_lists_and_tables(host: GameWebServer, anna: Screen) -> None:
    room = host.room
    assert isinstance(room, UmpiredGame)
    told = "## News\n\n- one\n- **two**\n\n| Hill | Held by |\n|---|--:|\n| 12 | nobody |"
    room.announce("red", {"en": told, "zh": told})
    anna.press("#tab-bulletins")
    place = anna.page.locator("#bulletins .told").first
    expect(place.locator("h2")).to_have_text("News")
    expect(place.locator("li")).to_have_text(["one", "two"])
    expect(place.locator("li strong")).to_have_text("two")
    expect(place.locator("td")).to_have_text(["12", "nobody"])
    assert "right" in (place.locator("td").nth(1).get_attribute("style") or "")


def test_what_happened_is_read_turn_by_turn(host: GameWebServer, open_: Open) -> None:
    screen, room = open_(host, "anna", **DESKTOP), host.room
    desk = room.desk("anna")
    room.draft("anna", desk["options"][0]["id"], desk["number"])
    room.deliver("anna")
    screen.press("#tab-happened")
    expect(screen.page.locator("#happened summary")).to_have_text("Before the first turn")
    lines = [line["words"]["en"] for line in room.desk("anna")["happened-1"]]
    assert lines
    assert all(line in screen.words("#happened") for line in lines)


def test_the_briefing_is_read_as_it_is_written(reader: Screen) -> None:
    reader.press("#tab-briefing")
    expect(reader.page.locator("#briefing .told").first).to_contain_text("four tanks")
    assert text("hosting.page-aims", "en") in reader.words("#briefing")
    assert "Gun 85 mm" in reader.words("#briefing")
    reader.press("#tab-orders")


def test_a_message_goes_to_the_umpire(host: GameWebServer, anna: Screen) -> None:
    anna.press("#tab-messages")
    anna.page.fill("#letter-words", "向北方前进 at dawn")
    anna.press("#letter button")
    expect(anna.page.locator("#letters .words")).to_have_text("向北方前进 at dawn")
    room = host.room
    assert isinstance(room, UmpiredGame)
    assert [(one.sender, one.to) for one in room.messages] == [("anna", "umpire")]
    # What is pasted may hold controls, or half of an emoji: nobody is to see them.
    anna.page.evaluate("document.getElementById('letter-words').value = 'bell\\x07 \\ud83d!'")
    anna.press("#letter button")
    expect(anna.page.locator("#letters .words").first).to_have_text("bell ?!")


def test_the_page_speaks_the_browser_s_language_and_can_be_switched(
    host: GameWebServer, open_: Open
) -> None:
    screen = open_(host, "anna", locale="zh-CN")
    assert screen.page.get_attribute("html", "lang") == "zh-Hans"
    assert text("hosting.page-your-turn", "zh") in screen.words("#whose")
    screen.page.select_option("#language", label="English")
    assert text("hosting.page-your-turn", "en") in screen.words("#whose")
    screen.page.reload()
    screen.sit()
    assert text("hosting.page-your-turn", "en") in screen.words("#whose"), "the choice is kept"


def test_the_time_left_is_shown(host: GameWebServer, anna: Screen) -> None:
    room = host.room
    assert isinstance(room, UmpiredGame)
    room.set_clock(600)
    expect(anna.page.locator("#clock")).to_contain_text("9:5")
    room.set_clock(0)
    expect(anna.page.locator("#clock")).to_be_hidden()


def test_a_letter_that_is_not_taken_can_be_sent_again(
    host: GameWebServer, anna: Screen, monkeypatch: pytest.MonkeyPatch
) -> None:
    room, words = host.room, "The bridge holds; may we cross it?"
    anna.press("#tab-messages")
    field, letters = anna.page.locator("#letter-words"), anna.page.locator("#letters .words")
    with monkeypatch.context() as patch:
        patch.setattr(room, "write", lambda *_: refuse("time-is-up"))
        field.fill(words)
        anna.press("#letter button[type=submit]")
        expect(anna.page.locator("#toasts")).to_contain_text("time is up")
    expect(field).to_have_value(words)
    anna.press("#letter button[type=submit]")
    expect(letters).to_have_text([words])
    expect(field).to_have_value("")


def test_a_page_offers_nothing_to_press_once_time_has_closed_it(
    host: GameWebServer, anna: Screen
) -> None:
    room = host.room
    desk = room.desk("anna")
    room.draft("anna", desk["options"][0]["id"], desk["number"])
    expect(anna.page.locator(".draft li button")).to_have_count(1)
    room.set_clock(0.2, TimeoutAction.CLOSE)
    expect(anna.page.locator("#orders .question")).to_contain_text(
        text("hosting.page-time-up", "en")
    )
    expect(anna.page.locator(".draft li")).to_have_count(1)
    expect(anna.page.locator("#orders button")).to_have_count(0)
    assert "hand" not in anna.words("#whose")
    assert not anna.page.title().startswith("●")
    room.add_time(60)
    expect(anna.page.locator(".draft li button")).to_have_count(1)


# --- coming back ----------------------------------------------------------------------------------


def test_what_is_done_while_the_host_is_away_is_done_when_it_is_back(
    host: GameWebServer, anna: Screen
) -> None:
    anna.press("#orders .option")
    expect(anna.page.locator(".draft ol li:not(.sending)")).to_have_count(1)
    host.stop()
    expect(anna.page.locator("#banner")).to_contain_text("Connection lost")
    anna.press("#orders .option")
    expect(anna.page.locator(".draft .sending")).to_have_count(1)
    host.start()
    expect(anna.page.locator("#banner")).to_be_hidden(timeout=30_000)
    expect(anna.page.locator(".draft ol li:not(.sending)")).to_have_count(2)
    expect(anna.page.locator(".draft .sending")).to_have_count(0)


# --- safety ---------------------------------------------------------------------------------------


def test_the_secret_stays_out_of_address_history_and_scripts(
    quiet: GameWebServer, reader: Screen
) -> None:
    page = reader.context.new_page()
    page.goto(link_of(quiet, "anna").url)
    expect(page.locator("#seat")).to_have_text("Anna")
    assert SECRETS[0] not in page.url
    assert page.evaluate("document.cookie") == ""
    kept = page.evaluate("JSON.stringify([{...localStorage}, {...sessionStorage}])")
    assert SECRETS[0] not in kept
    page.go_back()
    page.wait_for_timeout(100)
    assert SECRETS[0] not in page.url
    page.close()


def test_a_wrong_link_opens_nothing(quiet: GameWebServer, chromium: Browser) -> None:
    screen = Screen(chromium, link_of(quiet, "anna").url[:-3] + "xyz")
    expect(screen.page.locator("#door-words")).to_contain_text(text("hosting.page-no-seat", "en"))
    assert screen.page.locator("#desk").is_hidden()
    screen.context.close()


def test_no_script_from_elsewhere_runs_in_the_page(reader: Screen) -> None:
    ran = reader.page.evaluate(
        """() => new Promise((told) => {
             document.addEventListener("securitypolicyviolation", () => told(false));
             const script = document.createElement("script");
             script.textContent = "window.ran = true";
             document.body.append(script);
             setTimeout(() => told(window.ran), 500);
           })"""
    )
    assert ran is False
    reader.complaints.clear()


@pytest.mark.parametrize("language", ["en-GB", "zh-CN", "zh-TW", "ru-RU"])
def test_every_tab_is_seen_in_every_language(
    quiet: GameWebServer, open_: Open, language: str
) -> None:
    screen = open_(quiet, "anna", **{**DESKTOP, "locale": language})
    tabs = screen.page.locator("[role=tablist]")
    assert tabs.evaluate("tabs => tabs.scrollWidth <= tabs.clientWidth")
    expect(tabs.get_by_role("tab").last).to_be_in_viewport(ratio=1)


# --- on a phone -----------------------------------------------------------------------------------


def test_on_a_phone_nothing_is_cut_off_and_everything_can_be_touched(
    quiet: GameWebServer, open_: Open
) -> None:
    for language in ("en-GB", "zh-CN"):
        screen = open_(quiet, "anna", **{**PHONE, "locale": language})
        for tab in ("orders", "units", "happened", "briefing", "bulletins", "messages"):
            screen.press(f"#tab-{tab}")
            wide = screen.page.evaluate("document.documentElement.scrollWidth")
            assert wide <= 360, (language, tab)
        small = screen.page.evaluate(
            """() => [...document.querySelectorAll("button")]
               .map((button) => [button.id, button.getBoundingClientRect()])
               .filter(([, box]) => box.width && Math.min(box.height, box.width) < 43.9)
               .map(([id]) => id)"""
        )
        assert small == []


def test_a_new_question_brings_its_hexes_into_sight(host: GameWebServer, open_: Open) -> None:
    screen, room = open_(host, "anna", **PHONE), host.room
    grid = room.session.scenario.map.grid
    screen.page.locator("#map").focus()
    for key in ["+"] * 12 + ["ArrowRight"] * 20 + ["ArrowDown"] * 14:
        screen.page.keyboard.press(key)

    def away() -> int:
        """How many hexes the middle of the screen is away from the nearest that is offered."""
        box = screen.page.locator("#map").bounding_box()
        assert box is not None
        for aside in (20, 0):
            x, y = box["x"] + box["width"] / 2 + aside, box["y"] + box["height"] / 2
            screen.page.mouse.move(x, y)
        label = screen.words("#spot").splitlines()[0].removeprefix("Hex ")
        labels = room.session.scenario.map.labels
        middle = next(each for each in grid if labels.label(each) == label)
        offered = {option["hex"] for option in room.desk("anna")["options"]}
        return min(distance(middle, each) for each in grid if grid.name(each) in offered)

    assert away() > 4
    desk = room.desk("anna")
    room.draft("anna", desk["options"][0]["id"], desk["number"])
    screen.catch_up(room.desk_number("anna"))
    screen.page.wait_for_timeout(100)
    assert away() <= 3


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_no_hex_of_the_whole_map_lies_below_a_button(
    quiet: GameWebServer, open_: Open, size: dict[str, Any]
) -> None:
    screen = open_(quiet, "anna", **size)
    screen.press("#zoom-all")
    map_ = quiet.room.session.scenario.map
    places = [screen.where(map_.grid, map_.grid.centre(each)) for each in map_.grid]
    found = screen.page.evaluate(
        "all => all.map(([x, y]) => document.elementFromPoint(x, y)?.id)", places
    )
    assert set(found) == {"map"}
    last = max(map_.grid, key=lambda each: map_.grid.centre(each))
    screen.page.mouse.move(*screen.where(map_.grid, map_.grid.centre(last)))
    assert screen.words("#spot").startswith(f"Hex {map_.labels.label(last)}")


def test_tabs_stay_in_one_line_whatever_they_count(quiet: GameWebServer, open_: Open) -> None:
    wide = {"viewport": {"width": 1366, "height": 768}}
    tabs = open_(quiet, "anna", **wide).page.locator("[role=tab]")
    places = tabs.evaluate_all(
        """tabs => {
            for (const count of tabs.map((tab) => tab.querySelector("i"))) {
                [count.hidden, count.textContent] = [false, "206"];
            }
            const boxes = tabs.map((tab) => tab.getBoundingClientRect());
            return boxes.map(({ top, right }) => [top, right <= innerWidth]);
        }"""
    )
    assert len({top for top, _ in places}) == 1
    assert all(is_seen for _, is_seen in places)


def test_a_map_is_pinched(quiet: GameWebServer, open_: Open) -> None:
    screen = open_(quiet, "anna", **PHONE)
    before = screen.page.evaluate("document.querySelector('#map').toDataURL()")
    cdp = screen.context.new_cdp_session(screen.page)
    box = screen.page.locator("#map").bounding_box()
    assert box is not None
    x, y = box["x"] + 180, box["y"] + 100

    def touch(kind: str, apart: int) -> None:
        points = [{"x": x - apart, "y": y, "id": 0}, {"x": x + apart, "y": y, "id": 1}]
        cdp.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points if apart else []})

    touch("touchStart", 20)
    for apart in (40, 60, 80):
        touch("touchMove", apart)
    touch("touchEnd", 0)
    screen.page.wait_for_timeout(100)
    assert screen.page.evaluate("document.querySelector('#map').toDataURL()") != before


# --- for everybody --------------------------------------------------------------------------------


def test_everything_that_can_be_pressed_has_a_name(reader: Screen) -> None:
    nameless = reader.page.evaluate(
        """() => [...document.querySelectorAll(
               "button, input, select, textarea, canvas:not([aria-hidden=true])")]
           .filter((one) => !(one.innerText || one.ariaLabel || one.labels?.length
                              || one.getAttribute("aria-labelledby")))
           .map((one) => one.outerHTML.slice(0, 80))"""
    )
    assert nameless == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_words_stand_out_from_what_they_are_written_on(
    reader: Screen, scheme: Literal["light", "dark"]
) -> None:
    reader.page.emulate_media(color_scheme=scheme)
    shades = reader.page.evaluate(
        """() => ["--ink", "--faint", "--paper", "--card", "--main", "--on-main"].map((name) =>
             getComputedStyle(document.documentElement).getPropertyValue(name).trim())"""
    )
    assert (_brightness(shades[2]) < 0.2) == (scheme == "dark")
    ink, faint, paper, card, main, on_main = map(_brightness, shades)
    for words, ground in [
        (ink, paper),
        (ink, card),
        (faint, paper),
        (faint, card),
        (on_main, main),
    ]:
        assert (max(words, ground) + 0.05) / (min(words, ground) + 0.05) >= 4.5


def _brightness(shade: str) -> float:
    """Relative luminance as WCAG 2 has it."""
    parts = [int(shade[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_the_situation_is_read_and_a_roll_asked_why(
    host_one: Callable[..., GameWebServer], open_: Open
) -> None:
    """The log's rolls, and a tap on a hex that is no answer, say their rules; Esc closes that."""
    host = host_one(is_attended=True)
    room = host.room
    while room.session.game.position().phase != "movement" or room.waits_for not in room.sides:
        if room.proposed is not None:
            room.proceed()
        else:
            options = room.session.game.options
            room.choose(options[-1] if room.session.game.position().turn else options[0])
    screen = open_(host, "anna" if room.waits_for == "red" else "carl")
    screen.press("#tab-briefing")
    expect(screen.page.locator("#briefing")).to_contain_text(text("overview.held", "en"))
    screen.press("#briefing .situation button")
    screen.press("#tab-happened")
    screen.press("#happened .ask")
    expect(screen.page.locator("#why")).to_contain_text("T2")
    screen.page.keyboard.press("Escape")
    expect(screen.page.locator("#why")).to_be_hidden()
    screen.press("#tab-units")
    screen.press("#units .units button")
    screen.tap(room.session.scenario.map.grid, "@12,8")
    expect(screen.page.locator("#why")).to_be_visible()
    expect(screen.page.locator("#why .asked")).not_to_be_empty()
