"""The canvas of a table: where the pointer is, in sixteenths of an inch; how the table moves."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from engine.tabletop.shapes import FOOT, INCH, Point
from studio.canvas.camera import TabletopCamera
from studio.canvas.minimap import TabletopMinimap
from studio.canvas.pointer_events import MouseButton, TabletopPointerEvent
from studio.canvas.tabletop_canvas import TabletopCanvas

WIDE, DEEP = 10 * FOOT, 8 * FOOT
LEFT, NO = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
Heard = list[tuple[str, TabletopPointerEvent]]


def paint_meadow(painter: QPainter, camera: TabletopCamera) -> None:
    """A country all of one green."""
    corner, beyond = camera.screen(0, camera.deep), camera.screen(camera.wide, 0)
    painter.fillRect(
        int(corner[0]), int(corner[1]), int(beyond[0] - corner[0]), int(beyond[1] - corner[1]),
        QColor("#8fae6b"),
    )  # fmt: skip


@pytest.fixture
def canvas(qtbot: QtBot) -> TabletopCanvas:
    canvas = TabletopCanvas()
    qtbot.addWidget(canvas)
    canvas.resize(504, 408)
    canvas.show_terrain(WIDE, DEEP, paint_meadow)
    canvas.show()
    qtbot.waitExposed(canvas)
    return canvas


@pytest.fixture
def heard(canvas: TabletopCanvas) -> Heard:
    events: Heard = []
    for name in ("pressed", "moved", "released", "hovered"):
        getattr(canvas, name).connect(lambda event, name=name: events.append((name, event)))
    return events


def place(canvas: TabletopCanvas, x: float, y: float) -> QPoint:
    return QPointF(*canvas.camera.screen(x, y)).toPoint()


def test_a_table_is_fitted_with_its_lower_left_corner_at_the_lower_left(
    canvas: TabletopCanvas,
) -> None:
    left, foot = canvas.camera.screen(0, 0)
    right, head = canvas.camera.screen(WIDE, DEEP)
    assert (left, foot) == pytest.approx((12, 396))
    assert (right, head) == pytest.approx((492, 12))


def test_a_press_tells_the_point_of_the_table_and_the_keys_held(
    canvas: TabletopCanvas, heard: Heard
) -> None:
    shift = Qt.KeyboardModifier.ShiftModifier
    QTest.mouseClick(canvas, LEFT, shift, place(canvas, 2 * FOOT, 3 * FOOT))
    event = next(event for said, event in heard if said == "pressed")
    assert event.shift
    assert not event.alt
    assert event.button is MouseButton.LEFT
    assert abs(event.x - 2 * FOOT) <= event.pixel
    assert abs(event.y - 3 * FOOT) <= event.pixel
    assert heard[-1][0] == "released"


def test_the_wheel_zooms_about_the_pointer(canvas: TabletopCanvas, qtbot: QtBot) -> None:
    at = place(canvas, 2 * FOOT, 3 * FOOT)
    before = canvas.camera
    event = QWheelEvent(
        QPointF(at), QPointF(canvas.mapToGlobal(at)), QPoint(), QPoint(0, 240),
        Qt.MouseButton.NoButton, NO, Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QApplication.sendEvent(canvas, event)
    qtbot.waitUntil(lambda: canvas.camera.scale > 1.4 * before.scale)
    assert canvas.camera.table(at.x(), at.y()) == pytest.approx(before.table(at.x(), at.y()))


def test_arrow_keys_move_the_table_unless_they_mean_the_work(canvas: TabletopCanvas) -> None:
    canvas.zoom_to(3.0)
    left = canvas.camera.left
    QTest.keyClick(canvas, Qt.Key.Key_Right)
    assert canvas.camera.left > left
    pushed: list[tuple[int, int]] = []

    def push(right: int, down: int, keys: Qt.KeyboardModifier) -> bool:
        pushed.append((right, down))
        return True

    canvas.nudge = push
    left = canvas.camera.left
    QTest.keyClick(canvas, Qt.Key.Key_Up)
    assert pushed == [(0, -1)]
    assert canvas.camera.left == left


def test_the_keyboard_points_by_inches_and_presses_with_enter(
    canvas: TabletopCanvas, heard: Heard
) -> None:
    control = Qt.KeyboardModifier.ControlModifier
    QTest.keyClick(canvas, Qt.Key.Key_Up, control)
    first = canvas.keyboard_point
    assert first == Point(5 * FOOT, 4 * FOOT)
    QTest.keyClick(canvas, Qt.Key.Key_Up, control)
    QTest.keyClick(canvas, Qt.Key.Key_Left, control)
    assert canvas.keyboard_point == Point(5 * FOOT - INCH, 4 * FOOT + INCH)
    QTest.keyClick(canvas, Qt.Key.Key_Return)
    pressed = [event for name, event in heard if name == "pressed"]
    assert [event.point for event in pressed] == [canvas.keyboard_point]


def test_the_country_is_painted_once_until_it_or_the_view_is_another(
    canvas: TabletopCanvas,
) -> None:
    times: list[float] = []

    def count(painter: QPainter, camera: TabletopCamera) -> None:
        times.append(camera.scale)
        paint_meadow(painter, camera)

    canvas.show_terrain(WIDE, DEEP, count)
    canvas.grab()
    canvas.set_decorations([lambda painter, camera: None])
    seen = canvas.grab().toImage().pixelColor(place(canvas, FOOT, FOOT))
    assert seen == QColor("#8fae6b")
    assert len(times) == 1
    canvas.zoom_to(2.0)
    canvas.grab()
    assert len(times) == 2


def test_the_overview_shows_the_table_and_a_click_on_it_goes_there(
    canvas: TabletopCanvas, qtbot: QtBot
) -> None:
    canvas.set_scale(4 * canvas.scale)
    small = TabletopMinimap(canvas)
    qtbot.addWidget(small)
    small.resize(220, 160)
    small.show()
    assert small.grab().toImage().pixelColor(30, 80) == QColor("#8fae6b")
    for at in (QPoint(80, 60), QPoint(150, 100)):
        QTest.mouseClick(small, LEFT, NO, at)
        assert (small.visible_part().center() - QPointF(at)).manhattanLength() < 3
    canvas.show_terrain(WIDE, DEEP, lambda painter, camera: None)
    assert small.grab().toImage().pixelColor(30, 80) != QColor("#8fae6b")
