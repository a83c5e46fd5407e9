"""What the umpire says and is told: bulletins, messages, notes, the clock."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QCoreApplication, QPoint, Qt
from PySide6.QtTest import QTest

from engine.texts import SideName, text
from engine.umpire.clock import TimeoutAction
from studio.framework.workbench import Side
from tests.studio.workspaces.umpire.hands import Umpire


def test_the_umpire_lets_the_players_of_a_side_write_to_each_other(umpire: Umpire) -> None:
    umpire.do("room-post")
    talk = umpire.docks.post.talk
    assert not talk.isChecked()
    QTest.mouseClick(talk, Qt.MouseButton.LeftButton, pos=QPoint(8, talk.height() // 2))
    assert umpire.room.may_talk
    assert umpire.room.desk("red-1")["may_talk"]
    QTest.keyClick(talk, Qt.Key.Key_Space)
    assert not umpire.room.may_talk
    umpire.room.allow_talk(True)  # taken up from elsewhere
    umpire.settle()
    assert talk.isChecked()


def test_what_is_written_with_lies_together_where_there_is_no_mail_yet(umpire: Umpire) -> None:
    umpire.do("room-post")
    post = umpire.docks.post
    post.couriers.ride.click()
    QCoreApplication.processEvents()
    assert post.empty.isVisible()
    assert post.couriers.y() - post.talk.geometry().bottom() < post.talk.height()
    top, foot = post.couriers.ride, post.couriers.headquarters
    assert foot.geometry().top() - top.geometry().bottom() < 3 * foot.height()


def test_bulletins_are_drafted_in_both_languages_edited_and_sent(umpire: Umpire) -> None:
    umpire.go_on_to_turn(1)
    umpire.do("room-bulletins")
    panel = umpire.docks.bulletins
    panel.to.choose("blue")
    panel.draft.click()
    assert (
        panel.editors["en"]
        .toPlainText()
        .startswith(f"# {text('umpiring.bulletin-title', 'en', side=SideName.of('Blue'), turn=1)}")
    )
    assert "通报" in panel.editors["zh"].toPlainText()
    panel.editors["en"].appendPlainText("Rain is coming.")
    assert panel.has_unsent
    before = panel.sent.count()
    panel.send.click()
    assert "Rain is coming." in umpire.room.bulletins[0].words["en"]
    assert umpire.room.bulletins[0].to == "blue"
    assert (before, panel.sent.count(), panel.has_unsent) == (0, 1, False)
    assert umpire.room.desk("red-1")["bulletins"] == []


def test_a_bulletin_drafted_from_one_side_s_view_is_not_sent_to_the_other_unasked(
    umpire: Umpire,
) -> None:
    umpire.go_on_to_turn(1)
    panel = umpire.docks.bulletins
    panel.to.choose("blue")
    panel.draft.click()
    panel.to.setCurrentIndex(panel.to.findData("red-1"))
    umpire.prompts.confirmed = [False]
    panel.give()
    assert not umpire.room.bulletins
    assert "what Blue saw" in umpire.prompts.asked[-1]
    panel.to.setCurrentIndex(panel.to.findData("blue-1"))
    panel.give()
    assert [one.to for one in umpire.room.bulletins] == ["blue-1"]


def test_words_half_written_are_there_again_after_another_tab_was_in_front(
    umpire: Umpire,
) -> None:
    panel = umpire.docks.bulletins
    panel.editors["en"].setPlainText("My own words")
    umpire.docks.post.words.setText("Dear")
    room = umpire.tab
    umpire.do("new")
    umpire.window.tabs.setCurrentWidget(room)
    assert panel.editors["en"].toPlainText() == "My own words"
    assert umpire.docks.post.words.text() == "Dear"


def test_a_message_is_counted_and_answered_to_who_wrote_it(umpire: Umpire) -> None:
    umpire.docks.named["room-post"].set_open(False)
    umpire.room.write("red-1", "umpire", "May we blow the bridge?")
    assert umpire.docks.named["room-post"].windowTitle() == "Mail (1)"
    umpire.do("room-post")
    post = umpire.docks.post
    post.list.itemActivated.emit(post.list.item(0))
    post.words.setText("You may.")
    post.give()
    assert umpire.room.messages[-1][2:5] == ("umpire", "red-1", "You may.")
    assert umpire.docks.named["room-post"].windowTitle() == "Mail"


def test_a_long_word_leaves_every_row_as_wide_as_the_list(umpire: Umpire) -> None:
    address = "https://example.org/" + "x" * 400
    umpire.room.write("red-1", "umpire", address)
    umpire.room.note(address)
    umpire.room.announce("red", {"en": address})
    docks = umpire.docks
    for name, list_ in (
        ("post", docks.post.list), ("notes", docks.notes.list), ("bulletins", docks.bulletins.sent)
    ):  # fmt: skip
        umpire.do(f"room-{name}")
        list_.doItemsLayout()
        row = list_.item(list_.count() - 1)
        assert row is not None
        assert list_.visualItemRect(row).width() <= list_.viewport().width(), name
        assert address[:60] in row.text(), "as it was written, to be searched and read aloud"


def test_the_line_for_answers_is_addressed_to_who_wrote_last(umpire: Umpire) -> None:
    post = umpire.docks.post
    blue = next(seat for seat in umpire.room.seats.values() if seat.side == "blue")
    red = next(seat for seat in umpire.room.seats.values() if seat.side == "red")
    umpire.room.write(blue.id, "umpire", "Is the bridge up?")
    umpire.do("room-post")
    assert post.to.currentData() == blue.id
    post.words.setText("It is")
    umpire.room.write(red.id, "umpire", "Where are we?")
    QCoreApplication.processEvents()
    assert post.to.currentData() == blue.id
    post.give()
    assert umpire.room.messages[-1].to == blue.id


def test_notes_are_kept_by_turn_and_found_by_words(umpire: Umpire) -> None:
    notes = umpire.docks.notes
    umpire.do("room-notes")
    for words in ("Red forgot its guns", "Bella is late"):
        notes.words.setText(words)
        notes.give()
    notes.search.setText("guns")
    shown = [notes.list.item(row).text() for row in range(notes.list.count())]
    assert shown[0] == "Turn 0"
    assert len(shown) == 2
    assert shown[1].endswith("Red forgot its guns")


def test_the_clock_is_set_held_and_runs_out(umpire: Umpire) -> None:
    bar = umpire.docks.step.clock
    umpire.do("room-clock")
    bar.minutes.setValue(5.0)
    bar.when_up.setCurrentIndex(bar.when_up.findData(TimeoutAction.CLOSE))
    bar.start.click()
    assert bar.left.text() in ("5:00 left", "4:59 left")
    umpire.do("room-clock-hold")
    assert bar.left.text().endswith("paused")
    umpire.room.set_clock(0.001)
    umpire.room.tick()
    QCoreApplication.processEvents()
    bar.refresh()
    assert bar.left.text() == text("console.room-clock-up", "en")


@pytest.mark.parametrize("language", ["en", "zh", "ru"])
def test_the_form_of_the_clock_is_seen_whole_beside_the_map(umpire: Umpire, language: str) -> None:
    umpire.window.localize.set_language(language)
    umpire.do("room-clock")
    docks = umpire.docks
    umpire.window.layouts.bench.set_width(Side.RIGHT, 320)
    QCoreApplication.processEvents()
    for part in (docks.step.clock.away, docks.step.clock.grace, docks.step.clock.change):
        assert part.visibleRegion().boundingRect() == part.rect()


def test_the_umpire_is_asked_when_time_is_up_and_clicks_what_he_wants(umpire: Umpire) -> None:
    umpire.go_on_to_turn(1)
    bar, step = umpire.docks.step.clock, umpire.docks.step
    QTest.mouseClick(bar.change, Qt.MouseButton.LeftButton)
    bar.minutes.setValue(0.1)
    bar.when_up.setCurrentIndex(bar.when_up.findData(TimeoutAction.ASK))
    QTest.mouseClick(bar.start, Qt.MouseButton.LeftButton)
    umpire.room.set_clock(0.001, TimeoutAction.ASK)
    bar._tick()
    QCoreApplication.processEvents()
    assert bar.over.isVisible()
    assert not step.proceed.isVisible()
    QTest.mouseClick(bar.more, Qt.MouseButton.LeftButton)
    assert bar.left.text() in ("5:00 left", "4:59 left")
    assert not bar.over.isVisible()
    umpire.room.set_clock(0.001, TimeoutAction.ASK)
    bar._tick()
    QTest.mouseClick(bar.collect, Qt.MouseButton.LeftButton)
    QCoreApplication.processEvents()
    asked = umpire.room.waits_for
    assert step.whose.text().endswith(text("console.room-waits-silent", "en", who=""))
    assert step.proceed.text() == text("console.room-do-silent", "en")
    before = umpire.room.session.answer_count
    QTest.mouseClick(step.proceed, Qt.MouseButton.LeftButton)
    assert umpire.room.session.answer_count > before
    umpire.do("undo")
    assert (umpire.room.session.answer_count, umpire.room.waits_for) == (before, asked)
