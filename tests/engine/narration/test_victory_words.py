"""Conditions of victory as sentences."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.files.scenario_reader import load
from engine.files.source_text import SHIPPED
from engine.narration.victory_text import (
    all_conditions_sentence,
    condition_sentence,
    objective_sentence,
    victory_sentences,
)
from engine.scenario.scenario import Scenario, VictoryCondition, VictoryKind
from engine.texts import text

CROSSROADS = SHIPPED / "samples" / "tank" / "scenarios" / "crossroads.scenario.yaml"
HOLDING, LOSSES, POINTS, LIMIT, *_ = VictoryKind


@pytest.fixture(scope="module")
def scenario() -> Scenario:
    return load(CROSSROADS)


@pytest.mark.parametrize(
    ("condition", "sentence"),
    [
        (
            VictoryCondition(HOLDING, "red", ("crossways", "bridge")),
            "Red wins if, at the end of a turn, they hold Crossways and the Stone Bridge.",
        ),
        (
            VictoryCondition(HOLDING, "blue", count=2, at_once=True),
            "Blue wins as soon as they hold at least 2 of Crossways, the Stone Bridge and Alderby.",
        ),
        (
            VictoryCondition(LOSSES, "red", percent=50),
            "Red wins if, at the end of a turn, 50 % of the enemy units are lost.",
        ),
        (
            VictoryCondition(POINTS, "blue", points=5, at_once=True),
            "Blue wins as soon as they have 5 points.",
        ),
        (VictoryCondition(LIMIT, "blue"), "After turn 12, Blue wins."),
    ],
)
def test_a_condition_says_who_wins_when_by_what(
    scenario: Scenario, condition: VictoryCondition, sentence: str
) -> None:
    assert condition_sentence(scenario, condition, "en") == sentence


def test_a_group_is_one_sentence_with_its_grade(scenario: Scenario) -> None:
    mine = VictoryCondition(HOLDING, "red", ("bridge",), group="x", grade="decisive", turns=2)
    theirs = VictoryCondition(LOSSES, "red", percent=50, group="x")
    aims = replace(
        scenario, victory=(mine, VictoryCondition(LIMIT, "blue", grade="marginal"), theirs)
    )
    assert victory_sentences(aims, "en") == [
        "Red wins a decisive victory if, at the end of a turn, they hold the Stone Bridge "
        "for 2 turns in a row and 50 % of the enemy units are lost.",
        text("aims.means-limit-marginal", "en", side="Blue", turns=12),
    ]
    held = text("aims.demand-these", "zh", objectives="石桥")
    both = text(
        "aims.demand-too",
        "zh",
        first=text("aims.demand-turns", "zh", turns=2, demand=held),
        next=text("aims.demand-losses", "zh", percent=50),
    )
    when = text("aims.when-turn", "zh")
    assert victory_sentences(aims, "zh") == [
        text("aims.means-decisive", "zh", side="红方", when=when, demand=both),
        text("aims.means-limit-marginal", "zh", side="蓝方", turns=12),
    ]


def test_what_counts_at_the_end_alone_says_so(scenario: Scenario) -> None:
    last = VictoryCondition(HOLDING, "blue", ("bridge",), at_end=True, grade="draw")
    said = condition_sentence(scenario, last, "en")
    assert said == "Blue draws if, after the last turn, they hold the Stone Bridge."
    whole = all_conditions_sentence(replace(scenario, victory=(last,)), "en")
    assert whole.startswith(text("aims.whole-end", "en"))


def test_where_all_conditions_must_hold_grades_make_ways_of_them(scenario: Scenario) -> None:
    best = VictoryCondition(HOLDING, "red", count=2, grade="decisive")
    least = VictoryCondition(HOLDING, "red", ("bridge",), grade="marginal")
    common = VictoryCondition(VictoryKind.SURVIVE, "red", count=1)
    aims = replace(scenario, game="valor", victory=(common, best, least))
    first, second = victory_sentences(aims, "en")
    assert first.startswith(
        "Red wins a decisive victory if, when the game ends, one of their units survives"
    )
    assert second.startswith(
        "Red wins a marginal victory if, when the game ends, one of their units survives"
    )
    assert "any one of its ways to win" in all_conditions_sentence(aims, "en")


def test_chinese_sentences_are_built_in_their_own_order(scenario: Scenario) -> None:
    condition = VictoryCondition(LOSSES, "red", percent=50, at_once=True)
    said = condition_sentence(scenario, condition, "zh")
    assert said.startswith(text("aims.when-at-once", "zh"))
    assert said.index("50%") < said.index("红方")


def test_the_whole_says_in_what_order_and_what_if_none_holds(scenario: Scenario) -> None:
    said = all_conditions_sentence(scenario, "en")
    assert text("aims.whole-order", "en") in said
    assert ": after turn 12, the side with more points wins" in said


def test_without_conditions_points_decide(scenario: Scenario) -> None:
    said = all_conditions_sentence(replace(scenario, victory=()), "en")
    assert said.startswith("After turn 12, the side with more points wins")
    assert "judged" not in said


def test_a_condition_that_names_what_is_not_there_is_said_all_the_same(scenario: Scenario) -> None:
    said = condition_sentence(scenario, VictoryCondition(HOLDING, "green", ("nowhere",)), "en")
    assert said == "Green wins if, at the end of a turn, they hold nowhere."


def test_an_objective_in_a_zone_with_a_name_is_told_by_it(scenario: Scenario) -> None:
    named = replace(scenario.objectives[0], holder="red")
    said = objective_sentence(scenario, named, "en")
    assert said == text("aims.objective-means", "en", at="The village", holder="Red", points=3)
