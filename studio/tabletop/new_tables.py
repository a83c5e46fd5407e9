"""Tables begun as their maker wants them, and changed as a whole."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.tabletop.table import TabletopMap
from studio.document.table_document import TabletopDocument
from studio.parts.asking import DialogContext
from studio.parts.filing import FileOperations

if TYPE_CHECKING:
    from studio.tabletop.table_tab import TabletopEditorTab


@dataclass(frozen=True)
class AskTabletop:
    """The properties of a table as a whole; of a new one where there is none yet."""

    was: TabletopMap | None = None

    def by_dialog(self, over: DialogContext) -> TabletopMap | None:
        """By the dialog of a table's properties."""
        from studio.parts.asking import run_dialog
        from studio.tabletop.table_form import TabletopPropertiesDialog

        form = TabletopPropertiesDialog(self.was, over.say, over.window)
        return form.table() if run_dialog(form) else None


class TabletopCreator:
    """Begins tables; `filing` shows them."""

    def __init__(self, filing: FileOperations) -> None:
        self._filing = filing

    def begin(self) -> None:
        """A table to begin with: an empty one, or one of the samples to be changed."""
        table = self._filing.asking.ask(AskTabletop())
        if table is not None:
            self._filing.opened.emit(TabletopDocument.new(table, self._filing.journals))

    def change(self, tab: TabletopEditorTab) -> None:
        """Another title, size, scale or other back lines, as one step."""
        table = self._filing.asking.ask(AskTabletop(tab.table))
        if table is not None and table != tab.table:
            tab.document.apply(table, self._filing.say("action-table-properties"))
