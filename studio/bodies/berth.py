"""The tab of a scenario on a table, and where its bodies are listed among the panels."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint
from PySide6.QtGui import QAction

from studio.document.scenario_document import ScenarioDocument
from studio.parts.asking import Prompts
from studio.parts.jobs import BackgroundJobs
from studio.parts.speech import Localizer
from studio.scenario.docks import LEFT, DockSpec, ScenarioDockPanel
from studio.scenario.staged import ScenarioTabBase
from studio.tabletop.place import open_context_menu
from studio.tabletop.table_toolbox import TabletopToolbox

if TYPE_CHECKING:
    from studio.bodies.bodies_tab import FigureGroupsTab

# What the menu over the table offers, by the ids of actions; a line between groups.
OFFERED = (
    ("cut", "copy", "paste", "table-duplicate", "clear"),
    ("turn", "mirror"),
    ("select-all", "select-none", "select-invert"),
)


def _bodies(say: Localizer, asking: Prompts, jobs: BackgroundJobs) -> ScenarioDockPanel:
    from studio.bodies.bodies_panel import FigureGroupsPanel

    return FigureGroupsPanel(say, asking)


BODIES = DockSpec("bodies", _bodies, LEFT, "forces", ("table",))


def figure_groups_tab_factory(
    toolbox: TabletopToolbox, say: Localizer, action: Callable[[str], QAction]
) -> Callable[[ScenarioDocument], ScenarioTabBase]:
    """A function that makes the tab of a scenario on a table; `action` finds actions by id."""

    def tab_of(document: ScenarioDocument) -> FigureGroupsTab:
        from studio.bodies.bodies_tab import FigureGroupsTab  # loaded only when one is opened

        tab = FigureGroupsTab(document, toolbox, say)

        def open_here(at: QPoint) -> None:
            open_context_menu(tab, at, action, OFFERED)

        tab.menu_wanted.connect(open_here)
        return tab

    return tab_of
