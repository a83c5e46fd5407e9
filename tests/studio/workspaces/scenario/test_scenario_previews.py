"""Previews while a scenario is written: what the unit chosen sees, and what its moves cost."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from engine.editing.scenario_edits import with_rule
from engine.games import rule_system_of
from engine.hexes.hex import Hex
from engine.movement.path_search import PathSearch
from engine.session.seats import Seat
from studio.previews.background_loading import background_loader
from studio.rendering.map.preview_tints import ReachOverlay, ViewshedOverlay
from studio.workspaces.play.start_game_dialog import GameSetup
from tests.studio.main_window.conftest import do
from tests.studio.workspaces.scenario.forces.author import CONTROL, Author
from tests.studio.workspaces.scenario.forces.conftest import (  # noqa: F401  # fixtures
    author,
    crossroads,
    make_window,
    prompts,
)


@pytest.fixture
def placed(author: Author) -> Hex:  # noqa: F811  # the fixture
    """Where Red 1 stands, which is chosen; what previews need is loaded."""
    background_loader().future.result()
    at = author.hex(7, 4)
    assert author.forces.place_at(["r1"], at)
    author.forces.choose(["r1"])
    author.settle()
    author.tab.canvas.grab()
    return at


def hover(author: Author, column: int, row: int) -> Hex:  # noqa: F811
    hex_ = author.hex(column, row)
    QTest.mouseMove(author.tab.canvas, author.at(hex_))
    author.settle()
    return hex_


def shown(author: Author) -> object:  # noqa: F811
    author.settle()
    position = author.tab.canvas.position
    assert position is not None
    return position.overlay


def reach(author: Author) -> ReachOverlay:  # noqa: F811
    found = shown(author)
    assert isinstance(found, ReachOverlay)
    return found


def test_r_shows_where_the_unit_chosen_can_go(author: Author, placed: Hex) -> None:  # noqa: F811
    do(author.window, "preview-reach")
    target = hover(author, 9, 4)
    book = rule_system_of("tank").handbook({})
    costs = PathSearch(book.mobility("tank"), author.scenario.map).reach(placed, 5)
    assert reach(author).costs == {hex_: float(cost) for hex_, cost in costs.items()}
    scout = author.tab.map_previews
    assert scout.marks, "the way to the pointer is drawn"
    assert author.scenario.map.labels.label(target) in author.window.status.reading.text()


def test_it_follows_the_unit_that_is_moved_and_undone(author: Author, placed: Hex) -> None:  # noqa: F811
    do(author.window, "preview-reach")
    assert reach(author).origin == placed
    author.key(author.tab.canvas, Qt.Key.Key_Right, CONTROL)
    assert reach(author).origin == author.hex(8, 4)
    author.tab.undo()
    assert reach(author).origin == placed


def test_a_unit_in_hand_sees_from_where_it_would_be_put(author: Author, placed: Hex) -> None:  # noqa: F811
    do(author.window, "preview-sight")
    canvas, there = author.tab.canvas, author.hex(10, 6)
    QTest.mouseMove(canvas, author.at(placed))
    QTest.mousePress(canvas, Qt.MouseButton.LeftButton, pos=author.at(placed))
    QTest.mouseMove(canvas, author.at(there))
    found = shown(author)
    assert isinstance(found, ViewshedOverlay)
    assert found.origin == there
    QTest.mouseRelease(canvas, Qt.MouseButton.LeftButton, pos=author.at(there))
    assert author.unit("r1").at == there


def test_a_unit_dragged_from_the_list_is_looked_from_too(author: Author, placed: Hex) -> None:  # noqa: F811
    do(author.window, "preview-reach")
    hover(author, 2, 2)
    there = author.hex(12, 7)
    author.drop(author.tab.canvas, QPointF(author.at(there)), ["r1"])
    assert reach(author).origin == there


def test_l_looks_along_the_line_from_the_unit(author: Author, placed: Hex) -> None:  # noqa: F811
    do(author.window, "preview-line")
    end = hover(author, 12, 7)
    profile = author.window.docks.chart.profile
    assert profile is not None
    assert (profile.start, profile.end) == (placed, end)


def test_the_scenario_s_own_rules_count(author: Author, placed: Hex) -> None:  # noqa: F811
    do(author.window, "preview-reach")
    before = len(reach(author).costs)
    slow = with_rule(author.scenario, ["units", "tank", "mp"], 2)
    author.tab.document.apply(slow, "slow")
    assert len(reach(author).costs) < before


def test_escape_takes_the_preview_away_before_the_choice(author: Author, placed: Hex) -> None:  # noqa: F811
    do(author.window, "preview-reach")
    assert reach(author)
    do(author.window, "escape")
    assert shown(author) is None
    assert author.forces.chosen == ("r1",)
    do(author.window, "escape")
    assert list(author.forces.chosen) == []


def test_the_heat_map_stays_while_units_are_put_about(
    author: Author,  # noqa: F811  # the fixture
    placed: Hex,
    qtbot: QtBot,
) -> None:
    do(author.window, "preview-heat")
    heat = author.tab.map_previews.heat
    qtbot.waitUntil(lambda: heat.plane is not None, timeout=30_000)
    author.key(author.tab.canvas, Qt.Key.Key_Right, CONTROL)
    position = author.tab.canvas.position
    assert position is not None
    assert position.heat is heat.plane
    do(author.window, "preview-heat")
    position = author.tab.canvas.position
    assert position is not None
    assert position.heat is None


def test_v_is_held_and_let_go(author: Author, placed: Hex) -> None:  # noqa: F811
    hover(author, 9, 4)
    QTest.keyPress(author.tab.canvas, Qt.Key.Key_V)
    assert isinstance(shown(author), ViewshedOverlay)
    QTest.keyRelease(author.tab.canvas, Qt.Key.Key_V)
    assert shown(author) is None


def test_in_a_game_nothing_of_it_is_left(author: Author, placed: Hex) -> None:  # noqa: F811
    do(author.window, "preview-reach")
    author.prompts.setup = GameSetup({"red": Seat.PERSON, "blue": Seat.PERSON}, seed=1)
    do(author.window, "play")
    assert author.tab.looking.scout is None
    author.window.playing.stop()
    assert shown(author) is None


def test_at_first_the_turn_track_lies_under_the_forces(author: Author) -> None:  # noqa: F811
    panels = author.window.scenario_docks
    forces, track = panels.named["forces"], panels.named["turn-track"]
    assert forces.parentWidget() is track.parentWidget()
    assert forces.geometry().bottom() < track.geometry().top()
    for section in (forces, track):
        assert not section.panel.visibleRegion().isEmpty()
    assert panels.named["decks"].panel.visibleRegion().isEmpty()
