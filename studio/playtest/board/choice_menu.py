"""The menu that asks which of several things a click on the map means."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QMenu

from engine.session.choices import Choice
from studio.playtest.board.finger import GamePointer

NAME = "choices"


def show_choice_menu(finger: GamePointer, choices: list[Choice]) -> QMenu:
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
    menu.popup(finger.play.board.pointed_at())
    return menu


def _choose(finger: GamePointer, choice: Choice) -> Callable[[], None]:
    def choose() -> None:
        finger.play.canvas.activateWindow()  # where the menu had the keys, they are the map's again
        finger.play.canvas.setFocus()
        finger.play.choose(choice)

    return choose


def _look_at(finger: GamePointer, choice: Choice) -> Callable[[], None]:
    return lambda: finger.look_at(choice)
