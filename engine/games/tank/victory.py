"""Objectives, points and the end of the game, all from the scenario."""

from __future__ import annotations

from engine.games import victory_judgement
from engine.games.shared_events import ObjectiveTaken, end_game
from engine.games.tank.state import State, TankGame
from engine.games.victory_judgement import (
    is_common_condition_met,
    is_type_counted,
    is_unit_counted,
)
from engine.scenario.scenario import Objective, VictoryCondition, VictoryKind

WIPED_OUT = "wiped-out"


def claim_objectives(game: TankGame) -> None:
    """A side takes an objective when it alone has units in it; it keeps it when they leave."""
    state = game.state
    for objective in state.aims.objectives:
        hexes = state.aims.objective_hexes[objective.id]
        inside = {unit.side for unit in state.units.values() if unit.at in hexes}
        if len(inside) == 1:
            (side,) = inside
            if state.holders[objective.id] != side:
                game.emit(ObjectiveTaken(objective.id, side))


def victory_points(state: State, side: str) -> int:
    """A side's points: the objectives it holds and the enemy units it has annihilated."""
    total = 0
    for entry in state.aims.objectives:
        if _holds(state, side, entry):
            total += entry.points
    for unit in state.lost:
        if unit.side != side:
            total += state.type_of(unit).points
    return total


def judge_turn(game: TankGame) -> bool:
    """Judge all conditions at the end of a turn; the turn limit last of all."""
    state = game.state
    way = victory_judgement.way_met_at_turn_end(game, is_condition_met)
    if way is not None:
        return _end(game, way.winner, way.reason, way.grade)
    if state.turn < state.aims.turns:
        return False
    winner, grade = victory_judgement.turn_limit_winner(state, victory_points)
    return _end(game, winner, VictoryKind.TURN_LIMIT, grade)


def judge_immediate_end(game: TankGame) -> bool:
    """Judge what is judged after every activity: conditions marked so, and having no units left."""
    state = game.state
    if state.result is not None:
        return True
    way = victory_judgement.way_met_at_once(state, is_condition_met)
    if way is not None:
        return _end(game, way.winner, way.reason, way.grade)
    if not state.lost or len({unit.side for unit in state.units.values()}) > 1:
        return False
    alive = [side for side in state.sides if _is_alive(state, side)]
    if len(alive) == len(state.sides):
        return False
    return _end(game, alive[0] if alive else "", WIPED_OUT)


def _is_alive(state: State, side: str) -> bool:
    """Return True if a side has units on the board or still to come."""
    units = any(unit.side == side for unit in state.units.values())
    return units or any(entry.side == side for entry in state.reserves)


def is_condition_met(state: State, condition: VictoryCondition) -> bool:
    """Return True if a condition holds now."""
    side = condition.side
    match condition.kind:
        case VictoryKind.LOSSES:
            return _has_killed_enough(state, condition)
        case VictoryKind.CLEAR:
            zone, enemies = state.aims.zones[condition.zone], state.units_of(state.enemy_of(side))
            return not any(unit.at in zone for unit in enemies if is_type_counted(condition, unit))
        case VictoryKind.SURVIVE:
            return _survive(state, condition)
    return is_common_condition_met(state, condition, victory_points, points_lost)


def _has_killed_enough(state: State, condition: VictoryCondition) -> bool:
    enemy = state.enemy_of(condition.side)
    lost = [unit.side for unit in state.lost].count(enemy)
    return lost > 0 and 100 * lost >= condition.percent * state.count_units_had(enemy)


def _holds(state: State, side: str, objective: Objective) -> bool:
    return state.holders[objective.id] == side


def points_lost(state: State, side: str, condition: VictoryCondition) -> int:
    """Return the points a side has lost, by the kinds that count."""
    lost = (unit for unit in state.lost if unit.side == side and is_type_counted(condition, unit))
    return sum(state.type_of(unit).points for unit in lost)


def _survive(state: State, condition: VictoryCondition) -> bool:
    """Return True if enough of the units that count survive; all, if no number is set."""
    own = [unit for unit in state.units_of(condition.side) if is_unit_counted(condition, unit)]
    gone = [unit for unit in state.lost if unit.side == condition.side]
    if condition.count:
        return len(own) >= condition.count
    return not any(is_unit_counted(condition, unit) for unit in gone)


def _end(game: TankGame, winner: str, reason: str, grade: str = "") -> bool:
    end_game(game, winner, reason, victory_points, grade)
    return True
