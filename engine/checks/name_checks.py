"""Names that would deceive or drown their readers, in files of every kind."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

from engine.files.source_text import ParsedSource, SourceNode
from engine.problems import Problem

NAMING = frozenset({"name", "title"})  # keys that name something, in one language or in several
LONGEST = 200  # letters
SHOWN = 40  # letters of a name that is too long
# Embeddings, overrides and isolates of the Unicode Bidirectional Algorithm (UAX #9). Marks between
# marks of two scripts (LRM, RLM, ALM) do not reorder what follows, and occur in maps.
TURNING = frozenset({"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"})

Path = tuple[str | int, ...]


def check_names(source: ParsedSource) -> Iterator[Problem]:
    """Return names without end, or with signs that turn the direction, in any language."""
    for path, name in _names(source.root, (), is_name=False):
        if any(map(_is_hidden, name)):
            seen = "".join(" " if _is_hidden(sign) else sign for sign in name)
            yield source.problem("hidden-in-name", path, {"name": seen[:SHOWN]})
        if len(name) > LONGEST:
            values = {"name": f"{name[:SHOWN]}…", "letters": len(name), "most": LONGEST}
            yield source.problem("long-name", path, values)


def _names(node: SourceNode, path: Path, *, is_name: bool) -> Iterator[tuple[Path, str]]:
    """Every name below a node with the way to it."""
    value = node.value
    if isinstance(value, dict):
        for key, inside in value.items():
            yield from _names(inside, (*path, key), is_name=is_name or key in NAMING)
    elif isinstance(value, list):
        for number, inside in enumerate(value):
            yield from _names(inside, (*path, number), is_name=False)
    elif is_name and isinstance(value, str):
        yield path, value


def _is_hidden(sign: str) -> bool:
    return unicodedata.bidirectional(sign) in TURNING
