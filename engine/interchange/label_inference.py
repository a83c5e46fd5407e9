"""The rule behind the printed names of hexes: order, separator, letters, direction and slant."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Literal, get_args

from engine.hexes.grid import Grid
from engine.hexes.hex import Hex
from engine.hexes.printed_labels import SEPARATOR, Counting, PrintedLabels, Slant, read_count

LARGEST = 100_000
MAX_DIGITS = 6
NAME = re.compile(r"([A-Z]{1,6}|[0-9]{1,9})([^A-Za-z0-9]*)([A-Z]{1,6}|[0-9]{1,9})")
Down = Literal["none", "columns", "rows", "both"]

Words = tuple[str, str]


def infer_printed_labels(grid: Grid, called: Mapping[Hex, str]) -> PrintedLabels | None:
    """Return the style whose labels are just the names that hexes are called; None if none is."""
    names = list(called.items())
    if len(names) < 2:
        return None
    few = [names[place] for place in sorted({0, 1, len(names) // 2, len(names) - 1})]
    for style in _candidates(grid, names):
        if _fits(style, grid, few) and _fits(style, grid, names):
            return style
    return None


def _fits(style: PrintedLabels, grid: Grid, names: Sequence[tuple[Hex, str]]) -> bool:
    return all(style.label(grid, 1.0, hex_) == name for hex_, name in names)


@dataclass(frozen=True)
class _Split:
    """Names cut into two words each."""

    separator: str
    words: list[Words]

    def digits(self, place: int) -> int:
        """Return the least digits of one of both words."""
        return min(MAX_DIGITS, min(len(words[place]) for words in self.words))

    def countings(self, place: int) -> Sequence[Counting]:
        """Return how one of both words may be counted."""
        if all(words[place].isdigit() for words in self.words):
            return ("numbers",)
        return ("letters", "doubled") if all(words[place].isalpha() for words in self.words) else ()


def _splits(names: Sequence[str]) -> Iterator[_Split]:
    """Every way to cut all names into two words with one separator."""
    if all(name.isascii() and name.isdigit() for name in names):
        length = len(names[0])
        if {len(name) for name in names} == {length}:
            for cut in range(1, length):
                yield _Split("", [(name[:cut], name[cut:]) for name in names])
        return
    found = [NAME.fullmatch(name) for name in names]
    if None in found:
        return
    parts = [match.groups() for match in found if match]
    separators = {separator for _, separator, _ in parts}
    if len(separators) == 1 and SEPARATOR.fullmatch(parts[0][1]):
        yield _Split(parts[0][1], [(first, second) for first, _, second in parts])


def _candidates(grid: Grid, names: Sequence[tuple[Hex, str]]) -> Iterator[PrintedLabels]:
    """Every style that gives the first hex its name, the plain ones first."""
    slants: tuple[Slant, ...] = get_args(Slant)
    downs: tuple[Down, ...] = get_args(Down)
    for split in _splits([name for _, name in names]):
        for slant, down, is_row_first in product(slants, downs, (False, True)):
            column, row = (1, 0) if is_row_first else (0, 1)
            for columns, rows in product(split.countings(column), split.countings(row)):
                style = PrintedLabels(
                    "row-column" if is_row_first else "column-row", split.separator, columns, rows,
                    1, 1, split.digits(column), split.digits(row), down, slant,
                )  # fmt: skip
                found = _begun(style, grid, names[0][0], (split.words[0][column],
                                                          split.words[0][row]))  # fmt: skip
                if found:
                    yield found


def _begun(style: PrintedLabels, grid: Grid, hex_: Hex, words: Words) -> PrintedLabels | None:
    """The style with such first numbers that a hex has these words; None if there are none."""
    counts = read_count(words[0], style.columns), read_count(words[1], style.rows)
    firsts = [
        1 + count - style.count(grid, hex_, axis)
        for axis, count in enumerate(counts)
        if count is not None
    ]
    least = [int(counting != "numbers") for counting in (style.columns, style.rows)]
    is_sound = len(firsts) == 2 and all(
        low <= first <= LARGEST for low, first in zip(least, firsts, strict=True)
    )
    return replace(style, first_column=firsts[0], first_row=firsts[1]) if is_sound else None
