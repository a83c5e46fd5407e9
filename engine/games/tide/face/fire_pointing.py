"""What the questions of fire, losses and assaults point at."""

from __future__ import annotations

from typing import Any

from engine.games.tide.assault import ChooseAssault, JoinAssault, Loss
from engine.games.tide.fire import Attack, ChooseFigures, Support
from engine.games.tide.harm import Lose
from engine.games.tide.retreat import AdvanceIn, Retreat
from engine.games.tide.state import State
from engine.play.asks import Decision
from engine.play.pointing import Deed, Pointing

SHOTS = frozenset({"AttackDeclared"})
"""Events of somebody who fires from his hex into another."""


def points_at(state: State, asked: Decision[State, Any], option: Any) -> Pointing | None:
    """What an option does and what it is about; None for other chapters' questions."""
    match asked:
        case Attack(unit=unit):
            return Pointing(Deed.FIRE, unit, option.unit, option.hex)
        case ChooseFigures(attempt=attempt, unit=unit):
            return Pointing(Deed.UNIT, unit, attempt.aim.unit, attempt.aim.hex)
        case Support(attempt=attempt):
            aim = attempt.aim
            return Pointing(Deed.JOIN, option, aim.unit, aim.hex, joined=attempt.units)
        case Lose(unit=unit):
            return Pointing(Deed.LOSE, unit, hex=state.units[unit].at)
        case Loss():
            return Pointing(Deed.LOSE, option.unit, hex=state.units[option.unit].at)
    return _assault(asked, option)


def _assault(asked: Decision[State, Any], option: Any) -> Pointing | None:
    match asked:
        case ChooseAssault(unit=unit):
            return Pointing(Deed.ASSAULT, unit, hex=option)
        case JoinAssault(unit=unit, at=at, joined=joined):
            return Pointing(Deed.JOIN, option, hex=at, joined=(unit, *joined))
        case Retreat(unit=unit):
            return Pointing(Deed.STEP, unit, hex=option)
        case AdvanceIn(at=at):
            return Pointing(Deed.ADVANCE, option, hex=at)
    return None
