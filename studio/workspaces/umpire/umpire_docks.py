"""The panels of the umpire's console, while a room is in front."""

from __future__ import annotations

from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QWidget

from engine.play.forecast_blocks import PrintedTableCell
from engine.play.move_forecast import RollOutcome
from engine.play.option_targets import EventLocation
from engine.scenario.scenario import Scenario
from engine.session.roll_history import RollRecord
from engine.session.rule_explanations import ExplanationRequest
from studio.framework.panel_layouts import PanelGroup, PanelLayouts, PanelPlace
from studio.framework.prompts import Prompts
from studio.framework.workbench import Side
from studio.widgets.containers import CoverablePanel
from studio.widgets.localization import Localizer
from studio.widgets.panel_section import PanelSection
from studio.workspaces.play.panels.card_hand_panel import CardHandPanel
from studio.workspaces.play.panels.dice_strip import DiceStrip
from studio.workspaces.play.panels.explanation_popup import ExplanationPopup
from studio.workspaces.play.panels.forecast_panel import ForecastPanel
from studio.workspaces.play.panels.printed_tables_panel import PrintedTablesPanel
from studio.workspaces.play.panels.umpire_panel import UmpirePanel
from studio.workspaces.umpire.bulletin_panel import BulletinPanel
from studio.workspaces.umpire.host_panel import HostPanel
from studio.workspaces.umpire.message_panel import MessagePanel
from studio.workspaces.umpire.notes_and_record_panels import NotesPanel, RecordPanel
from studio.workspaces.umpire.order_writing_panel import OrderWritingPanel
from studio.workspaces.umpire.orders_panel import OrdersPanel
from studio.workspaces.umpire.report_export import UmpireReportExporter
from studio.workspaces.umpire.step_panel import StepPanel
from studio.workspaces.umpire.umpire_tab import UmpireTab
from studio.workspaces.umpire.umpire_texts import UmpiredGameNames

# The panels of the left column, then those of the right one, from above.
PLACES = (
    PanelPlace("room-players", Side.LEFT, is_open=True),
    PanelPlace("room-post", Side.LEFT, is_open=True, stretch=1),
    PanelPlace("room-step", is_open=True),
    PanelPlace("room-orders", is_open=True, stretch=1),
    PanelPlace("room-hands", is_open=True),
    *map(PanelPlace, (
        "room-bulletins", "room-writing", "room-outlook", "room-tables",
        "room-umpire", "room-dice", "room-record", "room-notes",
    )),
)  # fmt: skip
WIDTHS = 252, 308  # pixels
UMPIRES_ALONE = (
    "room-step",
    "room-post",
    "room-notes",
    "room-players",
    "room-umpire",
    "room-dice",
    "room-bulletins",
    "room-record",
)  # panels that a player looking over the shoulder must not read
COUNTED = {"room-orders": "panel-room-orders-counted", "room-post": "panel-room-post-counted"}


