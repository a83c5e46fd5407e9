"""Files on disk: read within bounds, parsed with every place kept, written without loss.

Files are YAML without its traps: one document, string keys, no anchors, aliases or tags, and the
scalars of YAML 1.2's core schema, so that `no` and `12:30` stay the words they are.
"""

from __future__ import annotations

import math
import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn, Protocol

import yaml

from engine.files.file_writer import WriteProtectedError, replace_file_in_pieces
from engine.problems import InvalidFileError, Problem, SandtableError, Severity, TextPosition
from engine.texts import text


class _YamlMark(Protocol):
    line: int
    column: int
    index: int


MAX_BYTES = 64 * 2**20
MAX_VALUES = 250_000
DEEPEST = 32
TOO_DEEP_FOR_THE_PARSER = "exceeded maximum nesting depth"  # of 1,000, since PyYAML 6.0.4

TOP = TextPosition(1, 1)
BYTE_ORDER_MARK = "\ufeff"  # some editors begin a file with it
NOTHING: Mapping[str, object] = {}

ROOT = Path(__file__).parents[2]
# Where `schemas/` and `samples/` lie: the root of a checkout, or a folder of their own in a wheel.
SHIPPED = ROOT if (ROOT / "schemas").is_dir() else ROOT / "sandtable_files"
SAMPLES = SHIPPED / "samples"

# What YAML has no place for. Spelt with an escape it would still command a terminal and break XML.
NO_TEXT = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff\ufffe\uffff]")

_PLAIN = re.compile(
    r"(?P<null>~|null|Null|NULL|)"
    r"|(?P<true>true|True|TRUE)|(?P<false>false|False|FALSE)"
    r"|(?P<int>[-+]?[0-9]{1,18})"
    r"|(?P<float>[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]{1,3})?)"
)


RECORD_OF_A_ROOM = re.compile(r'\{"sandtable": ?"room/')


class SourceNode:
    """One value of a file with its place: a mapping of nodes, a list of nodes, or a scalar.

    `start` and `end` are character positions in the text; `style` is how it was written ('|', '"',
    "flow", "block", …); `keys` holds a mapping's key nodes.
    """

    __slots__ = ("end", "keys", "mark", "start", "style", "value")

    def __init__(self, value: Any, start: int, mark: TextPosition, style: str) -> None:
        self.value, self.start, self.mark, self.style = value, start, mark, style
        self.end = start
        self.keys: dict[str, SourceNode] = {}

    def at(self, path: Sequence[str | int]) -> SourceNode:
        """The node a path of keys and indices leads to, or the nearest one above it that exists."""
        node = self
        for step in path:
            inside = node.value
            listed = range(len(inside)) if isinstance(inside, list) else ()
            if step not in (inside if isinstance(inside, dict) else listed):
                break
            node = inside[step]
        return node

    def plain(self) -> Any:
        """The value alone, as dicts, lists and scalars."""
        value = self.value
        if isinstance(value, dict):
            return {key: node.plain() for key, node in value.items()}
        if isinstance(value, list):
            return [node.plain() for node in value]
        return value


@dataclass(frozen=True)
class ParsedSource:
    """A file as it was read: its name for messages, its text, and the tree of its values."""

    file: str
    text: str
    root: SourceNode

    def problem(
        self,
        code: str,
        path: Sequence[str | int],
        values: Mapping[str, object] = NOTHING,
        *,
        mark: TextPosition | None = None,
        where: str = "",
        at: tuple[str, ...] = (),
        severity: Severity = Severity.ERROR,
    ) -> Problem:
        """A problem with the value a path leads to, unless a mark or a place says it better."""
        place = where or format_value_path(path)
        return Problem(
            code, severity, self.file, mark or self.root.at(path).mark, place, at, values
        )


def format_value_path(path: Sequence[str | int]) -> str:
    """A path of keys and indices as people write it: `layers.ground`, `places[2].name`."""
    said = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in path)
    return said.removeprefix(".")


# --- reading --------------------------------------------------------------------------------------


