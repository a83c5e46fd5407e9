"""How fast dice pools and squads are: sight after smoke, odds, options, an answer, random games.

Beside each a plain implementation, or the tank's game measured in the same run.

python -m tests.bench tide
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import cycle, islice, product

from engine.games import new_game
from engine.games.tide import action_phase, dice_odds, move_steps
from engine.games.tide.dice_odds import DiceSet
from engine.games.tide.game_board import GameBoard
from engine.games.tide.move_steps import MoveInProgress
from engine.games.tide.state import State, Unit
from engine.scenario.scenario import Scenario
from tests.bench.rows import MS, Row, time_row
from tests.bench.squads import RUNS, game_rows, sample
from tests.bench.timing import seconds, spent

UNITS = 40
POOLS, FEW = 12, 3  # dice of either colour, at most; thrown one by one
NAMES = ("two-lanes", "canal-bridge", "ridge-line")
RIFLES = ("regular",) * 4


def rows() -> Iterator[Row]:
    """Yield sight, odds, options, an answer and random games."""
    ridge = sample("tide", "ridge-line")
    yield _sight(ridge)
    yield _odds()
    yield from _options(ridge)
    yield from game_rows("tide", NAMES, ridge)


# --- sight and odds (LS, E4) ----------------------------------------------------------------------


def _sight(scenario: Scenario) -> Row:
    """All pairs of the ridge after smoke in one hex or another, and on a map not known yet."""
    field: GameBoard = new_game(scenario, 0).state.field
    hexes = field.board.hexes
    places = cycle(hexes)

    def look(field: GameBoard) -> object:
        seeing = field.seeing(frozenset({next(places)}))
        return [seeing.sees(start, end) for start in hexes for end in hexes]

    found = seconds(lambda: look(field), RUNS)
    plain = seconds(lambda: look(GameBoard(field.board, field.book)), RUNS)
    work = f"sight of all {len(hexes) ** 2:,} pairs after smoke"
    beside = f"{plain / found:.1f}× as fast as on a map not known yet"
    return time_row(work, found, 20 * MS, beside)


def _odds() -> Row:
    """The net hits of every pair of pools, exactly, and counted die by die."""
    pools = list(product(range(POOLS + 1), repeat=2))

    def exact() -> object:
        dice_odds.net_hit_odds.cache_clear()
        dice_odds.success_odds.cache_clear()
        return [dice_odds.net_hit_odds(DiceSet(black, 5), DiceSet(red, 5)) for black, red in pools]

    few = list(product(range(FEW + 1), repeat=2))

    def counted() -> object:
        return [_throws(black, red) for black, red in few]

    found, plain = seconds(exact) / len(pools), spent(counted) / len(few)
    work = f"net hits of up to {POOLS} black against {POOLS} red dice, each"
    compared = f"{plain / found:.0f}× as fast as all throws of {FEW} against {FEW}"
    return time_row(work, found, 1 * MS, compared)


def _throws(black: int, red: int) -> dict[int, int]:
    found: dict[int, int] = {}
    for faces in product(range(1, 7), repeat=black + red):
        hits = sum(face >= 5 for face in faces[:black]) - sum(face >= 5 for face in faces[black:])
        found[max(hits, 0)] = found.get(max(hits, 0), 0) + 1
    return found


# --- options (A, M) -------------------------------------------------------------------------------


def _options(scenario: Scenario) -> Iterator[Row]:
    """A squad's next step, and every action of a side, with forty units on the map."""
    state = _crowded(scenario)
    side = state.sides[0]
    walk = MoveInProgress(
        state.units_of(side)[0].id, move_steps.ADVANCE, (state.units_of(side)[0].at,)
    )
    assert move_steps.possible_steps(state, walk)

    def afresh() -> object:
        state.field = GameBoard(state.field.board, state.book)
        return move_steps.possible_steps(state, walk)

    step = seconds(lambda: move_steps.possible_steps(state, walk), RUNS)
    beside = f"{seconds(afresh, RUNS) / step:.0f}× as fast as on a map not known yet"
    yield time_row(f"a step's options, {UNITS} units", step, 5 * MS, beside)
    orders = seconds(lambda: action_phase.open_actions(state, side), RUNS)
    beside = f"{orders / step:.0f}× a step's options"
    yield time_row(f"a side's actions, {UNITS} units", orders, 30 * MS, beside)


def _crowded(scenario: Scenario) -> State:
    """The ridge with squads of both sides spread over it, two in a hex."""
    state: State = new_game(scenario, 0).state.copy()
    state.units, state.reserves = {}, ()
    state.clear_lookups()
    places = [at for at in state.field.board.hexes for _ in range(2)]
    spread = islice(places, 0, None, len(places) // UNITS)
    for number, at in enumerate(islice(spread, UNITS)):
        side = state.sides[number >= UNITS // 2]
        state.replace_unit(Unit(f"u{number}", side, "squad", at, figures=RIFLES))
    return state
