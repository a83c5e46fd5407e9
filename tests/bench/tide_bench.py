"""How fast dice pools and squads are: sight after smoke, odds, options, an answer, random games.

Beside each a plain implementation, or the tank's game measured in the same run.

python -m tests.bench tide
"""

from __future__ import annotations

import time
from collections.abc import Callable
from itertools import cycle, islice, product
from statistics import median

from engine.checks.scenario import playable
from engine.files.source_text import ROOT
from engine.games import new_game
from engine.games.tide import actions, odds, steps
from engine.games.tide.field import Field
from engine.games.tide.odds import Handful
from engine.games.tide.state import State, Unit
from engine.games.tide.steps import Walk
from engine.play.game import Game
from engine.play.players import Question, play, player
from engine.scenario.scenario import Scenario
from tests.bench.sizes import sized

Row = tuple[str, str, str, str]
RUNS, GAMES, UNITS = sized((51, 20, 40), (1, 1, 40))
POOLS = sized(12, 2)  # dice of either colour, at most
NAMES = ("two-lanes", "canal-bridge", "ridge-line")
RIFLES = ("regular",) * 4


def rows() -> list[Row]:
    """Work, measured, goal, what it is compared with."""
    ridge, crossroads = _sample("tide", "ridge-line"), _sample("tank", "crossroads")
    tank = _speed(crossroads)
    games = [_games(name, tank) for name in NAMES]
    return [_sight(ridge), _odds(), *_options(ridge), _answers(ridge, crossroads), *games]


def _sample(game: str, name: str) -> Scenario:
    return playable(ROOT / "samples" / game / "scenarios" / f"{name}.scenario.yaml")


# --- sight and odds (LS, E4) ----------------------------------------------------------------------


def _sight(scenario: Scenario) -> Row:
    """All pairs of the ridge after smoke in one hex or another, and on a map not known yet."""
    field: Field = new_game(scenario, 0).state.field
    hexes = field.board.hexes
    places = cycle(hexes)

    def look(field: Field) -> object:
        seeing = field.seeing(frozenset({next(places)}))
        return [seeing.sees(start, end) for start in hexes for end in hexes]

    found = _seconds(lambda: look(field))
    plain = _seconds(lambda: look(Field(field.board, field.book)))
    work = f"sight of all {len(hexes) ** 2:,} pairs after smoke"
    return work, _ms(found), "≤ 20 ms", f"{plain / found:.1f}× as fast as on a map not known yet"


def _odds() -> Row:
    """The net hits of every pair of pools, exactly, and counted die by die."""
    pools = list(product(range(POOLS + 1), repeat=2))

    def exact() -> object:
        odds.net_hits.cache_clear()
        odds.successes.cache_clear()
        return [odds.net_hits(Handful(black, 5), Handful(red, 5)) for black, red in pools]

    few = list(product(range(5), repeat=2))

    def counted() -> object:
        return [_throws(black, red) for black, red in few]

    found, plain = _seconds(exact) / len(pools), _seconds(counted) / len(few)
    work = f"net hits of up to {POOLS} black against {POOLS} red dice, each"
    return work, _ms(found), "≤ 1 ms", f"{plain / found:.0f}× as fast as all throws of 4 against 4"


def _throws(black: int, red: int) -> dict[int, int]:
    found: dict[int, int] = {}
    for faces in product(range(1, 7), repeat=black + red):
        hits = sum(face >= 5 for face in faces[:black]) - sum(face >= 5 for face in faces[black:])
        found[max(hits, 0)] = found.get(max(hits, 0), 0) + 1
    return found


# --- options (A, M) -------------------------------------------------------------------------------


def _options(scenario: Scenario) -> list[Row]:
    """A squad's next step, and every action of a side, with forty units on the map."""
    state = _crowded(scenario)
    side = state.sides[0]
    walk = Walk(state.of(side)[0].id, steps.ADVANCE, (state.of(side)[0].at,))
    assert steps.steps(state, walk)

    def afresh() -> object:
        state.field = Field(state.field.board, state.book)
        return steps.steps(state, walk)

    step = _seconds(lambda: steps.steps(state, walk))
    orders = _seconds(lambda: actions.orders(state, side))
    plain = _seconds(afresh)
    return [
        (f"a step's options, {UNITS} units", _ms(step), "≤ 5 ms",
         f"{plain / step:.0f}× as fast as on a map not known yet"),
        (f"a side's actions, {UNITS} units", _ms(orders), "≤ 30 ms",
         f"{orders / step:.0f}× a step's options"),
    ]  # fmt: skip


def _crowded(scenario: Scenario) -> State:
    """The ridge with squads of both sides spread over it, two in a hex."""
    state: State = new_game(scenario, 0).state.copy()
    state.units, state.reserves = {}, ()
    state.forget()
    places = [at for at in state.field.board.hexes for _ in range(2)]
    spread = islice(places, 0, None, len(places) // UNITS)
    for number, at in enumerate(islice(spread, UNITS)):
        side = state.sides[number >= UNITS // 2]
        state.put(Unit(f"u{number}", side, "squad", at, figures=RIFLES))
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
    found = _speed(_sample("tide", name))
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

    show({"tide": rows()})
