"""Orders for many units at once: an army bought, the rest placed, a phase ended, all joined."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from engine.checks.scenario_checks import load_playable
from engine.files.source_text import SHIPPED
from engine.games import new_game
from engine.games.primer.deployment import Deploy
from engine.games.primer.purchase import Buy
from engine.games.tide.action_phase import Act, Order
from engine.games.tide.combat_events import AttackDeclared
from engine.games.tide.fire import Support
from engine.play.decisions import is_dice
from engine.play.dice import SeededDice
from engine.play.events import event_as_json_line
from engine.play.option_targets import OptionAction
from engine.scenario.scenario import Scenario
from engine.session.batch_orders import Batch
from engine.session.seats import Seat
from engine.session.session import Session
from tests.assertions import require
from tests.engine.session.test_choices import until
from tests.games.tide import boards as tide
from tests.studio.workspaces.play.tables import Table

SAMPLE = SHIPPED / "samples/primer/scenarios/three-cities.scenario.yaml"
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


def by_hand(scenario: Scenario) -> Session:
    return Session.begin(scenario, dict.fromkeys((s.id for s in scenario.sides), Seat.PERSON), 4)


def click(table: Table, button: QPushButton) -> None:
    assert button.isVisible()
    QTest.mouseClick(button, LEFT)
    table.settle()


def type_in(table: Table, kind: str, number: str) -> None:
    """Click a quantity with the mouse and type a number."""
    field = table.panel.sheet.fields[kind]
    QTest.mouseClick(field.lineEdit(), LEFT)
    table.settle()
    QTest.keyClicks(field, number)


def is_same_game_again(session: Session) -> bool:
    """True if the recorded answers make the same events in a new game."""
    again = new_game(session.scenario, SeededDice.of(session.seed))
    for answer in session.game.answers:
        if not is_dice(answer):
            again.choose(answer)
    events = map(event_as_json_line, session.game.events)
    return list(map(event_as_json_line, again.events)) == list(events)


# --- the sheet of an army -------------------------------------------------------------------------


def bought(session: Session, side: str) -> Counter[str]:
    return Counter(each.type for each in session.game.state.reserves if each.side == side)


def test_twelve_infantry_are_bought_with_a_number_and_a_click(begin: Begin) -> None:
    table = begin(by_hand(load_playable(SAMPLE)))
    session, side = table.session, table.session.asked
    number = session.answer_count
    type_in(table, "infantry", "12")
    click(table, table.panel.sheet.button)
    assert bought(session, side) == {"infantry": 12}
    assert session.answer_count == number + 12, "each is an ordinary answer"
    assert is_same_game_again(session)
    assert isinstance(session.game.decision, Buy)
    assert session.asked == side


def test_enter_in_a_quantity_buys_it(begin: Begin) -> None:
    table = begin(by_hand(load_playable(SAMPLE)))
    side = table.session.asked
    type_in(table, "armour", "3")
    QTest.keyClick(table.panel.sheet.fields["armour"], Qt.Key.Key_Return)
    table.settle()
    assert bought(table.session, side) == {"armour": 3}


def test_the_sheet_offers_no_more_than_the_money_left_pays_for(begin: Begin) -> None:
    table = begin(by_hand(load_playable(SAMPLE)))
    sheet, money = table.panel.sheet, table.session.game.state.purses[table.session.asked]
    cost = table.session.game.state.book.units["armour"].cost
    sheet.fields["armour"].setValue(4)
    left = money - 4 * cost
    assert str(left) in sheet.left.text()
    assert sheet.fields["artillery"].maximum() <= left // 3
    type_in(table, "infantry", "999")
    assert sheet.cost <= money


def test_undo_takes_a_purchase_back_as_a_whole(begin: Begin) -> None:
    table = begin(by_hand(load_playable(SAMPLE)))
    side, number = table.session.asked, table.session.answer_count
    type_in(table, "infantry", "5")
    click(table, table.panel.sheet.button)
    table.guest.undo()
    assert table.session.answer_count == number
    assert not bought(table.session, side)


def test_the_list_comes_back_when_nothing_is_bought_any_more(begin: Begin) -> None:
    table = begin(by_hand(load_playable(SAMPLE)))
    assert table.panel.sheet.isVisible()
    assert not table.panel.list.isVisible()
    type_in(table, "infantry", "2")
    click(table, table.panel.sheet.button)
    for _ in range(2):  # both sides close their armies
        if isinstance(table.session.game.decision, Buy):
            table.press(Qt.Key.Key_Space)
    assert not table.panel.sheet.isVisible()
    assert not table.panel.sheet.fields, "nothing stays of what the last side could buy"
    assert not table.panel.sheet.left.text()
    assert table.panel.list.isVisible()


# --- batches --------------------------------------------------------------------------------------


def deploying() -> Session:
    """Both have bought infantry, and the first side deploys."""
    session = by_hand(load_playable(SAMPLE))
    while isinstance(session.game.decision, Buy):
        side = session.asked
        session.answer("infantry" if len(bought(session, side)) < 1 else None)
    return session


def test_place_the_rest_sets_up_what_is_left_by_ordinary_answers(begin: Begin) -> None:
    session = by_hand(load_playable(SAMPLE))
    for _ in range(5):
        session.answer("infantry")
    session = until(session, Deploy, session.asked)
    table = begin(session)
    side, number = session.asked, session.answer_count
    click(table, table.panel.batches[Batch.PLACE_REST])
    assert session.answer_count > number
    assert not (isinstance(session.game.decision, Deploy) and session.asked == side)
    assert is_same_game_again(session)
    table.guest.undo()
    assert session.answer_count == number


def test_the_phase_of_tide_ends_for_all_units_with_one_click(begin: Begin) -> None:
    session = until(by_hand(tide.scenario("r1 r2 r3 . . b1\n . . . . . .")), Act, "red")
    table = begin(session)
    click(table, table.panel.batches[Batch.END_PHASE])
    state, number = session.game.state, session.answer_count
    for _ in range(20):  # what the other side does lies between
        if session.asked == "red" or state.phase != "action" or session.game.is_over:
            break
        table.guest.play.answer(session.game.options[-1])
        table.settle()
    given = [each for each in session.game.answers if isinstance(each, Order)]
    tired = {each.unit for each in given if each.deed == "fatigue"}
    assert {"r1", "r2", "r3"} <= tired or session.asked != "red"
    assert number or tired
    assert is_same_game_again(session)


def test_all_that_can_join_do_so_with_one_click_and_its_odds(begin: Begin) -> None:
    session = until(by_hand(tide.scenario("r1 r2 r3 . b1\n . . . . .")), Act, "red")
    table = begin(session)
    order = next(
        choice
        for choice in require(session.question("en")).choices
        if choice.pointing.unit == "r1" and choice.option.deed == "concentrated-fire"
    )
    table.guest.play.choose(order)
    table.settle()
    for _ in range(4):
        if isinstance(session.game.decision, Support):
            break
        table.guest.play.answer(session.game.options[0])
        table.settle()
    assert isinstance(session.game.decision, Support)
    button = table.panel.batches[Batch.JOIN_ALL]
    joining = [
        points.unit
        for _, points in require(session.question("en")).choices.pointings
        if points.deed is OptionAction.JOIN
    ]
    assert "%" in button.text(), "the chance of all together"
    click(table, button)
    for _ in range(6):
        if session.game.awaited is None and isinstance(session.game.decision, Support):
            table.guest.play.answer(session.game.options[0])
            table.settle()
    fired = [each for each in session.game.events if isinstance(each, AttackDeclared)]
    assert {unit for unit, *_ in fired[-1].firers} == {"r1", *joining}
