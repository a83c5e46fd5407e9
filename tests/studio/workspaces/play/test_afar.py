"""A side of a game in the window is played at a page elsewhere, and taken back at any decision."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from engine.problems import SandtableError
from engine.session.seats import FogOfWar, Seat
from engine.texts import text
from studio.framework.player_server import LOOPBACK
from studio.web.page_map_tiles import MapPictures
from studio.workspaces.play.game_view import remote_players
from studio.workspaces.play.game_view.game_on_tab import GameOnTab
from studio.workspaces.play.panels.decision_panel import DecisionPanel
from tests.engine.session.sessions import begun
from tests.studio.web.players import Player, secret_of
from tests.studio.workspaces.play.test_players_panel import PATIENCE_MS, Table, choose_seat

LEFT = Qt.MouseButton.LeftButton


class FarTable(Table):
    """A game with the panels that tell of pages; its pages are here."""

    def __init__(self, seats: dict[str, Seat], qtbot: QtBot) -> None:
        super().__init__(begun(seats=seats))
        self.qtbot = qtbot
        self.gone: list[str] = []
        self.play.afar.went.connect(self.gone.append)
        self.decision = DecisionPanel(self.localize)
        self.decision.setParent(self)
        self.decision.show_play(self.play, self.pointer)
        self.pages: list[Player] = []

    def reach(self, side: str) -> None:
        """Go on to a decision of a side, in the window alone."""
        while self.session.asked != side:
            self.session.answer(self.session.offered[0])
        self.play.look_again()

    def come(self, side: str) -> Player:
        """Let somebody open a side's page by its link, which is on the clipboard."""
        copy = self.players.pages.rows[side].copy
        self.wait(copy.isEnabled)
        QTest.mouseClick(copy, LEFT)
        url = QApplication.clipboard().text()
        port = int(url.partition("/join")[0].rpartition(":")[2])
        self.pages.append(Player(port, secret_of(url)).hello())
        there = text("playtest.page-there", "en", side=side.title())
        self.wait(lambda: self.players.pages.rows[side].state.text().endswith(there))
        return self.pages[-1]

    def wait(self, holds: Callable[[], bool]) -> None:
        self.qtbot.waitUntil(holds, timeout=PATIENCE_MS)


