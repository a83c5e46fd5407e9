"""The policy for units in playouts: by their expected values, but quickly.

In a turn each unit's paths are found once and remembered as long as it stays in place, however
others have moved meanwhile. Those of the current turn are remembered from one playout to the next,
those of later turns are not: there the enemy is elsewhere each time.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from typing import Any

from engine.games.tank.ai.order_value import evaluate_answer
from engine.games.tank.ai.path_choice import best_path
from engine.games.tank.ai.place_value import PlaceEvaluator, Ways
from engine.games.tank.artillery import REACH
from engine.games.tank.cards import PlanSupport
from engine.games.tank.movement import ChooseStep
from engine.games.tank.state import State
from engine.hexes.hex import Hex, disc
from engine.play.ai_support import Weights
from engine.play.decisions import Answer, Decision
from engine.play.players import draw_number


class _Memory:
    """The findings of a turn: paths of units, and targets of shells for each card.

    `onward` is the path of the last unit that set out, hex by hex.
    """

    def __init__(self, turn: int) -> None:
        self.turn, self.ways = turn, Ways()
        self.targets: dict[tuple[str, str], Hex] = {}
        self.onward: dict[tuple[str, Hex], Hex | None] = {}


class TankRolloutPolicy:
    """Takes what is hoped most of; a way that was begun is gone to its end."""

    def __init__(self, weights: Weights) -> None:
        self._weights = weights
        self._first: _Memory | None = None
        self._now = _Memory(0)

    def choose(
        self,
        state: State,
        decision: Decision[State, Any],
        options: Sequence[Answer],
        luck: int,
    ) -> Answer:
        """The most hopeful of the options."""
        self._recall(state.turn)
        eye = PlaceEvaluator(state, decision.side, self._weights, self._now.ways)
        if isinstance(decision, ChooseStep):
            return self._step(eye, decision)
        if isinstance(decision, PlanSupport):
            return self._support(eye, decision, options, luck)
        return self._best(eye, decision, options, luck)

    def _recall(self, turn: int) -> None:
        """Remember what was found in this turn: in the one thought about, in all playouts."""
        self._first = self._first or _Memory(turn)
        if turn == self._first.turn:
            self._now = self._first
        elif turn != self._now.turn:
            self._now = _Memory(turn)

    def _best(
        self,
        eye: PlaceEvaluator,
        decision: Decision[State, Any],
        options: Sequence[Answer],
        luck: int,
    ) -> Answer:
        hopes = [evaluate_answer(eye, decision, option) for option in options]
        best = max(hopes)
        equal = [option for option, hope in zip(options, hopes, strict=True) if hope == best]
        return equal[draw_number(luck, len(options), len(equal))]

    def _support(
        self, eye: PlaceEvaluator, decision: PlanSupport, options: Sequence[Hex], luck: int
    ) -> Hex:
        """Return the hex at which shells are aimed, found once for each card."""
        key, targets = (decision.side, decision.card), self._now.targets
        if key not in targets:
            targets[key] = self._best(eye, decision, _near_enemies(eye, options), luck)
        return targets[key]

    def _step(self, eye: PlaceEvaluator, decision: ChooseStep) -> Hex | None:
        """The next hex of the way a unit set out on; it stops where that cannot be gone on."""
        unit = eye.view.units[decision.unit]
        onward = self._now.onward
        if (unit.id, unit.at) not in onward:
            way = best_path(eye, unit, decision.manner, decision.left)
            path = way.path if way else ()
            onward.clear()
            onward.update({(unit.id, at): to for at, to in zip_longest((unit.at, *path), path)})
        to = onward[unit.id, unit.at]
        return to if any(way.to == to for way in decision.ways) else None


def _near_enemies(eye: PlaceEvaluator, options: Sequence[Answer]) -> Sequence[Answer]:
    """The hexes where a shell may fall upon an enemy, or all, where there are none."""
    near = {at for enemy in eye.enemies for at in disc(enemy.at, REACH)}  # for looking up only
    return [at for at in options if at in near] or options
