"""The panels round a table; they are made when the first one is opened."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QDockWidget, QWidget

from studio.documents.tabletop_document import TabletopDocument
from studio.framework.document_tab import DocumentTab
from studio.framework.panel_layouts import PanelGroup, PanelLayouts
from studio.widgets.containers import ScrollingPanel
from studio.widgets.localization import Localizer
from studio.workspaces.map.tabletop.tabletop_toolbox import TabletopToolbox

if TYPE_CHECKING:  # who opens no table does not wait for them
    from studio.workspaces.map.tabletop.inspector_panel import InspectorPanel
    from studio.workspaces.map.tabletop.objects_panel import ObjectsPanel
    from studio.workspaces.map.tabletop.tabletop_editor_tab import TabletopEditorTab
    from studio.workspaces.map.tabletop.tabletop_palette_panel import TabletopPalettePanel

BARS = ("table-tools",)
LEFT, RIGHT = Qt.DockWidgetArea.LeftDockWidgetArea, Qt.DockWidgetArea.RightDockWidgetArea
TABBED = ("problems", "history", "overview")  # docks that tell of tables as of maps
PANEL_WIDTH, RIGHT_WIDTH = 230, 330  # pixels: least, and at first


class TabletopDocks(QObject):
    """Brings the panels of tables, and puts those of maps away meanwhile."""

    made = Signal()

    def __init__(
        self, layouts: PanelLayouts, toolbox: TabletopToolbox, localize: Localizer
    ) -> None:
        super().__init__(layouts.window)
        self._layouts, self._toolbox, self._localize = layouts, toolbox, localize
        self._panels: PanelGroup | None = None
        self.named: dict[str, QDockWidget] = {}
        self.inspector: InspectorPanel | None = None
        self.things: ObjectsPanel | None = None
        self.palette: TabletopPalettePanel | None = None

    def show_tab(self, tab: DocumentTab | None) -> None:
        """Another tab is in front."""
        is_table = tab is not None and isinstance(tab.document, TabletopDocument)
        front = cast("TabletopEditorTab", tab) if is_table else None
        if is_table:
            self._layouts.show_layout(self._panels or self._make())
        elif self._panels is not None:
            self._layouts.dispose(self._panels)
        if self.inspector is not None and self.things is not None:
            self.inspector.show_tab(front)
            self.things.show_tab(front)

    def _make(self) -> PanelGroup:
        from studio.workspaces.map.tabletop.inspector_panel import InspectorPanel
        from studio.workspaces.map.tabletop.objects_panel import ObjectsPanel
        from studio.workspaces.map.tabletop.tabletop_palette_panel import TabletopPalettePanel

        self.palette = TabletopPalettePanel(self._toolbox, self._localize)
        self.things, self.inspector = ObjectsPanel(self._localize), InspectorPanel(self._localize)
        self.things.setMinimumWidth(PANEL_WIDTH)
        self.inspector.setMinimumWidth(PANEL_WIDTH)
        self._dock("table-palette", self.palette)
        self._dock("table-inspector", ScrollingPanel(self.inspector))
        self._dock("table-things", self.things)
        docks = tuple(self.named.values())
        self._panels = PanelGroup("table", docks, self._arrange, bars=BARS)
        self.retranslate()
        self.made.emit()
        return self._panels

    def _arrange(self) -> None:
        """Numbers above; below them, in tabs, what there is, what is doubtful, what was done."""
        layouts, window = self._layouts, self._layouts.window
        things, inspector = self.named["table-things"], self.named["table-inspector"]
        layouts.place(self.named["table-palette"], LEFT)
        layouts.place(inspector, RIGHT)
        layouts.place(things, RIGHT)
        for name in TABBED:
            layouts.place(layouts.named(name), RIGHT, "table-things")
        things.raise_()
        window.resizeDocks([inspector, things], [5, 4], Qt.Orientation.Vertical)
        window.resizeDocks([inspector], [RIGHT_WIDTH], Qt.Orientation.Horizontal)

    def _dock(self, name: str, panel: QWidget) -> None:
        dock = self.named[name] = QDockWidget(self._layouts.window)
        dock.setObjectName(name)
        dock.setWidget(panel)
        dock.hide()

    def toggles(self) -> list[QAction]:
        """The actions that show and hide each of them."""
        return [dock.toggleViewAction() for dock in self.named.values()]

    def focus_name_field(self) -> None:
        """Open the panel of numbers at the name."""
        if self.inspector is not None:
            self.named["table-inspector"].show()
            self.named["table-inspector"].raise_()
            self.inspector.focus_name_field()

    def retranslate(self) -> None:
        """Name the panels in the window's language."""
        for name, dock in self.named.items():
            dock.setWindowTitle(self._localize(f"panel-{name}"))
        for panel in (self.inspector, self.things):
            if panel is not None:
                panel.retranslate()
