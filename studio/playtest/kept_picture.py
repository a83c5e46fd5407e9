"""A picture of a kept game, as its map last looked."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QWidget

from engine.files import source_text
from engine.files.removal import remove_file
from engine.session.keeper import picture_beside
from engine.session.seats import Fog
from engine.session.session import Session
from studio.drawing.png import png_of

WIDE, HIGH = 432, 270


def take_picture(canvas: QWidget, session: Session, game: Path) -> None:
    """Keep a picture of a canvas beside a kept game, if anybody may see it; else remove it.

    Raises CannotRemove or CannotSave.
    """
    file = picture_beside(game)
    if not game.exists():
        return
    if is_secret(session) or canvas.size().isEmpty():
        remove_file(file)
        return
    shape = Qt.AspectRatioMode.KeepAspectRatioByExpanding
    whole = canvas.grab().scaled(WIDE, HIGH, shape, Qt.TransformationMode.SmoothTransformation)
    room = whole.rect()
    room.setSize(QSize(WIDE, HIGH))
    room.moveCenter(whole.rect().center())
    source_text.write(file, png_of(whole.copy(room).toImage()))


def is_secret(session: Session) -> bool:
    """Whether one person at the screen must not see what another may."""
    persons = sum(seat.is_here for seat in session.seats.values())
    return session.fog is Fog.PER_SIDE and persons > 1
