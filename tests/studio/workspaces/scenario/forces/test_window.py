"""A whole order of battle is written at the window, by mouse and keys."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu

from engine.checks.scenario_checks import lint_scenario
from engine.editing.cargo_edits import with_carrier
from engine.files.scenario_reader import open_file
from engine.hexes.hex import Hex
from engine.scenario.scenario import Arrival, ScenarioUnit
from engine.texts import text
from studio.workspaces.scenario.editor.placement_overlays import GhostOverlay
from studio.workspaces.scenario.order_of_battle.unit_commands import unit_menu
from studio.workspaces.scenario.scenario_docks import ScenarioDocks
from tests.studio.main_window.conftest import do
from tests.studio.workspaces.scenario.forces.author import CONTROL, NONE, SHIFT, Author

Key = Qt.Key


def dry(author: Author, count: int) -> list[Hex]:
    """Hexes in the middle of the map where a unit may stand."""
    unit = author.scenario.units[0]
    inner = [author.hex(column, row) for row in range(2, 12) for column in range(6, 17)]
    return [hex_ for hex_ in inner if not author.forces.rejection_reason(unit, hex_)][:count]


def placed(author: Author, units: Sequence[str], hexes: Sequence[Hex]) -> None:
    """Let units begin in hexes of their own."""
    assert author.forces.place(dict(zip(units, hexes, strict=True)))
    author.settle()
    author.tab.canvas.grab()


# --- from nothing to a scenario -------------------------------------------------------------------


def test_a_force_is_raised_placed_undone_redone_and_saved(author: Author) -> None:
    before = author.scenario
    do(author.window, "units-add")
    form = author.list.form
    form.count.setValue(20)
    form.formation.setEditText("1 Company")
    for language, words in (("en", "Tank"), ("zh", "坦克")):
        author.write(form.name.lines[language], words)
    author.key(form.name.lines["zh"], Key.Key_Return)
    new = author.forces.chosen
    assert len(new) == 20
    assert author.unit(new[0]).name == {"en": "Tank 5", "zh": "坦克 5"}
    assert author.unit(new[0]).formation == "1 Company"

    canvas, free = author.tab.canvas, dry(author, 12)
    for unit, hex_ in zip(new[:12], free, strict=True):
        assert author.drop(canvas, QPointF(author.at(hex_)), [unit])
    assert [author.unit(unit).at for unit in new[:12]] == free
    author.drop(canvas, QPointF(author.at(author.hex(12, 0))), new[12:14], SHIFT)
    assert author.unit(new[12]).zone == "north-edge"
    box = author.turns.track.boxes()[4].center()
    author.drop(author.turns.track, box, new[14:])
    assert author.unit(new[14]).arrives == Arrival(5, "south-edge")

    after, steps = author.scenario, author.steps
    assert steps == 15
    author.undo_all()
    assert author.scenario == before
    author.redo_all()
    assert author.scenario == after
    do(author.window, "save")
    file = open_file(author.file)
    assert file.scenario.units == after.units
    codes = {problem.code for problem in lint_scenario(file)}
    assert codes <= {"over-budget", "too-many-arrive"}


def test_the_next_formation_is_typed_over_the_one_before(author: Author) -> None:
    """By Enter in the field, and by a click into it after something else."""
    do(author.window, "units-add")
    form = author.list.form
    line = form.formation.lineEdit()
    assert line is not None

    def type_(words: str) -> str:
        QTest.keyClicks(line, words)
        author.key(line, Key.Key_Return)
        author.settle()
        return author.unit(author.forces.chosen[0]).formation

    form.formation.setFocus()
    QTest.qWait(20)
    assert [type_(words) for words in ("Alder", "Birch", "Birc")] == ["Alder", "Birch", "Birch"]
    form.count.setFocus()
    QTest.mouseClick(line, Qt.MouseButton.LeftButton, pos=line.rect().center())
    QTest.qWait(20)
    assert type_("Cedar") == "Cedar"


def test_only_the_panels_of_a_scenario_are_out(author: Author) -> None:
    def out(docks: dict[str, object]) -> list[str]:
        return [name for name, dock in docks.items() if not dock.isHidden()]  # type: ignore[attr-defined]

    docks, own = author.window.docks.named, author.window.scenario_docks
    assert isinstance(own, ScenarioDocks)
    assert "palette" not in out(dict(docks))
    assert {"forces", "unit", "turn-track"} <= set(out(dict(own.named)))
    do(author.window, "new")
    assert "palette" in out(dict(docks))
    assert out(dict(own.named)) == []
    author.window.tabs.setCurrentWidget(author.tab)
    assert "palette" not in out(dict(docks))
    assert "forces" in out(dict(own.named))


# --- on the map -----------------------------------------------------------------------------------


def test_a_click_chooses_and_the_panels_follow(author: Author) -> None:
    free = dry(author, 2)
    placed(author, ["r1", "r2"], free)
    author.click(author.at(free[0]))
    assert author.forces.chosen == ("r1",)
    assert author.fields.id.text() == "r1"
    assert author.list._selected() == {"r1"}
    for keys, wanted in ((SHIFT, ["r1", "r2"]), (CONTROL, ["r1"])):
        author.click(author.at(free[1]), keys)
        assert list(author.forces.chosen) == wanted
    author.click(author.at(author.hex(16, 13)))
    assert not author.forces.chosen, "open ground chooses nobody"


def test_who_waits_in_a_zone_is_chosen_there(author: Author) -> None:
    author.click(author.waiting("r2"))
    assert author.forces.chosen == ("r2",)
    author.drag(author.waiting("r2"), author.at(dry(author, 1)[0]))
    assert author.unit("r2").at == dry(author, 1)[0]


def test_a_band_chooses_all_it_covers(author: Author) -> None:
    free = dry(author, 3)
    placed(author, ["r1", "r2", "r3"], free)
    author.drag(
        author.at(author.hex(5, 1)), author.at(author.hex(9, 2)), author.at(author.hex(19, 4))
    )
    assert set(author.forces.chosen) >= {"r1", "r2", "r3"}


def test_units_that_are_dragged_keep_their_distances(author: Author) -> None:
    start = [author.hex(6, 3), author.hex(7, 4)]
    placed(author, ["r1", "r2"], start)
    author.forces.choose(["r1", "r2"])
    steps, step = author.steps, Hex(2, 1)
    author.drag(author.at(start[0]), author.at(start[0].moved(step)))
    assert [author.unit(unit).at for unit in ("r1", "r2")] == [at.moved(step) for at in start]
    assert author.steps == steps + 1


def test_escape_gives_a_drag_up(author: Author) -> None:
    placed(author, ["r1"], [author.hex(6, 3)])
    steps, canvas = author.steps, author.tab.canvas
    QTest.mousePress(canvas, Qt.MouseButton.LeftButton, NONE, author.at(author.hex(6, 3)))
    QTest.mouseMove(canvas, author.at(author.hex(9, 4)))
    assert author.tab.arranging.ghosts == {"r1": author.hex(9, 4)}
    do(author.window, "escape")
    assert author.tab.arranging.ghosts == {}
    QTest.mouseRelease(canvas, Qt.MouseButton.LeftButton, NONE, author.at(author.hex(9, 4)))
    assert author.unit("r1").at == author.hex(6, 3)
    assert author.steps == steps


def test_who_is_dragged_is_seen_with_what_is_aboard_and_a_rider_by_himself(author: Author) -> None:
    placed(author, ["r1"], [author.hex(6, 3)])
    author.tab.document.apply(with_carrier(author.scenario, ["r2"], "r1"), "aboard")
    author.settle()
    canvas, to = author.tab.canvas, author.hex(9, 4)

    def ghosts() -> list[tuple[str, list[str]]]:
        (found,) = (each for each in author.tab.arranging.above() if isinstance(each, GhostOverlay))
        return [(one.id, [part.id for part in one.load]) for one in found.placed[to]]

    author.forces.choose(["r1", "r2"])
    QTest.mousePress(canvas, Qt.MouseButton.LeftButton, NONE, author.at(author.hex(6, 3)))
    QTest.mouseMove(canvas, author.at(to))
    assert ghosts() == [("r1", ["r2"])]
    QTest.mouseRelease(canvas, Qt.MouseButton.LeftButton, NONE, author.at(to))
    author.tab.arranging.ghosts = {"r2": to}  # as from a list
    assert ghosts() == [("r2", [])]


def test_nobody_is_dropped_into_a_lake(author: Author) -> None:
    map_ = author.scenario.map
    lake = next(hex_ for hex_ in map_.grid if map_.ground_at(hex_) == "lake")
    placed(author, ["r1"], [author.hex(6, 3)])
    author.drag(author.at(author.hex(6, 3)), author.at(lake))
    assert author.unit("r1").at == author.hex(6, 3)
    assert author.told[-1] == text(
        "forces.forces-no-ground", "en", unit="Red 1", hex=map_.labels.label(lake), ground="lake"
    )


def test_keys_move_and_delete_those_chosen(author: Author) -> None:
    placed(author, ["r1"], [author.hex(6, 3)])
    author.forces.choose(["r1"])
    steps, canvas = author.steps, author.tab.canvas
    canvas.setFocus()
    for _ in range(2):
        author.key(canvas, Key.Key_Right, CONTROL)
    assert author.unit("r1").at == author.hex(8, 3)
    assert author.steps == steps + 1, "one after the other is one step"
    author.key(canvas, Key.Key_Delete)
    assert author.forces.unit("r1") is None


def test_a_stack_is_fanned_out_under_the_pointer(author: Author) -> None:
    free = dry(author, 1)
    placed(author, ["r1", "r2"], [free[0], free[0]])
    QTest.mouseMove(author.tab.canvas, author.at(free[0]))
    assert author.tab.arranging.fanned == free[0]


def test_while_a_game_is_played_the_author_s_hand_rests(author: Author) -> None:
    author.forces.choose(["r1"])
    author.tab.arranging.leave_canvas()  # somebody plays
    steps = author.steps
    author.key(author.tab.canvas, Key.Key_Delete)
    assert author.steps == steps


# --- in the list ----------------------------------------------------------------------------------


def test_a_formation_that_is_chosen_means_its_units(author: Author) -> None:
    author.forces.set_formation("1st", ["r1", "r3"])
    tree, model = author.list.tree, author.list.model
    tree.setCurrentIndex(model.find(("formation", "red", "1st")))
    assert author.forces.chosen == ("r1", "r3")


def test_a_name_is_written_in_its_row(author: Author) -> None:
    tree, model = author.list.tree, author.list.model
    tree.setCurrentIndex(model.find(("unit", "r1")))
    tree.setFocus()
    author.key(tree, Key.Key_F2)
    line = tree.indexWidget(tree.currentIndex()) or tree.findChild(type(author.list.search))
    assert line is not None
    line.selectAll()  # type: ignore[attr-defined]  # a line
    QTest.keyClicks(line, "Lead")
    author.key(line, Key.Key_Return)
    assert author.forces.unit_name(author.unit("r1")) == "Lead"


def test_the_search_keeps_what_is_chosen(author: Author) -> None:
    author.forces.choose(["r1", "b1"])
    QTest.keyClicks(author.list.search, "Blue")
    assert author.list._selected() == {"b1"}
    assert author.forces.chosen == ("r1", "b1")
    author.list.search.clear()
    assert author.list._selected() == {"r1", "b1"}


def test_del_in_the_list_deletes(author: Author) -> None:
    author.forces.choose(["r1", "r2"])
    author.list.tree.setFocus()
    author.key(author.list.tree, Key.Key_Delete)
    assert author.forces.unit("r1") is None
    assert author.forces.chosen == ("r3",)


def test_without_units_the_list_says_what_to_do(author: Author) -> None:
    assert author.list.empty.isHidden()
    author.forces.select_all_units()
    author.forces.delete()
    author.settle()
    assert "Ctrl+Shift+J" in author.list.empty.text()
    assert not author.list.empty.isHidden()


def test_the_menu_of_units_does_what_it_says(author: Author) -> None:
    author.forces.choose(["r1", "r2"])
    menu = unit_menu(author.forces, author.prompts, author.window)
    entry_of(menu, "Set up in", "Round Ridge Farm").trigger()
    assert author.unit("r2").zone == "ridge-farm"
    entry_of(menu, text("forces.units-arrive", "en"), "Turn 4").trigger()
    assert author.unit("r1").arrives == Arrival(4, "south-edge")


def entry_of(menu: QMenu, *words: str) -> QAction:
    """The entry of a menu found by its words, those of inner menus first."""
    found = next(entry for entry in menu.actions() if entry.text() == words[0])
    if len(words) == 1:
        return found
    inner = next(each for each in menu.findChildren(QMenu) if each.menuAction() is found)
    return entry_of(inner, *words[1:])


def test_a_right_click_on_a_counter_opens_its_menu(author: Author) -> None:
    at = author.waiting("r2")
    QTest.mouseClick(author.tab.canvas, Qt.MouseButton.RightButton, NONE, at)
    assert author.forces.chosen == ("r2",)
    entry_of(author.list.menu, "Duplicate").trigger()
    author.list.menu.close()
    assert len(author.forces.units([u.id for u in author.scenario.units])) == 9


def test_every_deed_is_done_by_its_command(author: Author) -> None:
    author.forces.choose(["r1"])

    def done(action: str, number: int | None, line: str = "") -> ScenarioUnit:
        author.prompts.chosen_one, author.prompts.lines = number, [line]
        do(author.window, action)
        return author.unit("r1")

    assert done("units-zone", 1).zone == "ridge-farm"
    assert done("units-arrive", 6).arrives == Arrival(7, "south-edge")
    assert done("units-marks", 0).marks == ("suppressed",)
    assert done("units-formation", None, "Guards").formation == "Guards"
    assert author.forces.localize.localize_text(done("units-renumber", None, "31").name) == "Red 31"


# --- fields ---------------------------------------------------------------------------------------


def test_what_is_typed_as_a_name_is_one_step(author: Author) -> None:
    author.forces.choose(["r1"])
    line, steps = author.fields.names["en"], author.steps
    line.setFocus()
    line.selectAll()
    QTest.keyClicks(line, "Lead tank")
    others = {"zh": "红方1号车", "zh-Hant": "紅方1號車", "ru": "Красные 1"}
    assert author.unit("r1").name == {"en": "Lead tank", **others}
    assert author.steps == steps + 1


def test_what_differs_among_several_is_said(author: Author) -> None:
    author.forces.choose(["r1", "r4"])
    fields = author.fields
    assert fields.names["en"].placeholderText() == text("forces.unit-mixed", "en")
    assert not fields.id.isEnabled()
    assert not any(button.isChecked() for button in fields.kinds.values())
    assert fields.type.currentText() == "tank"


def test_a_mark_of_some_is_set_for_all(author: Author) -> None:
    author.forces.set_mark("immobile", True, ["r1"])
    author.forces.choose(["r1", "r2"])
    box = author.fields.marks["immobile"]
    assert box.checkState() is Qt.CheckState.PartiallyChecked
    box.click()
    assert author.unit("r2").marks == ("immobile",)


def test_a_wrong_hex_is_refused_at_its_field(author: Author) -> None:
    author.forces.choose(["r1"])
    fields = author.fields
    fields.hex.line.setText("nowhere")
    fields.hex.line.editingFinished.emit()
    assert not fields.hex_fault.isHidden()
    map_ = author.scenario.map
    lake = next(hex_ for hex_ in map_.grid if map_.ground_at(hex_) == "lake")
    fields.hex.line.setText(map_.labels.label(lake))
    fields.hex.line.editingFinished.emit()
    assert "lake" in fields.hex_fault.text()
    assert author.unit("r1").at is None
    fields.hex.line.setText("@6,3")
    fields.hex.line.editingFinished.emit()
    assert author.unit("r1").at == author.hex(6, 3)


def test_reinforcements_come_in_another_turn(author: Author) -> None:
    author.forces.choose(["r4"])
    author.fields.turn.setValue(6)
    assert author.unit("r4").arrives == Arrival(6, "north-edge")


def test_an_id_that_is_taken_is_told_at_its_field(author: Author) -> None:
    author.forces.choose(["r1"])
    author.fields.id.setText("r2")
    author.fields.id.editingFinished.emit()
    assert author.fields.id_fault.text() == text("forces.forces-id-taken", "en", id="r2")


# --- the turn track -------------------------------------------------------------------------------


def test_a_counter_on_the_track_is_chosen_and_comes_later(author: Author) -> None:
    track = author.turns.track
    spot = next(spot for spot in track.spots() if spot.counter.id == "r4")
    QTest.mouseClick(track, Qt.MouseButton.LeftButton, NONE, spot.middle.toPoint())
    assert author.forces.chosen == ("r4",)
    author.key(track, Key.Key_Right, CONTROL)
    assert author.unit("r4").arrives == Arrival(4, "north-edge")


def test_the_entry_zone_is_chosen_above_the_track(author: Author) -> None:
    panel = author.turns
    panel.entry.setCurrentIndex(panel.entry.findData("westerby"))
    panel.entry.activated.emit(panel.entry.currentIndex())
    author.drop(panel.track, panel.track.boxes()[0].center(), ["r1"])
    assert author.unit("r1").arrives == Arrival(1, "westerby")


# --- zones ----------------------------------------------------------------------------------------


def test_a_zone_is_made_painted_and_used(author: Author) -> None:
    zones = author.zones
    zones.do("new")
    assert author.tab.arranging.brush.zone == "zone1"
    author.drag(author.at(author.hex(6, 6)), author.at(author.hex(8, 7)), keys=SHIFT)
    painted = author.scenario.zones["zone1"]
    assert len(painted) == 6
    author.drag(author.at(author.hex(6, 6)), author.at(author.hex(7, 6)), keys=CONTROL)
    left = [author.hex(8, 6), author.hex(6, 7), author.hex(7, 7), author.hex(8, 7)]
    assert list(author.scenario.zones["zone1"]) == left
    do(author.window, "escape")
    assert author.tab.arranging.brush.zone == ""
    author.forces.set_up_in_zone("zone1", ["r1"])
    author.settle()
    zones.choose("zone1")
    zones.do("delete")
    assert zones.fault.text() == text("forces.own-zones-used", "en", zone="Zone1", users="r1")
    assert "zone1" in author.scenario.zones


def test_a_zone_under_another_name_is_still_used(author: Author) -> None:
    zones = author.zones
    zones.choose("westerby")
    for id_ in ("two words", "red-north"):
        zones.id.setText(id_)
        zones.id.editingFinished.emit()
        assert ("two-words" in zones.fault.text()) == (id_ == "two words")
    assert author.unit("r1").zone == "red-north"
    author.tab.undo()
    assert author.unit("r1").zone == "westerby"


def test_everything_is_said_in_chinese(author: Author) -> None:
    author.forces.choose(["r1"])
    do(author.window, "language-zh")
    author.settle()
    title = author.window.scenario_docks.named["forces"].windowTitle()
    assert title == text("forces.panel-forces", "zh")
    assert author.fields.kinds["zone"].text() == text("forces.unit-place-zone", "zh")
    assert author.list.model.find(("unit", "r1")).data() == "红方1号车"
    assert author.turns.label.text() == text("forces.turn-track-entry", "zh")
