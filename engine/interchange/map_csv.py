"""Maps as CSV: one row a hex, for spreadsheets and statistics."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from itertools import chain, islice
from pathlib import Path

from engine.files import source_text
from engine.hexes.hex import SIDES, Hex
from engine.interchange.import_result import (
    AT_ONCE,
    Loss,
    Losses,
    Report,
    iterate_hexes,
    report_nothing,
)
from engine.map.map import Map, Masks
from engine.texts import localised

COLUMNS = (
    "column", "row", "at", "label", "level", "metres", "ground", "sides", "links", "zones", "place",
)  # fmt: skip


def write(map_: Map, path: Path, report: Report = report_nothing) -> list[Loss]:
    """Write a map as a table, in UTF-8 with the mark by which spreadsheets know it."""
    source_text.write_pieces(path, csv_chunks(map_, report))
    return losses_in_csv(map_)


def losses_in_csv(map_: Map) -> list[Loss]:
    """Return the parts of a map that no table can hold."""
    lost = Losses()
    if map_.title:
        lost.add("not-title", localised(map_.title))
    lost.add("not-grid", map_.grid.orientation.value)
    return lost.listed()


def compose(map_: Map, report: Report = report_nothing) -> str:
    """The table, with the mark by which spreadsheets know UTF-8.

    `sides` and `links` are written as `road: N SE`, several kinds after `;`.
    """
    return "".join(csv_chunks(map_, report))


def csv_chunks(map_: Map, report: Report = report_nothing) -> Iterator[str]:
    """The same, some rows at a time."""
    yield source_text.BYTE_ORDER_MARK
    rows = chain([COLUMNS], _rows(map_, report))
    while some := list(islice(rows, AT_ONCE)):
        out = io.StringIO()
        csv.writer(out, lineterminator="\r\n").writerows(some)
        yield out.getvalue()


def _rows(map_: Map, report: Report) -> Iterator[Sequence[object]]:
    grid, labels = map_.grid, map_.labels
    places: dict[Hex, list[str]] = {}
    for place in map_.places:
        places.setdefault(place.at, []).append(localised(place.name))
    for hex_ in iterate_hexes(grid, report):
        column, row = grid.column_row(hex_)
        level = int(map_.level[row, column])
        zones = [name for name, zone in map_.zones.items() if zone.hexes[row, column]]
        words: list[object] = [column, row, f"@{column},{row}", labels.label(hex_), level]
        words += [f"{map_.base_metres + level * map_.level_metres:g}", map_.ground_at(hex_)]
        words += [_mark(map_, map_.sides, hex_), _mark(map_, map_.links, hex_)]
        yield [*words, *map(_safe, (" ".join(zones), "; ".join(places.get(hex_, []))))]


def _mark(map_: Map, planes: dict[str, Masks], hex_: Hex) -> str:
    names, index = map_.grid.orientation.directions, map_.grid.index(hex_)
    said = []
    for kind, plane in planes.items():
        mask = int(plane[index])
        if mask:
            ways = (names[direction] for direction in range(SIDES) if mask >> direction & 1)
            said.append(f"{kind}: {' '.join(ways)}")
    return "; ".join(said)


def _safe(word: str) -> str:
    """A user's text that no spreadsheet takes for a formula."""
    return "'" + word if word.startswith(("=", "+", "-", "@", "\t", "\r")) else word
