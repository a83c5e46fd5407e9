from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from PySide6.QtGui import QColor, QImage, QPainter

from engine.map.map import Map
from studio.rendering.map.map_painter import paint_map
from studio.rendering.map.map_view import MapView
from studio.rendering.map.render_options import RenderOptions

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication

Painted = Callable[[Map, RenderOptions], QImage]


@pytest.fixture(autouse=True)
def _application(qapp: QApplication) -> None:
    """Fonts and pictures need an application."""


@pytest.fixture
def painted() -> Painted:
    """Draws a bare map, its upper left corner at the picture's."""

    def paint(map_: Map, look: RenderOptions) -> QImage:
        wide, high = map_.grid.size(look.hex_px)
        image = QImage(int(wide), int(high), QImage.Format.Format_ARGB32_Premultiplied)
        image.fill(QColor("#ff00ff"))
        painter = QPainter(image)
        paint_map(painter, MapView(map_, look))
        painter.end()
        return image

    return paint
