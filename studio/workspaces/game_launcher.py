"""Scenarios in the window: begun on a map, played, played many times, and saved games opened."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from engine.files.source_text import resolve_links
from engine.games import games_played_on, title_of
from engine.problems import SandtableError
from studio.documents.document import Document
from studio.documents.document_loader import Making, read_document
from studio.documents.scenario_document import ScenarioDocument
from studio.framework.background_jobs import BackgroundJobs, JobCancelled, Outcome
from studio.framework.file_operations import FileOperations
from studio.framework.prompts import DialogMemory
from studio.previews.preview_settings import PreviewSettings
from studio.workspaces.document_tabs import DocumentTabs
from studio.workspaces.play.balance.balance_controller import BalanceController
from studio.workspaces.play.play_controller import PlayController
from studio.workspaces.scenario.editor.problem_places import ProblemPlace
from studio.workspaces.scenario.editor.scenario_tab_base import ScenarioTabBase
from studio.workspaces.umpire.umpire_controller import UmpireController


class GameLauncher:
    """Between maps, their scenarios and the games of these; `show` opens a work in a tab."""

    def __init__(
        self,
        tabs: DocumentTabs,
        filing: FileOperations,
        jobs: BackgroundJobs,
        playing: PlayController,
        lookout: PreviewSettings,
        show: Callable[[Document], None],
        console: UmpireController,
        memory: DialogMemory,
    ) -> None:
        self._tabs, self._filing, self._jobs = tabs, filing, jobs
        self._playing, self._lookout, self._show = playing, lookout, show
        self.balancing = BalanceController(filing, playing, memory)
        self.balancing.front_wanted.connect(tabs.setCurrentWidget)
        self._console = console
        filing.game_wanted.connect(self._open_game)
        playing.umpire_wanted.connect(self.umpire)
        playing.balance_wanted.connect(self.open_balance_window)

    def select_preview_game(self, game: str) -> None:
        """Preview by a game from now on, and begin scenarios of it."""
        if game != self._lookout.outlook.game:
            self._lookout.update(game=game, unit="", points=0)

    def begin_scenario(self) -> None:
        """Begin a scenario on the map or table in front, which needs a file to be found by."""
        from engine.editing.scenario_edits import make_scenario

        work = self._tabs.active_tab.document if self._tabs.active_tab is not None else None
        if work is None or not work.ground_kind:
            return
        game = self._game_of(games_played_on(work.ground_kind))
        if game is None or (work.path is None and not self._filing.save(work)):
            return
        self._filing.finish_saving(work)
        ground = work.surface()
        if work.path is not None and ground is not None:
            scenario = make_scenario(ground, work.path.absolute(), game)
            new = ScenarioDocument.new(scenario, self._filing.journals)
            self._show(new)
            new.mark_unsaved()

    def edit_terrain_costs(self) -> None:
        """Open the terrain costs of a scenario on the map in front: an open one, or a new one."""
        file = self._tabs.active_tab.document.path if self._tabs.active_tab is not None else None
        on_map = (
            tab
            for tab in self._tabs.works
            if isinstance(tab, ScenarioTabBase) and file is not None
            if resolve_links(file) in tab.document.files_named
        )
        found = next(on_map, None)
        if found is not None:
            self._tabs.setCurrentWidget(found)
        else:
            self.begin_scenario()
        if self._tabs.staged is not None:
            self._tabs.staged.sought.emit(ProblemPlace("rules", "terrain"))

    def _game_of(self, games: Sequence[str]) -> str | None:
        """The game in view, if it is one of these; else the one that the user chooses."""
        if self._lookout.outlook.game in games:
            return self._lookout.outlook.game
        if len(games) < 2:
            return games[0] if games else None
        localize = self._filing.localize
        names = [localize.localize_text(title_of(game)) for game in games]
        asked = localize("new-scenario-game-title"), localize("new-scenario-game")
        chosen = self._filing.prompts.choose_index(*asked, names)
        return games[chosen] if chosen is not None else None

    @property
    def may_play(self) -> bool:
        """Return True if a scenario is active, or a map that may have some."""
        return self._tabs.editor is not None or self._tabs.staged is not None

    def play(self) -> None:
        """Play the scenario in front, or one on the map in front."""
        self._with_scenario(self._begin)

    def _with_scenario(self, then: Callable[[ScenarioTabBase], object]) -> None:
        """Go on with the scenario in front, or with one on the map in front once it is read."""
        if self._tabs.editor is not None:
            chosen = self._playing.scenario_on(self._tabs.editor.document.path)
            if chosen is not None:
                self._open(chosen, then)
        elif self._tabs.staged is not None:
            then(self._tabs.staged)

    def _begin(self, tab: ScenarioTabBase) -> None:
        self._playing.begin(tab)

    def _open(self, scenario: Path, then: Callable[[ScenarioTabBase], object]) -> None:
        """Read a scenario in the background and show it in a tab, or say why that is impossible."""

        def show(outcome: Outcome[Making]) -> None:
            try:
                work = outcome()(self._filing.journals)
            except JobCancelled:
                return
            except SandtableError as error:
                self._filing.prompts.show_message(str(error))
                return
            self._filing.filed.emit(scenario)
            self._show(work)
            if self._tabs.staged is not None:
                then(self._tabs.staged)

        words = self._filing.localize("job-opening", name=scenario.name)
        self._jobs.start(words, lambda _: read_document(scenario), show)

    def umpire(self) -> None:
        """Begin an umpired game of the scenario in front, or of one on the map in front.

        It is played by the files, so that they are saved first.
        """
        self._with_scenario(self._umpire)

    def _umpire(self, tab: ScenarioTabBase) -> None:
        from engine.checks.scenario_checks import load_playable

        if not self._save_for_room(tab):
            return
        path = tab.document.path
        assert path is not None
        try:
            scenario = load_playable(path)
        except SandtableError as error:
            self._filing.prompts.show_message(self._filing.localize("not-playable", reason=error))
            return
        self._console.begin(scenario, path)

    def _save_for_room(self, tab: ScenarioTabBase) -> bool:
        """Save a scenario, its map and decks where needed; whether all are as in their files."""
        named = tab.document.files_named
        open_ = [each.document for each in self._tabs.works]
        works = [work for work in open_ if work.path and resolve_links(work.path) in named]
        for work in [*works, tab.document]:
            if (work.is_dirty or work.path is None) and not self._filing.save(work):
                return False
            self._filing.finish_saving(work)
        return not any(work.is_dirty for work in [*works, tab.document])

    def open_balance_window(self) -> None:
        """Open the window in which many games of the scenario in front are played."""
        if self._tabs.staged is not None:
            self.balancing.open(self._tabs.staged)

    def _open_game(self, file: Path) -> None:
        """Go on with a saved game in the tab of its scenario."""
        from studio.workspaces.play.saved_game_resumption import (  # loaded only when one is opened
            ResumedGame,
            resume_in_background,
        )

        def take_up(found: ResumedGame) -> None:
            def go_on(tab: ScenarioTabBase) -> None:
                if self._playing.may_close(tab):
                    self._playing.play_session(tab, found.session)

            self._open(found.scenario, go_on)

        resume_in_background(file, self._jobs, self._filing.prompts, self._filing.localize, take_up)
