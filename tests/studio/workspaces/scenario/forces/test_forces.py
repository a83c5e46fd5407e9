"""A scenario's forces in their author's hands, without a window."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.files.scenario_reader import open_file
from engine.files.source_text import SHIPPED
from engine.games.tank.data.rulebook import load_rulebook
from engine.hexes.hex import Hex
from engine.scenario.scenario import Arrival
from engine.texts import text
from studio.documents.scenario_document import ScenarioDocument
from studio.widgets.localization import Localizer
from studio.workspaces.scenario.order_of_battle.forces_editor import ForcesEditor

CROSSROADS = SHIPPED / "samples" / "tank" / "scenarios" / "crossroads.scenario.yaml"


@pytest.fixture
def forces() -> ForcesEditor:
    return ForcesEditor(ScenarioDocument.new(open_file(CROSSROADS).scenario), Localizer("en"))


def lake(forces: ForcesEditor) -> Hex:
    map_ = forces.scenario.map
    return next(hex_ for hex_ in map_.grid if map_.ground_at(hex_) == "lake")


def dry(forces: ForcesEditor, count: int) -> list[Hex]:
    unit = forces.scenario.units[0]
    return [hex_ for hex_ in forces.scenario.map.grid if not forces.rejection_reason(unit, hex_)][
        :count
    ]


def heard(forces: ForcesEditor) -> list[str]:
    told: list[str] = []
    forces.told.connect(told.append)
    return told


def test_new_units_are_chosen_and_one_step(forces: ForcesEditor) -> None:
    forces.add_units("red", "tank", 3, "Reserve", {"en": "Red", "zh": "红方"})
    assert [unit.formation for unit in forces.units()] == ["Reserve"] * 3
    assert forces.document.history.undoText() == text("forces.step-units-added", "en", count=3)
    forces.document.history.undo()
    assert forces.chosen == (), "who is gone is chosen no more"


def test_nobody_is_put_into_a_lake(forces: ForcesEditor) -> None:
    told, before = heard(forces), forces.scenario
    assert not forces.place({"r1": dry(forces, 1)[0], "r2": lake(forces)})
    assert forces.scenario is before, "all are moved, or none"
    label = before.map.labels.label(lake(forces))
    assert told == [text("forces.forces-no-ground", "en", unit="Red 2", hex=label, ground="lake")]


def test_nobody_is_put_off_the_map(forces: ForcesEditor) -> None:
    told = heard(forces)
    assert not forces.place_at(["r1"], Hex(-3, -3))
    assert told == [text("forces.forces-off-map", "en", unit="Red 1")]


def test_a_crowd_is_let_be_but_told(forces: ForcesEditor) -> None:
    told, at = heard(forces), dry(forces, 1)[0]
    most = load_rulebook().choices.stacking
    forces.add_units("red", "tank", most)
    assert forces.place_at([*forces.chosen, "r1"], at)
    assert forces.unit("r1").at == at  # type: ignore[union-attr]  # it is there
    assert told == [
        f"{most + 1} units of one side start in {forces.scenario.map.labels.label(at)}; "
        f"{text('game.stacking-at-most', 'en', limit=most)}"
    ]


def test_reinforcements_keep_their_zone_in_another_turn(forces: ForcesEditor) -> None:
    forces.entry = "south-edge"
    forces.set_arrival_turn(5, ["r1", "r4"])
    assert forces.unit("r1").arrives == Arrival(5, "south-edge")  # type: ignore[union-attr]
    assert forces.unit("r4").arrives == Arrival(5, "north-edge")  # type: ignore[union-attr]


def test_the_entry_used_last_is_used_again(forces: ForcesEditor) -> None:
    assert forces.usual_entry == "south-edge", "as the last that comes in the file"
    forces.set_arrival_turn(2, ["r1"], "westerby")
    forces.set_arrival_turn(2, ["r2"])
    assert forces.unit("r2").arrives == Arrival(2, "westerby")  # type: ignore[union-attr]


def test_without_zones_nobody_can_come(forces: ForcesEditor) -> None:
    bare = replace(forces.scenario.map, zones={})
    units = tuple(replace(u, at=Hex(0, 0), zone="", arrives=None) for u in forces.scenario.units)
    forces.document.apply(replace(forces.scenario, ground=bare, zones={}, units=units), "bare")
    told = heard(forces)
    assert not forces.set_arrival_turn(3, ["r1"])
    assert told == [forces.localize("forces-no-zone")]


def test_behind_what_is_deleted_the_next_is_chosen(forces: ForcesEditor) -> None:
    forces.choose(["r2", "r3"])
    forces.delete()
    assert forces.chosen == ("r4",)


@pytest.mark.parametrize(
    ("id_", "words"),
    [
        ("r2", text("forces.forces-id-taken", "en", id="r2")),
        ("", text("forces.forces-id-needed", "en")),
        ("r 9", text("forces.forces-id-spaced", "en")),
    ],
)
def test_an_id_that_cannot_be_is_refused_in_words(
    forces: ForcesEditor, id_: str, words: str
) -> None:
    before = forces.scenario
    assert forces.set_id("r1", id_) == words
    assert forces.scenario is before


def test_a_unit_with_another_id_stays_chosen(forces: ForcesEditor) -> None:
    forces.choose(["r1", "r2"])
    assert forces.set_id("r1", "lead") == ""
    assert forces.chosen == ("lead", "r2")


def test_marks_stand_in_the_order_of_the_rules(forces: ForcesEditor) -> None:
    for mark in ("immobile", "suppressed"):
        forces.set_mark(mark, True, ["r1"])
    assert forces.unit("r1").marks == ("suppressed", "immobile")  # type: ignore[union-attr]


def test_what_changes_nothing_is_no_step(forces: ForcesEditor) -> None:
    forces.set_type("tank", ["r1"])
    forces.set_up_in_zone("westerby", ["r1"])
    assert forces.document.history.count() == 0


def test_a_unit_dropped_in_a_formation_of_the_enemy_changes_sides(forces: ForcesEditor) -> None:
    forces.set_formation("1st", ["b2"])
    forces.regroup(["r1"], "blue", "1st", "b2")
    assert [u.id for u in forces.scenario.units if u.side == "blue"] == [
        "b1", "r1", "b2", "b3", "b4",
    ]  # fmt: skip
    assert forces.unit("r1").formation == "1st"  # type: ignore[union-attr]


def test_points_are_those_of_the_types(forces: ForcesEditor) -> None:
    assert forces.points("red") == 4
    forces.choose(["r1"])
    forces.duplicate()
    assert forces.points("red") == 5
