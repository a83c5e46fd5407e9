"""The setting a deck is edited in: its game with its rules, and the folder of its pictures."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, Protocol

from engine.games import card_effects_of, is_installed, scenario_limits_of
from engine.games.card_effects import CardEffectType, ParameterKind
from engine.games.card_odds import DeckDeal
from engine.games.scenario_limits import AllowedCardTerms, RuleError, ScenarioLimits
from engine.scenario.scenario import Deck
from studio.rendering.cards.card_painter import CardRenderContext

TURNS = 12  # shown where no scenario says how many there are


class DeckChangeHandler(Protocol):
    """Takes the new version of a deck as one step of a history, named in the user's words.

    Steps that follow each other with one and the same `typed` are one.
    """

    def __call__(self, deck: Deck, name: str, typed: str = "") -> None:
        """Put the deck in the place of the one before."""
        ...


@dataclass(frozen=True)
class DeckContext:
    """The setting of a deck: game, rules of the scenario if any, folder of the pictures."""

    game: str = ""
    rules: Mapping[str, Any] = field(default_factory=dict)
    folder: Path = Path()
    turns: int = TURNS
    zones: Mapping[str, str] = field(default_factory=dict)
    decks: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def effects(self) -> Mapping[str, CardEffectType]:
        """Return the effects of cards here."""
        return card_effects_of(self.game, self.rules)

    @cached_property
    def terms(self) -> AllowedCardTerms:
        """Return the terms of cards here besides their effects."""
        return self._limits.card_terms if self._limits else AllowedCardTerms()

    @cached_property
    def names(self) -> Mapping[ParameterKind, Mapping[str, str]]:
        """Return the names that effects may use: zones, decks, and types of units."""
        types = self._limits.mobility if self._limits else {}
        named = dict(zip(types, types, strict=True))
        kinds = ParameterKind
        return {kinds.ZONE: self.zones, kinds.DECK: self.decks, kinds.TYPE: named}

    @cached_property
    def decks_of_a_side(self) -> int:
        """Return the number of decks a side may draw from here."""
        return self._limits.decks if self._limits else 1

    @cached_property
    def _limits(self) -> ScenarioLimits | None:
        if not is_installed(self.game):
            return None
        try:
            return scenario_limits_of(self.game, self.rules)
        except RuleError:
            return scenario_limits_of(self.game, {})

    def look(self) -> CardRenderContext:
        """Return the context of drawn cards here."""
        return CardRenderContext(self.effects, self.folder, terms=self.terms)

    def dealing(self, side: str = "") -> DeckDeal:
        """Return the rules' dealing of the deck, to a side or to sides in general."""

        def number(name: str, usual: int) -> int:
            found = self.rules.get(name, usual)
            found = found.get(side, usual) if isinstance(found, Mapping) else found
            return found if type(found) is int else usual

        is_shuffled = self.rules.get("deck_used_up") == "reshuffle"
        return DeckDeal(number("cards_per_turn", 1), number("cards_in_all", 0), is_shuffled)
