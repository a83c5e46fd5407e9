"""Victory (V4.2, V4.4, V4.5)."""

from __future__ import annotations

from engine.games import victory_judgement
from engine.games.reinforcement_calls import Reserve
from engine.games.shared_events import ObjectiveTaken, end_game
from engine.games.valor import unit_lookups
from engine.games.valor.state import State, Unit, ValorGame
from engine.scenario import victory_ways
from engine.scenario.scenario import Objective, VictoryCondition, VictoryKind

CONDITIONS, WIPED_OUT, DRAW = "conditions", "wiped-out", "draw"


def claim_objectives(game: ValorGame) -> None:
    """A side with unpinned infantry and no enemy there takes an objective (V4.5)."""
    state = game.state
    for objective in state.aims.objectives:
        side = _claimer(state, objective)
        if side and state.holders[objective.id] != side:
            game.emit(ObjectiveTaken(objective.id, side))


def _claimer(state: State, objective: Objective) -> str:
    here = [
        unit for hex_ in state.aims.objective_hexes[objective.id] for unit in state.units_at(hex_)
    ]
    if not here:
        return ""
    sides = {unit.side for unit in here}
    able = [unit for unit in here if not unit.pinned and state.type_of(unit).is_infantry]
    return able[0].side if able and len(sides) == 1 else ""


def judge_immediate_end(game: ValorGame) -> bool:
    """End the game at once where a side has been wiped out (V4.2).

    Or where what a scenario wants judged at once is so (V4.3). Where units of a side have only left
    the map, the other side plays on. With no unit on either side nothing is left to play.
    """
    state = game.state
    if state.result is not None:
        return True
    way = (
        victory_judgement.way_met_at_once(state, is_condition_met, is_together=True)
        if state.turn
        else None
    )
    if way is not None:
        _end_by(game, way.winner, way.grade)
        return True
    alive = [side for side in state.sides if has_units_left(state, side)]
    if not alive:
        end(game)
    elif len(alive) == 1 and is_wiped_out(state, state.enemy_of(alive[0])):
        grade = victory_judgement.best_grade(state, alive[0], is_condition_met)
        end_game(game, alive[0], WIPED_OUT, victory_points, grade or "")
    return state.result is not None


def is_wiped_out(state: State, side: str) -> bool:
    """Return whether a side has lost because all of its units are eliminated (V4.2)."""
    if has_units_left(state, side) or state.book.choices.wiped_out == "play_on":
        return False
    return not any(unit.side == side for unit in state.exited)


def has_units_left(state: State, side: str) -> bool:
    """Return whether a side has units on the map or still to come."""
    for unit in state.units.values():
        if unit.side == side:
            return True
    coming = any(each.side == side for each in state.reserves)
    return coming or any(each.unit.side == side for each in state.below)


def end(game: ValorGame) -> None:
    """The game is over: who has met all of its conditions, and the other not, has won (V4.4)."""
    claim_objectives(game)
    _end_by(game, *judge(game.state))


def _end_by(game: ValorGame, winner: str, grade: str) -> None:
    reason = CONDITIONS if winner or grade == victory_ways.DRAW else DRAW
    end_game(game, winner, reason, victory_points, grade)


def judge(state: State) -> tuple[str, str]:
    """The side that wins as things are, empty for a draw, and how good a victory it is (V4.4).

    A side without conditions wins when the other does not meet its own. A side that meets what a
    scenario calls a draw is not beaten (V4.3).
    """
    first, second = state.sides
    met = {
        side: victory_judgement.best_grade(state, side, is_condition_met) for side in state.sides
    }
    has = {side: has_conditions(state, side) for side in state.sides}
    if not has[first] and not has[second]:
        return victory_judgement.leading_side(state, victory_points), ""
    if victory_ways.DRAW in met.values():
        return "", victory_ways.DRAW
    won = {side: met[side] is not None if has[side] else met[state.enemy_of(side)] is None
           for side in state.sides}  # fmt: skip
    if won[first] == won[second]:
        return "", ""
    winner = first if won[first] else second
    return winner, met[winner] or ""


def has_conditions(state: State, side: str) -> bool:
    """Return whether a side has victory conditions (V4.4)."""
    return any(_is_of(entry, side) for entry in state.aims.victory)


def _is_of(entry: VictoryCondition, side: str) -> bool:
    return entry.side == side and entry.kind is not VictoryKind.TURN_LIMIT


