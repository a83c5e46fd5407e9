"""Whether colours can be told from one another, as WCAG 2.2 measures contrast."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PySide6.QtGui import QColor

Luminance = NDArray[np.float64]


def luminance(colours: NDArray[np.uint8]) -> Luminance:
    """The relative luminance, 0 to 1, of colours whose last axis is red, green, blue."""
    parts = colours[..., :3] / 255.0
    linear = np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)
    return np.asarray(linear @ np.array([0.2126, 0.7152, 0.0722]))


def contrasts(one: Luminance | float, other: Luminance | float) -> Luminance:
    """The contrast ratio of luminances, 1 to 21."""
    high, low = np.maximum(one, other), np.minimum(one, other)
    return np.asarray((high + 0.05) / (low + 0.05))


def contrast(one: QColor, other: QColor) -> float:
    """The contrast ratio of two colours, 1 to 21."""
    parts = [
        np.array((shade.red(), shade.green(), shade.blue()), np.uint8) for shade in (one, other)
    ]
    return float(contrasts(luminance(parts[0]), luminance(parts[1])))
