"""The dialog that makes country shows at once what its sliders ask for."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from engine.editing.blank_maps import make_blank_map
from engine.map_generator.generator import generate_map
from engine.map_generator.recipe import RiverCourse, find_landscape
from studio.widgets.localization import Localizer
from studio.workspaces.map.dialogs.generate_map_dialog import GenerateMapDialog


@pytest.fixture
def dialog(qtbot: QtBot) -> GenerateMapDialog:
    made = GenerateMapDialog(make_blank_map(20, 16), "", Localizer("en"))
    qtbot.addWidget(made)
    made.show()
    return made


def press(dialog: GenerateMapDialog, key: Qt.Key) -> None:
    QTest.keyClick(dialog, key)


def test_the_map_shown_is_the_one_of_the_recipe_by_its_seed(
    qtbot: QtBot, dialog: GenerateMapDialog
) -> None:
    dialog.landscapes.setFocus()
    QTest.keyClicks(dialog.landscapes, "Lake")
    dialog.seed.setFocus()
    dialog.seed.selectAll()
    QTest.keyClicks(dialog.seed, "12")
    assert dialog.recipe() == find_landscape("lakes").seeded(12)
    qtbot.waitUntil(lambda: dialog.made is not None, timeout=3000)
    assert dialog.made is not None
    wanted = generate_map(find_landscape("lakes").seeded(12), make_blank_map(20, 16))
    assert (dialog.made.level == wanted.level).all()
    assert dialog.picture.pixmap().width() > 100
    assert "320 hexes" in dialog.told.text()


def test_f5_takes_another_seed_and_enter_makes_what_was_asked_for_last(
    dialog: GenerateMapDialog,
) -> None:
    was = dialog.seed.value()
    press(dialog, Qt.Key.Key_F5)
    assert dialog.seed.value() != was
    QTest.mouseClick(dialog.bed, Qt.MouseButton.LeftButton, pos=dialog.bed.rect().center() / 4)
    dialog.bed.setChecked(True)
    QTest.mouseClick(dialog.make, Qt.MouseButton.LeftButton)
    assert dialog.result() == GenerateMapDialog.DialogCode.Accepted
    assert dialog.made is not None
    assert dialog.recipe().bed is RiverCourse.HEXES
    again = GenerateMapDialog(make_blank_map(20, 16), dialog.remembered(), Localizer("zh"))
    assert again.recipe().bed is RiverCourse.HEXES
    again.deleteLater()
