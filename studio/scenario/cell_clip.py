"""Cells on the clipboard as spreadsheets put them there: tabs between cells, a line for a row."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Sequence

from PySide6.QtGui import QGuiApplication

from engine.games.design import DataColumn
from studio.parts.speech import Localizer

COMMA = re.compile(r"-?\d+,\d+")
WHOLE = re.compile(r"(-?\d+)[.,]0+")
Cells = Sequence[Sequence[str]]


def copy(rows: Iterable[Iterable[str]]) -> None:
    """Put rows of cells on the clipboard."""
    out = io.StringIO()
    csv.writer(out, delimiter="\t", lineterminator="\n").writerows(rows)
    QGuiApplication.clipboard().setText(out.getvalue())


def cells() -> Cells:
    """The rows of cells on the clipboard; none where it holds no table."""
    words = QGuiApplication.clipboard().text()
    try:
        return list(csv.reader(io.StringIO(words, newline=""), delimiter="\t"))
    except csv.Error:  # a cell larger than any of ours
        return []


def parse_cell(word: str, column: DataColumn, say: Localizer) -> str:
    """What a spreadsheet's word is in a column: said in a language, or a number spelt as there."""
    word = word.strip()
    for known in column.words:
        if word.casefold() in (known.id.casefold(), say.of(known.said).casefold()):
            return known.id
    if whole := WHOLE.fullmatch(word):
        return whole[1]
    return word.replace(",", ".") if COMMA.fullmatch(word) else word
