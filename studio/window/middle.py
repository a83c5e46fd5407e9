"""The middle of the window: the open works in tabs, or a page to begin from while none is."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QStackedWidget

from studio.ground.grounds import TerrainImportController
from studio.mapping.new_maps import MapCreator
from studio.parts.filing import FileOperations
from studio.parts.scrolling import ScrollingPanel
from studio.parts.speech import Localizer
from studio.tabs import DocumentTabs
from studio.window.helping import HelpController
from studio.window.welcome import StartPage


class CentralArea(QStackedWidget):
    """Shows the tabs while anything is open; else the first page."""

    def __init__(self, say: Localizer) -> None:
        super().__init__()
        self.tabs, self.welcome = DocumentTabs(), StartPage(say)
        self.first_page = ScrollingPanel(self.welcome)
        self.addWidget(self.tabs)
        self.bring([])

    def bring(self, recent: list[Path]) -> None:
        """Bring to the front what is wanted now; `recent` are the files opened last.

        The first page lies here while nothing is open; else nobody asks how large it would be.
        """
        is_wanted = not self.tabs.works
        if not is_wanted:
            self.removeWidget(self.first_page)
        elif self.indexOf(self.first_page) < 0:
            self.addWidget(self.first_page)
        self.setCurrentWidget(self.first_page if is_wanted else self.tabs)
        self.welcome.show_recent(recent)

    def lead_to(
        self,
        new_maps: MapCreator,
        grounds: TerrainImportController,
        helping: HelpController,
        filing: FileOperations,
    ) -> None:
        """What the first page offers is begun by these."""
        wanted = self.welcome
        wanted.new_wanted.connect(new_maps.begin)
        wanted.template_wanted.connect(new_maps.begin)
        wanted.country_wanted.connect(new_maps.begin_country)
        wanted.ground_wanted.connect(grounds.new)
        wanted.tutorial_wanted.connect(helping.tutorial)
        wanted.guides_wanted.connect(helping.guides)
        wanted.open_wanted.connect(filing.open)
        wanted.file_wanted.connect(filing.open_file)
