"""Gestures with carriers: drive, board, land, work (E2, L21)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.games.littlewars.orders import (
    BOARD,
    BREAK_RAILS,
    DRIVE,
    LAND,
    MEND_RAILS,
    PACK,
    UNPACK,
    ActionOrder,
    read_path,
)
from engine.games.littlewars.proximity import unit_shape
from engine.games.littlewars.state import State, Unit, Vehicle
from engine.games.littlewars.transport import (
    boarding,
    hidden_boxes,
    railways,
    transport_orders,
    vehicle_movement,
)
from engine.games.littlewars.transport.capacity import BOX, ROOMS
from engine.play.decisions import AcceptedAnswer
from engine.play.tabletop_gestures import DropTarget, Gesture, GestureKind, GesturePreview
from engine.play.translatable_phrases import TranslatablePhrase
from engine.scenario.figure_groups import FORMATIONS
from engine.tabletop.buffered_shapes import BufferedShape, is_within
from engine.tabletop.shapes import Point, format_path
from engine.tabletop.tabletop_terrain import Obstruction


def possible_gestures(state: State, side: str) -> tuple[str, ...]:
    """Return the gestures for men other than placing: pack, break and mend rails."""
    found = [PACK] if state.book.choices.boxes else []
    found += [UNPACK] if any(own.type == BOX for own in vehicles_of(state, side)) else []
    found += [BREAK_RAILS] if state.field.railways else []
    return (*found, *([MEND_RAILS] if any(railways.broken_rails(state)) else []))


def vehicles_of(state: State, side: str) -> list[Vehicle]:
    """The wagons, boxes, boats and trains of a side."""
    return [each for each in state.vehicles.values() if each.side == side]


def grabbable_vehicles(state: State, side: str) -> tuple[str, ...]:
    """The vehicles a hand may take, and guns that may be loaded."""
    drivable = [
        each.id
        for each in vehicles_of(state, side)
        if vehicle_movement.may_drive(state, side, each)
    ]
    has_cars = any(each.type in ROOMS for each in vehicles_of(state, side))
    guns = [gun.id for gun in state.guns_of(side) if has_cars and not gun.done and not gun.shots]
    return (*drivable, *guns)


def preview_gesture(state: State, side: str, stroke: Gesture) -> GesturePreview | None:
    """Return the preview of a transport gesture; None for any other."""
    order = gesture_order(state, side, stroke)
    if order is None:
        return None
    return preview_order(state, order, transport_orders.transport_refusal(state, side, order))


def preview_order(state: State, order: ActionOrder, word: str) -> GesturePreview:
    """An order as a hand sees it: who comes where, or why it may not be given."""
    answer = None if word else AcceptedAnswer(order)
    why = TranslatablePhrase.of(f"littlewars.no-{word}") if word else None
    path = read_path(order.path) or ()
    landings = tuple(_landings(state, order, path)) if not word else ()
    return GesturePreview(answer, landings, why, line=path if not landings else ())


def _landings(state: State, order: ActionOrder, path: Sequence[Point]) -> list[DropTarget]:
    if order.deed == LAND:
        return [
            DropTarget(id_, at, turn) for id_, at, turn in boarding.landing_places(state, order)
        ]
    if order.deed == UNPACK:
        box = state.vehicles[order.figures[0]]
        return [
            DropTarget(id_, at, turn) for id_, at, turn in hidden_boxes.places_about(state, box)
        ]
    if order.deed == BOARD:
        carrier = state.vehicles[order.target]
        return [DropTarget(id_, carrier.at) for id_ in order.figures]
    if order.deed != DRIVE:
        return []
    found = vehicle_movement.vehicle_paths(state, state.vehicles[order.figures[0]], path)
    if isinstance(found, Obstruction):
        return []
    return [DropTarget(id_, way[-1], facing, way) for id_, way, facing in found]


def gesture_order(state: State, side: str, stroke: Gesture) -> ActionOrder | None:
    """The order a gesture makes; None where it makes none."""
    pieces, way = stroke.pieces, stroke.way
    if not pieces or not way:
        return None
    if all(id_ in state.carried for id_ in pieces):
        formation = stroke.formation if stroke.formation in FORMATIONS else ""
        spots = way if stroke.touch is GestureKind.LAY else way[-1:]
        spots = spots[-1:] if len(set(spots)) == 1 else spots
        return ActionOrder(LAND, pieces, format_path(spots), formation)
    if stroke.touch is GestureKind.LAY:
        return _by_manner(state, pieces, way, stroke.formation)
    if stroke.touch is not GestureKind.MOVE:
        return None
    if len(pieces) == 1 and pieces[0] in state.vehicles:
        return ActionOrder(DRIVE, pieces, format_path(way))
    carrier = unit_at_point(
        state, way[-1], [v for v in vehicles_of(state, side) if v.type in ROOMS]
    )
    is_aimed = carrier is not None and all(state.unit_on_table(id_) is not None for id_ in pieces)
    return ActionOrder(BOARD, pieces, target=carrier.id) if is_aimed and carrier else None


def _by_manner(
    state: State, pieces: Sequence[str], way: Sequence[Point], manner: str
) -> ActionOrder | None:
    if manner in (BREAK_RAILS, MEND_RAILS):
        return ActionOrder(manner, tuple(pieces), format_path(way[-1:]))
    if manner in (PACK, UNPACK):
        return ActionOrder(manner, tuple(pieces))
    return None


def unit_at_point(state: State, at: Point, units: Sequence[Unit]) -> Unit | None:
    """Return the unit at a point."""
    return next(
        (each for each in units if is_within(unit_shape(state, each), BufferedShape((at,)), 2)),
        None,
    )
