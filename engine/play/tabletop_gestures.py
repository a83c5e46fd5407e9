"""Gestures on a table: figures taken and dragged, set in formations, guns aimed.

A game that is played on a table describes in these values what the pointer may do for a decision,
and the result of a gesture: the answer it makes, or the reason it may not be made. A window, a page
and an umpire's console then need to know neither the game nor its geometry. Lengths are whole
sixteenths of an inch, as everywhere on a table.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Any, NamedTuple, Protocol, runtime_checkable

from engine.play.decisions import AcceptedAnswer, Decision
from engine.play.position import Point
from engine.play.translatable_phrases import Saying


class GestureKind(StrEnum):
    """The kinds of gesture."""

    MOVE = "move"  # what is taken is dragged as it stands, or along a way that is drawn
    LAY = "lay"  # it is laid in a formation, from one point to another
    AIM = "aim"  # from what is taken to a point or a piece
    MARK = "mark"  # a point is shown, and nothing is taken


@dataclass(frozen=True, slots=True)
class GrabOptions:
    """The options of a gesture for a decision: the pieces it may take, and the ways.

    `touches` begins with the usual one, `formations` too; these are words of the game. `waiting`
    has the ids of pieces that are not on the table yet.
    """

    takes: tuple[str, ...]
    touches: tuple[GestureKind, ...]
    formations: tuple[str, ...] = ()
    is_many: bool = True
    """True if several pieces may be picked up at once."""
    waiting: tuple[str, ...] = ()


class Gesture(NamedTuple):
    """One gesture.

    Of a MOVE `way` leads from where the pointer took hold to where it is; what is between was drawn
    by hand. Of a LAY it has the two ends, of an AIM and a MARK one point. `target` is the piece
    that is pointed at, if one is.
    """

    touch: GestureKind
    pieces: tuple[str, ...] = ()
    way: tuple[Point, ...] = ()
    formation: str = ""
    target: str = ""


@dataclass(frozen=True, slots=True)
class DropTarget:
    """The place a piece would be moved to, and its way; `why` not, if it cannot be."""

    piece: str
    at: Point
    facing: int | None = None
    way: tuple[Point, ...] = ()
    why: Saying | None = None


class PossibleHit(NamedTuple):
    """A piece that may be hit, and the chance of it."""

    piece: str
    chance: Fraction


@dataclass(frozen=True, slots=True)
class GesturePreview:
    """The result of a gesture.

    `answer` is None if the rules allow none; `why` is the reason, or a remark: that some stay
    behind. `barred` are the points where something is in the way.
    """

    answer: AcceptedAnswer[Any] | None = None
    landings: tuple[DropTarget, ...] = ()
    why: Saying | None = None
    barred: tuple[Point, ...] = ()
    line: tuple[Point, ...] = ()
    """The line that is shown for it: of an aim, from the muzzle to where the shot would end."""
    struck: tuple[PossibleHit, ...] = ()
    told: tuple[Saying, ...] = ()
    """Further lines under the pointer: a length, an average, a rule."""


NO_PROSPECT = GesturePreview()
"""The preview of a gesture without a meaning."""

Edge = tuple[Point, ...]
"""The corners of an outline in order, the last joined to the first."""


@runtime_checkable
class GestureRules(Protocol):
    """Rules of a game that is played on a table, as far as they speak of the hand.

    All is asked of what the asked side knows of the state, for the decision under way in it, and
    may be asked on every move of a pointer.
    """

    def handling(self, view: Any, decision: Decision[Any, Any]) -> GrabOptions | None:
        """Return the gestures for a decision; None if there is only a choice to make."""
        ...

    def prospect(self, view: Any, decision: Decision[Any, Any], stroke: Gesture) -> GesturePreview:
        """Return the result of a gesture; one that makes no sense has no answer."""
        ...

    def outreach(
        self, view: Any, decision: Decision[Any, Any], pieces: Sequence[str]
    ) -> tuple[Edge, ...]:
        """Return the reach of pieces this move, as outlines; an outline in another is a hole."""
        ...
