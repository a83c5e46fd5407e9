"""The sound parts of a file: what its schema found nothing wrong with, entry by entry.

One faulty card or unit is left out, told as a problem, and hides nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

from engine.files import schemas
from engine.files.source_text import Node, Source, spelled
from engine.problems import MOST_LISTED, Mark

Steps = Sequence[str | int]


class SoundParts:
    """A parsed file with its problems, which grow as more of it is read."""

    def __init__(self, source: Source, kind: str) -> None:
        self.source = source
        self.problems = list(islice(schemas.violations(source, kind), MOST_LISTED))
        self.is_hopeless = len(self.problems) == MOST_LISTED
        self._unknown = {p.where for p in self.problems if p.code == "unknown-key"}
        faulty = (p.where for p in self.problems if p.code != "unknown-key")
        self._tainted = {part for where in faulty for part in _prefixes(where)}

    def fault(self, code: str, path: Steps, mark: Mark | None = None, **values: object) -> None:
        """Tell an error at the value a path leads to."""
        self.problems.append(self.source.problem(code, path, values, mark=mark))

    def has(self, path: Steps) -> bool:
        """Whether a value is there and nothing in it is wrong."""
        node = self.source.root.at(path[:-1])
        return (
            isinstance(node.value, dict)
            and path[-1] in node.value
            and spelled(path) not in self._tainted
        )

    def plain(self, path: Steps, otherwise: Any) -> Any:
        """A value, if it is there and sound."""
        return self.source.root.at(path).plain() if self.has(path) else otherwise

    def known(self, path: Steps) -> Any:
        """A sound mapping without the keys that were told as unknown; empty if it is not there."""
        return self._without_unknown(path, self.plain(path, {}))

    def _without_unknown(self, path: Steps, value: Any) -> Any:
        if not isinstance(value, dict):
            return value
        return {
            key: self._without_unknown([*path, key], entry)
            for key, entry in value.items()
            if spelled([*path, key]) not in self._unknown
        }

    def items(self, path: Steps) -> Iterator[tuple[Steps, Node]]:
        """The sound entries of a list, each with its path; none where there is no list."""
        entries = self._inside(path)
        for place, node in enumerate(entries if isinstance(entries, list) else ()):
            if spelled([*path, place]) not in self._tainted:
                yield [*path, place], node

    def entries(self, path: Steps) -> Iterator[tuple[str, Node]]:
        """The entries of a mapping; sound ones are `has`. None where there is no mapping."""
        entries = self._inside(path)
        yield from (entries if isinstance(entries, dict) else {}).items()

    def key_mark(self, path: Steps) -> Mark:
        """Where the key at the end of a path stands."""
        return self.source.root.at(path[:-1]).keys[str(path[-1])].mark

    def _inside(self, path: Steps) -> Any:
        node = self.source.root
        for step in path:
            if not isinstance(node.value, dict) or step not in node.value:
                return None
            node = node.value[step]
        return node.value


def _prefixes(where: str) -> Iterator[str]:
    """`a.b[0].c` and what it lies in: `a.b[0]`, `a.b`, `a`."""
    while where:
        yield where
        where = where[: max(where.rfind("."), where.rfind("["), 0)]


def without_twins(
    parts: SoundParts, entries: Iterator[tuple[Steps, Node]], seen: dict[str, Mark] | None = None
) -> Iterator[tuple[Steps, dict[str, Any]]]:
    """The plain values of entries with ids; one whose id has been `seen` is told and left out."""
    known = {} if seen is None else seen
    for path, node in entries:
        name, mark = node.value["id"].value, node.value["id"].mark
        if name in known:
            parts.fault("id-twice", [*path, "id"], id=name, line=known[name].line)
            continue
        known[name] = mark
        yield path, node.plain()
