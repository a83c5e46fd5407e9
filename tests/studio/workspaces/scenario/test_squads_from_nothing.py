"""From nothing to the first answers of a battle of squads, by mouse, keys and fields."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from engine.play.option_targets import OptionAction
from engine.session.seats import Seat
from studio.main_window.main_window import MainWindow
from studio.previews.background_loading import background_loader
from studio.widgets.localization import Localizer
from studio.workspaces.map.dialogs.new_map_dialog import NewMapDialog
from studio.workspaces.map.map_toolbox import MaterialFamily, PaletteMaterial
from studio.workspaces.play.game_view.playback import PlaybackSpeed
from studio.workspaces.play.start_game_dialog import GameSetup
from tests.studio.main_window.conftest import Scripted, at, drag, make_window, prompts, window  # noqa: F401  # fixtures
from tests.studio.main_window.test_painting import choose
from tests.studio.workspaces.play.hands import Hand
from tests.studio.workspaces.scenario.designer import SHIFT, Designer

Key = Qt.Key


@pytest.fixture
def designer(window: MainWindow, prompts: Scripted, qtbot: QtBot) -> Designer:  # noqa: F811
    background_loader().future.result()
    window.resize(1500, 950)
    qtbot.waitUntil(window.isActiveWindow)
    return Designer(window, prompts, qtbot)


def test_a_battle_of_squads_is_made_from_nothing_and_begun(
    designer: Designer, tmp_path: Path
) -> None:
    paint_board(designer, tmp_path)
    begin(designer, tmp_path)
    paint_zones(designer)
    raise_squads(designer)
    hand_over_the_gun(designer)
    assert not [problem for problem in designer.problems if problem.severity.value == "error"]
    set_up(designer)


def paint_board(designer: Designer, folder: Path) -> None:
    """The game's own board with a hill, a building and woods."""
    shown = designer.window
    dialog = NewMapDialog(Localizer("en"), parent=shown, template="valor")
    QTest.keyClicks(dialog.title, "Copse Hill")
    sheet = dialog.sheet()
    assert sheet.game == "valor"
    designer.prompts.map, designer.prompts.game_of_map = sheet.map, sheet.game
    designer.do("new")
    editor = shown.required_map_editor
    for family, kind, places in (
        (MaterialFamily.LEVEL, "raise", ((5, 3), (6, 4))),
        (MaterialFamily.GROUND, "woods", ((2, 5), (3, 6))),
        (MaterialFamily.STAMP, "farm", ((8, 5), (8, 5))),
    ):
        choose(shown, PaletteMaterial(family, kind))
        drag(editor, *(at(editor, *place) for place in places))
    designer.prompts.file = folder / "copse.map.yaml"
    designer.do("save")
    assert editor.document.map.level.max() == 1


def begin(designer: Designer, folder: Path) -> None:
    """A scenario on it is of the game whose board it is."""
    designer.do("new-scenario")
    assert designer.scenario.game == "valor"
    designer.prompts.file = folder / "copse.scenario.yaml"
    designer.do("save")


def paint_zones(designer: Designer) -> None:
    """Where either side sets up, by the names of the sides."""
    zones = designer.panel(Key.Key_4, "own-zones")
    for name, first, last in (("red-setup", (0, 0), (1, 7)), ("blue-setup", (9, 0), (10, 7))):
        zones.list.setFocus()
        designer.keys(zones.list, Key.Key_Insert)
        designer.drag(designer.hex(*first), designer.hex(*last), held=SHIFT)
        designer.keys(designer.tab.canvas, Key.Key_Escape)
        designer.write(zones.id, name)
        designer.keys(zones.id, Key.Key_Return)
    assert {*designer.scenario.zones} == {"red-setup", "blue-setup"}


def raise_squads(designer: Designer) -> None:
    """Two squads, a leader and a machine gun a side, in the zone of their side."""
    designer.do("units-add")
    form = designer.found("forces").form
    for side, squad in (("red", "us-rifle"), ("blue", "de-rifle")):
        designer.choose(form.side, side)
        for type_, count in ((squad, 2), ("leader-0", 1), ("mmg", 1)):
            with designer.step():
                designer.choose(form.type, type_)
                designer.write(form.count, str(count))
                designer.keys(form.count, Key.Key_Return)
    designer.keys(form.count, Key.Key_Escape)


def hand_over_the_gun(designer: Designer) -> None:
    """Each gun is borne by the first squad of its side (V3)."""
    forces, units = designer.found("forces"), designer.panel(Key.Key_2, "unit")
    for gun, squad in (("r4", "r1"), ("b4", "b1")):
        index = forces.model.find(("unit", gun))
        designer.choose_rows(forces.tree, index, index)
        with designer.step(units):
            units.ties.holder.setFocus()
            designer.keys(units.ties.holder, Key.Key_Down)  # below "by itself"
        assert designer.unit(gun).bearer == squad


def set_up(designer: Designer) -> None:
    """Played by two people; the first units stand where they are clicked."""
    designer.prompts.setup = GameSetup({"red": Seat.PERSON, "blue": Seat.PERSON}, seed=7)
    designer.window.playing.set_speed(PlaybackSpeed.SKIP)
    QTest.keyClick(designer.window, Key.Key_F5)
    designer.settle()
    assert not designer.prompts.told
    hand = Hand(designer.window, Random(7))
    play = hand.play
    while play.session.game.rules.turn(play.session.game.state) == 0:
        question = play.question
        assert question is not None
        choice = question.choices[len(play.session.game.answers) % len(question.choices)]
        assert choice.pointing.deed is OptionAction.PLACE
        assert choice.pointing.hex is not None
        hand._click_hex(choice, choice.pointing.hex)
    red, blue = (designer.scenario.zone(f"{side}-setup") for side in ("red", "blue"))
    standing = {piece.id: piece.at for piece in play.standing.pieces}
    assert standing["r1"] == standing["r4"]
    assert all(at in (red if id_.startswith("r") else blue) for id_, at in standing.items())
    for _ in range(6):
        hand.give_an_answer()
