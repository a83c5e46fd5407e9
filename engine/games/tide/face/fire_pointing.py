"""What the questions of fire, losses and assaults point at."""

from __future__ import annotations

from typing import Any

from engine.games.tide.assault import ChooseAssault, JoinAssault, Loss
from engine.games.tide.fire import Attack, ChooseFigures, Support
from engine.games.tide.harm import Lose
from engine.games.tide.retreat import AdvanceIn, Retreat
from engine.games.tide.state import State
from engine.play.asks import Decision
from engine.play.pointing import OptionAction, OptionTarget

SHOTS = frozenset({"AttackDeclared"})
"""Events of somebody who fires from his hex into another."""


def fire_targets(state: State, asked: Decision[State, Any], option: Any) -> OptionTarget | None:
    """What an option does and what it is about; None for other chapters' questions."""
    match asked:
        case Attack(unit=unit):
            return OptionTarget(OptionAction.FIRE, unit, option.unit, option.hex)
        case ChooseFigures(attempt=attempt, unit=unit):
            return OptionTarget(OptionAction.UNIT, unit, attempt.aim.unit, attempt.aim.hex)
        case Support(attempt=attempt):
            aim = attempt.aim
            return OptionTarget(OptionAction.JOIN, option, aim.unit, aim.hex, joined=attempt.units)
        case Lose(unit=unit):
            return OptionTarget(OptionAction.LOSE, unit, hex=state.units[unit].at)
        case Loss():
            return OptionTarget(OptionAction.LOSE, option.unit, hex=state.units[option.unit].at)
    return _assault(asked, option)


def _assault(asked: Decision[State, Any], option: Any) -> OptionTarget | None:
    match asked:
        case ChooseAssault(unit=unit):
            return OptionTarget(OptionAction.ASSAULT, unit, hex=option)
        case JoinAssault(unit=unit, at=at, joined=joined):
            return OptionTarget(OptionAction.JOIN, option, hex=at, joined=(unit, *joined))
        case Retreat(unit=unit):
            return OptionTarget(OptionAction.STEP, unit, hex=option)
        case AdvanceIn(at=at):
            return OptionTarget(OptionAction.ADVANCE, option, hex=at)
    return None
