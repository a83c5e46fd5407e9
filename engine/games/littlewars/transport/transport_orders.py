"""Orders to what carries and to those it carries, in whichever rulebook (K1.1, K2.4, L21.3–5)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from engine.games.littlewars.orders import (
    BOARD,
    BREAK_RAILS,
    DRIVE,
    GO,
    LAND,
    MEND_RAILS,
    PACK,
    UNPACK,
    ActionOrder,
    MenOrder,
    read_answer,
)
from engine.games.littlewars.state import State, WarGame
from engine.games.littlewars.transport import boarding, hidden_boxes, railways, vehicle_movement
from engine.play.decisions import Answer


class TransportAction(NamedTuple):
    """The function that refuses an order with a word, and the one that executes it."""

    why_not: Callable[[State, str, ActionOrder], str]
    carry_out: Callable[[WarGame, ActionOrder], None]


DEEDS: Mapping[str, TransportAction] = {
    DRIVE: TransportAction(vehicle_movement.driving_refusal, vehicle_movement.drive),
    BOARD: TransportAction(boarding.boarding_refusal, boarding.board),
    LAND: TransportAction(boarding.landing_refusal, boarding.land),
    PACK: TransportAction(hidden_boxes.packing_refusal, hidden_boxes.pack),
    UNPACK: TransportAction(hidden_boxes.unpacking_refusal, hidden_boxes.unpack),
}
ON_RAILS: Mapping[str, TransportAction] = {
    BREAK_RAILS: TransportAction(railways.railway_work_refusal, railways.begin),
    MEND_RAILS: TransportAction(railways.railway_work_refusal, railways.begin),
}
"""Of Little Wars alone; in the Kriegspiel engineers do it by K5.1."""


def read(state: State, answer: Answer) -> ActionOrder | None:
    """Return an answer as a transport order; None for any other. Wagons may go as men do."""
    order = read_answer(ActionOrder, answer)
    if order is None:
        return _of_wagon(state, answer)
    sound = isinstance(order.figures, tuple) and isinstance(order.path, str)
    if order.deed not in {**DEEDS, **ON_RAILS} or not sound or not isinstance(order.target, str):
        return _of_wagon(state, answer)
    return order if len(set(order.figures)) == len(order.figures) else None


def _of_wagon(state: State, answer: Answer) -> ActionOrder | None:
    order = read_answer(MenOrder, answer)
    if order is None or order.deed != GO or len(order.figures) != 1:
        return None
    is_wagon = order.figures[0] in state.vehicles
    return ActionOrder(DRIVE, order.figures, order.path) if is_wagon else None


def transport_refusal(state: State, side: str, order: ActionOrder) -> str:
    """Return why an order may not be given, as a word; empty if it may."""
    return {**DEEDS, **ON_RAILS}[order.deed].why_not(state, side, order)


def carry_out(game: WarGame, order: ActionOrder) -> None:
    """An order is carried out."""
    {**DEEDS, **ON_RAILS}[order.deed].carry_out(game, order)


def propose_transport(state: State, side: str) -> Iterator[ActionOrder]:
    """Yield proposals: boarding and landing, boxes, and wagons forward."""
    yield from boarding.propose_boarding(state, side)
    yield from hidden_boxes.propose_boxes(state, side)
    yield from vehicle_movement.propose_vehicle_moves(state, side)
