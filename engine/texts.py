"""The sentences the engine speaks, in the reader's language.

Each language has a folder, ``engine/texts/LANGUAGE/FILE.yaml``, with a line ``key: sentence`` for
each text and ``{name}`` for what is filled in; it is read when that language is used. What only the
studio says lies in ``studio/texts``, which it adds; a name may have a file in both.
``engine/texts/ru/phrases.yaml`` translates what the data of games say in language maps, by the
English of it. A plug-in's game has one file, with ``key: {en: …, zh: …}``, see `add`. Texts inside
maps and scenarios are either one string or a language map, of any languages.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from decimal import Decimal
from functools import cache
from pathlib import Path
from string import Formatter
from typing import Any

from engine.languages import (
    LANGUAGES,
    MADE_IN,
    TRANSLATED,
    language_of,
    localise_number,
    takes_plural_verb,
)
from engine.parsed_file_cache import parse_cached

LocalText = str | Mapping[str, str]

ENGINE = Path(__file__).parent

_added: dict[str, Path] = {}
_folders: list[Path] = [ENGINE / "texts"]
_spoken_now: ContextVar[str] = ContextVar("_spoken_now", default="")


@contextmanager
def use_language(language: str) -> Iterator[None]:
    """Let what is said meanwhile, in this thread, be in a language where none is named."""
    before = _spoken_now.set(language)
    try:
        yield
    finally:
        _spoken_now.reset(before)


def preferred_language() -> str:
    """The reader's language: `SANDTABLE_LANGUAGE`, else that of the locale, else English."""
    if language := _spoken_now.get():
        return language
    for variable in ("SANDTABLE_LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        if value := os.environ.get(variable):
            return language_of(value)
    return "en"


_heard: tuple[str, ...] = MADE_IN


def text_languages() -> tuple[str, ...]:
    """Those in which is worded what cannot be worded later: the makers' own and the readers'."""
    own = preferred_language()
    return _heard if own in _heard else (*_heard, own)


def add_text_languages(*languages: str) -> None:
    """Word things in further languages too: a reader of them may be present."""
    set_text_languages(*_heard, *languages)


def set_text_languages(*languages: str) -> None:
    """Word things in these languages from now on."""
    global _heard
    _heard = tuple(code for code in LANGUAGES if code in languages)


def text(key: str, language: str | None = None, /, **values: object) -> str:
    """The sentence filed under `file.key`, filled in; a KeyError names a key that is not there.

    `{count:unit|units}` in it is the word that agrees with a number, in as many forms as the
    language counts in: `{count:гекс|гекса|гексов}`; `{side:takes|take}` that with a name.
    `{side:the}`, `{side:The}` and `{side:adj}` are forms of a name (`SideName`).
    In Chinese a space parts a word from a number or a Latin letter that is filled in.
    """
    language = language or preferred_language()
    sentence = _sentence(key, language)
    return fill_in(sentence, language, values) if values else sentence


def fill_in(sentence: str, language: str, values: Mapping[str, object]) -> str:
    """Return a sentence of a language filled in, as `text` does with those it looks up.

    Raises KeyError for a field without a value.
    """
    if language in CHINESE:
        return _fill_in_spaced(sentence, language, values)
    if "|" in sentence or _NAME_FORM.search(sentence) or _has_decimals(values):
        return _Agreeing(language).vformat(sentence, (), values)
    return sentence.format_map(values)


CHINESE = ("zh", "zh-Hant")
DECIMALS = (float, Decimal)
"""Numbers that are filled in with the separators of the sentence's language."""
_NAME_FORM = re.compile(r":(?:the|The|adj)\}")
PLAIN: tuple[object, ...] = (object.__format__, int.__format__, str.__format__, float.__format__)


class SideName(str):
    """A side's name, with the forms in which sentences use it.

    `{side}` is the name itself, Germans; `{side:the}` and, at the start of a sentence,
    `{side:The}` the side as one speaks of it, the Germans; `{side:adj}` stands before a noun,
    German.
    """

    definite: str
    adjective: str

    @classmethod
    def of(
        cls, name: str, definite: str = "", adjective: str = "", language: str = "en"
    ) -> SideName:
        """Return a name with its forms; those that are not given follow from the name."""
        named = cls(name)
        is_plural = language == "en" and takes_plural_verb(name, language)
        bare = re.sub("^The ", "the ", name) if language == "en" else name
        has_article = not is_plural or bare.startswith("the ")
        named.definite = definite or (bare if has_article else f"the {bare}")
        is_one_word = is_plural and re.fullmatch(r"\w+[^\W\des]s", name)
        named.adjective = adjective or (name[:-1] if is_one_word else name)
        return named

    def begins(self, words: str) -> bool:
        """Return whether words begin with the side already, as Red 1 does."""
        return words.startswith((self, self.adjective))

    def __format__(self, spec: str) -> str:
        """Return the form that a sentence asks for."""
        match spec:
            case "the":
                return self.definite
            case "The":
                return begin_sentence(self.definite)
            case "adj":
                return self.adjective
        return super().__format__(spec)


def _has_decimals(values: Mapping[str, object]) -> bool:
    return any(isinstance(value, DECIMALS) for value in values.values())


class _Agreeing(Formatter):
    """Fills in sentences with words that agree with numbers."""

    def __init__(self, language: str) -> None:
        self._language = language

    def format_field(self, value: Any, spec: str) -> str:
        """A number's word is chosen here; anything else chooses for itself."""
        if isinstance(value, DECIMALS):
            value = localise_number(str(value), self._language)
        if "|" not in spec or type(value).__format__ not in (*PLAIN, SideName.__format__):
            is_bare = isinstance(value, str) and type(value).__format__ in PLAIN
            return format(SideName.of(value, value) if is_bare else value, spec)
        ways, forms = spec.split("|"), count_forms(self._language)
        written = value.definite if isinstance(value, SideName) else str(value)
        written = written.replace("\N{NO-BREAK SPACE}", "")  # of thousands: 1 200
        if "few" in forms and len(ways) == len(forms) and re.fullmatch(r"\d+,\d+", written):
            return ways[forms.index("few")]  # 2,5 гекса
        if not written.isdecimal():  # "1,200", a mean, or a name
            return ways[-1] if takes_plural_verb(written, self._language) else ways[0]
        if len(ways) != len(forms):  # a sentence of a language that is read instead
            return ways[0] if int(written) == 1 else ways[-1]
        return ways[forms.index(plural_form(int(written), self._language))]


_MEETING = re.compile(r"[\u4e00-\u9fff][!-ʯͰ-ӿ−½⅓⅔±×]|[!-ʯͰ-ӿ−½⅓⅔±×][\u4e00-\u9fff]")
_TOUCHING = frozenset("()[]{}<>\"',.;:!?|«»")


def _fill_in_spaced(sentence: str, language: str, values: Mapping[str, object]) -> str:
    """Fill in a Chinese sentence, with a space between Chinese words and numbers or letters.

    What is filled in stays as it is inside, as the name of a file must.
    """
    filler, said = _Agreeing(language), ""
    for words, field, spec in _parts_of(sentence):
        value = filler.get_field(field, (), values)[0] if field else ""
        for part in (words, filler.format_field(value, spec) if field else ""):
            meeting = said[-1:] + part[:1]
            is_apart = _MEETING.fullmatch(meeting) and _TOUCHING.isdisjoint(meeting)
            said += f" {part}" if is_apart else part
    return said


@cache
def _parts_of(sentence: str) -> tuple[tuple[str, str, str], ...]:
    """Return the words of a sentence, each with the field and the format that follow them."""
    return tuple(
        (words, at or "", spec or "") for words, at, spec, _ in Formatter().parse(sentence)
    )


def begin_sentence(words: str) -> str:
    """Return words with a capital first letter, as a line of a log begins."""
    return words[:1].upper() + words[1:]


def without_article(name: str) -> str:
    """Return a name as it stands behind an adjective: the Pak, but German Pak."""
    return name.removeprefix("the ")


def _sentence(key: str, language: str) -> str:
    name, _, entry = key.partition(".")
    for each in _languages_to_try(language):
        if found := _translations(name, each).get(entry):
            return found
    if entry in _translations(name, MADE_IN[0]):
        return ""  # a text that is empty on purpose
    raise KeyError(key)


@cache
def _languages_to_try(language: str) -> tuple[str, ...]:
    """A language, those its readers may read instead, and those every text has."""
    near = LANGUAGES[language].fall_back if language in LANGUAGES else ()
    return tuple(dict.fromkeys((language, *near, *MADE_IN)))


OTHER = "-other"  # the form for every number that a language has no form of its own for


def text_of_count(
    key: str, count: int | str, language: str | None = None, /, **values: object
) -> str:
    """A sentence about so many of something, `{count}` in it.

    The key ends in `-one`, `-few`, `-many` or `-other`, as the language counts by the plural rules
    of the Unicode CLDR; what a language does not distinguish is filed under `-other`.
    """
    language = language or preferred_language()
    form = _form_of_count(key, int(count), language)
    return text(form, language, count=count, **values)


def _form_of_count(key: str, count: int, language: str) -> str:
    """The key of the form for a number, in the first language that has one."""
    name, _, entry = key.partition(".")
    for each in (language, *LANGUAGES[language].fall_back):
        there = _translations(name, each)
        for form in (f"-{plural_form(count, each)}", OTHER):
            if there.get(entry + form):
                return key + form
    return key + OTHER


def plural_form(count: int, language: str) -> str:
    """Return the plural form of a number in a language: `one`, `few`, `many` or `other`."""
    return _plural_of(language)(count)


@cache
def count_forms(language: str) -> tuple[str, ...]:
    """The forms in which a language counts whole numbers, in this order of them."""
    known = {plural_form(count, language) for count in range(201)}
    return tuple(form for form in ("one", "few", "many", "other") if form in known)


@cache
def _plural_of(language: str) -> Callable[[int], str]:
    from babel.plural import PluralRule  # only who counts waits for it

    return PluralRule(LANGUAGES[language].counts)


def has_text(key: str) -> bool:
    """Return True if there is a text of this key."""
    name, _, entry = key.partition(".")
    return any(entry in _translations(name, each) for each in MADE_IN)


def localised(words: LocalText, language: str | None = None) -> str:
    """A text in the reader's language.

    Where it lacks that, in the nearest one the reader knows, else in whatever language there is.
    """
    if isinstance(words, str):
        return words
    language = language or preferred_language()
    if found := words.get(language):
        return found
    if language in TRANSLATED and (found := translate_data_phrase(words, language)):
        return found
    nearest = LANGUAGES[language].fall_back if language in LANGUAGES else MADE_IN
    return next(filter(None, map(words.get, nearest)), "") or next(iter(words.values()), "")


@dataclass(frozen=True)
class KeyedText(Mapping[str, str]):
    """A sentence of the text files by language, looked up when it is said."""

    key: str

    def __getitem__(self, language: str) -> str:
        if language not in LANGUAGES:
            raise KeyError(language)
        return text(self.key, language)

    def __iter__(self) -> Iterator[str]:
        return iter(LANGUAGES)

    def __len__(self) -> int:
        return len(LANGUAGES)


def translate_data_phrase(words: Mapping[str, str], language: str) -> str:
    """Translate a phrase of a game's data; empty if the translation is not known.

    If one English word stands for two things, the Chinese one in brackets tells them apart.
    """
    known, english = _phrases(language), words.get("en", "")
    return known.get(f"{english} ({words.get('zh', '')})") or known.get(english, "")


@cache
def _phrases(language: str) -> Mapping[str, str]:
    files = (ENGINE / "texts" / language).glob("phrases*.yaml")
    found: dict[str, str] = {}
    for file in sorted(files):
        found |= parse_cached(file, parse_translated)
    return found


def in_each_language(say: Callable[[str], str]) -> Mapping[str, str]:
    """Return a text in every language, for whichever is needed later."""
    return {language: say(language) for language in text_languages()}


def add_folder(folder: Path) -> None:
    """Let more sentences come from a folder of files, each under the name of its file."""
    if folder not in _folders:
        _folders.append(folder)
        _forget()


def texts_with_prefix(name: str, start: str) -> dict[str, Mapping[str, str]]:
    """The sentences of a name whose keys begin so, by the rest of the key, in every language."""
    return {
        key.removeprefix(start): {each: _sentence(f"{name}.{key}", each) for each in LANGUAGES}
        for key in _translations(name, MADE_IN[0])
        if key.startswith(start)
    }


@cache
def names_with_branches(name: str) -> tuple[str, ...]:
    """A name and those that branch off it: `valor`, `valor-fire`, …"""
    filed = {
        path.stem for folder in _folders for path in (folder / MADE_IN[0]).glob(f"{name}-*.yaml")
    }
    return name, *sorted(filed)


def add_text_file(name: str, file: Path) -> None:
    """Let the sentences of `name` come from a file that lies elsewhere."""
    _added[name] = file
    _forget()


def remove_text_file(name: str) -> None:
    """Forget what was added under a name; nothing where nothing was."""
    _added.pop(name, None)
    _forget()


def _forget() -> None:
    for read in (_added_sentences, _translations, names_with_branches):
        read.cache_clear()


@cache
def _added_sentences(name: str) -> Mapping[str, Mapping[str, str]]:
    """The sentences that a plug-in added under a name, as language maps; none where none did."""
    return parse_cached(_added[name], parse_sentences) if name in _added else {}


@cache
def _translations(name: str, language: str) -> Mapping[str, str]:
    """The sentences of a name in one language, as far as they are there."""
    if name in _added:
        added = _added_sentences(name).items()
        return {key: words[language] for key, words in added if language in words}
    said: dict[str, str] = {}
    for place in (folder / language / f"{name}.yaml" for folder in _folders):
        if place.is_file():
            said |= parse_cached(place, parse_translated)
    return said


def parse_translated(source: str) -> Mapping[str, str]:
    """The sentences of a file in one language, by their keys."""
    import yaml

    events = yaml.parse(source, Loader=yaml.CSafeLoader)
    said = [event.value for event in events if isinstance(event, yaml.ScalarEvent)]
    return dict(zip(said[::2], said[1::2], strict=True))


def parse_sentences(source: str) -> Mapping[str, Mapping[str, str]]:
    """The sentences of a plug-in's file of texts: language maps by their keys, and nothing else.

    Reading no more than that takes a third of the time, and a window waits for many files.
    """
    import yaml  # late: a start without it is reported

    found: dict[str, Mapping[str, str]] = {}
    words: list[str] = []
    for event in yaml.parse(source, Loader=yaml.CSafeLoader):
        if isinstance(event, yaml.ScalarEvent):
            words.append(event.value)
        elif isinstance(event, yaml.MappingEndEvent) and words:
            key, *pairs = words
            found[key] = dict(zip(pairs[::2], pairs[1::2], strict=True))
            words = []
    return found


# --- sentences that know what they were made of ---------------------------------------------------


class TranslatableText(str):
    """A sentence filed under a key, filled in, that can be said in another language.

    Copied and sent to other processes it is words and nothing else.
    """

    _key: str
    _values: Mapping[str, object]

    def __new__(cls, key: str, values: Mapping[str, object], language: str) -> TranslatableText:
        """The sentence `file.key` in a language."""
        self = super().__new__(cls, text(key, language, **values))
        self._key, self._values = key, values
        return self

    def __reduce__(self) -> tuple[type[str], tuple[str]]:
        return str, (str(self),)

    def retranslated(self, language: str) -> str:
        """The same in another language, what was filled in too."""
        values = {name: translate_values(value, language) for name, value in self._values.items()}
        return TranslatableText(self._key, values, language)


class TranslatableName(str):
    """A text of a map or a catalogue, which may be there in other languages."""

    _words: LocalText

    def __new__(cls, words: LocalText, language: str) -> TranslatableName:
        """The text in a language, or the nearest one it has."""
        self = super().__new__(cls, localised(words, language))
        self._words = words
        return self

    def __reduce__(self) -> tuple[type[str], tuple[str]]:
        return str, (str(self),)

    def retranslated(self, language: str) -> str:
        """The same in another language."""
        return TranslatableName(self._words, language)


def translate_values(value: object, language: str) -> object:
    """Return the values of a sentence, in another language where possible."""
    return (
        value.retranslated(language)
        if isinstance(value, TranslatableText | TranslatableName)
        else value
    )
