"""Mouse, wheel, trackpad and keys on the canvas, and what the tools hear of them."""

from __future__ import annotations

import subprocess
import sys

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from engine.hexes.grid import Grid
from engine.map.map import Map
from studio.canvas.map_canvas import MapCanvas
from studio.canvas.minimap import MapMinimap
from studio.canvas.pointer_events import MouseButton, PointerEvent
from tests.studio.canvas.conftest import Shown

MIDDLE = QPoint(200, 150)
Heard = list[tuple[str, PointerEvent]]


@pytest.fixture
def canvas(shown: Shown) -> MapCanvas:
    return shown(Map.blank(Grid(60, 50)), 10.0)


@pytest.fixture
def heard(canvas: MapCanvas) -> Heard:
    """What the tools hear, in order."""
    events: Heard = []
    for name in ("pressed", "moved", "released", "hovered"):
        getattr(canvas, name).connect(lambda event, name=name: events.append((name, event)))
    return events


def scroll(
    canvas: MapCanvas, degrees: QPoint, pixels: QPoint | None = None,
    keys: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier, at: QPoint = MIDDLE,
) -> None:  # fmt: skip
    phase = Qt.ScrollPhase.ScrollUpdate if pixels else Qt.ScrollPhase.NoScrollPhase
    event = QWheelEvent(
        QPointF(at), QPointF(canvas.mapToGlobal(at)), pixels or QPoint(), degrees,
        Qt.MouseButton.NoButton, keys, phase, False,
    )  # fmt: skip
    QApplication.sendEvent(canvas, event)


def drag(canvas: MapCanvas, button: Qt.MouseButton, *stops: QPoint) -> None:
    QTest.mousePress(canvas, button, Qt.KeyboardModifier.NoModifier, stops[0])
    for stop in stops[1:]:
        point, buttons = QPointF(stop), Qt.MouseButton(button)
        QApplication.sendEvent(
            canvas,
            QMouseEvent(
                QEvent.Type.MouseMove, point, QPointF(canvas.mapToGlobal(stop)),
                Qt.MouseButton.NoButton, buttons, Qt.KeyboardModifier.NoModifier,
            ),
        )  # fmt: skip
    QTest.mouseRelease(canvas, button, Qt.KeyboardModifier.NoModifier, stops[-1])


# --- pointing ------------------------------------------------------------------------------------


def test_a_drag_is_heard_from_press_to_release(canvas: MapCanvas, heard: Heard) -> None:
    there = MIDDLE + QPoint(40, 0)
    drag(canvas, Qt.MouseButton.LeftButton, MIDDLE, there)
    assert [name for name, _ in heard] == ["pressed", "moved", "released"]
    assert [event.hex for _, event in heard] == [
        canvas.hex_at(QPointF(MIDDLE)), canvas.hex_at(QPointF(there)), canvas.hex_at(QPointF(there))
    ]  # fmt: skip
    assert {event.button for _, event in heard} == {MouseButton.LEFT}


def test_a_pointer_event_says_which_side_is_near_and_where_on_the_lattice(
    canvas: MapCanvas, heard: Heard
) -> None:
    QTest.mouseClick(canvas, Qt.MouseButton.RightButton, Qt.KeyboardModifier.AltModifier, MIDDLE)
    event = heard[0][1]
    assert (event.hex, event.side) == canvas.side_at(QPointF(MIDDLE))
    assert (event.x, event.y) == canvas.camera.lattice_coordinates(MIDDLE.x(), MIDDLE.y())
    assert (event.button, event.alt, event.shift) == (MouseButton.RIGHT, True, False)


def test_a_double_click_counts_to_two(canvas: MapCanvas, heard: Heard) -> None:
    QTest.mouseDClick(canvas, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, MIDDLE)
    assert [event.clicks for name, event in heard if name == "pressed"][-1] == 2


