"""Cities, points, victory, and the conditions agreed beforehand (primer P7, P18, P19)."""

from __future__ import annotations

from engine.games import victory_judgement
from engine.games.primer.events import CityTaken
from engine.games.primer.state import PrimerGame, Reserve, State, Unit
from engine.games.shared_events import end_game
from engine.games.victory_judgement import (
    is_common_condition_met,
    is_type_counted,
    is_unit_counted,
)
from engine.scenario.scenario import Objective, VictoryCondition, VictoryKind

WITHDREW, NO_UNITS, CITIES, HELD_OUT = "withdrew", "no-units", "cities", "held-out"
DECLARED = "declared"


def judge_immediate_end(game: PrimerGame) -> bool:
    """Judge what is judged after every activity: P19, and conditions marked so."""
    state = game.state
    if state.result is not None:
        return True
    if state.turn == 0:
        return False
    if state.withdrawn:
        return end(game, state.enemy_of(state.withdrawn), WITHDREW)
    if all_cities_taken(state):
        return end(game, state.attacker, CITIES)
    if not state.retreats and not has_units(state, state.attacker):
        return end(game, state.defender, NO_UNITS)
    way = victory_judgement.way_met_at_once(state, is_condition_met)
    return way is not None and end(game, way.winner, way.reason, way.grade)


def judge_turn(game: PrimerGame) -> bool:
    """Judge all conditions at the end of a turn; the turn limit last of all."""
    state = game.state
    way = victory_judgement.way_met_at_turn_end(game, is_condition_met)
    if way is not None:
        return end(game, way.winner, way.reason, way.grade)
    if state.turn < state.aims.turns:
        return False
    match state.book.choices.turn_limit:
        case "defender":
            return end(game, state.defender, HELD_OUT)
        case "draw":
            return end(game, "", VictoryKind.TURN_LIMIT)
    winner, grade = victory_judgement.turn_limit_winner(state, victory_points)
    return end(game, winner, VictoryKind.TURN_LIMIT, grade)


def all_cities_taken(state: State) -> bool:
    """Return True if the attacker holds every city the defender began with (P19)."""
    first = state.aims.first_holders
    cities = [city for city, holder in first.items() if holder == state.defender]
    return bool(cities) and all(state.holders[city] == state.attacker for city in cities)


def has_units(state: State, side: str) -> bool:
    """Return True if a side has units on the board, or any still to come (P19)."""
    coming = (entry for entry in state.reserves if not state.type_of(entry).off_board)
    return bool(state.units_of(side)) or any(entry.side == side for entry in coming)


def victory_points(state: State, side: str) -> int:
    """A side's points: the objectives it holds, and the enemies it knows it has destroyed."""
    held = sum(entry.points for entry in state.aims.objectives if _holds(state, side, entry))
    enemy = state.enemy_of(side)
    lost = [loss for loss in state.lost if loss.unit.side == enemy]
    known = [loss.unit for loss in lost if state.viewer == "" or state.viewer in loss.known_to]
    fallen = (unit for unit in known if not state.type_of(unit).off_board)
    return held + sum(state.type_of(unit).points for unit in fallen)


def is_condition_met(state: State, condition: VictoryCondition) -> bool:
    """Return True if a condition holds now."""
    side = condition.side
    match condition.kind:
        case VictoryKind.LOSSES:
            enemy = state.enemy_of(side)
            lost = sum(loss.unit.side == enemy for loss in state.lost)
            return lost > 0 and 100 * lost >= condition.percent * (lost + _left(state, enemy))
        case VictoryKind.CLEAR:
            zone, enemies = (
                state.aims.named_zones[condition.zone],
                state.units_of(state.enemy_of(side)),
            )
            return not any(unit.at in zone for unit in enemies if is_type_counted(condition, unit))
        case VictoryKind.SURVIVE:
            return _survive(state, condition)
    return is_common_condition_met(state, condition, victory_points, points_lost)


def _left(state: State, side: str) -> int:
    """Return the number of units a side still has, those to come included."""
    return len(state.units_of(side)) + sum(entry.side == side for entry in state.reserves)


def _holds(state: State, side: str, objective: Objective) -> bool:
    return state.holders[objective.id] == side


def points_lost(state: State, side: str, condition: VictoryCondition) -> int:
    """Return the points a side has lost, by the kinds that count."""
    lost = (unit for unit in _losses(state, side) if is_type_counted(condition, unit))
    return sum(state.type_of(unit).points for unit in lost)


def _survive(state: State, condition: VictoryCondition) -> bool:
    """Return True if enough of the units that count survive; all, if no number is set."""
    if condition.count:
        left = (unit for unit in state.units_of(condition.side) if is_unit_counted(condition, unit))
        return sum(1 for _ in left) >= condition.count
    return not any(is_unit_counted(condition, unit) for unit in _losses(state, condition.side))


def _losses(state: State, side: str) -> list[Unit | Reserve]:
    """Return the units a side has lost; missiles are spent, not lost."""
    lost = [loss.unit for loss in state.lost if loss.unit.side == side]
    return [unit for unit in lost if not state.type_of(unit).off_board]


def end(game: PrimerGame, winner: str, reason: str, grade: str = "") -> bool:
    """The game is over; True, for the judges to hand on."""
    end_game(game, winner, reason, victory_points, grade)
    return True


# --- cities (P7, P18) -----------------------------------------------------------------------------


def garrison_side(state: State, city: str) -> str:
    """The side whose units are in a city; empty without any."""
    hexes = state.aims.objective_hexes[city]
    inside = (unit.side for unit in state.units.values() if unit.at in hexes)
    return next(inside, "")


def claim_cities(game: PrimerGame) -> None:
    """Let each side take the foreign or free cities in which it is alone (P18)."""
    state = game.state
    for city in state.aims.objectives:
        hexes = state.aims.objective_hexes[city.id]
        inside = {unit.side for unit in state.units.values() if unit.at in hexes}
        if len(inside) == 1:
            (side,) = inside
            if state.holders[city.id] != side:
                game.emit(CityTaken(city.id, side))
