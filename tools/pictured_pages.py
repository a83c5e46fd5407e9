"""The pictures of players' pages, in a real browser: Debian's chromium."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from PySide6.QtGui import QImage

from engine.umpire.umpired_game import UmpiredGame
from studio.web.game_web_server import GameWebServer
from tools.evening import SEATS, evening
from tools.stage import Stage, pictured

BROWSERS = "chromium", "chromium-browser", "google-chrome-stable", "google-chrome"
WRITING_TURN = 4
WRITTEN = 6  # of a memo, when the picture is taken
DRAWN = 2_500  # milliseconds until the map and the arrows are there
DESK: dict[str, Any] = {"viewport": {"width": 1120, "height": 680}, "locale": "en-GB"}
PHONE: dict[str, Any] = {
    "viewport": {"width": 360, "height": 720},
    "device_scale_factor": 2,
    "has_touch": True,
    "is_mobile": True,
    "locale": "zh-CN",
    "color_scheme": "dark",
}


@pictured
def hosting_desk(stage: Stage) -> QImage:
    """A seat's page: what is seen, what was seen, orders as arrows."""
    return _page(DESK)


@pictured
def hosting_phone(stage: Stage) -> QImage:
    """The same game on a phone, in Chinese, in the dark."""
    return _page(PHONE)


def _page(screen: dict[str, Any]) -> QImage:
    """The page of Red's seat on a screen while a memo is written."""
    from playwright.sync_api import sync_playwright

    program = next(filter(None, map(shutil.which, BROWSERS)))
    with _hosted() as url, sync_playwright() as playwright:
        sandbox = ["--no-sandbox"] if os.geteuid() == 0 else []
        browser = playwright.chromium.launch(executable_path=program, args=sandbox)
        page = browser.new_context(**screen).new_page()
        page.goto(url)
        page.wait_for_selector("#desk:not([hidden])")
        page.wait_for_timeout(DRAWN)
        picture = QImage.fromData(page.screenshot())
        browser.close()
    return picture


@contextmanager
def _hosted() -> Iterator[str]:
    """The link of Red's seat in a game in which he is writing."""
    with tempfile.TemporaryDirectory() as folder:
        room = evening(Path(folder), _red_is_writing, WRITING_TURN)
        host = GameWebServer(room, port=0)
        host.start()
        try:
            yield next(link.url for link in host.links() if link.seat == SEATS[0].id)
        finally:
            host.stop()
            room.close()


def _red_is_writing(room: UmpiredGame) -> bool:
    """Whether a part of Red's memo is written."""
    return (
        room.waits_for == SEATS[0].side
        and len(room.game_after_orders(SEATS[0].command).tried) >= WRITTEN
    )
