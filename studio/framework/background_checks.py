"""The findings of `sandtable check`, sought in the background while a work is edited."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from copy import deepcopy
from functools import cache

from PySide6.QtCore import QObject, QTimer, Signal

from engine.checks.map_checks import check_map
from engine.files.source_text import ParsedSource, SourceNode
from engine.map.map import Map
from engine.problems import Problem, TextPosition
from studio.documents.document import Document
from studio.documents.map_document import MapDocument

Look = Callable[[], list[Problem]]
PAUSE_MS = 40  # without a change, before a map is looked at
ASK_MS = 10  # how often the answer is asked for


@cache
def _checkers() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(1, "checks")


class BackgroundChecker(QObject):
    """Checks a work after every pause in editing, without blocking the window.

    The result is polled in this thread, not sent from the other, which could not know whether the
    work has been closed meanwhile.
    """

    found = Signal()
    """Emitted when `problems` are those of the work as it is."""

    def __init__(self, work: Document, pause: int) -> None:
        """`pause` is how long the work must rest before it is checked, in milliseconds."""
        super().__init__(work)
        self.problems: list[Problem] = []
        self._looking: Future[list[Problem]] | None = None
        self._pause = QTimer(self, singleShot=True, interval=pause)
        self._pause.timeout.connect(self._begin)
        self._ask = QTimer(self, interval=ASK_MS)
        self._ask.timeout.connect(self._take)
        work.changed.connect(self.schedule_check)
        self.schedule_check()

    def _look(self) -> Look:
        """The function that finds the problems of the work as it is now, in any thread."""
        raise NotImplementedError

    def _more(self) -> list[Problem]:
        """Problems that only this thread can find."""
        return []

    @property
    def is_waiting(self) -> bool:
        """Return True if the work has changed since the problems were found."""
        return self._pause.isActive() or self._looking is not None

    def schedule_check(self) -> None:
        """Check again, after a change of the work or of the language."""
        self._pause.start()

    def _begin(self) -> None:
        if self._looking is None:
            self._looking = _checkers().submit(self._look())
            self._ask.start()
        else:
            self._pause.start()  # the last look is still under way

    def _take(self) -> None:
        if self._looking is None or not self._looking.done():
            return
        looked, self._looking = self._looking, None
        self._ask.stop()
        self.problems = [*looked.result(), *self._more()]
        self.found.emit()


# --- maps -----------------------------------------------------------------------------------------


def find_map_problems(map_: Map, file: str) -> list[Problem]:
    """All problems of a map that may have no file yet, hence without places in a text."""
    return check_map(map_, ParsedSource(file, "", SourceNode({}, 0, TextPosition(1, 1), "block")))


class MapChecker(BackgroundChecker):
    """Checks a copy of the map after every stroke."""

    def __init__(self, document: MapDocument) -> None:
        self._document = document
        super().__init__(document, PAUSE_MS)

    def _look(self) -> Look:
        map_, file = deepcopy(self._document.map), str(self._document.path or "")
        return lambda: find_map_problems(map_, file)
