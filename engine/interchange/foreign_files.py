"""Files of other programs, read within bounds: zip archives, XML, and errors with their place.

Nothing of an archive is unpacked onto the disk, no XML entity is expanded, nothing outside is
fetched.
"""

from __future__ import annotations

import io
import json
import zipfile
import zlib
from pathlib import Path
from typing import Any, NoReturn
from xml.etree.ElementTree import ParseError

from defusedxml.common import DefusedXmlException
from defusedxml.ElementTree import DefusedXMLParser

from engine.files import strict_json
from engine.files.map_reader import MAX_HEXES
from engine.files.source_text import TOP
from engine.files.zip_errors import UNREADABLE
from engine.problems import InvalidFileError, Problem, Severity, TextPosition
from engine.texts import text

MAX_BYTES = 64 * 2**20
MAX_BYTES_OF_JSON = 32 * 2**20  # its values take twenty times the room
LONGEST_SIDE = 10_000
LOOKED_AT = 200  # bytes of a file, to see of which sort it is
STARTS = {
    "png": b"\x89PNG", "jpeg": b"\xff\xd8\xff", "gif": b"GIF8", "pdf": b"%PDF",
    "zip": b"PK\x03\x04", "gzip": b"\x1f\x8b", "sqlite": b"SQLite format 3",
}  # fmt: skip
SHOWN = 60  # signs of a foreign text that a message shows


def refuse(code: str, file: Path | str, mark: TextPosition = TOP, **values: object) -> NoReturn:
    """Raise InvalidFileError with the one reason a file cannot be used."""
    shown = {key: _short(value) for key, value in values.items()}
    raise InvalidFileError([Problem(code, Severity.ERROR, str(file), mark, values=shown)])


def _short(value: object) -> object:
    if isinstance(value, str) and len(value) > SHOWN:
        return value[:SHOWN] + "…"
    return value


