"""The order of battle as a model: the rows are the scenario's, and little is told."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtTest import QAbstractItemModelTester
from pytestqt.qtbot import QtBot

from engine.files.scenario_reader import open_file
from engine.files.source_text import SHIPPED
from studio.documents.scenario_document import ScenarioDocument
from studio.widgets.localization import Localizer
from studio.workspaces.scenario.order_of_battle.forces_editor import ForcesEditor
from studio.workspaces.scenario.order_of_battle.forces_outline import changed_row_range, number_runs
from studio.workspaces.scenario.order_of_battle.forces_tree_model import ForcesModel, to_drag_data
from studio.workspaces.scenario.order_of_battle.forces_tree_rows import ForcesColumn

CROSSROADS = SHIPPED / "samples" / "tank" / "scenarios" / "crossroads.scenario.yaml"
Rows = list[tuple[int, str]]


@pytest.fixture
def forces(qtbot: QtBot) -> ForcesEditor:
    """Four tanks a side; pictures of counters need an application."""
    return ForcesEditor(ScenarioDocument.new(open_file(CROSSROADS).scenario), Localizer("en"))


@pytest.fixture
def model(forces: ForcesEditor) -> ForcesModel:
    made = shown(forces)
    forces.document.changed.connect(made.refresh)
    return made


def shown(forces: ForcesEditor) -> ForcesModel:
    made = ForcesModel(forces.localize)
    made.show_forces(forces)
    return made


def rows(model: ForcesModel, parent: QModelIndex | None = None, depth: int = 0) -> Rows:
    """Every row as it is read, indented."""
    over = parent or QModelIndex()
    found: Rows = []
    for row in range(model.rowCount(over)):
        index = model.index(row, 0, over)
        found.append((depth, str(index.data())))
        found += rows(model, index, depth + 1)
    return found


def signals(model: ForcesModel) -> list[str]:
    """What the model tells from now on of rows that come, go, or are units that changed."""
    told: list[str] = []
    model.rowsInserted.connect(lambda _, first, last: told.append(f"+{last - first + 1}"))
    model.rowsRemoved.connect(lambda _, first, last: told.append(f"-{last - first + 1}"))
    model.modelReset.connect(lambda: told.append("reset"))
    model.dataChanged.connect(
        lambda index, _: told.append(index.data()) if model.node(index).unit else None
    )
    return told


def test_formations_come_before_units_in_none(forces: ForcesEditor, model: ForcesModel) -> None:
    forces.set_formation("1st", ["r3", "r4"])
    assert rows(model)[:6] == [
        (0, "Red"), (1, "1st"), (2, "Red 3"), (2, "Red 4"), (1, "Red 1"), (1, "Red 2"),
    ]  # fmt: skip


def test_a_new_name_is_told_of_one_row(forces: ForcesEditor, model: ForcesModel) -> None:
    told = signals(model)
    forces.rename(lambda unit: "Lead", units=["r2"])
    assert told == ["Lead"]


def test_new_units_are_told_as_one_run(forces: ForcesEditor, model: ForcesModel) -> None:
    told = signals(model)
    forces.add_units("red", "tank", 40)
    assert told == ["+40"]


def test_units_taken_out_here_and_there_are_all_that_is_told(
    forces: ForcesEditor, model: ForcesModel
) -> None:
    told = signals(model)
    forces.choose(["r1", "r3", "r4"])
    forces.delete()
    assert told == ["-2", "-1"]


DEEDS: list[Callable[[ForcesEditor, Random], object]] = [
    lambda f, rng: f.add_units(rng.choice(["red", "blue"]), "tank", rng.randint(1, 5), "", "T"),
    lambda f, rng: f.duplicate(),
    lambda f, rng: f.delete() if len(f.scenario.units) > 6 else None,
    lambda f, rng: f.set_formation(rng.choice(["", "1st", "2nd"])),
    lambda f, rng: f.regroup(
        f.chosen,
        rng.choice(["red", "blue"]),
        rng.choice(["", "1st"]),
        rng.choice(f.scenario.units).id,
    ),
    lambda f, rng: f.rename_formation("red", "1st", rng.choice(["", "2nd", "3rd"])),
    lambda f, rng: f.document.history.undo(),
    lambda f, rng: f.document.history.redo(),
]


@pytest.mark.parametrize("seed", range(4))
def test_whatever_is_done_the_rows_are_those_of_a_fresh_model(
    forces: ForcesEditor, model: ForcesModel, seed: int
) -> None:
    tester = QAbstractItemModelTester(model)
    rng = Random(seed)
    for _ in range(30):
        ids = [unit.id for unit in forces.scenario.units]
        forces.choose(rng.sample(ids, rng.randint(1, min(4, len(ids)))))
        rng.choice(DEEDS)(forces, rng)
        assert rows(model) == rows(shown(forces))
    assert tester.model() is model


def test_a_search_hides_who_lacks_the_word(forces: ForcesEditor, model: ForcesModel) -> None:
    forces.set_mark("immobile", True, ["b2"])
    model.filter_rows("immob")
    assert rows(model) == [(0, "Red"), (0, "Blue"), (1, "Blue 2")]
    model.filter_rows("")
    assert len(rows(model)) == 10


def test_a_budget_that_is_overdrawn_is_told(forces: ForcesEditor, model: ForcesModel) -> None:
    side = model.find(("side", "red"), ForcesColumn.PLACE)
    assert side.data() == "4 of 4 points"
    assert side.data(Qt.ItemDataRole.ForegroundRole) is None
    forces.choose(["r1"])
    forces.duplicate()
    assert side.data() == "5 of 4 points"
    assert side.data(Qt.ItemDataRole.ForegroundRole) is not None


def test_places_are_told_in_words(forces: ForcesEditor, model: ForcesModel) -> None:
    def place(unit: str) -> str:
        return str(model.find(("unit", unit), ForcesColumn.PLACE).data())

    assert place("r1") == "zone Round Westerby"
    assert place("r4") == "turn 3, North edge"
    forces.place_at(["r2"], forces.scenario.map.grid.hex(4, 9))
    assert place("r2") == forces.scenario.map.labels.label(forces.scenario.map.grid.hex(4, 9))


def test_a_name_written_in_one_language_leaves_the_others(
    forces: ForcesEditor, model: ForcesModel
) -> None:
    model.setData(model.find(("unit", "r1"), ForcesColumn.NAME), "Lead")
    found = forces.unit("r1")
    assert found is not None
    assert found.name == {
        "en": "Lead", "zh": "红方1号车", "zh-Hant": "紅方1號車", "ru": "Красные 1",
    }  # fmt: skip


def test_a_formation_is_renamed_for_all_its_units(forces: ForcesEditor, model: ForcesModel) -> None:
    forces.set_formation("1st", ["r1", "r2"])
    model.setData(model.find(("formation", "red", "1st")), "Guards")
    assert [unit.formation for unit in forces.scenario.units][:3] == ["Guards", "Guards", ""]


def test_units_dropped_on_a_unit_stand_before_it(forces: ForcesEditor, model: ForcesModel) -> None:
    onto = model.find(("unit", "r1"))
    model.dropMimeData(to_drag_data(["r4"]), Qt.DropAction.CopyAction, -1, -1, onto)
    assert [unit.id for unit in forces.scenario.units][:4] == ["r4", "r1", "r2", "r3"]


def test_units_dropped_between_rows_stand_there(forces: ForcesEditor, model: ForcesModel) -> None:
    side = model.find(("side", "red"))
    model.dropMimeData(to_drag_data(["r1"]), Qt.DropAction.CopyAction, 3, 0, side)
    assert [unit.id for unit in forces.scenario.units][:4] == ["r2", "r3", "r1", "r4"]


def test_numbers_are_gathered_in_runs() -> None:
    assert number_runs([0, 1, 2, 5, 7, 8]) == [(0, 2), (5, 5), (7, 8)]
    assert number_runs([]) == []


def test_only_the_middle_that_changed_is_found() -> None:
    assert changed_row_range("abcdef", "abXYef") == (2, 4, 4)
    assert changed_row_range("aaa", "aa") == (2, 3, 2)
