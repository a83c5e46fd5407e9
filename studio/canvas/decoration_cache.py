"""Caches of a canvas: decorations that stay, and the sheet under them."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any, Protocol, runtime_checkable

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QImage, QPainter, QRegion

from studio.canvas.camera import MapCamera


@runtime_checkable
class PartialDecoration(Protocol):
    """A decoration that says what it is made of."""

    def pieces(self, camera: MapCamera) -> Mapping[Any, QRectF]:
        """Its pieces, equal where they look equal, with where each is on the screen."""
        ...


def changed_region(
    before: Sequence[object], after: Sequence[object], camera: MapCamera
) -> QRegion | None:
    """Return the region where decorations differ; None if it is unknown."""
    kept = {id(each) for each in before} & {id(each) for each in after}
    was = _pieces([each for each in before if id(each) not in kept], camera)
    now = _pieces([each for each in after if id(each) not in kept], camera)
    if was is None or now is None:
        return None
    region = QRegion()
    for one, other in ((was, now), (now, was)):
        for piece, room in one.items():
            if piece not in other:
                region += room.toAlignedRect()
    return region


def _pieces(decorations: Sequence[object], camera: MapCamera) -> dict[Hashable, QRectF] | None:
    found: dict[Hashable, QRectF] = {}
    for each in decorations:
        if not isinstance(each, PartialDecoration):
            return None
        found |= {(type(each), piece): room for piece, room in each.pieces(camera).items()}
    return found


class MapPictureCache:
    """A map with its words and tints as last painted, for as long as nothing of it changes.

    Whatever stands on it comes and goes without its being painted again. What changes every
    moment, as while the map is moved, is painted straight away and kept only once it comes again.
    """

    def __init__(self) -> None:
        self._image = QImage()
        self._seen: object = None  # of what it is a picture
        self._fresh = QRegion()  # the part of it that is painted

    def forget(self, room: QRect | None = None) -> None:
        """A part of the sheet, or all of it, may look different now."""
        if room is None:
            self._seen, self._fresh = None, QRegion()
        else:
            self._fresh -= QRegion(room)

    def let_go(self) -> None:
        """Free the memory while the canvas is hidden."""
        self.forget()
        self._image = QImage()

    def paint(
        self, painter: QPainter, seen: object, room: QRect, draw: Callable[[QPainter, QRect], None]
    ) -> None:
        """Paint a part of the sheet; `draw` draws what is not in the picture yet."""
        if seen != self._seen:
            self._seen, self._fresh = seen, QRegion()
            draw(painter, room)
            return
        self._fit_into(painter)
        missing = (QRegion(room) - self._fresh).boundingRect()
        if not missing.isEmpty():
            inside = QPainter(self._image)
            inside.setClipRect(missing, Qt.ClipOperation.IntersectClip)
            draw(inside, missing)
            inside.end()
            self._fresh += QRegion(missing)
        dpr = self._image.devicePixelRatio()
        source = QRectF(room.x() * dpr, room.y() * dpr, room.width() * dpr, room.height() * dpr)
        painter.drawImage(QRectF(room), self._image, source)

    def _fit_into(self, painter: QPainter) -> None:
        device = painter.device()
        dpr = device.devicePixelRatioF()
        size = QSize(round(device.width() * dpr), round(device.height() * dpr))
        if size != self._image.size() or dpr != self._image.devicePixelRatio():
            self._image = QImage(size, QImage.Format.Format_RGB32)
            self._image.setDevicePixelRatio(dpr)
            self._fresh = QRegion()
