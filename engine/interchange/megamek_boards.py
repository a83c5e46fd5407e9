"""Boards of MegaMek as files: `.board`, a line a hex, and `.board2`, the same as JSON.

A hex is `hex 0203 LEVEL "name:level[:exits];…" "theme"`, column before row, both counted from 1.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from engine.files.source_text import TOP
from engine.interchange.foreign_files import read_json, read_text, refuse, require_size
from engine.interchange.import_result import Losses
from engine.map.map import HIGHEST_LEVEL, LOWEST_LEVEL
from engine.problems import InvalidFileError, Problem, TextPosition

MAX_HEXES = 1_000_000  # MegaMek itself plays on a few ten thousand
MAX_FAULTS = 1_000  # lines that are left out; a file with more is not a valid board
MAX_BLANK = 65_536  # hexes a board may leave unsaid
EXITS_TO_PAVEMENT = "option exit_roads_to_pavement false"
# The fields of a `.board2` and of its hexes that are read; any other is kept as it is.
FIELDS = frozenset({
    "format", "version", "size", "name", "description", "sourceHeader", "options", "tags", "notes",
    "hexes",
})  # fmt: skip
HEX_FIELDS = frozenset({"at", "elevation", "terrain", "theme"})

Terrain = dict[str, tuple[int, int | None]]
"""The terrains of a hex: name → level and exits, if exits are given."""


class BoardHex(NamedTuple):
    """One hex of a board."""

    level: int
    terrain: Terrain
    theme: str


@dataclass
class MegamekBoard:
    """A board as its file says it: the hexes it names, and lines about the whole of it.

    `faults` are the lines that could not be read, and why. `header` is what an author writes on
    top, `fields` and `hex_fields` what only a `.board2` says.
    """

    file: Path
    columns: int = 0
    rows: int = 0
    hexes: dict[tuple[int, int], BoardHex] = field(default_factory=dict)
    lines: list[str] = field(default_factory=list)
    notes: list[tuple[int, int, str]] = field(default_factory=list)
    name: str = ""
    header: str = ""
    fields: dict[str, Any] = field(default_factory=dict)
    hex_fields: dict[tuple[int, int], dict[str, Any]] = field(default_factory=dict)
    faults: list[Problem] = field(default_factory=list)

    @contextmanager
    def skip_if_invalid(self) -> Iterator[None]:
        """Leave out a line or an entry that cannot be read, and note why."""
        try:
            yield
        except InvalidFileError as error:
            self.faults += error.problems
            if len(self.faults) > MAX_FAULTS:
                raise

    def check_completeness(self) -> None:
        """Refuse a large board that names few of its hexes: its size may be a lie."""
        missing = self.columns * self.rows - len(self.hexes)
        if missing > MAX_BLANK:
            refuse("board-incomplete", self.file, missing=missing, most=MAX_BLANK)


# --- reading --------------------------------------------------------------------------------------


def read_board(path: Path) -> MegamekBoard:
    """The board in a file; InvalidFileError where it has no size, or is none at all.

    A line that is wrong costs that line alone.
    """
    said = read_text(path)
    board = _read_json(path, said) if said.lstrip().startswith("{") else _read_lines(path, said)
    board.check_completeness()
    return board


_WORD = re.compile(r'"((?:[^"\\]|\\.)*)"|([^\s"]+)')


def _read_lines(path: Path, said: str) -> MegamekBoard:
    board, header = MegamekBoard(path), list[str]()
    for number, line in enumerate(said.split("\n"), 1):
        if line.lstrip().startswith("#") or not line.strip():
            header += [line.strip()] if line.strip() else []
            continue
        words = [(match[1] if match[2] is None else match[2]) for match in _WORD.finditer(line)]
        keyword = words[0].lower() if words else ""
        mark = TextPosition(number, len(line) - len(line.lstrip()) + 1)
        if keyword == "end":
            break
        if keyword == "size" and not board.columns:
            board.columns, board.rows = (_number(board, words, at, mark) for at in (1, 2))
            require_size(path, board.columns, board.rows, mark, most=MAX_HEXES)
        elif keyword == "hex":
            if not board.columns:
                refuse("board-size-missing", path, mark)
            with board.skip_if_invalid():
                _read_hex(board, words, mark)
        elif keyword == "note" and len(words) > 2 and re.fullmatch("[0-9]{1,10}", words[1]):
            board.notes.append((*_split(words[1]), words[2]))
        elif keyword in ("option", "tag", "description", "background"):
            board.lines.append(line.strip())
        else:
            with board.skip_if_invalid():
                refuse("board-line", path, mark, found=line.strip())
    if not board.columns:
        refuse("board-size-missing", path)
    board.header = "\n".join(header)
    return board


def _number(board: MegamekBoard, words: list[str], at: int, mark: TextPosition) -> int:
    word = words[at] if at < len(words) else ""
    if not re.fullmatch(r"-?[0-9]{1,6}", word):
        refuse("board-number", board.file, mark, found=word)
    return int(word)


def _read_hex(board: MegamekBoard, words: list[str], mark: TextPosition) -> None:
    level = _number(board, words, 2, mark)
    _require_level(board, level, mark)
    said, theme = (words[at] if at < len(words) else "" for at in (3, 4))
    at = _place(board, words[1], mark)
    if at in board.hexes:
        refuse("board-hex-twice", board.file, mark, found=words[1])
    board.hexes[at] = BoardHex(level, terrain_of(board.file, said, mark), theme)


def _place(board: MegamekBoard, label: str, mark: TextPosition) -> tuple[int, int]:
    """Column and row of a label; where digits can be split in two ways, as the order says."""
    count = len(board.hexes)
    expected = count % board.columns, count // board.columns
    if label == name_of(*expected) and expected[1] < board.rows:
        return expected
    splits = {(int(label[:at]) - 1, int(label[at:]) - 1) for at in range(2, len(label) - 1)
              } if re.fullmatch("[0-9]{4,10}", label) else set()  # fmt: skip
    fitting = [at for at in splits if 0 <= at[0] < board.columns and 0 <= at[1] < board.rows]
    if len(fitting) != 1:
        values = {"found": label, "columns": board.columns, "rows": board.rows}
        refuse("board-hex-place", board.file, mark, **values)
    return fitting[0]


def name_of(column: int, row: int) -> str:
    """Return MegaMek's name of the hex in a column and row counted from 0."""
    return f"{column + 1:02d}{row + 1:02d}"


