"""The umpire's console in the window: rooms begun, opened, followed, closed.

What a room needs is loaded when the first one is begun or opened, so the window opens sooner.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QFileDialog

from engine.languages import LANGUAGES
from engine.problems import SandtableError
from engine.texts import add_text_languages
from studio.documents.document import Document
from studio.framework.background_jobs import BackgroundJobs, JobCancelled, Outcome
from studio.framework.document_tab import DocumentTab
from studio.framework.editor_provider import EditorProvider
from studio.framework.file_operations import FileOperations
from studio.framework.panel_layouts import PanelLayouts
from studio.framework.prompts import DialogContext, run_dialog, with_suffix
from studio.widgets.localization import Localizer
from studio.workspaces.play.game_view.playback import PlaybackSpeed
from studio.workspaces.umpire.umpired_game_document import UmpiredGameDocument

if TYPE_CHECKING:
    from engine.scenario.scenario import Scenario
    from engine.umpire.umpired_game import UmpiredGame
    from studio.workspaces.umpire.report_export import UmpireReportExporter
    from studio.workspaces.umpire.umpire_docks import UmpireDocks
    from studio.workspaces.umpire.umpire_tab import UmpireTab
    from studio.workspaces.umpire.umpired_game_setup import UmpiredGameSetup


class UmpireMemory(Protocol):
    """The memory of the umpire's console."""

    players: str  # where players' screens were served last, as JSON; or empty


class UmpireController(QObject):
    """Follows the tab in front: while it is a room, its panels replace the others."""

    changed = Signal()  # another room, or something in it
    told = Signal(str)  # a sentence about what was done
    front_wanted = Signal(object)  # DocumentTab: the room is open there already

    def __init__(
        self,
        layouts: PanelLayouts,
        filing: FileOperations,
        jobs: BackgroundJobs,
        works: Callable[[], Sequence[DocumentTab]],
        show: Callable[[Document], None],
        memory: UmpireMemory,
    ) -> None:
        super().__init__(layouts.window)
        self._layouts, self._filing, self._jobs = layouts, filing, jobs
        self._works, self._show_work, self._memory = works, show, memory
        self._localize: Localizer = filing.localize
        self._docks: UmpireDocks | None = None
        self._publishing: UmpireReportExporter | None = None
        self.tab: UmpireTab | None = None
        self.speed: Callable[[], PlaybackSpeed] = lambda: (
            PlaybackSpeed.NORMAL
        )  # at which events are shown
        filing.room_wanted.connect(self.open)

    # --- beginning and opening --------------------------------------------------------------------

    def begin(self, scenario: Scenario, path: Path) -> None:
        """Begin an umpired game of a scenario's file, as the umpire wants it."""
        setup = self._filing.prompts.ask(UmpiredGameQuestion(scenario, path))
        if setup is None:
            return
        from engine.umpire.umpired_game import UmpiredGame

        chosen = setup

        def made() -> UmpiredGame:
            room = UmpiredGame.begin(
                path, chosen.file, chosen.seats, chosen.seed, may_talk=chosen.may_talk
            )
            self._wind(room, chosen)
            return room

        words = self._localize("room-job-begin", name=setup.file.name)
        self._set_up(words, made)

    def _set_up(self, words: str, make: Callable[[], UmpiredGame], port: int | None = None) -> None:
        """Make a room whose players may read any language from the first word on.

        `port`: players come there as soon as it is made.
        """
        add_text_languages(*LANGUAGES)

        def then(outcome: Outcome[UmpiredGame]) -> None:
            self._take_up(outcome)
            if port is not None:
                self.docks.players.serve_at_port(port)

        self._jobs.start(words, lambda _: make(), then)

    def _wind(self, room: UmpiredGame, setup: UmpiredGameSetup) -> None:
        if setup.minutes:
            seconds, grace = setup.minutes * 60.0, setup.grace * 60.0
            room.set_clock(seconds, setup.when_up, is_renewed=setup.is_renewed, grace=grace)

    def open(self, file: Path) -> None:
        """Open a room from its file; one that is open already comes to the front."""
        for tab in self._works():
            if (
                isinstance(tab.document, UmpiredGameDocument)
                and tab.document.path == file.absolute()
            ):
                self.front_wanted.emit(tab)
                return
        from engine.umpire.umpired_game import UmpiredGame

        words = self._localize("job-opening", name=file.name)
        whole = file.absolute()
        self._set_up(words, lambda: UmpiredGame.reopen(whole))

    def rematch(self) -> None:
        """Play the game in front again in a new room that the same links open.

        Players who are at their screens go on with it at once.
        """
        if self.tab is None:
            return
        from engine.files import source_text
        from engine.umpire.rematch import next_game_path, start_rematch

        old, localize = self.tab.room, self._localize
        file = next_game_path(old.record_path)
        if source_text.path_exists(file):
            self.open(file)
            return
        ways = [localize("room-rematch-same"), localize("room-rematch-swapped")]
        chosen = self._filing.prompts.choose_command(
            localize("room-rematch-ask", name=file.name), ways
        )
        if chosen is None:
            return
        host = self.tab.serving.host
        port = host.port if host is not None else None
        self.tab.serving.stop()
        words = localize("room-job-begin", name=file.name)
        is_swapped = chosen == 1
        self._set_up(words, lambda: start_rematch(old, file, is_swapped=is_swapped), port)

    def _take_up(self, outcome: Outcome[UmpiredGame]) -> None:
        """Show a room that was begun or read, or say what keeps it from opening."""
        from studio.workspaces.umpire.umpire_texts import localize_refusal

        try:
            room = outcome()
        except JobCancelled:
            return
        except SandtableError as error:
            self._filing.prompts.show_message(localize_refusal(error, self._localize.language))
            return
        self._filing.filed.emit(room.record_path)
        self._show_work(UmpiredGameDocument(room))

    def tab_of(self, work: UmpiredGameDocument) -> UmpireTab:
        """The tab of a room that is opened."""

        tab = create_umpire_tab(work, self._localize)
        tab.changed.connect(self.changed)
        tab.deeds.done.connect(self.told)
        tab.export_wanted.connect(lambda: self.publishing.open_debrief(tab.room))
        return tab

    # --- the tab in front -------------------------------------------------------------------------

    @property
    def docks(self) -> UmpireDocks:
        """The panels shown while a room is in front."""
        if self._docks is None:
            from studio.workspaces.umpire.umpire_docks import UmpireDocks

            prompts = self._filing.prompts
            self._docks = UmpireDocks(self._layouts, self._localize, prompts, self.publishing)
            self._docks.players.restore_address(self._memory.players)
            self._docks.players.served.connect(self._keep_place)
        return self._docks

    def _keep_place(self, place: str) -> None:
        """Remember where players' screens are served."""
        self._memory.players = place

    @property
    def publishing(self) -> UmpireReportExporter:
        """Return the exporter of reports."""
        if self._publishing is None:
            from studio.workspaces.umpire.report_export import UmpireReportExporter

            self._publishing = UmpireReportExporter(self._filing)
        return self._publishing

    def workplace(self) -> EditorProvider:
        """Return the provider of umpire consoles for the window."""
        return EditorProvider(UmpiredGameDocument, self.tab_of, (self,), self.may_close)

    def _leave_for(self, tab: DocumentTab | None) -> None:
        if self.tab is not None and tab is not self.tab:
            self.tab = None
            self.docks.follow(None)
            self.changed.emit()

    def show_tab(self, tab: DocumentTab | None) -> None:
        """Another tab is in front: show the panels of a room, or put them away."""
        self._leave_for(tab)
        if tab is None or not isinstance(tab.document, UmpiredGameDocument):
            return
        from studio.workspaces.umpire.umpire_tab import UmpireTab

        assert isinstance(tab, UmpireTab)
        self.tab = tab
        tab.board.play.speed = self.speed()
        self.docks.follow(tab)
        self.changed.emit()

    def retranslate(self) -> None:
        """Name the panels in the window's language."""
        if self._docks is not None:
            self._docks.retranslate()

    def may_close(self, tab: DocumentTab) -> bool:
        """Return True if closing loses nothing: no unsent text, no connected players."""
        if not isinstance(tab.document, UmpiredGameDocument):
            return True
        from studio.workspaces.umpire.umpire_tab import UmpireTab

        assert isinstance(tab, UmpireTab)
        prompts, localize = self._filing.prompts, self._localize
        written = self.docks.unsent_drafts if tab is self.tab else tab.half_written
        if written and not prompts.confirm(
            localize("room-close-unsent"), localize("room-close-yes")
        ):
            return False
        if not tab.serving.is_on:
            return True
        return prompts.confirm(localize("room-close-serving"), localize("room-close-yes"))

    # --- deeds of the actions ---------------------------------------------------------------------

    @property
    def front(self) -> UmpireTab:
        """The room in front, for actions that are only enabled while there is one."""
        assert self.tab is not None, "no room is in front"
        return self.tab

    def write_pictures(self) -> None:
        """Write each side's map as it sees it, as pictures and PDFs."""
        self.publishing.write_pictures(self.front.room)

    def write_record(self) -> None:
        """Write the record of everything."""
        self.publishing.open_record(self.front.room)

    def toggle_debrief(self) -> None:
        """Show the truth beside beliefs, or stop."""
        if self.front.is_debriefing:
            self.front.end_debrief()
        else:
            self.front.begin_debrief()


