"""Country made by a seed: the same everywhere, without a fault, with waters that run downhill."""

from __future__ import annotations

from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from engine.checks.map_checks import check_map
from engine.editing.blank_maps import BlankMapPlan, make_blank_map
from engine.files.map_reader import read_map
from engine.files.map_writer import new_map_text
from engine.files.source_text import parse
from engine.hexes.grid import Grid, OffsetParity, Orientation
from engine.map.map import Map
from engine.map.styles import MapNameKind
from engine.map_generator.generator import generate_map, with_setup_zones
from engine.map_generator.grid_arrays import GridArrays
from engine.map_generator.recipe import (
    InvalidRecipeError,
    MapRecipe,
    RiverCourse,
    amount_bounds,
    amount_names,
    find_landscape,
    list_landscapes,
    recipe_from,
    values_of,
)
from engine.map_generator.relief import generate_heights
from engine.map_generator.settlements_and_roads import generate_roads
from engine.map_generator.waters import generate_waters
from engine.movement.connected_components import label_regions
from engine.problems import Problem

FILE = Path("made.map.yaml")


def doubts(map_: Map) -> list[Problem]:
    """What reading and checking the map's file finds."""
    source = parse(new_map_text(map_, FILE), FILE.name)
    read, problems = read_map(source)
    return [*problems, *(check_map(read, source) if read is not None else ())]


def any_recipe(chance: Random) -> MapRecipe:
    """Every amount least, most or between."""
    values = {
        amount: chance.choice([*amount_bounds(amount), chance.randint(*amount_bounds(amount))])
        for amount in amount_names()
    }
    return MapRecipe(**values, bed=chance.choice(list(RiverCourse)))


@pytest.mark.parametrize("seed", range(24))
def test_check_finds_no_fault_in_any_country(seed: int) -> None:
    chance = Random(seed)
    plan = replace(
        BlankMapPlan(),
        columns=chance.randint(4, 34), rows=chance.randint(4, 26),
        orientation=chance.choice(list(Orientation)), shifted=chance.choice(list(OffsetParity)),
    )  # fmt: skip
    recipe = any_recipe(chance)
    found = doubts(generate_map(recipe, plan.map()))
    assert [problem.sentence("en") for problem in found] == [], f"{recipe} on {plan.grid}"


def digest(map_: Map) -> str:
    planes: list[np.ndarray[Any, Any]] = [map_.level, map_.ground]
    planes += [*map_.sides.values(), *map_.links.values()]
    return sha256(b"".join(plane.tobytes() for plane in planes)).hexdigest()[:16]


# Of 40 × 30 hexes by seed 7; another machine must get the same.
DIGESTS = {"rolling": "dee7363fb5211606", "river": "84767bd2d0143644"}


@pytest.mark.parametrize("id_", DIGESTS)
def test_the_same_seed_is_the_same_map_on_every_machine(id_: str) -> None:
    made = generate_map(find_landscape(id_).seeded(7), make_blank_map(40, 30))
    assert digest(made) == DIGESTS[id_]
    assert (
        digest(generate_map(find_landscape(id_).seeded(8), make_blank_map(40, 30))) != DIGESTS[id_]
    )


@pytest.mark.parametrize("orientation", Orientation)
def test_no_water_climbs(orientation: Orientation) -> None:
    lay = GridArrays(Grid(40, 30, orientation))
    recipe = replace(find_landscape("hills").seeded(3), lakes=0)
    found = generate_waters(recipe, lay, generate_heights(recipe, lay))
    low = np.where(lay.hexes_at_corners >= 0, found.levels[lay.hexes_at_corners], 999).min(axis=1)
    laid = lay.edges[found.stream_sides | found.river_sides]
    assert len(laid) > 40
    upper = np.where(found.flow[laid[:, 0]] < found.flow[laid[:, 1]], laid[:, 0], laid[:, 1])
    lower = np.where(upper == laid[:, 0], laid[:, 1], laid[:, 0])
    assert (low[upper] >= low[lower]).all()


