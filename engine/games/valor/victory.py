"""Who has won (V4.2, V4.4, V4.5)."""

from __future__ import annotations

from engine.games.valor import pieces
from engine.games.valor.events import GameEnded, ObjectiveTaken
from engine.games.valor.state import State, Unit, ValorGame
from engine.scenario.scenario import Objective, Victory, VictoryKind

CONDITIONS, WIPED_OUT, DRAW = "conditions", "wiped-out", "draw"


def claim_objectives(game: ValorGame) -> None:
    """A side with unpinned infantry and no enemy there takes an objective (V4.5)."""
    state = game.state
    for objective in state.aims.objectives:
        side = _claimer(state, objective)
        if side and state.holders[objective.id] != side:
            game.emit(ObjectiveTaken(objective.id, side))


def _claimer(state: State, objective: Objective) -> str:
    here = [unit for hex_ in state.aims.objective_hexes[objective.id] for unit in state.at(hex_)]
    sides = {unit.side for unit in here}
    able = [unit for unit in here if not unit.pinned and state.type_of(unit).is_infantry]
    return able[0].side if able and len(sides) == 1 else ""


def ends_at_once(game: ValorGame) -> bool:
    """A side without a unit on the map or to come: nothing is left to play (V4.2)."""
    state = game.state
    if state.result is not None:
        return True
    if all(is_alive(state, side) for side in state.sides):
        return False
    end(game)
    return True


def is_alive(state: State, side: str) -> bool:
    """Whether a side has units on the map or still to come."""
    for unit in state.units.values():
        if unit.side == side:
            return True
    coming = any(each.side == side for each in state.reserves)
    return coming or any(each.unit.side == side for each in state.below)


def end(game: ValorGame) -> None:
    """The game is over: who has met all of its conditions, and the other not, has won (V4.4)."""
    claim_objectives(game)
    state = game.state
    winner = judge(state)
    scores = tuple((side, points(state, side)) for side in state.sides)
    reason = CONDITIONS if winner else DRAW
    game.emit(GameEnded(winner, reason, scores))


def judge(state: State) -> str:
    """The side that wins as things are; empty for a draw (V4.4).

    A side without conditions wins when the other does not meet its own.
    """
    first, second = state.sides
    met = {side: meets(state, side) for side in state.sides}
    if met[first] is None and met[second] is None:
        lead = points(state, first) - points(state, second)
        return "" if lead == 0 else first if lead > 0 else second
    one = not met[second] if met[first] is None else bool(met[first])
    other = not met[first] if met[second] is None else bool(met[second])
    return "" if one == other else first if one else second


def meets(state: State, side: str) -> bool | None:
    """Whether a side meets all of its conditions; None where it has none (V4.4)."""
    own = [entry for entry in state.aims.victory if _is_of(entry, side)]
    return all(is_met(state, entry) for entry in own) if own else None


def _is_of(entry: Victory, side: str) -> bool:
    return entry.side == side and entry.kind is not VictoryKind.TURN_LIMIT


def is_met(state: State, entry: Victory) -> bool:
    """Whether a condition holds now (V4.5)."""
    match entry.kind:
        case VictoryKind.OBJECTIVES:
            return holds(state, entry)
        case VictoryKind.CLEAR:
            return clears(state, entry)
        case VictoryKind.EXIT:
            return has_left(state, entry)
        case VictoryKind.KILL | VictoryKind.POINTS:
            return fallen(state, state.enemy(entry.side)) >= entry.points
        case VictoryKind.SURVIVE:
            return survivors(state, entry) >= 2 * entry.count
        case VictoryKind.RATIO:
            lost = fallen(state, entry.side)
            return 100 * fallen(state, state.enemy(entry.side)) >= entry.percent * lost
        case _:
            return False


def holds(state: State, entry: Victory) -> bool:
    """`hold`: so many of the objectives are the side's and no enemy is there now (V4.5)."""
    wanted = [each for each in state.aims.objectives if _counts(entry, each)]
    held = sum(_is_held(state, each, entry.side) for each in wanted)
    return held >= (entry.count or len(wanted)) > 0


def _counts(entry: Victory, objective: Objective) -> bool:
    return not entry.objectives or objective.id in entry.objectives


def _is_held(state: State, objective: Objective, side: str) -> bool:
    hexes = state.aims.objective_hexes[objective.id]
    free = not any(pieces.enemies_at(state, hex_, side) for hex_ in hexes)
    return free and state.holders[objective.id] == side


def clears(state: State, entry: Victory) -> bool:
    """`clear`: no unpinned enemy in the zone (V4.5)."""
    zone = state.aims.zones[entry.zone]
    return not any(
        unit.at in zone and unit.side != entry.side and not unit.pinned
        for unit in state.units.values()
    )


def has_left(state: State, entry: Victory) -> bool:
    """`exit`: so many units, or points of them, have left the map (V4.5)."""
    gone = [
        unit for unit in state.exited if unit.side == entry.side and _is_kind(state, entry, unit)
    ]
    if entry.points:
        return sum(state.type_of(unit).points for unit in gone) >= entry.points
    return len(gone) >= (entry.count or 1)


def _is_kind(state: State, entry: Victory, unit: Unit) -> bool:
    kinds = (state.type_of(unit).kind, unit.type)
    return not entry.kinds or any(kind in entry.kinds for kind in kinds)


def survivors(state: State, entry: Victory) -> int:
    """`survive`: how many halves of the listed units are left; a half squad is one (V25.3)."""
    left = [*state.units.values(), *state.exited]
    count = 0
    for unit in left:
        root = unit.id.partition("/")[0]
        if unit.side == entry.side and (not entry.units or root in entry.units):
            count += 1 if state.type_of(unit).is_half else 2
    return count


def fallen(state: State, side: str) -> int:
    """The points a side has lost."""
    return dict(state.fallen)[side]


def points(state: State, side: str) -> int:
    """A side's points: objectives it holds, and what the enemy has lost."""
    held = sum(each.points for each in state.aims.objectives if _is_held(state, each, side))
    return held + fallen(state, state.enemy(side))
