"""Players at their own screens, seen from the console; seats and what a room begins with."""

from __future__ import annotations

import threading
from http.client import HTTPConnection
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from engine.checks.scenario_checks import load_playable
from engine.files.source_text import SAMPLES
from engine.texts import text
from engine.umpire.clock import TimeoutAction
from engine.umpire.orders import OrderState
from engine.umpire.umpire_refusals import RefusedError
from studio.framework.player_server import PlayerServer
from studio.widgets.localization import Localizer
from studio.workspaces.umpire.host_panel import AWAY, THERE
from studio.workspaces.umpire.start_umpired_game_dialog import StartUmpiredGameDialog
from studio.workspaces.umpire.umpired_game_setup import (
    RememberedSetup,
    build_seats,
    unused_record_file,
)
from tests.assertions import require
from tests.studio.workspaces.umpire.hands import CITIES, Umpire


def test_orders_written_elsewhere_appear_in_the_box(umpire: Umpire, qtbot: QtBot) -> None:
    other = threading.Thread(target=umpire.write, args=["blue"])
    other.start()
    other.join()
    waiting = len(umpire.orders("blue", OrderState.DELIVERED))
    assert waiting > 0

    def is_listed() -> bool:
        return any(f"Blue: {waiting} to execute" in line for line in umpire.docks.orders.listed())

    qtbot.waitUntil(is_listed)


def test_players_are_let_in_by_this_machine_alone_unless_the_umpire_chooses_otherwise(
    umpire: Umpire,
) -> None:
    players = umpire.docks.players
    assert players.address.currentData() == "127.0.0.1"
    assert players.warning.text() == text("console.room-host-safe", "en")
    players.address.setCurrentIndex(players.address.count() - 1)
    assert players.address.currentData() == "0.0.0.0"
    assert players.warning.text() == text("console.room-host-warning", "en")


def test_a_seat_s_link_is_copied_and_shown_as_a_code_while_players_are_let_in(
    umpire: Umpire,
) -> None:
    pytest.importorskip("uvicorn")
    umpire.do("room-players")
    players, tab = umpire.docks.players, umpire.tab
    players.port.setValue(0)
    umpire.do("room-serve")
    assert tab.serving.is_on, players.fault.text()
    players.copy.click()
    link = QGuiApplication.clipboard().text()
    assert link.endswith(umpire.room.seats[players.seat].secret)
    assert umpire.room.seats[players.seat].secret not in players.state.text()
    players.show_code.setChecked(True)
    assert players.code.isVisible()
    umpire.do("room-serve")
    assert not tab.serving.is_on


def test_who_tries_a_wrong_link_is_shown_to_the_umpire(umpire: Umpire, qtbot: QtBot) -> None:
    pytest.importorskip("uvicorn")
    umpire.do("room-players")
    players, serving = umpire.docks.players, umpire.tab.serving
    players.port.setValue(0)
    umpire.do("room-serve")
    assert serving.host is not None
    assert not players.notice.isVisible()
    asked = HTTPConnection("127.0.0.1", serving.host.port, timeout=20)
    asked.request("POST", "/enter", b"{}", {"Origin": f"http://127.0.0.1:{serving.host.port}"})
    assert asked.getresponse().status == 403
    asked.close()
    qtbot.waitUntil(players.notice.isVisible)
    assert "127.0.0.1" in players.notice.text()
    umpire.do("room-serve")


def test_a_seat_is_muted_and_may_write_again(umpire: Umpire) -> None:
    umpire.do("room-players")
    players, room = umpire.docks.players, umpire.room
    seat, there = players.seat, players.seats.topLevelItem(0)
    assert there is not None
    before = players.mute.text(), there.text(1)
    QTest.mouseClick(players.mute, Qt.MouseButton.LeftButton)
    with pytest.raises(RefusedError):
        room.write(seat, "umpire", "hello")
    there = players.seats.topLevelItem(0)
    assert there is not None
    assert (players.mute.text() != before[0], there.text(1) != before[1]) == (True, True)
    QTest.mouseClick(players.mute, Qt.MouseButton.LeftButton)
    room.write(seat, "umpire", "hello")
    assert room.messages[-1].words == "hello"


