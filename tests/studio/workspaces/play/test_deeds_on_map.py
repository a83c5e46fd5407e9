"""Turning, riding, joining, losing, leaving and laying on the map; answers that are filled in."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from engine import games
from engine.hexes.grid import Orientation
from engine.play.option_targets import OptionAction
from engine.session.seats import Seat
from engine.session.session import Session
from engine.texts import text
from studio.canvas.counter_effects import CounterRing
from studio.canvas.map_canvas import MapCanvas
from studio.rendering.counters.carried_units import chip_rects
from studio.rendering.counters.counter_marks import point_ahead
from studio.widgets.localization import Localizer
from studio.workspaces.play.game_view.click_meanings import ClickMeaning
from studio.workspaces.play.game_view.map_game_view import MapGameView
from studio.workspaces.play.game_view.map_overlays import PlannedPathOverlay, TargetHexes
from studio.workspaces.play.game_view.selected_unit import OUT, FacingWheel
from studio.workspaces.play.panels.decision_panel import DecisionPanel
from studio.workspaces.play.panels.parameter_fields import PathField
from tests.assertions import require, require_type
from tests.conformance.drill_toy import Drill, March, TellMarch, drill_ground
from tests.conformance.open_toy import OPEN_TOY
from tests.games import boards
from tests.studio.workspaces.play.test_on_map import Board

PERSONS = {"red": Seat.PERSON, "blue": Seat.PERSON}
Make = Callable[[Session], Board]


@pytest.fixture(autouse=True, scope="module")
def _toys_are_games() -> Iterator[None]:
    games.install("drill-toy", "tests.conformance.drill_toy")
    games.install(OPEN_TOY.id, "tests.conformance.open_toy")
    yield
    games.remove("drill-toy")
    games.remove(OPEN_TOY.id)


@pytest.fixture
def board(qtbot: QtBot) -> Iterator[Make]:
    def made(session: Session) -> Board:
        canvas = MapCanvas()
        qtbot.addWidget(canvas)
        canvas.resize(700, 420)
        canvas.show_map(session.scenario.map)
        canvas.show()
        qtbot.waitExposed(canvas)
        found.append(Board(session, canvas))
        canvas.confirm = found[-1].pointer.confirm
        return found[-1]

    found: list[Board] = []
    yield made
    for each in found:
        each.play.end()


def drilling(orientation: Orientation = Orientation.POINTY) -> Session:
    return Session.begin(drill_ground(orientation), PERSONS, 1)


def walking() -> Session:
    """Red's first walker is to be told its way, in the toy game with open decisions."""
    made = boards.scenario("r1 r2 r3 . . . .\n b1 b2 b3 . . . .", game=OPEN_TOY.id)
    session = Session.begin(made, PERSONS, 1)
    session.answer("r1")
    return session


def unit(game: Board, name: str) -> Any:
    return game.session.game.state.units[name]


def drawn(game: Board, kind: type) -> list[Any]:
    return [each for each in game.canvas._decorations if isinstance(each, kind)]


def rings(game: Board) -> dict[str, CounterRing]:
    return dict(require_type(game.play.board, MapGameView).layer.arrangement.rings)


def click_unit(game: Board, name: str) -> None:
    """Click the counter of a unit where it is seen."""
    at = require(next(piece.at for piece in game.play.standing.pieces if piece.id == name))
    game.hover(*game.session.scenario.map.grid.column_row(at))
    fan, stack = (
        require_type(game.play.board, MapGameView).layer._fan(),
        require_type(game.play.board, MapGameView).layer._stack(at, game.canvas.camera),
    )
    found = fan or stack
    assert found is not None
    point = next(spot.middle for spot in found.spots if spot.counter.id == name).toPoint()
    QTest.mouseMove(game.canvas, point)
    QTest.mouseClick(game.canvas, Qt.MouseButton.LeftButton, pos=point)
    game.settle()


def click_front(game: Board, front: int) -> None:
    """Click the mark of the wheel on a hexside."""
    wheel, camera = game.pointer.turning.wheel, game.canvas.camera
    assert wheel is not None
    bearing = camera.grid.orientation.bearing(front)
    at = point_ahead(QPointF(*camera.centre(wheel.at)), bearing, OUT * camera.width).toPoint()
    QTest.mouseMove(game.canvas, at)
    QTest.mouseClick(game.canvas, Qt.MouseButton.LeftButton, pos=at)
    game.settle()


# --- turning --------------------------------------------------------------------------------------


