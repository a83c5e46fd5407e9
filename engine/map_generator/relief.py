"""Hills and valleys as heights, before any water has run over them."""

from __future__ import annotations

import numpy as np

from engine.map_generator.grid_arrays import WIDTH, GridArrays
from engine.map_generator.recipe import MapRecipe
from engine.map_generator.seeded_noise import ONE, Numbers, octave_noise, random_index, ridge_noise

HIGH = 64 * ONE  # the height of the highest hill
TILT = 30  # of a hundred: how much higher one side of the map lies, beside the hills
OCTAVES = 4
ROUGHNESS = 45  # of a thousand of the height: what makes waters wind
COMPASS = ((1024, 0), (887, 512), (512, 887), (0, 1024), (-512, 887), (-887, 512))


def generate_heights(recipe: MapRecipe, lay: GridArrays) -> Numbers:
    """The height of each hex, 0 … `HIGH`: hills on a sheet that leans to one side."""
    x, y = lay.places
    length, seed = recipe.hills * WIDTH, recipe.seed * 64
    warp = WIDTH * recipe.hills // 3
    bent_x = x + octave_noise(seed + 1, x, y, length, 2) * warp // ONE
    bent_y = y + octave_noise(seed + 5, x, y, length, 2) * warp // ONE
    rounded = (octave_noise(seed + 10, bent_x, bent_y, length, OCTAVES) + 700) * ONE // 1400
    sharp = ridge_noise(seed + 20, bent_x, bent_y, length * 3 // 2, OCTAVES)
    mixed = (rounded * (100 - recipe.ridges) + sharp * recipe.ridges) // 100
    leaning = stretch_values(_leaning(recipe, x, y), ONE) * TILT // 100
    broad = _with_valleys(
        stretch_values(stretch_values(mixed, ONE) + leaning, HIGH), recipe.valleys
    )
    rough = octave_noise(seed + 30, x, y, 6 * WIDTH, 3) * (HIGH // ONE) * ROUGHNESS // 1000
    return stretch_values(broad + rough, HIGH)


def heights_to_levels(heights_: Numbers, relief: int) -> Numbers:
    """Heights as whole levels, 0 … `relief`."""
    return np.minimum(heights_ * (relief + 1) // (HIGH + 1), relief)


def stretch_values(values: Numbers, high: int) -> Numbers:
    """Values stretched to 0 … `high`."""
    low, top = int(values.min()), int(values.max())
    return (values - low) * high // max(top - low, 1)


def _leaning(recipe: MapRecipe, x: Numbers, y: Numbers) -> Numbers:
    """Return the height of the sheet without hills; one of twelve directions is down."""
    way = random_index(recipe.seed, 12, 77)
    right, down = COMPASS[way % 6]
    sign = 1 if way < 6 else -1
    return sign * (x * right + y * down) // WIDTH


def _with_valleys(values: Numbers, share: int) -> Numbers:
    """Low ground made broad and flat, as rivers do; hills keep their height."""
    flat = values * values // HIGH
    return (values * (100 - share) + flat * share) // 100
