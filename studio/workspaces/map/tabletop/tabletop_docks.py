"""The panels round a table; they are made when the first one is opened."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction

from studio.documents.tabletop_document import TabletopDocument
from studio.framework.document_tab import DocumentTab
from studio.framework.panel_layouts import PanelGroup, PanelLayouts, PanelPlace
from studio.widgets.localization import Localizer
from studio.widgets.panel_section import PanelSection
from studio.workspaces.map.tabletop.tabletop_toolbox import TabletopToolbox

if TYPE_CHECKING:  # who opens no table does not wait for them
    from studio.workspaces.map.tabletop.inspector_panel import InspectorPanel
    from studio.workspaces.map.tabletop.objects_panel import ObjectsPanel
    from studio.workspaces.map.tabletop.tabletop_editor_tab import TabletopEditorTab
    from studio.workspaces.map.tabletop.tabletop_palette_panel import TabletopPalettePanel

BARS = ("table-tools",)
PLACES = (
    PanelPlace("table-palette", is_open=True, stretch=1),
    PanelPlace("table-inspector", is_open=True),
    PanelPlace("table-things", is_open=True, stretch=1),
    *map(PanelPlace, ("problems", "history", "overview")),
)
OWN = ("table-palette", "table-inspector", "table-things")
WIDTHS = 264, 262  # pixels: the table has three quarters of a window of 1600 × 1000


class TabletopDocks(QObject):
    """Brings the panels of tables, and puts those of maps away meanwhile."""

    made = Signal()

    def __init__(
        self, layouts: PanelLayouts, toolbox: TabletopToolbox, localize: Localizer
    ) -> None:
        super().__init__(layouts.window)
        self._layouts, self._toolbox, self._localize = layouts, toolbox, localize
        self._panels: PanelGroup | None = None
        self.named: dict[str, PanelSection] = {}
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
        panels = self.palette, self.inspector, self.things
        for name, panel in zip(OWN, panels, strict=True):
            self.named[name] = self._layouts.add(name, panel)
        self._panels = PanelGroup("table", PLACES, bars=BARS, widths=WIDTHS)
        self.retranslate()
        self.made.emit()
        return self._panels

    def toggles(self) -> list[QAction]:
        """The actions that show and hide each of them."""
        return [section.toggle_action for section in self.named.values()]

    def focus_name_field(self) -> None:
        """Open the panel of numbers at the name."""
        if self.inspector is not None:
            self._layouts.reveal(self.named["table-inspector"])
            self.inspector.focus_name_field()

    def retranslate(self) -> None:
        """Name the panels in the window's language."""
        for name, section in self.named.items():
            section.setWindowTitle(self._localize(f"panel-{name}"))
        for panel in (self.inspector, self.things):
            if panel is not None:
                panel.retranslate()
