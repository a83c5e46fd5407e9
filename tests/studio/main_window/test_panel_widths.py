"""Columns are as wide as they were, whatever works were in front meanwhile."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from engine.files.source_text import SHIPPED
from studio.framework.prompts import PromptAnswer
from studio.main_window.main_window import MainWindow
from tests.studio.main_window.conftest import Scripted

SAMPLES = SHIPPED / "samples" / "tank"
WORKS = ("maps/crossroads.map.yaml", "scenarios/crossroads.scenario.yaml",
         "decks/standard.deck.yaml")  # fmt: skip
WIDE = 330


def test_a_wide_work_neither_narrows_the_columns_of_another_nor_widens_the_window(
    make_window: Callable[..., MainWindow], qtbot: QtBot
) -> None:
    window = make_window()
    window.resize(1280, 820)
    for number, name in enumerate(WORKS):
        window.filing.open_file(SAMPLES / name)
        qtbot.waitUntil(lambda: len(window.works) == number + 1)  # noqa: B023 (called at once)

    def bring(number: int) -> tuple[int, list[int]]:
        window.tabs.setCurrentIndex(number)
        QTest.qWait(50)  # layouts follow
        return window.width(), window.layouts.bench.parts.sizes()

    bring(0)
    parts = window.layouts.bench.parts
    parts.setSizes([0, sum(parts.sizes()) - WIDE, WIDE])
    parts.splitterMoved.emit(sum(parts.sizes()) - WIDE, 2)
    QTest.qWait(50)
    first = [bring(number) for number in range(len(WORKS))]
    assert first[0][1][-1] == WIDE
    assert [wide for wide, _ in first] == [1280] * 3
    for number in (0, 2, 1, 2, 0, 1, 0):
        assert bring(number) == first[number], WORKS[number]
    assert isinstance(window.prompts, Scripted)
    window.prompts.answers = [PromptAnswer.NO] * 3
