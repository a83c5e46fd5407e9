"""The tab of a scenario on a table, and where its bodies are listed among the panels."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint
from PySide6.QtGui import QAction

from studio.documents.scenario_document import ScenarioDocument
from studio.framework.background_jobs import BackgroundJobs
from studio.framework.panel_layouts import PanelPlace
from studio.framework.prompts import Prompts
from studio.framework.workbench import Side
from studio.widgets.localization import Localizer
from studio.workspaces.map.tabletop.tabletop_editor_provider import open_context_menu
from studio.workspaces.map.tabletop.tabletop_toolbox import TabletopToolbox
from studio.workspaces.scenario.editor.scenario_tab_base import ScenarioTabBase
from studio.workspaces.scenario.scenario_docks import DockSpec, ScenarioDockPanel

if TYPE_CHECKING:
    from studio.workspaces.scenario.tabletop.figure_groups_tab import FigureGroupsTab

# What the menu over the table offers, by the ids of actions; a line between groups.
OFFERED = (
    ("cut", "copy", "paste", "table-duplicate", "clear"),
    ("turn", "mirror"),
    ("select-all", "select-none", "select-invert"),
)


def _bodies(localize: Localizer, prompts: Prompts, jobs: BackgroundJobs) -> ScenarioDockPanel:
    from studio.workspaces.scenario.tabletop.figure_groups_panel import FigureGroupsPanel

    return FigureGroupsPanel(localize, prompts)


PLACE = PanelPlace("bodies", Side.LEFT, is_open=True, stretch=1)
BODIES = DockSpec("bodies", _bodies, PLACE, ("table",), "forces")


def figure_groups_tab_factory(
    toolbox: TabletopToolbox, localize: Localizer, action: Callable[[str], QAction]
) -> Callable[[ScenarioDocument], ScenarioTabBase]:
    """A function that makes the tab of a scenario on a table; `action` finds actions by id."""

    def tab_of(document: ScenarioDocument) -> FigureGroupsTab:
        from studio.workspaces.scenario.tabletop.figure_groups_tab import (
            FigureGroupsTab,  # loaded only when one is opened
        )

        tab = FigureGroupsTab(document, toolbox, localize)

        def open_here(at: QPoint) -> None:
            open_context_menu(tab, at, action, OFFERED)

        tab.menu_wanted.connect(open_here)
        return tab

    return tab_of
