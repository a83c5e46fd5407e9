"""Vehicles of valor sent on the map: turned on the way, backed, facing what was pointed at (V7)."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from pytestqt.qtbot import QtBot

from engine.games.valor import set_up
from engine.games.valor.adapter.rules import VALOR
from engine.games.valor.state import Phase, Unit
from engine.play.dice import SeededDice
from engine.play.game import Game
from engine.session.dice_tray import SessionDice
from engine.session.history import History
from engine.session.seats import FogOfWar, Seat
from engine.session.session import Session
from studio.canvas.map_canvas import MapCanvas
from tests.games.valor.boards import scenario
from tests.studio.workspaces.play.test_drawn_fronts import Yard

N, NE, SE, S, SW, NW = range(6)
BOARD = """
    .  .  .  .  .  .  .
    .  .  .  .  .  .  .
    .  .  w  w  .  .  .
    .  .  r1 .  .  .  .
    .  .  .  .  .  .  .
    h  h  h  h  h  h  h
    r2 .  .  .  .  .  b1
"""


def moving(type_: str) -> Session:
    """Red's movement phase, with one vehicle that faces south and an enemy out of sight."""
    made = scenario(BOARD, types={"r1": type_}, facing={"r1": S})
    opening = set_up.initial_position(made)
    opening.turn, opening.active, opening.phase = 1, "red", Phase.MOVEMENT
    tray = SessionDice(SeededDice.of(1))
    game = Game(VALOR, made, tray, opening)
    return Session(
        History(game, tray), dict.fromkeys(("red", "blue"), Seat.PERSON), FogOfWar.OPEN, 1
    )


@pytest.fixture
def board(qtbot: QtBot) -> Iterator[Yard]:
    canvas, session = MapCanvas(), moving("truck")
    qtbot.addWidget(canvas)
    canvas.resize(900, 700)
    canvas.show_map(session.scenario.map)
    canvas.show()
    qtbot.waitExposed(canvas)
    board = Yard(session, canvas)
    yield board
    board.play.end()


def vehicle(board: Yard) -> Unit:
    found: Unit = board.session.game.state.units["r1"]
    return found


def test_a_truck_goes_where_it_is_sent_and_faces_what_was_pointed_at(board: Yard) -> None:
    grid = board.session.scenario.map.grid
    board.click_at(board.beside(2, 3))
    board.click_at(board.beside(4, 4, NE))
    assert (vehicle(board).at, vehicle(board).facing) == (grid.hex(4, 4), NE)


def test_a_truck_follows_a_drawn_path_and_turns_where_it_bends(board: Yard) -> None:
    grid = board.session.scenario.map.grid
    board.click_at(board.beside(2, 3))
    way = [board.beside(*place) for place in ((2, 3), (2, 4), (3, 4), (4, 4))]
    board.drag_over(*way, board.beside(4, 4, N))
    assert (vehicle(board).at, vehicle(board).facing) == (grid.hex(4, 4), N)


def test_a_truck_backs_where_that_is_what_was_drawn(board: Yard) -> None:
    grid = board.session.scenario.map.grid
    board.click_at(board.beside(2, 3))
    board.drag_over(board.beside(2, 3), board.beside(2, 2))
    assert (vehicle(board).at, vehicle(board).facing) == (grid.hex(2, 2), S)
