"""The languages others put the sentences into: complete, filled in alike, in their own script."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import opencc
import pytest
from babel import Locale

from engine.languages import LANGUAGES, TRANSLATED, language_of
from engine.narration.scenario_names import fallback_notice
from engine.texts import (
    ENGINE,
    add_text_file,
    count_forms,
    localised,
    parse_translated,
    plural_form,
    remove_text_file,
    text,
)
from tests.test_texts import FILES, ROOT, placeholders, sentences, source_of
from tools import phrases

UNDER_WAY: frozenset[str] = frozenset()
"""Languages that are not complete yet: what they lack is counted."""

PLURAL = re.compile("(.+)-(one|few|many|other)")


@cache
def translated(language: str, file: str) -> Mapping[str, str]:
    """The sentences of a file in another language."""
    path = source_of(file, language)
    return read(path) if path.is_file() else {}


def read(path: Path) -> Mapping[str, str]:
    """The sentences of a file, each on one line under a key of its own."""
    source = path.read_text(encoding="utf-8")
    said = parse_translated(source)
    lines = [line for line in source.splitlines() if line and not line.startswith("#")]
    assert len(lines) == len(said), f"{path}: a key twice, or a sentence on two lines"
    return said


def stem_of(key: str, file: str) -> str:
    """What a key is without its number; nothing where it speaks of no number."""
    found = PLURAL.fullmatch(key)
    is_counted = found and all(f"{found[1]}-{form}" in sentences(file) for form in ("one", "other"))
    return found[1] if found and is_counted else ""


def wanted(language: str, file: str) -> dict[str, set[str]]:
    """The keys a language needs with what may be filled in, in the numbers in which it counts."""
    keys: dict[str, set[str]] = {}
    for key, said in sentences(file).items():
        stem = stem_of(key, file)
        if not stem:
            keys[key] = placeholders(said["en"])
        elif key.endswith("-other"):
            keys |= {f"{stem}-{form}": placeholders(said["en"]) for form in count_forms(language)}
    return keys


def lacking(language: str) -> Iterator[str]:
    """Whatever is not said in a language: sentences, and phrases of the data."""
    for file in FILES:
        there = translated(language, file)
        yield from (f"{file}.{key}" for key in wanted(language, file) if not there.get(key))
    there = spoken_phrases(language)
    for phrase, key in phrases.keys().items():
        if key not in there and phrase.en not in there:
            yield f"phrases.{key}"


@cache
def spoken_phrases(language: str) -> Mapping[str, str]:
    """The phrases of the data in a language, from all its files of them."""
    found: dict[str, str] = {}
    for path in sorted((ENGINE / "texts" / language).glob("phrases*.yaml")):
        more = read(path)
        assert not found.keys() & more.keys(), path.name
        found |= more
    return found


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_sentence_is_there_in_every_translation(language: str) -> None:
    missing = list(lacking(language))
    if language in UNDER_WAY:
        assert missing, f"{language} is complete: it is no longer under way"
        sys.stdout.write(f"{language}: {len(missing)} sentences to go\n")
    else:
        assert missing == []


@pytest.mark.parametrize("language", TRANSLATED)
def test_no_translation_says_what_nobody_asks_for(language: str) -> None:
    known = {source_of(file, language) for file in FILES}
    idle = [
        f"{file}.{key}"
        for file in FILES
        for key in translated(language, file)
        if key not in wanted(language, file)
    ]
    words = {key for both in phrases.keys().items() for key in (both[0].en, both[1])}
    idle += [f"phrases.{key}" for key in spoken_phrases(language) if key not in words]
    folders = [ROOT / room / "texts" / language for room in ("engine", "studio")]
    found = {path for folder in folders for path in folder.glob("*.yaml")}
    idle += [path.name for path in found - known if not path.name.startswith("phrases")]
    assert idle == []


@pytest.mark.parametrize("language", TRANSLATED)
def test_the_same_is_filled_in_in_every_translation(language: str) -> None:
    """A form for one thing alone may leave its number out: it is filled in where it is wanted."""
    differing = []
    for file in FILES:
        fields = wanted(language, file)
        for key, said in translated(language, file).items():
            spare = {"count"} if key.endswith("-one") and stem_of(key, file) else set()
            if key in fields and placeholders(said) | spare != fields[key] | spare:
                differing.append(f"{file}.{key}: {placeholders(said)} for {fields[key]}")
    assert differing == []


@pytest.mark.parametrize("language", TRANSLATED)
def test_phrases_fill_in_the_same(language: str) -> None:
    there = spoken_phrases(language)
    blank = re.compile(r"\{([\w-]+)")
    assert [
        key
        for phrase, key in phrases.keys().items()
        if (said := there.get(key) or there.get(phrase.en))
        and set(blank.findall(said)) != set(blank.findall(phrase.en))
    ] == []


@cache
def simplified() -> frozenset[str]:
    """Characters that are written so in simplified Chinese alone."""
    pairs, of_taiwan = characters("STCharacters"), characters("TWVariants")
    traditional = {each for said in (*pairs.values(), *of_taiwan.values()) for each in said}
    return frozenset(key for key in pairs if key not in traditional)


def characters(name: str) -> dict[str, list[str]]:
    """A table of OpenCC: characters and those they may stand for."""
    file = Path(opencc.__file__).parent / "dictionary" / f"{name}.txt"
    lines = (line.split("\t") for line in file.read_text(encoding="utf-8").splitlines() if line)
    return {key: said.split() for key, said in lines}


def test_traditional_chinese_has_no_simplified_characters_left() -> None:
    said = [(f"{file}.{k}", s) for file in FILES for k, s in translated("zh-Hant", file).items()]
    said += spoken_phrases("zh-Hant").items()
    left = {key: found for key, words in said if (found := set(words) & simplified())}
    assert left == {}


def test_chinese_of_the_engine_has_a_space_before_and_after_numbers_and_letters() -> None:
    meeting = re.compile("[一-鿿][0-9A-Za-z]|[0-9A-Za-z%][一-鿿]")
    assert [
        f"{file}.{key}: {said['zh']}"
        for file in FILES
        if file.startswith("engine")
        for key, said in sentences(file).items()
        if meeting.search(re.sub(r"\{[^{}]*\}", "…", said["zh"]))
    ] == []


@pytest.mark.parametrize("language", ["zh", "zh-Hant"])
def test_what_is_filled_in_is_spaced_where_it_meets_chinese_and_kept_inside(
    language: str, tmp_path: Path
) -> None:
    file = tmp_path / "spaced.yaml"
    words = {"en": "{file}: {side} {number}", "zh": "在{file}的{side}{number}辆“{number}”"}
    file.write_text(f"found: {words}\n", encoding="utf-8")
    add_text_file("spaced", file)
    try:
        said = text("spaced.found", language, file="/地图1.yaml", side="红方", number=3)
    finally:
        remove_text_file("spaced")
    assert said == "在 /地图1.yaml 的红方 3 辆“3”"


def test_russian_is_written_in_cyrillic() -> None:
    said = {key: s for file in FILES for key, s in translated("ru", file).items()}
    latin = re.compile("[a-z]{3}")
    assert [
        key
        for key, words in said.items()
        if latin.search(re.sub(r"\{.*?\}", "", words)) and not re.search("[а-яё]", words.lower())
        if not re.fullmatch(r"[\W\d_a-zA-Z./{}]*", words)
    ] == []


# --- which is spoken ------------------------------------------------------------------------------


def test_locales_choose_the_script_that_is_read_there() -> None:
    for locale in ("zh_TW.UTF-8", "zh_HK", "zh-Hant", "zh_Hant_TW", "zh-MO"):
        assert language_of(locale) == "zh-Hant", locale
    for locale in ("zh_CN.UTF-8", "zh", "zh_SG", "zh-Hans-HK"):
        assert language_of(locale) == "zh", locale
    assert [language_of(each) for each in ("ru_RU.UTF-8", "ru", "C", "de_DE")] == [
        "ru", "ru", "en", "en",
    ]  # fmt: skip


def test_a_text_is_read_in_the_nearest_language_it_has() -> None:
    words = {"en": "Zugspitze east", "zh": "楚格峰东"}
    assert localised(words, "zh-Hant") == words["zh"]
    assert localised(words, "ru") == words["en"]
    assert localised({"ru": "Высота 7"}, "zh-Hant") == "Высота 7"
    assert localised({**words, "ru": "Восток"}, "ru") == "Восток"


def test_a_file_in_other_languages_is_told_of_once() -> None:
    """Files may give any of the languages: what is read instead is said, and only then."""
    words = {"en": "Nobody's Crossing", "zh": "无人渡口"}
    assert "简体中文" in fallback_notice(words, "zh-Hant")
    assert "English" in fallback_notice(words, "ru")
    assert fallback_notice(words, "zh") == fallback_notice("Anybody's", "ru") == ""
    assert "Русский" in fallback_notice({"ru": "Переправа"}, "zh-Hant")


def test_a_word_agrees_with_its_number_in_every_language(tmp_path: Path) -> None:
    """Where the code does not count, the sentence does."""
    file = tmp_path / "counted.yaml"
    ways = {"en": "{count} {count:hex|hexes}", "ru": "{count} {count:гекс|гекса|гексов}"}
    file.write_text(f"reach: {ways}\n", encoding="utf-8")
    add_text_file("counted", file)
    try:
        said = [text("counted.reach", "ru", count=count) for count in (1, 2, 5, 11, 21)]
        assert said == ["1 гекс", "2 гекса", "5 гексов", "11 гексов", "21 гекс"]
        assert text("counted.reach", "en", count="1") == "1 hex"
        assert text("counted.reach", "zh-Hant", count=3) == "3 hexes"
    finally:
        remove_text_file("counted")


def test_every_language_has_a_tag_and_falls_back_on_others() -> None:
    for language in LANGUAGES.values():
        assert all((language.name, language.tag, language.gettext))
        assert language.code not in language.fall_back
        assert set(language.fall_back) <= set(LANGUAGES)
    assert count_forms("ru") == ("one", "few", "many")
    assert count_forms("zh-Hant") == count_forms("zh") == ("other",)


def test_every_language_counts_as_unicode_says() -> None:
    for language in LANGUAGES.values():
        counts = Locale.parse(language.tag, sep="-").plural_form
        wrong = [n for n in range(1200) if plural_form(n, language.code) != counts(n)]
        assert wrong == [], language.code
