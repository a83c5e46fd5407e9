"""The wizard of real ground: from files by a rectangle and sliders to a map."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from engine import install_commands
from engine.checks.check import check
from engine.files.map_writer import save
from engine.hexes.labels import KmSquare
from engine.map.map import Map
from engine.terrain_import import import_problems
from engine.terrain_import.map_draft import DraftChoice
from engine.terrain_import.map_frame import SheetSpec
from engine.terrain_import.survey import overall_progress
from engine.texts import text
from studio.workspaces.map.terrain_import.import_setup import TerrainImportSetup, as_text, from_text
from studio.workspaces.map.terrain_import.import_wizard import TerrainImportWizard
from tests.engine.terrain_import.small_ground import osm
from tests.studio.workspaces.map.terrain_import.conftest import AREA, BOUNDS, Make


def size(wizard: TerrainImportWizard) -> tuple[int, int]:
    assert wizard.frame is not None
    return wizard.frame.grid.columns, wizard.frame.grid.rows


def told(wizard: TerrainImportWizard) -> list[str]:
    """What the list says of each file."""
    sources = wizard.area_page.sources.list
    return [sources.item(row).text() for row in range(sources.count())]


def drawn(wizard: TerrainImportWizard) -> Map:
    assert wizard.map_page.map is not None, wizard.map_page.words.text()
    return wizard.map_page.map


def wooded(map_: Map) -> int:
    return int((map_.ground == map_.grounds.index("woods")).sum()) if "woods" in map_.grounds else 0


# --- files ----------------------------------------------------------------------------------------


def test_what_was_read_is_told_with_its_extent(wizard: TerrainImportWizard) -> None:
    heights, vectors = told(wizard)
    assert text("groundwizard.ground-holds-heights", "en", columns=120, rows=120) in heights
    assert "11.450°E – 11.550°E, 49.950°N – 50.050°N" in heights
    assert "2 areas, 2 lines, 1 name" in vectors


def test_a_file_that_cannot_be_read_says_why_and_the_others_are_used(
    wizard: TerrainImportWizard, tmp_path: Path
) -> None:
    (tmp_path / "b.osm").write_text("<osm", encoding="utf-8")
    (tmp_path / "c.doc").write_text("x", encoding="utf-8")
    wizard.add([tmp_path / "b.osm", tmp_path / "c.doc"])
    assert "b.osm" in told(wizard)[2]
    assert "not a terrain source" in told(wizard)[3]
    assert wizard.next.isEnabled()


def test_without_the_libraries_it_says_what_to_install(
    make_wizard: Make, files: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    def lacking(name: str) -> object:
        raise ImportError(name)

    monkeypatch.setattr(import_problems, "import_module", lacking)
    wizard = make_wizard()
    wizard.add(files)
    assert all(install_commands.extra_install_command("terrain") in words for words in told(wizard))
    assert not wizard.next.isEnabled()


def test_files_are_dropped_on_the_wizard(make_wizard: Make, files: list[Path]) -> None:
    wizard, dropped = make_wizard(), QMimeData()
    dropped.setUrls([QUrl.fromLocalFile(str(file)) for file in files])
    left, none = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    wizard.dropEvent(QDropEvent(QPointF(9, 9), Qt.DropAction.CopyAction, dropped, left, none))
    assert wizard.area_page.sources.paths == tuple(files)


def test_delete_takes_a_file_off_the_list(wizard: TerrainImportWizard, files: list[Path]) -> None:
    wizard.area_page.sources.list.setCurrentRow(0)
    wizard.area_page.sources.list.setFocus()
    QTest.keyClick(wizard.area_page.sources.list, Qt.Key.Key_Delete)
    assert wizard.area_page.sources.paths == (files[1],)


def test_nothing_goes_on_without_files(make_wizard: Make) -> None:
    assert not make_wizard().next.isEnabled()


def test_ground_that_heights_and_vectors_do_not_share_is_told(
    wizard: TerrainImportWizard, tmp_path: Path, files: list[Path]
) -> None:
    far = osm(tmp_path / "far.osm", {1: (1, 1), 2: (1.01, 1)}, [(1, [1, 2], {"highway": "road"})],
              bounds=(0.9, 0.9, 1.1, 1.1))  # fmt: skip
    wizard.area_page.sources.list.setCurrentRow(1)
    wizard.area_page.sources.remove.click()
    wizard.add([far])
    assert text("ground.sources-apart", "en") in wizard.area_page.fault.text()


def test_without_an_area_all_that_the_sources_cover_is_offered(
    make_wizard: Make, files: list[Path]
) -> None:
    wizard = make_wizard(TerrainImportSetup(sheet=SheetSpec(400)))
    wizard.add(files)
    assert wizard.frame is not None
    box = wizard.frame.box()
    assert [box.west, box.east] == pytest.approx([11.45, 11.55], abs=0.01)


# --- the map --------------------------------------------------------------------------------------


def test_the_second_page_shows_the_map_of_the_area(wizard: TerrainImportWizard) -> None:
    wizard.next.click()
    map_ = drawn(wizard)
    assert (map_.grid.columns, map_.grid.rows) == (12, 10)
    assert {"open", "woods", "lake"} <= set(map_.grounds)
    assert map_.links.keys() == {"road"}
    assert map_.sides.keys() == {"stream"}
    assert [place.name for place in map_.places] == ["Neudorf"]


def test_a_slider_changes_the_map_without_another_survey(
    wizard: TerrainImportWizard, monkeypatch: pytest.MonkeyPatch
) -> None:
    wizard.next.click()
    before = wooded(drawn(wizard))
    monkeypatch.setattr("studio.workspaces.map.terrain_import.import_wizard.survey_frame", None)
    wizard.map_page.form.shares["woods"].slider.setValue(5)
    wizard.draft()
    assert wooded(drawn(wizard)) > before
    wizard.map_page.form.shares["woods"].drawn.click()
    wizard.draft()
    assert wooded(drawn(wizard)) == 0


def test_going_back_and_forth_surveys_only_another_area_anew(
    wizard: TerrainImportWizard, monkeypatch: pytest.MonkeyPatch
) -> None:
    from engine.terrain_import.survey import survey_frame
    from studio.workspaces.map.terrain_import import import_wizard as module

    count = [0]

    def counted(*asked: object) -> object:
        count[0] += 1
        return survey_frame(*asked)  # type: ignore[arg-type]  # as they come

    monkeypatch.setattr(module, "survey_frame", counted)
    for _ in range(2):
        wizard.show_page(1)
        wizard.show_page(0)
    assert count == [1]
    wizard.area_page.form.columns.setValue(14)
    wizard.show_page(1)
    assert count == [2]


def test_a_survey_is_given_up_by_its_button(
    wizard: TerrainImportWizard, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    reached = threading.Event()

    def endless(
        ready: object, frame: object, progress: Callable[[str, float], None], asked: object
    ) -> None:
        reached.set()
        while True:
            progress("roads", 0.5)
            time.sleep(0.001)  # the window has work to do too

    monkeypatch.setattr("studio.workspaces.map.terrain_import.import_wizard.survey_frame", endless)
    wizard.jobs.patience = 0.0
    wizard.next.click()
    assert reached.wait(30)
    assert wizard.line.isVisible()
    assert not wizard.make.isEnabled()
    wizard.line.cancel.click()
    assert wizard.jobs.running == []
    assert text("groundwizard.ground-given-up", "en") in wizard.map_page.words.text()


def test_the_progress_of_a_survey_never_goes_back() -> None:
    steps = ("elevation", "cover", "waters", "roads")
    seen = [overall_progress(step, share) for step in steps for share in (0.0, 0.5, 1.0)]
    assert seen == sorted(seen)
    assert seen[-1] == pytest.approx(1)


def test_levels_are_suggested_until_others_are_set(wizard: TerrainImportWizard) -> None:
    wizard.next.click()
    form = wizard.map_page.form
    assert form.level_metres.value() == drawn(wizard).level_metres
    form.fits_level.click()
    form.level_metres.setValue(2)
    wizard.draft()
    assert drawn(wizard).level_metres == 2


def test_classes_can_be_left_out(wizard: TerrainImportWizard) -> None:
    wizard.next.click()
    wizard.map_page.form.classes["links"]["road"].click()
    wizard.map_page.form.classes["places"]["village"].click()
    wizard.draft()
    assert (drawn(wizard).links, drawn(wizard).places) == ({}, [])


def test_a_class_that_is_not_usual_is_laid_once_it_is_ticked(
    wizard: TerrainImportWizard, tmp_path: Path
) -> None:
    nodes = {1: (11.495, 49.999), 2: (11.505, 50.002)}
    file = osm(tmp_path / "b.osm", nodes, [(1, [1, 2], {"highway": "footway"})], bounds=BOUNDS)
    wizard.add([file])
    wizard.next.click()
    path = wizard.map_page.form.classes["links"]["path"]
    assert "path" not in drawn(wizard).links
    assert path.isEnabled()
    path.click()
    wizard.draft()
    assert "path" in drawn(wizard).links


def test_labels_that_would_not_be_true_are_refused_beside_the_choice(
    wizard: TerrainImportWizard,
) -> None:
    wizard.area_page.form.rotation.setValue(10)
    wizard.next.click()
    labels = wizard.map_page.form.labels
    labels.setCurrentIndex(labels.findData("km-square"))
    wizard.draft()
    assert text("ground.labels-not-true", "en") in wizard.map_page.form.fault.text()
    assert not wizard.make.isEnabled()


def test_labels_are_the_true_kilometre_squares(wizard: TerrainImportWizard) -> None:
    wizard.next.click()
    assert wizard.frame is not None
    style = KmSquare(float(wizard.frame.northing), float(wizard.frame.easting))
    assert drawn(wizard).label_style == style
    assert f"{wizard.frame.northing} N" in wizard.map_page.form.grid.text()


def test_the_report_tells_parts_before_and_after_and_points_at_hexes(
    wizard: TerrainImportWizard,
) -> None:
    wizard.next.click()
    assert "Roads and railways: 1 in the files, 1 on the map" in wizard.map_page.facts.text()
    report = wizard.map_page.report
    lines = [report.item(row).text() for row in range(report.count())]
    place = next(row for row, line in enumerate(lines) if "without land-use data" in line)
    report.setCurrentRow(place)
    position = wizard.map_page.canvas.position
    assert position is not None
    assert position.outline.hexes


def test_the_map_that_is_made_checks_clean(wizard: TerrainImportWizard, tmp_path: Path) -> None:
    wizard.next.click()
    wizard.make.click()
    assert wizard.made is not None
    save(wizard.made.map, tmp_path / "a.map.yaml", None)
    assert check(tmp_path / "a.map.yaml") == []
    assert "OpenStreetMap" in wizard.made.map.credits


def test_the_wizard_is_done_by_the_keyboard_alone(wizard: TerrainImportWizard) -> None:
    QTest.keyClick(wizard, Qt.Key.Key_Return)
    assert wizard.pages.currentIndex() == 1
    slider = wizard.map_page.form.shares["lake"].slider
    assert slider.hasFocus() or slider.isVisible()
    QTest.keyClick(slider, Qt.Key.Key_Left)
    QTest.keyClick(wizard, Qt.Key.Key_Left, Qt.KeyboardModifier.AltModifier)
    assert wizard.pages.currentIndex() == 0
    QTest.keyClick(wizard, Qt.Key.Key_Right, Qt.KeyboardModifier.AltModifier)
    QTest.keyClick(wizard, Qt.Key.Key_Return)
    assert wizard.made is not None
    assert wizard.made.basis.choice.shares == {"lake": 0.49}


# --- remembered -----------------------------------------------------------------------------------


def test_what_was_asked_for_is_remembered(wizard: TerrainImportWizard, files: list[Path]) -> None:
    wizard.next.click()
    wizard.map_page.form.shares["woods"].slider.setValue(33)
    wizard.area_page.form.rotation.setValue(15)
    again = from_text(as_text(wizard.setup()))
    assert again.sources == tuple(files)
    assert again.sheet == SheetSpec(100, rotation=15)
    assert again.area == AREA
    assert again.choice == DraftChoice(shares={"woods": 0.33})


def test_a_remembered_area_is_offered_again_and_one_elsewhere_is_not(
    make_wizard: Make, files: list[Path]
) -> None:
    there = make_wizard(TerrainImportSetup((), SheetSpec(100), AREA))
    there.add(files)
    assert size(there) == (12, 10)
    elsewhere = make_wizard(
        TerrainImportSetup((), SheetSpec(400), AREA._replace(lon=3.0, lat=40.0))
    )
    elsewhere.add(files)
    assert elsewhere.frame is not None
    assert elsewhere.frame.box().east == pytest.approx(11.55, abs=0.01)


ENDLESS = f'{{"sheet": [{10**400}, "pointy", 0, ""], "choice": {{}}}}'


@pytest.mark.parametrize("words", ["", "{", "[]", '{"sources": 3}', '{"sheet": [1]}', ENDLESS])
def test_broken_settings_begin_anew(words: str) -> None:
    assert from_text(words) == TerrainImportSetup()


def test_a_box_is_remembered_as_one(wizard: TerrainImportWizard) -> None:
    wizard.area_page.form.sides["west"].setValue(11.49)
    setup = wizard.setup()
    assert from_text(as_text(setup)).area == setup.area
    assert replace(setup, area=None) != setup
