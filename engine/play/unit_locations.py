"""Where everybody is: the little of a position that is asked for after every event of many games.

A game that tells its state in values may tell this by itself, without what everybody is worth; of
one that does not it is read from its positions.
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
        """Whose it is."""
        ...

    @property
    def at(self) -> Spot:
        """Where it is, or whoever carries it."""
        ...


class LocatedUnit(NamedTuple):
    """A unit of which nothing else is wanted."""

    id: str
    side: str
    at: Spot


class UnitLocations(NamedTuple):
    """Where everybody is, who is lost, who holds what, and the cards in hands.

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
    """Rules that tell where everybody is without telling a whole position."""

    def whereabouts(self, state: Any) -> UnitLocations:
        """Where everybody is in a state; nothing in it changes with the state."""
        ...


def unit_locator_of_rules(rules: PositionRules[Any]) -> Callable[[Any], UnitLocations]:
    """What tells where everybody is in a state of a game."""
    if isinstance(rules, UnitLocationRules):
        return rules.whereabouts
    return lambda state: whereabouts_in(rules.position(state))


def whereabouts_in(position: Position) -> UnitLocations:
    """Where everybody is, as a position tells it."""
    units = {
        piece.id: LocatedUnit(piece.id, piece.side, at)
        for piece in position.pieces
        if (at := visible_spot(position, piece)) is not None
    }
    return UnitLocations(position.turn, units, position.lost, position.holders, position.hands)


def visible_spot(position: Position, piece: Piece) -> Spot | None:
    """Where a piece is; None where nobody sees: on a table, into what carries it."""
    at = position.spot_of(piece.id)
    return None if isinstance(at, Point) and piece.inside else at
