"""Pieces of Little Wars: figures, guns, wagons, works, and units out of the game."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from engine.tabletop.shapes import Point
from engine.texts import LocalText


class FigureStatus(StrEnum):
    """A figure's freedom: fit for all, prisoner under escort, or disarmed (L14)."""

    FIT = "fit"
    PRISONER = "prisoner"
    DISARMED = "disarmed"


class Figure(NamedTuple):
    """One toy soldier.

    `side` is its own, also of a prisoner. `party` numbers the prisoners it belongs to or guards, 0
    for neither. `came` is where it began the move under way, `moved` whether it has had its own.
    """

    id: str
    body: str
    side: str
    type: str
    at: Point
    facing: int = 0
    arm: str = ""
    status: FigureStatus = FigureStatus.FIT
    party: int = 0
    captor: str = ""
    moved: bool = False
    came: Point = Point(0, 0)
    formation: str = ""
    is_fresh: bool = False
    """True if it was set up along a back line and has not moved since (L2.2)."""

    @property
    def is_fit(self) -> bool:
        """Return whether it fights and serves guns."""
        return self.status is FigureStatus.FIT

    @property
    def controlling_side(self) -> str:
        """The side that moves it: its captor's while it is a prisoner (L14.1)."""
        return self.captor or self.side


class Gun(NamedTuple):
    """A gun. `side` holds it now; `done` says that it has moved or fired in this move.

    `taken` is the number of the move in which it was taken: the taker may serve it from the next
    (L16.1); `out_until` the number of the last move in which it cannot be served (K3.2).
    """

    id: str
    side: str
    at: Point
    type: str = "gun"
    facing: int = 0
    skill: str = ""
    arm: str = ""
    name: LocalText = ""
    done: bool = False
    shots: int = 0
    taken: int = 0
    out_until: int = 0
    limbered: bool = False
    shell: str = ""
    is_fresh: bool = False
    """True if it was set up along a back line and has not moved since (L2.2)."""
    came: Point = Point(0, 0)
    """Place where it began the move under way."""
    passed_by: tuple[tuple[str, Point], ...] = ()
    """The enemies by it who have passed its axle line, and from where each attacked (L16.1)."""


class Vehicle(NamedTuple):
    """A wagon, a boat, an engine, a truck; `load` is what it carries, by kind (K4, L21.4)."""

    id: str
    side: str
    type: str
    at: Point
    facing: int = 0
    arm: str = ""
    load: tuple[tuple[str, int], ...] = ()
    aboard: tuple[str, ...] = ()
    name: LocalText = ""
    moved: bool = False
    is_fresh: bool = False
    """True if it was set up along a back line and has not moved since (L2.2)."""


class LoadingProgress(NamedTuple):
    """Units being taken aboard a carrier, and the moves spent so far (K2.4, L21.5)."""

    carrier: str
    units: tuple[str, ...]
    done: int = 0


class Work(NamedTuple):
    """A work dug, laid or broken: an entrenchment, a mine, a broken bridge (K5).

    `done` is the number of moves worked of the `needs`; `known_to` are the sides that know it.
    """

    id: str
    kind: str
    side: str
    at: Point
    to: Point | None = None
    feature: str = ""
    crew: tuple[str, ...] = ()
    done: int = 0
    needs: int = 0
    begun: int = 0
    known_to: tuple[str, ...] = ()

    @property
    def is_finished(self) -> bool:
        """Return whether the work is complete."""
        return self.done >= self.needs


class WaitingPiece(NamedTuple):
    """A figure, gun or vehicle that its side has not yet set up (L2.2)."""

    id: str
    body: str
    side: str
    type: str


class HiddenPassenger(NamedTuple):
    """One who is in a box of the other side's, in the view of a side (L21.3)."""

    side: str
    type: str


class RemovedPiece(NamedTuple):
    """A unit out of the game: dead, captured, abandoned, destroyed or off the table."""

    id: str
    side: str
    type: str
    why: str
    captor: str = ""


class Melee(NamedTuple):
    """A mêlée: who is in it, on both sides, and whether the smaller side is isolated (L11, L12)."""

    number: int
    figures: tuple[str, ...]
