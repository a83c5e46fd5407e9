"""A game that only the tests know is edited, checked, played, weighed and printed like the others.

Nothing of the program is changed for it: it is installed, and that is all.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QLabel
from pytestqt.qtbot import QtBot

from engine import games
from engine.files import map_writer, scenario_writer
from engine.scenario.scenario import ScenarioUnit
from engine.session.seats import Seat
from studio.cli import main
from studio.main_window.main_window import MainWindow
from studio.preferences import Preferences
from studio.rendering.charts.printed_table import CellMark
from studio.widgets.localization import Localizer
from studio.workspaces.map.dialogs.new_map_dialog import NewMapDialog
from studio.workspaces.play.game_view.playback import PlaybackSpeed
from studio.workspaces.play.panels.chance_blocks import TableColumnBlock
from studio.workspaces.play.start_game_dialog import GameSetup
from studio.workspaces.scenario.editor.scenario_tab import ScenarioTab
from tests.conformance.toy import LANE, FireAt
from tests.studio.main_window.conftest import Scripted
from tests.studio.workspaces.play.hands import Hand
from tests.studio.workspaces.scenario.designer import Designer

SEED = 20261122
BADGE_PINK, HIT_BLUE = "#ff2fb3", "#12a5d8"  # of the toy's data alone
BOARD = "\n".join(["r1 " + ". " * LANE, ". " * LANE + " b1"])


@pytest.fixture(scope="module")
def lane(qapp: QApplication, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A scenario of the toy game, which is installed meanwhile."""
    from tests.games.boards import scenario

    games.install("toy", "tests.conformance.toy_system")
    folder = tmp_path_factory.mktemp("lane")
    made = scenario(BOARD, game="toy", types={"r1": "walker", "b1": "walker"})
    made.units = tuple(
        ScenarioUnit(f"{side}{number}", each.side, "walker", at=each.at)
        for each, side in zip(made.units, "br", strict=True)
        for number in range(1, 4)
    )
    made.title, made.ground_path = "Two lanes", "lane.map.yaml"
    map_writer.save(made.map, folder / made.ground_path)
    scenario_writer.save(made, folder / "lane.scenario.yaml")
    yield folder / "lane.scenario.yaml"
    games.remove("toy")


# --- on the command line --------------------------------------------------------------------------


def answer(*arguments: str) -> Any:
    ran = CliRunner().invoke(main, [*arguments, "--json"], catch_exceptions=False)
    assert ran.exit_code == 0, ran.stderr
    return json.loads(ran.stdout)


def test_it_is_listed_with_its_tables(lane: Path) -> None:
    assert [told["id"] for told in answer("games")] == [*games.PACKAGES]
    told = answer("games", "toy")
    assert told["tables"]["shots"]["rows"] == ["2–8", "9–12"]
    assert list(told["units"]) == ["walker"]


def test_its_scenarios_are_checked_by_its_limits(lane: Path, tmp_path: Path) -> None:
    assert answer("check", str(lane)) == []
    for name in ("lane.map.yaml", "lane.scenario.yaml"):
        words = lane.with_name(name).read_text(encoding="utf-8")
        (tmp_path / name).write_text(words.replace("walker", "runner", 1), encoding="utf-8")
    ran = CliRunner().invoke(main, ["check", str(tmp_path / lane.name), "--json"])
    (told,) = json.loads(ran.stdout)
    assert told["code"] == "unknown-unit-type"


def test_sight_and_moves_ask_its_handbook(lane: Path) -> None:
    map_ = str(lane.with_name("lane.map.yaml"))
    seen = answer("sight", map_, "@0,0", "--game", "toy")
    assert len(seen["visible"]) == 2 * (LANE + 1)
    reach = answer("reach", map_, "@0,0", "--game", "toy", "--unit", "walker", "--mp", "1")
    assert {each["cost"] for each in reach["reach"]} == {0, 1}


def test_it_is_played_saved_and_verified(lane: Path, tmp_path: Path) -> None:
    saved = tmp_path / "a.replay"
    told = answer("play", str(lane), "--seed", "3", "--save", str(saved))
    assert told["reason"] == "over"
    assert answer("replay", str(saved), "--verify")["verified"] is True
    report = tmp_path / "a.html"
    answer("replay", str(saved), "--report", str(report))
    assert "the lane is walked to its end" in report.read_text(encoding="utf-8")


def test_its_balance_is_found_by_workers(lane: Path, tmp_path: Path) -> None:
    report = tmp_path / "fair.html"
    told = answer("balance", str(lane), "--games", "4", "--workers", "2", "--report", str(report))
    assert told["draws"]["count"] == 4
    assert told["reasons"] == [{"winner": None, "reason": "over", "count": 4}]
    assert report.stat().st_size > 10_000


