"""What is on the screen: colours of known hexes, and edits shown like the whole map anew."""

from __future__ import annotations

import math
import time
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from PySide6.QtGui import QColor, QImage, QPainter
from pytestqt.qtbot import QtBot

from engine.hexes.grid import Grid, OffsetParity, Orientation
from engine.hexes.hex import Hex, disc
from engine.map.map import Map, PlaceName, Zone
from engine.map.terrain import load_catalogue
from studio.canvas import kernel_loading
from studio.canvas.base_map_layer import BaseMapLayer
from studio.canvas.canvas_content import LayerSettings
from studio.canvas.hex_colours import ground_colour_table
from studio.canvas.image_placement import ImagePlacement
from studio.canvas.map_canvas import MapCanvas
from studio.canvas.map_tiles import OFF_MAP, TileCacheKey
from studio.canvas.pixel_frame import Clip, PixelFrame
from studio.canvas.underlay_painter import Underlay
from studio.rendering.map.preview_tints import ReachOverlay, ViewshedOverlay
from studio.rendering.map.relief_painter import level_tints
from studio.rendering.map.small_hex_raster import raster_ground_colour
from tests.generated import generated_map
from tests.studio.canvas.conftest import Shown
from tests.studio.canvas.looking import BARE, at_hex, checkered, is_near, picture, pixels, settle

ORIENTED = [(orientation, shifted) for orientation in Orientation for shifted in OffsetParity]


# --- colours -------------------------------------------------------------------------------------


def test_the_palette_is_that_of_printed_maps_seen_from_afar() -> None:
    map_ = Map.blank(Grid(2, 2))
    map_.grounds = tuple(
        kind.id for kind in load_catalogue().kinds.values() if kind.lies == "ground"
    )
    found = ground_colour_table(map_, -2, 5, LayerSettings())
    shades = level_tints(load_catalogue().ramps["ochre"], range(-2, 6))
    for row, kind in enumerate(map_.grounds):
        for level in range(-2, 6):
            shade = QColor(int(found[row, level + 2]))
            assert is_near(shade, raster_ground_colour(kind, shades[level], load_catalogue()), 1), (
                kind,
                level,
            )


@pytest.mark.parametrize(("orientation", "shifted"), ORIENTED)
@pytest.mark.parametrize("width", [3.2, 7.0, 14.5])
def test_hexes_have_the_colours_of_their_ground(
    shown: Shown, orientation: Orientation, shifted: OffsetParity, width: float
) -> None:
    map_ = checkered(Grid(21, 17, orientation, shifted))
    canvas = shown(map_)
    canvas.set_layers(BARE)
    canvas.set_hex_width(width)
    image, palette = picture(canvas), ground_colour_table(map_, 0, 0, BARE)
    seen = [
        hex_ for hex_ in map_.grid if canvas.rect().contains(*map(int, canvas.camera.centre(hex_)))
    ]
    assert len(seen) > 50
    for hex_ in seen:
        expected = QColor(int(palette[map_.ground[map_.grid.index(hex_)], 0]))
        assert is_near(at_hex(image, canvas, hex_), expected), map_.grid.name(hex_)


@pytest.mark.parametrize(("orientation", "shifted"), ORIENTED)
@pytest.mark.parametrize("width", [20.0, 50.0])
def test_large_hexes_are_printed_in_the_tints_of_their_levels(
    shown: Shown, orientation: Orientation, shifted: OffsetParity, width: float
) -> None:
    map_ = Map.blank(Grid(12, 10, orientation, shifted))
    map_.level[:, 6:] = 4
    canvas = shown(map_, width)
    canvas.set_layers(BARE)
    settle(canvas)
    image, shades = picture(canvas), level_tints(load_catalogue().ramps["ochre"], [0, 4])
    for column, level in ((2, 0), (9, 4)):
        hex_ = map_.grid.hex(column, 5)
        canvas.show_hex(hex_)
        settle(canvas)
        image = picture(canvas)
        assert is_near(at_hex(image, canvas, hex_), shades[level]), (column, level)


def test_round_the_sheet_lies_the_table(shown: Shown) -> None:
    canvas = shown(Map.blank(Grid(4, 4)))
    for width in (10.0, 40.0):
        canvas.set_hex_width(width)
        settle(canvas)
        assert picture(canvas).pixelColor(1, 1) == QColor(OFF_MAP)


