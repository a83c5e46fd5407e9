"""The boards of a MegaMek set-up: found beside it, turned, and laid side by side as one.

MegaMek lays boards in rows from left to right, each as large as the first.
"""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path, PurePosixPath

from engine.files import source_text
from engine.files.source_text import SourceNode
from engine.hexes.hex import SIDES
from engine.interchange.foreign_files import MAX_BYTES, refuse, require_size
from engine.interchange.import_result import Losses
from engine.interchange.megamek_boards import MAX_HEXES, BoardHex, MegamekBoard, read_board
from engine.interchange.yaml_entries import YamlEntry

DEFAULT = 16, 17  # hexes of a mapsheet
NEAREST = 4  # folders above a set-up that may hold `boards`
MAX_BOARDS = 400
ALL = (1 << SIDES) - 1


class SetupBoards:
    """The boards of a set-up, found and joined; what is not possible is reported."""

    def __init__(self, file: Path, losses: Losses) -> None:
        self.file, self.losses = file, losses
        self._read: dict[Path, MegamekBoard] = {}
        self._count = self._bytes = 0

    def read_board(self, node: SourceNode | None) -> MegamekBoard:
        """The board of a `map:`, which is a name, a description, or a list of several."""
        if node is None:
            self.losses.add("setup-no-map")
            return blank_board(self.file)
        if isinstance(node.value, list):
            if not node.value:
                refuse("setup-value", self.file, node.mark, key="map", found="[]")
            if len(node.value) > 1:
                self.losses.add("setup-more-maps", count=len(node.value) - 1)
            return self.read_board(node.value[0])
        if not isinstance(node.value, dict):
            return self._named(str(node.value), node)
        return self._described(YamlEntry(self.file, node, "map"))

    def _described(self, entry: YamlEntry) -> MegamekBoard:
        if entry.has("file"):
            size = entry.whole("width", 0), entry.whole("height", 0)
            named = self._named(entry.word("file"), entry.node, size)
            board = self._changed(named, entry)
            board = replace(board, name=entry.word("name") or board.name)
        elif entry.has("surprise"):
            choice = entry.nodes("surprise")
            self.losses.add("setup-surprise", count=len(choice))
            board = self._changed(self.read_board(choice[0] if choice else None), entry)
        elif entry.has("boards"):
            board = self._joined(entry)
        else:
            self.losses.add("setup-no-ground", entry.word("type"))
            wide, high = entry.whole("width", DEFAULT[0]), entry.whole("height", DEFAULT[1])
            require_size(self.file, wide, high, entry.node.mark, most=MAX_HEXES)
            board = blank_board(self.file, (wide, high))
        entry.word("id")
        for key in entry.unasked_keys():
            self.losses.add("setup-key", f"map: {key}")
        return board

    def _changed(self, board: MegamekBoard, entry: YamlEntry) -> MegamekBoard:
        words = [str(node.value) for node in entry.nodes("modify")]
        for word in words:
            if word != "rotate":
                self.losses.add("setup-modify", word)
        return rotate_board(board) if words.count("rotate") % 2 else board

    def _joined(self, entry: YamlEntry) -> MegamekBoard:
        """Several boards as one, in rows of `cols`."""
        nodes, mark = entry.nodes("boards"), entry.node.mark
        columns = entry.whole("cols", 0) or entry.whole("boardcolumns", 1)
        entry.whole("boardrows", 0)
        if not nodes or columns < 1 or len(nodes) % columns:
            refuse("setup-rows", self.file, mark, found=len(nodes), columns=columns)
        first, rows = self.read_board(nodes[0]), len(nodes) // columns
        wide, high = first.columns, first.rows
        require_size(self.file, columns * wide, rows * high, mark, most=MAX_HEXES)
        whole = MegamekBoard(self.file, columns * wide, rows * high, name=entry.word("name"))
        for place, node in enumerate(nodes):  # laid at once: several large ones are never held
            board = self.read_board(node) if place else first
            if (board.columns, board.rows) != (wide, high):
                self.losses.add("setup-board-size", board.file.name)
            _lay(board, whole, (place % columns * wide, place // columns * high), (wide, high))
        return whole

    def _named(self, name: str, node: SourceNode, size: tuple[int, int] = (0, 0)) -> MegamekBoard:
        """A board by its name; clear ground of its size where there is no such file."""
        self._count += 1
        if self._count > MAX_BOARDS:
            refuse("setup-boards", self.file, node.mark, most=MAX_BOARDS)
        path = board_file(self.file, name)
        if path is None:
            self.losses.add("setup-no-board", name)
            size = size if min(size) > 0 else size_in(name)
            require_size(self.file, *size, node.mark, most=MAX_HEXES)
            return blank_board(self.file, size)
        if path not in self._read:
            self._bytes += path.stat().st_size
            if self._bytes > MAX_BYTES:
                refuse("setup-boards", self.file, node.mark, most=MAX_BOARDS)
            self._read[path] = read_board(path)
        return self._read[path]


def blank_board(file: Path, size: tuple[int, int] = DEFAULT) -> MegamekBoard:
    """A board of which nothing is known but its size: clear ground."""
    return MegamekBoard(file, *size)


def size_in(name: str) -> tuple[int, int]:
    """The size a board's name begins with, as MegaMek's do; else a mapsheet's."""
    found = re.match(r"([1-9][0-9]?)x([1-9][0-9]?)(?![0-9])", PurePosixPath(name).name)
    return (int(found[1]), int(found[2])) if found else DEFAULT


def board_file(setup: Path, name: str) -> Path | None:
    """The file of a board: beside the set-up, or in a folder `boards` above it; never elsewhere."""
    named = PurePosixPath(name.replace("\\", "/"))
    if named.is_absolute() or ".." in named.parts or named.suffix not in (".board", ".board2"):
        return None
    try:
        above = setup.resolve().parents
        for folder in (above[0], *(one / "boards" for one in list(above)[:NEAREST])):
            found = (folder / named).resolve()
            if found.is_relative_to(folder.resolve()) and source_text.is_file(found):
                return found
    except (OSError, ValueError, RuntimeError):  # a name no file can have, a link to itself
        return None
    return None


def rotate_board(board: MegamekBoard) -> MegamekBoard:
    """A board turned by half a circle, with its roads."""
    last = board.columns - 1, board.rows - 1
    return replace(
        board,
        hexes={_over(at, last): _turned(hex_) for at, hex_ in board.hexes.items()},
        notes=[(*_over((c, r), last), note) for c, r, note in board.notes],
        hex_fields={_over(at, last): fields for at, fields in board.hex_fields.items()},
    )


def _over(at: tuple[int, int], last: tuple[int, int]) -> tuple[int, int]:
    return last[0] - at[0], last[1] - at[1]


def _turned(hex_: BoardHex) -> BoardHex:
    half = SIDES // 2
    terrain = {
        name: (level, (exits << half | exits >> half) & ALL if exits in range(ALL + 1) else exits)
        for name, (level, exits) in hex_.terrain.items()
        if exits is not None
    }
    return hex_._replace(terrain=hex_.terrain | terrain)


def _lay(
    board: MegamekBoard, whole: MegamekBoard, corner: tuple[int, int], size: tuple[int, int]
) -> None:
    """Lay a board onto the one made of several."""
    left, top = corner
    for (column, row), hex_ in board.hexes.items():
        if column < size[0] and row < size[1]:
            whole.hexes[left + column, top + row] = hex_
    whole.notes += [(left + c, top + r, note) for c, r, note in board.notes]
    whole.lines = list(dict.fromkeys([*whole.lines, *board.lines]))
    whole.fields = board.fields | whole.fields
    for (column, row), fields in board.hex_fields.items():
        if column < size[0] and row < size[1]:
            whole.hex_fields[left + column, top + row] = fields
    if board.header not in whole.header:
        whole.header = "\n".join(filter(None, (whole.header, board.header)))