def can_name(word: str) -> bool:
    """Return True if a word may be the path of a file: no system allows a zero byte in one.

    Paths in YAML files are checked by their schema (`x-form: path`); this is for all other words.
    """
    return "\0" not in word


def resolve_links(path: Path) -> Path:
    """Return the target of a path, through links; a link to itself leads to itself."""
    return Path(os.path.realpath(path))


def absolute_path(path: Path) -> Path:
    """Return a path that is the same from every folder; a link at its end stays one."""
    if ".." not in path.parts:
        return path.absolute()
    return (
        resolve_links(path.parent) / path.name
    )  # by way of a link `..` leads elsewhere than it reads


def relative_path(file: Path, path: Path) -> str:
    """A path as a file names it, from its own folder; SaveError for a path that is not text.

    Systems let names be any bytes. A record that held them could not be read again.
    """
    try:
        found = Path(os.path.relpath(resolve_links(path), resolve_links(file).parent)).as_posix()
    except ValueError:  # another drive
        found = str(resolve_links(path))
    try:
        found.encode()
    except UnicodeEncodeError:
        shown = os.fsencode(found).decode("utf-8", "replace")
        raise SaveError(text("problems.path-not-text", file=file, path=shown)) from None
    return found


def is_file(path: Path) -> bool:
    """Return True if there is a regular file; False for names too long for the system."""
    return _answers(path.is_file)


def is_folder(path: Path) -> bool:
    """Return True if there is a folder of this name."""
    return _answers(path.is_dir)


def is_sample(path: Path) -> bool:
    """Return True if a file came with the program, as a sample."""
    return resolve_links(path).is_relative_to(resolve_links(SAMPLES))


def path_exists(path: Path) -> bool:
    """Return True if there is anything of this name."""
    return _answers(path.exists)


def _answers(question: Callable[[], bool]) -> bool:
    try:
        return question()
    except (OSError, ValueError):
        return False


def read(path: Path) -> ParsedSource:
    """Read and parse a file. InvalidFileError says what keeps it from being read, and where."""
    return parse(read_text(path), str(path))


