"""The printed map in pictures: of what size, drawn by what, and what is not in them."""

from __future__ import annotations

import threading

import numpy as np
import pytest
from PySide6.QtGui import QImage

from engine.hexes.grid import Grid
from engine.map.map import Map, Zone
from studio.web import tile_renderer
from studio.web.page_map_tiles import LARGE_ENOUGH, MAX_PIXELS, TILE, MapPictures, zoom_levels
from tests.studio.web.players import PATIENCE


@pytest.mark.parametrize("size", [1, 7, 24, 60, 200, 1000])
def test_every_map_has_sizes_to_be_drawn_at(size: int) -> None:
    levels = zoom_levels(Map.blank(Grid(size, size)))
    assert levels
    assert all(level.wide * level.high <= MAX_PIXELS for level in levels)
    assert max(levels[0].wide, levels[0].high) <= max(LARGE_ENOUGH, 4 * TILE)


def test_a_map_is_drawn_by_another_process_and_shown_size_by_size() -> None:
    ground = MapPictures(Map.blank(Grid(9, 6)))
    counts: list[int] = []
    is_there = threading.Event()

    def further() -> None:
        counts.append(len(ground.drawn))
        if len(ground.drawn) == len(ground.levels):
            is_there.set()

    ground.draw(further)
    assert is_there.wait(PATIENCE)
    assert counts == sorted(counts)
    assert (ground.picture("tank.png") or b"").startswith(b"\x89PNG")
    assert ground.picture("../ground.py") is None
    ground.end()


def test_why_a_map_cannot_be_drawn_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    ground = MapPictures(Map.blank(Grid(9, 6)))
    monkeypatch.setattr(ground, "ground", "no map")
    is_over = threading.Event()
    ground.draw(is_over.set)
    assert is_over.wait(PATIENCE)
    assert "dataclass" in ground.failure
    assert ground.drawn == []
    ground.end()


def test_pictures_lie_side_by_side_without_a_gap(qapp: object) -> None:
    map_ = Map.blank(Grid(12, 9))
    level = zoom_levels(map_)[-1]
    drawn = {name: QImage.fromData(content) for name, content in tile_renderer.render_tiles(map_)}
    top = [drawn[level.picture(column, 0)] for column in range(level.columns)]
    assert sum(image.width() for image in top) == level.wide
    assert top[0].pixel(TILE - 1, 200) != top[0].pixel(0, 0)


def test_beyond_the_outermost_hexes_a_picture_shows_no_sheet(qapp: object) -> None:
    drawn = dict(tile_renderer.render_tiles(Map.blank(Grid(6, 4))))
    corner = QImage.fromData(drawn["96-0-0.png"])
    assert corner.pixelColor(0, 0).alpha() == 0
    assert corner.pixelColor(corner.width() // 2, corner.height() // 2).alpha() == 255


def test_zones_are_in_no_picture(qapp: object) -> None:
    map_ = Map.blank(Grid(6, 4))
    bare = list(tile_renderer.render_tiles(map_))
    map_.zones["red-setup"] = Zone(np.ones(map_.grid.shape, bool))
    assert list(tile_renderer.render_tiles(map_)) == bare