def _split(label: str) -> tuple[int, int]:
    """Column and row of a note, which may lie off the board."""
    middle = 2 if len(label) <= 4 else 3
    return int(label[:-middle] or 0) - 1, int(label[-middle:]) - 1


def _require_level(board: MegamekBoard, level: int, mark: TextPosition) -> None:
    if not LOWEST_LEVEL <= level <= HIGHEST_LEVEL:
        values = {"found": level, "lowest": LOWEST_LEVEL, "highest": HIGHEST_LEVEL}
        refuse("level-out-of-range", board.file, mark, **values)


_TOKEN = re.compile(r"([A-Za-z_ ]+):(-?[0-9]{1,6})(?::(-?[0-9]{1,6}))?")


def terrain_of(file: Path, said: str, mark: TextPosition) -> Terrain:
    """The terrains of a hex from `name:level[:exits];…`."""
    try:
        return dict(_terrains(said))
    except ValueError as error:
        refuse("board-terrain", file, mark, found=str(error))


@lru_cache(4096)  # most hexes of a board say what others say
def _terrains(said: str) -> Terrain:
    """The same; ValueError names a part that says no terrain."""
    found: Terrain = {}
    for token in filter(None, said.split(";")):
        match = _TOKEN.fullmatch(token.strip())
        if match is None:
            raise ValueError(token)
        found[match[1].strip()] = int(match[2]), int(match[3]) if match[3] else None
    return found


