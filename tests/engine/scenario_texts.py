"""A small scenario in a folder of its own, and what `check` says after a change to its text.

The map: woods at @2,1, a village at @5,3, and a lake that cuts off the land east of it (column 7).
"""

from __future__ import annotations

from pathlib import Path

from engine.checks.check import check
from engine.problems import Problem

MAP = """\
sandtable: map/1
title: {en: Lake, zh: 湖}
grid: {columns: 8, rows: 4}
layers:
  ground: |
    ......~.
    ..w...~.
    ......~.
    .....s~.
legend: {".": open, w: woods, s: settlement, "~": lake}
links: {road: ["@0,2 @1,2 @2,2"]}
zones:
  {west: ["@0,0 @0,1 @0,2"], east: ["@5,0 @5,1"], island: ["@7,0 @7,1 @7,2 @7,3"], pond: ["@6,1"]}
places: [{at: "@0,2", name: {en: Inn, zh: 客栈}}, {at: "@2,2", name: {en: Mill, zh: 磨坊}}]
waived: [{code: unreachable-zone, reason: an island}]
"""
DECK = """\
sandtable: deck/1
game: tank
cards:
  - {id: push, effect: extra-mp, parameters: {movers: 2, mp: 1}, copies: 2}
  - {id: guns, effect: support, parameters: {battery: 122mm}}
"""
SCENARIO = """\
sandtable: scenario/1
title: {en: The lake, zh: 湖畔}
game: tank
map: lake.map.yaml
turns: 6
sides:
  - {id: red, name: {en: Red, zh: 红方}, colour: "#aa0000", deck: own}
  - {id: blue, name: {en: Blue, zh: 蓝方}, budget: 5}
forces:
  red:
    - {id: r1, type: tank, at: "@1,0"}
    - {id: r2, type: tank, zone: west}
  blue:
    - {id: b1, type: tank, name: {en: Lion, zh: 狮}, at: "0602"}  # by the ford
    - {id: b2, type: tank, arrives: {turn: 2, zone: east}}
decks: {own: own.deck.yaml}
objectives:
  - {id: mill, at: "@2,2", points: 2}
  - {id: edge, zone: east, holder: blue}
victory:
  - {by: objectives, side: red, count: 2}
  - {by: points, side: blue, points: 3}
rules: {strict: true}
briefings: {red: {en: Go, zh: 前进}, umpire: {en: Wait, zh: 等待}}
"""


def folder(path: Path, scenario: str = SCENARIO, map_: str = MAP, deck: str = DECK) -> Path:
    """Scenario, map and deck written into a folder; the scenario's path."""
    (path / "lake.map.yaml").write_text(map_, encoding="utf-8")
    (path / "own.deck.yaml").write_text(deck, encoding="utf-8")
    file = path / "lake.scenario.yaml"
    file.write_text(scenario, encoding="utf-8")
    return file


def changed(text: str, *changes: tuple[str, str]) -> str:
    """A text with some words exchanged, each of which must be there."""
    for old, new in changes:
        assert old in text, f"{old!r} is not in the text"
        text = text.replace(old, new, 1)
    return text


def found(file: Path) -> list[tuple[str, str]]:
    """What `check` finds: each problem's code, and the words it points at."""
    return [(problem.code, marked(problem)) for problem in check(file)]


def marked(problem: Problem) -> str:
    """The rest of the line a problem points at."""
    lines = Path(problem.file).read_text(encoding="utf-8").splitlines()
    return lines[problem.mark.line - 1][problem.mark.column - 1 :]


def check_of(file: Path, code: str) -> list[Problem]:
    """What `check` finds of one code."""
    return [problem for problem in check(file) if problem.code == code]
