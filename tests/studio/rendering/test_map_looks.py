"""Styles, contours, curved names and fading layers: what is drawn, and that windows agree on it."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage, QPainter

from engine.files import map_style_files
from engine.hexes.grid import Grid, Orientation
from engine.map.map import Map, NameStyle, PlaceName
from engine.map.styles import Contours, MapNameKind, MapStyle
from studio.rendering.file_formats import PictureFormat
from studio.rendering.map.contours import find_isolines
from studio.rendering.map.height_labels import hilltops_and_hollows
from studio.rendering.map.map_painter import paint_map
from studio.rendering.map.map_pictures import render_map
from studio.rendering.map.map_view import MapView
from studio.rendering.map.paper_texture import make_paper_texture
from studio.rendering.map.place_name_layout import layout_place_names
from studio.rendering.map.render_options import RenderOptions
from tests.studio.printing.reading import embedded_fonts, pages, words
from tests.studio.rendering.comparing import pixels
from tests.studio.rendering.demo_country import demo_map

CUT = (60, 50, 150, 130)
REFERENCE = Path(__file__).parent / "reference"
BARE = RenderOptions(36.0, labels=False)


def drawn(map_: Map, look: RenderOptions, part: QRectF) -> QImage:
    """A part of a map's page."""
    image = QImage(round(part.width()), round(part.height()), QImage.Format.Format_RGB32)
    image.fill(QColor("#fffdf7"))
    painter = QPainter(image)
    painter.translate(-part.topLeft())
    view = MapView(map_, look, part)
    view.levels = [int(level) for level in np.unique(map_.level)]
    paint_map(painter, view)
    painter.end()
    return image


def hill(orientation: Orientation = Orientation.POINTY) -> Map:
    """A round hill of four levels in a plain."""
    map_ = Map.blank(Grid(15, 15, orientation))
    middle = map_.grid.hex(7, 7)
    x, y = map_.grid.centre(middle)
    for hex_ in map_.grid:
        there = map_.grid.centre(hex_)
        away = np.hypot(there[0] - x, there[1] - y)
        map_.level[map_.grid.index(hex_)] = max(0, round(4 - away * 0.8))
    return map_


@pytest.mark.parametrize("style", map_style_files.shipped_styles())
def test_a_style_looks_as_it_did(style: str) -> None:
    """Small reference pictures; SANDTABLE_NEW_PICTURES=1 draws them anew."""
    look = replace(BARE, style=map_style_files.style_shipped(style), hillshade=True)
    image = drawn(demo_map(), look, QRectF(*CUT))
    file = REFERENCE / f"style-{style}.png"
    if os.environ.get("SANDTABLE_NEW_PICTURES"):
        image.save(str(file))
    wanted = QImage(str(file))
    assert image.size() == wanted.size()
    apart = np.abs(pixels(image) - pixels(wanted)).max(axis=2)
    assert apart.mean() < 3.5
    assert (apart > 60).mean() < 0.02


@pytest.mark.parametrize("style", ["staff-map", "kriegsspiel-1824"])
@pytest.mark.parametrize("orientation", Orientation)
def test_two_windows_of_a_map_draw_the_same_where_they_meet(
    style: str, orientation: Orientation
) -> None:
    look = replace(BARE, hex_px=24.0, style=map_style_files.style_shipped(style), spots=True)
    whole = drawn(hill(orientation), look, QRectF(60, 60, 240, 220))
    part = drawn(hill(orientation), look, QRectF(150, 130, 60, 60))
    apart = np.abs(pixels(whole.copy(90, 70, 60, 60)) - pixels(part)).max(axis=2)
    assert (apart > 24).mean() < 0.01


@pytest.mark.parametrize("orientation", Orientation)
def test_a_contour_keeps_all_higher_hexes_on_one_side(orientation: Orientation) -> None:
    map_ = hill(orientation)
    view = MapView(map_, RenderOptions(20.0))
    lines = list(find_isolines(view, [1, 2, 3, 4]))
    assert [line.level for line in lines] == [1, 2, 3, 4]
    for line in lines:
        assert line.closed
        x, y = line.points.T
        for hex_ in map_.grid:
            px, py = map_.grid.centre(hex_, 20.0)
            after_x, after_y = np.roll(x, -1), np.roll(y, -1)
            crossed = ((y > py) != (after_y > py)) & (
                px < (after_x - x) * (py - y) / (after_y - y + 1e-12) + x
            )
            is_inside = bool(crossed.sum() % 2)
            assert is_inside == (map_.level[map_.grid.index(hex_)] >= line.level)


