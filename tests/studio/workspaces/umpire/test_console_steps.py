"""The umpire goes on step by step: dice, refusals, rulings, steps taken back."""

from __future__ import annotations

import re
from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from engine.checks.scenario_checks import load_playable
from engine.play.decisions import Faces, is_dice
from engine.play.game import Intervention
from engine.texts import text
from engine.umpire.orders import OrderState
from engine.umpire.umpired_game import UmpiredGame
from studio.workspaces.umpire.next_step import PendingStepKind, StepResult, result_of_faces
from studio.workspaces.umpire.step_panel import StepPanel
from studio.workspaces.umpire.umpired_game_setup import UmpiredGameSetup, build_seats
from tests.studio.workspaces.umpire.hands import PEOPLE, SAMPLES, SEED, Umpire, is_ruling
from tools.stage import until


def test_the_next_step_says_what_would_come_of_it_and_execute_does_just_that(
    umpire: Umpire,
) -> None:
    coming = umpire.go_on_until(lambda one: one.waits is PendingStepKind.DICE)
    said = umpire.docks.step.came.text()
    assert umpire.docks.step.tray.faces == coming.faces
    before = len(umpire.room.log)
    umpire.do("room-proceed")
    happened = [words["en"] for entry in umpire.room.log[before:] for words in entry.events]
    assert happened
    assert all(words in said for words in coming.came.sentences[:3])
    assert set(coming.came.sentences) & set(happened)


def test_the_forecast_of_an_attack_and_the_cell_its_dice_would_hit_are_shown(
    umpire: Umpire,
) -> None:
    is_ruling(umpire)
    assert umpire.docks.outlook.forecast is not None
    umpire.go_on_until(lambda one: one.waits is PendingStepKind.DICE and bool(one.came.rolled))
    assert umpire.coming().forecast == umpire.docks.outlook.forecast is not None
    cells = {rolled.cell for rolled in umpire.coming().came.rolled}
    assert cells & set(umpire.docks.tables.marks)


def test_a_side_that_a_roll_may_be_won_by_is_called_by_its_name(window: Umpire) -> None:
    shots = SAMPLES / "tank" / "scenarios" / "first-shots.scenario.yaml"
    seats = tuple(build_seats(PEOPLE, only_first_delivers=True))
    window.prompts.room_setup = UmpiredGameSetup(window.file, seats, SEED)
    window.window.console.begin(load_playable(shots), shots)
    assert window.coming().waits is PendingStepKind.DICE
    window.docks.step.refresh()
    said = window.docks.outlook.text()
    assert "Red" in said, said
    assert "blue" not in said


def test_the_next_order_is_shown_on_the_map_and_named_with_what_it_goes_on_with(
    umpire: Umpire,
) -> None:
    umpire.go_on_to_turn(1)
    umpire.write("blue")
    first = umpire.room.next_order
    assert first is not None
    assert first.pointing.unit in umpire.tab.board.pointer.place.units
    follower = next(o for o in umpire.room.orders("blue") if o.opener)
    while umpire.room.next_order != follower:
        umpire.room.proceed()
    begun = next(o for o in umpire.room.orders("blue") if o.id == follower.opener)
    said = umpire.docks.step.sentence.text()
    assert said == f"{begun.words['en']}: {follower.words['en']}"


def test_another_die_is_laid_with_a_note(umpire: Umpire) -> None:
    coming = umpire.go_on_until(lambda one: one.waits is PendingStepKind.DICE)
    assert coming.roll is not None
    umpire.do("room-lay")
    step = umpire.docks.step
    for box in step.entry.boxes:
        box.setValue(1)
    assert step.meant.text().startswith(text("console.room-would-come", "en"))
    step.entry.lay.click()
    assert step.meant.text() == text("console.room-step-note-needed", "en")
    step.note.setText("real dice at the table")
    step.entry.lay.click()
    laid = next(entry for entry in reversed(umpire.room.log) if entry.act == "lay")
    assert "real dice at the table" in laid.words["en"]
    assert (1,) * coming.roll.dice in umpire.room.session.game.answers