@pytest.mark.parametrize("orientation", list(Orientation))
@pytest.mark.parametrize("front", [1, 4])
def test_a_click_on_a_hexside_of_the_wheel_turns_the_unit_there(
    board: Make, orientation: Orientation, front: int
) -> None:
    game = board(drilling(orientation))
    game.pointer.take("r1")
    (wheel,) = drawn(game, FacingWheel)
    assert (wheel.unit, sorted(wheel.options)) == ("r1", [1, 2, 3, 4, 5])
    click_front(game, front)
    assert unit(game, "r1").facing == front
    placed = require_type(game.play.board, MapGameView).layer.arrangement.counters
    counters = {each.counter.id: each.counter for each in placed}
    assert counters["r1"].front == orientation.bearing(front)


def test_a_click_on_a_hex_next_door_turns_where_nothing_else_is_meant(board: Make) -> None:
    game = board(drilling())
    game.pointer.take("r1")
    grid = game.session.scenario.map.grid
    game.click(*grid.column_row(grid.neighbour(unit(game, "r1").at, 3)))
    assert unit(game, "r1").facing == 3


def test_keys_bring_the_fronts_round_and_enter_turns(board: Make) -> None:
    game = board(drilling())
    game.pointer.take("r1")
    assert not game.pointer.confirm(), "no front is in hand yet"
    game.pointer.turning.turn(1)  # from east clockwise: south-east, direction 5
    game.pointer.turning.turn(1)
    (wheel,) = drawn(game, FacingWheel)
    assert wheel.chosen == 4
    game.canvas.setFocus()
    QTest.keyClick(game.canvas, Qt.Key.Key_Return)
    game.settle()
    assert unit(game, "r1").facing == 4


def test_escape_gives_up_the_front_first_and_then_the_selection(board: Make) -> None:
    game = board(drilling())
    game.pointer.take("r1")
    game.pointer.turning.turn(-1)
    assert game.pointer.escape()
    assert game.pointer.turning.wheel is not None
    assert (game.pointer.chosen, game.pointer.turning.wheel.chosen) == ("r1", None)
    assert game.pointer.escape()
    assert game.pointer.turning.wheel is None
    assert unit(game, "r1").facing == 0


# --- riding, leaving, laying ----------------------------------------------------------------------


def test_a_carrier_has_a_ring_of_its_own_and_a_click_on_it_boards(board: Make) -> None:
    game = board(drilling())
    assert rings(game)["rt"] is CounterRing.CARRIER
    game.pointer.take("r2")
    click_unit(game, "rt")
    assert unit(game, "r2").inside == "rt"


def test_a_rider_is_a_chip_on_its_carrier_and_stands_beside_it_in_the_fan(board: Make) -> None:
    game = board(drilling())
    placed = require_type(game.play.board, MapGameView).layer.arrangement.counters
    counters = {each.counter.id: each.counter for each in placed}
    assert sorted(counters) == ["b1", "r1", "r2", "rt"]
    assert [each.id for each in counters["rt"].load] == ["r3"]
    assert [each.id for each in counters["r1"].load] == ["rg"]
    assert counters["r1"].figures == 2
    game.hover(1, 1)
    fan = require_type(game.play.board, MapGameView).layer._fan()
    assert fan is not None
    assert [spot.counter.id for spot in fan.spots] == ["rt", "r3"]


def test_the_chip_of_a_rider_is_the_rider_where_it_is_seen(board: Make) -> None:
    game = board(drilling())
    stack = require_type(game.play.board, MapGameView).layer._stack(
        unit(game, "rt").at, game.canvas.camera
    )
    assert stack is not None
    (spot,) = stack.spots
    (room,) = chip_rects(spot.square, 1)
    assert require_type(game.play.board, MapGameView).layer.unit_at(room.center()) == "r3"
    assert require_type(game.play.board, MapGameView).layer.unit_at(spot.middle) == "rt"


def test_who_rides_gets_off_where_the_map_is_clicked(board: Make) -> None:
    game = board(drilling())
    session = game.session
    off = next(o for o in session.game.options if isinstance(o, Drill) and o.deed == "unload")
    (marks,) = drawn(game, TargetHexes)
    assert marks.hexes[off.hex] is OptionAction.UNLOAD
    menus: list[list[ClickMeaning]] = []
    game.pointer.menu_wanted.connect(menus.append)
    game.click(*session.scenario.map.grid.column_row(require(off.hex)))
    if menus:
        words = require(game.play.choices).choice_of_option(off).words
        game.pointer.carry_out(next(each for each in menus[0] if each.words == words))
    assert (unit(game, "r3").inside, unit(game, "r3").at) == ("", off.hex)


def test_every_deed_of_a_hex_has_a_mark_of_its_own(board: Make) -> None:
    game = board(drilling())
    (marks,) = drawn(game, TargetHexes)
    assert {OptionAction.UNLOAD, OptionAction.LAY} <= set(marks.hexes.values())
    image = game.canvas.grab().toImage()
    assert not image.isNull()


# --- joining and losing ---------------------------------------------------------------------------


def joining(board: Make) -> Board:
    game = board(drilling())
    game.play.answer(Drill("gather"))
    game.settle()
    return game


