"""The handbooks of the games installed."""

from __future__ import annotations

from engine.games import GAMES, UnknownGame
from engine.handbook import Handbook
from engine.texts import text


def handbook(game: str) -> Handbook:
    """A game's handbook by its id; UnknownGame names those there are."""
    if game == "tank":
        from engine.games.tank.handbook import TankHandbook

        return TankHandbook()
    raise UnknownGame(text("game.unknown-game", None, game=game, games=", ".join(GAMES)))
