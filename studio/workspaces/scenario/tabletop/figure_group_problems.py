"""The problems of a scenario on a table, and what is done about them."""

from __future__ import annotations

from itertools import islice

from PySide6.QtCore import Signal

from engine.editing.figure_group_edits import figure_groups_by_id
from engine.problems import Problem
from engine.quick_fixes.fix_targets import ScenarioFix
from engine.scenario.scenario import Scenario
from studio.documents.file_fixes import FileFix
from studio.documents.scenario_document import ScenarioDocument
from studio.widgets.localization import Localizer
from studio.workspaces.scenario.editor.problem_places import problem_place
from studio.workspaces.scenario.editor.scenario_checker import ScenarioChecker
from studio.workspaces.scenario.editor.scenario_tab_base import ScenarioTabBase


class CheckedGroupsTab(ScenarioTabBase):
    """A scenario on a table that is checked while it is edited."""

    sought = Signal(object)  # ProblemPlace: the part of the scenario a panel is to show
    waiving = Signal(object)  # Problem: a warning is to be kept, and is asked about

    def __init__(self, document: ScenarioDocument, localize: Localizer) -> None:
        super().__init__(document, localize)
        self.checking = ScenarioChecker(document)
        self.checking.found.connect(self.checked)

    def show_group(self, id_: str) -> None:
        """Select a body and bring it into sight."""
        raise NotImplementedError

    @property
    def problems(self) -> list[Problem]:
        """Return the problems that `check` finds in the scenario as it is."""
        return self.checking.problems

    def show_problem(self, problem: Problem) -> None:
        """Show the body a problem is about, else the panel concerned."""
        body = find_group(problem, self.document.scenario)
        if body is not None:
            self.show_group(body)
        self.sought.emit(problem_place(problem, self.document.scenario))

    def waive(self, problem: Problem) -> None:
        """Waive a warning, for a reason that is asked for."""
        self.waiving.emit(problem)

    def fix_all(self, problems: list[Problem], like: ScenarioFix | FileFix, name: str) -> None:
        """Fix problems all in the same way, as one step, the last one first."""
        self.document.history.beginMacro(name)
        for problem in reversed(problems):
            alike = (fix for fix in self.fixes(problem) if fix.id == like.id)
            for fix in islice(alike, 1):
                self.fix(fix)
        self.document.history.endMacro()


def find_group(problem: Problem, scenario: Scenario) -> str | None:
    """The body a problem is about, by its place in the file's list or its id."""
    known = figure_groups_by_id(scenario)
    said = next((each for each in problem.at if each in known), None)
    if said is not None:
        return said
    place = problem_place(problem, scenario)
    listed = list(known)
    is_one = place.part == "bodies" and 0 <= place.number < len(listed)
    return listed[place.number] if is_one else None
