"""A position as values: what a screen, a report, a page or a player may read of a game's state.

Every game describes its state in these values (`Rules.position`), so that screens need to know
neither the game nor its words for hexes; its JSON is derived from it once (`as_json`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, Protocol, TypeGuard, TypeVar

from engine.hexes.grid import Grid
from engine.hexes.hex import Hex
from engine.tabletop.shapes import Point as Point

if TYPE_CHECKING:
    from engine.scenario.scenario import Scenario


class Copyable(Protocol):
    """A state: whatever `copy` gives back must not change with the original."""

    def copy(self: S) -> S:
        """An independent state, equal to this one."""
        ...


S = TypeVar("S", bound=Copyable)

IMPACT = "impact"
"""The kind of a `HexFeature` that every game means alike: where shells have fallen or will fall."""


class Result(NamedTuple):
    """The result of a game: winner (None in a draw), reason (a word) and points.

    `grade` is the level of victory, if the scenario has grades.
    """

    winner: str | None
    reason: str
    points: Mapping[str, int]
    grade: str = ""


Spot = Hex | Point
"""A place: a hex of a map, or a point of a table."""


def is_spot(value: object) -> TypeGuard[Spot]:
    """Return True if a value is a spot: a hex or a point."""
    return isinstance(value, Hex | Point)


@dataclass(frozen=True, slots=True)
class Piece:
    """One unit, leader, weapon or vehicle in play.

    Exactly one of `at`, `inside` and `bearer` says where it is: by itself, in a carrier, or borne
    by a unit; `Position.spot_of` finds its place. `facing` is a direction 0…5 of its map, or
    degrees clockwise from the top of a table; None where the piece has no front.
    """

    id: str
    side: str
    type: str
    at: Spot | None = None
    inside: str = ""
    bearer: str = ""
    facing: int | None = None
    figures: tuple[str, ...] = ()
    """The types of the figures it consists of, where losses are taken one by one."""
    values: Mapping[str, int | str] = field(default_factory=dict)
    """Its present values, by the words of its counter: strength, firepower, casualty rating."""
    marks: tuple[str, ...] = ()
    """Its marks, in words of the game."""


@dataclass(frozen=True, slots=True)
class HexFeature:
    """A feature in a hex that is not a unit: smoke, wire, mines, a bunker, a shell.

    `type` tells its variety, as the battery of an impact. `id` is empty if two of a kind in one hex
    need not be told apart; `amount` is its size or number, 0 if that is not counted.
    """

    kind: str
    at: Spot
    type: str = ""
    id: str = ""
    side: str = ""
    facing: int | None = None
    amount: int = 0
    marks: tuple[str, ...] = ()


class LostUnit(NamedTuple):
    """A unit that is out of the game."""

    id: str
    side: str
    type: str


class PendingUnit(NamedTuple):
    """A unit yet to come; at turn 0 it is unknown when.

    From `turn` on it may need a die of so much or more, or wait for something to be so.
    """

    id: str
    side: str
    type: str
    turn: int = 0
    die: int = 0
    waits: bool = False


class WrittenOrder(NamedTuple):
    """An order that the active side has written down and not carried out: a path, or a target."""

    number: int
    kind: str
    units: tuple[str, ...]
    target: Spot | None = None
    path: tuple[Spot, ...] = ()


@dataclass(frozen=True)
class Position:
    """A state of a game, or as much of it as a side may know.

    `holders` has the holder of each objective, `points` each side's, `stocks` the stocks of each
    side, `purses` the money it has left, `hands` the cards of each hand whose faces the viewer
    sees: the viewer's own, or all where hands are open; `laid_out` are those that lie before a side
    and work. `watched` are the hexes the viewer sees into, None where no ground is hidden from the
    viewer. `more` holds what only this game has, under its own names: JSON values, and spots among
    them.
    """

    turn: int
    turns: int
    phase: str
    active: str
    pieces: tuple[Piece, ...]
    lying: tuple[HexFeature, ...] = ()
    lost: tuple[LostUnit, ...] = ()
    coming: tuple[PendingUnit, ...] = ()
    holders: Mapping[str, str] = field(default_factory=dict)
    points: Mapping[str, int] = field(default_factory=dict)
    stocks: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    purses: Mapping[str, int] = field(default_factory=dict)
    result: Result | None = None
    memo: tuple[WrittenOrder, ...] = ()
    watched: tuple[Spot, ...] | None = None
    more: Mapping[str, Any] = field(default_factory=dict)
    hands: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    laid_out: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @cached_property
    def by_id(self) -> Mapping[str, Piece]:
        """The pieces by their ids."""
        return {piece.id: piece for piece in self.pieces}

    def spot_of(self, piece: str) -> Spot | None:
        """Return the spot of a piece, or of its carrier; None if it is not here."""
        seen: set[str] = set()
        while piece in self.by_id and piece not in seen:
            seen.add(piece)
            found = self.by_id[piece]
            if found.at is not None:
                return found.at
            piece = found.inside or found.bearer
        return None

    def hex_of(self, piece: str) -> Hex | None:
        """The hex a piece is in; None off the map and on a table."""
        spot = self.spot_of(piece)
        return spot if isinstance(spot, Hex) else None

    def pieces_at(self, spot: Spot) -> Iterator[Piece]:
        """The pieces at a spot, cargo and weapons with those that have them."""
        return (piece for piece in self.pieces if self.spot_of(piece.id) == spot)

    def with_cargo(self, piece: str) -> Iterator[Piece]:
        """Yield the pieces that a piece carries and bears itself."""
        return (each for each in self.pieces if piece in (each.inside, each.bearer))


class PositionRules(Protocol[S]):
    """Rules that describe a state."""

    def view(self, state: S, side: str) -> S:
        """The state as far as a side may know it."""
        ...

    def position(self, state: S) -> Position:
        """A state as values."""
        ...


class PositionCache(Generic[S]):
    """The views and positions of a state for all sides, each made once."""

    def __init__(self, rules: PositionRules[S], state: S) -> None:
        self._rules, self.state = rules, state
        self._views: dict[str, S] = {}
        self._positions: dict[str | None, Position] = {}

    def view(self, side: str) -> S:
        """The state as far as a side may know it; to be read only."""
        if side not in self._views:
            self._views[side] = self._rules.view(self.state, side)
        return self._views[side]

    def position(self, viewer: str | None = None) -> Position:
        """The state as values, as far as a side may know it; the whole truth for None."""
        if viewer not in self._positions:
            state = self.state if viewer is None else self.view(viewer)
            self._positions[viewer] = self._rules.position(state)
        return self._positions[viewer]

    def separate_cache(self) -> PositionCache[S]:
        """The same of a copy of the state, for one that is about to change."""
        twin = PositionCache(self._rules, self.state.copy())
        twin._views, twin._positions = dict(self._views), dict(self._positions)
        return twin


# --- as JSON -------------------------------------------------------------------------------------

Naming = Callable[[Spot], str]
"""Writes a spot: a hex as `@column,row`, a point of a table as `x,y`."""


def spot_formatter(grid: Grid | None) -> Naming:
    """Return the function that writes spots of a map, or of a table, without a grid."""

    def name(spot: Spot) -> str:
        if isinstance(spot, Point):
            return f"{spot.x},{spot.y}"
        assert grid is not None, "a table has no hexes"
        return grid.name(spot)

    return name


def spot_formatter_for(scenario: Scenario) -> Naming:
    """Return the function that writes spots of a scenario's map or table."""
    return spot_formatter(None if scenario.is_on_table else scenario.map.grid)


