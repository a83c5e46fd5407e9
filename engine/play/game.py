"""A game under way: plain data, and one running rule that can always be made again.

Between activities (one unit's move, one declared attack, one card) the state alone says what comes
next. A `Game` keeps the state before each activity and all answers since the start; going back,
copying, saving and looking ahead run the activity again with the answers it has had.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import deque
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from engine.play.decisions import (
    AcceptedAnswer,
    Answer,
    Decision,
    Procedure,
    Roll,
    find_option,
    is_dice,
)
from engine.play.dice import DiceOverride, DiceSource, validate_faces
from engine.play.events import Event
from engine.play.option_targets import UmpireAction
from engine.play.position import Copyable, Position, PositionCache, Result
from engine.play.rules_presenter import RulesPresenter
from engine.problems import SandtableError
from engine.scenario.scenario import Scenario
from engine.texts import text

SHOWN_OPTIONS = 12

S = TypeVar("S", bound=Copyable)


class Rules(RulesPresenter[S], Protocol[S]):
    """The rules of a game: its procedures, and its descriptions (`RulesPresenter`).

    One object serves any number of games.
    """

    id: str
    version: int

    def start(self, scenario: Scenario) -> S:
        """The position in which a scenario begins."""
        ...

    def activity(self, game: Game[S]) -> Procedure[None] | None:
        """Return the next activity in this position; None when the game is over."""
        ...

    def intervention(self, game: Game[S], order: Intervention) -> Procedure[None]:
        """Return the procedure of an umpire's intervention between activities.

        Raises InvalidInterventionError for one that is not allowed.
        """
        ...

    def sides(self, state: S) -> tuple[str, ...]:
        """The sides, in the order in which the game lists them."""
        ...

    def result(self, state: S) -> Result | None:
        """Return the result of the game; None while it goes on."""
        ...

    def turn(self, state: S) -> int:
        """The turn under way."""
        ...

    def secrets(self, state: S, side: str) -> list[str]:
        """Words that must not occur in a side's view, for the tests."""
        ...

    def weigh(self, view: S, decision: Decision[S, Any], option: Answer) -> float:
        """Return the gain the asked side expects of an option, seeing only its own view."""
        ...

    def acts(self, state: S) -> tuple[UmpireAction, ...]:
        """Return the actions of an umpire in this game, between activities."""
        ...


class Intervention(NamedTuple):
    """An umpire's act: its kind and arguments (words, numbers, hexes), who ordered it, and why."""

    kind: str
    arguments: tuple[Any, ...] = ()
    who: str = ""
    why: str = ""


class InvalidAnswerError(SandtableError):
    """An answer the decision does not accept; the game stays as it was."""


class NotReadyError(SandtableError):
    """A request that has to wait: for a decision, for dice, or for an activity's end."""


class InvalidInterventionError(SandtableError):
    """An umpire's act the rules or the position do not allow."""


class GameCheckpoint(NamedTuple, Generic[S]):
    """The position before an activity; `answers` and `events` count what came earlier."""

    state: S
    answers: int
    events: int


class GameTimeline(NamedTuple, Generic[S]):
    """The whole course of a game; `Game.take_up` goes to any point of it."""

    answers: list[Answer]
    overrides: dict[int, DiceOverride]
    events: list[Event[S]]
    marks: list[GameCheckpoint[S]]


