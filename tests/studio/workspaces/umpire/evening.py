"""A whole evening: a game umpired in a window, played on two pages, and the host killed twice.

`python -m tests.studio.workspaces.umpire.evening [TURNS] [FOLDER]` plays it and leaves pictures
there.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import Browser, expect

from tests.studio.web.browsing import DESKTOP, PHONE, Screen, browser
from tests.studio.workspaces.umpire.studio_apart import StudioApart

SEATS = {"blue": ("blue-1", DESKTOP), "red": ("red-1", {**PHONE, "locale": "zh-CN"})}
PATIENCE = 30.0  # seconds until a page must be asked, or the game over
UNREACHED = "ERR_CONNECTION_REFUSED"  # what a browser says while nobody hosts
ORDERS = 2  # moves of a memo


class Evening:
    """The umpire's window in a process of its own and a page for each side."""

    def __init__(self, folder: Path, chromium: Browser, turns: int, seed: int) -> None:
        self.folder, self.turns = folder, turns
        self.random = random.Random(seed)
        self.studio = StudioApart(folder / "evening.room", 0, turns)
        self.kills = 0
        self.screens = {
            side: Screen(chromium, self.studio.links[seat], **options).sit()
            for side, (seat, options) in SEATS.items()
        }

    def play(self) -> None:
        """Memo after memo until the game is over; the host dies twice, in mid-turn."""
        for number in range(4 * self.turns + 4):
            self.studio.do("room-run")
            side = self._asked()
            if side is None:
                return
            self.write(self.screens[side])
            if number in (0, 2):
                self.kill()
            self.screens[side].hand_in()
            expect(self.screens[side].page.locator("#whose.mine")).to_have_count(0)
        raise AssertionError("the game does not end")

    def _asked(self) -> str | None:
        """Whose page is asked now; None when the game is over."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            for side, screen in self.screens.items():
                if screen.is_asked:
                    return side
            standing = self.studio.told()
            if standing["is_over"]:
                return None
            if standing["waits"] == "umpire":  # he decides as the rules propose
                self.studio.do("room-proceed")
                self.studio.do("room-run")
            self.screens["blue"].page.wait_for_timeout(50)
        raise AssertionError(f"nobody is asked: {self.studio.told()}")

    def write(self, screen: Screen) -> None:
        """Some moves, by pressing what the page offers."""
        for _ in range(ORDERS):
            begins = screen.page.locator("#orders .option.order")
            groups = screen.page.locator("#orders details:not([open]):not(.handed-in) > summary")
            if not begins.count() and groups.count():
                screen.press("#orders details:not([open]):not(.handed-in) > summary")
            if not begins.count():
                return
            self._press_one(screen, ".option.order")
            for _ in range(2):
                if screen.count("#orders .option.step"):
                    self._press_one(screen, ".option.step")
            if screen.count("#orders .option.pass"):
                self._press_one(screen, ".option.pass")

    def _press_one(self, screen: Screen, kind: str) -> None:
        """Press one of the options of a kind, and wait until the page has the answer."""
        before = screen.count(".draft ol li")
        offered = screen.page.locator(f"#orders {kind}")
        place = self.random.randrange(offered.count())
        button = offered.nth(place)
        button.tap() if screen.has_touch else button.click()
        expect(screen.page.locator(".draft ol li:not(.sending)")).not_to_have_count(before)

    def kill(self) -> None:
        """The host dies without a word and is taken up again; pages come back by themselves."""
        drafts = {side: screen.count(".draft ol li") for side, screen in self.screens.items()}
        port, before = self.studio.port, self.studio.told()["answers"]
        self.studio.kill()
        self.kills += 1
        self.studio = StudioApart(self.folder / "evening.room", port, self.turns)
        assert self.studio.told()["answers"] == before, "no answer is lost"
        for side, screen in self.screens.items():
            expect(screen.page.locator("#link.connected")).to_be_visible()
            expect(screen.page.locator(".draft ol li:not(.sending)")).to_have_count(drafts[side])

    def debrief(self) -> None:
        """The truth is laid beside what was believed; players read the end on their pages."""
        for side, screen in self.screens.items():
            expect(screen.page.locator("#banner")).to_be_visible()
            screen.press("#tab-happened")
            screen.page.screenshot(path=self.folder / f"{side}.png")
        self.studio.do("room-debrief")
        assert self.studio.told()["is_debriefing"]
        self.studio.do(f"grab {self.folder / 'debrief.png'}")
        self.studio.told()  # the picture is taken by then

    def end(self) -> Iterator[str]:
        """Close everything; what the pages complained of."""
        for screen in self.screens.values():
            yield from (one for one in screen.complaints if UNREACHED not in one)
            screen.context.close()
        self.studio.kill()


def play(folder: Path, turns: int, seed: int = 1) -> Evening:
    """An evening from the first memo to the debrief; the pages must have nothing to complain of."""
    with browser() as chromium:
        evening = Evening(folder, chromium, turns, seed)
        complaints: list[str] = []
        try:
            evening.play()
            evening.debrief()
        finally:
            complaints = list(evening.end())
        assert complaints == [], complaints
        return evening


if __name__ == "__main__":
    place = Path(sys.argv[2] if sys.argv[2:] else "out/evening")
    place.mkdir(parents=True, exist_ok=True)
    (place / "evening.room").unlink(missing_ok=True)
    done = play(place, int(sys.argv[1]) if sys.argv[1:] else 6)
    sys.stdout.write(f"The game was played to its end; the host was killed {done.kills} times.\n")
