"""Tables in the window: their tabs, their panels, and the menu of what is pointed at."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu

from studio.document.table_document import TableDocument
from studio.parts.asking import Asking
from studio.parts.speech import Speech
from studio.parts.tab import WorkTab
from studio.parts.workplace import Workplace
from studio.tabletop.table_docks import TableDocks
from studio.tabletop.table_toolbox import TableToolbox

# What the menu offers, by the ids of actions; a line between groups.
OFFERED = (
    ("cut", "copy", "paste", "table-duplicate", "clear"),
    ("turn", "mirror", "table-raise", "table-lower", "table-contour"),
    ("select-all", "select-none"),
)


def table_place(
    docks: TableDocks,
    toolbox: TableToolbox,
    say: Speech,
    asking: Asking,
    action: Callable[[str], QAction],
) -> Workplace:
    """What the window needs to know of tables; `action` gives what can be done by its id."""

    def tab_of(document: TableDocument) -> WorkTab:
        from studio.tabletop.table_tab import TableTab  # only who opens a table waits for it

        tab = TableTab(document, toolbox, say, asking)
        tab.menu_wanted.connect(lambda at: open_menu(tab, at, action, OFFERED))
        tab.name_wanted.connect(lambda _: docks.name_thing())
        return tab

    return Workplace(TableDocument, tab_of, (docks,))


def open_menu(
    tab: WorkTab,
    at: QPoint,
    action: Callable[[str], QAction],
    offered: tuple[tuple[str, ...], ...],
) -> None:
    """Open a menu over a tab; `offered` has the ids of its actions, group by group."""
    menu = QMenu(tab)
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    for group in offered:
        for name in group:
            menu.addAction(action(name))
        menu.addSeparator()
    menu.popup(at)
