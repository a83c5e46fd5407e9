"""The banner over the board, and the keys that answer: Space ends, digits choose."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from engine.games.tank.movement import ChooseMove, ChooseStep
from engine.session.seats import Seat
from engine.session.session import Session
from engine.texts import text
from studio.workspaces.play.panels.option_list import AT, HEADING
from tests.assertions import require
from tests.engine.session.sessions import drawn
from tests.engine.session.test_choices import until
from tests.engine.session.test_move_plans import QUIET
from tests.studio.workspaces.play.tables import Table

LEFT = Qt.MouseButton.LeftButton


Begin = Callable[[Session], Table]


@pytest.fixture
def begin(qtbot: QtBot) -> Iterator[Begin]:
    tables: list[Table] = []

    def begun(session: Session) -> Table:
        tables.append(Table(session, qtbot))
        return tables[-1]

    yield begun
    for each in tables:
        each.end()


def moving() -> Session:
    return until(drawn(QUIET), ChooseMove, "red")


def test_the_banner_names_side_turn_phase_and_question(begin: Begin) -> None:
    table = begin(moving())
    banner, session = table.guest.banner, table.session
    question = session.question("en")
    assert question is not None
    assert banner.side.text() == "Red"
    assert text("tank.phase-movement", "en") in banner.when.text()
    assert banner.sentence.text().casefold() in question.sentence.casefold()
    assert not banner.sentence.text().startswith("Red")


def test_space_alone_gives_the_answer_of_the_main_button(begin: Begin) -> None:
    table = begin(moving())
    assert table.guest.banner.button.isVisible()
    number = table.session.answer_count
    table.press(Qt.Key.Key_Space)
    passed = table.session.history.branch.answered[number]
    assert passed.side == "red"
    assert table.session.game.answers[number] is None


def test_space_with_a_drag_moves_the_map_and_answers_nothing(begin: Begin) -> None:
    table = begin(moving())
    number, canvas = table.session.answer_count, table.canvas
    canvas.zoom_to(2.0)
    before = canvas.camera.centre(table.session.scenario.map.grid.hex(0, 0))
    middle = canvas.rect().center()
    QTest.keyPress(canvas, Qt.Key.Key_Space)
    QTest.mousePress(canvas, LEFT, pos=middle)
    QTest.mouseMove(canvas, middle - QPoint(30, 20))
    QTest.mouseRelease(canvas, LEFT, pos=middle - QPoint(30, 20))
    QTest.keyRelease(canvas, Qt.Key.Key_Space)
    assert canvas.camera.centre(table.session.scenario.map.grid.hex(0, 0)) != before
    assert table.session.answer_count == number


def test_the_main_button_is_clicked_and_the_board_keeps_the_keys(begin: Begin) -> None:
    table = begin(moving())
    number = table.session.answer_count
    QTest.mouseClick(table.guest.banner.button, LEFT)
    table.settle()
    assert table.session.answer_count > number
    assert table.canvas.hasFocus()


def test_what_lies_under_the_banner_can_be_clicked(begin: Begin) -> None:
    table = begin(moving())
    banner, canvas = table.guest.banner, table.canvas
    unit = require(table.session.question("en")).choices.actors[0]
    at = table.guest.play.standing.hex_of_unit(unit)
    assert at is not None
    wanted = banner.sentence.mapTo(canvas, banner.sentence.rect().center())
    x, y = canvas.camera.centre(at)
    canvas.pan(x - wanted.x(), y - wanted.y())
    under = QPointF(*canvas.camera.centre(at)).toPoint()
    assert banner.geometry().contains(under)
    QTest.mouseClick(banner, LEFT, pos=banner.mapFrom(canvas, under))
    table.settle()
    assert table.guest.pointer.chosen == unit


def test_without_an_answer_that_ends_it_there_is_no_main_button(begin: Begin) -> None:
    table = begin(moving())
    assert table.guest.banner.button.isVisible()
    table.session.seat("red", Seat.PAGE)
    table.guest.play.look_again()
    table.settle()
    assert not table.guest.banner.button.isVisible()
    assert table.guest.banner.sentence.text() == text("playtest.page-nobody", "en", side="Red")


def test_a_digit_over_the_board_chooses_the_option_it_numbers(begin: Begin) -> None:
    table = begin(moving())
    number, first = table.session.answer_count, table.panel.list.item(0)
    assert first.text() == require(table.session.question("en")).choices[0].words
    table.press(Qt.Key.Key_1)
    assert table.session.answer_count > number
    assert isinstance(table.session.game.decision, ChooseStep)


def test_options_stand_under_the_names_of_their_units(begin: Begin) -> None:
    table = begin(moving())
    headings = [table.panel.list.item(row).data(HEADING) for row in range(table.panel.list.count())]
    units = require(table.session.question("en")).choices.actors
    named = [heading for heading in headings if heading]
    rules, state = table.session.game.rules, table.session.game.state
    for unit, heading in zip(units, named, strict=False):
        assert heading.startswith(rules.describe_unit(state, unit, "en"))
    assert named[-1] == text("playtest.options-other", "en"), "what passes belongs to none"


def test_a_hex_among_the_options_says_what_lies_there(begin: Begin) -> None:
    table = begin(moving())
    table.press(Qt.Key.Key_1)
    at = next(
        found
        for row in range(table.panel.list.count())
        if (found := table.panel.list.item(row).data(AT)) is not None
    )
    ground = table.session.scenario.map.ground_at(at)
    described = table.panel.list.rows.describe_hex(at)
    assert described
    assert ground.split("-")[0] in described.casefold()


def test_j_jumps_from_unit_to_unit_that_can_act_and_enter_selects_it(begin: Begin) -> None:
    table = begin(moving())
    choices = require(table.session.question("en")).choices
    stands = {table.guest.play.standing.hex_of_unit(unit) for unit in choices.actors}
    seen = set()
    for _ in range(2 * len(choices.actors)):
        table.guest.pointer.go_to_position(1)
        seen.add(table.canvas.keyboard_hex)
    assert seen == stands
    table.press(Qt.Key.Key_Return)
    assert table.guest.pointer.chosen in choices.actors


def test_a_map_that_fits_leaves_the_banner_free(begin: Begin) -> None:
    table = begin(moving())
    table.guest.fit()
    table.canvas.fit()
    grid = table.session.scenario.map.grid
    tops = [table.canvas.camera.centre(grid.hex(column, 0))[1] for column in range(grid.columns)]
    assert min(tops) > table.guest.banner.geometry().bottom()


def test_the_selected_unit_has_its_options_first(begin: Begin) -> None:
    table = begin(moving())
    actors = require(table.session.question("en")).choices.actors
    last = actors[-1]
    table.guest.pointer.take(last)
    table.settle()
    rules, state = table.session.game.rules, table.session.game.state
    first = table.panel.list.item(0)
    assert first.data(HEADING).startswith(rules.describe_unit(state, last, "en"))
