"""The form for new units on a screen of 1366 × 768: its buttons are in sight and can be pressed."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton
from pytestqt.qtbot import QtBot

from engine.files.source_text import SHIPPED
from engine.languages import LANGUAGES
from studio.documents.scenario_document import ScenarioDocument
from studio.framework.prompts import PromptAnswer
from studio.main_window.main_window import MainWindow
from studio.widgets.sizing import TITLE_BAR
from studio.workspaces.scenario.editor.scenario_tab_base import ScenarioTabBase
from studio.workspaces.scenario.panels.order_of_battle_forms import AddUnitsForm
from tests.assertions import require
from tests.studio.main_window.conftest import Scripted

CROSSROADS = SHIPPED / "samples" / "tank" / "scenarios" / "crossroads.scenario.yaml"
BOTH = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
LEFT = Qt.MouseButton.LeftButton


def is_whole(button: QPushButton) -> bool:
    """Whether every bit of a button is in sight."""
    return button.visibleRegion().boundingRect() == button.rect()


@pytest.mark.parametrize("size", [100, 150])
@pytest.mark.parametrize("language", LANGUAGES)
def test_units_are_added_by_a_click_without_scrolling(
    make_window: Callable[..., MainWindow], qtbot: QtBot, language: str, size: int
) -> None:
    window = make_window()
    assert isinstance(window.prompts, Scripted)
    window.resize(1366, 768 - TITLE_BAR)
    window.show()
    window.looks.choose_language(language)
    window.looks.set_text_size(size)
    window.filing.open_file(CROSSROADS)
    qtbot.waitUntil(lambda: isinstance(window.active_tab, ScenarioTabBase))
    QTest.keyClick(window, Qt.Key.Key_J, BOTH)
    form = window.findChild(AddUnitsForm)
    assert isinstance(form, AddUnitsForm)
    qtbot.waitUntil(lambda: is_whole(form.use) and is_whole(form.close_it))
    for _ in range(6):  # to the last of the fields
        QTest.keyClick(require(QApplication.focusWidget()), Qt.Key.Key_Tab)
    assert is_whole(form.use)
    document = window.works[0].document
    assert isinstance(document, ScenarioDocument)
    before = len(document.scenario.units)
    QTest.mouseClick(form.use, LEFT)
    assert len(document.scenario.units) == before + 1
    QTest.mouseClick(form.close_it, LEFT)
    assert not form.isVisible()
    window.looks.set_text_size(100)
    window.looks.choose_language("en")
    window.prompts.answers = [PromptAnswer.NO]
