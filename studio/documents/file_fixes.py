"""Fixes of the unreadable parts of a scenario's file, and which is therefore in no panel.

Such an entry is left out of the scenario and stays in the file. A mend is a value: what it does, in
words, and what the file says afterwards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass
from functools import partial
from typing import Any

from engine.editing.scenario_edits import free_id, likely_zone
from engine.files.scenario_reader import UNIT_PLACES
from engine.files.source_text import ParsedSource
from engine.hexes.hex import Hex
from engine.integers import parse_int
from engine.map.map import Map
from engine.problems import Problem, nearest_word
from engine.quick_fixes.fix_targets import problem_path_steps
from engine.quick_fixes.map_fixes import sort_by_harm
from engine.scenario.scenario import Scenario
from engine.texts import text

DESTRUCTIVE = frozenset({"leave-out", "drop-key"})
MAX_LABELS = 20_000  # hexes whose labels are compared with a misspelt one
PLACES = UNIT_PLACES  # of a unit: one of them


@dataclass(frozen=True)
class FileFix:
    """A way to put a file right; `id` says which way, the same for all problems of a kind."""

    id: str
    values: Mapping[str, object]
    written: dict[str, Any]

    def name(self, language: str | None = None) -> str:
        """Return the name of the fix, for a button and the history."""
        return text(f"aims.mend-{self.id}", language, **self.values)

    @property
    def is_destructive(self) -> bool:
        """Return True if the fix removes something the author wrote."""
        return self.id in DESTRUCTIVE


Mends = Iterator[FileFix]
Path = list[str | int]
_Mender = Callable[[ParsedSource, Scenario, Problem, Path], Mends]


def find_file_fixes(
    source: ParsedSource, scenario: Scenario, problem: Problem
) -> tuple[FileFix, ...]:
    """Return the quick fixes for a part of the file that could not be read.

    Fixes that destroy work come last.
    """
    path = problem_path_steps(problem)
    if not path or not _is_there(source, path):
        return ()
    found = MENDERS.get(problem.code, _nothing)(source, scenario, problem, path)
    return sort_by_harm([*found, *_left_out(source, path)])


def _is_there(source: ParsedSource, path: Path) -> bool:
    """Return True if the file has a value at a path."""
    node: Any = source.root
    for step in path:
        inside = node.value
        if not isinstance(inside, dict | list):
            return False
        if step not in (inside if isinstance(inside, dict) else range(len(inside))):
            return False
        node = inside[step]  # type: ignore[index]  # a step of a list is a number
    return True


def _change(source: ParsedSource, path: Path, change: Callable[[Any], None]) -> dict[str, Any]:
    """Return the file's values with the one at a path changed."""
    written = deepcopy(source.root.plain())
    inner = written
    for step in path:
        inner = inner[step]
    change(inner)
    return dict(written)


def _nothing(source: ParsedSource, scenario: Scenario, problem: Problem, path: Path) -> Mends:
    return iter(())


def _left_out(source: ParsedSource, path: Path) -> Mends:
    """The entry of the list that holds it, taken out of the file."""
    places = [place for place, step in enumerate(path) if isinstance(step, int)]
    if places:
        *around, place = path[: places[0] + 1]
        entry = source.root.at([*around, place]).plain()
        named = entry.get("id") if isinstance(entry, dict) else entry
        written = _change(source, around, lambda listed: listed.pop(place))
        yield FileFix("leave-out", {"entry": named or place}, written)


def _second_id(source: ParsedSource, scenario: Scenario, problem: Problem, path: Path) -> Mends:
    """The later of two with one id gets one of its own."""
    was = str(problem.values["id"])
    other = free_id(f"{was}-", _ids(source.root.plain()))
    written = _change(source, path[:-1], lambda entry: entry.update(id=other))
    yield FileFix("other-id", {"id": was, "other": other}, written)


def _ids(value: Any) -> set[str]:
    """Every id in a file."""
    if isinstance(value, list):
        return {name for entry in value for name in _ids(entry)}
    if not isinstance(value, dict):
        return set()
    own = {str(value["id"])} if "id" in value else set()
    return own | {name for entry in value.values() for name in _ids(entry)}


def _other_hex(source: ParsedSource, scenario: Scenario, problem: Problem, path: Path) -> Mends:
    """The hex that was meant, or the one of the map nearest to it."""
    word = source.root.at(path).plain()
    if not isinstance(word, str) or path[-1] != "at":
        return
    label = scenario.map.labels.label(_likely_hex(scenario.map, word))
    written = _change(source, path[:-1], lambda entry: entry.update(at=label))
    yield FileFix("other-hex", {"was": word, "hex": label}, written)


def _likely_hex(map_: Map, word: str) -> Hex:
    """The hex of the map that a word which names none was likely meant to be."""
    grid = map_.grid
    column, _, row = word.removeprefix("@").partition(",")
    at = parse_int(column), parse_int(row)
    if word.startswith("@") and at[0] is not None and at[1] is not None:
        return grid.hex(min(max(at[0], 0), grid.columns - 1), min(max(at[1], 0), grid.rows - 1))
    if grid.columns * grid.rows <= MAX_LABELS:
        near = nearest_word(word, [map_.labels.label(hex_) for hex_ in grid])
        if near:
            return map_.labels.find(near)
    return grid.hex(grid.columns // 2, grid.rows // 2)


def _one_place(source: ParsedSource, scenario: Scenario, problem: Problem, path: Path) -> Mends:
    """A unit with several places keeps one; one without is set up where its side is."""
    entry = source.root.at(path).plain()
    named = [key for key in PLACES if key in entry]
    for kept in named:
        others = [key for key in named if key != kept]
        written = _change(source, path, partial(_drop, others))
        yield FileFix("one-place", {"unit": entry.get("id"), "key": kept}, written)
    side = str(path[1]) if path[0] == "forces" else str(entry.get("side", ""))
    zone = "" if named else likely_zone(scenario, side)
    if zone:
        written = _change(source, path, lambda unit: unit.update(zone=zone))
        yield FileFix("in-zone", {"unit": entry.get("id"), "zone": zone}, written)


def _drop(keys: list[str], entry: dict[str, Any]) -> None:
    for key in keys:
        del entry[key]


def _key(source: ParsedSource, scenario: Scenario, problem: Problem, path: Path) -> Mends:
    """Correct an unknown key, or remove it."""
    *around, key = path
    near = str(problem.values.get("near") or "")
    inside = source.root.at(around).plain()
    if near and isinstance(inside, dict) and near not in inside:

        def rename(entry: dict[str, Any]) -> None:
            said = {near if name == key else name: value for name, value in entry.items()}
            entry.clear()
            entry.update(said)

        yield FileFix("meant-key", {"key": key, "near": near}, _change(source, around, rename))
    if isinstance(inside, dict):
        yield FileFix("drop-key", {"key": key}, _change(source, around, lambda e: e.pop(key)))


MENDERS: Mapping[str, _Mender] = {
    "id-twice": _second_id,
    "unknown-hex": _other_hex,
    "unit-place": _one_place,
    "feature-place": _one_place,
    "unknown-key": _key,
}
"""By the code of the problem."""
