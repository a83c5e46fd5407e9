"""Drawn paths: carried out step by step, stopped by every interrupt, taken up again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.games.tank.movement import ChooseMove, ChooseStep, MoveOrder
from engine.games.tank.opportunity_fire import MoverFires, OpportunityFire
from engine.hexes.hex import Hex
from engine.session.move_plans import (
    MovePlan,
    PlanProgress,
    StandingOrders,
    planned_destinations,
)
from engine.session.session import Session
from engine.texts import text
from tests.engine.session.sessions import do_nothing, drawn
from tests.engine.session.test_choices import until
from tests.games.boards import at, place_of

QUIET = ". . . . . . 3 . . b1\n r1 . . . . . 3 . . .\n. . . . . . 3 . . ."
UNDER_FIRE = "r1 . . . . . . . b1\n . . . . . . . . ."


def moving(board: str, **more: Any) -> Session:
    """A session in which red is to order a move."""
    return until(drawn(board, **more), ChooseMove, "red")


def to(session: Session, column: int, row: int) -> Hex:
    return at(session.game, column, row)


def planned_to(session: Session, unit: str, to: Hex, manner: str = "") -> MovePlan | None:
    """The cheapest way to a hex, in a manner or the first that gets there."""
    for going in planned_destinations(session, unit):
        path = going.reach.path(to)
        if len(path) > 1 and manner in ("", going.reach.manner):
            return MovePlan(unit, tuple(arrival.at for arrival in path[1:]), going.order)
    return None


def planned_along(session: Session, unit: str, hexes: Sequence[Hex]) -> MovePlan:
    """A drawn chain of hexes, in the first manner the unit may go."""
    return MovePlan(unit, tuple(hexes), planned_destinations(session, unit)[0].order)


def carried_out(orders: StandingOrders) -> PlanProgress:
    """Step until something stops the plan."""
    while (headway := orders.step()) is PlanProgress.ON:
        pass
    return headway


def test_the_cheapest_way_goes_round_what_costs_more() -> None:
    session = moving("r1 w w . .\n . . . . .\n. . . . b1", rules={"declare": "any"})
    plan = planned_to(session, "r1", to(session, 3, 0))
    assert plan is not None
    assert plan.order is not None
    assert plan.order.option == MoveOrder("r1", "move")
    assert [session.scenario.map.grid.column_row(hex_) for hex_ in plan.path] == [
        (0, 1), (1, 1), (2, 1), (3, 0)
    ]  # fmt: skip
    assert planned_to(session, "r1", to(session, 4, 2)) is not None
    assert planned_to(session, "b1", to(session, 3, 0)) is None, "others are asked"


def test_a_plan_gives_the_order_and_every_step_as_answers() -> None:
    session = moving(QUIET)
    plan = planned_to(session, "r1", to(session, 3, 1))
    assert plan is not None
    orders = StandingOrders(session)
    orders.begin(plan)
    start = session.answer_count
    assert carried_out(orders) is PlanProgress.ARRIVED
    assert place_of(session.game, "r1") == (3, 1)
    assert session.answer_count > start + 3
    assert orders.step() is PlanProgress.IDLE
    session.step_back()
    assert place_of(session.game, "r1") == (2, 1), "each step can be gone back alone"


def test_a_path_is_undone_and_redone_at_once() -> None:
    session = moving(QUIET)
    plan = planned_to(session, "r1", to(session, 3, 1))
    assert plan is not None
    orders = StandingOrders(session)
    orders.begin(plan)
    start = session.answer_count
    carried_out(orders)
    end = session.answer_count
    session.undo()
    assert session.answer_count == start
    assert place_of(session.game, "r1") == (0, 1)
    session.redo()
    assert session.answer_count == end


def test_undo_of_a_path_stops_where_another_person_answered() -> None:
    session = moving(UNDER_FIRE)
    plan = planned_to(session, "r1", to(session, 3, 0))
    assert plan is not None
    orders = StandingOrders(session)
    orders.begin(plan)
    start = session.answer_count
    assert carried_out(orders) is PlanProgress.INTERRUPTED
    interrupted = session.answer_count
    assert do_nothing(session)
    orders.step()
    session.undo()
    assert session.answer_count == interrupted
    session.undo()
    assert session.answer_count == start


def test_a_drawn_chain_is_followed_as_drawn() -> None:
    session = moving(QUIET)
    chain = [to(session, *place) for place in ((1, 0), (2, 0), (2, 1), (3, 1))]
    plan = planned_along(session, "r1", chain)
    orders = StandingOrders(session)
    orders.begin(plan)
    assert carried_out(orders) is PlanProgress.ARRIVED


def test_an_interrupt_stops_a_plan_and_it_goes_on_afterwards() -> None:
    session = moving(UNDER_FIRE, seed=2)
    plan = planned_to(session, "r1", to(session, 3, 0))
    assert plan is not None
    orders = StandingOrders(session)
    orders.begin(plan)
    seen = []
    while (headway := carried_out(orders)) is PlanProgress.INTERRUPTED:
        seen.append(type(session.game.decision))
        do_nothing(session)
    assert headway is PlanProgress.ARRIVED
    assert seen == [OpportunityFire, MoverFires] * 2
    assert place_of(session.game, "r1") == (3, 0)


def test_a_side_that_holds_fire_is_passed_over_until_the_move_ends() -> None:
    session = moving(UNDER_FIRE, seed=2)
    orders = StandingOrders(session)
    plan = planned_to(session, "r1", to(session, 3, 0))
    assert plan is not None
    orders.begin(plan)
    assert carried_out(orders) is PlanProgress.INTERRUPTED
    orders.hold_fire("blue")
    assert orders.holds_fire("blue")
    assert carried_out(orders) is PlanProgress.INTERRUPTED
    assert isinstance(session.game.decision, MoverFires)
    orders.hold_fire("red")
    assert carried_out(orders) is PlanProgress.ARRIVED
    assert not any(unit.fired for unit in session.game.state.units.values())
    while isinstance(session.game.decision, OpportunityFire | MoverFires):
        assert orders.step() is PlanProgress.ON
    do_nothing(session)
    assert not orders.holds_fire("blue")
    assert orders.step() is PlanProgress.IDLE


def test_a_step_that_is_not_offered_ends_a_plan() -> None:
    session = moving(QUIET)
    chain = [to(session, *place) for place in ((1, 1), (2, 1), (3, 1), (4, 1), (5, 1), (6, 2))]
    plan = planned_along(session, "r1", chain)
    orders = StandingOrders(session)
    orders.begin(plan)
    while (headway := carried_out(orders)) is PlanProgress.INTERRUPTED:
        do_nothing(session)
    assert headway is PlanProgress.OVER, "no MP left: the move has ended"
    assert orders.plan is None
    water = moving("r1 ~ . .\n . . . .\n. . . b1")
    drowned = planned_along(water, "r1", [to(water, 1, 0)])
    orders = StandingOrders(water)
    orders.begin(drowned)
    assert carried_out(orders) is PlanProgress.BARRED
    assert PlanProgress.BARRED.sentence("en") == text("playtest.plan-barred", "en")


def test_a_plan_ends_with_the_move_it_belongs_to() -> None:
    session = moving(QUIET + "\nr2 . . . . . . . . .")
    plan = planned_to(session, "r1", to(session, 3, 1))
    assert plan is not None
    orders = StandingOrders(session)
    orders.begin(plan)
    for _ in range(3):
        orders.step()
    while isinstance(session.game.decision, OpportunityFire | MoverFires):
        do_nothing(session)
    assert isinstance(session.game.decision, ChooseStep)
    do_nothing(session)
    assert carried_out(orders) is PlanProgress.OVER


def test_a_march_is_taken_where_a_move_does_not_reach() -> None:
    board = "r1 " + ". " * 9 + ".\n" + " . " * 9 + " ~ b1"
    road = " ".join(f"@{column},0" for column in range(11))
    session = moving(board, roads=[road])
    assert [going.reach.manner for going in planned_destinations(session, "r1")] == [
        "move",
        "march",
    ]
    near, far = (planned_to(session, "r1", to(session, column, 0)) for column in (4, 8))
    assert near is not None
    assert far is not None
    assert near.order is not None
    assert far.order is not None
    assert (near.order.option.manner, far.order.option.manner) == ("move", "march")
    marched = planned_to(session, "r1", to(session, 4, 0), "march")
    assert marched is not None
    assert marched.order == far.order
