"""How fast the geometry of tables is: a table of 10 × 8 ft with 120 figures, and a crowded one.

python -m tests.bench tabletop
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from engine.tabletop.buffered_shapes import is_nearer
from engine.tabletop.feature_kinds import FigureScale
from engine.tabletop.footprints import PlacedPiece, footprint_core
from engine.tabletop.formations import FigureFormation, assign_places, formation_places
from engine.tabletop.proximity import ProximityIndex
from engine.tabletop.reachable_area import reachable_area
from engine.tabletop.shapes import FOOT, Disc, Point, Polygon, WideLine
from engine.tabletop.shot_flight import ROUGHLY, GunAim, ShotModel
from engine.tabletop.tabletop_map import FeatureShape, TabletopFeature, TabletopMap
from engine.tabletop.tabletop_paths import TabletopPaths
from engine.tabletop.tabletop_terrain import TabletopTerrain
from tests.bench.rows import MS, Row, time_row
from tests.bench.sizes import sized
from tests.bench.timing import Work, seconds

FOOT_MOVE, HORSE_MOVE = 192, 384
REPEATS = sized(15, 5)
FIGURES, FEATURES = 1000, 500


def rows() -> Iterator[Row]:
    """Yield ways, what all figures are asked at once, and both on a crowded table."""
    ground, stands = TabletopTerrain(farms()), armies()
    yield from _rows_of_ways(ground, stands)
    yield from _rows_of_all(ground, stands)
    yield from _crowded()


def farms() -> TabletopMap:
    """Two farms, a wood, a hill and a wall, as in the first scenario of the rules."""
    farm = _square(2 * FOOT, 614, FOOT, 154), _square(7 * FOOT, 4 * FOOT, FOOT, 154)
    wood = [Point(864, 883), Point(960, 998), Point(1075, 845), Point(998, 730)]
    hill = [Point(1382, 269), Point(1728, 230), Point(1805, 461), Point(1498, 538)]
    shapes: list[tuple[str, FeatureShape]] = [
        *(("house", each) for each in farm),
        *(("tree", Disc(at, 48)) for at in wood),
        ("hill", Polygon(tuple(hill))),
        ("wall", WideLine((Point(614, 998), Point(806, 1152)), 12)),
    ]
    return TabletopMap(10 * FOOT, 8 * FOOT, features=_features(shapes))


def _square(x: int, y: int, width: int, depth: int) -> Polygon:
    corners = ((x, y), (x + width, y), (x + width, y + depth), (x, y + depth))
    return Polygon(tuple(Point(*each) for each in corners))


def _features(shapes: list[tuple[str, FeatureShape]]) -> tuple[TabletopFeature, ...]:
    scale = FigureScale.LITTLE_WARS
    return tuple(
        TabletopFeature.of_kind(f"{kind}-{each}", kind, shape, scale)
        for each, (kind, shape) in enumerate(shapes)
    )


def armies() -> list[PlacedPiece]:
    """Sixty a side, come near each other round the wood."""
    found = []
    for side, foot, horse in (("red", 620, 560), ("blue", 1200, 1260)):
        for type_, number, y in (("foot", 40, foot), ("horse", 20, horse)):
            laid = formation_places(
                FigureFormation.LINE, number, Point(620, y), Point(1300, y), type_
            )
            found += [
                PlacedPiece(f"{side}-{type_}-{each}", side, type_, *at)
                for each, at in enumerate(laid)
            ]
    return found


# --- ways -----------------------------------------------------------------------------------------


def _rows_of_ways(ground: TabletopTerrain, stands: list[PlacedPiece]) -> Iterator[Row]:
    ways = TabletopPaths(ground, stands)
    foot = next(one for one in stands if one.id == "red-foot-20")
    rider = PlacedPiece("rider", "red", "horse", Point(1050, 920), 0)
    among = TabletopPaths(ground, [*stands, rider])
    for work, limit, deed in (
        (
            "reach of a foot figure, 120 figures",
            5 * MS,
            lambda: reachable_area(ways, foot, FOOT_MOVE),
        ),
        (
            "reach of a horseman among trees and enemies",
            5 * MS,
            lambda: reachable_area(among, rider, HORSE_MOVE),
        ),
        ("… before the enemy's place is known", None, lambda: _anew(foot, stands)),
        ("shortest way round a wood", None, lambda: among.way(rider, Point(900, 600), 600)),
        ("20 figures laid in a line, dragging", 30 * MS, lambda: _formation(ground, stands)),
    ):
        yield _row(work, limit, deed)


def _anew(who: PlacedPiece, stands: list[PlacedPiece]) -> Any:
    return reachable_area(TabletopPaths(TabletopTerrain(farms()), stands), who, FOOT_MOVE)


def _formation(ground: TabletopTerrain, stands: list[PlacedPiece]) -> Any:
    """What a gesture asks: all from the stands to the ways of twenty round the wood."""
    chosen = {one.id: one.at for one in stands if one.id.startswith("red-foot")}
    twenty = dict(list(chosen.items())[10:30])
    laid = formation_places(FigureFormation.LINE, 20, Point(780, 800), Point(1160, 820))
    goals = {id_: place.at for id_, place in assign_places(twenty, laid).items()}
    return TabletopPaths(ground, stands).group_paths(goals, dict.fromkeys(goals, 300))


# --- all at once ----------------------------------------------------------------------------------


def _rows_of_all(ground: TabletopTerrain, stands: list[PlacedPiece]) -> Iterator[Row]:
    gunnery, aim = ShotModel(ground, stands), GunAim(Point(960, 400), Point(960, 1200))
    for work, limit, deed in (
        ("a shot", 0.2 * MS, lambda: gunnery.fly(aim, (480, 510, 500))),
        ("expected kills of a shot", None, lambda: gunnery.expected(aim)),
        ("… roughly", None, lambda: gunnery.expected(aim, (), ROUGHLY)),
        ("isolation of all groups", 5 * MS, lambda: _isolation(stands)),
        ("all contacts", None, lambda: ProximityIndex(stands).contacts()),
    ):
        yield _row(work, limit, deed)


def _isolation(stands: list[PlacedPiece]) -> Any:
    throng = ProximityIndex(stands)
    groups = throng.clusters(throng.stands, 16)
    reaches = {
        one.id: HORSE_MOVE if one.type == "horse" else FOOT_MOVE for one in throng.stands.values()
    }
    return throng.supporters(groups, reaches, throng.stands)


def _crowded() -> Iterator[Row]:
    chance = Random(1000)
    shapes: list[tuple[str, FeatureShape]] = []
    for each in range(FEATURES):
        at = Point(chance.randrange(6000), chance.randrange(4000))
        tree = Disc(at, chance.randint(8, 24))
        shapes.append(("house", _square(*at, 90, 60)) if each % 3 == 0 else ("tree", tree))
    ground = TabletopTerrain(TabletopMap(6000, 4000, features=_features(shapes)))
    stands: list[PlacedPiece] = []
    free = TabletopPaths(ground, [])
    while len(stands) < FIGURES:
        at = Point(chance.randrange(6000), chance.randrange(4000))
        one = PlacedPiece(str(len(stands)), chance.choice(("red", "blue")), "foot", at)
        room = footprint_core(one)
        if free.standing_refusal(one) is None and not any(
            is_nearer(footprint_core(other), room, 1)
            for other in stands
            if abs(other.at.x - at.x) < 20 and abs(other.at.y - at.y) < 20
        ):
            stands.append(one)
    ways, gunnery = TabletopPaths(ground, stands), ShotModel(ground, stands)
    crowd = f"{FIGURES} figures, {FEATURES} features"
    aim = GunAim(Point(0, 2000), Point(3000, 2000))
    for work, deed in (
        ("reach of a figure", lambda: reachable_area(ways, stands[0], FOOT_MOVE)),
        ("a shot", lambda: gunnery.fly(aim, (500, 500, 500))),
        ("isolation of all groups", lambda: _isolation(stands)),
    ):
        yield _row(f"{work}, {crowd}", None, deed)


def _row(work: str, limit: float | None, deed: Work) -> Row:
    return time_row(work, seconds(deed, REPEATS), limit)
