"""The tab of a scenario as a stage: a game may be played on what it shows, whatever that is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.problems import Problem
from studio.documents.scenario_document import ScenarioDocument
from studio.framework.document_tab import DocumentTab

if TYPE_CHECKING:
    from engine.quick_fixes.fix_targets import ScenarioFix
    from studio.documents.file_fixes import FileFix


class ScenarioTabBase(DocumentTab):
    """A tab whose canvas a guest may have for a while, as a game that is played on it has."""

    document: ScenarioDocument
    sought: (
        Any  # Signal(object): the ProblemPlace of a part of the scenario that a panel is to show
    )
    canvas: Any  # of a map of hexes or of a table
    guest: Any = None  # who has the canvas now

    def occupy(self, guest: Any) -> None:
        """Give the canvas to a guest; a previous one has to go."""
        raise NotImplementedError

    def refresh_status(self) -> None:
        """Refresh the texts of the pointer's place after a change."""
        self.pointed.emit()

    def show_heat_map(self, heat: Any, key: Any = None) -> None:
        """Lay a heat map with its legend over what is shown; None removes it."""

    def fixes(self, problem: Problem) -> tuple[ScenarioFix | FileFix, ...]:
        """The fixes for a problem."""
        from engine.quick_fixes.scenario_fixes import scenario_fixes

        return scenario_fixes(
            self.document.scenario, problem
        ) or self.document.fixes_for_unread_part(problem)

    def fix(self, fix: ScenarioFix | FileFix) -> None:
        """Fix a problem, as one step."""
        from studio.documents.file_fixes import FileFix

        name = fix.name(self.localize.language)
        if isinstance(fix, FileFix):
            self.document.apply_file_fix(fix, name)
        else:
            self.document.apply(fix.scenario, name)

    def release(self) -> None:
        """Show the scenario exactly as it was before a guest came."""
        raise NotImplementedError
