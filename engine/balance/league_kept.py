"""The games of a league in a file, so that a second call goes on where one stopped."""

from __future__ import annotations

from importlib import metadata
from pathlib import Path
from typing import Any

from engine.balance import kept
from engine.balance.league import League, Played
from engine.games import rules

KIND = "league/1"


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
    """The games of a league that a file has; none where there is no file. Raises OtherGames."""
    return [Played(*each) for each in kept.read(file, heading(league)) if isinstance(each, list)]


def keeping(file: Path, league: League) -> kept.Keeping:
    """A file to which the games of a league are added as they end."""
    return kept.Keeping(file, heading(league))
