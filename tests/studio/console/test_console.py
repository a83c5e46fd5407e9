"""A game umpired in the window: written orders, laid dice, refusals, other eyes, the record."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QPoint, Qt
from PySide6.QtGui import QPalette
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from engine.hexes.hex import distance
from engine.play.pointing import Deed
from engine.session.plan import MovePlan, goings
from engine.umpired.clock import WhenUp
from engine.umpired.orders import OrderState
from studio.console.orders_panel import SHADES
from studio.console.proposal import Proposal, Waits
from studio.console.seen_map import look_now
from studio.console.tab import UmpireTab
from studio.console.writing_panel import AT_ONCE
from studio.parts.contrast import READABLE, contrast, readable
from studio.parts.themes import colours
from studio.playtest.begin_dialog import Setup
from tests.studio.console.hands import Umpire
from tests.studio.playtest.seen import texts
from tests.studio.window.conftest import do


def is_ruling(umpire: Umpire, words: str = "attack") -> None:
    """The umpire is asked about an order with a word in it."""
    umpire.go_on_until(lambda coming: coming.waits is Waits.UMPIRE and words in coming.words)


def is_asked(side: str, coming: Proposal) -> bool:
    """Whether a side is to write."""
    return coming.waits is Waits.SIDE and coming.side == side


# --- beginning ------------------------------------------------------------------------------------


def test_a_room_begins_from_the_menu_and_its_record_is_on_the_disk(window: Umpire) -> None:
    window.begin_from_the_menu()
    umpire = window
    assert [seat.name for seat in umpire.room.seats.values()] == ["Rita", "Rolf", "Bella"]
    assert umpire.file.read_text().startswith('{"sandtable":"room/1"')
    assert umpire.window.console.tab is umpire.tab


def test_a_room_begins_from_the_map_of_a_scenario_once_that_is_read(
    window: Umpire, qtbot: QtBot
) -> None:
    window.begin_from_the_map()
    qtbot.waitUntil(lambda: isinstance(window.window.tab, UmpireTab))
    assert window.file.exists()


def test_the_dialog_before_a_game_leads_to_an_umpired_one(window: Umpire) -> None:
    window.begin_from_the_menu()
    window.window.close_tab(window.tab)
    window.file.unlink()
    window.asking.setup = Setup({}, is_umpired=True)
    window.do("play")
    assert isinstance(window.window.tab, UmpireTab)


def test_the_seats_secrets_are_nowhere_on_the_screen(umpire: Umpire) -> None:
    shown = texts(umpire.window)
    assert "Rita" in shown
    assert not any(seat.secret in shown for seat in umpire.room.seats.values())


def test_what_comes_first_is_that_a_side_is_to_write(umpire: Umpire) -> None:
    assert umpire.docks.step.whose.text() == "Blue to write"
    assert not umpire.docks.step.proceed.isVisible()
    assert umpire.docks.step.write.isVisible()


def test_the_panels_of_the_room_go_when_the_scenario_comes_to_the_front(window: Umpire) -> None:
    window.begin_from_the_menu()
    umpire = window
    assert umpire.docks.named["room-orders"].isVisible()
    umpire.window.tabs.setCurrentIndex(0)
    assert not any(dock.isVisible() for dock in umpire.docks.named.values())
    assert umpire.window.scenario_docks.named["forces"].isVisible()
    umpire.window.tabs.setCurrentIndex(1)
    assert umpire.docks.named["room-orders"].isVisible()


# --- orders ---------------------------------------------------------------------------------------


def test_orders_are_written_for_both_sides_with_the_decision_panel(umpire: Umpire) -> None:
    for side in ("blue", "red"):
        umpire.go_on_until(partial(is_asked, side))
        umpire.docks.step.write.click()
        assert umpire.tab.board.viewer == side
        choices = umpire.docks.writing.decision.list
        choices.itemActivated.emit(choices.item(choices.count() - 1))
        assert len(umpire.orders(side, OrderState.DRAFT)) == 1
        while umpire.tab.board.play.question is not None:
            umpire.tab.board.play.choose(umpire.tab.board.play.question.choices[-1])
        umpire.docks.writing.deliver.click()
        assert umpire.orders(side, OrderState.DELIVERED)
        umpire.do("room-run")
        umpire.settle()
        umpire.docks.writing.done.click()
        assert umpire.tab.board.viewer is None
    assert umpire.orders("blue", OrderState.EXECUTED)


def test_an_answer_at_once_is_done_for_who_is_asked_the_umpire_too(umpire: Umpire) -> None:
    umpire.go_on_to_turn(1)
    before = umpire.room.session.at
    umpire.docks.writing.write_for(AT_ONCE)
    choices = umpire.docks.writing.decision.list
    choices.itemActivated.emit(choices.item(1))
    assert umpire.room.session.at == before + 1
    assert umpire.orders("blue", OrderState.DRAFT) == []
    umpire.docks.writing.end()
    is_ruling(umpire, "carried out")
    umpire.docks.writing.write_for(AT_ONCE)
    assert choices.count() == 2
    choices.itemActivated.emit(choices.item(0))
    assert "lets order 1" in str(umpire.room.log[-1].events)


def test_the_last_draft_is_taken_back(umpire: Umpire) -> None:
    umpire.docks.writing.write_for("blue-1")
    question = umpire.tab.board.play.question
    assert question is not None
    umpire.tab.board.play.choose(question.choices[-1])
    assert len(umpire.orders("blue", OrderState.DRAFT)) == 1
    umpire.docks.writing.take_back()
    assert umpire.orders("blue", OrderState.DRAFT) == []


def test_the_box_lists_orders_with_their_state_and_units_without(umpire: Umpire) -> None:
    umpire.go_on_to_turn(1)
    umpire.write("blue")
    listed = umpire.docks.orders.listed()
    waiting = sum(order.opens for order in umpire.room.orders("blue") if order.is_live)
    assert waiting < len(umpire.orders("blue", OrderState.DELIVERED)), "steps are no orders"
    assert any(f"Blue: {waiting} to execute" in line for line in listed)
    assert any(line.startswith("➤") for line in listed)
    idle = len(umpire.room.units_without_orders("blue"))
    assert idle == 0 or f"Units without orders: {idle}" in listed


def test_turns_head_the_orders_of_all_turns(umpire: Umpire) -> None:
    umpire.go_on_to_turn(2)
    box = umpire.docks.orders
    assert not [line for line in box.listed() if line.startswith("Turn ")]
    QTest.mouseClick(box.all_turns, Qt.MouseButton.LeftButton, pos=QPoint(8, 8))
    heads = [line for line in box.listed() if line.startswith("Turn ")]
    assert heads.count("Turn 1") == 2
    assert any("deploys at" in line for line in box.listed())


def test_what_would_come_of_it_follows_the_decision_that_is_chosen(umpire: Umpire) -> None:
    umpire.go_on_until(lambda coming: coming.waits is Waits.UMPIRE and len(coming.rulings) > 1)
    QCoreApplication.processEvents()
    step = umpire.docks.step
    step.refresh()
    first = step.came.text()
    QTest.keyClick(step.rulings, Qt.Key.Key_Down)
    assert step.rulings.currentRow() == 1
    assert step.came.text() != first
    QTest.keyClick(step.rulings, Qt.Key.Key_Up)
    assert step.came.text() == first


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_orders_of_every_state_can_be_read_in_both_themes(theme: str) -> None:
    ground = colours(theme).color(QPalette.ColorRole.Base)
    for shade in (*SHADES.values(), "#c8352b", "#2b62c8", "#f5e663", "#101010"):
        assert contrast(readable(shade, ground), ground) >= READABLE


def test_an_order_pointed_at_is_shown_on_the_map(umpire: Umpire) -> None:
    umpire.go_on_to_turn(1)
    umpire.write("blue")
    orders = umpire.room.orders("blue")
    order = next(o for o in orders if o.state is OrderState.DELIVERED and o.pointing.unit)
    umpire.docks.orders.choose(order.id)
    assert order.pointing.unit in umpire.tab.board.finger.place.units
    assert umpire.tab.board.finger.place.hexes


def test_orders_are_written_by_clicks_and_drawn_on_the_map_of_their_side_alone(
    umpire: Umpire,
) -> None:
    umpire.go_on_to_turn(1)
    umpire.docks.writing.write_for("blue-1")
    board = umpire.tab.board
    question = board.play.question
    assert question is not None
    unit = next(c.pointing.unit for c in question.choices if c.pointing.deed is Deed.ORDER)
    stand = next(piece.at for piece in board.play.standing.pieces if piece.id == unit)
    going = next(each for each in goings(board.play.session, unit) if len(each.reach.arrivals) > 1)
    board.finger.take(unit)
    there = next(at for at in going.reach.arrivals if distance(at, stand) == 1)
    board.play.follow(MovePlan(unit, (there,), going.order))
    for _ in range(20):
        QCoreApplication.processEvents()
    drafts = umpire.orders("blue", OrderState.DRAFT)
    assert len(drafts) >= 2
    assert umpire.tab.map.labels.label(there) in drafts[1]
    while board.play.question is not None and not board.finger.written.moves:
        board.play.choose(board.play.question.choices[-1])
    assert board.finger.written.moves == ((stand, there),)
    board.view_as("red")
    assert board.finger.written.moves == ()


def test_what_is_the_umpire_s_alone_is_covered_while_a_player_may_look_on(umpire: Umpire) -> None:
    umpire.go_on_to_turn(1)
    umpire.write("blue")
    umpire.tab.show_two(True)
    umpire.docks.writing.write_for("red-1")
    listed = umpire.docks.orders.listed()
    assert any("Red" in line for line in listed)
    assert not any("Blue" in line for line in listed)
    assert not any(
        panel.isVisible() for panel in (umpire.docks.step, umpire.docks.notes, umpire.docks.umpire)
    )
    beside = umpire.tab.beside
    assert beside is not None
    assert beside.viewer == "red"
    umpire.docks.writing.done.click()
    assert umpire.docks.step.isVisible()
    assert any("Blue" in line for line in umpire.docks.orders.listed())


def test_a_click_that_may_mean_several_orders_asks_which(umpire: Umpire) -> None:
    umpire.go_on_to_turn(1)
    umpire.docks.writing.write_for("blue-1")
    board = umpire.tab.board
    question = board.play.question
    assert question is not None
    several = list(question.choices)[:2]
    board.finger.menu_wanted.emit(several)
    assert board.menu is not None
    assert [entry.text() for entry in board.menu.actions()] == [each.words for each in several]
    board.menu.actions()[1].trigger()
    assert len(umpire.orders("blue", OrderState.DRAFT)) == 1


def test_a_click_on_the_map_decides_nothing_while_nobody_s_orders_are_written(
    umpire: Umpire,
) -> None:
    umpire.go_on_to_turn(1)
    assert umpire.room.waits_for == "blue"
    assert not umpire.tab.board.play.may_answer
    umpire.docks.writing.write_for("blue-1")
    assert umpire.tab.board.play.may_answer


# --- step by step ---------------------------------------------------------------------------------


def test_the_next_step_says_what_would_come_of_it_and_execute_does_just_that(
    umpire: Umpire,
) -> None:
    coming = umpire.go_on_until(lambda one: one.waits is Waits.DICE)
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
    umpire.go_on_until(lambda one: one.waits is Waits.DICE and bool(one.came.rolled))
    assert umpire.coming().forecast == umpire.docks.outlook.forecast is not None
    cells = {rolled.cell for rolled in umpire.coming().came.rolled}
    assert cells & set(umpire.docks.tables.marks)


def test_the_next_order_is_shown_on_the_map_and_named_with_what_it_goes_on_with(
    umpire: Umpire,
) -> None:
    umpire.go_on_to_turn(1)
    umpire.write("blue")
    first = umpire.room.next_order
    assert first is not None
    assert first.pointing.unit in umpire.tab.board.finger.place.units
    follower = next(o for o in umpire.room.orders("blue") if o.opener)
    while umpire.room.next_order != follower:
        umpire.room.proceed()
    begun = next(o for o in umpire.room.orders("blue") if o.id == follower.opener)
    said = umpire.docks.step.sentence.text()
    assert said == f"{begun.words['en']}: {follower.words['en']}"


def test_another_die_is_laid_with_a_note(umpire: Umpire) -> None:
    coming = umpire.go_on_until(lambda one: one.waits is Waits.DICE)
    assert coming.roll is not None
    umpire.do("room-lay")
    step = umpire.docks.step
    for box in step.entry.boxes:
        box.setValue(1)
    assert step.meant.text().startswith("This would come of it")
    step.entry.lay.click()
    assert step.meant.text() == "Say why: it stands in the record."
    step.note.setText("real dice at the table")
    step.entry.lay.click()
    laid = next(entry for entry in reversed(umpire.room.log) if entry.act == "lay")
    assert "real dice at the table" in laid.words["en"]
    assert (1,) * coming.roll.dice in umpire.room.session.game.answers


def test_an_earlier_roll_is_changed_with_a_note_and_what_followed_is_taken_back(
    umpire: Umpire,
) -> None:
    umpire.go_on_until(lambda one: one.waits is Waits.DICE)
    umpire.room.proceed()
    umpire.go_on_until(lambda one: one.waits is Waits.SIDE)
    line = umpire.docks.dice.lines()[-1]
    assert line.cast.answer is not None
    umpire.asking.lines = [" ".join("1" for _ in line.cast.rolled.faces), "misread"]
    later = len(umpire.room.session.game.answers) - line.cast.answer - 1
    umpire.docks.dice.override(line.cast)
    assert f"answers and dice: {later})" in umpire.asking.asked[-2]
    answers = umpire.room.session.game.answers
    assert len(answers) >= line.cast.answer + 1
    assert set(answers[line.cast.answer]) == {1}
    assert any("misread" in entry.words["en"] for entry in umpire.room.log)


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
    is_ruling(umpire, "carried out")
    side = umpire.room.session.standing(None).active
    umpire.do("room-refuse")
    umpire.docks.step.reason.setText("the bridge is down")
    umpire.docks.step.give_refusal.click()
    assert [one.words for one in umpire.room.messages] == ["the bridge is down"]
    assert umpire.room.messages[0].to == side
    assert "Refused: the bridge is down" in umpire.docks.post.list.item(0).text()


def test_an_order_ruled_out_is_refused_with_the_reason_until_that_is_taken_back(
    umpire: Umpire,
) -> None:
    is_ruling(umpire, "carried out")
    side = umpire.room.session.standing(None).active
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
    assert umpire.coming().waits is Waits.UMPIRE
    umpire.do("room-run-through")
    umpire.settle()
    assert umpire.coming().waits is Waits.SIDE


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
        field.put(value)
    panel.why.setText("treason")
    panel.do.click()
    assert panel.fault.text() == ""
    assert umpire.room.session.game.state.units[unit].weakened == 2
    assert any("treason" in entry.words["en"] for entry in umpire.room.log)


def test_what_the_room_refuses_is_said_in_the_window_s_language(umpire: Umpire) -> None:
    said: list[str] = []
    umpire.tab.refused.connect(said.append)
    umpire.window.looks.choose_language("zh")
    umpire.tab.deeds.proceed()
    assert said
    assert any("一" <= letter <= "鿿" for letter in said[0])


# --- other eyes -----------------------------------------------------------------------------------


def test_a_side_s_map_has_nothing_that_is_hidden_from_it(umpire: Umpire) -> None:
    umpire.go_on_to_turn(2)
    game = umpire.room.session.game
    for number, side in enumerate(umpire.room.sides, 1):
        umpire.do(f"room-view-{number}")
        board = umpire.tab.board
        secrets = game.rules.secrets(game.state, side)
        assert secrets, "nothing is hidden: the test shows nothing"
        shown = [repr(board.play.standing), repr(board.sights.ghosts)]
        shown += [repr(look_now(umpire.room, side, "en"))]
        shown += [board.play.board.layer.arrangement.__repr__()]
        assert not [secret for secret in secrets for words in shown if f"'{secret}'" in words]
        assert board.sights.seen is not None
        assert not board.sights.seen.all()
    umpire.do("room-view-0")
    assert umpire.tab.board.sights.seen is None


def test_enemies_out_of_sight_stay_as_ghosts_with_their_age(umpire: Umpire) -> None:
    umpire.go_on_until(lambda _: any(umpire.room.ghosts(side) for side in umpire.room.sides))
    side = next(side for side in umpire.room.sides if umpire.room.ghosts(side))
    umpire.tab.view_as(side)
    board, ghost = umpire.tab.board, umpire.room.ghosts(side)[0]
    assert ghost in board.sights.ghosts
    words = board.remembered(ghost.at)
    assert any(f"last seen here in turn {ghost.turn}" in line for line in words)


def test_two_maps_are_seen_side_by_side_at_the_same_place(umpire: Umpire) -> None:
    umpire.go_on_to_turn(1)
    umpire.do("room-two")
    assert umpire.tab.beside is not None
    assert umpire.tab.beside.viewer == "red"
    umpire.tab.canvas.zoom_to(1.5)
    assert umpire.tab.second.camera == umpire.tab.canvas.camera
    umpire.do("room-two")
    assert not umpire.tab.second.isVisible()


# --- words ----------------------------------------------------------------------------------------


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


def test_bulletins_are_drafted_in_both_languages_edited_and_sent(umpire: Umpire) -> None:
    umpire.go_on_to_turn(1)
    umpire.do("room-bulletins")
    panel = umpire.docks.bulletins
    panel.to.choose("blue")
    panel.draft.click()
    assert panel.editors["en"].toPlainText().startswith("# Bulletin to Blue")
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
    umpire.asking.confirmed = [False]
    panel.give()
    assert not umpire.room.bulletins
    assert "drafted from what Blue saw" in umpire.asking.asked[-1]
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
    umpire.room.write("red-1", "umpire", "May we blow the bridge?")
    assert umpire.docks.named["room-post"].windowTitle() == "Mail (1)"
    umpire.do("room-post")
    post = umpire.docks.post
    post.list.itemActivated.emit(post.list.item(0))
    post.words.setText("You may.")
    post.give()
    assert umpire.room.messages[-1][2:5] == ("umpire", "red-1", "You may.")
    assert umpire.docks.named["room-post"].windowTitle() == "Mail"


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
    bar.when_up.setCurrentIndex(bar.when_up.findData(WhenUp.CLOSE))
    bar.start.click()
    assert bar.left.text() in ("5:00 left", "4:59 left")
    umpire.do("room-clock-hold")
    assert bar.left.text().endswith("held")
    umpire.room.set_clock(0.001)
    umpire.room.tick()
    QCoreApplication.processEvents()
    bar.refresh()
    assert bar.left.text() == "Time is up"


def test_the_umpire_is_asked_when_time_is_up_and_clicks_what_he_wants(umpire: Umpire) -> None:
    umpire.go_on_to_turn(1)
    bar, step = umpire.docks.step.clock, umpire.docks.step
    QTest.mouseClick(bar.change, Qt.MouseButton.LeftButton)
    bar.minutes.setValue(0.1)
    bar.when_up.setCurrentIndex(bar.when_up.findData(WhenUp.ASK))
    QTest.mouseClick(bar.start, Qt.MouseButton.LeftButton)
    umpire.room.set_clock(0.001, WhenUp.ASK)
    bar._tick()
    QCoreApplication.processEvents()
    assert bar.over.isVisible()
    assert not step.proceed.isVisible()
    QTest.mouseClick(bar.more, Qt.MouseButton.LeftButton)
    assert bar.left.text() in ("5:00 left", "4:59 left")
    assert not bar.over.isVisible()
    umpire.room.set_clock(0.001, WhenUp.ASK)
    bar._tick()
    QTest.mouseClick(bar.collect, Qt.MouseButton.LeftButton)
    QCoreApplication.processEvents()
    asked = umpire.room.waits_for
    assert step.whose.text().endswith("time is up")
    assert step.proceed.text() == "Go on without"
    before = umpire.room.session.at
    QTest.mouseClick(step.proceed, Qt.MouseButton.LeftButton)
    assert umpire.room.session.at > before
    umpire.do("undo")
    assert (umpire.room.session.at, umpire.room.waits_for) == (before, asked)


# --- files ----------------------------------------------------------------------------------------


def test_the_record_is_exported_as_text_html_and_pdf(umpire: Umpire, tmp_path: Path) -> None:
    umpire.go_on_to_turn(1)
    umpire.room.note("a quiet night")
    for ending in (".md", ".html", ".pdf"):
        file = umpire.asking.file = tmp_path / f"record{ending}"
        umpire.do("room-write-record")
        content = file.read_bytes()
        assert content.startswith(b"%PDF") or b"a quiet night" in content
        assert not any(seat.secret.encode() in content for seat in umpire.room.seats.values())


def test_each_side_s_map_is_exported_in_one_step(umpire: Umpire, tmp_path: Path) -> None:
    umpire.go_on_to_turn(1)
    umpire.asking.file = tmp_path / "maps.png"
    umpire.do("room-pictures")
    made = sorted(path.name for path in tmp_path.glob("maps-*"))
    stems = ("blue", "red", "umpire")
    assert made == [f"maps-{stem}.{kind}" for stem in stems for kind in ("pdf", "png")]


def test_a_room_is_taken_up_again_from_its_record_as_it_stood(umpire: Umpire) -> None:
    umpire.go_on_to_turn(1)
    umpire.write("blue")
    umpire.room.note("keep this")
    was = umpire.room.session.at, umpire.room.orders("blue"), umpire.room.notes
    umpire.window.close_tab(umpire.tab)
    umpire.window.filing.open_file(umpire.file)
    again = umpire.room
    assert (again.session.at, again.orders("blue"), again.notes) == was


def test_a_room_that_is_open_comes_to_the_front_when_it_is_opened_again(umpire: Umpire) -> None:
    tab = umpire.tab
    umpire.do("new")
    assert umpire.window.tab is not tab
    umpire.window.filing.open_file(umpire.file)
    assert umpire.window.tab is tab
    assert umpire.asking.told == []


def test_words_half_written_are_asked_about_before_the_room_is_closed(umpire: Umpire) -> None:
    umpire.docks.notes.words.setText("half a thou")
    umpire.asking.confirmed = [False]
    assert not umpire.window.close_tab(umpire.tab)
    assert isinstance(umpire.window.tab, UmpireTab)


def test_saving_a_room_says_that_it_is_kept(umpire: Umpire) -> None:
    do(umpire.window, "save")
    assert umpire.asking.told == []
    assert not umpire.tab.document.is_dirty


# --- afterwards -----------------------------------------------------------------------------------


def test_the_debrief_lays_belief_beside_truth_turn_by_turn(umpire: Umpire) -> None:
    umpire.go_on_to_turn(3)
    umpire.do("room-debrief")
    tab = umpire.tab
    bar = tab.debrief
    assert bar.slider.maximum() == len(umpire.room.debrief()) - 1
    bar.slider.setValue(1)
    assert tab.board.play.standing.turn == bar.beliefs[1].turn
    assert tab.board.viewer is None
    assert tab.beside is not None
    assert tab.beside.viewer == "red"
    assert bar.differences()
    assert bar.list.item(0).text().startswith("Unknown in ")
    assert not umpire.window.bars.actions["room-proceed"].isEnabled()
    umpire.window.escape()
    assert not tab.is_debriefing
    assert tab.board.play.standing.turn == umpire.turn


def test_the_debrief_is_exported_with_two_maps_for_each_side_and_turn(
    umpire: Umpire, tmp_path: Path
) -> None:
    umpire.go_on_to_turn(1)
    umpire.do("room-debrief")
    file = umpire.asking.file = tmp_path / "debrief.html"
    umpire.tab.debrief.export.click()
    page = file.read_text(encoding="utf-8")
    turns = len(umpire.room.debrief())
    assert page.count("<figure>") == turns * len(umpire.room.sides)
    assert "Right: what was true." in page


def test_the_whole_console_is_said_in_chinese(umpire: Umpire) -> None:
    umpire.go_on_to_turn(1)
    umpire.window.looks.choose_language("zh")
    titles = [dock.windowTitle() for dock in umpire.docks.named.values()]
    shown = "\n".join([texts(umpire.window), *titles])
    for word in ("下一步", "命令", "全图", "代拟", "并列"):
        assert word in shown
    assert "Let it run" not in shown
