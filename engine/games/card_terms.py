"""What a card says beside its effects, in words: its cost, when it is played, whether it stays."""

from __future__ import annotations

from engine.games.allowed import CardTerms
from engine.scenario.scenario import Card
from engine.texts import localised, text


def card_terms_text(card: Card, terms: CardTerms, language: str | None = None) -> str:
    """The terms of a card as far as the game's cards have such; nothing where it has none."""
    phases = {word.id: word.said for word in terms.phases}
    sets = {word.id: word.said for word in terms.sets}
    told = [
        text("decks.term-cost", language, cost=card.cost) if terms.costs and card.cost else "",
        localised(phases.get(card.phase, ""), language),
        localised(sets.get(card.set, ""), language),
        text("decks.term-stays", language) if terms.may_stay and card.stays else "",
    ]
    return " · ".join(filter(None, told))
