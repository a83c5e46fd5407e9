"""The games of a league in a file, so that a second call goes on where one stopped."""

from __future__ import annotations

from importlib import metadata
from pathlib import Path
from typing import Any

from engine.balance import kept
from engine.balance.league import League, LeagueGame
from engine.balance.luck_sums import luck_kept
from engine.balance.temper_weights import weights_by_player
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
        "seed": league.seed,
        **_own_tempers(league),
    }  # fmt: skip


def _own_tempers(league: League) -> dict[str, Any]:
    """The weights of the tempers that are named: a user may change his own between two calls."""
    weights = weights_by_player((each.game, league.players) for each in league.scenarios)
    return {"tempers": weights} if weights else {}


def read(file: Path, league: League) -> list[LeagueGame]:
    """The games of a league that a file has, each once; none where there is no file.

    A league of more games goes on from one of fewer; of one of more it takes what it has itself.
    OtherGames for a file of something else, or a line that is no game of this league.
    """
    found: dict[tuple[int, int], LeagueGame] = {}
    for game in kept.read(file, heading(league), lambda entry: _game(entry, league)):
        if game.number <= league.matches[game.match].series.games:
            found.setdefault((game.match, game.number), game)
    return list(found.values())


def _game(entry: Any, league: League) -> LeagueGame:
    """The game of a line; ValueError where it is none that the league has."""
    match, number, winner, turns, *noted = entry
    game = LeagueGame(match, number, winner, turns, *map(luck_kept, noted))
    if not all(type(each) is int for each in (game.match, game.number, game.turns)):
        raise ValueError(entry)
    if not 0 <= game.match < len(league.matches) or game.turns < 0:
        raise ValueError(entry)
    met = league.matches[game.match]
    if game.number < 1 or game.winner not in (None, *met.players):
        raise ValueError(entry)
    return game


def open_league_file(file: Path, league: League) -> kept.GamesFileWriter:
    """A file to which the games of a league are added as they end."""
    return kept.GamesFileWriter(file, heading(league))
