"""A scenario shows its map and its deck as they stand in tabs of their own, saved or not."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from engine.files import map_reader
from engine.files.source_text import SHIPPED
from engine.scenario.scenario import Scenario
from studio.framework.document_tab import DocumentTab
from studio.framework.prompts import PromptAnswer
from studio.main_window.main_window import MainWindow
from studio.workspaces.map.map_editor_tab import MapEditorTab
from studio.workspaces.map.map_toolbox import MaterialFamily, PaletteMaterial
from studio.workspaces.scenario.decks.deck_tab import DeckTab
from studio.workspaces.scenario.editor.scenario_tab import ScenarioTab
from tests.studio.main_window.conftest import Scripted, at, drag

CONTROL = Qt.KeyboardModifier.ControlModifier


class Three:
    """The crossroads in a window: the scenario, its map and its deck, each in a tab."""

    def __init__(self, window: MainWindow, script: Scripted, folder: Path, qtbot: QtBot) -> None:
        self.window, self.script, self.qtbot = window, script, qtbot
        self.files = {
            "map": folder / "maps/crossroads.map.yaml",
            "deck": folder / "decks/standard.deck.yaml",
            "scenario": folder / "scenarios/crossroads.scenario.yaml",
        }
        for count, file in enumerate(self.files.values(), 1):
            window.filing.open_file(file)
            qtbot.waitUntil(lambda: len(window.works) == count)  # noqa: B023 (called at once)

    def tab(self, kind: str) -> DocumentTab:
        return next(t for t in self.window.works if t.document.path == self.files[kind])

    def go_to(self, kind: str) -> DocumentTab:
        """Bring a tab to the front by a click on it."""
        tab, bar = self.tab(kind), self.window.tabs.tabBar()
        place = bar.tabRect(self.window.tabs.indexOf(tab)).center()
        QTest.mouseClick(bar, Qt.MouseButton.LeftButton, pos=place)
        assert self.window.active_tab is tab
        return tab

    @property
    def scenario(self) -> Scenario:
        tab = self.tab("scenario")
        assert isinstance(tab, ScenarioTab)
        return tab.scenario

    def ground(self) -> str:
        return self.scenario.map.ground_at(self.scenario.map.grid.hex(3, 3))

    def paint_a_lake(self) -> None:
        """One stroke over hex 3, 3 of the map."""
        editor = self.go_to("map")
        assert isinstance(editor, MapEditorTab)
        self.window.toolbox.take(PaletteMaterial(MaterialFamily.GROUND, "lake"))
        QTest.keyClick(editor.canvas, Qt.Key.Key_B)
        drag(editor, at(editor, 3, 3), at(editor, 3, 3, 0.2))

    def copy_a_card(self) -> None:
        tab = self.go_to("deck")
        assert isinstance(tab, DeckTab)
        rows = tab.panel.cards.rows
        rows.setFocus()
        QTest.keyClick(rows, Qt.Key.Key_Home)
        QTest.keyClick(rows, Qt.Key.Key_D, CONTROL)

    def look(self) -> list[str]:
        """The codes of the scenario's problems, once it has been looked at."""
        tab = self.go_to("scenario")
        assert isinstance(tab, ScenarioTab)
        self.qtbot.waitUntil(lambda: not tab.checking.is_waiting, timeout=20_000)
        return [problem.code for problem in tab.problems]


@pytest.fixture
def three(
    make_window: Callable[..., MainWindow], prompts: Scripted, tmp_path: Path, qtbot: QtBot
) -> Iterator[Three]:
    shutil.copytree(SHIPPED / "samples" / "tank", tmp_path / "tank")
    window = make_window()
    window.resize(1300, 850)
    window.show()
    yield Three(window, prompts, tmp_path / "tank", qtbot)
    for tab in list(window.works):
        prompts.answers = [PromptAnswer.NO]
        assert window.close_tab(tab)


def test_what_is_painted_unsaved_is_on_the_scenario_s_map_and_checked(three: Three) -> None:
    assert three.look() == []
    three.paint_a_lake()
    codes = three.look()
    assert three.ground() == "lake"
    assert codes == ["map-changed"]
    assert not three.tab("scenario").document.is_dirty
    assert three.tab("scenario").document.history.count() == 0


def test_undo_in_the_scenario_takes_back_nothing_of_the_map(three: Three) -> None:
    scenario = three.go_to("scenario")
    assert isinstance(scenario, ScenarioTab)
    scenario.forces.choose(["r1"])
    scenario.canvas.setFocus()
    QTest.keyClick(scenario.canvas, Qt.Key.Key_Delete)
    assert "r1" not in {unit.id for unit in three.scenario.units}
    three.paint_a_lake()
    three.go_to("scenario")
    QTest.keyClick(scenario.canvas, Qt.Key.Key_Z, CONTROL)
    assert "r1" in {unit.id for unit in three.scenario.units}
    assert three.ground() == "lake"


def test_a_map_closed_without_saving_is_what_its_file_says(three: Three) -> None:
    three.paint_a_lake()
    three.look()
    three.script.answers = [PromptAnswer.NO]
    three.window.close_tab(three.tab("map"))
    assert three.ground() != "lake"
    assert three.look() == []


def test_a_map_saved_and_closed_stays_as_it_was_painted(three: Three) -> None:
    three.paint_a_lake()
    editor = three.tab("map")
    assert isinstance(editor, MapEditorTab)
    QTest.keyClick(editor.canvas, Qt.Key.Key_S, CONTROL)
    three.qtbot.waitUntil(lambda: not editor.document.is_dirty)
    assert three.window.close_tab(editor)
    assert three.ground() == "lake"
    saved = map_reader.load(three.files["map"])
    assert saved.ground_at(saved.grid.hex(3, 3)) == "lake"


def test_cards_of_an_unsaved_deck_are_in_the_scenario_and_checked(three: Three) -> None:
    count = len(three.scenario.decks["standard"].cards)
    three.copy_a_card()
    three.look()
    deck = three.scenario.decks["standard"]
    assert len(deck.cards) == count + 1
    assert deck.id == "standard"
    tab = three.tab("scenario")
    assert isinstance(tab, ScenarioTab)
    assert len(tab.document.playable_scenario().decks["standard"].cards) == count + 1


def test_the_scenario_follows_while_its_tab_is_out_of_sight(three: Three) -> None:
    three.paint_a_lake()
    three.qtbot.waitUntil(lambda: three.ground() == "lake")
