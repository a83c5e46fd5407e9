"""What `sandtable check` finds, looked for in the background while the map is painted."""

from __future__ import annotations

from concurrent.futures import Future, ThreadPoolExecutor
from copy import deepcopy
from functools import cache

from PySide6.QtCore import QObject, QTimer, Signal

from engine.files import Node, Source
from engine.lint import lint
from engine.map import Map
from engine.problems import Mark, Problem
from studio.document.document import Document

PAUSE_MS = 40  # without a change, before the map is looked at
ASK_MS = 10  # how often the answer is asked for


def problems_of(map_: Map, file: str) -> list[Problem]:
    """Every doubt about a map that may have no file yet: places in its text are not told."""
    return lint(map_, Source(file, "", Node({}, 0, Mark(1, 1), "block")))


@cache
def _checkers() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(1, "checks")


class Checking(QObject):
    """Looks at a copy of the document after every stroke, never in the way of the hand.

    The answer is fetched from here, not sent from the other thread: nobody knows what that finds
    when the document has been closed meanwhile.
    """

    found = Signal(object)
    """Emitted with a list of problems when the map has been looked at."""

    def __init__(self, document: Document) -> None:
        super().__init__(document)
        self.problems: list[Problem] = []
        self._document = document
        self._look: Future[list[Problem]] | None = None
        self._pause = QTimer(self, singleShot=True, interval=PAUSE_MS)
        self._pause.timeout.connect(self._begin)
        self._ask = QTimer(self, interval=ASK_MS)
        self._ask.timeout.connect(self._take)
        document.changed.connect(self._wait)
        self._wait()

    @property
    def is_waiting(self) -> bool:
        """Whether the map has changed since the problems were found."""
        return self._pause.isActive() or self._look is not None

    def look_again(self) -> None:
        """Find the problems anew, to be told in another language."""
        self._wait()

    def _wait(self) -> None:
        self._pause.start()

    def _begin(self) -> None:
        if self._look is None:
            map_, file = deepcopy(self._document.map), str(self._document.path or "")
            self._look = _checkers().submit(problems_of, map_, file)
            self._ask.start()
        else:
            self._pause.start()  # the last look is still under way

    def _take(self) -> None:
        if self._look is None or not self._look.done():
            return
        look, self._look = self._look, None
        self._ask.stop()
        self.problems = look.result()
        self.found.emit(self.problems)
