"""The primer's data: what stands in it, and what a scenario may change of it."""

from __future__ import annotations

from dataclasses import fields

import pytest

from engine.games.primer.data.rulebook import COLOURED, RulebookChoices, load_rulebook, rule_choices
from engine.games.scenario_rules import InvalidRules
from engine.map.terrain import TerrainClass, load_catalogue
from tests.games.primer.boards import battle

# Type, vision, strength, move, cost, ranged, as the handbook prints them.
PRINTED = [
    ("infantry", 1, 1, 3, 1, False),
    ("armour", 1, 5, 5, 6, False),
    ("artillery", 2, 3, 1, 3, True),
    ("recon", 2, 2, 5, 8, True),
]


@pytest.mark.parametrize(("name", "vision", "strength", "mp", "cost", "ranged"), PRINTED)
def test_p3_the_types_are_as_printed(
    name: str, vision: int, strength: int, mp: int, cost: int, ranged: bool
) -> None:
    unit = load_rulebook().units[name]
    assert (unit.vision, unit.strength, unit.mp, unit.cost) == (vision, strength, mp, cost)
    assert unit.ranged is ranged
    assert not unit.off_board


def test_p3_a_missile_costs_20_and_has_no_hex() -> None:
    missile = load_rulebook().units["missile"]
    assert (missile.cost, missile.off_board) == (20, True)


def test_every_choice_has_a_rule_and_its_default_is_among_its_alternatives() -> None:
    for name, entry in rule_choices().items():
        assert entry["rule"].startswith("P"), name
        assert load_rulebook({name: entry["value"]}).choices == load_rulebook().choices, name


def test_every_choice_is_there_and_no_other() -> None:
    assert set(rule_choices()) == {field.name for field in fields(RulebookChoices)}


@pytest.mark.parametrize("name", rule_choices())
def test_every_choice_can_be_changed(name: str) -> None:
    entry = rule_choices()[name]
    match entry["alternatives"]:
        case "boolean":
            others: list[object] = [not entry["value"]]
        case "number":
            others = [entry["value"] + 100]
        case _:
            others = [word for word in entry["alternatives"] if word != entry["value"]]
    for other in others:
        assert getattr(load_rulebook({name: other}).choices, name) == other


@pytest.mark.parametrize(
    ("rules", "why"),
    [
        ({"stackin": 2}, "stacking"),
        ({"stacking": 0}, "at least 1"),
        ({"stacking": "three"}, "'three'"),
        ({"encounter": "flee"}, "enter, halt"),
        ({"bridges": 1}, "rules.bridges"),
        ({"units": {"infantry": {"speed": 3}}}, "rules.units.infantry.speed"),
        ({"units": {"infantry": {"mp": -1}}}, "rules.units.infantry.mp"),
        ({"units": {"infantry": {"ranged": "yes"}}}, "rules.units.infantry.ranged"),
        ({"units": {"infantry": {"symbol": "horse"}}}, "horse"),
        ({"units": {"hover": {"terrain": "air"}}}, "infantry, armour"),
        ({"terrain": {"concealing": ["fog"]}}, "fog"),
        ({"terrain": {"alike": {"wods": "woods"}}}, "woods"),
        ({"terrain": {"road_links": ["rode"]}}, "road"),
        ({"terrain": {"smoke": 1}}, "smoke"),
        ({"terrain": {"entry": "ground a\nroad 0\nwaste 1"}}, "'0'"),
        ({"terrain": {"entry": "ground a\nroad 1"}}, "waste"),
        ({"tables": {"result": "2d6 0\n2 p1"}}, "results"),
        ({"deployment": "north"}, "rules.deployment"),
        ({"deployment": {"red": 3}}, "rules.deployment.red"),
    ],
)
def test_what_the_primer_does_not_know_is_refused_with_its_place(
    rules: dict[str, object], why: str
) -> None:
    with pytest.raises(InvalidRules) as error:
        load_rulebook(rules)
    assert why in str(error.value)


@pytest.mark.parametrize(
    ("rules", "why"),
    [
        ({"deployment": {"green": "north"}}, "red"),
        ({"deployment": {"red": "nort"}}, "north"),
        ({"rings": {"capital": "north"}}, "capital"),
        ({"rings": {"C1": "nort"}}, "north"),
    ],
)
def test_zones_are_named_for_sides_and_cities_there_are(rules: dict[str, object], why: str) -> None:
    with pytest.raises(InvalidRules, match=why):
        battle("bi1 . c", cities={"C1": "red"}, zones={"north": ["A1"]}, rules=rules)


def test_a_scenario_may_add_a_type_that_moves_as_another() -> None:
    rules = {"units": {"guard": {"name": "Guard", "strength": 2, "cost": 3}}}
    guard = load_rulebook(rules).units["guard"]
    assert (guard.strength, guard.mp, guard.terrain) == (2, 3, "infantry")
    assert guard.name == {"en": "Guard", "zh": "Guard"}


def test_every_kind_of_ground_there_is_has_a_cost_or_is_closed() -> None:
    mobilities = load_rulebook().mobilities
    for kind in load_catalogue().of_class(TerrainClass.GROUND):
        assert kind.id in mobilities["infantry"].ground


def test_p4_kinds_of_ground_the_handbook_does_not_name_are_like_one_it_does() -> None:
    armour = load_rulebook().mobilities["armour"]
    assert armour.entry("open") == armour.entry("waste") == 2
    assert armour.entry("settlement") is armour.entry("jungle") is armour.entry("lake") is None


def test_the_link_of_coloured_hexes_is_on_no_map() -> None:
    assert COLOURED not in [kind.id for kind in load_catalogue().of_class(TerrainClass.LINK)]
