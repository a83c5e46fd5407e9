"""Hexes as values: axial coordinates, and everything that needs neither orientation nor a map.

Coordinates are axial, as in Amit Patel's "Hexagonal Grids": the third cube coordinate is
``-q - r``. What depends on which way hexes point, on how rows are shifted and on where a map ends
lives in `engine.hexes.grid`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

SIDES = 6


class Hex(NamedTuple):
    """One hex by its axial coordinates; it belongs to no map.

    >>> origin = Hex(0, 0)
    >>> origin.moved((1, -1), times=3)
    Hex(q=3, r=-3)
    >>> distance(origin, Hex(2, 1))
    3
    >>> len(disc(origin, 2))
    19
    """

    q: int
    r: int

    @property
    def s(self) -> int:
        """The third cube coordinate: q + r + s = 0."""
        return -self.q - self.r

    def moved(self, step: tuple[int, int], times: int = 1) -> Hex:
        """The hex `times` steps away."""
        return Hex(self.q + times * step[0], self.r + times * step[1])

    def offset_from(self, origin: Hex) -> Hex:
        """This hex seen from `origin`: what to add to the origin to come here."""
        return Hex(self.q - origin.q, self.r - origin.r)


# Once round a hex; neighbours in this circle differ by a turn of 60°.
STEPS: tuple[Hex, ...] = (Hex(1, 0), Hex(1, -1), Hex(0, -1), Hex(-1, 0), Hex(-1, 1), Hex(0, 1))


@dataclass(frozen=True, slots=True, order=True)
class HexSide:
    """The edge two adjacent hexes share: one value for one edge, whichever hex is named first.

    Raises ValueError when the hexes do not touch.

    >>> HexSide(Hex(0, 0), Hex(1, 0)) == HexSide(Hex(1, 0), Hex(0, 0))
    True
    >>> HexSide(Hex(0, 0), Hex(1, 0)).opposite_hex(Hex(0, 0))
    Hex(q=1, r=0)
    >>> HexSide(Hex(0, 0), Hex(2, 0))
    Traceback (most recent call last):
    ValueError: Hex(q=0, r=0) and Hex(q=2, r=0) do not touch, so they share no hexside.
    """

    first: Hex
    second: Hex

    def __post_init__(self) -> None:
        if distance(self.first, self.second) != 1:
            raise ValueError(
                f"{self.first} and {self.second} do not touch, so they share no hexside."
            )
        if self.second < self.first:
            first, second = self.second, self.first
            object.__setattr__(self, "first", first)
            object.__setattr__(self, "second", second)

    def opposite_hex(self, hex_: Hex) -> Hex:
        """The hex on the far side of this edge."""
        assert hex_ in (self.first, self.second)
        return self.second if hex_ == self.first else self.first


def distance(a: Hex, b: Hex) -> int:
    """Hexes from a to b: the fewest steps between neighbours."""
    (aq, ar), (bq, br) = a, b  # without `max`, as this is asked for more often than anything else
    dq, dr = aq - bq, ar - br
    if (dq < 0) == (dr < 0):
        return abs(dq + dr)
    return abs(dq) if abs(dq) > abs(dr) else abs(dr)


def neighbours(hex_: Hex) -> Iterator[Hex]:
    """The six hexes that touch this one, once round."""
    return (hex_.moved(step) for step in STEPS)


def ring(centre: Hex, radius: int) -> list[Hex]:
    """The 6 · radius hexes exactly `radius` away, once round; the centre alone for radius 0."""
    if radius == 0:
        return [centre]
    corner = centre.moved(STEPS[4], radius)
    hexes = []
    for step in STEPS:
        for _ in range(radius):
            hexes.append(corner)
            corner = corner.moved(step)
    return hexes


def disc(centre: Hex, radius: int) -> list[Hex]:
    """The 1 + 3 · radius · (radius + 1) hexes at most `radius` away, ring by ring outward."""
    return [hex_ for distance_ in range(radius + 1) for hex_ in ring(centre, distance_)]


def line(a: Hex, b: Hex) -> list[Hex]:
    """One hex a step from a to b, both included, each the nearest to the line between the centres.

    Exact integers throughout. A point midway between two hexes counts to the one with the larger
    r, then the larger q, so that the way back passes the same hexes.
    """
    length = distance(a, b)
    return [_nearest(a, b, step, length) for step in range(length + 1)]


def _nearest(a: Hex, b: Hex, step: int, length: int) -> Hex:
    if length == 0:
        return a
    # The point in units of 1/length of a hex; the nearest hexes round its coordinates down or up.
    q, r = a.q * length + (b.q - a.q) * step, a.r * length + (b.r - a.r) * step
    low_q, low_r = q // length, r // length
    around = (Hex(low_q + i, low_r + j) for j in (0, 1) for i in (0, 1))
    return min(
        around,
        key=lambda hex_: (_square(hex_.q * length - q, hex_.r * length - r), -hex_.r, -hex_.q),
    )


def _square(q: int, r: int) -> int:
    """The square of the Euclidean length of an axial vector."""
    return q * q + q * r + r * r


def rotate_hex(hex_: Hex, centre: Hex, sixths: int) -> Hex:
    """The hex turned about `centre` by `sixths` times 60°, clockwise where r grows downwards."""
    q, r = hex_.offset_from(centre)
    for _ in range(sixths % SIDES):
        q, r = -r, q + r
    return Hex(centre.q + q, centre.r + r)
