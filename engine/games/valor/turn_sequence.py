"""Valor in the order in which it is played: read this first.

Set-up, then turns: the segment of player A, the segment of the other side, the end (V5.1). Each
segment has the phases command, fire, movement, defensive fire, assault and after-action (V5.3).
Each call of `next_activity` looks at the state and says what comes next; each chapter's
procedure does one activity, and begins the stage `done` when its side wants nothing more.

From phase to phase, segment to segment and turn to turn (V5.1, V5.13, V5.21, V5.22).
"""

from __future__ import annotations

from engine.games import reinforcement_calls, victory_judgement
from engine.games.game_rules import next_phase_activity
from engine.games.valor import (
    advance_phase,
    command_phase,
    fire_phase,
    movement_phase,
    opportunity_fire,
    rally,
    reinforcements,
    set_up,
    smoke,
    snipers,
    victory,
)
from engine.games.valor.events import MarkersRemoved, PhaseBegan, Rallied, SegmentBegan, TurnBegan
from engine.games.valor.state import SEGMENT, Phase, State, ValorGame
from engine.play.decisions import Procedure


def begin_next_phase(game: ValorGame) -> Procedure[None]:
    """Begin the phase after the one that is done."""
    state = game.state
    if state.phase is Phase.SET_UP:
        victory.claim_objectives(game)
        begin_turn(game)
    elif state.phase is Phase.AFTER_ACTION:
        end_segment(game)
    else:
        if state.phase is Phase.MOVEMENT:
            opportunity_fire.remove_lanes(game)
        begin_phase(game, SEGMENT[SEGMENT.index(state.phase) + 1])
    yield from ()


def begin_turn(game: ValorGame) -> None:
    """The next turn with the segment of player A (V5.1)."""
    game.emit(TurnBegan(game.state.turn + 1, game.state.aims.first))
    begin_phase(game, Phase.COMMAND)


def begin_phase(game: ValorGame, phase: Phase) -> None:
    """A phase begins: in the command phase all of the side's pinned units rally (V5.2)."""
    state = game.state
    rolls = pinned_units(state, state.active) if phase is Phase.AFTER_ACTION else ()
    game.emit(PhaseBegan(phase, state.active, rolls))
    if phase is Phase.COMMAND:
        rallied = tuple(unit.id for unit in state.units_of(state.active) if unit.pinned)
        if rallied:
            game.emit(Rallied(rallied, "command"))


def pinned_units(state: State, side: str) -> tuple[str, ...]:
    """The pinned units that roll to rally; cargo rallies with its carrier (V5.20, V21.3)."""
    return tuple(
        unit.id
        for unit in state.units_of(side)
        if unit.pinned and not (unit.inside and state.units[unit.inside].pinned)
    )


def end_segment(game: ValorGame) -> None:
    """Markers come off, smoke thins; then the other side's segment, or the end (V5.21, V5.22)."""
    state = game.state
    game.emit(MarkersRemoved(state.active))
    smoke.thin(game)
    victory.claim_objectives(game)
    if state.active == state.aims.first:
        game.emit(SegmentBegan(state.enemy_of(state.active)))
        begin_phase(game, Phase.COMMAND)
    else:
        end_turn(game)


def end_turn(game: ValorGame) -> None:
    """After both segments the turn marker moves on; after the last turn the game ends (V5.22)."""
    victory_judgement.count_held_turns(game, victory.is_condition_met)
    if game.state.turn >= game.state.aims.turns:
        victory.end(game)
    else:
        begin_turn(game)


def next_activity(game: ValorGame) -> Procedure[None] | None:
    """The next activity in this position; None when the game is over."""
    return next_phase_activity(game, victory.judge_immediate_end, begin_next_phase, _activity)


def _activity(game: ValorGame) -> Procedure[None]:
    state = game.state
    match state.phase:
        case Phase.SET_UP:
            return set_up.set_up_activity(game)
        case Phase.COMMAND:
            if called := reinforcements.next_callable_reinforcements(state):
                return reinforcement_calls.call_reinforcements(game, called, state.turn)
            return command_phase.command_activity(game)
        case Phase.FIRE:
            return fire_phase.fire_activity(game)
        case Phase.MOVEMENT:
            return movement_phase.movement_activity(game)
        case Phase.DEFENSIVE_FIRE:
            return fire_phase.defensive_phase(game)
        case Phase.ASSAULT:
            return advance_phase.advance_activity(game)
        case _:
            return rally.rally_activity(game) if state.to_rally else snipers.withdraw(game)
