"""Tables begun as their maker wants them, and changed as a whole."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.tabletop.table import Table
from studio.document.table_document import TableDocument
from studio.parts.asking import Over
from studio.parts.filing import Filing

if TYPE_CHECKING:
    from studio.tabletop.table_tab import TableTab


@dataclass(frozen=True)
class AskTable:
    """The properties of a table as a whole; of a new one where there is none yet."""

    was: Table | None = None

    def by_dialog(self, over: Over) -> Table | None:
        """By the dialog of a table's properties."""
        from studio.parts.asking import is_accepted
        from studio.tabletop.table_form import TableForm

        form = TableForm(self.was, over.say, over.window)
        return form.table() if is_accepted(form) else None


class NewTables:
    """Begins tables; `filing` shows them."""

    def __init__(self, filing: Filing) -> None:
        self._filing = filing

    def begin(self) -> None:
        """A table to begin with: an empty one, or one of the samples to be changed."""
        table = self._filing.asking.ask(AskTable())
        if table is not None:
            self._filing.opened.emit(TableDocument.new(table, self._filing.journals))

    def change(self, tab: TableTab) -> None:
        """Another title, size, scale or other back lines, as one step."""
        table = self._filing.asking.ask(AskTable(tab.table))
        if table is not None and table != tab.table:
            tab.document.apply(table, self._filing.say("action-table-properties"))
