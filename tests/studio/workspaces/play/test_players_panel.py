"""Sides are handed to machines and taken back; thinking never stops the window; advice is asked."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QScrollArea, QWidget
from pytestqt.qtbot import QtBot

from engine.ai import player_registry
from engine.ai.rollout_workers import rollout_pool
from engine.ai.successive_halving import SearchBudget
from engine.ai.user_temperaments import NAMED_BY
from engine.session.seats import Seat
from engine.session.session import Session
from studio.workspaces.play.panels import players_panel
from studio.workspaces.play.panels.players_panel import AutoPlayDeadline, PlayersPanel
from tests.conformance.cases import CASES
from tests.engine.session.sessions import begun
from tests.studio.workspaces.play.watching import Watched

LEFT = Qt.MouseButton.LeftButton
PATIENCE_MS = 60_000
PRIMER = next(case for case in CASES if case.rules.id == "primer")


class Table(Watched):
    """A game with the panel of who plays."""

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.players = PlayersPanel(self.localize)
        self.players.setParent(self)
        self.players.resize(320, 400)
        self.players.show_play(self.play, self.pointer)


def are_at_work() -> bool:
    """Whether an aide is at a trial that somebody waits for."""
    return any(aide.has_waiter for aide in rollout_pool()._aides)


@pytest.fixture(autouse=True)
def little_thought(monkeypatch: pytest.MonkeyPatch) -> None:
    """Levels that think little, so that the tests are quick."""
    levels = dict.fromkeys(player_registry.LEVELS, SearchBudget(4, 2, 0))
    monkeypatch.setattr(player_registry, "LEVELS", levels)


def think_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        player_registry, "LEVELS", dict.fromkeys(player_registry.LEVELS, SearchBudget(100_000, 8))
    )


@pytest.fixture
def table(qtbot: QtBot) -> Callable[..., Table]:
    def laid(session: Session | None = None, **seats: Seat) -> Table:
        made = Table(session or begun(seats=seats))
        qtbot.addWidget(made, before_close_func=lambda _: made.play.end())
        made.show()
        return made

    return laid


def choose_seat(table: Table, side: str, seat: Seat) -> None:
    """Choose a seat with the keys, as from an open list."""
    box = table.players.seats[side]
    box.setFocus()
    wanted, step = box.findData(seat), 0
    while box.currentIndex() != wanted:
        step = 1 if wanted > box.currentIndex() else -1
        QTest.keyClick(box, Qt.Key.Key_Down if step > 0 else Qt.Key.Key_Up)
    if not step:
        QTest.keyClick(box, Qt.Key.Key_Return)


def test_a_side_is_handed_to_a_machine_and_taken_back(
    table: Callable[..., Table], qtbot: QtBot
) -> None:
    played = table(red=Seat.PERSON, blue=Seat.PERSON)
    side = played.session.asked
    choose_seat(played, side, Seat.NOVICE)
    qtbot.waitUntil(lambda: played.session.answer_count > 0, timeout=PATIENCE_MS)
    assert played.session.seats[side] == Seat.NOVICE
    choose_seat(played, side, Seat.PERSON)
    assert played.session.seats[side] == Seat.PERSON
    at = played.session.answer_count
    QTest.qWait(80)
    if played.session.asked == side:
        assert played.session.answer_count == at, "nobody answers for a person"


def test_the_window_goes_on_while_a_machine_thinks(
    table: Callable[..., Table], qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    advise = players_panel._advice

    def think_on(*asked: Any) -> None:
        while True:  # until it is stopped: an order that is surely best would end it sooner
            advise(*asked)

    monkeypatch.setattr(players_panel, "_advice", think_on)
    played, ticks = table(red=Seat.PERSON, blue=Seat.PERSON), []
    reach_turn(played, qtbot)
    clock = QTimer(played, interval=5)
    clock.timeout.connect(lambda: ticks.append(1))
    clock.start()
    QTest.mouseClick(played.players.hint, LEFT)
    assert played.play.deliberation.is_under_way
    qtbot.waitUntil(lambda: len(ticks) > 10, timeout=PATIENCE_MS)
    assert played.play.deliberation.is_under_way, "it thinks on, and the clock of the window runs"
    QTest.mouseClick(played.players.stop, LEFT)
    assert not played.play.deliberation.is_under_way
    assert not played.players.stop.isEnabled()


def reach_turn(played: Table, qtbot: QtBot) -> None:
    """Go on to a decision of the first turn that is worth a thought."""
    session = played.session
    while session.game.state.turn == 0 or len(session.game.options) < 3:
        session.answer(session.game.options[0])
    played.play.look_again()
    QApplication.processEvents()


def test_a_machine_that_is_stopped_waits(
    table: Callable[..., Table], qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    think_long(monkeypatch)
    played = table(red=Seat.PERSON, blue=Seat.PERSON)
    reach_turn(played, qtbot)
    choose_seat(played, played.session.asked, Seat.ELITE)
    qtbot.waitUntil(lambda: played.play.deliberation.is_under_way, timeout=PATIENCE_MS)
    at = played.session.answer_count
    QTest.mouseClick(played.players.stop, LEFT)
    QTest.qWait(60)
    assert played.play.is_paused
    assert played.session.answer_count == at
    assert not played.play.deliberation.is_under_way


def test_advice_shows_the_best_orders_with_their_worth_and_gives_one(
    table: Callable[..., Table], qtbot: QtBot
) -> None:
    played = table(red=Seat.PERSON, blue=Seat.PERSON)
    reach_turn(played, qtbot)
    QTest.mouseClick(played.players.hint, LEFT)
    shown = played.players.orders
    qtbot.waitUntil(lambda: shown.count() > 1, timeout=PATIENCE_MS)
    assert all(" %  " in shown.item(row).text() for row in range(shown.count()))
    worths = [float(shown.item(row).text().split(" %")[0]) for row in range(shown.count())]
    assert worths == sorted(worths, reverse=True)
    at = played.session.answer_count
    shown.setCurrentRow(0)
    QTest.keyClick(shown, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: played.session.answer_count > at, timeout=PATIENCE_MS)
    assert shown.count() == 0, "what was told of another position is gone"


def test_on_a_small_screen_advice_can_be_asked_for_again_after_an_order_is_given(
    table: Callable[..., Table], qtbot: QtBot
) -> None:
    played = table(red=Seat.PERSON, blue=Seat.PERSON)
    reach_turn(played, qtbot)
    panel, box = played.players, QScrollArea(played)
    box.setWidget(panel)
    box.resize(panel.width(), panel.height() // 2)
    box.show()
    QTest.mouseClick(panel.hint, LEFT)
    qtbot.waitUntil(lambda: panel.orders.count() > 1, timeout=PATIENCE_MS)
    qtbot.waitUntil(lambda: not is_whole(panel.hint))
    panel.orders.setCurrentRow(0)
    QTest.keyClick(panel.orders, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: not panel.orders.count(), timeout=PATIENCE_MS)
    qtbot.waitUntil(lambda: is_whole(panel.hint))


def is_whole(shown: QWidget) -> bool:
    """Whether all of a widget is in sight."""
    return shown.visibleRegion().boundingRect() == shown.rect()


def test_advice_is_given_up_when_somebody_answers(
    table: Callable[..., Table], qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    think_long(monkeypatch)
    played = table(red=Seat.PERSON, blue=Seat.PERSON)
    reach_turn(played, qtbot)
    QTest.mouseClick(played.players.hint, LEFT)
    played.play.answer(played.session.game.options[0])
    assert not played.play.deliberation.is_under_way


@pytest.mark.usefixtures("two_cores")
def test_a_hint_is_thought_of_on_all_cores_and_stopped(
    table: Callable[..., Table], qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    think_long(monkeypatch)
    played = table(Session.begin(PRIMER.scenario, {}, 5))
    reach_turn(played, qtbot)
    QTest.mouseClick(played.players.hint, LEFT)
    qtbot.waitUntil(are_at_work, timeout=PATIENCE_MS)
    assert played.play.deliberation.is_under_way
    QTest.mouseClick(played.players.stop, LEFT)
    assert not played.play.deliberation.is_under_way
    qtbot.waitUntil(lambda: rollout_pool().count_idle == 2, timeout=PATIENCE_MS)


def test_the_machine_may_finish_the_game(table: Callable[..., Table], qtbot: QtBot) -> None:
    played = table(red=Seat.PERSON, blue=Seat.PERSON)
    reach_turn(played, qtbot)
    QTest.mouseClick(played.players.finish, LEFT)
    assert all(seat == Seat.VETERAN for seat in played.session.seats.values())
    at = played.session.answer_count
    qtbot.waitUntil(lambda: played.session.answer_count > at + 6, timeout=PATIENCE_MS)
    assert not played.players.finish.isEnabled()
    assert re.search(r": Turn \d", played.players.state.text())


def test_a_machine_answers_the_same_behind_the_window_as_before_it(
    table: Callable[..., Table], qtbot: QtBot
) -> None:
    played, alone = (
        table(red=Seat.REGULAR, blue=Seat.REGULAR),
        begun(seats={"red": Seat.REGULAR, "blue": Seat.REGULAR}),
    )
    played.play.begin()
    qtbot.waitUntil(lambda: played.session.answer_count > 20, timeout=PATIENCE_MS)
    played.play.pause()
    while alone.answer_count < played.session.answer_count:
        alone.play_machine_answer()
    number = min(alone.answer_count, played.session.answer_count)
    assert alone.game.answers[:number] == played.session.game.answers[:number]


def test_how_long_the_machine_takes_to_the_end_is_reckoned_from_the_turns_it_has_played(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(time, "monotonic", lambda: 130.0)
    begun_at = AutoPlayDeadline(turn=2, since=100.0)
    assert begun_at.left(2, 10) is None
    assert begun_at.left(5, 10) == 60.0, "three turns in thirty seconds, six are left"
    assert begun_at.left(11, 10) == 0.0


def test_a_machine_that_looks_ahead_may_have_a_temper_and_keeps_it(
    table: Callable[..., Table], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = tmp_path / "tempers.yaml"
    own.write_text("tank:\n  daring: {danger: 0.1}\n", encoding="utf-8")
    monkeypatch.setenv(NAMED_BY, str(own))
    played = table(red=Seat.PERSON, blue=Seat.PERSON)
    side = next(each for each in played.session.seats if each != played.session.asked)
    tempers = played.players.tempers[side]
    assert not tempers.isEnabled(), "a person has his own"
    choose_seat(played, side, Seat.NOVICE)
    assert tempers.isEnabled()
    wanted = tempers.findData("daring")
    tempers.setFocus()
    while tempers.currentIndex() != wanted:
        QTest.keyClick(tempers, Qt.Key.Key_Down)
    assert (played.session.seats[side], played.session.temperament_of(side)) == (
        Seat.NOVICE,
        "daring",
    )
    played.session.save(tmp_path / "kept.session")
    taken_up = Session.resume(tmp_path / "kept.session", played.session.scenario)
    assert taken_up.temperament_of(side) == "daring"
    own.write_text("tank:\n  bald: {danger: 0.1}\n", encoding="utf-8")
    assert taken_up.temperament_of(side) == "steady", "it is gone from the file"
