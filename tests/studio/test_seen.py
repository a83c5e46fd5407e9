"""Panels that nobody sees cost nothing, and are up to date when they are seen."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDockWidget, QLabel, QMainWindow, QTabBar
from pytestqt.qtbot import QtBot

from studio.widgets.lazy_refresh import LazyRefresher


class Counter(QLabel):
    """Says how often it has looked."""

    def __init__(self) -> None:
        super().__init__("0")
        self.seen = LazyRefresher(self, self._refresh)

    def _refresh(self) -> None:
        self.setText(str(self.times + 1))

    @property
    def times(self) -> int:
        return int(self.text())


class Docked(QMainWindow):
    """Two panels, one behind the tab of the other."""

    def __init__(self) -> None:
        super().__init__()
        self.front, self.behind = Counter(), Counter()
        docks = []
        for name, panel in (("behind", self.behind), ("front", self.front)):
            dock = QDockWidget(name, self)
            dock.setObjectName(name)
            dock.setWidget(panel)
            self.addDockWidget(Qt.DockWidgetArea.RightDockWidgetArea, dock)
            docks.append(dock)
        self.docks = docks
        self.tabifyDockWidget(docks[0], docks[1])
        docks[1].raise_()
        self.resize(500, 300)
        self.show()
        QApplication.processEvents()

    def change(self) -> None:
        for panel in (self.front, self.behind):
            panel.seen.request_refresh()

    def click_tab(self, name: str) -> None:
        bar = next(bar for bar in self.findChildren(QTabBar) if bar.count() == 2)
        place = next(n for n in range(2) if bar.tabText(n) == name)
        QTest.mouseClick(bar, Qt.MouseButton.LeftButton, pos=bar.tabRect(place).center())


def test_a_panel_in_sight_looks_at_once_and_one_behind_its_tab_does_not(qtbot: QtBot) -> None:
    window = Docked()
    qtbot.addWidget(window)
    for _ in range(3):
        window.change()
    assert (window.front.times, window.behind.times) == (3, 0)


def test_a_panel_looks_once_before_it_is_painted_when_its_tab_is_clicked(qtbot: QtBot) -> None:
    window = Docked()
    qtbot.addWidget(window)
    window.change()
    window.change()
    window.click_tab("behind")
    assert window.behind.times == 1, "at once, before the events of painting"
    window.click_tab("front")
    window.click_tab("behind")
    assert window.behind.times == 1, "nothing has changed since"


def test_a_closed_panel_looks_when_it_is_opened(qtbot: QtBot) -> None:
    window = Docked()
    qtbot.addWidget(window)
    window.docks[1].close()
    window.docks[0].close()
    window.change()
    assert (window.front.times, window.behind.times) == (0, 0)
    window.docks[1].show()
    assert window.front.times == 1


def test_waking_shows_what_there_is_to_nobody(qtbot: QtBot) -> None:
    window = Docked()
    qtbot.addWidget(window)
    window.change()
    window.behind.seen.wake()
    assert window.behind.times == 1
    window.click_tab("behind")
    assert window.behind.times == 1, "it was up to date"
