"""A scenario under play on a board: the pointer becomes answers, and answers become pictures."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from PySide6.QtCore import QElapsedTimer, QObject, QTimer, Signal
from PySide6.QtWidgets import QWidget

from engine.play.ai_support import DEFAULT
from engine.play.decisions import Answer
from engine.play.events import Event, cards_of, is_seen_by
from engine.play.game import Intervention
from engine.play.option_targets import EventLocation
from engine.problems import SandtableError
from engine.session.move_plans import AnyPlan, PlanProgress, StandingOrders
from engine.session.option_choices import OptionChoice, OptionChoices
from engine.session.seats import Seat
from engine.session.session import Session
from engine.session.stop_conditions import NO_STOPS, StopCondition, StopWatcher
from engine.session.visible_position import VisiblePosition
from studio.widgets.localization import Localizer
from studio.workspaces.play.game_view.ai_thinking import AiThinking
from studio.workspaces.play.game_view.game_view import GameAnimation, GameView
from studio.workspaces.play.game_view.playback import PlaybackSpeed, SkipOnAnyKey
from studio.workspaces.play.game_view.remote_players import RemoteAnswers, RemotePlayers

FRAME_MS = 12


class CardEvent(NamedTuple):
    """The fate of a card, as the viewer may know it."""

    card: str
    sentence: str


class GameController(QObject):
    """A session shown on a board as it is played.

    After every answer, a person's or a machine's, its consequences are animated first: `is_moving`
    is true until they are over, and `skip` cuts them short. Then `settled` says that the position
    is final and the next question may be asked.
    """

    settled = Signal()  # another position, another question, or none: panels look again
    given = Signal()  # the game or its place is another; nothing of that is shown yet
    cue = Signal(str)  # what is watched from now on: a sound may be heard
    refused = Signal(str)  # why something cannot be done, or goes no further
    told = Signal(str)  # news that is not a problem
    cards_met = Signal(object)  # list[CardEvent]: cards were drawn, played, or have lapsed
    recalled = Signal()  # an earlier position is shown, which changes nothing
    stop_wanted = Signal(object, bool)  # a StopCondition is to be switched on or off

    def __init__(self, session: Session, board: GameView, localize: Localizer) -> None:
        super().__init__(board.canvas)  # else its timers might be deleted in another thread
        self.session, self.board, self.localize = session, board, localize
        self.speed = PlaybackSpeed.NORMAL
        self.standing = self._stands()
        self.question = session.question(localize.language)
        self.is_paused = False  # machines wait
        self.is_replaying = False  # what was taken back is shown again
        self.orders = StandingOrders(session)
        self.ends_moves = True  # a unit that arrives is not asked to go on
        self.deliberation = AiThinking(self)
        self.deliberation.failed.connect(self._wait_after)
        self.afar = RemotePlayers(self)  # players at pages of their own
        self.is_looking_back = False  # about the past, which concerns this screen alone
        self.stops: frozenset[StopCondition] = NO_STOPS  # what it is to stop at
        self.stopped: frozenset[StopCondition] = NO_STOPS  # what it has stopped at
        self.is_recalling = False  # an earlier position is shown
        self._watchman = StopWatcher()
        self._let_end: object = None  # the decision that may end its turn, if known
        self._waits_at = -1  # where a plan was interrupted: it is asked again after an answer
        self._showing: GameAnimation | None = None
        self._stage = -1  # of what is watched
        self._any_key = SkipOnAnyKey(self.skip, self)
        self._clock = QElapsedTimer()
        self._frames = QTimer(self, interval=FRAME_MS)
        self._frames.timeout.connect(self._show_frame)
        self._next = QTimer(self, singleShot=True, interval=0)
        self._next.timeout.connect(self._go_on)
        self.afar.answered.connect(self._next.start)
        self._far_answers = RemoteAnswers(self.afar, session, self._is_held_up, self.run_and_show)
        localize.changed.connect(self.look_again)

    def begin(self) -> None:
        """Show the position, and let machines answer if they are asked."""
        self.session.wait_for_machines()
        self.look_again()
        self._next.start()

    def end(self) -> None:
        """Stop: nothing moves any more."""
        self.deliberation.stop()
        self.afar.answered.disconnect(self._next.start)  # a page may be heard a moment later
        self._far_answers.end()
        self.afar.end()
        self._any_key.stop_listening()
        self._frames.stop()
        self._next.stop()
        self._showing = None
        self.localize.changed.disconnect(self.look_again)

    # --- answers ----------------------------------------------------------------------------------

    @property
    def is_moving(self) -> bool:
        """Return True if an animation is running."""
        return self._showing is not None

    @property
    def may_answer(self) -> bool:
        """Return True if a person at the screen is asked."""
        session = self.session
        is_watching = self.is_moving or self.is_replaying or self.is_recalling
        return session.is_local_turn and not is_watching and not session.needs_hand_over

    @property
    def choices(self) -> OptionChoices | None:
        """Return the choices of the person at the screen; None while no one is asked."""
        return self.question.choices if self.question is not None and self.may_answer else None

    @property
    def canvas(self) -> QWidget:
        """The canvas it is shown on."""
        return self.board.canvas

    def answer(self, option: Answer) -> None:
        """Answer for the person who is asked; machines that waited go on."""
        if self.is_recalling:
            self.look_again()  # questions concern the present
        if self.may_answer:
            if self.deliberation.is_under_way:
                self.deliberation.stop()
            self.is_paused = False
            self.run_and_show(lambda: self.session.answer(option))

    def choose(self, choice: OptionChoice) -> None:
        """Answer with one of the question's choices."""
        self.answer(choice.option)

    def pass_turn(self) -> None:
        """Do nothing, where the question allows that."""
        passing = self.question.choices.pass_choice if self.question else None
        if passing is not None:
            self.choose(passing)

    def enter_dice(self, faces: Sequence[int]) -> None:
        """Lay the dice that are awaited."""
        self.is_paused = False
        self.run_and_show(lambda: self.session.enter_dice(faces))

    def intervene(self, order: Intervention) -> None:
        """Let the umpire act."""
        self.drop_plan()
        self.run_and_show(lambda: self.session.intervene(order))

    def carry_out_plan(self, plan: AnyPlan) -> None:
        """Carry a plan out, until something intervenes."""
        if self.may_answer:
            self.is_paused = False
            self.orders.begin(plan)
            self._waits_at = -1
            self._next.start()

    def hold_fire(self) -> None:
        """Let the side that is asked pass whenever it might fire until the move ends."""
        if self.may_answer:
            self.orders.hold_fire(self.session.asked)
            self._waits_at = -1
            self._next.start()

    def drop_plan(self) -> None:
        """Drop the rest of a plan or of a replay, and what a machine is thinking about."""
        self.deliberation.stop()
        self.is_replaying = False
        self.orders.drop()

    # --- back and on ------------------------------------------------------------------------------

    def undo(self) -> None:
        """Back to the last decision of a person."""
        self.jump(self.session.undo)

    def redo(self) -> None:
        """On to the next one that was taken back."""
        self.jump(self.session.redo)

    def jump(self, go: Callable[[], None]) -> None:
        """Go anywhere in the session's time, at once; computer players wait there until resumed."""
        self.skip()
        self.drop_plan()
        self._try(go)
        self.given.emit()
        self.is_paused, self.is_looking_back = self.session.can_redo, False
        self.look_again()

    def visit(self, go: Callable[[], None]) -> None:
        """Browse the session's time; a machine asked there waits, whatever the moment."""
        self.skip()
        self.drop_plan()
        self._try(go)
        self.given.emit()
        self.is_looking_back = self.session.can_redo
        self.is_paused = self.is_looking_back or self.session.is_machines_turn
        self.look_again()

    def resume(self) -> None:
        """Let machines go on answering."""
        self.is_paused = False
        self._next.start()
        self.settled.emit()

    def pause(self) -> None:
        """Let machines wait, and a replay stop after the step under way."""
        self.is_paused, self.is_replaying = True, False
        self.deliberation.stop()
        self.settled.emit()

    def seat(self, side: str, seat: Seat, temper: str = DEFAULT) -> None:
        """Seat another player for a side from here on, or take it back."""
        self.drop_plan()
        self.is_paused = False
        self.session.seat(side, seat, temper)
        self.given.emit()
        self.look_again()

    @property
    def is_running(self) -> bool:
        """Return True if the game proceeds without a person at the screen."""
        return self.is_replaying or (self.session.is_machines_turn and not self.is_paused)

    def step_on(self) -> None:
        """Show the next step that was taken back as it happened; machines wait after it."""
        self.drop_plan()
        self.is_paused = True
        self.run_and_show(self.session.step_on)

    def replay(self) -> None:
        """Show again all that was taken back, step after step; machines wait at its end."""
        self.drop_plan()
        self.is_paused, self.is_replaying = True, self.session.can_redo
        self._next.start()
        self.settled.emit()

    def continue_or_wait(self) -> None:
        """Go on, with what was taken back or with the machines; or wait, if it is running."""
        if self.is_running:
            self.pause()
        elif self.session.can_redo:
            self.replay()
        else:
            self.resume()

    def rename_branch(self, number: int, name: str) -> None:
        """Give a branch of the game a name."""
        self.session.name_branch(number, name)
        self.given.emit()
        self.settled.emit()

    def hand_over(self) -> None:
        """The person who is asked is now at the screen."""
        self.session.hand_over()
        self.look_again()

    # --- watching ---------------------------------------------------------------------------------

    def run_and_show(self, deed: Callable[[], object]) -> None:
        """Do something to the game and show what it led to."""
        self.skip()
        number, events = self.session.answer_count, len(self.session.game.events)
        before = self._stands() if self.is_recalling else self.standing
        self.stopped = NO_STOPS
        if not self._try(deed):
            return
        self.is_looking_back = False
        self.given.emit()
        if self._stop_at(before, number, events):
            self.look_again()
            return
        self._tell_of_cards(events)
        after = self._stands()
        self.is_recalling = False
        is_shown = self.speed is not PlaybackSpeed.SKIP
        showing = (
            self.board.animation_between(before, after, self._places_since(events))
            if is_shown
            else None
        )
        if showing is None:
            self._settle(after)
            return
        self._showing, self._stage = showing, -1
        self._any_key.listen()
        self._clock.start()
        self._frames.start()
        self._show_frame()

    def _stop_at(self, before: VisiblePosition, number: int, events: int) -> bool:
        """Stop where asked to; returns whether an answer that ends the turn was taken back."""
        session = self.session
        if not self.stops:
            return False
        after = session.game.position(session.viewer)
        met = self._watchman.conditions_met(
            before.position, after, self._events_since(events), session.viewer
        )
        answered = (session.history.number, number)
        self.stopped = met & self.stops
        if answered == self._let_end:
            self.stopped -= {StopCondition.TURN}
        if not self.stopped:
            return False
        self.is_paused, self.is_replaying = True, False
        self.orders.drop()
        if StopCondition.TURN not in self.stopped:
            return False
        session.go_to(number)
        self.given.emit()
        self._let_end, self.stopped = answered, frozenset({StopCondition.TURN})
        return session.answer_count == number

    def _tell_of_cards(self, events: int) -> None:
        """Report the cards that were drawn, played on a unit, or have lapsed."""
        game, language = self.session.game, self.localize.language
        found = [
            CardEvent(cards[0], said)
            for event in self._events_since(events)
            if (cards := cards_of(event))
            and (said := game.rules.describe_event(game.state, event, language))
        ]
        if found and not self.session.needs_hand_over:
            self.cards_met.emit(found)

    def go_on(self) -> None:
        """Go on from a stop: the turn ends, machines answer again."""
        ends_turn, self.stopped = StopCondition.TURN in self.stopped, NO_STOPS
        if ends_turn and self.session.can_redo:
            self.is_paused = False
            self.run_and_show(self.session.step_on)
        else:
            self.continue_or_wait()

    def recall(self, standing: VisiblePosition) -> None:
        """Show an earlier position; nothing can be answered until `look_again`."""
        self.skip()
        self.standing, self.is_recalling = standing, True
        self.recalled.emit()

    def skip(self) -> None:
        """Jump to the end of what is watched."""
        if self._showing is not None:
            self._settle()

    def look_again(self) -> None:
        """Show the position as it is, and what is asked in it."""
        self._settle()

    def _show_frame(self) -> None:
        showing = self._showing
        if showing is None:
            return
        length = self.speed.value * showing.stages
        progress = self._clock.elapsed() / length if length else 1.0
        if progress >= 1.0:
            self._settle()
            return
        stage = int(progress * len(showing.cues))
        if stage != self._stage:
            self._stage = stage
            self.cue.emit(showing.cues[stage])
        showing.show(progress)

    def _settle(self, standing: VisiblePosition | None = None) -> None:
        """The position is settled: show it as it is if it has not been shown yet."""
        if self._showing is not None:
            self._any_key.stop_listening()
        self._showing, self.is_recalling = None, False
        self._frames.stop()
        self.is_replaying = self.is_replaying and self.session.can_redo
        self.board.set_language(self.localize.language)
        self.standing = self._stands() if standing is None else standing
        self.question = self.session.question(self.localize.language)
        if self.afar.room is not None or Seat.PAGE in self.session.seats.values():
            self.afar.attend(self.session)
            if not self.is_looking_back:
                self.afar.follow(self.session)
        self._next.start()
        self.settled.emit()

    def _go_on(self) -> None:
        """Do what happens without anybody at the screen: machines, plans, replays."""
        if self.is_moving or self.is_recalling:
            return
        if self.is_replaying:
            self.run_and_show(self.session.step_on)
        elif self.session.is_machines_turn:
            if not self.is_paused:
                self._let_machine_move()
        elif self.session.is_remote_turn:
            self._far_answers.seek()
        elif self.may_answer and self.session.answer_count != self._waits_at:
            self._follow_orders()

    def _let_machine_move(self) -> None:
        """Let a machine answer, at once or after thinking in the background."""
        player = self.session.thinking_player()
        question = None if player is None else self.session.detached_question()
        if player is None or question is None:
            self.run_and_show(self.session.play_machine_answer)
        elif not self.deliberation.is_under_way:
            self.deliberation.begin(player, question, type(player).choose, self._give_thought)

    def _wait_after(self, failure: str) -> None:
        """Show why a computer player has no answer; it is asked again on resuming."""
        self.pause()
        self.refused.emit(failure)

    def _give_thought(self, answer: Answer) -> None:
        """Give the answer a machine has thought of."""
        self.run_and_show(lambda: self.session.give_machine_answer(answer))

    def _is_held_up(self) -> bool:
        """Return True if an animation runs, or the person has stopped it or is browsing."""
        is_watching = self.is_moving or self.is_recalling or self.is_replaying
        return is_watching or bool(self.stopped) or self.is_looking_back

    def _follow_orders(self) -> None:
        """Give the next answer that was ordered before."""
        if self.orders.plan is None and not self.orders.holding:
            return
        had_plan, headway = self.orders.plan is not None, PlanProgress.IDLE

        def step() -> None:
            nonlocal headway
            headway = self.orders.step()

        number = self.session.answer_count
        if not had_plan and not self.orders.holds_fire(self.session.asked):
            return
        self.run_and_show(step)
        if self.session.answer_count == number:
            self._waits_at = number
        if had_plan and headway in (PlanProgress.BARRED, PlanProgress.OVER):
            self.refused.emit(headway.sentence(self.localize.language))

    def _stands(self) -> VisiblePosition:
        return self.session.visible_position(self.session.viewer, self.localize.language)

    def _places_since(self, events: int) -> list[EventLocation]:
        game = self.session.game
        return [game.rules.where(game.state, event) for event in self._events_since(events)]

    def _events_since(self, events: int) -> list[Event[Any]]:
        """Return the events after the first so many that the viewer may know of."""
        game, viewer = self.session.game, self.session.viewer
        return [e for e in game.events[events:] if viewer is None or is_seen_by(e, viewer)]

    def _try(self, deed: Callable[[], object]) -> bool:
        """Do something, or explain why the rules do not allow it."""
        try:
            deed()
        except SandtableError as error:
            self.drop_plan()
            self.refused.emit(str(error))
            return False
        return True
