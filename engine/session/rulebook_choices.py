"""By which choices of its rulebook a scenario is played, for one reader."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from engine.games import rule_system_of
from engine.games.rules_design import ChoiceKind, RuleChoice
from engine.narration.scenario_names import ScenarioNames
from engine.play.decisions import UMPIRE
from engine.scenario.scenario import Scenario
from engine.texts import localised, text


class RuleChoiceText(NamedTuple):
    """A choice in words: its name, what counts here, what the rulebook says, the rule's number.

    `book` is empty where the rulebook counts.
    """

    name: str
    value: str
    book: str
    rule: str


def rulebook_choice_texts(
    scenario: Scenario, reader: str, language: str | None
) -> Iterator[RuleChoiceText]:
    """Every choice with what counts here.

    Numbers that each side has apart are shown to a side as its own, to the umpire all of them, and
    to a `reader` without a name, for pages that lie open, none.
    """
    words = _ChoiceWords(scenario, reader, language)
    for choice in rule_system_of(scenario.game).design().choices():
        value = scenario.rules.get(choice.id, choice.usual)
        here, usual = words.said(choice, value), words.said(choice, choice.usual)
        book = usual if value != choice.usual else ""
        yield RuleChoiceText(localised(choice.name, language), here, book, choice.rule)


class _ChoiceWords:
    """The words of choices for one reader."""

    def __init__(self, scenario: Scenario, reader: str, language: str | None) -> None:
        self._scenario, self._reader, self._language = scenario, reader, language
        self._names = ScenarioNames(scenario, language)

    def said(self, choice: RuleChoice, value: Any) -> str:
        """Return the value of a choice in words."""
        language = self._language
        if isinstance(value, Mapping):
            return self._by_side(choice, value)
        if choice.kind is ChoiceKind.TRUTH:
            return text("scenario.yes" if value else "scenario.no", language)
        known = {word.id: localised(word.said, language) for word in choice.words}
        return known.get(str(value), str(value))

    def _by_side(self, choice: RuleChoice, numbers: Mapping[str, Any]) -> str:
        usual = choice.usual
        if self._reader == UMPIRE:
            said = [
                f"{self._names.side(side.id)} {numbers.get(side.id, usual)}"
                for side in self._scenario.sides
            ]
            return self._names.listed(said)
        if self._reader:
            return str(numbers.get(self._reader, usual))
        return text("scenario.told-apart", self._language)
