"""Answers of sides: values of words and whole numbers, paths as `x,y x,y` in sixteenths (E2)."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from engine.tabletop.shapes import Point

FIRE, MOVE, HOLD, DONE, LIMBER = "fire", "move", "hold", "done", "limber"
GO, SURRENDER, GIVE_IN, REST = "go", "surrender", "give-in", "rest"
DRIVE, BOARD, LAND, PACK, UNPACK = "drive", "board", "land", "pack", "unpack"
BREAK_RAILS, MEND_RAILS = "break-rails", "mend-rails"
FIGURES = "figures"
MAX_POINTS = 60
MAX_FIGURES = 500
_POINT = re.compile(r"(-?\d{1,5}),(-?\d{1,5})", re.ASCII)


class GunOrder(NamedTuple):
    """An action of a gun (L8): `fire` at a target or point, `move` along a path, or `hold`.

    `done` ends the moves and fire of all guns. `path` is the point aimed at, or the path from where
    the gun stands.
    """

    deed: str
    gun: str = ""
    path: str = ""
    target: str = ""


class AimAt(NamedTuple):
    """The aim of a gun's next shot: a figure, a gun, a wagon or a point."""

    path: str = ""
    target: str = ""


class MenOrder(NamedTuple):
    """An order to figures (G8): `go` along a path, or take a formation between two points.

    For `go` the path leads from the point picked up to the point released; each figure goes as far
    in the same direction by the shortest path; a path of more points is followed itself.
    `surrender` (L15) and `give-in` (L17.1) need no path; `done` ends the move; `rest` sets up all
    units left.
    """

    deed: str
    figures: tuple[str, ...] = ()
    path: str = ""


class ActionOrder(NamedTuple):
    """An action of units beside moving (K2–K8, L21).

    `drive` a wagon, a box, a boat or an engine; `board` a target; `land` from a carrier, at a place
    or in a formation from one place to another (`target`); `pack` into a box, `unpack` one;
    `charge` a target, `dismount`, `mount`, `form`; or begin a work, which is named by its kind.
    `path` is its place, of an entrenchment both its ends, of a wagon its path. `target` is the
    enemy charged, the carrier boarded, the formation taken or the gun dug in.
    """

    deed: str
    figures: tuple[str, ...] = ()
    path: str = ""
    target: str = ""


class ShotResultEntry(NamedTuple):
    """The umpire's entry for a shot (S2): `as-proposed`, `fell` for a figure, or `done`.

    With `done` the path is the place where the bolt lies.
    """

    deed: str
    figure: str = ""
    path: str = ""


# --- paths ----------------------------------------------------------------------------------------


def read_path(path: object) -> tuple[Point, ...] | None:
    """The points of a path; None for what is none.

    >>> read_path("0,16 32,16")
    (Point(x=0, y=16), Point(x=32, y=16))
    """
    if not isinstance(path, str) or len(path) > 14 * MAX_POINTS:
        return None
    words = path.split()
    found = [_POINT.fullmatch(word) for word in words]
    if not words or len(words) > MAX_POINTS or not all(found):
        return None
    return tuple(Point(int(each[1]), int(each[2])) for each in found if each)


def read_point(path: object) -> Point | None:
    """The one point of a path; None for none or several."""
    points = read_path(path)
    return points[0] if points is not None and len(points) == 1 else None


# --- answers as JSON says them --------------------------------------------------------------------


def read_answer(kind: type[Any], answer: object) -> Any | None:
    """An answer as a value of its kind; None for what is not one, whatever it is."""
    if not isinstance(answer, kind) and type(answer) is not tuple:
        return None
    parts: tuple[object, ...] = tuple(answer)
    fields = kind._fields
    if not 1 <= len(parts) <= len(fields):
        return None
    is_sound = all(_is_sound(*pair) for pair in zip(fields, parts, strict=False))
    return kind(*parts) if is_sound else None


def _is_sound(field: str, part: object) -> bool:
    """Return whether a part of an answer is a string, or strings where several are wanted."""
    if field != FIGURES:
        return isinstance(part, str)
    if type(part) is not tuple or len(part) > MAX_FIGURES:
        return False
    return all(isinstance(word, str) for word in part)
