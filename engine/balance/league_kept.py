"""The games of a league in a file, one a line, so that a second call goes on where one stopped.

The first line says which league it is. Lines are added as games end; one that was cut off by a
crash is left out.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path
from typing import Any

from engine.balance.league import League, Played
from engine.files import source_text
from engine.games import rules
from engine.problems import SandtableError
from engine.texts import text

KIND = "league/1"


class OtherLeague(SandtableError):
    """A file with the games of another league, or with none."""


def heading(league: League) -> dict[str, Any]:
    """What tells a league from all others: with it the same games are played anywhere."""
    return {
        "sandtable": KIND,
        "program": metadata.version("sandtable"),
        "scenarios": [
            {"hash": each.fingerprint(), "map": each.ground_fingerprint(), "game": each.game,
             "rules": rules(each.game).version}
            for each in league.scenarios
        ],
        "players": list(league.players),
        "games": league.games,
        "seed": league.seed,
    }  # fmt: skip


def read(file: Path, league: League) -> list[Played]:
    """The games of a league that a file has; none where there is no file. Raises OtherLeague."""
    if not file.exists():
        return []
    first, *others = [*_lines(file)] or [None]
    wanted = heading(league)
    if not isinstance(first, dict) or first.get("sandtable") != KIND:
        raise OtherLeague(text("league.no-league", None, file=file))
    for key, value in wanted.items():
        if first.get(key) != value:
            values = {"file": file, "what": key, "found": first.get(key), "wanted": value}
            raise OtherLeague(text("league.another", None, **values))
    return [Played(*entry) for entry in others if isinstance(entry, list)]


def _lines(file: Path) -> Iterator[Any]:
    for line in file.read_text(encoding="utf-8").splitlines():
        try:
            yield json.loads(line)
        except ValueError:
            return  # the last line of a program that was killed while it wrote


class Keeping:
    """A file to which games are added as they end."""

    def __init__(self, file: Path, league: League, played: list[Played]) -> None:
        self._file = file
        lines = [heading(league), *played]
        source_text.write(file, "".join(f"{_line(each)}\n" for each in lines))

    def add(self, played: Played) -> None:
        """Keep one game more."""
        with self._file.open("a", encoding="utf-8") as out:
            out.write(f"{_line(played)}\n")


def _line(entry: Any) -> str:
    return json.dumps(entry, ensure_ascii=False)
