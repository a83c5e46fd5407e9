"""The sheet as a whole: made from templates, its properties, its size, the names on it."""

from __future__ import annotations

import json
from collections.abc import Callable
from copy import deepcopy

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialogButtonBox

from engine.editing.blank_maps import BlankMapPlan, list_templates, plan_from_values, plan_to_values
from engine.editing.sheet_transforms import Margins
from engine.hexes.grid import Grid, OffsetParity, Orientation
from engine.hexes.labels import ColumnRow, KmSquare, LetterNumber
from engine.languages import MADE_IN
from engine.map.map import Map, PlaceName, Zone
from engine.texts import text
from studio.main_window.main_window import MainWindow
from studio.widgets.form_fields import LetterNumberBox, MetresBox, merge_language_lines
from studio.widgets.localization import Localizer
from studio.workspaces.map.dialogs.map_dialog_questions import last_plan
from studio.workspaces.map.dialogs.map_properties_dialog import MapPropertiesDialog
from studio.workspaces.map.dialogs.name_dialogs import PlaceNameDialog
from studio.workspaces.map.dialogs.new_map_dialog import NewMapDialog, map_size_text
from studio.workspaces.map.dialogs.resize_map_dialog import ResizeMapDialog
from studio.workspaces.map.map_editor_tab import MapEditorTab
from tests.studio.documents.random_edits import same
from tests.studio.main_window.conftest import Scripted, at, click, do, drag, ground

EN = Localizer("en")
NOTHING = np.zeros(0, np.int32)


# --- a new map ------------------------------------------------------------------------------------


def test_every_template_is_named_in_every_language_and_makes_a_map_with_unique_labels() -> None:
    for template in list_templates():
        assert set(template.name) == set(template.hint) == set(MADE_IN)
        assert not template.plan.label_fault
        assert not template.plan.is_too_large
        assert (
            plan_from_values(json.loads(json.dumps(plan_to_values(template.plan)))) == template.plan
        )


def test_the_primers_template_is_its_board() -> None:
    map_ = next(each for each in list_templates() if each.id == "primer").plan.map()
    grid, labels = map_.grid, map_.labels
    assert grid == Grid(14, 7, Orientation.FLAT, OffsetParity.EVEN)
    around = sorted(labels.label(hex_) for hex_ in grid.neighbours(labels.find("E6")))
    assert around == ["D6", "D7", "E5", "E7", "F6", "F7"]
    assert [labels.label(hex_) for hex_ in grid.neighbours(labels.find("N1"))] == ["N2", "M1"]


def test_a_template_fills_every_field_in(window: MainWindow) -> None:
    dialog = NewMapDialog(EN, parent=window, template="primer")
    assert dialog.plan() == next(each for each in list_templates() if each.id == "primer").plan
    dialog.templates.setCurrentRow(0)
    assert dialog.plan() == list_templates()[0].plan


@pytest.mark.parametrize(("template", "game"), [("tank",) * 2, ("primer",) * 2, ("small", "")])
def test_a_map_is_of_the_game_whose_template_it_was_made_from(
    window: MainWindow, template: str, game: str
) -> None:
    dialog = NewMapDialog(EN, parent=window, template=template)
    dialog.columns.setValue(9)
    assert dialog.sheet().game == game


def test_what_was_made_last_is_the_first_template(window: MainWindow) -> None:
    last = BlankMapPlan(
        9, 7, Orientation.FLAT, OffsetParity.EVEN, LetterNumber("rows", 3), 75.5, 2.5, -10.0
    )
    dialog = NewMapDialog(EN, last, parent=window)
    assert dialog.templates.currentRow() == 0
    assert dialog.plan() == last
    assert NewMapDialog(EN, last, "small", window).plan() != last


@pytest.mark.parametrize("spoilt", ["{", "[]", "3", '{"columns": 3}', '{"labels": {"style": "x"}}'])
def test_a_spoilt_memory_of_the_last_map_is_none(spoilt: str) -> None:
    assert last_plan(spoilt) is None
    assert last_plan("") is None


def test_the_plan_of_the_last_map_is_kept_among_the_settings(
    make_window: Callable[..., MainWindow],
) -> None:
    plan = json.dumps(plan_to_values(list_templates()[0].plan))
    make_window().preferences.plan = plan
    assert make_window().preferences.plan == plan


