"""What the event cards of each game installed can do."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.games import GAMES
from engine.games.allowed import RuleFault
from engine.games.card_effects import Effect
from engine.games.limits import limits
from engine.scenario.scenario import Card


def card_effects(game: str, rules: Mapping[str, Any] | None = None) -> Mapping[str, Effect]:
    """A game's effects under a scenario's `rules:`; under rules that are not sound, its own.

    A game that is not installed has none.
    """
    if game not in GAMES:
        return {}
    try:
        return limits(game, rules or {}).cards_do
    except RuleFault:
        return limits(game, {}).cards_do


def own_cards(game: str) -> Mapping[str, Card]:
    """The cards of the game's own, by id."""
    return limits(game, {}).cards
