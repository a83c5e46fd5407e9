"""What each tutorial does, step by step: one function a tutorial, as its page tells it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import Qt

from studio.window.window import MainWindow
from tools.tutorial_pictures import SETTLED, Walk

WALKS: dict[str, Callable[[Walk], None]] = {}


def tutorial(go: Callable[[Walk], None]) -> Callable[[Walk], None]:
    """A tutorial by the name of its function."""
    WALKS[go.__name__.replace("_", "-")] = go
    return go


@tutorial
def first_battlefield(walk: Walk) -> None:
    """Paint, look, mend, set out, play."""
    window = walk.window
    walk.take(1)

    def make(dialog: Any) -> None:
        dialog.columns.setFocus()
        walk.type("20")
        dialog.rows.setFocus()
        walk.type("14")
        dialog.title.setFocus()
        walk.type("Mill Hill")
        walk.take(2, dialog)
        walk.click(dialog.make)

    walk.answer("Ctrl+N", make)
    at = walk.spot
    walk.press("G")
    walk.drag(at(4, 3), at(7, 3), at(7, 5), at(5, 6))
    walk.press("E")
    walk.press("]")
    walk.drag(at(12, 8), at(14, 9))
    walk.press("D")
    walk.drag(at(0, 10), at(9, 9), at(18, 6))
    walk.take(3)
    walk.press("F8")
    walk.take(4)
    walk.press("Return")
    walk.until(lambda: not window.front.problems, "a map without doubts")
    walk.press("M")
    walk.point(at(13, 7))
    with walk.holding(Qt.Key.Key_V):
        walk.point(at(13, 8))
        walk.take(5)
    walk.save_as("Ctrl+S", "mill-hill.map.yaml")
    walk.press("Ctrl+Shift+N", "Ctrl+Shift+J")
    form = window.scenario_docks.panels["forces"].form
    for side, places in (("red", ((2, 3), (2, 10))), ("blue", ((17, 8), (17, 5)))):
        form.side.setFocus()
        walk.type(walk.window.say.of(_side(window, side).name)[0])
        form.count.setFocus()
        for place in places:
            walk.press("Return")
            walk.drag(at(0, 0), at(*place))
            form.count.setFocus()
    walk.take(6)
    walk.press("Escape")

    def begin(dialog: Any) -> None:
        dialog.seed.setValue(5)
        walk.take(7, dialog)
        walk.click(dialog.play)

    walk.answer("F5", begin)
    walk.wait(SETTLED)
    walk.take(8)


def _side(window: MainWindow, id_: str) -> Any:
    """A side of the scenario in front."""
    work: Any = window.tab.document
    return next(side for side in work.scenario.sides if side.id == id_)
