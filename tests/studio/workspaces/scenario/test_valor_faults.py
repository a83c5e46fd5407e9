"""What a designer of squads gets wrong is told with place and advice, and put right by a click."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from engine.files.source_text import SHIPPED
from engine.problems import Problem
from engine.scenario.scenario import Scenario
from studio.framework.prompts import PromptAnswer
from studio.main_window.main_window import MainWindow
from studio.widgets.problems_panel import PROBLEM
from studio.workspaces.scenario.editor.scenario_tab import ScenarioTab
from tests.studio.main_window.conftest import Scripted, make_window, prompts  # noqa: F401  # fixtures

FOLDER = SHIPPED / "samples" / "valor"
FAULTY = """\
sandtable: scenario/2
title: {en: Faults, zh: 错误}
game: valor
map: ../maps/orchard-farm.map.yaml
turns: 4
sides:
  - {id: us, name: {en: Americans, zh: 美军}, begins: true}
  - {id: de, name: {en: Germans, zh: 德军}}
forces:
  us:
    - {id: us1, type: us-rifle, at: A1}
    - {id: us2, type: us-rifle, at: A2}
    - {id: mg-a, type: m1919a6, bearer: us2}
    - {id: track, type: m3-halftrack, at: B4, facing: N}
    - {id: us3, type: us-rifle, aboard: track}
    - {id: lorry, type: truck, at: B6, facing: N}
    - {id: mg-b, type: m1919a6, at: A1}
    - {id: tube, type: bazooka, bearer: us2}
    - {id: us4, type: us-rifle, aboard: track}
    - {id: us5, type: us-rifle, at: A4, facing: N}
  de:
    - {id: de1, type: de-rifle, at: L1}
features:
  - {id: bunker, kind: bunker-wood, side: de, at: K4}
victory:
  - {by: ratio, side: us, percent: 200}
"""
FAULTS = [
    ("needs-bearer", "forces.us[6]", ("mg-b", "us1")),
    ("cannot-bear", "forces.us[7]", ("tube", "us3")),
    ("cannot-carry", "forces.us[8]", ("us4", "lorry")),
    ("no-front", "forces.us[9]", ("us5",)),
    ("feature-needs-front", "features[0]", ("bunker",)),
]
"""Code, where it is told, and what the button names."""


class Desk:
    """A window with a faulty scenario in front, and its list of problems."""

    def __init__(self, window: MainWindow, file: Path, qtbot: QtBot) -> None:
        self.window, self._qtbot = window, qtbot
        window.filing.open_file(file)
        qtbot.waitUntil(lambda: isinstance(window.active_tab, ScenarioTab))
        self.look()

    @property
    def tab(self) -> ScenarioTab:
        assert isinstance(self.window.active_tab, ScenarioTab)
        return self.window.active_tab

    @property
    def scenario(self) -> Scenario:
        return self.tab.document.scenario

    @property
    def codes(self) -> list[str]:
        return [problem.code for problem in self.tab.problems]

    def look(self) -> None:
        self._qtbot.waitUntil(lambda: not self.tab.checking.is_waiting, timeout=20_000)

    def choose(self, code: str) -> Problem:
        """Click a problem of a kind in the list."""
        listed = self.window.docks.problems.list
        items = [listed.item(row) for row in range(listed.count())]
        item = next(each for each in items if each.data(PROBLEM).code == code)
        listed.scrollToItem(item)
        place = listed.visualItemRect(item).center()
        QTest.mouseClick(listed.viewport(), Qt.MouseButton.LeftButton, pos=place)
        problem: Problem = item.data(PROBLEM)
        return problem


@pytest.fixture
def context(
    make_window: Callable[..., MainWindow],  # noqa: F811  # the fixture
    prompts: Scripted,  # noqa: F811  # likewise
    tmp_path: Path,
    qtbot: QtBot,
) -> Iterator[Desk]:
    shutil.copytree(FOLDER, tmp_path / "valor")
    file = tmp_path / "valor/scenarios/faults.scenario.yaml"
    file.write_text(FAULTY, encoding="utf-8")
    window = make_window()
    window.resize(1300, 850)
    yield Desk(window, file, qtbot)
    for tab in list(window.works):
        prompts.answers = [PromptAnswer.NO]
        assert window.close_tab(tab)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_each_fault_has_its_place_and_advice_and_is_put_right_by_a_click(
    context: Desk, language: str
) -> None:
    """Bearers and portage (V12.1), passengers (V8.1), fronts (V7.1), a bunker's arc (V19.6)."""
    context.window.localize.set_language(language)
    assert sorted(context.codes) == sorted(code for code, *_ in FAULTS)
    for code, where, named in FAULTS:
        problem = context.choose(code)
        assert problem.where.startswith(where)
        assert problem.hint("en") != problem.hint("zh")
        button = context.window.docks.problems.fix_buttons[0]
        assert all(word in button.text() for word in named), button.text()
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)
        context.look()
        assert code not in context.codes
    assert context.codes == []