def say_real(umpire: Umpire) -> None:
    """Say at a roll that real dice are rolled."""
    umpire.do("room-lay")
    real = umpire.docks.step.real
    QTest.mouseClick(real, Qt.MouseButton.LeftButton, pos=QPoint(8, real.height() // 2))
    assert real.isChecked()


@pytest.mark.parametrize("deed", ["room-lay", "room-refuse"])
def test_what_a_key_opens_is_in_sight_however_low_the_panel_is(umpire: Umpire, deed: str) -> None:
    umpire.go_on_until(lambda one: one.waits is PendingStepKind.DICE)
    if deed == "room-refuse":
        is_ruling(umpire)
    docks = umpire.docks
    umpire.do("room-bulletins")
    umpire.window.resize(1100, 640)
    umpire.window.layouts.reveal(docks.named["room-outlook"])
    umpire.window.activateWindow()
    umpire.tab.canvas.setFocus()
    QApplication.processEvents()
    umpire.do(deed)
    QApplication.processEvents()
    field = docks.step.entry.boxes[0] if deed == "room-lay" else docks.step.reason
    assert field.hasFocus()
    assert field.visibleRegion().boundingRect() == field.rect()


def test_real_dice_are_said_once_and_then_asked_for_at_each_roll(umpire: Umpire) -> None:
    """Digits and Enter, roll after roll: nothing else is shown or rolled, and F10 halts there."""
    umpire.go_on_until(lambda one: one.waits is PendingStepKind.DICE)
    step = umpire.docks.step
    say_real(umpire)
    assert step.note.isHidden()
    assert step.tray.isHidden()
    assert step.proceed.isHidden()
    for _ in range(3):
        coming = umpire.go_on_until(lambda one: one.waits is PendingStepKind.DICE)
        assert coming.roll is not None
        before = len(umpire.room.session.game.answers)
        assert step.dice_form.isVisible()
        assert step.tray.isHidden()
        assert not step.came.text()
        umpire.do("room-proceed")
        assert len(umpire.room.session.game.answers) == before
        for box in step.entry.boxes:
            QTest.keyClicks(box, "1")
        assert step.meant.text().startswith(text("console.room-would-come", "en"))
        QTest.keyClick(step.entry.boxes[-1], Qt.Key.Key_Return)
        assert umpire.room.session.game.answers[before] == (1,) * coming.roll.dice
    told = [entry.words["en"] for entry in umpire.room.log if entry.act in ("real-dice", "lay")]
    assert told[0] == text("umpiring.log-real-dice", "en")
    assert all(re.fullmatch(r"Dice\. .+: 1( 1)*( .*)?", words) for words in told[1:]), told
    assert not umpire.room.session.game.overrides, "nothing was changed: so they fell"
    rolls = [answer for answer in umpire.room.session.game.answers if is_dice(answer)]
    while (coming := umpire.coming()).waits is not PendingStepKind.DICE:
        if coming.waits is PendingStepKind.SIDE:
            umpire.write(coming.side)
        else:
            umpire.do("room-run-through")
            until(lambda: not umpire.tab.deeds.is_running)
    umpire.window.bars.refresh()
    assert not umpire.window.bars.actions["room-run"].isEnabled()
    assert [answer for answer in umpire.room.session.game.answers if is_dice(answer)] == rolls


def test_where_real_dice_are_rolled_no_step_tells_what_others_would_come_to(
    umpire: Umpire,
) -> None:
    umpire.go_on_until(lambda one: one.waits is PendingStepKind.DICE and bool(one.came.rolled))
    umpire.do("undo")
    assert umpire.coming().came.rolled
    umpire.do("room-proceed")
    say_real(umpire)
    umpire.do("undo")
    step = umpire.docks.step
    assert step.proposal is not None
    assert [step.proposal.waits] != [PendingStepKind.DICE]
    assert not step.proposal.came.dice
    assert not step.proposal.came.rolled
    met = list[object]()
    step.met.connect(met.append)
    umpire.do("room-proceed")
    assert [step.proposal.waits] == [PendingStepKind.DICE]
    assert not met


def test_a_roll_told_in_the_words_of_the_last_one_is_asked_for_too(
    umpire: Umpire, monkeypatch: pytest.MonkeyPatch
) -> None:
    umpire.go_on_until(lambda one: one.waits is PendingStepKind.DICE)
    say_real(umpire)
    step, deeds, laid = umpire.docks.step, umpire.tab.deeds, list[object]()
    again = deeds.next()

    def lay(faces: Faces, note: str) -> None:
        laid.append(faces)
        step.refresh()

    monkeypatch.setattr(deeds, "next", lambda: again)
    monkeypatch.setattr(deeds, "use_dice", lay)
    for count in (1, 2):
        for box in step.entry.boxes:
            assert box.value() == 0
            QTest.keyClicks(box, "1")
        QTest.keyClick(step.entry.boxes[-1], Qt.Key.Key_Return)
        assert len(laid) == count
        assert step.dice_form.isVisible()


def test_faces_are_tried_once_however_often_the_form_was_opened(
    umpire: Umpire, monkeypatch: pytest.MonkeyPatch
) -> None:
    umpire.go_on_until(lambda one: one.waits is PendingStepKind.DICE)
    say_real(umpire)
    step, tried = umpire.docks.step, list[object]()

    def tried_out(room: UmpiredGame, faces: Faces, *how: Any) -> StepResult:
        tried.append(faces)
        return result_of_faces(room, faces, *how)

    for _ in range(3):
        umpire.do("undo")
        umpire.go_on_until(lambda one: one.waits is PendingStepKind.DICE)
    monkeypatch.setattr("studio.workspaces.umpire.step_panel.result_of_faces", tried_out)
    for box in step.entry.boxes:
        QTest.keyClicks(box, "1")
    assert len(tried) == 1


def test_real_dice_are_rolled_by_nobody_while_the_next_step_is_out_of_sight(
    umpire: Umpire,
) -> None:
    umpire.go_on_until(lambda one: one.waits is PendingStepKind.DICE)
    say_real(umpire)
    umpire.do("undo")
    umpire.docks.named["room-step"].set_open(False)
    umpire.go_on_until(lambda one: one.waits is PendingStepKind.DICE)
    before = list(umpire.room.session.game.answers)
    umpire.do("room-proceed")
    assert umpire.room.session.game.answers == before
    assert umpire.docks.step.dice_form.isVisible()


def test_real_dice_are_said_of_one_room_and_another_is_not_bound_by_that(umpire: Umpire) -> None:
    umpire.go_on_until(lambda one: one.waits is PendingStepKind.DICE)
    say_real(umpire)
    step, tab = umpire.docks.step, umpire.tab
    step.follow(None, None)
    assert not step.real.isChecked()
    step.follow(tab.deeds, tab.board)
    assert step.real.isChecked()
    assert step.dice_form.isVisible()
    assert step.proceed.isHidden()


def rolling_in_front(umpire: Umpire, qtbot: QtBot) -> StepPanel:
    """The next step in the window in use, at a roll of real dice."""
    umpire.window.activateWindow()
    qtbot.waitUntil(umpire.window.isActiveWindow)
    umpire.go_on_until(lambda one: one.waits is PendingStepKind.DICE)
    say_real(umpire)
    return umpire.docks.step


def test_the_form_for_dice_takes_the_keyboard_from_nobody_who_writes(
    umpire: Umpire, qtbot: QtBot
) -> None:
    step = rolling_in_front(umpire, qtbot)
    assert QApplication.focusWidget() in step.entry.boxes
    umpire.docks.show_panel("room-step")
    step.clock.change.click()
    for writer in (umpire.docks.post.words, step.clock.minutes):
        umpire.do("undo")
        writer.setFocus()
        assert QApplication.focusWidget() is writer
        umpire.go_on_until(lambda one: one.waits is PendingStepKind.DICE)
        assert step.dice_form.isVisible()
        assert QApplication.focusWidget() is writer


def test_the_keyboard_stays_with_the_next_step_when_the_faces_are_laid(
    umpire: Umpire, qtbot: QtBot
) -> None:
    step = rolling_in_front(umpire, qtbot)
    for box in step.entry.boxes:
        assert QApplication.focusWidget() is box
        QTest.keyClicks(box, "1")
    QTest.keyClick(step.entry.boxes[-1], Qt.Key.Key_Return)
    focused = QApplication.focusWidget()
    assert focused is step or focused in step.entry.boxes


def test_an_earlier_roll_is_changed_with_a_note_and_what_followed_is_taken_back(
    umpire: Umpire,
) -> None:
    umpire.go_on_until(lambda one: one.waits is PendingStepKind.DICE)
    umpire.room.proceed()
    umpire.go_on_until(lambda one: one.waits is PendingStepKind.SIDE)
    umpire.docks.show_panel("room-dice")
    line = umpire.docks.dice.lines()[-1]
    assert line.cast.answer is not None
    umpire.prompts.lines = [" ".join("1" for _ in line.cast.rolled.faces), "misread"]
    later = len(umpire.room.session.game.answers) - line.cast.answer - 1
    umpire.docks.dice.override(line.cast)
    assert f"({later} " in umpire.prompts.asked[-2]
    answers = umpire.room.session.game.answers
    assert len(answers) >= line.cast.answer + 1
    assert set(answers[line.cast.answer]) == {1}
    assert any("misread" in entry.words["en"] for entry in umpire.room.log)


def test_a_roll_is_asked_why_at_the_console(umpire: Umpire) -> None:
    """The note with the rules pops up there as in a game of the window."""
    umpire.go_on_until(lambda one: one.waits is PendingStepKind.DICE)
    umpire.room.proceed()
    umpire.go_on_until(lambda one: one.waits is PendingStepKind.SIDE)
    umpire.docks.show_panel("room-dice")
    umpire.docks.dice.ask()
    note = umpire.docks.why
    assert not note.isHidden()
    assert note.explanations[0].rules
    note.hide()


def test_an_order_is_refused_with_a_reason_its_side_reads(umpire: Umpire) -> None:
    umpire.go_on_to_turn(1)
    umpire.write("blue")
    order = umpire.room.next_order
    assert order is not None
    umpire.do("room-refuse")
    umpire.docks.step.reason.setText("no radio there")
    umpire.docks.step.give_refusal.click()
    found = next(one for one in umpire.room.orders("blue") if one.id == order.id)
    assert found.state is OrderState.REFUSED
    assert "no radio there" in str(umpire.room.desk("blue-1")["draft"])
    assert any("no radio there" in line for line in umpire.docks.orders.listed())


def test_a_ruling_against_an_order_tells_its_side_why(umpire: Umpire) -> None:
    is_ruling(umpire, text("primer.ask-judge-order", "en", written="|").rpartition("|")[2].strip())
    side = umpire.room.session.visible_position(None).active
    umpire.do("room-refuse")
    umpire.docks.step.reason.setText("the bridge is down")
    umpire.docks.step.give_refusal.click()
    assert [one.words for one in umpire.room.messages] == ["the bridge is down"]
    assert umpire.room.messages[0].to == side
    assert "Refused: the bridge is down" in umpire.docks.post.list.item(0).text()


def test_an_order_ruled_out_is_refused_with_the_reason_until_that_is_taken_back(
    umpire: Umpire,
) -> None:
    is_ruling(umpire, text("primer.ask-judge-order", "en", written="|").rpartition("|")[2].strip())
    side = umpire.room.session.visible_position(None).active
    was = umpire.room.orders(side)
    umpire.do("room-refuse")
    umpire.docks.step.reason.setText("the bridge is down")
    umpire.docks.step.give_refusal.click()
    refused = [one for one in umpire.room.orders(side) if one.state is OrderState.REFUSED]
    assert refused
    assert refused[0].opens
    assert {one.reason["en"] for one in refused if one.reason} == {"the bridge is down"}
    assert {one.opener for one in refused[1:]} <= {refused[0].id}
    assert any("✗" in line and "bridge is down" in line for line in umpire.docks.orders.listed())
    umpire.tab.deeds.undo()
    assert umpire.room.orders(side) == was


def test_it_runs_by_itself_until_somebody_must_decide(umpire: Umpire) -> None:
    umpire.go_on_to_turn(1)
    umpire.write("blue")
    umpire.do("room-run")
    umpire.settle()
    assert umpire.coming().waits is PendingStepKind.UMPIRE
    umpire.do("room-run-through")
    umpire.settle()
    assert umpire.coming().waits is PendingStepKind.SIDE


def test_escape_stops_what_runs_by_itself(umpire: Umpire) -> None:
    umpire.go_on_to_turn(1)
    umpire.write("blue")
    umpire.tab.deeds.run()
    umpire.window.escape()
    assert not umpire.tab.deeds.is_running


def test_the_last_step_is_taken_back(umpire: Umpire) -> None:
    umpire.go_on_to_turn(1)
    umpire.write("blue")
    waiting = umpire.orders("blue", OrderState.DELIVERED)
    umpire.do("room-proceed")
    assert len(umpire.orders("blue", OrderState.DELIVERED)) == len(waiting) - 1
    umpire.do("undo")
    assert umpire.orders("blue", OrderState.DELIVERED) == waiting


def test_the_umpire_acts_by_his_panel_with_a_note(umpire: Umpire) -> None:
    umpire.go_on_to_turn(1)
    panel = umpire.docks.umpire
    umpire.do("room-umpire")
    panel.kinds.setCurrentIndex(panel.kinds.findData("weaken"))
    unit = umpire.tab.board.play.standing.pieces[0].id
    for field, value in zip(panel.fields, (unit, "2"), strict=True):
        field.set_value(value)
    panel.why.setText("treason")
    panel.do.click()
    assert panel.fault.text() == ""
    assert umpire.room.session.game.state.units[unit].weakened == 2
    told = umpire.room.log[-1].words
    assert told["en"] == text(
        "umpiring.log-intervene-why", "en", act="halve a unit's strength", why="treason"
    )
    act = text("primer.act-weaken", "zh")
    assert told["zh"] == text("umpiring.log-intervene-why", "zh", act=act, why="treason")
    umpire.room.intervene(Intervention("remove", (unit,)))
    assert umpire.room.log[-1].words["en"] == text(
        "umpiring.log-intervene", "en", act="remove a unit"
    )


def test_what_the_room_refuses_is_said_in_the_window_s_language(umpire: Umpire) -> None:
    said: list[str] = []
    umpire.tab.refused.connect(said.append)
    umpire.window.looks.choose_language("zh")
    umpire.tab.deeds.proceed()
    assert said
    assert any("一" <= letter <= "鿿" for letter in said[0])
