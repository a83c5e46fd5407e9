"""Values of an automatic player for wagons, boxes, boats and trains (E5)."""

from __future__ import annotations

from math import hypot

from engine.games.littlewars import orders
from engine.games.littlewars.orders import PACK, UNPACK, ActionOrder, read_path
from engine.games.littlewars.state import State, Vehicle
from engine.games.littlewars.transport import railways
from engine.games.littlewars.transport.capacity import BOAT, ENGINE, WAGON
from engine.tabletop.shapes import FOOT, Point

NEAR = 6 * FOOT
"""Distance from the enemy at which units leave their carrier."""
CLOSE = 3 * FOOT
"""Distance from the enemy that carriers keep."""
FORWARD = 3 * FOOT
"""Distance of wagons behind the foremost units of their side."""


def transport_order_value(view: State, side: str, order: ActionOrder) -> float:
    """Return the gain that a side expects of a transport order."""
    match order.deed:
        case orders.DRIVE:
            return _drive(view, side, order)
        case orders.LAND | orders.UNPACK:
            return _leave(view, side, order)
        case orders.BOARD | orders.PACK:
            unit = view.unit_on_table(order.figures[0])
            far = unit is not None and from_enemy(view, side, unit.at) > 2 * NEAR
            return 0.6 if far and _goes_forward(view, order) else -1.0
        case orders.MEND_RAILS:
            return 0.5
    return -1.0


def _drive(view: State, side: str, order: ActionOrder) -> float:
    """Return the ground gained with units aboard; wagons stay behind their men."""
    path, vehicle = read_path(order.path) or (), view.vehicles[order.figures[0]]
    edge = view.edges[view.enemy_of(side)]
    gained = (view.field.depth_at(edge, path[0]) - view.field.depth_at(edge, path[-1])) / FOOT
    near = from_enemy(view, side, path[-1])
    if vehicle.type == WAGON:
        if view.book.choices.game == "convoy":
            return 2.0 + gained
        return gained / 4 if _is_covered(view, side, path[-1]) and near > CLOSE else -0.5
    train = railways.coupled_vehicles(view, vehicle) if vehicle.type == ENGINE else [vehicle]
    is_laden = any(each.aboard for each in train)
    return 0.2 + gained / 2 if is_laden and near > CLOSE and gained > 0 else -0.5


def _is_covered(view: State, side: str, at: Point) -> bool:
    """Return whether most of a side stand nearer to the enemy's line than a place."""
    edge = view.edges[view.enemy_of(side)]
    depths = sorted(view.field.depth_at(edge, each.at) for each in view.fit_figures(side))
    middle = depths[len(depths) // 2] if depths else 0
    return view.field.depth_at(edge, at) > middle + FORWARD // 3


def _leave(view: State, side: str, order: ActionOrder) -> float:
    """Return the value of getting out: high near the enemy or at the journey's end."""
    if order.deed == UNPACK:
        return 1.5 if from_enemy(view, side, view.vehicles[order.figures[0]].at) < 2 * NEAR else -1
    car = view.carriers_of(order.figures[0])[0]
    return 1.5 if from_enemy(view, side, car.at) < NEAR or not _may_go_on(view, car) else -0.5


def _may_go_on(view: State, car: Vehicle) -> bool:
    """Return whether a carrier is still far from the enemy's line."""
    edge = view.edges[view.enemy_of(car.side)]
    return view.field.depth_at(edge, car.at) > NEAR


def _goes_forward(view: State, order: ActionOrder) -> bool:
    """Return whether boarding makes sense: always a box, else a carrier with way ahead."""
    if order.deed == PACK:
        return True
    car = view.vehicles[order.target]
    has_engine = car.type == BOAT or any(
        e.type == ENGINE for e in railways.coupled_vehicles(view, car)
    )
    return has_engine and _may_go_on(view, car)


def from_enemy(view: State, side: str, at: Point) -> float:
    """Return the distance of a place from the nearest enemy."""
    foes = view.fit_figures(view.enemy_of(side))
    return min((hypot(foe.at.x - at.x, foe.at.y - at.y) for foe in foes), default=1e9)
