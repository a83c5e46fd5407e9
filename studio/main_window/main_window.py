"""The studio's window: maps in tabs, panels round them."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import (
    QCloseEvent,
    QDragEnterEvent,
    QDropEvent,
    QKeyEvent,
)
from PySide6.QtWidgets import QMainWindow

from engine.session.saved_games import SavedGameStore
from engine.session.stop_conditions import read_stops, stops_as_text
from studio.actions import RefreshTrigger
from studio.documents.document import Document
from studio.framework.appearance import Appearance
from studio.framework.background_jobs import BackgroundJobs
from studio.framework.document_tab import DocumentTab
from studio.framework.editor_provider import (
    EditorProvider,
    retranslate_docks,
    show_docks,
    text_provider,
)
from studio.framework.file_operations import FileOperations
from studio.framework.panel_layouts import PanelLayouts
from studio.framework.prompts import DialogPrompts, Prompts
from studio.main_window.accessible_names import AccessibleNames
from studio.main_window.action_bars import ActionBars
from studio.main_window.alt_key import AltKey
from studio.main_window.central_area import CentralArea
from studio.main_window.help_controller import HelpController, show_about
from studio.main_window.keyboard import KeyFilter, Keymap
from studio.main_window.open_documents import (
    OpenDocuments,
    ReferenceUpdater,
    files_in,
    offer_reload,
)
from studio.main_window.problem_controller import ProblemController
from studio.main_window.shortcuts_dialog import ShortcutsDialog
from studio.main_window.status_line import StatusLine
from studio.main_window.top_bar import TopBar
from studio.main_window.workspace_switch import Workspace, WorkspaceSwitch
from studio.map_tools.stamps import StampLibrary
from studio.preferences import Preferences
from studio.previews.preview_settings import PreviewOptions, PreviewSettings
from studio.printing.print_controller import PrintController
from studio.search.sources.search_controller import SearchController
from studio.underlay.underlay_controller import UnderlayController
from studio.underlay.underlay_image import is_picture
from studio.widgets.localization import Localizer
from studio.widgets.sizing import open_at_size
from studio.workspaces.document_tabs import ActiveTabMixin
from studio.workspaces.game_launcher import GameLauncher
from studio.workspaces.map.edit_requests import MapEditRequests, StampRequests, ZoneRequests
from studio.workspaces.map.layers_panel import LayersController
from studio.workspaces.map.map_docks import MapDocks
from studio.workspaces.map.map_editor_provider import MapCreator, MapEditorProvider
from studio.workspaces.map.map_toolbox import Toolbox
from studio.workspaces.map.tabletop.tabletop_docks import TabletopDocks
from studio.workspaces.map.tabletop.tabletop_editor_provider import (
    TabletopCreator,
    tabletop_provider,
)
from studio.workspaces.map.tabletop.tabletop_toolbox import TabletopToolbox
from studio.workspaces.map.terrain_import.import_controller import TerrainImportController
from studio.workspaces.play.play_controller import PlayController
from studio.workspaces.play.playback_settings import PlaybackSettings
from studio.workspaces.scenario.decks.deck_editor_provider import DECKS, deck_provider
from studio.workspaces.scenario.scenario_docks import ScenarioDocks, ordered_dock_specs
from studio.workspaces.scenario.scenario_editor_provider import scenario_provider
from studio.workspaces.scenario.tabletop.dock_specs import BODIES, figure_groups_tab_factory
from studio.workspaces.umpire.umpire_controller import UmpireController

FIRST_SIZE = 1280, 820  # logical pixels, where the screen has so many


class MainWindow(ActiveTabMixin, QMainWindow):
    """Holds the parts together; every truth about a map is in its document."""

    def __init__(
        self,
        preferences: Preferences,
        prompts: Prompts | None = None,
        journals: Path | None = None,
        games: Path | None = None,
    ) -> None:
        super().__init__()
        self.preferences = preferences
        self._sheet: ShortcutsDialog | None = None
        self._make_speech()
        self.layouts = PanelLayouts(self, self.localize)
        self._make_tools()
        self._make_filing(prompts, journals)
        self._make_middle()
        self._make_rooms(games)
        self._make_bars()
        self._make_helpers()
        self.opening.places = self._workplaces()
        self._connect()
        self._restore()

    # --- the parts --------------------------------------------------------------------------------

    def _make_speech(self) -> None:
        self.lookout = PreviewSettings(PreviewOptions.from_text(self.preferences.lookout), self)
        self.localize = Localizer(self.preferences.language)
        self.localize.set_language(
            self.localize.language
        )  # what the engine refuses, it explains likewise

    def _make_tools(self) -> None:
        self.toolbox = Toolbox(StampLibrary(self.preferences.stamps), self.preferences)
        self.table_toolbox = TabletopToolbox()

    def _make_filing(self, prompts: Prompts | None, journals: Path | None) -> None:
        """Make the prompts, the background jobs, and the file operations."""
        self.prompts: Prompts = prompts or DialogPrompts(self, self.localize, self.preferences)
        self.jobs = BackgroundJobs(self, self.localize)
        self.filing = FileOperations(self.prompts, self.localize, journals, self.jobs)
        self.new_maps = MapCreator(self.filing, self.preferences)
        self.new_tables = TabletopCreator(self.filing)
        self.grounds = TerrainImportController(self.filing, self.jobs)
        self.requests = MapEditRequests(self.prompts, self.localize)
        self.zone_requests = ZoneRequests(self.prompts, self.localize, self.toolbox)
        self.stamp_requests = StampRequests(self.prompts, self.localize, self.toolbox)

    def _make_middle(self) -> None:
        self.middle = CentralArea(self.localize, self.preferences)
        self.tabs, self.welcome = self.middle.tabs, self.middle.welcome
        self.looks = Appearance(self.preferences, self.localize, lambda: self.works, self)
        self.following = ReferenceUpdater(self.tabs)
        self.opening = OpenDocuments(self.tabs, self.filing)
        self.printing = PrintController(
            self.prompts, self.localize, self.filing, self.looks.style_choices
        )
        self.layouts.bench.set_work(self.middle)
        self.setCentralWidget(self.layouts.bench)
        self.setAcceptDrops(True)

    def _make_rooms(self, games: Path | None) -> None:
        """Make the controllers for maps, scenarios, games, and umpired games."""
        self.docks = MapDocks(self.layouts, self.toolbox, self.lookout, self.localize)
        pace, store = PlaybackSettings(self.preferences, self.localize, self), SavedGameStore(games)
        self.playing = PlayController(self.layouts, self.filing, self.localize, store, pace)
        self.welcome.saved_games = store.games
        self.playing.stops = read_stops(self.preferences.stops)
        self.scenario_docks = ScenarioDocks(
            self.layouts, self.localize, self.prompts, self.jobs, ordered_dock_specs(BODIES, DECKS)
        )
        self.scenario_docks.library = self.preferences.forces
        self.console = UmpireController(
            self.layouts, self.filing, self.jobs, lambda: self.tabs.works, self.opening.open,
            self.preferences,
        )  # fmt: skip
        self.stage = GameLauncher(
            self.tabs, self.filing, self.jobs, self.playing, self.lookout, self.opening.open,
            self.console, self.preferences,
        )  # fmt: skip
        self.requests.edit_costs = self.stage.edit_terrain_costs
        self.problem_desk = ProblemController(
            self.docks.problems, self.tabs, self.requests, self.localize
        )
        self.underlays = UnderlayController(
            self.docks.underlay, self.prompts, self.localize, self.jobs, self.preferences
        )

    def _make_bars(self) -> None:
        """The menus, the top bar and the rail, and what is made of their actions."""
        self.bars = ActionBars(self, self, self.localize, Keymap(self.preferences))
        self._make_top_bar()
        self.table_docks = TabletopDocks(self.layouts, self.table_toolbox, self.localize)
        self.keys = KeyFilter(self, self._refresh, self._leave_field)
        self.docks.lookout.set_actions(self.bars.actions)
        deeds = ("pass", "hold-fire", "step-back", "pause")
        self.playing.deeds = [self.bars.actions[name] for name in deeds]
        self.bars.panels.addActions(self.docks.toggles())

    def _make_top_bar(self) -> None:
        actions, menus = self.bars.actions, self.bars.menus.values()
        begin = {Workspace.PLAY: actions["play"], Workspace.UMPIRE: actions["umpire-game"]}
        self.workspaces = WorkspaceSwitch(
            self.tabs, self.filing, self.playing, self.localize, begin
        )
        self.top_bar = TopBar(self, self.localize, self.tabs.bar, self.workspaces.control)
        self.addToolBar(Qt.ToolBarArea.TopToolBarArea, self.top_bar)
        plain = (actions[name] for name in ("undo", "redo", "save"))
        main = (actions[name] for name in ("print", "play", "stop-play", "room-proceed"))
        self.top_bar.lay_out(menus, plain, main)
        self.top_bar.search.clicked.connect(self.bars.actions["find-action"].trigger)
        AltKey(self).tapped.connect(self.top_bar.open_menu)

    def _make_helpers(self) -> None:
        self.layering = LayersController(
            self.docks.layers, self.looks, self.toolbox, self.preferences, self.localize
        )
        self.search = SearchController(self, self, self.bars, self.preferences)
        self.helping = HelpController(self, self, lambda: self.works, self.middle, self.preferences)
        self.status = StatusLine(
            self.statusBar(), self.jobs, self.localize,
            (self.bars.actions[name] for name in ("zoom-out", "zoom-fit", "zoom-in")),
        )  # fmt: skip
        self.docks.problems.counted.connect(self.status.show_problems)
        self.status.problems.clicked.connect(self.docks.show_problems)
        self.spoken_names = AccessibleNames(self)

    def _restore(self) -> None:
        """Restore the window's last state, and show pending messages."""
        open_at_size(self, *FIRST_SIZE)
        self.restoreGeometry(self.preferences.geometry)
        self.layouts.read(self.preferences.layouts)
        self.layouts.show_layout(self.docks.panels)
        self.retranslate()
        self._show_front()
        if self.toolbox.stamps.faults:
            self.status.warn("  ".join(self.toolbox.stamps.faults))

    def _workplaces(self) -> tuple[EditorProvider, ...]:
        """Return the editors of every workspace; panels of later ones are above earlier ones."""
        localize, prompts = self.localize, self.prompts
        maps = MapEditorProvider(
            self.docks, self.toolbox, self.lookout, self.underlays, self.requests,
            self.zone_requests, self.stamp_requests, localize,
        )  # fmt: skip
        return (
            maps.workplace(),
            deck_provider(self.layouts, localize, prompts, self.opening.open),
            tabletop_provider(
                self.table_docks, self.table_toolbox, localize, prompts,
                self.bars.actions.__getitem__,
            ),
            scenario_provider(
                self.scenario_docks, self.playing, self.lookout, localize, self.docks.show_line,
                self._name_tabs,
                figure_groups_tab_factory(
                    self.table_toolbox, localize, self.bars.actions.__getitem__
                ),
            ),
            text_provider(localize, prompts, self.filing.journals, self.opening.replace_document),
            self.console.workplace(),
        )  # fmt: skip

    def _connect(self) -> None:
        self._connect_works()
        self._connect_rooms()
        self.welcome.bind(self.bars.actions)
        self.welcome.file_wanted.connect(self.filing.open_file)
        self.welcome.removal_wanted.connect(self._remove_recent)
        self.jobs.changed.connect(self._refresh)
        self.lookout.changed.connect(self._keep_outlook)
        self.localize.changed.connect(self.retranslate)
        self.looks.dressed.connect(self._dress_bars)
        self.looks.shown.connect(self._refresh)
        self.looks.refused.connect(self.status.warn)
        self.looks.may_speak = lambda language: self.playing.translate_games(language, self.jobs)

    def _connect_works(self) -> None:
        self.opening.opened.connect(self._listen_to)
        self.opening.closing.connect(self._let_go)
        self.opening.removed.connect(self.following.update_documents)
        self.opening.closed.connect(self._show_front)
        self.tabs.currentChanged.connect(self._show_front)
        self.tabs.currentChanged.connect(lambda: self.layering.show())  # styles beside the file
        self.opening.removed.connect(lambda: self.layering.show())
        self.tabs.tabCloseRequested.connect(lambda place: self.close_tab(self.works[place]))
        self.filing.opened.connect(self.opening.open)
        self.filing.filed.connect(self._remember)
        self.filing.filed.connect(lambda: self.layering.show())
        self.filing.done.connect(self.status.tell)
        self.new_maps.game_chosen.connect(self.stage.select_preview_game)

    def _connect_rooms(self) -> None:
        for toolbox in (self.toolbox, self.table_toolbox):
            toolbox.changed.connect(self._refresh)
            toolbox.changed.connect(self._read)
        self.underlays.changed.connect(self._refresh)
        self.playing.changed.connect(self._keep_stops)
        self.playing.changed.connect(self._refresh)
        self.playing.moved.connect(partial(self.bars.refresh, RefreshTrigger.ANSWER))
        self.playing.told.connect(self.status.tell)
        self.console.changed.connect(self._refresh)
        self.console.told.connect(self.status.tell)
        self.console.front_wanted.connect(self.tabs.setCurrentWidget)
        self.console.speed = lambda: self.playing.speed
        for docks in (self.scenario_docks, self.table_docks):
            docks.made.connect(lambda made=docks: self.bars.panels.addActions(made.toggles()))

    # --- works in tabs ----------------------------------------------------------------------------

    def open_tab(self, work: Document) -> None:
        """Show a work in a tab."""
        self.opening.open(work)

    def close_tab(self, tab: DocumentTab) -> bool:
        """Close a work, if nothing is lost or the user means it; whether it is closed."""
        return self.opening.close(tab)

    def _listen_to(self, tab: DocumentTab) -> None:
        """A tab is about to be shown."""
        document = tab.document
        tab.set_layers(self.looks.layers)
        self.docks.add(document)
        document.filed.connect(partial(self.status.note_saved, document))
        document.filed.connect(self._name_tabs)
        document.history.indexChanged.connect(self._after_step)
        document.unprotected.connect(self.status.warn)
        tab.pointed.connect(self._read)
        tab.refused.connect(self.status.warn)
        tab.checked.connect(self.problem_desk.show)
        self.following.add(document)
        self.status.announce_language(document)

    def _after_step(self) -> None:
        """A step was made or taken back: what can be done may be otherwise."""
        self.bars.refresh(RefreshTrigger.STEP)

    def _let_go(self, tab: DocumentTab) -> None:
        """A tab is about to be closed."""
        self.stage.balancing.forget(tab)
        self.docks.forget(tab)
        self.grounds.forget(tab.document)

    def _show_front(self) -> None:
        """Bring the panels to what the work in front says."""
        tab = self.active_tab
        self.layouts.close_page()
        self.layouts.set_bare(tab is None)
        self.middle.show_tabs_or_start(self.preferences.recent)
        self.problem_desk.show()
        if tab is None:
            self.welcome.begin()
        else:
            self.docks.show_work(tab)
            tab.focus()
        show_docks(self.opening.places, tab)
        self._name_tabs()
        self._read()
        self._refresh()
        self.spoken_names.look()

    def _name_tabs(self) -> None:
        """Names with a dot on what is not saved, in the tabs and the title."""
        self.tabs.update_titles(self.filing)
        self.top_bar.take_room()
        studio, front = self.localize("studio"), self.active_tab
        name = f"{self.filing.document_display_name(front.document)}[*] – " if front else ""
        self.setWindowTitle(f"{name}{studio}")
        self.setWindowModified(front is not None and front.document.is_dirty)
        self.status.show_file(front)
        self._refresh()

    def _refresh(self) -> None:
        self.bars.refresh()
        self.workspaces.refresh()

    def close_front(self) -> None:
        """Close the work in front."""
        if self.active_tab is not None:
            self.close_tab(self.active_tab)

    def leave(self) -> None:
        """Close the window."""
        self.close()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Every work is asked about first; then the window's places are remembered."""
        if not all(self.opening.may_close(tab) for tab in self.works):
            event.ignore()
            return
        for tab in self.works:
            self.opening.close_document(tab)
        self.jobs.cancel_all()
        self.preferences.keep_window(self.saveGeometry(), self.layouts.as_text())
        event.accept()

    def _remember(self, file: Path) -> None:
        self.preferences.add_recent(file)
        self.bars.show_recent(self.preferences.recent, self.filing.open_file)
        self._name_tabs()

    def _remove_recent(self, file: Path) -> None:
        self.preferences.remove_recent(file)
        self.bars.show_recent(self.preferences.recent, self.filing.open_file)
        self.middle.show_tabs_or_start(self.preferences.recent)

    # --- from outside -----------------------------------------------------------------------------

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Files may be dropped."""
        if files_in(event.mimeData()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Open them."""
        for file in files_in(event.mimeData()):
            if is_picture(file) and self.active_map_editor is not None:
                self.underlays.load(file)
                self.docks.show_underlay()
            else:
                self.filing.open_file(file)

    def changeEvent(self, event: QEvent) -> None:
        """Check the files for changes by others when the window is activated."""
        super().changeEvent(event)
        if event.type() is QEvent.Type.ActivationChange and self.isActiveWindow():
            self.look_at_disk()

    def look_at_disk(self) -> None:
        """Offer to read files again that others have changed."""
        offer_reload(self.works, self.filing)

    # --- panels -----------------------------------------------------------------------------------

    def _read(self) -> None:
        """The line at the foot."""
        self.status.read(self.active_tab)

    def _leave_field(self) -> bool:
        """Give the keys back to the map in front; whether there is one."""
        tab = self.active_tab
        is_on_canvas = tab is not None and tab.surface is not None
        if tab is not None and is_on_canvas:
            tab.focus()
        return is_on_canvas

    # --- the whole window -------------------------------------------------------------------------

    def retranslate(self) -> None:
        """Say everything of the window's own in its language."""
        for tab in self.works:
            tab.document.retranslate_history(self.localize.language)
            self.status.announce_language(tab.document)
        self.docks.retranslate()
        retranslate_docks(self.opening.places)
        self.layouts.retranslate()
        self._dress_bars()
        self.status.dress()
        self.status.show_problems(self.docks.problems.count)
        self.bars.show_recent(self.preferences.recent, self.filing.open_file)
        self.looks.retranslate()
        self._name_tabs()
        self._read()
        self.spoken_names.look()

    def _dress_bars(self) -> None:
        """Name the bars and their actions, in the size of words."""
        self.bars.retranslate()
        self.top_bar.retranslate(self.bars.actions["find-action"], self.bars.menus.values())
        self.workspaces.retranslate()
        self.top_bar.take_room()

    def show_shortcuts(self) -> None:
        """Open the shortcut sheet, beside the work."""
        if self._sheet is not None:
            self._sheet.deleteLater()  # it may speak another language
        self._sheet = ShortcutsDialog(self.localize, self.bars, self)
        self._sheet.show()

    def show_about(self) -> None:
        """Versions of the program and of Qt."""
        show_about(self.prompts, self.localize)

    def escape(self) -> None:
        """Cancel the present action of the active document, else a job in the background."""
        if (
            self.layouts.close_page()
            or self.underlays.escape()
            or (self.active_tab is not None and self.active_tab.escape())
        ):
            return
        if self.playing.play is not None:
            self.playing.leave()
        else:
            self.jobs.cancel_latest()
            self._leave_field()

    def _keep_stops(self) -> None:
        self.preferences.stops = stops_as_text(self.playing.stops)

    def _keep_outlook(self) -> None:
        self.preferences.lookout = self.lookout.outlook.as_text()

    # --- keys that last while they are down -------------------------------------------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Begin what a held key does."""
        if not self.bars.press_held_action(event):
            super().keyPressEvent(event)

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        """End it."""
        if not self.bars.release_held_action(event):
            super().keyReleaseEvent(event)
