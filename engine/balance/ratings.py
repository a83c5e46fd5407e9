"""Ratings of players from the games between them.

R. A. Bradley and M. E. Terry, Rank analysis of incomplete block designs, Biometrika 39 (1952), by
the library `choix`; a draw is half a win of each. Ratings are shown on Elo's scale: 400 points are
odds of ten to one, and the mean of all players is 0.

Intervals are those of 95 % of reweighted games, always the same for the same games: D. B. Rubin's
Bayesian bootstrap (The Annals of Statistics 9, 1981) with H. Jeffreys' prior. Between two players
the prior is half a game won by either, so that ten of ten have an interval with a width, that of a
Beta(10½, ½); among more it is as much in all as there are ratings to be found (D. Firth, Bias
reduction of maximum likelihood estimates, Biometrika 80, 1993).
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine import install_commands
from engine.balance.confidence_intervals import RateWithInterval
from engine.balance.league import League, LeagueGame, Match
from engine.balance.luck_adjustment import LuckAdjustedWinRate, LuckTotals, luck_adjusted_win_rate
from engine.problems import SandtableError
from engine.texts import text

ELO = 400 / math.log(10)
RESAMPLED, SEED = 500, 1952
REIN, LOOSE_REIN = 0.1, 0.001  # keep a rating finite: of one who never lost; of any weights
TAILS = (2.5, 97.5)

Games = NDArray[np.float64]


class MissingLibraryError(SandtableError):
    """Ratings need a library that is not installed."""


class RatedPlayer(NamedTuple):
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
        """Return the number of games the player has played."""
        return self.wins + self.draws + self.losses

    @property
    def score(self) -> float:
        """The part of its games it won, draws as halves."""
        return (self.wins + self.draws / 2) / self.games if self.games else 0.0


Ending = tuple[int, str | None]
"""A match of a league, and its winner, if any."""


@dataclass
class LeagueTotals:
    """The counts of outcomes of a league's matches, and the luck of games that recorded it."""

    outcomes: Counter[Ending] = field(default_factory=Counter)
    luck: dict[Ending, LuckTotals] = field(default_factory=dict)

    def add(self, game: LeagueGame) -> None:
        """Count one game more."""
        ending = game.match, game.winner
        self.outcomes[ending] += 1
        if game.luck is not None:
            self.luck.setdefault(ending, LuckTotals()).add(game.luck)


@dataclass(frozen=True)
class Standings:
    """A league and how its games ended: as large after a million games as after a hundred."""

    league: League
    outcomes: Mapping[Ending, int]
    luck: Mapping[Ending, LuckTotals] = field(default_factory=dict)

    @classmethod
    def of(cls, league: League, played: Iterable[LeagueGame]) -> Standings:
        """The standings after some games, each given once, in any order."""
        sums = LeagueTotals()
        for game in played:
            sums.add(game)
        return cls(league, sums.outcomes, sums.luck)

    @property
    def games(self) -> int:
        """Return the number of games played."""
        return sum(self.outcomes.values())

    def rated(self) -> list[RatedPlayer]:
        """The players, the best first."""
        won, drawn = self._ended()
        ratings = _ratings(won + (drawn + drawn.T) / 2, REIN)
        spread = [_ratings(each, LOOSE_REIN) for each in _reweighted(won, drawn)]
        low, high = np.percentile(spread, TAILS, axis=0)
        told = [
            RatedPlayer(name, ratings[place], low[place], high[place], *self._count(name))
            for place, name in enumerate(self.league.players)
        ]
        return sorted(told, key=lambda each: -each.rating)

    def won(self, player: str, other: str, side: int | None = None) -> RateWithInterval:
        """Return how often a player beat another: on the first side, the second, or either."""
        return self._share(
            lambda match: (
                {*match.players} == {player, other} and side in (None, match.players.index(player))
            ),
            lambda match: player,
        )

    def luck_free_chance(self, player: str, other: str) -> LuckAdjustedWinRate | None:
        """Return a player's win rate against another without the luck of the dice.

        None if it is unknown, as when the luck of a game was not recorded.
        """
        won, others = LuckTotals(), LuckTotals()
        for (number, winner), count in self.outcomes.items():
            seats = self.league.matches[number].players
            if {*seats} != {player, other}:
                continue
            luck = self.luck.get((number, winner), LuckTotals())
            if luck.games < count:
                return None
            own = luck if seats[0] == player else luck.turned
            if winner == player:
                won += own
            else:
                others += own
        return luck_adjusted_win_rate(won, others)

    def won_in(self, scenario: int, side: int) -> RateWithInterval:
        """Return how often the first or second side of a scenario won, over all players."""
        return self._share(
            lambda match: match.scenario == scenario, lambda match: match.players[side]
        )

    def _share(
        self, is_of: Callable[[Match], bool], whose: Callable[[Match], str]
    ) -> RateWithInterval:
        """Of the games of some matches, those that were won by one player of each."""
        wins = games = 0
        for (number, winner), count in self.outcomes.items():
            match = self.league.matches[number]
            if is_of(match):
                games += count
                wins += count * (winner == whose(match))
        return RateWithInterval.wilson_interval(wins, games)

    def _count(self, player: str) -> tuple[int, int, int]:
        """Return the number of games a player won, drew and lost."""
        found = [0, 0, 0]
        for (number, winner), count in self.outcomes.items():
            if player in self.league.matches[number].players:
                found[0 if winner == player else 1 if winner is None else 2] += count
        return found[0], found[1], found[2]

    def _ended(self) -> tuple[Games, Games]:
        """[player, other]: games won by the player; games drawn, each pair of players once."""
        place = {name: number for number, name in enumerate(self.league.players)}
        won, drawn = np.zeros((2, len(place), len(place)))
        for (number, winner), count in self.outcomes.items():
            one, other = sorted(place[who] for who in self.league.matches[number].players)
            if winner is None:
                drawn[one, other] += count
            else:
                won[place[winner], one + other - place[winner]] += count
        return won, drawn


def _reweighted(won: Games, drawn: Games) -> Iterator[Games]:
    """Wins of each player over each other as they might have been; a draw is half a win of each.

    What is known before any game is a part 1/n of one won by either of each two of n players: twice
    that for each pair are n - 1 games, one for each rating that is to be found.
    """
    luck, players = np.random.default_rng(SEED), len(won)
    known = (1 - np.eye(players)) / players
    for _ in range(RESAMPLED):
        halves = luck.standard_gamma(drawn) / 2
        yield luck.standard_gamma(won + known) + halves + halves.T


def load_openskill() -> Any:
    """The library that rates; MissingLibraryError says how to install it."""
    try:
        return import_module("choix")
    except ImportError:
        told = text(
            "league.no-library", None, command=install_commands.extra_install_command("league")
        )
        raise MissingLibraryError(told) from None


def _ratings(wins: Games, rein: float) -> Games:
    found: Games = load_openskill().ilsr_pairwise_dense(wins, alpha=rein)
    return found * ELO
