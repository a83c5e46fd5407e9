"""The shot of S3–S6 in plain numbers, step by step: nobody's but the referee's."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from statistics import NormalDist

from tests.games.littlewars.plain import XY, Form, gap

SKILLS = {  # mrad, mrad, per cent (S3)
    "marksman": (0.82, 1.4, 0.4),
    "practised": (2.1, 4.4, 1.2),
    "plain": (4.4, 8.7, 2.0),
    "hasty": (8.7, 17.5, 4.0),
}
SPEED, G, MUZZLE, HALF_A_MAN, HALF_WIDTH = 9600.0, 6176.0, 20.0, 16.0, 2.0
ROLL, DRAG, STOPS, KNOCKS, GOES_ON = 0.25, 4000.0, 4.0, 960.0, 0.6
STEP = 0.5
HILLSIDE = "hillside"


@dataclass
class Standing:
    """Something on the table: its shape, the ground it is on, and its top, all over the floor."""

    id: str
    form: Form
    base: float
    top: float


@dataclass
class Course:
    """What a shot has done."""

    knocked: list[str] = field(default_factory=list)
    touched: str = ""
    stopped: str = ""
    lies: XY = (0.0, 0.0)
    landed: XY | None = None


def error(face: int) -> float:
    """The quantile a face stands for, in whole thousandths (S3)."""
    return round(NormalDist().inv_cdf((face - 0.5) / 1000) * 1000) / 1000


def elevation(away: float, rise: float = 0.0) -> float:
    """The tangent of the low solution through a point so far off and so much higher; 45° if there
    is none (S4)."""
    k = away * away * G / (2 * SPEED * SPEED)
    inner = away * away - 4 * k * (k + HALF_A_MAN + rise - MUZZLE)
    return (away - math.sqrt(inner)) / (2 * k) if inner >= 0 else 1.0


def shoot(
    gun: XY,
    target: XY,
    faces: Sequence[int],
    skill: str,
    figures: Sequence[Standing],
    features: Sequence[Standing],
    ground: Callable[[XY], float] = lambda _: 0.0,
    width: float = HALF_WIDTH,
    loft: float = 0.0,
    reach: float = 12000.0,
) -> Course:
    """The course of one shot; `loft` moves its height by so much, `width` is the bolt's half."""
    sigma_b, sigma_e, sigma_v = SKILLS[skill]
    z1, z2, z3 = map(error, faces)
    away = math.dist(gun, target)
    base = ground(gun)
    tangent = elevation(away, ground(target) - base) + z2 * sigma_e / 1000
    speed = SPEED * (1 + z3 * sigma_v / 100)
    turn = z1 * sigma_b / 1000
    ahead = ((target[0] - gun[0]) / away, (target[1] - gun[1]) / away)
    aim = (ahead[0] + turn * ahead[1], ahead[1] - turn * ahead[0])
    size = math.hypot(*aim)
    way = (aim[0] / size, aim[1] / size)

    def at(s: float) -> XY:
        return gun[0] + s * way[0], gun[1] + s * way[1]

    track = Form((gun, at(reach)), width)
    men = [one for one in figures if gap(track, one.form) <= 0]
    things = [one for one in features if gap(track, one.form) <= 0]

    def over(s: float) -> float:
        fall = s * s * (1 + tangent * tangent) * G / (2 * speed * speed)
        return base + MUZZLE + s * tangent - fall + loft

    made, passed, s = Course(), set[str](), STEP
    while s < reach:
        here, z = Form((at(s),), width), over(s)
        hit = next((m for m in men if z < m.top and gap(here, m.form) <= 0), None)
        wall = next((t for t in things if z < t.top and gap(here, t.form) <= 0), None)
        if wall is not None and wall.id not in passed:
            made.stopped, made.lies = wall.id, at(s)
            return made
        if hit is not None:
            made.knocked.append(hit.id)
            passed.add(hit.id)
            break
        if z <= ground(at(s)):
            if ground(at(s)) > ground(at(s - STEP)):
                made.stopped, made.lies = HILLSIDE, at(s)
                return made
            break
        s += STEP
    made.landed = at(s)
    v2 = (ROLL * speed / math.hypot(1, tangent)) ** 2
    while v2 > 0 and s < reach:
        here, floor = Form((at(s),), width), ground(at(s))
        wall = next((t for t in things if t.top - floor > STOPS and gap(here, t.form) <= 0), None)
        if wall is not None:
            made.stopped = wall.id
            break
        if floor - ground(at(s - STEP)) > STOPS:
            made.stopped = HILLSIDE
            break
        met = next((m for m in men if m.id not in passed and gap(here, m.form) <= 0), None)
        if met is not None:
            passed.add(met.id)
            if v2 < KNOCKS**2:
                made.touched = met.id
                break
            made.knocked.append(met.id)
            v2 *= GOES_ON**2
        s, v2 = s + STEP, v2 - 2 * DRAG * STEP
    made.lies = at(s)
    return made
