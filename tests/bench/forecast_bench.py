"""How fast a player is told what an answer leads to: reach, threats along a path, shots, shells.

python -m tests.bench forecast
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from statistics import median

from engine.games import new_game
from engine.games.tank.data.rulebook import FireManner
from engine.games.tank.game_board import GameBoard
from engine.games.tank.movement import MARCH, MOVE
from engine.games.tank.presentation.forecast import forecast_barrage, forecast_fire
from engine.games.tank.presentation.reachable_areas import move_threats, reachable_hexes
from engine.games.tank.state import State
from engine.hexes.hex import Hex, disc
from engine.play.dice import ScriptedDice
from engine.play.move_forecast import ReachableArea
from engine.scenario.scenario import Scenario, ScenarioSide, ScenarioUnit
from tests.bench.rows import MS, Row, format_time, time_row
from tests.bench.sizes import sized
from tests.bench.timing import seconds, spent
from tests.generated import generated_map

ENEMIES, FRIENDS, RUNS, FIRST = 20, 10, 51, sized(15, 3)
SIDES = (ScenarioSide("red", "Red", "#c0392b"), ScenarioSide("blue", "Blue", "#2980b9"))


def rows() -> Iterator[Row]:
    """Yield each forecast, asked again and again on one map."""
    state = field_of_battle()
    path = [each.at for each in _far(state).path(_farthest(state))][1:][:10]
    path += [hex_ for hex_ in disc(path[-1], 2) if hex_ not in path][: 10 - len(path)]
    near = next(unit.at for unit in state.units_of("blue"))
    for work, limit, ask in (
        ("reach of 5 MP", 2, lambda s: reachable_hexes(s, "r0")),
        ("reach of 10 hexes' march", 2, lambda s: reachable_hexes(s, "r0", MARCH)),
        ("threats: 10 hexes, 20 enemies", 5, lambda s: move_threats(s, "r0", path)),
        ("one shot", 5, lambda s: forecast_fire(s, ["r0"], "b0", FireManner.DIRECT)),
        ("six shots at once", 10, _concentrated),
        ("six guns at a hex", 50, lambda s: forecast_barrage(s, "support-155mm", near)),
    ):
        yield _row(work, state, ask, limit * MS)


def field_of_battle() -> State:
    """Ten tanks against twenty on 120 × 90 generated hexes, within 30 hexes of one another."""
    map_, rng = generated_map(120, 90, 3), random.Random(5)
    places = [
        hex_ for hex_ in sorted(disc(map_.grid.hex(60, 45), 15)) if map_.ground_at(hex_) != "lake"
    ]
    rng.shuffle(places)
    names = [f"r{n}" for n in range(FRIENDS)] + [f"b{n}" for n in range(ENEMIES)]
    units = tuple(
        ScenarioUnit(name, "red" if name[0] == "r" else "blue", "tank", at=place)
        for name, place in zip(names, places, strict=False)
    )
    made = Scenario("tank", map_, SIDES, turns=12, units=units)
    state: State = new_game(made, ScriptedDice.of()).state
    return state


def _far(state: State) -> ReachableArea:
    return reachable_hexes(state, "r0", MOVE, 12)


def _farthest(state: State) -> Hex:
    arrivals = _far(state).arrivals
    return max(arrivals, key=lambda at: (arrivals[at].hexes, at))


def _concentrated(state: State) -> object:
    return forecast_fire(state, [f"r{n}" for n in range(6)], "b0", FireManner.DIRECT)


def _row(work: str, state: State, ask: Callable[[State], object], limit: float) -> Row:
    """Asked again and again, and beside it asked for the first time on this map."""
    first = []
    for _ in range(FIRST):
        state.field = GameBoard(state.field.board, state.book)
        first.append(spent(lambda: ask(state)))
    beside = f"first time here {format_time(median(first))}"
    return time_row(work, seconds(lambda: ask(state), RUNS), limit, beside)
