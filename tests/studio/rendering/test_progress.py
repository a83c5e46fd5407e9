"""A picture that takes its time tells how far it is, and is given up between two layers."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtGui import QImage

from engine.hexes.grid import Grid
from engine.map.map import Map
from studio.rendering.file_formats import PictureFormat
from studio.rendering.map import map_pictures
from studio.rendering.map.map_pictures import PAINTING, render_map
from studio.rendering.map.render_options import RenderOptions
from tests.studio.rendering.comparing import pixels
from tests.studio.rendering.demo_country import demo_map


@pytest.mark.parametrize("hex_px", [4.0, 24.0])
def test_drawing_tells_how_far_it_is(hex_px: float) -> None:
    shares: list[float] = []
    render_map(
        demo_map(), RenderOptions(hex_px, zones=True), PictureFormat.PNG, report=shares.append
    )
    assert len(shares) >= 5
    assert shares == sorted(shares)
    assert 0 < shares[0] < 0.2
    assert shares[-1] <= PAINTING


@pytest.mark.parametrize("format_", PictureFormat)
def test_what_the_listener_raises_ends_the_drawing(format_: PictureFormat) -> None:
    told: list[float] = []

    def enough(share: float) -> None:
        told.append(share)
        raise InterruptedError

    with pytest.raises(InterruptedError):
        render_map(Map.blank(Grid(6, 5)), RenderOptions(), format_, report=enough)
    assert len(told) == 1


def test_a_large_picture_painted_in_strips_is_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    look = RenderOptions(24.0, zones=True)
    whole = QImage.fromData(render_map(demo_map(), look, PictureFormat.PNG).content)
    monkeypatch.setattr(map_pictures, "LARGE", 1)
    monkeypatch.setattr(map_pictures, "STRIP", 130)
    shares: list[float] = []
    content = render_map(demo_map(), look, PictureFormat.PNG, report=shares.append).content
    apart = np.abs(pixels(whole) - pixels(QImage.fromData(content))).max(axis=2)
    assert len(shares) > 20
    assert shares == sorted(shares)
    assert (apart > 16).mean() < 0.002  # dashes of zones' borders begin elsewhere
