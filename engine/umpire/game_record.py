"""The record of an umpired game: every act, line by line, never rewritten.

`room/1` is JSON lines: a head (versions, hashes of scenario and map, seed, seats with their
secrets), then every act with its number and time. A line is on the disk before what it says is
published. A last line that was cut short, as by a power cut, was never published: it stays where it
is, and the next line says that it does not count.
"""

from __future__ import annotations

import json
import os
import stat
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

from engine.files import source_text, strict_json
from engine.files.file_writer import require_writable
from engine.files.source_text import SaveError
from engine.problems import SandtableError
from engine.texts import text

CLOSED = -1
KIND = "room/1"
REOPENED = "reopened"
MODE = 0o600  # it holds the secrets
LAST_TIME = 253_402_128_000  # seconds since 1970: what any clock can show

Line = dict[str, Any]


class InvalidRecordError(SandtableError):
    """A record that cannot be read; the text names the file and the line."""


class ParsedGameRecord(NamedTuple):
    """A record as read: the head, the acts with the line each stands in, and what was cut short.

    `loose` is whether the file ends in a line cut short that no later line speaks of.
    """

    head: Line
    acts: list[tuple[int, Line]]
    loose: bool


class RecordFile:
    """The file of a game under way, held by this program alone."""

    def __init__(self, path: Path, flags: int) -> None:
        self.path = path
        try:
            self._file = os.open(path, flags | os.O_APPEND | os.O_WRONLY | _AS_FILE, MODE)
        except (OSError, ValueError) as error:
            raise source_text.cannot_save(path, error) from error
        if not stat.S_ISREG(os.fstat(self._file).st_mode):
            os.close(self._file)
            raise InvalidRecordError(f"{path}: {text('problems.not-a-file')}")
        try:
            _lock(self._file)
        except OSError as error:
            os.close(self._file)
            raise InvalidRecordError(text("umpiring.record-in-use", None, file=path)) from error
        if sys.platform != "win32":
            os.fchmod(self._file, MODE)
        self._length = os.fstat(self._file).st_size

    @classmethod
    def begin(cls, path: Path, head: Line) -> RecordFile:
        """A new record; SaveError where there is a file already."""
        record = cls(path, os.O_CREAT | os.O_EXCL)
        try:
            record.append({"sandtable": KIND, **head})
            _flush_folder(path.parent)
        except (SaveError, OSError) as error:
            record.close()
            path.unlink(missing_ok=True)
            if isinstance(error, OSError):
                raise source_text.cannot_save(path, error) from error
            raise
        return record

    @classmethod
    def take_up(cls, path: Path) -> RecordFile:
        """A record to be continued; InvalidRecordError while another program holds it.

        SaveError where it is write-protected.
        """
        try:
            if source_text.is_file(path):
                require_writable(source_text.resolve_links(path))
        except OSError as error:
            raise source_text.cannot_save(path, error) from error
        return cls(path, 0)

    def append(self, line: Line) -> None:
        """Write a line; when this returns it survives a power cut. SaveError leaves none of it."""
        self._add(f"{record_line_text(line)}\n".encode())

    def end_loose_line(self) -> None:
        """End a line that was cut short; the next to be written must say that it does not count."""
        self._add(b"\n")

    def _add(self, content: bytes) -> None:
        try:
            _write(self._file, content)
            os.fsync(self._file)
        except OSError as error:
            self._cut()
            raise source_text.cannot_save(self.path, error) from error
        self._length += len(content)

    def close(self) -> None:
        """Close the file; closing it again does nothing."""
        if self._file >= 0:
            os.close(self._file)
            self._file = CLOSED

    def _cut(self) -> None:
        """Truncate a line that could not be written whole."""
        try:
            os.ftruncate(self._file, self._length)
        except OSError:  # a reader leaves such a line out, as long as no other is put behind it
            self.close()


