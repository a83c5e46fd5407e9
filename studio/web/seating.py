"""Who sits where in a new game, as it is written on the command line: `red:Anna,red:Ben,blue`."""

from __future__ import annotations

from collections import Counter

from engine.problems import SandtableError
from engine.scenario.scenario import Scenario
from engine.telling.names import Names
from engine.texts import text
from engine.umpired.seats import PlayerSeat


class BadSeats(SandtableError):
    """Seats that cannot be read, or leave a side without a player."""


def seats_of(scenario: Scenario, written: str = "") -> list[PlayerSeat]:
    """The seats as written, SIDE or SIDE:NAME each; one a side where nothing is.

    The first seat of a side hands its orders in.
    """
    sides = [side.id for side in scenario.sides]
    wanted = [_parted(part, sides) for part in written.split(",")] if written else []
    wanted = wanted or [(side, "") for side in sides]
    alone = [side for side in sides if side not in {side for side, _ in wanted}]
    names = Names(scenario)
    if alone:
        listed = names.listed(names.side(side) for side in alone)
        raise BadSeats(text("hosting.no-seat-of-side", None, sides=listed))
    return _numbered(wanted, names)


def _parted(part: str, sides: list[str]) -> tuple[str, str]:
    side, _, name = part.strip().partition(":")
    if side.strip() not in sides:
        raise BadSeats(text("hosting.bad-seats", None, given=part, sides=", ".join(sides)))
    return side.strip(), name.strip()


def _numbered(wanted: list[tuple[str, str]], names: Names) -> list[PlayerSeat]:
    counts, found = Counter(side for side, _ in wanted), []
    so_far: Counter[str] = Counter()
    for side, name in wanted:
        so_far[side] += 1
        number = so_far[side]
        usual = names.side(side)
        if counts[side] > 1:
            usual = text("hosting.seat-name", None, side=usual, number=number)
        found.append(PlayerSeat(f"{side}-{number}", side, name or usual, may_deliver=number == 1))
    return found
