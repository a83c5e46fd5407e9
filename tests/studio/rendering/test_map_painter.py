from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage, QPainter

from engine.hexes.grid import Grid, OffsetParity, Orientation
from engine.map.map import Map
from engine.map.terrain import TerrainClass, load_catalogue
from studio.rendering.map.map_painter import paint_map
from studio.rendering.map.map_view import MapView
from studio.rendering.map.render_options import RenderOptions
from tests.cases import check_each
from tests.studio.rendering.comparing import colour_at, difference, pixels
from tests.studio.rendering.conftest import Painted
from tests.studio.rendering.demo_country import demo_map

BARE = RenderOptions(40, grid=False, labels=False)
PATCH = [(1, 1), (2, 1), (1, 2), (2, 2)]


def blank(orientation: Orientation = Orientation.POINTY) -> Map:
    return Map.blank(Grid(5, 5, orientation))


def with_ground(kind: str, orientation: Orientation = Orientation.POINTY) -> Map:
    map_ = blank(orientation)
    map_.grounds = ("open", kind)
    for column, row in PATCH:
        map_.ground[row, column] = 1
    return map_


@check_each("orientation", Orientation)
@check_each("kind", [k.id for k in load_catalogue().of_class(TerrainClass.GROUND)] + ["?"])
def test_every_ground_looks_unlike_open_ground(
    painted: Painted, kind: str, orientation: Orientation
) -> None:
    plain = pixels(painted(blank(orientation), BARE))
    changed = np.abs(pixels(painted(with_ground(kind, orientation), BARE)) - plain).max(axis=2) > 12
    assert (kind == "open") == (not changed.any())
    if kind != "open":
        assert changed.sum() > 150


@pytest.mark.parametrize("lies", [TerrainClass.SIDE, TerrainClass.LINK])
def test_every_line_and_an_unknown_one_shows(painted: Painted, lies: TerrainClass) -> None:
    plain = pixels(painted(blank(), BARE))
    for kind in [kind.id for kind in load_catalogue().of_class(lies)] + ["?"]:
        map_ = blank()
        mark = map_.set_side if lies is TerrainClass.SIDE else map_.set_link
        for direction in (0, 1, 3):
            mark(kind, map_.grid.hex(2, 2), direction)
        changed = np.abs(pixels(painted(map_, BARE)) - plain).max(axis=2) > 40
        assert changed.sum() > 60, kind


@pytest.mark.parametrize("orientation", Orientation)
@pytest.mark.parametrize("width", [5, 40])
def test_a_lake_is_blue_in_the_middle_of_its_hexes(
    painted: Painted, orientation: Orientation, width: int
) -> None:
    map_ = with_ground("lake", orientation)
    image = painted(map_, RenderOptions(width, grid=False, labels=False))
    for column, row in PATCH:
        seen = colour_at(image, map_, map_.grid.hex(column, row), width, (0, 0))
        assert difference(seen, load_catalogue().ground("lake").fill) < 8


def test_woods_are_greener_than_open_ground(painted: Painted) -> None:
    open_, woods = (pixels(painted(map_, BARE)) for map_ in (blank(), with_ground("woods")))
    middle = np.s_[50:100, 70:110]
    green = [
        int((image[middle][..., 1] - image[middle][..., 0]).mean()) for image in (open_, woods)
    ]
    assert green[1] > green[0] + 20


@pytest.mark.parametrize("orientation", Orientation)
def test_a_road_passes_through_the_hex_centre_however_it_turns(
    painted: Painted, orientation: Orientation
) -> None:
    fill = load_catalogue().line("road", TerrainClass.LINK).strokes[-1].colour
    for first, second in [(0, 3), (0, 2), (0, 1), (5, 1)]:
        map_ = blank(orientation)
        here = map_.grid.hex(2, 2)
        map_.set_link("road", here, first)
        map_.set_link("road", here, second)
        seen = colour_at(painted(map_, BARE), map_, here, 40, (0, 0))
        assert difference(seen, fill) < 12, (first, second)


def test_a_road_that_ends_at_the_map_edge_leads_off_it(painted: Painted) -> None:
    map_ = blank()
    map_.set_link("road", map_.grid.hex(0, 2), 0)
    seen = colour_at(painted(map_, BARE), map_, map_.grid.hex(0, 2), 40, (-0.4, 0))
    assert (
        difference(seen, load_catalogue().line("road", TerrainClass.LINK).strokes[-1].colour) < 12
    )


def test_a_road_that_ends_inland_ends_at_the_centre(painted: Painted) -> None:
    map_ = blank()
    map_.set_link("road", map_.grid.hex(2, 2), 0)
    seen = colour_at(painted(map_, BARE), map_, map_.grid.hex(2, 2), 40, (-0.3, 0))
    assert difference(seen, load_catalogue().ramps["ochre"].colours[0]) < 8


