"""Checks of cards: their texts, terms, numbers, and the things that their effects name.

A text may leave numbers out ("your last unit") and speak of others ("fires twice"); it contradicts
the parameters only where it says one number in the place of another: one too many, and one too few.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from engine.checks.waivers import apply_waivers
from engine.files import source_text
from engine.files.deck_files import DeckFile
from engine.files.source_text import ParsedSource, SourceNode
from engine.files.valid_parts import Steps
from engine.games import installed_games, is_installed
from engine.games.card_effects import NAMES, CardEffectType, ParameterKind, number_in_words
from engine.games.scenario_limits import RuleError, ScenarioLimits
from engine.languages import MADE_IN, language_name
from engine.problems import Problem, Severity, nearest_word
from engine.scenario.scenario import Card
from engine.texts import text, text_languages

Names = Mapping[ParameterKind, Collection[str]]
"""Names that exist, by the kind of parameter; other kinds are not checked."""


def card_terms(
    source: ParsedSource, path: Steps, card: Card, limits: ScenarioLimits
) -> Iterator[Problem]:
    """More effects than the game knows; costs, phases and sets where it has none."""
    terms, named = limits.card_terms, {"card": card.id}
    if len(card.all_effects) > terms.most_effects:
        values = {**named, "count": len(card.all_effects), "most": terms.most_effects}
        yield source.problem("too-many-effects", [*path, "then"], values)
    has = {"cost": terms.costs, "stays": terms.may_stay, "phase": terms.phases, "set": terms.sets}
    for key, is_known in has.items():
        if getattr(card, key) and not is_known:
            yield source.problem("card-term", [*path, key], {**named, "key": key})
    for key, words in (("phase", terms.phases), ("set", terms.sets)):
        word, known = getattr(card, key), [each.id for each in words]
        if word and known and word not in known:
            values = {**named, key: word, "known": ", ".join(known)}
            near = nearest_word(word, known)
            yield source.problem(f"unknown-{key}", [*path, key], {**values, "near": near})


def card_effect_path(number: int) -> Steps:
    """The way from a card to one of the things it does, the first of which it says itself."""
    return ["then", number - 1] if number else []


def check_effect_names(
    source: ParsedSource, path: Steps, card: Card, limits: ScenarioLimits, names: Names
) -> Iterator[Problem]:
    """Zones, types and decks that a card's effects name, and that are not there."""
    for number, doing in enumerate(card.all_effects):
        effect = limits.cards_do.get(doing.effect)
        within: Steps = [*path, *card_effect_path(number), "parameters"]
        for each in effect.parameters if effect else ():
            word = doing.parameters.get(each.id)
            if each.kind not in NAMES or each.kind not in names or not word:
                continue
            known = [*(own.id for own in each.words), *names[each.kind]]
            if word not in known:
                values = {
                    "card": card.id, "parameter": each.id, "found": word,
                    "what": text(f"scenario.what-{each.kind.value}"),
                    "known": ", ".join(known) or "–", "near": nearest_word(str(word), known),
                }  # fmt: skip
                yield source.problem("card-names", [*within, each.id], values)


DIGITS = re.compile(r"\d{1,9}")
ENGLISH = {number_in_words(number, "en"): number for number in range(1, 13)} | {
    "thirteen": 13, "fourteen": 14, "fifteen": 15, "sixteen": 16, "seventeen": 17,
    "eighteen": 18, "nineteen": 19,
}  # fmt: skip
ENGLISH_TENS = {
    "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70,
    "eighty": 80, "ninety": 90,
}  # fmt: skip
_TENS, _ONES = "|".join(ENGLISH_TENS), "|".join(ENGLISH)
ENGLISH_NUMERAL = re.compile(
    rf"\b(?:(?P<hundreds>{_ONES}|a)[ -]hundred(?:[ -]and)?(?:[ -]|\b))?"
    rf"(?:(?P<tens>{_TENS})(?:[ -](?P<more>{_ONES}))?|(?P<ones>{_ONES}))?\b",
    re.IGNORECASE,
)
CHINESE = {sign: value for value, sign in enumerate("零一二三四五六七八九")} | {"两": 2, "兩": 2}
TENS = {"十": 10, "百": 100}
NUMERAL = re.compile(f"[{''.join(CHINESE)}{''.join(TENS)}]+")
# Words in which a numeral counts nothing.
IDIOMS = re.compile("[下上每任同另统進进唯][一]|一[起旦般些切方边]|[万]一")
HAN = re.compile("[\u3400-\u9fff]")


