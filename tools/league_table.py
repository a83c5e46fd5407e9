"""Put tables of leagues into a page: `python -m tools.league_table docs/players.md LEAGUE.json…`.

A league is what `sandtable league … --json` answered. Of what stands in the page between the two
marks, the tables of the same players in the same scenarios are replaced, and others stay.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

BEGIN, END = "<!-- leagues -->", "<!-- end of leagues -->"


def tables(league: dict[str, Any], day: str) -> Iterator[str]:
    """A league as Markdown: ratings, who beats whom, which side is the better one."""
    where = ", ".join(each["title"] for each in league["sides"])
    who = ", ".join(f"`{each}`" for each in sorted(e["player"] for e in league["ratings"]))
    yield f"### {where}: {who}"
    yield ""
    often, seed = league["games"], league["seed"]
    yield f"{league['played']} games, {often} a pairing and scenario, seed {seed}, {day}."
    yield ""
    yield "| Player | Rating | 95 % interval | Score |"
    yield "|---|---:|---:|---:|"
    for each in league["ratings"]:
        between = f"{_with_sign(each['low'])} to {_with_sign(each['high'])}"
        score = f"{100 * each['score']:.0f} %"
        yield f"| `{each['player']}` | {_with_sign(each['rating'])} | {between} | {score} |"
    yield ""
    yield from _meetings(list(_best_first(league)))
    yield ""
    yield "| Scenario | First side won | 95 % interval |"
    yield "|---|---:|---:|"
    for each in league["sides"]:
        first = each["first"]
        yield f"| {each['title']} | {_percent(first['rate'])} | {_interval(first)} |"
    yield ""


def _meetings(meetings: list[dict[str, Any]]) -> Iterator[str]:
    """Who beats whom; without the luck of the dice where that is told of any two."""
    has_luck = any(each.get("without_luck") for each in meetings)
    aside = ["Adjusted for luck"] if has_luck else []
    columns = ["Won", "95 % interval", *aside, "On the first side", "On the second"]
    yield f"| | {' | '.join(columns)} |"
    yield f"|---|{'---:|' * len(columns)}"
    for each in meetings:
        found = [_percent(each["wins"]["rate"]), _interval(each["wins"])]
        if has_luck:
            found.append(_luck_aside(each.get("without_luck")))
        found += [_percent(each[side]["rate"]) for side in ("first", "second")]
        yield f"| `{each['player']}` against `{each['other']}` | {' | '.join(found)} |"


def _luck_aside(found: dict[str, float] | None) -> str:
    return f"{_percent(found['rate'])} ({_interval(found)})" if found else "–"


def _best_first(league: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Each meeting once, told of the better player."""
    order = [each["player"] for each in league["ratings"]]
    for each in league["meetings"]:
        if order.index(each["player"]) < order.index(each["other"]):
            yield each


def _with_sign(number: float) -> str:
    return f"{number:+.0f}".replace("-", "−")


def _percent(part: float) -> str:
    return f"{100 * part:.0f} %"


def _interval(share: dict[str, float]) -> str:
    return f"{100 * share['low']:.0f} to {_percent(share['high'])}"


def put(page: str, leagues: list[dict[str, Any]], day: str) -> str:
    """A page with the tables of some leagues between its marks."""
    before, _, rest = page.partition(BEGIN)
    there, _, after = rest.partition(END)
    made = ["\n".join(tables(league, day)).strip() for league in leagues]
    heads = {told.partition("\n")[0] for told in made}
    kept = [f"### {told.strip()}" for told in there.split("### ")[1:]]
    told = "\n\n".join([*made, *(old for old in kept if old.partition("\n")[0] not in heads)])
    return f"{before}{BEGIN}\n\n{told}\n\n{END}{after}"


if __name__ == "__main__":
    file, *found = map(Path, sys.argv[1:])
    read = [json.loads(each.read_text(encoding="utf-8")) for each in found]
    text = put(file.read_text(encoding="utf-8"), read, date.today().isoformat())
    file.write_text(text, encoding="utf-8")
