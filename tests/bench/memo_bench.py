"""How fast a primer memo is written and carried out: the sample, and sixty units a side.

python -m tests.bench memo
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from statistics import median

from engine.checks.scenario_checks import load_playable
from engine.files.source_text import ROOT
from engine.games import rule_system_of
from engine.games.primer.adapter.rules import PRIMER
from engine.games.primer.memo import GiveOrder, MemoEntry, Step
from engine.games.primer.state import State
from engine.hexes.grid import Orientation
from engine.movement.standable_hexes import can_stand
from engine.play.dice import SeededDice
from engine.play.game import Game
from engine.play.players import RandomPlayer, let_player_answer
from engine.scenario.scenario import Objective, Scenario, ScenarioSide, ScenarioUnit
from tests.bench.rows import MS, Row, format_time, time_row
from tests.bench.sizes import sized
from tests.bench.timing import spent
from tests.generated import generated_map

SAMPLE = ROOT / "samples" / "primer" / "scenarios" / "three-cities.scenario.yaml"
COLUMNS, HIGH, SEED, LIMIT = 60, 40, 5, 5 * MS
UNITS, ANSWERS, ORDERS = 60, sized(1500, 400), 50
KINDS = ("infantry", "armour", "artillery", "recon")


def rows() -> Iterator[Row]:
    """Yield what is asked while a memo is written, and what carrying it out takes."""
    large = field()
    yield from _answers("the sample", Game(PRIMER, load_playable(SAMPLE), SeededDice.of(1)))
    yield from _answers(f"{UNITS} units a side", Game(PRIMER, large, SeededDice.of(1)))
    yield _hand_in(Game(PRIMER, large, SeededDice.of(1)))


def field() -> Scenario:
    """Sixty units a side of all types, some of them in stacks, on 60 × 40 hexes."""
    map_, rng = generated_map(COLUMNS, HIGH, 1, Orientation.POINTY), Random(SEED)
    mobility = rule_system_of("primer").handbook({}).mobility("armour")
    dry = [hex_ for hex_ in map_.grid if can_stand(map_, mobility, hex_)]
    rng.shuffle(dry)
    sides = (ScenarioSide("red", "Red", "#c0392b"), ScenarioSide("blue", "Blue", "#2980b9"))
    units = tuple(
        ScenarioUnit(f"{side.id}-{n}", side.id, KINDS[n // 2 % 4], at=dry[40 * place + n // 2])
        for place, side in enumerate(sides)
        for n in range(UNITS)
    )
    cities = tuple(
        Objective(f"c{n}", f"City {n}", at=dry[100 + n], holder="red", points=5) for n in range(4)
    )
    return Scenario("primer", map_, sides, units, objectives=cities, turns=12)


def _answers(what: str, game: Game[State]) -> Iterator[Row]:
    """What may be ordered, and the next step of a move, all through a random game."""
    players = {side: RandomPlayer(SEED) for side in game.state.sides}
    taken: dict[type, list[float]] = {GiveOrder: [], Step: []}
    most = {GiveOrder: 0, Step: 0}
    while (asked := game.decision) is not None and len(game.answers) < ANSWERS:
        kind = type(asked)
        if kind in taken:
            taken[kind].append(spent(lambda: game.options))
            most[kind] = max(most[kind], len(game.options))
        let_player_answer(game, players)
    said = {GiveOrder: "what may be ordered", Step: "the next step of a move"}
    for kind, times in taken.items():
        beside = f"at most {format_time(max(times))}, {most[kind]} options"
        yield time_row(f"{said[kind]}, {what}", median(times), LIMIT, beside)


def _hand_in(game: Game[State]) -> Row:
    """Every unit of a side moves as far as chance leads it."""
    rng = Random(SEED)
    while moves := [order for order in game.options if order.kind == "move"]:
        game.choose(rng.choice(moves))
        while isinstance(game.decision, Step):
            game.choose(rng.choice(game.options))
        if len(game.state.memo) >= ORDERS:
            break
    orders, before = len(game.state.memo), len(game.events)
    each = spent(lambda: game.choose(MemoEntry("hand-in"))) / orders
    compared = f"{orders} orders, {len(game.events) - before} events"
    return time_row(f"an order carried out, {UNITS} units a side", each, LIMIT, compared)
