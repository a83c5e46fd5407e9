"""What `sandtable check` would find in the scenario as it is, looked for behind the work."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from functools import cache

from PySide6.QtCore import QObject, QTimer, Signal

from engine.files import Source
from engine.map import Map
from engine.problems import Problem, Severity
from engine.scenariofile import read_scenario
from engine.scenariolint import lint_scenario
from studio.document.scenario_document import ScenarioDocument

PAUSE_MS = 250  # without a change, before the scenario is looked at
ASK_MS = 20  # how often the answer is asked for


def problems_of(writing: Callable[[], Source], map_: Map) -> list[Problem]:
    """Every error and doubt about a scenario as its file would say it, errors first."""
    found, problems = read_scenario(writing(), map_)
    if found is not None:
        problems = problems + lint_scenario(found)
    return sorted(problems, key=lambda problem: problem.severity is not Severity.ERROR)


@cache
def _checkers() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(1, "scenario-checks")


class ScenarioChecking(QObject):
    """Looks at the scenario after every pause in the writing; nothing waits for it.

    The answer is fetched from here, not sent from the other thread: nobody knows what that finds
    when the document has been closed meanwhile.
    """

    found = Signal()
    """Emitted when `problems` are those of the scenario as it is."""

    def __init__(self, document: ScenarioDocument) -> None:
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
        """Whether the scenario has changed since the problems were found."""
        return self._pause.isActive() or self._look is not None

    def look_again(self) -> None:
        """Find the problems anew, to be told in another language."""
        self._wait()

    def _wait(self) -> None:
        self._pause.start()

    def _begin(self) -> None:
        if self._look is None:
            document = self._document
            writing, map_ = document.writing(), document.scenario.map
            self._look = _checkers().submit(problems_of, writing, map_)
            self._ask.start()
        else:
            self._pause.start()  # the last look is still under way

    def _take(self) -> None:
        if self._look is None or not self._look.done():
            return
        look, self._look = self._look, None
        self._ask.stop()
        self.problems = look.result()
        self.found.emit()
