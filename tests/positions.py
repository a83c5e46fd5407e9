"""Positions as JSON, as the command line and the desks give them out."""

from __future__ import annotations

from typing import Any

from engine.play.game import Game
from engine.play.position import as_json, spot_formatter_for


def plain(game: Game[Any], viewer: str | None = None) -> dict[str, Any]:
    """The present position of a game as a side may know it; the whole truth for None."""
    return as_json(game.position(viewer), spot_formatter_for(game.scenario))
