"""Little Wars in the whole window, by the mouse alone: set-up, moves, shots, and the clock."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from engine.ai.candidate_orders import CandidateOrder
from engine.ai.successive_halving import RankedOrder
from engine.ai.temperaments import ai_profile
from engine.files.source_text import SHIPPED
from engine.games.littlewars.events import ShotFired
from engine.play.position import Point
from engine.session.seats import Seat
from engine.tabletop.shapes import FOOT, INCH
from engine.texts import text
from studio.main_window.main_window import MainWindow
from studio.preferences import Preferences
from studio.workspaces.play.game_view.game_controller import GameController
from studio.workspaces.play.game_view.game_on_tabletop import GameOnTabletop
from studio.workspaces.play.game_view.playback import PlaybackSpeed
from studio.workspaces.play.game_view.tabletop_game_pointer import TabletopGamePointer
from studio.workspaces.play.panels import players_panel
from studio.workspaces.play.panels.players_panel import PlayersPanel
from studio.workspaces.play.start_game_dialog import GameSetup
from studio.workspaces.scenario.editor.scenario_tab_base import ScenarioTabBase
from tests.studio.main_window.conftest import Scripted

FARMS = SHIPPED / "samples" / "littlewars" / "scenarios" / "two-farms.scenario.yaml"
SEED = 5
LEFT, NO_KEY = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier


class General:
    """Plays both sides of The two farms with a mouse."""

    def __init__(self, window: MainWindow) -> None:
        self.window = window

    @property
    def here(self) -> GameOnTabletop:
        here = self.window.playing._here
        assert isinstance(here, GameOnTabletop)
        return here

    @property
    def play(self) -> GameController:
        return self.here.play

    @property
    def pointer(self) -> TabletopGamePointer:
        return self.here.pointer

    @property
    def asked(self) -> str:
        decision = self.play.session.game.decision
        return "" if decision is None else type(decision).__name__

    def quick(self, number: int = 0) -> None:
        """Click an answer in the strip above the table."""
        QTest.mouseClick(self.here.palette.answers[number], LEFT)
        QApplication.processEvents()

    def stand(self, figure: str) -> Point:
        return next(each.at for each in self.play.standing.figures if each.id == figure)

    def click(self, at: Point) -> None:
        QTest.mouseMove(self.here.canvas, self._pixel(at))
        QTest.mouseClick(self.here.canvas, LEFT, NO_KEY, self._pixel(at))
        QApplication.processEvents()

    def drag(self, start: Point, end: Point) -> None:
        canvas, middle = self.here.canvas, Point((start.x + end.x) // 2, (start.y + end.y) // 2)
        QTest.mousePress(canvas, LEFT, NO_KEY, self._pixel(start))
        for at in (middle, end):
            self._move(self._pixel(at))
        QTest.mouseRelease(canvas, LEFT, NO_KEY, self._pixel(end))
        QApplication.processEvents()

    def _move(self, at: QPoint) -> None:
        canvas = self.here.canvas
        event = QMouseEvent(
            QEvent.Type.MouseMove, QPointF(at), QPointF(canvas.mapToGlobal(at)),
            Qt.MouseButton.NoButton, LEFT, NO_KEY,
        )  # fmt: skip
        QApplication.sendEvent(canvas, event)

    def _pixel(self, at: Point) -> QPoint:
        return self.here.board.point_of(at)

    def set_up_by_the_rule(self) -> None:
        while self.asked == "SetUp":
            self.quick()


@pytest.fixture
def general(qtbot: QtBot, tmp_path: Path) -> Iterator[General]:
    """A game at the farms, both sides at this mouse."""
    prompts = Scripted()
    window = MainWindow(Preferences(None), prompts, tmp_path / "journals", tmp_path / "games")
    window.resize(1500, 950)
    window.show()
    qtbot.waitExposed(window)
    prompts.setup = GameSetup({"south": Seat.PERSON, "north": Seat.PERSON}, seed=SEED)
    window.filing.open_file(FARMS)
    qtbot.waitUntil(lambda: isinstance(window.active_tab, ScenarioTabBase))
    window.playing.set_speed(PlaybackSpeed.SKIP)
    window.stage.play()
    yield General(window)
    window.playing.stop()
    assert window.close()
    window.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def test_a_body_is_laid_between_two_points_of_its_back_line(general: General) -> None:
    """littlewars L2.2: the First Player lines up along his back line, then the Second."""
    first = general.play.session.asked
    QTest.mouseClick(general.here.palette.bodies[0], LEFT)
    assert len(general.pointer.hand.taken) == 20
    y = 6 * INCH if first == "south" else 8 * FOOT - 6 * INCH
    general.drag(Point(2 * FOOT, y), Point(5 * FOOT, y))
    stands = [each.at for each in general.play.standing.figures]
    assert len(stands) == 20
    assert {abs(at.y - y) <= 3 for at in stands} == {True}


def test_two_turns_are_played_by_clicks_and_drags(general: General) -> None:
    """littlewars L5.1: all gun moves and fire come before any other figure of the side moves."""
    general.set_up_by_the_rule()
    fired = 0
    for _ in range(4):  # a move of each side, twice
        assert general.asked == "GunDeed"
        side = general.play.session.asked
        if general.play.standing.turn == 2:
            fired += fire(general, side)
        if general.asked == "GunDeed":
            general.quick()  # the guns are done
        assert general.asked == "MoveMen"
        advance(general, side)
        general.quick()
        while general.asked not in ("GunDeed", ""):
            general.quick()
    assert general.play.standing.turn == 3
    assert fired


def fire(general: General, side: str) -> int:
    """Fire the first gun at the nearest enemy; the model says who falls, and no one is asked."""
    gun = general.pointer.hand.gesture_handling.takes[0]  # type: ignore[union-attr]
    if general.pointer.hand.taken != (gun,):
        general.click(general.stand(gun))
    figures = general.play.standing.figures
    enemies = [each.at for each in figures if each.side != side and each.type == "foot"]
    start = general.stand(gun)
    target = min(enemies, key=lambda at: (at.x - start.x) ** 2 + (at.y - start.y) ** 2)
    QTest.mouseMove(general.here.canvas, general._pixel(target))
    told = general.pointer.hand.prospect
    assert told is not None
    assert told.struck, "the chance is shown before the shot"
    general.click(target)
    while general.asked == "Shot":
        QTest.qWait(5)
    assert general.asked == "Lay"
    general.quick()
    return 1


def advance(general: General, side: str) -> None:
    """Take all of a body with a double click, and drag it two inches on."""
    body = f"{side[0]}-line"
    figure = next(each for each in general.play.standing.figures if each.id.startswith(body))
    middle = general._pixel(figure.at)
    QTest.mouseClick(general.here.canvas, LEFT, NO_KEY, middle)  # as a real double click begins
    QTest.mouseDClick(general.here.canvas, LEFT, pos=middle)
    QTest.mouseRelease(general.here.canvas, LEFT, NO_KEY, middle)
    count = len(general.pointer.hand.taken)
    assert count > 4
    ahead = 3 * INCH if side == "south" else -3 * INCH
    at = general.play.session.answer_count
    general.drag(figure.at, Point(figure.at.x, figure.at.y + ahead))
    assert general.play.session.answer_count == at + 1, general.pointer.hand.prospect


def test_the_clock_of_a_move_calls_two_minutes_one_minute_and_thirty_seconds(
    general: General,
) -> None:
    """littlewars L3.2: Warnings at 2 minutes, 1 minute, 30 seconds."""
    general.set_up_by_the_rule()
    clock, now, said = general.here.palette.clock, [0.0], list[str]()
    clock.now = lambda: now[0]
    general.play.refused.connect(said.append)
    assert clock.text() == "▸ 4:00", "56 men and 2 guns (L3.1)"
    QTest.mouseClick(clock, LEFT)
    for second in (119.0, 121.0, 181.0, 211.0, 241.0):
        now[0] = second
        clock.tick()
    assert [words.split()[0] for words in said] == [
        "1:59",
        "0:59",
        "0:29",
        text("playtest.move-clock-time", "en").split()[0],
    ]
    general.quick()
    assert clock.left == 0, "the clock runs through all questions of the move"


def test_a_hint_that_is_not_listed_is_told_given_and_taken_back(
    general: General, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Some stay by a gun or are sent to it: orders that players think of themselves (`offers`)."""
    general.set_up_by_the_rule()
    while general.asked != "MoveMen":
        general.play.answer(general.play.session.game.options[-1])
        QApplication.processEvents()
    session, players = general.play.session, general.window.findChild(PlayersPanel)
    question = session.detached_question()
    assert isinstance(players, PlayersPanel)
    assert question is not None
    offers = ai_profile("littlewars").extra_answers(question.view, question.decision)
    order = next(each for each in offers if each not in session.game.options)
    considered = RankedOrder(CandidateOrder(order, intent="usual"))
    monkeypatch.setattr(players_panel, "_advice", lambda *_: [considered])
    players.hint.click()
    qtbot.waitUntil(lambda: players.orders.count() == 1)
    assert f"{len(order.figures)} of" in players.orders.item(0).text()
    at, seen = session.answer_count, len(session.game.events)
    players.orders.setCurrentRow(0)
    QTest.keyClick(players.orders, Qt.Key.Key_Return)
    assert session.game.answers[at] == order
    assert "MenMoved" in {type(event).__name__ for event in session.game.events[seen:]}
    general.play.undo()
    assert session.answer_count == at
    general.play.redo()
    assert session.game.answers[at] == order


def test_the_guns_of_the_machine_fire_without_a_click(general: General, qtbot: QtBot) -> None:
    """The model judges every shot: the person is asked about his own side alone."""
    general.play.seat("north", Seat.GREEDY)
    session, canvas = general.play.session, general.here.canvas
    guns = {each.id for each in session.scenario.bodies if each.side == "north"}
    asked: set[str] = set()

    def shots() -> int:
        fired = (each for each in session.game.events if isinstance(each, ShotFired))
        return sum(each.gun.partition(".")[0] in guns for each in fired)

    for _ in range(60):
        qtbot.waitUntil(lambda: general.play.may_answer or session.game.is_over)
        asked.add(session.asked)
        if shots() >= 2:
            break
        if general.asked == "SetUp":
            general.quick()
        else:
            QTest.keyClick(canvas, Qt.Key.Key_Space)
            QApplication.processEvents()
    assert shots() >= 2
    assert asked == {"south"}
