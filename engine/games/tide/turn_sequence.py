"""Tide in its order of play: read this first.

Set-up, then rounds of an Action, a Command and a Status phase (R1). Each call of `next_activity`
looks at the state and returns the next activity; each chapter's procedure does one activity, and
begins the stage `done` when no side wants anything more.
"""

from __future__ import annotations

from engine.games.game_rules import next_phase_activity
from engine.games.tide import (
    action_phase,
    command_phase,
    reinforcements,
    set_up_phase,
    status_phase,
    victory,
)
from engine.games.tide.events import PhaseBegan, RoundBegan
from engine.games.tide.state import Phase, TideGame
from engine.play.decisions import Procedure


def next_activity(game: TideGame) -> Procedure[None] | None:
    """The next activity in this position; None when the game is over."""
    return next_phase_activity(game, victory.judge_immediate_end, begin_next_phase, _activity)


def _activity(game: TideGame) -> Procedure[None]:
    match game.state.phase:
        case Phase.SET_UP:
            return set_up_phase.set_up_activity(game)
        case Phase.ACTION:
            return action_phase.action_activity(game)
        case Phase.COMMAND:
            return command_phase.command_activity(game)
        case _:
            return status_phase.status_activity(game)


def begin_next_phase(game: TideGame) -> Procedure[None]:
    """Begin the phase after the one that is done (R1)."""
    match game.state.phase:
        case Phase.ACTION:
            game.emit(PhaseBegan(Phase.COMMAND))
        case Phase.COMMAND:
            game.emit(PhaseBegan(Phase.STATUS))
        case Phase.SET_UP:
            yield from begin_round(game)
        case _:
            if not victory.judge_round(game):
                yield from begin_round(game)


def begin_round(game: TideGame) -> Procedure[None]:
    """Reinforcements and events come, then the next round begins (R1, ST6)."""
    yield from reinforcements.place_reinforcements(game, game.state.round + 1)
    reinforcements.apply_round_events(game, game.state.round + 1)
    game.emit(RoundBegan(game.state.round + 1))
    game.emit(PhaseBegan(Phase.ACTION))
