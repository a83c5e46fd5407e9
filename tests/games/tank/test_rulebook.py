"""The rulebook as data: a scenario changes tables, types, terrain, cards and choices."""

from __future__ import annotations

from typing import Any

import pytest

from engine.games.rule_tables import parse_rule_table
from engine.games.scenario_rules import InvalidRules
from engine.games.tank.data.rulebook import load_rulebook, rule_choices
from engine.games.tank.events import ShotResolved, Stepped
from engine.scenario.scenario import Card, Deck
from tests.games.boards import at, battle
from tests.games.tank.turns import last, order


def test_every_choice_names_its_rule_and_alternatives() -> None:
    for name, entry in rule_choices().items():
        assert set(entry) - {"least"} == {"value", "alternatives", "rule"}, name


def test_c1_a_tank_has_an_85_mm_gun_5_mp_medium_armour_and_fires_on_the_move() -> None:
    tank = load_rulebook().units["tank"]
    assert (tank.gun, tank.mp, tank.armour, tank.fires) == ("85mm", 5, "medium", "on-the-move")


def test_a_scenario_adds_a_gun_and_a_type_that_carries_it() -> None:
    rules = {
        "tables": {"A": "gun 0-10 11-30\n85mm 10 9\n57mm 6 3"},
        "units": {"scout": {"gun": "57mm", "mp": 8, "armour": "light", "name": "scout car"}},
    }
    board = "r1 " + ". " * 11 + "b1\n" + ". " * 13
    game = battle(board, [1, (3, 3), 1], rules=rules, types={"r1": "scout"})
    game.choose(game.options[0])
    assert last(game, ShotResolved).base == 3
    assert game.rules.describe_event(game.state, game.events[-1], "en").startswith("Red scout car")


def test_a_scenario_changes_what_terrain_costs_and_covers() -> None:
    rules = {"terrain": {"mobility": {"ground": {"woods": 4}}, "cover": {"woods": {"faces": [6]}}}}
    game = battle("r1 w . . . . b1\n . . . . . . .", [1, 1], rules=rules)
    order(game, "r1").choose(at(game, 1, 0))
    assert last(game, Stepped).cost == 4
    assert game.state.field.cover(at(game, 1, 0)).faces == (6,)
    assert game.state.field.cover(at(game, 1, 0)).height == 1, "what is not named stays"


def test_a_scenarios_deck_may_hold_cards_of_its_own() -> None:
    card = Card("double", "fire-boost", {"shots": 2, "levels": 4}, copies=3, title="Double boost")
    game = battle("r1 b1", decks={"d": Deck("d", (card,))})
    assert game.state.cards["double"].parameters["levels"] == 4


def test_two_decks_may_not_disagree_about_a_card() -> None:
    card = Card("fire-boost", "fire-boost", {"shots": 5, "levels": 1})
    with pytest.raises(InvalidRules, match="fire-boost"):
        battle("r1 b1", decks={"d": Deck("d", (card,))})


WRONG: list[tuple[dict[str, Any], str]] = [
    ({"strikt": True}, r"rules\.strikt.*strict"),
    ({"strict": "yes"}, r"rules\.strict.*true or false"),
    ({"stacking": 0}, r"rules\.stacking.*at least 1"),
    ({"march_hexes_per_mp": 0}, r"rules\.march_hexes_per_mp.*at least 1"),
    ({"close_combat_rounds": 0}, r"rules\.close_combat_rounds.*at least 1"),
    ({"short_halt_mp": -1}, r"rules\.short_halt_mp.*at least 0"),
    ({"cards_per_turn": "two"}, r"rules\.cards_per_turn.*one per side"),
    ({"cards_in_all": {"red": -1}}, r"rules\.cards_in_all\.red.*'-1'"),
    ({"results": "soft"}, "standard, firefight"),
    ({"tables": {"G": "x 1\n1 1"}}, r"rules\.tables\.G"),
    ({"tables": {"A": "gun 0-9\n85mm ten"}}, "table A: 'ten'"),
    ({"tables": {"A": "gun 0-9\n85mm 1 2"}}, "row 85mm has 2 cells"),
    ({"tables": {"C": "2d6 1\n2 K"}}, "row 2, column 2"),
    ({"units": {"x": {"gun": "88mm"}}}, r"units\.x\.gun.*85mm"),
    ({"units": {"x": {"armour": "thick"}}}, r"units\.x\.armour"),
    ({"units": {"x": {"fires": "never"}}}, r"units\.x\.fires"),
    ({"units": {"x": {"symbol": "inftry"}}}, r"units\.x\.symbol: .*infantry,"),
    ({"units": {"x": {"speed": 3}}}, r"units\.x\.speed"),
    ({"terrain": {"mobility": {"ground": {"woods": 0}}}}, r"terrain\.mobility"),
    (
        {"terrain": {"mobility": {"ground": {"wods": 3}}}},
        r"mobility\.ground\.wods: unknown .*'wods'.* woods,",
    ),
    ({"terrain": {"mobility": {"side": {"steam": 3}}}}, r"side\.steam: .*stream,"),
    ({"terrain": {"mobility": {"link": {"raod": 1}}}}, r"link\.raod: .*road,"),
    ({"terrain": {"cover": {"wods": {"height": 2}}}}, r"cover\.wods: .*woods,"),
    ({"terrain": {"march_links": ["hihgway"]}}, r"march_links: .*highway,"),
    ({"terrain": {"cover": {"woods": {"hight": 1}}}}, r"'hight'.* height"),
    ({"cards": {"x": {"effect": "fire-bost"}}}, r"cards\.x\.effect.*fire-boost"),
    ({"cards": {"x": {"effect": "repair", "parameters": {"levels": 1}}}}, r"parameters\.levels"),
    ({"cards": {"x": {"effect": "support", "parameters": {"battery": "9mm"}}}}, r"155mm, 122mm"),
]


@pytest.mark.parametrize(("rules", "said"), WRONG)
def test_what_the_rules_do_not_know_is_refused_with_its_place(
    rules: dict[str, Any], said: str
) -> None:
    with pytest.raises(InvalidRules, match=said):
        load_rulebook(rules)


def test_e2_cards_for_a_side_that_does_not_take_part_are_refused_with_a_suggestion() -> None:
    with pytest.raises(InvalidRules, match=r"cards_per_turn\.bleu: unknown side.*blue"):
        battle("r1 b1", rules={"cards_per_turn": {"bleu": 2}})


def test_a_table_is_read_as_printed() -> None:
    table = parse_rule_table("d 1-4 5-8 9+\n1 a b c\n2+ d e f")
    assert [table.cell(1, column) for column in (1, 4, 5, 9, 99)] == ["a", "a", "b", "c", "c"]
    assert table.cell(7, 0) is None
    assert table.cell(0, 1) is None
    assert table.as_json() == {
        "rows": ["1", "2+"],
        "columns": ["1-4", "5-8", "9+"],
        "cells": [["a", "b", "c"], ["d", "e", "f"]],
    }
