"""The games and scenarios every conformance test is run on. A new game adds its cases here."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

from engine.games.littlewars.adapter.rules import LITTLEWARS
from engine.games.littlewars.kriegspiel.rules import KRIEGSPIEL_RULES
from engine.games.primer.adapter.rules import PRIMER
from engine.games.tank.adapter.rules import TANK
from engine.games.tide.adapter.rules import TIDE
from engine.games.valor.adapter.rules import VALOR
from engine.hexes.grid import Grid, OffsetParity, Orientation
from engine.map.map import Map
from engine.play.dice import SeededDice
from engine.play.game import Game, Rules
from engine.play.players import find_player, play_to_end
from engine.scenario.scenario import (
    Arrival,
    Card,
    Deck,
    Objective,
    Scenario,
    ScenarioSide,
    ScenarioUnit,
    VictoryCondition,
    VictoryKind,
)
from tests.conformance.open_toy import OPEN_TOY
from tests.conformance.table_toy import TABLE_TOY, table_toy
from tests.conformance.toy import TOY
from tests.games.boards import scenario
from tests.games.littlewars import cases as little_cases
from tests.games.primer import boards as primer_boards
from tests.games.tide import cases as tide_cases
from tests.games.valor import cases as valor_cases


@dataclass(frozen=True)
class Case:
    """A game and a scenario of it to be put through everything."""

    id: str
    rules: Rules[Any]
    make: Callable[[], Scenario]

    @property
    def scenario(self) -> Scenario:
        """The scenario, made once."""
        return _made(self)

    def game(self, seed: int) -> Game[Any]:
        """A new game under a seed; games of a case share what never changes."""
        return _first(self).restarted(SeededDice.of(seed))

    def played(self, who: str, seed: int) -> Game[Any]:
        """A finished game between two players of a kind."""
        game = self.game(seed)
        play_to_end(
            game, {side: find_player(who, seed + 1) for side in game.rules.sides(game.state)}
        )
        return game


@cache
def _made(case: Case) -> Scenario:
    return case.make()


@cache
def _first(case: Case) -> Game[Any]:
    return Game(case.rules, case.scenario, SeededDice.of(0))


def toy() -> Scenario:
    """Three walkers a side."""
    return scenario("r1 r2 r3 . . . .\n b1 b2 b3 . . . .", game="toy")


def open_toy() -> Scenario:
    """The same walkers, who are told whole ways."""
    return scenario("r1 r2 r3 . . . .\n b1 b2 b3 . . . .", game="open-toy")


def crossroads(**rules: Any) -> Scenario:
    """Four tanks a side about a crossroads: woods, a village, a stream, reserves, objectives."""
    board = """
    r1 .  .  w  w  .  1  1  .  .  w  .  .  b1
     .  .  .  w  1  1  2  1  .  w  w  .  .  .
    r2 .  .  .  1  2  2  1  1  .  .  .  .  b2
     .  .  s  .  .  1  1  .  .  .  s  .  .  .
    .  .  .  .  .  s  .  s  .  .  .  .  .  .
     .  .  .  .  .  .  s  .  .  .  .  .  .  .
    r3 .  w  .  .  .  .  .  .  .  ~  ~  .  b3
     .  .  w  w  .  .  .  1  1  .  .  ~  .  .
    r4 .  .  .  .  .  1  1  .  .  .  .  .  b4
    """
    road = " ".join(f"@{column},4" for column in range(14))
    made = scenario(
        board,
        roads=[road, "@6,0 @6,1 @7,2 @6,3 @6,4"],
        streams=["@4,5 @4,6", "@5,5 @5,6", "@6,5 @6,6"],
        objectives=(Objective("village", "Village", zone="village", points=2),),
        victory=(VictoryCondition(VictoryKind.LOSSES, "red", percent=100),),
        rules=rules,
    )
    grid = made.map.grid
    made.zones = {
        "village": tuple(grid.hex(*place) for place in ((5, 4), (6, 4), (7, 4), (6, 5))),
        "west": tuple(grid.hex(0, row) for row in range(9)),
        "east": tuple(grid.hex(13, row) for row in range(9)),
    }
    made.units = (
        *made.units,
        ScenarioUnit("second-red", "red", "tank", arrives=Arrival(3, "west")),
        ScenarioUnit("second-blue", "blue", "tank", arrives=Arrival(3, "east")),
        ScenarioUnit("red-in-reserve", "red", "tank", zone="west"),
    )
    return made


def melee() -> Scenario:
    """Everybody next door: close combat, stacks, short halts, strict moves, other choices."""
    board = """
    r1+r2 b1:w .  r3
     .  s  b2+b3 .
    ~  .  .  b4:s
    """
    rules = {
        "strict": True,
        "declare": "any",
        "close_combat": "after_events",
        "results": "firefight",
        "trace": "sampled",
        "passing": "final",
        "stacking": 2,
        "cards_per_turn": 2,
        "deck_used_up": "reshuffle",
        "units": {"gun": {"fires": "short-halt", "mp": 6, "armour": "heavy"}},
    }
    road = ["@0,1 @1,1 @1,2 @2,2 @3,2"]
    types = {"r3": "gun", "b4": "gun"}
    return scenario(board, roads=road, rules=rules, types=types, turns=8)


def random_field() -> Scenario:
    """A field of random hexes."""
    rng, seed = random.Random(5), 5
    kinds = [".", ".", ".", "w", "s", "~", "1", "2", "1w"]
    hexes = [[rng.choice(kinds) for _ in range(9)] for _ in range(7)]
    for number in range(3):
        hexes[2 * number][0], hexes[2 * number][8] = f"r{number}", f"b{number}"
    rows = [(" " if row % 2 else "") + " ".join(line) for row, line in enumerate(hexes)]
    made = scenario("\n".join(rows), turns=6)
    made.title = f"random field {seed}"
    return made


def flat_field() -> Scenario:
    """Flat-top hexes, the even columns shifted, levels and woods, a deck of support cards."""
    rng, grid = random.Random(8), Grid(10, 8, Orientation.FLAT, OffsetParity.EVEN)
    map_ = Map.blank(grid)
    map_.grounds, map_.symbols = ("open", "woods", "settlement"), (".", "w", "s")
    for hex_ in grid:
        map_.level[grid.index(hex_)] = rng.choice((0, 0, 1, 2))
        map_.ground[grid.index(hex_)] = rng.choice((0, 0, 0, 1, 2))
    units = tuple(
        ScenarioUnit(f"{side}-{row}", side, "tank", at=grid.hex(column, row))
        for side, column in (("red", 0), ("blue", 9))
        for row in range(1, 5)
    )
    guns = {"battery": "155mm", "guns": 3, "delay": 1, "rocket": True}
    cards = (Card("rockets", "support", guns, copies=4), Card("mend", "repair", {"units": 1}))
    sides = (ScenarioSide("red", "Red", deck="guns"), ScenarioSide("blue", "Blue", deck="guns"))
    decks = {"guns": Deck("guns", cards)}
    return Scenario("tank", map_, sides, units, turns=8, decks=decks)


def armies() -> Scenario:
    """The primer from the beginning: armies bought and deployed next to each other, two cities."""
    board = """
    .  .  w    o    .    w
    .  c  .    ba1  m    .
    .  .  ra1  o    bi1  .
    .  c  ri1  ~    .    w
    """
    return primer_boards.scenario(
        board,
        cities={"B2": "red", "B4": "red"},
        zones={
            "red-deployment": [f"{column}{row}" for column in "BC" for row in range(1, 5)],
            "blue-deployment": [f"{column}{row}" for column in "DE" for row in range(1, 4)],
        },
        budgets={"red": 30, "blue": 40},
        rules={"withdrawal": False},
        turns=5,
    )


def ambush() -> Scenario:
    """The primer with everybody next door, half of them in woods, and the other house rules."""
    board = """
    bi1+bi2+bi3  rt1:w  .      ba1+ba2  .
    .            ri1:w  ri2:c  .        bp1
    bt1+bt2      .      ra1    bi4      w
    .            rp1:w  .      ri3+ri4  bi5:w
    """
    rules = {
        "execution": "moves_first",
        "encounter": "halt",
        "unseen_attackers": "any",
        "retreat": "free",
        "short_retreat": "part_way",
        "halving": "unit",
        "ranged_loser": "table",
        "missile": "attack",
        "turn_limit": "defender",
        "beaten_turns": 1,
        "withdrawal": False,
    }
    return primer_boards.scenario(
        board, cities={"C2": "red"}, missiles=["r-missile"], rules=rules, turns=6, beaten=["ri1"]
    )


def reinforced() -> Scenario:
    """The primer with reinforcements, and a missile whose effect the umpire enters."""
    made = primer_boards.scenario(
        """
        bi1 bi2 .  .  ri1:w  .
        ba1 .   .  w  .      ri2
        .   bt1 .  .  rt1    .
        """,
        cities={"F1": "red"},
        missiles=["b-missile", "r-missile"],
        zones={"west": ["A1", "A2", "A3"], "east": ["F1", "F2", "F3"]},
        rules={"withdrawal": False},
        turns=6,
    )
    made.units = (
        *made.units,
        ScenarioUnit("b-late", "blue", "armour", arrives=Arrival(2, "west")),
        ScenarioUnit("r-zone", "red", "infantry", zone="east"),
    )
    made.victory = (VictoryCondition(VictoryKind.LOSSES, "blue", percent=60),)
    return made


CASES = [
    Case("toy", TOY, toy),
    Case("table-toy", TABLE_TOY, table_toy),
    Case("tank-crossroads", TANK, crossroads),
    Case("tank-melee", TANK, melee),
    Case("tank-random-field", TANK, random_field),
    Case("tank-flat-field", TANK, flat_field),
    Case("primer-armies", PRIMER, armies),
    Case("primer-ambush", PRIMER, ambush),
    Case("primer-reinforced", PRIMER, reinforced),
    Case("valor-skirmish", VALOR, valor_cases.skirmish),
    Case("valor-column", VALOR, valor_cases.column),
    Case("valor-bocage", VALOR, valor_cases.bocage),
    Case("tide-skirmish", TIDE, tide_cases.skirmish),
    Case("tide-column", TIDE, tide_cases.column),
    Case("littlewars-curtain", LITTLEWARS, little_cases.curtain),
    Case("littlewars-skirmish", LITTLEWARS, little_cases.skirmish),
    Case("littlewars-railhead", LITTLEWARS, little_cases.railhead),
    Case("littlewars-kriegspiel", KRIEGSPIEL_RULES, little_cases.redan),
    Case("open-toy", OPEN_TOY, open_toy),
]
