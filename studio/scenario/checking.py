"""What `sandtable check` would find in the scenario as it is, looked for behind the work."""

from __future__ import annotations

from collections.abc import Callable

from engine.checks.scenario import lint_scenario
from engine.files.scenarios import read_scenario
from engine.files.source_text import Source
from engine.map.map import Map
from engine.problems import Problem, Severity
from studio.document.scenario_document import ScenarioDocument
from studio.parts.checking import Checking, Look

PAUSE_MS = 250  # without a change, before the scenario is looked at


def problems_of(writing: Callable[[], Source], map_: Map) -> list[Problem]:
    """Every error and doubt about a scenario as its file would say it, errors first."""
    found, problems = read_scenario(writing(), map_)
    if found is not None:
        problems = problems + lint_scenario(found)
    return sorted(problems, key=lambda problem: problem.severity is not Severity.ERROR)


class ScenarioChecking(Checking):
    """Looks at the scenario as its file would say it."""

    def __init__(self, document: ScenarioDocument) -> None:
        self._document = document
        super().__init__(document, PAUSE_MS)

    def _look(self) -> Look:
        writing, map_ = self._document.writing(), self._document.scenario.map
        return lambda: problems_of(writing, map_)
