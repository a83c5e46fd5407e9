"""G7: height at a point: contours under it, and what stands there."""

from __future__ import annotations

from engine.tabletop.shapes import INCH, Disc, Point, Polygon
from engine.tabletop.tabletop_map import TabletopMap
from engine.tabletop.tabletop_terrain import TabletopTerrain
from tests.engine.tabletop.made_tables import feature


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
