"""The time line: going about in a game's time, showing it again, and its branches."""

from __future__ import annotations

import random

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QImage, QMouseEvent, QPainter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from engine.narration.turn_text import turn_title
from engine.session.seats import Seat
from engine.session.session import Session
from engine.session.timeline import AnswerSource
from studio.workspaces.play.game_view.map_game_view import MapGameView
from studio.workspaces.play.game_view.playback import PlaybackSpeed
from studio.workspaces.play.panels.timeline_slider import Timeline, paint_answer_giver_mark
from tests.assertions import require_type
from tests.engine.session.sessions import RED_ALONE, begun, give
from tests.studio.workspaces.play.watching import Watched

MACHINES = {"red": Seat.GREEDY, "blue": Seat.RANDOM}


@pytest.fixture
def watched(qtbot: QtBot) -> Watched:
    """A game between machines, sixty answers old; they wait."""
    return watch(qtbot, give(begun(seats=MACHINES), random.Random(1), 60))


def watch(qtbot: QtBot, session: Session) -> Watched:
    watched = Watched(session)
    watched.play.pause()
    qtbot.addWidget(watched, before_close_func=lambda _: watched.play.end())
    watched.show()
    watched.time.slider.setFocus()
    return watched


def press(watched: Watched, key: Qt.Key) -> None:
    QTest.keyClick(watched.time.slider, key)
    watched.settle()


def point(watched: Watched, position: float) -> QPoint:
    return QPoint(round(watched.time.slider.place(position)), 26)


# --- going about ----------------------------------------------------------------------------------


def test_the_keys_go_back_on_and_to_the_ends(watched: Watched) -> None:
    session, end = watched.session, watched.session.answer_count
    press(watched, Qt.Key.Key_BracketLeft)
    before = session.answer_count
    assert before < end
    press(watched, Qt.Key.Key_BracketRight)
    assert session.answer_count == end
    press(watched, Qt.Key.Key_Home)
    assert session.answer_count == 0
    press(watched, Qt.Key.Key_End)
    assert session.answer_count == end


def test_speed_and_moment_can_be_read_however_narrow_the_panel_is(watched: Watched) -> None:
    time = watched.time
    letters = time.fontMetrics()
    for wide in (900, time.minimumSizeHint().width()):
        time.resize(wide, time.height())
        watched.settle()
        assert time.speed.width() > letters.horizontalAdvance(time.speed.currentText())
        whole = letters.horizontalAdvance(time.where.text())
        assert time.where.isHidden() or time.where.width() >= whole
        assert time.where.isHidden() == (wide < 900)
    assert time.slider.width() > 0
    assert time.where.toolTip() == time.where.text() != ""


def test_page_keys_go_from_turn_to_turn(watched: Watched) -> None:
    session = watched.session
    turn = watched.play.standing.turn
    assert turn > 1
    press(watched, Qt.Key.Key_Home)
    seen = [watched.play.standing.turn]
    while session.can_redo:
        press(watched, Qt.Key.Key_PageDown)
        seen.append(watched.play.standing.turn)
    assert sorted(set(seen)) == list(range(turn + 1))
    press(watched, Qt.Key.Key_PageUp)
    assert session.can_redo


def test_dragging_shows_each_position_at_once(watched: Watched) -> None:
    session, slider = watched.session, watched.time.slider
    stops = watched.session.history.branch.stops
    QTest.mousePress(slider, Qt.MouseButton.LeftButton, pos=point(watched, stops[3]))
    assert session.answer_count == stops[3]
    for stop in (stops[8], stops[20], stops[5]):
        move(slider, point(watched, stop))
        assert session.answer_count == stop
        assert watched.play.standing == session.visible_position(None, "en")


def move(slider: QWidget, to: QPoint) -> None:
    """Move the pointer with the button down; QTest lets go of it."""
    left = Qt.MouseButton.LeftButton
    there = QPointF(slider.mapToGlobal(to))
    keys = Qt.KeyboardModifier.NoModifier
    event = QMouseEvent(QEvent.Type.MouseMove, QPointF(to), there, left, left, keys)
    QApplication.sendEvent(slider, event)


def test_looking_about_sets_no_machine_going(watched: Watched) -> None:
    last = watched.session.branch_answer_count
    press(watched, Qt.Key.Key_Home)
    press(watched, Qt.Key.Key_End)
    watched.settle()
    assert watched.session.branch_answer_count == last


