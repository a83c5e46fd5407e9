"""Valor in the order in which it is played: read this first.

Set-up, then turns: the segment of player A, the segment of the other side, the end (V5.1). Each
segment has the phases command, fire, movement, defensive fire, assault and after-action (V5.3).
Each call of `activity` looks at the state and says what comes next; each chapter's `phase` does one
activity, and begins the stage `done` when its side wants nothing more.
"""

from __future__ import annotations

from engine.games import calling
from engine.games.valor import (
    arrivals,
    assault,
    command,
    fire,
    movement,
    rally,
    set_up,
    snipers,
    turn,
    victory,
)
from engine.games.valor.events import DONE
from engine.games.valor.state import Phase, ValorGame
from engine.play.asks import Procedure


def activity(game: ValorGame) -> Procedure[None] | None:
    """The next activity in this position; None when the game is over."""
    state = game.state
    if state.phase is Phase.OVER or victory.ends_at_once(game):
        return None
    if state.stage == DONE:
        return turn.go_on(game)
    match state.phase:
        case Phase.SET_UP:
            return set_up.phase(game)
        case Phase.COMMAND:
            if called := arrivals.next_to_call(state):
                return calling.call_reinforcements(game, called, state.turn)
            return command.phase(game)
        case Phase.FIRE:
            return fire.phase(game)
        case Phase.MOVEMENT:
            return movement.phase(game)
        case Phase.DEFENSIVE_FIRE:
            return fire.defensive_phase(game)
        case Phase.ASSAULT:
            return assault.phase(game)
        case _:
            return rally.phase(game) if state.to_rally else snipers.withdraw(game)
