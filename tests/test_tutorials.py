"""The tutorials speak of what is there: pictures, words and keys of the program, commands."""

from __future__ import annotations

import re
import shlex
from functools import cache
from pathlib import Path

import click
import pytest
from click.testing import CliRunner
from PIL import Image
from PySide6.QtGui import QKeySequence

from engine.files.source_text import ROOT
from engine.languages import LANGUAGES
from studio.actions import ACTIONS
from studio.commands import main
from studio.window.keymap import OWN
from studio.window.manual import pages
from tools.tutorial_pictures import MOST_BYTES
from tools.tutorial_walks import WALKS

TUTORIALS = ROOT / "docs" / "tutorials"
PAGES = sorted(TUTORIALS.glob("**/*.md"))
SAID = re.compile(r'\b(\w\w(?:-\w+)?): (?:"((?:[^"\\]|\\.)*)"|([^,}"\n]+))')
TAIL = re.compile(r"\s*(…+|\.\.\.|▾|[:：])$")
TELLING = 8  # characters of a sentence without what is filled in
MENU = " ▸ "
HELD = re.compile(r"(Shift|Ctrl|Alt)")


def language_of(page: Path) -> str:
    return page.parent.name if page.parent != TUTORIALS else "en"


@cache
def words_of(language: str) -> tuple[frozenset[str], tuple[re.Pattern[str], ...]]:
    """What the program says, and as patterns what it fills in."""
    found: set[str] = set()
    for folder in ("engine", "studio"):
        for file in (ROOT / folder).glob("**/*.yaml"):
            for code, quoted, plain in SAID.findall(file.read_text(encoding="utf-8")):
                if code == language:
                    found.add(bare(quoted or plain))
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


def test_every_tutorial_has_a_page_and_every_page_a_tutorial() -> None:
    assert {page.stem for page in PAGES if language_of(page) == "en"} == set(WALKS)
    assert {page.stem for page in PAGES} == set(WALKS)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: f"{language_of(page)}-{page.stem}")
def test_what_is_bold_is_a_word_or_a_key_of_the_program(page: Path) -> None:
    bold = re.findall(r"\*\*(.+?)\*\*", " ".join(page.read_text(encoding="utf-8").split()))
    assert bold
    parts = [part for words in bold for part in words.split(MENU)]
    assert [part for part in parts if not is_of_the_program(part, language_of(page))] == []


def test_what_the_program_does_not_say_is_found_out() -> None:
    assert not is_of_the_program("Make the mpa", "en")
    assert not is_of_the_program("Ctrl+Shift+Alt+F7", "en")
    assert is_of_the_program("Problems", "en")


def test_every_picture_is_taken_by_its_tutorial_and_modest() -> None:
    shown = {
        (page.parent / picture).resolve()
        for page in PAGES
        for picture in re.findall(r"!\[[^]]*\]\(([^)]+)\)", page.read_text(encoding="utf-8"))
    }
    assert shown == set((TUTORIALS / "pictures").glob("*.png"))
    for picture in shown:
        name, _, language = picture.stem.rpartition("-")
        name = name.rpartition("-")[0] if language in LANGUAGES else name
        assert name in WALKS, picture
        assert picture.stat().st_size <= MOST_BYTES
        with Image.open(picture) as image:
            assert image.width <= 1280, picture


def commands() -> list[str]:
    """Lines of the tutorials that call the program."""
    found = {
        line
        for page in PAGES
        for block in re.findall(r"```sh\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)
        for line in block.splitlines()
        if line.startswith("sandtable ")
    }
    return sorted(found)


@pytest.mark.parametrize("line", commands())
def test_every_command_and_option_is_there(line: str) -> None:
    name, *rest = shlex.split(line, comments=True)[1:] or [""]
    context = click.Context(main)
    command = main.get_command(context, name)
    if command is None or name.endswith(".yaml"):
        assert name.endswith(".yaml"), f"no command {name}"
        return
    if isinstance(command, click.Group):
        command = command.get_command(context, rest[0])
        assert command is not None, f"no command {name} {rest[0]}"
    known = {option for each in command.params for option in each.opts}
    assert {word for word in rest if word.startswith("--")} <= known


def answers() -> list[tuple[str, str]]:
    """Commands with what they answer: a block of text after that of the command."""
    return [
        found
        for page in PAGES
        for found in re.findall(
            r"```sh\n(sandtable [^\n]+)\n```\n\n```text\n(.*?)```",
            page.read_text(encoding="utf-8"),
            re.DOTALL,
        )
    ]


@pytest.mark.parametrize(("line", "told"), answers())
def test_what_a_command_is_shown_to_answer_is_what_it_answers(
    line: str, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("SANDTABLE_LANGUAGE", "en")
    out = CliRunner().invoke(main, shlex.split(line)[1:]).output
    lines = [each.rstrip() for each in out.splitlines()]
    assert [each for each in told.splitlines() if each not in (*lines, "…")] == []


def test_the_manual_in_the_window_has_the_tutorials() -> None:
    assert [path for path, _ in pages()][: len(WALKS)] == [
        TUTORIALS / f"{name}.md" for name in WALKS
    ]
