"""The menu that asks which of several things a click on the map means."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPoint
from PySide6.QtGui import QCursor
from PySide6.QtWidgets import QMenu

from engine.session.choices import Choice
from studio.canvas.canvas import MapCanvas
from studio.playtest.board.pointing import Finger

NAME = "choices"


def pop_up(finger: Finger, choices: list[Choice]) -> QMenu:
    """A menu of choices at the pointer; one looked at is shown on the map, one taken is chosen."""
    canvas = finger.play.canvas
    for earlier in canvas.findChildren(QMenu, NAME):
        earlier.deleteLater()
    menu = QMenu(canvas)
    menu.setObjectName(NAME)
    for choice in choices:
        entry = menu.addAction(choice.words)
        entry.triggered.connect(_choose(finger, choice))
        entry.hovered.connect(_look_at(finger, choice))
    menu.popup(_where(canvas))
    return menu


def _where(canvas: MapCanvas) -> QPoint:
    """The pointer, or the hex the keyboard points at."""
    at = canvas.keyboard_hex
    if at is None:
        return QCursor.pos()
    x, y = canvas.camera.centre(at)
    return canvas.mapToGlobal(QPoint(round(x), round(y)))


def _choose(finger: Finger, choice: Choice) -> Callable[[], None]:
    def choose() -> None:
        finger.play.canvas.activateWindow()  # where the menu had the keys, they are the map's again
        finger.play.canvas.setFocus()
        finger.play.choose(choice)

    return choose


def _look_at(finger: Finger, choice: Choice) -> Callable[[], None]:
    return lambda: finger.look_at(choice)
