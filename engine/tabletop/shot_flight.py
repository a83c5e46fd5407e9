"""A gun's shot: from its aim and three dice to where the bolt lies, and who fell (S1-S9).

All is whole numbers, so that every machine has the same flight: lengths in sixteenths of an inch,
directions and tangents in parts of 2^20.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import cache
from math import isqrt, prod
from pathlib import Path
from typing import NamedTuple

import numpy as np

from engine.tabletop.buffered_shapes import core_of
from engine.tabletop.footprints import PlacedPiece, footprint, footprint_core
from engine.tabletop.shape_arrays import ShapeArrays, Truths, Wholes
from engine.tabletop.shapes import Point
from engine.tabletop.tabletop_terrain import TabletopTerrain

FACES = 1_000
MIDDLE = FACES // 2
MUZZLE = 20  # above the gun's ground
SPEED = 9_600  # sixteenths a second
AIMED_AT = 16  # half a man's height
GRAVITY = 6_176
DETAIL = 20
STEEPEST = 1 << DETAIL  # the tangent of 45°
DRAG = 4_000
HILL = -2  # and below: that a bolt met the side of a hill
SAMPLES = 12  # points of a flight that are reported


class GunnerySkill(StrEnum):
    """The skill of a gun's crew (S1)."""

    MARKSMAN = "marksman"
    PRACTISED = "practised"
    PLAIN = "plain"
    HASTY = "hasty"


class ShotErrors(NamedTuple):
    """Standard errors of a shot: bearing and elevation in hundredths of a mrad, speed in ‰ (S3)."""

    bearing: int
    elevation: int
    speed: int


ERRORS: Mapping[GunnerySkill, ShotErrors] = {
    GunnerySkill.MARKSMAN: ShotErrors(82, 140, 4),
    GunnerySkill.PRACTISED: ShotErrors(210, 440, 12),
    GunnerySkill.PLAIN: ShotErrors(440, 870, 20),
    GunnerySkill.HASTY: ShotErrors(870, 1_750, 40),
}


class DiceShares(NamedTuple):
    """Into how many equal shares a forecast divides what each of the three dice may show."""

    bearings: int
    elevations: int
    speeds: int


CLOSELY = DiceShares(51, 31, 3)
ROUGHLY = DiceShares(25, 13, 1)
"""For many aims at once: some five times as fast, and within a tenth of a man."""


class GunAim(NamedTuple):
    """A shot before its dice: from where, at which point, and how well.

    Out of doors there is `wind`: what it drifts a bolt to the right in a second; errors are half
    as great again then, even in a calm (S8). None is indoors.
    """

    origin: Point
    target: Point
    skill: GunnerySkill = GunnerySkill.PRACTISED
    wind: int | None = None


class FlightPoint(NamedTuple):
    """A point of a flight: where, how high above the table, when (in thousandths of a second)."""

    x: int
    y: int
    height: int
    ms: int


class ShotEnding(StrEnum):
    """The fate of a bolt."""

    STOPPED = "stopped"  # by something too high
    TOUCHED = "touched"  # too slow to knock over whom it met last
    ROLLED_OUT = "rolled-out"


@dataclass(frozen=True)
class ShotFlight:
    """The flight of a shot: the fallen in order, the last one touched, the stop (S5, S6)."""

    path: tuple[FlightPoint, ...]
    fallen: tuple[str, ...]
    ending: ShotEnding
    lies: Point
    touched: str = ""
    stopped_by: str = ""

    @property
    def killed(self) -> tuple[str, ...]:
        """Those it kills: whom it touches only if none fell (L9.2, L9.3)."""
        return self.fallen or ((self.touched,) if self.touched else ())


@cache
def deviation_quantiles() -> tuple[int, ...]:
    """Return the quantiles of a die of a thousand, in ‰ of the standard error (S3)."""
    said = (Path(__file__).parent / "quantiles.txt").read_text(encoding="ascii")
    return tuple(map(int, said.split()))


class ShotLaunch(NamedTuple):
    """A shot as it leaves the muzzle: direction and tangent in parts of 2^20, and speed."""

    along_x: int
    along_y: int
    slope: int
    speed: int


def elevation_tangent(distance: int, rise: int) -> int:
    """The low tangent of elevation, in parts of 2^20, to a point so far off and so much higher.

    `rise` is from the muzzle; 45° where nothing reaches, and at most, up or down (S4).

    >>> [elevation_tangent(feet * 192, -4) * 1000 >> DETAIL for feet in (3, 6, 12, 18, 27)]
    [12, 35, 75, 116, 178]
    """
    drop = GRAVITY * distance * distance * (1 << 16) // (2 * SPEED * SPEED)
    needed = drop + (rise << 16)
    square = (distance * distance << 32) - 4 * drop * needed
    if square < 0:
        return STEEPEST
    slope = (needed << (DETAIL + 1)) // ((distance << 16) + isqrt(square))
    return min(max(slope, -STEEPEST), STEEPEST)


