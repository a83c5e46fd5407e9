"""By which of the rulebook's choices a scenario is played, as a table of words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.games import system_of
from engine.games.design import ChoiceKind, RuleChoice
from engine.play.asks import UMPIRE
from engine.scenario.scenario import Scenario
from engine.telling.names import Names
from engine.texts import spoken, text
from studio.printing.flow import Block, Cell, heading, table


def choice_blocks(scenario: Scenario, reader: str, width: float, language: str) -> list[Block]:
    """Every choice with what counts here, and what the rulebook says where that is another.

    Numbers that each side has apart are told to a side as its own, to the umpire all of them, and
    to a `reader` without a name, for pages that lie open, none.
    """
    asked = system_of(scenario.game).design().choices()
    if not asked:
        return []
    words = _Words(scenario, reader, language)
    heads = [
        text(f"printing.choice-{name}", language) for name in ("name", "value", "book", "rule")
    ]
    rows = [words.row(choice) for choice in asked]
    named = heading(text("printing.choices", language))
    return [named, *table(heads, rows, (58, 62, 44, 16), width)]


class _Words:
    """What is said of choices to one reader."""

    def __init__(self, scenario: Scenario, reader: str, language: str) -> None:
        self._scenario, self._reader, self._language = scenario, reader, language
        self._names = Names(scenario, language)

    def row(self, choice: RuleChoice) -> list[Cell]:
        """Name, what counts, what the rulebook says where it is another, number of the rule."""
        value = self._scenario.rules.get(choice.id, choice.usual)
        here, usual = self._said(choice, value), self._said(choice, choice.usual)
        book = usual if value != choice.usual else ""
        return [spoken(choice.name, self._language), here, book, choice.rule]

    def _said(self, choice: RuleChoice, value: Any) -> str:
        language = self._language
        if isinstance(value, Mapping):
            return self._by_side(choice, value)
        if choice.kind is ChoiceKind.TRUTH:
            return text("printing.yes" if value else "printing.no", language)
        known = {word.id: spoken(word.said, language) for word in choice.words}
        return known.get(str(value), str(value))

    def _by_side(self, choice: RuleChoice, numbers: Mapping[str, Any]) -> str:
        usual = choice.usual
        if self._reader == UMPIRE:
            said = [
                f"{self._names.side(side.id)} {numbers.get(side.id, usual)}"
                for side in self._scenario.sides
            ]
            return text("printing.comma", self._language).join(said)
        if self._reader:
            return str(numbers.get(self._reader, usual))
        return text("printing.told-apart", self._language)
