"""A game on a table is played with the mouse alone: figures taken, dragged, laid; a gun aimed."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint
from pytestqt.qtbot import QtBot

from engine import games
from engine.play.position import Point
from engine.play.tabletop_gestures import GestureKind
from engine.session.seats import FogOfWar
from engine.tabletop.shapes import FOOT, INCH
from engine.texts import text
from studio.canvas.counter_effects import CounterRing
from studio.workspaces.play.game_view.playback import PlaybackSpeed
from studio.workspaces.play.game_view.reserve_strip import ReserveStrip
from studio.workspaces.play.game_view.tabletop_game_view import WalkedPath
from studio.workspaces.play.game_view.tabletop_selection import PressKind
from tests.conformance.table_toy import FAR, HOUSE, TABLE_TOY
from tests.studio.workspaces.play.on_table import ALT, CONTROL, RIGHT, SHIFT, OnTable

FREE = Point(FOOT, FOOT + 6 * INCH)  # a bare place before the first man of red


@pytest.fixture(autouse=True, scope="module")
def _toy_is_a_game() -> Iterator[None]:
    games.install(TABLE_TOY.id, "tests.conformance.table_toy")
    yield
    games.remove(TABLE_TOY.id)


@pytest.fixture
def on(qtbot: QtBot) -> OnTable:
    """The game where red's gun has held its fire: men are to be sent."""
    found = OnTable()
    qtbot.addWidget(found)
    found.pass_on()
    assert found.asked == "red SendMen"
    return found


@pytest.fixture
def gun(qtbot: QtBot) -> OnTable:
    """The game where red's gun is to be aimed."""
    found = OnTable()
    qtbot.addWidget(found)
    assert found.asked == "red AimGun"
    return found


# --- taking ---------------------------------------------------------------------------------------


def test_a_click_takes_a_figure_and_another_lets_it_go(on: OnTable) -> None:
    on.take("rf.2")
    assert list(on.pointer.hand.taken) == ["rf.2"]
    assert on.pointer.chosen == "rf.2"
    on.take("rf.2")
    assert list(on.pointer.hand.taken) == []


def test_shift_takes_one_more_or_lets_one_go(on: OnTable) -> None:
    on.take("rf.2")
    on.take("rf.4", SHIFT)
    assert list(on.pointer.hand.taken) == ["rf.2", "rf.4"]
    on.take("rf.2", SHIFT)
    assert list(on.pointer.hand.taken) == ["rf.4"]


def test_a_double_click_takes_the_body(on: OnTable) -> None:
    from PySide6.QtCore import Qt
    from PySide6.QtTest import QTest

    middle = on.pixel(on.stand("rf.3"))
    QTest.mouseDClick(on.canvas, Qt.MouseButton.LeftButton, pos=middle)
    assert sorted(on.pointer.hand.taken) == [f"rf.{n}" for n in range(1, 7)]


def test_a_band_from_the_bare_table_takes_the_men_in_it_and_no_enemy(on: OnTable) -> None:
    on.hold(Point(FOOT, 4 * INCH), Point(3 * FOOT, 5 * FOOT))
    assert on.pointer.drag is PressKind.BAND
    assert on.pointer.signs.rings()["rf.1"] is CounterRing.SELECTED
    on.drag(Point(FOOT, 4 * INCH), Point(3 * FOOT, 5 * FOOT))
    assert sorted(on.pointer.hand.taken) == [f"rf.{n}" for n in range(1, 7)]
    assert on.pointer.hand.reach, "how far they come is shown"


def test_escape_and_a_right_click_let_go(on: OnTable) -> None:
    on.take("rf.2")
    assert on.pointer.escape()
    assert list(on.pointer.hand.taken) == []
    on.take("rf.2")
    on.click(FREE, button=RIGHT)
    assert list(on.pointer.hand.taken) == []


# --- moving ---------------------------------------------------------------------------------------


def test_a_drag_moves_a_figure_by_as_much_as_the_pointer(on: OnTable) -> None:
    start = on.stand("rf.1")
    on.drag(start, Point(start.x, start.y + 40), Point(start.x, start.y + 6 * INCH))
    at = on.stand("rf.1")
    assert abs(at.y - start.y - 6 * INCH) <= 2, "a pixel is no finer"
    assert abs(at.x - start.x) <= 2
    assert on.session.answer_count


