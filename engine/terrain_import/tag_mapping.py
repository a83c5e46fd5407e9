"""The mapping of real-ground tags to kinds of a map: the table in kinds.yaml."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import yaml

ANYTHING = "*"
IN_A_TUNNEL = frozenset({"yes", "true", "1"})  # not a passage under a house
MAX_DEFAULT = "building"
ASIDE_KEYS = ("tunnel",)

Tags = Mapping[str, str]


@dataclass(frozen=True)
class TagRule:
    """One row of the table: the tags that mean it, and what it becomes."""

    id: str
    kind: str
    any: tuple[Mapping[str, frozenset[str]], ...]
    share: float | None = None
    upto: float | None = None
    small_below: float = 0.0
    small_is: str = ""
    underground: bool = False

    def matches(self, tags: Tags) -> bool:
        """Return True if something with these tags is of this kind."""
        return any(
            all(_fits(tags.get(key), values) for key, values in wanted.items())
            for wanted in self.any
        )

    def is_usual_at(self, hex_metres: float) -> bool:
        """Return True if a map with hexes of this size has it by default."""
        return self.upto is None or hex_metres <= self.upto


def _fits(found: str | None, wanted: frozenset[str]) -> bool:
    if found is None or found == "no":
        return False
    return ANYTHING in wanted or found in wanted


@dataclass(frozen=True)
class TagMapping:
    """The whole table, each part in its order."""

    cover: Mapping[str, TagRule]
    waters: Mapping[str, TagRule]
    links: Mapping[str, TagRule]
    coast: Mapping[str, TagRule]
    places: Mapping[str, TagRule]

    def of_area(self, tags: Tags) -> str:
        """The cover that an area with these tags is, or nothing."""
        return _first(self.cover, tags)

    def of_line(self, tags: Tags) -> str:
        """The water, link or coast that a line with these tags is, or nothing."""
        under = tags.get("tunnel") in IN_A_TUNNEL
        links = {name: kind for name, kind in self.links.items() if kind.underground == under}
        parts = (self.waters, links, self.coast)
        return next(filter(None, (_first(part, tags) for part in parts)), "")

    def place_kind(self, tags: Tags) -> str:
        """The kind of place a point with these tags is, or nothing."""
        return _first(self.places, tags)

    @property
    def keys(self) -> tuple[str, ...]:
        """Every tag the table looks at."""
        parts = (self.cover, self.waters, self.links, self.coast, self.places)
        kinds = (kind for part in parts for kind in part.values())
        return tuple(dict.fromkeys(key for kind in kinds for tags in kind.any for key in tags))


class TagCache:
    """A cache of the kinds of ways, by the tags that the table uses."""

    def __init__(self, table: TagMapping) -> None:
        self._table, self._keys = table, (*table.keys, "area", *ASIDE_KEYS)
        self._known: dict[tuple[str | None, ...], tuple[str, str]] = {}

    def way_kinds(self, tags: Any, *, is_closed: bool) -> tuple[str, str]:
        """The cover and the line that a way with these tags is, or nothing for either."""
        said: tuple[str | None, ...]
        if len(tags) == 1 and (building := tags.get(MAX_DEFAULT)):
            said = (building,)
        else:
            said = tuple([tags.get(key) for key in self._keys])
        known = self._known.get(said)
        if known is None:
            keys = self._keys if len(said) > 1 else (MAX_DEFAULT,)
            plain = {key: value for key, value in zip(keys, said, strict=True) if value}
            line = self._table.of_line(plain) if plain.get("area") != "yes" else ""
            known = self._known[said] = self._table.of_area(plain), line
        return (known[0] if is_closed else ""), known[1]


def _first(part: Mapping[str, TagRule], tags: Tags) -> str:
    return next((name for name, kind in part.items() if kind.matches(tags)), "")


@cache
def load_tag_mapping() -> TagMapping:
    """The table in engine/terrain_import/kinds.yaml."""
    source = (Path(__file__).parent / "kinds.yaml").read_text(encoding="utf-8")
    parts = yaml.load(source, Loader=yaml.CSafeLoader)
    return TagMapping(**{part: {id_: _kind(id_, row) for id_, row in rows.items()}
                    for part, rows in parts.items()})  # fmt: skip


def _kind(id_: str, row: dict[str, Any]) -> TagRule:
    wanted = tuple(
        {key: frozenset([said] if isinstance(said, str) else said) for key, said in tags.items()}
        for tags in row["any"]
    )
    small = row.get("small", {"below": 0.0, "is": ""})
    return TagRule(
        id_, row.get("kind", id_), wanted, row.get("share"), row.get("upto"),
        small["below"], small["is"], row.get("underground", False),
    )  # fmt: skip
