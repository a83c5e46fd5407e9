"""The tank game in the order in which it is played: read this first.

Set-up, then turns of preparation (T1), direct fire (T2), movement (T3), close combat (T4) and
events (T5). Each call of `activity` looks at the state and says what comes next.
"""

from __future__ import annotations

from engine.asks import Procedure
from engine.games.tank import close_combat, set_up, turn, victory
from engine.games.tank.state import Phase, State, TankGame


def activity(game: TankGame) -> Procedure[None] | None:
    """The next activity in this position; None when the game is over."""
    state = game.state
    victory.claim_objectives(game)
    if state.phase is Phase.OVER or victory.judge_at_once(game):
        return None
    match state.phase:
        case Phase.SET_UP:
            reserve = set_up.next_to_place(state)
            return turn.begin_turn(game, 1) if reserve is None else set_up.place(game, reserve)
        case Phase.PREPARATION:
            if set_up.next_to_arrive(state) or turn.next_to_repair(state):
                return turn.prepare(game)
            return turn.begin_phase(game, Phase.DIRECT_FIRE)
        case Phase.DIRECT_FIRE:
            if not state.active:
                return turn.roll_initiative(game)
            if len(state.passed) < 2:
                return turn.declare_fire(game, state.active)
            return turn.begin_phase(game, Phase.MOVEMENT)
        case Phase.MOVEMENT:
            if not state.active:
                return turn.roll_initiative(game)
            if len(state.passed) < 2:
                return turn.declare_move(game, state.active)
            return turn.begin_phase(game, _after(state))
        case Phase.CLOSE_COMBAT:
            if close_combat.next_combat(state) is not None:
                return turn.fight(game)
            return turn.begin_phase(game, _after(state))
        case Phase.EVENTS:
            if state.to_draw or state.plans_now():
                return turn.resolve_events(game)
            return turn.begin_phase(game, _after(state))
        case _:
            return turn.end_turn(game)


def _after(state: State) -> Phase:
    """The phase after this one: close combat comes before the events or after them (B2)."""
    order = [Phase.MOVEMENT, Phase.CLOSE_COMBAT, Phase.EVENTS, Phase.TURN_END]
    if state.book.choices.close_combat == "after_events":
        order = [Phase.MOVEMENT, Phase.EVENTS, Phase.CLOSE_COMBAT, Phase.TURN_END]
    return order[order.index(state.phase) + 1]
