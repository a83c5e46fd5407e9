"""The pointer on the map while a scenario is played: taking, sending, dragging, firing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from engine.games.tank.fire import ChooseShot
from engine.games.tank.movement import ChooseMove, MoveOrder
from engine.games.tank.opportunity_fire import OpportunityFire
from engine.hexes.hex import Hex
from engine.play.forecast_blocks import LineOfSight, OutcomeForecast
from engine.session.seats import Seat
from engine.session.session import Session
from studio.canvas.counter_effects import CounterRing
from studio.canvas.map_canvas import MapCanvas
from studio.rendering.map.preview_tints import ReachOverlay
from studio.widgets.localization import Localizer
from studio.workspaces.play.game_view.click_meanings import ClickMeaning
from studio.workspaces.play.game_view.game_controller import GameController
from studio.workspaces.play.game_view.map_game_pointer import MapGamePointer
from studio.workspaces.play.game_view.map_game_view import MapGameView
from studio.workspaces.play.game_view.playback import PlaybackSpeed
from studio.workspaces.play.panels.decision_panel import DecisionPanel
from tests.assertions import require, require_type
from tests.engine.session.sessions import drawn
from tests.engine.session.test_choices import until
from tests.engine.session.test_move_plans import QUIET, UNDER_FIRE
from tests.games.boards import at, place_of


class Board:
    """A game on a canvas of its own, with a mouse over it."""

    def __init__(self, session: Session, canvas: MapCanvas) -> None:
        self.session, self.canvas = session, canvas
        self.board = MapGameView(session.scenario, canvas, "en")
        self.play = GameController(session, self.board, Localizer("en"))
        self.play.speed = PlaybackSpeed.SKIP
        self.pointer = MapGamePointer(self.play, self.board)
        canvas.pressed.connect(self.pointer.press)
        canvas.moved.connect(self.pointer.move)
        canvas.hovered.connect(self.pointer.move)
        canvas.released.connect(self.pointer.release)
        self.play.begin()
        self.settle()

    def settle(self) -> None:
        for _ in range(30):
            QApplication.processEvents()

    def point(self, column: int, row: int) -> QPoint:
        x, y = self.canvas.camera.centre(at(self.session.game, column, row))
        return QPoint(round(x), round(y))

    def hover(self, column: int, row: int) -> None:
        QTest.mouseMove(self.canvas, self.point(column, row))
        self.settle()

    def click(
        self, column: int, row: int, button: Qt.MouseButton = Qt.MouseButton.LeftButton
    ) -> None:
        self.hover(column, row)
        QTest.mouseClick(self.canvas, button, pos=self.point(column, row))
        self.settle()

    def drag(self, *places: tuple[int, int]) -> None:
        points = [self.point(*place) for place in places]
        QTest.mouseMove(self.canvas, points[0])
        QTest.mousePress(self.canvas, Qt.MouseButton.LeftButton, pos=points[0])
        for point in points[1:]:
            QTest.mouseMove(self.canvas, point)
            QApplication.processEvents()
        QTest.mouseRelease(self.canvas, Qt.MouseButton.LeftButton, pos=points[-1])
        self.settle()

    def where(self, unit: str) -> tuple[int, int]:
        return place_of(self.session.game, unit)

    @property
    def overlay(self) -> ReachOverlay | None:
        assert self.canvas.position is not None
        overlay = self.canvas.position.overlay
        assert overlay is None or isinstance(overlay, ReachOverlay)
        return overlay


@pytest.fixture
def board(qtbot: QtBot) -> Iterator[Callable[[Session], Board]]:
    def made(session: Session) -> Board:
        canvas = MapCanvas()
        qtbot.addWidget(canvas)
        canvas.resize(700, 300)
        canvas.show_map(session.scenario.map)
        canvas.show()
        qtbot.waitExposed(canvas)
        boards.append(Board(session, canvas))
        return boards[-1]

    boards: list[Board] = []
    yield made
    for each in boards:
        each.play.end()


def moving(text: str, **more: Any) -> Session:
    return until(drawn(text, **more), ChooseMove, "red")


Make = Callable[[Session], Board]


def test_a_click_takes_a_unit_and_shows_what_its_moves_cost(board: Make) -> None:
    game = board(moving(QUIET))
    game.click(0, 1)
    assert game.pointer.chosen == "r1"
    overlay = game.overlay
    assert overlay is not None
    assert overlay.costs[at(game.session.game, 3, 1)] == 3
    assert (
        require_type(game.play.board, MapGameView).layer.arrangement.rings["r1"]
        is CounterRing.SELECTED
    )
    assert game.session.game.decision is not None, "nothing is answered yet"
    assert isinstance(game.session.game.decision, ChooseMove)


def test_a_click_within_reach_sends_the_unit_there(board: Make) -> None:
    game = board(moving(QUIET))
    game.click(0, 1)
    game.click(3, 1)
    assert game.where("r1") == (3, 1)


def test_a_drag_is_followed_hex_by_hex_as_it_was_drawn(board: Make) -> None:
    game = board(moving(QUIET))
    start = game.session.answer_count
    game.drag((0, 1), (1, 0), (2, 0), (2, 1))
    assert game.where("r1") == (2, 1)
    entered = [answer for answer in game.session.game.answers[start:] if isinstance(answer, Hex)]
    grid = game.session.scenario.map.grid
    assert [grid.column_row(hex_) for hex_ in entered] == [(1, 0), (2, 0), (2, 1)]


def test_a_move_stops_where_the_enemy_may_fire_and_goes_on_when_he_passes(board: Make) -> None:
    game = board(until(drawn(UNDER_FIRE), ChooseMove, "red"))
    game.click(0, 0)
    game.click(3, 0)
    assert isinstance(game.session.game.decision, OpportunityFire)
    assert game.where("r1") == (1, 0)
    for _ in range(2):  # blue holds fire, and red does not fire on the move
        game.play.pass_turn()
        game.settle()
    assert game.where("r1") == (2, 0), "the plan goes on after the answers"


def test_who_passes_for_the_rest_of_a_move_is_not_asked_again(board: Make) -> None:
    game = board(until(drawn(UNDER_FIRE), ChooseMove, "red"))
    game.click(0, 0)
    game.click(3, 0)
    for _ in range(2):  # blue first, then red, who might fire on the move
        game.play.hold_fire()
        game.settle()
    assert game.where("r1") == (3, 0)


def test_escape_lets_the_unit_go(board: Make) -> None:
    game = board(moving(QUIET))
    game.click(0, 1)
    assert game.pointer.escape()
    assert game.pointer.chosen == ""
    assert game.overlay is None


def test_on_a_road_a_second_click_shows_the_march(board: Make) -> None:
    road = "@0,1 @1,1 @2,1 @3,1 @4,1 @5,1"
    session = moving(". . . . . . 3 . b1\n r1 . . . . . 3 . .", roads=[road])
    game = board(session)
    game.click(0, 1)
    going = game.pointer.hand.movement_mode
    assert going is not None
    assert going.reach.manner == "move"
    game.click(0, 1)
    going = game.pointer.hand.movement_mode
    assert going is not None
    assert going.reach.manner == "march"
    game.click(0, 1)
    assert game.pointer.chosen == ""


def test_pointing_at_a_target_foresees_the_shot_and_a_click_fires(board: Make) -> None:
    game = board(until(drawn("r1 . . . b1\n . . . . ."), ChooseShot, "red"))
    seen: list[object] = []
    game.pointer.foreseen.connect(seen.append)
    game.hover(4, 0)
    assert isinstance(seen[-1], OutcomeForecast)
    assert seen[-1].blocks_of_kind(LineOfSight)[0].profile.end == at(game.session.game, 4, 0)
    fired = game.session.answer_count
    game.click(4, 0)
    assert game.session.answer_count > fired


def test_several_firers_at_one_target_are_asked_about_in_a_menu(board: Make) -> None:
    game = board(until(drawn("r1 . . . b1\n r2 . . . ."), ChooseShot, "red"))
    offered: list[list[ClickMeaning]] = []
    game.pointer.menu_wanted.connect(offered.append)
    firing = [one.words for one in require(game.play.choices) if one.pointing.target == "b1"]
    game.click(4, 0)
    assert [meaning.words for meaning in offered[0]] == firing


def test_a_path_under_the_enemys_guns_says_by_how_many_and_how_dangerous(board: Make) -> None:
    game = board(until(drawn(UNDER_FIRE), ChooseMove, "red"))
    game.click(0, 0)
    threats = game.pointer.hand.threats([at(game.session.game, 1, 0), at(game.session.game, 2, 0)])
    assert [len(threat.threat_sources) for threat in threats] == [1, 1]
    assert 1 >= threats[0].harm_chance > threats[0].kinds[0].together.lost > 0


def test_while_the_machine_is_asked_a_click_does_nothing(board: Make) -> None:
    session = moving(QUIET)
    game = board(session)
    session.seat("red", Seat.GREEDY)
    game.play.pause()
    number = session.answer_count
    game.click(0, 1)
    game.click(3, 1)
    assert (session.answer_count, game.pointer.chosen) == (number, "")


def in_two_branches(game: Board) -> None:
    """Lead a unit one way and from the same hex another; look at the first end, then the other."""
    session = game.session
    order = next(each for each in session.game.options if isinstance(each, MoveOrder))
    game.play.answer(order)
    game.play.answer(at(session.game, 1, 1))
    game.play.undo()
    game.play.answer(at(session.game, 0, 0))
    game.play.visit(lambda: session.switch(0))
    game.play.redo()
    game.play.visit(lambda: session.switch(1))


def test_in_another_branch_reach_begins_where_the_unit_stands_there(board: Make) -> None:
    game = board(moving(QUIET))
    in_two_branches(game)
    assert game.overlay is not None
    assert game.overlay.origin == at(game.session.game, *game.where("r1"))


def test_in_another_branch_the_list_offers_what_is_asked_there(board: Make) -> None:
    game, localize = board(moving(QUIET)), Localizer("en")
    panel = DecisionPanel(localize)
    panel.setParent(game.canvas)
    panel.show_play(game.play, game.pointer)
    panel.show()
    in_two_branches(game)
    question = game.session.question("en")
    assert question is not None
    offered = [panel.list.item(row).text() for row in range(panel.list.count())]
    assert offered == [choice.words for choice in question.choices]
