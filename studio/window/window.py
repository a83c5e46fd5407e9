"""The studio's window: maps in tabs, panels round them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QEvent, QMimeData, QSize, qVersion
from PySide6.QtGui import (
    QCloseEvent,
    QDragEnterEvent,
    QDropEvent,
    QKeyEvent,
)
from PySide6.QtWidgets import (
    QLabel,
    QMainWindow,
    QStackedWidget,
)

from engine.session.keeper import Keeper
from studio.canvas.position import Layers
from studio.console.console import Console
from studio.console.work import RoomWork
from studio.decks.berth import DECKS
from studio.decks.docks import DeckDocks
from studio.document.deck_document import DeckDocument
from studio.document.disk import OnDisk
from studio.document.document import Document
from studio.document.scenario_document import ScenarioDocument
from studio.document.text_document import TextDocument
from studio.document.work import Work
from studio.ground.grounds import Grounds
from studio.lookout.lookout import Lookout, Outlook
from studio.lookout.lookout_heat import HeatProgress
from studio.lookout.shown import Shown
from studio.mapping.editor import Editor
from studio.mapping.new_maps import NewMaps
from studio.mapping.requests import Requests
from studio.mapping.stamp_requests import StampRequests
from studio.mapping.toolbox import Toolbox
from studio.mapping.zone_requests import ZoneRequests
from studio.mapping.zones import ZoneDeed
from studio.parts.asking import Answer, Asking, Dialogs
from studio.parts.filing import Filing
from studio.parts.jobs import JobLine, Jobs
from studio.parts.scrolling import Scrolled
from studio.parts.speech import Speech
from studio.parts.tab import Tab, WorkTab
from studio.parts.themes import dress
from studio.playtest.playing import Playing
from studio.preferences import Preferences
from studio.printing.printing import Printing
from studio.scenario.docks import ScenarioDocks, berths_with
from studio.scenario.tab import ScenarioTab
from studio.stage import Stage
from studio.tabs import Tabs
from studio.tools.stampbook import StampBook
from studio.underlay.underlay_picture import is_picture
from studio.underlay.underlays import Underlays
from studio.window.bars import Bars
from studio.window.docks import Docks
from studio.window.finder import Finder
from studio.window.following import Following
from studio.window.keymap import Keymap
from studio.window.keys import Keys
from studio.window.problem_desk import ProblemDesk
from studio.window.sheet import ShortcutSheet
from studio.window.welcome import Welcome

TOLD_MS = 6000
WIDE, HIGH = 1280, 820
TITLE_BAR = 40  # logical pixels that the frame of a window takes at most


class MainWindow(QMainWindow):
    """Holds the parts together; every truth about a map is in its document."""

    def __init__(
        self,
        preferences: Preferences,
        asking: Asking | None = None,
        journals: Path | None = None,
        games: Path | None = None,
    ) -> None:
        super().__init__()
        self.preferences = preferences
        self.lookout = Lookout(Outlook.from_text(preferences.lookout), self)
        self.say = Speech(preferences.language)
        self.say.speak(self.say.language)  # what the engine refuses, it explains likewise
        self.toolbox = Toolbox(StampBook(preferences.stamps))
        self.layers = _layers(preferences, self.say.language)
        self.asking: Asking = asking or Dialogs(self, self.say, preferences)
        self.jobs = Jobs(self, self.say)
        self.filing = Filing(self.asking, self.say, journals, self.jobs)
        self.new_maps = NewMaps(self.filing)
        self.grounds = Grounds(self.filing, self.jobs)
        self.tabs, self.welcome = Tabs(), Welcome(self.say)
        self.following = Following(self.tabs)
        self.printing = Printing(self.asking, self.say, self.filing)
        self.requests = Requests(self.asking, self.say)
        self.zone_requests = ZoneRequests(self.asking, self.say, self.toolbox)
        self.stamp_requests = StampRequests(self.asking, self.say, self.toolbox)
        self._sheet: ShortcutSheet | None = None
        self._theme = preferences.theme
        dress(self._theme)
        self._make_middle()
        self.docks = Docks(self, self.toolbox, self.lookout, self.say)
        self.playing = Playing(self, self.filing, self.say, Keeper(games))
        self.scenario_docks = ScenarioDocks(
            self, self.say, self.asking, self.jobs, berths_with(DECKS)
        )
        self.deck_docks = DeckDocks(self)
        self.console = Console(
            self, self.filing, self.jobs, lambda: self.tabs.works, self.open_work, preferences
        )
        self.stage = Stage(
            self.tabs, self.filing, self.jobs, self.playing, self.lookout, self.open_work,
            self.console,
        )  # fmt: skip
        self.problem_desk = ProblemDesk(self.docks.problems, self.tabs, self.requests, self.say)
        self.underlays = Underlays(
            self.docks.underlay, self.asking, self.say, self.jobs, preferences
        )
        self.bars = Bars(self, self, self.say, Keymap(preferences))
        self.keys = Keys(self, self._refresh, self._leave_field)
        self.docks.lookout.offer(self.bars.actions)
        self.finder = Finder(self, self.say)
        self._make_status()
        self._connect()
        self.resize(first_size(self.screen().availableGeometry().size()))
        self.restoreGeometry(preferences.geometry)
        self.restoreState(preferences.docks)
        self.docks.named["chart"].hide()  # it opens with the next line that is looked along
        self.retranslate()
        self._show_front()
        if self.toolbox.stamps.faults:
            self._warn("  ".join(self.toolbox.stamps.faults))

    # --- the parts --------------------------------------------------------------------------------

    def _make_middle(self) -> None:
        self.middle = QStackedWidget()
        self.first_page = Scrolled(self.welcome)
        self.middle.addWidget(self.first_page)
        self.middle.addWidget(self.tabs)
        self.setCentralWidget(self.middle)
        self.setAcceptDrops(True)

    def _make_status(self) -> None:
        self.reading, self.selected, self.zoom = QLabel(), QLabel(), QLabel()
        self.heat_progress = HeatProgress(self.say)
        self.statusBar().addWidget(self.reading, 1)
        self.statusBar().addPermanentWidget(self.heat_progress)
        self.job_line = JobLine(self.jobs, self.say)
        self.statusBar().addPermanentWidget(self.job_line)
        self.statusBar().addPermanentWidget(self.selected)
        self.statusBar().addPermanentWidget(self.zoom)

    def _connect(self) -> None:
        self.tabs.currentChanged.connect(self._show_front)
        self.tabs.tabCloseRequested.connect(lambda place: self.close_tab(self.works[place]))
        self.filing.opened.connect(self.open_work)
        self.filing.filed.connect(self._remember)
        self.jobs.changed.connect(self._refresh)
        self.underlays.changed.connect(self._refresh)
        self.filing.done.connect(self.tell_briefly)
        self.welcome.new_wanted.connect(self.new_maps.begin)
        self.welcome.template_wanted.connect(self.new_maps.begin)
        self.new_maps.game_chosen.connect(self.stage.look_by)
        self.welcome.ground_wanted.connect(self.grounds.new)
        self.welcome.open_wanted.connect(self.filing.open)
        self.welcome.file_wanted.connect(self.filing.open_file)
        self.toolbox.changed.connect(self._refresh)
        self.toolbox.changed.connect(self._read)
        self.playing.changed.connect(self._refresh)
        self.playing.told.connect(self.tell_briefly)
        self.console.changed.connect(self._refresh)
        self.console.told.connect(self.tell_briefly)
        self.console.front_wanted.connect(self.tabs.setCurrentWidget)
        self.scenario_docks.made.connect(self._offer_scenario_panels)
        deeds = ("pass", "hold-fire", "step-back", "pause")
        self.playing.deeds = [self.bars.actions[name] for name in deeds]
        self.lookout.changed.connect(self._keep_outlook)
        self.docks.palette.zone_wanted.connect(lambda: self._do_with_zone(ZoneDeed.NEW, ""))
        self.docks.zones.wanted.connect(self._do_with_zone)
        self.docks.palette.rename_wanted.connect(self.stamp_requests.rename)
        self.docks.palette.removal_wanted.connect(self.stamp_requests.remove)
        self.say.changed.connect(self.retranslate)
        self.bars.panels.addActions(self.docks.toggles())

    # --- maps in tabs -----------------------------------------------------------------------------

    @property
    def works(self) -> list[WorkTab]:
        """The open works, from left to right."""
        return self.tabs.works

    @property
    def tab(self) -> WorkTab | None:
        """The work in front."""
        return self.tabs.front

    @property
    def work(self) -> WorkTab:
        """The work in front, where there is one."""
        assert self.tab is not None, "nothing is open"
        return self.tab

    @property
    def map_tab(self) -> Tab | None:
        """The work in front, where it is shown on a map."""
        return self.tabs.map_in_front

    @property
    def editor(self) -> Editor | None:
        """The map in front."""
        return self.tabs.editor

    @property
    def front(self) -> Editor:
        """The map in front, where there is one."""
        assert self.editor is not None, "no map is open"
        return self.editor

    def open_work(self, work: Work) -> None:
        """Show a work in a tab; one whose file is open already comes to the front instead.

        Recovered work is more than its file: it takes the place of a tab nothing was done in.
        """
        for tab in self.tabs.of(work):
            if not work.is_dirty:
                self.tabs.setCurrentWidget(tab)
                work.close()
                work.deleteLater()
                return
            if not tab.document.is_dirty:
                self.close_tab(tab)
        if isinstance(work, Document):
            self._add_tab(self._map_tab(work))
        elif isinstance(work, ScenarioDocument):
            self._add_tab(self._scenario_tab(work))
        elif isinstance(work, DeckDocument):
            self._add_tab(self._deck_tab(work))
        elif isinstance(work, TextDocument):
            self._add_tab(self._text_tab(work))
        elif isinstance(work, RoomWork):
            self._add_tab(self.console.tab_of(work))

    def _deck_tab(self, document: DeckDocument) -> WorkTab:
        from studio.decks.tab import DeckTab  # only who opens a deck waits for it

        tab = DeckTab(document, self.say, self.asking)
        tab.work_wanted.connect(self.open_work)
        return tab

    def _text_tab(self, document: TextDocument) -> WorkTab:
        from studio.parts.text_tab import TextTab  # only who opens a broken file waits for it

        tab = TextTab(document, self.say, self.asking)
        tab.readable.connect(lambda: self._open_readable(tab, document))
        return tab

    def _open_readable(self, tab: WorkTab, document: TextDocument) -> None:
        """Show a text as the work that it has become."""
        work = document.readable_work(self.filing.journals)
        if work is not None:
            self._close(tab)
            self.open_work(work)

    def _scenario_tab(self, document: ScenarioDocument) -> WorkTab:
        tab = ScenarioTab(document, self.say, self.lookout)
        document.changed.connect(lambda _: self._name_unfiled(document))
        tab.looked.connect(self._show_line)
        return tab

    def _map_tab(self, document: Document) -> Editor:
        editor = Editor(document, self.toolbox, self.say, self.lookout)
        document.changed.connect(self.docks.palette.refresh)
        document.changed.connect(self.docks.zones.refresh)
        editor.name_wanted.connect(lambda at: self.requests.place(editor, at))
        editor.shown.connect(self._show_preview)
        self.underlays.add(editor)
        return editor

    def _add_tab(self, tab: WorkTab) -> None:
        document = tab.document
        tab.set_layers(self.layers)
        self.docks.steps.addStack(document.history)
        document.filed.connect(self._name_tabs)
        document.history.indexChanged.connect(self._refresh)
        document.unprotected.connect(self._warn)
        tab.pointed.connect(self._read)
        if isinstance(tab, Tab):
            tab.canvas.camera_changed.connect(self._read)
        tab.refused.connect(self._warn)
        tab.checked.connect(self.problem_desk.show)
        self.following.add(document)
        self.tabs.show_work(tab)
        self._name_tabs()

    def close_tab(self, tab: WorkTab) -> bool:
        """Close a work, if nothing is lost or the user means it; whether it is closed."""
        if not self._may_close(tab):
            return False
        self._close(tab)
        return True

    def _may_close(self, tab: WorkTab) -> bool:
        may_close = self.playing.may_close(tab) and self.console.may_close(tab)
        return may_close and self.filing.may_close(tab.document)

    def _close(self, tab: WorkTab) -> None:
        self.stage.balancing.forget(tab)
        if isinstance(tab, Tab):
            self.docks.overview.forget(tab.canvas)
            self.underlays.forget(tab)
        self.tabs.removeTab(self.tabs.indexOf(tab))
        self.following.catch_up()
        self.docks.steps.removeStack(tab.document.history)
        tab.put_away()
        self.grounds.forget(tab.document)
        tab.document.close()
        # Left to Python, it might go in the thread of another's check, and its timers with it.
        tab.document.deleteLater()
        tab.deleteLater()
        self._show_front()

    def _show_front(self) -> None:
        """Bring the panels to what the work in front says."""
        tab, editor = self.tab, self.editor
        self.middle.setCurrentWidget(self.tabs if tab else self.first_page)
        self.welcome.show_recent(self.preferences.recent)
        self.docks.palette.show_map(editor.document.map if editor else None)
        self.docks.palette.setEnabled(editor is not None)
        self.docks.zones.show_map(editor.document.map if editor else None)
        self.underlays.show_tab(editor)
        self.problem_desk.show()
        if tab:
            self.docks.steps.setActiveStack(tab.document.history)
            if isinstance(tab, Tab):
                self.docks.overview.show_canvas(tab.canvas)
            tab.take_focus()
        self._show_panels(tab)
        self._name_tabs()
        self._read()
        self._refresh()

    def _show_panels(self, tab: WorkTab | None) -> None:
        """The panels of a game lie over a scenario's, which lie over a map's; a deck has none."""
        layers: list[DeckDocks | ScenarioDocks | Playing]
        layers = [self.deck_docks, self.scenario_docks, self.playing]
        self.console.leave_for(tab)
        for each in layers if isinstance(tab, ScenarioTab) else reversed(layers):
            each.show_tab(tab)
        self.console.show_tab(tab, self.playing.speed)

    def _offer_scenario_panels(self) -> None:
        self.bars.panels.addActions(self.scenario_docks.toggles())

    def _name_tabs(self) -> None:
        """Names with a dot on what is not saved, in the tabs and the title."""
        self.tabs.name_all(self.filing)
        studio, front = self.say("studio"), self.tab
        name = f"{self.filing.name(front.document)}[*] – " if front else ""
        self.setWindowTitle(f"{name}{studio}")
        self.setWindowModified(front is not None and front.document.is_dirty)
        self._refresh()

    def _refresh(self) -> None:
        self.bars.refresh()

    def _name_unfiled(self, document: ScenarioDocument) -> None:
        """What has no file yet goes by its title."""
        if document.path is None:
            self._name_tabs()

    def next_map(self) -> None:
        """Bring the next tab to the front."""
        self.tabs.next()

    def close_front(self) -> None:
        """Close the work in front."""
        if self.tab is not None:
            self.close_tab(self.tab)

    def leave(self) -> None:
        """Close the window."""
        self.close()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Every work is asked about first; then the window's places are remembered."""
        if not all(self._may_close(tab) for tab in self.works):
            event.ignore()
            return
        for tab in self.works:
            self._close(tab)
        self.jobs.cancel_all()
        self.preferences.keep_window(self.saveGeometry(), self.saveState())
        event.accept()

    def _remember(self, file: Path) -> None:
        self.preferences.add_recent(file)
        self.bars.show_recent(self.preferences.recent, self.filing.open_file)
        self._name_tabs()

    # --- from outside -----------------------------------------------------------------------------

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Files may be dropped."""
        if files_in(event.mimeData()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Open them."""
        for file in files_in(event.mimeData()):
            if is_picture(file) and self.editor is not None:
                self.underlays.load(file)
                self.show_underlay()
            else:
                self.filing.open_file(file)

    def changeEvent(self, event: QEvent) -> None:
        """When the user comes back, look whether others changed the files meanwhile."""
        super().changeEvent(event)
        if event.type() is QEvent.Type.ActivationChange and self.isActiveWindow():
            self.look_at_disk()

    def look_at_disk(self) -> None:
        """Offer to read files again that others have changed."""
        for tab in self.works:
            document = tab.document
            if document.on_disk() is OnDisk.CHANGED:
                words = self.say("changed-question", file=document.path)
                answer = self.asking.question(words, self.say("reload"), self.say("keep-mine"))
                if answer is Answer.YES:
                    self.filing.revert(document)
                else:
                    document.keep_mine()

    # --- panels -----------------------------------------------------------------------------------

    def _read(self) -> None:
        """The line at the foot."""
        tab = self.tab
        self.reading.setText(tab.reading() if tab else "")
        looking = tab.looking if isinstance(tab, ScenarioTab) else None
        scout = self.editor.scout if self.editor else looking
        self.heat_progress.show_heat(scout.heat if scout else None)
        self.selected.setText(self.editor.told_selection() if self.editor else "")
        width = f"{tab.canvas.hex_width:.3g}" if isinstance(tab, Tab) else ""
        self.zoom.setText(self.say("zoom", width=width) if width else "")

    def tell_briefly(self, words: str) -> None:
        """Say something for a while."""
        self.statusBar().showMessage(words, TOLD_MS)

    def _warn(self, words: str) -> None:
        self.statusBar().showMessage(f"⚠ {words}", TOLD_MS)

    def _leave_field(self) -> bool:
        """Give the keys back to the map in front; whether there is one."""
        if self.map_tab is not None:
            self.map_tab.take_focus()
        return self.map_tab is not None

    def show_zones(self) -> None:
        """Open the panel of zones and go there."""
        self.docks.named["zones"].show()
        self.docks.named["zones"].raise_()
        self.docks.zones.take_focus()

    def _do_with_zone(self, deed: ZoneDeed, zone: str) -> None:
        self.docks.zones.choose(self.zone_requests.do(self.front, deed, zone))

    def step_problem(self, steps: int) -> None:
        """Go on to the next problem, or back."""
        self.docks.named["problems"].show()
        self.docks.named["problems"].raise_()
        self.docks.problems.step(steps)

    def _show_preview(self, shown: Shown) -> None:
        if shown.profile is not None and self.editor is not None:
            self._show_line(shown)
            self.docks.show_chart(self.editor.canvas)

    def _show_line(self, shown: Shown) -> None:
        """Draw a line of sight in the chart, whether or not its panel is open."""
        if shown.profile is not None and self.map_tab is not None:
            self.docks.chart.show_profile(shown.profile, self.map_tab.map.labels)

    # --- the whole window -------------------------------------------------------------------------

    @property
    def theme(self) -> str:
        """Light, dark, or as the system has it."""
        return self._theme

    def set_theme(self, theme: str) -> None:
        """Another look of the window."""
        self.preferences.theme = self._theme = theme
        dress(theme)
        self.bars.retranslate()

    def choose_language(self, language: str) -> None:
        """Another language, at once."""
        self.preferences.language = language
        self.say.speak(language)

    def show_underlay(self) -> None:
        """Open the panel of the picture over the map."""
        self.docks.named["underlay"].show()
        self.docks.named["underlay"].raise_()
        self.docks.underlay.buttons["load"].setFocus()

    def choose_ramp(self, ramp: str) -> None:
        """Other elevation tints, of every map and the pictures made of them."""
        self.preferences.ramp = ramp
        self.show_layers(replace(self.layers, ramp=ramp))

    def retranslate(self) -> None:
        """Say everything of the window's own in its language."""
        self.docks.retranslate()
        self.playing.retranslate()
        self.console.retranslate()
        self.scenario_docks.retranslate()
        self.bars.retranslate()
        self.bars.show_recent(self.preferences.recent, self.filing.open_file)
        self.show_layers(Layers(**{**vars(self.layers), "language": self.say.language}))
        self._name_tabs()
        self._read()

    def show_layers(self, layers: Layers) -> None:
        """Show these layers of every map."""
        self.layers = layers
        self.preferences.hidden_layers = layers.hidden
        for tab in self.works:
            tab.set_layers(layers)

    def find_action(self) -> None:
        """Open the command palette."""
        self.bars.refresh()
        self.finder.seek(list(self.bars.actions.values()))

    def show_shortcuts(self) -> None:
        """Open the shortcut sheet, beside the work."""
        if self._sheet is not None:
            self._sheet.deleteLater()  # it may speak another language
        self._sheet = ShortcutSheet(self.say, self.bars, self)
        self._sheet.show()

    def show_about(self) -> None:
        """Versions of the program and of Qt."""
        from importlib.metadata import version  # it loads much, and is seldom asked

        self.asking.tell(self.say("about", version=version("sandtable"), qt=qVersion()))

    def escape(self) -> None:
        """Give up what is under way in the work in front, else a job behind the window."""
        if self.underlays.escape() or (self.tab is not None and self.tab.escape()):
            return
        if self.playing.play is not None:
            self.playing.stop()
        else:
            self.jobs.cancel_latest()
            self._leave_field()

    def _keep_outlook(self) -> None:
        self.preferences.lookout = self.lookout.outlook.as_text()

    # --- keys that last while they are down -------------------------------------------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Begin what a held key does."""
        if not self.bars.hold(event):
            super().keyPressEvent(event)

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        """End it."""
        if not self.bars.let_go(event):
            super().keyReleaseEvent(event)


def _layers(preferences: Preferences, language: str) -> Layers:
    every = Layers(language=language, ramp=preferences.ramp)
    return every.without(preferences.hidden_layers)


def first_size(screen: QSize) -> QSize:
    """How large the window is at first on a screen, in logical pixels, its frame not counted."""
    return QSize(min(WIDE, screen.width()), min(HIGH, screen.height() - TITLE_BAR))


def files_in(dropped: QMimeData) -> list[Path]:
    """The files among what is dragged."""
    return [Path(url.toLocalFile()) for url in dropped.urls() if url.isLocalFile()]
