"""The tutorials speak of what is there: pictures, words and keys of the program, commands."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest
from PIL import Image
from PySide6.QtGui import QKeySequence

from engine.files.source_text import ROOT
from engine.languages import LANGUAGES, MADE_IN, TRANSLATED
from studio.actions import ACTIONS
from studio.framework.manual_pages import manual_pages
from studio.main_window.keyboard import OWN
from tests.test_texts import FILES, read_strictly
from tests.test_translations import spoken_phrases, translated
from tests.test_tutorial_pages import GUIDE_PAGES, INDEXES, PAGES, TUTORIALS, language_of
from tools import phrases
from tools.tutorial_walker import MAX_BYTES
from tools.tutorial_walks import WALKS

SAID = re.compile(r'(?<![\w-])(\w\w(?:-\w+)?): (?:"((?:[^"\\]|\\.)*)"|([^,}"\n]+))')
TAIL = re.compile(r"\s*(…+|\.\.\.|▾|[:：])$")
TELLING = 8  # characters of a sentence without what is filled in
MENU = " ▸ "
HELD = re.compile(r"(Shift|Ctrl|Alt)")


@cache
def words_of(language: str) -> tuple[frozenset[str], tuple[re.Pattern[str], ...]]:
    """What the program says, and as patterns what it fills in."""
    found: set[str] = set()
    for folder in ("engine", "studio"):
        for file in (ROOT / folder).glob("**/*.yaml"):
            for code, quoted, plain in SAID.findall(file.read_text(encoding="utf-8")):
                if code == language:
                    found.add(bare(quoted or plain))
    if language in MADE_IN:
        found |= {bare(said) for file in FILES for said in read_strictly(file, language).values()}
        found |= {bare(getattr(phrase, language)) for phrase in list(phrases.keys())}
    if language in TRANSLATED:
        found |= {bare(said) for file in FILES for said in translated(language, file).values()}
        found |= {bare(said) for said in spoken_phrases(language).values()}
    found |= {said[:1].upper() + said[1:] for said in found}  # on a button
    own = {each: re.sub(r"\{.*?\}", "", each) for each in found if "{" in each}
    filled = [
        re.sub(r"\\\{.*?\\\}", ".+", re.escape(each))
        for each, left in own.items()
        if len(left) >= TELLING
    ]
    return frozenset(found), tuple(re.compile(each) for each in filled)


def bare(words: str) -> str:
    """Words of a button or a menu without mnemonic and what follows."""
    return TAIL.sub("", re.sub(r"\(&\w\)|&", "", words.strip()))


@cache
def keys() -> frozenset[str]:
    bound = {key for action in ACTIONS for key in action.shortcuts}
    return frozenset(QKeySequence(key).toString() for key in bound) | OWN | {"Del", "F2", "Ins"}


def is_of_the_program(words: str, language: str) -> bool:
    said, filled = words_of(language)
    named = QKeySequence(words.replace("Enter", "Return").replace("Escape", "Esc")).toString()
    return (
        bare(words) in said
        or (bool(named) and named in keys())
        or HELD.fullmatch(words) is not None
        or any(each.fullmatch(bare(words)) for each in filled)
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_tutorial_has_a_page_and_every_page_a_tutorial(language: str) -> None:
    assert {page.stem for page in PAGES if language_of(page) == language} == set(WALKS)
    index = next(page for page in INDEXES if language_of(page) == language)
    links = re.findall(r"\]\(([\w-]+)\.md\)", index.read_text(encoding="utf-8"))
    assert tuple(links) == tuple(WALKS)


@pytest.mark.parametrize(
    "page", [*PAGES, *INDEXES, *GUIDE_PAGES], ids=lambda page: f"{page.parts[-2]}-{page.stem}"
)
def test_what_is_bold_is_a_word_or_a_key_of_the_program(page: Path) -> None:
    bold = re.findall(r"\*\*(.+?)\*\*", " ".join(page.read_text(encoding="utf-8").split()))
    assert bold or page in GUIDE_PAGES
    parts = [part for words in bold for part in words.split(MENU)]
    assert [part for part in parts if not is_of_the_program(part, language_of(page))] == []


def test_what_the_program_does_not_say_is_found_out() -> None:
    assert not is_of_the_program("Make the mpa", "en")
    assert not is_of_the_program("Ctrl+Shift+Alt+F7", "en")
    assert not is_of_the_program("Problems", "ru")
    assert not is_of_the_program("问题", "zh-Hant")
    assert is_of_the_program("Problems", "en")


def test_every_picture_is_taken_by_its_tutorial_and_modest() -> None:
    shown = {
        (page.parent / picture).resolve()
        for page in PAGES
        for picture in re.findall(r"!\[[^]]*\]\(([^)]+)\)", page.read_text(encoding="utf-8"))
    }
    assert shown == set((TUTORIALS / "pictures").glob("*.png"))
    for picture in shown:
        name = re.sub(r"-\d(-[\w-]+)?$", "", picture.stem)
        assert name in WALKS, picture
        assert picture.stat().st_size <= MAX_BYTES
        with Image.open(picture) as image:
            assert image.width <= 1280, picture


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_manual_in_the_window_has_the_tutorials(language: str) -> None:
    folder = TUTORIALS if language == "en" else TUTORIALS / language
    first = manual_pages(language)[: len(WALKS)]
    assert [path for path, _ in first] == [folder / f"{name}.md" for name in WALKS]
