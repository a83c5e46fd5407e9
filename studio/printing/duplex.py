"""Fronts and backs: where on the other side of the paper a thing lies. Without Qt.

Lengths are millimetres, turns are degrees clockwise. A back is turned so that a piece that is cut
out and turned over sideways, as a page of a book is, shows it upright.
"""

from __future__ import annotations

from enum import StrEnum

from studio.printing.pages import Paper, Rectangle


class Duplex(StrEnum):
    """How backs come behind fronts."""

    LONG = "long"  # the printer turns the paper over its long edge
    SHORT = "short"  # over its short edge
    FOLD = "fold"  # both are printed on one side; the paper is folded and glued


class Axis(StrEnum):
    """The line in the middle of the paper about which it is turned or folded."""

    UPRIGHT = "upright"
    LEVEL = "level"


def axis_of(paper: Paper, duplex: Duplex) -> Axis:
    """About which line a paper, as it lies, is turned or folded; it is folded the shorter way."""
    is_tall = paper.height >= paper.width
    return Axis.UPRIGHT if is_tall == (duplex is Duplex.LONG) else Axis.LEVEL


def mirrored_place(place: Rectangle, paper: Paper, axis: Axis) -> Rectangle:
    """Where what lies behind a place is printed."""
    if axis is Axis.UPRIGHT:
        return Rectangle(paper.width - place.right, place.top, place.width, place.height)
    return Rectangle(place.left, paper.height - place.bottom, place.width, place.height)


def turn_behind(turn: int, axis: Axis) -> int:
    """How a back is turned whose front is turned so."""
    return (-turn if axis is Axis.UPRIGHT else 180 - turn) % 360


def front_area(paper: Paper, margin: float, duplex: Duplex, fold_gap: float) -> Rectangle:
    """Where on a paper fronts may lie: within its margins, on one side of the fold."""
    wide, high = paper.width - 2 * margin, paper.height - 2 * margin
    if duplex is Duplex.FOLD:
        if axis_of(paper, duplex) is Axis.LEVEL:
            high = paper.height / 2 - margin - fold_gap
        else:
            wide = paper.width / 2 - margin - fold_gap
    return Rectangle(margin, margin, wide, high)