def _read_json(path: Path, said: str) -> MegamekBoard:
    document = read_json(path, said)
    if not isinstance(document, dict) or document.get("format") != "megamek-board":
        refuse("not-a-board", path)
    if document.get("version") != 2:
        refuse("board-version", path, found=str(document.get("version")))
    size = document.get("size")
    columns, rows = (_whole(path, size, key) for key in ("width", "height"))
    require_size(path, columns, rows, most=MAX_HEXES)
    board = MegamekBoard(path, columns, rows, name=_say(document, "name"))
    board.header = "\n".join(_say(document, "sourceHeader").split("\r\n")).strip("\n")
    for entry in _list(path, document, "hexes"):
        with board.skip_if_invalid():
            _read_entry(board, entry)
    board.lines += _lines_of(path, document)
    for place, note in enumerate(_list(path, document, "notes")):
        if not isinstance(note, dict) or not _is_pair(note.get("at")):
            refuse("board-key", path, key=f"notes[{place}].at", found=str(note))
        column, row = note["at"]
        words = _list(path, note, "text")
        board.notes.append((column - 1, row - 1, "\n".join(map(str, words))))
    board.fields = {key: value for key, value in document.items() if key not in FIELDS}
    return board


def _say(values: Mapping[str, Any], key: str) -> str:
    return str(values.get(key) or "")


def _list(path: Path, values: Mapping[str, Any], key: str) -> list[Any]:
    found = values.get(key, [])
    if not isinstance(found, list):
        refuse("board-key", path, key=key, found=str(found))
    return found


def _whole(path: Path, values: Any, key: str) -> int:
    found = values.get(key) if isinstance(values, dict) else None
    if not isinstance(found, int) or isinstance(found, bool):
        refuse("board-key", path, key=key, found=str(found))
    return found


def _is_pair(value: Any) -> bool:
    return isinstance(value, list) and [type(one) for one in value] == [int, int]


def _read_entry(board: MegamekBoard, entry: Any) -> None:
    """One hex; its place in the file is given by its number."""
    at = entry.get("at") if isinstance(entry, dict) else None
    if at is None or not _is_pair(at):
        refuse("board-key", board.file, key=f"hexes[{len(board.hexes)}].at", found=str(at))
    terrain, theme = (str(entry.get(key) or "") for key in ("terrain", "theme"))
    label = f"{at[0]:02d}{at[1]:02d}"
    level = _whole(board.file, entry, "elevation")
    if not (1 <= at[0] <= board.columns and 1 <= at[1] <= board.rows):
        size = {"columns": board.columns, "rows": board.rows}
        refuse("board-hex-place", board.file, TOP, found=label, **size)
    _require_level(board, level, TOP)
    place = at[0] - 1, at[1] - 1
    if place in board.hexes:
        refuse("board-hex-twice", board.file, found=label)
    board.hexes[place] = BoardHex(level, terrain_of(board.file, terrain, TOP), theme)
    fields = {key: value for key, value in entry.items() if key not in HEX_FIELDS}
    if fields:
        board.hex_fields[place] = fields


def _lines_of(path: Path, document: Mapping[str, Any]) -> Iterator[str]:
    options = document.get("options")
    if isinstance(options, dict) and options.get("exitRoadsToPavement") is False:
        yield EXITS_TO_PAVEMENT
    for tag in _list(path, document, "tags"):
        yield f'tag "{_unquote(tag)}"'
    for paragraph in filter(None, _say(document, "description").split("\n\n")):
        yield f'description "{_unquote(paragraph)}"'


# --- writing --------------------------------------------------------------------------------------


def compose_terrain(terrain: Terrain) -> str:
    """Terrains as MegaMek writes them."""
    return ";".join(
        f"{name}:{level}" + (f":{exits}" if exits is not None else "")
        for name, (level, exits) in terrain.items()
    )


