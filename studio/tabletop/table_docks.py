"""The panels round a table; they are made when the first one is opened."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QDockWidget, QMainWindow, QToolBar, QWidget

from studio.document.table_document import TableDocument
from studio.parts.cleared import ClearedWindow
from studio.parts.scrolling import Scrolled
from studio.parts.speech import Speech
from studio.parts.tab import WorkTab
from studio.tabletop.table_toolbox import TableToolbox

if TYPE_CHECKING:  # who opens no table does not wait for them
    from studio.tabletop.inspector import Inspector
    from studio.tabletop.table_palette import CountryPalette
    from studio.tabletop.table_tab import TableTab
    from studio.tabletop.things_panel import ThingsPanel

PAINTING = ("tools",)  # the tool bar of hexes
KEPT = ("problems", "history", "overview")  # docks that tell of tables as of maps
LEFT, RIGHT = Qt.DockWidgetArea.LeftDockWidgetArea, Qt.DockWidgetArea.RightDockWidgetArea
TABBED = ("problems", "history", "overview")
PANEL_WIDE, RIGHT_WIDE = 230, 330  # pixels: least, and at first


class TableDocks(QObject):
    """Brings the panels of tables, and puts those of maps away meanwhile."""

    made = Signal()

    def __init__(
        self, window: QMainWindow, toolbox: TableToolbox, say: Speech, bar: QToolBar
    ) -> None:
        super().__init__(window)
        self._window, self._toolbox, self._say, self.bar = window, toolbox, say, bar
        self._cleared = ClearedWindow(window, PAINTING, KEPT)
        self.named: dict[str, QDockWidget] = {}
        self.inspector: Inspector | None = None
        self.things: ThingsPanel | None = None
        self.palette: CountryPalette | None = None

    def show_tab(self, tab: WorkTab | None) -> None:
        """Another tab is in front."""
        is_table = tab is not None and isinstance(tab.document, TableDocument)
        front = cast("TableTab", tab) if is_table else None
        if is_table and not self.named:
            self._make()
        if is_table and not self._cleared.is_clear:
            if not self._cleared.clear():
                for dock in self.named.values():
                    dock.show()
                self._arrange()
            self.bar.show()
        elif not is_table and self._cleared.is_clear:
            self._cleared.restore()
            for dock in self.named.values():
                dock.hide()
        if not is_table:
            self.bar.hide()
        if self.inspector is not None and self.things is not None:
            self.inspector.show_tab(front)
            self.things.show_tab(front)

    def _make(self) -> None:
        from studio.tabletop.inspector import Inspector
        from studio.tabletop.table_palette import CountryPalette
        from studio.tabletop.things_panel import ThingsPanel

        self.palette = CountryPalette(self._toolbox, self._say)
        self.things, self.inspector = ThingsPanel(self._say), Inspector(self._say)
        self.things.setMinimumWidth(PANEL_WIDE)
        self.inspector.setMinimumWidth(PANEL_WIDE)
        self._dock("table-palette", self.palette, LEFT)
        self._dock("table-inspector", Scrolled(self.inspector), RIGHT)
        self._dock("table-things", self.things, RIGHT)
        self.retranslate()
        self.made.emit()

    def _arrange(self) -> None:
        """Numbers above; below them, in tabs, what there is, what is doubtful, what was done."""
        window = self._window
        docks = {dock.objectName(): dock for dock in window.findChildren(QDockWidget)}
        things, inspector = self.named["table-things"], self.named["table-inspector"]
        for name in TABBED:
            window.tabifyDockWidget(things, docks[name])
        things.raise_()
        window.resizeDocks([inspector, things], [5, 4], Qt.Orientation.Vertical)
        window.resizeDocks([inspector], [RIGHT_WIDE], Qt.Orientation.Horizontal)

    def _dock(self, name: str, panel: QWidget, area: Qt.DockWidgetArea) -> None:
        dock = self.named[name] = QDockWidget(self._window)
        dock.setObjectName(name)
        dock.setWidget(panel)
        self._window.addDockWidget(area, dock)

    def toggles(self) -> list[QAction]:
        """The actions that show and hide each of them."""
        return [dock.toggleViewAction() for dock in self.named.values()]

    def name_thing(self) -> None:
        """Open the panel of numbers at the name."""
        if self.inspector is not None:
            self.named["table-inspector"].show()
            self.named["table-inspector"].raise_()
            self.inspector.take_name()

    def retranslate(self) -> None:
        """Name the panels in the window's language."""
        for name, dock in self.named.items():
            dock.setWindowTitle(self._say(f"panel-{name}"))
        for panel in (self.inspector, self.things):
            if panel is not None:
                panel.retranslate()
