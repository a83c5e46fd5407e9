"""Little Wars in the order in which it is played: read this first.

Back lines, the coin and setting up (L1, L2); then move after move: the guns of a side, its men, the
mêlées they have come into, and what the end of a move decides (L5, L11, L16). Each call of
`next_activity` looks at the state and says what comes next.
"""

from __future__ import annotations

from engine.games.littlewars import (
    game_end,
    gun_crews,
    gun_phase,
    melee_phase,
    melees,
    men_phase,
    move_clock,
    prisoners,
    set_up_phase,
    set_up_placement,
)
from engine.games.littlewars.events import MoveBegan, MoveEnded, PhaseBegan, TurnBegan
from engine.games.littlewars.melee_events import MeleesFormed
from engine.games.littlewars.state import Phase, WarGame
from engine.play.decisions import Procedure


def next_activity(game: WarGame) -> Procedure[None] | None:
    """The next activity in this position; None when the game is over."""
    state = game.state
    if state.phase is Phase.OVER or game_end.judge_immediate_end(game):
        return None
    match state.phase:
        case Phase.EDGE:
            return set_up_phase.set_up_activity(game)
        case Phase.SET_UP | Phase.CURTAIN:
            is_left = set_up_placement.next_side_setting_up(state) is not None
            return set_up_phase.set_up_activity(game) if is_left else begin_move(game, state.first)
        case Phase.GUNS:
            return state.customs.before_move(game) or gun_phase.gun_activity(game)
        case Phase.MEN:
            return state.customs.before_men(game) or men_phase.men_activity(game)
        case Phase.MELEE:
            return state.customs.after_men(game) or form_melees_after_moves(game)
    return state.customs.end_of_move(game) or end_move(game)


def begin_move(game: WarGame, side: str) -> Procedure[None]:
    """A move begins: prisoners without guards are free (L14.3), and the clock runs."""
    move = game.state.move + 1
    if move % 2:
        game.emit(TurnBegan((move + 1) // 2))
    game.emit(MoveBegan(side, move, move_clock.minutes_of(game.state, side)))
    prisoners.free_unguarded(game, side)
    game.state.customs.opens(game)
    yield from ()


def form_melees_after_moves(game: WarGame) -> Procedure[None]:
    """All have moved: contacts are mêlées, which are fought one after the other (L11)."""
    state = game.state
    if state.melees:
        yield from melee_phase.melee_activity(game)
    elif found := melees.form_melees(state):
        game.emit(MeleesFormed(found))
        yield from melee_phase.melee_activity(game)
    else:
        game.emit(PhaseBegan(Phase.END, state.active))
        return
    if not game.state.melees:
        game.emit(PhaseBegan(Phase.END, game.state.active))


def end_move(game: WarGame) -> Procedure[None]:
    """Guns are taken, prisoners led off, the end judged; then the other side moves (L14, L16)."""
    state = game.state
    state.customs.closes(game)
    gun_crews.judge_gun_captures(game)
    prisoners.resolve_prisoners_at_edges(game)
    game.emit(MoveEnded(state.active, state.move))
    if not game_end.judge_move(game):
        yield from begin_move(game, state.enemy_of(state.active))
