"""Hill shading and hidden layers: a picture shows what the window shows."""

from __future__ import annotations

import re
from dataclasses import replace
from io import BytesIO

import numpy as np
import pypdf
import pytest
from PySide6.QtGui import QColor, QImage, QPainter

from engine.hexes.grid import Grid, Orientation
from engine.map.map import Map, PlaceName
from studio.canvas.canvas_content import UNUSUAL, LayerSettings, LevelRange
from studio.canvas.map_tiles import paint_tile, prepare_tile
from studio.rendering.file_formats import PictureFormat
from studio.rendering.map.map_pictures import render_map
from studio.rendering.map.map_sheet import MapSheet
from studio.rendering.map.map_view import MapView
from studio.rendering.map.relief_painter import paint_hillshade
from studio.rendering.map.render_options import RenderOptions, visible_map
from tests.studio.rendering.comparing import pixels

BARE = LayerSettings(grid=False, labels=False, places=False, zones=False)


def hill(orientation: Orientation) -> Map:
    """A ridge through the middle, ten metres a level on hexes of fifty."""
    map_ = Map.blank(Grid(8, 8, orientation))
    map_.level[:] = [[0, 1, 3, 5, 4, 2, 1, 0]] * 8
    return map_


def png(map_: Map, look: RenderOptions) -> QImage:
    return QImage.fromData(render_map(map_, look, PictureFormat.PNG).content)


def colours(image: QImage, map_: Map, width: float, left: float, top: float) -> np.ndarray:
    """Red, green and blue at the middle of every hex."""
    found = []
    for row in range(map_.grid.rows):
        for column in range(map_.grid.columns):
            x, y = map_.grid.centre(map_.grid.hex(column, row), width)
            shade = QColor(image.pixel(round(left + x), round(top + y)))
            found.append((shade.red(), shade.green(), shade.blue()))
    return np.array(found)


@pytest.mark.parametrize("orientation", Orientation)
@pytest.mark.parametrize("layers", [BARE, BARE.without({"hillshade"}), BARE.without({"elevation"})])
def test_a_picture_has_the_shade_that_the_window_shows(
    orientation: Orientation, layers: LayerSettings
) -> None:
    map_, width = hill(orientation), 40.0
    tile = paint_tile(prepare_tile(map_, layers, LevelRange(map_), width, (0, 0), 1.0))
    look = replace(layers.look, hex_px=width, legend=False)
    sheet = MapSheet(map_, look)
    drawn = colours(png(map_, look), map_, width, sheet.map_left, sheet.map_top)
    assert np.abs(drawn - colours(tile, map_, width, 0, 0)).max() <= 6


@pytest.mark.parametrize("width", [4.0, 40.0])
def test_a_slope_is_lighter_towards_the_upper_left_and_darker_away_from_it(width: float) -> None:
    map_ = hill(Orientation.POINTY)
    plain = RenderOptions(width, grid=False, labels=False, legend=False)
    sheet = MapSheet(map_, plain)
    flat, lit = (
        colours(png(map_, look), map_, width, sheet.map_left, sheet.map_top).reshape(8, 8, 3)
        for look in (plain, replace(plain, hillshade=True))
    )
    change = lit.sum(axis=-1).astype(int) - flat.sum(axis=-1)
    assert (change[1:-1, 1:3] > 10).all()
    assert (change[1:-1, 4:6] < -10).all()


def test_svg_and_pdf_hold_the_shade_as_one_picture_that_needs_no_clipping() -> None:
    map_ = hill(Orientation.POINTY)
    for hillshade in (True, False):
        look = RenderOptions(40, legend=False, hillshade=hillshade)
        svg = render_map(map_, look, PictureFormat.SVG).content.decode()
        pdf = pypdf.PdfReader(BytesIO(render_map(map_, look, PictureFormat.PDF).content))
        assert len(re.findall("<image ", svg)) == hillshade
        assert "clip" not in svg
        assert len(pdf.pages[0].images) == hillshade


@pytest.mark.parametrize("orientation", Orientation)
def test_the_shade_of_a_round_hill_has_no_straight_edges(orientation: Orientation) -> None:
    """On hexes as large as printed ones; stretched by Qt it had, longer than a hex."""
    map_, width = hill(orientation), 224
    rows, columns = np.mgrid[0:8, 0:8]
    map_.level[:] = ((columns - 3) ** 2 + (rows - 4) ** 2) // 2
    image = QImage(7 * width, 7 * width, QImage.Format.Format_RGB32)
    image.fill(QColor("#808080"))
    painter = QPainter(image)
    paint_hillshade(painter, MapView(map_, RenderOptions(width)))
    painter.end()
    grey = pixels(image)[width:-width, width:-width, 0]  # far from the edge of the map
    assert np.ptp(grey) > 50
    assert longest_edge(grey) < 0.8 * width
    assert longest_edge(grey.T) < 0.8 * width


def longest_edge(grey: np.ndarray) -> int:
    """The most pixels side by side that all differ from those below them."""
    longest = 0
    for differs in np.diff(grey, axis=0) != 0:
        turns = np.flatnonzero(np.diff(np.concatenate(([0], differs.astype(int), [0]))))
        longest = max(longest, *(turns[1::2] - turns[::2]).tolist(), 0)
    return longest


def test_a_flat_map_is_not_shaded() -> None:
    map_ = Map.blank(Grid(4, 4))
    plain = render_map(map_, RenderOptions(30), PictureFormat.SVG).content
    assert render_map(map_, RenderOptions(30, hillshade=True), PictureFormat.SVG).content == plain


@pytest.mark.parametrize(
    ("layer", "gone"),
    [("places", "Neudorf"), ("labels", ">0101<"), ("ground", "Woods"), ("links", "Road")],
)
def test_what_is_switched_off_in_the_window_is_missing_in_its_pictures(
    layer: str, gone: str
) -> None:
    map_ = hill(Orientation.POINTY)
    map_.grounds = ("open", "woods")
    map_.ground[3:5] = 1
    map_.set_link("road", map_.grid.hex(2, 2), 0)
    map_.places.append(PlaceName(map_.grid.hex(3, 3), "Neudorf"))
    for layers, is_there in ((LayerSettings(), True), (LayerSettings().without({layer}), False)):
        svg = render_map(map_, replace(layers.look, hex_px=60), PictureFormat.SVG).content.decode()
        assert (gone in svg) == is_there, (layer, is_there)
    assert visible_map(map_, RenderOptions()) is map_


def test_layers_that_are_off_are_named_and_switched_off_by_name() -> None:
    layers = LayerSettings(ramp="grey").without({"grid", "places", "no such layer", "ramp"})
    assert layers.hidden - UNUSUAL == {"grid", "places"}
    assert (layers.ramp, layers.without(())) == ("grey", layers)
