"""How many clicks an ordinary act takes: the unit, then what it acts on."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from engine.games.primer.memo import GiveOrder
from engine.games.tank.fire import ChooseShot
from engine.games.tank.movement import ChooseMove
from engine.games.tide.action_phase import Act
from engine.games.tide.combat_events import AttackDeclared
from engine.games.valor import combat_events
from engine.games.valor.fire_phase import Attack
from engine.games.valor.movement_phase import Move
from engine.scenario.scenario import Scenario
from engine.session.seats import Seat
from engine.session.session import Session
from studio.canvas.counter_effects import CounterRing
from studio.canvas.map_canvas import MapCanvas
from studio.workspaces.play.game_view.map_overlays import TargetChances, TargetHexes
from tests.assertions import require
from tests.engine.session.sessions import drawn
from tests.engine.session.test_choices import until
from tests.games.primer import boards as primer
from tests.games.tide import boards as tide
from tests.games.valor import boards as valor
from tests.studio.workspaces.play.test_on_map import Board

Begin = Callable[[Session], "Hand"]
LEFT, PLAIN = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
CTRL = Qt.KeyboardModifier.ControlModifier


class Hand(Board):
    """A game on a canvas, played by clicks that are counted."""

    clicks = 0

    def take(self, unit: str, keys: Qt.KeyboardModifier = PLAIN) -> None:
        """Click the counter of a unit, in the fan of its stack where it is in one."""
        at = require(self.play.standing.hex_of_unit(unit))
        self.hover(*self.session.scenario.map.grid.column_row(at))
        layer = self.board.layer
        found = layer._fan() or layer._stack(at, self.canvas.camera)
        assert found is not None
        middle = next(spot.middle for spot in found.spots if spot.counter.id == unit)
        self._click(middle.toPoint(), keys)

    def go(self, label: str, keys: Qt.KeyboardModifier = PLAIN) -> None:
        """Click the middle of a hex."""
        x, y = self.canvas.camera.centre(self.session.scenario.map.labels.find(label))
        self._click(QPoint(round(x), round(y)), keys)

    def _click(self, at: QPoint, keys: Qt.KeyboardModifier) -> None:
        QTest.mouseMove(self.canvas, at)
        self.settle()
        QTest.mouseClick(self.canvas, LEFT, keys, at)
        self.clicks += 1
        self.settle()

    def shown(self, kind: type) -> list[object]:
        """What of a kind is painted over the map."""
        return [each for each in self.canvas._decorations if isinstance(each, kind)]

    def answered(self) -> list[str]:
        """The kinds of events there were, in their order."""
        return [type(event).__name__ for event in self.session.game.events]


@pytest.fixture
def begin(qtbot: QtBot) -> Iterator[Begin]:
    begun: list[Hand] = []

    def made(session: Session) -> Hand:
        canvas = MapCanvas()
        qtbot.addWidget(canvas)
        canvas.resize(900, 500)
        canvas.show_map(session.scenario.map)
        canvas.show()
        qtbot.waitExposed(canvas)
        begun.append(Hand(session, canvas))
        return begun[-1]

    yield made
    for each in begun:
        each.play.end()


def by_hand(scenario: Scenario) -> Session:
    return Session.begin(scenario, dict.fromkeys((s.id for s in scenario.sides), Seat.PERSON), 1)


def test_two_squads_of_valor_fire_as_a_group_with_three_clicks(begin: Begin) -> None:
    session = until(by_hand(valor.scenario("r1+r2 . b1\n . . .")), Attack, "red")
    hand = begin(session)
    hand.take("r1")
    hand.take("r2", CTRL)
    assert hand.pointer.hand.group == ("r2",)
    hand.go("C1")
    declared = valor.last(session.game, combat_events.AttackDeclared)
    assert (hand.clicks, declared.firers) == (3, ("r1", "r2"))


def test_a_selected_squad_of_valor_has_its_targets_marked_with_their_chances(begin: Begin) -> None:
    session = until(by_hand(valor.scenario("r1 . b1\n . . .")), Attack, "red")
    hand = begin(session)
    hand.take("r1")
    target = valor.at(session.game, "C1")
    (marks,) = hand.shown(TargetHexes)
    assert isinstance(marks, TargetHexes)
    assert target in marks.hexes
    (chances,) = hand.shown(TargetChances)
    assert isinstance(chances, TargetChances)
    assert chances.chances == {target: Fraction(21, 36)}, "casualty points with 7 or more"
    assert hand.board.layer.arrangement.rings["r1"] is CounterRing.SELECTED


def test_one_unit_moves_out_of_a_stack_of_valor_with_two_clicks(begin: Begin) -> None:
    session = until(by_hand(valor.scenario("r1+r2 . . b1\n . . . .")), Move, "red")
    hand = begin(session)
    hand.take("r1")
    hand.go("B1")
    assert (hand.clicks, valor.place_of(session.game, "r1")) == (2, "B1")
    assert valor.place_of(session.game, "r2") == "A1"
    hand.play.pass_turn()  # Blue holds its fire
    hand.settle()
    assert session.asked == "red"
    assert isinstance(session.game.decision, Move), "where it was sent its move ends"


def test_a_stack_of_valor_moves_as_a_group_with_three_clicks(begin: Begin) -> None:
    session = until(by_hand(valor.scenario("r1+r2 . . b1\n . . . .")), Move, "red")
    hand = begin(session)
    hand.take("r1")
    hand.take("r2", CTRL)
    hand.go("B1")
    assert (hand.clicks, valor.place_of(session.game, "r2")) == (3, "B1")


def test_a_squad_of_tide_fires_with_a_joiner_in_three_clicks(begin: Begin) -> None:
    session = until(by_hand(tide.scenario("r1 r2 . b1\n . . . .")), Act, "red")
    hand = begin(session)
    hand.take("r1")
    hand.take("r2", CTRL)
    hand.take("b1")
    (fired,) = (each for each in session.game.events if isinstance(each, AttackDeclared))
    assert hand.clicks == 3
    assert {unit for unit, *_ in fired.firers} == {"r1", "r2"}


def test_a_tank_moves_with_two_clicks_and_is_not_asked_to_end(begin: Begin) -> None:
    session = until(drawn("r1 . . . .\n . . . . b1"), ChooseMove, "red")
    hand = begin(session)
    number = session.answer_count
    hand.take("r1")
    labels = session.scenario.map.labels
    there = session.scenario.map.grid.hex(1, 0)
    hand.go(labels.label(there))
    assert (hand.clicks, session.game.position().hex_of("r1")) == (2, there)
    assert session.answer_count > number


def test_a_unit_that_arrives_is_asked_where_the_player_wants_it(begin: Begin) -> None:
    session = until(by_hand(valor.scenario("r1 . . b1\n . . . .")), Move, "red")
    hand = begin(session)
    hand.play.ends_moves = False
    hand.take("r1")
    hand.go("B1")
    hand.play.pass_turn()
    hand.settle()
    assert session.asked == "red"
    assert not isinstance(session.game.decision, Move)


def test_a_refused_click_keeps_the_selection_and_says_why(begin: Begin) -> None:
    session = until(
        by_hand(valor.scenario("r1 . . . . . . . . b1\n . . . . . . . . . .")), Move, "red"
    )
    hand = begin(session)
    said: list[str] = []
    hand.play.refused.connect(said.append)
    hand.take("r1")
    hand.go("I1")
    assert hand.pointer.chosen == "r1"
    assert len(said) == 1
    hand.canvas.setFocus()
    assert hand.pointer.escape()
    assert hand.pointer.chosen == ""


def test_a_click_beside_the_map_ends_the_selection(begin: Begin) -> None:
    session = until(by_hand(valor.scenario("r1 . b1\n . . .")), Move, "red")
    hand = begin(session)
    hand.take("r1")
    hand._click(QPoint(hand.canvas.width() - 3, hand.canvas.height() - 3), PLAIN)
    assert hand.pointer.chosen == ""


def memo() -> Session:
    """Blue writes its memo: one infantry in the open, which may move up to three hexes."""
    return until(
        by_hand(primer.scenario(". . . . . .\n. bi1 . . . .\n. . . . . .\n. . . . . ra1")),
        GiveOrder,
        "blue",
    )


def test_a_move_of_the_primer_of_less_than_full_points_is_ordered_with_two_clicks(
    begin: Begin,
) -> None:
    session = memo()
    hand = begin(session)
    hand.take("bi1")
    hand.go("C2")
    (order,) = session.game.state.memo
    label = session.scenario.map.labels.label
    assert hand.clicks == 2
    assert [label(each) for each in order.path] == ["C2"]
    assert isinstance(session.game.decision, GiveOrder), "no step is asked for any more"


def test_a_tank_shoots_with_a_click_on_its_target(begin: Begin) -> None:
    session = until(drawn("r1 . . b1\n . . . ."), ChooseShot, "red")
    hand = begin(session)
    hand.take("b1")
    assert hand.clicks == 1
    assert "ShotResolved" in hand.answered()


def test_a_tank_that_may_shoot_is_selected_first_with_the_chance_beside_its_target(
    begin: Begin,
) -> None:
    session = until(drawn("r1 . . b1\n . . . ."), ChooseShot, "red")
    hand = begin(session)
    hand.take("r1")
    assert hand.pointer.chosen == "r1"
    assert "ShotResolved" not in hand.answered()
    (chances,) = hand.shown(TargetChances)
    assert isinstance(chances, TargetChances)
    assert list(chances.chances) == [require(hand.play.standing.hex_of_unit("b1"))]
    hand.take("b1")
    assert hand.clicks == 2
    assert "ShotResolved" in hand.answered()
