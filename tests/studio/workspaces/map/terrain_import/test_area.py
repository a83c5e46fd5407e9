"""The piece of ground: led by the mouse, by keys, and by numbers."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from engine.terrain_import.geo_boxes import GeoBox
from engine.terrain_import.map_frame import SheetSpec
from studio.workspaces.map.terrain_import.import_wizard import TerrainImportWizard
from studio.workspaces.map.terrain_import.source_preview import GeoCamera
from tests.engine.terrain_import.small_ground import LON


def size(wizard: TerrainImportWizard) -> tuple[int, int]:
    assert wizard.frame is not None
    return wizard.frame.grid.columns, wizard.frame.grid.rows


def page_point(wizard: TerrainImportWizard, x: float, y: float) -> QPoint:
    """A point of the picture by a part of the page's width and height."""
    assert wizard.frame is not None
    wide, high = wizard.frame.size
    return wizard.area_page.view._points(wizard.frame, [(wide * x, high * y)])[0].toPoint()


def drag(wizard: TerrainImportWizard, begin: QPoint, end: QPoint) -> None:
    view = wizard.area_page.view
    QTest.mousePress(view, Qt.MouseButton.LeftButton, pos=begin)
    QTest.mouseMove(view, end)
    QTest.mouseRelease(view, Qt.MouseButton.LeftButton, pos=end)


def zoom_in(wizard: TerrainImportWizard) -> None:
    for _ in range(8):
        QTest.keyClick(wizard.area_page.view, Qt.Key.Key_Plus)


def test_the_rectangle_is_moved_by_the_mouse(wizard: TerrainImportWizard) -> None:
    zoom_in(wizard)
    before = wizard.frame
    assert before is not None
    begin = page_point(wizard, 0.5, 0.5)
    drag(wizard, begin, begin + QPoint(60, 0))
    assert wizard.frame is not None
    moved = 60 * wizard.area_page.view.camera.metres_a_pixel
    assert wizard.frame.easting - before.easting == pytest.approx(moved, abs=15)
    assert wizard.frame.northing == pytest.approx(before.northing, abs=15)
    assert wizard.frame.grid == before.grid


def test_a_corner_stretches_it_and_the_opposite_one_stays(wizard: TerrainImportWizard) -> None:
    zoom_in(wizard)
    before = wizard.frame
    assert before is not None
    corner, at = before.size, page_point(wizard, 1, 1)
    pixels = 4 * 100 / wizard.area_page.view.camera.metres_a_pixel
    drag(wizard, at, at + QPoint(round(pixels), 0))
    assert wizard.frame is not None
    assert size(wizard)[0] in (15, 16)
    assert (wizard.frame.easting, wizard.frame.northing) == pytest.approx(
        (before.easting, before.northing), abs=2
    )
    assert wizard.frame.size[0] > corner[0]


def test_a_new_rectangle_is_drawn_beside_the_old_one(wizard: TerrainImportWizard) -> None:
    view = wizard.area_page.view
    drag(wizard, QPoint(20, 20), QPoint(120, 80))
    metres = view.camera.metres_a_pixel
    assert wizard.frame is not None
    assert wizard.frame.size == pytest.approx((100 * metres, 60 * metres), abs=210)


def test_arrows_move_the_rectangle_and_with_ctrl_stretch_it(wizard: TerrainImportWizard) -> None:
    view, before = wizard.area_page.view, wizard.frame
    assert before is not None
    QTest.keyClick(view, Qt.Key.Key_Right)
    assert wizard.frame is not None
    assert wizard.frame.easting - before.easting == pytest.approx(100, abs=2)
    QTest.keyClick(view, Qt.Key.Key_Down, Qt.KeyboardModifier.ControlModifier)
    assert size(wizard) == (12, 11)
    both = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    QTest.keyClick(view, Qt.Key.Key_Right, both)
    assert size(wizard) == (22, 11)


def test_numbers_lead_the_rectangle(wizard: TerrainImportWizard) -> None:
    form = wizard.area_page.form
    form.columns.setValue(20)
    assert size(wizard) == (20, 10)
    form.hex_metres.setValue(200)
    assert size(wizard) == (9, 4)
    form.lon.setValue(LON + 0.01)
    assert wizard.frame is not None
    box = wizard.frame.box()
    assert (box.west + box.east) / 2 == pytest.approx(LON + 0.01, abs=0.0001)
    form.rotation.setValue(30)
    assert wizard.frame.rotation == 30


def test_a_box_written_side_by_side_stays_as_it_was_written(wizard: TerrainImportWizard) -> None:
    form, wanted = wizard.area_page.form, GeoBox(11.48, 49.98, 11.52, 50.02)
    for side, degrees in wanted._asdict().items():
        form.sides[side].setValue(degrees)
    assert {side: box.value() for side, box in form.sides.items()} == wanted._asdict()
    assert wizard.frame == SheetSpec(100).frame_over_box(wanted)


@pytest.mark.parametrize("name", ["EPSG:4326", "nonsense"])
def test_a_projection_that_will_not_do_is_told_beside_the_numbers(
    wizard: TerrainImportWizard, name: str
) -> None:
    box = wizard.area_page.form.projection
    box.setEditText(name)
    line = box.lineEdit()
    assert line is not None
    line.editingFinished.emit()
    assert name in wizard.area_page.form.fault.text()
    assert not wizard.next.isEnabled()


def test_too_many_hexes_are_told_and_nothing_goes_on(wizard: TerrainImportWizard) -> None:
    wizard.area_page.form.columns.setValue(9999)
    wizard.area_page.form.rows.setValue(9999)
    assert "too many" in wizard.area_page.form.fault.text()
    assert not wizard.next.isEnabled()


def test_a_camera_over_the_180th_meridian_shows_both_sides() -> None:
    camera = GeoCamera.on(GeoBox(179.8, -17, 180.2, -16.8), (400, 300))
    assert camera.box.crosses_meridian
    west, east = camera.screen(179.9, -16.9)[0], camera.screen(-179.9, -16.9)[0]
    assert 0 < west < 200 < east < 400
    assert camera.panned(400, 0).screen(-179.9, -16.9)[0] < 200
