"""The map (primer P1–P4): its hexes, who may go where, and what it costs."""

from __future__ import annotations

import pytest

from engine.games.primer.adapter.rules import PRIMER
from engine.games.primer.events import MoveEnded
from engine.games.primer.memo import Step
from engine.games.primer.movement import BLOCKED
from engine.games.primer.state import State
from tests.assertions import require_type
from tests.games.primer.boards import (
    EMPTY,
    PrimerGame,
    at,
    battle,
    blank,
    hand_in,
    labels,
    last,
    may,
    move,
    where,
)

ROWS = ("road", "waste", "city", "woods", "mountain", "river")
GROUND = dict(zip(ROWS, "o.cwm~", strict=True))
TYPES = {"infantry": "i", "armour": "a", "artillery": "t", "recon": "p"}
# P4: what entering costs; None is no entry.
COSTS = {
    "infantry": (1, 1, 1, 1, 3, None),
    "armour": (1, 2, None, None, None, None),
    "artillery": (1, 1, 1, 1, None, None),
    "recon": (1, 1, 1, 1, None, 1),
}
PAIRS = [(kind, row, cost) for kind in COSTS for row, cost in zip(ROWS, COSTS[kind], strict=True)]


def test_p1_the_board_has_98_hexes_from_a1_to_n7() -> None:
    map_ = blank()
    found = [map_.labels.label(hex_) for hex_ in map_.grid]
    assert (len(found), found[0], found[-1]) == (98, "A1", "N7")


def test_p2_the_neighbours_of_e6_are_d6_d7_e5_e7_f6_f7() -> None:
    map_ = blank()
    around = map_.grid.neighbours(map_.labels.find("E6"))
    found = {map_.labels.label(hex_) for hex_ in around}
    assert found == {"D6", "D7", "E5", "E7", "F6", "F7"}


def test_p2_the_neighbours_of_n1_are_m1_and_n2() -> None:
    map_ = blank()
    around = map_.grid.neighbours(map_.labels.find("N1"))
    assert {map_.labels.label(hex_) for hex_ in around} == {"M1", "N2"}


def corner(m1: str, n2: str, unit: str = "bi1") -> str:
    rows = [[". "] * 14 for _ in range(7)]
    rows[0][12], rows[0][13], rows[1][13] = f"{m1} ", f"{unit} ", f"{n2} "
    return "\n".join("".join(row) for row in rows)


def test_p2_p6_a_unit_in_n1_cannot_move_with_m1_and_n2_held() -> None:
    game = battle(corner("ba2", "ba3"))
    assert not may(game, "move", "bi1")
    assert may(game, "move", "ba2")


@pytest.mark.parametrize(("m1", "n2"), [("ba2", "."), (".", "ba3")])
def test_p2_with_one_of_them_free_it_can(m1: str, n2: str) -> None:
    assert may(battle(corner(m1, n2)), "move", "bi1")


def test_p2_enemies_in_m1_and_n2_hold_it_too() -> None:
    rules = {"seen_enemies": "barred"}
    assert not may(battle(corner("ri2", "ri3"), rules=rules), "move", "bi1")


@pytest.mark.parametrize(("kind", "row", "cost"), PAIRS)
def test_p4_what_each_type_pays_for_each_ground(kind: str, row: str, cost: int | None) -> None:
    board = f"b{TYPES[kind]}1 {GROUND[row]}\n~ ~"
    game = battle(board)
    state = game.state
    assert state.field.entry_cost(kind, at(game, "B1")) == cost


def test_p4_a_road_hex_costs_1_from_whatever_side_it_is_entered() -> None:
    game = battle("ba1 o . .\n. . . .")
    game.choose(("move", "ba1", None, 0))
    step = require_type(game.decision, Step)
    assert (step.cost_of(at(game, "B1")), step.cost_of(at(game, "A2"))) == (1, 2)


def with_road(game: PrimerGame, chain: tuple[str, str]) -> State:
    """The position on the same map with a road between two hexes."""
    map_ = game.scenario.map
    here, there = (at(game, hex_) for hex_ in chain)
    map_.set_link("road", here, map_.grid.direction(here, there))
    return PRIMER.start(game.scenario)


@pytest.mark.parametrize(("ground", "kind"), [("c", "a"), ("w", "a"), ("m", "a"), ("m", "t")])
def test_p4_no_road_leads_into_ground_that_is_forbidden(ground: str, kind: str) -> None:
    game = battle(f"b{kind}1 {ground} .\n. . .")
    types = {"a": "armour", "t": "artillery"}
    state = with_road(game, ("A1", "B1"))
    assert state.field.entry_cost(types[kind], at(game, "B1")) is None


def test_p4_mountain_takes_a_whole_infantry_move() -> None:
    game = battle("bi1 m .\n. . .")
    game.choose(("move", "bi1", None, 0))
    game.choose(at(game, "B1"))
    assert not isinstance(game.decision, Step), "nothing is left to go on with"
    hand_in(game)
    assert where(game, "bi1") == "B1"


def test_p4_armour_crosses_two_hexes_of_waste_and_one_of_road() -> None:
    game = battle("ba1 . o . .\n~ ~ ~ ~ ~")
    game.choose(("move", "ba1", None, 0))
    spent = []
    for hex_ in ("B1", "C1", "D1"):
        spent.append(require_type(game.decision, Step).cost_of(at(game, hex_)))
        game.choose(at(game, hex_))
    assert spent == [2, 1, 2]
    assert not isinstance(game.decision, Step)


