"""Which works are open in the window, and which is in front."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from studio.document.table_document import TableDocument
from studio.mapping.editor import Editor
from studio.parts.tab import Tab, ThingDeeds, WorkTab
from studio.tabs import Tabs

if TYPE_CHECKING:
    from studio.tabletop.table_tab import TableTab


class InFront:
    """What actions ask of the tabs; the window is one."""

    tabs: Tabs

    @property
    def works(self) -> list[WorkTab]:
        """The open works, from left to right."""
        return self.tabs.works

    @property
    def tab(self) -> WorkTab | None:
        """The work in front."""
        return self.tabs.front

    @property
    def work(self) -> WorkTab:
        """The work in front, where there is one."""
        assert self.tab is not None, "nothing is open"
        return self.tab

    @property
    def map_tab(self) -> Tab | None:
        """The work in front, where it is shown on a map."""
        return self.tabs.map_in_front

    @property
    def editor(self) -> Editor | None:
        """The map in front."""
        return self.tabs.editor

    @property
    def front(self) -> Editor:
        """The map in front, where there is one."""
        assert self.editor is not None, "no map is open"
        return self.editor

    @property
    def things(self) -> ThingDeeds | None:
        """What is done with the things selected in the work in front, where it has any."""
        return self.tab.things if self.tab is not None else None

    @property
    def table(self) -> TableTab | None:
        """The table in front."""
        is_table = self.tab is not None and isinstance(self.tab.document, TableDocument)
        return cast("TableTab", self.tab) if is_table else None

    def next_map(self) -> None:
        """Bring the next tab to the front."""
        self.tabs.next()
