"""G4, L10, L11: who is near whom, edge to edge."""

from __future__ import annotations

from itertools import combinations
from random import Random
from typing import Any

import networkx
import pytest

from engine.tabletop.footprints import PlacedPiece
from engine.tabletop.proximity import ProximityIndex
from engine.tabletop.shapes import INCH, Point
from tests.engine.tabletop.made_tables import made_stands
from tests.engine.tabletop.plain_distance import plain_gap, plainly_within

FOOT_MOVE, HORSE_MOVE = 12 * INCH, 24 * INCH


def man(id_: str, inches: int, side: str = "red", type_: str = "foot") -> PlacedPiece:
    """Somebody so many inches, edge to edge, to the right of a man at the left."""
    round_ = {"foot": 12, "horse": 16}[type_]
    return PlacedPiece(
        id_, side, type_, Point(100 + inches * INCH + (round_ if inches else 0), 100), 0
    )


@pytest.mark.parametrize("seed", range(4))
def test_all_distances_at_once_are_those_of_plain_fractions(seed: int) -> None:
    chance = Random(seed)
    stands = made_stands(chance, 40, 500, 400)
    throng = ProximityIndex(stands)
    pairs = {
        (one.id, other.id)
        for one, other in combinations(stands, 2)
        if one.side != other.side
        and plainly_within(throng.unit_shapes[one.id], throng.unit_shapes[other.id], 2)
    }
    assert set(throng.contacts()) == pairs
    chosen = [one.id for one in stands[:3]]
    lengths = {one: chance.randrange(60) for one in chosen}
    near = {
        other.id
        for other in stands[3:]
        if any(plainly_within(throng.unit_shapes[one], throng.unit_shapes[other.id], lengths[one])
               for one in chosen)
    }  # fmt: skip
    assert set(throng.within(chosen, lengths)) == near
    one, other = chance.sample(stands, 2)
    assert throng.gap(one.id, other.id) == plain_gap(
        throng.unit_shapes[one.id], throng.unit_shapes[other.id]
    )


def test_a_horse_beyond_the_foot_s_own_move_does_not_support_it() -> None:
    """EX9: 5 foot; 2 friends at 11 in and 1 horse at 20 in: 2·2 < 5: isolated."""
    group = [
        PlacedPiece(str(each), "red", "foot", Point(100 - 13 * each, 100)) for each in range(5)
    ]
    friends = [man("a", 11), PlacedPiece("b", "red", "foot", Point(100 + 188, 120))]
    rider = man("rider", 20, type_="horse")
    throng = ProximityIndex([*group, *friends, rider])
    reach = dict.fromkeys((one.id for one in group), FOOT_MOVE)
    ids = [one.id for one in group]
    assert throng.supporters([ids], reach, throng.stands) == (2,)


def test_with_a_horseman_in_the_group_his_own_move_counts() -> None:
    """EX9: with a horseman in the group (his 24 in): f = 3, 6 ≥ 5: supported."""
    group = [
        PlacedPiece(str(each), "red", "foot", Point(100 - 13 * each, 100)) for each in range(4)
    ]
    group.append(PlacedPiece("own", "red", "horse", Point(100, 140)))
    others = [man("a", 11), PlacedPiece("b", "red", "foot", Point(100 + 188, 120)),
              man("rider", 20, type_="horse")]  # fmt: skip
    throng = ProximityIndex([*group, *others])
    reach = {one.id: HORSE_MOVE if one.type == "horse" else FOOT_MOVE for one in group}
    ids = [one.id for one in group]
    assert throng.supporters([ids, [], ids[:4]], reach, throng.stands) == (3, 0, 3)


def test_enemies_and_those_who_do_not_count_support_nobody() -> None:
    throng = ProximityIndex(
        [man("one", 0), man("friend", 3), man("prisoner", 5), man("foe", 6, "blue")]
    )
    assert throng.supporters([["one"]], {"one": FOOT_MOVE}, ["one", "friend", "foe"]) == (1,)


def test_groups_hang_together_by_what_is_between_their_men() -> None:
    row = [PlacedPiece(str(each), "red", "foot", Point(20 * each, 0)) for each in range(5)]
    far = [PlacedPiece("far", "red", "foot", Point(200, 0))]
    foe = [PlacedPiece("foe", "blue", "foot", Point(40, 20))]
    throng = ProximityIndex([*row, *far, *foe])
    assert throng.clusters(throng.stands, 8) == (("0", "1", "2", "3", "4"), ("far",), ("foe",))


def test_nobody_is_near_nobody() -> None:
    assert ProximityIndex([]).contacts() == ()
    assert ProximityIndex([man("one", 0)]).within(["one"], 100) == ()


@pytest.mark.parametrize("seed", range(4))
def test_groups_are_the_connected_parts(seed: int) -> None:
    stands = made_stands(Random(seed), 60, 600, 400)
    throng = ProximityIndex(stands)
    graph: networkx.Graph[Any] = networkx.Graph()
    graph.add_nodes_from(throng.stands)
    graph.add_edges_from(
        (one.id, other.id)
        for one, other in combinations(stands, 2)
        if one.side == other.side and throng.gap(one.id, other.id) <= 20
    )
    parts = {frozenset(part) for part in networkx.connected_components(graph)}
    assert {frozenset(group) for group in throng.clusters(throng.stands, 20)} == parts