def test_a_seat_s_link_is_changed_when_the_umpire_is_sure(umpire: Umpire) -> None:
    umpire.do("room-players")
    players, seats = umpire.docks.players, umpire.room.seats
    seat, before = players.seat, {name: one.secret for name, one in seats.items()}
    for is_sure in (False, True):
        umpire.prompts.confirmed = [is_sure]
        QTest.mouseClick(players.renew, Qt.MouseButton.LeftButton)
        assert (seats[seat].secret != before[seat]) is is_sure
    others = {name: one.secret for name, one in seats.items() if name != seat}
    assert others == {name: secret for name, secret in before.items() if name != seat}


def test_somebody_looks_on_by_a_link_until_he_is_dismissed_and_couriers_ride(
    umpire: Umpire,
) -> None:
    umpire.do("room-players")
    players, room = umpire.docks.players, umpire.room
    players.guest.name.setText("Olga")
    players.guest.delay.setValue(15)
    QTest.keyClick(players.guest.name, Qt.Key.Key_Return)
    (olga,) = room.observers.values()
    assert (olga.name, olga.sees, olga.delay) == ("Olga", "red", 900.0)
    assert players.seat == olga.id
    assert "15 min" in require(players.seats.currentItem()).text(0)
    players.guest.name.setText("Udo")
    players.guest.sees.setCurrentIndex(players.guest.sees.count() - 1)
    QTest.mouseClick(players.guest.admit, Qt.MouseButton.LeftButton)
    assert [guest.is_umpire for guest in room.observers.values()] == [False, True]
    umpire.prompts.confirmed = [True]
    QTest.mouseClick(players.renew, Qt.MouseButton.LeftButton)
    assert list(room.observers.values()) == [olga]
    umpire.do("room-post")
    row = umpire.docks.post.couriers
    row.ride.setFocus()
    QTest.keyClick(row.ride, Qt.Key.Key_Space)
    assert room.courier_terms is not None
    row.numbers["loss"].setValue(40)
    row.headquarters.setText("red=C2")
    row.headquarters.editingFinished.emit()
    assert (room.courier_terms.loss, room.courier_terms.headquarters) == (40, {"red": "C2"})
    told: list[str] = []
    assert row._deeds is not None
    row._deeds.refused.connect(told.append)
    row.headquarters.setText("red=C2, blue M4")
    row.headquarters.editingFinished.emit()
    assert "'blue M4'" in told[0]
    assert room.courier_terms.headquarters == {"red": "C2"}
    assert row.headquarters.text() == "red=C2, blue M4", "to be mended"


def test_who_is_there_is_seen_beside_the_longest_name(umpire: Umpire) -> None:
    umpire.do("room-players")
    panel = umpire.docks.players
    panel.guest.name.setText("Olga Alexandrovna of the Grand Fleet")
    panel.guest.delay.setValue(15)
    panel.guest.give()
    seats = panel.seats
    rows = map(seats.topLevelItem, range(seats.topLevelItemCount()))
    olga = next(row for row in rows if row and row.text(0).startswith("Olga"))
    QApplication.processEvents()
    there = seats.visualRect(seats.indexFromItem(olga, 1))
    assert seats.viewport().rect().contains(there)
    assert seats.fontMetrics().horizontalAdvance(AWAY) < there.width()
    assert "15 min" in olga.toolTip(0)


def test_a_rematch_opens_beside_the_game_with_the_same_links(umpire: Umpire) -> None:
    old = umpire.room
    umpire.prompts.deeds = [1]
    umpire.do("room-rematch")
    umpire.settle()
    new = umpire.room
    assert new is not old
    secrets = {seat.secret: seat.side for seat in old.seats.values()}
    assert {seat.secret for seat in new.seats.values()} == secrets.keys()
    assert all(secrets[seat.secret] != seat.side for seat in new.seats.values())


