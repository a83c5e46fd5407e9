"""When what cards have put in force is over (D3, D7, ST5)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable

from engine.games.tide import bonuses
from engine.games.tide.card_events import EffectsEnded
from engine.games.tide.state import Effect, State, TideGame, Unit

ATTACK, TURN = "attack", "turn"


def for_one_attack(state: State, units: Iterable[Unit]) -> tuple[Effect, ...]:
    """The bonuses that an attack by or on some units uses up (D7 bonus)."""
    here = tuple(units)
    return tuple(
        effect
        for effect in state.in_force("bonus")
        if effect.lasts == ATTACK and any(bonuses.is_of(effect, unit) for unit in here)
    )


def end_attack(game: TideGame, used: Collection[Effect]) -> None:
    """What an attack has used up is over (D7 bonus)."""
    _end(game, lambda effect: effect in used)


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
