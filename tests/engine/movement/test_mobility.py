"""What a step costs, as the rulebooks print it, and why."""

from __future__ import annotations

from fractions import Fraction

import pytest

from engine.movement.mobility import (
    CostCause,
    InvalidMobilityError,
    Mobility,
    Points,
    StepCostPart,
    explain,
)
from tests.engine.movement.movement_boards import TANK, Board, board


def parts(
    mobility: Mobility, terrain: Board, here: str, there: str
) -> list[tuple[str, Points | None]]:
    """The parts of one step's cost as (kind, MP)."""
    direction = terrain.grid.direction(terrain.at(here), terrain.at(there))
    step = explain(mobility, terrain, terrain.at(here), direction)
    return [(part.kind or part.cause, part.cost) for part in step.parts]


def cost(mobility: Mobility, terrain: Board, here: str, there: str) -> Points | None:
    """The MP of one step."""
    direction = terrain.grid.direction(terrain.at(here), terrain.at(there))
    return explain(mobility, terrain, terrain.at(here), direction).cost


def test_a_ford_in_the_open_costs_3_in_all() -> None:
    ford = board(". .").stream("0,0", "1,0")
    assert parts(TANK, ford, "0,0", "1,0") == [("open", 1), ("stream", 2)]
    assert cost(TANK, ford, "0,0", "1,0") == cost(TANK, ford, "1,0", "0,0") == 3


def test_settlement_costs_3_and_woods_2() -> None:
    terrain = board(". s w")
    assert cost(TANK, terrain, "0,0", "1,0") == 3
    assert cost(TANK, terrain, "1,0", "2,0") == 2


def test_a_lake_lets_nobody_in_and_says_so() -> None:
    lake = board(". ~")
    assert parts(TANK, lake, "0,0", "1,0") == [("lake", None)]
    assert cost(TANK, lake, "0,0", "1,0") is None


def test_a_road_crosses_water_and_cancels_the_stream_under_it() -> None:
    bridge = board(". ~ .").road("0,0 1,0 2,0").stream("0,0", "1,0")
    assert parts(TANK, bridge, "0,0", "1,0") == [("road", 1)]
    assert cost(TANK, bridge, "1,0", "2,0") == 1


def test_a_road_next_door_does_not_help_a_step_beside_it() -> None:
    terrain = board("""
        . s .
         s s .
    """)
    terrain.road("0,0 1,0 2,0")
    assert cost(TANK, terrain, "0,1", "1,1") == 3


def test_the_cheapest_of_several_ways_counts() -> None:
    slow = Mobility("slow", ground={"open": 1}, link={"track": 3, "road": 2})
    terrain = board(". .").road("0,0 1,0", "track").road("0,0 1,0")
    assert parts(slow, terrain, "0,0", "1,0") == [("open", 1)]


def test_climbing_is_paid_by_the_level_and_descending_apart() -> None:
    goat = Mobility("goat", ground={"open": 1}, up=2, down=1)
    hill = board(". .").raised(("1,0", 3))
    assert parts(goat, hill, "0,0", "1,0") == [("open", 1), ("3", 6)]
    assert parts(goat, hill, "1,0", "0,0") == [("open", 1), ("3", 3)]


def test_a_slope_steeper_than_the_limit_forbids_the_step() -> None:
    truck = Mobility("truck", ground={"open": 1}, max_up=1, max_down=2)
    hill = board(". . .").raised(("1,0", 2), ("2,0", 5))
    assert cost(truck, hill, "0,0", "1,0") is None
    assert cost(truck, hill, "1,0", "0,0") == 1
    assert cost(truck, hill, "2,0", "1,0") is None


@pytest.mark.parametrize(("cancels", "expected"), [(True, 1), (False, 2)])
def test_a_game_says_whether_its_roads_cancel_slopes(cancels: bool, expected: int) -> None:
    # valor: a road costs 1, a step uphill 1 more
    squad = Mobility("squad", {"open": 1}, link={"road": 1}, up=1, links_cancel_levels=cancels)
    hill = board(". w").road("0,0 1,0").raised(("1,0", 1))
    assert cost(squad, hill, "0,0", "1,0") == expected


