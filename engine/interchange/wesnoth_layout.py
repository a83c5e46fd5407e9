"""The layout of a Wesnoth file: the lines above its rows, and how wide its cells are."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

WORD = "layout "  # what is kept of a layout begins with this
WIDEST = 40
MAX_HEAD = 400  # characters above the rows
OLD_HEAD = "border_size=1\nusage=map\n\n"  # as Wesnoth wrote it until 1.14


@dataclass(frozen=True)
class SheetLayout:
    """The head of a file, and the width to which a cell is filled; `full` fills the last too."""

    head: str = OLD_HEAD
    width: int = 12
    full: bool = False

    @classmethod
    def of(cls, said: str, rows: Sequence[tuple[int, str]]) -> SheetLayout | None:
        """Return the layout that gives just this text; None if none does."""
        if not rows:
            return None
        head = "".join(f"{line}\n" for line in said.split("\n")[: rows[0][0] - 1])
        cells = [[" ".join(cell.split()) for cell in row.split(",")] for _, row in rows]
        first = rows[0][1].split(",")[0]
        for width, full in ((len(first), False), (0, False), (len(first), True)):
            layout = cls(head, width, full)
            text = "".join(f"{layout.row(words)}\n" for words in cells)
            if head + text == said and width <= WIDEST and len(head) <= MAX_HEAD:
                return layout
        return None

    @classmethod
    def from_words(cls, kept: Iterable[str]) -> SheetLayout:
        """Return the layout among what is kept of a map, else the usual one."""
        for words in kept:
            width, _, head = words.removeprefix(WORD).partition(" ")
            is_sound = width.rstrip("+").isdecimal() and len(width) <= len("40+")
            if words.startswith(WORD) and is_sound and len(head) <= MAX_HEAD:
                lines = [line for line in head.split("|") if "," not in line]
                return cls("".join(f"{line}\n" for line in lines) if head else "",
                           min(WIDEST, int(width.rstrip("+"))), width.endswith("+"))  # fmt: skip
        return cls()

    def as_words(self) -> str:
        """Return the layout as it is kept."""
        head = "|".join(self.head.removesuffix("\n").split("\n"))
        return f"{WORD}{self.width}{'+' * self.full} {head}"

    def row(self, cells: Iterable[str]) -> str:
        """Return a row of the file."""
        line = ", ".join(cell.ljust(self.width) for cell in cells)
        return line if self.full else line.rstrip()
