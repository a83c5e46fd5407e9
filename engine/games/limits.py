"""What each game installed allows in its scenarios."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.games import GAMES, UnknownGame
from engine.limits import Limits
from engine.texts import text


def limits(game: str, overrides: Mapping[str, Any]) -> Limits:
    """A game's limits under a scenario's `rules:`; RuleFault for what they do not allow."""
    if game == "tank":
        from engine.games.tank.limits import tank_limits

        return tank_limits(overrides)
    raise UnknownGame(text("game.unknown-game", None, game=game, games=", ".join(GAMES)))
