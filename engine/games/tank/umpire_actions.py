"""The actions of an umpire between activities: units, markers, cards, phase (E3)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.games.tank import cards, initial_state, turn_sequence
from engine.games.tank.card_events import DrawGranted, UnitRepaired
from engine.games.tank.cards import CardSwap, SwapCard
from engine.games.tank.data.rulebook import FireOutcome
from engine.games.tank.events import (
    MarkerCleared,
    MarkerSet,
    UnitAdded,
    UnitAnnihilated,
    UnitHit,
    UnitRemoved,
    UnitShifted,
)
from engine.games.tank.state import Phase, State, TankGame
from engine.games.umpire_actions import (
    ID,
    SIDE,
    TO,
    TYPE,
    UNIT,
    OrderRefusals,
    UmpireActionKind,
    UmpireOrders,
    Words,
    announce_umpire_act,
)
from engine.hexes.hex import Hex
from engine.play.decisions import Procedure
from engine.play.game import Intervention
from engine.play.option_targets import ActionParameter

OUTCOMES = tuple(str(outcome) for outcome in FireOutcome if outcome is not FireOutcome.NONE)
MARKS = ("fired", "fired_upon", "moved", "marched", "suppressed", "gun_out", "immobile")
PHASES = tuple(str(phase) for phase in Phase if phase not in (Phase.SET_UP, Phase.OVER))

REFUSALS = OrderRefusals("tank")
_refuse = REFUSALS.refuse


# --- units ---------------------------------------------------------------------------------------


def _move(game: TankGame, order: Intervention, unit: str, to: tuple[int, int]) -> Procedure[None]:
    """`move unit hex`: put a unit into another hex."""
    if not initial_state.may_stand(game.state, game.state.units[unit].side, Hex(*to)):
        _refuse("no-standing", unit=unit)
    yield from announce_umpire_act(game, order, UnitShifted(unit, Hex(*to)))


def _add(
    game: TankGame, order: Intervention, unit: str, side: str, kind: str, at: tuple[int, int]
) -> Procedure[None]:
    """`add unit side type hex`: put a new unit on the board."""
    if not initial_state.may_stand(game.state, side, Hex(*at)):
        _refuse("no-standing", unit=unit)
    yield from announce_umpire_act(game, order, UnitAdded(unit, side, kind, Hex(*at)))


def _remove(game: TankGame, order: Intervention, unit: str) -> Procedure[None]:
    """`remove unit`: take a unit off the board; it does not count as a loss."""
    yield from announce_umpire_act(game, order, UnitRemoved(unit))


def _hurt(game: TankGame, order: Intervention, unit: str, outcome: str) -> Procedure[None]:
    """`hurt unit S|F|M|K`: give a unit a result."""
    is_lost = outcome == FireOutcome.ANNIHILATED
    hit = UnitAnnihilated(unit, "umpire") if is_lost else UnitHit(unit, outcome)
    yield from announce_umpire_act(game, order, hit)


def _repair(game: TankGame, order: Intervention, unit: str) -> Procedure[None]:
    """`repair unit`: restore a unit fully."""
    yield from announce_umpire_act(game, order, UnitRepaired(unit))


def _mark(game: TankGame, order: Intervention, unit: str, mark: str) -> Procedure[None]:
    """`mark unit marker`: put a state marker on a unit."""
    yield from announce_umpire_act(game, order, MarkerSet(unit, mark))


def _clear(game: TankGame, order: Intervention, unit: str, mark: str) -> Procedure[None]:
    """`clear unit marker`: take a state marker off a unit."""
    yield from announce_umpire_act(game, order, MarkerCleared(unit, mark))


# --- cards and phases ----------------------------------------------------------------------------


def _draw(game: TankGame, order: Intervention, side: str) -> Procedure[None]:
    """`draw side`: hand a side one more card (E2)."""
    if not cards.has_card_to_give(game.state, side):
        _refuse("no-card-left", side=side)
    yield from announce_umpire_act(game, order, DrawGranted(side))
    yield from cards.draw(game, side)


def _award(game: TankGame, order: Intervention, side: str) -> Procedure[None]:
    """`award side`: the side may swap its cards for others of its deck (E3)."""
    yield from announce_umpire_act(game, order)
    yield from cards.award_card_swaps(game, side)


def _swap(
    game: TankGame, order: Intervention, side: str, given: str, taken: str
) -> Procedure[None]:
    """`swap side given taken`: swap a side's card for another of its deck (E3)."""
    if CardSwap(given, taken) not in SwapCard(side).options(game.state):
        _refuse("no-swap", side=side, given=given, taken=taken)
    yield from announce_umpire_act(game, order)
    yield from cards.swap(game, side, CardSwap(given, taken))


def _phase(game: TankGame, order: Intervention, phase: str) -> Procedure[None]:
    """`phase phase`: begin another phase of this turn, or the same again."""
    if game.state.turn == 0:
        _refuse("no-phase-yet")
    yield from announce_umpire_act(game, order)
    yield from turn_sequence.begin_phase(game, Phase(phase))


ORDERS: Mapping[str, UmpireActionKind] = {
    "move": UmpireActionKind((UNIT, TO), _move),
    "add": UmpireActionKind((ID, SIDE, TYPE, TO), _add),
    "remove": UmpireActionKind((UNIT,), _remove),
    "hurt": UmpireActionKind((UNIT, ActionParameter("outcome", "word", OUTCOMES)), _hurt),
    "repair": UmpireActionKind((UNIT,), _repair),
    "mark": UmpireActionKind((UNIT, ActionParameter("mark", "word", MARKS)), _mark),
    "clear": UmpireActionKind((UNIT, ActionParameter("mark", "word", MARKS)), _clear),
    "draw": UmpireActionKind((SIDE,), _draw),
    "award": UmpireActionKind((SIDE,), _award),
    "swap": UmpireActionKind(
        (SIDE, ActionParameter("given", "card"), ActionParameter("taken", "card")), _swap
    ),
    "phase": UmpireActionKind((ActionParameter("phase", "word", PHASES),), _phase),
}


def _is_known(state: State, unit: str) -> bool:
    known: list[Any] = [*state.units.values(), *state.lost, *state.removed, *state.reserves]
    return any(entry.id == unit for entry in known)


def _words(state: State) -> Words:
    return {"type": tuple(state.book.units), "card": tuple(state.cards), "side": state.sides}


ACTIONS = UmpireOrders(REFUSALS, ORDERS, _words, _is_known)
umpire_acts, intervene = ACTIONS.acts, ACTIONS.intervene