def create_umpire_tab(work: UmpiredGameDocument, localize: Localizer) -> UmpireTab:
    """The tab of a room: on a map of hexes, or on a table."""
    from studio.workspaces.umpire.map_tab import UmpireMapTab
    from studio.workspaces.umpire.tabletop_tab import UmpireTabletopTab

    is_on_table = work.room.session.scenario.is_on_table
    return (UmpireTabletopTab if is_on_table else UmpireMapTab)(work, localize)


@dataclass(frozen=True)
class UmpiredGameQuestion:
    """The question of an umpired game's set-up, for a scenario's file."""

    scenario: Scenario
    path: Path

    def ask_by_dialog(self, over: DialogContext) -> UmpiredGameSetup | None:
        """Ask by the dialog before an umpired game, which remembers settings for the next one."""
        from engine.session.saved_games import saved_games_folder
        from studio.workspaces.umpire.start_umpired_game_dialog import StartUmpiredGameDialog
        from studio.workspaces.umpire.umpired_game_setup import RememberedSetup, unused_record_file

        usual, file = (
            RememberedSetup.of(over.memory.umpire),
            unused_record_file(self.path, saved_games_folder()),
        )
        dialog = StartUmpiredGameDialog(
            self.scenario,
            file,
            usual,
            lambda was: _room_file(over, was),
            over.localize,
            over.window,
        )
        if not run_dialog(dialog):
            return None
        over.memory.umpire = dialog.usual().as_text()
        return dialog.setup()


def _room_file(over: DialogContext, was: Path) -> Path | None:
    """Ask by the system's dialog where the record is to be kept."""
    title, kinds = over.localize("room-begin-file"), f"{over.localize('room-files')} (*.room)"
    name, _ = QFileDialog.getSaveFileName(over.window, title, str(was), kinds)
    return with_suffix(name, ".room")