@pytest.mark.parametrize("width", [0.4, 0.9, 2.0])
def test_small_hexes_keep_the_colour_of_their_country(shown: Shown, width: float) -> None:
    map_ = Map.blank(Grid(400, 300))
    map_.grounds = ("open", "lake")
    map_.ground[:, 200:] = 1
    canvas = shown(map_)
    canvas.set_layers(BARE)
    canvas.set_hex_width(width)
    canvas.centre_on(map_.grid.hex(200, 150))
    image, palette = picture(canvas), ground_colour_table(map_, 0, 0, BARE)
    assert is_near(image.pixelColor(180, 150), QColor(int(palette[0, 0])))
    assert is_near(image.pixelColor(220, 150), QColor(int(palette[1, 0])))


# --- layers --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("layer", "width"),
    [
        (layer, width)
        for layer in (
            "elevation", "hillshade", "ground", "sides", "links", "zones", "grid", "labels",
            "places",
        )
        for width in (12.0, 30.0)
        if (layer, width) != ("labels", 12.0)  # six letters have no room in so small a hex
    ],
)  # fmt: skip
def test_every_layer_can_be_seen_and_hidden(shown: Shown, layer: str, width: float) -> None:
    map_ = country()
    canvas = shown(map_, width, (200, 150))
    canvas.centre_on(map_.places[0].at)
    settle(canvas)
    whole = pixels(canvas)
    hidden: dict[str, Any] = {layer: False}
    canvas.set_layers(replace(LayerSettings(), **hidden))
    settle(canvas)
    without = pixels(canvas)
    assert (whole != without).sum() > 20
    canvas.set_layers(LayerSettings())
    settle(canvas)
    assert (pixels(canvas) == whole).all()


def test_another_language_renames_places(shown: Shown) -> None:
    canvas = shown(country(), 12.0)
    before = pixels(canvas)
    canvas.set_layers(LayerSettings(language="zh"))
    settle(canvas)
    assert (pixels(canvas) != before).any()


# --- edits ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("width", [0.7, 3.0, 12.0, 30.0])
@pytest.mark.parametrize("orientation", list(Orientation))
def test_an_edited_window_looks_like_the_edited_map_shown_anew(
    shown: Shown, orientation: Orientation, width: float
) -> None:
    seed = 7
    map_ = generated_map(90, 70, seed, orientation)
    canvas = shown(map_, width)
    rng = np.random.default_rng(seed)
    for _ in range(12):
        edit(map_, canvas, rng)
    settle(canvas)
    edited = pixels(canvas)
    canvas.mark_all_changed()
    settle(canvas)
    assert (edited == pixels(canvas)).all(), f"seed {seed}"
    fresh = shown(map_)
    fresh.set_camera(canvas.camera)
    settle(fresh)
    assert (edited == pixels(fresh)).all(), f"seed {seed}"


def edit(map_: Map, canvas: MapCanvas, rng: np.random.Generator) -> None:
    """One stroke of 19 hexes of ground and level, with a road and a stream, anywhere."""
    column, row = int(rng.integers(3, 86)), int(rng.integers(3, 66))
    middle = map_.grid.hex(column, row)
    for hex_ in disc(middle, 2):
        map_.ground[map_.grid.index(hex_)] = int(rng.integers(4))
        map_.level[map_.grid.index(hex_)] = int(rng.integers(3, 9))
    map_.set_link("road", middle, int(rng.integers(6)))
    map_.set_side("stream", middle, int(rng.integers(6)))
    canvas.hexes_changed(range(row - 2, row + 3), range(column - 2, column + 3))
    canvas.repaint()


@pytest.mark.parametrize("width", [5.0, 30.0])
def test_a_new_highest_level_changes_the_tints_of_the_whole_map(shown: Shown, width: float) -> None:
    map_ = generated_map(60, 50, 3)
    canvas = shown(map_, width)
    before = pixels(canvas)
    map_.level[25, 30] = 40
    canvas.hexes_changed(range(25, 26), range(30, 31))
    settle(canvas)
    edited = pixels(canvas)
    assert (edited != before).mean() > 0.2
    canvas.mark_all_changed()
    settle(canvas)
    assert (pixels(canvas) == edited).all()


def test_an_edit_of_large_hexes_is_seen_before_its_tile_is_painted_anew(shown: Shown) -> None:
    map_ = Map.blank(Grid(12, 9))
    map_.grounds = ("open", "lake")
    canvas = shown(map_, 30.0)
    hex_ = canvas.hex_at(canvas.rect().center().toPointF())
    map_.ground[map_.grid.index(hex_)] = 1
    column, row = map_.grid.column_row(hex_)
    canvas.hexes_changed(range(row, row + 1), range(column, column + 1))
    assert not canvas.is_settled
    colour = at_hex(picture(canvas), canvas, hex_)
    assert colour.blue() > colour.red() + 30


