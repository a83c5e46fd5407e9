"""A scenario on another state of its map: hexes keep the names their file gives them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.editing import scenario_edits as edits
from engine.editing import zone_edits
from engine.editing.sheet_transforms import Margins, extend_map
from engine.files import scenario_reader
from engine.files.source_text import SHIPPED
from engine.scenario.scenario import Scenario
from studio.documents.open_references import replace_scenario_map


@pytest.fixture
def scenario() -> Scenario:
    """The crossroads with a unit at a hex and a zone of its own."""
    found = scenario_reader.load(SHIPPED / "samples/tank/scenarios/crossroads.scenario.yaml")
    grid = found.map.grid
    placed = edits.with_units_at(found, ["r1"], grid.hex(4, 5))
    return zone_edits.with_zone(placed, "own", [grid.hex(6, 7)])


def test_on_a_map_of_the_same_shape_all_stays_where_it_is(scenario: Scenario) -> None:
    map_ = replace(scenario.map)
    followed = replace_scenario_map(scenario, map_, by_label=True)
    assert followed.map is map_
    assert followed.units is scenario.units


@pytest.mark.parametrize("by_label", [True, False])
def test_on_a_map_with_columns_added_hexes_keep_their_names(
    scenario: Scenario, by_label: bool
) -> None:
    def name(of: Scenario) -> list[str]:
        hexes = [of.units[0].at, of.zones["own"][0]]
        spell = of.map.labels.label if by_label else of.map.grid.name
        return [spell(hex_) for hex_ in hexes if hex_ is not None]

    wider = extend_map(scenario.map, *Margins(left=2))
    followed = replace_scenario_map(scenario, wider, by_label=by_label)
    assert followed.map.grid.columns == scenario.map.grid.columns + 2
    assert name(followed) == name(scenario)


def test_what_the_map_has_no_more_stays_and_is_off_it(scenario: Scenario) -> None:
    smaller = extend_map(scenario.map, *Margins(left=-10))
    followed = replace_scenario_map(scenario, smaller, by_label=True)
    assert followed.units[0].at == scenario.units[0].at
