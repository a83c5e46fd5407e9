"""Victory by a scenario's conditions: groups, grades, conditions held for turns.

The rules of a game say if a condition is met; its consequences are the same in all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple, Protocol, TypeVar

from engine.games.rules_design import GameWord
from engine.hexes.hex import Hex
from engine.play.events import Event, SideOnlyEvent
from engine.play.game import Game
from engine.play.position import Result
from engine.scenario.scenario import Objective, Scenario, VictoryCondition, VictoryKind
from engine.scenario.victory_ways import (
    DECISIVE,
    DRAW,
    GRADES,
    MARGINAL,
    VictoryWay,
    turn_limit,
    victory_ways,
)
from engine.texts import in_each_language, text

RANK = (DECISIVE, "", MARGINAL, DRAW)
"""The grades from the best; a victory without one is neither decisive nor marginal."""

Tallies = tuple[tuple[int, int], ...]
"""By the number of a condition: at the end of how many turns in a row it has held."""


def grade_names() -> tuple[GameWord, ...]:
    """The grades with their names."""
    return tuple(GameWord(grade, in_each_language(partial(_name, grade))) for grade in GRADES)


def _name(grade: str, language: str | None = None) -> str:
    return text(f"aims.grade-{grade}", language)


class HasVictoryTerms(Protocol):
    """The fixed terms of a game: its conditions of victory."""

    @property
    def victory(self) -> tuple[VictoryCondition, ...]:
        """The scenario's conditions, in its order."""
        ...


class JudgedState(Protocol):
    """A position that is judged by conditions."""

    result: Result | None
    tallies: Tallies

    @property
    def aims(self) -> HasVictoryTerms:
        """Return the terms that the scenario fixes for the whole game."""
        ...


J = TypeVar("J", bound=JudgedState)
Met = Callable[[J, VictoryCondition], bool]
"""Return whether a condition holds now, by the rules of a game."""


class LossTally(NamedTuple):
    """Points that a side has lost by a unit, whole or in part."""

    unit: str
    side: str
    type: str
    points: int


def condition_zones(scenario: Scenario) -> dict[str, frozenset[Hex]]:
    """The hexes of the zones that conditions name: of victory, and of reinforcements."""
    waits = (unit.arrives.once for unit in scenario.units if unit.arrives)
    conditions = [*scenario.victory, *(once for once in waits if once)]
    named = sorted({each.zone for each in conditions if each.zone})
    return {zone: frozenset(scenario.zone(zone)) for zone in named}


# --- judging ----------------------------------------------------------------------------------


def is_way_met(state: J, way: VictoryWay, met: Met[J]) -> bool:
    """Return True if all conditions of a way to win hold."""
    for number, condition in zip(way.numbers, way.conditions, strict=True):
        if not (_has_held(state, number, condition) if condition.turns else met(state, condition)):
            return False
    return True


def _has_held(state: JudgedState, number: int, condition: VictoryCondition) -> bool:
    return dict(state.tallies).get(number, 0) >= condition.turns


def way_met_at_once(state: J, met: Met[J], is_together: bool = False) -> VictoryWay | None:
    """The first way to win that is judged after every activity and is open."""
    for way in _ways(state.aims.victory, is_together).at_once:
        if is_way_met(state, way, met):
            return way
    return None


class _Ways(NamedTuple):
    """The ways to win by some conditions; those that are judged after every activity apart."""

    victory: tuple[VictoryCondition, ...]
    every: tuple[VictoryWay, ...]
    at_once: tuple[VictoryWay, ...]


_known: dict[tuple[int, bool], _Ways] = {}
"""By identity of the conditions: they are asked for after every activity, and long to compare."""
MAX_VICTORIES = 64


def _ways(victory: tuple[VictoryCondition, ...], is_together: bool = False) -> _Ways:
    known = _known.get((id(victory), is_together))
    if known is not None and known.victory is victory:
        return known
    if len(_known) >= MAX_VICTORIES:
        _known.clear()
    every = tuple(victory_ways(victory, is_together))
    found = _Ways(victory, every, tuple(way for way in every if way.is_at_once))
    _known[id(victory), is_together] = found
    return found


def way_met_at_turn(state: J, met: Met[J], is_last: bool) -> VictoryWay | None:
    """The first way to win that is open at the end of a turn, the last one or another."""
    found = (way for way in _ways(state.aims.victory).every if is_last or not way.is_at_end)
    return next((way for way in found if is_way_met(state, way, met)), None)


def way_met_at_turn_end(
    game: Game[Any], met: Callable[[Any, VictoryCondition], bool]
) -> VictoryWay | None:
    """Count the turns that conditions have held, and return the way to win that is open."""
    count_held_turns(game, met)
    state = game.state
    return way_met_at_turn(state, met, state.turn >= state.aims.turns)


def turn_limit_winner(state: Any, points: Callable[[Any, str], int]) -> tuple[str, str]:
    """Return who wins by the scenario's turn limit, else by points, and the grade."""
    limit = turn_limit(state.aims.victory)
    winner = "" if limit.grade == DRAW else limit.side or leading_side(state, points)
    return winner, limit.grade


