"""What a scenario may change of the tank game, as its forms offer and take it."""

from __future__ import annotations

from itertools import product

import pytest

from engine.games.rule_tables import parse_rule_table
from engine.games.rules_design import ChoiceKind
from engine.games.scenario_limits import RuleError
from engine.games.tank.adapter.design import TankDesign
from engine.games.tank.data.rulebook import FireManner, load_rulebook, rule_choices
from engine.games.tank.presentation.fire_odds import expected_shot_odds
from engine.languages import MADE_IN
from engine.play.forecast_blocks import PrintedTableCell
from tests.games.boards import battle

DESIGN = TankDesign()
GROUNDS = (("open", "."), ("woods", "w"))


def sheet(name: str, rules: dict[str, object] | None = None) -> dict[PrintedTableCell, str]:
    return dict(next(each for each in DESIGN.data_tables(rules or {}) if each.id == name).cells)


# --- choices --------------------------------------------------------------------------------------


def test_every_choice_of_the_rulebook_is_offered_with_words_in_every_language() -> None:
    offered = DESIGN.choices()
    assert [choice.id for choice in offered] == list(rule_choices())
    for choice in offered:
        said = [choice.name, choice.meaning, *(word.said for word in choice.words)]
        assert all(isinstance(each, dict) and set(each) == set(MADE_IN) for each in said), choice
        assert (choice.kind is ChoiceKind.ONE_OF) == bool(choice.words)


def test_what_a_choice_offers_the_game_takes() -> None:
    for choice in DESIGN.choices():
        for word in choice.words:
            assert getattr(load_rulebook({choice.id: word.id}).choices, choice.id) == word.id


# --- sheets ---------------------------------------------------------------------------------------


def test_nothing_is_changed_in_the_rulebook_s_own_sheets() -> None:
    assert [each.id for each in DESIGN.data_tables({}) if each.is_changed] == []


def test_typing_what_the_rulebook_says_is_no_change() -> None:
    for each in DESIGN.data_tables({}):
        for cell, word in list(each.cells.items())[:40]:
            assert DESIGN.with_cell({}, cell, word) == {}, cell


@pytest.mark.parametrize(
    ("cell", "word", "rules"),
    [
        (PrintedTableCell("units", "tank", "mp"), "6", {"units": {"tank": {"mp": 6}}}),
        (
            PrintedTableCell("units", "tank", "name-en"),
            "panzer",
            {"units": {"tank": {"name": {"en": "panzer", "zh": "坦克", "en-plural": "tanks"}}}},
        ),
        (
            PrintedTableCell("terrain", "woods", "entry"),
            "–",
            {"terrain": {"mobility": {"ground": {"woods": None}}}},
        ),
        (
            PrintedTableCell("terrain", "orchard", "entry"),
            "1/2",
            {"terrain": {"mobility": {"ground": {"orchard": "1/2"}}}},
        ),
        (
            PrintedTableCell("terrain", "woods", "faces"),
            "3, 4 5",
            {"terrain": {"cover": {"woods": {"faces": [3, 4, 5]}}}},
        ),
        (
            PrintedTableCell("terrain", "track", "march"),
            "yes",
            {"terrain": {"march_links": ["road", "highway", "tunnel", "track"]}},
        ),
    ],
)
def test_only_what_differs_is_written(
    cell: PrintedTableCell, word: str, rules: dict[str, object]
) -> None:
    changed = DESIGN.with_cell({}, cell, word)
    assert changed == rules
    assert DESIGN.reset_to_printed(changed, cell.table, cell) == {}


def test_a_changed_table_is_written_as_it_is_printed() -> None:
    changed = DESIGN.with_cell({}, PrintedTableCell("C", "7", "8"), "K")
    table = parse_rule_table(changed["tables"]["C"])
    assert table.cell("7", "8") == "K"
    assert sheet("C", changed) == {**sheet("C"), PrintedTableCell("C", "7", "8"): "K"}


