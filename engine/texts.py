"""The sentences the engine speaks, in the reader's language.

A text lies in ``engine/texts/FILE.yaml`` under its key, as ``key: {en: …, zh: …}``, with ``{name}``
for what is filled in; those of a game may lie in its folder, as ``engine/games/FILE/texts.yaml``.
What only the studio says lies in ``studio/texts``, which it adds; a name may have a file in both.
Texts inside maps and scenarios are either one string or the same kind of language map.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from pathlib import Path

import yaml

LANGUAGES = ("en", "zh")

LocalText = str | Mapping[str, str]

ENGINE, OWN = Path(__file__).parent, "texts.yaml"

_added: dict[str, Path] = {}
_folders: list[Path] = [ENGINE / "texts"]
_spoken_now: ContextVar[str] = ContextVar("_spoken_now", default="")


@contextmanager
def speaking(language: str) -> Iterator[None]:
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
            return next((language for language in LANGUAGES if value.startswith(language)), "en")
    return "en"


def text(key: str, language: str | None = None, /, **values: object) -> str:
    """The sentence filed under `file.key`, filled in; a KeyError names a key that is not there."""
    name, _, entry = key.partition(".")
    sentence = spoken(_sentences(name)[entry], language)
    return sentence.format_map(values) if values else sentence


OTHER = "-other"  # the form for every number that a language has no form of its own for


def text_of_count(
    key: str, count: int | str, language: str | None = None, /, **values: object
) -> str:
    """A sentence about so many of something, `{count}` in it.

    The key ends in `-one`, `-few`, `-many` or `-other`, as the language counts by the plural rules
    of the Unicode CLDR; what a language does not tell apart is filed under `-other`.
    """
    language = language or preferred_language()
    form = "-".join((key, _plural_of(language)(int(count))))
    return text(form if has_text(form) else key + OTHER, language, count=count, **values)


@cache
def _plural_of(language: str) -> Callable[[int], str]:
    from babel import Locale  # only who counts waits for it

    return Locale.parse(language).plural_form


def has_text(key: str) -> bool:
    """Whether a sentence is filed under this key."""
    name, _, entry = key.partition(".")
    return entry in _sentences(name)


def spoken(words: LocalText, language: str | None = None) -> str:
    """A text in the reader's language.

    In English, else in whatever language there is, where it lacks that.
    """
    if isinstance(words, str):
        return words
    language = language or preferred_language()
    return words.get(language) or words.get("en") or next(iter(words.values()), "")


def in_each_language(say: Callable[[str], str]) -> LocalText:
    """What is said in one language or another, whichever is asked for later."""
    return {language: say(language) for language in LANGUAGES}


def add_folder(folder: Path) -> None:
    """Let more sentences come from a folder of files, each under the name of its file."""
    if folder not in _folders:
        _folders.append(folder)
        _sentences.cache_clear()
        with_branches.cache_clear()


def beginning_with(name: str, start: str) -> dict[str, Mapping[str, str]]:
    """The sentences of a name whose keys begin so, by the rest of the key, in every language."""
    found = _sentences(name).items()
    return {key.removeprefix(start): words for key, words in found if key.startswith(start)}


@cache
def with_branches(name: str) -> tuple[str, ...]:
    """A name and those that branch off it: `valor`, `valor-fire`, …"""
    filed = {path.stem for folder in _folders for path in folder.glob(f"{name}-*.yaml")}
    return name, *sorted(filed)


def add(name: str, file: Path) -> None:
    """Let the sentences of `name` come from a file that lies elsewhere."""
    _added[name] = file
    _sentences.cache_clear()


def remove(name: str) -> None:
    """Forget what was added under a name; nothing where nothing was."""
    _added.pop(name, None)
    _sentences.cache_clear()


@cache
def _sentences(name: str) -> Mapping[str, Mapping[str, str]]:
    """The sentences of a name, from every file that has some; none where there is no such file."""
    filed = (folder / f"{name}.yaml" for folder in _folders)
    places = [_added[name]] if name in _added else [*filed, ENGINE / "games" / name / OWN]
    found: dict[str, Mapping[str, str]] = {}
    for place in filter(Path.is_file, places):
        found |= parse_sentences(place.read_text(encoding="utf-8"))
    return found


def parse_sentences(source: str) -> Mapping[str, Mapping[str, str]]:
    """The sentences of a file of texts: language maps by their keys, and nothing else.

    Reading no more than that takes a third of the time, and a window waits for many files.
    """
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
