"""The tank game in the order in which it is played: read this first.

Set-up, then turns of preparation (T1), direct fire (T2), movement (T3), close combat (T4) and
events (T5). Each call of `activity` looks at the state and says what comes next.
"""

from __future__ import annotations

from engine.games import calling
from engine.games.tank import cards, close_combat, set_up, turn, victory
from engine.games.tank.state import Phase, State, TankGame
from engine.play.asks import Procedure


def activity(game: TankGame) -> Procedure[None] | None:
    """The next activity in this position; None when the game is over."""
    state = game.state
    if state.phase is Phase.OVER or victory.judge_at_once(game):
        return None
    match state.phase:
        case Phase.SET_UP:
            reserve = set_up.next_to_place(state)
            return _before_turns(game) if reserve is None else set_up.place(game, reserve)
        case Phase.PREPARATION:
            if called := set_up.next_to_call(state):
                return calling.call_reinforcements(game, called, state.turn)
            if set_up.next_to_arrive(state) or turn.next_to_repair(state):
                return turn.prepare(game)
            return turn.begin_phase(game, Phase.DIRECT_FIRE)
        case Phase.DIRECT_FIRE:
            if len(state.passed) < 2:
                return turn.declare_fire(game)
            return turn.begin_phase(game, Phase.MOVEMENT)
        case Phase.MOVEMENT if len(state.passed) < 2:
            return turn.declare_move(game)
        case Phase.CLOSE_COMBAT if close_combat.next_combat(state) is not None:
            return turn.fight(game)
        case Phase.EVENTS if state.to_draw or state.plans_now():
            return turn.resolve_events(game)
    following = _after(state)
    return turn.end_turn(game) if following is None else turn.begin_phase(game, following)


def _before_turns(game: TankGame) -> Procedure[None]:
    """Cards that are dealt before play are picked (E2); then the first turn begins."""
    side = cards.next_to_pick(game.state)
    return turn.begin_turn(game) if side is None else cards.pick(game, side)


def _after(state: State) -> Phase | None:
    """The phase after this one; None at the end of the turn.

    Close combat comes before the events or after them (B2), and only where there is any.
    """
    order = [Phase.MOVEMENT, Phase.CLOSE_COMBAT, Phase.EVENTS]
    if state.book.choices.close_combat == "after_events":
        order = [Phase.MOVEMENT, Phase.EVENTS, Phase.CLOSE_COMBAT]
    left = order[order.index(state.phase) + 1 :]
    if close_combat.next_combat(state) is None and Phase.CLOSE_COMBAT in left:
        left.remove(Phase.CLOSE_COMBAT)
    return left[0] if left else None