def compose(board: MegamekBoard, losses: Losses) -> str:
    """A board as the ending of its file asks: `.board2` as JSON, any other as lines."""
    if board.file.suffix.lower() == ".board2":
        return _as_json(board, losses)
    for key in board.fields:
        losses.add("board-only-2", key)
    for at, fields in board.hex_fields.items():
        for key in fields:
            losses.add("board-only-2", key, f"@{at[0]},{at[1]}")
    return _as_lines(board)


def _as_lines(board: MegamekBoard) -> str:
    header = board.header.split("\n") if board.header else []
    lines = [line if line.startswith("#") else f"# {line}" for line in header]
    lines += [f"size {board.columns} {board.rows}", *board.lines]
    lines += [f'note {name_of(c, r)} "{_unquote(note)}"' for c, r, note in board.notes]
    lines += [
        f'hex {name_of(*at)} {hex_.level} "{compose_terrain(hex_.terrain)}" '
        f'"{_unquote(hex_.theme)}"'
        for at, hex_ in board.hexes.items()
    ]
    return "\r\n".join([*lines, "end", ""])


def _as_json(board: MegamekBoard, losses: Losses) -> str:
    document: dict[str, Any] = {"format": "megamek-board", "version": 2}
    document["size"] = {"width": board.columns, "height": board.rows}
    document |= {"name": board.name} if board.name else {}
    document |= {"sourceHeader": "\r\n".join([*board.header.split("\n"), ""])
                 } if board.header else {}  # fmt: skip
    document |= _words_of(board.lines, losses)
    if EXITS_TO_PAVEMENT in board.lines:
        document["options"] = {"exitRoadsToPavement": False}
    if board.notes:
        document["notes"] = [{"at": [c + 1, r + 1], "text": text}
                             for (c, r), text in _texts_of(board.notes).items()]  # fmt: skip
    head = json.dumps(document | board.fields, ensure_ascii=False)[:-1]
    hexes = ",\n".join(
        json.dumps(_entry(at, hex_) | board.hex_fields.get(at, {}), ensure_ascii=False)
        for at, hex_ in board.hexes.items()
    )
    return f'{head}, "hexes": [\n{hexes}\n]}}\n'


def _words_of(lines: Iterable[str], losses: Losses) -> dict[str, Any]:
    """Tags and description; lines of another kind, which JSON has no field for, are reported."""
    tags, said = dict[str, None](), list[str]()
    for line in lines:
        if line.startswith("tag "):
            tags[_quote(line)] = None
        elif line.startswith("description "):
            said.append(_quote(line))
        elif line != EXITS_TO_PAVEMENT:
            losses.add("board-only-1", line)
    found: dict[str, Any] = {"tags": list(tags)} if tags else {}
    return found | ({"description": "\n\n".join(said)} if said else {})


def _texts_of(notes: Iterable[tuple[int, int, str]]) -> dict[tuple[int, int], list[str]]:
    """Notes by their hexes, which JSON names once each."""
    found: dict[tuple[int, int], list[str]] = {}
    for column, row, note in sorted(notes, key=lambda note: (note[1], note[0])):
        found.setdefault((column, row), []).extend(note.split("\n"))
    return found


def _entry(at: tuple[int, int], hex_: BoardHex) -> dict[str, Any]:
    entry: dict[str, Any] = {"at": [at[0] + 1, at[1] + 1], "elevation": hex_.level}
    entry |= {"terrain": compose_terrain(hex_.terrain)} if hex_.terrain else {}
    return entry | ({"theme": hex_.theme} if hex_.theme else {})


def _quote(line: str) -> str:
    match = _WORD.search(line, line.index(" "))
    return (match[1] or match[2] or "") if match else ""


def _unquote(said: object) -> str:
    return str(said).replace('"', "'").replace("\n", " ")
