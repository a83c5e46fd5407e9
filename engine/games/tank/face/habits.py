"""How units are played while somebody looks ahead: as they are hoped for, but quickly.

Each unit's ways are found once and remembered as long as it stands where it stood, however others
have moved meanwhile.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from engine.games.tank.artillery import REACH
from engine.games.tank.cards import PlanSupport
from engine.games.tank.face.eye import Eye, Ways
from engine.games.tank.face.hopes import promise
from engine.games.tank.face.ways import best_way
from engine.games.tank.movement import ChooseStep
from engine.games.tank.state import State
from engine.hexes.hex import Hex, disc
from engine.play.asks import Answer, Decision
from engine.play.players import draw_number
from engine.play.thinking import Weights


class TankHabit:
    """Takes what is hoped most of; a way that was begun is gone to its end."""

    def __init__(self, weights: Weights) -> None:
        self._weights, self._ways = weights, Ways()
        self._targets: dict[tuple[str, str], Hex] = {}
        self._onward: dict[tuple[str, Hex | None], Hex | None] = {}

    def choose(
        self,
        state: State,
        decision: Decision[State, Any],
        options: Sequence[Answer],
        luck: int,
    ) -> Answer:
        """The most hopeful of the options."""
        eye = Eye(state, decision.side, self._weights, self._ways)
        if isinstance(decision, ChooseStep):
            return self._step(eye, decision)
        if isinstance(decision, PlanSupport):
            return self._support(eye, decision, options, luck)
        return self._best(eye, decision, options, luck)

    def _best(
        self, eye: Eye, decision: Decision[State, Any], options: Sequence[Answer], luck: int
    ) -> Answer:
        hopes = [promise(eye, decision, option) for option in options]
        best = max(hopes)
        equal = [option for option, hope in zip(options, hopes, strict=True) if hope == best]
        return equal[draw_number(luck, len(options), len(equal))]

    def _support(self, eye: Eye, decision: PlanSupport, options: Sequence[Hex], luck: int) -> Hex:
        """Where shells are to fall, found once for each card."""
        key = decision.side, decision.card
        if key not in self._targets:
            self._targets[key] = self._best(eye, decision, _near_enemies(eye, options), luck)
        return self._targets[key]

    def _step(self, eye: Eye, decision: ChooseStep) -> Hex | None:
        """The next hex of the way a unit set out on; it stops where that cannot be gone on."""
        unit = eye.view.units[decision.unit]
        if (unit.id, unit.at) not in self._onward:
            way = best_way(eye, unit, decision.manner, decision.left)
            hexes = (unit.at, *(way.path if way else ()), None)
            self._onward = {(unit.id, at): to for at, to in pairwise(hexes)}
        to = self._onward[unit.id, unit.at]
        return to if any(way.to == to for way in decision.ways) else None


def _near_enemies(eye: Eye, options: Sequence[Answer]) -> Sequence[Answer]:
    """The hexes where a shell may fall upon an enemy, or all, where there are none."""
    near = {at for enemy in eye.enemies for at in disc(enemy.at, REACH)}  # for looking up only
    return [at for at in options if at in near] or options
