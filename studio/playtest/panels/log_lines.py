"""The log of a session written to be kept: as plain text, as Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.session.moments import LogLine
from engine.telling.account import escape


def as_text(lines: Iterable[LogLine]) -> str:
    """Lines as plain text, an empty line before every turn."""
    return "".join("\n" * (line.rank == 1) + line.words + "\n" for line in lines).lstrip("\n")


def as_markdown(title: str, lines: Iterable[LogLine]) -> str:
    """A log as Markdown: turns and phases as headings, events as a list."""
    return f"# {escape(title)}\n" + "".join(_write(lines))


def _write(lines: Iterable[LogLine]) -> Iterator[str]:
    was_event = False
    for line in lines:
        words = escape(line.words)
        if line.rank:
            yield f"\n{'#' * (line.rank + 1)} {words}\n"
        else:
            yield f"- {words}\n" if was_event else f"\n- {words}\n"
        was_event = not line.rank
