"""The places on the map of options, events and umpire's actions.

The rules of every game describe their options, events and umpire's actions in these values, so that
a canvas can show them without knowing the game.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from engine.hexes.hex import Hex

if TYPE_CHECKING:
    from engine.play.position import Point


class OptionAction(StrEnum):
    """The action of an option, as far as a map needs to tell options apart."""

    PASS = "pass"  # do nothing: pass, hold fire, end the move
    HAND_IN = "hand-in"  # what was written or bought is handed in as it stands
    ORDER = "order"  # a unit is chosen and begins something
    STEP = "step"  # a unit enters a hex
    MARCH = "march"  # a unit enters a hex on the march
    ASSAULT = "assault"  # a unit enters a hex to fight who is in it
    OVERSPEND = "overspend"  # a unit declares a hex it cannot pay for
    PLACE = "place"  # a unit is put on the map
    FIRE = "fire"  # a unit fires at another
    AIM = "aim"  # a hex is marked as a target
    UNIT = "unit"  # a unit is picked for what the question says
    CARD = "card"  # cards are used, kept or swapped
    TURN = "turn"  # a unit turns to another front where it stands
    LOAD = "load"  # a unit boards a carrier, or takes up what another bore
    UNLOAD = "unload"  # a unit leaves its carrier
    JOIN = "join"  # a unit joins those that are about to act together
    LOSE = "lose"  # a unit takes a loss its owner chose
    ADVANCE = "advance"  # a unit enters a hex after the moves, at no cost
    OVERRUN = "overrun"  # a vehicle drives through a hex and over who is in it
    EXIT = "exit"  # a unit leaves the map for good
    LAY = "lay"  # something is laid in a hex: smoke, a fire lane, wire


ENDING = frozenset({OptionAction.PASS, OptionAction.HAND_IN})
"""Deeds that do nothing more: what a key for passing chooses, and what is done for the silent."""

STEPS = frozenset(
    {
        OptionAction.STEP,
        OptionAction.MARCH,
        OptionAction.ASSAULT,
        OptionAction.ADVANCE,
        OptionAction.OVERRUN,
    }
)
"""Deeds of a unit that moves: it enters a hex."""


class OptionTarget(NamedTuple):
    """The target of an option: acting unit, target, hex and card, if any.

    `facing` is the front a unit then has; None if it has none or keeps it. `joined` are units that
    have joined already, where units join one by one to act together. On a table `points` takes the
    place of `hex`: a path from its start, or one point.
    """

    deed: OptionAction
    unit: str = ""
    target: str = ""
    hex: Hex | None = None
    card: str = ""
    facing: int | None = None
    joined: tuple[str, ...] = ()
    points: tuple[Point, ...] = ()


class TrajectoryPoint(NamedTuple):
    """A point of a shot's way over a table, and how high above the table it is there."""

    x: int
    y: int
    height: int


class EventLocation(NamedTuple):
    """The place of an event: its hexes, the main one first, and its units.

    `shot` is the line of fire, from the firer's hex to the target's. On a table `points` stand for
    `hexes`, `flight` is the way of a shot until it stops, and `ways` those of pieces that were
    moved.
    """

    hexes: tuple[Hex, ...] = ()
    units: tuple[str, ...] = ()
    shot: tuple[Hex, Hex] | None = None
    points: tuple[Point, ...] = ()
    flight: tuple[TrajectoryPoint, ...] = ()
    ways: tuple[tuple[str, tuple[Point, ...]], ...] = ()


class ActionParameter(NamedTuple):
    """A parameter of an umpire's action or an open decision: its name and its kind.

    `kind` is unit, hex, path (hexes, the next first), place (a `Point` of a table), side, card,
    type (of a unit), facing (a direction 0…5), number (whole), word (one of `options`) or id (a
    new one).
    """

    name: str
    kind: str
    options: tuple[str, ...] = ()


class UmpireAction(NamedTuple):
    """An action of an umpire: the kind of intervention and its parameters, in order."""

    kind: str
    parameters: tuple[ActionParameter, ...]
