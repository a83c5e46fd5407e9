"""A designer at the window: everything is done by actions, clicks, keys and fields."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from PySide6.QtCore import QCoreApplication, QPoint, QPointF, Qt
from PySide6.QtGui import QDragEnterEvent, QDragMoveEvent, QDropEvent, QInputMethodEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSpinBox,
    QApplication,
    QCheckBox,
    QComboBox,
    QLineEdit,
    QPlainTextEdit,
    QRadioButton,
    QSpinBox,
    QTabBar,
    QTabWidget,
    QTreeView,
    QWidget,
)
from pytestqt.qtbot import QtBot

from engine.hexes.hex import Hex
from engine.problems import Problem
from engine.scenario.scenario import Scenario
from studio.main_window.main_window import MainWindow
from studio.widgets.problems_panel import ProblemsPanel
from studio.workspaces.scenario.editor.scenario_panel import ScenarioPanel
from studio.workspaces.scenario.editor.scenario_tab import ScenarioTab
from tests.studio.main_window.conftest import Scripted, do

Key = Qt.Key
NONE = Qt.KeyboardModifier.NoModifier
SHIFT, CONTROL = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier
ALT = Qt.KeyboardModifier.AltModifier
LEFT = Qt.MouseButton.LeftButton
FIELDS = (QLineEdit, QPlainTextEdit, QComboBox, QSpinBox, QCheckBox, QRadioButton)


class Designer:
    """Works in a window; every `step` is undone by Ctrl+Z and made again, wherever the keys are."""

    def __init__(self, window: MainWindow, prompts: Scripted, qtbot: QtBot) -> None:
        self.window, self.prompts, self.qtbot = window, prompts, qtbot
        self.steps = 0

    # --- what there is ----------------------------------------------------------------------------

    @property
    def tab(self) -> ScenarioTab:
        assert isinstance(self.window.active_tab, ScenarioTab)
        return self.window.active_tab

    @property
    def scenario(self) -> Scenario:
        return self.tab.document.scenario

    @property
    def problems(self) -> list[Problem]:
        """What the panel of problems lists, once it has looked."""
        self.qtbot.waitUntil(lambda: not self.tab.checking.is_waiting, timeout=30_000)
        self.settle()
        panel: ProblemsPanel = self.window.docks.problems
        assert panel.count == len(self.tab.problems)
        return self.tab.problems

    def unit(self, id_: str) -> Any:
        found = self.tab.forces.unit(id_)
        assert found is not None, id_
        return found

    def ids(self, formation: str) -> list[str]:
        return [unit.id for unit in self.scenario.units if unit.formation == formation]

    def hex(self, column: int, row: int) -> Hex:
        return self.scenario.map.grid.hex(column, row)

    # --- hands ------------------------------------------------------------------------------------

    def settle(self) -> None:
        for _ in range(4):
            QCoreApplication.processEvents()

    def do(self, action: str) -> None:
        do(self.window, action)
        self.settle()

    def keys(self, widget: QWidget, *keys: Qt.Key, held: Qt.KeyboardModifier = NONE) -> None:
        for key in keys:
            QTest.keyClick(widget, key, held)
        self.settle()

    def panel(self, key: Qt.Key, name: str) -> Any:
        """A panel, by the keys that lead to it."""
        QTest.keyClick(self.window, key, ALT)
        self.settle()
        return self.found(name)

    def found(self, name: str) -> Any:
        """A panel that is in sight."""
        panel = self.window.scenario_docks.panels[name]
        assert isinstance(panel, ScenarioPanel)
        assert panel.seen.is_seen, name
        return panel

    @contextmanager
    def step(self, panel: QWidget | None = None) -> Iterator[None]:
        """What is done within is one step: Ctrl+Z takes it back, in the panel too."""
        before, was = self.scenario, self.tab.document.history.index()
        shown = said(panel) if panel is not None else []
        yield
        self.settle()
        after, now = self.scenario, self.tab.document.history.index()
        assert after != before, "nothing was changed"
        assert now == was + 1, [self.tab.document.history.text(n) for n in range(was, now)]
        self.press_undo()
        assert self.scenario == before, "Ctrl+Z did not take it back"
        assert self.tab.document.history.index() == was
        if panel is not None:
            assert said(panel) == shown
        self.press_redo()
        assert self.scenario == after
        self.steps += 1

    def press_undo(self) -> None:
        self.keys(QApplication.focusWidget() or self.window, Key.Key_Z, held=CONTROL)

    def press_redo(self) -> None:
        self.keys(QApplication.focusWidget() or self.window, Key.Key_Z, held=CONTROL | SHIFT)

    # --- fields -----------------------------------------------------------------------------------

    def write(self, field: QWidget, words: str) -> None:
        """Type over what a field says, by keys or, for Chinese, an input method; and stay there."""
        field.setFocus()
        self.keys(field, Key.Key_A, held=CONTROL)
        if not words:
            self.keys(field, Key.Key_Delete)
        elif words.isascii():
            QTest.keyClicks(field, words)
        else:
            event = QInputMethodEvent()
            event.setCommitString(words)
            QCoreApplication.sendEvent(field, event)
        self.settle()

    def number(self, box: QSpinBox, value: int) -> None:
        self.write(box, str(value))
        self.keys(box, Key.Key_Return)

    def choose(self, box: QComboBox, data: object) -> None:
        """By the keyboard, as far down as it is."""
        place = box.findData(data)
        assert place >= 0, [box.itemData(row) for row in range(box.count())]
        box.setFocus()
        step = Key.Key_Down if place > box.currentIndex() else Key.Key_Up
        for _ in range(abs(place - box.currentIndex())):
            self.keys(box, step)
        assert box.currentData() == data

    def tick(self, box: QWidget) -> None:
        QTest.mouseClick(box, LEFT, NONE, QPoint(8, box.height() // 2))
        self.settle()

    def turn(self, pages: QTabWidget | QTabBar, place: int) -> None:
        """Click the tab of another page."""
        bar = pages.tabBar() if isinstance(pages, QTabWidget) else pages
        QTest.mouseClick(bar, LEFT, NONE, bar.tabRect(place).center())
        self.settle()
        assert pages.currentIndex() == place

    def push(self, button: QWidget) -> None:
        QTest.mouseClick(button, LEFT)
        self.settle()

    # --- the map ----------------------------------------------------------------------------------

    def at(self, hex_: Hex) -> QPoint:
        x, y = self.tab.canvas.camera.centre(hex_)
        return QPoint(round(x), round(y))

    def drag(self, *hexes: Hex, held: Qt.KeyboardModifier = NONE) -> None:
        """Press in the first hex, move through the others, let go in the last."""
        canvas, points = self.tab.canvas, [self.at(hex_) for hex_ in hexes]
        canvas.grab()  # counters lie where they were painted
        QTest.mouseMove(canvas, points[0])
        QTest.mousePress(canvas, LEFT, held, points[0])
        for point in points[1:]:
            QTest.mouseMove(canvas, point)
        QTest.mouseRelease(canvas, LEFT, held, points[-1])
        self.settle()

    def drag_rows(
        self, tree: QTreeView, onto: QWidget, point: QPointF, held: Qt.KeyboardModifier = NONE
    ) -> None:
        """Drag what is chosen in a list onto another widget."""
        mime = tree.model().mimeData(tree.selectionModel().selectedRows())
        copy, at = Qt.DropAction.CopyAction, point.toPoint()
        for event in (
            QDragEnterEvent(at, copy, mime, LEFT, held),
            QDragMoveEvent(at, copy, mime, LEFT, held),
            QDropEvent(point, copy, mime, LEFT, held),
        ):
            QCoreApplication.sendEvent(onto, event)
        assert event.isAccepted()
        self.settle()

    def choose_rows(self, tree: QTreeView, first: Any, last: Any) -> None:
        """Click the first row of several, and with Shift the last."""
        for index, held in ((first, NONE), (last, SHIFT)):
            tree.scrollTo(index)
            QTest.mouseClick(tree.viewport(), LEFT, held, tree.visualRect(index).center())
        self.settle()


def said(panel: QWidget) -> list[object]:
    """What the fields of a panel say, as far as they are seen."""
    return [value_of(field) for field in fields_in(panel)]


def fields_in(panel: QWidget) -> list[QWidget]:
    """The fields of a panel that are seen, without those that are parts of others."""
    return [
        field
        for field in panel.findChildren(QWidget)
        if isinstance(field, FIELDS)
        and field.isVisibleTo(panel)
        and not isinstance(field.parent(), QAbstractSpinBox | QComboBox)
    ]


def value_of(field: QWidget) -> object:
    """What a field says."""
    match field:
        case QLineEdit():
            return field.text()
        case QPlainTextEdit():
            return field.toPlainText()
        case QComboBox():
            return field.currentText()
        case QSpinBox():
            return field.value()
        case QAbstractButton():
            return field.isChecked()
    raise TypeError(field)


def png(path: Path) -> Path:
    """A picture for a card."""
    from PySide6.QtGui import QImage

    image = QImage(300, 200, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.darkGreen)
    assert image.save(str(path))
    return path
