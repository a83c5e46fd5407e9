"""What is pressed and clicked in the first second of the window is done, and stays done."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from engine.files.source_text import SHIPPED
from studio import app
from studio.actions import Menu
from studio.main_window.main_window import MainWindow
from studio.main_window.shortcuts_dialog import ShortcutsDialog
from studio.preferences import Preferences
from studio.workspaces.map.map_palette_panel import AFTER_MS, PalettePanel
from tests.assertions import require
from tests.studio.main_window.conftest import Scripted, close_unsaved

CROSSROADS = SHIPPED / "samples" / "tank" / "maps" / "crossroads.map.yaml"
SCENARIO = SHIPPED / "samples" / "tank" / "scenarios" / "crossroads.scenario.yaml"
NONE = Qt.KeyboardModifier.NoModifier
CTRL, ALT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.AltModifier
LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def fresh(prompts: Scripted, tmp_path: Path, qtbot: QtBot) -> Iterator[MainWindow]:
    """A window that was shown a moment ago: no event has come to it yet."""
    made = MainWindow(Preferences(tmp_path / "studio.ini"), prompts, tmp_path / "journals")
    made.show()
    made.activateWindow()
    yield made
    close_unsaved(made, prompts)


def press(window: MainWindow, key: Qt.Key, keys: Qt.KeyboardModifier = NONE) -> None:
    QTest.keyClick(QApplication.focusWidget() or window.focusWidget() or window, key, keys)


def test_ctrl_n_makes_a_map(fresh: MainWindow, prompts: Scripted, qtbot: QtBot) -> None:
    press(fresh, Qt.Key.Key_N, CTRL)
    assert len(prompts.templates) == 1
    qtbot.waitUntil(lambda: len(fresh.works) == 1)


def test_ctrl_o_opens_a_file(fresh: MainWindow, prompts: Scripted, qtbot: QtBot) -> None:
    prompts.open = [CROSSROADS]
    press(fresh, Qt.Key.Key_O, CTRL)
    qtbot.waitUntil(lambda: len(fresh.works) == 1)
    assert fresh.works[0].document.path == CROSSROADS


def test_f1_lists_the_keys(fresh: MainWindow, qtbot: QtBot) -> None:
    press(fresh, Qt.Key.Key_F1)
    (sheet,) = fresh.findChildren(ShortcutsDialog)
    qtbot.waitUntil(sheet.isVisible)
    sheet.close()


def test_alt_f_opens_the_menu_of_files(fresh: MainWindow, qtbot: QtBot) -> None:
    press(fresh, Qt.Key.Key_F, ALT)
    menu = fresh.bars.menus[Menu.FILE]
    qtbot.waitUntil(menu.isVisible)
    assert fresh.bars.actions["new"].isEnabled()
    assert not fresh.bars.actions["save"].isEnabled()
    menu.close()


@pytest.mark.parametrize("name", ["new", "open"])
def test_the_first_page_can_be_clicked(
    fresh: MainWindow, prompts: Scripted, qtbot: QtBot, name: str
) -> None:
    prompts.open = [CROSSROADS]
    QTest.mouseClick(fresh.welcome.buttons[name], LEFT)
    qtbot.waitUntil(lambda: len(fresh.works) == 1)


def test_a_sample_can_be_clicked(fresh: MainWindow, qtbot: QtBot) -> None:
    QTest.mouseClick(fresh.welcome.buttons[str(SCENARIO)], LEFT)
    qtbot.waitUntil(lambda: len(fresh.works) == 1)


# --- what plug-ins add comes two seconds later ----------------------------------------------------


@pytest.fixture
def late(fresh: MainWindow, monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Lets a plug-in be found now: all lists are made again."""
    fresh.show()
    QTest.qWait(50)

    def come() -> None:
        found = SimpleNamespace(
            find_plugins=lambda: ("one",), failed_plugins=lambda: (), refused_plugins=lambda: ()
        )
        monkeypatch.setattr(app, "plugins", found)
        app.report_plugins(fresh)

    return come


def test_a_click_that_began_before_is_done(
    fresh: MainWindow, late: Callable[[], None], prompts: Scripted, qtbot: QtBot
) -> None:
    page = fresh.welcome
    button, card = page.buttons["new"], page.buttons[str(SCENARIO)]
    at = button.mapTo(fresh, button.rect().center())
    QTest.mousePress(button, LEFT)
    late()
    under = fresh.childAt(at)
    QTest.mouseRelease(require(under), LEFT, pos=require(under).mapFrom(fresh, at))
    assert len(prompts.templates) == 1
    qtbot.waitUntil(lambda: page.buttons[str(SCENARIO)] is not card)


def test_the_focus_stays_where_the_keyboard_has_brought_it(
    fresh: MainWindow, late: Callable[[], None], qtbot: QtBot
) -> None:
    page = fresh.welcome
    card = page.buttons[str(SCENARIO)]
    while QApplication.focusWidget() is not card:
        QTest.keyClick(QApplication.focusWidget() or fresh, Qt.Key.Key_Tab)
    late()
    assert page.buttons[str(SCENARIO)] is not card
    QTest.keyClick(require(QApplication.focusWidget()), Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: len(fresh.works) == 1)


def test_an_open_menu_stays_open(
    fresh: MainWindow, late: Callable[[], None], prompts: Scripted, qtbot: QtBot
) -> None:
    press(fresh, Qt.Key.Key_F, ALT)
    menu = fresh.bars.menus[Menu.FILE]
    qtbot.waitUntil(menu.isVisible)
    late()
    assert menu.isVisible()
    QTest.keyClick(menu, Qt.Key.Key_Return)
    assert len(prompts.templates) == 1


def test_no_picture_is_drawn_for_a_palette_that_is_away(
    fresh: MainWindow, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    """A scenario in front has other panels; who plays it does not wait for swatches."""
    drawn = []
    usual = PalettePanel._icon

    def noted(*told: Any) -> Any:
        drawn.append(told)
        return usual(*told)

    monkeypatch.setattr(PalettePanel, "_icon", noted)
    fresh.filing.open_file(SCENARIO)
    QTest.qWait(4 * AFTER_MS)
    assert not drawn
    fresh.filing.open_file(CROSSROADS)
    qtbot.waitUntil(lambda: bool(drawn))
