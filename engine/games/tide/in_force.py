"""When what cards have put in force is over (D3, D7, ST5)."""

from __future__ import annotations

from collections.abc import Callable, Collection

from engine.games.tide.card_events import EffectsEnded
from engine.games.tide.state import Effect, TideGame

ATTACK, TURN = "attack", "turn"


def end_attack(game: TideGame, units: Collection[str]) -> None:
    """What lasts one attack is over when its unit has attacked (D7 bonus)."""
    _end(game, lambda effect: effect.lasts == ATTACK and effect.unit in units)


def end_turn(game: TideGame) -> None:
    """What lasts a turn is over with the turn of the side that played it (D7)."""
    side = game.state.active
    _end(game, lambda effect: effect.lasts == TURN and effect.side == side)


def end_round(game: TideGame) -> None:
    """What lasts a round, and what a scenario lays out up to now, is over (ST5, O)."""
    now = game.state.round
    _end(game, lambda effect: 0 < effect.until <= now)


def _end(game: TideGame, is_over: Callable[[Effect], bool]) -> None:
    over = [(place, each) for place, each in enumerate(game.state.effects) if is_over(each)]
    if over:
        cards = tuple(effect.card for _, effect in over)
        game.emit(EffectsEnded(cards, tuple(place for place, _ in over)))
