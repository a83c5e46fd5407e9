"""Couriers, as in the Kriegsspiel of old: words and orders travel, and not every one arrives.

The umpire sets how far a courier rides in a turn, how many of a hundred are lost, and how many the
enemy takes of those that pass it. What is within a turn's ride arrives at once. What becomes of a
courier follows from the game's seed; only the umpire knows of it beforehand.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from engine.hexes.hex import Hex, distance, line
from engine.play.position import Position, Spot
from engine.problems import SandtableError
from engine.tabletop.shapes import INCH, Point
from engine.umpire.sightings import own_on_map
from engine.umpire.umpire_refusals import refuse

if TYPE_CHECKING:
    from engine.play.game import Game
    from engine.umpire.game_record import Line
    from engine.umpire.seats import PlayerSeat

COURIER_ACTS = frozenset({"couriers", "courier"})
NEAR = 1  # hexes, or inches: who rides so near past the enemy may be taken
FASTEST = 1_000


class CourierFate(StrEnum):
    """The fate of a courier."""

    ARRIVES = "arrives"
    LOST = "lost"
    TAKEN = "taken"  # by the enemy, who reads the message


@dataclass(frozen=True, slots=True)
class CourierTerms:
    """The terms of couriers: `speed` in hexes or inches a turn, and percentages.

    The percentages are those lost and, past the enemy, captured. `headquarters` is the place where
    a seat or a side writes: one of its units, or a hex; without an entry it is among the units of
    its side.
    """

    speed: int
    loss: int = 0
    capture: int = 0
    headquarters: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Courier:
    """A courier with a letter to a seat, or with the orders of a unit."""

    number: int
    side: str
    sender: str
    to: str
    words: str
    sent: int
    due: int
    fate: CourierFate
    taker: str = ""  # the side that takes the courier
    orders: tuple[str, ...] = ()
    message: int = -1  # the courier's letter
    is_over: bool = False


def headquarters_in(pairs: Iterable[str]) -> dict[str, str]:
    """Read headquarters from pairs as `red=C2`; refuse any other form."""
    found: dict[str, str] = {}
    for pair in pairs:
        who, _, where = (part.strip() for part in pair.partition("="))
        if not who or not where or who in found:
            refuse("headquarters-pair", given=pair.strip())
        found[who] = where
    return found


class Couriers:
    """All the couriers of a game."""

    def __init__(self, game: Game[Any], seats: Mapping[str, PlayerSeat], seed: int) -> None:
        self.game, self.seats, self.seed = game, seats, seed
        self.terms: CourierTerms | None = None
        self.all: list[Courier] = []

    def take(self, act: Line) -> None:
        """Set the terms, or decide what becomes of one who is on the way, as an act says."""
        if act["act"] == "couriers":
            self.terms = self._checked(CourierTerms(**act["terms"])) if act["terms"] else None
            return
        found = next((one for one in self.riding if one.number == act["number"]), None)
        if found is None:
            refuse("no-such-courier")
        fate = CourierFate(act["fate"])
        due = self.game.rules.turn(self.game.state) if fate is CourierFate.ARRIVES else found.due
        taker = found.taker
        if fate is CourierFate.TAKEN and not taker:
            taker = self._enemy_of(found)
        self._put(replace(found, fate=fate, due=due, taker=taker))

    def _enemy_of(self, one: Courier) -> str:
        """Return the captor of a courier whom the umpire has captured far from any enemy.

        It is the side of the enemy nearest to the way; without one, the next side.
        """
        known = self.game.position()
        _, nearest = _nearest(known, one.side, *self._ends(known, one.sender, one.to))
        others = (side for side in self.game.rules.sides(self.game.state) if side != one.side)
        return nearest or next(others, "")

    def _checked(self, terms: CourierTerms) -> CourierTerms:
        if not 1 <= terms.speed <= FASTEST or not (
            terms.loss >= 0 <= terms.capture and terms.loss + terms.capture <= 100
        ):
            refuse("courier-terms", most=FASTEST)
        sides = self.game.rules.sides(self.game.state)
        for who, where in terms.headquarters.items():
            if who not in sides and who not in self.seats:
                refuse("no-such-addressee")
            if self._place(self.game.position(), where) is None:
                refuse("no-headquarters", where=where)
        return terms

    @property
    def riding(self) -> tuple[Courier, ...]:
        """The couriers on the way; lost ones are included until they are due."""
        turn = self.game.rules.turn(self.game.state)
        return tuple(
            one
            for one in self.all
            if not (one.is_over or (one.fate is CourierFate.LOST and turn > one.due))
        )

    # --- setting out ------------------------------------------------------------------------------

    def turns_to(self, sender: str, to: str) -> int:
        """Return the delay in turns of a seat's letters to another; 0 without couriers."""
        known = self.game.position()
        start, end = self._seat_at(known, sender), self._seat_at(known, to)
        return self._turns(start, end)

    def turns_to_unit(self, sender: str, unit: str) -> int:
        """Return the delay in turns of a seat's order to a unit."""
        known = self.game.position()
        return self._turns(self._seat_at(known, sender), known.spot_of(unit))

    def _turns(self, start: Spot | None, end: Spot | None) -> int:
        """The whole turns a courier rides before the one of arrival."""
        if self.terms is None or start is None or end is None:
            return 0
        return max(0, -(-_far(start, end) // self.terms.speed) - 1)

    def send(self, sender: str, to: str, words: str, **load: Any) -> Courier:
        """Let a courier set out to a seat, or to a unit with its orders."""
        assert self.terms is not None
        known = self.game.position()
        start, end = self._ends(known, sender, to)
        turn, number = self.game.rules.turn(self.game.state), len(self.all) + 1
        side = self.seats[sender].side
        taker = _taker(known, side, start, end)
        fate, due = self._fate(number, taker), turn + self._turns(start, end)
        new = Courier(number, side, sender, to, words, turn, due, fate, taker, **load)
        self.all.append(new)
        return new

    def _fate(self, number: int, taker: str) -> CourierFate:
        """Return the fate of a courier, by a number from 0 to 99 that follows from the seed."""
        assert self.terms is not None
        digest = hashlib.blake2b(f"{self.seed} courier {number}".encode(), digest_size=8).digest()
        drawn = int.from_bytes(digest, "big") % 100
        if drawn < self.terms.loss:
            return CourierFate.LOST
        if taker and drawn < self.terms.loss + self.terms.capture:
            return CourierFate.TAKEN
        return CourierFate.ARRIVES

    # --- arriving ---------------------------------------------------------------------------------

    def due(self) -> Iterator[Courier]:
        """Yield the couriers that arrive or are captured now.

        Those with orders are due when the orders can be given.
        """
        turn = self.game.rules.turn(self.game.state)
        for one in self.riding:
            if one.due <= turn and one.fate is not CourierFate.LOST:
                yield one

    def end(self, one: Courier) -> None:
        """End a courier that has delivered, or is captured."""
        self._put(replace(one, is_over=True))

    def _put(self, new: Courier) -> None:
        self.all = [new if one.number == new.number else one for one in self.all]

    # --- where ------------------------------------------------------------------------------------

    def _seat_at(self, known: Position, seat: str) -> Spot | None:
        """Return the place where a seat writes and reads."""
        side, named = self.seats[seat].side, self.terms.headquarters if self.terms else {}
        where = named.get(seat) or named.get(side)
        found = self._place(known, where) if where else None
        return found if found is not None else _middle(known, side)

    def _ends(self, known: Position, sender: str, to: str) -> tuple[Spot | None, Spot | None]:
        """Return the start of a courier's way, and the place of its goal."""
        end = self._seat_at(known, to) if to in self.seats else known.spot_of(to)
        return self._seat_at(known, sender), end

    def _place(self, known: Position, where: str) -> Spot | None:
        """The place of a unit, or a hex by its label or `@column,row`."""
        if (found := known.spot_of(where)) is not None:
            return found
        scenario = self.game.scenario
        if scenario.is_on_table:
            return None
        try:
            return scenario.map.labels.find(where)
        except SandtableError:
            return None


def _far(start: Spot, end: Spot) -> int:
    """Hexes between two hexes, whole inches between two points."""
    if isinstance(start, Hex) and isinstance(end, Hex):
        return distance(start, end)
    assert isinstance(start, Point)
    assert isinstance(end, Point)
    return round(math.hypot(start.x - end.x, start.y - end.y) / INCH)


def _middle(known: Position, side: str) -> Spot | None:
    """The place of the unit that stands nearest to the others of its side."""
    spots = sorted({at for _, at in own_on_map(known, side)})
    return min(spots, key=lambda spot: sum(_far(spot, other) for other in spots), default=None)


def _taker(known: Position, side: str, start: Spot | None, end: Spot | None) -> str:
    """The enemy with a unit next to the way, the nearest of them; empty if there is none."""
    far, nearest = _nearest(known, side, start, end)
    return nearest if far <= NEAR else ""


def _nearest(known: Position, side: str, start: Spot | None, end: Spot | None) -> tuple[float, str]:
    """Return the distance of the nearest enemy from a way, and its side; empty if none."""
    if start is None or end is None:
        return math.inf, ""
    way, found = _way(start, end), (math.inf, "")
    for piece in known.pieces:
        at = known.spot_of(piece.id)
        if piece.side != side and at is not None:
            found = min(found, (min(_far(at, one) for one in way), piece.side), key=_first)
    return found


def _first(pair: tuple[float, str]) -> float:
    return pair[0]


def _way(start: Spot, end: Spot) -> list[Spot]:
    """The hexes, or points an inch apart, that a courier passes."""
    if isinstance(start, Hex) and isinstance(end, Hex):
        return list(line(start, end))
    assert isinstance(start, Point)
    assert isinstance(end, Point)
    steps = max(1, _far(start, end))
    return [
        Point(
            start.x + (end.x - start.x) * step // steps, start.y + (end.y - start.y) * step // steps
        )
        for step in range(steps + 1)
    ]
