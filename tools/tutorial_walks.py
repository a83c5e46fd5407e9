"""What each tutorial does, step by step: one function a tutorial, as its page tells it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from studio.main_window.main_window import MainWindow
from studio.workspaces.play.balance.balance_window import BalanceWindow
from studio.workspaces.scenario.tabletop.figure_groups_panel import FigureGroupsPanel
from tools.ground_gallery import _valley as made_valley
from tools.stage import canvas_of
from tools.tutorial_walker import AFTER, SETTLED, Walk

WALKS: dict[str, Callable[[Walk], None]] = {}
NAMES = {
    "Mill Hill": {"zh": "磨坊山", "zh-Hant": "磨坊山", "ru": "Мельничный холм"},
    "1st Platoon": {"zh": "一排", "zh-Hant": "一排", "ru": "1-й взвод"},
    "2nd Platoon": {"zh": "二排", "zh-Hant": "二排", "ru": "2-й взвод"},
}
"""What a reader is told to write, in his language."""


def tutorial(go: Callable[[Walk], None]) -> Callable[[Walk], None]:
    """A tutorial by the name of its function."""
    WALKS[go.__name__.replace("_", "-")] = go
    return go


def _name(walk: Walk, name: str) -> None:
    walk.type(NAMES[name].get(walk.language, name))


@tutorial
def first_battlefield(walk: Walk) -> None:
    """Paint, look, mend, set out, play."""
    window = walk.window
    walk.until(lambda: window.welcome.thumbnails.is_finished, "the pictures of the samples")
    walk.take(1)

    def make(dialog: Any) -> None:
        dialog.columns.setFocus()
        walk.type("20")
        dialog.rows.setFocus()
        walk.type("14")
        dialog.title.setFocus()
        _name(walk, "Mill Hill")
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
    walk.until(lambda: not window.required_map_editor.problems, "a map without doubts")
    walk.press("M")
    walk.point(at(13, 7))
    with walk.holding(Qt.Key.Key_V):
        walk.point(at(13, 8))
        walk.take(5)
    walk.save_as("Ctrl+S", "mill-hill.map.yaml")
    walk.press("Ctrl+Shift+N", "Ctrl+Shift+J")
    form = _panel(window, "forces").form
    for side, places in (("red", ((2, 3), (2, 10))), ("blue", ((17, 8), (17, 5)))):
        form.side.setFocus()
        walk.type(walk.window.localize.localize_text(_side(window, side).name)[0])
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


def _panel(window: MainWindow, name: str) -> Any:
    """A panel of the scenario in front."""
    return window.scenario_docks.panels[name]


def _side(window: MainWindow, id_: str) -> Any:
    """A side of the scenario in front."""
    tab: Any = window.active_tab
    return next(side for side in tab.document.scenario.sides if side.id == id_)


@tutorial
def order_of_battle(walk: Walk) -> None:
    """Units and formations, a force from the library, a deck whose cards are counted."""
    window = walk.window
    walk.open("tank/maps/crossroads.map.yaml")
    walk.press("Ctrl+Shift+N", "Ctrl+Shift+J")
    form = _panel(window, "forces").form
    form.count.setFocus()
    walk.type("4")
    form.formation.setFocus()
    _name(walk, "1st Platoon")
    walk.press("Return")
    walk.take(1)
    form.side.setFocus()
    walk.type(window.localize.localize_text(_side(window, "blue").name)[0])
    form.formation.setFocus()
    _name(walk, "2nd Platoon")
    walk.press("Return")
    walk.press("Escape")
    walk.press("Alt+3")
    walk.take(2)
    walk.press("Alt+9")
    decks = _panel(window, "decks")
    walk.click(decks.add)
    walk.take(3)
    for _ in range(2):
        decks.panel.cards.rows.setFocus()
        walk.wait(AFTER)
        walk.menu("Ins")
    walk.take(4)
    decks.panel.pages.setCurrentIndex(1)
    walk.take(5)


@tutorial
def umpiring(walk: Walk) -> None:
    """An evening: begin, look, write orders, dice, a bulletin, the debrief."""
    walk.open("primer/scenarios/three-cities.scenario.yaml")

    def begin(dialog: Any) -> None:
        dialog.seed.setValue(7)
        walk.take(1, dialog)
        dialog.file.setText(str(walk.folder / "evening.room"))
        walk.click(dialog.begin)

    walk.answer("Ctrl+Shift+F5", begin)
    walk.press("F3")
    walk.take(2)
    walk.press("F2", "Ctrl+9")
    seats = walk.window.console.docks.writing.seats
    seats.setFocus()
    walk.press("Down")
    walk.take(3)
    seats.setFocus()
    walk.press("Up", "Ctrl+5")
    bulletins = walk.window.console.docks.bulletins
    walk.click(bulletins.draft)
    walk.take(4)
    walk.press("Shift+F2")
    walk.take(5)


@tutorial
def fair(walk: Walk) -> None:
    """Many games and what they say."""
    walk.open("tank/scenarios/crossroads.scenario.yaml")
    walk.press("Ctrl+F5")
    desk = next(w for w in QApplication.topLevelWidgets() if isinstance(w, BalanceWindow))
    desk.form.games.setValue(40)
    desk.form.seed.setValue(1)
    desk.form.workers.setValue(2)
    walk.take(1, desk)
    walk.click(desk.start)
    walk.until(lambda: not desk.is_running, "the end of the games")
    walk.take(2, desk)
    desk.close()


@tutorial
def real_ground(walk: Walk) -> None:
    """Files of a valley become a map."""
    files = made_valley(walk.folder)

    def go(dialog: Any) -> None:
        dialog.add(files)
        walk.until(lambda: dialog.next.isEnabled(), "the ground")
        walk.wait(3 * SETTLED)
        walk.take(1, dialog)
        walk.click(dialog.next)
        walk.until(lambda: dialog.make.isEnabled(), "the map")
        walk.wait(SETTLED)
        walk.take(2, dialog)
        walk.click(dialog.make)

    walk.answer("Ctrl+G", go)
    walk.take(3)


@tutorial
def carpet(walk: Walk) -> None:
    """A table with a hill and a house, two armies, a first move."""
    window = walk.window

    def make(dialog: Any) -> None:
        walk.take(1, dialog)
        walk.click(dialog.use)

    walk.answer("Ctrl+T", make)
    canvas = canvas_of(window)
    middle = QPoint(canvas.width() // 2, canvas.height() // 2)
    walk.press("5")
    walk.drag(middle, middle + QPoint(70, 0))
    walk.take(2)
    walk.save_as("Ctrl+S", "carpet.table.yaml")
    walk.answer("Ctrl+Shift+N", lambda dialog: QTest.keyClick(dialog, Qt.Key.Key_Return))
    canvas = canvas_of(window)
    panel = next(p for p in window.findChildren(FigureGroupsPanel) if p.isVisible())
    walk.click(panel.add)
    walk.drag(middle + QPoint(-100, 150), middle + QPoint(100, 150))
    panel.side.setFocus()
    walk.press("Down")
    walk.click(panel.add)
    walk.drag(middle + QPoint(100, -150), middle + QPoint(-100, -150))
    walk.take(3)

    def begin(dialog: Any) -> None:
        dialog.seed.setValue(5)
        walk.click(dialog.play)

    walk.answer("F5", begin)
    walk.wait(SETTLED)
    walk.take(4)
