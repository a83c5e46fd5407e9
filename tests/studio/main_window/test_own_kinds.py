"""A terrain kind of one's own: made by mouse and keys, painted, saved, exported, played."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from engine.checks.check import check
from engine.editing.map_metadata_edits import SetField
from engine.files import map_reader, map_writer
from engine.games import map_games
from engine.hexes.grid import Grid
from engine.map.map import Map, resolve_custom_kinds
from engine.map.styles import MODERN
from engine.map.terrain import GroundDrawing, GroundForm, ScatterSign, TerrainClass
from studio.rendering.file_formats import PictureFormat
from studio.rendering.map.map_pictures import render_map
from studio.rendering.map.render_options import RenderOptions
from studio.widgets.localization import Localizer
from studio.workspaces.map.dialogs.terrain_kind_form import new_kind
from studio.workspaces.map.dialogs.terrain_kinds_dialog import TerrainKindsDialog

LEFT = Qt.MouseButton.LeftButton
SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><path d="M0 8L4 0L8 8Z" fill="#c01030"/></svg>'  # noqa: E501
VINEYARD = replace(
    new_kind("vineyard"), name={"en": "Vineyard", "zh": "葡萄园"}, like="orchard",
    games={map_games()[0]: "woods"},
)  # fmt: skip


def with_vineyard() -> Map:
    map_ = Map.blank(Grid(6, 5))
    map_.kinds = {"vineyard": VINEYARD}
    map_.grounds, map_.symbols = ("open", "vineyard"), (".", "v")
    map_.ground[2, 2:4] = 1
    return map_


@pytest.fixture
def dialog(qapp: object) -> TerrainKindsDialog:
    return TerrainKindsDialog(Map.blank(Grid(6, 5)), Localizer("en"))


def test_a_kind_is_made_by_mouse_and_keys(dialog: TerrainKindsDialog, tmp_path: Path) -> None:
    QTest.mouseClick(dialog.new, LEFT)
    (form,) = dialog.forms
    form.id.selectAll()
    QTest.keyClicks(form.id, "Vine Yard")
    assert not dialog.use.isEnabled()
    form.id.selectAll()
    QTest.keyClicks(form.id, "vineyard")
    assert dialog.use.isEnabled()
    form.pattern.setFocus()
    QTest.keyClick(form.pattern, Qt.Key.Key_End)
    assert form.pattern.currentData() == ScatterSign.PICTURE
    picture = tmp_path / "a.svg"
    picture.write_text(SVG, encoding="utf-8")
    form.load_svg(picture)
    kind = dialog.kinds()["vineyard"]
    assert kind.lies is TerrainClass.GROUND
    assert kind.drawing.marks[0].picture == SVG  # type: ignore[union-attr]  # ground has marks


def test_an_id_of_the_program_is_refused_and_a_used_kind_stays(qapp: object) -> None:
    dialog = TerrainKindsDialog(with_vineyard(), Localizer("en"))
    assert dialog.forms[0].id.isReadOnly()
    assert not dialog.delete.isEnabled()
    QTest.mouseClick(dialog.new, LEFT)
    dialog.forms[1].id.selectAll()
    QTest.keyClicks(dialog.forms[1].id, "woods")
    assert not dialog.use.isEnabled()
    QTest.mouseClick(dialog.delete, LEFT)
    assert list(dialog.kinds()) == ["vineyard"]


def test_what_no_field_asks_for_stays_as_the_file_has_it(qapp: object) -> None:
    map_ = with_vineyard()
    drawing = MODERN.kinds.kinds["marsh"].drawing
    assert isinstance(drawing, GroundDrawing)
    marks = (*drawing.marks, replace(drawing.marks[0], size=0.05))
    course = replace(drawing, form=GroundForm.COURSE, waterlines="#6d8d95", marks=marks)
    map_.kinds = {"fen": replace(VINEYARD, id="fen", drawing=course, games={"another": "marsh"})}
    dialog = TerrainKindsDialog(map_, Localizer("en"))
    assert dialog.kinds() == map_.kinds
    dialog.forms[0].density.setValue(7)
    changed = dialog.kinds()["fen"]
    kept = replace(course, marks=(replace(marks[0], density=7), marks[1]))
    assert (changed.drawing, changed.games) == (kept, {"another": "marsh"})


def test_own_kinds_come_back_from_the_file_and_check_clean(tmp_path: Path) -> None:
    file, map_ = tmp_path / "a.map.yaml", with_vineyard()
    map_writer.save(map_, file)
    read = map_reader.load(file)
    assert read.kinds == map_.kinds
    assert check(file) == []
    edited = replace(read, title="Wine")
    map_writer.save(edited, file, map_reader.open_file(file))
    assert map_reader.load(file).kinds == map_.kinds


def test_a_legend_names_and_a_picture_shows_an_own_kind(qapp: object) -> None:
    svg = render_map(with_vineyard(), RenderOptions(40.0), PictureFormat.SVG).content.decode()
    assert "Vineyard" in svg
    assert "#c9bf8f" in svg


def test_each_game_plays_an_own_kind_as_the_one_it_is_taken_for() -> None:
    first, second = map_games()[:2]
    assert resolve_custom_kinds(with_vineyard(), first).grounds == ("open", "woods")
    assert resolve_custom_kinds(with_vineyard(), second).grounds == ("open", "orchard")
    bare = Map.blank(Grid(2, 2))
    assert resolve_custom_kinds(bare, first) is bare


def test_own_kinds_are_set_and_taken_back(qapp: object) -> None:
    map_ = Map.blank(Grid(4, 4))
    undo = SetField("kinds", {"vineyard": VINEYARD}).apply(map_)
    assert map_.kinds == {"vineyard": VINEYARD}
    undo.apply(map_)
    assert map_.kinds == {}
