"""Files of other programs, read within bounds; what is wrong with one is told with its place."""

from __future__ import annotations

import json
import zlib
from pathlib import Path
from typing import Any, NoReturn

from engine.files import strictjson
from engine.files.maps import MOST_HEXES
from engine.files.source_text import TOP
from engine.problems import InvalidFile, Mark, Problem, Severity
from engine.texts import text

MOST_BYTES = 64 * 2**20
MOST_BYTES_OF_JSON = 32 * 2**20  # its values take twenty times the room
LONGEST_SIDE = 10_000
LOOKED_AT = 200  # bytes of a file, to see of which sort it is
STARTS = {
    "png": b"\x89PNG", "jpeg": b"\xff\xd8\xff", "gif": b"GIF8", "pdf": b"%PDF",
    "zip": b"PK\x03\x04", "gzip": b"\x1f\x8b", "sqlite": b"SQLite format 3",
}  # fmt: skip
SHOWN = 60  # signs of a foreign text that a message shows


def refuse(code: str, file: Path | str, mark: Mark = TOP, **values: object) -> NoReturn:
    """Raise InvalidFile with the one reason a file cannot be used."""
    shown = {key: _short(value) for key, value in values.items()}
    raise InvalidFile([Problem(code, Severity.ERROR, str(file), mark, values=shown)])


def _short(value: object) -> object:
    if isinstance(value, str) and len(value) > SHOWN:
        return value[:SHOWN] + "…"
    return value


def read_bytes(path: Path) -> bytes:
    """What is in a regular file of bearable size."""
    try:
        if path.is_dir():
            refuse("is-a-folder", path)
        if path.exists() and not path.is_file():
            refuse("not-a-file", path)
        if (size := path.stat().st_size) > MOST_BYTES:
            refuse("too-large", path, megabytes=size // 2**20, most=MOST_BYTES // 2**20)
        return path.read_bytes()
    except FileNotFoundError:
        refuse("no-such-file", path)
    except (OSError, ValueError) as error:
        refuse("unreadable-file", path, reason=getattr(error, "strerror", None) or str(error))


def refuse_others(path: Path, content: bytes, wanted: str) -> None:
    """Refuse a file that is of another sort than its name says, and say of which it is."""
    sort = _sort_of(content)
    if sort and sort != wanted:
        found, needed = text(f"interchange.file-{sort}"), text(f"interchange.file-{wanted}")
        refuse("other-file", path, found=found, wanted=needed)


def _sort_of(content: bytes) -> str:
    """Of which sort a file is, by what it begins with; nothing where that says little."""
    for sort, start in STARTS.items():
        if content.startswith(start):
            return sort
    if content[8:12] == b"WEBP":
        return "webp"
    head = content[:LOOKED_AT].lstrip(b"\xef\xbb\xbf \t\r\n")
    return "xml" if head[:1] == b"<" else "json" if head[:1] in (b"{", b"[") and head[1:] else ""


def read_text(path: Path) -> str:
    """A file's text in UTF-8, or in Latin 1 as older programs wrote it; line ends as `\\n`."""
    content = read_bytes(path).removeprefix(b"\xef\xbb\xbf")
    try:
        said = content.decode("utf-8")
    except UnicodeDecodeError:
        said = content.decode("latin-1")
    if "\0" in said:
        refuse_others(path, content, "text")
        refuse("not-a-text-file", path, _mark(said[: said.index("\0")]))
    return said.replace("\r\n", "\n").replace("\r", "\n")


def _mark(before: str) -> Mark:
    return Mark(before.count("\n") + 1, len(before) - before.rfind("\n"))


def read_json(path: Path, text: str) -> Any:
    """A JSON document with no key twice, as `engine.files.strictjson` reads it."""
    if len(text) > MOST_BYTES_OF_JSON:
        values = {"megabytes": len(text) // 2**20, "most": MOST_BYTES_OF_JSON // 2**20}
        refuse("too-large", path, TOP, **values)
    try:
        return strictjson.loads(text, pairs=_once)
    except json.JSONDecodeError as error:
        refuse("broken-json", path, Mark(error.lineno, error.colno), reason=error.msg)
    except ValueError as error:
        refuse("broken-json", path, reason=str(error))


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise ValueError(f"{_short(key)!r} stands twice")
        found[key] = value
    return found


def require_size(
    path: Path, columns: int, rows: int, mark: Mark = TOP, *, most: int = MOST_HEXES
) -> None:
    """Refuse a sheet of no hexes, or of more than a map may have."""
    sound = 1 <= columns <= LONGEST_SIDE and 1 <= rows <= LONGEST_SIDE
    if not sound or columns * rows > most:
        refuse("sheet-size", path, mark, columns=columns, rows=rows, most=most)


def inflate(content: bytes, size: int, *, gzip: bool) -> bytes | None:
    """What zlib or gzip packed into exactly `size` bytes; None where it is not that.

    Never more memory than that, whatever the content says.
    """
    unpacking = zlib.decompressobj(zlib.MAX_WBITS | 16 if gzip else zlib.MAX_WBITS)
    try:
        found = unpacking.decompress(content, size + 1)
    except zlib.error:
        return None
    return found if len(found) == size and unpacking.eof else None
