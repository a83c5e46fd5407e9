"""S1-S9: the shot as geometry."""

from __future__ import annotations

from random import Random
from statistics import NormalDist

import pytest

from engine.tabletop.footprints import PlacedPiece
from engine.tabletop.shapes import FOOT, Disc, Point, Polygon, WideLine
from engine.tabletop.shot_flight import (
    FACES,
    ROUGHLY,
    GunAim,
    GunnerySkill,
    ShotEnding,
    ShotFlight,
    ShotModel,
    deviation_quantiles,
    elevation_tangent,
    launch_of,
)
from engine.tabletop.tabletop_map import TabletopFeature, TabletopMap
from engine.tabletop.tabletop_terrain import TabletopTerrain
from tests.engine.tabletop.made_tables import (
    feature,
    made_stands,
    made_table,
)
from tools.quantiles import quantile

GUN = Point(100, 1000)
STILL = (500, 500, 500)


def men(*at: tuple[int, int]) -> list[PlacedPiece]:
    """Men so far off the gun and so far to the left of its line."""
    places = [Point(GUN.x + far, GUN.y + aside) for far, aside in at]
    return [PlacedPiece(str(each), "blue", "foot", place) for each, place in enumerate(places)]


def shot(
    stands: list[PlacedPiece],
    faces: tuple[int, int, int] = STILL,
    *features: TabletopFeature,
    feet: int = 12,
) -> ShotFlight:
    ground = TabletopTerrain(TabletopMap(6000, 3000, features=features))
    aim = GunAim(GUN, Point(GUN.x + feet * FOOT, GUN.y))
    return ShotModel(ground, stands).fly(aim, faces)


def rolls(number: int, seed: int) -> list[tuple[int, int, int]]:
    chance = Random(seed)
    return [tuple(chance.randint(1, FACES) for _ in range(3)) for _ in range(number)]  # type: ignore[misc]


# --- the dice -------------------------------------------------------------------------------------


def test_the_quantiles_are_those_of_the_normal_distribution() -> None:
    """S3: face f stands for the (f − ½)/1000 quantile z, in whole thousandths."""
    normal = NormalDist()
    assert len(deviation_quantiles()) == FACES
    for face, z in enumerate(deviation_quantiles(), 1):
        assert abs(z - 1000 * normal.inv_cdf((face - 0.5) / FACES)) < 0.501


@pytest.mark.parametrize("face", [1, 2, 77, 500, 501, 999, 1000])
def test_the_table_of_quantiles_is_what_its_script_makes(face: int) -> None:
    assert deviation_quantiles()[face - 1] == quantile(face)


def test_the_tangents_of_elevation() -> None:
    """EX12: for 3, 6, 12, 18, 27 ft: 0.012, 0.035, 0.075, 0.116, 0.178."""
    found = [elevation_tangent(feet * FOOT, -4) * 1000 >> 20 for feet in (3, 6, 12, 18, 27)]
    assert found == [12, 35, 75, 116, 178]


def test_what_nothing_reaches_is_aimed_at_with_45_degrees() -> None:
    """S4: T the low solution through the target point, or 45° if none."""
    assert elevation_tangent(20_000, 0) == 1 << 20


# --- one shot -------------------------------------------------------------------------------------


def test_a_shot_without_error_fells_the_man_aimed_at() -> None:
    """EX11: faces (500,500,500) at a man 12 ft off: he falls."""
    assert shot(men((12 * FOOT, 0))).fallen == ("0",)


def test_a_shot_far_aside_misses() -> None:
    """EX11: (999,500,500): a miss."""
    flight = shot(men((12 * FOOT, 0)), (999, 500, 500))
    assert (flight.fallen, flight.killed) == ((), ())


def test_a_low_shot_lands_short_rolls_on_and_he_falls() -> None:
    """EX11: (500,20,500): low elevation, the bolt lands short, rolls on and he falls."""
    flight = shot(men((12 * FOOT, 0)), (500, 20, 500))
    landing = flight.path[-2]
    assert landing.x < GUN.x + 12 * FOOT - 8
    assert landing.height == 0
    assert flight.fallen == ("0",)