def read_text(path: Path) -> str:
    """A file's text, if it is a regular file of bearable size in UTF-8.

    InvalidFileError otherwise.
    """
    name = str(path)
    try:
        if path.is_dir():
            _refuse("is-a-folder", name)
        if path.exists() and not path.is_file():
            _refuse("not-a-file", name)
        if (size := path.stat().st_size) > MAX_BYTES:
            _refuse("too-large", name, megabytes=size // 2**20, most=MAX_BYTES // 2**20)
        content = path.read_bytes()
    except FileNotFoundError:
        if path.is_symlink():
            _refuse("broken-link", name, target=os.readlink(path))
        _refuse("no-such-file", name)
    except (OSError, ValueError) as error:
        _refuse("unreadable-file", name, reason=getattr(error, "strerror", None) or str(error))
    return _decode(content, name)


def _decode(content: bytes, name: str) -> str:
    try:
        decoded = content.decode("utf-8")
    except UnicodeDecodeError as error:
        before = content[: error.start]
        line_start = before.rfind(b"\n") + 1
        column = len(before[line_start:].decode("utf-8", "replace")) + 1
        _refuse(
            "utf16" if content[:2] in (b"\xff\xfe", b"\xfe\xff") else "not-utf8",
            name,
            TextPosition(before.count(b"\n") + 1, column),
            byte=f"0x{content[error.start]:02X}",
        )
    return decoded


def parse(source: str, file: str) -> ParsedSource:
    """Parse a YAML text. InvalidFileError names the line and column of what is wrong."""
    try:
        root = _Composer(source, file).composed()
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        if error.problem == TOO_DEEP_FOR_THE_PARSER and mark is not None:
            _Composer(source[: mark.index], file).composed()  # refuses it where it is too deep
        said = ", ".join(filter(None, (error.context, error.problem)))
        is_end = mark is not None and mark.index >= len(source.lstrip(BYTE_ORDER_MARK))
        place = _position(source, len(source)) if is_end else _mark(mark)
        _refuse(_yaml_fault(source, place), file, place, reason=said)
    except yaml.reader.ReaderError as error:
        before = source.encode()[: error.position].decode(errors="ignore")  # it counts bytes
        _refuse("not-text", file, _position(source, len(before)), reason=error.reason)
    return ParsedSource(file, source, root)


def _named_for(file: str) -> str:
    """The kind that a file's name speaks of, NAME.scenario.yaml; a map where it speaks of none."""
    kind = Path(Path(file).stem).suffix[1:]
    return kind if is_file(SHIPPED / "schemas" / f"{kind}.schema.json") else "map"


def _yaml_fault(source: str, place: TextPosition) -> str:
    """Return the text key of the most likely error in the YAML, from the lines around it."""
    if source.startswith('{"sandtable"'):
        return "is-a-room" if RECORD_OF_A_ROOM.match(source) else "is-a-replay"
    lines = source.split("\n")[max(0, place.line - 2) : place.line]
    if any(re.match(r" *\t", line) for line in lines):
        return "tab-indent"
    return "full-width-signs" if re.search("[，：；｛｝［］“”]", "".join(lines)) else "broken-yaml"


def _refuse(code: str, file: str, mark: TextPosition = TOP, **values: object) -> NoReturn:
    raise InvalidFileError([Problem(code, Severity.ERROR, file, mark, values=values)])


def _mark(mark: _YamlMark | None) -> TextPosition:
    if mark is None:
        return TOP
    return TextPosition(mark.line + 1, mark.column + 1)


def _position(source: str, index: int) -> TextPosition:
    return TextPosition(source.count("\n", 0, index) + 1, index - source.rfind("\n", 0, index))


class _Composer:
    """Builds the tree of nodes from YAML events, without recursion, within bounds."""

    def __init__(self, source: str, file: str) -> None:
        self.file = file
        self.skipped = int(source.startswith(BYTE_ORDER_MARK))  # which the parser does not count
        self.events: Iterator[yaml.Event] = yaml.parse(source, Loader=yaml.CSafeLoader)
        self.values = 0
        self.open: list[SourceNode] = []
        self.key: list[SourceNode | None] = []
        self.root: SourceNode | None = None

    def composed(self) -> SourceNode:
        """The root node; an empty file is refused."""
        for event in self.events:
            self._take(event)
        if self.root is None:
            _refuse("empty-file", self.file, kind=_named_for(self.file))
        return self.root

    def _take(self, event: yaml.Event) -> None:
        if isinstance(event, yaml.ScalarEvent):
            self._try_escapes(event)
            self._place(self._scalar(event), event)
        elif isinstance(event, yaml.CollectionStartEvent):
            self._open(event)
        elif isinstance(event, yaml.CollectionEndEvent):
            self.open.pop().end = self._index(event.end_mark)
            self.key.pop()
        elif isinstance(event, yaml.AliasEvent):
            _refuse("alias", self.file, _mark(event.start_mark), name=event.anchor)
        elif isinstance(event, yaml.DocumentStartEvent) and self.root is not None:
            _refuse("second-document", self.file, _mark(event.start_mark))

    def _try_escapes(self, event: yaml.ScalarEvent) -> None:
        """Double quotes alone can spell a character that may not stand there itself."""
        if event.style == '"' and (found := NO_TEXT.search(event.value)):
            said = f"U+{ord(found[0]):04X}"
            _refuse("not-text", self.file, _mark(event.start_mark), reason=said)

    def _open(self, event: yaml.CollectionStartEvent) -> None:
        value: dict[str, SourceNode] | list[SourceNode] = (
            {} if isinstance(event, yaml.MappingStartEvent) else []
        )
        if self.open and self.key[-1] is None and isinstance(self.open[-1].value, dict):
            _refuse("key-not-text", self.file, _mark(event.start_mark))
        node = SourceNode(
            value,
            self._index(event.start_mark),
            _mark(event.start_mark),
            "flow" if event.flow_style else "block",
        )
        self._place(node, event)
        self.open.append(node)
        self.key.append(None)
        if len(self.open) > DEEPEST:
            _refuse("too-deep", self.file, node.mark, most=DEEPEST)

    def _place(self, node: SourceNode, event: yaml.ScalarEvent | yaml.CollectionStartEvent) -> None:
        self.values += 1
        if self.values > MAX_VALUES:
            _refuse("too-many-values", self.file, node.mark, most=MAX_VALUES)
        if event.anchor is not None:
            _refuse("alias", self.file, node.mark, name=event.anchor)
        if event.tag is not None:
            _refuse("tag", self.file, node.mark, tag=event.tag)
        if not self.open:
            self.root = node
        elif isinstance(self.open[-1].value, list):
            self.open[-1].value.append(node)
        else:
            self._place_in_mapping(node, event)

    def _place_in_mapping(self, node: SourceNode, event: yaml.Event) -> None:
        mapping, key = self.open[-1], self.key[-1]
        if key is not None:
            mapping.value[key.value] = node
            self.key[-1] = None
            return
        assert isinstance(event, yaml.ScalarEvent)
        node.value = event.value
        if node.value in mapping.keys:
            _refuse(
                "key-twice",
                self.file,
                node.mark,
                key=node.value,
                line=mapping.keys[node.value].mark.line,
            )
        mapping.keys[node.value] = node
        self.key[-1] = node

    def _scalar(self, event: yaml.ScalarEvent) -> SourceNode:
        start = event.start_mark
        value = _resolve(event.value) if event.implicit[0] else event.value
        node = SourceNode(value, self._index(start), _mark(start), event.style or "")
        node.end = self._index(event.end_mark)
        return node

    def _index(self, mark: _YamlMark | None) -> int:
        """Return the index of a mark in the text."""
        assert mark is not None
        return mark.index + self.skipped


def _resolve(word: str) -> str | int | float | bool | None:
    """A plain scalar by YAML 1.2's core schema, less octal, hexadecimal and non-finite numbers.

    `90.0` is the whole number 90, as it is to JSON Schema (2020-12, 6.1.1).
    """
    match = _PLAIN.fullmatch(word)
    if match is None:
        return word
    match match.lastgroup:
        case "int":
            return int(word)
        case "float":
            number = float(word)
            if number.is_integer():
                return int(number)
            return number if math.isfinite(number) else word
        case "true" | "false" as truth:
            return truth == "true"
        case _:
            return None


# --- writing --------------------------------------------------------------------------------------


class SaveError(SandtableError):
    """A file could not be written; what was there before is untouched."""


class NoSuchFolderError(SaveError):
    """A file could not be written because its folder does not exist."""

    @classmethod
    def of(cls, path: Path) -> NoSuchFolderError:
        """Return the error of a file that was to be written."""
        return cls(text("problems.no-such-folder", None, file=path, folder=path.parent))


def write(path: Path, content: str | bytes, mode: int | None = None) -> None:
    """Replace a file in one step, or make it; `mode` is what permissions it has then.

    Owner and permissions of a file that is replaced stay otherwise, and a file that may not be
    written stays as it is. Raises SaveError with the reason; the old file is then still there,
    whole.
    """
    write_pieces(path, [content], mode)


def write_pieces(path: Path, pieces: Iterable[str | bytes], mode: int | None = None) -> None:
    """Do the same with content that is made while it is written, piece by piece.

    What the making raises comes through; the old file is then still there.
    """
    raw = (piece.encode("utf-8") if isinstance(piece, str) else piece for piece in pieces)
    at = resolve_links(path)  # a symbolic link stays one: its target is replaced
    try:
        replace_file_in_pieces(at, raw, mode)
    except OSError as error:
        if not is_folder(at.parent):
            raise NoSuchFolderError.of(path) from error
        raise cannot_save(path, error) from error


def cannot_save(path: Path, error: OSError | ValueError) -> SaveError:
    """Return what to raise where the system refuses to write a file."""
    if isinstance(error, WriteProtectedError):
        return SaveError(text("problems.write-protected", None, file=path))
    reason = getattr(error, "strerror", None) or error
    return SaveError(text("problems.cannot-save", None, file=path, reason=reason))


def make_folder(path: Path) -> None:
    """Make a folder where there is none. Raises SaveError."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise cannot_save(path, error) from error
