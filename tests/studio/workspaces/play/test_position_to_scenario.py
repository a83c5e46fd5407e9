"""The position of a game as a scenario: in a tab of its own, or in place of the one played."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from engine.checks.check import check
from engine.play.game import Intervention
from engine.session.seats import FogOfWar
from engine.texts import text
from studio.framework.prompts import PromptAnswer
from studio.main_window.main_window import MainWindow
from studio.workspaces.scenario.editor.scenario_tab import ScenarioTab
from tests.engine.session.sessions import begun, give
from tests.studio.main_window.conftest import Scripted, do
from tests.studio.workspaces.play.seen import opened, played


@pytest.fixture
def window(qtbot: QtBot, tmp_path: Path) -> Iterator[MainWindow]:
    with opened(qtbot, tmp_path) as made:
        yield made


@pytest.fixture
def prompts(window: MainWindow) -> Scripted:
    assert isinstance(window.prompts, Scripted)
    return window.prompts


@pytest.fixture
def tab(window: MainWindow) -> ScenarioTab:
    """A game of the crossroads in its second turn, in which the umpire has hit somebody."""
    session = give(begun(seed=2), random.Random(2), 10)
    while session.game.state.turn < 2 or not session.may_intervene:
        give(session, random.Random(session.answer_count), 1)
    unit = session.visible_position(None).pieces[0].id
    session.intervene(Intervention("hurt", (unit, "F"), "", "a test"))
    return played(window, session)[0]


def test_it_is_told_what_changes_and_what_is_left_out(
    window: MainWindow, tab: ScenarioTab, prompts: Scripted
) -> None:
    prompts.answers = [PromptAnswer.CANCEL]
    do(window, "from-here")
    assert "Crossroads, from turn 2" in prompts.asked[-1]
    assert "Turn 2 becomes the first" in prompts.asked[-1]
    assert text("playtest.from-here-left-out", "en") in prompts.asked[-1]
    assert (len(window.works), tab.document.is_dirty) == (1, False)


def test_in_a_new_tab_it_has_no_file_is_not_saved_and_checks_clean_once_it_is(
    window: MainWindow, tab: ScenarioTab, prompts: Scripted, tmp_path: Path
) -> None:
    prompts.answers = [PromptAnswer.YES]
    do(window, "from-here")
    new = window.active_tab
    assert isinstance(new, ScenarioTab)
    assert new is not tab
    assert (new.document.path, new.document.is_dirty) == (None, True)
    assert new.document.playable_scenario().turns == tab.scenario.turns - 1
    prompts.file = tmp_path / "here.scenario.yaml"
    window.filing.save(new.document)
    window.filing.finish_saving(new.document)
    assert prompts.offered is not None
    assert prompts.offered.name.startswith("crossroads-")
    assert prompts.offered.name.endswith(".scenario.yaml")
    assert check(prompts.file) == []
    assert tab.guest is not None  # which goes on in its tab


def test_in_place_of_the_scenario_it_is_one_step_that_can_be_undone(
    window: MainWindow, tab: ScenarioTab, prompts: Scripted
) -> None:
    was = tab.document.scenario
    prompts.answers = [PromptAnswer.NO]
    do(window, "from-here")
    assert tab.guest is None
    assert tab.document.scenario.title["en"] == "Crossroads, from turn 2"  # type: ignore[index]  # in two languages
    assert any("gun_out" in unit.marks for unit in tab.document.scenario.units)
    do(window, "undo")
    assert tab.document.scenario == was


def test_it_is_not_offered_while_the_screen_is_handed_over(window: MainWindow) -> None:
    session = begun(fog=FogOfWar.PER_SIDE)
    while not session.needs_hand_over:
        give(session, random.Random(session.answer_count), 1)
    played(window, session)
    assert not window.bars.actions["from-here"].isEnabled()
