"""Fire lanes (V13.11, V13.12): machine guns that have fired at movers go on firing there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.games.valor import casualties
from engine.games.valor.state import State, ValorGame
from engine.games.valor.support_events import LaneLaid, LaneRolled, LanesLifted
from engine.hexes.hex import Hex, line
from engine.play.decisions import Decision, Procedure, ask, roll
from engine.sight.line_trace import trace

LANE = "fire-lane"
STRAIGHT = "straight"
PATTERNS = {"left": (0, 0), "right": (1, 1), "left-right": (0, 1), "right-left": (1, 0)}
"""The hexes taken by a line along hexsides: the first and every other."""


@dataclass(frozen=True, slots=True)
class LayLane(Decision[State, str | None]):
    """A machine gun's choice to lay a lane after firing at movers; None for none (V13.11).

    The options are the sides of the hexsides along which its line runs.
    """

    unit: str
    weapon: str
    target: Hex

    def options(self, state: State) -> list[str | None]:
        return [*possible_lanes(state, state.units[self.unit].at, self.target), None]


# --- laying (V13.11) -----------------------------------------------------------------------------


def offer_fire_lane(game: ValorGame, firer: str, weapon: str, target: Hex) -> Procedure[None]:
    """An infantry unit that has op-fired with a machine gun may lay a lane, one a gun (V13.11)."""
    unit = game.state.units[firer]
    if any(lane.weapon == weapon for lane in game.state.lanes):
        return
    pattern = yield from ask(LayLane(unit.side, firer, weapon, target))
    if pattern is not None:
        hexes = possible_lanes(game.state, unit.at, target)[pattern]
        game.emit(LaneLaid(unit.side, firer, weapon, hexes))


def possible_lanes(state: State, start: Hex, target: Hex) -> Mapping[str, tuple[Hex, ...]]:
    """The lanes from next to a firer to a target, one marker a hex of range (V13.11).

    Where the line runs along hexsides one side is taken throughout, or they take turns.
    """
    grid = state.field.board.grid
    steps = list(trace(grid, start, target))
    straight = line(start, target)[1:]
    if not any(step.along for step in steps):
        return {STRAIGHT: tuple(straight)}
    found: dict[str, tuple[Hex, ...]] = {}
    for name, order in PATTERNS.items():
        hexes, seen = [], 0
        for step, usual in zip(steps, straight, strict=True):
            if step.along:
                hexes.append(step.hexes[order[seen % 2]])
                seen += 1
            else:
                hexes.append(usual)
        if all(hex_ in grid for hex_ in hexes) and tuple(hexes) not in found.values():
            found[name] = tuple(hexes)
    return found


# --- firing (V13.12) -----------------------------------------------------------------------------


def fire_along_lanes(game: ValorGame, movers: tuple[str, ...]) -> Procedure[None]:
    """A lane attacks infantry, guns and unarmoured vehicles that enter one of its hexes (V13.12).

    On its own row, with no modifier but −1 for each marker there beyond the first.
    """
    state = game.state
    here = [state.units[unit] for unit in movers if unit in state.units]
    targets = tuple(unit.id for unit in here if not state.type_of(unit).is_afv)
    if not targets:
        return
    at = state.units[targets[0]].at
    markers = len(state.lanes_at(at))
    if not markers:
        return
    dice = yield from roll(2, LANE)
    firepower, _ = state.book.charts.area_firepower(LANE)
    points = state.book.charts.casualty_points(firepower, sum(dice) - (markers - 1))
    game.emit(LaneRolled(targets, at, markers, dice, points))
    if points:
        victims = casualties.attacked_units_at(state, at, here[0].side, targets)
        yield from casualties.spend_casualty_points(game, victims, points, None, LANE)


def lift(game: ValorGame) -> None:
    """All fire lanes are taken off when movement and its opportunity fire are over (V5.13)."""
    if game.state.lanes:
        game.emit(LanesLifted(len(game.state.lanes)))
