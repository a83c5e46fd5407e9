"""Scenarios that lie beside a map and speak of what is on it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from engine.files import source_text
from engine.problems import InvalidFileError

SCENARIOS = "*.scenario.yaml"
NEIGHBOURS = (".", "../scenarios")  # where scenarios of a map are kept, seen from its folder
MAX_LOOKED_AT = 200  # files: more would delay the warning too long


def scenarios_on(map_file: Path) -> list[Path]:
    """The scenario files near a map that play on it."""
    return [path for path in _near(map_file) if _is_on(_values(path), path, map_file)]


def games_of_dependent_scenarios(map_file: Path) -> dict[Path, str]:
    """The games of the scenario files near a map that play on it, by file."""
    found = {}
    for path in _near(map_file):
        values = _values(path)
        if _is_on(values, path, map_file) and isinstance(game := values.get("game"), str):
            found[path] = game
    return found


def scenarios_using(map_file: Path, zone: str) -> list[Path]:
    """The scenario files near a map that play on it and name a zone of it."""
    return [path for path in _near(map_file) if _uses(path, map_file, zone)]


def _near(map_file: Path) -> list[Path]:
    folders = [Path(os.path.normpath(map_file.parent / folder)) for folder in NEIGHBOURS]
    return [path for folder in folders for path in sorted(folder.glob(SCENARIOS))][:MAX_LOOKED_AT]


def _uses(scenario: Path, map_file: Path, zone: str) -> bool:
    values = _values(scenario, zone)
    if not _is_on(values, scenario, map_file) or zone in (values.get("zones") or ()):
        return False  # one of its own by that name is meant
    return zone in _zones_named(values)


def _values(scenario: Path, word: str = "") -> dict[str, Any]:
    """Return the values of a scenario file; empty if a word does not occur in it."""
    try:
        source = source_text.read_text(scenario)
        values = source_text.parse(source, str(scenario)).root.plain() if word in source else None
    except InvalidFileError:
        return {}  # its errors are shown when it is opened
    return values if isinstance(values, dict) else {}


def _is_on(values: dict[str, Any], scenario: Path, map_file: Path) -> bool:
    named = values.get("map")
    if not isinstance(named, str) or not source_text.can_name(named):
        return False
    return _is_same(scenario.parent / named, map_file)


def _is_same(one: Path, other: Path) -> bool:
    return source_text.resolve_links(one) == source_text.resolve_links(other)


def _zones_named(value: Any) -> Iterator[str]:
    """Every word under a key `zone`, wherever it stands."""
    if isinstance(value, list):
        for entry in value:
            yield from _zones_named(entry)
    if isinstance(value, dict):
        if isinstance(value.get("zone"), str):
            yield value["zone"]
        for entry in value.values():
            yield from _zones_named(entry)
