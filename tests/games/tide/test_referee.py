"""The referee over random and greedy games of the three scenarios, and of a battle of all.

More games: `python -m tests.games.tide.test_referee 500`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import cache

import pytest

from engine.files.scenario_reader import load
from engine.files.source_text import ROOT
from engine.games.tide.adapter.rules import TIDE
from engine.games.tide.card_events import InitiativeDecided
from engine.games.tide.combat_events import MoraleFell
from engine.games.tide.state import State
from engine.play.dice import SeededDice
from engine.play.game import Game
from engine.play.players import GreedyPlayer, Player, RandomPlayer, play_to_end
from engine.scenario.scenario import Scenario
from tests.games.tide.referee import Referee
from tests.games.tide.referee_table import Foul
from tests.games.tide.scrum import scrum

SAMPLES = ROOT / "samples" / "tide" / "scenarios"
SCRUM = "scrum"  # everything there is, in one place
NAMES = ("two-lanes", "canal-bridge", "ridge-line", SCRUM)
FEW, MANY = range(3), 500
PLAYERS: dict[str, Callable[[int], Player]] = {"random": RandomPlayer, "greedy": GreedyPlayer}


@cache
def scenario(name: str) -> Scenario:
    return scrum() if name == SCRUM else load(SAMPLES / f"{name}.scenario.yaml")


@cache
def opened(name: str) -> Game[State]:
    return Game(TIDE, scenario(name), SeededDice.of(0))


def played(name: str, kind: str, seed: int) -> Game[State]:
    """A game two players of a kind have finished."""
    game = opened(name).restarted(SeededDice.of(seed))
    sides = game.state.sides
    play_to_end(
        game, {side: PLAYERS[kind](seed + n) for n, side in enumerate(sides)}, most_answers=20_000
    )
    return game


def watch(name: str, kind: str, seed: int) -> None:
    """A game, judged from its events."""
    Referee(scenario(name)).watch(played(name, kind, seed).events)


@pytest.mark.parametrize("seed", FEW)
@pytest.mark.parametrize("name", NAMES)
def test_a_referee_who_knows_only_the_specification_finds_no_foul(name: str, seed: int) -> None:
    """Every event of a game agrees with the specification as the referee reads it."""
    watch(name, "random", seed)


@pytest.mark.long
@pytest.mark.parametrize("name", NAMES)
def test_nor_in_games_that_are_fought_for(name: str) -> None:
    watch(name, "greedy", 1)


def test_the_referee_sees_a_foul_where_there_is_one() -> None:
    game = played("two-lanes", "greedy", 1)
    events = list(game.events)
    place, fell = next((n, each) for n, each in enumerate(events) if isinstance(each, MoraleFell))
    worse = MoraleFell(fell.unit, "routed", fell.cause)
    with pytest.raises(Foul, match="RS11"):
        Referee(game.scenario).watch([*events[:place], worse])
    place, decided = next(
        (n, each) for n, each in enumerate(events) if isinstance(each, InitiativeDecided)
    )
    other = InitiativeDecided("east" if decided.side == "west" else "west", decided.points)
    with pytest.raises(Foul, match="CM4"):
        Referee(game.scenario).watch([*events[:place], other])


if __name__ == "__main__":
    games = int(sys.argv[1]) if len(sys.argv) > 1 else MANY
    for each in NAMES:
        for number in range(games):
            watch(each, "random" if number % 2 else "greedy", number)
        print(f"{each}: {games} games without a foul")  # noqa: T201
