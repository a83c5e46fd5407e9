"""G5, G6, G8: where one may stand, the ways there, and how groups go."""

from __future__ import annotations

from random import Random

import pytest

from engine.tabletop.buffered_shapes import BufferedShape, meet, swept_band
from engine.tabletop.footprints import PlacedPiece
from engine.tabletop.formations import FigureFormation, formation_places
from engine.tabletop.shapes import INCH, Disc, Point, Polygon, WideLine
from engine.tabletop.tabletop_map import TabletopMap
from engine.tabletop.tabletop_paths import FINE, TabletopPaths
from engine.tabletop.tabletop_terrain import ObstacleKind, TabletopTerrain
from tests.cases import check_each
from tests.engine.tabletop.made_tables import (
    feature,
    somewhere,
)

HOUSE = feature("farm", "house", Polygon((Point(300, 300), Point(500, 300), Point(500, 400),
                                          Point(300, 400))))  # fmt: skip
FARM = TabletopTerrain(TabletopMap(1200, 900, features=(HOUSE,)))


def man(x: int, y: int, id_: str = "man", side: str = "red") -> PlacedPiece:
    return PlacedPiece(id_, side, "foot", Point(x, y))


# --- the rules ------------------------------------------------------------------------------------


def test_without_an_obstacle_the_way_is_the_straight_line() -> None:
    """G6: without an obstacle it is the straight line."""
    march = TabletopPaths(FARM, [man(100, 100)]).way(man(100, 100), Point(100, 200), 192)
    assert (march.path, march.length, march.why) == (
        (Point(100, 100), Point(100, 200)),
        100_000,
        None,
    )


def test_twelve_inches_straight_are_not_too_far_and_a_sixteenth_more_is() -> None:
    """L6.1: infantry up to 12 in."""
    ways = TabletopPaths(FARM, [man(100, 100)])
    assert ways.way(man(100, 100), Point(100, 292), 192).why is None
    why = ways.way(man(100, 100), Point(100, 293), 192).why
    assert why is not None
    assert why.by is ObstacleKind.FAR


def test_a_house_in_the_way_makes_the_way_longer_than_the_allowance() -> None:
    """EX20: 12 in with a house in the way: straight 11 in, way round 13 in: not reached."""
    start, goal = man(400, 270), Point(400, 270 + 11 * INCH)
    ways = TabletopPaths(FARM, [start])
    far = ways.way(start, goal, 12 * INCH)
    assert far.why is not None
    round_ = ways.way(start, goal, 30 * INCH)
    assert round_.why is None
    assert round_.length > 13 * INCH * FINE
    assert len(round_.path) > 2


def test_what_bars_a_way_is_told_with_its_name_and_where() -> None:
    why = TabletopPaths(FARM, [man(400, 270)]).why_not(
        man(400, 270), (Point(400, 270), Point(400, 450))
    )
    assert why is not None
    assert (why.by, why.what) == (ObstacleKind.FEATURE, "farm")
    assert abs(why.at.y - 294) <= 1


def test_a_standing_figure_keeps_a_sixteenth() -> None:
    """G5: a standing figure keeps 1/16 in (1 u) from other figures, steps, trees, houses."""
    ways = TabletopPaths(FARM, [man(100, 100, "other")])
    assert ways.standing_refusal(man(113, 100)) is None
    assert ways.standing_refusal(man(112, 100)) is not None
    assert ways.standing_refusal(man(293, 350)) is None
    assert ways.standing_refusal(man(294, 350)) is not None


def test_nobody_stands_on_the_edge_of_a_hill_but_on_it_and_crosses_it() -> None:
    """G5: one keeps from hills' steps."""
    hill = feature("hill", "hill", Polygon((Point(100, 100), Point(300, 100), Point(300, 300),
                                            Point(100, 300))))  # fmt: skip
    ways = TabletopPaths(TabletopTerrain(TabletopMap(900, 900, features=(hill,))), [])
    assert ways.standing_refusal(man(200, 200)) is None
    why = ways.standing_refusal(man(100, 200))
    assert why is not None
    assert why.by is ObstacleKind.STEP
    assert ways.why_not(man(50, 200), (Point(50, 200), Point(200, 200))) is None


def test_own_figures_may_be_passed_and_not_stood_on() -> None:
    """G6: own figures may be passed, not stood on."""
    ways = TabletopPaths(FARM, [man(100, 100), man(100, 150, "friend")])
    assert ways.why_not(man(100, 100), (Point(100, 100), Point(100, 200))) is None
    why = ways.why_not(man(100, 100), (Point(100, 100), Point(100, 155)))
    assert why is not None
    assert (why.by, why.what) == (ObstacleKind.FIGURE, "friend")


def test_a_way_leads_over_no_enemy_and_past_none_in_contact() -> None:
    """L6.5: a figure that has come into contact stops and stays until the move ends."""
    ways = TabletopPaths(FARM, [man(100, 100), man(100, 150, "enemy", "blue")])
    over = ways.why_not(man(100, 100), (Point(100, 100), Point(100, 200)))
    assert over is not None
    assert over.by is ObstacleKind.ENEMY
    past = ways.why_not(man(100, 100), (Point(100, 100), Point(114, 150), Point(114, 200)))
    assert past is not None
    assert past.by is ObstacleKind.CONTACT
    assert ways.why_not(man(100, 100), (Point(100, 100), Point(100, 136))) is None
    round_ = ways.way(man(100, 100), Point(100, 200))
    assert round_.why is None
    assert len(round_.path) > 2


