from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from pytestqt.qtbot import QtBot

from engine.map.map import Map
from studio.canvas import kernel_loading

if TYPE_CHECKING:
    from studio.canvas.map_canvas import MapCanvas

Shown = Callable[..., "MapCanvas"]


@pytest.fixture(scope="session")
def _kernels() -> None:
    assert kernel_loading.load_kernels().result(120), "numba is not installed"


@pytest.fixture
def shown(qtbot: QtBot, _kernels: None) -> Shown:
    """Shows a map on a canvas of 400 × 300, with all it draws behind the window finished."""
    from studio.canvas.map_canvas import MapCanvas
    from tests.studio.canvas.looking import settle

    def show(
        map_: Map, width: float | None = None, size: tuple[int, int] = (400, 300)
    ) -> MapCanvas:
        canvas = MapCanvas()
        qtbot.addWidget(canvas)
        canvas.resize(*size)
        canvas.show_map(map_)
        canvas.show()
        qtbot.waitExposed(canvas)
        if width is not None:
            canvas.set_hex_width(width)
        settle(canvas)
        return canvas

    return show
