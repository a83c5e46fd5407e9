"""The central area of the window: documents in tabs, or the start page while none is open."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QStackedWidget

from studio.main_window.start_page import StartPage
from studio.preferences import Preferences
from studio.widgets.containers import ScrollingPanel
from studio.widgets.localization import Localizer
from studio.workspaces.document_tabs import DocumentTabs


class CentralArea(QStackedWidget):
    """Shows the tabs while anything is open; else the start page."""

    def __init__(self, localize: Localizer, preferences: Preferences) -> None:
        super().__init__()
        self.tabs, self.welcome = DocumentTabs(), StartPage(localize, preferences)
        self.first_page = ScrollingPanel(self.welcome)
        self.first_page.setAccessibleName(localize("welcome"))
        self.addWidget(self.tabs)
        self.show_tabs_or_start([])

    def show_tabs_or_start(self, recent: list[Path]) -> None:
        """Show the tabs, or the start page while nothing is open; `recent` lists its files.

        The start page is part of the layout only then, so that its size does not matter otherwise.
        """
        is_wanted = not self.tabs.works
        if not is_wanted:
            self.removeWidget(self.first_page)
        elif self.indexOf(self.first_page) < 0:
            self.addWidget(self.first_page)
        self.setCurrentWidget(self.first_page if is_wanted else self.tabs)
        if is_wanted:
            self.welcome.show_recent(recent)
