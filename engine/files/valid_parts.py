"""The sound parts of a file: what its schema found nothing wrong with, entry by entry.

One faulty card or unit is left out, reported as a problem, and hides nothing else. What comes out
has no key that the schema does not know, so that it may be handed to a constructor as it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any

from engine.files import format_versions, schemas
from engine.files.schemas import LEFT_OUT, Violation
from engine.files.source_text import ParsedSource, SourceNode
from engine.problems import MAX_LISTED, TextPosition

Steps = Sequence[str | int]
_Path = tuple[str | int, ...]


class ValidParts:
    """A parsed file with its problems, which grow as more of it is read."""

    def __init__(self, source: ParsedSource, kind: str) -> None:
        self.source = source
        found = list(islice(schemas.find_violations(source, kind), MAX_LISTED))
        self.problems = [problem for _, problem in found]
        self.is_hopeless = len(found) == MAX_LISTED
        self._known = without_unknown_keys(source.root, found)
        self._faulty = _prefixes(p for p, problem in found if problem.code not in LEFT_OUT)
        self._tell_newer(kind)

    def _tell_newer(self, kind: str) -> None:
        """Report features that are newer than the file's version."""
        said = str(self.source.root.at(["sandtable"]).value)
        number = said.removeprefix(f"{kind}/")
        if not number.isdecimal() or int(number) >= schemas.newest_version(kind):
            return
        values = self.source.root.plain()
        for path, word, since in islice(
            format_versions.newer_than(kind, int(number), values), MAX_LISTED
        ):
            told = {"word": word, "said": said, "needed": f"{kind}/{since}"}
            self.fault("newer-version", path, self.key_mark(path), **told)

    def fault(
        self, code: str, path: Steps, mark: TextPosition | None = None, **values: object
    ) -> None:
        """Report an error at the value a path leads to."""
        self.problems.append(self.source.problem(code, path, values, mark=mark))

    def has_valid(self, path: Steps) -> bool:
        """Return True if a value exists and has no fault, unknown keys aside."""
        inside = self._inside(path[:-1])
        return isinstance(inside, dict) and path[-1] in inside and tuple(path) not in self._faulty

    def plain_value(self, path: Steps, otherwise: Any) -> Any:
        """A value without unknown keys, if it is there and sound."""
        return self._known.at(path).plain() if self.has_valid(path) else otherwise

    def items(self, path: Steps) -> Iterator[tuple[Steps, SourceNode]]:
        """The sound entries of a list, each with its path; none where there is no list."""
        entries = self._inside(path)
        for place, node in enumerate(entries if isinstance(entries, list) else ()):
            if (*path, place) not in self._faulty:
                yield [*path, place], node

    def entries(self, path: Steps) -> Iterator[tuple[str, SourceNode]]:
        """The entries of a mapping; sound ones are `has`. None where there is no mapping."""
        entries = self._inside(path)
        yield from (entries if isinstance(entries, dict) else {}).items()

    def key_mark(self, path: Steps) -> TextPosition:
        """Return the position of the key at the end of a path."""
        return self.source.root.at(path[:-1]).keys[str(path[-1])].mark

    def _inside(self, path: Steps) -> Any:
        node = self._known
        for step in path:
            if not isinstance(node.value, dict) or step not in node.value:
                return None
            node = node.value[step]
        return node.value


def without_unknown_keys(root: SourceNode, found: Iterable[Violation]) -> SourceNode:
    """A tree without the keys its schema does not know; nodes that hold none of them are shared."""
    unknown = {path for path, problem in found if problem.code in LEFT_OUT}
    return _without(root, unknown, _prefixes(unknown), ())


def _without(node: SourceNode, unknown: set[_Path], around: set[_Path], path: _Path) -> SourceNode:
    if path not in around:
        return node
    kept = SourceNode(node.value, node.start, node.mark, node.style)
    kept.end, kept.keys = node.end, node.keys
    if isinstance(node.value, dict):
        kept.value = {
            key: _without(entry, unknown, around, (*path, key))
            for key, entry in node.value.items()
            if (*path, key) not in unknown
        }
    elif isinstance(node.value, list):
        places = enumerate(node.value)
        kept.value = [_without(entry, unknown, around, (*path, place)) for place, entry in places]
    return kept


def _prefixes(paths: Iterable[_Path]) -> set[_Path]:
    """The paths, and those of everything they lie in."""
    return {path[:length] for path in paths for length in range(len(path) + 1)}


def without_duplicate_ids(
    parts: ValidParts,
    entries: Iterator[tuple[Steps, SourceNode]],
    seen: dict[str, TextPosition] | None = None,
) -> Iterator[tuple[Steps, dict[str, Any]]]:
    """Return the plain values of entries with ids; report and leave out repeated ids."""
    known = {} if seen is None else seen
    for path, node in entries:
        name, mark = node.value["id"].value, node.value["id"].mark
        if name in known:
            parts.fault("id-twice", [*path, "id"], id=name, line=known[name].line)
            continue
        known[name] = mark
        yield path, node.plain()
