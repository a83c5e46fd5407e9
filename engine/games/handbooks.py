"""The handbooks of the games installed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.games import GAMES, UnknownGame, load
from engine.games.handbook import Handbook
from engine.texts import text

if TYPE_CHECKING:
    from engine.scenario.scenario import Scenario


def handbook(game: str) -> Handbook:
    """A game's handbook by its id; UnknownGame names those there are."""
    load(game)
    if game == "tank":
        from engine.games.tank.face.handbook import TankHandbook

        return TankHandbook()
    if game == "primer":
        from engine.games.primer.face.handbook import PrimerHandbook

        return PrimerHandbook()
    raise UnknownGame(text("game.unknown-game", None, game=game, games=", ".join(GAMES)))


def handbook_of(scenario: Scenario) -> Handbook:
    """The handbook of a scenario's game with what its `rules:` change; UnknownGame likewise."""
    load(scenario.game)
    if scenario.game == "tank":
        from engine.games.tank.data.book import book
        from engine.games.tank.face.handbook import TankHandbook

        return TankHandbook(book(scenario.rules))
    if scenario.game == "primer":
        from engine.games.primer.data import book as primer
        from engine.games.primer.face.handbook import PrimerHandbook

        return PrimerHandbook(primer.book(scenario.rules))
    return handbook(scenario.game)