def test_roads_join_every_dwelling_with_every_other() -> None:
    lay = GridArrays(Grid(40, 30))
    recipe = find_landscape("lakes").seeded(4)
    made = generate_roads(recipe, lay, generate_waters(recipe, lay, generate_heights(recipe, lay)))
    homes = [each.at for each in made.dwellings]
    assert len(homes) > 5
    numbers = label_regions(lay.grid, made.on.reshape(lay.grid.shape)).reshape(-1)
    assert set(numbers[homes].tolist()) == {numbers[homes[0]]}


def test_more_of_an_amount_is_more_of_it_on_the_map() -> None:
    def share(kind: str, recipe: MapRecipe) -> int:
        map_ = generate_map(recipe, make_blank_map(40, 30))
        return int((map_.ground == map_.grounds.index(kind)).sum()) if kind in map_.grounds else 0

    few, many = replace(MapRecipe(), woods=10), replace(MapRecipe(), woods=50)
    assert share("woods", few) * 3 < share("woods", many)
    dry = generate_map(replace(MapRecipe(), streams=0, rivers=0, lakes=0), make_blank_map(40, 30))
    assert not dry.sides.keys() & {"stream", "river-line"}
    assert "lake" not in dry.grounds
    empty = generate_map(replace(MapRecipe(), villages=0, roads=0), make_blank_map(40, 30))
    assert not empty.links


def test_rivers_run_through_hexes_where_that_is_wanted() -> None:
    made = generate_map(find_landscape("river").seeded(2), make_blank_map(40, 30))
    assert "river" in made.grounds
    assert "river-line" not in made.sides


def test_two_sides_set_up_on_dry_land_at_opposite_edges() -> None:
    made = with_setup_zones(generate_map(find_landscape("lakes").seeded(3), make_blank_map(40, 30)))
    assert doubts(made) == []
    red, blue = made.zones["red-setup"].hexes, made.zones["blue-setup"].hexes
    assert red[:, :5].any()
    assert not red[:, 5:].any()
    assert not blue[:, :35].any()
    water = made.ground == made.grounds.index("lake")
    assert not ((red | blue) & water).any()


def test_the_sheet_keeps_its_scale_and_labels() -> None:
    sheet = replace(make_blank_map(12, 10), title="Somewhere", hex_metres=250.0, base_metres=40.0)
    made = generate_map(MapRecipe(), sheet)
    assert (made.title, made.hex_metres, made.base_metres) == ("Somewhere", 250.0, 40.0)
    assert made.labels == sheet.labels


def test_every_dwelling_has_a_name_of_its_own_in_both_languages() -> None:
    made = generate_map(find_landscape("bocage").seeded(5), make_blank_map(60, 40))
    names = [place.name for place in made.places]
    assert all(isinstance(name, dict) and {*name} == {"en", "zh"} for name in names)
    assert len({str(name) for name in names}) == len(names) > 20


def test_the_names_of_a_hill_and_a_lake_are_lettered_as_such() -> None:
    made = generate_map(find_landscape("lakes").seeded(4711), make_blank_map(30, 22))
    letters = [place.look.sort for place in made.places]
    assert (letters.count(MapNameKind.RELIEF), letters.count(MapNameKind.WATER)) == (1, 1)
    assert all(
        made.ground_at(place.at) == "lake"
        for place in made.places
        if place.look.sort is MapNameKind.WATER
    )


def test_a_recipe_is_plain_values_and_back_and_refuses_what_it_cannot_be() -> None:
    for each in list_landscapes():
        assert recipe_from(values_of(each.recipe)) == each.recipe
    with pytest.raises(
        InvalidRecipeError,
        match="woods: 101",
    ):
        MapRecipe(woods=101)
    with pytest.raises(InvalidRecipeError, match="at least 4 columns and rows"):
        generate_map(MapRecipe(), make_blank_map(3, 40))
