"""Games in a file, one a line, so that a second call goes on where one stopped.

The first line says of what the games are. Lines are added as games end; a last one that was cut
off by a crash is left out.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from engine.files import source_text
from engine.problems import SandtableError
from engine.texts import text


class OtherGames(SandtableError):
    """A file with games of something else, or with none, or with a line nobody wrote."""


def read(file: Path, heading: Mapping[str, Any]) -> Iterator[Any]:
    """The entries of a file below its heading; none where there is no file. Raises OtherGames."""
    if not file.exists():
        return
    lines = _lines(file)
    first = next(lines, None)
    if not isinstance(first, dict) or first.get("sandtable") != heading["sandtable"]:
        raise OtherGames(text("kept.no-games", None, file=file, kind=heading["sandtable"]))
    for key, value in heading.items():
        if first.get(key) != value:
            values = {"file": file, "what": key, "found": first.get(key), "wanted": value}
            raise OtherGames(text("kept.another", None, **values))
    yield from lines


def _lines(file: Path) -> Iterator[Any]:
    """The lines of a file; the last may have been cut off by a program that was killed."""
    broken: tuple[int, int] | None = None
    with file.open(encoding="utf-8", errors="replace") as found:
        for number, line in enumerate(found, 1):
            if broken:
                place = {"line": broken[0], "column": broken[1]}
                raise OtherGames(text("kept.broken", None, file=file, **place))
            try:
                yield json.loads(line)
            except json.JSONDecodeError as error:
                if number == 1:
                    return
                broken = number, error.colno


class Keeping:
    """A file to which games are added as they end; what it had stays in it."""

    def __init__(self, file: Path, heading: Mapping[str, Any]) -> None:
        self._file = file
        if file.exists():
            _drop_cut_line(file)
        else:
            source_text.write(file, _line(heading))

    def add(self, entry: Any) -> None:
        """Keep one game more."""
        with self._file.open("a", encoding="utf-8") as out:
            out.write(_line(entry))


def _drop_cut_line(file: Path) -> None:
    """Take away the end of a line that was being written when the program was killed."""
    with file.open("rb+") as found:
        whole = found.read().rfind(b"\n") + 1
        found.truncate(whole)


def _line(entry: Any) -> str:
    return json.dumps(entry, ensure_ascii=False, separators=(",", ":")) + "\n"
