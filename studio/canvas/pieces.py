"""Which part of a canvas must be painted anew when other decorations stand on it than before."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Any, Protocol, runtime_checkable

from PySide6.QtCore import QRectF
from PySide6.QtGui import QRegion

from studio.canvas.camera import Camera


@runtime_checkable
class InPieces(Protocol):
    """A decoration that says what it is made of."""

    def pieces(self, camera: Camera) -> Mapping[Any, QRectF]:
        """Its pieces, equal where they look equal, with where each is on the screen."""
        ...


def differing(before: Sequence[object], after: Sequence[object], camera: Camera) -> QRegion | None:
    """Where decorations differ; None where one that has come or gone does not say its pieces."""
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


def _pieces(decorations: Sequence[object], camera: Camera) -> dict[Hashable, QRectF] | None:
    found: dict[Hashable, QRectF] = {}
    for each in decorations:
        if not isinstance(each, InPieces):
            return None
        found |= {(type(each), piece): room for piece, room in each.pieces(camera).items()}
    return found
