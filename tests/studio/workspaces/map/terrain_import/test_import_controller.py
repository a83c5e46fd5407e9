"""Maps of real ground in the window: made, saved with what they are made of, imported again."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from engine.checks.check import check
from engine.editing.edits import CellLayer, SetCells
from engine.files.map_reader import load
from engine.map.map import Map
from engine.terrain_import.import_file import import_file_path, read_import
from engine.texts import text
from studio.main_window.main_window import MainWindow
from studio.preferences import Preferences
from studio.workspaces.map.map_editor_tab import MapEditorTab
from studio.workspaces.map.terrain_import.import_setup import ImportedMap, ReimportedMap
from studio.workspaces.map.terrain_import.import_wizard import TerrainImportWizard
from tests.engine.comparing_maps import facts
from tests.studio.main_window.conftest import Scripted, do
from tests.studio.workspaces.map.terrain_import.conftest import Make


@pytest.fixture
def made(wizard: TerrainImportWizard) -> ImportedMap:
    """The map of the small ground."""
    wizard.next.click()
    wizard.make.click()
    assert wizard.made is not None
    return wizard.made


@pytest.fixture
def editor(window: MainWindow, prompts: Scripted, made: ImportedMap) -> MapEditorTab:
    """The window with that map in it."""
    prompts.ground = made
    do(window, "new-ground")
    return window.required_map_editor


def saved(window: MainWindow, prompts: Scripted, path: Path) -> Path:
    prompts.file = path
    do(window, "save")
    return path


def paint(editor: MapEditorTab, layer: CellLayer, column: int, row: int, value: int) -> None:
    place = row * editor.document.map.grid.columns + column
    editor.document.apply(SetCells(layer, [place], [value]), "by hand")  # type: ignore[arg-type]  # becomes arrays


def imported_again(
    window: MainWindow,
    prompts: Scripted,
    make_wizard: Make,
    turn: Callable[[TerrainImportWizard], None],
) -> TerrainImportWizard:
    """Import the ground again by a wizard in which something is turned."""
    wizards: list[TerrainImportWizard] = []

    def real_ground(again: ReimportedMap | None = None) -> ImportedMap | None:
        wizard = make_wizard(again=again)
        wizards.append(wizard)
        turn(wizard)
        wizard.draft()
        wizard.make.click()
        return wizard.made

    prompts.real_ground = real_ground  # type: ignore[method-assign]  # an answer of another kind
    do(window, "ground-again")
    return wizards[0]


def fewer_woods(wizard: TerrainImportWizard) -> None:
    wizard.map_page.form.shares["woods"].drawn.setChecked(False)


# --- new ------------------------------------------------------------------------------------------


def test_the_map_opens_unsaved_and_without_problems(
    window: MainWindow, editor: MapEditorTab, made: ImportedMap, tmp_path: Path, prompts: Scripted
) -> None:
    assert (editor.document.path, editor.document.is_dirty) == (None, True)
    path = saved(window, prompts, tmp_path / "a.map.yaml")
    assert check(path) == []
    assert facts(load(path)) == facts(made.map)


def test_giving_the_wizard_up_opens_nothing(window: MainWindow, prompts: Scripted) -> None:
    do(window, "new-ground")
    assert window.works == []
    assert prompts.grounds_asked == [None]


def test_the_first_page_offers_real_ground(window: MainWindow, prompts: Scripted) -> None:
    window.welcome.buttons["ground"].click()
    assert prompts.grounds_asked == [None]


def test_a_window_that_begins_in_chinese_tells_in_chinese_what_cannot_be_read(
    make_window: Callable[[], MainWindow], make_wizard: Make, tmp_path: Path
) -> None:
    Preferences(tmp_path / "studio.ini").language = "zh"
    make_window()
    wizard = make_wizard(language="zh")
    wizard.add([tmp_path / "nothing.tif"])
    assert "没有这个文件" in wizard.area_page.sources.list.item(0).text()


# --- kept beside ----------------------------------------------------------------------------------


def test_saving_keeps_what_the_map_is_made_of_beside_it(
    window: MainWindow, editor: MapEditorTab, made: ImportedMap, tmp_path: Path, prompts: Scripted
) -> None:
    path = saved(window, prompts, tmp_path / "a.map.yaml")
    quantised, choice = read_import(import_file_path(path))
    assert choice == made.basis.choice
    assert quantised.frame == made.basis.quantised.frame


def test_under_another_name_it_goes_along(
    window: MainWindow, editor: MapEditorTab, tmp_path: Path, prompts: Scripted
) -> None:
    path = saved(window, prompts, tmp_path / "a.map.yaml")
    assert window.close_tab(editor)
    window.filing.open_file(path)
    prompts.file = tmp_path / "b.map.yaml"
    do(window, "save-as")
    assert (
        import_file_path(tmp_path / "b.map.yaml").read_bytes()
        == import_file_path(path).read_bytes()
    )


def test_what_cannot_be_kept_is_told(
    window: MainWindow, editor: MapEditorTab, tmp_path: Path, prompts: Scripted
) -> None:
    import_file_path(tmp_path / "a.map.yaml").mkdir()
    saved(window, prompts, tmp_path / "a.map.yaml")
    assert prompts.told[0].startswith(text("groundwizard.ground-not-kept", "en", reason=""))


# --- again ----------------------------------------------------------------------------------------


def test_only_a_map_of_real_ground_can_be_imported_again(
    window: MainWindow, prompts: Scripted
) -> None:
    do(window, "new")
    window.bars.refresh()
    assert not window.bars.actions["ground-again"].isEnabled()


def test_hand_edits_stay_and_the_step_is_undone_at_once(
    window: MainWindow, editor: MapEditorTab, prompts: Scripted, make_wizard: Make
) -> None:
    map_ = editor.document.map
    woods, at = map_.grounds.index("woods"), map_.grid.hex(11, 9)
    paint(editor, CellLayer.GROUND, 11, 9, woods)
    paint(editor, CellLayer.LEVEL, 0, 0, 40)
    before = facts(map_)
    imported_again(window, prompts, make_wizard, fewer_woods)
    now = editor.document.map
    kinds = [now.grounds[place] for place in now.ground.ravel()]
    assert kinds.count("woods") == 1
    assert now.ground_at(at) == "woods"
    assert now.level[0, 0] == 40
    do(window, "undo")
    assert facts(editor.document.map) == before


def test_what_will_change_is_told_and_marked(
    window: MainWindow, editor: MapEditorTab, prompts: Scripted, make_wizard: Make
) -> None:
    woods = int((editor.document.map.ground == editor.document.map.grounds.index("woods")).sum())
    wizard = imported_again(window, prompts, make_wizard, fewer_woods)
    assert (
        text("groundwizard.ground-changed-grounds", "en", count=woods)
        in wizard.map_page.facts.text()
    )
    position = wizard.map_page.canvas.position
    assert position is not None
    assert position.selection is not None
    assert int(position.selection.sum()) == woods


def test_other_levels_are_told(
    window: MainWindow, editor: MapEditorTab, prompts: Scripted, make_wizard: Make
) -> None:
    def steps(wizard: TerrainImportWizard) -> None:
        wizard.map_page.form.fits_level.setChecked(False)
        wizard.map_page.form.level_metres.setValue(3)

    wizard = imported_again(window, prompts, make_wizard, steps)
    assert re.search(r"\b3 m\b", wizard.map_page.facts.text())
    assert editor.document.map.level_metres == 3


def test_nothing_turned_changes_nothing(
    window: MainWindow, editor: MapEditorTab, prompts: Scripted, make_wizard: Make
) -> None:
    paint(editor, CellLayer.LEVEL, 3, 3, 7)
    before = facts(editor.document.map)
    wizard = imported_again(window, prompts, make_wizard, lambda _: None)
    assert wizard.map_page.facts.text() == text("groundwizard.ground-changes-nothing", "en")
    assert facts(editor.document.map) == before


def test_after_undo_the_ground_is_what_it_was_before(
    window: MainWindow, editor: MapEditorTab, prompts: Scripted, make_wizard: Make
) -> None:
    imported_again(window, prompts, make_wizard, fewer_woods)
    do(window, "undo")
    wizard = imported_again(window, prompts, make_wizard, lambda _: None)
    assert wizard.map_page.form.shares["woods"].drawn.isChecked()
    assert wizard.map_page.facts.text() == text("groundwizard.ground-changes-nothing", "en")


def test_an_opened_map_is_imported_again_from_what_lies_beside_it(
    window: MainWindow, editor: MapEditorTab, prompts: Scripted, make_wizard: Make, tmp_path: Path
) -> None:
    path = saved(window, prompts, tmp_path / "a.map.yaml")
    assert window.close_tab(editor)
    window.filing.open_file(path)
    imported_again(window, prompts, make_wizard, fewer_woods)
    assert "woods" not in window.required_map_editor.document.map.grounds
    assert window.required_map_editor.document.is_dirty


def test_files_added_survey_the_same_area_anew(
    window: MainWindow,
    editor: MapEditorTab,
    prompts: Scripted,
    make_wizard: Make,
    files: list[Path],
) -> None:
    frame = editor.document.map.grid

    def with_files(wizard: TerrainImportWizard) -> None:
        wizard.show_page(0)
        wizard.add(files[:1])
        wizard.show_page(1)

    imported_again(window, prompts, make_wizard, with_files)
    now = editor.document.map
    assert now.grid == frame
    assert (now.links, now.sides, now.grounds) == ({}, {}, ("open",))


def test_a_map_whose_shares_are_gone_says_so(
    window: MainWindow, editor: MapEditorTab, prompts: Scripted, tmp_path: Path
) -> None:
    path = saved(window, prompts, tmp_path / "a.map.yaml")
    assert window.close_tab(editor)
    import_file_path(path).unlink()
    window.filing.open_file(path)
    do(window, "ground-again")
    assert prompts.told[0] == text("groundwizard.ground-never-kept", "en")


def test_a_map_of_another_size_says_so(
    window: MainWindow, editor: MapEditorTab, prompts: Scripted, tmp_path: Path
) -> None:
    from engine.editing.map_metadata_edits import Replace
    from engine.editing.sheet_transforms import extend_map

    editor.document.apply(Replace(extend_map(editor.document.map, 1, 0, 0, 0)), "larger")
    do(window, "ground-again")
    assert prompts.told[0] == text("groundwizard.ground-resized", "en")


@pytest.mark.parametrize("turn", ["turn-map", "flip-left-right", "flip-top-bottom"])
def test_a_map_turned_or_mirrored_since_says_so_until_that_is_undone(
    window: MainWindow, editor: MapEditorTab, prompts: Scripted, turn: str
) -> None:
    do(window, turn)
    do(window, "ground-again")
    assert prompts.told[0] == text("groundwizard.ground-resized", "en")
    do(window, "undo")
    prompts.ground = None
    do(window, "ground-again")
    assert len(prompts.told) == 1


def test_the_area_of_such_an_import_is_fixed(made: ImportedMap, make_wizard: Make) -> None:
    wizard = make_wizard(again=ReimportedMap(copied(made.map), made.basis))
    wizard.show_page(0)
    assert not wizard.area_page.form.isEnabled()
    assert wizard.area_page.view.is_fixed


def copied(map_: Map) -> Map:
    return replace(map_)
