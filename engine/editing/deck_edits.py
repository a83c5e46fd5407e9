"""Decks made from decks: what an author does to cards. The old deck stays as it is."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any

from engine.editing.scenario_edits import free_id
from engine.games.card_effects import CardEffectType, proposed_card_text
from engine.scenario.scenario import Card, CardEffect, Deck
from engine.texts import text, text_languages

Cards = Collection[str]  # by their ids
Effects = Mapping[str, CardEffectType]
ID = re.compile(r"[^\s@,.:;/{}\[\]\"'=?]{1,40}")  # as the format has it
MAX_CARDS = 200
NUMBER = re.compile(r"-?\d+$")


def make_deck(id_: str, effect: CardEffectType | None) -> Deck:
    """A deck to begin with: one card, for a deck without any is none."""
    return Deck(id_, (make_card(effect, ()),))


def make_card(effect: CardEffectType | None, taken: Collection[str]) -> Card:
    """A new card of an effect, called and worded after it; without one, for the table alone."""
    if effect is None:
        title = {language: text("decks.new-card", language) for language in text_languages()}
        return Card(free_id("card-", taken), title=title)
    id_ = effect.id if effect.id not in taken else free_id(f"{effect.id}-", taken)
    parameters = effect.new_card_parameters()
    return Card(
        id_,
        effect.id,
        parameters,
        title=effect.name,
        text=effect.proposed_text(parameters, text_languages()),
    )


def with_card(deck: Deck, card: Card, place: int) -> Deck:
    """Another card, before the one at a place."""
    return replace(deck, cards=(*deck.cards[:place], card, *deck.cards[place:]))


def changed_card(deck: Deck, id_: str, **fields: Any) -> Deck:
    """One card with other fields."""
    cards = (replace(card, **fields) if card.id == id_ else card for card in deck.cards)
    return replace(deck, cards=tuple(cards))


def changed_cards(deck: Deck, chosen: Cards, **fields: Any) -> Deck:
    """Some cards with the same field otherwise."""
    cards = (replace(card, **fields) if card.id in chosen else card for card in deck.cards)
    return replace(deck, cards=tuple(cards))


def duplicate(deck: Deck, chosen: Cards) -> tuple[Deck, tuple[str, ...]]:
    """Each of some cards once more, right behind it, with a free id; the new ids."""
    taken, made, cards = {card.id for card in deck.cards}, list[str](), list[Card]()
    for card in deck.cards:
        cards.append(card)
        if card.id in chosen:
            id_ = free_id(f"{NUMBER.sub('', card.id) or card.id}-", taken)
            taken.add(id_)
            made.append(id_)
            cards.append(replace(card, id=id_))
    return replace(deck, cards=tuple(cards)), tuple(made)


def without_cards(deck: Deck, chosen: Cards) -> Deck:
    """The deck without some cards; the first stays where all would go."""
    kept = tuple(card for card in deck.cards if card.id not in chosen)
    return replace(deck, cards=kept or deck.cards[:1])


def with_cards_moved(deck: Deck, chosen: Cards, before: int) -> Deck:
    """Some cards, in their order, before the one that is at a place now."""
    first = [card for card in deck.cards[:before] if card.id not in chosen]
    later = [card for card in deck.cards[before:] if card.id not in chosen]
    among = [card for card in deck.cards if card.id in chosen]
    return replace(deck, cards=(*first, *among, *later))


def with_cards_shifted(deck: Deck, chosen: Cards, steps: int) -> Deck:
    """Some cards one place up or down together; against the end they stay."""
    places = [place for place, card in enumerate(deck.cards) if card.id in chosen]
    if not places:
        return deck
    before = places[0] - 1 if steps < 0 else places[-1] + 2
    return with_cards_moved(deck, chosen, before) if 0 <= before <= len(deck.cards) else deck


def with_effects(card: Card, doing: Sequence[CardEffect], effects: Effects) -> Card:
    """The card doing other things; its text follows unless its author wrote it himself."""
    first, *others = doing
    changed = replace(card, effect=first.effect, parameters=first.parameters, then=tuple(others))
    proposed = proposed_card_text(changed, effects)
    if proposed is None or not follows_effects(card, effects):
        return changed
    return replace(changed, text=proposed)


def card_with_first_effect(card: Card, effect: CardEffectType, effects: Effects) -> Card:
    """The card with another first effect; its title follows too, if it was the effect's name."""
    was_first = CardEffect(card.effect, card.parameters)
    doing = [with_effect_type(was_first, effect), *card.then]
    changed, was = with_effects(card, doing, effects), effects.get(card.effect)
    is_named = was is not None and card.title == was.name
    return replace(changed, title=effect.name) if is_named else changed


def without_effect(card: Card) -> Card:
    """The card for the table alone: it is printed, and never drawn in play."""
    return replace(card, effect="", parameters={}, then=())


def with_effect_type(was: CardEffect, effect: CardEffectType) -> CardEffect:
    """Another effect, with those of the parameters that mean something for it too."""
    alike = (each for each in effect.parameters if each.id in was.parameters)
    kept = {each.id: was.parameters[each.id] for each in alike
            if each.is_in_range(was.parameters[each.id])}  # fmt: skip
    return CardEffect(effect.id, effect.new_card_parameters() | kept)


def with_parameters(card: Card, parameters: Mapping[str, Any], effects: Effects) -> Card:
    """The card with other parameters of its first effect."""
    return with_effects(card, [CardEffect(card.effect, parameters), *card.then], effects)


def follows_effects(card: Card, effects: Effects) -> bool:
    """Return True if the text of a card is empty or just what its effects propose."""
    if isinstance(card.text, str):
        return not card.text
    return card.text == proposed_card_text(card, effects, tuple(card.text))


def card_id_fault(id_: str, taken: Sequence[str]) -> str:
    """Return the text key of the reason an id is not allowed for a card; empty if it is."""
    if not ID.fullmatch(id_):
        return "card-id-form"
    return "card-id-taken" if id_ in taken else ""
