"""Whether a picture of the docs still shows what the program shows."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import numpy as np
from PIL import Image
from PySide6.QtCore import QBuffer, QByteArray, QIODevice
from PySide6.QtGui import QImage

FAINT = 48  # of 255: what fewer colours and smoothed edges make of the same point
FEW = 0.0005  # of all points: a caret


def is_like(kept: Path, now: QImage | bytes) -> bool:
    """Whether two pictures are of one size and differ in few points, or hardly."""
    return kept.is_file() and share_that_differs(kept.read_bytes(), as_png(now)) <= FEW


def share_that_differs(one: bytes, other: bytes) -> float:
    """Of all points; 1.0 where the sizes are others."""
    before, after = (np.asarray(Image.open(io.BytesIO(each)).convert("RGB"), dtype=np.int16)
                     for each in (one, other))  # fmt: skip
    if before.shape != after.shape:
        return 1.0
    return float((np.abs(before - after).max(axis=2) > FAINT).mean())


def as_png(picture: QImage | bytes) -> bytes:
    """A picture as its file would be."""
    if isinstance(picture, bytes):
        return picture
    kept = QByteArray()
    buffer = QBuffer(kept)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    picture.save(buffer, "PNG")  # type: ignore[call-overload]  # takes a name as str, too
    return bytes(kept.data())


def tell(stale: list[str], remedy: str) -> None:
    """Say which pictures are stale, and what takes them anew."""
    for name in stale:
        sys.stdout.write(f"{name} is no longer what the program shows: {remedy} {name}\n")
