"""The log: what it shows, what is looked for in it, and what a click on it does."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication, QTextCursor
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from engine.hexes.hex import Hex
from engine.narration.turn_text import turn_title
from engine.play.game import Intervention
from engine.session.seats import FogOfWar, Seat
from engine.session.session import Session
from engine.session.timeline import UMPIRES
from engine.texts import text
from studio.canvas.counter_effects import CounterRing
from studio.framework.report_viewer import ReportViewer
from studio.workspaces.play.game_view.map_game_view import MapGameView
from studio.workspaces.play.panels.log_panel import LogModel
from tests.assertions import require_type
from tests.engine.session.sessions import begun, give
from tests.studio.workspaces.play.watching import Watched, written

MOVES = text("tank.move-declared-move", "en", unit="", left="|").partition("|")[0].strip()
MACHINES = {"red": Seat.GREEDY, "blue": Seat.RANDOM}


@pytest.fixture
def watched(qtbot: QtBot) -> Watched:
    """A game between machines, sixty answers old."""
    return watch(qtbot, give(begun(seats=MACHINES), random.Random(1), 60))


def watch(qtbot: QtBot, session: Session) -> Watched:
    watched = Watched(session)
    watched.play.pause()
    qtbot.addWidget(watched, before_close_func=lambda _: watched.play.end())
    watched.show()
    return watched


def row_of_a_shot(watched: Watched) -> int:
    lines = watched.log.view.lines
    return next(row for row, line in enumerate(lines) if line.place.shot)


def click(watched: Watched, row: int, twice: bool = False) -> None:
    view = watched.log.view
    view.choose(row)
    place = view.cursorRect(QTextCursor(view.document().findBlockByNumber(row))).center()
    press = QTest.mouseDClick if twice else QTest.mouseClick
    press(view.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, place)


# --- what it shows --------------------------------------------------------------------------------


def test_every_event_is_a_sentence_under_its_turn_and_phase(watched: Watched) -> None:
    said = [line.sentence.rstrip(".") for line in watched.session.log(language="en")]
    assert [words.rstrip(".") for words in watched.sentences()] == said
    assert {"Turn 1", "Movement phase"} < set(said)


def test_only_what_is_new_is_written_when_the_game_goes_on(watched: Watched) -> None:
    first = watched.log.view.lines[0]
    watched.play.resume()
    watched.settle()
    assert watched.session.result is not None
    assert watched.log.view.lines[0] is first
    assert len(watched.sentences()) == len(watched.session.log())


def test_what_was_taken_back_is_not_in_the_log(watched: Watched) -> None:
    whole = watched.sentences()
    watched.play.visit(lambda: watched.session.go_to(20))
    shorter = watched.sentences()
    assert 0 < len(shorter) < len(whole)
    assert shorter == whole[: len(shorter)]
    watched.play.visit(lambda: watched.session.go_to(watched.session.branch_answer_count))
    assert watched.sentences() == whole


def test_another_branch_has_its_own_log(watched: Watched) -> None:
    session, whole = watched.session, watched.sentences()
    watched.play.visit(lambda: session.go_to(20))
    watched.play.jump(session.branch_with_new_dice)
    watched.settle()
    assert watched.sentences() != whole
    watched.play.visit(lambda: session.switch(0))
    watched.play.visit(lambda: session.go_to(session.branch_answer_count))
    assert watched.sentences() == whole


def test_another_language_says_all_of_it_again(watched: Watched) -> None:
    watched.localize.set_language("zh")
    assert turn_title("tank", 1, "zh") in watched.sentences()


def test_so_does_one_that_nobody_read_when_the_game_began(watched: Watched) -> None:
    lines = len(watched.sentences())
    watched.localize.set_language("ru")
    assert "Ход 1" in watched.sentences()
    watched.localize.set_language("zh-Hant")
    assert any("紅方" in said for said in watched.sentences())
    assert not any("红方" in said for said in watched.sentences())
    assert len(watched.sentences()) == lines


def test_it_follows_the_end_until_it_is_scrolled_up(watched: Watched) -> None:
    bar = watched.log.view.verticalScrollBar()
    watched.play.resume()
    watched.settle()
    assert bar.maximum() > 0
    assert bar.value() == bar.maximum()
    watched.play.visit(lambda: watched.session.go_to(60))
    bar.setValue(2)
    watched.play.visit(lambda: watched.session.go_to(watched.session.branch_answer_count))
    assert bar.value() == 2


def test_a_log_that_was_filled_before_it_is_seen_shows_its_end_and_follows(qtbot: QtBot) -> None:
    watched = Watched(give(begun(seats=MACHINES), random.Random(1), 60))
    watched.play.pause()
    qtbot.addWidget(watched, before_close_func=lambda _: watched.play.end())
    bar = watched.log.view.verticalScrollBar()
    watched.show()
    watched.log.resize(400, 200)
    watched.settle()
    assert bar.value() == bar.maximum() > 0
    watched.play.resume()
    watched.settle()
    assert bar.value() == bar.maximum()


def test_what_the_umpire_did_is_marked(qtbot: QtBot) -> None:
    session = give(begun(), random.Random(3), 40)
    while not session.may_intervene:
        give(session, random.Random(3), 1)
    watched = watch(qtbot, session)
    unit = watched.play.standing.pieces[0].id
    watched.play.intervene(Intervention("remove", (unit,), "Ann", "a mistake"))
    marked = [sentence for sentence in watched.sentences() if UMPIRES in sentence]
    assert len(marked) == 1
    assert "Ann" in marked[0]


def test_in_fog_it_tells_what_the_one_who_looks_may_know(qtbot: QtBot) -> None:
    session = give(begun(fog=FogOfWar.PER_SIDE), random.Random(3), 80)
    watched = watch(qtbot, session)
    known = session.log(side=session.viewer)
    assert len(watched.sentences()) == len(known) < len(session.log())


# --- what is looked for ---------------------------------------------------------------------------


def test_one_unit_is_followed_through_the_game(watched: Watched) -> None:
    units = watched.log.unit
    units.setCurrentIndex(units.findData("r1"))
    units.activated.emit(units.currentIndex())
    events = [line for line in watched.log.view.lines if not line.rank]
    assert events
    assert all("r1" in line.place.units for line in events)


def test_all_units_are_offered(watched: Watched) -> None:
    units = watched.log.unit
    offered = {units.itemData(place) for place in range(units.count())}
    assert offered == {"", *(unit.id for unit in watched.session.scenario.units)}


def test_words_are_found_under_the_headings_they_stand_under(watched: Watched) -> None:
    watched.log.words.setText(MOVES.upper())
    lines = watched.log.view.lines
    assert [line.rank for line in lines[:2]] == [1, 2]
    assert all(line.rank or all(word in line.sentence for word in MOVES.split()) for line in lines)
    assert lines[-1].rank == 0


def test_that_nothing_is_found_is_said(watched: Watched) -> None:
    watched.log.words.setText("zeppelin")
    assert watched.log.empty.isVisibleTo(watched.log)
    assert watched.log.view.lines == []


# --- places and moments ---------------------------------------------------------------------------


def test_a_click_rings_the_units_and_outlines_their_hexes(watched: Watched) -> None:
    row, number = row_of_a_shot(watched), watched.session.answer_count
    place = watched.log.view.lines[row].place
    click(watched, row)
    position = watched.canvas.position
    assert position is not None
    assert position.outline.hexes == set(place.hexes)
    rings = require_type(watched.play.board, MapGameView).layer.arrangement.rings
    assert {rings.get(unit) for unit in place.units} == {CounterRing.SELECTED}
    assert watched.session.answer_count == number


def test_enter_shows_the_place_too(watched: Watched) -> None:
    row = row_of_a_shot(watched)
    watched.log.view.choose(row)
    QTest.keyClick(watched.log.view, Qt.Key.Key_Return)
    assert watched.pointer.place == watched.log.view.lines[row].place


def test_a_place_out_of_sight_is_brought_to_the_middle(watched: Watched) -> None:
    canvas, row = watched.canvas, row_of_a_shot(watched)
    canvas.set_hex_width(200)
    canvas.centre_on(watched.session.scenario.map.grid.hex(0, 0))
    click(watched, row)
    wanted: Hex = watched.log.view.lines[row].place.hexes[0]
    x, y = canvas.camera.centre(wanted)
    assert canvas.rect().contains(QPoint(round(x), round(y)))


def test_the_mark_goes_when_the_game_goes_on(watched: Watched) -> None:
    click(watched, row_of_a_shot(watched))
    watched.play.visit(watched.session.step_back)
    position = watched.canvas.position
    assert position is not None
    assert not position.outline.hexes


def test_a_double_click_goes_to_the_moment_when_it_had_just_happened(watched: Watched) -> None:
    row = row_of_a_shot(watched)
    sentence = watched.sentences()[row]
    click(watched, row, twice=True)
    assert watched.session.can_redo
    assert sentence in watched.sentences()
    watched.play.visit(watched.session.step_back)
    assert sentence not in watched.sentences()


# --- what is written ------------------------------------------------------------------------------


def test_ctrl_c_copies_the_line_in_hand(watched: Watched) -> None:
    row = row_of_a_shot(watched)
    watched.log.view.choose(row)
    QTest.keyClick(watched.log.view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == watched.sentences()[row]


def test_all_that_is_shown_can_be_copied(watched: Watched) -> None:
    watched.log.words.setText(MOVES)
    watched.log.view.copy_all()
    copied = QGuiApplication.clipboard().text().split("\n")
    assert [line for line in copied if line] == watched.sentences()


def test_the_log_is_saved_as_markdown_with_headings(watched: Watched, tmp_path: Path) -> None:
    watched.prompts.file = tmp_path / "log.md"
    menu = watched.log.menu()
    menu.actions()[-1].trigger()
    lines = written(tmp_path / "log.md").split("\n")
    assert lines[0] == "# Crossroads"
    assert "## Turn 1" in lines
    assert "### Movement phase" in lines
    assert sum(line.startswith("- ") for line in lines) == sum(
        not line.rank for line in watched.log.view.lines
    )


@pytest.fixture
def report(watched: Watched) -> ReportViewer:
    """The report of the game, opened."""
    QTest.mouseClick(watched.log.report, Qt.MouseButton.LeftButton)
    view = watched.log.publishing.reading.view
    assert view is not None
    return view


def test_a_report_opens_to_be_read_before_it_is_saved(report: ReportViewer) -> None:
    headings = [report.headings.item(row).text() for row in range(report.headings.count())]
    assert "Turn 1" in headings
    assert "Crossroads" in report.text.toPlainText()
    before = report.text.verticalScrollBar().value()
    QTest.keyClick(report.headings, Qt.Key.Key_End)
    assert report.text.verticalScrollBar().value() > before
    QTest.keyClick(report, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClicks(report.words, "turn 1")
    assert report.text.textCursor().selectedText() == "Turn 1"
    QTest.keyClick(report.words, Qt.Key.Key_Return)
    assert report.isVisible()


@pytest.mark.parametrize("name", ["report.html", "report.pdf"])
def test_a_report_is_written_as_its_name_says(
    watched: Watched, report: ReportViewer, tmp_path: Path, name: str
) -> None:
    watched.prompts.file = tmp_path / name
    QTest.mouseClick(report.save, Qt.MouseButton.LeftButton)
    content = (tmp_path / name).read_bytes()
    assert content.startswith(b"%PDF" if name.endswith("pdf") else b"<!DOCTYPE html>")
    assert watched.prompts.told == []


def test_a_report_of_another_kind_is_refused(
    watched: Watched, report: ReportViewer, tmp_path: Path
) -> None:
    watched.prompts.file = tmp_path / "report.doc"
    QTest.keyClick(report, Qt.Key.Key_S, Qt.KeyboardModifier.ControlModifier)
    assert ".pdf" in watched.prompts.told[0]


def test_amid_a_game_in_fog_there_is_no_report(qtbot: QtBot) -> None:
    watched = watch(qtbot, give(begun(fog=FogOfWar.PER_SIDE), random.Random(3), 30))
    assert not watched.log.report.isEnabled()


def test_a_log_book_reads_the_same_step_by_step_as_at_once() -> None:
    session, rng, book = begun(), random.Random(9), LogModel()
    for _ in range(150):
        give(session, rng, 1)
        if rng.random() < 0.1 and session.can_undo:
            session.undo()
        assert book.read(session, "en") == session.log(language="en", side=session.viewer)