def test_labels_that_do_not_tell_hexes_apart_are_refused_at_their_field(window: MainWindow) -> None:
    dialog = NewMapDialog(EN, parent=window, template="tank")
    assert not dialog.labels.fault.text()
    dialog.hex_metres.setValue(10)
    assert "26 letters" in dialog.labels.fault.text()
    assert not dialog.make.isEnabled()
    dialog.hex_metres.setValue(50)
    assert dialog.make.isEnabled()
    dialog.columns.setValue(2500)
    assert text("problems.labels-repeat", "en") in dialog.labels.fault.text()


def test_a_sheet_of_too_many_hexes_is_refused_at_its_size(window: MainWindow) -> None:
    dialog = NewMapDialog(EN, parent=window, template="small")
    dialog.columns.setValue(10_000)
    dialog.rows.setValue(10_000)
    assert "16000000" in dialog.size_fault.text()
    assert not dialog.make.isEnabled()


def test_the_new_map_begins_with_the_ground_and_base_asked_for(window: MainWindow) -> None:
    dialog = NewMapDialog(EN, parent=window, template="small")
    dialog.ground.setCurrentIndex(dialog.ground.findData("desert"))
    dialog.base_metres.setValue(340)
    map_ = dialog.map()
    assert map_.ground_at(map_.grid.hex(3, 3)) == "desert"
    assert map_.base_metres == 340


def test_a_new_map_is_made_by_keyboard_alone(window: MainWindow) -> None:
    dialog = NewMapDialog(EN, parent=window)
    dialog.show()
    QTest.keyClick(dialog.templates, Qt.Key.Key_Down)
    QTest.keyClick(dialog.templates, Qt.Key.Key_Return)
    assert dialog.result() == NewMapDialog.DialogCode.Accepted.value
    assert dialog.plan() == list_templates()[1].plan


def test_the_facts_tell_hexes_size_and_memory() -> None:
    assert (
        map_size_text(BlankMapPlan(1000, 1000), EN)
        == "1,000,000 hexes\n50.02 × 43.32 km\n2.9 MB of memory"
    )
    assert "425 × 361 m" in map_size_text(BlankMapPlan(8, 8), EN)


# --- fields ---------------------------------------------------------------------------------------


def test_metres_are_shown_as_short_as_they_can_be_written(window: MainWindow) -> None:
    box = MetresBox(-1e6, 1e6, 45931.69873)
    assert box.text() == "45931.69873"
    box.setValue(50)
    assert box.text() == "50"


def test_a_letter_is_typed_and_counted_up(window: MainWindow) -> None:
    box = LetterNumberBox()
    box.setValue(26)
    box.stepUp()
    assert box.text() == "AA"
    box.selectAll()
    QTest.keyClicks(box, "c")
    assert box.value() == 3


def test_a_text_in_one_language_stays_plain_and_other_languages_are_kept() -> None:
    assert merge_language_lines("Mill", {"en": "Mill", "zh": ""}) == "Mill"
    assert merge_language_lines("Mill", {"en": "Mill", "zh": "磨坊"}) == {
        "en": "Mill",
        "zh": "磨坊",
    }
    assert merge_language_lines({"ru": "Мельница", "en": "Mill"}, {"en": "", "zh": "磨坊"}) == {
        "zh": "磨坊",
        "ru": "Мельница",
    }
    assert merge_language_lines({"en": "Mill"}, {"en": " ", "zh": ""}) == ""


# --- properties -----------------------------------------------------------------------------------


def test_properties_change_in_one_step_that_names_them(
    window: MainWindow, editor: MapEditorTab, prompts: Scripted
) -> None:
    before = deepcopy(editor.document.map)
    prompts.values = {
        "title": {"en": "Ridge", "zh": "山脊"},
        "credits": "",
        "hex_metres": 60.0,
        "label_style": KmSquare(45_975, 63_025),
    }
    do(window, "properties")
    assert editor.document.history.count() == 1
    assert editor.document.history.undoText() == text(
        "sheet.step-properties",
        "en",
        fields=", ".join(
            text(f"sheet.field-{field}", "en") for field in ("title", "hex_metres", "label_style")
        ),
    )
    assert editor.document.map.labels.label(editor.document.map.grid.hex(0, 0)) == "4563AA"
    do(window, "undo")
    assert same(editor.document.map, before)


def test_properties_left_as_they_are_are_no_step(
    window: MainWindow, editor: MapEditorTab, prompts: Scripted
) -> None:
    prompts.values = MapPropertiesDialog(editor.document.map, EN, window).values()
    do(window, "properties")
    assert editor.document.history.count() == 0


