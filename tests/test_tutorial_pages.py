"""Translated pages go the same steps in every language, and their commands exist."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import click
import pytest

from engine.files.source_text import ROOT
from engine.languages import LANGUAGES
from studio.cli import main
from tests.test_translations import simplified
from tools import outputs, traditional
from tools.site import TRANSLATED

TUTORIALS, GUIDES = (ROOT / "docs" / shelf for shelf in TRANSLATED)
PAGES = sorted(page for page in TUTORIALS.glob("**/*.md") if page.stem != "index")
INDEXES = sorted(TUTORIALS.glob("**/index.md"))
GUIDE_PAGES = sorted(GUIDES.glob("**/*.md"))


def language_of(page: Path) -> str:
    return page.parent.name if page.parent.name in LANGUAGES else "en"


def shape_of(page: Path) -> list[str]:
    """Return what is the same in every language: headings, steps, pictures, code and files."""
    text = page.read_text(encoding="utf-8")
    text = outputs.BLOCK.sub(lambda block: "".join(re.findall(r"^\$ .*\n", block[1], re.M)), text)
    blocks = re.findall(r"```.*?```|`[^`\n]+`", text, re.DOTALL)
    pictures = re.findall(r"pictures/([\w-]+?-\d)(?:-[\w-]+)?\.png", text)
    return [*re.findall(r"^(?:#+|\d+\.) ", text, re.MULTILINE), *pictures, *blocks]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: f"{language_of(page)}-{page.stem}")
def test_a_tutorial_goes_the_same_steps_in_every_language(page: Path) -> None:
    assert shape_of(page) == shape_of(TUTORIALS / page.name)


@pytest.mark.parametrize("page", GUIDE_PAGES, ids=lambda page: f"{language_of(page)}-{page.stem}")
def test_a_how_to_guide_has_the_same_answers_in_every_language(page: Path) -> None:
    assert shape_of(page) == shape_of(GUIDES / page.name)


def test_every_how_to_guide_is_there_in_every_language() -> None:
    named = {name: {page.name for page in GUIDE_PAGES if language_of(page) == name}
             for name in LANGUAGES}  # fmt: skip
    assert set(map(frozenset, named.values())) == {frozenset(named["en"])}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: f"{language_of(page)}-{page.stem}")
def test_a_tutorial_shows_pictures_in_its_language(page: Path) -> None:
    language = language_of(page)
    ending = "" if language == "en" else f"-{language}"
    shown = re.findall(r"/?pictures/[\w-]+?-\d([\w-]*)\.png", page.read_text(encoding="utf-8"))
    assert shown
    assert set(shown) == {ending}


def test_traditional_rulebooks_are_made_of_the_simplified_ones() -> None:
    for file, words in traditional.rulebooks().items():
        assert file.read_text(encoding="utf-8") == words, "python -m tools.traditional"


def test_traditional_pages_are_made_of_the_simplified_ones() -> None:
    made = traditional.pages()
    assert {*TUTORIALS.glob("zh-Hant/*.md"), *GUIDES.glob("zh-Hant/*.md")} == set(made)
    for page, words in made.items():
        assert page.read_text(encoding="utf-8") == words, "python -m tools.traditional"
        assert set(words) & simplified() == set()


def commands() -> list[str]:
    """Return the lines of the pages that call the program."""
    found = {
        line
        for page in (*PAGES, *GUIDE_PAGES)
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
