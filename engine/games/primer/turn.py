"""Turns (primer P8, P9): deployment, then the attacker's and the defender's turn by turn."""

from __future__ import annotations

from engine.games.primer import cities, memo, victory, vision
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
from engine.play.asks import Procedure


def begin_deployment(game: PrimerGame) -> Procedure[None]:
    """Both armies are bought and come onto the board (P8)."""
    game.emit(PhaseBegan(Phase.DEPLOYMENT))
    yield from ()


def begin_turn(game: PrimerGame) -> Procedure[None]:
    """A turn begins with the attacker's (P9)."""
    game.emit(TurnBegan(game.state.turn + 1))
    cities.claim(game)
    _begin_side(game, game.state.attacker)
    yield from ()


def _begin_side(game: PrimerGame, side: str) -> None:
    game.emit(SideTurnBegan(side))
    vision.look_round(game)


def write_memo(game: PrimerGame) -> Procedure[None]:
    """One entry of the memo (P9); a side that can order nothing hands it in at once."""
    side = game.state.active
    if not game.state.memo and not any(memo.orders(game.state, side)):
        game.emit(MemoHandedIn(side))
        return
    yield from memo.write(game)


def tell_round(game: PrimerGame) -> None:
    """Each side is told what it sees and what became of its fights, umpire or no umpire (P10)."""
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
