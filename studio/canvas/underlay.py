"""A scan or satellite picture laid over the ground, to be traced."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtGui import QImage

from studio.canvas.placing import Placing


@dataclass(frozen=True)
class Underlay:
    """A picture, where it lies, and how far it covers the ground: 0 not at all, 1 wholly."""

    picture: QImage
    placing: Placing
    opacity: float = 0.5