def numbers_in(words: str) -> list[int]:
    """The whole numbers a text says in digits, in English words or in Chinese numerals."""
    plain = unicodedata.normalize("NFKC", words)
    if not HAN.search(plain):
        found = (_english(match) for match in ENGLISH_NUMERAL.finditer(plain))
        return [*_digits(plain), *filter(None, found)]
    counting = IDIOMS.sub("", plain)
    return [*_digits(plain), *(_value(match[0]) for match in NUMERAL.finditer(counting))]


def find_contradictions(
    card: Card, effects: Mapping[str, CardEffectType]
) -> Iterator[tuple[str, list[int], list[int]]]:
    """Yield the languages in which a card's text and its parameters give other numbers.

    Each with the numbers in the text and the correct ones. Cards with unknown effects are skipped.
    """
    if any(doing.effect not in effects for doing in card.all_effects):
        return
    filled = [
        (effects[e.effect], effects[e.effect].with_usual_values(e.parameters))
        for e in card.all_effects
    ]
    right = [
        abs(values[each.id]) for effect, values in filled for each in effect.parameters
        if each.kind is ParameterKind.NUMBER and type(values[each.id]) is int
    ]  # fmt: skip
    texts = card.text if not isinstance(card.text, str) else {"": card.text}
    for language, words in texts.items():
        said = Counter(numbers_in(words))
        for effect, values in filled:
            said -= Counter(numbers_in(_name_words(effect, values, language, words)))
        extra, lacking = said - Counter(right), Counter(right) - said
        if extra and lacking:
            yield language, sorted(extra), sorted(lacking)


def _name_words(
    effect: CardEffectType, values: dict[str, object], language: str, words: str
) -> str:
    """The words among the parameters as the text says them: `155 mm` is not a count."""
    named = []
    for each in effect.parameters:
        if each.kind is ParameterKind.WORD or each.kind in NAMES:
            forms = [str(values[each.id])]
            for name in dict.fromkeys([language, *text_languages()]):
                forms += [each.phrase(values[each.id], name), each.said(values[each.id], name)]
            named.append(next((form for form in forms if form and form in words), ""))
    return " ".join(named)


def _digits(words: str) -> list[int]:
    return [int(match[0]) for match in DIGITS.finditer(words)]


def _english(match: re.Match[str]) -> int:
    """Return the value of an English numeral up to 1999: `sixty-three`, `a hundred and five`."""
    said = {name: (word or "").lower() for name, word in match.groupdict().items()}
    hundreds = 1 if said["hundreds"] == "a" else ENGLISH.get(said["hundreds"], 0)
    ones = ENGLISH.get(said["more"], 0) + ENGLISH.get(said["ones"], 0)
    return 100 * hundreds + ENGLISH_TENS.get(said["tens"], 0) + ones


def _value(numeral: str) -> int:
    """Return the value of a Chinese numeral; digits in a row are read one by one."""
    if not set(numeral) & set(TENS):
        return int("".join(str(CHINESE[sign]) for sign in numeral))
    total, ones = 0, 0
    for sign in numeral:
        if sign in TENS:
            total, ones = total + (ones or 1) * TENS[sign], 0
        else:
            ones = CHINESE[sign]
    return total + ones


WARNINGS = frozenset({"no-picture", "one-language", "numbers-differ", "differs-from-own"})
_TEXTS = frozenset({"title", "name", "text", "notes"})
_LANGUAGE = re.compile("[a-z]{2,3}(-[A-Za-z]+)?")


def lint_deck(deck: DeckFile) -> list[Problem]:
    """Return the problems of a deck by the standard rules of its game."""
    from engine.games import scenario_limits_of

    source = deck.source
    if not is_installed(deck.game):
        return [unknown_game(source, deck.game)]
    found = list(deck_problems(deck, scenario_limits_of(deck.game, {})))
    return list(apply_waivers(found, deck.waived, source, WARNINGS))


