"""Counters of a scenario: numbers, and side colours apart by CIEDE2000 (Sharma, Wu, Dalal 2005)."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from math import atan2, cos, degrees, exp, hypot, radians, sin
from typing import NamedTuple

from engine.scenario.scenario import Scenario, ScenarioUnit
from engine.texts import LocalText, localised

D65 = (0.95047, 1.0, 1.08883)  # the white of sRGB
FROM_SRGB = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)


class Lab(NamedTuple):
    """A colour in CIELAB under D65: lightness 0 to 100, and how red and how yellow it is."""

    lightness: float
    red: float
    yellow: float


def to_lab(colour: str) -> Lab:
    """A colour written as `#rrggbb`."""
    linear = [_linear(int(colour[place : place + 2], 16) / 255) for place in (1, 3, 5)]
    x, y, z = (
        _cube_root(sum(map(float.__mul__, row, linear)) / white)
        for row, white in zip(FROM_SRGB, D65, strict=True)
    )
    return Lab(116 * y - 16, 500 * (x - y), 200 * (y - z))


def colour_difference(one: Lab, other: Lab) -> float:
    """CIEDE2000: about 1 is just seen side by side, 100 lies between black and white."""
    grey = _seventh((hypot(*one[1:]) + hypot(*other[1:])) / 2)
    more_red = 1.5 - 0.5 * grey
    chroma = hypot(one.red * more_red, one.yellow), hypot(other.red * more_red, other.yellow)
    hue = _hue(one.red * more_red, one.yellow), _hue(other.red * more_red, other.yellow)
    turn = (hue[1] - hue[0] + 180) % 360 - 180 if chroma[0] * chroma[1] else 0.0
    if turn == -180:
        turn = 180.0 if hue[1] > hue[0] else -180.0
    light = (one.lightness + other.lightness) / 2
    strong = sum(chroma) / 2
    mean = _mean_hue(hue, chroma)
    by_light = (other.lightness - one.lightness) / (
        1 + 0.015 * (light - 50) ** 2 / (20 + (light - 50) ** 2) ** 0.5
    )
    by_chroma = (chroma[1] - chroma[0]) / (1 + 0.045 * strong)
    by_hue = 2 * (chroma[0] * chroma[1]) ** 0.5 * sin(radians(turn / 2))
    by_hue /= 1 + 0.015 * strong * _hue_weight(mean)
    rotation = -2 * _seventh(strong) * sin(radians(60 * exp(-(((mean - 275) / 25) ** 2))))
    return float((by_light**2 + by_chroma**2 + by_hue**2 + rotation * by_chroma * by_hue) ** 0.5)


def _linear(part: float) -> float:
    return float(part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4)


def _cube_root(part: float) -> float:
    return float(part ** (1 / 3) if part > (6 / 29) ** 3 else part / (3 * (6 / 29) ** 2) + 4 / 29)


def _seventh(chroma: float) -> float:
    return float((chroma**7 / (chroma**7 + 25**7)) ** 0.5)


def _hue(red: float, yellow: float) -> float:
    return degrees(atan2(yellow, red)) % 360


def _mean_hue(hue: tuple[float, float], chroma: tuple[float, float]) -> float:
    """Between two hues, the short way round; of grey and a hue, the hue."""
    total = hue[0] + hue[1]
    if not chroma[0] * chroma[1]:
        return total
    if abs(hue[0] - hue[1]) <= 180:
        return total / 2
    return (total + 360) / 2 if total < 360 else (total - 360) / 2


def _hue_weight(mean: float) -> float:
    return (
        1
        - 0.17 * cos(radians(mean - 30))
        + 0.24 * cos(radians(2 * mean))
        + 0.32 * cos(radians(3 * mean + 6))
        - 0.20 * cos(radians(4 * mean - 63))
    )


# Of sides that name no colour of their own; apart for the colour-blind too.
COLOURS = ("#c8352b", "#2b62c8", "#e0a52f", "#3d3d3d", "#64d8bb", "#49165a")
LONGEST_DESIGNATION = 4
PART = re.compile(r"[(（]([A-Za-z])[)）]$")
LIKE = 15.0  # CIEDE2000: colours nearer than that are mixed up on counters half a hex wide


def side_colours(scenario: Scenario) -> dict[str, str]:
    """The colour of each side's counters."""
    return {
        side.id: side.colour or COLOURS[number % len(COLOURS)]
        for number, side in enumerate(scenario.sides)
    }


def looks_like(one: str, other: str) -> bool:
    """Return True if counters of two colours, as `#rrggbb`, are easily mixed up."""
    return colour_difference(to_lab(one), to_lab(other)) < LIKE


def clearest_colour(taken: Iterable[str]) -> str:
    """Of the usual colours, the one that looks least like those taken."""
    near = [to_lab(colour) for colour in taken]
    return max(
        COLOURS,
        key=lambda colour: min(
            (colour_difference(to_lab(colour), each) for each in near), default=0.0
        ),
    )


def units_sharing_numbers(units: Iterable[ScenarioUnit]) -> list[list[ScenarioUnit]]:
    """The units of each side whose counters bear one number, where they are several."""
    bearers = defaultdict(list)
    for unit in units:
        bearers[unit.side, counter_designation(unit.id, unit.name)].append(unit)
    return [same for (_, said), same in bearers.items() if said.isdigit() and len(same) > 1]


def counter_designation(id_: str, name: LocalText) -> str:
    """Return the designation on a counter: the last number of a unit's name or id.

    Without any it is the head of the last part of its id, as HQ of red-hq. A letter in brackets
    after the name, as parts of one unit have, follows it.
    """
    said = localised(name, "en")
    part = PART.search(said)
    letter = part[1].upper() if part else ""
    for words in (said, id_):
        numbers = re.findall(r"\d+", words)
        if numbers:
            return (str(numbers[-1]) + letter)[-LONGEST_DESIGNATION:]
    return id_.rpartition("-")[2][:2].upper() + letter
