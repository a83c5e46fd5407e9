"""The primer in the order in which it is played: read this first.

The armies are bought and deployed in secret (P8); then turn by turn the attacker and after it the
defender write a memo (P9), which is carried out order by order. Each call of `activity` looks at
the state and says what comes next.
"""

from __future__ import annotations

from engine.games import calling
from engine.games.primer import (
    deployment,
    execution,
    movement,
    purchase,
    retreat,
    turn,
    victory,
)
from engine.games.primer.state import Phase, PrimerGame
from engine.play.asks import Procedure


def activity(game: PrimerGame) -> Procedure[None] | None:
    """The next activity in this position; None when the game is over."""
    state = game.state
    if state.phase is Phase.OVER or victory.judge_at_once(game):
        return None
    match state.phase:
        case Phase.ARMY if purchase.needs_lots(state):
            return purchase.draw_lots(game)
        case Phase.ARMY:
            buyer = purchase.next_to_buy(state)
            return turn.begin_deployment(game) if buyer is None else purchase.buy(game, buyer)
        case Phase.DEPLOYMENT:
            reserve = deployment.next_to_deploy(state)
            return turn.begin_turn(game) if reserve is None else deployment.deploy(game, reserve)
        case Phase.MEMO:
            if called := deployment.next_to_call(state):
                return calling.call_reinforcements(game, called, state.turn)
            arrival = deployment.next_to_arrive(state)
            return turn.write_memo(game) if arrival is None else deployment.deploy(game, arrival)
    if state.retreats:
        return retreat.fall_back(game)
    if state.advance is not None:
        return movement.advance(game)
    order = execution.next_order(state)
    return turn.end_side(game) if order is None else execution.carry_out(game, order)
