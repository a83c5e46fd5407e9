"""A game umpired in the window: written orders, laid dice, refusals, other eyes, the record."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QPoint, Qt
from PySide6.QtGui import QFontMetrics, QPalette
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from engine.hexes.hex import Hex, distance
from engine.play.option_targets import OptionAction
from engine.session.move_plans import MovePlan, planned_destinations
from engine.texts import SideName, text
from engine.umpire.orders import OrderState
from studio.framework.workbench import Side
from studio.widgets.themes import READABLE, contrast_ratio, readable_colour, theme_palette
from studio.widgets.tokens import THEMES
from studio.workspaces.play.game_view.map_game_pointer import MapGamePointer
from studio.workspaces.play.game_view.map_game_view import MapGameView
from studio.workspaces.play.game_view.map_overlays import build_orders_overlay
from studio.workspaces.play.start_game_dialog import GameSetup
from studio.workspaces.umpire.map_tab import UmpireMapTab, UmpireMapView
from studio.workspaces.umpire.next_step import PendingStepKind
from studio.workspaces.umpire.order_writing_panel import AT_ONCE
from studio.workspaces.umpire.orders_panel import SHADES
from studio.workspaces.umpire.snapshots import current_snapshot
from tests.assertions import require_type
from tests.studio.main_window.conftest import do
from tests.studio.workspaces.play.seen import texts
from tests.studio.workspaces.umpire.hands import Umpire, is_asked, is_ruling

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
    qtbot.waitUntil(lambda: isinstance(window.window.active_tab, UmpireMapTab))
    assert window.file.exists()


def test_the_dialog_before_a_game_leads_to_an_umpired_one(window: Umpire) -> None:
    window.begin_from_the_menu()
    window.window.close_tab(window.tab)
    window.file.unlink()
    window.prompts.setup = GameSetup({}, is_umpired=True)
    window.do("play")
    assert isinstance(window.window.active_tab, UmpireMapTab)


def test_the_seats_secrets_are_nowhere_on_the_screen(umpire: Umpire) -> None:
    shown = texts(umpire.window)
    assert "Rita" in shown
    assert not any(seat.secret in shown for seat in umpire.room.seats.values())


def test_what_comes_first_is_that_a_side_is_to_write(umpire: Umpire) -> None:
    assert umpire.docks.step.whose.text() == text("console.room-waits-side", "en", who="Blue")
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
    before = umpire.room.session.answer_count
    umpire.docks.writing.write_for(AT_ONCE)
    choices = umpire.docks.writing.decision.list
    choices.itemActivated.emit(choices.item(1))
    assert umpire.room.session.answer_count == before + 1
    assert umpire.orders("blue", OrderState.DRAFT) == []
    umpire.docks.writing.end()
    is_ruling(umpire, text("primer.ask-judge-order", "en", written="|").rpartition("|")[2].strip())
    umpire.docks.writing.write_for(AT_ONCE)
    assert choices.count() == 2
    choices.itemActivated.emit(choices.item(0))
    allowed = [
        text("primer.order-allowed", "en", side=SideName.of(side), number=1)
        for side in ("Red", "Blue")
    ]
    assert any(each in str(umpire.room.log[-1].events) for each in allowed)


def test_the_last_draft_is_taken_back(umpire: Umpire) -> None:
    umpire.docks.writing.write_for("blue-1")
    question = umpire.tab.board.play.question
    assert question is not None
    umpire.tab.board.play.choose(question.choices[-1])
    assert len(umpire.orders("blue", OrderState.DRAFT)) == 1
    umpire.docks.writing.undo_last_order()
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


def test_a_long_reason_is_read_whole_in_the_box_however_narrow_it_is(umpire: Umpire) -> None:
    umpire.write("blue")
    umpire.do("room-refuse")
    QTest.keyClicks(umpire.docks.step.reason, "the depot is empty, and the train is late " * 4)
    QTest.keyClick(umpire.docks.step.reason, Qt.Key.Key_Return)
    tree = umpire.docks.orders.tree
    rows = {row.text(0): row for row in umpire.docks.orders._items()}
    refused = next(row for words, row in rows.items() if "depot" in words)
    line = tree.visualItemRect(rows["➤ infantry (1)"]).height()
    for wide in (500, 250):
        umpire.window.layouts.bench.set_width(Side.RIGHT, wide)
        QCoreApplication.processEvents()
        words = QFontMetrics(tree.font()).horizontalAdvance(refused.text(0))
        lines = tree.visualItemRect(refused).height() // line
        assert lines * tree.text_width(refused) >= words
    assert lines > 2
    assert not tree.horizontalScrollBar().isVisible()


def test_turns_head_the_orders_of_all_turns(umpire: Umpire) -> None:
    umpire.go_on_to_turn(2)
    box = umpire.docks.orders
    assert not [line for line in box.listed() if line.startswith("Turn ")]
    QTest.mouseClick(box.all_turns, Qt.MouseButton.LeftButton, pos=QPoint(8, 8))
    heads = [line for line in box.listed() if line.startswith("Turn ")]
    assert heads.count("Turn 1") == 2
    assert any("deploys at" in line for line in box.listed())


def test_what_would_come_of_it_follows_the_decision_that_is_chosen(umpire: Umpire) -> None:
    umpire.go_on_until(
        lambda coming: coming.waits is PendingStepKind.UMPIRE and len(coming.rulings) > 1
    )
    QCoreApplication.processEvents()
    step = umpire.docks.step
    step.refresh()
    first = step.came.text()
    QTest.keyClick(step.rulings, Qt.Key.Key_Down)
    assert step.rulings.currentRow() == 1
    assert step.came.text() != first
    QTest.keyClick(step.rulings, Qt.Key.Key_Up)
    assert step.came.text() == first


@pytest.mark.parametrize("theme", THEMES)
def test_orders_of_every_state_can_be_read_in_every_theme(theme: str) -> None:
    ground = theme_palette(theme).color(QPalette.ColorRole.Base)
    inks = (getattr(THEMES[theme], token) for token in SHADES.values())
    for shade in (*inks, "#c8352b", "#2b62c8", "#f5e663", "#101010"):
        assert contrast_ratio(readable_colour(shade, ground), ground) >= READABLE


def test_an_order_pointed_at_is_shown_on_the_map(umpire: Umpire) -> None:
    umpire.go_on_to_turn(1)
    umpire.write("blue")
    orders = umpire.room.orders("blue")
    order = next(o for o in orders if o.state is OrderState.DELIVERED and o.pointing.unit)
    umpire.docks.orders.choose(order.id)
    assert order.pointing.unit in umpire.tab.board.pointer.place.units
    assert umpire.tab.board.pointer.place.hexes


def test_orders_are_written_by_clicks_and_drawn_on_the_map_of_their_side_alone(
    umpire: Umpire,
) -> None:
    umpire.go_on_to_turn(1)
    umpire.docks.writing.write_for("blue-1")
    board = umpire.tab.board
    question = board.play.question
    assert question is not None
    unit = next(c.pointing.unit for c in question.choices if c.pointing.deed is OptionAction.ORDER)
    stand = next(piece.at for piece in board.play.standing.pieces if piece.id == unit)
    going = next(
        each
        for each in planned_destinations(board.play.session, unit)
        if len(each.reach.arrivals) > 1
    )
    require_type(board.pointer, MapGamePointer).take(unit)
    there = next(at for at in going.reach.arrivals if distance(at, stand) == 1)
    board.play.carry_out_plan(MovePlan(unit, (there,), going.order))
    for _ in range(20):
        QCoreApplication.processEvents()
    drafts = umpire.orders("blue", OrderState.DRAFT)
    assert len(drafts) >= 2
    assert umpire.tab.map.labels.label(there) in drafts[1]
    while board.play.question is not None and not build_orders_overlay(board.play.standing).moves:
        board.play.choose(board.play.question.choices[-1])
    assert build_orders_overlay(board.play.standing).moves == ((stand, there),)
    board.view_as("red")
    assert build_orders_overlay(board.play.standing).moves == ()


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
    several = [board.pointer.answering(each) for each in list(question.choices)[:2]]
    board.pointer.menu_wanted.emit(several)
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


# --- other eyes -----------------------------------------------------------------------------------


def test_a_side_s_map_has_nothing_that_is_hidden_from_it(umpire: Umpire) -> None:
    umpire.go_on_to_turn(2)
    game = umpire.room.session.game
    for number, side in enumerate(umpire.room.sides, 1):
        umpire.do(f"room-view-{number}")
        board = require_type(umpire.tab.board, UmpireMapView)
        secrets = game.rules.secrets(game.state, side)
        assert secrets, "nothing is hidden: the test shows nothing"
        shown = [repr(board.play.standing), repr(board.sights.ghosts)]
        shown += [repr(current_snapshot(umpire.room, side, "en"))]
        shown += [require_type(board.play.board, MapGameView).layer.arrangement.__repr__()]
        assert not [secret for secret in secrets for words in shown if f"'{secret}'" in words]
        assert board.sights.seen is not None
        assert not board.sights.seen.all()
    umpire.do("room-view-0")
    assert require_type(umpire.tab.board, UmpireMapView).sights.seen is None


def test_enemies_out_of_sight_stay_as_ghosts_with_their_age(umpire: Umpire) -> None:
    umpire.go_on_until(lambda _: any(umpire.room.ghosts(side) for side in umpire.room.sides))
    side = next(side for side in umpire.room.sides if umpire.room.ghosts(side))
    umpire.tab.view_as(side)
    board = require_type(umpire.tab.board, UmpireMapView)
    ghost = umpire.room.ghosts(side)[0]
    assert ghost in board.sights.ghosts
    words = board.remembered(require_type(ghost.at, Hex))
    assert any(f"last seen here on turn {ghost.turn}" in line for line in words)


def test_two_maps_are_seen_side_by_side_at_the_same_place(umpire: Umpire) -> None:
    umpire.go_on_to_turn(1)
    umpire.do("room-two")
    assert umpire.tab.beside is not None
    assert umpire.tab.beside.viewer == "red"
    umpire.tab.canvas.zoom_to(1.5)
    assert umpire.tab.second.camera == umpire.tab.canvas.camera
    umpire.do("room-two")
    assert not umpire.tab.second.isVisible()


# --- files ----------------------------------------------------------------------------------------


def test_the_record_is_exported_as_text_html_and_pdf(umpire: Umpire, tmp_path: Path) -> None:
    umpire.go_on_to_turn(1)
    umpire.room.note("a quiet night")
    for ending in (".md", ".html", ".pdf"):
        file = umpire.prompts.file = tmp_path / f"record{ending}"
        umpire.do("room-write-record")
        saved(umpire)
        content = file.read_bytes()
        assert content.startswith(b"%PDF") or b"a quiet night" in content
        assert not any(seat.secret.encode() in content for seat in umpire.room.seats.values())


def saved(umpire: Umpire) -> None:
    """Save the report that was opened."""
    view = umpire.window.console.publishing.reading.view
    assert view is not None
    view.save.click()
    view.close()


def test_each_side_s_map_is_exported_in_one_step(umpire: Umpire, tmp_path: Path) -> None:
    umpire.go_on_to_turn(1)
    umpire.prompts.file = tmp_path / "maps.png"
    umpire.do("room-pictures")
    made = sorted(path.name for path in tmp_path.glob("maps-*"))
    stems = ("blue", "red", "umpire")
    assert made == [f"maps-{stem}.{kind}" for stem in stems for kind in ("pdf", "png")]
    actions = umpire.window.bars.actions
    assert actions["print"].isEnabled()
    assert not actions["export-map"].isEnabled(), "a room is no map for another program"


def test_a_room_is_taken_up_again_from_its_record_as_it_stood(umpire: Umpire) -> None:
    umpire.go_on_to_turn(1)
    umpire.write("blue")
    umpire.room.note("keep this")
    was = umpire.room.session.answer_count, umpire.room.orders("blue"), umpire.room.notes
    umpire.window.close_tab(umpire.tab)
    umpire.window.filing.open_file(umpire.file)
    again = umpire.room
    assert (again.session.answer_count, again.orders("blue"), again.notes) == was


def test_a_room_that_is_open_comes_to_the_front_when_it_is_opened_again(umpire: Umpire) -> None:
    tab = umpire.tab
    umpire.do("new")
    assert umpire.window.active_tab is not tab
    umpire.window.filing.open_file(umpire.file)
    assert umpire.window.active_tab is tab
    assert umpire.prompts.told == []


def test_words_half_written_are_asked_about_before_the_room_is_closed(umpire: Umpire) -> None:
    umpire.docks.notes.words.setText("half a thou")
    umpire.prompts.confirmed = [False]
    assert not umpire.window.close_tab(umpire.tab)
    assert isinstance(umpire.window.active_tab, UmpireMapTab)


def test_saving_a_room_says_that_it_is_kept(umpire: Umpire) -> None:
    do(umpire.window, "save")
    assert umpire.prompts.told == []
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
    assert bar.list.item(0).text().startswith("Unknown")
    assert not umpire.window.bars.actions["room-proceed"].isEnabled()
    umpire.window.escape()
    assert not tab.is_debriefing
    assert tab.board.play.standing.turn == umpire.turn


def test_the_debrief_is_exported_with_two_maps_for_each_side_and_turn(
    umpire: Umpire, tmp_path: Path
) -> None:
    umpire.go_on_to_turn(1)
    umpire.do("room-debrief")
    file = umpire.prompts.file = tmp_path / "debrief.html"
    umpire.tab.debrief.export.click()
    saved(umpire)
    page = file.read_text(encoding="utf-8")
    turns = len(umpire.room.debrief())
    assert page.count("<figure>") == turns * len(umpire.room.sides)
    assert "Right: the true position." in page


def test_the_whole_console_is_said_in_chinese(umpire: Umpire) -> None:
    umpire.go_on_to_turn(1)
    umpire.window.looks.choose_language("zh")
    titles = [dock.windowTitle() for dock in umpire.docks.named.values()]
    shown = "\n".join([texts(umpire.window), *titles])
    for word in ("下一步", "命令", "全图", "代拟", "并列"):
        assert word in shown
    assert text("console.room-run-hint", "en") not in shown