@pytest.mark.parametrize(
    ("cell", "word"),
    [
        (PrintedTableCell("C", "7", "8"), "x"),
        (PrintedTableCell("C", "7", "8"), ""),
        (PrintedTableCell("C", "7", "8"), "K K"),
        (PrintedTableCell("A", "85mm", "0-8"), "many"),
        (PrintedTableCell("units", "tank", "mp"), "-1"),
        (PrintedTableCell("units", "tank", "gun"), "popgun"),
        (PrintedTableCell("units", "tank", "name-zh"), ""),
        (PrintedTableCell("terrain", "woods", "entry"), "dear"),
        (PrintedTableCell("terrain", "woods", "entry"), "0"),
        (PrintedTableCell("terrain", "woods", "entry"), ""),
        (PrintedTableCell("terrain", "woods", "faces"), "7"),
    ],
)
def test_what_the_game_does_not_know_is_refused(cell: PrintedTableCell, word: str) -> None:
    with pytest.raises(RuleError):
        DESIGN.with_cell({}, cell, word)


def test_a_type_of_the_scenario_s_own_is_like_another_and_goes_again() -> None:
    rules = DESIGN.with_row({}, "units", "heavy", "tank")
    heavy = load_rulebook(rules).units["heavy"]
    assert (heavy.gun, heavy.mp, heavy.armour) == ("85mm", 5, "medium")
    assert next(each for each in DESIGN.data_tables(rules)).rows[-1].is_own
    assert DESIGN.without_row(rules, "units", "heavy") == {}


def test_a_gun_that_a_type_needs_cannot_go() -> None:
    rules = DESIGN.with_row({}, "A", "120mm", "85mm")
    rules = DESIGN.with_cell(rules, PrintedTableCell("units", "tank", "gun"), "120mm")
    with pytest.raises(RuleError, match="120mm"):
        DESIGN.without_row(rules, "A", "120mm")


def test_a_sheet_goes_back_and_types_of_the_scenario_s_own_stay() -> None:
    rules = DESIGN.with_row({}, "units", "heavy", "tank")
    rules = DESIGN.with_cell(rules, PrintedTableCell("units", "tank", "mp"), "7")
    back = DESIGN.reset_to_printed(rules, "units")
    assert list(back["units"]) == ["heavy"]


def test_other_rules_and_the_rules_given_stay_as_they_are() -> None:
    given = {"stacking": 3, "cards_per_turn": {"red": 1}, "units": {"tank": {"mp": 6}}}
    kept = {"stacking": 3, "cards_per_turn": {"red": 1}, "units": {"tank": {"mp": 6}}}
    changed = DESIGN.with_cell(given, PrintedTableCell("units", "tank", "points"), "3")
    assert given == kept
    assert changed == {**kept, "units": {"tank": {"mp": 6, "points": 3}}}


A_SHOT = {"firer": "tank", "target": "tank", "ground": "open", "higher": 0, "manner": "direct"}


# --- trials ---------------------------------------------------------------------------------------


def test_the_odds_of_a_trial_are_those_of_the_same_shot_on_a_map() -> None:
    fields = {field.id: field for field in DESIGN.trial_fields({})}
    for (ground, sign), up, manner in product(GROUNDS, (0, 2), fields["manner"].words):
        game = battle(f"r1 . . . . b1:{up}{sign}")
        firer, target = game.state.units["r1"], game.state.units["b1"]
        trial = {**A_SHOT, "range": 5, "ground": ground, "higher": up, "manner": manner.id}
        odds = {each.result: each.chance for each in DESIGN.trial_odds({}, trial)}
        assert odds == dict(expected_shot_odds(game.state, firer, target, FireManner(manner.id))), (
            trial
        )


def test_beyond_the_gun_s_range_nothing_happens() -> None:
    (distance,) = (field for field in DESIGN.trial_fields({}) if field.id == "range")
    (sure,) = DESIGN.trial_odds({}, {**A_SHOT, "range": distance.most})
    assert sure.result == "·"
    assert sure.chance == 1
