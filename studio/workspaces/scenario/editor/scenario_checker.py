"""The background check of the scenario as it is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

from engine.checks.scenario_checks import lint_scenario
from engine.files.scenario_reader import ScenarioFile, read_scenario
from engine.files.source_text import ParsedSource
from engine.map.map import Map
from engine.problems import Problem, Severity
from engine.quick_fixes.fix_targets import problem_path_steps
from engine.tabletop.tabletop_map import TabletopMap
from studio.documents.scenario_document import ScenarioDocument
from studio.framework.background_checks import BackgroundChecker, Look

PAUSE_MS = 250  # without a change, before the scenario is looked at


def find_scenario_problems(
    writing: Callable[[], ParsedSource],
    map_: Map | TabletopMap,
    decks: Mapping[Path, ParsedSource] | None = None,
) -> list[Problem]:
    """Every error and doubt about a scenario as its file would say it, errors first."""
    found, problems = read_scenario(writing(), map_, decks)
    if found is not None:
        problems = [with_entry_id(each, found) for each in [*problems, *lint_scenario(found)]]
    return sorted(problems, key=lambda problem: problem.severity is not Severity.ERROR)


def with_entry_id(problem: Problem, file: ScenarioFile) -> Problem:
    """A problem that names the entry it is about: what was left out shifts the others' numbers.

    Its `entry` is the id of a unit or an objective, or the number of a condition among those that
    could be read; None for what is not part of the scenario.
    """
    match problem_path_steps(problem):
        case ["forces", str(side), int(number), *_]:
            entry = _id_at(problem, file, ["forces", side, number])
        case ["objectives" | "features" as part, int(number), *_]:
            entry = _id_at(problem, file, [str(part), number])
        case ["victory", int(number), *_]:
            places = [list(each) for each in file.victory]
            here: list[str | int] = ["victory", number]
            entry = places.index(here) if here in places else None
        case _:
            return problem
    return replace(problem, values={**problem.values, "entry": entry})


def _id_at(problem: Problem, file: ScenarioFile, path: list[str | int]) -> object:
    """The id of an entry as written; None for the second of two with one id."""
    entry = file.source.root.at(path).plain()
    is_twin = problem.code == "id-twice" or not isinstance(entry, dict)
    return None if is_twin else entry.get("id")


class ScenarioChecker(BackgroundChecker):
    """Looks at the scenario as its file would say it."""

    def __init__(self, document: ScenarioDocument) -> None:
        self._document = document
        super().__init__(document, PAUSE_MS)

    def _look(self) -> Look:
        document = self._document
        writing, map_, decks = document.writing(), document.scenario.ground, document.unsaved_decks
        return lambda: find_scenario_problems(writing, map_, decks)
