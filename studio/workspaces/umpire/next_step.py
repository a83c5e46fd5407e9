"""The next step of an umpired game and its result, worked out before it is taken."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from itertools import product
from typing import Any

from engine.narration.scenario_names import ScenarioNames
from engine.play.decisions import UMPIRE, Answer, Faces, Roll, is_dice
from engine.play.dice import ManualDice
from engine.play.forecast_blocks import OutcomeForecast, ResultChance, ResultChances
from engine.play.game import Game
from engine.play.move_forecast import Forecast, RollOutcome
from engine.play.option_targets import OptionTarget
from engine.texts import text
from engine.umpire.order_trials import default
from engine.umpire.orders import Order
from engine.umpire.umpired_game import UmpiredGame

MAX_FACES = 36  # rolls that are tried: those of two ordinary dice


class PendingStepKind(StrEnum):
    """The kinds of step that the game waits for."""

    DICE = "dice"
    ORDER = "order"  # one that was handed in
    UMPIRE = "umpire"  # the umpire's decision
    SIDE = "side"  # orders must be written first
    SILENT = "silent"  # a side whose time is up without an order
    OVER = "over"


@dataclass(frozen=True)
class StepResult:
    """The result of a step: the dice as proposed, sentences, cells of printed tables."""

    dice: tuple[tuple[str, Faces], ...] = ()
    sentences: tuple[str, ...] = ()
    rolled: tuple[RollOutcome, ...] = ()


@dataclass(frozen=True)
class UmpireChoice:
    """A choice of the umpire, in words; the first is the rules' proposal."""

    option: Answer
    words: str


@dataclass(frozen=True)
class ProposedStep:
    """The next step: what it is in words, whom it concerns, and its result."""

    waits: PendingStepKind
    side: str = ""
    words: str = ""
    order: Order | None = None
    roll: Roll | None = None
    faces: Faces | None = None
    rulings: tuple[UmpireChoice, ...] = ()
    pointing: OptionTarget | None = None
    forecast: Forecast | None = None
    came: StepResult = StepResult()


def plan_next_step(room: UmpiredGame, language: str) -> ProposedStep:
    """Return the step that `UmpiredGame.proceed` would take now.

    With real dice none are proposed: the step ends at the next roll.
    """
    with room.locked_session() as session:
        game, decision, told = session.game, session.game.decision, _telling(room, language)
        if game.awaited is not None:
            return told.dice(room.proposed)
        if decision is None:
            return ProposedStep(PendingStepKind.OVER)
        if decision.side == UMPIRE:
            return told.decision()
        if room.is_silent:
            return told.silence()
        order = room.next_order
        if order is None:
            return ProposedStep(PendingStepKind.SIDE, decision.side, told.question())
        begun = next((one for one in room.orders(order.side) if one.id == order.opener), None)
        return told.order(order, begun)


def _telling(room: UmpiredGame, language: str) -> _StepPlanner:
    """A description of the game; hold the room meanwhile."""
    return _StepPlanner(room.session.game, room.session.seed, language, is_real=room.rolls_real)