def test_the_dialog_of_properties_gives_back_what_it_was_shown(window: MainWindow) -> None:
    map_ = Map.blank(Grid(5, 5))
    map_.title, map_.credits, map_.origin = {"en": "A", "zh": "甲", "ru": "А"}, "©\nus", "OSM"
    map_.label_style = KmSquare(45931.69873, 63025.0)
    values = MapPropertiesDialog(map_, EN, window).values()
    assert values == {field: getattr(map_, field) for field in values}


def test_the_dialog_shows_what_hexes_are_called_then(window: MainWindow) -> None:
    map_ = Map.blank(Grid(5, 4))
    dialog = MapPropertiesDialog(map_, EN, window)
    assert dialog.corners["lower-right"].text() == "0504"
    dialog.labels.show_style(LetterNumber())
    assert dialog.corners["lower-right"].text() == "0504 → <b>E4</b>"
    dialog.labels.show_style(KmSquare(0, 0))
    dialog.hex_metres.setValue(5)
    assert not dialog.use.isEnabled()
    assert dialog.labels.fault.text()


# --- size -----------------------------------------------------------------------------------------


def test_a_map_is_resized_and_painted_on(
    window: MainWindow, editor: MapEditorTab, prompts: Scripted
) -> None:
    prompts.margins = Margins(right=8, bottom=6)
    do(window, "size")
    assert editor.document.history.undoText() == text(
        "sheet.step-size", "en", was="12 × 10", new="20 × 16"
    )
    click(editor, at(editor, 19, 15))
    assert ground(editor, 19, 15) == "woods"


def test_a_cropped_map_is_the_map_again_after_undo(
    window: MainWindow, editor: MapEditorTab, prompts: Scripted
) -> None:
    click(editor, at(editor, 0, 0))
    before = deepcopy(editor.document.map)
    prompts.margins = Margins(-3, -1, 0, -2)
    do(window, "size")
    assert editor.document.map.grid == Grid(9, 7, shifted=OffsetParity.EVEN)
    assert editor.document.map.labels.label(editor.document.map.grid.hex(0, 0)) == "0402"
    do(window, "undo")
    assert same(editor.document.map, before)


def test_cropping_begins_with_the_smallest_sheet_round_the_selection(
    window: MainWindow, editor: MapEditorTab, prompts: Scripted
) -> None:
    assert not window.bars.actions["crop"].isEnabled()
    editor.context.selection = np.array([2 * 12 + 3, 5 * 12 + 4], np.int32)
    do(window, "crop")
    assert prompts.begun_with == Margins(-3, -2, -7, -4)
    assert editor.document.history.count() == 0


def sized(window: MainWindow, selection: np.typing.NDArray[np.int32] = NOTHING) -> ResizeMapDialog:
    map_ = Map.blank(Grid(10, 8))
    map_.places.append(PlaceName(map_.grid.hex(0, 0), {"en": "Mill", "zh": "磨坊"}))
    map_.zones["west"] = Zone(np.zeros(map_.grid.shape, np.bool_))
    map_.zones["west"].hexes[:, :2] = True
    return ResizeMapDialog(map_, selection, EN, window)


def test_columns_are_added_on_the_side_that_is_not_anchored(window: MainWindow) -> None:
    dialog = sized(window)
    dialog.columns.setValue(15)
    assert dialog.margins() == Margins(right=5)
    dialog.anchor.button(5).click()
    assert dialog.margins() == Margins(left=5)
    dialog.anchor.button(4).click()
    dialog.rows.setValue(6)
    assert dialog.margins() == Margins(2, -1, 3, -1)


def test_margins_say_the_size_and_the_other_way_round(window: MainWindow) -> None:
    dialog = sized(window)
    dialog.sides["left"].setValue(-2)
    dialog.sides["bottom"].setValue(3)
    assert (dialog.columns.value(), dialog.rows.value()) == (8, 11)
    assert dialog.use.isEnabled()


def test_what_is_cut_off_is_told(window: MainWindow) -> None:
    dialog = sized(window)
    assert not dialog.use.isEnabled()
    dialog.set_margins(Margins(left=-1))
    told = dialog.told.text()
    assert text("sheet.size-cut", "en", count=8, filled=8) in told
    assert text("sheet.size-places", "en", names="Mill") in told
    assert "west (8 of 16)" in told
    assert text("sheet.size-labels-stay", "en") in told
    dialog.set_margins(Margins(left=-2))
    assert text("sheet.size-zones-gone", "en", zones="west") in dialog.told.text()