def launch_of(aim: GunAim, rise: int, faces: tuple[int, int, int]) -> ShotLaunch:
    """A shot after its dice: the errors of bearing, elevation and speed (S3, S8).

    `rise` is how much higher than the muzzle the point aimed at lies.
    """
    errors, z = ERRORS[aim.skill], [deviation_quantiles()[face - 1] for face in faces]
    more = 2 if aim.wind is None else 3
    x, y = aim.target.x - aim.origin.x, aim.target.y - aim.origin.y
    distance = isqrt(x * x + y * y << 20)
    if not distance:
        raise ValueError(f"The gun at {aim.origin} is aimed at itself. Choose another target.")
    slope = elevation_tangent(distance + 512 >> 10, rise)
    slope += _shared((z[1] * errors.elevation * more) << DETAIL, 2 * 10**8)
    speed = SPEED + _shared(SPEED * z[2] * errors.speed * more, 2 * 10**6)
    right = _shared((z[0] * errors.bearing * more) << DETAIL, 2 * 10**8)
    if aim.wind:
        secant = isqrt((1 << 2 * DETAIL) + slope * slope)
        right += _shared(aim.wind * secant, speed)
    ahead_x, ahead_y = _shared(x << 30, distance), _shared(y << 30, distance)
    along_x = (ahead_x << DETAIL) + right * ahead_y
    along_y = (ahead_y << DETAIL) - right * ahead_x
    length = isqrt(along_x * along_x + along_y * along_y)
    return ShotLaunch(
        _shared(along_x << DETAIL, length), _shared(along_y << DETAIL, length), slope, speed
    )


