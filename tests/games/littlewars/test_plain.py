"""The referee's own geometry and shot, held against the worked examples."""

from __future__ import annotations

import pytest

from tests.games.littlewars.plain import Form, crossings, form, gap, is_inside, meets
from tests.games.littlewars.plain_shot import Standing, elevation, shoot

FT, IN = 192, 16


def man(name: str, x: float, y: float) -> Standing:
    return Standing(name, form("foot", (x, y), 0), 0, 32)


@pytest.mark.parametrize(
    ("feet", "tangent"), [(3, 0.012), (6, 0.035), (12, 0.075), (18, 0.116), (27, 0.178)]
)
def test_ex12_tangent_of_elevation(feet: int, tangent: float) -> None:
    """Tangent of elevation for 3, 6, 12, 18, 27 ft: 0.012, 0.035, 0.075, 0.116, 0.178."""
    assert int(1000 * elevation(feet * FT)) / 1000 == tangent


def test_ex11_a_true_shot_fells_a_man_12_ft_off() -> None:
    """Faces (500,500,500) at a man 12 ft off: he falls."""
    target = man("a", 0, 12 * FT)
    made = shoot((0, 0), (0, 12 * FT), (500, 500, 500), "practised", [target], [])
    assert made.knocked == ["a"]


def test_ex11_a_bearing_of_999_misses_by_more_than_3_in() -> None:
    """(999,500,500): over 3 in wide, miss."""
    target = man("a", 0, 12 * FT)
    made = shoot((0, 0), (0, 12 * FT), (999, 500, 500), "practised", [target], [])
    assert made.knocked == []
    assert not made.touched


def test_ex11_a_low_shot_rolls_on_and_fells_him() -> None:
    """(500,20,500): low elevation, the bolt lands short, rolls on and he falls."""
    target = man("a", 0, 12 * FT)
    made = shoot((0, 0), (0, 12 * FT), (500, 20, 500), "practised", [target], [])
    assert made.landed is not None
    assert made.landed[1] < 12 * FT - 6
    assert made.knocked == ["a"]


def test_ex11_of_a_file_of_six_three_fall() -> None:
    """File of six 1½ in apart: three fall."""
    file = [man(f"a{n}", 0, 12 * FT + n * 24) for n in range(6)]
    made = shoot((0, 0), (0, 12 * FT), (500, 500, 500), "practised", file, [])
    assert made.knocked == ["a0", "a1", "a2"]


def test_a_wall_stops_a_low_bolt() -> None:
    wall = Standing("w", Form(((-50, 300), (50, 300)), 2), 0, 32)
    made = shoot((0, 0), (0, 600), (500, 500, 500), "practised", [man("a", 0, 600)], [wall])
    assert (made.knocked, made.stopped) == ([], "w")


def test_gaps_of_footprints() -> None:
    assert gap(form("foot", (0, 0), 0), form("foot", (14, 0), 0)) == 2
    assert gap(form("horse", (0, 0), 90), form("foot", (20, 0), 0)) == pytest.approx(0)
    assert gap(form("gun", (0, 0), 0), form("foot", (0, 48), 0)) == 10
    assert gap(form("gun", (0, 0), 0), form("foot", (36, 0), 0)) == 10
    assert gap(form("foot", (0, 0), 0, True), form("foot", (8, 0), 0, True)) == 2


def test_insides_paths_and_contours() -> None:
    square = Form(((0, 0), (100, 0), (100, 100), (0, 100)), 0, True)
    inner = Form(((40, 40), (60, 40), (60, 60), (40, 60)), 0, True)
    assert is_inside((50, 50), square)
    assert not is_inside((150, 50), square)
    assert meets([(-50, 50), (50, 50)], 6, [square])
    assert not meets([(-50, 110), (150, 110)], 6, [square])
    found = crossings([(-50, 50), (150, 50)], [square, inner])
    assert [(round(along), up) for along, up in found] == [
        (50, True), (90, True), (110, False), (150, False),
    ]  # fmt: skip