def best_grade(state: J, side: str, met: Met[J]) -> str | None:
    """The best grade of the ways that are open to a side that must meet all; None without any."""
    found = (way for way in _ways(state.aims.victory, True).every if way.side == side)
    grades = [way.grade for way in found if is_way_met(state, way, met)]
    return min(grades, key=_rank) if grades else None


def _rank(grade: str) -> int:
    return RANK.index(grade) if grade in RANK else RANK.index("")


# --- conditions of several games --------------------------------------------------------------


class HasObjectives(Protocol):
    """The part of a game that stays: what is fought for."""

    @property
    def objectives(self) -> tuple[Objective, ...]:
        """The objectives, in the scenario's order."""
        ...


class TwoSides(Protocol):
    """A position of two sides."""

    @property
    def sides(self) -> tuple[str, ...]:
        """The sides, in the scenario's order."""
        ...


class NamedUnit(Protocol):
    """A unit with a type."""

    @property
    def id(self) -> str:
        """Its id."""
        ...

    @property
    def type(self) -> str:
        """The unit's type."""
        ...


T = TypeVar("T", bound=TwoSides)


def leading_side(state: T, points: Callable[[T, str], int]) -> str:
    """The side with more points; empty when they are equal."""
    first, second = state.sides
    ahead = points(state, first) - points(state, second)
    return "" if ahead == 0 else first if ahead > 0 else second


def holds_enough_objectives(
    terms: HasObjectives, condition: VictoryCondition, holds: Callable[[Objective], bool]
) -> bool:
    """Return True if enough of the objectives that count are held; all, without a number."""
    wanted = held = 0
    for objective in terms.objectives:
        if not condition.objectives or objective.id in condition.objectives:
            wanted += 1
            held += holds(objective)
    return held >= (condition.count or wanted) > 0


def is_unit_counted(condition: VictoryCondition, unit: NamedUnit) -> bool:
    """Return True if a unit counts, by its type and its id."""
    return is_type_counted(condition, unit) and (not condition.units or unit.id in condition.units)


def is_type_counted(condition: VictoryCondition, unit: NamedUnit) -> bool:
    """Return True if a unit is of a type that counts."""
    return not condition.kinds or unit.type in condition.kinds


def is_ratio_met(
    condition: VictoryCondition, points_lost: Callable[[str], int], enemy: str
) -> bool:
    """Return True if the enemy has lost so many percent of the points that the side has lost."""
    return 100 * points_lost(enemy) >= condition.percent * points_lost(condition.side)


def is_common_condition_met(
    state: Any,
    condition: VictoryCondition,
    points: Callable[[Any, str], int],
    points_lost: Callable[[Any, str, VictoryCondition], int],
) -> bool:
    """Return True if a condition on objectives, points or the turn limit holds.

    `points` are those a side has, `points_lost` those of its losses that a condition counts.
    """
    side, enemy = condition.side, state.enemy_of(condition.side)
    match condition.kind:
        case VictoryKind.OBJECTIVES:
            return holds_enough_objectives(
                state.aims, condition, lambda each: state.holders[each.id] == side
            )
        case VictoryKind.POINTS:
            return points(state, side) >= condition.points
        case VictoryKind.KILL:
            return points_lost(state, enemy, condition) >= condition.points
        case VictoryKind.RATIO:
            return is_ratio_met(condition, lambda of: points_lost(state, of, condition), enemy)
        case VictoryKind.TURN_LIMIT:
            return bool(state.turn >= state.aims.turns)
        case _:
            raise AssertionError(f"no scenario of this game may ask for {condition.kind}")


# --- counting turns ---------------------------------------------------------------------------


def count_held_turns(game: Game[Any], met: Callable[[Any, VictoryCondition], bool]) -> None:
    """At the end of a turn: for how many turns in a row each condition has held that must."""
    tallies = dict(game.state.tallies)
    for number, condition in _counted(game.state.aims.victory):
        had = tallies.get(number, 0)
        has = had + 1 if met(game.state, condition) else 0
        if has != had:
            game.emit(ConditionHeld(condition.side, number, has))


def _counted(victory: Iterable[VictoryCondition]) -> Iterator[tuple[int, VictoryCondition]]:
    return ((number, each) for number, each in enumerate(victory) if each.turns)


def known_tallies(state: JudgedState, side: str) -> Tallies:
    """The tallies a side may know of: those of its own conditions."""
    victory = state.aims.victory
    return tuple(entry for entry in state.tallies if victory[entry[0]].side == side)


# --- what happens -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ConditionHeld(SideOnlyEvent[Any]):
    """A condition has held at the end of so many turns in a row; none when it holds no more."""

    side: str
    condition: int
    turns: int

    def apply(self, state: JudgedState) -> None:
        state.tallies = tuple(sorted({**dict(state.tallies), self.condition: self.turns}.items()))


@dataclass(frozen=True, slots=True)
class VictoryGraded(Event[Any]):
    """The victory is of a grade; the game is over."""

    side: str
    grade: str

    def apply(self, state: JudgedState) -> None:
        assert state.result is not None
        state.result = state.result._replace(grade=self.grade)


def victory_grade(game: Game[Any], winner: str, grade: str) -> None:
    """Announce the grade of a victory, if the scenario defines one."""
    if winner and grade:
        game.emit(VictoryGraded(winner, grade))
