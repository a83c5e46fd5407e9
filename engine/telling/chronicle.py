"""What became of the units in a game: where they went, when they fell, turn by turn.

Read from the events alone, whatever the game: each position a game passes through.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, NamedTuple

from engine.play.asks import Faces, Roll, is_dice
from engine.play.events import Event
from engine.play.game import Game
from engine.play.position import Piece, Point, Position, Spot


class UnitStanding(NamedTuple):
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
    """A position of a game; `events` counts what had happened by then."""

    events: int
    turn: int
    units: Mapping[str, UnitStanding]
    lost: tuple[str, ...]
    holders: Mapping[str, str]
    points: Mapping[str, int]
    hands: Mapping[str, tuple[str, ...]] = {}
    """The cards in each side's hand."""


ToldPieces = dict[str, tuple[Piece, UnitStanding]]
"""The pieces as they were told last: one that is the same object is told the same."""


class ChronicleStep(NamedTuple):
    """What an event changed: who came elsewhere, and who fell, as it last stood."""

    before: ChronicleMoment
    after: ChronicleMoment

    @property
    def entered(self) -> tuple[UnitStanding, ...]:
        """The units that stand where they did not stand before."""
        before = self.before.units
        return tuple(
            unit
            for name, unit in self.after.units.items()
            if (was := before.get(name)) is not unit and (was is None or was.at != unit.at)
        )

    @property
    def fallen(self) -> tuple[UnitStanding, ...]:
        """The units that were lost."""
        if self.before.lost == self.after.lost:
            return ()
        before = self.before.units
        new = [name for name in self.after.lost if name not in self.before.lost]
        return tuple(before[name] for name in new if name in before)

    @property
    def spent(self) -> tuple[tuple[str, str], ...]:
        """The cards that left a hand: the side and the card."""
        before, after = self.before.hands, self.after.hands
        if before == after:
            return ()
        gone = (
            (side, Counter(hand) - Counter(after.get(side, ()))) for side, hand in before.items()
        )
        return tuple((side, card) for side, cards in gone for card in cards)


def moments(game: Game[Any]) -> Iterator[ChronicleMoment]:
    """The position at the beginning, and that after every event that can change it."""
    state, rules = game.opening.copy(), game.rules
    told: ToldPieces = {}
    yield _moment(rules.position(state), 0, told)
    for number, event in enumerate(game.events):
        if type(event).apply is not Event.apply:
            event.apply(state)
            yield _moment(rules.position(state), number + 1, told)


def steps(game: Game[Any]) -> Iterator[ChronicleStep]:
    """Each change of the position, in order."""
    passed = moments(game)
    before = next(passed)
    for after in passed:
        yield ChronicleStep(before, after)
        before = after


def _moment(position: Position, events: int, told: ToldPieces) -> ChronicleMoment:
    units = {}
    for piece in position.pieces:
        if (known := told.get(piece.id)) is not None and known[0] is piece:
            units[piece.id] = known[1]
            continue
        at = position.spot_of(piece.id)
        is_hidden = isinstance(at, Point) and bool(piece.inside)
        if at is not None and not is_hidden:  # on a table nobody sees into what carries him
            units[piece.id] = standing = UnitStanding(
                piece.id, piece.side, piece.type, at, piece.marks, piece.facing,
                piece.inside or piece.bearer, piece.figures,
            )  # fmt: skip
            if piece.at is not None:  # where it is depends on nobody else
                told[piece.id] = piece, standing
    lost = tuple(unit.id for unit in position.lost)
    return ChronicleMoment(
        events, position.turn, units, lost, position.holders, position.points, position.hands
    )


# --- turn by turn --------------------------------------------------------------------------------


@dataclass
class TurnPlayed:
    """A turn of a game, 0 for set-up: its events, and how it left the board.

    `courses` has the places each unit came to, the one it began the turn in first.
    """

    turn: int
    first: int  # its first event
    last: int  # the first event after it
    end: ChronicleMoment
    fallen: list[UnitStanding] = field(default_factory=list)
    courses: dict[str, list[Spot]] = field(default_factory=dict)


def turns(game: Game[Any]) -> list[TurnPlayed]:
    """The turns of a game as far as it has gone, at least the one it begins with."""
    opening = next(moments(game))
    found = [TurnPlayed(opening.turn, 0, 0, opening, courses=_begin(opening))]
    for step in steps(game):
        before, after = step
        if after.turn != before.turn:
            first = after.events - 1
            found.append(TurnPlayed(after.turn, first, first, before, courses=_begin(before)))
        turn = found[-1]
        turn.end = after
        turn.fallen += step.fallen
        for unit in step.entered:
            turn.courses.setdefault(unit.unit, []).append(unit.at)
    for turn, following in pairwise(found):
        turn.last = following.first
    found[-1].last = len(game.events)
    return found


def _begin(moment: ChronicleMoment) -> dict[str, list[Spot]]:
    return {name: [unit.at] for name, unit in moment.units.items()}


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


def chances(dice: int, sides: int) -> dict[int, float]:
    """How likely each sum of some dice is."""
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