def deck_problems(deck: DeckFile, limits: ScenarioLimits | None) -> Iterator[Problem]:
    """Yield the problems of a deck file, under some rules if its game is known."""
    yield from card_problems(deck.source, ["cards"], deck.deck.cards, limits)
    if limits is not None:
        yield from _differing(deck, limits)
    yield from check_translations(deck.source)


def unknown_game(source: ParsedSource, game: str) -> Problem:
    """A file of a game that is not installed."""
    values = {
        "game": game,
        "known": ", ".join(installed_games()),
        "near": nearest_word(game, installed_games()),
    }
    return source.problem("unknown-game", ["game"], values)


def card_problems(
    source: ParsedSource, path: Steps, cards: Sequence[Card], limits: ScenarioLimits | None
) -> Iterator[Problem]:
    """Effects and parameters the game does not know, and pictures that are not there.

    The cards are those of the list a path leads to, in its order.
    """
    for card in cards:
        place = card_path(source, path, card)
        if limits is not None:
            for number, doing in enumerate(card.all_effects):
                inside: Steps = [*place, *card_effect_path(number)]
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


def card_path(source: ParsedSource, path: Steps, card: Card) -> Steps:
    """Return the path of a card in the file; among duplicates, of the one with its effects."""
    listed = source.root.at(path).value
    named = [n for n, node in enumerate(listed) if node.at(["id"]).value == card.id]
    return [*path, next((n for n in named if _says(listed[n], card)), named[0])]


def _says(node: SourceNode, card: Card) -> bool:
    """Return True if an entry has every parameter of a card; a faulty one may lack some."""
    return all(
        name in node.at([*card_effect_path(number), "parameters"]).keys
        for number, doing in enumerate(card.all_effects)
        for name in doing.parameters
    )


def _effect(
    source: ParsedSource, path: Steps, card: Card, limits: ScenarioLimits
) -> Iterator[Problem]:
    known = limits.effects.get(card.effect)
    if known is None:
        values = {"card": card.id, "effect": card.effect, "known": ", ".join(limits.effects)}
        near = nearest_word(card.effect, limits.effects)
        yield source.problem("unknown-effect", [*path, "effect"], {**values, "near": near})
        return
    unknown = [name for name in card.parameters if name not in known]
    for name in unknown:
        values = {"card": card.id, "effect": card.effect, "known": ", ".join(sorted(known))}
        values |= {"parameter": name, "near": nearest_word(name, known)}
        place = [*path, "parameters", name]
        mark = source.root.at(place[:-1]).keys[name].mark
        yield source.problem("unknown-parameter", place, values, mark=mark)
    if not unknown:
        yield from _refuse(source, path, card, limits.check_card)


def _refuse(
    source: ParsedSource, path: Steps, card: Card, check: Callable[[Card], None]
) -> Iterator[Problem]:
    try:
        check(card)
    except RuleError as error:
        values = {"card": card.id, "explained": str(error)}
        yield source.problem("invalid-card", [*path, *error.path], values)


def _numbers(
    source: ParsedSource, path: Steps, card: Card, limits: ScenarioLimits
) -> Iterator[Problem]:
    """A text that says other numbers than the parameters."""
    for language, said, right in find_contradictions(card, limits.cards_do):
        values = {"card": card.id, "said": _list(said), "right": _list(right)}
        place = [*path, "text", *filter(None, [language])]
        yield source.problem("numbers-differ", place, values, severity=Severity.WARNING)


def _list(numbers: Sequence[int]) -> str:
    return ", ".join(map(str, numbers))


def _differing(deck: DeckFile, limits: ScenarioLimits) -> Iterator[Problem]:
    """Cards called as one of the game's own that do something else: no scenario can use both."""
    for card in deck.deck.cards:
        own = limits.cards.get(card.id)
        if own is not None and own.all_effects != card.all_effects:
            place = [*card_path(deck.source, ["cards"], card), "id"]
            values = {"card": card.id}
            yield deck.source.problem("differs-from-own", place, values, severity=Severity.WARNING)


# --- texts ----------------------------------------------------------------------------------------


def check_translations(source: ParsedSource) -> Iterator[Problem]:
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


def _texts(node: SourceNode, path: Steps) -> Iterator[tuple[Steps, SourceNode]]:
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
