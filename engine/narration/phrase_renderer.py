"""Sentences of a game in the reader's language: fields, names, places, each side named once."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Any

from engine.hexes.hex import Hex
from engine.narration.number_format import format_decimal, format_percent
from engine.narration.scenario_names import ScenarioNames
from engine.play.game import Game
from engine.play.position import Point
from engine.play.translatable_phrases import (
    NamedTerm,
    NamedTermList,
    Saying,
    TranslatablePhrase,
    Value,
)
from engine.texts import localised, text, text_of_count

Word = Callable[[str, Any, Collection[str]], Any]
"""A field's word, by its name, its value, and the sides that are named before it."""
Naming = Callable[[str, Any], set[str]]
"""The sides that a field names."""


def fill_in_order(
    sentence: str, fields: Mapping[str, Any], word: Word, sides: Naming, known: Collection[str] = ()
) -> dict[str, Any]:
    """Every field as a word, in the order in which a sentence comes to them; the rest behind."""
    places = {name: _place_of(name, sentence) for name in fields}
    found: dict[str, Any] = {}
    told = set(known)
    for name in sorted(fields, key=lambda name: (places[name] < 0, places[name])):
        found[name] = word(name, fields[name], told)
        told.update(sides(name, fields[name]) if places[name] >= 0 else ())
    return found


def _place_of(name: str, sentence: str) -> int:
    """Return where a sentence comes to a field, in whatever form; -1 where it does not."""
    found = [sentence.find(f"{{{name}{mark}") for mark in "}:"]
    return min((place for place in found if place >= 0), default=-1)


def name_each(
    pieces: Iterable[str],
    name: Callable[[str, Collection[str]], str],
    sides: Naming,
    told: Collection[str] = (),
) -> list[str]:
    """Several pieces by their names, each side named once."""
    said, known = [], set(told)
    for each in pieces:
        said.append(name(each, known))
        known |= sides("unit", each)
    return said


INCH = 16  # a point of a table is counted in sixteenths


class PhraseRenderer:
    """Says what a game under way has to say; names are those of the position now."""

    def __init__(self, game: Game[Any], language: str | None = None) -> None:
        self.game, self.language = game, language
        self.names = ScenarioNames(game.scenario, language)

    def render(self, saying: Value) -> str:
        """Words in the language; a fraction is a chance."""
        match saying:
            case int():
                return str(saying)
            case Fraction():
                return format_percent(saying, self.language)
            case Decimal():
                return format_decimal(saying, self.language)
            case Hex():
                return self.names.label(saying)
            case Point(x, y):
                across, up = (format_decimal(f"{each / INCH:g}", self.language) for each in (x, y))
                return text("forecast.point", self.language, x=across, y=up)
            case NamedTerm():
                return self._named(saying)
            case NamedTermList(words, by):
                return text(by, self.language).join(map(self.render, words))
            case TranslatablePhrase():
                return self._filled(saying)
        return localised(saying, self.language)

    def lines(self, sayings: Iterable[Saying]) -> list[str]:
        """Several sentences, one a line."""
        return [self.render(saying) for saying in sayings]

    def unit(self, unit: str) -> str:
        """A unit by its name."""
        return self.game.rules.describe_unit(self.game.state, unit, self.language)

    def _named(self, term: NamedTerm) -> str:
        match term.kind:
            case "unit":
                return self.unit(term.id)
            case "side":
                return self.names.side(term.id)
        return self.names.word(term.kind, term.id)

    def _filled(self, phrase: TranslatablePhrase) -> str:
        values = {name: self.render(value) for name, value in phrase.values}
        if phrase.count is None:
            return text(phrase.key, self.language, **values)
        return text_of_count(phrase.key, phrase.count, self.language, **values)
