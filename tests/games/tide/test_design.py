"""Tide's limits, handbook and forms: what a scenario may say, and what a designer may change."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from engine.files.map_reader import load
from engine.games.scenario_limits import RuleError
from engine.games.stacking import Stack
from engine.games.tide import SYSTEM
from engine.hexes.grid import Grid
from engine.languages import MADE_IN
from engine.map.map import Map
from engine.play.forecast_blocks import PrintedTableCell
from engine.scenario.scenario import ScenarioUnit
from engine.sight.line_trace import TraceRule
from engine.texts import localised

DESIGN = SYSTEM.design()
MAPS = Path(__file__).parents[3] / "samples/tide/maps"


def limits(**rules: Any) -> Any:
    return SYSTEM.limits(rules, ())


def squad(*figures: str, marks: tuple[str, ...] = ()) -> ScenarioUnit:
    return ScenarioUnit("a", "west", "squad", figures=figures, marks=marks)


# --- limits ---------------------------------------------------------------------------------------


def test_g6_at_most_three_units_of_a_side_in_a_hex_two_of_them_vehicles() -> None:
    """At most 3 units of a side in a hex, at most 2 of them vehicles."""
    stacks = limits().stacking
    assert stacks(Stack(("squad", "sherman", "truck"))) is None
    assert "G6" in stacks(Stack(("squad",) * 4))
    assert "G6" in stacks(Stack(("sherman", "truck", "at-gun")))
    assert limits(units_in_hex=4).stacking(Stack(("squad",) * 4)) is None


@pytest.mark.parametrize(
    ("figures", "fits"),
    [
        (("regular",) * 4, True),
        (("regular",) * 5, False),
        (("mg-crew", "mortar-crew"), True),
        (("mg-crew", "regular", "regular"), True),
        (("mg-crew", "regular", "regular", "regular"), False),
    ],
)
def test_q1_a_base_has_four_places_and_crews_take_two(figures: tuple[str, ...], fits: bool) -> None:
    """A squad is a base with 4 places. Regular, elite and officer figures take 1, machine-gun and
    mortar crews 2."""
    why = limits().composing("squad", figures)
    assert (why is None) == fits
    assert fits or "Q1" in why


def test_q1_figures_stand_on_bases_alone() -> None:
    """A squad is a base with 4 places."""
    assert "Q1" in limits().composing("sherman", ("regular",))
    assert limits().manned == {"squad"}


def test_q4_one_specialisation_token_a_squad_and_none_on_a_heavy_one() -> None:
    """One specialisation token a squad at most, never on a heavy squad (SP)."""
    marking = limits().marking
    assert marking(squad("regular", marks=("engineer",))) is None
    assert "Q4" in marking(squad("regular", marks=("engineer", "medic")))
    assert "Q4" in marking(squad("mg-crew", marks=("engineer",)))


def test_rs3_vehicles_are_damaged_and_squads_pinned() -> None:
    """Vehicles are immune to suppressive."""
    tank = ScenarioUnit("t", "west", "sherman", marks=("pinned",))
    assert "RS3" in limits().marking(tank)
    assert "RS9" in limits().marking(squad("regular", marks=("light-damage",)))


def test_rs11_a_unit_begins_in_one_state() -> None:
    """normal 1–2 pinned, 3 disrupted, 4+ routed"""
    assert "RS11" in limits().marking(squad("regular", marks=("pinned", "disrupted")))
    tank = ScenarioUnit("t", "west", "sherman", marks=("heavy-damage", "light-damage"))
    assert "RS9" in limits().marking(tank)


@pytest.mark.parametrize(
    ("unit", "may"),
    [
        (ScenarioUnit("u", "west", "squad", figures=("mortar-crew",)), False),
        (ScenarioUnit("u", "west", "squad", figures=("mortar-crew", "regular")), True),
        (ScenarioUnit("u", "west", "squad", figures=("regular",), marks=("pinned",)), False),
        (ScenarioUnit("u", "west", "squad", figures=("regular",), marks=("medic",)), True),
        (ScenarioUnit("u", "west", "squad", figures=("regular",), aboard="t"), False),
        (ScenarioUnit("u", "west", "squad"), True),
        (ScenarioUnit("u", "west", "truck"), False),
        (ScenarioUnit("u", "west", "sherman", marks=("heavy-damage",)), True),
    ],
)
def test_a3_who_may_begin_in_op_fire_mode(unit: ScenarioUnit, may: bool) -> None:
    """Not pinned or disrupted squads, mortars alone, trucks; damaged vehicles may."""
    assert (limits().readying(replace(unit, mode="op-fire")) is None) == may
    assert limits().readying(unit) is None


def test_tr1_vehicles_carry_as_many_squads_as_their_number() -> None:
    """Only vehicles with the transport trait carry squads, as many as its number."""
    carries = limits().carrying
    assert carries("truck", ("squad", "squad")) is None
    assert "TR1" in carries("truck", ("squad",) * 3)
    assert "TR1" in carries("sherman", ("squad",))
    assert "TR1" in carries("truck", ("kubel",))


def test_tr9_a_gun_is_towed_instead_of_one_squad() -> None:
    """AT guns are towed: one gun instead of one squad."""
    carries = limits().carrying
    assert carries("truck", ("squad", "at-gun")) is None
    assert carries("halftrack", ("at-gun",)) is None
    assert "TR1" in carries("halftrack", ("squad", "at-gun"))


def test_x4_x6_where_positions_may_lie() -> None:
    """Entrenchment: not in stream, pond, building. At most 3 positions a hex."""
    map_ = Map.blank(Grid(2, 1))
    map_.grounds, map_.symbols = ("open", "building"), (".", "b")
    map_.ground[0, 1] = 1
    here, house = map_.grid.hex(0, 0), map_.grid.hex(1, 0)
    lies = limits().laying
    assert lies(map_, here, ("entrenchment", "entrenchment", "pillbox", "wire")) is None
    assert "X6" in lies(map_, here, ("entrenchment",) * 4)
    assert "X4" in lies(map_, house, ("entrenchment",))
    assert "X3" in lies(map_, house, ("smoke",))
    assert lies(map_, house, ("wire",)) is None


def test_u11_a_squad_is_worth_its_figures() -> None:
    """Points: regular 2, elite 3, officer 4, mg-crew 6, mortar-crew 7; sherman 24."""
    worth = limits().unit_worth
    assert worth(squad("regular", "elite", "officer", "regular")) == 11
    assert worth(squad("mg-crew", "mortar-crew")) == 13
    assert worth(ScenarioUnit("t", "west", "sherman")) == 24


@pytest.mark.parametrize(
    ("rules", "near"),
    [
        ({"asault_tie": "success"}, "assault_tie"),
        ({"assault_tie": "sucess"}, ""),
        ({"units": {"sherman": {"traits": ["concusive"]}}}, "concussive"),
        ({"units": {"sherman": {"amour": 3}}}, "armour"),
        ({"terrain": {"cover": {"wods": 1}}}, "woods"),
        ({"works": {"wire": {"cower": 1}}}, "cover"),
    ],
)
def test_rules_that_mean_nothing_are_told_with_what_was_meant(
    rules: dict[str, Any], near: str
) -> None:
    with pytest.raises(RuleError) as caught:
        SYSTEM.limits(rules, ())
    assert caught.value.near == near
    assert caught.value.path


def test_every_word_of_the_limits_is_said_in_every_language() -> None:
    found = limits()
    words = [*found.figures, *found.modes, *found.stocks, *found.counted, *found.card_terms.phases]
    assert all(localised(word.said, language) for word in words for language in MADE_IN)
    assert all(kind.letters for kind in found.features.values())


# --- forms ----------------------------------------------------------------------------------------


def test_every_choice_says_what_it_means_in_every_language() -> None:
    for choice in DESIGN.choices():
        for language in MADE_IN:
            assert localised(choice.name, language)
            assert localised(choice.meaning, language)
        assert choice.rule


def test_every_column_and_word_of_the_sheets_is_said_in_every_language() -> None:
    for sheet in DESIGN.data_tables({}):
        for column in sheet.columns:
            is_coded = sheet.id in ("success", "damage", "morale")
            assert is_coded or not isinstance(column.name, str), (sheet.id, column.id)
            assert all(not isinstance(word.said, str) for word in column.words), column.id


def test_a_cell_typed_over_counts_and_the_rulebooks_own_is_no_change() -> None:
    cell = PrintedTableCell("units", "sherman", "armour")
    changed = DESIGN.with_cell({}, cell, "5")
    assert changed == {"units": {"sherman": {"armour": 5}}}
    assert DESIGN.with_cell(changed, cell, "4") == {}
    assert DESIGN.reset_to_printed(changed, "units") == {}


def test_traits_are_words_with_blanks_between() -> None:
    cell = PrintedTableCell("units", "sherman", "traits")
    changed = DESIGN.with_cell({}, cell, "concussive sturdy")
    assert changed == {"units": {"sherman": {"traits": ["concussive", "sturdy"]}}}
    assert DESIGN.with_cell(changed, cell, "concussive sturdy overruns") == {}
    with pytest.raises(RuleError, match="sturdi"):
        DESIGN.with_cell({}, cell, "sturdi")


def test_terrain_is_typed_by_class_of_unit() -> None:
    changed = DESIGN.with_cell({}, PrintedTableCell("terrain", "woods", "vehicle"), "–")
    assert changed == {"terrain": {"mobility": {"vehicle": {"ground": {"woods": None}}}}}
    changed = DESIGN.with_cell(changed, PrintedTableCell("terrain", "woods", "cover"), "1")
    assert changed["terrain"]["cover"] == {"woods": 1}
    assert DESIGN.with_cell(changed, PrintedTableCell("terrain", "woods", "vehicle"), "3") == {
        "terrain": {"cover": {"woods": 1}}
    }
    assert DESIGN.reset_to_printed(changed, "terrain") == {}


def test_a_printed_table_typed_over_counts() -> None:
    changed = DESIGN.with_cell({}, PrintedTableCell("damage", "none", "1"), "heavy")
    assert "damage" in changed["tables"]
    assert DESIGN.reset_to_printed(changed, "damage", PrintedTableCell("damage", "none", "1")) == {}
    with pytest.raises(RuleError):
        DESIGN.with_cell({}, PrintedTableCell("damage", "none", "1"), "havy")


def test_a_type_of_ones_own_is_like_another() -> None:
    changed = DESIGN.with_row({}, "units", "ranger", "elite")
    book = SYSTEM.limits(changed, ())
    assert "ranger" in {word.id for word in book.figures}
    assert book.composing("squad", ("ranger",) * 4) is None
    assert DESIGN.without_row(changed, "units", "ranger") == {}


def shot(firer: str, away: int, ground: str, higher: int, manner: str) -> dict[str, str | int]:
    """At a squad."""
    values: tuple[str | int, ...] = (firer, "squad", away, manner, ground, higher)
    return {field.id: value for field, value in zip(DESIGN.trial_fields({}), values, strict=True)}


def test_ex1_of_a_trial_six_dice_at_a_squad_in_woods() -> None:
    """Cover 2, suppressive: the chance of no hit is 592/2187 for six dice at normal range."""
    rules = DESIGN.with_cell({}, PrintedTableCell("units", "halftrack", "fp"), "6")
    found = DESIGN.trial_odds(rules, shot("halftrack", 4, "woods", 0, "suppressive"))
    assert {chance.result: chance.chance for chance in found}["·"] == Fraction(592, 2187)
    assert sum(chance.chance for chance in found) == 1


def test_rg_of_a_trial_a_shot_beyond_twice_the_range_does_nothing() -> None:
    """RG4 beyond: out of range. RG5 a higher attacker has +1 range."""
    for away, higher, is_sure in ((8, 0, False), (9, 0, True), (10, 1, False), (11, 1, True)):
        found = DESIGN.trial_odds({}, shot("regular", away, "open", higher, "normal"))
        assert (found[0].chance == 1) == is_sure, (away, higher)


# --- the handbook ---------------------------------------------------------------------------------


def test_the_handbook_knows_bases_and_vehicles_but_no_figures() -> None:
    units = SYSTEM.handbook({}).units()
    assert {"squad", "sherman", "truck", "at-gun"} <= set(units)
    assert "regular" not in units


def test_the_handbooks_tables_are_whole() -> None:
    for name, table in SYSTEM.handbook({}).tables().items():
        assert len(table["rows"]) == len(table["cells"]), name
        assert all(len(row) == len(table["columns"]) for row in table["cells"]), name
        assert all(localised(table["title"], language) for language in MADE_IN), name


def test_m8_trucks_go_three_road_hexes_to_the_point() -> None:
    """Road: along a link 1 whatever the ground; trucks ⅓ along a road."""
    book = SYSTEM.handbook({})
    assert book.mobility("truck").link["road"] == Fraction(1, 3)
    assert book.mobility("sherman").link["road"] == 1
    assert book.terrain()["woods"]["entry_squad"] == 2
    assert book.terrain()["bocage"] == {
        "entry_squad": 2, "entry_vehicle": 3, "entry_wheeled": 3,
        "cover": 3, "cover_vehicle": 3, "cover_area": 0, "sight": "blocks",
    }  # fmt: skip


def test_previews_see_by_blind_hexes_and_by_what_a_scenario_chooses() -> None:
    """Ground as high as the higher unit blocks next to it (BS5), or wherever it lies (BS6)."""
    map_ = load(MAPS / "ridge-line.map.yaml")
    a, b = map_.labels.find("H4"), map_.labels.find("C5")
    assert not SYSTEM.handbook({}).sight(map_, TraceRule.CROSSED).sees(a, b)
    line = Map.blank(Grid(6, 1))
    line.level[0, 0] = line.level[0, 3] = 1
    ends = line.grid.hex(0, 0), line.grid.hex(5, 0)
    rules: list[dict[str, Any]] = [{}, {"blind_by_equal_ground": True}]
    found = [SYSTEM.handbook(r).sight(line, TraceRule.CROSSED).sees(*ends) for r in rules]
    assert found == [True, False]
