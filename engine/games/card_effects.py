"""Effects of event cards, described so that any form can show them and propose a text.

Each game says it in its data; forms, texts and checks are made from that and know no game.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from engine.games.rules_design import GameWord
from engine.languages import LANGUAGES, is_chinese
from engine.scenario.scenario import Card
from engine.texts import LocalText, count_forms, localised, plural_form, text_languages

Parameters = Mapping[str, Any]
_BLANK = re.compile(r"\{([\w-]+)(?::(word|signed)|((?:\|[^{}|]*){2,4}))?\}")
IN_WORDS: Mapping[str, tuple[str, ...]] = {
    "en": (
        "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
        "eleven", "twelve",
    ),
    "zh": ("零", "一", "两", "三", "四", "五", "六", "七", "八", "九", "十"),
    "zh-Hant": ("零", "一", "兩", "三", "四", "五", "六", "七", "八", "九", "十"),
}  # fmt: skip


PLAIN = "#5f6468"  # the colour of cards whose effect is not known


class ParameterKind(StrEnum):
    """The kinds of parameter."""

    NUMBER = "number"
    TRUTH = "truth"
    WORD = "word"  # one of the game's words
    ZONE = "zone"  # a zone or a hex of the scenario; a game may allow none
    TYPE = "type"  # a unit type
    DECK = "deck"  # one of the scenario's decks, or a word of the game


@dataclass(frozen=True)
class EffectParameter:
    """One parameter of an effect: `usual` holds where a card is silent, a new card says `begin`."""

    id: str
    name: LocalText
    kind: ParameterKind
    usual: Any
    begin: Any
    least: int = 0
    most: int = 99
    words: tuple[GameWord, ...] = ()
    phrases: Mapping[str, LocalText] = field(default_factory=dict, hash=False)
    """Words of a value in texts, where they differ from those in forms."""

    def said(self, value: Any, language: str) -> str:
        """A value of it in the reader's language."""
        word = next((word for word in self.words if word.id == value), None)
        return localised(word.said, language) if word else str(value)

    def phrase(self, value: Any, language: str) -> str:
        """The same as a card's text says it."""
        if value in self.phrases:
            return localised(self.phrases[value], language)
        return self.said(value, language)

    def is_in_range(self, value: Any) -> bool:
        """Return True if a value is of the parameter's kind and within its range."""
        if self.kind is ParameterKind.TRUTH:
            return isinstance(value, bool)
        if self.kind is ParameterKind.NUMBER:
            return type(value) is int and self.least <= value <= self.most
        if self.kind in NAMES:
            return isinstance(value, str)
        return any(word.id == value for word in self.words)


NAMES = frozenset({ParameterKind.ZONE, ParameterKind.TYPE, ParameterKind.DECK})
"""Kinds whose values a scenario names: which there are is known where there is a scenario."""


@dataclass(frozen=True)
class CardEffectType:
    """An effect of cards, with its parameters and the wording of a card that has them."""

    id: str
    name: LocalText
    meaning: LocalText
    parameters: tuple[EffectParameter, ...]
    wording: Mapping[str, str] = field(hash=False)
    also: Mapping[str, Mapping[str, str]] = field(default_factory=dict, hash=False)
    colour: str = PLAIN  # #rrggbb of its cards
    emblem: str = ""  # on those without a picture

    def parameter(self, name: str) -> EffectParameter:
        """The parameter of a name; KeyError without one."""
        found = next((each for each in self.parameters if each.id == name), None)
        if found is None:
            raise KeyError(name)
        return found

    def new_card_parameters(self) -> dict[str, Any]:
        """The parameters of a new card: what would hold anyway is not written."""
        needed = {ParameterKind.NUMBER, ParameterKind.WORD, *NAMES}
        return {
            each.id: each.begin
            for each in self.parameters
            if each.kind in needed
            or each.begin != each.usual
            or (each.kind in NAMES and each.begin)
        }

    def with_usual_values(self, parameters: Parameters) -> dict[str, Any]:
        """Every parameter with its value, the usual one where a card says nothing."""
        return {each.id: parameters.get(each.id, each.usual) for each in self.parameters}

    def proposed_text(self, parameters: Parameters, languages: Iterable[str]) -> dict[str, str]:
        """Return the text of a card with these parameters, in these languages."""
        return {each: self._text(parameters, each) for each in languages}

    def _text(self, parameters: Parameters, language: str) -> str:
        values = self.with_usual_values(parameters)
        said = _fill_in(localised(self.wording, language), values, self, language)
        extra = [localised(self.also[name], language) for name, value in values.items()
                 if value is True and name in self.also]  # fmt: skip
        return ("" if is_chinese(language) else " ").join([said, *extra])


