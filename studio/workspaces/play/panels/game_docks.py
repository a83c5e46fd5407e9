"""The panels that replace the others beside the map while a game is played."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from PySide6.QtCore import QPoint
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QWidget

from engine.play.forecast_blocks import PrintedTableCell
from engine.scenario.scenario import Scenario
from engine.session.roll_history import RollRecord
from engine.session.rule_explanations import ExplanationRequest
from studio.framework.file_operations import FileOperations
from studio.framework.panel_layouts import PanelGroup, PanelLayouts, PanelPlace
from studio.framework.workbench import Side
from studio.widgets.localization import Localizer
from studio.widgets.panel_section import PanelSection
from studio.workspaces.play.game_view.game_controller import GameController
from studio.workspaces.play.game_view.game_pointer import GamePointer
from studio.workspaces.play.game_view.hand_over_curtain import CoverWidget
from studio.workspaces.play.panels.card_hand_panel import CardHandPanel
from studio.workspaces.play.panels.decision_panel import DecisionPanel
from studio.workspaces.play.panels.dice_strip import DiceStrip
from studio.workspaces.play.panels.explanation_popup import ExplanationPopup
from studio.workspaces.play.panels.forecast_panel import ForecastPanel
from studio.workspaces.play.panels.log_panel import GameReportExporter, LogPanel
from studio.workspaces.play.panels.players_panel import PlayersPanel
from studio.workspaces.play.panels.printed_tables_panel import PrintedTablesPanel
from studio.workspaces.play.panels.side_inventory_panel import SideInventoryPanel
from studio.workspaces.play.panels.situation_panel import SituationPanel
from studio.workspaces.play.panels.timeline_panel import TimelinePanel
from studio.workspaces.play.panels.umpire_panel import UmpirePanel

# The panels from above; the time line is the strip below the map.
PLACES = (
    PanelPlace("decision", is_open=True, stretch=3),
    PanelPlace("outlook", is_open=True, stretch=2),
    PanelPlace("log", is_open=True, stretch=2),
    PanelPlace("hand", is_open=True),
    *map(PanelPlace, ("store", "dice-strip", "situation", "tables", "umpire", "players")),
    PanelPlace("time", Side.BELOW),
)
WIDTHS = 264, 336  # pixels


class GamePanel(Protocol):
    """A panel that follows a game."""

    def show_play(self, play: GameController | None, pointer: GamePointer | None) -> None:
        """Follow another game, or none."""
        ...


class GameDocks:
    """Makes the panels, and brings them to a game."""

    def __init__(
        self,
        layouts: PanelLayouts,
        localize: Localizer,
        filing: FileOperations,
        deeds: Iterable[QAction],
    ) -> None:
        self._layouts, self._window, self._localize = layouts, layouts.window, localize
        self._blinds: list[CoverWidget] = []
        self.docks: dict[str, PanelSection] = {}
        self.decision = DecisionPanel(localize)
        self.decision.add_actions(deeds)
        self.decision.sentence.hide()  # the banner over the board asks
        self.outlook, self.tables = ForecastPanel(localize), PrintedTablesPanel(localize)
        self.dice = DiceStrip(localize, filing.prompts)
        self.dice.chosen.connect(self._show_table)
        self.dice.asked_why.connect(self._explain)
        self.why = ExplanationPopup(self._window, localize)
        self.why.cells_wanted.connect(self._show_cells)
        self.why.rule_wanted.connect(self._read_rule)
        self.outlook.asked_why.connect(self._explain)
        self._play: GameController | None = None
        self._pointer: GamePointer | None = None
        self.log, self.time = (
            LogPanel(localize, GameReportExporter(filing)),
            TimelinePanel(localize),
        )
        self.log.asked_why.connect(self._explain)
        self.store, self.umpire = SideInventoryPanel(localize), UmpirePanel(localize)
        self.hand, self.players = CardHandPanel(localize), PlayersPanel(localize)
        self.situation = SituationPanel(localize)
        self.umpire.form_opened.connect(self.show_umpire)
        for name, panel in self._named_panels():
            self.docks[name] = layouts.add(name, panel)
            if panel is not self.decision:  # which itself says only who is asked
                self._blinds.append(CoverWidget(panel))
        self._panels = PanelGroup("game", PLACES, self._adjust, widths=WIDTHS)
        self.retranslate()

    @property
    def _followers(self) -> tuple[GamePanel, ...]:
        """The panels that follow a game; the log last, since what it points out stays longest."""
        return (self.decision, self.outlook, self.situation, self.tables, self.dice, self.umpire,
                self.store, self.players, self.hand, self.time, self.log)  # fmt: skip

    def _named_panels(self) -> tuple[tuple[str, QWidget], ...]:
        return (
            ("log", self.log), ("dice-strip", self.dice), ("decision", self.decision),
            ("outlook", self.outlook), ("situation", self.situation), ("tables", self.tables),
            ("umpire", self.umpire), ("store", self.store), ("players", self.players),
            ("time", self.time), ("hand", self.hand),
        )  # fmt: skip

    def retranslate(self) -> None:
        """Name the panels in the window's language."""
        for name, section in self.docks.items():
            section.setWindowTitle(self._localize(f"panel-{name}"))

    def _show_table(self, cast: RollRecord) -> None:
        """Open the tables where a roll hit."""
        self.tables.show_roll(cast)
        self.show_dock("tables")

    def _read_rule(self, scenario: Scenario | None, number: str) -> None:
        """Open the rulebook at a rule."""
        from studio.rulebook.rulebook_dialog import show_rulebook  # loaded by its first reader

        show_rulebook(self._window, self._localize, scenario, number)

    def _show_cells(self, cells: tuple[PrintedTableCell, ...]) -> None:
        """Mark the cells a result comes from, and open their table."""
        self.tables.show_cells(cells)
        self.show_dock("tables")

    def _explain(self, asked: tuple[ExplanationRequest, ...], at: QPoint) -> None:
        """Explain something, next to where the question was asked."""
        if self._play is not None:
            self.why.answer(self._play.session.scenario, asked, at)

    def ask_why(self) -> None:
        """Explain the roll or the line the keyboard is at; else all that the outlook shows."""
        if self.dice.hasFocus():
            self.dice.ask()
        elif self.log.view.hasFocus() and self.log.can_explain:
            self.log.ask()
        else:
            self.show_dock("outlook")
            self.outlook.ask_all()

    def show_umpire(self) -> None:
        """Open the umpire's panel."""
        self.show_dock("umpire")

    def show_dock(self, name: str) -> None:
        """Bring a panel to the front, open or closed."""
        self._layouts.reveal(self.docks[name])

    def show_play(self, play: GameController | None, pointer: GamePointer | None) -> None:
        """Bring the panels to a game; without one the others are back where they were."""
        if self._pointer is not None and self._pointer is not pointer:
            self._pointer.asked_why.disconnect(self._explain)
        if pointer is not None and self._pointer is not pointer:
            pointer.asked_why.connect(self._explain)
        self._play, self._pointer = play, pointer
        for panel in self._followers:
            panel.show_play(play, pointer)
        if play is not None:
            self._layouts.show_layout(self._panels)
        else:
            self._layouts.dispose(self._panels)

    def _adjust(self) -> None:
        """Show the panels that this game has something for."""
        for name, panel in (("hand", self.hand), ("store", self.store)):
            self.docks[name].setVisible(panel.is_needed)
        self._show_links()

    def _show_links(self) -> None:
        """Bring the links of pages to the front, while they are unused."""
        afar = self._play.afar if self._play is not None else None
        if afar is not None and any(not afar.is_there(side) for side in afar.away):
            self.show_dock("players")

    def cover(self, is_covered: bool) -> None:
        """Hide what the panels say while the screen goes from one person to another."""
        for blind in self._blinds:
            blind.set_covered(is_covered)
