"""One-click fixes of decks: for each problem whose remedy is clear, what puts it right."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from engine.editing.deck_edits import changed_card
from engine.editing.fixes import gentlest_first
from engine.editing.scenario_edits import free_id
from engine.games.card_effects import Effect
from engine.problems import Problem
from engine.scenario.scenario import Card, Deck
from engine.texts import LANGUAGES, spoken, text

Effects = Mapping[str, Effect]
DESTRUCTIVE = frozenset({"word", "no-parameter"})


@dataclass(frozen=True)
class DeckFix:
    """A way to put a problem right; `id` says which way, the same for all problems of a kind."""

    id: str
    card: str
    fields: Mapping[str, object]
    near: str = ""

    def name(self, language: str | None = None) -> str:
        """What it does, for a button and for the history."""
        return text(f"decks.fix-{self.id}", language, near=self.near)

    @property
    def is_destructive(self) -> bool:
        """Whether words or a value of the author's are gone afterwards."""
        return self.id in DESTRUCTIVE

    def applied(self, deck: Deck) -> Deck:
        """The deck with the problem put right."""
        return changed_card(deck, self.card, **self.fields)


def deck_fixes(deck: Deck, card: str, problem: Problem, effects: Effects) -> tuple[DeckFix, ...]:
    """What can be done at once about a problem of a card; nothing where it is not clear."""
    found = next((each for each in deck.cards if each.id == card), None)
    fixer = FIXERS.get(problem.code)
    return gentlest_first(fixer(deck, found, problem, effects)) if found and fixer else ()


_Fixer = Callable[[Deck, Card, Problem, Effects], Iterator[DeckFix]]


def _word(deck: Deck, card: Card, problem: Problem, effects: Effects) -> Iterator[DeckFix]:
    effect = effects.get(card.effect)
    if effect is not None:
        yield DeckFix("word", card.id, {"text": effect.text(card.parameters)})


def _no_picture(deck: Deck, card: Card, problem: Problem, effects: Effects) -> Iterator[DeckFix]:
    yield DeckFix("no-picture", card.id, {"picture": ""})


def _free_id(deck: Deck, card: Card, problem: Problem, effects: Effects) -> Iterator[DeckFix]:
    id_ = free_id(f"{card.id}-", {each.id for each in deck.cards})
    yield DeckFix("free-id", card.id, {"id": id_}, id_)


def _near_effect(deck: Deck, card: Card, problem: Problem, effects: Effects) -> Iterator[DeckFix]:
    near = str(problem.values.get("near", ""))
    if near in effects:
        yield DeckFix("effect", card.id, {"effect": near}, near)


def _parameter(deck: Deck, card: Card, problem: Problem, effects: Effects) -> Iterator[DeckFix]:
    name, near = str(problem.values["parameter"]), str(problem.values.get("near", ""))
    rest = {key: value for key, value in card.parameters.items() if key != name}
    if near and near not in rest:
        yield DeckFix("parameter", card.id,
                      {"parameters": {**rest, near: card.parameters[name]}}, near)  # fmt: skip
    yield DeckFix("no-parameter", card.id, {"parameters": rest}, name)


def _usual(deck: Deck, card: Card, problem: Problem, effects: Effects) -> Iterator[DeckFix]:
    """Parameters beyond what makes sense become what a new card has."""
    effect = effects.get(card.effect)
    if effect is None:
        return
    sound = {key: value for key, value in card.parameters.items()
             if effect.parameter(key).is_in_range(value)}  # fmt: skip
    yield DeckFix("usual", card.id, {"parameters": effect.begun() | sound})


def _language(deck: Deck, card: Card, problem: Problem, effects: Effects) -> Iterator[DeckFix]:
    """What is lacking in a language is taken from the effect's name, or its wording."""
    effect = effects.get(card.effect)
    if effect is None:
        return
    if problem.where.endswith("text") and not isinstance(card.text, str):
        words = {**effect.text(card.parameters), **card.text}
        yield DeckFix("language", card.id, {"text": words})
    elif problem.where.endswith("title") and not isinstance(card.title, str):
        name = {language: spoken(effect.name, language) for language in LANGUAGES}
        yield DeckFix("language", card.id, {"title": {**name, **card.title}})


FIXERS: Mapping[str, _Fixer] = {
    "numbers-differ": _word, "card-too-full": _word, "no-picture": _no_picture,
    "differs-from-own": _free_id, "unknown-effect": _near_effect, "unknown-parameter": _parameter,
    "invalid-card": _usual, "one-language": _language,
}  # fmt: skip
