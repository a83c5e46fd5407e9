"""Plain words: what texts, pages and docstrings say instead of a few habits.

Each habit has a better word. An exception is a phrase that is right where it stands; the list only
shrinks, and the tests fail as well when an exception is no longer needed.
"""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterator
from functools import cache
from itertools import chain
from typing import NamedTuple

import pytest

from tests.test_texts import FILES, ROOT, read_strictly
from tools.rooms import modules


class Habit(NamedTuple):
    """A wording to avoid, as a regular expression, and the better one."""

    pattern: str
    better: str


HABITS = (
    Habit(
        r"(?<![Tt]here )\b(?:is|are) no (?!longer|more|problem|wider|lower|farther|larger)[a-z]+",
        "is not a valid …",
    ),
    Habit(r"\b[Ww]ho looks? on\b", "observers"),
    Habit(r"\bof who is\b", "name the noun"),
    Habit(r"\b(?:is|are|was|were|be|been) told\b(?! apart| from)", "is shown, is reported"),
    Habit(r"\bin hand\b", "selected"),
    Habit(r"\b[Nn]obody\b", "no one, or the passive"),
    Habit(r"\b[Ss]omebody\b", "a player, the user, or the passive"),
    Habit(r"\b[Ww]hom?ever\b", "name the noun"),
    Habit(r"\b(?:[Hh]e|[Hh]im|[Hh]is)\b", "it, they"),
    Habit(r"\b[Tt]he machine\b(?! code)", "the computer, the computer player"),
    Habit(r"\bhangs? together\b", "is connected"),
    Habit(r"\bNothing doubtful\b", "No problems"),
    Habit(r"\bGive up what\b|\bwhat is under way\b", "Cancel"),
    Habit(r"\bSelect nothing\b", "Deselect"),
    Habit(r"\bThrow .{1,40} away\b", "Delete …"),
    Habit(r"\b[Mm]etres a hex\b", "metres per hex"),
    Habit(r"\bA (?:point|side) up\b", "Pointy-top, flat-top"),
    Habit(r"\bLet it run\b", "Run until …"),
    Habit(r"\bthe way there costs\b", "Out of reach: needs … and has …"),
    Habit(r"\bby itself every\b", "Autosave every"),
    Habit(r"\bSize of words\b", "Text size"),
    Habit(r"\bthe clock stands\b", "Clock paused"),
    Habit(r"\bPart of the games\b", "Share of games"),
    Habit(r"\b[Gg]oes? with who\b", "is associated with winning"),
    Habit(r"\bDice are to be laid\b|\bLay these dice\b", "Roll needed, Accept roll"),
    Habit(r"\b[Tt]ap what is\b", "Tap the figures …"),
    Habit(r"\bmust be so\b", "name the condition"),
)

HABIT = re.compile("|".join(f"(?:{habit.pattern})" for habit in HABITS))

FIRST_WORDS = re.compile(
    r"(?:What|Who|Whose|Whom|Whether|Where|Which|When|Why|How|That|As|Nobody|Nothing|Everything"
    r"|Somebody|Something|Whoever|Whatever|Wherever)(?![\w'-])"
)
"""No summary begins with these: it begins with a verb, a class's with an article or a noun."""

COMMENT = re.compile(r"(?:^ *|  )# (.*)$", re.MULTILINE)

CODE = re.compile(r"`[^`]*`")
"""Names of keys and variables in docstrings, which are no words."""

EXCEPTIONS: dict[str, tuple[str, ...]] = {
    "CHANGELOG.md": ("speed of the machine",),
    "docs/design/speed.md": ("scale with the machine",),
    "docs/design/tabletop.md": ("A man is hit within 8½ of his middle",),
    "docs/scenario-files.md": ("victory-for-nobody",),
    "engine/texts/tank.yaml": ("must be in hand",),
    "studio/texts/decks.yaml": ("still in hand", "stay in hand", "count as in hand"),
    "studio/texts/groundwizard.yaml": ("He&xes",),
}
"""Phrases that are right where they stand, by file: a hand of cards, a man and his gun."""

PAGES = ("README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md")


@cache
def prose() -> dict[str, str]:
    """Return the English texts and pages, by file."""
    texts = {f"{file}.yaml": "\n".join(read_strictly(file, "en").values()) for file in FILES}
    pages = [ROOT / name for name in PAGES]
    pages += [page for page in ROOT.glob("docs/**/*.md") if not {"zh", "ru"} & {*page.parts}]
    return texts | {
        page.relative_to(ROOT).as_posix(): page.read_text(encoding="utf-8") for page in pages
    }


def docstrings() -> Iterator[tuple[str, str]]:
    """Yield each docstring with its module, those of attributes too."""
    for module, tree in modules().items():
        for node in ast.walk(tree):
            match node:
                case ast.Expr(ast.Constant(str(said))):
                    yield module, inspect.cleandoc(said)


def comments() -> Iterator[tuple[str, str]]:
    """Yield each comment with its file."""
    for file in chain(ROOT.glob("engine/**/*.py"), ROOT.glob("studio/**/*.py")):
        for found in COMMENT.finditer(file.read_text(encoding="utf-8")):
            yield file.as_posix(), found[1]


@pytest.mark.parametrize("habit", HABITS, ids=lambda habit: habit.better)
def test_texts_and_pages_use_the_better_word(habit: Habit) -> None:
    pattern = re.compile(habit.pattern)
    wrong = {
        (file, found[0], line.strip())
        for file, said in prose().items()
        for line in said.splitlines()
        for found in pattern.finditer(line)
        if not any(phrase in line for phrase in EXCEPTIONS.get(file, ()))
    }
    assert not wrong, f"write {habit.better!r}"


def test_every_exception_is_still_needed() -> None:
    idle = {
        (file, phrase)
        for file, phrases in EXCEPTIONS.items()
        for phrase in phrases
        if not (phrase in prose().get(file, "") and HABIT.search(phrase))
    }
    assert not idle


def test_docstrings_and_comments_use_the_better_word() -> None:
    wrong = [
        (module, said)
        for module, said in chain(docstrings(), comments())
        if HABIT.search(CODE.sub("", said))
    ]
    assert not wrong


def test_a_docstring_begins_with_a_summary() -> None:
    assert not [(module, said) for module, said in docstrings() if FIRST_WORDS.match(said)]
