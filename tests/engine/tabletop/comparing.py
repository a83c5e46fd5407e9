"""Cases of distances, standing, going and shots at random, ours beside the plain reference's.

`python -m tests.engine.tabletop.comparing 10000 [SEED]` looks at so many; the suite at some.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from random import Random

from engine.tabletop.buffered_shapes import (
    BufferedShape,
    core_of,
    is_nearer,
    is_within,
    least_distance,
)
from engine.tabletop.footprints import PlacedPiece, footprint_core
from engine.tabletop.proximity import ProximityIndex
from engine.tabletop.shapes import Point
from engine.tabletop.shot_flight import FACES, GunAim, GunnerySkill, ShotModel
from engine.tabletop.tabletop_paths import TabletopPaths, length_of, stand_at_end
from engine.tabletop.tabletop_terrain import TabletopTerrain
from tests.engine.tabletop.made_tables import made_stands, made_table, somewhere
from tests.engine.tabletop.plain_distance import plain_gap, plainly_nearer, plainly_within
from tests.engine.tabletop.plain_flight import PlainShot
from tests.engine.tabletop.plain_ways import PlainWays

CASES_A_TABLE = 40
Differing = list[str]


class Scene:
    """A table with those who stand there."""

    def __init__(self, seed: int, features: int = 12, stands: int = 40) -> None:
        self.seed, self.chance = seed, Random(seed)
        self.ground = TabletopTerrain(made_table(seed, features))
        self.stands = made_stands(self.chance, stands)
        self.ways, self.throng = (
            TabletopPaths(self.ground, self.stands),
            ProximityIndex(self.stands),
        )
        self.gunnery = ShotModel(self.ground, self.stands)
        shapes = [core_of(one.shape) for one in self.ground.table.features]
        self.cores: list[BufferedShape] = shapes + [footprint_core(one) for one in self.stands]

    def somewhere(self) -> Point:
        return somewhere(self.chance)


def distances(scene: Scene) -> bool:
    """Two shapes: how far they are apart, and whether they are within and nearer than that."""
    one, other = scene.chance.choice(scene.cores), scene.chance.choice(scene.cores)
    apart = plain_gap(one, other)
    return least_distance(one, other) == apart and all(
        is_within(one, other, length) == plainly_within(one, other, length)
        and is_nearer(one, other, length) == plainly_nearer(one, other, length)
        for length in (0, max(0, apart - 1), apart)
    )


def near(scene: Scene) -> bool:
    """Those near one of the figures."""
    one, length = scene.chance.choice(scene.stands), scene.chance.randrange(200)
    room = footprint_core(one)
    found = [
        other.id
        for other in scene.stands
        if other.id != one.id and plainly_within(room, footprint_core(other), length)
    ]
    return list(scene.throng.within([one.id], length)) == found


def going(scene: Scene) -> bool:
    """Whether one may go a way of one or two legs, and stand where it ends."""
    who = scene.chance.choice(scene.stands)
    goal = scene.chance.choice([scene.somewhere(), scene.chance.choice(scene.stands).at])
    goal = Point(goal.x + scene.chance.randint(-20, 20), goal.y + scene.chance.randint(-20, 20))
    path = (who.at, scene.somewhere(), goal)[:: scene.chance.choice((1, 2))]
    plain = PlainWays(scene.ground, scene.stands, who)
    may_stand = plain.may_stand(stand_at_end(who, path))
    if (scene.ways.standing_refusal(stand_at_end(who, path)) is None) != may_stand:
        return False
    return (scene.ways.why_not(who, path) is None) == (may_stand and plain.may_go(path))


def shots(scene: Scene) -> bool:
    """Who falls by a shot, and what became of the bolt."""
    chance, origin = scene.chance, scene.somewhere()
    faces = (chance.randint(1, FACES), chance.randint(1, FACES), chance.randint(1, FACES))
    aim = GunAim(
        origin, chance.choice([one.at for one in scene.stands]), chance.choice(list(GunnerySkill))
    )
    if aim.origin == aim.target:
        return True
    spared = [one.id for one in scene.stands if abs(one.at.x - origin.x) < 60]
    left: list[PlacedPiece] = [one for one in scene.stands if one.id not in spared]
    flight = scene.gunnery.fly(aim, faces, spared)
    plain = PlainShot(scene.ground, left, aim, faces).fly()
    met = flight.touched or flight.stopped_by
    told = (list(flight.fallen), flight.ending.value, met)
    return told == (plain.fallen, plain.ending, plain.met)


def ways(scene: Scene) -> bool:
    """The shortest way round everything; slow, the whole graph is made."""
    who, goal = scene.stands[0], scene.somewhere()
    found = scene.ways.obstacles_for(who).shortest(who.at, goal)
    plain = PlainWays(scene.ground, scene.stands, who)
    if found is None:
        return plain.shortest(goal) is None
    return length_of(found) == plain.shortest(goal) and plain.may_go(found)


CASES: dict[str, Callable[[Scene], bool]] = {
    "distances": distances,
    "near": near,
    "going": going,
    "shots": shots,
}


def differing(case: str, number: int, seed: int) -> Differing:
    """The cases in which the two differ, by table and number."""
    found = []
    for table in range(-(-number // CASES_A_TABLE)):
        scene = Scene(1_000 * seed + table)
        for each in range(min(CASES_A_TABLE, number - table * CASES_A_TABLE)):
            if not CASES[case](scene):
                found.append(f"{case} {scene.seed}:{each}")
    return found


def differing_ways(number: int, seed: int) -> Differing:
    """The same of shortest ways, one a table."""
    scenes = (Scene(1_000 * seed + each, features=4, stands=6) for each in range(number))
    return [f"ways {scene.seed}" for scene in scenes if not ways(scene)]


def main() -> None:
    """Look at as many of each as are asked for; a hundredth as many shortest ways."""
    number, seed = int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 0
    found = [each for case in CASES for each in differing(case, number, seed)]
    found += differing_ways(number // 100, seed)
    sys.stdout.write(f"{number} of each of {', '.join(CASES)}, seed {seed}: {len(found)} differ\n")
    sys.stdout.writelines(f"{each}\n" for each in found)
    sys.exit(bool(found))


if __name__ == "__main__":
    main()
