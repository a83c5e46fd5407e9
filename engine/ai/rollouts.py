"""Looking ahead: an order is carried out in a game as it may be, and that played on a while."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from engine.ai.candidate_orders import (
    CandidateOrder,
    best_candidate,
    execute_order,
    is_move_step,
    next_answer_towards,
)
from engine.ai.temperaments import AiProfile
from engine.hexes.hex import Hex
from engine.play.ai_support import PlanningStage, RolloutPolicy
from engine.play.decisions import UMPIRE, Answer
from engine.play.game import Game
from engine.play.players import Question, draw_number

MAX_ANSWERS = 80  # of what follows an order, each turn
MAX_IN_STRETCHES = 600  # of what follows an intent


@dataclass(frozen=True)
class PolicyPlayer:
    """Takes the answer it hopes most of, as its mind has it; ties go by the seed."""

    mind: AiProfile
    seed: int

    def choose(self, question: Question) -> Answer:
        """The most hopeful of what is listed and thought of, without looking ahead."""
        return best_candidate(self.mind.widened(question), self.mind, self.seed)


class RolloutHorizon:
    """A condition: the next stretch of a side has come, or a number of them is over."""

    def __init__(self, of: Callable[[Any], PlanningStage], state: Any, side: str) -> None:
        now = of(state)
        self._of, self._side, self._number = of, side, now.number
        self._has_left = not now.involves_side(side)

    def __call__(self, state: Any) -> bool:
        """In a position after those it was asked about before."""
        now = self._of(state)
        self._has_left |= not now.involves_side(self._side)
        return now.number > self._number or (self._has_left and now.involves_side(self._side))


class Rollout:
    """All sides take what they hope most of, as far as is looked ahead.

    A way is chosen once and gone to its end. Where nothing on the board is hidden from anybody,
    the position is judged as it is, not by a side's view of it: that is quick.
    """

    def __init__(self, mind: AiProfile, seed: int, habit: RolloutPolicy[Any] | None = None) -> None:
        self._mind, self._seed, self._habit = mind, seed, habit
        self._intent, self._side = mind, ""
        self._began, self._way = -1, list[Hex]()
        self._here: Hex | None = None

    def chance(
        self, game: Game[Any], order: CandidateOrder, turns: int, is_stopped: Callable[[], bool]
    ) -> float:
        """The chance of winning of the side that is asked, as far as is looked ahead.

        That is the next stretch of the side; in games without, so many more turns. Of a playout
        that is stopped it is that of the position it has come to.
        """
        assert game.decision is not None
        side = self._side = game.decision.side
        if order.intent:
            self._abide(game, order, is_stopped)
        else:
            self._go_on(game, order, turns, is_stopped)
        return self._mind.chance(game.rules, game.state, side)

    def _go_on(
        self, game: Game[Any], order: CandidateOrder, turns: int, is_stopped: Callable[[], bool]
    ) -> None:
        """Carry an order out, and play on as far as is looked ahead."""
        is_over = self._horizon(game, turns)
        most = len(game.answers) + MAX_ANSWERS * (1 + turns)
        execute_order(game, order, self.answer)
        while game.decision is not None and len(game.answers) < most and not is_stopped():
            if is_over(game.state):
                break
            self.answer(game)

    def _horizon(self, game: Game[Any], turns: int) -> Callable[[Any], bool]:
        """Return the condition that ends a playout: a stretch of the side, or the end of a turn."""
        if self._mind.thinking.stretch is not None:
            return RolloutHorizon(self._mind.thinking.stretch, game.state, self._side)
        last = game.rules.turn(game.state) + turns
        return lambda state: game.rules.turn(state) > last

    def _abide(
        self, game: Game[Any], order: CandidateOrder, is_stopped: Callable[[], bool]
    ) -> None:
        """Abide by an intent for this stretch, and play on until the side sets out again."""
        of, most = self._mind.thinking.stretch, len(game.answers) + MAX_IN_STRETCHES
        assert of is not None
        first = now = of(game.state)
        self._intent = self._mind.intending(order.intent)
        game.choose(order.answer)
        while game.decision is not None and len(game.answers) < most and not is_stopped():
            self.answer(game)
            then = of(game.state)
            if then == now:
                continue
            now, self._intent = then, self._mind
            if then.involves_side(self._side) and then.number > first.number:
                break

    def answer(self, game: Game[Any], among: Sequence[Answer] = ()) -> None:
        """Let the asked side answer, with one of some answers if there are any."""
        decision, options = game.decision, among or game.options
        assert decision is not None
        if len(options) == 1 or decision.side == UMPIRE:
            game.choose(options[0])
        elif among:
            game.choose(self._best(game, among))
        elif self._habit is not None:
            luck = self._seed + len(game.answers)
            game.choose(self._habit.choose(game.state, decision, options, luck))
        elif self._mind.thinking.ways is not None and self._is_amid_way(game):
            game.choose(self._step(game))
        else:
            game.choose(self._best(game))

    def _is_amid_way(self, game: Game[Any]) -> bool:
        """Return True if the next step of a move is asked for."""
        decision = game.decision
        assert decision is not None
        points = game.rules.points_at(game.state, decision, game.options[0])
        return is_move_step(points)

    def _step(self, game: Game[Any]) -> Answer:
        """The next step of the most hopeful way, or its end; hope decides where no way is known."""
        decision, rules = game.decision, game.rules
        assert decision is not None
        if self._began != game.marks[-1].answers:
            ways = self._mind.ways(self._view(game), decision, game.options[0])
            if not ways:
                return self._best(game)
            self._began, self._here = game.marks[-1].answers, ways[0].start
            self._way = list(ways[0].path) if ways[0].gain > 0 else []
        told = [(option, rules.points_at(game.state, decision, option)) for option in game.options]
        onward = next_answer_towards(told, self._way[0], self._here) if self._way else []
        if not onward:
            self._way.clear()
            onward = next_answer_towards(told, None, self._here)
        chosen = onward[0] if len(onward) == 1 else self._best(game, onward)
        if self._way and rules.points_at(game.state, decision, chosen).hex == self._way[0]:
            gone = self._way.pop(0)
            self._here = None if self._here is None else gone
        return chosen

    def _best(self, game: Game[Any], among: Sequence[Answer] = ()) -> Answer:
        """Return the answer with the highest hoped value, of all or of `among`."""
        decision, view = game.decision, self._view(game)
        assert decision is not None
        mind = self._intent if decision.side == self._side else self._mind
        options = list(among or dict.fromkeys((*game.options, *mind.extra_answers(view, decision))))
        hopes = [mind.weigh(game.rules, view, decision, option) for option in options]
        best = max(hopes)
        equal = [option for option, hope in zip(options, hopes, strict=True) if hope == best]
        return equal[draw_number(self._seed, len(game.answers), len(equal))]

    def _view(self, game: Game[Any]) -> Any:
        decision = game.decision
        assert decision is not None
        if self._mind.is_double_blind:
            return game.rules.view(game.state, decision.side)
        return game.state


class RolloutEvaluator:
    """Orders tried out in one thought.

    A deal of it always comes to the same with an order, where no habit remembers what was.
    """

    def __init__(self, question: Question, mind: AiProfile, turns: int) -> None:
        self._question, self._mind, self._turns = question, mind, turns
        self._habit = mind.thinking.habit(mind.weights) if mind.thinking.habit else None

    def chance(
        self, order: CandidateOrder, luck: int, is_stopped: Callable[[], bool]
    ) -> float | None:
        """The chance of winning with an order in a deal.

        None where what was imagined does not fit what has been answered already.
        """
        game = self._question.suppose(self._mind.thinking.imagine, luck)
        if game is None:
            return None
        playout = Rollout(self._mind, luck, self._habit)
        return playout.chance(game, order, self._turns, is_stopped)
