"""A key without a name is told at its place, and what stands under it is not read."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.checks.check import check
from engine.texts import text

FILES = {
    "a.table.yaml": ('sandtable: table/1\nwidth: 6 ft\ndepth: 6 ft\nzones:\n  "": 21648\n', 5),
    "a.map.yaml": ('sandtable: map/1\ngrid: {columns: 3, rows: 2}\nzones:\n  "": 7\n', 4),
    "a.deck.yaml": ('sandtable: deck/1\ngame: tank\ncards:\n- {id: a, "": 3}\n', 4),
    "b.map.yaml": ('sandtable: map/1\ngrid: {columns: 3, rows: 2}\n"": {"": []}\n', 3),
}


@pytest.mark.parametrize("name", FILES)
def test_it_is_told_where_it_stands(name: str, tmp_path: Path) -> None:
    source, line = FILES[name]
    file = tmp_path / name
    file.write_text(source, encoding="utf-8")
    told = [problem for problem in check(file) if problem.code == "nameless-key"]
    assert [problem.mark.line for problem in told] == [line]
    assert text("problems.nameless-key", "en") in told[0].message()


def test_a_key_of_digits_is_told_where_it_stands(tmp_path: Path) -> None:
    """It is a key, not a place in a list; its value is not read."""
    file = tmp_path / "a.table.yaml"
    file.write_text('sandtable: table/1\nwidth: 6 ft\ndepth: 6 ft\nzones:\n  "0":\n', "utf-8")
    assert [(one.code, one.mark.line) for one in check(file)] == [("wrong-type", 5)]


def test_of_two_cards_of_one_id_the_sound_one_is_judged(tmp_path: Path) -> None:
    file = tmp_path / "a.deck.yaml"
    first = "sandtable: deck/1\ngame: tank\ncards:\n- {id: push, copies: x}\n"
    file.write_text(first + "- {id: push, effect: extra-mp, parameters: {n: 2}}\n", "utf-8")
    told = {one.code: one.mark.line for one in check(file)}
    assert told["unknown-parameter"] == 5