@pytest.fixture
def table(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> Iterator[FarTable]:
    monkeypatch.setattr(MapPictures, "draw", lambda self, done: None)
    monkeypatch.setattr(remote_players, "listening_addresses", lambda: [LOOPBACK])
    monkeypatch.setattr(remote_players, "PORT", 0)
    made = FarTable({"red": Seat.PERSON, "blue": Seat.PERSON}, qtbot)
    qtbot.addWidget(made, before_close_func=lambda _: made.play.end())
    made.show()
    yield made
    for page in made.pages:
        page.leave()


def test_a_side_given_to_a_page_is_answered_for_there(table: FarTable) -> None:
    """The link is copied, the page opened, and what it hands in is the window's answer."""
    side = table.session.asked
    assert not table.players.pages.isVisible()
    choose_seat(table, side, Seat.PAGE)
    assert table.players.pages.isVisible()
    assert table.play.choices is None, "nobody answers for it here"
    assert table.decision.sentence.text() == text("playtest.page-nobody", "en", side=side.title())
    page = table.come(side)
    table.wait(
        lambda: (
            table.decision.sentence.text() == text("playtest.page-decides", "en", side=side.title())
        )
    )
    offered = list(table.session.offered)
    option = 0
    page.wait_until(lambda desk: bool(desk["asked"]))
    assert page.done(page.draft(option))
    at = table.session.answer_count
    assert page.act("deliver")["kind"] == "done"
    table.wait(lambda: table.session.answer_count > at)
    assert table.session.game.answers[at] == offered[option]
    page.wait_until(lambda desk: all(o["state"] != "delivered" for o in desk["draft"]))


def test_what_cannot_be_done_in_the_window_is_not_told_as_done(
    table: FarTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page reads that its order could not be carried out, and is asked again."""
    side = table.session.asked
    choose_seat(table, side, Seat.PAGE)
    page = table.come(side)
    page.wait_until(lambda desk: bool(desk["asked"]))
    told: list[str] = []
    table.play.refused.connect(told.append)

    def fail(option: object) -> None:
        raise SandtableError("no room on the disk")

    monkeypatch.setattr(table.session, "answer", fail)
    assert page.done(page.draft(0))
    assert page.act("deliver")["kind"] == "done"
    table.wait(lambda: told == ["no room on the disk"])
    page.wait_until(lambda desk: any(one["state"] == "refused" for one in desk["draft"]))
    assert page.desk["asked"]


def test_the_window_waits_for_nobody_who_has_the_room(table: FarTable) -> None:
    """A page may think over its options for seconds: the window goes on meanwhile."""
    side = table.session.asked
    choose_seat(table, side, Seat.PAGE)
    table.come(side)
    room = table.play.afar.room
    assert room is not None
    took, free = threading.Event(), threading.Event()

    def hold() -> None:
        with room.locked_session():
            took.set()
            free.wait(PATIENCE_MS / 1000)

    holder = threading.Thread(target=hold)
    holder.start()
    took.wait()
    other = "blue" if side == "red" else "red"
    choose_seat(table, other, Seat.PAGE)
    table.play.look_again()
    QTest.mouseClick(table.players.pages.rows[side].renew, LEFT)
    choose_seat(table, side, Seat.PERSON)
    table.play.answer(table.session.offered[0])
    QTest.qWait(20)
    table.play.afar.end()
    assert holder.is_alive(), "the room was never free"
    free.set()
    holder.join()


def test_who_comes_is_told_of_without_a_warning(table: FarTable) -> None:
    """That a page was opened is no fault; that nobody is there any more the game waits for."""
    GameOnTab(table.play, table.pointer, table.canvas, table, table.localize)
    told: list[str] = []
    warned: list[str] = []
    table.play.told.connect(told.append)
    table.play.refused.connect(warned.append)
    choose_seat(table, "red", Seat.PAGE)
    page = table.come("red")
    assert told == [text("playtest.page-came", "en", side="Red")]
    assert not warned
    page.leave()
    table.wait(lambda: bool(warned))
    assert warned[0] == text("playtest.page-went", "en", side="Red")


def test_who_leaves_is_told_of_and_the_game_goes_on_here(table: FarTable) -> None:
    side = table.session.asked
    choose_seat(table, side, Seat.PAGE)
    table.come(side).leave()
    table.wait(lambda: table.gone == [side])
    assert table.decision.sentence.text() == text("playtest.page-nobody", "en", side=side.title())
    choose_seat(table, side, Seat.PERSON)
    assert not table.players.pages.isVisible()
    assert not table.play.afar.is_on, "nothing is served where nobody plays at a page"
    assert table.play.choices is not None
    at = table.session.answer_count
    table.play.answer(table.session.offered[0])
    assert table.session.answer_count > at


def test_a_page_sees_no_moment_that_is_looked_back_at(table: FarTable) -> None:
    table.reach("red")
    table.play.answer(table.session.offered[0])
    side = "blue" if table.session.asked != "blue" else "red"
    choose_seat(table, side, Seat.PAGE)
    page, play = table.come(side), table.play
    number = page.desk["number"]
    play.visit(lambda: table.session.go_to(0))
    page.settle()
    assert page.desk["number"] == number
    play.visit(lambda: table.session.go_to(table.session.branch_answer_count))
    page.settle()
    assert page.desk["number"] == number


def test_behind_the_screen_of_one_nobody_is_handed_over_to_a_page(table: FarTable) -> None:
    table.session.fog = FogOfWar.PER_SIDE
    table.reach("red")
    choose_seat(table, "blue", Seat.PAGE)
    table.reach("blue")
    assert not table.session.needs_hand_over
    assert table.session.viewer == "red"


def test_where_pages_cannot_be_served_it_is_said_why(
    table: FarTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(remote_players, "listening_addresses", lambda: ["192.0.2.77"])
    choose_seat(table, table.session.asked, Seat.PAGE)
    assert "192.0.2.77" in table.players.pages.fault.text()
    assert table.players.pages.fault.isVisible()
    box = table.players.pages.address
    assert box.count(), "another address can be chosen"


def test_a_page_that_is_heard_after_the_end_moves_nothing(qtbot: QtBot) -> None:
    """What a page hands in as the game is closed arrives when it is over."""
    made = FarTable({"red": Seat.GREEDY, "blue": Seat.GREEDY}, qtbot)
    qtbot.addWidget(made)
    made.play.end()
    answers = made.session.answer_count
    made.play.afar.answered.emit()
    qtbot.wait(50)
    assert made.session.answer_count == answers
