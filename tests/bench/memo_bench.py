"""How fast a primer memo is written and carried out: the sample, and sixty units a side.

python -m tests.bench memo
"""

from __future__ import annotations

import time
from collections.abc import Callable
from random import Random
from statistics import median
from typing import Any

from engine.checks.scenario import playable
from engine.files.source_text import ROOT
from engine.games import system_of
from engine.games.primer.face.rules import PRIMER
from engine.games.primer.memo import GiveOrder, Order, Step
from engine.games.primer.state import State
from engine.hexes.grid import Orientation
from engine.paths.standing import can_stand
from engine.play.dice import Seeded
from engine.play.game import Game
from engine.play.players import RandomPlayer, step
from engine.scenario.scenario import Objective, Scenario, ScenarioSide, ScenarioUnit
from tests.bench.sizes import sized
from tests.generated import generated_map

Row = tuple[str, str, str, str]
SAMPLE = ROOT / "samples" / "primer" / "scenarios" / "three-cities.scenario.yaml"
COLUMNS, HIGH, SEED, GOAL = 60, 40, 5, "≤ 5 ms"
UNITS, ANSWERS, ORDERS = sized((60, 1500, 50), (12, 100, 2))
KINDS = ("infantry", "armour", "artillery", "recon")


def rows() -> list[Row]:
    """Work, measured median and worst, goal, what it is compared with."""
    large = field()
    return [
        *_answers("the sample", Game(PRIMER, playable(SAMPLE), Seeded.of(1))),
        *_answers(f"{UNITS} units a side", Game(PRIMER, large, Seeded.of(1))),
        _hand_in(Game(PRIMER, large, Seeded.of(1))),
    ]


def field() -> Scenario:
    """Sixty units a side of all types, some of them in stacks, on 60 × 40 hexes."""
    map_, rng = generated_map(COLUMNS, HIGH, 1, Orientation.POINTY), Random(SEED)
    mobility = system_of("primer").handbook({}).mobility("armour")
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


def _answers(what: str, game: Game[State]) -> list[Row]:
    """What may be ordered, and the next step of a move, all through a random game."""
    players = {side: RandomPlayer(SEED) for side in game.state.sides}
    taken: dict[type, list[float]] = {GiveOrder: [], Step: []}
    most = {GiveOrder: 0, Step: 0}
    while (asked := game.decision) is not None and len(game.answers) < ANSWERS:
        kind = type(asked)
        if kind in taken:
            taken[kind].append(_milliseconds(lambda: game.options))
            most[kind] = max(most[kind], len(game.options))
        step(game, players)
    said = {GiveOrder: "what may be ordered", Step: "the next step of a move"}
    return [
        (f"{said[kind]}, {what}", f"{median(times):.2f} ms, at most {max(times):.2f} ms", GOAL,
         f"at most {most[kind]} options, {len(times)} times asked")
        for kind, times in taken.items()
    ]  # fmt: skip


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
    each = _milliseconds(lambda: game.choose(Order("hand-in"))) / orders
    compared = f"{orders} orders, {len(game.events) - before} events"
    return f"an order carried out, {UNITS} units a side", f"{each:.2f} ms", GOAL, compared


def _milliseconds(work: Callable[[], Any]) -> float:
    began = time.process_time()
    work()
    return (time.process_time() - began) * 1000
