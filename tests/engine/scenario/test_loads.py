"""Cargo, weapons and features in the hands of an author: what is named stays named."""

from __future__ import annotations

import pytest

from engine.editing import cargo_edits, hex_feature_edits, zone_edits
from engine.editing import scenario_edits as edits
from engine.hexes.grid import Grid
from engine.map.map import Map
from engine.scenario.scenario import (
    Scenario,
    ScenarioFeature,
    ScenarioSide,
    ScenarioUnit,
    VictoryCondition,
    VictoryKind,
)

GRID = Grid(4, 3)
AT = GRID.hex(1, 1)


def begun() -> Scenario:
    """A truck with a squad that bears a machine gun, a gun beside it, and wire in a zone."""
    units = (
        ScenarioUnit("t1", "red", "truck", at=AT),
        ScenarioUnit("s1", "red", "squad", aboard="t1"),
        ScenarioUnit("m1", "red", "mg", bearer="s1"),
        ScenarioUnit("g1", "blue", "gun", zone="z", facing=2),
    )
    return Scenario(
        "drill", Map.blank(GRID), (ScenarioSide("red"), ScenarioSide("blue")), units,
        zones={"z": (AT,)}, features=(ScenarioFeature("f1", "wire", "blue", zone="z"),),
        victory=(VictoryCondition(VictoryKind.SURVIVE, "red", units=("s1", "t1"), count=2),
                 VictoryCondition(VictoryKind.CLEAR, "blue", zone="z")),
    )  # fmt: skip


def unit(scenario: Scenario, id_: str) -> ScenarioUnit:
    return next(each for each in scenario.units if each.id == id_)


def test_a_unit_begins_where_the_outermost_begins_that_carries_it() -> None:
    scenario = begun()
    assert scenario.outermost(unit(scenario, "m1")).id == "t1"
    assert scenario.outermost(unit(scenario, "g1")).id == "g1"


def test_who_is_taken_aboard_is_nowhere_else() -> None:
    scenario = cargo_edits.with_carrier(begun(), ["g1"], "t1")
    assert unit(scenario, "g1") == ScenarioUnit("g1", "blue", "gun", aboard="t1", facing=2)
    assert unit(edits.with_units_at(scenario, ["g1"], AT), "g1").aboard == ""
    assert unit(edits.with_units_in_zone(scenario, ["g1"], "z"), "g1").aboard == ""
    assert unit(edits.with_units_arriving(scenario, ["g1"], 3, "z"), "g1").aboard == ""


def test_nobody_carries_himself_round() -> None:
    with pytest.raises(ValueError, match="'m1' is carried by t1"):
        cargo_edits.with_carrier(begun(), ["t1"], "m1")
    with pytest.raises(ValueError, match="'s1' is carried by s1"):
        cargo_edits.with_bearer(begun(), ["s1"], "s1")


def test_what_a_unit_carried_stands_where_it_stood_when_it_goes() -> None:
    scenario = edits.without_units(begun(), ["t1"])
    assert unit(scenario, "s1").at == AT
    assert unit(scenario, "m1").bearer == "s1"
    assert scenario.victory[0].units == ("s1",)
    assert scenario.victory[0].count == 1


def test_a_condition_that_named_those_who_went_alone_goes_with_them() -> None:
    scenario = edits.without_units(begun(), ["t1", "s1"])
    assert [each.kind for each in scenario.victory] == [VictoryKind.CLEAR]
    assert unit(scenario, "m1").at == AT


def test_another_id_is_followed_wherever_the_unit_is_named() -> None:
    scenario = edits.renamed_unit(edits.renamed_unit(begun(), "s1", "s9"), "t1", "t9")
    assert unit(scenario, "m1").bearer == "s9"
    assert unit(scenario, "s9").aboard == "t9"
    assert scenario.victory[0].units == ("s9", "t9")


def test_copies_made_together_carry_each_other() -> None:
    scenario, made = edits.duplicate(begun(), ["t1", "s1"])
    assert made == ("t2", "s2")
    assert unit(scenario, "s2").aboard == "t2"
    alone, _ = edits.duplicate(begun(), ["s1"])
    assert unit(alone, "s2").aboard == "t1"


def test_a_zone_is_needed_by_features_and_conditions_too() -> None:
    assert zone_edits.zone_users(begun(), "z") == ("g1", "f1", "victory 2")
    renamed = zone_edits.renamed_zone(begun(), "z", "y")
    assert (renamed.features[0].zone, renamed.victory[1].zone) == ("y", "y")


def test_a_side_takes_its_features_with_it() -> None:
    assert edits.without_side(begun(), "blue").features == ()
    renamed = edits.with_side(begun(), ScenarioSide("green"), "blue")
    assert renamed.features[0].side == "green"


def test_features_come_move_change_and_go() -> None:
    scenario, id_ = hex_feature_edits.with_new_feature(begun(), "bunker", "blue", AT)
    assert id_ == "bunker-1"
    assert scenario.features[-1] == ScenarioFeature("bunker-1", "bunker", "blue", AT)
    scenario = hex_feature_edits.changed_features(scenario, [id_], facing=3)
    scenario = hex_feature_edits.with_features_at(scenario, {id_: GRID.hex(0, 0), "f1": AT})
    assert [(f.at, f.zone, f.facing) for f in scenario.features] == [
        (AT, "", None), (GRID.hex(0, 0), "", 3),
    ]  # fmt: skip
    scenario = hex_feature_edits.with_features_in_zone(scenario, [id_], "z")
    assert (scenario.features[1].at, scenario.features[1].zone) == (None, "z")
    assert hex_feature_edits.renamed_feature(scenario, id_, "anna").features[1].id == "anna"
    with pytest.raises(ValueError, match="taken"):
        hex_feature_edits.renamed_feature(scenario, id_, "f1")
    assert hex_feature_edits.without_features(scenario, [id_]).features[0].id == "f1"


def test_a_new_feature_of_a_side_is_laid_where_the_side_sets_up() -> None:
    scenario, _ = hex_feature_edits.with_new_feature(begun(), "wire", "blue")
    assert (scenario.features[-1].at, scenario.features[-1].zone) == (None, "z")
    nobodys, _ = hex_feature_edits.with_new_feature(begun(), "wire")
    assert nobodys.features[-1].at == GRID.hex(0, 0)