class Game(Generic[S]):
    """One game of one scenario.

    Exactly one of three holds: a side must decide (`decision`), dice must be entered (`awaited`),
    or the game is over.

    >>> from engine.files.scenario_reader import load
    >>> from engine.files.source_text import ROOT
    >>> from engine.games import new_game
    >>> scenario = load(ROOT / "samples/tank/scenarios/first-shots.scenario.yaml")
    >>> game = new_game(scenario, dice=7)
    >>> game.rules.describe_decision(game.state, game.decision, "en")
    'Blue: which unit moves?'
    >>> game.options
    [MoveOrder(unit='b1', manner='move'), MoveOrder(unit='b1', manner='march'), None]
    >>> game.choose(game.options[0])
    >>> game.rules.describe_decision(game.state, game.decision, "en")
    'Blue: where does Blue 1 move from 4563GS? 5 MP left.'
    >>> game.rewind(0)
    >>> len(game.options), game.is_over
    (3, False)
    """

    def __init__(
        self, rules: Rules[S], scenario: Scenario, dice: DiceSource, opening: S | None = None
    ) -> None:
        self.rules, self.scenario, self.dice = rules, scenario, dice
        self.opening = rules.start(scenario) if opening is None else opening
        self.state = self.opening.copy()
        self._views: PositionCache[S] | None = None
        self.answers: list[Answer] = []
        self.events: list[Event[S]] = []
        self.overrides: dict[int, DiceOverride] = {}
        self.marks: list[GameCheckpoint[S]] = []
        self.decision: Decision[S, Any] | None = None
        self.awaited: Roll | None = None
        self._options: Sequence[Answer] | None = None
        self._pending: deque[Answer] = deque()
        self._procedure = no_activity()
        self._advance(None)

    # --- how it stands ---------------------------------------------------------------------------

    @cached_property
    def fingerprints(self) -> tuple[str, str]:
        """The scenario's and its map's, reckoned once: a game's scenario stays as it was."""
        return self.scenario.fingerprint(), self.scenario.ground_fingerprint()

    def view(self, side: str) -> S:
        """The present position as far as a side may know it; to be read only."""
        return self.views.view(side)

    def position(self, viewer: str | None = None) -> Position:
        """The present position as values, as far as a side may know it; the whole truth for None.

        It is cached until something happens.
        """
        return self.views.position(viewer)

    @property
    def views(self) -> PositionCache[S]:
        """The present position in each side's view."""
        if self._views is None:
            self._views = PositionCache(self.rules, self.state)
        return self._views

    # --- what is asked ---------------------------------------------------------------------------

    @property
    def is_over(self) -> bool:
        """Return True if nothing is left to decide or to roll."""
        return self.decision is None and self.awaited is None

    @property
    def result(self) -> Result | None:
        """Return the result of the game; None while it goes on."""
        return self.rules.result(self.state)

    @property
    def options(self) -> Sequence[Answer]:
        """Return the options of the present decision; empty if there is none.

        They are proposals if the decision is open: `accepts` checks other answers.
        """
        if self._options is None:
            self._options = () if self.decision is None else self.decision.options(self.state)
        return self._options

    @property
    def is_between_activities(self) -> bool:
        """Return True if the present activity has had no answer yet."""
        return bool(self.marks) and self.marks[-1].answers == len(self.answers)

    def accepts(self, answer: Answer) -> AcceptedAnswer[Any] | None:
        """An answer as the decision under way takes it; None where it may not be given."""
        if self.decision is None or not self.decision.is_open:
            return find_option(self.options, answer)
        return self.decision.accepts(self.state, answer)

    def as_accepted(self, answer: Answer) -> Answer:
        """The same; InvalidAnswerError says why it may not be given."""
        accepted = self.accepts(answer)
        if accepted is None:
            raise InvalidAnswerError(self._refusal(answer))
        assert not is_dice(accepted.answer), "a plain tuple is dice"
        return accepted.answer

    # --- answers ---------------------------------------------------------------------------------

    def choose(self, answer: Answer) -> None:
        """Answer the decision under way; InvalidAnswerError leaves the game as it was."""
        chosen = self.as_accepted(answer)
        self._await(None, None)
        self.answers.append(chosen)
        self._advance(chosen)

    def enter(self, faces: Iterable[int]) -> None:
        """Lay the dice that are awaited; InvalidDiceError leaves the game as it was."""
        if self.awaited is None:
            raise NotReadyError(text("game.no-roll"))
        laid = validate_faces(faces, self.awaited)
        self._await(None, None)
        self.answers.append(laid)
        self._advance(laid)

    def override(self, number: int, faces: Iterable[int], who: str, why: str) -> None:
        """Lay other faces for the roll that was answer `number`; what came after it is taken back.

        Raises NotReadyError when that answer was no roll,
        InvalidDiceError for impossible faces; both
        leave the game as it was.
        """
        roll = self.roll_at(number)
        if roll is None:
            raise NotReadyError(text("game.not-a-roll", None, number=number))
        laid = validate_faces(faces, roll)
        self._restore([*self.answers[:number], laid], number)
        self.overrides[number] = DiceOverride(who, why)

    def intervene(self, order: Intervention) -> None:
        """Let an umpire act, between two activities only; refusals leave the game as it was."""
        if not self.is_between_activities:
            raise NotReadyError(text("game.in-activity"))
        count = len(self.answers)
        try:
            self._restore([*self.answers, order], count)
        except InvalidInterventionError:
            self._restore(self.answers[:count], count)
            raise

    # --- other times -----------------------------------------------------------------------------

    def rewind(self, answers: int) -> None:
        """Go back to the position after so many answers, dice included.

        If a roll came next it is rolled again: seeded dice show the same faces.
        """
        if not 0 <= answers <= len(self.answers):
            raise ValueError(
                f"Cannot rewind to answer {answers}: the game has {len(self.answers)}."
            )
        self._restore(self.answers[:answers], answers)

    def timeline(self) -> GameTimeline[S]:
        """The whole course of the game until now."""
        return GameTimeline(
            list(self.answers), dict(self.overrides), list(self.events), list(self.marks)
        )

    def go_to_point(self, line: GameTimeline[S], answers: int) -> None:
        """Go to the position after so many answers of a line this game, or its twin, has had.

        The dice are those of the line. A roll that comes next is made by this game's dice.
        """
        assert 0 <= answers <= len(line.answers)
        self.answers, self.events, self.marks = line.answers, line.events, list(line.marks)
        self.overrides = dict(line.overrides)
        self._restore(line.answers[:answers], answers)

    def restarted(self, dice: DiceSource) -> Game[S]:
        """Another game of the same scenario from its beginning, on the board already prepared."""
        return Game(self.rules, self.scenario, dice, self.opening)

    def fork(self, seed: int) -> Game[S]:
        """An independent game from here on, with other dice to come."""
        twin = object.__new__(type(self))
        twin.rules, twin.scenario, twin.opening = self.rules, self.scenario, self.opening
        twin.dice = self.dice.forked(len(self.answers), seed)
        twin.events, twin.marks = list(self.events), list(self.marks)
        twin.overrides, twin.decision, twin.awaited = dict(self.overrides), None, None
        twin._restore(self.answers, len(self.answers))
        return twin

    def roll_at(self, number: int) -> Roll | None:
        """The roll that answer `number` answered; None if it answered a decision."""
        if not 0 <= number < len(self.answers):
            return None
        twin = self.fork(0)
        twin.dice = _Asked()
        twin._restore(self.answers[:number], number)
        return twin.awaited

    def emit(self, event: Event[S]) -> None:
        """Record an event and apply it: the only way a rule changes the state."""
        self.events.append(event)
        event.apply(self.state)
        self._views = None

    # --- running ---------------------------------------------------------------------------------

    def _restore(self, answers: list[Answer], had: int) -> None:
        """Take up the position after these answers, of which the game has had the first `had`."""
        last = bisect_right(self.marks, had, key=lambda mark: mark.answers) - 1
        mark = self.marks[last]
        del self.marks[last:]
        self.overrides = {n: o for n, o in self.overrides.items() if n < len(answers)}
        self.state = mark.state.copy()
        self._views = None
        self.answers, self.events = answers[: mark.answers], self.events[: mark.events]
        self._await(None, None)
        self._pending = deque(answers[mark.answers :])
        self._procedure = no_activity()
        self._advance(None)

    def _kept(self) -> S:
        """The position as it is kept before an activity, for going back."""
        return self.state.copy()

    def _begin(self) -> bool:
        """Start the next activity; False when the game is over."""
        mark = GameCheckpoint(self._kept(), len(self.answers), len(self.events))
        procedure: Procedure[None] | None
        if self._pending and isinstance(self._pending[0], Intervention):
            order = self._pending.popleft()
            self.answers.append(order)
            procedure = self.rules.intervention(self, order)
        else:
            procedure = self.rules.activity(self)
        if procedure is None:
            return False
        if self.marks and self.marks[-1].answers == mark.answers:
            self.marks.pop()  # the activity before needed no answer: undo skips it
        self.marks.append(mark)
        self._procedure = procedure
        return True

    def _advance(self, answer: Answer) -> None:
        """Run on until a side must decide, dice must be entered, or the game is over."""
        while True:
            try:
                request = self._procedure.send(answer)
            except StopIteration:
                if not self._begin():
                    return
                answer = None
                continue
            if self._pending:
                answer = self._pending.popleft()
            elif isinstance(request, Roll):
                answer = self.dice.faces(len(self.answers), request)
                if answer is None:
                    self._await(None, request)
                    return
            else:
                self._await(request, None)
                return
            self.answers.append(answer)

    def _await(self, decision: Decision[S, Any] | None, roll: Roll | None) -> None:
        self.decision, self.awaited = decision, roll
        self._options = None

    def _refusal(self, answer: Answer) -> str:
        said = text("game.unknown-answer", None, answer=repr(answer))
        if self.decision is None:
            return f"{said} {text('game.awaits-dice' if self.awaited else 'game.over')}"
        rules, state, decision = self.rules, self.state, self.decision
        shown = [
            f"{option!r} ({rules.describe_option(state, decision, option)})"
            for option in self.options[:SHOWN_OPTIONS]
        ]
        if len(self.options) > SHOWN_OPTIONS:
            shown.append(text("game.more-options", None, count=len(self.options) - SHOWN_OPTIONS))
        question = rules.describe_decision(state, decision)
        key = "game.not-accepted" if decision.is_open else "game.not-an-option"
        return text(key, None, said=said, question=question, options="; ".join(shown))


class _Asked:
    """Dice that are never rolled: to learn what a roll is for."""

    def faces(self, number: int, roll: Roll) -> None:
        return

    def forked(self, number: int, seed: int) -> DiceSource:
        return self


def no_activity() -> Procedure[None]:
    """The activity before the first."""
    yield from ()
