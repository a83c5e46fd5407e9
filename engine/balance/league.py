"""A league: every player meets every other in every scenario, on either side, with the same dice.

It is how a new player or other weights prove themselves. Game i of a pairing has the dice of its
seed whoever sits where, so that luck is shared as far as it can be.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import NamedTuple

from engine.balance.luck_sums import GameLuck
from engine.balance.series import GameRecord, Series
from engine.balance.workers import GameJob, LocalWorkerPool, WorkerPool
from engine.problems import SandtableError
from engine.scenario.scenario import Scenario
from engine.search import roster
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
    """Who meets whom, where, and how often: `games` for each pairing in each scenario."""

    scenarios: tuple[Scenario, ...]
    players: tuple[str, ...]
    games: int
    seed: int = 0

    def check(self) -> None:
        """UnfitLeague or UnknownPlayer for what cannot be played."""
        if len(set(self.players)) < 2 or len(set(self.players)) < len(self.players):
            raise InvalidLeagueError(text("league.players", None, players=", ".join(self.players)))
        for scenario in self.scenarios:
            roster.check_players(self.players, scenario.game)
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
        """How many games there are in all."""
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
