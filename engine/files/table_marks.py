"""Where in the text of a file the points of a shape stand."""

from __future__ import annotations

from engine.files.source_text import Node, Source
from engine.problems import Mark


def corner_mark(source: Source, node: Node, number: int) -> Mark:
    """Where a point of a list `x,y x,y …` begins; where the list begins if it has not so many."""
    written = source.text[node.start : node.end]
    comma = -1
    for _ in range(number + 1):
        comma = written.find(",", comma + 1)
        if comma < 0:
            return node.mark
    start = _start_of_word(written, comma)
    before = source.text[: node.start + start]
    return Mark(before.count("\n") + 1, len(before) - before.rfind("\n"))


def _start_of_word(written: str, end: int) -> int:
    """Where the word that ends before a comma begins, its unit and fraction with it."""
    start = end
    while start > 0 and not written[start - 1].isspace() and written[start - 1] not in "\"',":
        start -= 1
    return start