class _StepPlanner:
    """Puts the next step of a game into words, and tries it on a fork of the game."""

    def __init__(self, game: Game[Any], seed: int, language: str, *, is_real: bool = False) -> None:
        self.game, self.rules, self.seed, self.language = game, game.rules, seed, language
        self._is_real = is_real

    def dice(self, faces: Faces | None) -> ProposedStep:
        """A pending roll, with the faces proposed."""
        roll = self.game.awaited
        assert roll is not None
        words = self.rules.describe_roll(roll, self.language)
        came, forecast = self.tried(_nothing), self._foreseen() or self._enumerated(roll)
        return ProposedStep(
            PendingStepKind.DICE, "", words, roll=roll, faces=faces, forecast=forecast, came=came
        )

    def laid(self, faces: Faces) -> StepResult:
        """The result of other faces."""
        number = len(self.game.answers)

        def lay(twin: Game[Any]) -> None:
            if twin.awaited is None:  # it has been rolled
                twin.override(number, faces, "", "")
            else:
                twin.enter(faces)

        return self.tried(lay)

    def order(self, order: Order, begun: Order | None) -> ProposedStep:
        """An order that was handed in; `begun` is the one it merely continues."""
        words, option = order.words[self.language], order.option
        if begun is not None:
            said = {"order": begun.words[self.language], "steps": words}
            words = text("console.room-order-steps", self.language, **said)
        if self.game.accepts(option) is None:
            return ProposedStep(
                PendingStepKind.ORDER, order.side, words, order, pointing=order.pointing
            )
        came = self.tried(lambda twin: twin.choose(option))
        forecast = self._forecast(option)
        return ProposedStep(
            PendingStepKind.ORDER, order.side, words, order,
            pointing=order.pointing, forecast=forecast, came=came,
        )  # fmt: skip

    def silence(self) -> ProposedStep:
        """The step taken for a side whose time is up."""
        decision, option = self.game.decision, default(self.game)
        assert decision is not None
        words = self.rules.describe_option(self.game.state, decision, option, self.language)
        came = self.tried(lambda twin: twin.choose(option))
        return ProposedStep(PendingStepKind.SILENT, decision.side, words, came=came)

    def decision(self) -> ProposedStep:
        """The decision the umpire has to make."""
        game, decision = self.game, self.game.decision
        assert decision is not None
        describe = self.rules.describe_option
        rulings = tuple(
            UmpireChoice(option, describe(game.state, decision, option, self.language))
            for option in game.options
        )
        first = game.options[0]
        return ProposedStep(
            PendingStepKind.UMPIRE, UMPIRE, self.question(), rulings=rulings,
            pointing=self.rules.points_at(game.state, decision, first),
            forecast=self._forecast(first),
            came=self.tried(lambda twin: twin.choose(first)),
        )  # fmt: skip

    def question(self) -> str:
        """Return the present question, in words."""
        decision = self.game.decision
        assert decision is not None
        return self.rules.describe_decision(self.game.state, decision, self.language)

    def _forecast(self, option: Answer) -> Forecast | None:
        """The exact chances, from everything the umpire knows."""
        decision = self.game.decision
        assert decision is not None
        return self.rules.forecast(self.game.state, decision, option)

    def _foreseen(self) -> Forecast | None:
        """The exact chances of what the pending dice decide, as they were when it was ordered."""
        game = self.game
        ordered = len(game.answers) - 1
        while ordered >= game.marks[-1].answers and is_dice(game.answers[ordered]):
            ordered -= 1
        if ordered < game.marks[-1].answers:
            return None  # the rules ask for them, not an order
        twin = game.fork(self.seed)
        twin.rewind(ordered)
        return _StepPlanner(twin, self.seed, self.language)._forecast(game.answers[ordered])

    def _enumerated(self, roll: Roll) -> OutcomeForecast | None:
        """The exact chances of a roll's results, by trying all its faces.

        None where there are too many to try, or their results cannot be distinguished.
        """
        if roll.sides**roll.dice > MAX_FACES:
            return None
        faces = list(product(range(1, roll.sides + 1), repeat=roll.dice))
        counts = Counter(result for each in faces if (result := self._result(roll, each)))
        if len(counts) < 2:
            return None
        chances = [
            ResultChance(result, Fraction(n, len(faces)), self._side(result))
            for result, n in sorted(counts.items())
        ]
        title = self.rules.describe_roll(roll, self.language)
        return OutcomeForecast(title, (ResultChances(tuple(chances)),))

    def _side(self, result: str) -> str | None:
        """The name of a side that a roll is won by, where that is its result."""
        scenario = self.game.scenario
        is_side = any(side.id == result for side in scenario.sides)
        return ScenarioNames(scenario, self.language).side(result) if is_side else None

    def _result(self, roll: Roll, faces: Faces) -> str:
        """The result of a roll with these faces; empty where its game does not say."""
        game = self.game
        twin = game.fork(self.seed)
        twin.override(len(game.answers), faces, "", "")
        rolled = self.rules.rolled(twin.state, twin.events[len(game.events) :])
        return next((one.result for one in rolled if one.purpose == roll.purpose), "")

    def tried(self, deed: Callable[[Game[Any]], None]) -> StepResult:
        """Return the result of a step up to the next question, with proposed dice, if any.

        A fork with the game's own seed rolls them: proposals come from that seed alone.
        """
        twin = self.game.fork(self.seed)
        if self._is_real:
            twin.dice = ManualDice()
            twin.rewind(len(self.game.answers))  # a roll that is awaited was made by the seed
        deed(twin)
        events = twin.events[len(self.game.events) :]
        said = (self.rules.describe_event(twin.state, event, self.language) for event in events)
        rolled = self.rules.rolled(twin.state, events)
        return StepResult(tuple(self._fallen(twin)), tuple(filter(None, said)), tuple(rolled))

    def _fallen(self, twin: Game[Any]) -> Iterator[tuple[str, Faces]]:
        """The dice that fell on a fork, with what they were for."""
        for number in range(len(self.game.answers), len(twin.answers)):
            roll = twin.roll_at(number)
            if roll is not None:
                yield self.rules.describe_roll(roll, self.language), twin.answers[number]


def _nothing(twin: Game[Any]) -> None:
    """Let the pending dice fall."""


def result_of_faces(room: UmpiredGame, faces: Faces, language: str) -> StepResult:
    """The result of other faces than those proposed."""
    with room.locked_session():
        return _telling(room, language).laid(faces)


def result_of_choice(room: UmpiredGame, option: Answer, language: str) -> StepResult:
    """The result of a decision of the umpire."""
    with room.locked_session():
        return _telling(room, language).tried(lambda twin: twin.choose(option))
