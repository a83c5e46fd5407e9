"""A finished game in figures: who won and by what, losses, luck, and the turning point.

The chance of winning is what players that look ahead expect of a position. It is read before every
activity of the game, and between the two where it moved most after every event; the event after
which it moved most is the turning point.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, NamedTuple

from engine.ai.temperaments import ai_profile
from engine.games import list_attacks, rule_system_of
from engine.games.victory_judgement import is_way_met
from engine.narration.game_report import outcome_text
from engine.narration.victory_text import judged_ways, way_sentence
from engine.play.game import Game, GameCheckpoint
from engine.play.luck import measure_luck
from engine.play.position import Result

SAMPLES = 80  # positions of a game that are judged, at most
TRIED = 4  # stretches of a game that are looked into


class TurnChance(NamedTuple):
    """A side's chance of winning, 0 to 1, before an activity of a turn."""

    turn: int
    chance: float


@dataclass(frozen=True)
class TurningMoment:
    """The event that moved a side's chance of winning most: before and after it, 0 to 1.

    `answers` is the number of answers before the activity it belongs to.
    """

    turn: int
    side: str
    sentence: str
    before: float
    after: float
    answers: int


@dataclass(frozen=True)
class SideSummary:
    """A side at the end: points, units lost and left, attacks, and those of them that told.

    `expected` is how many attacks were to be expected to tell, before the dice fell.
    """

    side: str
    points: int | None
    lost: tuple[str, ...]
    left: int
    attacks: int
    hits: int
    expected: float


@dataclass(frozen=True)
class GameSummary:
    """The end of a game; `conditions` are the winner's that were met, as sentences."""

    result: Result
    outcome: str
    conditions: tuple[str, ...]
    sides: tuple[SideSummary, ...]
    chances: tuple[TurnChance, ...]
    turning: TurningMoment | None


def summarise_game(game: Game[Any], language: str | None = None) -> GameSummary:
    """Return the summary of a game that is over."""
    result = game.result
    assert result is not None, "the game goes on"
    sides = game.rules.sides(game.state)
    side = result.winner or sides[0]
    course = _Course(game, side, language)
    return GameSummary(
        result,
        outcome_text(game, language),
        tuple(met_conditions(game, language)),
        tuple(_summarise_side(game, each, language) for each in sides),
        course.chances,
        course.find_turning(),
    )


def met_conditions(game: Game[Any], language: str | None = None) -> Iterator[str]:
    """Yield the ways to win, or to draw, that were open to the winner, as sentences."""
    met, result = rule_system_of(game.scenario.game).is_condition_met, game.result
    if met is None or result is None:
        return
    for way in judged_ways(game.scenario):
        is_fit = way.winner == (result.winner or "") and way.grade == (result.grade or way.grade)
        if is_fit and is_way_met(game.state, way, met):
            yield way_sentence(game.scenario, way, language)


def _summarise_side(game: Game[Any], side: str, language: str | None) -> SideSummary:
    position, result = game.position(), game.result
    assert result is not None
    luck = measure_luck(list_attacks(game), side)
    told = luck.came.keys() - rule_system_of(game.scenario.game).harmless
    lost = (unit.id for unit in position.lost if unit.side == side)
    points = result.points if any(result.points.values()) else {}
    return SideSummary(
        side,
        points.get(side),
        tuple(game.rules.describe_unit(game.state, unit, language) for unit in lost),
        sum(piece.side == side for piece in position.pieces),
        luck.attacks,
        sum(luck.came[word] for word in told),
        sum(luck.expected[word] for word in told),
    )


class _Course:
    """The chances of a side in the course of a game."""

    def __init__(self, game: Game[Any], side: str, language: str | None) -> None:
        self._game, self._side, self._language = game, side, language
        self._mind = ai_profile(game.rules.id)
        self._marks = _spread([mark for mark in game.marks if game.rules.turn(mark.state)])
        self._judged = [self._chance(mark.state) for mark in self._marks]

    @property
    def chances(self) -> tuple[TurnChance, ...]:
        """The chances in their order."""
        turn = self._game.rules.turn
        found = zip(self._marks, self._judged, strict=True)
        return tuple(TurnChance(turn(mark.state), chance) for mark, chance in found)

    def find_turning(self) -> TurningMoment | None:
        """Return the moment that moved the chance most; None where nothing did."""
        if not self._marks:
            return None
        last = self._last_undecided()
        judged = [*self._judged, self._chance(last)]
        moves = [abs(after - before) for before, after in pairwise(judged)]
        likely = sorted(range(len(moves)), key=lambda place: -moves[place])[:TRIED]
        found = (self._look_into(place) for place in likely if moves[place])
        return next((each for each in found if each is not None), None)

    def _last_undecided(self) -> Any:
        """Return the last position before the game was decided."""
        found = self._marks[-1].state
        for state in self._positions(self._marks[-1], len(self._game.events)):
            found = state
        return found

    def _positions(self, mark: GameCheckpoint[Any], end: int) -> Iterator[Any]:
        """Yield the position after each event from a mark on, until the game is decided."""
        state = mark.state.copy()
        for event in self._game.events[mark.events : end]:
            event.apply(state)
            if self._game.rules.result(state) is not None:
                return
            yield state

    def _look_into(self, place: int) -> TurningMoment | None:
        """Return the event between a mark and the next after which the chance moved most."""
        mark, before = self._marks[place], self._judged[place]
        is_last = place + 1 == len(self._marks)
        end = len(self._game.events) if is_last else self._marks[place + 1].events
        moved, told, after = 0.0, mark.events, before
        latest = before
        for number, state in enumerate(self._positions(mark, end), mark.events):
            chance = self._chance(state)
            if abs(chance - latest) > moved:
                moved, told, before, after = abs(chance - latest), number, latest, chance
            latest = chance
        sentence = self._sentence(told, mark.events, end)
        if not moved or not sentence:
            return None
        turn = self._game.rules.turn(mark.state)
        return TurningMoment(turn, self._side, sentence, before, after, mark.answers)

    def _sentence(self, told: int, first: int, end: int) -> str:
        """Return the words of an event, or of the nearest with words: after it, or before."""
        rules, state, events = self._game.rules, self._game.state, self._game.events
        for number in (*range(told, end), *range(told - 1, first - 1, -1)):
            event = events[number]
            if rules.heading(event):
                continue
            if said := rules.describe_event(state, event, self._language):
                return said
        return ""

    def _chance(self, state: Any) -> float:
        return self._mind.chance(self._game.rules, state, self._side)


def _spread(marks: Sequence[GameCheckpoint[Any]]) -> list[GameCheckpoint[Any]]:
    """Return at most so many marks, spread over all of them."""
    step = max(1, -(-len(marks) // SAMPLES))
    return list(marks[::step])
