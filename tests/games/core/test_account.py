"""The account: headings, every event's line, and what a side may not read in it."""

from __future__ import annotations

import pytest

from engine.narration import game_report
from tests.conformance.cases import CASES

CROSSROADS = next(case for case in CASES if case.id == "tank-crossroads")


@pytest.mark.parametrize(
    ("language", "turn", "end"),
    [("en", "## Turn 1", "The game is over"), ("zh", "## 第 1 回合", "推演结束")],
)
def test_the_account_has_a_heading_a_turn_and_ends_with_the_result(
    language: str, turn: str, end: str
) -> None:
    lines = game_report.report_markdown(CROSSROADS.played("greedy", 3), language).splitlines()
    assert turn in lines
    assert end in lines[-1]
    assert not [line for line in lines if "{" in line]


def test_a_sides_account_leaves_out_what_only_the_other_knows() -> None:
    game = CROSSROADS.played("random", 3)
    whole = game_report.report_markdown(game, "en")
    assert "Blue draws " in whole
    assert "Blue draws " not in game_report.report_markdown(game, "en", "red")
    assert "Red draws " in game_report.report_markdown(game, "en", "red")
