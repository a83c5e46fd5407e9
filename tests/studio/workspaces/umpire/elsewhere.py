"""Browsers beside a window: they are driven in a thread of their own, and the window lives on."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from typing import Any, TypeVar

from playwright.sync_api import Browser
from pytestqt.qtbot import QtBot

from engine.hexes.grid import Grid
from tests.studio.web.browsing import Screen, browser

T = TypeVar("T")
LONGEST = 90_000  # milliseconds; what a page is asked gives up sooner by itself

Option = dict[str, Any]


class Elsewhere:
    """What is done here is done in one other thread; Qt's events are dealt with meanwhile."""

    def __init__(self, qtbot: QtBot, thread: ThreadPoolExecutor) -> None:
        self._qtbot, self._thread = qtbot, thread

    def do(self, deed: Callable[..., T], *args: Any, **options: Any) -> T:
        """Have something done, and wait for it without keeping the window waiting."""
        doing = self._thread.submit(deed, *args, **options)
        self._qtbot.waitUntil(doing.done, timeout=LONGEST)
        return doing.result()


@contextmanager
def elsewhere(qtbot: QtBot) -> Iterator[tuple[Elsewhere, Browser]]:
    """The other thread, with a browser in it."""
    with ThreadPoolExecutor(1, "browser") as thread:
        there, open_ = Elsewhere(qtbot, thread), ExitStack()
        try:
            yield there, there.do(open_.enter_context, browser())
        finally:
            there.do(open_.close)


def draft(screen: Screen, grid: Grid, options: list[Option], wanted: Option, language: str) -> None:
    """Choose an option as a finger does: on the map where it has a hex, else in the list."""
    if not wanted["hex"]:
        _press_in_list(screen, wanted)
        return
    there = [option for option in options if option["hex"] == wanted["hex"]]
    if any(option["unit"] != wanted["unit"] for option in there):
        screen.press("#tab-units")
        screen.press(f'[data-key="u-{wanted["unit"]}"]')
        there = [option for option in there if option["unit"] == wanted["unit"]]
    screen.tap(grid, wanted["hex"])
    if len(there) > 1:
        words = wanted["words"][language]
        screen.press(f"#chooser span:text-is({json.dumps(words, ensure_ascii=False)})")


def _press_in_list(screen: Screen, wanted: Option) -> None:
    """Press an option's button; lists of units with many options are opened first."""
    screen.press("#tab-orders")
    button = f'[data-key="o-{wanted["id"]}"]'
    group = f'details:not([open]) > summary[data-key="g-{wanted["unit"]}"]'
    found = screen.page.locator(f"{button}, {group}").first
    if str(found.get_attribute("data-key")).startswith("g-"):
        found.click()
    screen.press(button)
