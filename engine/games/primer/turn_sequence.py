"""The primer in the order in which it is played: read this first (P8, P9).

The armies are bought and deployed in secret (P8); then turn by turn the attacker and after it the
defender write a memo (P9), which is carried out order by order. Each call of `next_activity` looks
at the state and says what comes next.
"""

from __future__ import annotations

from engine.games import reinforcement_calls
from engine.games.primer import (
    deployment,
    memo,
    memo_execution,
    movement,
    purchase,
    retreat,
    victory,
    vision,
)
from engine.games.primer.combat import ATTACKED, DEFENDED
from engine.games.primer.events import (
    MemoHandedIn,
    PhaseBegan,
    RoundTold,
    SideTurnBegan,
    SideTurnEnded,
    TurnBegan,
)
from engine.games.primer.state import Phase, PrimerGame
from engine.play.decisions import Procedure


def begin_deployment(game: PrimerGame) -> Procedure[None]:
    """Both armies are bought and come onto the board (P8)."""
    game.emit(PhaseBegan(Phase.DEPLOYMENT))
    yield from ()


def begin_turn(game: PrimerGame) -> Procedure[None]:
    """A turn begins with the attacker's (P9)."""
    game.emit(TurnBegan(game.state.turn + 1))
    victory.claim_cities(game)
    _begin_side(game, game.state.attacker)
    yield from ()


def _begin_side(game: PrimerGame, side: str) -> None:
    game.emit(SideTurnBegan(side))
    vision.note_visible_enemies(game)


def write_memo(game: PrimerGame) -> Procedure[None]:
    """One entry of the memo (P9); a side that can order nothing hands it in at once."""
    side = game.state.active
    if not game.state.memo and not any(memo.open_orders(game.state, side)):
        game.emit(MemoHandedIn(side))
        return
    yield from memo.write(game)


def tell_round(game: PrimerGame) -> None:
    """Report to each side its sightings and fights, umpire or no umpire (P10)."""
    state = game.state
    for side in state.sides:
        seen = tuple((u.id, u.type, u.at) for u in vision.seen_enemies(state, side))
        fights = tuple(
            (fight.at, ATTACKED if fight.side == side else DEFENDED, fight.beaten, fight.retreat)
            for fight in state.fights
        )
        game.emit(RoundTold(side, state.turn, seen, fights))


def end_side(game: PrimerGame) -> Procedure[None]:
    """A side's turn is over; after the defender's the turn is judged, and the next begins (P19)."""
    state = game.state
    game.emit(SideTurnEnded(state.active))
    if state.active == state.defender:
        tell_round(game)
    if state.active == state.attacker:
        _begin_side(game, state.defender)
    elif not victory.judge_turn(game):
        yield from begin_turn(game)


def next_activity(game: PrimerGame) -> Procedure[None] | None:
    """The next activity in this position; None when the game is over."""
    state = game.state
    if state.phase is Phase.OVER or victory.judge_immediate_end(game):
        return None
    match state.phase:
        case Phase.ARMY if purchase.needs_lots(state):
            return purchase.draw_lots(game)
        case Phase.ARMY:
            buyer = purchase.next_to_buy(state)
            return begin_deployment(game) if buyer is None else purchase.buy(game, buyer)
        case Phase.DEPLOYMENT:
            reserve = deployment.next_to_deploy(state)
            return begin_turn(game) if reserve is None else deployment.deploy(game, reserve)
        case Phase.MEMO:
            if called := deployment.next_callable_reinforcements(state):
                return reinforcement_calls.call_reinforcements(game, called, state.turn)
            arrival = deployment.next_to_arrive(state)
            return write_memo(game) if arrival is None else deployment.deploy(game, arrival)
    if state.retreats:
        return retreat.carry_out_retreat(game)
    if state.advance is not None:
        return movement.advance_victors(game)
    order = memo_execution.next_order(state)
    return end_side(game) if order is None else memo_execution.carry_out(game, order)