def test_players_at_their_screens_go_on_with_the_rematch_at_once(umpire: Umpire) -> None:
    pytest.importorskip("uvicorn")
    from tests.studio.web.players import Player

    umpire.docks.players.port.setValue(0)
    umpire.do("room-serve")
    old = umpire.tab.serving
    assert old.host is not None
    port, secret = old.host.port, umpire.room.seats["blue-1"].secret
    umpire.prompts.deeds = [1]
    umpire.do("room-rematch")
    umpire.settle()
    assert not old.is_on
    bella = Player(port, secret).hello()
    assert bella.desk["side"] == "red"
    bella.leave()
    assert umpire.docks.players.port.value() == 0


def test_closing_a_room_that_players_are_in_is_asked_about_and_ends_their_screens(
    umpire: Umpire,
) -> None:
    pytest.importorskip("uvicorn")
    tab = umpire.tab
    tab.serving.start("127.0.0.1", 0)
    umpire.prompts.confirmed = [False]
    assert not umpire.window.close_tab(tab)
    umpire.prompts.confirmed = [True]
    assert umpire.window.close_tab(tab)
    assert not tab.serving.is_on


def test_a_port_that_is_taken_is_told_at_the_panel(umpire: Umpire) -> None:
    pytest.importorskip("uvicorn")
    players = umpire.docks.players
    umpire.do("room-players")
    players.port.setValue(0)
    players.start_or_stop()
    host = umpire.tab.serving.host
    assert host is not None
    second = PlayerServer(umpire.room, umpire.tab)
    players.follow(second)
    players.port.setValue(host.port)
    players.start_or_stop()
    assert str(host.port) in players.fault.text()
    players.follow(umpire.tab.serving)


# --- before the game ------------------------------------------------------------------------------


@pytest.fixture
def dialog(qtbot: QtBot, tmp_path: Path) -> StartUmpiredGameDialog:
    made = StartUmpiredGameDialog(
        load_playable(CITIES),
        tmp_path / "a.room",
        RememberedSetup(5.0),
        lambda _: None,
        Localizer("en"),
    )
    qtbot.addWidget(made)
    return made


def test_more_players_get_names_and_names_make_more_players(dialog: StartUmpiredGameDialog) -> None:
    dialog.counts["red"].setValue(3)
    assert dialog.people["red"].text() == "Red 1, Red 2, Red 3"
    dialog.people["blue"].setText("Ann， Bob")
    dialog.people["blue"].editingFinished.emit()
    assert dialog.counts["blue"].value() == 2
    seats = dialog.setup().seats
    assert [seat.name for seat in seats if seat.side == "blue"] == ["Ann", "Bob"]
    assert all(seat.may_deliver for seat in seats)


def test_only_the_first_of_a_side_hands_in_where_that_is_wanted(
    dialog: StartUmpiredGameDialog,
) -> None:
    dialog.counts["red"].setValue(2)
    dialog.first_delivers.setChecked(True)
    assert [seat.may_deliver for seat in dialog.setup().seats] == [True, False, True]


def test_a_record_that_is_there_already_is_never_begun_over(
    dialog: StartUmpiredGameDialog, tmp_path: Path
) -> None:
    (tmp_path / "a.room").write_text("something")
    dialog.begin.click()
    assert dialog.result() == 0
    assert "a.room" in dialog.fault.text()
    dialog.file.setText(str(tmp_path / "b"))
    dialog.begin.click()
    assert dialog.result() == 1
    assert dialog.setup().file == tmp_path / "b.room"


def test_a_game_without_a_file_for_its_record_cannot_begin(dialog: StartUmpiredGameDialog) -> None:
    dialog.file.setText("  ")
    assert not dialog.begin.isEnabled()
    assert dialog.setup().seats


