"""Who sits where in a new game, as the command line says it: `red:Anna,red/guns:Ben,blue`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from engine.games import system_of
from engine.play.arms import CommandScope
from engine.problems import SandtableError
from engine.scenario.scenario import Scenario
from engine.telling.names import Names
from engine.texts import LocalText, localised, text
from engine.umpired.seats import PlayerSeat

Arms = Mapping[str, LocalText]  # by the words the game has for them


class InvalidSeats(SandtableError):
    """Seats that cannot be read, or leave a side without a player."""


def parse_seats(scenario: Scenario, written: str = "") -> list[PlayerSeat]:
    """The seats as written, SIDE or SIDE:NAME each, SIDE/ARM for an arm; one a side by itself.

    The first seat of a side hands its orders in.
    """
    sides = [side.id for side in scenario.sides]
    arms = system_of(scenario.game).arms
    wanted = [_part(part, sides, arms) for part in written.split(",")] if written else []
    wanted = wanted or [(CommandScope(side), "") for side in sides]
    alone = [side for side in sides if side not in {command.side for command, _ in wanted}]
    names = Names(scenario)
    if alone:
        listed = names.listed(names.side(side) for side in alone)
        raise InvalidSeats(text("hosting.no-seat-of-side", None, sides=listed))
    return _number(wanted, names, arms)


def _part(part: str, sides: list[str], arms: Arms) -> tuple[CommandScope, str]:
    """What a seat commands, and what it is called, empty where nothing is said."""
    said, _, name = part.strip().partition(":")
    side, cut, arm = (word.strip() for word in said.partition("/"))
    if side not in sides:
        raise InvalidSeats(text("hosting.bad-seats", None, given=part, sides=", ".join(sides)))
    if cut and arm not in arms:
        known = ", ".join(arms) or "–"
        raise InvalidSeats(text("hosting.bad-arm", None, given=part, arms=known))
    return CommandScope(side, arm), name.strip()


def _number(wanted: list[tuple[CommandScope, str]], names: Names, arms: Arms) -> list[PlayerSeat]:
    counts, found = Counter(command.side for command, _ in wanted), []
    so_far: Counter[str] = Counter()
    for (side, arm), name in wanted:
        so_far[side] += 1
        number = so_far[side]
        usual = names.side(side)
        if arm:
            values = {"name": usual, "side": localised(arms[arm], names.language)}
            usual = text("hosting.seat-of-side", names.language, **values)
        elif counts[side] > 1:
            usual = text("hosting.seat-name", None, side=usual, number=number)
        is_first = number == 1
        found.append(PlayerSeat(f"{side}-{number}", side, name or usual, is_first, arm=arm))
    return found