def test_a_ground_new_to_the_map_is_shown(shown: Shown) -> None:
    map_ = Map.blank(Grid(20, 15))
    canvas = shown(map_, 10.0)
    map_.grounds = ("open", "lake")
    map_.ground[7, 10] = 1
    canvas.hexes_changed(range(7, 8), range(10, 11))
    colour = at_hex(picture(canvas), canvas, map_.grid.hex(10, 7))
    assert colour.blue() > colour.red() + 30


# --- laid over the map ---------------------------------------------------------------------------


@pytest.mark.parametrize("width", [0.8, 10.0, 30.0])
def test_what_is_not_seen_lies_in_the_dark(shown: Shown, width: float) -> None:
    map_ = Map.blank(Grid(60, 50))
    canvas = shown(map_, width)
    origin = canvas.hex_at(canvas.rect().center().toPointF())
    seen = np.zeros(map_.grid.shape, np.bool_)
    seen[:, : map_.grid.column_row(origin)[0] + 2] = True
    before = pixels(canvas)
    canvas.set_overlay(ViewshedOverlay(origin, seen))
    after = picture(canvas)
    middle = after.height() // 2
    right = round(200 + 4 * width)
    assert after.pixelColor(round(200 - 2 * width), middle - 40).lightness() > 150
    assert after.pixelColor(right, middle - 40).lightness() < 150
    canvas.set_overlay(None)
    assert (pixels(canvas) == before).all()


def test_costs_of_a_move_are_tinted_and_written(shown: Shown) -> None:
    map_ = Map.blank(Grid(20, 15))
    canvas = shown(map_, 30.0)
    origin = canvas.hex_at(canvas.rect().center().toPointF())
    before = pixels(canvas)
    canvas.set_overlay(ReachOverlay(origin, dict.fromkeys(disc(origin, 1), 1.0)))
    changed = pixels(canvas) != before
    assert changed.any()
    assert changed.mean() < 0.2


def test_heat_goes_from_light_to_dark_and_leaves_out_what_is_not_known(shown: Shown) -> None:
    map_ = Map.blank(Grid(20, 15))
    canvas = shown(map_, 12.0)
    before = picture(canvas)
    heat = np.tile(np.linspace(0, 9, 20), (15, 1))
    heat[:, 10] = -1
    canvas.set_heat_map(heat)
    after = picture(canvas)
    colours = [at_hex(after, canvas, map_.grid.hex(column, 5)).lightness() for column in (1, 6, 18)]
    assert colours == sorted(colours, reverse=True)
    assert colours[0] - colours[-1] > 80
    hex_ = map_.grid.hex(10, 5)
    assert at_hex(after, canvas, hex_) == at_hex(before, canvas, hex_)


def test_a_selection_and_an_outline_are_marked_where_they_are(shown: Shown) -> None:
    map_ = Map.blank(Grid(20, 15))
    canvas = shown(map_, 24.0)
    middle = canvas.hex_at(canvas.rect().center().toPointF())
    before = pixels(canvas)
    canvas.set_outline(disc(middle, 1), [(middle, 0)])
    outlined = pixels(canvas) != before
    rows, columns = np.nonzero(outlined)
    assert outlined.any()
    assert columns.max() - columns.min() < 5 * 24
    assert rows.max() - rows.min() < 5 * 24
    canvas.set_outline()
    assert (pixels(canvas) == before).all()
    plane = np.zeros(map_.grid.shape, np.bool_)
    plane[map_.grid.index(middle)] = True
    canvas.set_selection(plane)
    assert (pixels(canvas) != before).any()


def test_an_underlay_lies_where_it_is_placed_as_far_as_it_may_be_seen(shown: Shown) -> None:
    map_ = Map.blank(Grid(20, 15))
    canvas = shown(map_, 20.0)
    picture_ = QImage(100, 50, QImage.Format.Format_RGB32)
    picture_.fill(QColor("#0000ff"))
    hex_ = canvas.hex_at(canvas.rect().center().toPointF())
    x, y = map_.grid.centre(hex_)
    before = at_hex(picture(canvas), canvas, hex_)
    place = ImagePlacement(0.05, 0.0, 0.0, 0.05, x - 2.5, y - 1.25)
    canvas.set_underlay(Underlay(picture_, place, 1.0))
    assert at_hex(picture(canvas), canvas, hex_) == QColor("#0000ff")
    canvas.set_underlay(Underlay(picture_, place.moved(0.0, 5.0), 1.0))
    assert at_hex(picture(canvas), canvas, hex_) == before
    canvas.set_underlay(Underlay(picture_, place, 1.0))
    canvas.set_layers(LayerSettings(underlay=False))
    settle(canvas)
    assert at_hex(picture(canvas), canvas, hex_) == before


