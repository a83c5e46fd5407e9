"""Victory (primer P19), points, and the conditions agreed beforehand."""

from __future__ import annotations

from engine.games.primer.events import GameEnded
from engine.games.primer.state import PrimerGame, State
from engine.scenario.scenario import Objective, Victory, VictoryKind

WITHDREW, NO_UNITS, CITIES, HELD_OUT = "withdrew", "no-units", "cities", "held-out"
DECLARED = "declared"


def judge_at_once(game: PrimerGame) -> bool:
    """Judge what is judged after every activity: P19, and conditions marked so."""
    state = game.state
    if state.result is not None:
        return True
    if state.turn == 0:
        return False
    if state.withdrawn:
        return end(game, state.enemy(state.withdrawn), WITHDREW)
    if all_cities_taken(state):
        return end(game, state.attacker, CITIES)
    if not state.retreats and not has_units(state, state.attacker):
        return end(game, state.defender, NO_UNITS)
    for condition in state.aims.victory:
        if condition.at_once and is_met(state, condition):
            return end(game, condition.side, condition.kind)
    return False


def judge_turn(game: PrimerGame) -> bool:
    """Judge all conditions at the end of a turn; the turn limit last of all."""
    state = game.state
    for condition in state.aims.victory:
        if condition.kind is not VictoryKind.TURN_LIMIT and is_met(state, condition):
            return end(game, condition.side, condition.kind)
    if state.turn < state.aims.turns:
        return False
    match state.book.choices.turn_limit:
        case "defender":
            return end(game, state.defender, HELD_OUT)
        case "draw":
            return end(game, "", VictoryKind.TURN_LIMIT)
    limits = (c for c in state.aims.victory if c.kind is VictoryKind.TURN_LIMIT)
    limit = next(limits, Victory(VictoryKind.TURN_LIMIT))
    return end(game, limit.side or leader(state), VictoryKind.TURN_LIMIT)


def all_cities_taken(state: State) -> bool:
    """Whether the attacker holds every city that was the defender's at the beginning (P19)."""
    first = state.aims.first_holders
    cities = [city for city, holder in first.items() if holder == state.defender]
    return bool(cities) and all(state.holders[city] == state.attacker for city in cities)


def has_units(state: State, side: str) -> bool:
    """Whether a side has units on the board, or any that may still come to it (P19)."""
    coming = (entry for entry in state.reserves if not state.type_of(entry).off_board)
    return bool(state.of(side)) or any(entry.side == side for entry in coming)


def points(state: State, side: str) -> int:
    """A side's points: the objectives it holds, and the enemies it knows it has destroyed."""
    held = sum(entry.points for entry in state.aims.objectives if _holds(state, side, entry))
    enemy = state.enemy(side)
    lost = [loss for loss in state.lost if loss.unit.side == enemy]
    known = [loss.unit for loss in lost if state.viewer == "" or state.viewer in loss.known_to]
    fallen = (unit for unit in known if not state.type_of(unit).off_board)
    return held + sum(state.type_of(unit).points for unit in fallen)


def leader(state: State) -> str:
    """The side with more points; nobody when they are equal."""
    first, second = state.sides
    ahead = points(state, first) - points(state, second)
    return "" if ahead == 0 else first if ahead > 0 else second


def is_met(state: State, condition: Victory) -> bool:
    """Whether a condition holds now."""
    side = condition.side
    match condition.kind:
        case VictoryKind.OBJECTIVES:
            wanted = [o for o in state.aims.objectives if _counts(condition, o)]
            held = sum(_holds(state, side, objective) for objective in wanted)
            return held >= (condition.count or len(wanted)) > 0
        case VictoryKind.LOSSES:
            enemy = state.enemy(side)
            lost = sum(loss.unit.side == enemy for loss in state.lost)
            return lost > 0 and 100 * lost >= condition.percent * (lost + _left(state, enemy))
        case VictoryKind.POINTS:
            return points(state, side) >= condition.points
        case VictoryKind.TURN_LIMIT:
            return state.turn >= state.aims.turns
        case _:
            raise AssertionError(f"no scenario of this game may ask for {condition.kind}")


def _left(state: State, side: str) -> int:
    """How many units a side still has, those to come included."""
    return len(state.of(side)) + sum(entry.side == side for entry in state.reserves)


def _counts(condition: Victory, objective: Objective) -> bool:
    return not condition.objectives or objective.id in condition.objectives


def _holds(state: State, side: str, objective: Objective) -> bool:
    return state.holders[objective.id] == side


def end(game: PrimerGame, winner: str, reason: str) -> bool:
    """The game is over; True, for the judges to hand on."""
    state = game.state
    scores = tuple((side, points(state, side)) for side in state.sides)
    game.emit(GameEnded(winner, str(reason), scores))
    return True
