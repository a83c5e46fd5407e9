"""The umpire's console on a table: looked at through any eyes, orders written on it by hand."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QImage, QMouseEvent, QPainter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from engine import games
from engine.files import scenario_writer, tabletop_map_writer
from engine.files.source_text import SHIPPED
from engine.narration.scenario_names import ScenarioNames
from engine.play.position import Point
from engine.texts import text
from engine.umpire.seats import PlayerSeat
from engine.umpire.umpired_game import UmpiredGame
from studio.rendering.file_formats import PageFormat, PictureFormat
from studio.rendering.tabletop.tabletop_view import TabletopView
from studio.reports.report_pages import ReportFigure, render_report
from studio.widgets.localization import Localizer
from studio.workspaces.play.game_view.playback import PlaybackSpeed
from studio.workspaces.umpire.belief_differences import (
    BeliefDifference,
    BeliefErrorKind,
    DifferenceMarks,
)
from studio.workspaces.umpire.report_export import build_debrief_report, difference_sentences
from studio.workspaces.umpire.snapshots import (
    current_tabletop_snapshot,
    paint_differences,
    render_tabletop_snapshot,
)
from studio.workspaces.umpire.tabletop_tab import UmpireTabletopTab, UmpireTabletopView
from studio.workspaces.umpire.umpire_controller import create_umpire_tab
from studio.workspaces.umpire.umpired_game_document import UmpiredGameDocument
from studio.workspaces.umpire.umpired_game_setup import UmpiredGameSetup, build_seats
from tests.conformance.table_toy import TABLE_TOY, table_toy
from tests.studio.main_window.conftest import type_
from tests.studio.workspaces.umpire.hands import Umpire

SEATS = (PlayerSeat("anna", "red", "Anna"), PlayerSeat("carl", "blue", "Carl"))
BROOK = SHIPPED / "samples" / "littlewars" / "scenarios" / "over-the-brook.scenario.yaml"
CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
LEFT, NO_KEY = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier


@pytest.fixture
def tab(qtbot: QtBot, tmp_path: Path) -> Iterator[UmpireTabletopTab]:
    games.install(TABLE_TOY.id, "tests.conformance.table_toy")
    made = table_toy()
    made.ground_path = "green.table.yaml"
    tabletop_map_writer.save(made.table, tmp_path / made.ground_path)
    file = tmp_path / "green.scenario.yaml"
    scenario_writer.save(made, file)
    room = UmpiredGame.begin(file, tmp_path / "game.room", SEATS, 7, is_attended=False)
    found = create_umpire_tab(UmpiredGameDocument(room), Localizer("en"))
    assert isinstance(found, UmpireTabletopTab)
    qtbot.addWidget(found)
    found.resize(1000, 700)
    found.show()
    found.board.play.speed = PlaybackSpeed.SKIP
    yield found
    found.dispose()
    room.close()
    games.remove(TABLE_TOY.id)


def board_of(tab: UmpireTabletopTab) -> UmpireTabletopView:
    assert isinstance(tab.board, UmpireTabletopView)
    return tab.board


def drag(board: UmpireTabletopView, start: Point, end: Point) -> None:
    canvas, pixel = board.canvas, board.board.point_of
    QTest.mousePress(canvas, LEFT, NO_KEY, pixel(start))
    for at in (Point((start.x + end.x) // 2, (start.y + end.y) // 2), end):
        send_move(board, pixel(at))
    QTest.mouseRelease(canvas, LEFT, NO_KEY, pixel(end))
    QApplication.processEvents()


def send_move(board: UmpireTabletopView, at: QPoint) -> None:
    event = QMouseEvent(
        QEvent.Type.MouseMove, QPointF(at), QPointF(board.canvas.mapToGlobal(at)),
        Qt.MouseButton.NoButton, LEFT, NO_KEY,
    )  # fmt: skip
    QApplication.sendEvent(board.canvas, event)


def test_the_table_is_seen_through_any_eyes_and_a_side_s_eyes_see_no_mine_of_the_other(
    tab: UmpireTabletopTab,
) -> None:
    secret = TABLE_TOY.secrets(tab.room.session.game.state, "red")
    x, y = secret[0].split(",")
    assert f"x={x}, y={y}" in repr(tab.board.play.standing), "the umpire sees all"
    tab.view_as("red")
    assert f"x={x}, y={y}" not in repr(tab.board.play.standing)
    assert len(tab.board.play.standing.figures) == 14


def test_two_tables_lie_side_by_side_and_show_the_same_part(tab: UmpireTabletopTab) -> None:
    tab.show_two(True)
    QApplication.processEvents()
    assert tab.beside is not None
    tab.canvas.zoom_to(2.0)
    assert tab.second.camera.scale == pytest.approx(tab.canvas.camera.scale)


def test_an_order_of_a_seat_is_written_by_a_drag_on_the_table(tab: UmpireTabletopTab) -> None:
    board = board_of(tab)
    board.write_orders_as(tab.room.seats["anna"])
    board.play.pass_turn()  # the gun holds its fire
    before = len(tab.room.desk("anna")["draft"])
    figure = next(each for each in board.play.standing.figures if each.id == "rf.1")
    drag(board, figure.at, Point(figure.at.x, figure.at.y + 100))
    draft = tab.room.desk("anna")["draft"]
    assert len(draft) == before + 1
    assert "rf.1" in draft[-1]["words"]["en"]


def test_who_stands_under_the_pointer_is_told(tab: UmpireTabletopTab) -> None:
    board = board_of(tab)
    figure = next(each for each in board.play.standing.figures if each.id == "rg.1")
    QTest.mouseMove(board.canvas, board.board.point_of(figure.at))
    QApplication.processEvents()
    assert "rg.1" in tab.pointer_description()
    assert tab.pointer_description().startswith("4', 1'")


# --- on paper -------------------------------------------------------------------------------------


def test_the_table_as_a_side_sees_it_becomes_a_picture_named_after_the_side(
    tab: UmpireTabletopTab,
) -> None:
    seen = current_tabletop_snapshot(tab.room, "red", "en")
    made = render_tabletop_snapshot(tab.room.session.scenario, seen, "en", PictureFormat.SVG)
    words = made.content.decode()
    assert "Red" in words
    whole = current_tabletop_snapshot(tab.room, None, "en")
    assert {each.side for each in whole.standing.figures} == {"red", "blue"}


def test_the_debrief_of_a_table_has_its_belief_beside_the_truth_for_every_side(
    tab: UmpireTabletopTab,
) -> None:
    with tab.room.locked_session():
        page = build_debrief_report(tab.room.debrief(), tab.room.sides, "en")
    figures = [block for block in page.blocks if isinstance(block, ReportFigure)]
    assert len(figures) == len(tab.room.debrief()) * len(tab.room.sides)
    html = render_report(page, PageFormat.HTML)
    assert b"<svg" in html


def test_what_a_side_did_not_see_is_marked_on_the_table_and_told_by_its_place(
    tab: UmpireTabletopTab,
) -> None:
    hidden = BeliefDifference(
        BeliefErrorKind.UNKNOWN, "rf.1", {"en": "One", "zh": "甲"}, None, Point(192, 384)
    )
    names = ScenarioNames(tab.room.session.scenario, "en")
    unknown = text("console.room-wrong-unknown", "en", true="1', 2'", units="One")
    assert difference_sentences([hidden], names, "en") == [unknown]
    image = QImage(400, 400, QImage.Format.Format_RGB32)
    image.fill(QColor("#ffffff"))
    painter = QPainter(image)
    view = TabletopView(tab.room.session.scenario.table, 0.5)
    paint_differences(painter, view, DifferenceMarks([hidden]))
    painter.end()
    middle = view.at(192, 384).toPoint()
    ring = image.copy(middle.x() - 20, middle.y() - 20, 40, 40)
    assert any(ring.pixelColor(x, 20) != QColor("#ffffff") for x in range(40))


def test_an_umpired_game_of_a_scenario_on_a_table_is_begun_by_its_keys(
    window: Umpire, qtbot: QtBot
) -> None:
    window.window.filing.open_file(BROOK)
    qtbot.waitUntil(lambda: window.window.active_tab is not None)
    sides = window.window.required_active_tab.document.scenario.sides  # type: ignore[union-attr]  # it has one
    seats = tuple(build_seats({side.id: ["Ann"] for side in sides}, only_first_delivers=True))
    window.prompts.room_setup = UmpiredGameSetup(window.file, seats, 7)
    type_(window.window, Qt.Key.Key_F5, CONTROL | SHIFT)
    qtbot.waitUntil(lambda: isinstance(window.window.active_tab, UmpireTabletopTab))
    assert not window.window.bars.actions["print"].isEnabled(), "pictures alone are made of it"
