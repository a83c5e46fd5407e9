"""The rule systems: one package each, named here and nowhere else."""

from __future__ import annotations

from importlib import import_module
from threading import RLock
from typing import TYPE_CHECKING, Any

from engine.problems import SandtableError
from engine.texts import text

if TYPE_CHECKING:  # the command line asks for the names alone, and must start fast
    from collections.abc import Iterator

    from engine.play.dice import Dice
    from engine.play.game import Game, Rules
    from engine.play.luck import Attack
    from engine.scenario.scenario import Scenario

GAMES = ("tank", "primer")
DOUBLE_BLIND = frozenset({"primer"})
"""The games in which a side sees only some of the enemy's units."""


_loading = RLock()
_loaded: set[str] = set()


class UnknownGame(SandtableError):
    """A scenario of a game this program has no rules for."""


def load(game: str) -> None:
    """Have the whole of a game there before a part of it is asked for; nothing for other words.

    Two threads that each began with another part would find what the other has half made.
    """
    if game in GAMES and game not in _loaded:
        with _loading:
            import_module(f"{__name__}.{game}")
            _loaded.add(game)


def rules(game: str) -> Rules[Any]:
    """The rules of a game by its id."""
    load(game)
    if game == "tank":
        from engine.games.tank import TANK

        return TANK
    if game == "primer":
        from engine.games.primer import PRIMER

        return PRIMER
    raise UnknownGame(text("game.unknown-game", None, game=game, games=", ".join(GAMES)))


def attacks(game: Game[Any]) -> Iterator[Attack]:
    """The attacks of a game with their odds, of games that know them; else none."""
    load(game.rules.id)
    if game.rules.id == "tank":
        from engine.games.tank.face import gunnery

        yield from gunnery.attacks(game)
    elif game.rules.id == "primer":
        from engine.games.primer.face import gunnery as fights

        yield from fights.attacks(game)


def new_game(scenario: Scenario, dice: Dice | int) -> Game[Any]:
    """A game of a scenario from its beginning, with some dice or with those of a seed."""
    from engine.play.dice import Seeded
    from engine.play.game import Game

    return Game(rules(scenario.game), scenario, Seeded.of(dice) if isinstance(dice, int) else dice)
