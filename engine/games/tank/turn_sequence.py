"""The tank game in the order in which it is played: read this first (T).

Set-up, then turns of preparation (T1), direct fire (T2), movement (T3), close combat (T4) and
events (T5). Each call of `next_activity` looks at the state and says what comes next.
"""

from __future__ import annotations

from engine.games import reinforcement_calls
from engine.games.tank import (
    artillery,
    cards,
    close_combat,
    fire,
    initial_state,
    movement,
    victory,
)
from engine.games.tank.card_events import CardsLapsed
from engine.games.tank.data.rulebook import FireManner
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
from engine.play.decisions import Procedure, ask, roll_one


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
        game.emit(InitiativeRolled(phase, die, game.state.side_of_die(die)))
    elif phase is Phase.EVENTS:
        suppressed = tuple(u.id for u in game.state.units.values() if u.suppressed)
        game.emit(MarkersRemoved(len(game.state.impacts), suppressed))


def prepare(game: TankGame) -> Procedure[None]:
    """Reinforcements that are due, and what cards do at the start of the turn (T1)."""
    reserve = initial_state.next_to_arrive(game.state)
    if reserve is not None:
        yield from initial_state.place(game, reserve)
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
    while not (shots := fire.possible_shots(game.state, game.state.active)):
        game.emit(SidePassed(game.state.active))
        if len(game.state.passed) > 1:
            return
    side = game.state.active
    shot = yield from ask(ChooseShot(side, shots))
    if shot is None:
        game.emit(SidePassed(side))
        return
    others = [unit.id for unit in game.state.units_of(side)]
    yield from fire.resolve_concentrated_fire(game, shot, others, FireManner.DIRECT)


def declare_move(game: TankGame) -> Procedure[None]:
    """One side's move of one unit, or its pass (T3); who cannot move passes without being asked."""
    while not (orders := movement.open_orders(game.state, game.state.active)):
        game.emit(SidePassed(game.state.active))
        if len(game.state.passed) > 1:
            return
    side = game.state.active
    violations = movement.rule_breaking_orders(game.state, side)
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
    cards.expire_cards(game)
    victory.claim_objectives(game)
    if not victory.judge_turn(game):
        yield from begin_turn(game)


def resolve_close_combat(game: TankGame) -> Procedure[None]:
    """One round of the close combat that is resolved next (T4)."""
    at = close_combat.next_combat(game.state)
    assert at is not None
    yield from close_combat.fight_round(game, at)


def next_activity(game: TankGame) -> Procedure[None] | None:
    """The next activity in this position; None when the game is over."""
    state = game.state
    if state.phase is Phase.OVER or victory.judge_immediate_end(game):
        return None
    match state.phase:
        case Phase.SET_UP:
            reserve = initial_state.next_to_place(state)
            return _before_turns(game) if reserve is None else initial_state.place(game, reserve)
        case Phase.PREPARATION:
            if called := initial_state.next_callable_reinforcements(state):
                return reinforcement_calls.call_reinforcements(game, called, state.turn)
            if initial_state.next_to_arrive(state) or next_to_repair(state):
                return prepare(game)
            return begin_phase(game, Phase.DIRECT_FIRE)
        case Phase.DIRECT_FIRE:
            if len(state.passed) < 2:
                return declare_fire(game)
            return begin_phase(game, Phase.MOVEMENT)
        case Phase.MOVEMENT if len(state.passed) < 2:
            return declare_move(game)
        case Phase.CLOSE_COMBAT if close_combat.next_combat(state) is not None:
            return resolve_close_combat(game)
        case Phase.EVENTS if state.to_draw or state.due_fire_plans():
            return resolve_events(game)
    following = _after(state)
    return end_turn(game) if following is None else begin_phase(game, following)


def _before_turns(game: TankGame) -> Procedure[None]:
    """Cards that are dealt before play are picked (E2); then the first turn begins."""
    side = cards.next_to_pick(game.state)
    return begin_turn(game) if side is None else cards.pick(game, side)


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