def is_condition_met(state: State, entry: VictoryCondition) -> bool:
    """Return whether a condition holds now (V4.5)."""
    match entry.kind:
        case VictoryKind.OBJECTIVES:
            return holds_objectives(state, entry)
        case VictoryKind.CLEAR:
            return has_cleared_zone(state, entry)
        case VictoryKind.EXIT:
            return have_units_exited(state, entry)
        case VictoryKind.POINTS:
            return points_lost(state, state.enemy_of(entry.side), entry) >= entry.points
        case VictoryKind.SURVIVE:
            return have_units_survived(state, entry)
        case VictoryKind.TURN_LIMIT | VictoryKind.LOSSES:
            return False
    return victory_judgement.is_common_condition_met(state, entry, victory_points, points_lost)


def holds_objectives(state: State, entry: VictoryCondition) -> bool:
    """`hold`: so many of the objectives are the side's and no enemy is there now (V4.5)."""
    return victory_judgement.holds_enough_objectives(
        state.aims, entry, lambda each: _is_held(state, each, entry.side)
    )


def _is_held(state: State, objective: Objective, side: str) -> bool:
    hexes = state.aims.objective_hexes[objective.id]
    free = not any(unit_lookups.has_enemies_at(state, hex_, side) for hex_ in hexes)
    return free and state.holders[objective.id] == side


def has_cleared_zone(state: State, entry: VictoryCondition) -> bool:
    """`clear`: no unpinned enemy that counts in the zone (V4.5)."""
    zone, enemies = state.aims.zones[entry.zone], state.units_of(state.enemy_of(entry.side))
    return not any(
        unit.at in zone and not unit.pinned for unit in enemies if _is_kind(state, entry, unit.type)
    )


def have_units_exited(state: State, entry: VictoryCondition) -> bool:
    """`exit`: so many units, or points, have left the map; all, where no number is named (V4.5)."""
    gone = [unit for unit in state.exited if _is_meant(state, entry, unit)]
    if entry.points:
        return sum(state.type_of(unit).points for unit in gone) >= entry.points
    if entry.count:
        return len(gone) >= entry.count
    others: list[Unit | Reserve] = [*state.units.values(), *state.lost, *state.reserves]
    others += [each.unit for each in state.below]
    return bool(gone) and not any(_is_meant(state, entry, unit) for unit in others)


def have_units_survived(state: State, entry: VictoryCondition) -> bool:
    """`survive`: so many of the listed units are left; all, where no number is named (V4.5)."""
    if entry.count:
        return count_surviving_halves(state, entry) >= 2 * entry.count
    return not any(
        toll.side == entry.side
        and (not entry.units or _root(toll.unit) in entry.units)
        and _is_kind(state, entry, toll.type)
        for toll in state.fallen
    )


def count_surviving_halves(state: State, entry: VictoryCondition) -> int:
    """`survive`: how many halves of the listed units are left; a half squad is one (V25.3)."""
    left = [*state.units.values(), *state.exited, *(each.unit for each in state.below)]
    return sum(
        1 if state.type_of(unit).is_half else 2 for unit in left if _is_meant(state, entry, unit)
    )


def _is_meant(state: State, entry: VictoryCondition, unit: Unit | Reserve) -> bool:
    """Return whether a unit of the side counts for a condition."""
    named = not entry.units or _root(unit.id) in entry.units
    return unit.side == entry.side and named and _is_kind(state, entry, unit.type)


def _root(unit: str) -> str:
    """The unit of the order of battle that a half squad comes from (V23.1)."""
    return unit.partition("/")[0]


def _is_kind(state: State, entry: VictoryCondition, type_: str) -> bool:
    kinds = (state.book.units[type_].kind, type_)
    return not entry.kinds or any(kind in entry.kinds for kind in kinds)


def points_lost(state: State, side: str, entry: VictoryCondition | None = None) -> int:
    """The points a side has lost, all or those of units that count for a condition."""
    lost = (toll for toll in state.fallen if toll.side == side)
    return sum(toll.points for toll in lost if entry is None or _is_kind(state, entry, toll.type))


def victory_points(state: State, side: str) -> int:
    """A side's points: objectives it holds, and what the enemy has lost."""
    held = sum(each.points for each in state.aims.objectives if _is_held(state, each, side))
    return held + points_lost(state, state.enemy_of(side))
