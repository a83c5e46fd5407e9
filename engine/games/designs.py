"""What a designer may change of each game installed."""

from __future__ import annotations

from engine.designing import Design
from engine.games import GAMES, UnknownGame, load
from engine.texts import text


def design(game: str) -> Design:
    """A game's design by its id; UnknownGame names those there are."""
    load(game)
    if game == "tank":
        from engine.games.tank.designing import TankDesign

        return TankDesign()
    if game == "primer":
        from engine.games.primer.designing import PrimerDesign

        return PrimerDesign()
    raise UnknownGame(text("game.unknown-game", None, game=game, games=", ".join(GAMES)))
