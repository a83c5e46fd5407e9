"""A scan or satellite picture laid over the ground, to be traced."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter, QTransform

from studio.canvas.camera import MapCamera
from studio.canvas.image_placement import ImagePlacement


@dataclass(frozen=True)
class Underlay:
    """A picture, where it lies, and how far it covers the ground: 0 not at all, 1 wholly."""

    picture: QImage
    placing: ImagePlacement
    opacity: float = 0.5


class ImagePyramid:
    """A picture at half its size, a quarter and so on: no more pixels are drawn than are seen."""

    def __init__(self, picture: QImage) -> None:
        self.picture = picture
        self.sizes = [picture.convertToFormat(QImage.Format.Format_ARGB32_Premultiplied)]
        while min(self.sizes[-1].width(), self.sizes[-1].height()) > 256:
            last = self.sizes[-1]
            self.sizes.append(last.scaled(last.width() // 2, last.height() // 2))

    def for_scale(self, scale: float) -> QImage:
        """The smallest of the pictures that is not drawn larger than it is."""
        number = 0
        while number + 1 < len(self.sizes) and scale <= 0.5:
            number, scale = number + 1, scale * 2
        return self.sizes[number]


def paint_underlay(
    painter: QPainter, camera: MapCamera, underlay: Underlay, shrunk: ImagePyramid, screen: QRectF
) -> None:
    """Draw the part of an underlay that the screen shows."""
    placing, width = underlay.placing, camera.width
    picture = shrunk.for_scale(placing.scale * width)
    across = underlay.picture.width() / picture.width()
    down = underlay.picture.height() / picture.height()
    onto = QTransform(
        placing.a * width * across, placing.b * width * across,
        placing.c * width * down, placing.d * width * down,
        placing.e * width - camera.left, placing.f * width - camera.top,
    )  # fmt: skip
    back, is_possible = onto.inverted()
    if not is_possible:
        return
    seen = back.mapRect(screen).adjusted(-1, -1, 1, 1)
    part = seen.toAlignedRect().intersected(picture.rect())
    painter.save()
    painter.setTransform(onto, True)
    painter.setOpacity(underlay.opacity)
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
    painter.drawImage(QRectF(part), picture, QRectF(part))
    painter.restore()
