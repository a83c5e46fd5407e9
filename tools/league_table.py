"""Put results of leagues into a page: `python -m tools.league_table docs/players.md LEAGUE.json…`.

A league is the output of `sandtable league … --json`. A row between the two marks is replaced by
that of the same players in the same scenarios; other rows stay.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

BEGIN, END = "<!-- leagues -->", "<!-- end of leagues -->"
HEAD = """| Scenarios | Players | Games | Won | 95 % interval | Adjusted for luck |
|---|---|---:|---:|---:|---:|"""
HEAD_LINES = 2
KEYS = 2  # the cells that identify a row


def rows(league: dict[str, Any]) -> Iterator[str]:
    """Yield a row for each meeting, from the better player's side."""
    where = ", ".join(each["title"] for each in league["sides"])
    for each in _best_first(league):
        wins = each["wins"]
        luck = _adjusted(each.get("without_luck"))
        cells = (
            where,
            f"`{each['player']}` against `{each['other']}`",
            str(wins["of"]),
            _percent(wins["rate"]),
            _interval(wins),
            luck,
        )
        yield f"| {' | '.join(cells)} |"


def _adjusted(found: dict[str, float] | None) -> str:
    return f"{_percent(found['rate'])} ({_interval(found)})" if found else "–"


def _best_first(league: dict[str, Any]) -> Iterator[dict[str, Any]]:
    order = [each["player"] for each in league["ratings"]]
    for each in league["meetings"]:
        if order.index(each["player"]) < order.index(each["other"]):
            yield each


def _percent(part: float) -> str:
    return f"{100 * part:.0f} %"


def _interval(share: dict[str, float]) -> str:
    return f"{100 * share['low']:.0f} to {_percent(share['high'])}"


def put(page: str, leagues: list[dict[str, Any]]) -> str:
    """Return a page with the rows of some leagues between its marks."""
    before, _, rest = page.partition(BEGIN)
    there, _, after = rest.partition(END)
    old = [line for line in there.strip().splitlines() if line.startswith("|")][HEAD_LINES:]
    new = [row for league in leagues for row in rows(league)]
    table = {tuple(row.split("|")[1 : KEYS + 1]): row for row in (*old, *new)}
    return f"{before}{BEGIN}\n\n" + "\n".join((HEAD, *table.values())) + f"\n\n{END}{after}"


if __name__ == "__main__":
    file, *found = map(Path, sys.argv[1:])
    read = [json.loads(each.read_text(encoding="utf-8")) for each in found]
    file.write_text(put(file.read_text(encoding="utf-8"), read), encoding="utf-8")