def test_without_a_button_the_pointer_hovers(canvas: MapCanvas, heard: Heard) -> None:
    QTest.mouseMove(canvas, MIDDLE)
    assert heard[-1][0] == "hovered"
    assert heard[-1][1].button is MouseButton.NONE


def test_under_a_resting_pointer_a_moving_map_is_heard(canvas: MapCanvas, heard: Heard) -> None:
    QTest.mouseMove(canvas, MIDDLE)
    before = heard[-1][1].hex
    canvas.pan(100, 0)
    assert heard[-1][0] == "hovered"
    assert heard[-1][1].hex == canvas.hex_at(QPointF(MIDDLE)) != before


# --- moving the map ------------------------------------------------------------------------------


def test_the_middle_button_moves_the_map_with_the_pointer(canvas: MapCanvas, heard: Heard) -> None:
    under = canvas.hex_at(QPointF(MIDDLE))
    drag(canvas, Qt.MouseButton.MiddleButton, MIDDLE, MIDDLE + QPoint(30, 20))
    assert canvas.hex_at(QPointF(MIDDLE + QPoint(30, 20))) == under
    assert not [name for name, _ in heard if name != "hovered"]


def test_space_lets_the_left_button_move_the_map(canvas: MapCanvas, heard: Heard) -> None:
    under = canvas.hex_at(QPointF(MIDDLE))
    QTest.keyPress(canvas, Qt.Key.Key_Space)
    drag(canvas, Qt.MouseButton.LeftButton, MIDDLE, MIDDLE + QPoint(-30, 0))
    QTest.keyRelease(canvas, Qt.Key.Key_Space)
    assert canvas.hex_at(QPointF(MIDDLE + QPoint(-30, 0))) == under
    assert "pressed" not in [name for name, _ in heard]


def test_two_fingers_move_the_map(canvas: MapCanvas) -> None:
    before = canvas.camera
    scroll(canvas, QPoint(0, 80), QPoint(10, 25))
    assert canvas.camera == before.moved(-10, -25)


def test_arrow_keys_move_the_map(canvas: MapCanvas) -> None:
    before = canvas.camera
    QTest.keyClick(canvas, Qt.Key.Key_Right)
    QTest.keyClick(canvas, Qt.Key.Key_Down)
    assert canvas.camera.left > before.left
    assert canvas.camera.top > before.top


# --- zooming -------------------------------------------------------------------------------------


def test_the_wheel_glides_about_the_pointer(canvas: MapCanvas, qtbot: QtBot) -> None:
    at = QPoint(120, 90)
    before, width = canvas.camera.lattice_coordinates(at.x(), at.y()), canvas.hex_width
    scroll(canvas, QPoint(0, 240), at=at)
    qtbot.waitUntil(lambda: canvas.hex_width > 1.45 * width, timeout=3000)
    assert canvas.camera.lattice_coordinates(at.x(), at.y()) == pytest.approx(before)


def test_control_with_two_fingers_zooms_at_once(canvas: MapCanvas) -> None:
    width = canvas.hex_width
    scroll(canvas, QPoint(0, 60), QPoint(0, 20), Qt.KeyboardModifier.ControlModifier)
    assert canvas.hex_width > width


def test_plus_and_minus_undo_each_other(canvas: MapCanvas) -> None:
    width = canvas.hex_width
    QTest.keyClick(canvas, Qt.Key.Key_Plus)
    assert canvas.hex_width > width
    QTest.keyClick(canvas, Qt.Key.Key_Minus)
    assert canvas.hex_width == pytest.approx(width)


def test_zooming_keeps_what_is_under_the_given_point(canvas: MapCanvas) -> None:
    at = QPointF(300.0, 100.0)
    before = canvas.camera.lattice_coordinates(at.x(), at.y())
    for factor in (1.7, 3.1, 0.4, 0.9):
        canvas.zoom_to(factor, at)
        assert canvas.camera.lattice_coordinates(at.x(), at.y()) == pytest.approx(before)


