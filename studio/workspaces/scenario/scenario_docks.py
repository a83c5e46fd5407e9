"""The panels that take the painting panels' place while a scenario is written.

What they need is loaded when the first scenario comes to the front: the window is there sooner.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QWidget

from studio.framework.background_jobs import BackgroundJobs
from studio.framework.document_tab import DocumentTab
from studio.framework.panel_layouts import PanelGroup, PanelLayouts, PanelPlace
from studio.framework.prompts import Prompts
from studio.framework.workbench import Side
from studio.widgets.localization import Localizer
from studio.widgets.panel_section import PanelSection
from studio.workspaces.scenario.editor.scenario_tab_base import ScenarioTabBase
from studio.workspaces.scenario.problem_navigation import ProblemNavigator

WIDTHS = 264, 296  # pixels of the columns
# Panels that tell of scenarios as of maps, below those of scenarios alone.
SHARED = (PanelPlace("problems", is_open=True), PanelPlace("history"), PanelPlace("overview"))


class ScenarioDockPanel(Protocol):
    """A panel that follows the scenario in front. It is a widget, and retranslates itself."""

    def show_scenario(self, tab: Any) -> None:
        """Follow another scenario, or none; while it is played, the panel is hidden."""
        ...


ON_MAPS, ON_BOTH = ("map",), ("map", "table")
Maker = Callable[[Localizer, Prompts, BackgroundJobs], ScenarioDockPanel]


@dataclass(frozen=True)
class DockSpec:
    """The specification of a panel `name`, with the title text `panel-<name>`.

    `make` imports the panel itself. `grounds` says for which scenarios it is: on maps, on tables,
    or on both. One in the list of another room follows the panel named `after`.
    """

    name: str
    make: Maker
    place: PanelPlace
    grounds: tuple[str, ...] = ON_MAPS
    after: str = ""


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
    DockSpec("forces", _forces, PanelPlace("forces", Side.LEFT, is_open=True, stretch=1)),
    DockSpec("turn-track", _turn_track, PanelPlace("turn-track", Side.LEFT, is_open=True)),
    DockSpec("unit", _unit, PanelPlace("unit", is_open=True)),
    DockSpec("story", _story, PanelPlace("story", Side.PAGE), ON_BOTH),
    DockSpec("aims", _aims, PanelPlace("aims", Side.PAGE)),
    DockSpec("own-zones", _own_zones, PanelPlace("own-zones")),
    DockSpec("features", _features, PanelPlace("features")),
    DockSpec("rules", _rules, PanelPlace("rules", Side.PAGE), ON_BOTH),
    DockSpec("data", _tables, PanelPlace("data", Side.PAGE), ON_BOTH),
)


def ordered_dock_specs(*others: DockSpec) -> tuple[DockSpec, ...]:
    """The panels with those of other rooms, each behind the one it follows."""
    berths = BERTHS
    for other in others:
        place = [berth.name for berth in berths].index(other.after) + 1
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
        self._layouts = layouts
        self._localize, self._prompts, self._jobs = localize, prompts, jobs
        self._ground = ""  # of the scenario in front
        self._out: PanelGroup | None = None  # its panels
        self._berths, self._is_made = berths, False
        self._doubts = ProblemNavigator(self.show_panel, localize, prompts)
        self.panels: dict[str, ScenarioDockPanel] = {}
        self.library: Path | None = None  # the folder of the user's own forces
        self.named: dict[str, PanelSection] = {}

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
        self._ground = ground
        if found is not None and self._out is None:
            out = self._panels_on(ground)
            self._layouts.show_layout(out)
            self._out = out

    def _panels_on(self, ground: str) -> PanelGroup:
        own = (berth.place for berth in self._berths if ground in berth.grounds)
        name = "scenario" if ground == "map" else f"scenario-on-{ground}"
        return PanelGroup(name, (*own, *SHARED), widths=WIDTHS)

    def show_panel(self, name: str) -> QWidget:
        """Open a panel; it."""
        self._layouts.reveal(self.named[name])
        panel = self.panels[name]
        assert isinstance(panel, QWidget)
        return panel

    def toggles(self) -> list[QAction]:
        """The actions that show and hide each of them."""
        return [section.toggle_action for section in self.named.values()]

    def retranslate(self) -> None:
        """Name the panels in the window's language."""
        for name, section in self.named.items():
            section.setWindowTitle(self._localize(f"panel-{name}"))

    # --- their places -----------------------------------------------------------------------------

    def _make(self) -> None:
        self._is_made = True
        for berth in self._berths:
            panel = self.panels[berth.name] = berth.make(self._localize, self._prompts, self._jobs)
            assert isinstance(panel, QWidget)
            is_page = berth.place.side is Side.PAGE
            self.named[berth.name] = self._layouts.add(berth.name, panel, is_page=is_page)
        from studio.workspaces.scenario.panels.order_of_battle_panel import ForcesPanel

        for panel in self.panels.values():
            if isinstance(panel, ForcesPanel):
                panel.library = self.library
        self.retranslate()
        self.made.emit()


def scenario_surface_kind(tab: ScenarioTabBase) -> str:
    """On what the scenario of a tab is played."""
    return "table" if tab.document.scenario.is_on_table else "map"
