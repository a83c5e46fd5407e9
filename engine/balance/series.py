"""Series of games of one scenario between the same computer players, and their records."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from engine.ai import player_registry
from engine.ai.temperaments import ai_profile
from engine.balance.luck_adjustment import GameLuck, luck_of
from engine.balance.turning_points import TrackedGame, TurningPoint
from engine.games import new_game
from engine.narration.chronicle import ChronicleStep, UnitOnBoard, position_changes
from engine.play import players
from engine.play.decisions import UMPIRE
from engine.play.dice import SeededDice
from engine.play.game import Game
from engine.play.position import Point, Spot
from engine.play.unit_locations import UnitLocations, unit_locator_of_rules
from engine.scenario.scenario import Scenario
from engine.tabletop.shapes import INCH
from engine.texts import text

SEED_BYTES = 6  # seeds stay whole in every JSON reader

Tally = dict[str, Counter[Spot]]  # by side: how often, place by place


@dataclass(frozen=True)
class Series:
    """A series to play: the scenario, the player of each side, number of games and seed."""

    scenario: Scenario
    players: Mapping[str, str]
    games: int
    seed: int = 0
    looked_into: int = 0
    """In how many games, from the first on, the answer is looked for that turned them."""

    def seed_of(self, number: int) -> int:
        """The seed of a game of the series, numbered from 1: of its dice and of its players."""
        digest = hashlib.blake2b(b"%d#%d" % (self.seed, number), digest_size=SEED_BYTES)
        return int.from_bytes(digest.digest(), "big")


@dataclass(frozen=True)
class GameRecord:
    """The record of one game. `first` is the side asked first once turn 1 had begun.

    `entered` counts the times units came into a hex, set-up and arrival included; `stood` the turns
    at whose end they were there; `fallen` are the lost units as they last stood. `taken` counts the
    times each objective changed hands.
    """

    number: int
    seed: int
    winner: str | None
    reason: str
    points: Mapping[str, int]
    turns: int
    answers: int
    first: str
    holders: Mapping[str, str]
    taken: Mapping[str, int]
    fallen: tuple[UnitOnBoard, ...]
    entered: Tally = field(repr=False)
    stood: Tally = field(repr=False)
    spent: frozenset[tuple[str, str]] = frozenset()
    """The cards that left a hand: side and card."""
    idle: tuple[str, ...] = ()
    """The units, or bodies of figures, that neither moved nor were given an order."""
    turning: TurningPoint | None = None
    """The turning point, if it was searched for."""
    luck: GameLuck | None = None
    """The luck of its dice, where that was noted."""

    def count_lost(self, side: str) -> int:
        """Return the number of units a side lost."""
        return sum(unit.side == side for unit in self.fallen)


def open_game(series: Series) -> Game[Any]:
    """A game of the series before its first decision, from which all are begun."""
    player_registry.check_players(
        series.players.values(), series.scenario.game
    )  # before anything is played
    return new_game(series.scenario, 0)


def play_series_game(series: Series, number: int, first: Game[Any]) -> GameRecord:
    """Play one game of the series to its end: the game `sandtable play --seed` plays."""
    seed = series.seed_of(number)
    game = first.restarted(SeededDice.of(seed))
    by = {side: player_registry.make_player(who, seed) for side, who in series.players.items()}
    course = TrackedGame(game, number <= series.looked_into)
    began = _finish(game, by, course)
    result = game.result
    assert result is not None
    turning = course.find_turning_point(series.players, seed)
    traces = _Traces(game)
    return GameRecord(
        number, seed, result.winner, result.reason, dict(result.points),
        game.rules.turn(game.state), len(game.answers), began, dict(traces.last.holders),
        traces.taken, tuple(traces.fallen), traces.entered, traces.stood,
        frozenset(traces.spent), course.idle_units(traces.moved), turning, luck_of(game),
    )  # fmt: skip


def _finish(game: Game[Any], by: Mapping[str, players.Player], course: TrackedGame) -> str:
    """Play to the end; the side that was asked first in turn 1, empty if it never came to that."""
    began = ""
    while game.decision is not None:
        if not began and game.rules.turn(game.state) > 0 and game.decision.side != UMPIRE:
            began = game.decision.side
        course.step(by)
        if len(game.answers) > players.MAX_ANSWERS:
            raise players.EndlessGameError(text("game.too-long", None, answers=len(game.answers)))
    return began


PATCH = 6 * INCH
"""The side of the squares of a table in which is counted what happened there."""


def heat_map_cell(spot: Spot) -> Spot:
    """A hex, or the middle of the square of a table, in which something is counted.

    >>> patch_of(Point(100, 20))
    Point(x=144, y=48)
    """
    if not isinstance(spot, Point):
        return spot
    return Point(*(each // PATCH * PATCH + PATCH // 2 for each in spot))


class _Traces:
    """The traces that the units of one game leave on the map."""

    def __init__(self, game: Game[Any]) -> None:
        sides = [side.id for side in game.scenario.sides]
        self.entered: Tally = {side: Counter() for side in sides}
        self.stood: Tally = {side: Counter() for side in sides}
        self.taken = {objective.id: 0 for objective in game.scenario.objectives}
        self.fallen: list[UnitOnBoard] = []
        self.spent: set[tuple[str, str]] = set()
        self.moved: set[str] = set()
        self.last = unit_locator_of_rules(game.rules)(game.opening)
        for step in position_changes(game):
            self._follow(game, step)
        self._stand(self.last)

    def _follow(self, game: Game[Any], step: ChronicleStep) -> None:
        """Add what one event changed."""
        _, before, self.last = step
        for unit in step.entered:
            self.entered[unit.side][heat_map_cell(unit.at)] += 1
            if before.turn:
                self.moved.add(unit.id)
        self.fallen += step.lost_units(game)
        self.spent.update(step.spent_cards)
        if before.turn != self.last.turn:
            self._stand(before)
        if before.holders != self.last.holders:
            for objective, side in self.last.holders.items():
                self.taken[objective] += before.holders.get(objective, "") != side

    def _stand(self, there: UnitLocations) -> None:
        """Count the units where they are at a turn's end; set-up does not count as a turn."""
        if there.turn:
            for unit in there.units.values():
                self.stood[unit.side][heat_map_cell(unit.at)] += 1


def temperament_weights_json(every: Iterable[Series]) -> str:
    """The weights of all tempers that players are named with, as JSON; `{}` without any."""
    seated = ((series.scenario.game, series.players.values()) for series in every)
    return json.dumps(weights_by_player(seated), sort_keys=True)


def weights_by_player(seated: Iterable[tuple[str, Iterable[str]]]) -> dict[str, dict[str, float]]:
    """The same of games and who plays them, by game and player."""
    return {
        f"{game} {who}": dict(ai_profile(game, temper).weights)
        for game, players in seated
        for who in players
        if (temper := who.partition(":")[2])
    }
