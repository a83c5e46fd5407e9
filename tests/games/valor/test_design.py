"""Valor's limits, handbook and forms: what a scenario may say, and what a designer may change."""

from __future__ import annotations

from typing import Any

import pytest

from engine.games.scenario_limits import RuleError
from engine.games.stacking import Stack
from engine.games.valor import SYSTEM
from engine.hexes.grid import Grid, Orientation
from engine.languages import MADE_IN
from engine.map.map import Map
from engine.play.forecast_blocks import PrintedTableCell
from engine.texts import localised

DESIGN = SYSTEM.design()


def limits(**rules: Any) -> Any:
    return SYSTEM.limits(rules, ())


# --- limits ---------------------------------------------------------------------------------------


def test_stacking_is_told_in_words() -> None:
    """V6.11: who may not stand together is said why."""
    assert limits().stacking(Stack(("us-rifle",) * 3 + ("leader-1", "truck"))) is None
    assert "V6.11" in limits().stacking(Stack(("us-rifle",) * 4))
    assert limits(stacking="2021").stacking(Stack(("us-rifle",) * 4)) is None
    assert "V19.5" in limits().stacking(Stack(("us-rifle",) * 3, ("bunker-wood",)))


def test_a_number_where_a_word_is_meant_is_taken_for_it() -> None:
    """YAML reads 2021 as a number and off as a truth; both are words here."""
    assert limits(stacking=2021).stacking(Stack(("us-rifle",) * 4)) is None
    assert limits(half_hexes=False)


def test_portage_and_passengers_are_told_in_words() -> None:
    """V8.1, V12.1."""
    assert limits().bearing("us-rifle", ("hmg",)) is None
    assert "V12.1" in limits().bearing("leader-1", ("hmg",))
    assert "V12.1" in limits().bearing("us-rifle", ("mg34", "mg34"))
    assert limits().carrying("truck", ("us-rifle", "us-rifle")) is None
    assert "T1" in limits().carrying("m3-halftrack", ("us-rifle", "us-rifle"))
    assert "V8.1" in limits().carrying("m4a1", ("us-rifle",))


def test_fronts_weapons_and_features_are_known() -> None:
    """What has a front, what is borne, what is laid."""
    found = limits()
    assert {"m4a1", "truck", "pak40"} <= found.faces
    assert "us-rifle" not in found.faces
    assert "hmg" in found.weapons
    assert "grenades" not in found.weapons
    assert found.features["bunker-wood"].faces
    assert {"smoke", "light", "sniper", "grenades"} <= {word.id for word in found.stocks}


def test_v19_2_where_positions_may_lie() -> None:
    """Fortifications only on open ground, one a hex."""
    map_ = Map.blank(Grid(2, 1, Orientation.FLAT))
    map_.grounds, map_.symbols = ("open", "woods"), (".", "w")
    map_.ground[0, 1] = 1
    here, woods = map_.grid.hex(0, 0), map_.grid.hex(1, 0)
    laying = limits().laying
    assert laying(map_, here, ("wire",)) is None
    assert "V19.2" in laying(map_, here, ("wire", "minefield"))
    assert "V19.2" in laying(map_, woods, ("sandbags",))
    assert laying(map_, woods, ("foxholes",)) is None


@pytest.mark.parametrize(
    "rules",
    [
        {"advance": "nobody"},
        {"units": {"us-rifle": {"kind": "platoon"}}},
        {"units": {"us-rifle": {"speed": 3}}},
        {"weapons": {"mg34": {"class": "Z"}}},
        {"positions": {"wire": {"cover": -1}}},
        {"terrain": {"cover": {"wods": 2}}},
        {"terrain": {"colour": {}}},
    ],
)
def test_what_the_rules_do_not_know_is_a_fault_with_its_place(rules: dict[str, Any]) -> None:
    with pytest.raises(RuleError) as error:
        SYSTEM.limits(rules, ())
    assert error.value.path[0] in rules


# --- forms ----------------------------------------------------------------------------------------


def test_every_choice_and_heading_has_words_in_both_languages() -> None:
    for choice in DESIGN.choices():
        for language in MADE_IN:
            assert localised(choice.name, language)
            assert localised(choice.meaning, language)
    for sheet in DESIGN.data_tables({}):
        assert localised(sheet.label, "zh")
        for column in sheet.columns:
            assert localised(column.name, "zh")
            assert all(localised(word.said, "zh") for word in column.words)


@pytest.mark.parametrize(
    ("cell", "word", "rules"),
    [
        (PrintedTableCell("units", "us-rifle", "apfp"), "6", {"units": {"us-rifle": {"apfp": 6}}}),
        (PrintedTableCell("weapons", "mg34", "class"), "H", {"weapons": {"mg34": {"class": "H"}}}),
        (
            PrintedTableCell("positions", "wire", "blocks"),
            "yes",
            {"positions": {"wire": {"blocks": True}}},
        ),
        (PrintedTableCell("terrain", "woods", "cover"), "3", {"terrain": {"cover": {"woods": 3}}}),
        (
            PrintedTableCell("terrain", "woods", "vehicle"),
            "–",
            {"terrain": {"mobility": {"vehicle": {"ground": {"woods": None}}}}},
        ),
    ],
)
def test_a_cell_typed_over_is_a_rule_and_as_printed_none(
    cell: PrintedTableCell, word: str, rules: dict[str, Any]
) -> None:
    changed = DESIGN.with_cell({}, cell, word)
    assert changed == rules
    sheet = next(each for each in DESIGN.data_tables(changed) if each.id == cell.table)
    assert cell in sheet.changed
    assert DESIGN.reset_to_printed(changed, cell.table, cell) == {}
    assert DESIGN.reset_to_printed(changed, cell.table) == {}


def test_a_type_of_the_scenarios_own_is_added_like_another_and_taken_out() -> None:
    grown = DESIGN.with_row({}, "units", "uk-guards", "uk-elite")
    assert SYSTEM.handbook(grown).units()["uk-guards"]["apfp"] == 5
    assert DESIGN.without_row(grown, "units", "uk-guards") == {}


def test_a_printed_table_typed_over_counts() -> None:
    changed = DESIGN.with_cell({}, PrintedTableCell("AP", "1-4", "2"), "6")
    assert "AP" in changed["tables"]
    assert SYSTEM.handbook(changed).tables()["AP"]["cells"][0][0] == "6"
    with pytest.raises(RuleError):
        DESIGN.with_cell({}, PrintedTableCell("AP", "1-4", "2"), "")


def test_a_trial_shows_the_points_of_an_attack() -> None:
    """Row 5–10 at 0: 0…6 CP: 15 6 5 4 3 2 1 in 36 (V26.11)."""
    values = {"firer": "us-rifle", "range": 3, "manner": "fire", "ground": "open"}
    assert values.keys() == {field.id for field in DESIGN.trial_fields({})}
    found = DESIGN.trial_odds({}, values)
    assert [str(36 * chance.chance) for chance in found] == ["15", "6", "5", "4", "3", "2", "1"]


# --- the handbook ---------------------------------------------------------------------------------


def test_the_handbook_prints_tables_and_charts() -> None:
    book = SYSTEM.handbook({})
    assert {"AP", "hit", "armour", "assault", "units", "weapons", "positions"} <= set(book.tables())
    assert book.movement_points("leader-1") == 6
    assert book.terrain()["woods"] == {
        "entry_infantry": 2, "entry_vehicle": 2, "entry_gun": 2, "cover": 2, "sight": "blocks",
    }  # fmt: skip
