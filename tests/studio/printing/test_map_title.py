"""The title of a map cut into pages: whole on one of them."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtGui import QImage, QPainter

from engine.hexes.grid import Grid
from engine.map.map import Map
from studio.printing.map_tiling import MM_A_UNIT, MapTiling, PrintSettings, visible_area
from studio.rendering.map.render_options import RenderOptions

pytestmark = pytest.mark.usefixtures("qapp")


@pytest.mark.parametrize("columns", [8, 24, 40, 60])
@pytest.mark.parametrize("title", ["Mill Ford", "From the River to the Old Abbey " * 3])
def test_the_title_is_whole_on_one_page(columns: int, title: str) -> None:
    map_ = Map.blank(Grid(columns, 14))
    map_.title = title
    print_ = MapTiling(map_, RenderOptions(), PrintSettings())
    first, last = inked_columns(print_)
    on = [
        page.number
        for page in print_.tiling
        if not page.row and left_of(print_, page.number) <= first
        and last <= left_of(print_, page.number) + visible_area(print_.tiling, page).width
    ]  # fmt: skip
    assert len(on) == 1


def left_of(print_: MapTiling, number: int) -> float:
    """Where what a page alone shows begins on the sheet, in millimetres."""
    page = print_.tiling.page(number)
    return page.part.left + visible_area(print_.tiling, page).left - print_.tiling.margin


def inked_columns(print_: MapTiling) -> tuple[float, float]:
    """From where to where there is ink above the map, in millimetres of the sheet."""
    sheet = print_.sheet
    image = QImage(sheet.width, round(sheet.map_top) - 2, QImage.Format.Format_Grayscale8)
    painter = QPainter(image)
    sheet.paint(painter)
    painter.end()
    lines = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), -1)
    (inked,) = np.nonzero((lines[:, : image.width()] < 128).any(axis=0))
    return inked[0] * MM_A_UNIT, inked[-1] * MM_A_UNIT
