"""What YAML reads otherwise than meant: labels as numbers, words for truth, digits as keys."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from engine.checks.check import check
from engine.files import source_text
from engine.files.schemas import Violation, file_kind_and_version, find_violations
from engine.files.source_text import ROOT, SourceNode
from engine.problems import Problem
from engine.texts import text
from tests.engine.scenario_texts import SCENARIO, changed, folder

GRID = "sandtable: map/1\ngrid: {columns: 4, rows: 3}\n"
LABELS = """\
title: 1944
places:
  - {at: 0101, name: 203}
zones:
  north: [0101, +1]
credits: ~
"""
UNQUOTED = [
    ("title", "1944", (3, 8)),
    ("places[0].at", "0101", (5, 10)),
    ("places[0].name", "203", (5, 22)),
    ("zones.north[0]", "0101", (7, 11)),
    ("zones.north[1]", "+1", (7, 17)),
    ("credits", "~", (8, 10)),
]


def problems_in(source: str, kind: str = "map") -> list[Problem]:
    found: list[Violation] = list(find_violations(source_text.parse(source, "a.yaml"), kind))
    return [each.problem for each in found]


def test_a_label_without_quotes_is_told_to_be_quoted_as_it_is_written() -> None:
    found = problems_in(GRID + LABELS)
    told = [(each.where, each.values["found"], tuple(each.mark)) for each in found]
    assert sorted(told) == sorted(UNQUOTED)
    assert {each.code for each in found} == {"unquoted"}
    assert all(f'"{each.values["found"]}"' in each.hint() for each in found)


def test_scenarios_are_told_the_same(tmp_path: Path) -> None:
    scenario = folder(tmp_path, changed(SCENARIO, ('"0602"', "0602"), ("{en: Lion, zh: 狮}", "07")))
    found = [each.values["found"] for each in check(scenario) if each.code == "unquoted"]
    assert sorted(map(str, found)) == ["0602", "07"]


def test_what_would_be_wrong_as_text_too_is_not_told_to_be_quoted() -> None:
    found = problems_in(GRID + "zones: {a: {hexes: [], colour: 000000}}\nlevels: {metres: }\n")
    assert [each.code for each in found] == ["wrong-form", "wrong-type"]
    assert found[0].values["found"] == "000000"
    assert found[1].values["found"] == text("problems.an-empty-value")


def test_a_word_that_means_a_number_or_a_truth_is_told_what_was_meant() -> None:
    spelt = {'"12"': "12", "0o17": "15", "0x1F": "31", "1:30": "", "twelve": "", "1e3": ""}
    near = {}
    for word in spelt:
        found = problems_in(f"sandtable: map/1\ngrid: {{columns: {word}, rows: 3}}\n")
        near[word] = found[0].values["near"] if found else ""
    assert near == spelt
    sides = changed(SCENARIO, ("deck: own", "begins: yes"))
    assert [each.values["near"] for each in problems_in(sides, "scenario")] == ["true"]


def test_a_fault_under_a_key_of_digits_is_told_at_that_key() -> None:
    dice, wrong = random.Random(4), []
    keys = ["1", "01", "001", "+1", "10", "010", "0", "00", "north"]
    for _ in range(40):
        faulty = dice.sample(keys, 3)
        lines = {key: "[x, [1]]" if key in faulty else '["0101"]' for key in keys}
        rows = [f'  "{key}": {listed}' for key, listed in lines.items()]
        dice.shuffle(rows)
        found = problems_in(GRID + "zones:\n" + "\n".join(rows) + "\n")
        places = sorted(each.where for each in found)
        marks = [each.mark.line for each in found]
        right = sorted(4 + n for n, row in enumerate(rows) if "[x" in row)
        if places != sorted(f"zones.{key}[1]" for key in faulty) or sorted(marks) != right:
            wrong.append((faulty, places, marks))
    assert not wrong


SPELT = ("0101", "01", "yes", "1:30", "1944-06-06", "0o17", "1e3", "~", "null", "+1", "1_000")
OF_EACH_KIND = (
    "samples/primer/maps/primer.map.yaml",
    "samples/tank/scenarios/first-shots.scenario.yaml",
    "samples/tide/decks/nerve.deck.yaml",
    "samples/littlewars/tables/two-farms.table.yaml",
    "samples/forces/us-rifle-platoon-1944.forces.yaml",
    "engine/files/styles/kriegsspiel-1824.style.yaml",
    "engine/files/layouts/classic.counters.yaml",
    "engine/files/layouts/poker.cards.yaml",
)
SPOTS = 4  # of a file


def scalars(node: SourceNode, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str, SourceNode]]:
    """Every value on one line that is neither list nor mapping, with its path as problems say."""
    inside: Iterable[tuple[Any, SourceNode]] = ()
    if isinstance(node.value, dict):
        inside = node.value.items()
    if isinstance(node.value, list):
        inside = enumerate(node.value)
    elif not isinstance(node.value, dict) and node.style not in ("|", ">"):
        yield source_text.format_value_path(path), node
    for step, entry in inside:
        yield from scalars(entry, (*path, step))


def test_an_odd_value_in_a_file_of_any_kind_is_told_where_it_stands() -> None:
    dice, wrong, told = random.Random(6), [], 0
    for name in OF_EACH_KIND:
        written = (ROOT / name).read_text("utf-8")
        kind, _ = file_kind_and_version(whole := source_text.parse(written, name))
        for path, node in dice.sample([*scalars(whole.root)], SPOTS):
            for word in SPELT:
                changed_to = written[: node.start] + word + written[node.end :]
                found = [each for each in problems_in(changed_to, kind) if each.where == path]
                told += len(found)
                wrong += [(name, path, word, each.code) for each in found
                          if each.mark != node.mark or not each.message()]  # fmt: skip
    assert told > len(SPELT) * len(OF_EACH_KIND)
    assert not wrong
