"""How strong players are, from the games between them.

R. A. Bradley and M. E. Terry, Rank analysis of incomplete block designs, Biometrika 39 (1952), by
the library `choix`; a draw is half a win of each. Ratings are told as Elo's: 400 points are odds of
ten to one, and the mean of all players is 0. Intervals are those of 95 % of resampled games
(B. Efron's bootstrap), always the same for the same games.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine import installing
from engine.balance.estimates import Share
from engine.balance.league import League, Played
from engine.problems import SandtableError
from engine.texts import text

ELO = 400 / math.log(10)
RESAMPLED, SEED = 200, 1952
REIN = 0.1  # keeps the rating of a player finite who never lost
TAILS = (2.5, 97.5)

Wins = NDArray[np.float64]


class NoLibrary(SandtableError):
    """Ratings need a library that is not installed."""


class Rated(NamedTuple):
    """A player with its rating and its interval, and its games."""

    player: str
    rating: float
    low: float
    high: float
    wins: int
    draws: int
    losses: int

    @property
    def games(self) -> int:
        """How many games it has played."""
        return self.wins + self.draws + self.losses

    @property
    def score(self) -> float:
        """The part of its games it won, draws as halves."""
        return (self.wins + self.draws / 2) / self.games if self.games else 0.0


@dataclass(frozen=True)
class Standings:
    """A league with its games, in order, however they came in."""

    league: League
    played: tuple[Played, ...]

    @classmethod
    def of(cls, league: League, played: Sequence[Played]) -> Standings:
        """The standings after some games."""
        return cls(league, tuple(sorted(set(played))))

    def rated(self) -> list[Rated]:
        """The players, the best first."""
        games = self._meetings()
        ratings = _ratings(_wins(games, len(self.league.players)))
        luck = np.random.default_rng(SEED)
        drawn = luck.integers(0, len(games), (RESAMPLED, len(games)))
        spread = np.array([_ratings(_wins(games[each], len(ratings))) for each in drawn])
        low, high = np.percentile(spread, TAILS, axis=0)
        told = [
            Rated(name, ratings[place], low[place], high[place], *self._count(name))
            for place, name in enumerate(self.league.players)
        ]
        return sorted(told, key=lambda each: -each.rating)

    def won(self, player: str, other: str, side: int | None = None) -> Share:
        """How often a player beat another; on the first side, the second, or either."""
        games = [
            each
            for each in self.played
            if set(self.league.matches[each.match].players) == {player, other}
            and side in (None, self.league.matches[each.match].players.index(player))
        ]
        return Share.seen(sum(each.winner == player for each in games), len(games))

    def won_in(self, scenario: int, side: int) -> Share:
        """How often the first or second side of a scenario won, whoever played it."""
        matches = self.league.matches
        games = [each for each in self.played if matches[each.match].scenario == scenario]
        wins = sum(each.winner == matches[each.match].players[side] for each in games)
        return Share.seen(wins, len(games))

    def _count(self, player: str) -> tuple[int, int, int]:
        own = [e for e in self.played if player in self.league.matches[e.match].players]
        won, drawn = sum(e.winner == player for e in own), sum(e.winner is None for e in own)
        return won, drawn, len(own) - won - drawn

    def _meetings(self) -> NDArray[np.int64]:
        """[game, (first, second, winner)] by place among the players; −1 for nobody."""
        place = {name: number for number, name in enumerate(self.league.players)}
        rows = [
            [*(place[who] for who in self.league.matches[each.match].players),
             -1 if each.winner is None else place[each.winner]]
            for each in self.played
        ]  # fmt: skip
        return np.array(rows, np.int64)


def _wins(games: NDArray[np.int64], players: int) -> Wins:
    """How often each player, by row, has beaten each other, by column; a draw is half a win."""
    wins = np.zeros((players, players))
    for first, second, winner in games:
        if winner < 0:
            wins[first, second] += 0.5
            wins[second, first] += 0.5
        else:
            wins[winner, first + second - winner] += 1
    return wins


def library() -> Any:
    """The library that rates; NoLibrary says how to install it."""
    try:
        return import_module("choix")
    except ImportError:
        told = text("league.no-library", None, command=installing.extra("league"))
        raise NoLibrary(told) from None


def _ratings(wins: Wins) -> Wins:
    found: Wins = library().ilsr_pairwise_dense(wins, alpha=REIN)
    return found * ELO
