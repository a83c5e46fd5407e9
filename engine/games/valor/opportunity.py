"""Opportunity fire and fire lanes (V13.8–V13.13)."""

from __future__ import annotations

from engine.games.valor.state import ValorGame
from engine.play.asks import Procedure


def fire(game: ValorGame, movers: tuple[str, ...]) -> Procedure[None]:
    """The enemy's attacks on units that have just entered a hex (V13.8)."""
    yield from ()


def lanes(game: ValorGame, movers: tuple[str, ...]) -> Procedure[None]:
    """Fire lanes attack who enters one of their hexes (V13.12)."""
    yield from ()


def remove_lanes(game: ValorGame) -> None:
    """All fire lanes are taken off (V5.13)."""