def test_what_is_taken_together_is_dragged_together(on: OnTable) -> None:
    on.drag(Point(FOOT, 4 * INCH), Point(3 * FOOT, 2 * FOOT))
    before = {n: on.stand(f"rf.{n}") for n in range(1, 7)}
    start = before[4]
    on.drag(start, Point(start.x, start.y + 50), Point(start.x, start.y + 4 * INCH))
    moves = {
        (on.stand(f"rf.{n}").x - at.x, on.stand(f"rf.{n}").y - at.y) for n, at in before.items()
    }
    assert len(moves) == 1


def test_what_is_illegal_is_said_while_it_is_dragged_and_refused_when_let_go(on: OnTable) -> None:
    start, inside = on.stand("rf.6"), Point(HOUSE[0].x + 20, HOUSE[0].y + 4)
    assert abs(inside.y - start.y) < FAR * 2
    on.hold(start, Point(start.x + 20, start.y + 40), inside)
    told = on.pointer.hand.prospect
    assert told is not None
    assert told.answer is None
    assert on.pointer.signs.why(told) == ["too far"]
    assert [landing.piece for landing in told.landings if landing.why] == ["rf.6"]
    at = on.session.answer_count
    on.let_go(inside)
    assert on.stand("rf.6") == start
    assert on.refused == ["too far"]
    assert on.session.answer_count == at, "nothing was answered"


def test_a_click_on_the_table_sends_what_is_taken(on: OnTable) -> None:
    on.take("rf.1")
    on.point(FREE)
    told = on.pointer.hand.prospect
    assert told is not None
    assert told.answer is not None, "shown before it is done"
    on.click(FREE)
    assert abs(on.stand("rf.1").y - FREE.y) <= 2


def test_a_way_is_drawn_while_alt_is_held(on: OnTable) -> None:
    on.take("rf.1")
    start = on.stand("rf.1")
    gesture = on.pointer.hand.moving((start, FREE))
    assert gesture.way == (start, FREE)
    from studio.canvas.pointer_events import TabletopPointerEvent

    on.pointer.press(TabletopPointerEvent(*start))
    for number in range(1, 5):
        on.pointer.move(TabletopPointerEvent(start.x, start.y + 20 * number, alt=True))
    drawn = on.pointer._way_to(Point(start.x, start.y + 90), is_drawn=False)
    assert len(drawn) == 6, "each inch of it is a point of the way"
    assert ALT


# --- formations -----------------------------------------------------------------------------------


def test_a_drag_with_the_right_button_lays_a_line_between_two_points(on: OnTable) -> None:
    on.drag(Point(FOOT, 4 * INCH), Point(3 * FOOT, 2 * FOOT))
    left, right = Point(FOOT, 2 * FOOT - 40), Point(2 * FOOT, 2 * FOOT - 40)
    on.hold(left, Point(FOOT + 40, left.y), right, button=RIGHT)
    assert on.pointer.drag is PressKind.LAY
    told = on.pointer.hand.prospect
    assert told is not None
    assert [landing.at.y for landing in told.landings] == pytest.approx([left.y] * 6, abs=2)
    on.drag(left, Point(FOOT + 40, left.y), right, button=RIGHT)
    stands = [on.stand(f"rf.{n}") for n in range(1, 7)]
    assert {abs(at.y - left.y) <= 3 for at in stands} == {True}


def test_with_a_formation_chosen_the_left_button_lays_it(on: OnTable) -> None:
    on.drag(Point(FOOT, 4 * INCH), Point(3 * FOOT, 2 * FOOT))
    on.pointer.turn(1)
    assert on.pointer.hand.formation == "line"
    on.pointer.turn(-1)
    assert on.pointer.hand.formation == "", "as they stand"
    on.pointer.turn(-1)
    assert on.pointer.hand.formation == "file"
    left, right = Point(FOOT, 2 * FOOT - 40), Point(2 * FOOT, 2 * FOOT - 40)
    on.drag(left, Point(FOOT + 40, left.y), right)
    assert abs(on.stand("rf.1").y - left.y) <= 3
    assert on.pointer.hand.formation == "", "what is laid is done"


# --- aiming ---------------------------------------------------------------------------------------


def test_the_gun_is_in_hand_at_once_and_points_where_the_pointer_is(gun: OnTable) -> None:
    assert gun.pointer.hand.taken == ("rg.1",)
    target = gun.stand("bf.3")
    gun.point(target)
    told = gun.pointer.hand.prospect
    assert told is not None
    assert told.line[-1] == target, "a figure that is pointed at is aimed at"
    assert [struck.piece for struck in told.struck] == ["bf.3"]


