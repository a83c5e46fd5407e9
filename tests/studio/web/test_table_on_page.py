"""A table on a player's page: figures are tapped and dragged, by mouse and on a phone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, WebSocket, expect

from engine import games
from engine.files import scenario_writer, tabletop_map_writer
from engine.play.position import Point
from engine.texts import text
from engine.umpire.seats import PlayerSeat
from engine.umpire.umpired_game import UmpiredGame
from studio.web.game_web_server import GameWebServer
from studio.web.seat_access import seat_link
from tests.assertions import require_type
from tests.conformance.table_toy import TABLE, TABLE_TOY, table_toy
from tests.studio.web.browsing import DESKTOP, PHONE, Screen, browser

SEATS = (
    PlayerSeat("anna", "red", "Anna", secret="anna-has-a-secret"),
    PlayerSeat("carl", "blue", "Carl", secret="carl-has-a-secret"),
)


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    with browser() as found:
        yield found


@pytest.fixture
def host(tmp_path: Path) -> Iterator[GameWebServer]:
    """A host of the toy on a table, without an umpire; red's gun has held its fire."""
    games.install(TABLE_TOY.id, "tests.conformance.table_toy")
    made = table_toy()
    made.ground_path = "green.table.yaml"
    tabletop_map_writer.save(made.table, tmp_path / made.ground_path)
    file = tmp_path / "green.scenario.yaml"
    scenario_writer.save(made, file)
    room = UmpiredGame.begin(file, tmp_path / "game.room", SEATS, 7, is_attended=False)
    found = GameWebServer(room, port=0)
    found.start()
    yield found
    found.stop()
    room.close()
    games.remove(TABLE_TOY.id)


Come = Callable[..., Screen]


@pytest.fixture
def come(chromium: Browser, host: GameWebServer) -> Iterator[Come]:
    there: list[Screen] = []

    def one(seat: str = "anna", **options: Any) -> Screen:
        url = seat_link(host.room.seats[seat], "127.0.0.1", host.port).url
        there.append(Screen(chromium, url, **options).sit())
        return there[-1]

    yield one
    for screen in there:
        failed = text("hosting.refused-failed", "en") in screen.words("#toasts")
        screen.context.close()
        assert not failed
        assert screen.complaints == []


def pixel(screen: Screen, at: Point) -> tuple[float, float]:
    """Where a point of the table is on the screen, the whole of it in sight."""
    box = screen.page.locator("#map").bounding_box()
    assert box is not None
    covered = int(screen.page.locator("#map").get_attribute("data-covered") or 0)
    high = max(box["height"] - covered, box["height"] / 3)
    scale = min(box["width"] / TABLE.width, high / TABLE.depth)
    left = (box["width"] - TABLE.width * scale) / 2
    top = (high - TABLE.depth * scale) / 2
    return box["x"] + left + at.x * scale, box["y"] + top + (TABLE.depth - at.y) * scale


def tap(screen: Screen, at: Point) -> None:
    place = pixel(screen, at)
    if screen.has_touch:
        screen.page.touchscreen.tap(*place)
    else:
        screen.page.mouse.click(*place)


def drag(screen: Screen, start: Point, end: Point) -> None:
    mouse = screen.page.mouse
    mouse.move(*pixel(screen, start))
    mouse.down()
    mouse.move(*pixel(screen, Point((start.x + end.x) // 2, (start.y + end.y) // 2)), steps=4)
    mouse.move(*pixel(screen, end), steps=4)
    screen.page.wait_for_timeout(250)
    mouse.up()


def stand(host: GameWebServer, man: str) -> Point:
    return require_type(host.room.session.game.state.men[man].at, Point)


def hold_fire(screen: Screen) -> None:
    """Write that the gun does not fire."""
    screen.page.locator("#orders button", has_text="None").first.click()
    expect(screen.page.locator("#hand")).to_contain_text(text("hosting.page-table-take", "en"))


def drafted(host: GameWebServer) -> list[str]:
    return [order["words"]["en"] for order in host.room.desk("anna")["draft"]]


def test_a_figure_is_dragged_where_it_may_go_and_the_order_is_drafted(
    come: Come, host: GameWebServer
) -> None:
    screen = come(**DESKTOP)
    hold_fire(screen)
    start = stand(host, "rf.1")
    drag(screen, start, Point(start.x, start.y + 100))
    expect(screen.page.locator(".draft ol")).to_contain_text("rf.1")
    assert any("rf.1" in words for words in drafted(host))


def test_what_is_illegal_is_said_and_nothing_is_drafted(come: Come, host: GameWebServer) -> None:
    screen = come(**DESKTOP)
    hold_fire(screen)
    start, count = stand(host, "rf.1"), len(drafted(host))
    drag(screen, start, Point(start.x, start.y + 400))
    expect(screen.page.locator("#hand p.bad")).to_have_text("too far")
    assert len(drafted(host)) == count


def test_on_a_phone_figures_are_tapped_then_the_place_and_the_button_does_it(
    come: Come, host: GameWebServer
) -> None:
    screen = come(**PHONE)
    screen.press("#taller")
    hold_fire(screen)
    screen.press("#zoom-all")
    start = stand(host, "rf.6")
    tap(screen, start)
    expect(screen.page.locator("#hand")).to_contain_text(
        text("hosting.page-table-hand", "en", count=1)
    )
    tap(screen, Point(start.x, start.y + 120))
    expect(screen.page.locator("#hand")).to_contain_text("rf.6 can go")
    screen.press("[data-key=table-go]")
    expect(screen.page.locator("#orders")).to_contain_text("rf.6")
    assert any("rf.6" in words for words in drafted(host))


@pytest.mark.parametrize("locale", ["en-GB", "zh-CN"])
def test_all_buttons_of_the_hand_are_large_enough_for_a_thumb(come: Come, locale: str) -> None:
    screen = come(**PHONE, locale=locale)
    expect(screen.page.locator("#map")).to_have_attribute("data-covered", "116")
    tap(screen, Point(500, 500))
    expect(screen.page.locator("[data-key=table-go]")).to_be_visible()
    sizes = screen.page.evaluate(
        "[...document.querySelectorAll('#hand button')].map((b) => [b.offsetWidth, b.offsetHeight])"
    )
    assert len(sizes) >= 2
    assert all(wide >= 44 and high >= 44 for wide, high in sizes), sizes


def test_a_gun_is_aimed_by_a_tap_and_the_chance_is_shown(come: Come, host: GameWebServer) -> None:
    screen = come(**DESKTOP)
    expect(screen.page.locator("#hand")).to_contain_text(
        text("hosting.page-table-hand", "en", count=1)
    )
    tap(screen, stand(host, "bf.3"))
    expect(screen.page.locator("#hand")).to_contain_text("fire here")
    screen.press("[data-key=table-go]")
    expect(screen.page.locator("#orders")).to_contain_text("Aimed")


def test_no_page_is_sent_the_other_side_s_mine(come: Come, host: GameWebServer) -> None:
    heard: list[str] = []
    screen = come("carl", **DESKTOP)

    def listen(socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: heard.append(str(frame)))

    screen.page.on("websocket", listen)
    screen.page.reload()
    screen.sit()
    secret = TABLE_TOY.secrets(host.room.session.game.state, "blue")
    assert secret
    assert heard
    assert not [word for word in secret for frame in heard if f'"{word}"' in str(frame)]
