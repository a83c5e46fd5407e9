"""The numbers a card's text speaks of, beside those its parameters have.

A text may leave numbers out ("your last unit") and speak of others ("fires twice"); it contradicts
the parameters only where it says one number in the place of another: one too many, and one too few.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Mapping

from engine.games.card_effects import NAMES, Effect, ParameterKind, in_words_of
from engine.scenario.scenario import Card
from engine.texts import text_languages

DIGITS = re.compile(r"\d{1,9}")
ENGLISH = {in_words_of(number, "en"): number for number in range(1, 13)} | {
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


def contradictions(
    card: Card, effects: Mapping[str, Effect]
) -> Iterator[tuple[str, list[int], list[int]]]:
    """Where a card's text says other numbers than its parameters; nothing of unknown effects.

    Gives the language, the numbers that are said and those that would be right.
    """
    if any(doing.effect not in effects for doing in card.does):
        return
    filled = [(effects[e.effect], effects[e.effect].filled(e.parameters)) for e in card.does]
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


def _name_words(effect: Effect, values: dict[str, object], language: str, words: str) -> str:
    """The words among the parameters as the text says them: `155 mm` is no count of anything."""
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
    """What an English numeral up to 1999 says: `sixty-three`, `a hundred and five`."""
    said = {name: (word or "").lower() for name, word in match.groupdict().items()}
    hundreds = 1 if said["hundreds"] == "a" else ENGLISH.get(said["hundreds"], 0)
    ones = ENGLISH.get(said["more"], 0) + ENGLISH.get(said["ones"], 0)
    return 100 * hundreds + ENGLISH_TENS.get(said["tens"], 0) + ones


def _value(numeral: str) -> int:
    """What a Chinese numeral says; digits in a row are read one by one."""
    if not set(numeral) & set(TENS):
        return int("".join(str(CHINESE[sign]) for sign in numeral))
    total, ones = 0, 0
    for sign in numeral:
        if sign in TENS:
            total, ones = total + (ones or 1) * TENS[sign], 0
        else:
            ones = CHINESE[sign]
    return total + ones