def _shares(number: int) -> list[int]:
    """The middle faces of so many equal shares of all faces."""
    return [(2 * each + 1) * FACES // (2 * number) + 1 for each in range(number)]


def _shared(top: int, bottom: int) -> int:
    """A quotient to the nearest whole number."""
    return (2 * top + bottom) // (2 * bottom)


class _Told(NamedTuple):
    """The result of a shot's kernel, in distances along its line."""

    lies: int
    ended: int
    ending: int
    met: int
    energy: int


_ENDINGS = (ShotEnding.STOPPED, ShotEnding.TOUCHED, ShotEnding.ROLLED_OUT)


def height_of(x: int, rise: int, launch: ShotLaunch) -> int:
    """Return a bolt's height at a distance, above the base of `rise` (S4)."""
    slope, speed = launch.slope, launch.speed
    secant = (1 << DETAIL) + (slope * slope >> DETAIL)
    drop = x * x * GRAVITY * secant // (2 * speed * speed)
    return rise + ((x * slope - drop) >> DETAIL)


def rolling_time(way: int, energy: int) -> int:
    """Return how long a bolt rolls, in thousandths of a second; `energy` is squared speed.

    Pieces it meets slow it more; that is not counted.
    """
    return (isqrt(energy) - isqrt(max(0, energy - 2 * DRAG * way))) * 1000 // DRAG


class ShotModel:
    """The model of shots on a ground: its features, and all pieces on it."""

    def __init__(self, ground: TabletopTerrain, stands: Iterable[PlacedPiece]) -> None:
        self.ground = ground
        stands = tuple(stands)
        features = [one for one in ground.table.features if one.height and not one.is_hill]
        self.ids = (*(one.id for one in stands), *(one.id for one in features))
        self._index = {id_: each for each, id_ in enumerate(self.ids)}
        prints = [footprint(one.type, ground.scale) for one in stands]
        self._cores = ShapeArrays.of(
            [footprint_core(one, ground.scale) for one in stands]
            + [core_of(one.shape) for one in features]
        )
        tall = [one.height for one in prints] + [one.height for one in features]
        self._heights = np.array(tall, np.int64)
        bases = [ground.height_at(one.at) for one in stands] + [-1] * len(features)
        self._bases = np.array(bases, np.int64)
        falls = [one.falls for one in prints] + [False] * len(features)
        self._falls = np.array(falls, np.bool_)
        self._hills = ShapeArrays.of([hill.core for hill in ground.hills])
        self._steps = np.array([hill.height for hill in ground.hills], np.int64)

    def fly(
        self, aim: GunAim, faces: tuple[int, int, int], spared: Iterable[str] = ()
    ) -> ShotFlight:
        """One shot with its dice; `spared` are the gun itself and men laid down for it (L8.2)."""
        base = self.ground.height_at(aim.origin)
        launch = launch_of(aim, self._rise(aim, base), faces)
        fallen, told, count = self._shoot(aim.origin, base, launch, self._left_out(spared))
        met, ending = self._name(told.met), ShotEnding(_ENDINGS[told.ending])
        path = tuple(self._path(aim.origin, base, launch, told))
        return ShotFlight(
            path,
            tuple(self.ids[each] for each in fallen[:count]),
            ending,
            touched=met if ending is ShotEnding.TOUCHED else "",
            stopped_by=met if ending is ShotEnding.STOPPED else "",
            lies=Point(path[-1].x, path[-1].y),
        )

    def expected(
        self, aim: GunAim, spared: Iterable[str] = (), shares: DiceShares = CLOSELY
    ) -> Mapping[str, Fraction]:
        """The chance of each whom a shot may kill, over a fixed choice of faces (S9).

        Each die shows the middle face of every share of its faces, with every one of the others.
        """
        from engine.tabletop.flight_kernels import count_kills

        base, left_out = self.ground.height_at(aim.origin), self._left_out(spared)
        rise, killed = self._rise(aim, base), np.zeros(len(self.ids), np.int64)
        slopes = [
            launch_of(aim, rise, (MIDDLE, face, MIDDLE)).slope
            for face in _shares(shares.elevations)
        ]
        speeds = [
            launch_of(aim, rise, (MIDDLE, MIDDLE, face)).speed for face in _shares(shares.speeds)
        ]
        made = np.array(slopes, np.int64), np.array(speeds, np.int64)
        for face in _shares(shares.bearings):
            launch = launch_of(aim, rise, (face, MIDDLE, MIDDLE))
            spans, under = self._spans(aim.origin, launch, left_out)
            count_kills(
                base + MUZZLE, *made, spans, self._bases, self._heights, self._falls,
                under, self._steps, killed,
            )  # fmt: skip
        return {
            self.ids[each]: Fraction(int(killed[each]), prod(shares))
            for each in np.flatnonzero(killed)
        }

    def _rise(self, aim: GunAim, base: int) -> int:
        return self.ground.height_at(aim.target) + AIMED_AT - base - MUZZLE

    def _left_out(self, spared: Iterable[str]) -> Truths:
        left_out = np.zeros(len(self.ids), np.bool_)
        left_out[[self._index[id_] for id_ in spared if id_ in self._index]] = True
        return left_out

    def _shoot(
        self, origin: Point, base: int, launch: ShotLaunch, left_out: Truths
    ) -> tuple[Wholes, _Told, int]:
        from engine.tabletop.flight_kernels import shoot

        spans, under = self._spans(origin, launch, left_out)
        fallen, told = np.zeros(len(self.ids) + 1, np.int64), np.zeros(5, np.int64)
        count = shoot(
            base + MUZZLE,
            launch.slope,
            launch.speed,
            spans,
            self._bases,
            self._heights,
            self._falls,
            under,
            self._steps,
            fallen,
            told,
        )
        return fallen, _Told(*map(int, told)), count

    def _spans(self, origin: Point, launch: ShotLaunch, left_out: Truths) -> tuple[Wholes, Wholes]:
        """Return the shapes in the line of a shot, and the hills under it."""
        from engine.tabletop.flight_kernels import BESIDE, spans_of

        line = (origin.x, origin.y, launch.along_x, launch.along_y)
        one, hills = self._cores, self._hills
        nothing = np.zeros(len(hills), np.bool_)
        return (
            spans_of(*line, BESIDE, one.corners, one.starts, one.areas, one.doubled, left_out),
            spans_of(*line, 0, hills.corners, hills.starts, hills.areas, hills.doubled, nothing),
        )

    def _name(self, met: int) -> str:
        """The stand, feature or hill that a bolt met."""
        if met >= 0:
            return self.ids[met]
        return self.ground.hills[HILL - met].feature if met <= HILL else ""

    def _path(
        self, origin: Point, base: int, launch: ShotLaunch, told: _Told
    ) -> Iterator[FlightPoint]:
        """The flight in points, for display, and where the bolt lies."""
        secant = isqrt((1 << 2 * DETAIL) + launch.slope * launch.slope)
        level_speed = (launch.speed << DETAIL) // secant

        def point(x: int, high: int, ms: int) -> FlightPoint:
            there = (
                origin.x + _shared(x * launch.along_x, 1 << DETAIL),
                origin.y + _shared(x * launch.along_y, 1 << DETAIL),
            )
            return FlightPoint(*there, high, ms)

        for sample in range(SAMPLES + 1):
            x = told.ended * sample // SAMPLES
            high = height_of(x, base + MUZZLE, launch)
            yield point(x, max(0, high), x * 1000 // level_speed)
        took = told.ended * 1000 // level_speed + rolling_time(told.lies - told.ended, told.energy)
        last = point(told.lies, 0, took)
        yield last._replace(height=self.ground.height_at(Point(last.x, last.y)))
