"""The rulebook of the Kriegspiel: that of Little Wars with its own tables, kinds and choices."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from engine.games.littlewars.data.book import Rulebook, book_in, check_table
from engine.games.littlewars.kriegspiel.charts import check_tables as check_chart
from engine.games.rulebook import cache_by_rules
from engine.games.tables import RuleTable

HERE = Path(__file__).parent


@cache_by_rules
def krieg_book(overrides: Mapping[str, Any]) -> Rulebook:
    """The rulebook with a scenario's `rules:` laid over it; InvalidRules for what is not known."""
    return book_in(HERE, overrides, check)


def check(name: str, table: RuleTable) -> None:
    """InvalidTable for a table in which the rules could not look up what they need."""
    if name != "rates":
        check_table(name, table)
    check_chart(name, table)
