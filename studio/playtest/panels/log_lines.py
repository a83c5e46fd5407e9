"""The log as it is read on: lines kept from step to step, sifted, and written as text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from engine.session.moments import LogLine
from engine.session.session import Session

UMPIRES = "⚑"  # stands before what came of an umpire's act
MARKED = re.compile(r"([\\`*_\[\]<>#])")


class LogBook:
    """The lines of a session's log; only what is new is put into words again."""

    def __init__(self) -> None:
        self.lines: list[LogLine] = []
        self._read_as: object = None
        self._events = 0

    def read(self, session: Session, language: str) -> list[LogLine]:
        """What has happened until where the session stands, as its viewer may know it."""
        read_as = (session, session.history.number, session.viewer, language)
        if read_as != self._read_as:
            self._read_as, self._events, self.lines = read_as, 0, []
        events = len(session.game.events)
        while self.lines and self.lines[-1].number >= events:
            self.lines.pop()
        first = min(self._events, events)
        self.lines += session.log(first, session.viewer, language=language)
        self._events = events
        return self.lines


def sift(lines: Sequence[LogLine], unit: str, words: str) -> list[LogLine]:
    """The lines about a unit, if one is named, with all of some words, under their headings."""
    wanted = words.casefold().split()
    if not unit and not wanted:
        return list(lines)
    return list(_sift(lines, unit, wanted))


def _sift(lines: Iterable[LogLine], unit: str, wanted: Sequence[str]) -> Iterator[LogLine]:
    headings: list[LogLine] = []
    for line in lines:
        if line.rank:
            headings = [*(each for each in headings if each.rank < line.rank), line]
        elif (not unit or unit in line.place.units) and _has(line, wanted):
            yield from headings
            headings = []
            yield line


def _has(line: LogLine, wanted: Sequence[str]) -> bool:
    said = line.sentence.casefold()
    return all(word in said for word in wanted)


def plain(line: LogLine) -> str:
    """A line as it is read."""
    words = line.sentence.rstrip(".。") if line.rank else line.sentence
    return f"{UMPIRES} {words}" if line.is_umpires else words


def as_text(lines: Iterable[LogLine]) -> str:
    """Lines as plain text, an empty line before every turn."""
    return "".join("\n" * (line.rank == 1) + plain(line) + "\n" for line in lines).lstrip("\n")


def as_markdown(title: str, lines: Iterable[LogLine]) -> str:
    """A log as Markdown: turns and phases as headings, events as a list."""
    return f"# {_escape(title)}\n" + "".join(_write(lines))


def _write(lines: Iterable[LogLine]) -> Iterator[str]:
    was_event = False
    for line in lines:
        words = _escape(plain(line))
        if line.rank:
            yield f"\n{'#' * (line.rank + 1)} {words}\n"
        else:
            yield f"- {words}\n" if was_event else f"\n- {words}\n"
        was_event = not line.rank


def _escape(words: str) -> str:
    return MARKED.sub(r"\\\1", words)
