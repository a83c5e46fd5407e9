from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtGui import QColor, QImage

from engine.hexes.grid import Grid
from engine.hexes.hex import distance
from engine.map.map import Map
from studio.rendering.file_formats import PictureFormat
from studio.rendering.map.map_pictures import render_map
from studio.rendering.map.preview_tints import Overlay, ReachOverlay, ViewshedOverlay, cost_text
from studio.rendering.map.render_options import RenderOptions
from tests.studio.rendering.comparing import pixels
from tests.studio.rendering.demo_country import demo_map


def bare(map_: Map, overlay: Overlay | None) -> QImage:
    look = RenderOptions(40, labels=False, grid=False, legend=False)
    return QImage.fromData(render_map(map_, look, PictureFormat.PNG, overlay).content)


def shade(image: QImage, map_: Map, column: int, row: int) -> QColor:
    x, y = map_.grid.centre(map_.grid.hex(column, row), 40)
    return image.pixelColor(int(x + 2.4 + 11), int(y + 2.4 - 9))


def test_hidden_hexes_are_darker_and_hindered_ones_redder_than_seen_ones() -> None:
    map_ = Map.blank(Grid(6, 4))
    seen, hindered = np.zeros((4, 6), bool), np.zeros((4, 6), bool)
    seen[:, :4] = True
    hindered[:, 3] = True
    image = bare(map_, ViewshedOverlay(map_.grid.hex(0, 0), seen, hindered))
    clear, veiled, hidden = (shade(image, map_, column, 1) for column in (1, 3, 5))
    assert hidden.lightness() < clear.lightness() - 60
    assert veiled.red() - veiled.blue() > clear.red() - clear.blue() + 30


def test_what_a_sight_overlay_covers_can_still_be_told_apart() -> None:
    map_ = demo_map()
    hidden = pixels(
        bare(map_, ViewshedOverlay(map_.grid.hex(0, 0), np.zeros(map_.grid.shape, bool)))
    )
    lake = pixels(bare(map_, None))[..., 2] - pixels(bare(map_, None))[..., 0] > 60
    assert (hidden[lake][:, 2] - hidden[lake][:, 0]).mean() > 20


def test_a_reach_overlay_writes_its_costs_and_leaves_the_rest_alone() -> None:
    map_ = Map.blank(Grid(9, 7))
    origin = map_.grid.hex(4, 3)
    costs = {hex_: distance(hex_, origin) * 1.5 for hex_ in map_.grid if distance(hex_, origin) < 3}
    overlay = ReachOverlay(origin, costs)
    source = render_map(
        map_, RenderOptions(40, labels=False), PictureFormat.SVG, overlay
    ).content.decode()
    assert source.count(">1½</text>") == 6
    assert source.count(">3</text>") == 12
    plain, tinted = bare(map_, None), bare(map_, overlay)
    assert shade(plain, map_, 0, 0) == shade(tinted, map_, 0, 0)
    near, far = shade(tinted, map_, 5, 3), shade(tinted, map_, 6, 3)
    assert near.green() - near.red() > far.green() - far.red()


def test_the_origin_is_marked() -> None:
    map_ = Map.blank(Grid(5, 5))
    overlay = ReachOverlay(map_.grid.hex(2, 2), {map_.grid.hex(2, 2): 0})
    image = bare(map_, overlay)
    x, y = map_.grid.centre(map_.grid.hex(2, 2), 40)
    assert image.pixelColor(int(x + 2.4 + 17), int(y + 2.4)).red() > 150
    assert image.pixelColor(int(x + 2.4 + 17), int(y + 2.4)).green() < 90


@pytest.mark.parametrize(
    ("cost", "words"), [(0, "0"), (3, "3"), (0.5, "½"), (2.5, "2½"), (0.25, "0.25"), (10, "10")]
)
def test_costs_are_written_as_printed(cost: float, words: str) -> None:
    assert cost_text(cost) == words
