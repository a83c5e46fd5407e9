"""Stacking as a rule with words: who may stand together, and how many find room."""

from __future__ import annotations

import pytest

from engine.games import scenario_limits_of
from engine.games.stacking import Sentence, Stack, head_count_stacking, units_within_limit
from engine.texts import text


def squads_and_trucks(stack: Stack) -> Sentence:
    """Three squads and one truck; where a bunker is, two squads."""
    squads, trucks = stack.types.count("squad"), stack.types.count("truck")
    if "bunker" in stack.features and squads > 2:
        return "a bunker holds two squads (T2)"
    return None if squads <= 3 and trucks <= 1 else "three squads and a truck (T1)"


@pytest.mark.parametrize("game", ["tank", "primer"])
def test_games_that_count_heads_say_how_many(game: str) -> None:
    stacking = scenario_limits_of(game, {"stacking": 2}).stacking
    assert stacking(Stack(("a", "b"))) is None
    assert stacking(Stack(("a", "b", "c"))) == text("game.stacking-at-most", "en", limit="2")


def test_those_within_are_the_first_that_may_stand_together() -> None:
    assert units_within_limit(head_count_stacking(2), Stack(("a", "b", "c"))) == 2
    assert units_within_limit(head_count_stacking(2), Stack(())) == 0
    assert (
        units_within_limit(squads_and_trucks, Stack(("squad", "truck", "squad", "truck", "squad")))
        == 3
    )
    assert units_within_limit(squads_and_trucks, Stack(("squad",) * 4, ("bunker",))) == 2


def test_a_stack_grows_by_one() -> None:
    assert Stack(("squad",), ("wire",)).with_type("truck") == Stack(("squad", "truck"), ("wire",))