def test_what_is_likely_again_is_remembered_and_nonsense_is_not() -> None:
    usual = RememberedSetup(12.5, TimeoutAction.CLOSE.value, may_talk=True)
    assert RememberedSetup.of(usual.as_text()) == usual
    endless = f'{{"minutes": {10**400}}}'
    for nonsense in ("", "{", "[]", '{"minutes": "x"}', '{"when_up": "never"}', endless):
        assert RememberedSetup.of(nonsense) == RememberedSetup()


def test_a_new_record_has_a_name_of_its_own_beside_the_scenario(tmp_path: Path) -> None:
    scenario = tmp_path / "hill.scenario.yaml"
    assert unused_record_file(scenario, tmp_path / "home") == tmp_path / "hill.room"
    (tmp_path / "hill.room").touch()
    assert unused_record_file(scenario, tmp_path / "home") == tmp_path / "hill-2.room"


def test_a_new_record_of_a_sample_lies_with_the_users_own_games(tmp_path: Path) -> None:
    sample = SAMPLES / "tank" / "scenarios" / "crossroads.scenario.yaml"
    assert unused_record_file(sample, tmp_path) == tmp_path / "crossroads.room"


def test_every_seat_has_a_secret_of_its_own() -> None:
    seats = build_seats({"red": ["a", "b"], "blue": ["c"]}, only_first_delivers=False)
    assert len({seat.secret for seat in seats}) == 3


def test_a_player_s_screen_and_the_console_are_one_game(umpire: Umpire, qtbot: QtBot) -> None:
    pytest.importorskip("uvicorn")
    from tests.studio.web.players import Player

    serving = umpire.tab.serving
    serving.start("127.0.0.1", 0)
    host, seats = serving.host, umpire.room.seats
    assert host is not None
    blue = Player(host.port, seats["blue-1"].secret).hello()
    qtbot.waitUntil(lambda: who_is_there(umpire) == ["Bella (Blue)"])
    assert blue.done(blue.draft())
    assert blue.done(blue.act("deliver"))
    qtbot.waitUntil(lambda: umpire.docks.step.whose.text() == "Order of Blue")
    umpire.do("room-proceed")
    blue.wait_until(lambda desk: desk["draft"][0]["state"] == "executed")
    umpire.tab.deeds.announce("blue", {"en": "Rain is coming.", "zh": "将有雨。"})
    blue.wait_until(lambda desk: bool(desk["bulletins"]))
    assert blue.desk["bulletins"][0]["words"]["zh"] == "将有雨。"
    again = Player(host.port, seats["blue-1"].secret).hello()
    qtbot.waitUntil(lambda: "on 2 screens" in bella(umpire))
    again.leave()
    blue.leave()
    qtbot.waitUntil(lambda: who_is_there(umpire) == [])


def bella(umpire: Umpire) -> str:
    """What is told of Bella's presence."""
    seats = umpire.docks.players.seats
    items = [seats.topLevelItem(row) for row in range(seats.topLevelItemCount())]
    return next(i.text(1) for i in items if i is not None and "Bella" in i.text(0))


def who_is_there(umpire: Umpire) -> list[str]:
    """The seats the console says somebody is at."""
    seats = umpire.docks.players.seats
    items = [seats.topLevelItem(row) for row in range(seats.topLevelItemCount())]
    return [item.text(0) for item in items if item is not None and THERE in item.text(1)]


def test_where_players_were_served_last_is_offered_again(umpire: Umpire) -> None:
    players = umpire.docks.players
    players.restore_address('{"address": "0.0.0.0", "port": 9000}')
    assert (players.address.currentData(), players.port.value()) == ("0.0.0.0", 9000)
    for nonsense in ("{", "[]", '{"port": "x"}', f'{{"port": {10**12}}}'):
        players.restore_address(nonsense)
    assert players.port.value() == 9000
    players.restore_address('{"address": "10.99.99.99"}')
    assert players.address.currentData() == "127.0.0.1"
