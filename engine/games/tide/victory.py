"""Control of objectives, and who has won (CM1, W)."""

from __future__ import annotations

from engine.games import victory_judgement
from engine.games.shared_events import ObjectiveTaken, end_game
from engine.games.tide import unit_lookups
from engine.games.tide.state import Reserve, State, TideGame, Unit
from engine.scenario import victory_ways
from engine.scenario.scenario import Objective, VictoryCondition, VictoryKind

CONDITIONS, ALONE, DRAW, POINTS = "conditions", "alone", "draw", "points"

# --- control (CM1) --------------------------------------------------------------------------------


def claim_objectives(game: TideGame) -> None:
    """Each objective goes to the side that has a unit there while the enemy has none (CM1)."""
    state = game.state
    for objective in state.aims.objectives:
        side = current_holder(state, objective)
        if side != state.holders[objective.id]:
            game.emit(ObjectiveTaken(objective.id, side))


def current_holder(state: State, objective: Objective) -> str:
    """Return an objective's holder as units stand; without units it keeps its last (CM1)."""
    sides = {unit.side for unit in _units_at(state, objective)}
    return sides.pop() if len(sides) == 1 else state.holders[objective.id]


def is_contested(state: State, objective: Objective) -> bool:
    """Return whether both sides have units at an objective (CM2)."""
    return len({unit.side for unit in _units_at(state, objective)}) > 1


def _units_at(state: State, objective: Objective) -> list[Unit]:
    hexes = state.aims.objective_hexes[objective.id]
    return [unit for hex_ in hexes for unit in state.units_at(hex_)]


# --- the end (W) ----------------------------------------------------------------------------------


def judge_immediate_end(game: TideGame) -> bool:
    """A side without units, or a condition that is judged at once (W1, W2)."""
    state = game.state
    if state.result is not None:
        return True
    if state.round == 0:
        return False
    way = victory_judgement.way_met_at_once(state, is_condition_met)
    if way is not None:
        _end_by(game, way)
        return True
    for side in state.sides:
        if not has_units_left(state, side):
            end(game, state.enemy_of(side), ALONE)
            return True
    return False


def judge_round(game: TideGame) -> bool:
    """The end of a round: whether the game is over now (W1)."""
    state = game.state
    victory_judgement.count_held_turns(game, is_condition_met)
    is_last = state.round >= state.aims.turns
    way = victory_judgement.way_met_at_turn(state, is_condition_met, is_last)
    if way is not None:
        _end_by(game, way)
    elif is_last:
        _end_at_limit(game)
    return way is not None or is_last


def _end_by(game: TideGame, way: victory_ways.VictoryWay) -> None:
    """The game is over by conditions that hold (W1)."""
    end(game, way.winner, CONDITIONS)
    victory_judgement.victory_grade(game, way.winner, way.grade)


def _end_at_limit(game: TideGame) -> None:
    """End the game after the last round: the scenario's winner, else most points (W1)."""
    limit = victory_ways.turn_limit(game.state.aims.victory)
    if limit.grade == victory_ways.DRAW:
        end(game, "", CONDITIONS)
        return
    winner = limit.side or victory_judgement.leading_side(game.state, victory_points)
    end(game, winner, CONDITIONS if limit.side else POINTS)
    victory_judgement.victory_grade(game, winner, limit.grade)


def end(game: TideGame, winner: str, reason: str) -> None:
    """The game is over."""
    is_even = not winner and reason == POINTS
    end_game(game, winner, DRAW if is_even else reason, victory_points)


def has_units_left(state: State, side: str) -> bool:
    """Return whether a side has units on the map or still to come (W2)."""
    coming = any(each.side == side for each in state.reserves)
    return coming or any(unit.side == side for unit in state.units.values())


def victory_points(state: State, side: str) -> int:
    """A side's points: those of its rounds, and of the objectives it controls now (CM2, W1)."""
    held = sum(each.points for each in state.aims.objectives if state.holders[each.id] == side)
    return state.points[side] + held


# --- conditions (W1) ------------------------------------------------------------------------------


def is_condition_met(state: State, entry: VictoryCondition) -> bool:
    """Return whether a condition holds now (W1)."""
    match entry.kind:
        case VictoryKind.LOSSES:
            return has_broken(state, entry)
        case VictoryKind.CLEAR:
            return has_cleared_zone(state, entry)
        case VictoryKind.EXIT:
            return have_units_exited(state, entry)
        case VictoryKind.SURVIVE:
            return have_units_survived(state, entry)
        case VictoryKind.TURN_LIMIT:
            return False
    return victory_judgement.is_common_condition_met(state, entry, victory_points, points_lost)


def has_broken(state: State, entry: VictoryCondition) -> bool:
    """Return whether the enemy has lost a percentage of its units (W1)."""
    enemy = state.enemy_of(entry.side)
    gone = sum(unit.side == enemy for unit in state.lost)
    left = sum(unit.side == enemy for unit in state.units.values())
    left += sum(each.side == enemy for each in state.reserves)
    left += sum(unit.side == enemy for unit in state.exited)
    return 100 * gone >= entry.percent * (gone + left) > 0


def has_cleared_zone(state: State, entry: VictoryCondition) -> bool:
    """No enemy that counts and is neither pinned nor disrupted is in the zone (W1)."""
    zone, enemies = state.aims.zones[entry.zone], state.units_of(state.enemy_of(entry.side))
    return not any(
        unit.at in zone and unit.is_steady for unit in enemies if _is_kind(state, entry, unit.type)
    )


def have_units_exited(state: State, entry: VictoryCondition) -> bool:
    """So many units, or points of them, have left the map; all, where no number is named (W1)."""
    gone = [unit for unit in state.exited if _is_meant(state, entry, unit)]
    if entry.points:
        return sum(unit_lookups.unit_points(state, unit) for unit in gone) >= entry.points
    if entry.count:
        return len(gone) >= entry.count
    others: list[Unit | Reserve] = [*state.units.values(), *state.lost, *state.reserves]
    return bool(gone) and not any(_is_meant(state, entry, unit) for unit in others)


def have_units_survived(state: State, entry: VictoryCondition) -> bool:
    """So many of the units that count are left; all of them, where no number is named (W1)."""
    if not entry.count:
        return not any(_is_meant(state, entry, unit) for unit in state.lost)
    left = [*state.units.values(), *state.exited]
    return sum(_is_meant(state, entry, unit) for unit in left) >= entry.count


def _is_meant(state: State, entry: VictoryCondition, unit: Unit | Reserve) -> bool:
    """Return whether a unit of the side counts for a condition."""
    named = not entry.units or unit.id in entry.units
    return unit.side == entry.side and named and _is_kind(state, entry, unit.type)


def _is_kind(state: State, entry: VictoryCondition, type_: str) -> bool:
    kinds = (state.book.units[type_].kind, type_)
    return not entry.kinds or any(kind in entry.kinds for kind in kinds)


def points_lost(state: State, side: str, entry: VictoryCondition) -> int:
    """The points a side has lost by units that count."""
    return sum(
        toll.points
        for toll in state.fallen
        if toll.side == side and _is_kind(state, entry, toll.type)
    )
