"""G7: height at a point: contours under it, and what stands there."""

from __future__ import annotations

from random import Random

import pytest

from engine.tabletop import tabletop_terrain
from engine.tabletop.feature_kinds import FigureScale
from engine.tabletop.footprints import PlacedPiece, footprint_core
from engine.tabletop.shapes import INCH, Disc, Point, Polygon
from engine.tabletop.tabletop_map import TabletopMap
from engine.tabletop.tabletop_terrain import Obstruction, TabletopTerrain
from tests.engine.tabletop.made_tables import (
    DEPTH,
    TYPES,
    WIDTH,
    feature,
    made_features,
    somewhere,
)


def square(low: int, high: int) -> Polygon:
    return Polygon(
        tuple(Point(*each) for each in ((low, low), (high, low), (high, high), (low, high)))
    )


COUNTRY = TabletopTerrain(
    TabletopMap(
        1000,
        1000,
        features=(
            feature("low", "hill", square(100, 500)),
            feature("high", "hill", square(200, 400)),
            feature("farm", "house", square(300, 350)),
            feature("elm", "tree", Disc(Point(800, 800), 32)),
        ),
    )
)


def test_contours_add_up() -> None:
    """G7: contours under it."""
    heights = [COUNTRY.height_at(Point(each, each)) for each in (50, 100, 150, 250, 450, 501)]
    assert heights == [0, 48, 48, 96, 48, 0]


def test_what_stands_there_is_on_top() -> None:
    """G7: … + what stands there."""
    assert COUNTRY.top_at(Point(320, 320)) == 96 + 6 * INCH
    assert COUNTRY.top_at(Point(800, 831)) == 8 * INCH
    assert COUNTRY.top_at(Point(800, 833)) == 0


def test_a_margin_lets_figures_stand_beyond_the_edges() -> None:
    behind = Point(500, -100)
    assert not COUNTRY.has(behind)
    assert TabletopTerrain(COUNTRY.table, margin=192).has(behind)


@pytest.mark.parametrize("seed", range(4))
def test_few_footprints_are_judged_as_many_are(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without compiled code, which takes longer to load than a few answers take, G5 is the same."""
    chance = Random(seed)
    table = TabletopMap(WIDTH, DEPTH, features=tuple(made_features(chance, 30)))
    stands = [
        PlacedPiece(str(number), "red", chance.choice(TYPES), somewhere(chance), number * 7)
        for number in range(tabletop_terrain.FEW)
    ]

    def judged() -> list[Obstruction | None]:
        ground = TabletopTerrain(table)
        rooms = [(footprint_core(each, FigureScale.LITTLE_WARS), each.at) for each in stands]
        return [ground.refusal_for_shape(room, at) for room, at in rooms]

    one_by_one = judged()
    monkeypatch.setattr(tabletop_terrain, "FEW", 0)
    assert one_by_one == judged()
    assert {each is None for each in one_by_one} == {True, False}
