"""Games in a file, one a line, so that a second call goes on where one stopped.

The first line says of what the games are. Lines are added as games end; a last one that was cut
off by a crash is left out.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

from engine.files import source_text, strict_json
from engine.files.file_writer import append_file, require_writable
from engine.problems import SandtableError
from engine.texts import text

LONGEST = 2**24  # characters of a line
NO_GAME = (KeyError, TypeError, ValueError, AttributeError, IndexError)
"""Errors from a line that was edited."""
NOTED = ("program",)
"""Keys of a heading that are only noted: another version goes on while the rules are the same."""
Kept = TypeVar("Kept")


class ForeignGamesFileError(SandtableError):
    """A file with games of something else, or with none, or with a damaged line."""


def read(file: Path, heading: Mapping[str, Any], as_game: Callable[[Any], Kept]) -> Iterator[Kept]:
    """The games of a file below its heading; none where there is no file. Raises
    ForeignGamesFileError.

    `as_game` makes them of the values in the lines; its errors mark a line that is not a game.
    """
    if not source_text.path_exists(file):
        return
    lines = _lines(file)
    _, first = next(lines, (1, None))
    if not isinstance(first, dict) or first.get("sandtable") != heading["sandtable"]:
        raise ForeignGamesFileError(
            text("kept.no-games", None, file=file, kind=heading["sandtable"])
        )
    for key, value in heading.items():
        if key not in NOTED and first.get(key) != value:
            values = {"file": file, "what": key}
            values |= {"found": _in_words(first.get(key)), "wanted": _in_words(value)}
            raise ForeignGamesFileError(text("kept.another", None, **values))
    for number, entry in lines:
        try:
            game = as_game(entry)
        except NO_GAME:
            raise ForeignGamesFileError(
                text("kept.no-game", None, file=file, line=number)
            ) from None
        yield game


def _lines(file: Path) -> Iterator[tuple[int, Any]]:
    """The numbered lines of a file; a program that was killed may have cut off the last."""
    broken: tuple[int, int] | None = None
    for number, line in enumerate(_words(file), 1):
        if broken:
            place = {"line": broken[0], "column": broken[1]}
            raise ForeignGamesFileError(text("kept.broken", None, file=file, **place))
        try:
            yield number, strict_json.loads(line)
        except ValueError as error:
            if number == 1:
                return
            broken = number, getattr(error, "colno", 1)


def _words(file: Path) -> Iterator[str]:
    if not source_text.is_file(file):
        raise ForeignGamesFileError(
            text("kept.unreadable", None, file=file, why=text("problems.not-a-file"))
        )
    try:
        with file.open(encoding="utf-8", errors="replace") as found:
            yield from iter(lambda: found.readline(LONGEST), "")
    except OSError as error:
        why = error.strerror or str(error)
        raise ForeignGamesFileError(text("kept.unreadable", None, file=file, why=why)) from error


class GamesFileWriter:
    """A file to which games are added as they end; what it had stays in it.

    SaveError where it does not take them; one that was taken away meanwhile is not begun again:
    it would lack what it had.
    """

    def __init__(self, file: Path, heading: Mapping[str, Any]) -> None:
        self._file = file
        if source_text.path_exists(file):
            with _saving(file):
                require_writable(source_text.resolve_links(file))
                _drop_cut_line(file)
        else:
            source_text.write(file, _line(heading))

    def add(self, entry: Any) -> None:
        """Keep one game more."""
        with _saving(self._file):
            append_file(self._file, _line(entry).encode())


@contextmanager
def _saving(file: Path) -> Iterator[None]:
    """Turn an error of the operating system into SaveError."""
    try:
        yield
    except OSError as error:
        raise source_text.cannot_save(file, error) from error


def _drop_cut_line(file: Path) -> None:
    """Take away the end of a line that was being written when the program was killed."""
    with file.open("rb+") as found:
        whole = found.read().rfind(b"\n") + 1
        found.truncate(whole)


def _line(entry: Any) -> str:
    return json.dumps(entry, separators=(",", ":")) + "\n"


def _in_words(value: Any) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
