"""Units and formations as files, `forces/1`: what is copied, and what a library keeps."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from engine.files import source_text
from engine.files.format_versions import migrate
from engine.files.schema_modeline import prepend_modeline
from engine.files.source_text import ParsedSource
from engine.files.valid_parts import ValidParts, without_duplicate_ids
from engine.files.yaml_rewriter import dump
from engine.problems import InvalidFileError, Problem
from engine.scenario.formations import Force
from engine.scenario.scenario import Formation, ScenarioUnit

ENDING = ".forces.yaml"
SHIPPED = source_text.SAMPLES / "forces"
KEPT = ("type", "name", "formation", "size", "aboard", "bearer", "mode")  # of a unit, by its fields
LISTS = ("marks", "figures")


def load(path: Path) -> Force:
    """The force in a file; InvalidFileError lists every fault."""
    return _sound(migrate(source_text.read(path), "forces"), path)


def read_text(words: str) -> Force:
    """The force in a text, as it is pasted; InvalidFileError lists every fault."""
    return _sound(migrate(source_text.parse(words, ""), "forces"), None)


def _sound(source: ParsedSource, path: Path | None) -> Force:
    found, problems = read_force(source)
    if found is None or problems:
        raise InvalidFileError(problems)
    return Force(found.game, found.units, found.formations, found.title, found.notes, path)


def read_force(source: ParsedSource) -> tuple[Force | None, list[Problem]]:
    """The force a parsed file describes, and its faults; what is faulty is left out."""
    parts = ValidParts(source, "forces")
    if parts.is_hopeless or not parts.has_valid(["game"]):
        return None, parts.problems
    formations = without_duplicate_ids(parts, parts.items(["formations"]))
    force = Force(
        parts.plain_value(["game"], ""),
        tuple(_units(parts)),
        tuple(Formation(side="", **values) for _, values in formations),
        parts.plain_value(["title"], ""),
        parts.plain_value(["notes"], ""),
    )
    return force, parts.problems


def _units(parts: ValidParts) -> Iterator[ScenarioUnit]:
    for _, values in without_duplicate_ids(parts, parts.items(["units"])):
        for key in LISTS:
            values[key] = tuple(values.get(key, ()))
        yield ScenarioUnit(side="", **values)


# --- writing --------------------------------------------------------------------------------------


def as_text(force: Force) -> str:
    """A force as the text of a file."""
    values = {
        "sandtable": "forces/1",
        "title": force.title,
        "game": force.game,
        "formations": [_formation(each) for each in force.formations],
        "units": [_unit(each) for each in force.units],
        "notes": force.notes,
    }
    return dump({key: value for key, value in values.items() if value})


def save(force: Force, path: Path) -> None:
    """Write a force into a file of its own. Raises SaveError."""
    source_text.write(path, prepend_modeline("forces", path, as_text(force)))


def _formation(formation: Formation) -> dict[str, Any]:
    keys = ("id", "name", "within", "size", "headquarters", "colour")
    return {key: value for key in keys if (value := getattr(formation, key))}


def _unit(unit: ScenarioUnit) -> dict[str, Any]:
    said = {key: value for key in KEPT if (value := getattr(unit, key))}
    lists = {key: list(value) for key in LISTS if (value := getattr(unit, key))}
    return {"id": unit.id, **said, **lists}


# --- libraries ------------------------------------------------------------------------------------


def list_forces(folder: Path | None, game: str) -> list[Force]:
    """The forces for a game: the user's own, then those that come with the program.

    Files that cannot be read are passed over; `check` reports their faults.
    """
    found = []
    for place in (folder, SHIPPED):
        for path in sorted(place.glob(f"*{ENDING}")) if place is not None else ():
            try:
                force = load(path)
            except InvalidFileError:
                continue
            if force.game == game:
                found.append(force)
    return found