def as_json(position: Position, name: Naming) -> dict[str, Any]:
    """A position as plain JSON values, in which `name` writes the spots."""
    watched = position.watched
    return {
        "turn": position.turn,
        "turns": position.turns,
        "phase": position.phase,
        "active": position.active or None,
        "units": [
            piece_as_json(piece, position.spot_of(piece.id), name) for piece in position.pieces
        ],
        "lying": [_lying(lying, name) for lying in position.lying],
        "lost": [lost.id for lost in position.lost],
        "losses": [lost._asdict() for lost in position.lost],
        "reserves": [coming._asdict() for coming in position.coming],
        "objectives": dict(position.holders),
        "points": dict(position.points),
        **({"stocks": _plain(position.stocks, name)} if position.stocks else {}),
        **({"hands": _plain(position.hands, name)} if position.hands else {}),
        **({"laid_out": _plain(position.laid_out, name)} if position.laid_out else {}),
        **({"purses": dict(position.purses)} if position.purses else {}),
        "memo": [_plain(written._asdict(), name) for written in position.memo],
        **({} if watched is None else {"watched": _plain(watched, name)}),
        **{key: _plain(value, name) for key, value in position.more.items()},
        "result": None if position.result is None else _plain(position.result._asdict(), name),
    }


def piece_as_json(piece: Piece, spot: Spot | None, name: Naming) -> dict[str, Any]:
    """A piece with what it has of the optional; `at` is said of cargo and weapons too."""
    told: dict[str, Any] = {"id": piece.id, "side": piece.side, "type": piece.type}
    told |= {"at": None if spot is None else name(spot), "marks": list(piece.marks)}
    optional: dict[str, Any] = {"inside": piece.inside, "bearer": piece.bearer}
    optional |= {"figures": list(piece.figures), "values": dict(piece.values)}
    told |= {key: value for key, value in optional.items() if value}
    return told if piece.facing is None else {**told, "facing": piece.facing}


def _lying(lying: HexFeature, name: Naming) -> dict[str, Any]:
    told: dict[str, Any] = {"kind": lying.kind, "at": name(lying.at)}
    optional = {"type": lying.type, "id": lying.id, "side": lying.side, "amount": lying.amount}
    told |= {key: value for key, value in optional.items() if value}
    told |= {"marks": list(lying.marks)} if lying.marks else {}
    return told if lying.facing is None else {**told, "facing": lying.facing}


def _plain(value: Any, name: Naming) -> Any:
    """A value as JSON has it: spots by name, tuples as lists."""
    if is_spot(value):
        return name(value)
    if isinstance(value, Mapping):
        return {key: _plain(entry, name) for key, entry in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(entry, name) for entry in value]
    return value
