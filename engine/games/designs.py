"""What a designer may change of each game installed."""

from __future__ import annotations

from engine.games import GAMES, UnknownGame, load
from engine.games.design import Design
from engine.texts import text


def design(game: str) -> Design:
    """A game's design by its id; UnknownGame names those there are."""
    load(game)
    if game == "tank":
        from engine.games.tank.face.designing import TankDesign

        return TankDesign()
    if game == "primer":
        from engine.games.primer.face.designing import PrimerDesign

        return PrimerDesign()
    raise UnknownGame(text("game.unknown-game", None, game=game, games=", ".join(GAMES)))