def test_units_join_one_by_one_and_the_panel_says_who_is_in(board: Make) -> None:
    game = joining(board)
    panel = DecisionPanel(Localizer("en"))
    panel.setParent(game.canvas)
    panel.show_play(game.play, game.pointer)
    panel.show()
    assert rings(game)["r1"] is CounterRing.MAY_JOIN
    assert panel.joined.isHidden()
    for name in ("r1", "r2"):
        click_unit(game, name)
    assert {name for name, ring in rings(game).items() if ring is CounterRing.JOINED} == {
        "r1",
        "r2",
    }
    assert rings(game)["rt"] is CounterRing.MAY_JOIN
    assert panel.joined.text() == text("playtest.joined-so-far", "en", count=2, units="r1, r2")
    game.play.pass_turn()
    game.settle()
    assert unit(game, "r1").has_joined
    assert not unit(game, "rt").has_joined


def test_a_loss_is_taken_by_the_unit_whose_counter_is_clicked(board: Make) -> None:
    game = board(drilling())
    game.play.answer(Drill("hit", "rt"))
    game.settle()
    assert rings(game)["r2"] is CounterRing.MAY_LOSE
    click_unit(game, "r2")
    assert unit(game, "r2").figures == 1


# --- answers that are filled in -------------------------------------------------------------------


def shown(game: Board, language: str = "en") -> DecisionPanel:
    panel = DecisionPanel(Localizer(language))
    panel.setParent(game.canvas)
    panel.show_play(game.play, game.pointer)
    panel.show()
    return panel


def test_a_way_that_is_not_proposed_is_clicked_and_given(board: Make) -> None:
    game = board(walking())
    panel = shown(game)
    (field,) = panel.other.fields
    assert isinstance(field, PathField)
    assert require_type(panel.other.form.labelForField(field), QLabel).text() == "Way"
    QTest.mouseClick(field.point, Qt.MouseButton.LeftButton)
    for place in ((1, 1), (2, 0), (3, 1)):
        game.click(*place)
    assert field.box.text() == "0202 0301 0402"
    (trail,) = drawn(game, PlannedPathOverlay)
    assert len(trail.way) == 4, "from where the walker stands"
    game.pointer.escape()
    QTest.mouseClick(panel.other.give, Qt.MouseButton.LeftButton)
    game.settle()
    assert unit(game, "r1").at == 1, "the enemy is asked at the first step"
    assert not drawn(game, PlannedPathOverlay)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_way_that_cannot_be_gone_is_refused_in_words(board: Make, language: str) -> None:
    game = board(walking())
    panel, number = shown(game, language), game.session.answer_count
    panel.other.fields[0].set_value([game.session.scenario.map.grid.hex(2, 0)])
    panel.other.answer()
    assert panel.other.fault.text() == text("playtest.answer-refused", language, answer="0301")
    assert game.session.answer_count == number


def test_an_empty_or_unknown_way_says_what_to_write(board: Make) -> None:
    game = board(walking())
    panel = shown(game)
    panel.other.answer()
    assert text("playtest.answer-no-path", "en") in panel.other.fault.text()
    field = panel.other.fields[0]
    assert isinstance(field, PathField)
    field.box.setText("9999")
    panel.other.answer()
    assert "9999" in panel.other.fault.text()


def test_a_closed_decision_has_no_form(board: Make) -> None:
    game = board(drilling())
    assert shown(game).other.isHidden()


def test_several_blanks_make_one_answer(board: Make) -> None:
    game = board(drilling())
    game.play.answer(Drill("march", "r2"))
    game.settle()
    assert isinstance(game.session.game.decision, TellMarch)
    panel = shown(game)
    way, front = panel.other.fields
    grid = game.session.scenario.map.grid
    stand = unit(game, "r2").at
    hexes = (grid.neighbour(stand, 2), grid.neighbour(grid.neighbour(stand, 2), 1))
    way.set_value(hexes)
    front.set_value(3)
    panel.other.answer()
    game.settle()
    assert game.session.game.answers[-1] == March(hexes, 3)
    assert (unit(game, "r2").at, unit(game, "r2").facing) == (hexes[-1], 3)


# --- a whole game ---------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(4))
def test_a_game_of_such_deeds_is_played_by_random_clicks(board: Make, seed: int) -> None:
    game, rng = board(drilling()), Random(seed)
    game.pointer.menu_wanted.connect(lambda meanings: game.pointer.carry_out(rng.choice(meanings)))
    for _ in range(150):
        if game.session.game.is_over:
            break
        inside = game.canvas.rect()
        point = QPoint(rng.randrange(inside.width()), rng.randrange(inside.height()))
        QTest.mouseMove(game.canvas, point)
        QTest.mouseClick(game.canvas, Qt.MouseButton.LeftButton, pos=point)
        QApplication.processEvents()
    assert game.session.answer_count > 3
