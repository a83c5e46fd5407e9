"""The problems panel and the work in front: where a problem leads, and what is done about it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.problems import Problem
from studio.widgets.localization import Localizer
from studio.widgets.problems_panel import ProblemsPanel
from studio.workspaces.document_tabs import DocumentTabs
from studio.workspaces.map.edit_requests import MapEditRequests

if TYPE_CHECKING:
    from engine.quick_fixes.map_fixes import QuickFix


class ProblemController:
    """Passes on what the panel is asked for to the work the problem is in."""

    def __init__(
        self,
        panel: ProblemsPanel,
        tabs: DocumentTabs,
        requests: MapEditRequests,
        localize: Localizer,
    ) -> None:
        self._panel, self._tabs, self._requests, self._localize = panel, tabs, requests, localize
        panel.visited.connect(self._visit)
        panel.waived.connect(self._waive)
        panel.offers, panel.consents = self._fixes, self._consents
        panel.fixed.connect(self._fix)
        panel.fixed_all.connect(self._fix_all)

    def show(self) -> None:
        """List what is doubtful about the work in front."""
        front = self._tabs.active_tab
        self._panel.show_problems(front.problems if front else [])

    def _visit(self, problem: Problem) -> None:
        front = self._tabs.active_tab
        if front is not None:
            front.show_problem(problem)
            if front.is_fixed_from_list:
                self._panel.focus_list()

    def _waive(self, problem: Problem) -> None:
        if self._tabs.active_tab is not None:
            self._tabs.active_tab.waive(problem)

    def _fixes(self, problem: Problem) -> Sequence[QuickFix]:
        return self._tabs.active_tab.fixes(problem) if self._tabs.active_tab is not None else ()

    def _consents(self, fix: QuickFix, count: int) -> bool:
        """Ask before work is destroyed."""
        return self._requests.may_destroy(fix.name(self._localize.language), count)

    def _fix(self, fix: QuickFix) -> None:
        if self._tabs.active_tab is not None:
            self._tabs.active_tab.fix(fix)

    def _fix_all(self, problems: list[Problem], fix: QuickFix) -> None:
        if self._tabs.active_tab is not None:
            self._tabs.active_tab.fix_all(
                problems, fix, self._localize("fix-all", count=len(problems))
            )
