"""Problems of a scenario at the window: shown as it is written, visited, kept, put right."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from engine.editing import scenario_edits as edits
from engine.editing import victory_edits
from engine.files.source_text import SHIPPED
from engine.hexes.hex import distance
from engine.scenario.scenario import Scenario
from engine.texts import text
from studio.framework.prompts import PromptAnswer
from studio.main_window.main_window import MainWindow
from studio.widgets.problems_panel import PROBLEM, ProblemsPanel
from studio.workspaces.scenario.editor.scenario_panel import ScenarioPanel
from studio.workspaces.scenario.editor.scenario_tab import ScenarioTab
from studio.workspaces.scenario.panels.title_and_briefing_panel import TitleAndBriefingPanel
from studio.workspaces.scenario.panels.victory_panel import VictoryPanel
from tests.studio.main_window.conftest import Scripted, make_window, prompts  # noqa: F401  # fixtures

FOLDER = SHIPPED / "samples" / "tank"


class Bench:
    """A window with a copy of the sample in front."""

    def __init__(self, window: MainWindow, script: Scripted, file: Path, qtbot: QtBot) -> None:
        self.window, self.prompts, self._qtbot = window, script, qtbot
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

    def spoil(self, scenario: Scenario) -> None:
        self.tab.document.apply(scenario, "spoilt")
        self.look()

    def look(self) -> None:
        self._qtbot.waitUntil(lambda: not self.tab.checking.is_waiting, timeout=20_000)


@pytest.fixture
def bench(
    make_window: Callable[..., MainWindow],  # noqa: F811  # the fixture
    prompts: Scripted,  # noqa: F811  # likewise
    tmp_path: Path,
    qtbot: QtBot,
) -> Iterator[Bench]:
    shutil.copytree(FOLDER, tmp_path / "tank")
    window = make_window()
    window.resize(1300, 850)
    found = Bench(window, prompts, tmp_path / "tank/scenarios/crossroads.scenario.yaml", qtbot)
    yield found
    for tab in list(window.works):
        prompts.answers = [PromptAnswer.NO]
        assert window.close_tab(tab)


def test_a_problem_is_listed_as_soon_as_it_is_written(bench: Bench) -> None:
    assert bench.codes == []
    bench.spoil(edits.with_units_arriving(bench.scenario, ["r4"], 40, "north-edge"))
    assert bench.window.docks.problems.count == 1
    bench.tab.undo()
    bench.look()
    assert bench.window.docks.problems.count == 0


def test_a_click_goes_to_the_unit_that_is_meant(bench: Bench) -> None:
    wet = next(h for h in bench.scenario.map.grid if bench.scenario.map.ground_at(h) == "river")
    bench.spoil(edits.with_units_at(bench.scenario, ["b2"], wet))
    bench.window.docks.step_problem(1)
    assert list(bench.tab.forces.chosen) == ["b2"]
    assert bench.tab.canvas.keyboard_hex == wet


def test_a_click_goes_to_the_condition_or_the_side_that_is_meant(bench: Bench) -> None:
    condition, blue = bench.scenario.victory[1], bench.scenario.side("blue")
    spoilt = victory_edits.with_victory(bench.scenario, 1, replace(condition, count=9))
    bench.spoil(edits.with_side(spoilt, replace(blue, budget=1), "blue"))
    bench.window.docks.step_problem(1)
    aims = bench.window.scenario_docks.panels["aims"]
    assert isinstance(aims, VictoryPanel)
    assert aims.pages.currentWidget() is aims.conditions
    assert aims.conditions.listing.place == 1
    bench.window.docks.step_problem(1)
    story = bench.window.scenario_docks.panels["story"]
    assert isinstance(story, TitleAndBriefingPanel)
    assert story.sides.listing.place == 1


def test_the_later_of_two_enemies_in_a_hex_steps_out_of_it_and_back(bench: Bench) -> None:
    """One hex away, by a click; one step back brings it in again."""
    at = bench.scenario.map.grid.hex(5, 1)
    bench.spoil(edits.with_units_at(bench.scenario, ["r1", "b2"], at))
    assert bench.codes == ["enemies-together"]
    problems = bench.window.docks.problems
    problems.list.setCurrentRow(0)
    (move,) = [each for each in problems.fix_buttons if each.text()]
    assert move.text().startswith("Place b2 in ")
    QTest.mouseClick(move, Qt.MouseButton.LeftButton)
    bench.look()
    places = {unit.id: unit.at for unit in bench.scenario.units}
    assert bench.codes == []
    assert places["r1"] == at
    assert places["b2"] is not None
    assert distance(places["b2"], at) == 1
    QTest.keyClick(bench.window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert {unit.id: unit.at for unit in bench.scenario.units}["b2"] == at


def test_a_warning_is_kept_with_a_reason_and_comes_back_when_that_is_undone(bench: Bench) -> None:
    blue = replace(bench.scenario.side("blue"), budget=1)
    bench.spoil(edits.with_side(bench.scenario, blue, "blue"))
    problems = bench.window.docks.problems
    problems.list.setCurrentRow(0)
    bench.prompts.lines = ["short of tanks on purpose"]
    problems.waive.click()
    bench.look()
    assert bench.codes == []
    assert bench.scenario.waived[0].reason == "short of tanks on purpose"
    bench.tab.undo()
    bench.look()
    assert bench.codes == ["over-budget"]


def test_all_of_a_kind_are_put_right_in_one_step(bench: Bench) -> None:
    grid = bench.scenario.map.grid
    lost = edits.with_units_at(bench.scenario, ["r1", "r2", "b1"], grid.hex(99, 3))
    bench.spoil(lost)
    steps = bench.tab.document.history.index()
    problems = bench.window.docks.problems
    problems.list.setCurrentRow(0)
    assert problems.fix_buttons[0].text().startswith("Place r1 in")
    problems.fix_all.click()
    bench.look()
    assert "unknown-hex" not in bench.codes
    assert bench.tab.document.history.index() == steps + 1
    assert len(bench.scenario.units) == 8


@pytest.fixture
def hopeless(bench: Bench) -> ProblemsPanel:
    """The panel over a map that is all river: no unit stands well, and none finds another place."""
    grid = bench.scenario.map.grid
    ids = [unit.id for unit in bench.scenario.units]
    scenario = edits.with_units_at(bench.scenario, ids, grid.hex(5, 5))
    map_ = deepcopy(scenario.map)
    map_.ground[:] = map_.grounds.index("river")
    for plane in map_.links.values():
        plane[:] = 0
    bench.spoil(replace(scenario, ground=map_))
    problems = bench.window.docks.problems
    rows = [problems.list.item(row).data(PROBLEM).code for row in range(problems.list.count())]
    problems.list.setCurrentRow(rows.index("forbidden-ground"))
    assert [fix.text() for fix in problems.fix_buttons if fix.text()] == ["Remove unit r1"]
    return problems


def test_what_destroys_work_is_not_done_to_all_without_a_yes(
    bench: Bench, hopeless: ProblemsPanel
) -> None:
    count, steps = len(bench.scenario.units), bench.tab.document.history.count()
    bench.prompts.confirmed = [False]
    QTest.mouseClick(hopeless.fix_all, Qt.MouseButton.LeftButton)
    assert bench.prompts.asked[-1] == text(
        "tools.fix-all-asked", "en", way="Remove unit r1", count=count
    )
    assert (len(bench.scenario.units), bench.tab.document.history.count()) == (count, steps)
    bench.prompts.confirmed = [True]
    QTest.mouseClick(hopeless.fix_all, Qt.MouseButton.LeftButton)
    assert len(bench.scenario.units) < count
    assert bench.tab.document.history.count() == steps + 1


def test_enter_destroys_nothing_without_a_yes(bench: Bench, hopeless: ProblemsPanel) -> None:
    count = len(bench.scenario.units)
    bench.prompts.confirmed = [False]
    QTest.keyClick(hopeless.list, Qt.Key.Key_Return)
    assert bench.prompts.confirmed == []
    assert len(bench.scenario.units) == count
    QTest.mouseClick(hopeless.fix_buttons[0], Qt.MouseButton.LeftButton)  # it says what it does
    assert len(bench.scenario.units) == count - 1


def test_what_cannot_be_drawn_is_shown_all_the_same(bench: Bench) -> None:
    scenario = bench.scenario
    lost = replace(scenario.objectives[0], zone="nowhere-at-all")
    for broken in (
        edits.with_units_in_zone(scenario, ["r1"], "nowhere-at-all"),
        replace(scenario, rules={"stacking": "many", "cards_per_turn": {"red": "few"}}),
        victory_edits.with_objective(scenario, lost, "crossways"),
    ):
        bench.spoil(broken)
        assert bench.codes
        for panel in bench.window.scenario_docks.panels.values():
            if isinstance(panel, ScenarioPanel):
                panel.seen.wake()
    bench.spoil(scenario)
    assert bench.codes == []


def test_a_warning_at_a_side_s_row_goes_as_soon_as_it_is_put_right(bench: Bench) -> None:
    story = bench.window.scenario_docks.show_panel("story")
    assert isinstance(story, TitleAndBriefingPanel)
    story.pages.setCurrentWidget(story.sides)
    bench.spoil(
        edits.with_side(bench.scenario, replace(bench.scenario.side("blue"), budget=1), "blue")
    )
    row = story.sides.listing.list.item(1)
    assert "▲" in row.text()
    bench.spoil(
        edits.with_side(bench.scenario, replace(bench.scenario.side("blue"), budget=4), "blue")
    )
    assert "▲" not in story.sides.listing.list.item(1).text()


def test_a_side_s_colour_is_asked_for_by_its_name(bench: Bench) -> None:
    story = bench.window.scenario_docks.show_panel("story")
    assert isinstance(story, TitleAndBriefingPanel)
    story.pages.setCurrentWidget(story.sides)
    bench.prompts.colours = ["#123456"]
    QTest.mouseClick(story.sides.colour, Qt.MouseButton.LeftButton)
    assert bench.prompts.asked[-1] == "Colour of Red"
    assert bench.scenario.sides[0].colour == "#123456"