def test_a_game_says_whether_its_roads_cancel_hexsides() -> None:
    walled = board(". .").road("0,0 1,0").stream("0,0", "1,0", "wall")
    squad = Mobility(
        "squad", {"open": 1}, side={"wall": None}, link={"road": 1}, links_cancel_sides=False
    )
    assert cost(squad, walled, "0,0", "1,0") is None


def test_a_forbidden_hexside_forbids_whatever_the_ground() -> None:
    cliff = board(". .").stream("0,0", "1,0", "cliff")
    climber = Mobility("climber", {"open": 1}, side={"cliff": None})
    assert parts(climber, cliff, "0,0", "1,0") == [("open", 1), ("cliff", None)]


def test_the_edge_of_the_map_is_a_reason_too() -> None:
    terrain = board(".")
    step = explain(TANK, terrain, terrain.at("0,0"), 0)
    assert step.parts == (StepCostPart(CostCause.MAP_EDGE, "", None),)


def test_ground_the_table_does_not_name_has_a_price_of_its_own() -> None:
    terrain = board(". w")
    assert cost(Mobility("a", {"open": 1}), terrain, "0,0", "1,0") is None
    assert cost(Mobility("b", {"open": 1}, other_ground=4), terrain, "0,0", "1,0") == 4


def test_thirds_of_a_point_add_up_exactly() -> None:
    truck = Mobility("truck", ground={"open": 1}, link={"road": Fraction(1, 3)})
    assert truck.per_point == 3
    assert truck.points(truck.units(Fraction(1, 3)) * 3) == 1
    assert truck.points(4) == Fraction(4, 3)


def test_a_table_of_data_makes_a_mobility() -> None:
    table = {"ground": {"open": 1, "lake": None}, "link": {"road": "1/3"}, "max_up": 2}
    assert Mobility.from_table("truck", table) == Mobility(
        "truck", {"open": 1, "lake": None}, link={"road": Fraction(1, 3)}, max_up=2
    )


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ({"grond": {}}, "'grond'"),
        ({"ground": {"open": "one"}}, "'one'"),
        ({"ground": {"open": 0.1}}, "'0.1'"),
        ({"ground": {"open": 0}}, "open"),
        ({"link": {"road": None}}, "road"),
        ({"side": {"stream": -1}}, "stream costs -1"),
        ({"link": {"road": "1/61"}}, "1/61"),
    ],
)
def test_a_table_that_makes_no_sense_is_refused(table: dict[str, object], message: str) -> None:
    with pytest.raises(InvalidMobilityError, match=message):
        Mobility.from_table("truck", table)


def test_p4_a_hex_a_road_touches_costs_as_a_road_hex_from_every_side() -> None:
    armour = Mobility(
        "armour", {"open": 2, "lake": None}, linked_by=("road",), linked={"open": 1, "lake": 1}
    )
    terrain = board(". . ~ .\n . . ~ .").road("1,0 2,0 3,0")
    assert parts(armour, terrain, "0,0", "1,0") == [("road", 1)]  # not along the road
    assert parts(armour, terrain, "1,0", "2,0") == [("road", 1)]  # the bridge
    assert parts(armour, terrain, "1,0", "0,0") == [("open", 2)]
    assert cost(armour, terrain, "1,1", "2,1") is None


def test_p4_a_road_through_a_town_does_not_open_it_to_those_barred_from_it() -> None:
    armour = Mobility(
        "armour", {"open": 2, "settlement": None}, linked_by=("road",), linked={"open": 1}
    )
    terrain = board(". s .").road("0,0 1,0 2,0")
    assert parts(armour, terrain, "0,0", "1,0") == [("settlement", None)]
