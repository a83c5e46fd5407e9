"""Leagues: every player meets every other in every scenario, on either side, with the same dice.

A league shows whether a new player or other weights are stronger. Game i of a pairing has the dice
of its seed whatever the seats, so that luck is shared as far as possible. The games are saved in a
file, and a second call continues where the first stopped.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple

from engine import __version__
from engine.ai import player_registry
from engine.balance import games_file
from engine.balance.luck_adjustment import GameLuck, parse_luck
from engine.balance.series import GameRecord, Series, weights_by_player
from engine.balance.worker_pool import GameJob, LocalWorkerPool, WorkerPool
from engine.games import rules_of
from engine.problems import SandtableError
from engine.scenario.scenario import Scenario
from engine.texts import text

HOME = LocalWorkerPool()


class InvalidLeagueError(SandtableError):
    """Players or scenarios that make no league."""


class Match(NamedTuple):
    """Two players on the two sides of a scenario, the first side's first."""

    scenario: int
    players: tuple[str, str]
    series: Series


class LeagueGame(NamedTuple):
    """One game of a league: the match, its number there, and which player won; none in a draw.

    `luck` is that of the first side, where it was noted.
    """

    match: int
    number: int
    winner: str | None
    turns: int
    luck: GameLuck | None = None


@dataclass(frozen=True)
class League:
    """The pairings of a league: `games` for each pair of players in each scenario."""

    scenarios: tuple[Scenario, ...]
    players: tuple[str, ...]
    games: int
    seed: int = 0

    def check(self) -> None:
        """InvalidLeagueError or UnknownPlayerError for what cannot be played."""
        if len(set(self.players)) < 2 or len(set(self.players)) < len(self.players):
            raise InvalidLeagueError(text("league.players", None, players=", ".join(self.players)))
        for scenario in self.scenarios:
            player_registry.check_players(self.players, scenario.game)
            if len(scenario.sides) != 2:
                raise InvalidLeagueError(text("league.two-sides", None, found=len(scenario.sides)))

    @cached_property
    def matches(self) -> tuple[Match, ...]:
        """Every pairing in every scenario, once with either on the first side."""
        return tuple(
            self._match(number, seated)
            for number in range(len(self.scenarios))
            for pair in combinations(self.players, 2)
            for seated in (pair, (pair[1], pair[0]))
        )

    def _match(self, number: int, seated: tuple[str, str]) -> Match:
        scenario = self.scenarios[number]
        seats = {side.id: who for side, who in zip(scenario.sides, seated, strict=True)}
        return Match(number, seated, Series(scenario, seats, -(-self.games // 2), self.seed))

    @property
    def size(self) -> int:
        """Return the total number of games."""
        return sum(match.series.games for match in self.matches)

    def jobs(self, played: Iterable[LeagueGame] = ()) -> Iterator[GameJob]:
        """The games that have not been played, turn about, so that all pairings grow alike."""
        done = {(each.match, each.number) for each in played}
        for number in range(1, -(-self.games // 2) + 1):
            for match in range(len(self.matches)):
                if (match, number) not in done:
                    yield GameJob(match, number)


def play_league(
    league: League,
    played: Iterable[LeagueGame] = (),
    crew: WorkerPool = HOME,
    is_cancelled: Callable[[], bool] = lambda: False,
) -> Iterator[LeagueGame]:
    """The games that are left of a league as they end, in any order."""
    every = [match.series for match in league.matches]
    for job, record in crew.play(every, league.jobs(played), is_cancelled):
        yield _play_job(league.matches[job.series], job, record)


def _play_job(match: Match, job: GameJob, record: GameRecord) -> LeagueGame:
    winner = None if record.winner is None else match.series.players[record.winner]
    return LeagueGame(job.series, job.number, winner, record.turns, record.luck)


KIND = "league/1"


def league_heading(league: League) -> dict[str, Any]:
    """Return what identifies a league; from it the same games can be played anywhere."""
    return {
        "sandtable": KIND,
        "program": __version__,
        "scenarios": [
            {"hash": each.fingerprint(), "map": each.ground_fingerprint(), "game": each.game,
             "rules": rules_of(each.game).version}
            for each in league.scenarios
        ],
        "players": list(league.players),
        "seed": league.seed,
        **_own_tempers(league),
    }  # fmt: skip


def _own_tempers(league: League) -> dict[str, Any]:
    """The weights of the tempers that are named: users may change their own between two calls."""
    weights = weights_by_player((each.game, league.players) for each in league.scenarios)
    return {"tempers": weights} if weights else {}


def read(file: Path, league: League) -> list[LeagueGame]:
    """The games of a league that a file has, each once; none where there is no file.

    A league of more games goes on from one of fewer; of one of more it takes what it has itself.
    ForeignGamesFileError for a file of something else, or a line that is not a game of this league.
    """
    found: dict[tuple[int, int], LeagueGame] = {}
    for game in games_file.read(file, league_heading(league), lambda entry: _game(entry, league)):
        if game.number <= league.matches[game.match].series.games:
            found.setdefault((game.match, game.number), game)
    return list(found.values())


def _game(entry: Any, league: League) -> LeagueGame:
    """The game of a line; ValueError where it is none that the league has."""
    match, number, winner, turns, *noted = entry
    game = LeagueGame(match, number, winner, turns, *map(parse_luck, noted))
    if not all(type(each) is int for each in (game.match, game.number, game.turns)):
        raise ValueError(entry)
    if not 0 <= game.match < len(league.matches) or game.turns < 0:
        raise ValueError(entry)
    met = league.matches[game.match]
    if game.number < 1 or game.winner not in (None, *met.players):
        raise ValueError(entry)
    return game


def open_league_file(file: Path, league: League) -> games_file.GamesFileWriter:
    """A file to which the games of a league are added as they end."""
    return games_file.GamesFileWriter(file, league_heading(league))
