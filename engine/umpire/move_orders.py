"""Moves ordered from a page with one gesture: reachable places, and the order with its steps."""

from __future__ import annotations

from typing import Any

from engine.hexes.hex import Hex
from engine.play.decisions import Answer
from engine.play.tabletop_gestures import Gesture
from engine.session.move_plans import (
    MovePlan,
    PlannedDestination,
    PlanProgress,
    StandingOrders,
    planned_destinations,
)
from engine.session.timeline import Words
from engine.texts import text_languages
from engine.umpire import seat_gesture_view
from engine.umpire.seat_gesture_view import Plain
from engine.umpire.seat_view import option_id
from engine.umpire.umpire_refusals import refuse
from engine.umpire.umpired_game import UmpiredGame
from engine.umpire.viewer_sessions import OrderWritingSession


def gesture_preview(room: UmpiredGame, seat: str, gesture: Gesture) -> Plain:
    """Return the result a gesture of a seat would have, as its side knows the table."""
    with room.locked_session():
        place = room.seats[seat]
        return seat_gesture_view.gesture_preview_view(
            room.game_after_orders(place.command), place.command, gesture
        )


def gesture_order(
    room: UmpiredGame, seat: str, gesture: Gesture, number: int, act: str = "", question: str = ""
) -> str:
    """Write the order that a gesture makes; refused where it makes none."""
    with room.locked_session():
        told = seat_gesture_view.try_gesture(
            room.game_after_orders(room.seats[seat].command), gesture
        )
        is_done = room.has_done(seat, act)
    if told.answer is None and not is_done:
        refuse("not-reached")
    answer = None if told.answer is None else told.answer.answer
    return room.draft(seat, "", number, act, question, answer)


def move_destinations(room: UmpiredGame, seat: str, unit: str) -> list[dict[str, Any]]:
    """The ways in which a unit may go now, as its side knows the ground, and the hexes it comes to.

    `order` names the option that begins the move, in `words`; empty for one that goes on. Nothing
    while the seat is not asked, or may not order the unit.
    """
    with room.locked_session():
        session = OrderWritingSession(room, room.seats[seat])
        return [_way(session, going) for going in _goings(session, unit)]


def _goings(session: OrderWritingSession, unit: str) -> list[PlannedDestination]:
    """The ways a unit may go by orders of this seat."""
    if not session.is_asked:
        return []
    offered = session.offered
    return [
        one
        for one in planned_destinations(session, unit)
        if one.order is None or one.order.option in offered
    ]


def _way(session: OrderWritingSession, going: PlannedDestination) -> dict[str, Any]:
    grid, start = session.scenario.map.grid, going.reach.start
    return {
        "order": _name_of(going),
        "words": _words(session, going.order.option) if going.order else {},
        "hexes": [grid.name(to) for to in going.reach.arrivals if to != start],
        "fights": [grid.name(to) for to in going.reach.combats],
    }


def _name_of(going: PlannedDestination) -> str:
    return option_id(going.order.option) if going.order else ""


def _words(session: OrderWritingSession, option: Answer) -> Words:
    rules, decision = session.game.rules, session.game.decision
    view = session.game.view(session.writer.side)
    assert decision is not None
    return {each: rules.describe_option(view, decision, option, each) for each in text_languages()}


def move_order(
    room: UmpiredGame, seat: str, unit: str, to: str, order: str = "", act: str = ""
) -> PlanProgress:
    """Write the order and the steps that take a unit to a hex, as far as they can be written now.

    `to` is a hex as `@column,row`, `order` names the way as `ways` has it, `act` is the id a screen
    gave to what it wants. Refused where the unit does not come there.
    """
    with room.locked_session():
        if room.has_done(seat, act):
            return PlanProgress.ARRIVED
        session = OrderWritingSession(room, room.seats[seat], act)
        going = next((one for one in _goings(session, unit) if _name_of(one) == order), None)
        path = () if going is None else _path(session, going, to)
    if going is None or not path:
        refuse("not-reached")
    orders = StandingOrders(session)
    orders.begin(MovePlan(unit, path, going.order))
    while (headway := orders.step()) is PlanProgress.ON:
        pass
    return headway


def _path(session: OrderWritingSession, going: PlannedDestination, to: str) -> tuple[Hex, ...]:
    """The hexes to enter; none where the unit does not come there."""
    grid, reach = session.scenario.map.grid, going.reach
    at = next((each for each in reach.arrivals if grid.name(each) == to), None)
    return () if at is None else tuple(each.at for each in reach.path(at)[1:])
