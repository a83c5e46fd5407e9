"""What stands on counters: numbers that differ within a side, colours that look unlike."""

from __future__ import annotations

from itertools import combinations

import pytest

from engine.editing.scenario_edits import changed_units, with_distinct_unit_numbers
from engine.files.scenario_reader import read_scenario
from engine.files.source_text import SHIPPED, read
from engine.scenario.counters import (
    COLOURS,
    Lab,
    clearest_colour,
    colour_difference,
    counter_designation,
    looks_like,
    to_lab,
    units_sharing_numbers,
)
from engine.scenario.scenario import Scenario

CROSSROADS = SHIPPED / "samples" / "tank" / "scenarios" / "crossroads.scenario.yaml"
# From the test data of Sharma, Wu and Dalal, "The CIEDE2000 Color-Difference Formula", 2005.
PUBLISHED = [
    ((50, 2.6772, -79.7751), (50, 0, -82.7485), 2.0425),
    ((50, 0, 0), (50, -1, 2), 2.3669),
    ((50, 2.49, -0.001), (50, -2.49, 0.0009), 7.1792),
    ((50, 2.49, -0.001), (50, -2.49, 0.0011), 7.2195),
    ((50, -0.001, 2.49), (50, 0.0011, -2.49), 4.7461),
    ((50, 2.5, 0), (73, 25, -18), 27.1492),
    ((50, 2.5, 0), (56, -27, -3), 31.9030),
    ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
    ((2.0776, 0.0795, -1.135), (0.9033, -0.0636, -0.5514), 0.9082),
]


@pytest.fixture(scope="module")
def scenario() -> Scenario:
    found, _ = read_scenario(read(CROSSROADS))
    assert found is not None
    return found.scenario


@pytest.mark.parametrize(("one", "other", "published"), PUBLISHED)
def test_differences_of_colours_are_the_published_ones(
    one: tuple[float, float, float], other: tuple[float, float, float], published: float
) -> None:
    assert colour_difference(Lab(*one), Lab(*other)) == pytest.approx(published, abs=5e-5)
    assert colour_difference(Lab(*other), Lab(*one)) == pytest.approx(published, abs=5e-5)


def test_black_and_white_are_a_hundred_apart_and_a_colour_is_like_itself() -> None:
    assert colour_difference(to_lab("#000000"), to_lab("#ffffff")) == pytest.approx(100, abs=0.001)
    assert colour_difference(to_lab("#2B62c8"), to_lab("#2b62C8")) == 0


def test_the_usual_colours_are_unlike_each_other() -> None:
    assert [pair for pair in combinations(COLOURS, 2) if looks_like(*pair)] == []


def test_the_clearest_colour_is_like_none_that_is_taken() -> None:
    taken: list[str] = []
    for _ in COLOURS:
        taken.append(clearest_colour(taken))
    assert sorted(taken) == sorted(COLOURS)


def test_all_but_the_first_of_a_number_are_numbered_apart(scenario: Scenario) -> None:
    red = [unit.id for unit in scenario.units if unit.side == "red"]
    same = changed_units(scenario, red, name={"en": "Tank 7", "zh": "坦克7号"})
    (found,) = units_sharing_numbers(same.units)
    apart = with_distinct_unit_numbers(same, found[1:])
    assert units_sharing_numbers(apart.units) == []
    named = [unit.name for unit in apart.units if unit.side == "red"]
    assert named[:2] == [{"en": "Tank 7", "zh": "坦克7号"}, {"en": "Tank 8", "zh": "坦克8号"}]


def test_a_unit_without_a_name_has_its_number_in_its_id(scenario: Scenario) -> None:
    red = [unit for unit in scenario.units if unit.side == "red"]
    bare = changed_units(scenario, [unit.id for unit in red], name="")
    named = changed_units(bare, [red[0].id], name="Lion 2")
    (found,) = units_sharing_numbers(named.units)
    assert [counter_designation(unit.id, unit.name) for unit in found] == ["2", "2"]
    apart = with_distinct_unit_numbers(named, found[1:])
    assert units_sharing_numbers(apart.units) == []
    ids = [unit.id for unit in apart.units]
    assert len({*ids}) == len(ids)
    assert ids[: len(red)] != [unit.id for unit in red]


def test_letters_on_counters_are_no_numbers(scenario: Scenario) -> None:
    red = [unit for unit in scenario.units if unit.side == "red"][:2]
    assert counter_designation("reserve", "") == counter_designation("rear", "") == "RE"
    renamed = [type(unit)("re" + "abc"[n], unit.side, unit.type, at=unit.at)
               for n, unit in enumerate(red)]  # fmt: skip
    assert units_sharing_numbers(renamed) == []
