"""Trucks sent by the pointer: they come to face the side of the hex that is pointed at."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from engine.games import install, remove
from studio.canvas.map_canvas import MapCanvas
from studio.workspaces.play.game_view.map_overlays import PlannedPathOverlay
from tests.engine.session.drives import EAST, NORTH_EAST, NORTH_WEST, Truck, yard
from tests.studio.workspaces.play.test_on_map import Board


class Yard(Board):
    """A yard of trucks with a mouse over it."""

    def beside(self, column: int, row: int, direction: int | None = None) -> QPoint:
        """A point of the screen in the middle of a hex, or near one of its sides."""
        grid, camera = self.session.scenario.map.grid, self.canvas.camera
        hex_ = grid.hex(column, row)
        x, y = camera.centre(hex_)
        if direction is not None:
            to_x, to_y = camera.centre(grid.neighbour(hex_, direction))
            x, y = x + 0.36 * (to_x - x), y + 0.36 * (to_y - y)
        return QPoint(round(x), round(y))

    def hover_at(self, point: QPoint) -> None:
        QTest.mouseMove(self.canvas, point)
        self.settle()

    def click_at(self, point: QPoint) -> None:
        self.hover_at(point)
        QTest.mouseClick(self.canvas, Qt.MouseButton.LeftButton, pos=point)
        self.settle()

    def drag_over(self, *points: QPoint) -> None:
        QTest.mouseMove(self.canvas, points[0])
        QTest.mousePress(self.canvas, Qt.MouseButton.LeftButton, pos=points[0])
        for point in points[1:]:
            QTest.mouseMove(self.canvas, point)
            QApplication.processEvents()
        QTest.mouseRelease(self.canvas, Qt.MouseButton.LeftButton, pos=points[-1])
        self.settle()

    @property
    def truck(self) -> Truck:
        found: Truck = self.session.game.state.trucks["r1"]
        return found

    @property
    def trail(self) -> PlannedPathOverlay | None:
        lines = self.pointer._lines()
        return next((line for line in lines if isinstance(line, PlannedPathOverlay)), None)


@pytest.fixture
def board(qtbot: QtBot) -> Iterator[Yard]:
    install("toy", "tests.conformance.toy_system")
    canvas, session = MapCanvas(), yard()
    qtbot.addWidget(canvas)
    canvas.resize(700, 400)
    canvas.show_map(session.scenario.map)
    canvas.show()
    qtbot.waitExposed(canvas)
    board = Yard(session, canvas)
    yield board
    board.play.end()
    remove("toy")


def test_in_the_middle_of_a_hex_a_truck_comes_as_is_cheapest(board: Yard) -> None:
    board.click_at(board.beside(1, 2))
    board.click_at(board.beside(4, 2))
    assert board.truck == Truck("red", board.session.scenario.map.grid.hex(4, 2), EAST, 3)


def test_near_a_side_it_comes_to_face_that_side(board: Yard) -> None:
    board.click_at(board.beside(1, 2))
    board.click_at(board.beside(4, 2, NORTH_WEST))
    assert board.truck == Truck("red", board.session.scenario.map.grid.hex(4, 2), NORTH_WEST, 2)


def test_the_way_pointed_at_shows_the_front_at_its_end(board: Yard) -> None:
    board.click_at(board.beside(1, 2))
    board.hover_at(board.beside(3, 2, NORTH_EAST))
    assert board.trail is not None
    assert board.trail.facing == NORTH_EAST
    board.hover_at(board.beside(3, 2, NORTH_WEST))
    assert board.trail is not None
    assert board.trail.facing == NORTH_WEST
    assert not board.canvas.grab().isNull()


def test_a_drawn_path_is_driven_as_drawn_and_ends_as_pointed_at(board: Yard) -> None:
    board.click_at(board.beside(1, 2))
    bend = [board.beside(*place) for place in ((1, 2), (2, 2), (3, 2), (3, 1))]
    board.drag_over(*bend, board.beside(3, 1, NORTH_WEST))
    grid = board.session.scenario.map.grid
    assert board.truck == Truck("red", grid.hex(3, 1), NORTH_WEST, 3)
