"""G4: distances are edge to edge between footprints, in exact integer squares."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest

from engine.tabletop.buffered_shapes import (
    BufferedShape,
    core_of,
    distance_code,
    is_nearer,
    is_within,
    least_distance,
    meet,
    swept_band,
)
from engine.tabletop.distance_kernels import distance_code_between_cores, first_shape_near_leg
from engine.tabletop.footprints import PlacedPiece, footprint_core
from engine.tabletop.shape_arrays import ShapeArrays
from engine.tabletop.shapes import Point
from tests.engine.tabletop.made_tables import made_features, made_stands


def made_cores(chance: Random, number: int) -> list[BufferedShape]:
    found = [core_of(one.shape) for one in made_features(chance, number)]
    found += [footprint_core(stand) for stand in made_stands(chance, number)]
    tiny = [(chance.randrange(9), chance.randrange(9)) for _ in range(2 * number)]
    found += [
        swept_band(*ends, chance.randrange(5)) for ends in zip(tiny[::2], tiny[1::2], strict=True)
    ]
    return found


@pytest.mark.parametrize("seed", range(5))
def test_compiled_distances_are_the_same(seed: int) -> None:
    chance = Random(100 + seed)
    cores = made_cores(chance, 20)
    arrays = ShapeArrays.of(cores)
    for _ in range(200):
        one, other = chance.randrange(len(cores)), chance.randrange(len(cores))
        found = distance_code_between_cores(
            arrays.corners, arrays.starts[one], arrays.starts[one + 1], arrays.areas[one],
            arrays.corners, arrays.starts[other], arrays.starts[other + 1], arrays.areas[other],
        )  # fmt: skip
        assert found == distance_code(cores[one], cores[other])


@pytest.mark.parametrize("seed", range(5))
def test_a_leg_is_barred_by_what_its_band_meets(seed: int) -> None:
    chance = Random(200 + seed)
    cores = made_cores(chance, 20)
    arrays, sweep = ShapeArrays.of(cores), 12
    spans = arrays.doubled + sweep
    around = arrays.bounds + (sweep // 2) * np.array([-1, -1, 1, 1])
    for _ in range(100):
        start = (chance.randrange(1200), chance.randrange(900))
        end = (start[0] + chance.randint(-200, 200), start[1] + chance.randint(-200, 200))
        band = swept_band(start, end, sweep)
        first = next((each for each, core in enumerate(cores) if meet(core, band)), -1)
        limits = 2 * spans * spans + 1
        line: tuple[Any, ...] = (arrays.corners, arrays.starts, arrays.areas, limits, around)
        assert first_shape_near_leg(*start, *end, *line) == first


def man(x: int, y: int) -> BufferedShape:
    return footprint_core(PlacedPiece("man", "red", "foot", Point(x, y)))


def test_contact_is_at_two_sixteenths_and_not_at_three() -> None:
    """EX10: contact at 2 u yes, at 3 u no."""
    assert least_distance(man(0, 0), man(14, 0)) == 2
    assert is_within(man(0, 0), man(14, 0), 2)
    assert least_distance(man(0, 0), man(15, 0)) == 3
    assert not is_within(man(0, 0), man(15, 0), 2)


def test_six_inches_and_a_sixteenth_is_farther_than_six_inches() -> None:
    """EX8: at 6 in, and at 6 1/16 in not."""
    gun = footprint_core(PlacedPiece("gun", "red", "gun", Point(0, 0), 0))
    assert least_distance(gun, man(0, 32 + 96 + 6)) == 96
    assert least_distance(gun, man(0, 32 + 97 + 6)) == 97
    assert not is_within(gun, man(0, 32 + 97 + 6), 96)


def test_a_distance_that_is_no_whole_number_is_compared_exactly() -> None:
    assert is_within(BufferedShape(((0, 0),)), BufferedShape(((3, 4),)), 5)
    assert not is_nearer(BufferedShape(((0, 0),)), BufferedShape(((3, 4),)), 5)
    assert not is_within(BufferedShape(((0, 0),)), BufferedShape(((4000, 3001),)), 5000)
    assert is_within(BufferedShape(((0, 0),)), BufferedShape(((4000, 2999),)), 5000)