class UmpireDocks:
    """Makes the panels and brings them to the room in front."""

    def __init__(
        self,
        layouts: PanelLayouts,
        localize: Localizer,
        prompts: Prompts,
        publishing: UmpireReportExporter,
    ) -> None:
        self._layouts, self._window = layouts, layouts.window
        self._localize, self._prompts = localize, prompts
        self.tab: UmpireTab | None = None
        self.step, self.writing = StepPanel(localize), OrderWritingPanel(localize)
        self.orders, self.post, self.notes = (
            OrdersPanel(localize),
            MessagePanel(localize),
            NotesPanel(localize),
        )
        self.players, self.bulletins = (
            HostPanel(localize, prompts),
            BulletinPanel(localize, prompts),
        )
        self.record = RecordPanel(localize, publishing)
        self.outlook, self.tables, self.umpire = (
            ForecastPanel(localize),
            PrintedTablesPanel(localize),
            UmpirePanel(localize),
        )
        self.dice, self.hands = DiceStrip(localize, prompts), CardHandPanel(localize)
        self.why = ExplanationPopup(self._window, localize)
        self.panels: dict[str, QWidget] = {
            "room-orders": self.orders, "room-post": self.post, "room-notes": self.notes,
            "room-players": self.players, "room-step": self.step,
            "room-writing": self.writing, "room-outlook": self.outlook,
            "room-tables": self.tables, "room-umpire": self.umpire,
            "room-dice": self.dice, "room-hands": self.hands, "room-bulletins": self.bulletins,
            "room-record": self.record,
        }  # fmt: skip
        self.covers = {name: CoverablePanel(self.panels[name]) for name in UMPIRES_ALONE}
        self.named: dict[str, PanelSection] = {}
        self._counts = dict.fromkeys(COUNTED, 0)
        self._make_sections()
        self._connect()
        self.retranslate()

    def _make_sections(self) -> None:
        for place in PLACES:
            panel = self.covers.get(place.name, self.panels[place.name])
            self.named[place.name] = self._layouts.add(place.name, panel)
        self._panels = PanelGroup("room", PLACES, self._adjust, widths=WIDTHS)

    def _connect(self) -> None:
        self.step.foreseen.connect(self.outlook.show_forecast)
        self.step.foreseen.connect(self.tables.show_forecast)
        self.step.met.connect(self._show_rolled)
        self.step.seat_wanted.connect(self._write_for)
        self.step.dice_wanted.connect(lambda: self.show_panel("room-step"))
        self.step.debrief_wanted.connect(self._debrief)
        self.dice.chosen.connect(self._show_cast)
        self.dice.asked_why.connect(self._explain)
        self.outlook.asked_why.connect(self._explain)
        self.why.cells_wanted.connect(self._show_cells)
        self.why.rule_wanted.connect(self._read_rule)
        self.named["room-tables"].opened.connect(lambda _: self.step.reshow_result())
        self.orders.counted.connect(lambda count: self._count("room-orders", count))
        self.orders.refusal_wanted.connect(self._refuse)
        self.post.counted.connect(lambda count: self._count("room-post", count))
        self.umpire.form_opened.connect(lambda: self.show_panel("room-umpire"))
        self.named["room-post"].opened.connect(lambda _: self.post.refresh())

    def _explain(self, asked: tuple[ExplanationRequest, ...], at: QPoint) -> None:
        """Explain something, next to where the question was asked."""
        if self.tab is not None:
            self.why.answer(self.tab.room.session.scenario, asked, at)

    def _read_rule(self, scenario: Scenario | None, number: str) -> None:
        """Open the rulebook at a rule."""
        from studio.rulebook.rulebook_dialog import show_rulebook  # loaded by its first reader

        show_rulebook(self._window, self._localize, scenario, number)

    def _show_cells(self, cells: tuple[PrintedTableCell, ...]) -> None:
        """Mark the cells a result comes from, and open their table."""
        self.tables.show_cells(cells)
        self.show_panel("room-tables")

    # --- the room in front ------------------------------------------------------------------------

    def follow(self, tab: UmpireTab | None) -> None:
        """Bring the panels to another room, or to none."""
        if tab is self.tab:
            return
        if self.tab is not None:
            self.tab.changed.disconnect(self.refresh)
            self.tab.board.play.settled.disconnect(self.step.reshow_result)
            self.tab.half_written = self.unsent_drafts
        self.tab = tab
        deeds = tab.deeds if tab is not None else None
        board = tab.board if tab is not None else None
        for each in (self.outlook, self.tables, self.umpire, self.dice, self.hands):
            each.show_play(board.play if board else None, board.pointer if board else None)
        for placed in (self.step, self.writing, self.orders):
            placed.follow(deeds, board)
        for told in (self.post, self.notes, self.bulletins, self.record):
            told.follow(deeds)
        for name, panel in self._writers.items():
            panel.restore_drafts(tab.half_written.get(name) if tab is not None else None)
        self.players.follow(tab.serving if tab is not None else None)
        if tab is not None:
            tab.changed.connect(self.refresh)
            tab.board.play.settled.connect(self.step.reshow_result)
        self._cover()
        if tab is not None:
            self._layouts.show_layout(self._panels)
        else:
            self._layouts.dispose(self._panels)

    def refresh(self) -> None:
        """The room has changed."""
        if self.tab is None or self.tab.deeds.is_running:
            return
        for panel in (self.step, self.writing, self.orders, self.post, self.notes, self.bulletins):
            panel.refresh()
        self.record.refresh()
        self.players.refresh()
        self.umpire.seen.request_refresh()
        for panel in (self.step, self.writing):
            panel.setEnabled(not self.tab.is_debriefing)
        self._cover()

    def _cover(self) -> None:
        """While a seat's orders are written its player may watch: cover the secret parts."""
        writer = self.tab.board.writer if self.tab is not None else None
        words = ""
        if self.tab is not None and writer is not None:
            words = self._localize(
                "room-covered", who=UmpiredGameNames(self.tab.room, self._localize)(writer.id)
            )
        for cover in self.covers.values():
            cover.cover(words)

    @property
    def _writers(self) -> dict[str, MessagePanel | NotesPanel | BulletinPanel]:
        """The panels that take text."""
        return {"post": self.post, "notes": self.notes, "bulletins": self.bulletins}

    @property
    def unsent_drafts(self) -> dict[str, object]:
        """The text in panels that was neither sent nor kept."""
        found = {name: panel.unsent_drafts for name, panel in self._writers.items()}
        return {name: kept for name, kept in found.items() if kept is not None}

    def _show_rolled(self, rolled: tuple[RollOutcome, ...]) -> None:
        """Mark the cell that the proposed dice would hit."""
        hit = next((each for each in rolled if each.cell is not None), None)
        if hit is not None:
            self.tables.show_roll(RollRecord(hit, 0, EventLocation()))

    def _show_cast(self, cast: RollRecord) -> None:
        """Show where a roll that was made hit its table."""
        self.show_panel("room-tables")
        self.tables.show_roll(cast)

    def _write_for(self, side: str) -> None:
        self.show_panel("room-writing")
        self.writing.write_for_side(side)

    def _debrief(self) -> None:
        if self.tab is not None:
            self.tab.begin_debrief()

    def _refuse(self, order: str) -> None:
        """Refuse an order of the list, for a reason."""
        localize = self._localize
        reason = self._prompts.line(localize("room-order-refuse"), localize("room-step-reason"))
        if reason and self.tab is not None:
            self.tab.deeds.refuse(reason, order)

    # --- their places -----------------------------------------------------------------------------

    def show_panel(self, name: str) -> None:
        """Open a panel and give it the keyboard focus."""
        self._layouts.reveal(self.named[name])
        inner = self.panels[name]
        take_focus = getattr(inner, "focus", None)
        if take_focus is not None:
            take_focus()
        else:
            (inner.tree if isinstance(inner, OrdersPanel) else inner).setFocus()

    def _adjust(self) -> None:
        """Show the hands of a game that has cards."""
        self.named["room-hands"].setVisible(self.hands.is_needed)

    # --- words ------------------------------------------------------------------------------------

    def _count(self, name: str, count: int) -> None:
        self._counts[name] = count
        self._name(name)

    def _name(self, name: str) -> None:
        count = self._counts.get(name, 0)
        key = COUNTED[name] if count else f"panel-{name}"
        self.named[name].setWindowTitle(self._localize(key, count=count))

    def retranslate(self) -> None:
        """Name the panels in the window's language."""
        for name in self.named:
            self._name(name)