def test_labels_that_cannot_stay_are_told(window: MainWindow) -> None:
    dialog = sized(window)
    dialog.set_margins(Margins(left=4))
    assert "0101 becomes 0501" in dialog.told.text()
    assert text("sheet.size-gained", "en", count=32) in dialog.told.text()


def test_a_sheet_without_hexes_or_with_too_many_is_refused(window: MainWindow) -> None:
    dialog = sized(window)
    dialog.set_margins(Margins(left=-10))
    assert text("sheet.size-nothing-left", "en") in dialog.fault.text()
    assert not dialog.use.isEnabled()
    dialog.set_margins(Margins(left=9000, top=9000))
    assert "9010 × 9008 is too large" in dialog.fault.text()


def test_the_dialog_crops_to_the_selection(window: MainWindow) -> None:
    dialog = sized(window, np.array([11, 33], np.int32))
    dialog.crop.click()
    assert dialog.margins() == Margins(-1, -1, -6, -4)
    assert not sized(window).crop.isEnabled()


# --- names on the map -----------------------------------------------------------------------------


def test_a_name_is_written_changed_moved_and_deleted(
    window: MainWindow, editor: MapEditorTab, prompts: Scripted
) -> None:
    do(window, "tool-name")
    prompts.places = [{"en": "Mill", "zh": "磨坊"}, "Old mill", ""]
    places, hex_ = editor.document.map.places, editor.document.map.grid.hex
    click(editor, at(editor, 3, 3))
    assert places == [PlaceName(hex_(3, 3), {"en": "Mill", "zh": "磨坊"})]
    drag(editor, at(editor, 3, 3), at(editor, 4, 4), at(editor, 5, 4))
    assert [place.at for place in places] == [hex_(5, 4)]
    click(editor, at(editor, 5, 4))
    assert places == [PlaceName(hex_(5, 4), "Old mill")]
    click(editor, at(editor, 5, 4))
    assert places == []
    assert prompts.asked[-1] == "Old mill @ 0605"
    history = editor.document.history
    steps = [history.text(step) for step in range(history.count())]
    assert steps == [
        text("sheet.step-place-new", "en", name="Mill"),
        text("studio.other-name", "en"),
        text("sheet.step-place-edit", "en", name="Old mill"),
        text("sheet.step-place-delete", "en", name="Old mill"),
    ]


def test_a_name_left_alone_is_no_step(
    window: MainWindow, editor: MapEditorTab, prompts: Scripted
) -> None:
    do(window, "tool-name")
    prompts.places = [None]
    click(editor, at(editor, 3, 3))
    assert editor.document.history.count() == 0


def test_only_a_name_that_is_there_can_be_deleted(window: MainWindow) -> None:
    dialog = PlaceNameDialog({"en": "Mill", "zh": "磨坊"}, "0101", EN, window)
    dialog.delete.click()
    assert dialog.text() == ""
    new = PlaceNameDialog("", "0101", EN, window)
    destructive = QDialogButtonBox.ButtonRole.DestructiveRole
    roles = [new.buttons.buttonRole(button) for button in new.buttons.buttons()]
    assert destructive not in roles
    assert not new.use.isEnabled()
    new.name.lines["zh"].setText("磨坊")
    assert new.use.isEnabled()
    assert new.text() == "磨坊"


def test_metres_keep_column_row_labels_untouched(window: MainWindow) -> None:
    dialog = MapPropertiesDialog(Map.blank(Grid(3, 3)), EN, window)
    dialog.hex_metres.setValue(1)
    assert dialog.use.isEnabled()
    assert dialog.values()["label_style"] == ColumnRow()


def test_the_size_dialog_shows_the_map_itself(window: MainWindow) -> None:
    map_ = Map.blank(Grid(12, 9))
    bare = ResizeMapDialog(map_, NOTHING, EN, window).picture.grab().toImage()
    map_.level[4:, :] = 3
    hilly = ResizeMapDialog(map_, NOTHING, EN, window).picture.grab().toImage()
    middle, foot = bare.width() // 2, bare.height() - 40
    assert hilly.pixel(middle, 12) == bare.pixel(middle, 12)
    assert hilly.pixel(middle, foot) != bare.pixel(middle, foot)
