"""The history of units in a game: where they went and fell, turn by turn.

It is read from the events alone, whatever the game: the place of each unit after each event, and
the whole position only where a unit is lost or a turn ends.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import Any, NamedTuple

from engine.play.decisions import Faces, Roll, is_dice
from engine.play.events import Event
from engine.play.game import Game, GameCheckpoint
from engine.play.position import Position, Spot
from engine.play.unit_locations import (
    LocatedPiece,
    UnitLocations,
    unit_locator_of_rules,
    visible_spot,
)


class UnitOnBoard(NamedTuple):
    """A unit on the board: its place, what it suffers from, its front, who has it, its figures."""

    unit: str
    side: str
    type: str
    at: Spot
    marks: tuple[str, ...] = ()
    facing: int | None = None
    holder: str = ""
    figures: tuple[str, ...] = ()


class ChronicleMoment(NamedTuple):
    """A position of a game."""

    turn: int
    units: Mapping[str, UnitOnBoard]
    lost: tuple[str, ...]
    holders: Mapping[str, str]
    points: Mapping[str, int]


class ChronicleStep(NamedTuple):
    """The changes of an event, by its number: units moved or lost, cards played."""

    number: int
    before: UnitLocations
    after: UnitLocations

    @property
    def entered(self) -> list[LocatedPiece]:
        """The units that stand where they did not stand before."""
        before = self.before.units
        return [
            unit
            for name, unit in self.after.units.items()
            if (was := before.get(name)) is not unit and (was is None or was.at != unit.at)
        ]

    def lost_units(self, game: Game[Any]) -> list[UnitOnBoard]:
        """The units of its game that were lost, as they last stood."""
        if self.before.lost == self.after.lost:
            return []
        units, known = (
            position_after(game, self.number).units,
            {unit.id for unit in self.before.lost},
        )
        new = [unit.id for unit in self.after.lost if unit.id not in known]
        return [units[name] for name in new if name in units]

    @property
    def spent_cards(self) -> tuple[tuple[str, str], ...]:
        """The cards that left a hand: the side and the card."""
        before, after = self.before.hands, self.after.hands
        if before == after:
            return ()
        gone = (
            (side, Counter(hand) - Counter(after.get(side, ()))) for side, hand in before.items()
        )
        return tuple((side, card) for side, cards in gone for card in cards)


def position_changes(game: Game[Any]) -> Iterator[ChronicleStep]:
    """Each change of the position, in order."""
    state, tell = game.opening.copy(), unit_locator_of_rules(game.rules)
    before = tell(state)
    for number, event in enumerate(game.events):
        if type(event).apply is not Event.apply:
            event.apply(state)
            after = tell(state)
            yield ChronicleStep(number, before, after)
            before = after


def position_after(game: Game[Any], events: int) -> ChronicleMoment:
    """The position of a game when so many events had happened."""
    marks = bisect_right(game.marks, events, key=lambda mark: mark.events)
    mark = game.marks[marks - 1] if marks else GameCheckpoint(game.opening, 0, 0)
    state = mark.state.copy()
    for event in game.events[mark.events : events]:
        event.apply(state)
    return _tell(game.rules.position(state))


def _tell(position: Position) -> ChronicleMoment:
    units = {
        piece.id: UnitOnBoard(
            piece.id, piece.side, piece.type, at, piece.marks, piece.facing,
            piece.inside or piece.bearer, piece.figures,
        )
        for piece in position.pieces
        if (at := visible_spot(position, piece)) is not None
    }  # fmt: skip
    lost = tuple(unit.id for unit in position.lost)
    return ChronicleMoment(position.turn, units, lost, position.holders, position.points)


# --- turn by turn --------------------------------------------------------------------------------


@dataclass
class TurnPlayed:
    """A turn of a game, 0 for set-up: its events, and how it left the board.

    `courses` has the places each unit came to, the one it began the turn in first.
    """

    turn: int
    first: int  # its first event
    courses: dict[str, list[Spot]]
    fallen: list[UnitOnBoard] = field(default_factory=list)
    last: int = field(init=False)  # the first event after it
    end: ChronicleMoment = field(init=False)


def turns_played(game: Game[Any]) -> list[TurnPlayed]:
    """The turns of a game as far as it has gone, at least the one it begins with."""
    began = unit_locator_of_rules(game.rules)(game.opening)
    found = [TurnPlayed(began.turn, 0, _begin(began))]
    for step in position_changes(game):
        if step.after.turn != step.before.turn:
            found.append(TurnPlayed(step.after.turn, step.number, _begin(step.before)))
        turn = found[-1]
        turn.fallen += step.lost_units(game)
        for unit in step.entered:
            turn.courses.setdefault(unit.id, []).append(unit.at)
    for turn, after in zip_longest(found, found[1:]):
        turn.last = after.first if after else len(game.events)
        turn.end = position_after(game, turn.last)
    return found


def _begin(there: UnitLocations) -> dict[str, list[Spot]]:
    return {name: [unit.at] for name, unit in there.units.items()}


# --- dice ----------------------------------------------------------------------------------------


class ChronicleRoll(NamedTuple):
    """A roll that was made: which answer of the game it is, what for, and what it showed."""

    number: int
    roll: Roll
    faces: Faces


def find_throws(game: Game[Any]) -> list[ChronicleRoll]:
    """Every roll of a game."""
    found = []
    for number, answer in enumerate(game.answers):
        roll = game.roll_at(number) if is_dice(answer) else None
        if roll is not None:
            found.append(ChronicleRoll(number, roll, answer))
    return found


def dice_sum_odds(dice: int, sides: int) -> dict[int, float]:
    """Return the chance of each sum of some dice."""
    odds = {0: 1.0}
    for _ in range(dice):
        odds = _one_more(odds, sides)
    return odds


def _one_more(odds: Mapping[int, float], sides: int) -> dict[int, float]:
    more: dict[int, float] = {}
    for total, chance in odds.items():
        for face in range(1, sides + 1):
            more[total + face] = more.get(total + face, 0.0) + chance / sides
    return more
