"""Seats of an arm at the console: chosen before the game, written for during it."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from engine.checks.scenario_checks import load_playable
from engine.texts import text
from engine.umpire.umpire_refusals import RefusedError
from engine.umpire.viewer_sessions import OrderWritingSession
from studio.widgets.localization import Localizer
from studio.workspaces.umpire.start_umpired_game_dialog import StartUmpiredGameDialog
from studio.workspaces.umpire.umpire_texts import UmpiredGameNames
from studio.workspaces.umpire.umpired_game_setup import RememberedSetup
from tests.engine.umpire.conftest import begin, drawings, scenarios  # noqa: F401 (fixtures)
from tests.engine.umpire.rooms import ARMED_SEATS, Begin, proceed
from tests.studio.workspaces.umpire.hands import CITIES


def dialog_for(qtbot: QtBot, scenario: Path, folder: Path) -> StartUmpiredGameDialog:
    made = StartUmpiredGameDialog(
        load_playable(scenario),
        folder / "a.room",
        RememberedSetup(),
        lambda _: None,
        Localizer("en"),
    )
    qtbot.addWidget(made)
    made.show()
    return made


def test_each_player_may_be_given_an_arm(
    qtbot: QtBot,
    scenarios: dict[str, Path],  # noqa: F811 (a fixture)
    tmp_path: Path,
) -> None:
    dialog = dialog_for(qtbot, scenarios["armed-toy"], tmp_path)
    people, row = dialog.people["red"], dialog.arms["red"]
    people.selectAll()
    QTest.keyClicks(people, "Anna, Bo")
    assert [box.accessibleName() for box in row.boxes] == [
        text("console.room-begin-arm", "en", name=name) for name in ("Anna", "Bo")
    ]
    row.boxes[1].setFocus()
    QTest.keyClicks(row.boxes[1], "G")  # Guns
    assert row.boxes[1].currentText() == "Guns"
    QTest.keyClicks(people, ", Ruth")
    QTest.keyClick(people, Qt.Key.Key_Tab)
    seats = [seat for seat in dialog.setup().seats if seat.side == "red"]
    assert [(seat.name, seat.arm) for seat in seats] == [("Anna", ""), ("Bo", "guns"), ("Ruth", "")]


def test_games_without_arms_ask_for_none(qtbot: QtBot, tmp_path: Path) -> None:
    dialog = dialog_for(qtbot, CITIES, tmp_path)
    assert dialog.arms == {}
    assert {seat.arm for seat in dialog.setup().seats} == {""}


def test_orders_written_for_a_seat_are_those_of_its_arm(begin: Begin) -> None:  # noqa: F811
    room = begin("armed-toy", seats=ARMED_SEATS)
    proceed(room)
    van, guns = (
        OrderWritingSession(room, room.seats["anna"]),
        OrderWritingSession(room, room.seats["bo"]),
    )
    question = guns.question("en")
    assert question is not None
    assert list(question.choices.options) == ["r2", "r3"]
    with pytest.raises(RefusedError, match="another arm"):
        guns.answer("r1")
    van.answer("r1")
    assert [order.by for order in room.orders("red")] == ["anna"]
    assert UmpiredGameNames(room, Localizer("en"))("bo") == "Bo (Red, Guns)"
