"""What is wrong or doubtful about cards, and about texts in any file."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from engine.checks.card_terms import card_terms, step_to
from engine.checks.card_words import contradictions
from engine.checks.waivers import apply_waivers
from engine.files import source_text
from engine.files.decks import DeckFile
from engine.files.sound_parts import Steps
from engine.files.source_text import Node, Source
from engine.games import installed, is_installed
from engine.games.allowed import RuleError, ScenarioLimits
from engine.languages import MADE_IN, language_name
from engine.problems import Problem, Severity, nearest
from engine.scenario.scenario import Card
from engine.texts import text

WARNINGS = frozenset({"no-picture", "one-language", "numbers-differ", "differs-from-own"})
_TEXTS = frozenset({"title", "name", "text", "notes"})
_LANGUAGE = re.compile("[a-z]{2,3}(-[A-Za-z]+)?")


def lint_deck(deck: DeckFile) -> list[Problem]:
    """What is wrong or doubtful about a deck by the standard rules of its game."""
    from engine.games import limits

    source = deck.source
    if not is_installed(deck.game):
        return [unknown_game(source, deck.game)]
    found = list(deck_problems(deck, limits(deck.game, {})))
    return list(apply_waivers(found, deck.waived, source, WARNINGS))


def deck_problems(deck: DeckFile, limits: ScenarioLimits | None) -> Iterator[Problem]:
    """What is wrong or doubtful about a deck file, under some rules if its game is known."""
    yield from card_problems(deck.source, ["cards"], deck.deck.cards, limits)
    if limits is not None:
        yield from _differing(deck, limits)
    yield from one_language(deck.source)


def unknown_game(source: Source, game: str) -> Problem:
    """A file of a game that is not installed."""
    values = {"game": game, "known": ", ".join(installed()), "near": nearest(game, installed())}
    return source.problem("unknown-game", ["game"], values)


def card_problems(
    source: Source, path: Steps, cards: Sequence[Card], limits: ScenarioLimits | None
) -> Iterator[Problem]:
    """Effects and parameters the game does not know, and pictures that are not there.

    The cards are those of the list a path leads to, in its order.
    """
    for card in cards:
        place = place_of(source, path, card)
        if limits is not None:
            for number, doing in enumerate(card.does):
                inside: Steps = [*place, *step_to(number)]
                alone = replace(card, effect=doing.effect, parameters=doing.parameters, then=())
                yield from _effect(source, inside, alone, limits)
            yield from _numbers(source, place, card, limits)
            yield from card_terms(source, place, card, limits)
        picture = Path(source.file).parent / card.picture
        if card.picture and not source_text.is_file(picture):
            values = {"card": card.id, "picture": card.picture}
            yield source.problem(
                "no-picture", [*place, "picture"], values, severity=Severity.WARNING
            )


def place_of(source: Source, path: Steps, card: Card) -> Steps:
    """Where the file speaks of a card: of several of its id, the one that says what it does."""
    listed = source.root.at(path).value
    named = [n for n, node in enumerate(listed) if node.at(["id"]).value == card.id]
    return [*path, next((n for n in named if _says(listed[n], card)), named[0])]


def _says(node: Node, card: Card) -> bool:
    """Whether an entry has every parameter of a card; one that is faulty may lack some."""
    return all(
        name in node.at([*step_to(number), "parameters"]).keys
        for number, doing in enumerate(card.does)
        for name in doing.parameters
    )


def _effect(source: Source, path: Steps, card: Card, limits: ScenarioLimits) -> Iterator[Problem]:
    known = limits.effects.get(card.effect)
    if known is None:
        values = {"card": card.id, "effect": card.effect, "known": ", ".join(limits.effects)}
        near = nearest(card.effect, limits.effects)
        yield source.problem("unknown-effect", [*path, "effect"], {**values, "near": near})
        return
    unknown = [name for name in card.parameters if name not in known]
    for name in unknown:
        values = {"card": card.id, "effect": card.effect, "known": ", ".join(sorted(known))}
        values |= {"parameter": name, "near": nearest(name, known)}
        place = [*path, "parameters", name]
        mark = source.root.at(place[:-1]).keys[name].mark
        yield source.problem("unknown-parameter", place, values, mark=mark)
    if not unknown:
        yield from _refuse(source, path, card, limits.check_card)


def _refuse(
    source: Source, path: Steps, card: Card, check: Callable[[Card], None]
) -> Iterator[Problem]:
    try:
        check(card)
    except RuleError as error:
        values = {"card": card.id, "explained": str(error)}
        yield source.problem("invalid-card", [*path, *error.path], values)


def _numbers(source: Source, path: Steps, card: Card, limits: ScenarioLimits) -> Iterator[Problem]:
    """A text that says other numbers than the parameters."""
    for language, said, right in contradictions(card, limits.cards_do):
        values = {"card": card.id, "said": _list(said), "right": _list(right)}
        place = [*path, "text", *filter(None, [language])]
        yield source.problem("numbers-differ", place, values, severity=Severity.WARNING)


def _list(numbers: Sequence[int]) -> str:
    return ", ".join(map(str, numbers))


def _differing(deck: DeckFile, limits: ScenarioLimits) -> Iterator[Problem]:
    """Cards called as one of the game's own that do something else: no scenario can use both."""
    for card in deck.deck.cards:
        own = limits.cards.get(card.id)
        if own is not None and own.does != card.does:
            place = [*place_of(deck.source, ["cards"], card), "id"]
            values = {"card": card.id}
            yield deck.source.problem("differs-from-own", place, values, severity=Severity.WARNING)


# --- texts ----------------------------------------------------------------------------------------


def one_language(source: Source) -> Iterator[Problem]:
    """Texts written as a language map that lack a language Sandtable speaks.

    A plain text is meant to be the same in all languages.
    """
    for path, node in _texts(source.root, []):
        said = node.plain()
        missing = [language for language in MADE_IN if not said.get(language)]
        if missing:
            names = text("scenario.and-so-on").join(map(language_name, missing))
            values = {"languages": names}
            yield source.problem("one-language", path, values, severity=Severity.WARNING)


def _texts(node: Node, path: Steps) -> Iterator[tuple[Steps, Node]]:
    """The language maps in a file, in its order."""
    if isinstance(node.value, list):
        for place, inside in enumerate(node.value):
            yield from _texts(inside, [*path, place])
    elif isinstance(node.value, dict):
        is_text = path and (path[-1] in _TEXTS or list(path[:-1]) == ["briefings"])
        if is_text and all(_LANGUAGE.fullmatch(key) for key in node.value):
            yield path, node
            return
        for key, inside in node.value.items():
            yield from _texts(inside, [*path, key])
