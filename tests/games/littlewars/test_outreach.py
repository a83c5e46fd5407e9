"""What is shown of how far men come: true to what is in their way (G6, L6)."""

from __future__ import annotations

import pytest
import shapely

from engine.games.littlewars.adapter.rules import LITTLEWARS
from engine.games.littlewars.men_phase import MoveMen
from tests.games.littlewars.boards import at, house, state_of, table

MEN = (("foot", "red", "foot", 20.0, 20.0), ("rider", "red", "horse", 50.0, 30.0))


@pytest.mark.parametrize(("id_", "inches"), [("foot", 12), ("rider", 24)])
def test_in_the_open_men_come_as_far_as_their_arm_goes(id_: str, inches: int) -> None:
    """L6.1, L6.2: infantry up to 12 in, cavalry up to 24."""
    state = state_of(MEN, ground=table(200, 200))
    (outline,) = LITTLEWARS.outreach(state, MoveMen("red"), [id_])
    area = shapely.area(shapely.Polygon(outline))
    assert abs(area / (3.1416 * (16 * inches) ** 2) - 1) < 0.02


def test_behind_a_house_one_comes_less_far() -> None:
    """EX20: straight distance 11 in, way round 13 in: not reached."""
    ground = table(72, 60, [house("farm", 14, 21.5, 26, 25)])
    state = state_of(MEN, ground=ground)
    (outline,) = LITTLEWARS.outreach(state, MoveMen("red"), ["foot"])
    reached = shapely.Polygon(outline)
    assert not shapely.contains(reached, shapely.Point(at(20, 31)))
    assert shapely.contains(reached, shapely.Point(at(20, 9)))