Words = Callable[[Mapping[str, Any]], Mapping[str, LocalText]]
"""The words of a parameter of which a game's data only name a `table`."""


def read_card_effects(entries: Mapping[str, Any], table_words: Words) -> dict[str, CardEffectType]:
    """Return the effects by their words, as a game's `effects.yaml` describes them."""
    return {name: _read_effect(name, entry, table_words) for name, entry in entries.items()}


def _read_effect(name: str, entry: Mapping[str, Any], table_words: Words) -> CardEffectType:
    parameters = tuple(
        _read_parameter(key, said, table_words(said) if "table" in said else said.get("words", {}))
        for key, said in entry["parameters"].items()
    )
    return CardEffectType(
        name, entry["name"], entry["meaning"], parameters, entry["text"], entry.get("also", {}),
        **entry["look"],
    )  # fmt: skip


def _read_parameter(
    name: str, entry: Mapping[str, Any], words: Mapping[str, LocalText]
) -> EffectParameter:
    return EffectParameter(
        name, entry["name"], ParameterKind(entry["kind"]), entry["usual"], entry["begin"],
        entry.get("least", 0), entry.get("most", 99),
        tuple(GameWord(word, said) for word, said in words.items()), entry.get("phrases", {}),
    )  # fmt: skip


def proposed_card_text(
    card: Card, effects: Mapping[str, CardEffectType], languages: Iterable[str] | None = None
) -> dict[str, str] | None:
    """Return the text that states a card's effects; None if the game does not know all.

    In the languages that are read here and those it is worded in, unless others are wanted.
    """
    if not card.all_effects or any(each.effect not in effects for each in card.all_effects):
        return None
    wanted = _languages_of(card) if languages is None else tuple(languages)
    said = [
        effects[each.effect].proposed_text(each.parameters, wanted) for each in card.all_effects
    ]
    return {
        language: ("" if is_chinese(language) else " ").join(each[language] for each in said)
        for language in wanted
    }


def _languages_of(card: Card) -> tuple[str, ...]:
    """Those that are read here, and those of the program's that the card's text has."""
    own = () if isinstance(card.text, str) else tuple(card.text)
    return tuple(each for each in LANGUAGES if each in (*text_languages(), *own))


def _fill_in(wording: str, values: Parameters, effect: CardEffectType, language: str) -> str:
    """A wording with its blanks filled in."""

    def fill(blank: re.Match[str]) -> str:
        name, manner, ways = blank.groups()
        value = values[name]
        if ways is not None:
            return _way(ways[1:].split("|"), value, language)
        if manner == "word":
            return number_in_words(value, language)
        if manner == "signed":
            return with_sign(value)
        return effect.parameter(name).phrase(value, language)

    return _begin(_BLANK.sub(fill, wording))


def _way(ways: Sequence[str], value: Any, language: str) -> str:
    """One of several wordings: for as many forms as the language counts in, for none before them.

    Chinese has one and, where it speaks of each of several, two.
    """
    forms = max(2, len(count_forms(language)))
    nothing, counted = ways[:-forms], ways[-forms:]
    if nothing and value == 0:
        said = nothing[0]
    elif forms == 2 or len(ways) < forms:
        said = ways[-2] if value == 1 else ways[-1]
    else:
        said = counted[count_forms(language).index(plural_form(value, language))]
    return said.replace("#", str(value))


def _begin(said: str) -> str:
    """A sentence begins with a capital, whatever word it begins with."""
    return said[:1].upper() + said[1:]


def with_sign(number: Any) -> str:
    """A number with its sign."""
    return f"{number:+d}".replace("-", "−") if type(number) is int else str(number)


def number_in_words(number: Any, language: str) -> str:
    """A small number in words; a large one, or what is none, as it stands."""
    words = IN_WORDS.get(language, ())
    is_small = type(number) is int and 0 <= number < len(words)
    return words[number] if is_small else str(number)
