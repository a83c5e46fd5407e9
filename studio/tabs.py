"""The open works, each in a tab."""

from __future__ import annotations

from PySide6.QtWidgets import QTabWidget

from studio.document.work import Work
from studio.mapping.editor import Editor
from studio.parts.filing import Filing
from studio.parts.tab import Tab, WorkTab

UNSAVED = "● "


class Tabs(QTabWidget):
    """Which works are open, and which is in front."""

    def __init__(self) -> None:
        super().__init__()
        self.setTabsClosable(True)
        self.setMovable(True)
        self.setDocumentMode(True)

    @property
    def works(self) -> list[WorkTab]:
        """The open works, from left to right."""
        widgets = [self.widget(place) for place in range(self.count())]
        return [widget for widget in widgets if isinstance(widget, WorkTab)]

    @property
    def front(self) -> WorkTab | None:
        """The work in front."""
        widget = self.currentWidget()
        return widget if isinstance(widget, WorkTab) else None

    @property
    def map_in_front(self) -> Tab | None:
        """The work in front, where it is shown on a map."""
        return self.front if isinstance(self.front, Tab) else None

    @property
    def editors(self) -> list[Editor]:
        """The open maps, from left to right."""
        return [tab for tab in self.works if isinstance(tab, Editor)]

    @property
    def editor(self) -> Editor | None:
        """The map in front."""
        return self.front if isinstance(self.front, Editor) else None

    def of(self, work: Work) -> list[WorkTab]:
        """The tabs in which the file of a work is open."""
        return [tab for tab in self.works if work.path and tab.document.path == work.path]

    def show_work(self, tab: WorkTab) -> None:
        """Add a tab and bring it to the front."""
        self.addTab(tab, "")
        self.setCurrentWidget(tab)

    def next(self) -> None:
        """Bring the next tab to the front."""
        self.setCurrentIndex((self.currentIndex() + 1) % self.count())

    def name_all(self, filing: Filing) -> None:
        """Names with a dot on what is not saved."""
        for place, tab in enumerate(self.works):
            mark = UNSAVED if tab.document.is_dirty else ""
            self.setTabText(place, mark + filing.name(tab.document))
            self.setTabToolTip(place, str(tab.document.path or ""))
