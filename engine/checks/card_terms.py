"""Checks of what cards say beside their effects, and of what their effects name."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from engine.files.sound_parts import Steps
from engine.files.source_text import Source
from engine.games.allowed import ScenarioLimits
from engine.games.card_effects import NAMES, ParameterKind
from engine.problems import Problem, nearest
from engine.scenario.scenario import Card
from engine.texts import text

Names = Mapping[ParameterKind, Collection[str]]
"""What there is to name, by the kind of parameter; kinds that are not here are not looked at."""


def card_terms(
    source: Source, path: Steps, card: Card, limits: ScenarioLimits
) -> Iterator[Problem]:
    """More effects than the game knows; costs, phases and sets where it has none."""
    terms, named = limits.card_terms, {"card": card.id}
    if len(card.does) > terms.most_effects:
        values = {**named, "count": len(card.does), "most": terms.most_effects}
        yield source.problem("too-many-effects", [*path, "then"], values)
    has = {"cost": terms.costs, "stays": terms.may_stay, "phase": terms.phases, "set": terms.sets}
    for key, is_known in has.items():
        if getattr(card, key) and not is_known:
            yield source.problem("card-term", [*path, key], {**named, "key": key})
    for key, words in (("phase", terms.phases), ("set", terms.sets)):
        word, known = getattr(card, key), [each.id for each in words]
        if word and known and word not in known:
            values = {**named, key: word, "known": ", ".join(known)}
            near = nearest(word, known)
            yield source.problem(f"unknown-{key}", [*path, key], {**values, "near": near})


def step_to(number: int) -> Steps:
    """The way from a card to one of the things it does, the first of which it says itself."""
    return ["then", number - 1] if number else []


def name_in(
    source: Source, path: Steps, card: Card, limits: ScenarioLimits, names: Names
) -> Iterator[Problem]:
    """Zones, types and decks that a card's effects name, and that are not there."""
    for number, doing in enumerate(card.does):
        effect = limits.cards_do.get(doing.effect)
        within: Steps = [*path, *step_to(number), "parameters"]
        for each in effect.parameters if effect else ():
            word = doing.parameters.get(each.id)
            if each.kind not in NAMES or each.kind not in names or not word:
                continue
            known = [*(own.id for own in each.words), *names[each.kind]]
            if word not in known:
                values = {
                    "card": card.id, "parameter": each.id, "found": word,
                    "what": text(f"scenario.what-{each.kind.value}"),
                    "known": ", ".join(known) or "–", "near": nearest(str(word), known),
                }  # fmt: skip
                yield source.problem("card-names", [*within, each.id], values)
