"""One-click fixes of decks: for each problem whose remedy is clear, what puts it right."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from engine.editing.deck_edits import changed_card
from engine.editing.scenario_edits import free_id
from engine.games.card_effects import CardEffectType, proposed_card_text
from engine.problems import Problem
from engine.quick_fixes.map_fixes import sort_by_harm
from engine.scenario.scenario import Card, CardEffect, Deck
from engine.texts import localised, text, text_languages

Effects = Mapping[str, CardEffectType]
DESTRUCTIVE = frozenset({"word", "no-parameter", "fewer-effects"})


@dataclass(frozen=True)
class DeckFix:
    """A way to put a problem right; `id` says which way, the same for all problems of a kind."""

    id: str
    card: str
    fields: Mapping[str, object]
    near: str = ""

    def name(self, language: str | None = None) -> str:
        """Return the name of the fix, for a button and the history."""
        return text(f"decks.fix-{self.id}", language, near=self.near)

    @property
    def is_destructive(self) -> bool:
        """Return True if the fix removes words or a value of the author's."""
        return self.id in DESTRUCTIVE

    def applied(self, deck: Deck) -> Deck:
        """The deck with the problem put right."""
        return changed_card(deck, self.card, **self.fields)


def deck_fixes(deck: Deck, card: str, problem: Problem, effects: Effects) -> tuple[DeckFix, ...]:
    """Return the quick fixes of a card's problem; none if it is not clear."""
    found = next((each for each in deck.cards if each.id == card), None)
    fixer = FIXERS.get(problem.code)
    return sort_by_harm(fixer(deck, found, problem, effects)) if found and fixer else ()


_Fixer = Callable[[Deck, Card, Problem, Effects], Iterator[DeckFix]]


def _word(deck: Deck, card: Card, problem: Problem, effects: Effects) -> Iterator[DeckFix]:
    proposed = proposed_card_text(card, effects)
    if proposed is not None:
        yield DeckFix("word", card.id, {"text": proposed})


def _no_picture(deck: Deck, card: Card, problem: Problem, effects: Effects) -> Iterator[DeckFix]:
    yield DeckFix("no-picture", card.id, {"picture": ""})


def _free_id(deck: Deck, card: Card, problem: Problem, effects: Effects) -> Iterator[DeckFix]:
    id_ = free_id(f"{card.id}-", {each.id for each in deck.cards})
    yield DeckFix("free-id", card.id, {"id": id_}, id_)


def _near_effect(deck: Deck, card: Card, problem: Problem, effects: Effects) -> Iterator[DeckFix]:
    near, place = str(problem.values.get("near", "")), _place(problem)
    if near in effects:
        meant = CardEffect(near, card.all_effects[place].parameters)
        yield DeckFix("effect", card.id, _exchange(card, place, meant), near)


def _parameter(deck: Deck, card: Card, problem: Problem, effects: Effects) -> Iterator[DeckFix]:
    name, near = str(problem.values["parameter"]), str(problem.values.get("near", ""))
    place = _place(problem)
    was = card.all_effects[place]
    rest = {key: value for key, value in was.parameters.items() if key != name}
    if near and near not in rest:
        meant = CardEffect(was.effect, {**rest, near: was.parameters[name]})
        yield DeckFix("parameter", card.id, _exchange(card, place, meant), near)
    fewer = CardEffect(was.effect, rest)
    yield DeckFix("no-parameter", card.id, _exchange(card, place, fewer), name)


def _usual(deck: Deck, card: Card, problem: Problem, effects: Effects) -> Iterator[DeckFix]:
    """Parameters beyond what makes sense become what a new card has."""
    place = _place(problem)
    was = card.all_effects[place]
    effect = effects.get(was.effect)
    if effect is None:
        return
    sound = {key: value for key, value in was.parameters.items()
             if effect.parameter(key).is_in_range(value)}  # fmt: skip
    usual = CardEffect(was.effect, effect.new_card_parameters() | sound)
    yield DeckFix("usual", card.id, _exchange(card, place, usual))


def _place(problem: Problem) -> int:
    """Return the number of the card's effect that a problem refers to."""
    later = re.search(r"\.then\[(\d+)\]", problem.where)
    return int(later[1]) + 1 if later else 0


def _exchange(card: Card, place: int, effect: CardEffect) -> Mapping[str, object]:
    """The fields of a card that does something else in one place."""
    if place == 0:
        fields = {"effect": effect.effect, "parameters": effect.parameters}
        return {key: value for key, value in fields.items() if value != getattr(card, key)}
    return {"then": (*card.then[: place - 1], effect, *card.then[place:])}


def _too_many(deck: Deck, card: Card, problem: Problem, effects: Effects) -> Iterator[DeckFix]:
    """Only as many of its effects as the game knows."""
    most = int(str(problem.values["most"]))
    yield DeckFix("fewer-effects", card.id, {"then": card.then[: most - 1]}, str(most))


def _silent(deck: Deck, card: Card, problem: Problem, effects: Effects) -> Iterator[DeckFix]:
    """Without what the game does not know of a card."""
    key = str(problem.values["key"])
    usual: Mapping[str, object] = {"cost": 0, "stays": False, "phase": "", "set": ""}
    yield DeckFix("no-term", card.id, {key: usual[key]}, key)


def _language(deck: Deck, card: Card, problem: Problem, effects: Effects) -> Iterator[DeckFix]:
    """Fill in a missing language from the effect's name, or its wording."""
    effect = effects.get(card.effect)
    if effect is None:
        return
    if problem.where.endswith("text") and not isinstance(card.text, str):
        words = {**(proposed_card_text(card, effects) or {}), **card.text}
        yield DeckFix("language", card.id, {"text": words})
    elif problem.where.endswith("title") and not isinstance(card.title, str):
        name = {language: localised(effect.name, language) for language in text_languages()}
        yield DeckFix("language", card.id, {"title": {**name, **card.title}})


FIXERS: Mapping[str, _Fixer] = {
    "numbers-differ": _word, "card-too-full": _word, "no-picture": _no_picture,
    "differs-from-own": _free_id, "unknown-effect": _near_effect, "unknown-parameter": _parameter,
    "invalid-card": _usual, "one-language": _language, "too-many-effects": _too_many,
    "card-term": _silent,
}  # fmt: skip