def read_bytes(path: Path) -> bytes:
    """Read a regular file of acceptable size."""
    try:
        if path.is_dir():
            refuse("is-a-folder", path)
        if path.exists() and not path.is_file():
            refuse("not-a-file", path)
        if (size := path.stat().st_size) > MAX_BYTES:
            refuse("too-large", path, megabytes=size // 2**20, most=MAX_BYTES // 2**20)
        return path.read_bytes()
    except FileNotFoundError:
        refuse("no-such-file", path)
    except (OSError, ValueError) as error:
        refuse("unreadable-file", path, reason=getattr(error, "strerror", None) or str(error))


def refuse_wrong_format(path: Path, content: bytes, wanted: str) -> None:
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
        refuse_wrong_format(path, content, "text")
        refuse("not-a-text-file", path, _mark(said[: said.index("\0")]))
    return said.replace("\r\n", "\n").replace("\r", "\n")


def _mark(before: str) -> TextPosition:
    return TextPosition(before.count("\n") + 1, len(before) - before.rfind("\n"))


def read_json(path: Path, text: str) -> Any:
    """A JSON document with no key twice, as `engine.files.strict_json` reads it."""
    if len(text) > MAX_BYTES_OF_JSON:
        values = {"megabytes": len(text) // 2**20, "most": MAX_BYTES_OF_JSON // 2**20}
        refuse("too-large", path, TOP, **values)
    try:
        return strict_json.loads(text, pairs=_once)
    except json.JSONDecodeError as error:
        refuse("broken-json", path, TextPosition(error.lineno, error.colno), reason=error.msg)
    except ValueError as error:
        refuse("broken-json", path, reason=str(error))


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise ValueError(f"{_short(key)!r} is given twice")
        found[key] = value
    return found


def require_size(
    path: Path, columns: int, rows: int, mark: TextPosition = TOP, *, most: int = MAX_HEXES
) -> None:
    """Refuse a sheet of no hexes, or of more than a map may have."""
    sound = 1 <= columns <= LONGEST_SIDE and 1 <= rows <= LONGEST_SIDE
    if not sound or columns * rows > most:
        refuse("sheet-size", path, mark, columns=columns, rows=rows, most=most)


def inflate(content: bytes, size: int, *, gzip: bool) -> bytes | None:
    """Inflate zlib or gzip data of exactly `size` bytes; None if it is not that.

    It never takes more memory than that.
    """
    unpacking = zlib.decompressobj(zlib.MAX_WBITS | 16 if gzip else zlib.MAX_WBITS)
    try:
        found = unpacking.decompress(content, size + 1)
    except zlib.error:
        return None
    return found if len(found) == size and unpacking.eof else None


MAX_ENTRIES = 50_000
MAX_INSIDE = 64 * 2**20  # bytes of one file of an archive


class Archive:
    """A zip archive; a file of it is asked for by its name, and is never larger than it may be."""

    def __init__(self, path: Path) -> None:
        self.path = path
        content = read_bytes(path)
        try:
            self._zip = zipfile.ZipFile(io.BytesIO(content))
            self.names = frozenset(self._zip.namelist())
        except UNREADABLE as error:
            refuse_wrong_format(path, content, "zip")
            refuse("archive-broken", path, reason=str(error))
        if len(self.names) > MAX_ENTRIES:
            refuse("archive-crowded", path, found=len(self.names), most=MAX_ENTRIES)

    def read(self, name: str) -> bytes | None:
        """Return a file of the archive, or None; InvalidFileError where it is broken."""
        if name not in self.names:
            return None
        try:
            with self._zip.open(name) as file:
                content = file.read(MAX_INSIDE + 1)
        except UNREADABLE as error:
            refuse("archive-broken", self.path, reason=f"{name}: {error}")
        if len(content) > MAX_INSIDE:
            refuse("archive-swollen", self.path, name=name, most=MAX_INSIDE // 2**20)
        return content


MAX_ELEMENTS = 400_000
DEEPEST = 40
Element = Any  # of xml.etree, with the line it stands in


class _TooMany(Exception):
    """More elements, or deeper ones, than a map has."""


class _Parser(DefusedXMLParser):
    """Elements that know their line, within bounds."""

    def __init__(self) -> None:
        # Old maps of Tiled name its DTD, which is not fetched; entities are refused.
        super().__init__(forbid_dtd=False, forbid_entities=True, forbid_external=True)
        self.count = self.depth = 0

    def _start(self, *args: Any) -> Element:
        element = super()._start(*args)  # type: ignore[misc]  # its stubs leave it out
        element.line = self.parser.CurrentLineNumber
        self.count += 1
        self.depth += 1
        if self.count > MAX_ELEMENTS or self.depth > DEEPEST:
            raise _TooMany
        return element

    def _end(self, tag: str) -> Element:
        self.depth -= 1
        return super()._end(tag)  # type: ignore[misc]  # likewise


def parse_xml(path: Path, content: bytes | str, root: str = "") -> Element:
    """The root element of an XML file; InvalidFileError names the line of what is wrong."""
    if isinstance(content, bytes):
        refuse_wrong_format(path, content, "xml")
    parser = _Parser()
    try:
        parser.feed(content)
        found = parser.close()
    except ParseError as error:
        line, column = error.position
        refuse(
            "broken-xml", path, TextPosition(line, column + 1), reason=str(error).partition(":")[0]
        )
    except DefusedXmlException as error:
        refuse("xml-entities", path, reason=type(error).__name__)
    except _TooMany:
        refuse("xml-too-large", path, most=MAX_ELEMENTS)
    except (ValueError, LookupError) as error:  # an unknown encoding
        refuse("broken-xml", path, reason=str(error))
    if root and found.tag != root:
        refuse("xml-root", path, element_mark(found), found=found.tag, wanted=root)
    return found


def element_mark(element: Element) -> TextPosition:
    """Return the position at which an element begins."""
    return TextPosition(element.line, 1)