def test_of_a_file_of_six_three_fall() -> None:
    """EX11: file of six 1½ in apart: three fall."""
    flight = shot(men(*((12 * FOOT + 24 * each, 0) for each in range(6))))
    assert flight.fallen == ("0", "1", "2")
    assert (flight.ending, flight.touched) == (ShotEnding.TOUCHED, "3")
    assert flight.killed == ("0", "1", "2")


def test_whoever_is_touched_is_dead_only_if_nobody_fell() -> None:
    """L9.2: dead too, but only if the shot has killed nobody else."""
    landing = shot([]).path[-2].x - GUN.x
    flight = shot(men((landing + 660, 0)))
    assert (flight.fallen, flight.touched, flight.killed) == ((), "0", ("0",))


def test_a_feature_stops_the_bolt() -> None:
    """S5: a feature stops it (walls, houses, hills, tree trunks)."""
    behind = men((12 * FOOT, 0))
    wall = WideLine((Point(GUN.x + 2200, 900), Point(GUN.x + 2200, 1100)), 12)
    for kind, shape in (("wall", wall), ("tree", Disc(Point(GUN.x + 2100, 1000), 30))):
        flight = shot(behind, STILL, feature("stop", kind, shape))
        assert (flight.fallen, flight.stopped_by) == ((), "stop")


def test_a_hill_stops_a_bolt_at_its_side_and_a_shot_from_it_flies() -> None:
    corners = [(1500, 700), (2000, 700), (2000, 1300), (1500, 1300)]
    hill = feature("hill", "hill", Polygon(tuple(Point(*each) for each in corners)))
    flight = shot(men((12 * FOOT, 0)), (500, 1, 500), hill)
    assert flight.stopped_by in ("hill", "")
    low = ShotModel(TabletopTerrain(TabletopMap(6000, 3000, features=(hill,))), [])
    assert low.fly(GunAim(Point(1400, 1000), Point(1480, 1000)), STILL).stopped_by == "hill"
    high = ShotModel(
        TabletopTerrain(TabletopMap(6000, 3000, features=(hill,))),
        [PlacedPiece("m", "b", "foot", Point(3000, 1000))],
    )
    assert high.fly(GunAim(Point(1800, 1000), Point(3000, 1000)), STILL).fallen == ("m",)


def test_friends_are_hit_like_enemies_but_for_those_laid_down() -> None:
    """S7, L8.2: own men in the way may be laid down for the shot."""
    crew = PlacedPiece("crew", "red", "foot", Point(GUN.x + 40, GUN.y))
    ground = TabletopTerrain(TabletopMap(6000, 3000))
    gunnery = ShotModel(ground, [crew, *men((12 * FOOT, 0))])
    aim = GunAim(GUN, Point(GUN.x + 12 * FOOT, GUN.y))
    assert gunnery.fly(aim, STILL).fallen[0] == "crew"
    assert gunnery.fly(aim, STILL, ["crew"]).fallen == ("0",)


def test_wind_drifts_the_bolt_and_makes_errors_greater() -> None:
    """S8: a constant sideways drift in u per second of flight, and errors × 1.5."""
    aim = GunAim(GUN, Point(GUN.x + 12 * FOOT, GUN.y))
    calm, wild = (
        launch_of(aim, -4, (900, 500, 500)),
        launch_of(aim._replace(wind=0), -4, (900, 500, 500)),
    )
    assert abs(wild.along_y / calm.along_y - 1.5) < 0.01
    drift = launch_of(aim._replace(wind=96), -4, STILL)
    aside = -drift.along_y * 12 * FOOT / drift.along_x
    assert abs(aside - 96 * 12 * FOOT / 9600) < 0.5


def test_a_gun_is_not_aimed_at_itself() -> None:
    with pytest.raises(ValueError, match="aimed at itself"):
        launch_of(GunAim(GUN, GUN), 0, STILL)


# --- the tables -----------------------------------------------------------------------------------

