"""The rule systems: one package each, named here and nowhere else."""

from __future__ import annotations

from typing import Any

from engine.dice import Dice, Seeded
from engine.game import Game, Rules
from engine.problems import SandtableError
from engine.scenario import Scenario
from engine.texts import text

GAMES = ("tank",)


class UnknownGame(SandtableError):
    """A scenario of a game this program has no rules for."""


def rules(game: str) -> Rules[Any]:
    """The rules of a game by its id."""
    if game == "tank":
        from engine.games.tank import TANK

        return TANK
    raise UnknownGame(text("game.unknown-game", None, game=game, games=", ".join(GAMES)))


def new_game(scenario: Scenario, dice: Dice | int) -> Game[Any]:
    """A game of a scenario from its beginning, with some dice or with those of a seed."""
    return Game(rules(scenario.game), scenario, Seeded.of(dice) if isinstance(dice, int) else dice)
