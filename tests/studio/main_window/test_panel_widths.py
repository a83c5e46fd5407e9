"""Panels are as wide as they were, whatever works were in front meanwhile."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDockWidget
from pytestqt.qtbot import QtBot

from engine.files.source_text import SHIPPED
from studio.framework.prompts import PromptAnswer
from studio.main_window.main_window import MainWindow
from tests.studio.main_window.conftest import Scripted

SAMPLES = SHIPPED / "samples" / "tank"
WORKS = ("maps/crossroads.map.yaml", "scenarios/crossroads.scenario.yaml",
         "decks/standard.deck.yaml")  # fmt: skip
WIDE = 330


def widths(window: MainWindow) -> dict[str, int]:
    """Of all panels that are out beside the map or below it, and of the window."""
    found = {
        dock.objectName(): dock.width()
        for dock in window.findChildren(QDockWidget)
        if dock.isVisible() and not dock.visibleRegion().isEmpty()
    }
    return {"": window.width(), **found}


def test_a_wide_work_neither_narrows_the_panels_of_another_nor_widens_the_window(
    make_window: Callable[..., MainWindow], qtbot: QtBot
) -> None:
    window = make_window()
    window.resize(1280, 820)
    for number, name in enumerate(WORKS):
        window.filing.open_file(SAMPLES / name)
        qtbot.waitUntil(lambda: len(window.works) == number + 1)  # noqa: B023 (called at once)

    def bring(number: int) -> dict[str, int]:
        bar = window.tabs.tabBar()
        QTest.mouseClick(bar, Qt.MouseButton.LeftButton, pos=bar.tabRect(number).center())
        QTest.qWait(50)  # layouts follow
        return widths(window)

    bring(0)
    palette = window.docks.named["palette"]
    window.resizeDocks([palette], [WIDE], Qt.Orientation.Horizontal)
    QTest.qWait(50)
    first = [bring(number) for number in range(len(WORKS))]
    assert first[0]["palette"] == WIDE
    assert [each[""] for each in first] == [1280] * 3
    for number in (0, 2, 1, 2, 0, 1, 0):
        assert bring(number) == first[number], WORKS[number]
    assert isinstance(window.prompts, Scripted)
    window.prompts.answers = [PromptAnswer.NO] * 3
