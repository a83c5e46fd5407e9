"""The tab of a scenario on a table, and where its bodies are listed among the panels."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint
from PySide6.QtGui import QAction

from studio.document.scenario_document import ScenarioDocument
from studio.parts.asking import Asking
from studio.parts.jobs import Jobs
from studio.parts.speech import Speech
from studio.scenario.docks import LEFT, Berth, ScenarioPanel
from studio.scenario.staged import StagedTab
from studio.tabletop.place import open_menu
from studio.tabletop.table_toolbox import TableToolbox

if TYPE_CHECKING:
    from studio.bodies.bodies_tab import BodiesTab

# What the menu over the table offers, by the ids of actions; a line between groups.
OFFERED = (
    ("cut", "copy", "paste", "table-duplicate", "clear"),
    ("turn", "mirror"),
    ("select-all", "select-none", "select-invert"),
)


def _bodies(say: Speech, asking: Asking, jobs: Jobs) -> ScenarioPanel:
    from studio.bodies.bodies_panel import BodiesPanel

    return BodiesPanel(say, asking)


BODIES = Berth("bodies", _bodies, LEFT, "forces", ("table",))


def tab_on_table(
    toolbox: TableToolbox, say: Speech, action: Callable[[str], QAction]
) -> Callable[[ScenarioDocument], StagedTab]:
    """A function that makes the tab of a scenario on a table; `action` finds actions by id."""

    def tab_of(document: ScenarioDocument) -> BodiesTab:
        from studio.bodies.bodies_tab import BodiesTab  # loaded only when one is opened

        tab = BodiesTab(document, toolbox, say)

        def open_here(at: QPoint) -> None:
            open_menu(tab, at, action, OFFERED)

        tab.menu_wanted.connect(open_here)
        return tab

    return tab_of