def test_a_fitted_map_stays_fitted_when_the_canvas_grows(canvas: MapCanvas) -> None:
    canvas.fit()
    width = canvas.hex_width
    canvas.resize(800, 600)
    assert canvas.hex_width > 1.8 * width


def test_a_map_that_was_resized_stays_where_it_was(canvas: MapCanvas) -> None:
    canvas.set_hex_width(30.0)
    canvas.centre_on(canvas.camera.grid.hex(20, 20))
    before = canvas.camera
    canvas.show_map(Map.blank(Grid(70, 50)))
    assert (canvas.camera.width, canvas.camera.left) == (before.width, before.left)
    assert canvas.camera.grid.columns == 70


def test_actual_size_is_as_wide_as_printed(canvas: MapCanvas) -> None:
    canvas.actual_size(25.4)
    assert canvas.hex_width == pytest.approx(canvas.screen().physicalDotsPerInchX())


def test_a_hex_out_of_sight_is_brought_into_it(canvas: MapCanvas) -> None:
    canvas.set_hex_width(60.0)
    for corner in (canvas.camera.grid.hex(0, 0), canvas.camera.grid.hex(59, 49)):
        canvas.show_hex(corner)
        x, y = canvas.camera.centre(corner)
        assert canvas.rect().contains(round(x), round(y))
        before = canvas.camera
        canvas.show_hex(corner)
        assert canvas.camera == before


# --- the keyboard as a pointer -------------------------------------------------------------------


def test_the_keyboard_points_at_hexes_and_paints_while_enter_is_held(
    canvas: MapCanvas, heard: Heard
) -> None:
    control = Qt.KeyboardModifier.ControlModifier
    QTest.keyClick(canvas, Qt.Key.Key_Right, control)
    start = canvas.keyboard_hex
    QTest.keyPress(canvas, Qt.Key.Key_Return)
    QTest.keyClick(canvas, Qt.Key.Key_Right, control)
    QTest.keyRelease(canvas, Qt.Key.Key_Return)
    assert [name for name, _ in heard] == ["hovered", "pressed", "moved", "released"]
    assert start is not None
    grid = canvas.camera.grid
    column, row = grid.column_row(start)
    assert [event.hex for _, event in heard] == [start, start] + [grid.hex(column + 1, row)] * 2
    assert not heard[-2][1].control


# --- the mini-map --------------------------------------------------------------------------------


def test_a_click_on_the_mini_map_goes_there(canvas: MapCanvas, qtbot: QtBot) -> None:
    canvas.set_hex_width(40.0)
    small = MapMinimap(canvas)
    qtbot.addWidget(small)
    small.resize(220, 160)
    small.show()
    for at in (QPoint(60, 50), QPoint(150, 110)):
        QTest.mouseClick(small, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, at)
        assert (small.visible_part().center() - QPointF(at)).manhattanLength() < 3


def test_the_mini_map_shows_an_edit(canvas: MapCanvas, qtbot: QtBot) -> None:
    small = MapMinimap(canvas)
    qtbot.addWidget(small)
    small.resize(220, 160)
    small.show()
    before = small.grab().toImage()
    map_ = canvas.position.map if canvas.position else Map.blank(Grid(1, 1))
    map_.grounds = ("open", "lake")
    map_.ground[10:20, 10:20] = 1
    canvas.hexes_changed(range(10, 20), range(10, 20))
    assert small.grab().toImage() != before


# --- what needs what -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("module", "without"),
    [
        ("pointer_events", "PySide6"),
        ("camera", "PySide6"),
        ("image_placement", "PySide6"),
        ("map_canvas", "numba"),
        ("minimap", "numba"),
    ],
)
def test_importing_does_not_bring_what_is_not_needed(module: str, without: str) -> None:
    code = f"import sys, studio.canvas.{module}; sys.exit({without!r} in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