def _write(file: int, content: bytes) -> None:
    while content:
        content = content[os.write(file, content) :]


def record_line_text(line: Line) -> str:
    """A line as it is written: in ASCII, so that a line cut short anywhere can still be read."""
    return json.dumps(line, separators=(",", ":"))


def _flush_folder(folder: Path) -> None:
    """Sync the folder of a new file to disk, where the system can."""
    if sys.platform == "win32":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


# As bytes, and without waiting for a reader where the name is that of a pipe.
_AS_FILE = getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0)
FAR = 2**40  # a byte beyond any record: its lock leaves reading free


def _exclusive() -> Callable[[int], None]:
    """Return this system's function to lock a file for one holder, without waiting."""
    if sys.platform == "win32":
        import msvcrt

        def locked(file: int) -> None:
            os.lseek(file, FAR, os.SEEK_SET)
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)

        return locked
    import fcntl

    return lambda file: fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


_lock = _exclusive()


# --- reading -------------------------------------------------------------------------------------


def read(path: Path) -> ParsedGameRecord:
    """A record from its file; InvalidRecordError says which line cannot be read and why."""
    whole, loose = _lines(path)
    if not whole:
        _refuse("record-empty", path)
    head = _line(whole[0], path, 1)
    if head.get("sandtable") != KIND:
        _refuse("record-kind", path, found=head.get("sandtable", "–"), wanted=KIND)
    _check(head, _HEAD, path, 1)
    if not source_text.can_name(head["scenario"]):
        _refuse("record-lacks", path, line=1, key="scenario")
    for seat in head["seats"]:
        _check(_mapping(seat), _SEAT, path, 1)
    return ParsedGameRecord(head, _acts(whole, path), loose)


def _lines(path: Path) -> tuple[list[str], bool]:
    """The lines that have an end, and whether one follows that has none."""
    *whole, rest = source_text.read_text(path).split("\n")
    return whole, bool(rest)


def _acts(lines: list[str], path: Path) -> list[tuple[int, Line]]:
    found: list[tuple[int, Line]] = []
    for number, line in enumerate(lines[1:], start=2):
        if number < len(lines) and _says_cut(lines[number]):
            continue
        act = _line(line, path, number)
        _check(act, _ACT, path, number)
        if not 0 <= act["time"] < LAST_TIME:
            _refuse("record-lacks", path, line=number, key="time")
        if act["n"] != len(found) + 1:
            _refuse("record-number", path, line=number, found=act["n"], wanted=len(found) + 1)
        found.append((number, act))
    return found


def _says_cut(line: str) -> bool:
    """Return True if a line cancels the one before it."""
    try:
        found = strict_json.loads(line)
    except ValueError:
        return False
    return isinstance(found, dict) and found.get("act") == REOPENED and found.get("cut") is True


def _line(line: str, path: Path, number: int) -> Line:
    try:
        found = strict_json.loads(line)
    except ValueError:
        found = None
    if not isinstance(found, dict):
        _refuse("record-line", path, line=number)
    return found


def _mapping(value: object) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}


_HEAD = {
    "game": str, "rules": int, "scenario": str, "scenario_hash": str, "map_hash": str,
    "seed": int, "is_attended": bool, "may_talk": bool, "seats": list,
}  # fmt: skip
_SEAT = {"id": str, "side": str, "name": str, "may_deliver": bool, "secret": str}
_ACT = {"n": int, "time": (int, float), "act": str}


def _check(entry: Mapping[str, Any], wanted: Mapping[str, Any], path: Path, line: int) -> None:
    """Refuse a line that lacks something, or has it of another kind."""
    for key, kind in wanted.items():
        if not isinstance(entry.get(key, ...), kind):
            _refuse("record-lacks", path, line=line, key=key)


def _refuse(key: str, path: Path, /, **values: object) -> NoReturn:
    raise InvalidRecordError(text(f"umpiring.{key}", None, file=path, **values))
