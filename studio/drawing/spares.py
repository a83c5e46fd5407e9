"""What a game needs besides the units of its scenario: parts units break down into, and markers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from string import ascii_uppercase
from typing import Any

from engine.games.handbook import Marker
from engine.games.looks import Marks
from engine.scenario.scenario import ScenarioUnit
from engine.telling.names import Names
from engine.texts import localised, preferred_language, text, text_languages
from studio.drawing import faces
from studio.drawing.faces import PrintedFace


def breakdown_parts(
    unit: ScenarioUnit, types: Mapping[str, Mapping[str, Any]]
) -> Iterator[ScenarioUnit]:
    """The parts a unit may break down into, such as halves: known by its name and a letter."""
    parts = types.get(unit.type, {}).get("parts", ())
    for kind, letter in zip(parts, ascii_uppercase, strict=False):
        named = {
            each: text(
                "counters.part", each, name=localised(unit.name, each) or unit.id, part=letter
            )
            for each in text_languages()
        }
        yield ScenarioUnit(f"{unit.id}-{letter.lower()}", unit.side, kind, named, unit.formation)


def marker_faces(marker: Marker, known: Marks, names: Names) -> tuple[PrintedFace, PrintedFace]:
    """Front and back of a marker."""
    sides, language = (marker.front, marker.back), names.language or preferred_language()
    if marker.battery:
        hit = faces.impact_face(marker.battery, text("counters.impact", language))
        return hit, hit
    if marker.amounts is None:
        front, back = (faces.marker_face(known.of(mark), language) for mark in sides)
        return front, back
    said = localised(marker.name, language)
    front, back = (
        faces.hex_feature_face(kind, amount, said or names.word("lying", kind))
        for kind, amount in zip(sides, marker.amounts, strict=True)
    )
    return front, back


def marker_name(marker: Marker, known: Marks, names: Names) -> str:
    """A marker's name made from both its sides, without saying the same thing twice."""
    if marker.battery:
        return text("counters.impact", names.language)
    if marker.amounts is not None:
        return localised(marker.name, names.language) or names.word("lying", marker.front)
    sides = (localised(known.of(mark).name, names.language) for mark in (marker.front, marker.back))
    return " / ".join(dict.fromkeys(sides))
