"""How fast a player is told what an answer leads to: reach, threats along a path, shots, shells.

python tests/bench/forecast_bench.py
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from statistics import median

from engine.games import new_game
from engine.games.tank.data.book import Manner
from engine.games.tank.face.barrage import barrage
from engine.games.tank.face.forecast import fire
from engine.games.tank.face.going import reachable, threats
from engine.games.tank.field import Field
from engine.games.tank.movement import MARCH, MOVE
from engine.games.tank.state import State
from engine.hexes.hex import Hex, disc
from engine.play.dice import Scripted
from engine.play.forecast import Reachable
from engine.scenario.scenario import Scenario, ScenarioSide, ScenarioUnit
from tests.bench.sizes import sized
from tests.generated import generated_map

Row = tuple[str, str, str, str]
ENEMIES, FRIENDS, RUNS, FIRST = 20, 10, sized(60, 1), sized(15, 1)
SIDES = (ScenarioSide("red", "Red", "#c0392b"), ScenarioSide("blue", "Blue", "#2980b9"))


def rows() -> list[Row]:
    """Work, measured, goal, what it is compared with."""
    state = field_of_battle()
    path = [each.at for each in _far(state).path(_farthest(state))][1:][:10]
    path += [hex_ for hex_ in disc(path[-1], 2) if hex_ not in path][: 10 - len(path)]
    near = next(unit.at for unit in state.of("blue"))
    return [
        _row("reach of 5 MP", state, lambda s: reachable(s, "r0"), "≤ 2 ms"),
        _row("reach of 10 hexes' march", state, lambda s: reachable(s, "r0", MARCH), "≤ 2 ms"),
        _row("threats: 10 hexes, 20 enemies", state, lambda s: threats(s, "r0", path), "≤ 5 ms"),
        _row("one shot", state, lambda s: fire(s, ["r0"], "b0", Manner.DIRECT), "≤ 5 ms"),
        _row("six shots at once", state, _concentrated, "≤ 10 ms"),
        _row("six guns at a hex", state, lambda s: barrage(s, "support-155mm", near), "≤ 50 ms"),
    ]


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
    state: State = new_game(made, Scripted.of()).state
    return state


def _far(state: State) -> Reachable:
    return reachable(state, "r0", MOVE, 12)


def _farthest(state: State) -> Hex:
    arrivals = _far(state).arrivals
    return max(arrivals, key=lambda at: (arrivals[at].hexes, at))


def _concentrated(state: State) -> object:
    return fire(state, [f"r{n}" for n in range(6)], "b0", Manner.DIRECT)


def _row(work: str, state: State, ask: Callable[[State], object], goal: str) -> Row:
    """Asked again and again, and beside it asked for the first time on this map."""
    first = []
    for _ in range(FIRST):
        state.field = Field(state.field.board, state.book)
        _ = state.field._planes  # laid once a map
        began = time.perf_counter()
        ask(state)
        first.append(time.perf_counter() - began)
    times = []
    for _ in range(RUNS):
        began = time.perf_counter()
        ask(state)
        times.append(time.perf_counter() - began)
    return work, _ms(median(times)), goal, f"first time here {_ms(median(first))}"


def _ms(seconds: float) -> str:
    return f"{seconds * 1000:.2f} ms"


if __name__ == "__main__":
    from tests.bench.table import show

    show({"forecast": rows()})