def test_a_click_fires_and_the_umpire_says_who_fell_by_clicks(gun: OnTable) -> None:
    gun.click(gun.stand("bg.1"))
    while gun.asked == "red SendMen":  # the die took the shot aside: once more
        gun.play.undo()
        gun.session.branch_with_new_dice()
        gun.click(gun.stand("bg.1"))
    assert gun.asked == "umpire WhichFell"
    assert gun.pointer.signs.rings()["bg.1"] is CounterRing.MAY_LOSE
    gun.take("bg.1")
    assert "bg.1" not in {each.id for each in gun.play.standing.figures}
    assert gun.asked == "red SendMen"


def test_a_drag_from_the_gun_aims_it_too(gun: OnTable) -> None:
    start, target = gun.stand("rg.1"), Point(2 * FOOT, 4 * FOOT)
    gun.hold(start, Point(start.x, start.y + 60), target)
    assert gun.pointer.drag is PressKind.AIM
    gun.drag(start, Point(start.x, start.y + 60), target)
    assert gun.session.game.answers[-2].x == pytest.approx(target.x, abs=2)


# --- watching -------------------------------------------------------------------------------------


def test_a_shot_is_seen_in_flight_and_skipped_by_a_press(gun: OnTable) -> None:
    gun.play.speed = PlaybackSpeed.SLOW
    gun.click(Point(2 * FOOT, 4 * FOOT))
    assert gun.play.is_moving
    gun.play.board.animation_between(gun.play.standing, gun.play.standing, ())
    gun.grab()
    gun.play.skip()
    assert not gun.play.is_moving


def test_figures_walk_their_ways_and_not_through_what_is_between() -> None:
    way = (Point(0, 0), Point(0, 100), Point(100, 100))
    walk = WalkedPath(way)
    assert [walk.at(share) for share in (0.0, 0.25, 0.5, 0.75, 1.0)] == [
        (0, 0), (0, 50), (0, 100), (50, 100), (100, 100),
    ]  # fmt: skip


# --- whose it is ----------------------------------------------------------------------------------


def test_nothing_of_the_enemy_s_can_be_taken_and_his_mine_is_not_seen(qtbot: QtBot) -> None:
    on = OnTable(FogOfWar.PER_SIDE)
    qtbot.addWidget(on)
    on.pass_on()
    on.take("bf.1")
    assert list(on.pointer.hand.taken) == []
    secret = next(iter(TABLE_TOY.secrets(on.session.game.state, "red")))
    shown = repr(on.play.standing)
    x, y = secret.split(",")
    assert f"x={x}, y={y}" not in shown


def test_with_ctrl_an_umpire_puts_a_figure_elsewhere(on: OnTable) -> None:
    from PySide6.QtCore import Qt
    from PySide6.QtTest import QTest

    asked: list[tuple[str, Point]] = []
    on.pointer.shifted.connect(lambda unit, at: asked.append((unit, at)))
    start = on.pixel(on.stand("bf.1"))
    QTest.mousePress(on.canvas, Qt.MouseButton.LeftButton, CONTROL, start)
    on._move(FREE, Qt.MouseButton.LeftButton)
    assert on.pointer.drag is PressKind.CARRY
    QTest.mouseRelease(on.canvas, Qt.MouseButton.LeftButton, CONTROL, on.pixel(FREE))
    assert [unit for unit, _ in asked] == ["bf.1"]
    assert isinstance(start, QPoint)


def test_a_gesture_that_makes_no_sense_comes_to_nothing(on: OnTable) -> None:
    from engine.play.tabletop_gestures import Gesture

    for gesture in (
        Gesture(GestureKind.AIM, ("rf.1",), (FREE,)),
        Gesture(GestureKind.MARK, (), (FREE,)),
        Gesture(GestureKind.MOVE),
    ):
        assert on.pointer.hand.preview_gesture(gesture).answer is None


# --- the palette ----------------------------------------------------------------------------------


def test_formations_are_chosen_beside_the_table_once_something_is_in_hand(on: OnTable) -> None:
    palette = ReserveStrip(on.pointer)
    assert palette.formations == [], "nothing is in hand yet"
    on.drag(Point(FOOT, 4 * INCH), Point(3 * FOOT, 2 * FOOT))
    assert [button.text() for button in palette.formations] == [
        text("playtest.table-as-they-stand", "en"), "Line", "File",
    ]  # fmt: skip
    assert all(button.minimumHeight() >= 30 for button in palette.formations)
    palette.formations[1].click()
    assert on.pointer.hand.formation == "line"
    assert palette.formations[1].isChecked()
    assert palette.told.text() == text("playtest.table-in-hand", "en", count=6)
