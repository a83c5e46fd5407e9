"""Diagrams of games without hexes, read from a rulebook's outline."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.files import schemas
from engine.files.source_text import ParsedSource, SourceNode
from engine.files.tabletop_map_reader import read_table
from engine.problems import Problem
from engine.rulebook.rulebook_source import TableFigure, TableStand
from engine.tabletop.shapes import INCH, Point

WIDTH_MM = 70.0


def read_table_figure(book: ParsedSource, name: str, problems: list[Problem]) -> TableFigure | None:
    """Return a diagram of a table, adding its faults to `problems`; None without a sound table."""
    node = book.root.at(["figures", name, "table"])
    table, found = read_table(ParsedSource(book.file, book.text, _as_table_file(node)))
    problems += found
    if table is None or found:
        return None
    values: Mapping[str, Any] = book.root.at(["figures", name]).plain()
    stands = [stand for line in values.get("men", ()) for stand in _stands(line)]
    circles = [(_length(line.split()[0]), _point(line.split()[1])) for line in
               values.get("rings", ())]  # fmt: skip
    ways = [tuple(map(_point, line.split())) for line in values.get("ways", ())]
    width = float(values.get("size", WIDTH_MM))
    return TableFigure(name, table, tuple(stands), tuple(circles), tuple(ways), width)


def _as_table_file(node: SourceNode) -> SourceNode:
    """Return a diagram's table as a table file has it: of the newest version."""
    made = SourceNode(dict(node.value), node.start, node.mark, node.style)
    made.keys = dict(node.keys)
    version = f"table/{schemas.newest_version('table')}"
    made.value["sandtable"] = SourceNode(version, node.start, node.mark, "")
    made.keys["sandtable"] = SourceNode("sandtable", node.start, node.mark, "")
    return made


def _stands(line: str) -> list[TableStand]:
    type_, side, *points = line.split()
    return [TableStand(type_, side, _point(word)) for word in points]


def _point(word: str) -> Point:
    """Return the point of `12,10.5` inches."""
    x, y = map(_length, word.split(","))
    return Point(x, y)


def _length(word: str) -> int:
    return round(float(word) * INCH)
