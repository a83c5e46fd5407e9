"""How fast squads are: sight after smoke, the options of a step, an answer, random games.

Beside each a plain implementation, or the tank's game measured in the same run.

python -m tests.bench valor
"""

from __future__ import annotations

import time
from collections.abc import Callable
from itertools import cycle, islice
from statistics import median

from engine.checks.scenario import playable
from engine.files.source_text import ROOT
from engine.games import new_game
from engine.games.valor import movement, steps
from engine.games.valor.field import Field
from engine.games.valor.state import State, Unit
from engine.games.valor.steps import Walk
from engine.play.game import Game
from engine.play.players import Question, play, player
from engine.scenario.scenario import Scenario
from tests.bench.sizes import sized
from tests.games.valor import slow_sight

Row = tuple[str, str, str, str]
RUNS, GAMES, UNITS = sized((51, 20, 40), (1, 1, 40))
PLAIN = sized(10, 60)  # every so manieth hex is looked from by the ruler
NAMES = ("orchard-farm", "mill-ford", "chapel-hill")


def rows() -> list[Row]:
    """Work, measured, goal, what it is compared with."""
    hill, crossroads = _sample("valor", "chapel-hill"), _sample("tank", "crossroads")
    tank = _speed(crossroads)
    games = [_games(name, tank) for name in NAMES]
    return [_sight(hill), *_options(hill), _answers(hill, crossroads), *games]


def _sample(game: str, name: str) -> Scenario:
    return playable(ROOT / "samples" / game / "scenarios" / f"{name}.scenario.yaml")


# --- sight (V9, V11.2) ----------------------------------------------------------------------------


def _sight(scenario: Scenario) -> Row:
    """All pairs of the hill after smoke in one hex or another, and by a ruler on the map."""
    field: Field = new_game(scenario, 0).state.field
    hexes = field.board.hexes
    places = cycle(hexes)

    def look() -> object:
        seeing = field.seeing({next(places): 2}, ())
        return [seeing.seen(start) for start in hexes]

    found = _seconds(look)
    sheet = slow_sight.Sheet(scenario.map, {hexes[0]: 2}, frozenset())
    few = hexes[::PLAIN]
    began = time.perf_counter()
    for start in few:
        for end in hexes:
            if end != start:
                slow_sight.sees(sheet, start, end)
    plain = (time.perf_counter() - began) * len(hexes) / len(few)
    work = f"sight of all {len(hexes) ** 2:,} pairs after smoke"
    return work, _ms(found), "≤ 20 ms", f"{plain / found:.0f}× as fast as a ruler on the map"


# --- options (V6) ---------------------------------------------------------------------------------


def _options(scenario: Scenario) -> list[Row]:
    """A stack's next step, and every order of a side, with forty units on the map."""
    state = _crowded(scenario)
    side = state.sides[0]
    walk = Walk.of((state.of(side)[0].id,), steps.MOVE)
    assert steps.steps(state, walk)

    def afresh() -> object:
        state.field = Field(state.field.board, state.book)
        return steps.steps(state, walk)

    step = _seconds(lambda: steps.steps(state, walk))
    orders = _seconds(lambda: movement.orders(state, side))
    plain = _seconds(afresh)
    return [
        (f"a step's options, {UNITS} units", _ms(step), "≤ 5 ms",
         f"{plain / step:.0f}× as fast as on a map not known yet"),
        (f"a side's orders, {UNITS} units", _ms(orders), "–",
         f"{orders / step:.0f}× a step's options"),
    ]  # fmt: skip


def _crowded(scenario: Scenario) -> State:
    """The hill with squads of both sides spread over it, two in a hex."""
    state: State = new_game(scenario, 0).state.copy()
    state.units, state.reserves = {}, ()
    state.forget()
    places = [at for at in state.field.board.hexes for _ in range(2)]
    spread = islice(places, 0, None, len(places) // UNITS)
    types = dict(zip(state.sides, ("uk-rifle", "de-rifle"), strict=True))
    for number, at in enumerate(islice(spread, UNITS)):
        side = state.sides[number >= UNITS // 2]
        state.put(Unit(f"u{number}", side, types[side], at))
    return state


# --- games ----------------------------------------------------------------------------------------


def _answers(scenario: Scenario, other: Scenario) -> Row:
    """From an answer until the next question and what its side sees are there."""
    found, tank = _waits(scenario), _waits(other)
    measured = f"{_ms(median(found))}, at most {_ms(max(found))}"
    compared = f"{median(found) / median(tank):.1f} times the tank's {_ms(median(tank))}"
    return "an answer until the next decision", measured, "≤ 30 ms", compared


def _waits(scenario: Scenario) -> list[float]:
    game, who, times = new_game(scenario, 1), player("random", 1), []
    while game.decision is not None:
        answer = who.choose(_question(game))
        began = time.perf_counter()
        game.choose(answer)
        if game.decision is not None:
            _ = _question(game).view
        times.append(time.perf_counter() - began)
    return times


def _question(game: Game[object]) -> Question:
    assert game.decision is not None
    return Question(game, game.decision)


def _games(name: str, tank: float) -> Row:
    found = _speed(_sample("valor", name))
    compared = f"{found / tank:.2f} times the tank's crossroads ({tank:.0f} / s)"
    return f"random games of {name}", f"{found:.1f} / s and core", "≥ 20 / s", compared


def _speed(scenario: Scenario) -> float:
    """Random games in a second of one core."""
    _play(scenario, 0)  # warms sight and costs
    began = time.process_time()
    for seed in range(GAMES):
        _play(scenario, 1000 + seed)
    return GAMES / (time.process_time() - began)


def _play(scenario: Scenario, seed: int) -> None:
    game = new_game(scenario, seed)
    play(game, {side.id: player("random", seed) for side in scenario.sides})


def _seconds(work: Callable[[], object]) -> float:
    """The median time of a piece of work, warmed."""
    work()
    times = []
    for _ in range(RUNS):
        began = time.perf_counter()
        work()
        times.append(time.perf_counter() - began)
    return median(times)


def _ms(seconds: float) -> str:
    return f"{seconds * 1000:.2f} ms"


if __name__ == "__main__":
    from tests.bench.table import show

    show({"valor": rows()})
