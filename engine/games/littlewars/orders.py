"""What sides answer: values of words and whole numbers, paths as `x,y x,y` in sixteenths (E2)."""

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
    """What is done with a gun (L8): `fire` at a figure or a point, `move` along a path, `hold` it.

    `done` ends the moves and fire of all guns. `path` is the point aimed at, or the way from where
    the gun stands.
    """

    deed: str
    gun: str = ""
    path: str = ""
    target: str = ""


class AimAt(NamedTuple):
    """Where the next shot of a gun goes: at a figure, a gun or a wagon, or at a point."""

    path: str = ""
    target: str = ""


class MenOrder(NamedTuple):
    """What some figures do (G8): `go` along a path, or stand in a formation laid by two points.

    Of `go` the path leads from where a hand takes hold to where it lets go; each figure goes as far
    in the same direction, the shortest way; a path of more points is the way itself. `surrender`
    (L15) and `give-in` (L17.1) need no path; `done` ends the move; `rest` sets up all who are left.
    """

    deed: str
    figures: tuple[str, ...] = ()
    path: str = ""


class ActionOrder(NamedTuple):
    """What some do beside going (K2–K8, L21).

    `drive` a wagon, a box, a boat or an engine; `board` a target; `land` from what they are aboard,
    at a place or in a formation from one place to another (`target`); `pack` into a box, `unpack`
    one; `charge` a target, `dismount`, `mount`, `form`; or begin a work, which is named by its
    kind. `path` is its place, of an entrenchment both its ends, of a wagon its way. `target` is
    whom they charge, what they board, the formation they take, the gun they dig in.
    """

    deed: str
    figures: tuple[str, ...] = ()
    path: str = ""
    target: str = ""


class ShotResultEntry(NamedTuple):
    """What the umpire enters of a shot (S2): `as-proposed`, `fell` a figure, or `done`.

    With `done` the path is where the bolt lay.
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
    """Whether a part of an answer is words where words are wanted, else one."""
    if field != FIGURES:
        return isinstance(part, str)
    if type(part) is not tuple or len(part) > MAX_FIGURES:
        return False
    return all(isinstance(word, str) for word in part)