def test_a_bridge_is_drawn_where_a_road_crosses_a_stream_but_not_where_it_runs_beside_it(
    painted: Painted,
) -> None:
    def map_with_stream(direction: int) -> Map:
        map_ = blank()
        map_.set_link("road", map_.grid.hex(2, 2), 0)
        map_.set_side("stream", map_.grid.hex(2, 2), direction)
        return map_

    across = map_with_stream(0)
    x, y = across.grid.centre(across.grid.hex(2, 2), 40)
    beside_crossing = np.s_[int(y) - 5 : int(y) - 2, int(x) + 18 : int(x) + 22]
    dark = pixels(painted(across, BARE))[beside_crossing].max(axis=2).min()
    light = pixels(painted(map_with_stream(3), BARE))[beside_crossing].max(axis=2).min()
    assert dark < 110 < light


def test_tank_m3_higher_ground_is_darker_and_levels_are_tinted_alike(painted: Painted) -> None:
    map_ = blank()
    map_.level[:] = np.arange(5)[None, :]
    image = painted(map_, BARE)
    shades = [colour_at(image, map_, map_.grid.hex(c, 2), 40, (0, 0)).lightness() for c in range(5)]
    assert shades == sorted(shades, reverse=True)
    assert len(set(shades)) == 5


@pytest.mark.parametrize("orientation", Orientation)
def test_the_drop_of_the_ground_is_drawn_over_woods(
    painted: Painted, orientation: Orientation
) -> None:
    wooded, split = (with_ground("woods", orientation) for _ in range(2))
    for map_ in (wooded, split):
        map_.ground[:] = 1
    wooded.level[:] = 1
    split.level[:] = np.arange(5)[:, None] > 1
    level, dropping = (pixels(painted(map_, BARE)).max(axis=2) for map_ in (wooded, split))
    line = level.astype(int) - dropping > 30
    assert line.any(axis=0).mean() > 0.5, "it runs through most columns"
    assert line.mean() < 0.05, "and is thin"


@pytest.mark.parametrize("kind", ["field", "settlement", "woods"])
def test_tank_m4_patterns_lie_over_the_elevation_colour(painted: Painted, kind: str) -> None:
    low, high = with_ground(kind), with_ground(kind)
    high.level[2:, :] = 5
    seen = [pixels(painted(map_, BARE))[60:80, 60:80].mean() for map_ in (low, high)]
    assert seen[1] < seen[0] - 3


@pytest.mark.parametrize("width", [5, 12, 40])
@pytest.mark.parametrize("orientation", Orientation)
def test_a_part_of_a_map_looks_as_it_does_in_the_whole(
    painted: Painted, orientation: Orientation, width: int
) -> None:
    map_ = demo_map(orientation)
    look = RenderOptions(width, labels=False)
    whole = pixels(painted(map_, look))
    part = QRectF(7 * width, 6 * width, 6 * width, 5 * width).toAlignedRect()
    image = QImage(part.width(), part.height(), QImage.Format.Format_ARGB32_Premultiplied)
    painter = QPainter(image)
    painter.translate(-part.x(), -part.y())
    paint_map(painter, MapView(map_, look, QRectF(part)), QRectF(part))
    painter.end()
    there = whole[part.y() : part.y() + part.height(), part.x() : part.x() + part.width()]
    assert (np.abs(pixels(image) - there).max(axis=2) > 24).mean() < 0.015


@pytest.mark.parametrize("shifted", OffsetParity)
def test_a_part_of_a_map_shows_only_its_own_hexes(shifted: OffsetParity) -> None:
    map_ = Map.blank(Grid(300, 200, Orientation.POINTY, shifted))
    view = MapView(map_, RenderOptions(40), QRectF(4000, 3000, 400, 300))
    assert view.grid.columns < 24
    assert view.grid.rows < 24
    shown = {map_.grid.hex_at(x, y, 40) for x in (4000, 4400) for y in (3000, 3300)}
    assert all(view.shows(hex_) for hex_ in shown)
    assert shown <= set(view.hexes())


def test_grid_and_labels_can_be_left_out(painted: Painted) -> None:
    map_ = demo_map()
    pictures = [
        painted(map_, RenderOptions(32, grid=grid, labels=labels))
        for grid, labels in ((True, True), (False, True), (True, False))
    ]
    both, gridless, unlabelled = (pixels(picture) for picture in pictures)
    assert (both != gridless).any()
    assert (both != unlabelled).any()


def test_every_ramp_draws(painted: Painted) -> None:
    looks = [RenderOptions(8, labels=False, ramp=ramp) for ramp in load_catalogue().ramps]
    pictures = [painted(demo_map(), look) for look in looks]
    middles = {pixels(picture)[40:60, 60:80].tobytes() for picture in pictures}
    assert len(middles) == len(looks)


def test_nothing_is_painted_outside_the_hexes_of_a_map(painted: Painted) -> None:
    image = painted(demo_map(), RenderOptions(32, labels=False, grid=False))
    assert image.pixelColor(0, 0) == QColor("#ff00ff")