def test_a_top_has_one_spot_height_and_flat_land_has_none() -> None:
    assert hilltops_and_hollows(MapView(hill(), RenderOptions(20.0)), 1).sum() == 1
    assert not hilltops_and_hollows(MapView(Map.blank(Grid(9, 9)), RenderOptions(20.0)), 1).any()


def test_a_layer_that_is_faded_shows_half_of_what_lies_below_it() -> None:
    map_ = Map.blank(Grid(6, 6))
    map_.grounds = ("open", "lake")
    map_.ground[:] = 1
    part = QRectF(80, 80, 20, 20)
    look = replace(BARE, grid=False)
    full, none, half = (
        pixels(drawn(map_, each, part)).mean()
        for each in (
            look,
            replace(look, opacities=(("ground", 0.0),)),
            replace(look, opacities=(("ground", 0.5),)),
        )
    )
    assert half == pytest.approx((full + none) / 2, abs=1.5)


def test_a_name_keeps_clear_of_a_road_and_a_pinned_one_stays() -> None:
    map_ = Map.blank(Grid(12, 9))
    for column in range(2, 9):
        map_.set_link("road", map_.grid.hex(column, 4), 0)
    map_.places = [PlaceName(map_.grid.hex(5, 4), "Mill")]
    (free,) = layout_place_names(map_, 40.0, "en")
    _, middle = map_.grid.centre(map_.grid.hex(5, 4), 40.0)
    assert not free.rect.top() < middle < free.rect.bottom()
    map_.places = [PlaceName(map_.grid.hex(5, 4), "Mill", NameStyle(pin=(0.0, 0.0)))]
    (pinned,) = layout_place_names(map_, 40.0, "en")
    assert pinned.at.y() == pytest.approx(middle)


def test_letters_along_a_curve_follow_it_and_no_loose_name_touches_them() -> None:
    map_ = Map.blank(Grid(12, 9))
    curve = ((-2.0, 1.0), (0.0, -0.4), (2.0, 1.0))
    look = NameStyle(MapNameKind.WATER, curve=curve)
    at = map_.grid.hex(5, 4)
    map_.places = [PlaceName(at, "Mill"), PlaceName(at, "Long Water", look)]
    loose, curved = layout_place_names(map_, 40.0, "en")
    assert curved.letters
    assert curved.letters[0].turn < -10
    assert curved.letters[-1].turn > 10
    assert not any(curved.touches(room) for room in loose.rects)


def test_a_pdf_holds_curved_and_chinese_names_as_text() -> None:
    map_ = Map.blank(Grid(12, 9))
    curve = ((-2.0, 1.0), (0.0, -0.4), (2.0, 1.0))
    name = {"en": "Brook", "zh": "柳溪"}
    map_.places = [PlaceName(map_.grid.hex(5, 4), name, NameStyle(MapNameKind.WATER, curve=curve))]
    look = RenderOptions(
        40.0, labels=True, legend=False, hidden=frozenset({"labels"}), language="zh"
    )
    pdf = render_map(map_, look, PictureFormat.PDF).content
    (page,) = pages(pdf)
    assert "柳" in words(page)
    assert "溪" in words(page)
    assert all(embedded_fonts(pdf).values())


def test_paper_has_a_grain_whose_edges_fit() -> None:
    image = make_paper_texture(1.0).convertToFormat(QImage.Format.Format_ARGB32)
    side = image.width()
    flat = np.frombuffer(image.constBits(), np.uint32).reshape(side, side) >> 24
    seam = np.abs(flat[:, 0].astype(int) - flat[:, -1].astype(int)).mean()
    inside = np.abs(np.diff(flat.astype(int), axis=1)).mean()
    assert inside > 1
    assert seam < 2.5 * inside


def test_contours_are_drawn_every_so_many_levels() -> None:
    style = MapStyle(
        contours=Contours("#b4703a", every=2), terraces=False, tints=("#ffffff", "#ffffff")
    )
    both = [drawn(hill(), replace(BARE, grid=False, style=s), QRectF(100, 100, 300, 300))
            for s in (style, replace(style, contours=None))]  # fmt: skip
    assert np.abs(pixels(both[0]) - pixels(both[1])).max() > 60