@pytest.mark.parametrize("seed", range(4))
def test_what_bars_a_way_is_named_alike_with_its_place_and_without(seed: int) -> None:
    chance = Random(seed)
    others = [
        man(*somewhere(chance), f"{side}{number}", side)
        for number in range(30)
        for side in ("red", "blue")
    ]
    ways = TabletopPaths(FARM, others)
    for _ in range(200):
        who = man(*somewhere(chance))
        path = who.at, somewhere(chance)
        why = ways.why_not(who, path)
        assert ways.what_bars(who, path) == ("" if why is None else why.what)


def test_whoever_is_in_contact_may_leave() -> None:
    ways = TabletopPaths(FARM, [man(100, 136), man(100, 150, "enemy", "blue")])
    assert ways.why_not(man(100, 136), (Point(100, 136), Point(100, 100))) is None


def test_a_river_is_crossed_on_its_bridge() -> None:
    river = feature("brook", "river", WideLine((Point(0, 400), Point(1200, 400)), 128))
    bridge = feature("bridge", "bridge", Polygon((Point(560, 330), Point(640, 330),
                                                  Point(640, 470), Point(560, 470))))  # fmt: skip
    ground = TabletopTerrain(TabletopMap(1200, 900, features=(river, bridge)))
    who = man(300, 200)
    march = TabletopPaths(ground, [who]).way(who, Point(300, 600))
    assert march.why is None
    assert any(560 <= place.x <= 640 for place in march.path)
    dry = TabletopPaths(TabletopTerrain(TabletopMap(1200, 900, features=(river,))), [who])
    why = dry.way(who, Point(300, 600)).why
    assert why is not None
    assert (why.by, why.what) == (ObstacleKind.WATER, "brook")
    middle = BufferedShape((Point(600, 400),), doubled=12)
    assert not any(meet(barrier.core, middle) for barrier in ground.barriers)


@pytest.mark.parametrize("seed", range(8))
def test_a_bridge_takes_nothing_from_the_water_beside_it(seed: int) -> None:
    chance = Random(seed)
    turns = tuple(Point(200 * each, 400 + chance.randint(-90, 90)) for each in range(7))
    middle = Point((turns[2].x + turns[3].x) // 2, (turns[2].y + turns[3].y) // 2)
    river = feature("brook", "river", WideLine(turns, 60))
    bridge = feature("bridge", "bridge", Disc(middle, 50))
    wet = TabletopTerrain(TabletopMap(1200, 900, features=(river,))).barriers
    left = TabletopTerrain(TabletopMap(1200, 900, features=(river, bridge))).barriers
    for _ in range(300):
        spot = BufferedShape((somewhere(chance),))
        is_wet = any(meet(barrier.core, spot) for barrier in wet)
        on_bridge = meet(swept_band(middle, middle, 100), spot)
        near_border = meet(swept_band(middle, middle, 106), spot) and not meet(
            swept_band(middle, middle, 98), spot
        )
        near_bank = any(
            meet(barrier.core, spot._replace(doubled=6)) for barrier in wet
        ) and not any(meet(barrier.core._replace(doubled=56), spot) for barrier in wet)
        if not near_border and not near_bank:
            is_left = any(meet(barrier.core, spot) for barrier in left)
            assert is_left == (is_wet and not on_bridge)


# --- groups ---------------------------------------------------------------------------------------


def test_a_group_goes_by_one_displacement_the_foremost_first() -> None:
    """G8: every figure is checked by itself; nearest to the target first."""
    rank = [man(100 + 14 * each, 100, str(each)) for each in range(10)]
    behind = [man(100 + 14 * each, 114, f"b{each}") for each in range(10)]
    ways = TabletopPaths(FARM, [*rank, *behind])
    goals = {one.id: Point(one.at.x, one.at.y + 14) for one in (*rank, *behind)}
    marches = ways.group_paths(goals, dict.fromkeys(goals, 192))
    assert [march.why for march in marches] == [None] * 20


def test_those_that_cannot_go_stay() -> None:
    """G8: those that cannot go stay."""
    row = [man(250 + 20 * each, 280, str(each)) for each in range(5)]
    goals = {one.id: Point(one.at.x, one.at.y + 60) for one in row}
    marches = {
        each.id: each
        for each in TabletopPaths(FARM, row).group_paths(goals, dict.fromkeys(goals, 62))
    }
    assert [marches[str(each)].why is None for each in range(5)] == [True, True, True, False, False]


@check_each("formation", FigureFormation)
@check_each("type_", ["foot", "horse"])
@check_each("number", [1, 2, 7, 20, 25])
def test_whoever_is_drawn_up_stands_free(
    formation: FigureFormation, type_: str, number: int
) -> None:
    chance = Random(number)
    ground = TabletopTerrain(TabletopMap(6000, 6000))
    for _ in range(8):
        ends = Point(3000, 3000), Point(*(3000 + chance.randint(-500, 500) for _ in "xy"))
        laid = formation_places(formation, number, *ends, type_)
        assert len(laid) == number
        stands = [PlacedPiece(str(each), "red", type_, *at) for each, at in enumerate(laid)]
        ways = TabletopPaths(ground, stands)
        assert [ways.standing_refusal(stand) for stand in stands] == [None] * number