def test_p4_only_aircraft_cross_a_river() -> None:
    game = battle("bp1 ~ .\n. . .")
    game.choose(("move", "bp1", None, 0))
    assert "B1" in labels(game, game.options)
    game = battle("bi1 ~ .\n. . .")
    game.choose(("move", "bi1", None, 0))
    assert "B1" not in labels(game, game.options)


# --- house rules ---------------------------------------------------------------------------------


def bridge(bridges: bool) -> int | None:
    game = battle("bi1 ~ .\n. . .", rules={"bridges": bridges})
    return with_road(game, ("A1", "B1")).field.entry_cost("infantry", at(game, "B1"))


def test_house_rule_a_road_over_a_river_is_a_bridge() -> None:
    assert bridge(bridges=True) == 1


def test_house_rule_or_it_is_none() -> None:
    assert bridge(bridges=False) is None


@pytest.mark.parametrize(("is_road", "cost"), [(True, 1), (False, 2)])
def test_house_rule_coloured_hexes_are_road_hexes_or_are_not(is_road: bool, cost: int) -> None:
    zones = {"blue-deployment": ["C1"]}
    game = battle("ba1 . .\n. . .", zones=zones, rules={"coloured_roads": is_road})
    assert game.state.field.entry_cost("armour", at(game, "C1")) == cost
    assert game.state.field.entry_cost("armour", at(game, "B1")) == 2


def test_p4_the_ring_of_a_city_is_coloured() -> None:
    game = battle(EMPTY.replace(". ", "ba1 ", 1), cities={"E4": "red"})
    assert game.state.field.entry_cost("armour", at(game, "E3")) == 1
    assert game.state.field.entry_cost("armour", at(game, "E2")) == 2


# --- stacks (P5, P6) -----------------------------------------------------------------------------


def test_p5_p6_a_move_may_end_in_an_own_stack_of_the_same_type() -> None:
    game = battle("bi1 bi2 .\n. . .", rules={"joining": True})
    move(game, "bi1", "B1")
    hand_in(game)
    assert where(game, "bi1") == where(game, "bi2") == "B1"


def test_p6_it_goes_no_further_from_there() -> None:
    game = battle("bi1 bi2 .\n. . .", rules={"joining": True})
    game.choose(("move", "bi1", None, 0))
    game.choose(at(game, "B1"))
    assert not isinstance(game.decision, Step)


def test_p5_a_hex_holds_one_type_only() -> None:
    game = battle("bi1 bt2 .\n. . .", rules={"joining": True})
    game.choose(("move", "bi1", None, 0))
    assert "B1" not in labels(game, game.options)


def test_p5_at_most_three_of_it() -> None:
    game = battle("bi1 bi2+bi3+bi4 .\n. . .", rules={"joining": True})
    game.choose(("move", "bi1", None, 0))
    assert "B1" not in labels(game, game.options)


@pytest.mark.parametrize(("joining", "may_move"), [(True, True), (False, False)])
def test_p2_p6_infantry_in_n1_may_join_that_in_m1_and_n2_or_by_the_house_rule_not(
    joining: bool, may_move: bool
) -> None:
    game = battle(corner("bi2", "bi3"), rules={"joining": joining})
    assert may(game, "move", "bi1") is may_move


def test_p5_the_limit_may_be_another() -> None:
    game = battle("bi1 bi2+bi3+bi4 .\n. . .", rules={"stacking": 4, "joining": True})
    game.choose(("move", "bi1", None, 0))
    assert "B1" in labels(game, game.options)


def test_p5_two_join_one_but_not_two() -> None:
    game = battle("bi1+bi2 bi3 bi4+bi5\n. . .", rules={"joining": True})
    game.choose(("move-together", "bi1", None, 0))
    assert "B1" in labels(game, game.options)
    game.choose(at(game, "A2"))
    game.choose(None)
    game.choose(("move", "bi3", None, 0))
    assert "C1" in labels(game, game.options)


def test_p6_no_unit_moves_through_another() -> None:
    game = battle("bi1 ri1 .\n~ ~ ~", rules={"seen_enemies": "barred"})
    assert not may(game, "move", "bi1")


def test_p6_own_units_that_are_ordered_away_make_room() -> None:
    game = battle("bi1 bt2 .\n~ ~ ~")
    assert not may(game, "move", "bi1")
    move(game, "bt2", "C1")
    move(game, "bi1", "B1")
    hand_in(game)
    assert (where(game, "bt2"), where(game, "bi1")) == ("C1", "B1")


def test_p6_a_move_stops_before_own_units_that_are_still_there() -> None:
    game = battle("bi1 . bt2 .\n~ ~ ~ ~")
    move(game, "bt2", "D1")
    move(game, "bi1", "B1", "C1")
    game.choose(("take-back", "", None, 1))
    hand_in(game)
    assert where(game, "bi1") == "B1"
    assert last(game, MoveEnded).reason == BLOCKED


def test_p9_a_unit_moves_no_further_than_its_move() -> None:
    game = battle(". . . . . .\nbi1 . . . . .")
    move(game, "bi1", "B2", "C2", "D2")
    hand_in(game)
    assert where(game, "bi1") == "D2"
