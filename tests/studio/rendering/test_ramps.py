"""Elevation ramps: told apart by everybody, and the same on the canvas and on paper.

Colour blindness is simulated with the matrices for dichromats of Machado, Oliveira and Fernandes
(IEEE TVCG 15(6), 2009) on linear RGB; differences are CIEDE2000 (Sharma, Wu and Dalal, 2005).
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from numpy.typing import NDArray

from engine.hexes.grid import Grid
from engine.map.map import Map
from engine.map.terrain import load_catalogue
from studio.canvas.canvas_content import LayerSettings
from studio.canvas.hex_colours import ground_colour_table
from studio.rendering.map.relief_painter import level_tints, tint_at

Colour = NDArray[np.float64]

EYES = {
    "usual": np.eye(3),
    "protanopia": np.array(
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216],
         [-0.003882, -0.048116, 1.051998]]
    ),
    "deuteranopia": np.array(
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413],
         [-0.011820, 0.042940, 0.968881]]
    ),
}  # fmt: skip
SAFE = ("cividis", "violet", "grey")
TO_XYZ = np.array(
    [[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750],
     [0.0193339, 0.1191920, 0.9503041]]
)  # fmt: skip
WHITE = np.array([0.95047, 1.0, 1.08883])


def lab(rgb: Colour, eye: str) -> Colour:
    """CIELAB of a colour of 0…255 as an eye sees it."""
    parts = rgb / 255
    linear = np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)
    seen = np.clip(EYES[eye] @ linear, 0, 1)
    t = TO_XYZ @ seen / WHITE
    x, y, z = np.where(t > 216 / 24389, np.cbrt(t), (24389 / 27 * t + 16) / 116)
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


def difference(one: Colour, other: Colour) -> float:
    """CIEDE2000 between two colours in CIELAB."""
    lightness = (one[0] + other[0]) / 2
    both = (np.hypot(*one[1:]) + np.hypot(*other[1:])) / 2
    redder = 1.5 - 0.5 * np.sqrt(both**7 / (both**7 + 25.0**7))
    chroma, hue = np.empty(2), np.empty(2)
    for place, (_, a, b) in enumerate((one, other)):
        chroma[place] = np.hypot(a * redder, b)
        hue[place] = np.degrees(np.arctan2(b, a * redder)) % 360
    turn = (hue[1] - hue[0] + 180) % 360 - 180 if chroma.all() else 0.0
    middle = hue[0] + turn / 2 if chroma.all() else hue.sum()
    mean = chroma.mean()
    angles = np.radians([middle - 30, 2 * middle, 3 * middle + 6, 4 * middle - 63])
    weight = 1 + np.cos(angles) @ [-0.17, 0.24, 0.32, -0.20]
    bright = (other[0] - one[0]) / (1 + 0.015 * (lightness - 50) ** 2 / np.sqrt(
        20 + (lightness - 50) ** 2))  # fmt: skip
    strong = (chroma[1] - chroma[0]) / (1 + 0.045 * mean)
    turned = 2 * np.sqrt(chroma.prod()) * np.sin(np.radians(turn / 2)) / (1 + 0.015 * mean * weight)
    blue = 60 * np.exp(-(((middle % 360 - 275) / 25) ** 2))
    bent = -2 * np.sqrt(mean**7 / (mean**7 + 25.0**7)) * np.sin(np.radians(blue))
    return float(np.sqrt(bright**2 + strong**2 + turned**2 + bent * strong * turned))


def levels_seen(ramp: str, eye: str, count: int) -> list[Colour]:
    """So many levels of a ramp, evenly spread."""
    shades = [tint_at(load_catalogue().ramps[ramp], t) for t in np.linspace(0, 1, count)]
    return [lab(np.array([s.red(), s.green(), s.blue()], float), eye) for s in shades]


@pytest.mark.parametrize(
    ("one", "other", "published"),
    [  # from the table of Sharma, Wu and Dalal
        ((50.0, 2.6772, -79.7751), (50.0, 0.0, -82.7485), 2.0425),
        ((50.0, 2.5, 0.0), (73.0, 25.0, -18.0), 27.1492),
        ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
        ((2.0776, 0.0795, -1.1350), (0.9033, -0.0636, -0.5514), 0.9082),
    ],
)
def test_the_difference_of_colours_is_the_published_one(
    one: tuple[float, ...], other: tuple[float, ...], published: float
) -> None:
    assert difference(np.array(one), np.array(other)) == pytest.approx(published, abs=1e-4)


@pytest.mark.parametrize("eye", EYES)
@pytest.mark.parametrize("ramp", SAFE)
def test_neighbouring_levels_of_a_safe_ramp_stay_apart(ramp: str, eye: str) -> None:
    for count, least in ((6, 5.0), (11, 2.3)):  # 2.3 is the difference that is just noticed
        seen = levels_seen(ramp, eye, count)
        apart = [difference(*pair) for pair in pairwise(seen)]
        assert min(apart) >= least


@pytest.mark.parametrize("eye", EYES)
@pytest.mark.parametrize("ramp", load_catalogue().ramps)
def test_higher_is_darker_for_every_eye(ramp: str, eye: str) -> None:
    lightness = [seen[0] for seen in levels_seen(ramp, eye, 21)]
    assert lightness == sorted(lightness, reverse=True)


@pytest.mark.parametrize("ramp", load_catalogue().ramps)
def test_canvas_and_paper_tint_alike(ramp: str) -> None:
    canvas = ground_colour_table(Map.blank(Grid(2, 2)), -2, 7, LayerSettings(ramp=ramp))[0]
    paper = level_tints(load_catalogue().ramps[ramp], range(-2, 8))
    assert canvas.tolist() == [paper[level].rgba() for level in range(-2, 8)]
