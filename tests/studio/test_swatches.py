"""The palette's small pictures of water can be told from one another."""

from __future__ import annotations

from itertools import combinations

import numpy as np
from numpy.typing import NDArray
from PySide6.QtWidgets import QApplication

from engine.map.terrain import load_catalogue
from studio.widgets.terrain_swatches import HIGH, WIDE, terrain_swatch
from tests.cases import check_each
from tests.studio.rendering.comparing import pixels

WATERS = [kind for kind in load_catalogue().kinds if load_catalogue().is_water(kind)]
FAR = 10.0  # CIE 1976 colour difference: seen at a glance
MINIMUM = 0.05  # of a swatch's pixels
WHITE = np.array([0.9505, 1.0, 1.089])  # D65
TO_XYZ = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]]).T


def lab(kind: str) -> NDArray[np.float64]:
    """A swatch in CIE L*a*b*, [row, column, 3]."""
    parts = pixels(terrain_swatch(kind).pixmap(WIDE, HIGH).toImage()) / 255.0
    linear = np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)
    xyz = linear @ TO_XYZ / WHITE
    x, y, z = np.moveaxis(np.where(xyz > 0.008856, np.cbrt(xyz), 7.787 * xyz + 16 / 116), -1, 0)
    return np.stack([116 * y - 16, 500 * (x - y), 200 * (y - z)], axis=-1)


@check_each(("one", "other"), [*combinations(WATERS, 2)])
def test_any_two_kinds_of_water_look_different_in_the_palette(
    qapp: QApplication, one: str, other: str
) -> None:
    apart = np.linalg.norm(lab(one) - lab(other), axis=-1) > FAR
    assert apart.mean() >= MINIMUM
