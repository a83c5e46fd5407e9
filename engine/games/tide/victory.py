"""Control of objectives, and who has won (CM1, W)."""

from __future__ import annotations

from engine.games.tide import squads
from engine.games.tide.events import GameEnded, ObjectiveTaken
from engine.games.tide.state import State, TideGame, Unit
from engine.scenario.scenario import Objective, Victory, VictoryKind

CONDITIONS, ALONE, DRAW, POINTS = "conditions", "alone", "draw", "points"

# --- control (CM1) --------------------------------------------------------------------------------


def claim_objectives(game: TideGame) -> None:
    """Each objective goes to the side that has a unit there while the enemy has none (CM1)."""
    state = game.state
    for objective in state.aims.objectives:
        side = holder_now(state, objective)
        if side != state.holders[objective.id]:
            game.emit(ObjectiveTaken(objective.id, side))


def holder_now(state: State, objective: Objective) -> str:
    """Who controls an objective as units stand; it stays with who had it (CM1)."""
    sides = {unit.side for unit in _units_at(state, objective)}
    return sides.pop() if len(sides) == 1 else state.holders[objective.id]


def is_contested(state: State, objective: Objective) -> bool:
    """Whether both sides have units at an objective (CM2)."""
    return len({unit.side for unit in _units_at(state, objective)}) > 1


def _units_at(state: State, objective: Objective) -> list[Unit]:
    hexes = state.aims.objective_hexes[objective.id]
    return [unit for hex_ in hexes for unit in state.at(hex_)]


# --- the end (W) ----------------------------------------------------------------------------------


def ends_at_once(game: TideGame) -> bool:
    """A side without units, or a condition that is judged at once (W1, W2)."""
    state = game.state
    if state.result is not None:
        return True
    if state.round == 0:
        return False
    if _decides(game, [entry for entry in state.aims.victory if entry.at_once]):
        return True
    for side in state.sides:
        if not is_alive(state, side):
            end(game, state.enemy(side), ALONE)
            return True
    return False


def judge_round(game: TideGame) -> bool:
    """The end of a round: whether the game is over now (W1)."""
    state = game.state
    if _decides(game, [entry for entry in state.aims.victory if not _is_last(entry)]):
        return True
    if state.round < state.aims.rounds:
        return False
    limit = next((entry for entry in state.aims.victory if _is_last(entry)), None)
    if limit is not None and limit.side:
        end(game, limit.side, CONDITIONS)
    else:
        end(game, leader(state), POINTS)
    return True


def _is_last(entry: Victory) -> bool:
    return entry.kind is VictoryKind.TURN_LIMIT


def _decides(game: TideGame, entries: list[Victory]) -> bool:
    """The first condition that holds decides; those of one group hold together (W1)."""
    for side, group in _groups(entries):
        if all(is_met(game.state, entry) for entry in group):
            end(game, side, CONDITIONS)
            return True
    return False


def _groups(entries: list[Victory]) -> list[tuple[str, list[Victory]]]:
    """Conditions as they count: singly, or written together (W1)."""
    found: dict[tuple[str, str], list[Victory]] = {}
    for number, entry in enumerate(entries):
        key = entry.side, entry.group or f"#{number}"
        found.setdefault(key, []).append(entry)
    return [(side, group) for (side, _), group in found.items()]


def end(game: TideGame, winner: str, reason: str) -> None:
    """The game is over."""
    scores = tuple((side, points(game.state, side)) for side in game.state.sides)
    game.emit(GameEnded(winner, reason if winner else DRAW, scores))


def is_alive(state: State, side: str) -> bool:
    """Whether a side has units on the map or still to come (W2)."""
    coming = any(each.side == side for each in state.reserves)
    return coming or any(unit.side == side for unit in state.units.values())


def leader(state: State) -> str:
    """The side with the most points; empty where both have as many (W1)."""
    first, second = state.sides
    lead = points(state, first) - points(state, second)
    return "" if not lead else first if lead > 0 else second


def points(state: State, side: str) -> int:
    """A side's points: those of its rounds, and of the objectives it controls now (CM2, W1)."""
    held = sum(each.points for each in state.aims.objectives if state.holders[each.id] == side)
    return state.points[side] + held


# --- conditions (W1) ------------------------------------------------------------------------------


def is_met(state: State, entry: Victory) -> bool:
    """Whether a condition holds now (W1)."""
    match entry.kind:
        case VictoryKind.OBJECTIVES:
            return holds(state, entry)
        case VictoryKind.POINTS:
            return points(state, entry.side) >= entry.points
        case VictoryKind.LOSSES:
            return has_broken(state, entry)
        case VictoryKind.CLEAR:
            return clears(state, entry)
        case VictoryKind.EXIT:
            return has_left(state, entry)
        case VictoryKind.KILL:
            return fallen(state, state.enemy(entry.side)) >= entry.points
        case VictoryKind.SURVIVE:
            return len(survivors(state, entry)) >= (entry.count or 1)
        case _:
            return False


def holds(state: State, entry: Victory) -> bool:
    """So many of the objectives are controlled by the side (CM1)."""
    wanted = [
        each for each in state.aims.objectives
        if not entry.objectives or each.id in entry.objectives
    ]  # fmt: skip
    held = sum(state.holders[each.id] == entry.side for each in wanted)
    return held >= (entry.count or len(wanted)) > 0


def has_broken(state: State, entry: Victory) -> bool:
    """The enemy has lost so many percent of his units (W1)."""
    enemy = state.enemy(entry.side)
    gone = sum(unit.side == enemy for unit in state.lost)
    left = sum(unit.side == enemy for unit in state.units.values())
    left += sum(each.side == enemy for each in state.reserves)
    left += sum(unit.side == enemy for unit in state.exited)
    return 100 * gone >= entry.percent * (gone + left) > 0


def clears(state: State, entry: Victory) -> bool:
    """No enemy that is neither pinned nor disrupted is in the zone (W1)."""
    zone = state.aims.zones[entry.zone]
    return not any(
        unit.at in zone and unit.side != entry.side and unit.is_steady
        for unit in state.units.values()
    )


def has_left(state: State, entry: Victory) -> bool:
    """So many units, or points of them, have left the map (W1)."""
    gone = [unit for unit in state.exited if _counts(state, entry, unit)]
    if entry.points:
        return sum(squads.worth(state, unit) for unit in gone) >= entry.points
    return len(gone) >= (entry.count or 1)


def survivors(state: State, entry: Victory) -> list[Unit]:
    """The units that count and are left (W1)."""
    left = [*state.units.values(), *state.exited]
    return [
        unit
        for unit in left
        if _counts(state, entry, unit) and (not entry.units or unit.id in entry.units)
    ]


def _counts(state: State, entry: Victory, unit: Unit) -> bool:
    kinds = (state.type_of(unit).kind, unit.type)
    kind = not entry.kinds or any(kind in entry.kinds for kind in kinds)
    return unit.side == entry.side and kind


def fallen(state: State, side: str) -> int:
    """The points a side has lost."""
    return dict(state.fallen)[side]