# --- the first frames ----------------------------------------------------------------------------


@pytest.mark.parametrize("orientation", list(Orientation))
def test_until_the_kernels_are_loaded_the_map_is_shown_without_them(
    shown: Shown, orientation: Orientation, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kernel_loading, "is_ready", lambda: False)
    monkeypatch.setattr(kernel_loading, "is_unavailable", lambda: True)
    map_ = checkered(Grid(21, 17, orientation))
    canvas = shown(map_, 12.0)
    assert canvas.scene is None
    image, palette = picture(canvas), ground_colour_table(map_, 0, 0, BARE)
    for hex_ in disc(map_.grid.hex(10, 8), 3):
        expected = QColor(int(palette[map_.ground[map_.grid.index(hex_)], 0]))
        assert is_near(at_hex(image, canvas, hex_), expected)
    assert is_near(QColor(picture(canvas).pixelColor(1, 1)), QColor(OFF_MAP))


def test_once_the_kernels_are_loaded_they_are_used(
    shown: Shown, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(kernel_loading, "is_ready", lambda: False)
        canvas = MapCanvas()
        qtbot.addWidget(canvas)
        canvas.show_map(Map.blank(Grid(8, 8)))
        canvas.show()
        assert canvas.scene is None
    settle(canvas)
    assert canvas.scene is not None


# --- helpers -------------------------------------------------------------------------------------


def is_on_screen(canvas: MapCanvas, hex_: Hex) -> bool:
    """Whether a hex's middle can be seen."""
    x, y = canvas.camera.centre(hex_)
    return canvas.rect().contains(math.floor(x), math.floor(y))


def country() -> Map:
    """A map with something in every layer."""
    map_ = generated_map(40, 30, 4)
    middle = map_.grid.hex(20, 15)
    for direction in (0, 3):
        map_.set_link("road", middle, direction)
    for hex_ in disc(middle, 2):
        map_.set_side("stream", hex_, 1)
    plane = np.zeros(map_.grid.shape, np.bool_)
    plane[12:18, 17:23] = True
    map_.zones["camp"] = Zone(plane, {"en": "Camp", "zh": "营地"}, "#aa2222")
    map_.places.append(PlaceName(middle, {"en": "Nowhere", "zh": "无处"}))
    return map_


def test_what_is_on_the_screen_after_a_line_was_laid_is_what_a_fresh_paint_shows(
    shown: Shown,
) -> None:
    canvas = shown(Map.blank(Grid(40, 40)), 32.0, (1300, 1000))
    stage, look = canvas._stage, canvas._look()
    assert stage is not None
    frame, map_ = canvas._frame(), stage.map
    seen = QImage(frame.wide, frame.high, QImage.Format.Format_RGB32)
    paint_clips(stage, frame, look, seen, [frame.whole])
    mask = map_.links.setdefault("road", np.zeros(map_.grid.shape, np.uint8))
    for row in range(2, 34):
        mask[row, 14:20] |= 1
        clip = stage.mark_hexes_changed(frame, range(row, row + 1), range(14, 20))
        assert clip is not None
        paint_clips(stage, frame, look, seen, [clip])
    end = time.monotonic() + 20.0
    while not stage.is_settled(frame, look):
        assert time.monotonic() < end
        paint_clips(stage, frame, look, seen, stage.advance(frame, look, True))
    fresh = QImage(seen.size(), seen.format())
    paint_clips(stage, frame, look, fresh, [frame.whole])
    assert seen == fresh


def paint_clips(
    stage: BaseMapLayer, frame: PixelFrame, look: TileCacheKey, image: QImage, clips: list[Clip]
) -> None:
    """Paint parts of the frame, as the window does when they are asked for."""
    for clip in clips:
        painter = QPainter(image)
        painter.setClipRect(clip[0], clip[1], clip[2] - clip[0], clip[3] - clip[1])
        stage.paint(painter, frame, look, clip)
        painter.end()
