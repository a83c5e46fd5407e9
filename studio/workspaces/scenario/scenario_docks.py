"""The panels that take the painting panels' place while a scenario is written.

What they need is loaded when the first scenario comes to the front: the window is there sooner.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QDockWidget, QTabBar, QWidget
from shiboken6 import isValid

from studio.framework.background_jobs import BackgroundJobs
from studio.framework.document_tab import DocumentTab
from studio.framework.panel_layouts import PanelGroup, PanelLayouts
from studio.framework.prompts import Prompts
from studio.widgets.containers import ScrollingPanel
from studio.widgets.localization import Localizer
from studio.workspaces.scenario.editor.scenario_tab_base import ScenarioTabBase
from studio.workspaces.scenario.problem_navigation import ProblemNavigator

LEFT, RIGHT = Qt.DockWidgetArea.LeftDockWidgetArea, Qt.DockWidgetArea.RightDockWidgetArea
BELOW = Qt.DockWidgetArea.BottomDockWidgetArea
WIDE, HIGH = (400, 340), (90, 250, 460)  # pixels: left and right of the map, and down the right
# Pixels of the panels below the map: two counters of a turn are seen; a card and its form.
BELOW_MAP = {"turn-track": 206, "decks": 480}
MAX_BELOW = 0.55  # of the window's height
SHARED = ("overview", "problems", "history")  # docks that tell of scenarios as of maps


class ScenarioDockPanel(Protocol):
    """A panel that follows the scenario in front. It is a widget, and retranslates itself."""

    def show_scenario(self, tab: Any) -> None:
        """Follow another scenario, or none; while it is played, the panel is hidden."""
        ...


ON_MAPS, ON_BOTH = ("map",), ("map", "table")
Maker = Callable[[Localizer, Prompts, BackgroundJobs], ScenarioDockPanel]


@dataclass(frozen=True)
class DockSpec:
    """The specification of a dock `name`, with the title text `panel-<name>`.

    `beside` names the dock it shares its place with as a tab. `make` imports the panel itself.
    `grounds` says for which scenarios it is: on maps, on tables, or on both.
    """

    name: str
    make: Maker
    area: Qt.DockWidgetArea
    beside: str = ""
    grounds: tuple[str, ...] = ON_MAPS


def _forces(localize: Localizer, prompts: Prompts, jobs: BackgroundJobs) -> ScenarioDockPanel:
    from studio.workspaces.scenario.panels.order_of_battle_panel import ForcesPanel

    return ForcesPanel(localize, prompts)


def _turn_track(localize: Localizer, prompts: Prompts, jobs: BackgroundJobs) -> ScenarioDockPanel:
    from studio.workspaces.scenario.panels.turn_track_panel import TurnTrackPanel

    return TurnTrackPanel(localize, prompts)


def _unit(localize: Localizer, prompts: Prompts, jobs: BackgroundJobs) -> ScenarioDockPanel:
    from studio.workspaces.scenario.panels.unit_panel import UnitPanel

    return UnitPanel(localize, prompts)


def _own_zones(localize: Localizer, prompts: Prompts, jobs: BackgroundJobs) -> ScenarioDockPanel:
    from studio.workspaces.scenario.panels.scenario_zones_panel import ScenarioZonesPanel

    return ScenarioZonesPanel(localize, prompts)


def _features(localize: Localizer, prompts: Prompts, jobs: BackgroundJobs) -> ScenarioDockPanel:
    from studio.workspaces.scenario.panels.hex_features_panel import HexFeaturesPanel

    return HexFeaturesPanel(localize, prompts)


def _story(localize: Localizer, prompts: Prompts, jobs: BackgroundJobs) -> ScenarioDockPanel:
    from studio.workspaces.scenario.panels.title_and_briefing_panel import TitleAndBriefingPanel

    return TitleAndBriefingPanel(localize, prompts, jobs)


def _aims(localize: Localizer, prompts: Prompts, jobs: BackgroundJobs) -> ScenarioDockPanel:
    from studio.workspaces.scenario.panels.victory_panel import VictoryPanel

    return VictoryPanel(localize, prompts)


def _rules(localize: Localizer, prompts: Prompts, jobs: BackgroundJobs) -> ScenarioDockPanel:
    from studio.workspaces.scenario.rules.rules_panel import RulesPanel

    return RulesPanel(localize, prompts)


def _tables(localize: Localizer, prompts: Prompts, jobs: BackgroundJobs) -> ScenarioDockPanel:
    from studio.workspaces.scenario.rules.rule_tables_panel import RuleTablesPanel

    return RuleTablesPanel(localize, prompts)


# The panels in the order in which they are laid out.
BERTHS: tuple[DockSpec, ...] = (
    DockSpec("forces", _forces, LEFT),
    DockSpec("story", _story, LEFT, "forces", ON_BOTH),
    DockSpec("aims", _aims, LEFT, "story"),
    DockSpec("rules", _rules, LEFT, "aims", ON_BOTH),
    DockSpec("data", _tables, LEFT, "rules", ON_BOTH),
    DockSpec("turn-track", _turn_track, BELOW),
    DockSpec("unit", _unit, RIGHT),
    DockSpec("own-zones", _own_zones, RIGHT, "unit"),
    DockSpec("features", _features, RIGHT, "own-zones"),
)


def ordered_dock_specs(*others: DockSpec) -> tuple[DockSpec, ...]:
    """The panels with those of other rooms, each behind the one it lies beside."""
    berths = BERTHS
    for other in others:
        place = [berth.name for berth in berths].index(other.beside) + 1
        berths = (*berths[:place], other, *berths[place:])
    return berths


class ScenarioDocks(QObject):
    """Makes the panels; `panels` and `named` find them and their docks, once they are made."""

    made = Signal()

    def __init__(
        self,
        layouts: PanelLayouts,
        localize: Localizer,
        prompts: Prompts,
        jobs: BackgroundJobs,
        berths: tuple[DockSpec, ...] = BERTHS,
    ) -> None:
        super().__init__(layouts.window)
        self._layouts, self._window = layouts, layouts.window
        self._localize, self._prompts, self._jobs = localize, prompts, jobs
        self._ground = ""  # of the scenario in front
        self._out: PanelGroup | None = None  # its panels
        self._berths, self._is_made = berths, False
        self._heights = dict(BELOW_MAP)
        self._roomy: set[str] = set()  # which of them have got their height
        self._shown: list[str] = []  # those that get it when they are laid out
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(self._make_room)
        self._doubts = ProblemNavigator(self.show_panel, localize, prompts)
        self.panels: dict[str, ScenarioDockPanel] = {}
        self.library: Path | None = None  # the folder of the user's own forces
        self.named: dict[str, QDockWidget] = {}

    def show_tab(self, tab: DocumentTab | None) -> None:
        """Another tab is in front: with a scenario there these panels are shown, else the others.

        It must not be called while the panels of a game are out: they go first and come last.
        """
        found = tab if isinstance(tab, ScenarioTabBase) else None
        ground = scenario_surface_kind(found) if found is not None else ""
        if found is not None and not self._is_made:
            self._make()
        self._doubts.follow(found)
        for berth in self._berths if self._is_made else ():
            self.panels[berth.name].show_scenario(found if ground in berth.grounds else None)
        if ground != self._ground and self._out is not None:
            out, self._out = self._out, None
            self._layouts.dispose(out)
            self._roomy.clear()
        self._ground = ground
        if found is not None and self._out is None:
            out = self._panels_on(ground)
            self._layouts.show_layout(out)
            self._out = out

    def _panels_on(self, ground: str) -> PanelGroup:
        docks = (self.named[berth.name] for berth in self._berths if ground in berth.grounds)
        name = "scenario" if ground == "map" else f"scenario-on-{ground}"
        arrange = self._arrange_table if ground == "table" else self._arrange
        return PanelGroup(name, tuple(docks), arrange, self._adjust)

    def _adjust(self, is_kept: bool) -> None:
        """Let a kept layout say how high the panels below the map are."""
        self._heights = dict(BELOW_MAP)
        self._roomy = {*BELOW_MAP} if is_kept else set()

    def show_panel(self, name: str) -> QWidget:
        """Open a panel; it."""
        self.named[name].show()
        self.named[name].raise_()
        panel = self.panels[name]
        assert isinstance(panel, QWidget)
        return panel

    def toggles(self) -> list[QAction]:
        """The actions that show and hide each of them."""
        return [dock.toggleViewAction() for dock in self.named.values()]

    def retranslate(self) -> None:
        """Name the docks in the window's language."""
        for name, dock in self.named.items():
            dock.setWindowTitle(self._localize(f"panel-{name}"))

    # --- their places -----------------------------------------------------------------------------

    def _make(self) -> None:
        self._is_made = True
        for berth in self._berths:
            panel = self.panels[berth.name] = berth.make(self._localize, self._prompts, self._jobs)
            assert isinstance(panel, QWidget)
            dock = self.named[berth.name] = QDockWidget(self._window)
            dock.setObjectName(berth.name)
            dock.setWidget(ScrollingPanel(panel))
            dock.hide()
            if berth.name in BELOW_MAP:
                dock.visibilityChanged.connect(
                    lambda is_seen, name=berth.name: self._give_room(name, is_seen)
                )
        from studio.workspaces.scenario.panels.order_of_battle_panel import ForcesPanel

        for panel in self.panels.values():
            if isinstance(panel, ForcesPanel):
                panel.library = self.library
        self.retranslate()
        self.made.emit()

    def _give_room(self, name: str, is_seen: bool) -> None:
        """Each of the panels below the map is as high as it was, though they lie on each other."""
        if not isValid(self._window):  # it goes, and its panels are hidden with it
            return
        if is_seen:
            self._shown.append(name)
            self._soon.start()
        elif name in self._roomy and self._out is not None:
            self._roomy.remove(name)
            self._heights[name] = self.named[name].height() + self._tabs_height(name)

    def _make_room(self) -> None:
        shown, self._shown = self._shown, []
        for name in shown:
            dock = self.named[name]
            if dock.isVisible() and not dock.visibleRegion().isEmpty():
                self._roomy.add(name)
                high = min(self._heights[name], round(MAX_BELOW * self._window.height()))
                self._window.resizeDocks([dock], [high], Qt.Orientation.Vertical)

    def _tabs_height(self, name: str) -> int:
        """Return the height of the tabs by which a panel shares its place with others."""
        title, direct = self.named[name].windowTitle(), Qt.FindChildOption.FindDirectChildrenOnly
        for bar in self._window.findChildren(QTabBar, options=direct):
            if bar.isVisible() and title in map(bar.tabText, range(bar.count())):
                return bar.height()
        return 0

    def _place(self, ground: str) -> None:
        """Place each panel, in one group of tabs with those that it is beside, wanted or not."""
        firsts: dict[str, str] = {}  # of each panel, the one that its group begins with
        latest: dict[str, str] = {}  # of each group, the panel placed last
        for berth in self._berths:
            first = firsts[berth.name] = firsts.get(berth.beside, berth.name)
            if ground in berth.grounds:
                dock = self.named[berth.name]
                self._layouts.place(dock, berth.area, latest.get(first, ""))
                latest[first] = berth.name

    def _arrange_table(self) -> None:
        """The bodies at the left; what is doubtful and what was done at the right."""
        self._place("table")
        for name, beside in (("problems", ""), ("history", "problems"), ("overview", "history")):
            self._layouts.place(self._layouts.named(name), RIGHT, beside)
        problems, bodies = self._layouts.named("problems"), self.named["bodies"]
        problems.raise_()
        bodies.raise_()
        self._window.resizeDocks([bodies, problems], list(WIDE), Qt.Orientation.Horizontal)

    def _arrange(self) -> None:
        """Most of the window is left to the map; the history lies with the small panels."""
        for name in ("overview", "problems"):
            self._layouts.place(self._layouts.named(name), RIGHT)
        self._place("map")
        self._layouts.place(self._layouts.named("history"), RIGHT, "own-zones")
        named = self.named | {name: self._layouts.named(name) for name in SHARED}
        named["forces"].raise_()
        named["turn-track"].raise_()
        named["unit"].raise_()
        across, down = Qt.Orientation.Horizontal, Qt.Orientation.Vertical
        self._window.resizeDocks([named["forces"], named["unit"]], list(WIDE), across)
        right = [named[name] for name in ("overview", "problems", "unit")]
        self._window.resizeDocks(right, list(HIGH), down)
        self._window.resizeDocks([named["turn-track"]], [BELOW_MAP["turn-track"]], down)


def scenario_surface_kind(tab: ScenarioTabBase) -> str:
    """On what the scenario of a tab is played."""
    return "table" if tab.document.scenario.is_on_table else "map"
