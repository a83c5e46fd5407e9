"""The fields of a sentence in words, each side named where the sentence first comes to it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any

Word = Callable[[str, Any, Collection[str]], Any]
"""A field's word, by its name, its value, and the sides that are named before it."""
Naming = Callable[[str, Any], set[str]]
"""The sides that a field names."""


def fill_in_order(
    sentence: str, fields: Mapping[str, Any], word: Word, sides: Naming, known: Collection[str] = ()
) -> dict[str, Any]:
    """Every field as a word, in the order in which a sentence comes to them; the rest behind."""
    places = {name: sentence.find(f"{{{name}}}") for name in fields}
    found: dict[str, Any] = {}
    told = set(known)
    for name in sorted(fields, key=lambda name: (places[name] < 0, places[name])):
        found[name] = word(name, fields[name], told)
        told.update(sides(name, fields[name]) if places[name] >= 0 else ())
    return found


def name_each(
    pieces: Iterable[str],
    name: Callable[[str, Collection[str]], str],
    sides: Naming,
    told: Collection[str] = (),
) -> list[str]:
    """Several pieces by their names, each side named once."""
    said, known = [], set(told)
    for each in pieces:
        said.append(name(each, known))
        known |= sides("unit", each)
    return said
