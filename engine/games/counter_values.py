"""Values printed on a game's counters: words of layouts mapped to the keys of its data.

The mapping is data of each game, in `counter.yaml` of the folder its `SYSTEM` names: a layout says
`attack` or `values`, and the file says which value that is. An empty value is printed as a dash.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import yaml

Keys = Sequence[str]


@dataclass(frozen=True)
class CounterValues:
    """The values of one game's counters."""

    values: tuple[Keys, ...] = ()
    words: Mapping[str, Keys] = field(default_factory=dict)
    size: Mapping[str, Mapping[str, str]] = field(default_factory=dict)

    def values_of_type(self, type_: Mapping[str, Any]) -> dict[str, str]:
        """Return the values for a counter of a type, by words of layouts and keys of its data."""
        own = {key: said for key, value in type_.items() if (said := value_text(value))}
        named = {word: first for word, keys in self.words.items() if (first := _first(own, keys))}
        line = "-".join(filter(None, (_first(own, keys) for keys in self.values)))
        return {**own, **named, "values": line}

    def size_of(self, type_: Mapping[str, Any]) -> str:
        """Return the size of a unit of a type; empty if its game does not say."""
        found = (sizes.get(str(type_.get(key))) for key, sizes in self.size.items())
        return next(filter(None, found), "")


NOTHING_PRINTED = CounterValues()


def value_text(value: object) -> str:
    """A value of a type as its counter prints it; nothing for none, texts and truths aside."""
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return ""
    if isinstance(value, str):
        return value
    return f"−{-value:g}" if value < 0 else f"{value:g}" if value else ""


def _first(own: Mapping[str, str], keys: Keys) -> str:
    return next((own[key] for key in keys if key in own), "")


@cache
def read_counter_values(file: Path) -> CounterValues:
    """Read the values that a game prints from its data; none if it has no such file."""
    if not file.is_file():
        return NOTHING_PRINTED
    told = yaml.load(file.read_text(encoding="utf-8"), yaml.CSafeLoader) or {}
    values = tuple(tuple(keys) for keys in told.get("values", ()))
    return CounterValues(values, told.get("words", {}), told.get("size", {}))
