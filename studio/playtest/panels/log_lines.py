"""The log of a session written to be kept: as plain text, as Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from engine.session.moments import LogLine

MARKED = re.compile(r"([\\`*_\[\]<>#])")


def as_text(lines: Iterable[LogLine]) -> str:
    """Lines as plain text, an empty line before every turn."""
    return "".join("\n" * (line.rank == 1) + line.words + "\n" for line in lines).lstrip("\n")


def as_markdown(title: str, lines: Iterable[LogLine]) -> str:
    """A log as Markdown: turns and phases as headings, events as a list."""
    return f"# {_escape(title)}\n" + "".join(_write(lines))


def _write(lines: Iterable[LogLine]) -> Iterator[str]:
    was_event = False
    for line in lines:
        words = _escape(line.words)
        if line.rank:
            yield f"\n{'#' * (line.rank + 1)} {words}\n"
        else:
            yield f"- {words}\n" if was_event else f"\n- {words}\n"
        was_event = not line.rank


def _escape(words: str) -> str:
    return MARKED.sub(r"\\\1", words)
