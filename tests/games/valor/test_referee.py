"""The referee over random games of the three scenarios, and of small battles with all else.

More games: `python -m tests.games.valor.test_referee 500`.
"""

from __future__ import annotations

import sys
from functools import cache

import pytest

from engine.files.scenario_reader import load
from engine.files.source_text import ROOT
from engine.games.valor.adapter.rules import VALOR
from engine.games.valor.state import State
from engine.games.valor.support_events import RallyRolled, SmokeLaid
from engine.play.dice import SeededDice
from engine.play.game import Game
from engine.play.players import RandomPlayer, play_to_end
from engine.scenario.scenario import Scenario
from tests.games.valor import cases
from tests.games.valor.boards import battle
from tests.games.valor.referee import Referee
from tests.games.valor.referee_table import Foul
from tests.games.valor.scenarios import MADE

SAMPLES = ROOT / "samples" / "valor" / "scenarios"
NAMES = ("orchard-farm", "mill-ford", "chapel-hill")
BUILT = {
    "scrum": MADE["scrum"], "skirmish": cases.skirmish, "column": cases.column,
    "bocage": cases.bocage,
}  # fmt: skip
FEW, MANY = range(4), 500


@cache
def scenario(name: str) -> Scenario:
    """A sample, or a scenario built in code."""
    return load(SAMPLES / f"{name}.scenario.yaml") if name in NAMES else BUILT[name]()


@cache
def opened(name: str) -> Game[State]:
    return Game(VALOR, scenario(name), SeededDice.of(0))


def watch(name: str, seed: int) -> None:
    """A game of two random players, judged from its events."""
    game = opened(name).restarted(SeededDice.of(seed))
    sides = game.state.sides
    play_to_end(game, {side: RandomPlayer(seed + number) for number, side in enumerate(sides)})
    Referee(scenario(name)).watch(game.events)


@pytest.mark.parametrize("seed", FEW)
@pytest.mark.parametrize("name", [*NAMES, *BUILT])
def test_v24_3_a_referee_who_knows_only_the_specification_finds_no_foul(
    name: str, seed: int
) -> None:
    """Every event of a game agrees with the specification as the referee reads it."""
    watch(name, seed)


def test_the_referee_sees_a_foul_where_there_is_one() -> None:
    game = battle("r1 . . b1", phase="")
    told = RallyRolled("r1", (1, 1), 0, "", 6, "failed")
    with pytest.raises(Foul, match="V21"):
        Referee(game.scenario).watch([*game.events, told])
    free = SmokeLaid("red", "r1", game.state.units["r1"].at, 1, 0, "infantry")
    with pytest.raises(Foul, match="V11"):
        Referee(game.scenario).watch([*game.events, free])


if __name__ == "__main__":
    games = int(sys.argv[1]) if len(sys.argv) > 1 else MANY
    for each in (*NAMES, *BUILT):
        for number in range(games):
            watch(each, number)
