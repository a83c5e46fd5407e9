"""How fast squads are: sight after smoke, the options of a step, an answer, random games.

Beside each a plain implementation, or the tank's game measured in the same run.

python -m tests.bench valor
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import cycle, islice

from engine.games import new_game
from engine.games.valor import move_steps, movement_phase
from engine.games.valor.game_board import GameBoard
from engine.games.valor.move_steps import MoveInProgress
from engine.games.valor.state import State, Unit
from engine.scenario.scenario import Scenario
from tests.bench.rows import MS, Row, time_row
from tests.bench.sizes import sized
from tests.bench.squads import RUNS, game_rows, sample
from tests.bench.timing import seconds, spent
from tests.games.valor import slow_sight

UNITS = 40
PLAIN = sized(10, 40)  # every so manieth hex is looked from by the ruler
NAMES = ("orchard-farm", "mill-ford", "chapel-hill")


def rows() -> Iterator[Row]:
    """Yield sight, options, an answer and random games."""
    hill = sample("valor", "chapel-hill")
    yield _sight(hill)
    yield from _options(hill)
    yield from game_rows("valor", NAMES, hill)


# --- sight (V9, V11.2) ----------------------------------------------------------------------------


def _sight(scenario: Scenario) -> Row:
    """All pairs of the hill after smoke in one hex or another, and by a ruler on the map."""
    field: GameBoard = new_game(scenario, 0).state.field
    hexes = field.board.hexes
    places = cycle(hexes)

    def look() -> object:
        seeing = field.seeing({next(places): 2}, ())
        return [seeing.hexes_seen_from(start) for start in hexes]

    found = seconds(look, RUNS)
    sheet = slow_sight.Sheet(scenario.map, {hexes[0]: 2}, frozenset())
    few = hexes[::PLAIN]

    def measure() -> None:
        for start in few:
            for end in hexes:
                if end != start:
                    slow_sight.sees(sheet, start, end)

    plain = spent(measure) * len(hexes) / len(few)
    work = f"sight of all {len(hexes) ** 2:,} pairs after smoke"
    beside = f"{plain / found:.0f}× as fast as a ruler on the map"
    return time_row(work, found, 20 * MS, beside)


# --- options (V6) ---------------------------------------------------------------------------------


def _options(scenario: Scenario) -> Iterator[Row]:
    """A stack's next step, and every order of a side, with forty units on the map."""
    state = _crowded(scenario)
    side = state.sides[0]
    walk = MoveInProgress.of((state.units_of(side)[0].id,), move_steps.MOVE)
    assert move_steps.possible_steps(state, walk)

    def afresh() -> object:
        state.field = GameBoard(state.field.board, state.book)
        return move_steps.possible_steps(state, walk)

    step = seconds(lambda: move_steps.possible_steps(state, walk), RUNS)
    beside = f"{seconds(afresh, RUNS) / step:.0f}× as fast as on a map not known yet"
    yield time_row(f"a step's options, {UNITS} units", step, 5 * MS, beside)
    orders = seconds(lambda: movement_phase.open_orders(state, side), RUNS)
    beside = f"{orders / step:.0f}× a step's options"
    yield time_row(f"a side's orders, {UNITS} units", orders, 30 * MS, beside)


def _crowded(scenario: Scenario) -> State:
    """The hill with squads of both sides spread over it, two in a hex."""
    state: State = new_game(scenario, 0).state.copy()
    state.units, state.reserves = {}, ()
    state.clear_lookups()
    places = [at for at in state.field.board.hexes for _ in range(2)]
    spread = islice(places, 0, None, len(places) // UNITS)
    types = dict(zip(state.sides, ("uk-rifle", "de-rifle"), strict=True))
    for number, at in enumerate(islice(spread, UNITS)):
        side = state.sides[number >= UNITS // 2]
        state.put(Unit(f"u{number}", side, types[side], at))
    return state
