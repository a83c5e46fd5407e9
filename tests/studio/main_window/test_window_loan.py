"""A window that is lent again is as it was when it was new, whatever was done in it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from studio.main_window.main_window import MainWindow
from studio.map_tools.brush_tools import LARGEST
from studio.workspaces.map.map_toolbox import MaterialFamily, PaletteMaterial
from tests.studio.main_window.conftest import Scripted, at, click, do, show_window
from tests.studio.main_window.window_loan import WindowFolders, WindowLender, differences, state_of

Lend = Callable[[], MainWindow]


@pytest.fixture
def lender() -> Iterator[WindowLender]:
    lender = WindowLender()
    yield lender
    lender.close()


@pytest.fixture
def lend(qtbot: QtBot, lender: WindowLender, prompts: Scripted, tmp_path: Path) -> Lend:
    """Lends the window as if to another test, with settings of its own."""
    loans: list[MainWindow] = []

    def again() -> MainWindow:
        if loans:
            lender.take_back()
        folder = tmp_path / str(len(loans))
        folder.mkdir()
        folders = WindowFolders(folder / "studio.ini", folder / "journals")
        loans.append(lender.lend(lambda: show_window(qtbot, folders, prompts), folders))
        return loans[-1]

    return again


def paint(window: MainWindow) -> None:
    do(window, "new")
    window.toolbox.take(PaletteMaterial(MaterialFamily.GROUND, "lake"))
    window.toolbox.set(size=LARGEST)
    click(window.required_map_editor, at(window.required_map_editor, 3, 3))
    do(window, "select-all")
    do(window, "copy")


def translate(window: MainWindow) -> None:
    do(window, "language-zh")


def darken(window: MainWindow) -> None:
    do(window, "theme-dark")
    window.looks.set_text_size(125)


def move_panels(window: MainWindow) -> None:
    do(window, "new")
    window.layouts.take_out(window.docks.sections["palette"])
    window.docks.sections["lookout"].set_open(False)
    window.docks.show_zones()


def change_keys(window: MainWindow) -> None:
    do(window, "shortcuts")
    window.bars.give("manner-line", "Y")


def search(window: MainWindow) -> None:
    do(window, "find-action")
    QTest.keyClicks(window.search.popup.line, "zoom")
    QGuiApplication.clipboard().setText("zoom")
    window.status.tell("zoomed")


DEEDS = [paint, translate, darken, move_panels, change_keys, search]


@pytest.mark.parametrize("use", DEEDS)
def test_what_was_done_in_a_window_is_undone_before_it_is_lent_again(
    lend: Lend, lender: WindowLender, use: Callable[[MainWindow], None]
) -> None:
    first = lend()
    new = state_of(first)
    use(first)
    assert differences(new, state_of(first)) != [], "nothing was done"
    again = lend()
    assert lender.differences == []
    assert again is first
    assert differences(new, state_of(again)) == []


def test_a_window_lent_again_equals_one_that_was_never_used(
    lend: Lend, qtbot: QtBot, prompts: Scripted, tmp_path: Path
) -> None:
    for use in DEEDS:
        use(lend())
    used = told(lend())
    new = show_window(qtbot, WindowFolders(tmp_path / "a.ini", tmp_path / "journals"), prompts)
    assert used == told(new)
    assert new.close()
    new.deleteLater()


def told(window: MainWindow) -> dict[str, object]:
    """What a user sees of a window: its words, its panels and what can be done."""
    docks, actions = window.layouts.sections, window.bars.actions
    widgets = (each for each in window.findChildren(QWidget) if each.isVisible())
    return {
        "title": window.windowTitle(),
        "panels": {name: (each.isVisible(), each.is_open) for name, each in docks.items()},
        "actions": {
            name: (each.text(), each.isEnabled(), each.isChecked(), each.toolTip())
            for name, each in actions.items()
        },
        "widgets": sorted(type(widget).__name__ for widget in widgets),
        "language": window.localize.language,
        "looks": (window.looks.theme, window.looks.text_size, window.looks.layers),
        "recent": window.preferences.recent,
        "tools": (window.toolbox.material, window.toolbox.settings, window.toolbox.clipboard),
    }


def test_a_window_that_cannot_be_put_as_it_was_is_not_lent_again(
    lend: Lend, lender: WindowLender
) -> None:
    first = lend()
    first.docks.lookout.setObjectName("another")
    assert lend() is not first
    assert any("another" in each for each in lender.differences)


def test_a_window_that_was_closed_is_not_lent_again(lend: Lend) -> None:
    first = lend()
    assert first.close()
    again = lend()
    assert again is not first
    assert again.isVisible()