HITS = {
    GunnerySkill.MARKSMAN: (100, 100, 100, 100, 100, 100, 99, 96, 92),
    GunnerySkill.PRACTISED: (100, 100, 97, 88, 75, 64, 54, 47, 41),
    GunnerySkill.PLAIN: (100, 88, 65, 48, 38, 29, 25, 21, 18),
    GunnerySkill.HASTY: (88, 49, 30, 22, 15, 12, 9, 8, 7),
}


@pytest.mark.parametrize("skill", HITS)
def test_a_lone_man_is_hit_as_often_as_the_table_says(skill: GunnerySkill) -> None:
    """S3: hits a lone man, % at 3 6 9 12 15 18 21 24 27 ft."""
    ground = TabletopTerrain(TabletopMap(6000, 3000))
    for feet, percent in zip(range(3, 30, 3), HITS[skill], strict=True):
        gunnery = ShotModel(ground, men((feet * FOOT, 0)))
        aim = GunAim(GUN, Point(GUN.x + feet * FOOT, GUN.y), skill)
        chance = 100 * gunnery.expected(aim).get("0", 0)
        assert abs(float(chance) - percent) < 3.5, (feet, float(chance))


S9 = [(4, 1.0, 3.0), (8, 0.99, 2.96), (12, 0.87, 2.7)]


def line_and_file(feet: int) -> tuple[list[PlacedPiece], list[PlacedPiece]]:
    far = feet * FOOT
    return (
        men(*((far, 24 * each) for each in range(-5, 6))),
        men(*((far + 24 * each, 0) for each in range(10))),
    )


@pytest.mark.parametrize(("feet", "abreast", "file"), S9)
def test_expected_kills_of_a_line_and_a_file(feet: int, abreast: float, file: float) -> None:
    """S9: 11 men abreast 1½ in apart at 4/8/12 ft: 1.0 / 0.99 / 0.87; a file of 10: 3.0 / 2.96."""
    ground, aim = (
        TabletopTerrain(TabletopMap(6000, 3000)),
        GunAim(GUN, Point(GUN.x + feet * FOOT, GUN.y)),
    )
    for stands, kills in zip(line_and_file(feet), (abreast, file), strict=True):
        expected = sum(ShotModel(ground, stands).expected(aim).values())
        assert abs(expected - kills) < 0.06, float(expected)


def test_what_is_expected_is_the_average_of_many_shots() -> None:
    chance = Random(9)
    ground, stands = TabletopTerrain(made_table(9)), made_stands(chance, 60)
    gunnery, aim = (
        ShotModel(ground, stands),
        GunAim(Point(600, -40), stands[0].at, GunnerySkill.HASTY),
    )
    shots = [gunnery.fly(aim, faces) for faces in rolls(2000, 9)]
    average = sum(len(flight.killed) for flight in shots) / len(shots)
    assert abs(average - sum(gunnery.expected(aim).values())) < 0.1


@pytest.mark.parametrize("feet", [4, 8, 12, 20])
def test_a_rough_forecast_is_near_the_close_one(feet: int) -> None:
    ground, aim = (
        TabletopTerrain(TabletopMap(6000, 3000)),
        GunAim(GUN, Point(GUN.x + feet * FOOT, GUN.y)),
    )
    for stands in line_and_file(feet):
        gunnery = ShotModel(ground, stands)
        rough = sum(gunnery.expected(aim, (), ROUGHLY).values())
        assert abs(float(rough - sum(gunnery.expected(aim).values()))) < 0.1


def test_what_is_high_above_or_deep_below_is_aimed_at_with_45_degrees() -> None:
    assert (elevation_tangent(5, 96), elevation_tangent(5, -96)) == (1 << 20, -(1 << 20))


@pytest.mark.parametrize("target", [(1, 0), (60_000, 0), (0, 3)])
def test_a_bolt_always_comes_to_rest(target: tuple[int, int]) -> None:
    hill = feature("hill", "hill", Disc(Point(60, 0), 59))
    gunnery = ShotModel(TabletopTerrain(TabletopMap(6000, 6000, features=(hill,))), [])
    for faces in rolls(60, 45):
        flight = gunnery.fly(
            GunAim(Point(0, 0), Point(*target), GunnerySkill.HASTY, wind=30), faces
        )
        assert abs(flight.lies.x) < 30_000
