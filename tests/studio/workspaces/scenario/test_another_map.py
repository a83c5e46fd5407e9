"""Another map for a scenario is read behind the window, and can be given up."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from engine.files import map_reader, map_writer
from engine.hexes.grid import Grid
from engine.map.map import Map
from studio.workspaces.play import saved_game_resumption
from studio.workspaces.play.saved_game_resumption import ResumedGame
from studio.workspaces.scenario.panels.title_and_briefing_panel import TitleAndBriefingPanel
from tests.studio.main_window.conftest import do
from tests.studio.workspaces.scenario.forces.author import Author
from tests.studio.workspaces.scenario.forces.conftest import (  # noqa: F401  # fixtures
    author,
    crossroads,
    make_window,
    prompts,
)


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """Maps are read once this is set; nothing is short enough to be waited for."""
    gate, read = threading.Event(), map_reader.load

    def slow(path: Path) -> Map:
        assert gate.wait(30)
        return read(path)

    monkeypatch.setattr(map_reader, "load", slow)
    yield gate
    gate.set()


@pytest.fixture
def story(author: Author, tmp_path: Path) -> TitleAndBriefingPanel:  # noqa: F811  # the fixture
    """The story's panel, a smaller map about to be chosen."""
    author.window.jobs.patience = 0.0
    map_writer.save(Map.blank(Grid(10, 8)), tmp_path / "small.map.yaml")
    author.prompts.file, author.prompts.confirmed = tmp_path / "small.map.yaml", [True]
    panel = author.window.scenario_docks.show_panel("story")
    author.settle()
    assert isinstance(panel, TitleAndBriefingPanel)
    return panel


def test_the_window_goes_on_while_a_map_is_read(
    author: Author,  # noqa: F811  # the fixture
    story: TitleAndBriefingPanel,
    held: threading.Event,
    qtbot: QtBot,
) -> None:
    story.other_map.click()
    assert author.window.status.job_line.isVisible()
    assert "small.map.yaml" in author.window.status.job_line.words.text()
    author.forces.delete()  # the work goes on
    assert author.scenario.map.grid.columns == 24
    held.set()
    qtbot.waitUntil(lambda: author.scenario.map.grid.columns == 10)
    author.tab.undo()
    assert author.scenario.map.grid.columns == 24


@pytest.mark.parametrize("way", ["escape", "another tab"])
def test_a_map_that_is_read_can_be_given_up(
    author: Author,  # noqa: F811  # the fixture
    story: TitleAndBriefingPanel,
    held: threading.Event,
    qtbot: QtBot,
    way: str,
) -> None:
    story.other_map.click()
    author.forces.choose([])
    if way == "escape":
        do(author.window, "escape")
        assert not story.isVisible(), "the panel's page is closed first"
    do(author.window, "escape" if way == "escape" else "new")
    assert not author.window.jobs.running
    held.set()
    qtbot.wait(100)
    assert author.scenario.map.grid.columns == 24
    assert author.prompts.confirmed == [True], "nothing was asked"


def test_a_broken_map_is_told_as_everywhere(
    author: Author,  # noqa: F811  # the fixture
    story: TitleAndBriefingPanel,
    tmp_path: Path,
    qtbot: QtBot,
) -> None:
    (tmp_path / "small.map.yaml").write_text("sandtable: map/1\n", encoding="utf-8")
    story.other_map.click()
    qtbot.waitUntil(lambda: bool(author.prompts.told))
    assert "small.map.yaml" in author.prompts.told[0]
    assert author.steps == 0


def test_a_scenario_that_broke_since_its_game_was_read_is_told(
    author: Author,  # noqa: F811  # the fixture
    crossroads: Path,  # noqa: F811  # likewise
    monkeypatch: pytest.MonkeyPatch,
    qtbot: QtBot,
) -> None:
    def broken(file: Path, *_: object) -> ResumedGame:
        crossroads.write_text("sandtable: scenario/1\n", encoding="utf-8")
        return ResumedGame(crossroads, None)  # type: ignore[arg-type]  # it is not come to

    monkeypatch.setattr(saved_game_resumption, "resume_file", broken)
    author.window.filing.game_wanted.emit(crossroads.with_name("a.session"))
    qtbot.waitUntil(lambda: bool(author.prompts.told))
    assert "crossroads.scenario.yaml" in author.prompts.told[0]
