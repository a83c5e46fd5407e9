"""A game under way is put into the words of a language nobody read it in when it was played."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from engine.session.history import History
from engine.session.session import Session
from engine.texts import localised
from tests.engine.session.sessions import begun, give, umpired


def played() -> Session:
    """One with three branches, an act of the umpire and dice he has changed."""
    session = umpired()
    session.go_to(20)
    return give(session, random.Random(4), 15)


def without_words(history: History) -> list[Any]:
    return [
        ([replace(entry, asked={}, said={}) for entry in branch.answered],
         [replace(told, words={}) for told in branch.told], branch.stops, branch.at)
        for branch in history.branches
    ]  # fmt: skip


def test_what_has_happened_is_read_in_a_language_that_comes_later() -> None:
    session = played()
    assert len(session.branches()) > 2
    known = without_words(session.history)
    russian = session.log(language="ru")
    assert [line.number for line in russian] == [line.number for line in session.log(language="en")]
    assert russian[0].sentence.startswith("Красные 1 занимает"), russian[0]
    assert any(moment.sentence.startswith("Красные") for moment in session.timeline_entries("ru"))
    assert without_words(session.history) == known
    session.switch(0)
    assert all(set("аеиоуы") & set(line.sentence) for line in session.log(language="ru"))


def test_what_comes_then_is_worded_in_every_language_that_was_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    session = give(begun(), random.Random(1), 20)
    session.log(language="ru")
    monkeypatch.setenv("SANDTABLE_LANGUAGE", "zh-Hant")
    session.log()
    give(session, random.Random(1), 20)
    last = session.history.branch.told[-1].words
    assert {localised(last, each) for each in ("en", "zh", "zh-Hant", "ru")} == set(last.values())
    assert len(last) == 4