def test_the_sentence_of_a_moment_is_its_tip(watched: Watched) -> None:
    moment = next(each for each in watched.session.timeline_entries("en") if each.turn)
    tip = watched.time.slider.tip(watched.time.slider.place(moment.number + 0.5))
    assert moment.sentence in tip
    assert tip.startswith("Turn 1 · ")


def test_what_was_taken_back_is_paler(watched: Watched) -> None:
    press(watched, Qt.Key.Key_End)
    whole = watched.time.slider.grab().toImage()
    press(watched, Qt.Key.Key_Home)
    veiled = watched.time.slider.grab().toImage()
    x = round(watched.time.slider.place(watched.session.branch_answer_count / 2))
    assert contrast(veiled, x) < contrast(whole, x)


def contrast(image: QImage, x: int) -> int:
    """How far apart the darkest and the palest point round a column are."""
    greys = [
        image.pixelColor(right, down).lightness()
        for right in range(x - 20, x + 20)
        for down in range(18, 36)
    ]
    return max(greys) - min(greys)


def test_each_giver_has_a_mark_of_its_own_shape() -> None:
    shown = {giver.shown for giver in AnswerSource} - {AnswerSource.HAND}
    drawn = {bytes(mark(giver).constBits()) for giver in shown}
    assert len(drawn) == len(shown)  # dice are dice, larger where a hand laid them


def mark(giver: AnswerSource) -> QImage:
    image = QImage(24, 24, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.white)
    painter = QPainter(image)
    painter.setBrush(Qt.GlobalColor.black)
    paint_answer_giver_mark(painter, giver, QPointF(12, 12), 6)
    painter.end()
    return image


def test_a_time_line_reads_the_same_step_by_step_as_at_once() -> None:
    session, rng, line = begun(seats=RED_ALONE), random.Random(4), Timeline()
    for _ in range(120):
        give(session, rng, 1)
        if rng.random() < 0.1 and session.can_undo:
            session.undo()
        line.read(session, "en")
        stops = [
            (each.number, each.sentence, each.is_stop) for each in session.timeline_entries("en")
        ]
        assert [(each.number, each.sentence, each.is_stop) for each in line.moments] == stops
        assert line.stops == session.history.branch.stops
        assert [span.first for span in line.turns[1:]] == [span.last for span in line.turns[:-1]]


# --- showing it again -----------------------------------------------------------------------------


def test_space_shows_again_what_was_taken_back_to_its_end_and_no_further(watched: Watched) -> None:
    last = watched.session.branch_answer_count
    press(watched, Qt.Key.Key_Home)
    press(watched, Qt.Key.Key_Space)
    assert watched.session.answer_count == watched.session.branch_answer_count == last
    assert not watched.play.is_running


def test_at_the_end_space_lets_the_machines_go_on(watched: Watched) -> None:
    press(watched, Qt.Key.Key_Space)
    assert watched.session.result is not None


def test_a_replay_can_be_halted_and_goes_on_from_there(watched: Watched, qtbot: QtBot) -> None:
    watched.play.speed = PlaybackSpeed.FAST
    press_only(watched, Qt.Key.Key_Home)
    press_only(watched, Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: watched.session.answer_count > 3)
    press_only(watched, Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: not watched.play.is_moving)
    halted = watched.session.answer_count
    qtbot.wait(60)
    assert watched.session.answer_count == halted < watched.session.branch_answer_count
    watched.play.speed = PlaybackSpeed.SKIP
    press(watched, Qt.Key.Key_Space)
    assert watched.session.answer_count == watched.session.branch_answer_count


def press_only(watched: Watched, key: Qt.Key) -> None:
    QTest.keyClick(watched.time.slider, key)


def test_a_replay_moves_counters_on_their_way(watched: Watched, qtbot: QtBot) -> None:
    watched.play.speed = PlaybackSpeed.SLOW
    press_only(watched, Qt.Key.Key_Home)
    press_only(watched, Qt.Key.Key_Space)

    def is_on_its_way() -> bool:
        counters = require_type(watched.play.board, MapGameView).layer.arrangement.counters
        return any(counter.towards is not None for counter in counters)

    qtbot.waitUntil(lambda: watched.play.is_moving)
    qtbot.waitUntil(is_on_its_way)
    watched.play.pause()
    watched.play.skip()


