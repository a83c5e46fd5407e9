"""The panels beside the maps: sections of the right column, and the chart over the map."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QSize, Qt
from PySide6.QtGui import QAction, QUndoGroup
from PySide6.QtWidgets import QDockWidget, QUndoView, QWidget

from studio.documents.document import Document
from studio.framework.document_tab import DocumentTab, MapDocumentTab
from studio.framework.panel_layouts import PanelGroup, PanelLayouts, PanelPlace
from studio.previews.preview_result import PreviewResult
from studio.previews.preview_settings import PreviewSettings
from studio.previews.previews_panel import PreviewsPanel, SightProfilePanel
from studio.underlay.underlay_panel import UnderlayPanel
from studio.widgets.list_widgets import NoTypeAheadMixin
from studio.widgets.localization import Localizer
from studio.widgets.panel_section import PanelSection
from studio.widgets.problems_panel import ProblemsPanel
from studio.workspaces.map.layers_panel import LayersPanel
from studio.workspaces.map.map_palette_panel import PalettePanel
from studio.workspaces.map.map_toolbox import Toolbox
from studio.workspaces.map.map_zones_panel import ZonesPanel
from studio.workspaces.map.overview_panel import OverviewPanel

PLACES = (
    PanelPlace("palette", is_open=True, stretch=1),
    PanelPlace("lookout", is_open=True),
    *map(PanelPlace, ("layers", "zones", "problems", "history", "overview", "underlay")),
)
WIDTHS = 264, 262  # pixels: the map has three quarters of a window of 1600 × 1000
BARS = ("tools",)  # the tool bar of maps
CHART_SIZE = QSize(520, 260)  # logical pixels, where the canvas has room
CHART_PART = 0.48  # of its width and height


def _chart_size(canvas: QSize) -> QSize:
    """Return the size of the chart over a canvas, of which it covers less than a quarter."""
    high = min(CHART_SIZE.height(), round(canvas.height() * CHART_PART))
    return QSize(min(CHART_SIZE.width(), round(canvas.width() * CHART_PART)), high)


class _HistoryView(NoTypeAheadMixin, QUndoView):
    """The history's steps; a click takes the map to one."""


class MapDocks:
    """Makes the panels; `named` finds one by the name its settings are kept under."""

    def __init__(
        self, layouts: PanelLayouts, toolbox: Toolbox, lookout: PreviewSettings, localize: Localizer
    ) -> None:
        self._layouts, self._window, self._localize = layouts, layouts.window, localize
        self.named: dict[str, PanelSection | QDockWidget] = {}
        self.palette = PalettePanel(toolbox, lookout, localize)
        self.problems = ProblemsPanel(localize)
        self.steps = QUndoGroup(self._window)
        self.history = _HistoryView(self.steps)
        self.zones = ZonesPanel(localize)
        self.layers = LayersPanel(localize)
        self.chart = SightProfilePanel(localize)
        self.lookout = PreviewsPanel(lookout, localize)
        self.overview = OverviewPanel()
        self.underlay = UnderlayPanel(localize)
        self.problems.counted.connect(self._count_problems)
        self.sections = {name: layouts.add(name, panel) for name, panel in self._panels()}
        self.chart_dock = self._make_chart_dock()
        self.named.update(self.sections, chart=self.chart_dock)
        self.panels = PanelGroup("map", PLACES, self.chart_dock.hide, BARS, WIDTHS)

    def _make_chart_dock(self) -> QDockWidget:
        """Return the dock of the chart, which opens over the map; the keys stay with the map."""
        dock = QDockWidget(self._window)
        dock.setObjectName("chart")
        dock.setWidget(self.chart)
        dock.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)
        dock.hide()
        self._window.addDockWidget(Qt.DockWidgetArea.BottomDockWidgetArea, dock)
        dock.setFloating(True)
        dock.resize(CHART_SIZE)
        return dock

    def _panels(self) -> tuple[tuple[str, QWidget], ...]:
        return (
            ("palette", self.palette),
            ("overview", self.overview),
            ("problems", self.problems),
            ("history", self.history),
            ("zones", self.zones),
            ("layers", self.layers),
            ("lookout", self.lookout),
            ("underlay", self.underlay),
        )

    def show_chart(self, over: QWidget) -> None:
        """Open the chart at the foot of a map, or where the user docked it."""
        chart = self.chart_dock
        if not chart.isVisible():
            if chart.isFloating():
                chart.resize(_chart_size(over.size()))
                foot = over.mapToGlobal(over.rect().bottomLeft())
                chart.move(foot - QPoint(0, chart.height()))
            chart.show()

    def hide_chart(self) -> None:
        """Close the chart, unless the user docked it: its key is up, or its map is gone."""
        if self.chart_dock.isFloating():
            self.chart_dock.hide()

    def show_line(self, tab: MapDocumentTab, shown: PreviewResult) -> None:
        """Draw a line of sight in the chart, whether or not its panel is open."""
        if shown.profile is not None:
            self.chart.show_profile(shown.profile, tab.map.labels)

    # --- works ------------------------------------------------------------------------------------

    def add(self, work: Document) -> None:
        """Know the steps of a work that is opened."""
        self.steps.addStack(work.history)

    def forget(self, tab: DocumentTab) -> None:
        """A tab is closed."""
        self.overview.forget(tab.surface)
        self.steps.removeStack(tab.document.history)

    def show_work(self, tab: DocumentTab) -> None:
        """The steps and the overview of the work in front."""
        self.steps.setActiveStack(tab.document.history)
        self.overview.show_canvas(tab.surface)

    # --- panels to go to --------------------------------------------------------------------------

    def show_zones(self) -> None:
        """Open the panel of zones and go there."""
        self._open("zones")
        self.zones.focus()

    def show_layers(self) -> None:
        """Open the panel of layers and go there."""
        self._open("layers")
        self.layers.shown["places"].setFocus()

    def show_underlay(self) -> None:
        """Open the panel of the picture over the map."""
        self._open("underlay")
        self.underlay.buttons["load"].setFocus()

    def show_problems(self) -> None:
        """Open the panel of problems and go there."""
        self._open("problems")
        self.problems.list.setFocus()

    def step_problem(self, steps: int) -> None:
        """Go on to the next problem, or back."""
        self._open("problems")
        self.problems.step(steps)

    def _open(self, name: str) -> None:
        self._layouts.reveal(self.sections[name])

    # --- their places -----------------------------------------------------------------------------

    def toggles(self) -> list[QAction]:
        """The actions that show and hide each of them."""
        sections = (section.toggle_action for section in self.sections.values())
        return [*sections, self.chart_dock.toggleViewAction()]

    def retranslate(self) -> None:
        """Name the panels in the window's language."""
        for name, dock in self.named.items():
            dock.setWindowTitle(self._localize(f"panel-{name}"))
        self.history.setEmptyLabel(self._localize("history-empty"))
        self._count_problems(self.problems.count)

    def _count_problems(self, count: int) -> None:
        title = "panel-problems-counted" if count else "panel-problems"
        self.named["problems"].setWindowTitle(self._localize(title, count=count))
