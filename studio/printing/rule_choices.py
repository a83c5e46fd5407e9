"""By which of the rulebook's choices a scenario is played, as a table of words."""

from __future__ import annotations

from engine.scenario.scenario import Scenario
from engine.session.choices_made import choices_made
from engine.texts import text
from studio.printing.flow import PageBlock, heading, table


def choice_blocks(scenario: Scenario, reader: str, width: float, language: str) -> list[PageBlock]:
    """Every choice with what counts here, and what the rulebook says where that is another."""
    rows = [list(made) for made in choices_made(scenario, reader, language)]
    if not rows:
        return []
    heads = [
        text(f"printing.choice-{name}", language) for name in ("name", "value", "book", "rule")
    ]
    named = heading(text("printing.choices", language))
    return [named, *table(heads, rows, (58, 62, 44, 16), width)]
