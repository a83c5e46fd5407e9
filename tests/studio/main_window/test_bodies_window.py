"""A scenario on a table in the window: bodies laid by two points, dragged, turned and counted."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot
from shapely import Point as Dot
from shapely import Polygon

from engine.files import scenario_reader
from engine.files.source_text import SHIPPED
from engine.scenario.figure_groups import FigureGroup
from engine.session.session import Session
from engine.tabletop.shapes import FOOT, INCH, Point
from engine.texts import text
from studio.main_window.main_window import MainWindow
from studio.previews.background_loading import TABLES, background_loader
from studio.workspaces.scenario.editor.scenario_tab_base import ScenarioTabBase
from studio.workspaces.scenario.tabletop.figure_groups_panel import FigureGroupsPanel
from studio.workspaces.scenario.tabletop.figure_groups_tab import FigureGroupsTab
from studio.workspaces.scenario.tabletop.group_previews import (
    FireOverlay,
    IsolationOverlay,
    MeleeOverlay,
    MoveReachOverlay,
)
from studio.workspaces.scenario.tabletop.group_tools import body_handles
from tests.engine.session.sessions import CROSSROADS
from tests.studio.main_window.conftest import Scripted, do
from tests.studio.main_window.test_table_window import (
    ALT,
    CONTROL,
    LEFT,
    NO,
    SHIFT,
    click,
    drag,
    hover,
    key,
    move,
    spot,
)

SAMPLES = SHIPPED / "samples" / "littlewars"
GUARDS = "s-guards"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    shutil.copytree(SAMPLES, tmp_path / "littlewars")
    return tmp_path / "littlewars" / "scenarios" / "two-farms.scenario.yaml"


@pytest.fixture
def prepared() -> None:
    """What previews need is loaded, as it is soon after a window is shown."""
    background_loader().future.result()


@pytest.fixture
def tab(window: MainWindow, file: Path, qtbot: QtBot) -> FigureGroupsTab:
    window.resize(1366, 740)
    window.filing.open_file(file)
    qtbot.waitUntil(lambda: isinstance(window.active_tab, FigureGroupsTab))
    assert isinstance(window.active_tab, FigureGroupsTab)
    return window.active_tab


@pytest.fixture
def panel(window: MainWindow, tab: FigureGroupsTab) -> FigureGroupsPanel:
    found = window.scenario_docks.panels["bodies"]
    assert isinstance(found, FigureGroupsPanel)
    found.seen.refresh_if_visible()
    return found


@pytest.fixture
def laid(tab: FigureGroupsTab, panel: FigureGroupsPanel) -> FigureGroupsTab:
    """The Southern Guards stand in a line from 2 to 4 feet, 3 feet from the near edge."""
    choose(panel, GUARDS)
    panel.lay.click()
    drag(tab, (2, 3), (3, 3), (4, 3))
    return tab


def choose(panel: FigureGroupsPanel, *ids: str) -> None:
    panel.tree.clearSelection()
    for item in panel.items():
        if item.data(0, Qt.ItemDataRole.UserRole) in ids:
            item.setSelected(True)


def body(tab: FigureGroupsTab, id_: str) -> FigureGroup:
    return tab.context.bodies[id_]


def test_a_body_is_laid_in_a_line_by_its_two_ends(laid: FigureGroupsTab) -> None:
    guards = body(laid, GUARDS)
    assert guards.at == (Point(2 * FOOT, 3 * FOOT), Point(4 * FOOT, 3 * FOOT))
    stands = laid.context.figures(guards)
    assert len(stands) == 20
    assert {stand.facing for stand in stands} == {0}, "from left to right it looks away"
    key(laid, Qt.Key.Key_Z, CONTROL)
    assert body(laid, GUARDS).at == ()


def test_a_click_lays_a_body_as_wide_as_it_stands(
    tab: FigureGroupsTab, panel: FigureGroupsPanel
) -> None:
    choose(panel, GUARDS)
    panel.lay.click()
    click(tab, 5, 7)
    first, last = body(tab, GUARDS).at
    assert first.x > last.x, "at the far edge it looks towards the viewer"
    assert first.y == last.y == 7 * FOOT


def test_a_new_gun_looks_where_the_drag_leads(
    tab: FigureGroupsTab, panel: FigureGroupsPanel
) -> None:
    panel.type.setCurrentIndex(panel.type.findData("gun"))
    panel.add.click()
    drag(tab, (5, 1), (5.5, 1), (6, 1), keys=SHIFT)
    gun = body(tab, "south-gun-1")
    assert gun.at == (Point(5 * FOOT, FOOT),)
    assert gun.facing == 90
    assert tab.context.draft is None
    assert not panel.add.isChecked()


def test_a_body_is_dragged_and_its_copy_with_alt(laid: FigureGroupsTab) -> None:
    middle = laid.context.figures(body(laid, GUARDS))[10].at
    x, y = middle.x / FOOT, middle.y / FOOT
    drag(laid, (x, y), (x, y - 0.5), (x, y - 1))
    assert body(laid, GUARDS).at == (Point(2 * FOOT, 2 * FOOT), Point(4 * FOOT, 2 * FOOT))
    drag(laid, (x, y - 1), (x, y - 1.5), (x, y - 2), keys=ALT)
    assert body(laid, GUARDS).at[0].y == 2 * FOOT
    assert body(laid, "south-foot-1").at[0].y == FOOT


def test_an_end_of_the_line_is_dragged_alone(laid: FigureGroupsTab) -> None:
    drag(laid, (4, 3), (4.5, 3.5), (5, 4))
    assert body(laid, GUARDS).at == (Point(2 * FOOT, 3 * FOOT), Point(5 * FOOT, 4 * FOOT))


def test_a_gun_is_turned_by_the_handle_ahead_of_it(
    tab: FigureGroupsTab, panel: FigureGroupsPanel
) -> None:
    choose(panel, "s-gun-1")
    panel.lay.click()
    click(tab, 5, 1)
    assert body(tab, "s-gun-1").facing == 0
    (handle,) = body_handles(tab.context, tab.canvas.camera.pixel)
    x, y = handle.at[0] / FOOT, handle.at[1] / FOOT
    drag(tab, (x, y), (6, 1.5), (7, 1))
    assert body(tab, "s-gun-1").facing == 90


def test_escape_leaves_what_is_dragged_and_what_is_to_be_laid(
    laid: FigureGroupsTab, panel: FigureGroupsPanel
) -> None:
    before = body(laid, GUARDS)
    QTest.mousePress(laid.canvas, LEFT, NO, spot(laid, 4, 3))
    move(laid, spot(laid, 5, 5), NO, LEFT)
    key(laid, Qt.Key.Key_Escape)
    QTest.mouseRelease(laid.canvas, LEFT, NO, spot(laid, 5, 5))
    assert body(laid, GUARDS) == before
    panel.lay.click()
    assert laid.context.draft is not None
    key(laid, Qt.Key.Key_Escape)
    assert laid.context.draft is None


def test_arrow_keys_nudge_and_delete_takes_away(window: MainWindow, laid: FigureGroupsTab) -> None:
    key(laid, Qt.Key.Key_Right)
    assert body(laid, GUARDS).at[0] == Point(2 * FOOT + INCH, 3 * FOOT)
    do(window, "clear")
    assert GUARDS not in laid.context.bodies
    do(window, "undo")
    assert GUARDS in laid.context.bodies


def test_who_stands_in_a_house_is_crossed_while_he_is_dragged(laid: FigureGroupsTab) -> None:
    middle = laid.context.figures(body(laid, GUARDS))[2].at
    x, y = middle.x / FOOT, middle.y / FOOT
    QTest.mousePress(laid.canvas, LEFT, NO, spot(laid, x, y))
    move(laid, spot(laid, x, y + 0.6), NO, LEFT)
    army = laid._army(list(laid._sketch.ghosts), are_ghosts=True)
    assert 5 <= len(army.barred) <= 11, "the left half of the line stands in West Farm"
    key(laid, Qt.Key.Key_Escape)


def test_points_of_both_sides_are_told(tab: FigureGroupsTab, panel: FigureGroupsPanel) -> None:
    assert "84" in panel.told.text()
    panel.type.setCurrentIndex(panel.type.findData("gun"))
    panel.add.click()
    click(tab, 5, 1)
    panel.seen.refresh_if_visible()
    assert "89" in panel.told.text()


def test_a_body_is_given_back_to_its_side(laid: FigureGroupsTab, panel: FigureGroupsPanel) -> None:
    panel.unlay.click()
    assert body(laid, GUARDS).at == ()


def test_the_form_changes_formation_and_strength(
    laid: FigureGroupsTab, panel: FigureGroupsPanel
) -> None:
    formation = panel.form.picks["formation"]
    formation.setCurrentIndex(formation.findData("column"))
    formation.activated.emit(formation.currentIndex())
    assert body(laid, GUARDS).formation == "column"
    panel.form.strength.setValue(12)
    assert body(laid, GUARDS).strength == 12
    assert len(laid.context.figures(body(laid, GUARDS))) == 12


def test_a_scenario_on_a_table_is_saved_with_its_other_lines_as_they_were(
    window: MainWindow, laid: FigureGroupsTab, file: Path, qtbot: QtBot
) -> None:
    before = file.read_text(encoding="utf-8").splitlines()
    do(window, "save")
    qtbot.waitUntil(lambda: not laid.document.is_dirty)
    after = file.read_text(encoding="utf-8").splitlines()
    changed = [line for line in after if line not in before]
    assert len(changed) == 1
    assert GUARDS in changed[0]
    assert scenario_reader.load(file).bodies == laid.document.scenario.bodies


def test_panels_of_maps_stay_away_and_story_and_rules_are_shared(
    window: MainWindow, tab: FigureGroupsTab
) -> None:
    named = window.scenario_docks.named
    assert not named["bodies"].isHidden()
    assert not named["rules"].isHidden()
    assert named["forces"].isHidden()
    assert named["turn-track"].isHidden()


def test_an_edit_of_the_open_table_is_seen_by_its_scenario(
    window: MainWindow, tab: FigureGroupsTab, file: Path, qtbot: QtBot
) -> None:
    window.filing.open_file(file.parent.parent / "tables" / "two-farms.table.yaml")
    qtbot.waitUntil(lambda: window.table is not None)
    table = window.table
    assert table is not None
    click(table, 2.5, 3.6)
    do(window, "clear")
    window.tabs.setCurrentWidget(tab)
    assert "west-farm" not in tab.document.scenario.table.by_id


def test_a_game_is_played_on_it_and_left_again(
    window: MainWindow, tab: FigureGroupsTab, qtbot: QtBot
) -> None:
    class Stranger:
        """Somebody who has the canvas for a while."""

        scenario = tab.document.scenario
        can_undo = can_redo = is_covered = False
        has_ended = False

        def end(self) -> None:
            self.has_ended = True

        def escape(self) -> bool:
            return False

        def description_at(self, at: Point) -> list[str]:
            return ["somebody"]

    stranger = Stranger()
    tab.occupy(stranger)
    click(tab, 5, 1)
    hover(tab, 5, 1)
    assert not tab.context.selection
    assert "somebody" in tab.pointer_description()
    assert tab.object_commands is None
    tab.release()
    assert stranger.has_ended
    assert tab.object_commands is not None


# --- previews, pictures, scenarios begun on a table -----------------------------------------------


@pytest.mark.usefixtures("prepared")
def test_reach_is_shown_while_its_key_is_down_and_goes_round_the_house(
    window: MainWindow, laid: FigureGroupsTab
) -> None:
    QTest.keyPress(laid.canvas, Qt.Key.Key_R)
    (mark,) = laid._previews()
    assert isinstance(mark, MoveReachOverlay)
    inside = Polygon(mark.outlines[0])
    assert inside.contains(Dot(3 * FOOT, 2.2 * FOOT)), "a foot and less before the line"
    assert not inside.contains(Dot(3 * FOOT, 1.8 * FOOT)), "farther than twelve inches"
    assert not inside.contains(Dot(2.5 * FOOT, 3.6 * FOOT)), "West Farm stands there"
    QTest.keyRelease(laid.canvas, Qt.Key.Key_R)
    assert laid.previewing.shown == []


@pytest.mark.usefixtures("prepared")
def test_who_is_isolated_is_told_at_every_body(window: MainWindow, laid: FigureGroupsTab) -> None:
    do(window, "preview-isolation")
    (mark,) = laid._previews()
    assert isinstance(mark, IsolationOverlay)
    assert [(is_alone, words[:8]) for _, is_alone, words in mark.bodies] == [(True, "isolated")]


@pytest.mark.usefixtures("prepared")
def test_a_gun_shows_what_a_shot_at_each_enemy_comes_to(
    window: MainWindow, tab: FigureGroupsTab, panel: FigureGroupsPanel
) -> None:
    choose(panel, "n-guards")
    panel.lay.click()
    drag(tab, (6, 3), (5, 3), (4, 3))
    choose(panel, "s-gun-1")
    panel.lay.click()
    click(tab, 5, 1)
    do(window, "preview-heat")
    (mark,) = tab._previews()
    assert isinstance(mark, FireOverlay)
    assert len(mark.aimed) == 20
    assert 0.5 < max(kills for _, kills in mark.aimed) < 2.0


def test_a_scenario_is_begun_on_the_table_in_front(
    window: MainWindow, file: Path, qtbot: QtBot
) -> None:
    window.filing.open_file(file.parent.parent / "tables" / "redoubt.table.yaml")
    qtbot.waitUntil(lambda: window.table is not None)
    do(window, "new-scenario")
    assert isinstance(window.active_tab, FigureGroupsTab)
    scenario = window.active_tab.document.scenario
    assert scenario.is_on_table
    assert scenario.bodies == ()
    assert len(scenario.sides) == 2


def test_a_table_and_its_army_are_exported_as_a_picture(
    window: MainWindow, laid: FigureGroupsTab, prompts: Scripted, tmp_path: Path, qtbot: QtBot
) -> None:
    prompts.file = tmp_path / "begin.png"
    do(window, "export")
    qtbot.waitUntil(lambda: not window.jobs.running)
    picture = QImage(str(prompts.file))
    assert picture.width() > 1000


@pytest.mark.usefixtures("prepared")
def test_what_a_melee_of_two_bodies_comes_to_is_told_between_them(
    window: MainWindow, laid: FigureGroupsTab, panel: FigureGroupsPanel
) -> None:
    """littlewars L12.3: Smaller supported: all m die and kill m. L12.1: n = m: all dead."""
    choose(panel, "n-horse")
    panel.lay.click()
    drag(laid, (6, 3.5), (5, 3.5), (4, 3.5))
    choose(panel, GUARDS, "n-horse")
    do(window, "preview-melee")
    (mark,) = laid._previews()
    assert isinstance(mark, MeleeOverlay)
    assert mark.words == ("South 20 : North 16, isolated", "dead 12 : 12, taken 4")
    choose(panel, GUARDS)
    assert laid._previews() == [], "it takes two sides"


def test_a_preview_that_is_not_loaded_yet_says_so_and_comes_by_itself(
    window: MainWindow, laid: FigureGroupsTab, monkeypatch: pytest.MonkeyPatch
) -> None:
    is_there = False
    monkeypatch.setattr(laid.preparing, "has", lambda group: is_there and group == TABLES)
    do(window, "preview-isolation")
    hover(laid, 5, 5)
    assert laid._previews() == []
    assert text("tabletop.body-previews-loading", "en") in window.status.reading.text()
    is_there = True
    laid.preparing.advanced.emit()
    assert len(laid._previews()) == 1
    assert text("tabletop.body-previews-loading", "en") not in window.status.reading.text()


def test_a_game_on_a_table_has_its_panels_after_one_on_a_map(
    window: MainWindow, file: Path, qtbot: QtBot
) -> None:
    """The panels of games are there again, whichever kind of tab came between."""
    window.filing.open_file(CROSSROADS)
    for scenario in (None, file):
        if scenario is not None:
            window.filing.open_file(scenario)
            qtbot.waitUntil(lambda: isinstance(window.active_tab, FigureGroupsTab))
        assert isinstance(window.active_tab, ScenarioTabBase)
        session = Session.begin(window.active_tab.document.playable_scenario(), {}, 3)
        window.playing.play_session(window.active_tab, session)
        docks = window.playing.panels.docks
        assert not docks["decision"].isHidden()
        assert not docks["dice-strip"].isHidden()
