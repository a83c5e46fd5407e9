"""Very small and very large maps, many maps one after another, and memory."""

from __future__ import annotations

import gc
import resource
import threading

import numpy as np
import pytest
from pytestqt.qtbot import QtBot

from engine.hexes.grid import Grid, OffsetParity, Orientation
from engine.map.map import Map
from studio.canvas.canvas_content import LevelRange
from studio.canvas.map_canvas import MapCanvas
from studio.canvas.map_tiles import MIN_KEPT, TILE, visible_tiles
from studio.canvas.pixel_frame import PixelFrame
from tests.generated import generated_map
from tests.studio.canvas.conftest import Shown
from tests.studio.canvas.looking import settle

WIDTHS = (0.1, 0.5, 1.0, 3.0, 9.0, 15.9, 16.0, 70.0, 400.0)


@pytest.mark.parametrize("orientation", list(Orientation))
@pytest.mark.parametrize("shifted", list(OffsetParity))
@pytest.mark.parametrize("size", [(1, 1), (1, 5), (5, 1), (2, 2)])
def test_the_smallest_maps_are_shown_at_every_size(
    shown: Shown, orientation: Orientation, shifted: OffsetParity, size: tuple[int, int]
) -> None:
    map_ = Map.blank(Grid(*size, orientation, shifted))
    canvas = shown(map_)
    for width in WIDTHS:
        canvas.set_hex_width(width)
        canvas.repaint()
        canvas.hexes_changed(range(size[1]), range(size[0]))
        canvas.repaint()
    settle(canvas)


def test_a_map_of_nine_million_hexes_is_shown_at_every_size(shown: Shown) -> None:
    map_ = Map.blank(Grid(3000, 3000))
    map_.level[::7] = 3
    map_.ground[::5, ::3] = 0
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    canvas = shown(map_, size=(800, 600))
    for width in WIDTHS:
        canvas.set_hex_width(width)
        canvas.centre_on(map_.grid.hex(1500, 1500))
        canvas.repaint()
        map_.level[1500, 1500] = 2
        canvas.hexes_changed(range(1498, 1503), range(1498, 1503))
        canvas.repaint()
    settle(canvas)
    grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024
    assert grown < 250, f"{grown:.0f} MB"  # 48 of them for the colours, 27 for copies in passing


def test_panning_far_keeps_few_tiles(shown: Shown) -> None:
    canvas = shown(Map.blank(Grid(300, 200)), 20.0)
    assert canvas._stage is not None
    tiles = canvas._stage.tiles
    for _ in range(40):
        canvas.pan(TILE / 4, TILE / 5)
        settle(canvas)
    assert len(tiles._kept) <= MIN_KEPT


def test_five_hundred_maps_one_after_another_leave_nothing_behind(
    qtbot: QtBot, shown: Shown
) -> None:
    canvas = shown(generated_map(20, 20, 1))
    maps = [generated_map(20 + n % 3, 20, n) for n in range(5)]

    def show_many(times: int) -> int:
        for number in range(times):
            canvas.show_map(maps[number % 5])
            canvas.repaint()
        settle(canvas)
        gc.collect()
        return len(gc.get_objects())

    first = show_many(50)
    threads = threading.active_count()
    assert show_many(500) - first < 500
    assert threading.active_count() == threads


def test_extremes_follow_edits() -> None:
    map_ = Map.blank(Grid(6, 5))
    extremes = LevelRange(map_)
    rng = np.random.default_rng(3)
    for _ in range(50):
        row, column = int(rng.integers(5)), int(rng.integers(6))
        map_.level[row, column] = int(rng.integers(-9, 10))
        extremes.touched(range(row, row + 1))
        assert (extremes.lowest, extremes.highest) == (map_.level.min(), map_.level.max())


@pytest.mark.parametrize("orientation", list(Orientation))
def test_a_window_holds_every_hex_a_picture_shows(orientation: Orientation) -> None:
    grid = Grid(40, 30, orientation)
    rng = np.random.default_rng(8)
    for _ in range(60):
        width = float(rng.uniform(2, 60))
        left, top = (int(at) for at in rng.integers(-50, 800, 2))
        frame = PixelFrame(grid, width, left, top, 90, 70)
        rows, columns = frame.window(frame.whole)
        for x in range(0, 91, 9):
            for y in range(0, 71, 7):
                hex_ = grid.hex_at(left + x, top + y, width)
                column, row = grid.column_row(hex_)
                assert hex_ not in grid or (row in rows and column in columns)


def test_tiles_cover_the_screen_once() -> None:
    frame = PixelFrame(Grid(200, 200), 30.0, 700, 900, 1600, 1000)
    places = visible_tiles(frame)
    assert len(set(places)) == len(places) == 4 * 3
    assert places[0] in {(2, 2), (3, 2)}


def test_a_canvas_that_is_gone_leaves_no_thread(qtbot: QtBot) -> None:
    canvas = MapCanvas()
    canvas.resize(300, 200)
    canvas.show_map(Map.blank(Grid(8, 8)))
    canvas.show()
    settle(canvas)
    threads = threading.active_count()
    canvas.close()
    canvas.deleteLater()
    del canvas

    def is_gone() -> bool:
        gc.collect()
        return threading.active_count() < threads

    qtbot.waitUntil(is_gone, timeout=5000)
