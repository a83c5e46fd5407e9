"""Games in the window: begun, kept, ended.

What a game needs is loaded when the first one begins, so the window opens sooner.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from random import SystemRandom
from typing import TYPE_CHECKING, TypeAlias
from weakref import WeakKeyDictionary, WeakSet

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu

from engine.editing.dependent_scenarios import scenarios_on
from engine.languages import language_name
from engine.problems import SandtableError
from engine.session.saved_games import SavedGameStore
from engine.session.stop_conditions import NO_STOPS, StopCondition
from studio.framework.background_jobs import BackgroundJobs
from studio.framework.document_tab import DocumentTab
from studio.framework.file_operations import FileOperations
from studio.framework.panel_layouts import PanelLayouts
from studio.framework.prompts import PromptAnswer
from studio.widgets.localization import Localizer
from studio.workspaces.play.game_view.playback import PlaybackSpeed
from studio.workspaces.play.playback_settings import PlaybackSettings
from studio.workspaces.play.start_game_question import StartGameQuestion
from studio.workspaces.scenario.editor.scenario_tab_base import ScenarioTabBase

if TYPE_CHECKING:
    from engine.scenario.scenario import Scenario
    from engine.session.session import Session
    from studio.widgets.panel_section import PanelSection
    from studio.workspaces.play.game_view.click_meanings import ClickMeaning
    from studio.workspaces.play.game_view.game_controller import GameController
    from studio.workspaces.play.game_view.game_on_map import GameOnMap
    from studio.workspaces.play.game_view.game_on_tabletop import GameOnTabletop
    from studio.workspaces.play.game_view.game_pointer import GamePointer
    from studio.workspaces.play.panels.decision_panel import DecisionPanel
    from studio.workspaces.play.panels.game_docks import GameDocks
    from studio.workspaces.play.panels.umpire_panel import UmpirePanel
    from studio.workspaces.play.start_game_dialog import GameSetup

AnyGameHere: TypeAlias = "GameOnMap | GameOnTabletop"
SAVED = (".session", ".replay")
MAX_NEW_SEED = 100_000
KEPT_MS = 1500  # after the last step a game's file is written anew; each answer is noted at once


class PlayController(QObject):
    """Follows the tab in front: while a game is played there, its panels replace the others."""

    changed = Signal()  # another game, or none, or another speed
    moved = Signal()  # another question in the game in front
    told = Signal(str)  # a sentence about what was done
    umpire_wanted = Signal()  # the scenario in front is to be umpired instead
    balance_wanted = Signal()  # many games of the scenario in front are to be played

    def __init__(
        self,
        layouts: PanelLayouts,
        filing: FileOperations,
        localize: Localizer,
        keeper: SavedGameStore,
        pace: PlaybackSettings,
    ) -> None:
        super().__init__(layouts.window)
        self._layouts, self._filing, self._localize, self._keeper = (
            layouts,
            filing,
            localize,
            keeper,
        )
        self._prompts = filing.prompts
        self._tab: ScenarioTabBase | None = None
        self._games: dict[ScenarioTabBase, AnyGameHere] = {}
        self._watched: WeakSet[Session] = WeakSet()  # without a document, so not saved
        # Games that were over when they were taken up, and their size: they may only be looked at.
        self._finished: WeakKeyDictionary[Session, tuple[int, ...]] = WeakKeyDictionary()
        self._usual: GameSetup | None = None
        self.pace = pace
        pace.changed.connect(self.changed)
        pace.told.connect(self.told)
        self._stops: frozenset[StopCondition] = NO_STOPS
        self._panels: GameDocks | None = None
        self.deeds: Sequence[QAction] = ()  # what a decision has buttons for
        self.menu: QMenu | None = None
        self._is_covered = False  # what the panels say
        self._keeping = QTimer(self, singleShot=True, interval=KEPT_MS)
        self._keeping.timeout.connect(self._keep)

    @property
    def panels(self) -> GameDocks:
        """The panels that are there while a game is played."""
        if self._panels is None:
            from studio.workspaces.play.panels.game_docks import GameDocks

            self._panels = GameDocks(self._layouts, self._localize, self._filing, self.deeds)
            self._panels.time.speed_chosen.connect(self.set_speed)
            self.changed.connect(self._panels.time.seen.request_refresh)
        return self._panels

    @property
    def docks(self) -> dict[str, PanelSection]:
        """Return the sections of the panels, by name."""
        return self.panels.docks

    @property
    def decision(self) -> DecisionPanel:
        """The panel of what is asked."""
        return self.panels.decision

    @property
    def umpire(self) -> UmpirePanel:
        """The umpire's panel."""
        return self.panels.umpire

    def retranslate(self) -> None:
        """Name the panels in the window's language."""
        if self._panels is not None:
            self._panels.retranslate()

    # --- the tab in front -------------------------------------------------------------------------

    @property
    def play(self) -> GameController | None:
        """The game in front, if one is played there."""
        return self._here.play if self._here else None

    @property
    def pointer(self) -> GamePointer | None:
        """The pointer of the game in front."""
        return self._here.pointer if self._here else None

    @property
    def _here(self) -> AnyGameHere | None:
        return self._games.get(self._tab) if self._tab else None

    def _game_in(self, tab: ScenarioTabBase) -> Session | None:
        """The game that is played in a tab."""
        return self._games[tab].play.session if tab in self._games else None

    def show_tab(self, tab: DocumentTab | None) -> None:
        """Another tab is in front."""
        before, found = self._tab, tab if isinstance(tab, ScenarioTabBase) else None
        if before is not found:
            self._keep()
            if before is not None:
                self._take_picture(before)
            self._tab = found
            self._show_game()
            if found is not None and found not in self._games:
                self._tell_of_kept(found.document.path)

    def _tell_of_kept(self, scenario: Path | None) -> None:
        if self._keeper.has_game(scenario):
            self.told.emit(self._localize("game-waits"))

    def _show_game(self) -> None:
        """Bring the panels to the game in front."""
        self.pace.follow(self.play)
        if self.play is not None or self._panels is not None:
            self.panels.show_play(self.play, self.pointer)
            self._cover()
        self.changed.emit()

    # --- beginning and ending ---------------------------------------------------------------------

    def begin(self, tab: ScenarioTabBase) -> None:
        """Play the scenario of a tab, as its author has it now, its map and decks too."""
        try:
            scenario = tab.document.playable_scenario()
        except SandtableError as error:
            self._prompts.show_message(self._localize("not-playable", reason=error))
            return
        path = tab.document.path
        setup = self._prompts.ask(
            StartGameQuestion(scenario, self._keeper.games(path), self._usual)
        )
        if setup is None:
            return
        if setup.is_umpired:
            self.umpire_wanted.emit()
            return
        self._usual = setup
        session = self._session(scenario, setup, path)
        if session is not None:
            self.play_session(tab, session)

    def scenario_on(self, map_file: Path | None) -> Path | None:
        """A scenario near a map that is played on it: the only one, or the one chosen."""
        found = scenarios_on(map_file) if map_file else []
        if not found:
            self._prompts.show_message(self._localize("no-scenario-on-map"))
            return None
        if len(found) == 1:
            return found[0]
        names = [path.name for path in found]
        title, question = self._localize("begin-title"), self._localize("play-which")
        number = self._prompts.choose_index(title, question, names)
        return None if number is None else found[number]

    def _session(self, scenario: Scenario, setup: GameSetup, path: Path | None) -> Session | None:
        try:
            if setup.resumes and path is not None:
                return self._resumed(setup, path)
            from engine.session.session import Session

            begun = Session.begin(scenario, setup.seats, setup.seed, setup.by_hand, setup.fog, path)
            begun.tempers.update(setup.tempers)
            return begun
        except SandtableError as error:
            self._prompts.show_message(str(error))
            return None

    def _resumed(self, setup: GameSetup, path: Path) -> Session:
        """A kept game taken up, with its new players."""
        games = sorted(self._keeper.games(path), key=lambda game: game.is_over)
        kept = setup.kept or next((game.file for game in games), path)
        session = self._keeper.resumed(kept, path)
        for side, seat in setup.seats.items():
            temper = setup.tempers.get(side, session.temperament_of(side))
            if session.seats[side] != seat or session.temperament_of(side) != temper:
                session.seat(side, seat, temper)
        return session

    def play_session(self, tab: ScenarioTabBase, session: Session) -> None:
        """Let a session be played in a tab."""
        self._leave(tab)
        if session.result is not None:
            self._finished[session] = session.size
        here = self._games[tab] = create_game_on_tab(session, tab, self._localize)
        play = here.play
        play.stops = self._stops
        play.stop_wanted.connect(self.set_stop)
        play.refused.connect(tab.refused)
        play.told.connect(self.told)
        here.settled.connect(tab.refresh_status)
        tab.occupy(here)
        here.begin()
        self._tell_missing(session)
        play.settled.connect(self.moved)
        play.given.connect(lambda: self._note(session))
        play.settled.connect(self._keeping.start)
        play.settled.connect(self._cover)
        here.pointer.menu_wanted.connect(self._offer)
        here.number_pressed.connect(self.decision.choose_number)
        here.summary.rematch_wanted.connect(self.rematch)
        here.summary.report_wanted.connect(self._report)
        here.summary.balance_wanted.connect(self.balance_wanted)
        self._show_game()
        here.fit()

    def _tell_missing(self, session: Session) -> None:
        """Show which computer players are missing, and that a person stands in."""
        from engine.narration.scenario_names import ScenarioNames
        from studio.workspaces.play.panels.player_boxes import missing_players_text

        names = ScenarioNames(session.scenario, self._localize.language)
        if words := missing_players_text(session.seats, names, self._localize):
            self._prompts.show_message(words)

    def leave(self) -> None:
        """Go back to the scenario, once the user confirms."""
        session = None if self.play is None else self.play.session
        if session is None:
            return
        is_asked_anyway = session.path is None and is_worth_keeping(session)
        words = self._localize("leave-game"), self._localize("leave-game-yes")
        if is_asked_anyway or self._prompts.confirm(*words):
            self.stop()

    def stop(self) -> None:
        """Go back to the scenario as it was; keep the game, or ask the user if that fails."""
        tab = self._tab
        session = self._game_in(tab) if tab is not None else None
        if tab is None or session is None:
            return
        if session.path is None or not self._keep_game(session):
            self.may_close(tab)
            return
        is_kept = self._keeper.file_of(session) is not None
        self._stop(tab)
        if is_kept:
            is_over = session.result is not None
            self.told.emit(self._localize("game-over-kept" if is_over else "game-kept"))

    def watch(
        self, tab: ScenarioTabBase, scenario: Scenario, players: Mapping[str, str], seed: int
    ) -> bool:
        """Show a game between automatic players in a tab, the one before being kept or given up.

        It holds no work and is not kept. False if the one before is not to end.
        """
        if not self.may_close(tab):
            return False
        from engine.session.seats import Seat
        from engine.session.session import Session

        seats = {side: Seat.named(player) for side, player in players.items()}
        session = Session.begin(scenario, seats, seed)
        self._watched.add(session)
        self.play_session(tab, session)
        return True

    def rematch(self) -> None:
        """Play the scenario in front again with other dice, the players changing sides."""
        tab = self._tab
        if tab is None or self.play is None:
            return
        again = self.play.session.rematch(SystemRandom().randrange(1, MAX_NEW_SEED))
        if self.may_close(tab):
            self.play_session(tab, again)

    def _report(self) -> None:
        """Open the report of the game in front."""
        if self.play is not None:
            self.panels.log.publishing.open_report(self.play.session)

    def plays_in(self, tab: ScenarioTabBase) -> bool:
        """Return True if a game is played in a tab."""
        return tab in self._games

    def may_close(self, tab: DocumentTab) -> bool:
        """Return True if a tab can be closed; asks if a game under way is to be saved."""
        session, answer = (
            self._game_in(tab) if isinstance(tab, ScenarioTabBase) else None,
            PromptAnswer.YES,
        )
        if not isinstance(tab, ScenarioTabBase) or session is None:
            return True
        is_asked = is_worth_keeping(session)
        if is_asked:
            words = self._localize("close-game-question")
            answer = self._prompts.question(
                words, self._localize("keep-game"), self._localize("discard")
            )
        if answer is PromptAnswer.CANCEL:
            return False
        if answer is PromptAnswer.NO:
            self._forget(session)
        elif not is_asked:
            if (
                not self._keep_game(session)
                and has_human_player(session)
                and not self._save(session)
            ):
                return False
        elif not self._keep_or_save(session):
            return False
        self._stop(tab)
        return True

    def _stop(self, tab: ScenarioTabBase) -> None:
        self._leave(tab)
        self._show_game()

    def _leave(self, tab: ScenarioTabBase) -> None:
        """Give a tab's map back to its author."""
        self._take_picture(tab)
        self.menu = None  # it belongs to the map
        if self._games.pop(tab, None) is not None:
            tab.release()
            if not self._games:
                from engine.ai.rollout_workers import rollout_pool

                rollout_pool().shut_down()

    def _take_picture(self, tab: ScenarioTabBase) -> None:
        """Keep what a game looks like beside it."""
        session = self._game_in(tab)
        file = self._keeper.file_of(session) if session is not None else None
        if session is not None and file is not None:
            from studio.workspaces.play.saved_game_resumption import save_thumbnail

            try:
                save_thumbnail(tab.canvas, session, file, self._localize.language)
            except SandtableError as error:
                self.told.emit(str(error))

    def _keep(self) -> None:
        """Write the file of the game in front anew."""
        self._keeping.stop()
        if self.play is not None:
            self._keep_game(self.play.session)

    def _forget(self, session: Session) -> None:
        """Drop a game, or say why its file cannot be removed."""
        try:
            self._keeper.forget(session)
        except SandtableError as error:
            self.told.emit(str(error))

    def _keep_or_save(self, session: Session) -> bool:
        """Keep a game, or save it where that cannot be: its scenario has no file, or no room."""
        is_kept = session.path is not None and self._keep_game(session)
        return is_kept or self._save(session)

    def _keep_game(self, session: Session) -> bool:
        """Keep a game, if it is one to keep; False, after saying why, if that cannot be done."""
        if self._is_to_be_kept(session):
            return self._write(lambda: self._keeper.keep(session))
        return self._write(lambda: self._keeper.forget(session))

    def _note(self, session: Session) -> None:
        """Write down what a game has come to have, so that a crash costs no answer."""
        if self._is_to_be_kept(session):
            self._write(lambda: self._keeper.note(session))

    def _write(self, deed: Callable[[], None]) -> bool:
        """Do something to the file of a game; False, after saying why, if that cannot be done."""
        try:
            deed()
        except (SandtableError, OSError) as error:
            self.told.emit(self._localize("not-saved", reason=error))
            return False
        return True

    def _is_to_be_kept(self, session: Session) -> bool:
        """True for a game under way, and for one that is over in which a person has taken part.

        A game that was over when it was opened, and was only looked at, stays where it is.
        """
        if session in self._watched:
            return False
        if session.result is None:
            return True
        is_known = self._keeper.file_of(session) is not None
        is_new = self._finished.get(session) != session.size
        return bool(session.human_sides) and (is_known or is_new)

    def save(self) -> None:
        """Keep the game in a file the user names: all branches, or the one played as a replay."""
        if self.play is not None:
            self._save(self.play.session)

    def _save(self, session: Session) -> bool:
        name = session.path.name.split(".")[0] if session.path else "game"
        file = self._prompts.page_file(f"{name}{SAVED[0]}", SAVED)
        if file is None:
            return False
        try:
            (session.save_replay if file.suffix == SAVED[1] else session.save)(file)
        except SandtableError as error:
            self._prompts.show_message(self._localize("not-saved", reason=error))
            return False
        self.told.emit(self._localize("saved", file=file))
        return True

    # --- while it is played -----------------------------------------------------------------------

    @property
    def speed(self) -> PlaybackSpeed:
        """Return the speed of playback."""
        return self.pace.speed

    def set_speed(self, speed: PlaybackSpeed) -> None:
        """Show it faster or slower."""
        self.pace.set_speed(speed)

    @property
    def stops(self) -> frozenset[StopCondition]:
        """Return the stop conditions of running games."""
        return self._stops

    @stops.setter
    def stops(self, stops: frozenset[StopCondition]) -> None:
        self._stops = stops
        for here in self._games.values():
            here.play.stops = stops
        self.changed.emit()

    def set_stop(self, stop: StopCondition, is_on: bool) -> None:
        """Switch a stop on or off."""
        self.stops = self._stops | {stop} if is_on else self._stops - {stop}

    def translate_games(self, language: str, jobs: BackgroundJobs) -> bool:
        """Let every game be read in a language; False, with a message, if the user cancelled it."""
        from studio.workspaces.play.log_translation import translate_log

        plays = [here.play for here in self._games.values()]
        is_done = all(translate_log(each, language, jobs, self._localize) for each in plays)
        if not is_done:
            self.told.emit(self._localize("game-not-worded", language=language_name(language)))
        return is_done

    def step_recap(self, by: int) -> None:
        """Show the next thing that has happened since the last decision, or the one before."""
        if self._here is not None:
            self._here.strip.step(by)

    def _cover(self) -> None:
        """Hide what the panels say while the screen goes from one person to another."""
        is_covered = self.play is not None and self.play.session.needs_hand_over
        if is_covered != self._is_covered:
            self._is_covered = is_covered
            self.panels.cover(is_covered)

    def show_umpire(self) -> None:
        """Open the umpire's panel."""
        self.panels.show_umpire()

    def explain(self) -> None:
        """Explain the roll or the selected line, or all that the outlook shows."""
        self.panels.ask_why()

    def show_situation(self) -> None:
        """Bring the situation to the front, to be read with the keys."""
        self.panels.show_dock("situation")
        self.panels.situation.setFocus()

    def _offer(self, meanings: list[ClickMeaning]) -> None:
        """Ask at the pointer which of several things a click means."""
        if self.pointer is not None:
            from studio.workspaces.play.game_view.game_pointer import show_meanings_menu

            self.menu = show_meanings_menu(self.pointer, meanings)


def create_game_on_tab(session: Session, tab: ScenarioTabBase, localize: Localizer) -> AnyGameHere:
    """A game on what a tab shows: a map of hexes or a table."""
    from studio.workspaces.play.game_view.game_on_map import GameOnMap
    from studio.workspaces.play.game_view.game_on_tabletop import GameOnTabletop

    is_table = session.scenario.is_on_table
    return (GameOnTabletop if is_table else GameOnMap)(session, tab.canvas, tab, localize)


def is_worth_keeping(session: Session) -> bool:
    """Return True if a person has played in the game, so that it should be saved."""
    return session.result is None and session.answer_count > 0 and has_human_player(session)


def has_human_player(session: Session) -> bool:
    """True if a person takes part in a game, or did before a machine went on."""
    is_played = not all(seat.is_automatic for seat in session.seats.values())
    return is_played or bool(session.human_sides)
