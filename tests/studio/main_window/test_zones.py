"""The panel of zones: made, named, coloured, ordered, found, deleted; scenarios that need them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from engine.editing.blank_maps import make_blank_map
from engine.editing.dependent_scenarios import scenarios_using
from engine.hexes.labels import Labels
from engine.map.map import Map
from engine.texts import text
from studio.main_window.main_window import MainWindow
from studio.widgets.localization import Localizer
from studio.workspaces.map.dialogs.name_dialogs import ZoneDialog, ZoneNames
from studio.workspaces.map.map_editor_tab import MapEditorTab
from studio.workspaces.map.map_toolbox import MaterialFamily, PaletteMaterial
from studio.workspaces.map.map_zones_panel import ZoneCommand, ZonesPanel
from tests.studio.main_window.conftest import Scripted, at, do, drag

EN = Localizer("en")
SCENARIO = """sandtable: scenario/1
game: tank
map: {map}
forces:
  red: [{{id: r1, type: tank, arrives: {{turn: 2, zone: {zone}}}}}]
"""


def rows(panel: ZonesPanel) -> list[list[str]]:
    items = [panel.list.topLevelItem(row) for row in range(panel.list.topLevelItemCount())]
    return [[item.text(column) for column in range(3)] for item in items if item is not None]


@pytest.fixture
def panel(window: MainWindow, editor: MapEditorTab, prompts: Scripted) -> ZonesPanel:
    """A map with two zones, the first of three hexes."""
    prompts.zones = [ZoneNames("red", {"en": "Red side", "zh": "红方"}), ZoneNames("blue")]
    for deed in ("new", "new"):
        window.docks.zones.deeds[ZoneCommand(deed)].trigger()
        if "blue" not in editor.document.map.zones:
            drag(editor, at(editor, 0, 5), at(editor, 2, 5))
    return window.docks.zones


def test_without_zones_the_panel_says_what_they_are_for(
    window: MainWindow, editor: MapEditorTab
) -> None:
    panel = window.docks.zones
    assert panel.pages.currentWidget() is panel.empty
    assert text("sheet.zones-empty", "en") == panel.empty.text()
    assert [deed for deed, action in panel.deeds.items() if action.isEnabled()] == [ZoneCommand.NEW]


def test_without_a_map_nothing_can_be_made(window: MainWindow) -> None:
    assert not any(action.isEnabled() for action in window.docks.zones.deeds.values())


def test_a_new_zone_is_painted_at_once_and_its_hexes_are_counted(
    window: MainWindow, panel: ZonesPanel
) -> None:
    assert rows(panel) == [["Red side", "red", "3"], ["Blue", "blue", "0"]]
    assert window.toolbox.material == PaletteMaterial(MaterialFamily.ZONE, "blue")
    assert panel.chosen == "blue"


def test_names_follow_the_windows_language(window: MainWindow, panel: ZonesPanel) -> None:
    do(window, "language-zh")
    assert rows(panel)[0][0] == "红方"
    assert panel.deeds[ZoneCommand.DELETE].text() == "删除"


def test_a_zone_gets_another_id_and_names_in_one_step(
    window: MainWindow, editor: MapEditorTab, panel: ZonesPanel, prompts: Scripted
) -> None:
    panel.choose("red")
    steps = editor.document.history.count()
    prompts.zones = [ZoneNames("red-setup", "Reds")]
    QTest.keyClick(panel.list, Qt.Key.Key_F2)
    assert rows(panel)[0] == ["Reds", "red-setup", "3"]
    assert panel.chosen == "red-setup"
    assert editor.document.history.count() == steps + 1
    do(window, "undo")
    assert rows(panel)[0] == ["Red side", "red", "3"]


def test_the_zone_in_hand_stays_in_hand_under_its_new_id(
    window: MainWindow, panel: ZonesPanel, prompts: Scripted
) -> None:
    prompts.zones = [ZoneNames("azure")]
    panel.deeds[ZoneCommand.EDIT].trigger()
    assert window.toolbox.material == PaletteMaterial(MaterialFamily.ZONE, "azure")


def test_a_zone_gets_another_colour(
    window: MainWindow, editor: MapEditorTab, panel: ZonesPanel, prompts: Scripted
) -> None:
    prompts.colours = ["#123456", None]
    panel.deeds[ZoneCommand.COLOUR].trigger()
    assert editor.document.map.zones["blue"].colour == "#123456"
    panel.deeds[ZoneCommand.COLOUR].trigger()
    assert editor.document.map.zones["blue"].colour == "#123456"
    do(window, "undo")
    assert editor.document.map.zones["blue"].colour == ""


def test_zones_change_places(window: MainWindow, editor: MapEditorTab, panel: ZonesPanel) -> None:
    assert not panel.deeds[ZoneCommand.DOWN].isEnabled()
    QTest.keyClick(panel.list, Qt.Key.Key_Up, Qt.KeyboardModifier.AltModifier)
    assert list(editor.document.map.zones) == ["blue", "red"]
    assert panel.chosen == "blue"
    assert not panel.deeds[ZoneCommand.UP].isEnabled()
    do(window, "undo")
    assert list(editor.document.map.zones) == ["red", "blue"]


def test_a_deleted_zone_comes_back_by_undo(
    window: MainWindow, editor: MapEditorTab, panel: ZonesPanel
) -> None:
    panel.choose("red")
    QTest.keyClick(panel.list, Qt.Key.Key_Delete)
    assert list(editor.document.map.zones) == ["blue"]
    assert panel.chosen == "blue"
    do(window, "undo")
    assert rows(panel)[0] == ["Red side", "red", "3"]


def test_a_zones_hexes_are_selected_found_and_painted(
    window: MainWindow, editor: MapEditorTab, panel: ZonesPanel
) -> None:
    assert not panel.deeds[ZoneCommand.SELECT].isEnabled()  # blue has no hexes
    panel.choose("red")
    panel.deeds[ZoneCommand.SELECT].trigger()
    assert editor.context.selection.tolist() == [60, 61, 62]
    panel.deeds[ZoneCommand.GO].trigger()
    assert editor.canvas.keyboard_hex == editor.document.map.grid.hex(1, 5)
    panel.deeds[ZoneCommand.PAINT].trigger()
    assert window.toolbox.material == PaletteMaterial(MaterialFamily.ZONE, "red")


def test_the_panel_is_reached_by_its_key(window: MainWindow, panel: ZonesPanel) -> None:
    window.docks.sections["zones"].set_open(False)
    do(window, "zones")
    assert panel.list.hasFocus()


def test_delete_in_the_list_means_the_zone_even_while_hexes_are_selected(
    window: MainWindow, editor: MapEditorTab, panel: ZonesPanel
) -> None:
    panel.choose("red")
    panel.deeds[ZoneCommand.SELECT].trigger()
    do(window, "zones")
    QTest.keyClick(panel.list, Qt.Key.Key_Delete)
    assert list(editor.document.map.zones) == ["blue"]


def test_return_paints_and_a_double_click_names(
    window: MainWindow, panel: ZonesPanel, prompts: Scripted
) -> None:
    do(window, "zones")
    panel.choose("red")
    QTest.keyClick(panel.list, Qt.Key.Key_Return)
    assert window.toolbox.material == PaletteMaterial(MaterialFamily.ZONE, "red")
    prompts.zones = [ZoneNames("red", "Reds")]
    item = panel.list.topLevelItem(0)
    assert item is not None
    point = panel.list.visualItemRect(item).center()
    QTest.mouseClick(panel.list.viewport(), Qt.MouseButton.LeftButton, pos=point)
    QTest.mouseDClick(panel.list.viewport(), Qt.MouseButton.LeftButton, pos=point)
    assert rows(panel)[0][0] == "Reds"


# --- ids ------------------------------------------------------------------------------------------


def dialog(window: MainWindow, was: str, taken: list[str]) -> ZoneDialog:
    map_: Map = make_blank_map(12, 10)
    labels: Labels = map_.labels
    return ZoneDialog(ZoneNames(was), taken, labels, EN, window)


@pytest.mark.parametrize(
    ("id_", "said"),
    [
        ("", "ID"),
        ("red", "already"),
        ("red setup", "'red-setup'"),
        ("0101", "'0101'"),
        ("@1,1", "'@1,1'"),
    ],
)
def test_an_id_that_would_be_mistaken_is_refused(window: MainWindow, id_: str, said: str) -> None:
    asked = dialog(window, "", ["red"])
    asked.id.setText("north")
    asked.id.setText(id_)
    assert said in asked.fault.text()
    assert not asked.use.isEnabled()
    asked.id.setText("north-edge")
    assert asked.use.isEnabled()
    assert asked.words() == ZoneNames("north-edge", "")


def test_a_new_zone_is_written_at_once_and_reproached_for_nothing_yet(window: MainWindow) -> None:
    asked = dialog(window, "", ["red"])
    asked.show()
    assert asked.focusWidget() is asked.id
    assert asked.fault.text() == ""
    QTest.keyClick(asked.id, Qt.Key.Key_Return)
    assert asked.isVisible()
    asked.name.lines["en"].setText("Mill & North Farm")
    assert asked.words().id == "mill-north-farm"
    QTest.keyClick(asked.id, Qt.Key.Key_Return)
    assert asked.result() == asked.DialogCode.Accepted


def test_an_id_that_was_typed_stays_whatever_the_name_is(window: MainWindow) -> None:
    asked = dialog(window, "", [])
    QTest.keyClicks(asked.id, "edge")
    asked.name.lines["en"].setText("Farm")
    assert asked.words().id == "edge"
    known = dialog(window, "red", [])
    known.name.lines["en"].setText("Farm")
    assert known.words().id == "red"


# --- scenarios beside the map ---------------------------------------------------------------------


def scenario(folder: Path, name: str, map_: str, zone: str) -> Path:
    folder.mkdir(exist_ok=True)
    file = folder / f"{name}.scenario.yaml"
    file.write_text(SCENARIO.format(map=map_, zone=zone), encoding="utf-8")
    return file


def test_scenarios_that_play_on_a_map_and_name_its_zone_are_found(tmp_path: Path) -> None:
    map_ = tmp_path / "maps" / "m.map.yaml"
    here = scenario(map_.parent, "here", "m.map.yaml", "red")
    there = scenario(tmp_path / "scenarios", "there", "../maps/m.map.yaml", "red")
    scenario(map_.parent, "other-zone", "m.map.yaml", "blue")
    scenario(map_.parent, "other-map", "n.map.yaml", "red")
    own = scenario(map_.parent, "own", "m.map.yaml", "red")
    own.write_text(own.read_text("utf-8") + 'zones: {red: ["@0,0"]}\n', "utf-8")
    (map_.parent / "broken.scenario.yaml").write_text("red: [", "utf-8")
    assert scenarios_using(map_, "red") == [here, there]


def test_a_zone_that_a_scenario_needs_is_deleted_and_renamed_only_on_purpose(
    window: MainWindow, editor: MapEditorTab, panel: ZonesPanel, prompts: Scripted, tmp_path: Path
) -> None:
    prompts.file = tmp_path / "m.map.yaml"
    do(window, "save")
    scenario(tmp_path, "battle", "m.map.yaml", "red")
    panel.choose("red")
    prompts.confirmed = [False, False, True]
    panel.deeds[ZoneCommand.DELETE].trigger()
    assert "battle.scenario.yaml" in prompts.asked[-1]
    prompts.zones = [ZoneNames("rot")]
    panel.deeds[ZoneCommand.EDIT].trigger()
    assert "red" in editor.document.map.zones
    panel.deeds[ZoneCommand.DELETE].trigger()
    assert "red" not in editor.document.map.zones


def test_other_names_of_a_zone_that_a_scenario_needs_are_nobodys_business(
    window: MainWindow, editor: MapEditorTab, panel: ZonesPanel, prompts: Scripted, tmp_path: Path
) -> None:
    prompts.file = tmp_path / "m.map.yaml"
    do(window, "save")
    scenario(tmp_path, "battle", "m.map.yaml", "red")
    panel.choose("red")
    prompts.zones = [ZoneNames("red", "Reds")]
    panel.deeds[ZoneCommand.EDIT].trigger()
    assert editor.document.map.zones["red"].name == "Reds"
    assert np.count_nonzero(editor.document.map.zones["red"].hexes) == 3
