"""The phases of a turn (tank T), each cut into activities that the state alone can resume."""

from __future__ import annotations

from engine.games.tank import artillery, cards, close_combat, fire, movement, set_up, victory
from engine.games.tank.data.book import Manner
from engine.games.tank.events import (
    InitiativeRolled,
    MarkersRemoved,
    OrderForfeited,
    PhaseBegan,
    SidePassed,
    TurnBegan,
)
from engine.games.tank.fire import ChooseShot
from engine.games.tank.movement import ChooseMove
from engine.games.tank.state import Phase, State, TankGame
from engine.games.tank.support_events import CardsLapsed
from engine.play.asks import Procedure, ask, roll_one


def begin_turn(game: TankGame) -> Procedure[None]:
    """Last turn's markers come off (T1)."""
    victory.claim_objectives(game)
    game.emit(TurnBegan(game.state.turn + 1))
    yield from ()


def begin_phase(game: TankGame, phase: Phase) -> Procedure[None]:
    """The next phase: a die for who declares first (T2, T3), or what the events remove (T5)."""
    game.emit(PhaseBegan(phase))
    if phase in (Phase.DIRECT_FIRE, Phase.MOVEMENT):
        die = yield from roll_one("initiative")
        side = game.state.sides[0] if die % 2 else game.state.sides[1]
        game.emit(InitiativeRolled(phase, die, side))
    elif phase is Phase.EVENTS:
        suppressed = tuple(u.id for u in game.state.units.values() if u.suppressed)
        game.emit(MarkersRemoved(len(game.state.impacts), suppressed))


def prepare(game: TankGame) -> Procedure[None]:
    """Reinforcements that are due, and what cards do at the start of the turn (T1)."""
    reserve = set_up.next_to_arrive(game.state)
    if reserve is not None:
        yield from set_up.place(game, reserve)
        return
    side = next_to_repair(game.state)
    assert side is not None
    card = cards.in_force(game.state, side, "repair")
    assert card is not None
    if cards.damaged_units(game.state, side):
        yield from cards.repair(game, side, card)
    else:
        game.emit(CardsLapsed(side, (card.id,)))


def next_to_repair(state: State) -> str | None:
    """The side whose field repair is due; None when none is."""
    return next((side for side in state.sides if cards.in_force(state, side, "repair")), None)


def declare_fire(game: TankGame) -> Procedure[None]:
    """One side's declaration in the direct-fire phase, or its pass (T2).

    A side that cannot fire passes without being asked.
    """
    while not (shots := fire.shots(game.state, game.state.active)):
        game.emit(SidePassed(game.state.active))
        if len(game.state.passed) > 1:
            return
    side = game.state.active
    shot = yield from ask(ChooseShot(side, shots))
    if shot is None:
        game.emit(SidePassed(side))
        return
    others = [unit.id for unit in game.state.of(side)]
    yield from fire.concentrate(game, shot, others, Manner.DIRECT)


def declare_move(game: TankGame) -> Procedure[None]:
    """One side's move of one unit, or its pass (T3); who cannot move passes without being asked."""
    while not (orders := movement.orders(game.state, game.state.active)):
        game.emit(SidePassed(game.state.active))
        if len(game.state.passed) > 1:
            return
    side = game.state.active
    violations = movement.violations(game.state, side)
    order = yield from ask(ChooseMove(side, (*orders, *violations)))
    if order is None:
        game.emit(SidePassed(side))
    elif order in violations:
        game.emit(OrderForfeited(side, order.unit))
    else:
        yield from movement.move(game, order)


def resolve_events(game: TankGame) -> Procedure[None]:
    """The event phase: each side is handed its card, then the guns fire one by one (T5)."""
    if game.state.to_draw:
        yield from cards.draw(game, game.state.to_draw[0])
    else:
        yield from artillery.fire_gun(game)


def end_turn(game: TankGame) -> Procedure[None]:
    """Cards that were good this turn are over; objectives and victory are judged; the next turn."""
    cards.lapse(game)
    victory.claim_objectives(game)
    if not victory.judge_turn(game):
        yield from begin_turn(game)


def fight(game: TankGame) -> Procedure[None]:
    """One round of the close combat that is resolved next (T4)."""
    at = close_combat.next_combat(game.state)
    assert at is not None
    yield from close_combat.fight(game, at)
