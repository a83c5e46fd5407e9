"""A picture that is asked for: of what, and how it shall be."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.map.map import Map
from studio.drawing.look import RenderOptions

if TYPE_CHECKING:  # the question is there before anything is drawn
    from PySide6.QtCore import QRectF

    from studio.canvas.position import LayerSettings
    from studio.drawing.deployment import Deployment
    from studio.parts.style_box import StyleChoice


@dataclass(frozen=True)
class PictureExportSubject:
    """The part of a map to draw into a file, how large and with which layers."""

    map: Map
    layers: LayerSettings
    parts: Mapping[str, QRectF]  # rectangles that can be drawn alone, in widths of a hex
    deployment: Deployment | None = None  # of a scenario
    styles: Sequence[StyleChoice] = ()  # those it can be drawn in


@dataclass(frozen=True)
class PictureExportRequest:
    """A picture as it is asked for; `part` is a rectangle in widths of a hex, or None for all."""

    look: RenderOptions
    part: QRectF | None = None
    with_units: bool = True
