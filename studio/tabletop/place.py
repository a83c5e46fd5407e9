"""Tables in the window: their tabs, their panels, and the menu of what is pointed at."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu

from studio.document.table_document import TabletopDocument
from studio.parts.asking import Prompts
from studio.parts.speech import Localizer
from studio.parts.tab import DocumentTab
from studio.parts.workplace import EditorProvider
from studio.tabletop.table_docks import TabletopDocks
from studio.tabletop.table_toolbox import TabletopToolbox

# What the menu offers, by the ids of actions; a line between groups.
OFFERED = (
    ("cut", "copy", "paste", "table-duplicate", "clear"),
    ("turn", "mirror", "table-raise", "table-lower", "table-contour"),
    ("select-all", "select-none"),
)


def tabletop_provider(
    docks: TabletopDocks,
    toolbox: TabletopToolbox,
    say: Localizer,
    asking: Prompts,
    action: Callable[[str], QAction],
) -> EditorProvider:
    """What the window needs to know of tables; `action` gives what can be done by its id."""

    def tab_of(document: TabletopDocument) -> DocumentTab:
        from studio.tabletop.table_tab import (
            TabletopEditorTab,  # only who opens a table waits for it
        )

        tab = TabletopEditorTab(document, toolbox, say, asking)
        tab.menu_wanted.connect(lambda at: open_context_menu(tab, at, action, OFFERED))
        tab.name_wanted.connect(lambda _: docks.name_thing())
        return tab

    return EditorProvider(TabletopDocument, tab_of, (docks,))


def open_context_menu(
    tab: DocumentTab,
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
