"""Drawn paths of units with a front: turned in every hex so that the next lies ahead."""

from __future__ import annotations

from engine.hexes.hex import Hex
from engine.session.move_plans import (
    MovePlan,
    PlanProgress,
    StandingOrders,
    planned_destinations,
)
from engine.session.session import Session
from tests.engine.session.drives import EAST, NORTH_EAST, NORTH_WEST, WEST, Truck, yard
from tests.engine.session.test_move_plans import carried_out


def truck(session: Session) -> Truck:
    found: Truck = session.game.state.trucks["r1"]
    return found


def hexes(session: Session, *places: tuple[int, int]) -> tuple[Hex, ...]:
    return tuple(session.scenario.map.grid.hex(*place) for place in places)


def sent(session: Session, path: tuple[Hex, ...], *facings: int | None) -> PlanProgress:
    orders, (going,) = StandingOrders(session), planned_destinations(session, "r1")
    orders.begin(MovePlan("r1", path, going.order, facings))
    return carried_out(orders)


def test_a_reach_has_every_front_and_each_hex_with_the_cheapest() -> None:
    session = yard()
    (going,) = planned_destinations(session, "r1")
    (there,) = hexes(session, (3, 2))
    assert going.reach.arrivals[there].facing == EAST
    assert going.reach.arrivals[there].cost == 2
    west = going.reach.path(there, WEST)
    assert [(step.cost, step.facing) for step in west] == [(0, EAST), (1, EAST), (4, WEST)]


def test_a_front_that_is_not_reached_leaves_the_cheapest() -> None:
    session = yard()
    (going,) = planned_destinations(session, "r1")
    (far,) = hexes(session, (7, 2))
    assert going.reach.path(far, WEST)[-1].facing == EAST


def test_a_drawn_path_is_driven_with_a_turn_where_it_bends() -> None:
    session = yard()
    path = hexes(session, (2, 2), (3, 2), (3, 1), (4, 0))
    assert sent(session, path) is PlanProgress.ARRIVED
    assert (truck(session).at, truck(session).left) == (path[-1], 0)


def test_a_path_ends_with_the_front_it_was_given() -> None:
    session = yard()
    path = hexes(session, (2, 2), (3, 2))
    assert sent(session, path, None, NORTH_WEST) is PlanProgress.ARRIVED
    assert truck(session) == Truck("red", path[-1], NORTH_WEST, 3)


def test_the_fronts_of_the_cheapest_way_are_kept_on_the_way() -> None:
    session = yard()
    (going,), (there,) = planned_destinations(session, "r1"), hexes(session, (3, 1))
    course = going.reach.path(there, NORTH_EAST)
    path, facings = [step.at for step in course[1:]], [step.facing for step in course[1:]]
    assert sent(session, tuple(path), *facings) is PlanProgress.ARRIVED
    assert truck(session).facing == NORTH_EAST
    assert truck(session).left == going.reach.points - course[-1].cost


def test_a_path_straight_back_is_driven_in_reverse() -> None:
    session = yard()
    path = hexes(session, (0, 2))
    assert sent(session, path) is PlanProgress.ARRIVED
    assert truck(session) == Truck("red", path[-1], EAST, 4)


def test_a_path_aside_of_the_front_is_barred() -> None:
    session = yard()
    assert sent(session, hexes(session, (1, 1))) is PlanProgress.BARRED
