"""Locations of units: the part of a position needed after every event of many games.

A game may provide them directly, without computing the units' worth; otherwise they are read from
its positions.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, Protocol, runtime_checkable

from engine.play.position import Piece, Point, Position, PositionRules, Spot


class AnyUnit(Protocol):
    """A unit, wherever it is."""

    @property
    def id(self) -> str:
        """Its id."""
        ...


class LocatedPiece(AnyUnit, Protocol):
    """A unit on the board, with its place."""

    @property
    def side(self) -> str:
        """Return the side it belongs to."""
        ...

    @property
    def at(self) -> Spot:
        """Return its spot, or its carrier's."""
        ...


class LocatedUnit(NamedTuple):
    """A unit of which nothing else is wanted."""

    id: str
    side: str
    at: Spot


class UnitLocations(NamedTuple):
    """The locations of units, the losses, the holders, and the cards in hands.

    The units stand in the order of the position's pieces; one that has not changed may be the same
    value as before.
    """

    turn: int
    units: Mapping[str, LocatedPiece]
    lost: tuple[AnyUnit, ...]
    holders: Mapping[str, str] = {}
    hands: Mapping[str, tuple[str, ...]] = {}


@runtime_checkable
class UnitLocationRules(Protocol):
    """Rules that locate all units without a whole position."""

    def whereabouts(self, state: Any) -> UnitLocations:
        """Return the locations of units in a state; they do not change with it."""
        ...


def unit_locator_of_rules(rules: PositionRules[Any]) -> Callable[[Any], UnitLocations]:
    """Return the function that locates all units in a state of a game."""
    if isinstance(rules, UnitLocationRules):
        return rules.whereabouts
    return lambda state: whereabouts_in(rules.position(state))


def whereabouts_in(position: Position) -> UnitLocations:
    """Return the locations of units in a position."""
    units = {
        piece.id: LocatedUnit(piece.id, piece.side, at)
        for piece in position.pieces
        if (at := visible_spot(position, piece)) is not None
    }
    return UnitLocations(position.turn, units, position.lost, position.holders, position.hands)


def visible_spot(position: Position, piece: Piece) -> Spot | None:
    """Return the spot of a piece; None if it is hidden: on a table, inside its carrier."""
    at = position.spot_of(piece.id)
    return None if isinstance(at, Point) and piece.inside else at