def test_nobody_can_answer_amid_a_replay(qtbot: QtBot) -> None:
    watched = watch(qtbot, give(begun(), random.Random(2), 30))
    watched.play.speed = PlaybackSpeed.SLOW
    watched.play.visit(lambda: watched.session.go_to(0))
    watched.play.replay()
    watched.play.skip()
    assert watched.play.is_replaying
    assert not watched.play.may_answer
    watched.play.pause()
    assert watched.play.may_answer


def test_after_an_answer_given_in_the_past_the_machine_goes_on(qtbot: QtBot) -> None:
    watched = watch(qtbot, give(begun(seats=RED_ALONE), random.Random(2), 20))
    play, session = watched.play, watched.session
    play.undo()
    play.undo()
    question = play.question
    assert question is not None
    had = session.history.branch.line.answers[session.answer_count]
    other = next(choice for choice in question.choices if choice.option != had)
    play.choose(other)
    watched.settle()
    assert len(session.branches()) == 2
    assert not session.is_machines_turn


def test_the_speed_that_is_chosen_holds_and_is_told(watched: Watched, qtbot: QtBot) -> None:
    box = watched.time.speed
    with qtbot.waitSignal(watched.time.speed_chosen) as told:
        box.setCurrentIndex(list(PlaybackSpeed).index(PlaybackSpeed.SLOW))
        box.activated.emit(box.currentIndex())
    assert told.args == [PlaybackSpeed.SLOW]
    assert watched.play.speed is PlaybackSpeed.SLOW


# --- branches -------------------------------------------------------------------------------------


def branched(watched: Watched) -> None:
    watched.play.visit(lambda: watched.session.go_to(20))
    QTest.mouseClick(watched.time.luck, Qt.MouseButton.LeftButton)
    watched.settle()


def test_other_dice_begin_a_branch_below_the_one_it_left(watched: Watched) -> None:
    branched(watched)
    first, second = watched.time.branches.items
    assert second.parent() is first
    assert second.text(1) == str(watched.session.branches()[1].fork)
    assert second.text(2) == str(watched.session.branch_answer_count)


def test_enter_takes_a_branch_up_where_it_was_left(watched: Watched) -> None:
    branched(watched)
    tree = watched.time.branches
    tree.setFocus()
    tree.setCurrentItem(tree.items[0])
    QTest.keyClick(tree, Qt.Key.Key_Return)
    assert watched.session.history.number == 0
    assert tree.items[0].font(0).bold()
    assert not tree.items[1].font(0).bold()


def test_f2_gives_a_branch_a_name(watched: Watched) -> None:
    tree = watched.time.branches
    tree.setFocus()
    tree.setCurrentItem(tree.items[0])
    QTest.keyClick(tree, Qt.Key.Key_F2)
    line = tree.findChild(QLineEdit)
    assert line is not None
    line.setText("A bold attack")
    QTest.keyClick(line, Qt.Key.Key_Return)
    watched.settle()
    assert watched.session.branches()[0].name == "A bold attack"


def test_a_branch_whose_name_is_taken_away_is_called_by_its_number(watched: Watched) -> None:
    tree = watched.time.branches
    tree.items[0].setText(0, "A bold attack")
    tree.items[0].setText(0, "")
    assert tree.items[0].text(0) == "Branch 1"


def test_with_real_dice_there_is_no_other_luck(qtbot: QtBot) -> None:
    watched = watch(qtbot, begun(by_hand=True))
    assert not watched.time.luck.isEnabled()


def test_another_game_has_its_own_line_and_branches(watched: Watched, qtbot: QtBot) -> None:
    branched(watched)
    other = watch(qtbot, give(begun(7), random.Random(6), 12))
    watched.time.show_play(other.play, other.pointer)
    assert len(watched.time.branches.items) == 1
    assert watched.time.slider.line.last == other.session.branch_answer_count
    watched.time.show_play(None, None)
    assert not watched.time.isEnabled()


def test_another_language_names_turns_anew(watched: Watched) -> None:
    watched.localize.set_language("zh")
    assert turn_title("tank", 1, "zh") in [span.words for span in watched.time.slider.line.turns]
    assert watched.time.where.text().startswith("第")


def test_a_moment_of_no_turn_and_no_phase_is_told_by_its_number_alone(
    watched: Watched, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Timeline, "when", lambda self, number: "")
    watched.time.refresh()
    at = watched.session.answer_count
    assert watched.time.where.text() == f"{at} of {at}"
