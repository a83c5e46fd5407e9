"""The dialects of spreadsheets: encodings, separators, and lines before the heads."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from engine.files import source_text
from engine.problems import InvalidFileError, Problem, Severity, TextPosition

UTF_8, UTF_16, GB_18030 = "utf-8", "utf-16", "gb18030"
GBK = "gbk"  # the same bytes for all that it has, and GB 18030's for what it has not
ENCODINGS = (UTF_8, UTF_16, GB_18030, GBK)
DELIMITERS = (",", ";", "\t")
PACKED = "PK\x03\x04"  # how .xlsx and .ods begin
# A line for the spreadsheet itself, which counts no row for it.
SEPARATOR = re.compile(r"\s*\"?sep=([,;\t])\"?[,;\t]*\r?\n?", re.IGNORECASE)


class DecodedText(NamedTuple):
    """A table's text, and the encoding it was in."""

    text: str
    encoding: str = UTF_8


def decode_table_file(path: Path) -> DecodedText:
    """A table's text: in UTF-8, in UTF-16 with its mark, or in GB 18030 as Chinese spreadsheets
    write it (GBK and GB 2312 are parts of it); InvalidFileError for all else.
    """
    try:
        said = DecodedText(source_text.read_text(path))
    except InvalidFileError as error:
        codes = {problem.code for problem in error.problems}
        if "not-utf8" in codes:
            said = _chinese(path.read_bytes(), error)
        elif "utf16" in codes:
            said = _wide(path, error)
        else:
            raise
    if said.text.startswith(PACKED):
        raise InvalidFileError(
            [Problem("table-packed", Severity.ERROR, str(path), TextPosition(1, 1))]
        )
    return said._replace(text=said.text.removeprefix(source_text.BYTE_ORDER_MARK))


def encode_table(table: str, encoding: str) -> bytes:
    """A table in an encoding: UTF-8 and UTF-16 with the mark that spreadsheets know them by."""
    bare = table.removeprefix(source_text.BYTE_ORDER_MARK)
    return (table if encoding == UTF_8 else bare).encode(GB_18030 if encoding == GBK else encoding)


def _chinese(content: bytes, error: InvalidFileError) -> DecodedText:
    """A text that is neither UTF-8 nor UTF-16; letters of Western Europe are no Chinese words.

    Nearly any bytes can be read as GB 18030. Those that were meant so hold the characters of
    GB 2312, the usual ones, more often than others.
    """
    if content.startswith(PACKED.encode()):
        return DecodedText(PACKED)
    try:
        said = content.decode(GB_18030)
    except UnicodeDecodeError:
        raise error from None
    signs = [sign for sign in said if not sign.isascii()]
    usual = sum(bool(sign.encode("gb2312", "ignore")) for sign in signs)
    if 2 * usual <= len(signs):
        raise error
    return DecodedText(said, GB_18030)


def _wide(path: Path, error: InvalidFileError) -> DecodedText:
    """Decode UTF-16, which spreadsheets call Unicode text."""
    try:
        return DecodedText(path.read_bytes().decode(UTF_16), UTF_16)
    except UnicodeDecodeError:
        raise error from None


@dataclass(frozen=True)
class CsvLayout:
    """The layout of a table's text: separator, heads, and the row of the heads.

    `body` begins with the first line that a spreadsheet counts, `line` lines below the text's.
    """

    body: str
    line: int
    sign: str
    row: int
    heads: list[str]


def detect_csv_layout(source: str, is_known: Callable[[str], bool]) -> CsvLayout:
    """Detect the layout of a table; the separator that yields most known heads wins."""
    told = SEPARATOR.match(source)
    body, signs = (source[told.end() :], (told[1],)) if told else (source, DELIMITERS)
    found = ((sign, *_heads(body, sign, is_known)) for sign in signs)
    sign, row, heads = max(found, key=lambda each: sum(map(is_known, each[2])))
    return CsvLayout(body, source[: told.end()].count("\n") if told else 0, sign, row, heads)


def _heads(source: str, sign: str, is_known: Callable[[str], bool]) -> tuple[int, list[str]]:
    """The first row in which anything stands, without empty cells at its end."""
    reader = csv.reader(io.StringIO(source, newline=""), delimiter=sign)
    try:
        for number, cells in enumerate(reader, 1):
            heads = [_head(cell, is_known) for cell in cells]
            while heads and not heads[-1]:
                heads.pop()
            if heads:
                return number, heads
    except csv.Error:
        pass  # by this sign it is another format
    return 1, []


def _head(cell: str, is_known: Callable[[str], bool]) -> str:
    """A column's name; spreadsheets like to begin it with a capital."""
    head = cell.strip()
    return head if is_known(head) or not is_known(head.lower()) else head.lower()


def csv_table_rows(layout: CsvLayout) -> Iterator[tuple[int, int, list[str]]]:
    """Each row below the heads with its number and its line; csv.Error where the table breaks."""
    reader = csv.reader(io.StringIO(layout.body, newline=""), delimiter=layout.sign, strict=True)
    for number, cells in enumerate(reader, 1):
        if number > layout.row:
            yield number, layout.line + reader.line_num, cells
