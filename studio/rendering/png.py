"""Pictures as the content of PNG files."""

from __future__ import annotations

from PySide6.QtCore import QBuffer, QByteArray, QIODevice
from PySide6.QtGui import QImage, QImageWriter

from engine.problems import SandtableError
from engine.texts import text


def encode_png(image: QImage) -> bytes:
    """A picture as the content of a PNG file; SandtableError where it cannot be one."""
    content = QByteArray()
    buffer = QBuffer(content)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    if not QImageWriter(buffer, QByteArray(b"png")).write(image):
        raise SandtableError(text("drawing.not-written", None, format="PNG"))
    buffer.close()
    return bytes(content.data())
