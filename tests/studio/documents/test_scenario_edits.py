"""Edits of scenarios: each gives a sound scenario, and the file says what was meant."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from engine.checks.scenario_checks import lint_scenario
from engine.editing import scenario_edits as edits
from engine.editing import victory_edits, zone_edits
from engine.files import scenario_writer
from engine.files.scenario_reader import open_file
from engine.files.source_text import SHIPPED
from engine.hexes.hex import Hex
from engine.problems import Severity
from engine.scenario.scenario import (
    Objective,
    Scenario,
    ScenarioSide,
    VictoryCondition,
    VictoryKind,
)

CROSSROADS = SHIPPED / "samples" / "tank" / "scenarios" / "crossroads.scenario.yaml"


@pytest.fixture
def scenario() -> Scenario:
    return open_file(CROSSROADS).scenario


def ids(scenario: Scenario, side: str = "red") -> list[str]:
    return [unit.id for unit in scenario.units if unit.side == side]


def names(scenario: Scenario, side: str = "red") -> list[str]:
    return [str(unit.name["en"]) for unit in scenario.units if unit.side == side]  # type: ignore[index]  # maps in this sample


def test_units_made_in_bulk_are_numbered_on_and_have_ids_of_their_own(scenario: Scenario) -> None:
    before = ids(scenario)
    made, added = edits.with_units(scenario, "red", "tank", 3, "Reserve", {"en": "Red"})
    assert len(added) == 3
    assert ids(made) == [*before, *added]
    assert names(made)[-3:] == ["Red 5", "Red 6", "Red 7"]
    assert all(unit.zone for unit in made.units if unit.id in added), "each has a place"
    assert ids(scenario) == before, "the old scenario is as it was"


def test_a_duplicate_stands_behind_its_model(scenario: Scenario) -> None:
    first = ids(scenario)[0]
    made, (copy,) = edits.duplicate(scenario, [first])
    assert ids(made)[:2] == [first, copy]
    model, twin = made.units[0], made.units[1]
    assert replace(twin, id=model.id, name=model.name) == model


def test_renumbering_counts_in_the_order_given(scenario: Scenario) -> None:
    made = edits.renumber_units(scenario, ids(scenario)[::-1], first=11)
    assert names(made) == ["Red 14", "Red 13", "Red 12", "Red 11"]


def test_a_unit_is_in_exactly_one_place(scenario: Scenario) -> None:
    unit, zone = ids(scenario)[:1], next(iter(scenario.zones))
    for made in (
        edits.with_units_at(scenario, unit, Hex(3, 3)),
        edits.with_units_in_zone(scenario, unit, zone),
        edits.with_units_arriving(scenario, unit, 4, zone),
    ):
        found = made.units[0]
        assert [found.at is not None, bool(found.zone), found.arrives is not None].count(True) == 1


def test_dragged_to_the_other_side_a_unit_changes_sides(scenario: Scenario) -> None:
    unit = ids(scenario)[0]
    before = next(each for each in scenario.units if each.side == "blue")
    made = edits.regroup_units(scenario, [unit], "blue", before.formation, before.id)
    assert ids(made, "blue")[:2] == [unit, before.id]


def test_a_side_with_another_id_takes_all_that_is_its_along(scenario: Scenario) -> None:
    made = edits.with_side(scenario, replace(scenario.side("red"), id="north"), was="red")
    assert ids(made, "north") == ids(scenario)
    assert "red" not in {side.id for side in made.sides} | set(made.briefings)
    assert "red" not in {each.side for each in made.victory}


def test_two_sides_cannot_have_one_id(scenario: Scenario) -> None:
    with pytest.raises(ValueError, match="blue"):
        edits.with_side(scenario, replace(scenario.side("red"), id="blue"), was="red")


def test_choices_for_a_side_go_with_it(scenario: Scenario) -> None:
    made = edits.with_rule(scenario, ["cards_per_turn"], {"red": 1, "blue": 2})
    made = edits.with_rule(made, ["cards_in_all"], {"blue": 2})
    left = edits.without_side(made, "blue").rules
    assert left == {**scenario.rules, "cards_per_turn": {"red": 1}}


def test_only_one_side_begins(scenario: Scenario) -> None:
    made = edits.with_side(scenario, replace(scenario.side("red"), begins=True), was="red")
    made = edits.with_side(made, replace(made.side("blue"), begins=True), was="blue")
    assert [side.begins for side in made.sides] == [False, True]


def test_a_zone_is_renamed_wherever_it_is_spoken_of(scenario: Scenario) -> None:
    users = zone_edits.zone_users(scenario, "westerby")
    assert users
    made = zone_edits.renamed_zone(scenario, "westerby", "west")
    assert zone_edits.zone_users(made, "west") == users
    assert made.zones["west"] == scenario.zones["westerby"]
    assert zone_edits.zone_users(made, "westerby") == ()


def test_a_zone_that_is_needed_stays(scenario: Scenario) -> None:
    with pytest.raises(ValueError, match="r1"):
        zone_edits.without_zone(scenario, "westerby")


def test_a_renamed_objective_is_still_what_is_won_by(scenario: Scenario) -> None:
    aim = scenario.objectives[0]
    won = VictoryCondition(VictoryKind.OBJECTIVES, "red", (aim.id,))
    made = victory_edits.with_victory(scenario, 99, won)
    made = victory_edits.with_objective(made, replace(aim, id="elsewhere"), was=aim.id)
    assert made.victory[-1].objectives == ("elsewhere",)
    assert not any(each.objectives == ("elsewhere",) for each in
                   victory_edits.without_objective(made, "elsewhere").victory)  # fmt: skip


def test_a_rule_is_overridden_and_given_back_to_the_rulebook(scenario: Scenario) -> None:
    made = edits.with_rule(scenario, ["terrain", "mobility", "ground", "woods"], 3)
    assert made.rules["terrain"] == {"mobility": {"ground": {"woods": 3}}}
    back = edits.without_rule(made, ["terrain", "mobility", "ground", "woods"])
    assert back.rules == scenario.rules


@pytest.mark.parametrize("seed", range(6))
def test_whatever_is_edited_the_file_says_it_and_checks_without_errors(
    scenario: Scenario, tmp_path: Path, seed: int
) -> None:
    rng, made = Random(seed), scenario
    made = replace(made, ground_path=str(CROSSROADS.parent / made.ground_path), map_hash={})
    made.deck_paths = {
        name: str(CROSSROADS.parent / path) for name, path in made.deck_paths.items()
    }
    for _ in range(25):
        made = _edited(made, rng)
    file = scenario_writer.save(made, tmp_path / "a.scenario.yaml")
    assert file.scenario.units == made.units
    assert file.scenario.objectives == made.objectives
    assert file.scenario.victory == made.victory
    errors = [each for each in lint_scenario(file) if each.severity is Severity.ERROR]
    budget = {"over-budget"}  # what is bought is the author's business
    assert not {each.code for each in errors} - budget, errors


def _edited(scenario: Scenario, rng: Random) -> Scenario:
    """One edit at random."""
    units = [unit.id for unit in scenario.units]
    some = rng.sample(units, min(len(units), 2))
    zones = ["westerby", "ridge-farm", "north-edge"]
    number = rng.randrange(8)
    match number:
        case 0:
            side = rng.choice(["red", "blue"])
            return edits.with_units(scenario, side, "tank", rng.randint(1, 3))[0]
        case 1:
            return edits.duplicate(scenario, some)[0]
        case 2 if len(units) > 6:
            mates = [unit for unit in scenario.units if unit.side == "red"]
            return edits.without_units(scenario, [mates[0].id]) if len(mates) > 2 else scenario
        case 3:
            return edits.with_units_arriving(scenario, some, rng.randint(2, 9), "south-edge")
        case 4:
            return edits.with_units_in_zone(scenario, some, rng.choice(zones))
        case 5:
            id_ = edits.free_id("aim", [each.id for each in scenario.objectives])
            at = scenario.map.grid.hex(rng.randrange(20), rng.randrange(15))
            return victory_edits.with_objective(
                scenario, Objective(id_, at=at, points=rng.randint(1, 3))
            )
        case 6 if len(scenario.objectives) > 2:
            return victory_edits.without_objective(scenario, rng.choice(scenario.objectives).id)
        case _:
            return edits.changed_units(scenario, some, formation=rng.choice(["A", "B", ""]))


def test_a_side_that_goes_takes_its_own_with_it(scenario: Scenario) -> None:
    third = edits.with_side(scenario, ScenarioSide("green"))
    made, _ = edits.with_units(third, "green", "tank", 2)
    assert edits.without_side(made, "green") == scenario
