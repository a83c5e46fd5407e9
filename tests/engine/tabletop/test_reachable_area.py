"""G6: all that is reached, true to obstacles."""

from __future__ import annotations

from random import Random

import pytest
import shapely

import engine.tabletop.reachable_area as reach_module
from engine.tabletop.footprints import PlacedPiece
from engine.tabletop.reachable_area import ReachableOutline, _stars, reach_of_all, reachable_area
from engine.tabletop.shapes import Disc, Point
from engine.tabletop.tabletop_map import TabletopMap
from engine.tabletop.tabletop_paths import TabletopPaths
from engine.tabletop.tabletop_terrain import ObstacleKind, TabletopTerrain
from tests.engine.tabletop.made_tables import feature, made_stands, made_table

NEAR_BORDER = 3.0


def area(reached: ReachableOutline) -> shapely.Geometry:
    """Outlines as an area; where one lies in another it is a hole."""
    whole: shapely.Geometry = shapely.Polygon()
    for outline in reached.outlines:
        whole = shapely.symmetric_difference(whole, shapely.make_valid(shapely.Polygon(outline)))
    return whole


@pytest.mark.parametrize("seed", range(4))
def test_what_is_inside_can_be_gone_to_and_what_is_outside_cannot(seed: int) -> None:
    chance = Random(seed)
    ground = TabletopTerrain(made_table(seed), margin=2_000)
    stands = made_stands(chance, 40)
    ways, allowance = TabletopPaths(ground, stands), 192
    round_ = [one for one in stands if one.type in ("foot", "horse")]
    who = next(one for one in round_ if ways.standing_refusal(one) is None)
    reached = area(reachable_area(ways, who, allowance))
    seen = 0
    for _ in range(150):
        goal = Point(who.at.x + chance.randint(-200, 200), who.at.y + chance.randint(-200, 200))
        spot = shapely.Point(goal)
        march = ways.way(who, goal, allowance)
        if shapely.distance(shapely.boundary(reached), spot) < NEAR_BORDER:
            continue
        if march.why is not None and march.why.by in (ObstacleKind.FIGURE, ObstacleKind.STEP):
            continue
        seen += 1
        assert shapely.contains(reached, spot) == (march.why is None), (goal, march)
    assert seen > 50


def test_in_the_open_it_is_a_circle() -> None:
    who = PlacedPiece("man", "red", "foot", Point(500, 500))
    reached = area(
        reachable_area(TabletopPaths(TabletopTerrain(TabletopMap(1000, 1000)), [who]), who, 192)
    )
    assert abs(shapely.area(reached) / (3.14159 * 192**2) - 1) < 0.01


def test_a_formation_reaches_what_one_of_it_reaches() -> None:
    pair = [
        PlacedPiece(id_, "red", "foot", Point(x, 500)) for id_, x in (("one", 300), ("two", 600))
    ]
    ways = TabletopPaths(TabletopTerrain(TabletopMap(1000, 1000)), pair)
    whole = area(reach_of_all(ways, pair, [192, 100]))
    parts = [
        area(reachable_area(ways, who, far)) for who, far in zip(pair, (192, 100), strict=True)
    ]
    assert abs(shapely.area(whole) - shapely.area(shapely.union_all(parts))) < 100


def test_whoever_is_wedged_in_something_reaches_nothing() -> None:
    rock = feature("rock", "rock", Disc(Point(500, 500), 40))
    who = PlacedPiece("man", "red", "foot", Point(500, 520))
    assert (
        reachable_area(
            TabletopPaths(TabletopTerrain(TabletopMap(1000, 1000, features=(rock,))), [who]),
            who,
            192,
        ).outlines
        == ()
    )


def test_what_is_seen_from_the_corners_of_a_ring_is_one_area(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """To lay areas together takes as long as there are areas; whatever is seen is in them."""
    wrong, fans, areas = [], 0, 0
    for seed in range(4):
        ways = TabletopPaths(
            TabletopTerrain(made_table(seed), margin=2_000), made_stands(Random(seed), 40)
        )
        for who in list(ways.stands.values())[:8]:
            ahead = ways.obstacles_for(who), who.at, 192
            together = _stars(*ahead)
            with monkeypatch.context() as apart:
                apart.setattr(reach_module, "_swept", lambda fans, *_: list(filter(len, fans)))
                each = _stars(*ahead)
            fans, areas = fans + len(each), areas + len(together)
            one, other = (
                shapely.union_all(shapely.make_valid([shapely.Polygon(star) for star in stars]))
                for stars in (together, each)
            )
            if shapely.area(shapely.symmetric_difference(one, other)) > 1e-6:
                wrong.append((seed, who.id))
    assert not wrong
    assert areas < fans / 2


def test_with_nothing_to_go_one_reaches_nothing() -> None:
    who = PlacedPiece("man", "red", "foot", Point(500, 500))
    assert (
        reachable_area(
            TabletopPaths(TabletopTerrain(TabletopMap(1000, 1000)), [who]), who, 1
        ).outlines
        == ()
    )
