"""The provider of tables: new tables, tabs and panels, context menus, and whole-table edits."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu

from studio.documents.tabletop_document import TabletopDocument
from studio.framework.document_tab import DocumentTab
from studio.framework.editor_provider import EditorProvider
from studio.framework.file_operations import FileOperations
from studio.framework.prompts import DialogContext, Prompts
from studio.widgets.localization import Localizer
from studio.workspaces.map.tabletop.tabletop_docks import TabletopDocks
from studio.workspaces.map.tabletop.tabletop_toolbox import TabletopToolbox

if TYPE_CHECKING:
    from engine.tabletop.tabletop_map import TabletopMap
    from studio.workspaces.map.tabletop.tabletop_editor_tab import TabletopEditorTab


@dataclass(frozen=True)
class TabletopPropertiesQuestion:
    """The properties of a table as a whole; of a new one where there is none yet."""

    was: TabletopMap | None = None

    def ask_by_dialog(self, over: DialogContext) -> TabletopMap | None:
        """By the dialog of a table's properties."""
        from studio.framework.prompts import run_dialog
        from studio.workspaces.map.tabletop.tabletop_properties_dialog import (
            TabletopPropertiesDialog,
        )

        form = TabletopPropertiesDialog(self.was, over.localize, over.window)
        return form.table() if run_dialog(form) else None


class TabletopCreator:
    """Begins tables; `filing` shows them."""

    def __init__(self, filing: FileOperations) -> None:
        self._filing = filing

    def begin(self) -> None:
        """A table to begin with: an empty one, or one of the samples to be changed."""
        table = self._filing.prompts.ask(TabletopPropertiesQuestion())
        if table is not None:
            self._filing.opened.emit(TabletopDocument.new(table, self._filing.journals))

    def change(self, tab: TabletopEditorTab) -> None:
        """Another title, size, scale or other back lines, as one step."""
        table = self._filing.prompts.ask(TabletopPropertiesQuestion(tab.table))
        if table is not None and table != tab.table:
            tab.document.apply(table, self._filing.localize("action-table-properties"))


# What the menu offers, by the ids of actions; a line between groups.
OFFERED = (
    ("cut", "copy", "paste", "table-duplicate", "clear"),
    ("turn", "mirror", "table-raise", "table-lower", "table-contour"),
    ("select-all", "select-none"),
)


def tabletop_provider(
    docks: TabletopDocks,
    toolbox: TabletopToolbox,
    localize: Localizer,
    prompts: Prompts,
    action: Callable[[str], QAction],
) -> EditorProvider:
    """Return the provider of table editors; `action` gets actions by their id."""

    def tab_of(document: TabletopDocument) -> DocumentTab:
        from studio.workspaces.map.tabletop.tabletop_editor_tab import TabletopEditorTab

        tab = TabletopEditorTab(document, toolbox, localize, prompts)
        tab.menu_wanted.connect(lambda at: open_context_menu(tab, at, action, OFFERED))
        tab.name_wanted.connect(lambda _: docks.focus_name_field())
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
