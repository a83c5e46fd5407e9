"""The sketches of seats on their own maps, for themselves or for their side."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from engine.umpire.umpire_refusals import refuse

if TYPE_CHECKING:
    from engine.umpire.game_record import Line
    from engine.umpire.seats import PlayerSeat

SKETCH_ACTS = frozenset({"sketch", "wipe"})
MAX_SKETCHES = 200  # of a seat
MAX_POINTS = 400  # of one
KINDS, COLOURS = ("line", "arrow"), 6
MAX_DISTANCE = 10_000_000


class MapSketch(NamedTuple):
    """A line or an arrow through points, in thousandths of a hex's width (of a foot on a table).

    `number` counts the sketches of all seats, as the record does; `own` those of its seat alone, as
    pages see it. `unheard` are the seats of the side that it did not reach.
    """

    number: int
    seat: str
    kind: str
    colour: int
    points: tuple[int, ...]
    is_shared: bool
    unheard: tuple[str, ...] = ()
    own: int = 0


class Sketches:
    """The sketches on the map, until they are erased."""

    def __init__(
        self, may_share: Callable[[], bool], out_of_reach: Callable[[str], tuple[str, ...]]
    ) -> None:
        """`out_of_reach`: the seats of its side to whom a seat can show nothing now."""
        self._may_share, self._out_of_reach = may_share, out_of_reach
        self.all: tuple[MapSketch, ...] = ()
        self.count = self.revision = 0
        self.counts: Mapping[str, int] = {}  # of each seat

    def take(self, act: Line) -> None:
        """Draw something, or wipe it away, as an act says."""
        self.all = self._wiped(act) if act["act"] == "wipe" else (*self.all, self._drawn(act))
        self.revision += 1

    def _drawn(self, act: Line) -> MapSketch:
        points, is_shared = act["points"], bool(act["is_shared"])
        if sum(one.seat == act["seat"] for one in self.all) >= MAX_SKETCHES:
            refuse("too-many-sketches", most=MAX_SKETCHES)
        is_right = (
            act["kind"] in KINDS
            and 0 <= act["colour"] < COLOURS
            and len(points) % 2 == 0
            and 4 <= len(points) <= 2 * MAX_POINTS
            and all(type(each) is int and abs(each) < MAX_DISTANCE for each in points)
        )
        if not is_right:
            refuse("no-such-sketch")
        if is_shared and not self._may_share():
            refuse("may-not-talk")
        self.count += 1
        own = self.counts.get(act["seat"], 0) + 1
        self.counts = {**self.counts, act["seat"]: own}
        unheard = self._out_of_reach(act["seat"]) if is_shared else ()
        fields = act["kind"], act["colour"], tuple(points), is_shared, unheard, own
        return MapSketch(self.count, act["seat"], *fields)

    def number_of(self, seat: str, own: int) -> int:
        """Return the number in the record of a seat's sketch; Refused if there is none such."""
        found = (one.number for one in self.all if (one.seat, one.own) == (seat, own))
        return next(found, None) or refuse("no-such-sketch")

    def _wiped(self, act: Line) -> tuple[MapSketch, ...]:
        """Return the sketches left after a seat erased one, or with the number 0 all."""
        number, seat = act["number"], act["seat"]
        left = tuple(o for o in self.all if o.seat != seat or (number and o.number != number))
        if number and len(left) == len(self.all):
            refuse("no-such-sketch")
        return left

    def shown_to(self, seat: PlayerSeat, side_of: Callable[[str], str]) -> list[dict[str, Any]]:
        """Return the sketches a seat sees: its own, and those shared by its side."""
        return [
            {"number": one.own, "seat": one.seat, "kind": one.kind, "colour": one.colour,
             "points": list(one.points), "is_shared": one.is_shared}
            for one in self.all
            if one.seat == seat.id
            or (one.is_shared and side_of(one.seat) == seat.side and seat.id not in one.unheard)
        ]  # fmt: skip