def test_it_is_printed(lane: Path, tmp_path: Path) -> None:
    out = tmp_path / "lane.pdf"
    told = answer("print", str(lane), str(out))
    assert out.read_bytes().startswith(b"%PDF")
    assert told["pages"] > 1


# --- in the window --------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def window(lane: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[MainWindow]:
    folder = tmp_path_factory.mktemp("window")
    made = MainWindow(Preferences(None), Scripted(), folder / "journals", folder / "games")
    made.resize(1300, 850)
    made.show()
    QTest.qWaitForWindowExposed(made)
    made.filing.open_file(lane)
    while not isinstance(made.active_tab, ScenarioTab):
        QCoreApplication.processEvents()
    yield made
    made.playing.stop()
    assert made.close()
    made.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def test_its_sheet_is_among_those_a_map_may_begin_from(lane: Path, qtbot: QtBot) -> None:
    dialog = NewMapDialog(Localizer("en"))
    qtbot.addWidget(dialog)
    named = [dialog.templates.item(row).text() for row in range(dialog.templates.count())]
    assert "A lane for toys" in named


def test_the_editor_shows_its_name_choices_and_tables(window: MainWindow, qtbot: QtBot) -> None:
    prompts = window.prompts
    assert isinstance(prompts, Scripted)
    designer = Designer(window, prompts, qtbot)
    keys = {"story": Qt.Key.Key_5, "rules": Qt.Key.Key_7, "data": Qt.Key.Key_8}
    panels = {name: designer.panel(key, name) for name, key in keys.items()}
    said = {
        name: [label.text() for label in panel.findChildren(QLabel)]
        for name, panel in panels.items()
    }
    assert "Toy lane" in said["story"]
    assert any("Weather" in words for words in said["rules"])
    which = panels["data"].findChildren(QComboBox)[0]
    assert [which.itemData(row) for row in range(which.count())] == ["units", "shots"]
    assert which.itemText(1) == "Shots · What a shot does"


def test_the_lookout_offers_it(window: MainWindow) -> None:
    boxes = window.findChildren(QComboBox)
    offered = [box for box in boxes if box.findData("toy") >= 0]
    assert [box.itemText(box.findData("toy")) for box in offered] == ["Toy lane"]


def test_a_whole_game_of_it_is_played_by_the_mouse(window: MainWindow, qtbot: QtBot) -> None:
    prompts = window.prompts
    assert isinstance(prompts, Scripted)
    prompts.setup = GameSetup({"red": Seat.PERSON, "blue": Seat.PERSON}, seed=SEED)
    window.playing.set_speed(PlaybackSpeed.SKIP)
    window.stage.play()
    hand = Hand(window, Random(SEED))
    game = hand.play.session.game
    while not isinstance(game.decision, FireAt):
        hand.give_an_answer()
    look_at_the_shot(window, game.decision.target, qtbot)
    look_at_the_badge(hand)
    while not game.is_over:
        hand.give_an_answer()
    assert game.result is not None
    assert game.result.reason == "over"
    assert hand.used.keys() >= {"list"}, hand.used


def look_at_the_shot(window: MainWindow, target: str, qtbot: QtBot) -> None:
    """The option to fire, pointed at in the list, is foreseen in the panel and on the table."""
    listed = window.playing.decision.list
    place = listed.visualItemRect(listed.item(0)).center()
    QTest.mouseMove(listed.viewport(), place)
    listed.itemEntered.emit(listed.item(0))
    panels = window.playing.panels
    qtbot.waitUntil(lambda: bool(panels.outlook.text()))  # it is foreseen once the list rests
    assert panels.outlook.text().splitlines()[0] == f"A shot at {target}"
    strip = next(block for block in panels.outlook.blocks if isinstance(block, TableColumnBlock))
    assert [throw.result for throw in strip.throws] == ["·", "hit"]
    aimed = [cell.row for cell, mark in panels.tables.marks.items() if mark is CellMark.AIMED]
    assert aimed == ["2–8", "9–12"]
    assert HIT_BLUE in shades(panels.outlook.grab().toImage())


def look_at_the_badge(hand: Hand) -> None:
    """A walker that has moved bears the toy's own badge on the map."""
    assert any("moved" in piece.marks for piece in hand.play.standing.pieces)
    canvas = hand.tab.canvas
    assert BADGE_PINK in shades(canvas.grab().toImage())


def shades(image: QImage) -> set[str]:
    """Every colour in a picture."""
    found = {image.pixel(x, y) for x in range(image.width()) for y in range(image.height())}
    return {QColor(shade).name() for shade in found}
