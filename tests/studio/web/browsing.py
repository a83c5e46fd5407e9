"""A real browser for the page: Debian's chromium, without a window."""

from __future__ import annotations

import json
import os
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from engine.hexes.grid import Grid

NAMES = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")
LACKING = (
    "no chromium here: these tests drive the page in a real browser "
    "(Debian: apt-get install --no-install-recommends chromium)"
)
PATIENCE = 20.0  # seconds; nothing here takes so long unless it is broken
DESKTOP: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}
PHONE: dict[str, Any] = {
    "viewport": {"width": 360, "height": 720},
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 2,
}


@contextmanager
def browser() -> Iterator[Browser]:
    """The browser; where there is none the tests are left out, but not where all must pass."""
    program = next(filter(None, map(shutil.which, NAMES)), None)
    if program is None:
        if os.environ.get("CI"):
            pytest.fail(LACKING)
        pytest.skip(LACKING)
    expect.set_options(timeout=PATIENCE * 1000)
    is_root = hasattr(os, "geteuid") and os.geteuid() == 0
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(
            executable_path=program, args=["--no-sandbox"] if is_root else []
        )
        yield found
        found.close()


BROKEN = ("WebSocket connection", "ERR_CONNECTION_REFUSED")  # pictures are asked for again


class Screen:
    """A player before a screen; `complaints` is all the browser found wrong."""

    def __init__(self, browser: Browser, url: str, **options: Any) -> None:
        self.complaints: list[str] = []
        self.number = -1  # of the desk it shows
        options.setdefault("locale", "en-GB")
        self.context: BrowserContext = browser.new_context(**options)
        self.has_touch = bool(options.get("has_touch"))
        self.page: Page = self.context.new_page()
        self.page.set_default_timeout(PATIENCE * 1000)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("console", self._hear)
        self.page.on("websocket", self._listen)
        self.page.goto(url)

    def _listen(self, socket: Any) -> None:
        socket.on("framereceived", self._note_number)

    def _note_number(self, frame: Any) -> None:
        message = json.loads(frame)
        if message["kind"] in ("desk", "change"):
            self.number = message["number"]

    def _hear(self, message: Any) -> None:
        # A connection that breaks is told by the browser, and meant to be seen in some tests.
        is_broken = any(words in message.text for words in BROKEN)
        if message.type in ("error", "warning") and not is_broken:
            self.complaints.append(message.text)

    def sit(self) -> Screen:
        """Wait until the seat's desk is shown."""
        self.page.wait_for_selector("#desk:not([hidden])")
        expect(self.page.locator("#when")).not_to_be_empty()
        return self

    def catch_up(self, number: int) -> None:
        """Wait until the page shows its desk of this number, or a later one."""
        end = time.monotonic() + PATIENCE
        while self.number < number:
            assert time.monotonic() < end, f"desk {number} does not come: {self.number}"
            self.page.wait_for_timeout(10)

    # --- what is shown ----------------------------------------------------------------------------

    @property
    def is_asked(self) -> bool:
        return bool(self.page.locator("#whose.mine").count())

    def words(self, place: str) -> str:
        return self.page.locator(place).inner_text()

    def count(self, place: str) -> int:
        return self.page.locator(place).count()

    # --- what is done -----------------------------------------------------------------------------

    def press(self, place: str) -> None:
        """Click, or tap where the screen is touched."""
        found = self.page.locator(place).first
        if self.has_touch:
            found.tap()
        else:
            found.click()

    def tap(self, grid: Grid, name: str) -> None:
        """Tap a hex, on the whole map."""
        self.press("#zoom-all")
        column, row = map(int, name[1:].split(","))
        place = self.where(grid, grid.centre(grid.hex(column, row)))
        if self.has_touch:
            self.page.touchscreen.tap(*place)
        else:
            self.page.mouse.click(*place)

    def where(self, grid: Grid, at: tuple[float, float]) -> tuple[float, float]:
        """Where a place of the whole map is on the screen, beside the buttons or below them."""
        box = self.page.locator("#map").bounding_box()
        bar = self.page.locator(".zoom").bounding_box()
        assert box is not None
        assert bar is not None
        if bar["width"] > bar["height"]:
            foot = bar["y"] + bar["height"]
            box |= {"y": foot, "height": box["y"] + box["height"] - foot}
        else:
            box["width"] = bar["x"] - box["x"]
        wide, high = grid.size()
        scale = min(box["width"] / wide, box["height"] / high)
        left, top = (box["width"] - wide * scale) / 2, (box["height"] - high * scale) / 2
        return box["x"] + left + at[0] * scale, box["y"] + top + at[1] * scale

    def hand_in(self) -> None:
        """Press the button twice: the page asks whether it is meant."""
        self.press("[data-key=deliver]")
        self.press(".sure [data-key=deliver]")
