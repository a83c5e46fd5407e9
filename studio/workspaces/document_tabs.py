"""The open works, each in a tab, and what actions ask of the one in front."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QSizePolicy, QStackedWidget, QTabBar, QWidget

from engine.files.source_text import resolve_links
from studio.documents.map_document import MapDocument
from studio.documents.tabletop_document import TabletopDocument
from studio.framework.document_tab import DocumentTab, MapDocumentTab, ObjectCommands
from studio.framework.file_operations import FileOperations
from studio.widgets.icons import action_icon
from studio.workspaces.scenario.editor.scenario_tab_base import ScenarioTabBase

if TYPE_CHECKING:
    from studio.workspaces.map.map_editor_tab import MapEditorTab
    from studio.workspaces.map.tabletop.tabletop_editor_tab import TabletopEditorTab

UNSAVED = "● "
ICONS = {
    ".map.yaml": "file-map", ".table.yaml": "file-map", ".scenario.yaml": "file-scenario",
    ".deck.yaml": "file-deck", ".room": "file-room",
}  # fmt: skip
ROOM = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
NO_ROOM = QSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Ignored)


class DocumentTabs(QStackedWidget):
    """The open documents, one above the other; `bar` has a tab for each."""

    tabCloseRequested = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self.bar = QTabBar()
        self.bar.setTabsClosable(True)
        self.bar.setMovable(True)
        self.bar.setDocumentMode(True)
        self.bar.setExpanding(False)
        self.bar.setElideMode(Qt.TextElideMode.ElideNone)
        self.bar.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # there is nothing in it yet
        self.bar.currentChanged.connect(super().setCurrentIndex)
        self.bar.tabMoved.connect(self._move)
        self.bar.tabCloseRequested.connect(self.tabCloseRequested)
        self._settling = QTimer(self, singleShot=True, interval=0)
        self._settling.timeout.connect(self._make_room)
        self.currentChanged.connect(self._take_room)

    def tabBar(self) -> QTabBar:
        """Return the bar with the tabs."""
        return self.bar

    def addTab(self, tab: DocumentTab, name: str) -> int:
        """Add a document behind the others; the first comes to the front."""
        self.bar.blockSignals(True)
        self.bar.addTab(name)
        self.bar.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.bar.blockSignals(False)
        place = self.addWidget(tab)
        self._take_room()
        return place

    def removeTab(self, place: int) -> None:
        """Remove a document; the one after it comes to the front, or the one before."""
        tab = self.widget(place)
        if tab is None:
            return
        if place == self.currentIndex() and self.count() > 1:
            self.setCurrentIndex(place + 1 if place + 1 < self.count() else place - 1)
        self.bar.blockSignals(True)
        self.bar.removeTab(place)
        self.bar.blockSignals(False)
        self.removeWidget(tab)
        tab.hide()
        if not self.bar.count():
            self.bar.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    def setCurrentIndex(self, place: int) -> None:
        """Bring a document to the front."""
        self.bar.setCurrentIndex(place)

    def setCurrentWidget(self, tab: QWidget) -> None:
        """Bring a document to the front."""
        self.setCurrentIndex(self.indexOf(tab))

    def tabText(self, place: int) -> str:
        """Return the words on a tab."""
        return self.bar.tabText(place)

    def _move(self, from_: int, to: int) -> None:
        """Let a document follow its tab to another place."""
        tab = self.widget(from_)
        assert tab is not None, "every tab has its document"
        self.blockSignals(True)
        self.removeWidget(tab)
        self.insertWidget(to, tab)
        super().setCurrentIndex(self.bar.currentIndex())
        self.blockSignals(False)

    def _take_room(self) -> None:
        """No work needs room until the panels are those of the one in front.

        A wide one would narrow those of another, or widen the window.
        """
        for work in self.works:
            work.setSizePolicy(NO_ROOM)
        around: QWidget | None = self
        while around is not None:  # at once: the panels that come now are laid out by it
            around.updateGeometry()
            around = around.parentWidget()
        self._settling.start()

    def _make_room(self) -> None:
        if self.active_tab is not None:
            self.active_tab.setSizePolicy(ROOM)

    @property
    def works(self) -> list[DocumentTab]:
        """The open works, from left to right."""
        widgets = [self.widget(place) for place in range(self.count())]
        return [widget for widget in widgets if isinstance(widget, DocumentTab)]

    @property
    def active_tab(self) -> DocumentTab | None:
        """The work in front."""
        widget = self.currentWidget()
        return widget if isinstance(widget, DocumentTab) else None

    @property
    def active_map(self) -> MapDocumentTab | None:
        """The work in front, where it is shown on a map."""
        return self.active_tab if isinstance(self.active_tab, MapDocumentTab) else None

    @property
    def editors(self) -> list[MapEditorTab]:
        """The open maps, from left to right."""
        shown = [tab for tab in self.works if isinstance(tab.document, MapDocument)]
        return cast("list[MapEditorTab]", shown)

    @property
    def editor(self) -> MapEditorTab | None:
        """The map in front."""
        is_map = self.active_tab is not None and isinstance(self.active_tab.document, MapDocument)
        return cast("MapEditorTab", self.active_tab) if is_map else None

    @property
    def staged(self) -> ScenarioTabBase | None:
        """The scenario in front, on which a game may be played."""
        return self.active_tab if isinstance(self.active_tab, ScenarioTabBase) else None

    def tabs_of_file(self, file: Path) -> list[DocumentTab]:
        """The tabs in which a file is open, by whatever way it was found."""
        wanted = resolve_links(file)
        paths = ((tab, tab.document.path) for tab in self.works)
        return [tab for tab, path in paths if path is not None and resolve_links(path) == wanted]

    def show_work(self, tab: DocumentTab) -> None:
        """Add a tab and bring it to the front."""
        self.addTab(tab, "")
        self.setCurrentWidget(tab)

    def next(self) -> None:
        """Bring the next tab to the front."""
        self.setCurrentIndex((self.currentIndex() + 1) % self.count())

    def update_titles(self, filing: FileOperations) -> None:
        """Names with a dot on what is not saved."""
        for place, tab in enumerate(self.works):
            mark = UNSAVED if tab.document.is_dirty else ""
            name = filing.document_display_name(tab.document)
            self.bar.setTabText(place, mark + _short(name))
            self.bar.setTabToolTip(place, str(tab.document.path or name))
            self.bar.setTabIcon(place, action_icon(_icon(tab)))


def _short(name: str) -> str:
    """Return the name of a file without the ending, which the icon tells."""
    return next((name.removesuffix(end) for end in ICONS if name.endswith(end)), name)


def _icon(tab: DocumentTab) -> str:
    """Return the icon of the kind of a document."""
    path = tab.document.path
    kinds = (icon for end, icon in ICONS.items() if path is not None and path.name.endswith(end))
    return next(kinds, "file-text")


class ActiveTabMixin:
    """The methods of tabs that actions need; the window is one."""

    tabs: DocumentTabs

    @property
    def works(self) -> list[DocumentTab]:
        """The open works, from left to right."""
        return self.tabs.works

    @property
    def active_tab(self) -> DocumentTab | None:
        """The work in front."""
        return self.tabs.active_tab

    @property
    def required_active_tab(self) -> DocumentTab:
        """The work in front, where there is one."""
        assert self.active_tab is not None, "nothing is open"
        return self.active_tab

    @property
    def map_tab(self) -> MapDocumentTab | None:
        """The work in front, where it is shown on a map."""
        return self.tabs.active_map

    @property
    def active_map_editor(self) -> MapEditorTab | None:
        """The map in front."""
        return self.tabs.editor

    @property
    def required_map_editor(self) -> MapEditorTab:
        """The map in front, where there is one."""
        assert self.active_map_editor is not None, "no map is open"
        return self.active_map_editor

    @property
    def object_commands(self) -> ObjectCommands | None:
        """Actions on the things selected in the work in front, if it has any."""
        return self.active_tab.object_commands if self.active_tab is not None else None

    @property
    def table(self) -> TabletopEditorTab | None:
        """The table in front."""
        is_table = self.active_tab is not None and isinstance(
            self.active_tab.document, TabletopDocument
        )
        return cast("TabletopEditorTab", self.active_tab) if is_table else None

    def next_map(self) -> None:
        """Bring the next tab to the front."""
        self.tabs.next()
