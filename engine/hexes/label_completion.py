"""Completions of a partly typed label: the hexes they may become, the first ones first.

Nothing is listed that is not asked for: a map of a million hexes answers as fast as a small one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from engine.hexes.grid import Grid
from engine.hexes.hex import Hex
from engine.hexes.labels import (
    ColumnRow,
    KmSquare,
    Labels,
    LetterNumber,
    UnknownHexError,
    number_to_letters,
)
from engine.hexes.printed_labels import PrintedLabels

MAX_TRIED = 20_000  # hexes whose printed labels are looked at
_BEGUN = re.compile(r"@(\d{0,9})(?:,(\d{0,9}))?", re.ASCII)
_LETTERED = re.compile(r"([A-Z]{0,6})(\d{0,9})", re.ASCII)
_SQUARE = re.compile(r"\d{0,4}|\d{4}[A-Z]{1,2}", re.ASCII)
LETTERED = [number_to_letters(count) for count in range(1, 27)]


def complete(labels: Labels, begun: str, most: int) -> list[Hex]:
    """At most so many hexes whose label, or whose `@column,row`, begins so; the one meant first.

    >>> labels = Labels(Grid(columns=30, rows=20), ColumnRow(), hex_metres=50.0)
    >>> [labels.label(hex_) for hex_ in complete(labels, "121", 3)]
    ['1210', '1211', '1212']
    """
    word = begun.strip().upper()
    if not word:
        return []
    found = dict.fromkeys(_hexes_meant(labels, word))
    found.update(dict.fromkeys(islice(_beginning(labels, word), most)))
    return list(found)[:most]


def _hexes_meant(labels: Labels, word: str) -> Iterator[Hex]:
    try:
        yield labels.find(word)
    except UnknownHexError:
        return


def _beginning(labels: Labels, word: str) -> Iterator[Hex]:
    grid = labels.grid
    if match := _BEGUN.fullmatch(word):
        return _hexes_by_count(grid, match[1], match[2])
    match labels.style:
        case ColumnRow():
            return _by_column_row(labels, labels.style, word)
        case LetterNumber():
            return _by_letters(labels, labels.style, word)
        case KmSquare():
            return _by_squares(labels, labels.style, word)
        case PrintedLabels():
            return _by_printed_labels(labels, word)
    return iter(())


def _hexes_by_count(grid: Grid, column: str, row: str | None) -> Iterator[Hex]:
    """`@12` may be column 12 or 120; `@12,3` row 3 or 30."""
    columns = [int(column)] if row is not None and column else _from(column, grid.columns)
    for each in columns:
        if each < grid.columns:
            yield from (grid.hex(each, line) for line in _from(row or "", grid.rows))


def _from(digits: str, count: int) -> Iterator[int]:
    """The numbers below a count that begin with some digits."""
    return (number for number in range(count) if str(number).startswith(digits))


def _by_column_row(labels: Labels, style: ColumnRow, word: str) -> Iterator[Hex]:
    grid, (wide, high) = labels.grid, style.digits_of(labels.grid)
    for column in range(grid.columns):
        if not f"{column + style.first_column:0{wide}d}".startswith(word[:wide]):
            continue
        for row in range(grid.rows):
            if f"{row + style.first_row:0{high}d}".startswith(word[wide:]):
                yield grid.hex(column, row)


def _by_letters(labels: Labels, style: LetterNumber, word: str) -> Iterator[Hex]:
    match = _LETTERED.fullmatch(word)
    if match is None:
        return
    grid, by_columns = labels.grid, style.letters == "columns"
    lettered, numbered = (grid.columns, grid.rows) if by_columns else (grid.rows, grid.columns)
    for place in range(lettered):
        said = number_to_letters(place + style.first_letter)
        if not (said == match[1] if match[2] else said.startswith(match[1])):
            continue
        for other in range(numbered):
            if str(other + style.first_number).startswith(match[2].lstrip("0")):
                yield grid.hex(*((place, other) if by_columns else (other, place)))


def _by_printed_labels(labels: Labels, word: str) -> Iterator[Hex]:
    """Every hex whose label begins so, row by row; among the first ones of a large map."""
    return (hex_ for hex_ in islice(labels.grid, MAX_TRIED) if labels.label(hex_).startswith(word))


def _by_squares(labels: Labels, style: KmSquare, word: str) -> Iterator[Hex]:
    """Row by row in each kilometre square that may be meant."""
    if _SQUARE.fullmatch(word) is None:
        return
    for square in style.squares(labels.grid, labels.hex_metres):
        if not square.startswith(word[:4]):
            continue
        for name in (f"{square}{down}{right}" for down in LETTERED for right in LETTERED):
            if name.startswith(word):
                hex_ = style.find(labels.grid, labels.hex_metres, name)
                if hex_ is not None and hex_ in labels.grid:
                    yield hex_
