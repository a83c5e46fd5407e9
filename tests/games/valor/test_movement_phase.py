"""Movement (valor V6): allowances, costs, stacks, ends of moves, coming and leaving."""

from __future__ import annotations

from typing import Any

import pytest

from engine.games.valor.events import (
    Entered,
    Exited,
    MoveBegan,
    MoveEnded,
    Stepped,
    UnitEliminated,
)
from engine.games.valor.move_execution import JoinStack, Manner, Step
from engine.games.valor.move_steps import ASSAULT, MOVE, Go
from engine.games.valor.movement_phase import Move, Order
from engine.scenario.scenario import Arrival, ScenarioUnit, VictoryCondition, VictoryKind
from tests.games.valor.boards import at, battle, happened, last, place_of

FAR = "\n . . . . . . . . . . . .\n h h h h h h h h h h h h\n r8 . . . . . . . . . . b9"
"""Behind houses an enemy out of sight, and a friend who keeps the phase going."""


def field(board: str, *dice: Any, **more: Any) -> Any:
    """Red's movement phase with an enemy out of sight."""
    return battle(board + FAR, dice, phase="movement", **more)


def moving(game: Any, unit: str, *others: str, manner: str = MOVE) -> Any:
    """A unit is told to move, with others, in a manner if it is asked."""
    game.choose(Order(unit, "move"))
    for other in others:
        game.choose(other)
    if isinstance(game.decision, JoinStack):
        game.choose(None)
    if isinstance(game.decision, Manner):
        game.choose(manner)
    return game


def go(game: Any, *labels: str, facing: int | None = None) -> Any:
    """The movers go on to hexes, straight on where they have a front."""
    for label in labels:
        to = at(game, label)
        ways = [way for way in game.decision.ways if way.to == to]
        assert ways, f"no way to {label} among {game.options}"
        wanted = [way for way in ways if facing is None or way.facing == facing]
        game.choose(wanted[0])
    return game


def costs(game: Any) -> list[int]:
    return [step.cost for step in happened(game, Stepped)]


def reach(game: Any) -> set[str]:
    """The labels of the hexes that may be entered next."""
    label = game.state.field.label
    return {label(way.to) for way in game.decision.ways if way.how in ("step", "reverse")}


# --- what may be spent ----------------------------------------------------------------------------


def test_v6_4_squads_have_4_mp_and_leaders_6() -> None:
    """MP: leaders 6, squads and half squads 4."""
    game = field("r1 . . r2 . .", types={"r2": "leader-1"})
    assert moving(game, "r1").decision.left == 4
    game = moving(field("r1 . . r2 . .", types={"r2": "leader-1"}), "r2")
    assert game.decision.left == 6


def test_v6_4_a_squad_moving_with_a_leader_has_6() -> None:
    """A squad or half moving with a leader the whole way has 6."""
    game = moving(field("r1+r2 . . . . . .", types={"r2": "leader-1"}), "r1", "r2")
    assert game.decision.left == 6
    go(game, "B1", "C1", "D1", "E1", "F1", "G1")
    assert place_of(game, "r1") == "G1"
    assert last(game, MoveEnded).units == ("r1", "r2")


@pytest.mark.parametrize(("led", "left"), [(True, 2), (False, 1)])
def test_v26_18_a_squad_with_a_heavy_mg_on_the_assault(led: bool, left: int) -> None:
    """Squad with HMG, assault move, leader along: 6/2 −1 = 2; without leader 4/2 −1 = 1."""
    game = field("r1+r2 . .", types={"r2": "leader-1"}, weapons={"m": ("hmg", "r1")})
    moving(game, "r1", *(["r2"] if led else []), manner=ASSAULT)
    assert game.decision.left == left


def test_v26_18_a_first_step_into_woods_is_possible_whatever_it_costs() -> None:
    """A squad with an HMG on the assault has 1 MP: at least one hex into woods (V6.9)."""
    game = field("r1 w w", weapons={"m": ("hmg", "r1")})
    go(moving(game, "r1", manner=ASSAULT), "B1")
    assert place_of(game, "r1") == "B1"
    assert isinstance(game.decision, Move)
    assert last(game, MoveEnded).units == ("r1",)


def test_v6_6_assault_movement_is_marked_until_the_move_ends() -> None:
    """Assault movement: +1 cover until the move ends."""
    game = moving(field("r1 . . . ."), "r1", manner=ASSAULT)
    assert game.state.units["r1"].assault_moving
    go(game, "B1")
    game.choose(None)
    assert not game.state.units["r1"].assault_moving
    assert game.state.units["r1"].moved


def test_v6_7_a_heavy_weapon_costs_its_bearer_1_mp() -> None:
    """A heavy SW costs its bearer 1 MP."""
    game = field("r1 . . .", weapons={"m": ("mmg", "r1")})
    assert moving(game, "r1").decision.left == 3


# --- what steps cost ------------------------------------------------------------------------------


@pytest.mark.parametrize(("ground", "cost"), [(".", 1), ("w", 2), ("h", 2), ("s", 2), ("o", 1)])
def test_v10_a_step_costs_infantry_by_the_ground_entered(ground: str, cost: int) -> None:
    """Open 1, building 2, woods 2, stream 2, orchard 1."""
    game = field(f"r1 {ground} .")
    assert costs(go(moving(game, "r1"), "B1")) == [cost]


@pytest.mark.parametrize(("ground", "cost"), [(".", 1), ("w", 2), ("s", 3), ("o", 1)])
def test_v10_a_step_costs_vehicles_by_the_ground_entered(ground: str, cost: int) -> None:
    """Woods 2, stream 3."""
    game = field(f"r1 . .\n {ground} . .", types={"r1": "m4a1"}, facing={"r1": 3})
    assert costs(go(moving(game, "r1"), "A2")) == [cost]


def test_v10_4_vehicles_do_not_enter_buildings() -> None:
    """Building: vehicles prohibited."""
    game = field("r1 . .\n h . .", types={"r1": "m4a1"}, facing={"r1": 3})
    assert Order("r1", "move") not in game.options


def test_v10_4_but_where_the_scenario_says_so_they_do() -> None:
    """`vehicles_in_buildings` by scenario."""
    rules = {"vehicles_in_buildings": True}
    game = field("r1 . .\n h . .", types={"r1": "m4a1"}, facing={"r1": 3}, rules=rules)
    assert Order("r1", "move") in game.options


def test_v10_10_a_wall_crossed_costs_1_more() -> None:
    """Wall, hedge: +1."""
    game = field("r1 . .", walls=["A1 B1"])
    assert costs(go(moving(game, "r1"), "B1")) == [2]


def test_v10_3_a_road_costs_1_and_passes_walls() -> None:
    """A step along a road link costs 1 whatever the ground and passes walls and hedges free."""
    game = field("r1 w .", walls=["A1 B1"], roads=["A1 B1 C1"])
    assert costs(go(moving(game, "r1"), "B1")) == [1]


def test_v10_3_a_road_pays_uphill() -> None:
    """It pays uphill."""
    game = field("r1 1 .", roads=["A1 B1 C1"])
    assert costs(go(moving(game, "r1"), "B1")) == [2]


def test_v10_7_uphill_costs_1_more_and_downhill_nothing() -> None:
    """Uphill one level +1 MP; down or level nothing."""
    game = field("r1 1 . .")
    assert costs(go(moving(game, "r1"), "B1", "C1")) == [2, 1]


def test_v10_7_from_the_ground_to_level_2_takes_infantry_all_it_has() -> None:
    """Ground ↔ level 2 directly: infantry spends its whole allowance, no assault-move bonus."""
    game = moving(field("r1 2 2"), "r1", manner=ASSAULT)
    go(game, "B1")
    step = last(game, Stepped)
    assert (step.cost, step.left) == (2, 0)
    assert step.steep


def test_v10_7_level_2_takes_the_whole_allowance_so_only_the_first_step_climbs_it() -> None:
    """Spending the whole allowance is possible only while it is whole."""
    game = go(moving(field("r1 . 2"), "r1"), "B1")
    assert "C1" not in reach(game)


def test_v10_7_vehicles_do_not_climb_two_levels() -> None:
    """Ground ↔ level 2 directly: vehicle units prohibited."""
    game = field("r1 . .\n 2 . .", types={"r1": "m4a1"}, facing={"r1": 3})
    assert Order("r1", "move") not in game.options


@pytest.mark.parametrize("water", ["~", "m"])
def test_v10_12_water_is_prohibited(water: str) -> None:
    """Canal, pond, marsh, ocean, river, lake: prohibited."""
    game = field(f"r1 {water} .\n . {water} .")
    assert "B1" not in reach(moving(game, "r1"))


def test_v10_3_a_bridge_is_entered_for_1_and_by_vehicles_from_a_linked_hex_alone() -> None:
    """Over water it is a bridge: enters for 1, vehicle units only from a linked hex."""
    game = field(
        "r1 . .\n ~ . .\n . . .", types={"r1": "m4a1"}, facing={"r1": 3}, roads=["A1 A2 A3"]
    )
    assert costs(go(moving(game, "r1"), "A2")) == [1]
    other = field(
        "r1 . .\n s . .\n . . .", types={"r1": "m4a1"}, facing={"r1": 3}, roads=["B1 A2 A3"]
    )
    assert Order("r1", "move") not in other.options


def test_v19_4_a_position_entered_costs_1_more_but_not_wire() -> None:
    """Entering costs +1 MP (not mines, wire)."""
    game = field("r1 . . .", works={"B1": "foxholes", "C1": "wire"})
    assert costs(go(moving(game, "r1"), "B1", "C1")) == [2, 1]


# --- stacks ---------------------------------------------------------------------------------------


def test_v6_2_units_of_a_hex_move_together_if_their_side_wants() -> None:
    """Units of one hex may move together; they start and end together."""
    game = field("r1+r2 . . .")
    game.choose(Order("r1", "move"))
    assert game.options == ["r2", None]
    game.choose("r2")
    game.choose(MOVE)
    go(game, "B1", "C1")
    game.choose(None)
    assert (place_of(game, "r1"), place_of(game, "r2")) == ("C1", "C1")


def test_v6_2_each_pays_its_own_costs_and_the_stack_goes_on_as_long_as_all_can() -> None:
    """Each pays its own costs; the stack goes on as long as all in it can."""
    game = field("r1+r2 . . . . .", weapons={"m": ("hmg", "r2")})
    assert moving(game, "r1", "r2").decision.left == 3


def test_v6_2_those_pinned_on_the_way_stay_behind() -> None:
    """Those pinned or eliminated on the way stay behind: here by mines."""
    game = field("r1+r2 . . .", (1,), (6,), works={"B1": "minefield"})
    go(moving(game, "r1", "r2"), "B1")
    assert "r1" not in game.state.units
    go(game, "C1")
    assert place_of(game, "r2") == "C1"


def test_v6_4_without_their_leader_the_others_have_4_again() -> None:
    """If the leader falls out, those that have spent more stop, others go on with what is left."""
    types = {"r2": "leader-1"}
    game = field("r1+r2 . . . . .", (6,), (1,), types=types, works={"D1": "minefield"})
    go(moving(game, "r1", "r2"), "B1", "C1", "D1")
    assert "r2" not in game.state.units
    assert game.decision.left == 1
    game = field("r1+r2 . . . . . .", (6,), (1,), types=types, works={"F1": "minefield"})
    go(moving(game, "r1", "r2"), "B1", "C1", "D1", "E1", "F1")
    assert last(game, MoveEnded).units == ("r1",)


# --- limits ---------------------------------------------------------------------------------------


def test_v6_10_a_full_hex_may_be_passed_but_not_be_the_end() -> None:
    """Own units may be passed; a move may not end over the limit."""
    game = go(moving(field("r1 r2+r3+r4 . ."), "r1"), "B1")
    assert None not in game.options
    assert "C1" in reach(game)


def test_v6_10_a_full_hex_with_nothing_behind_it_is_not_entered() -> None:
    """Who could not go on does not enter it."""
    game = moving(field("r1 r2+r3+r4:w w\n w w w"), "r1", manner=ASSAULT)
    assert "B1" not in reach(game)


def test_v6_10_enemy_hexes_are_not_entered() -> None:
    """Enemy hexes are never entered except by close assault or overrun."""
    game = battle("r1 b1 .\n . . .", phase="movement")
    game.choose(Order("r1", "move"))
    game.choose(MOVE)
    assert "B1" not in reach(game)


def test_v6_15_who_is_stopped_in_a_full_hex_is_lost() -> None:
    """A unit held in a hex already full of friends is eliminated."""
    game = field("r1 r2+r3+r4 . .", works={"B1": "wire"})
    assert "B1" not in reach(moving(game, "r1"))  # known wire with no room is not entered at all


def test_v5_8_no_unit_moves_that_has_fired_moved_or_is_pinned() -> None:
    """Only units without a Fire marker, not pinned, may move; after its move a unit is marked."""
    game = field("r1 . r2 . r3 .", marks={"r2": ("pinned",)})
    assert Order("r2", "move") not in game.options
    go(moving(game, "r1"), "B1")
    game.choose(None)
    assert Order("r1", "move") not in game.options


# --- guns -----------------------------------------------------------------------------------------


def test_v6_5_a_gun_moves_one_hex_any_way_and_faces_any_way() -> None:
    """A gun with 1 MP moves one hex in any direction whatever the cost, and may then face free."""
    game = field("r1 w .\n . . .", types={"r1": "pak40"}, facing={"r1": 0})
    moving(game, "r1")
    assert reach(game) == {"B1", "A2"}
    go(game, "B1")
    assert game.options == [0, 1, 2, 3, 4, 5]
    game.choose(4)
    assert game.state.units["r1"].facing == 4
    assert game.state.units["r1"].moved


def test_v6_5_a_gun_without_mp_only_turns() -> None:
    """A gun with 0 MP only moves towed; it may turn (V7.4)."""
    game = field("r1 . .", types={"r1": "flak-88"}, facing={"r1": 0})
    assert [order for order in game.options if order and order.unit == "r1"] == [
        Order("r1", "turn")
    ]


# --- coming and leaving ---------------------------------------------------------------------------


def coming(*units: ScenarioUnit, **more: Any) -> Any:
    return field("r7 . . .\n . . . .", zones={"west": "A1 A2"}, units=units, **more)


def test_v6_13_the_hex_entered_is_the_first_of_the_move_and_paid_for() -> None:
    """The hex entered from off the map is the first hex of the move and is paid for."""
    squad = ScenarioUnit("r5", "red", "us-rifle", arrives=Arrival(1, "west"))
    game = coming(squad)
    game.choose(Order("r5", "enter"))
    game.choose(MOVE)
    game.choose(at(game, "A2"))
    assert last(game, Entered).cost == 1
    assert game.decision.left == 3
    go(game, "B1")
    assert place_of(game, "r5") == "B1"


def test_v6_13_they_may_enter_later_but_not_before_their_turn() -> None:
    """Reinforcements may enter in their turn or later."""
    early = ScenarioUnit("r5", "red", "us-rifle", arrives=Arrival(2, "west"))
    game = coming(early)
    assert Order("r5", "enter") not in game.options
    late = ScenarioUnit("r5", "red", "us-rifle", arrives=Arrival(1, "west"))
    game = coming(late)
    game.choose(None)
    assert [entry.id for entry in game.state.reserves] == ["r5"]


def test_v6_13_cargo_comes_with_its_carrier() -> None:
    """A carrier enters with what is aboard."""
    truck = ScenarioUnit("rt", "red", "truck", arrives=Arrival(1, "west"), facing=2)
    squad = ScenarioUnit("r5", "red", "us-rifle", aboard="rt")
    game = coming(truck, squad)
    game.choose(Order("rt", "enter"))
    game.choose(at(game, "A1"))
    assert game.state.units["r5"].inside == "rt"
    assert place_of(game, "r5") == "A1"


def test_v6_14_units_leave_from_a_zone_named_as_an_exit_for_1_mp() -> None:
    """Leaving: from a hex of a zone the scenario names as an exit, for 1 MP, for good."""
    aim = VictoryCondition(VictoryKind.EXIT, "red", zone="east", count=1)
    game = field("r1 . .", zones={"east": "B1"}, victory=(aim,))
    go(moving(game, "r1"), "B1")
    game.choose(Go(at(game, "B1"), "exit", None, 1))
    assert last(game, Exited).units == ("r1",)
    assert "r1" not in game.state.units


def test_v5_9_one_stack_finishes_before_the_next() -> None:
    """One unit or stack at a time, its move finished before the next."""
    game = go(moving(field("r1 . . r2 . ."), "r1"), "B1")
    assert isinstance(game.decision, Step)
    assert game.decision.units == ("r1",)


def test_v6_6_the_whole_stack_moves_on_the_assault() -> None:
    """A stack assault-moves as a whole."""
    game = moving(field("r1+r2 . ."), "r1", "r2", manner=ASSAULT)
    assert last(game, MoveBegan).manner == ASSAULT
    assert all(game.state.units[unit].assault_moving for unit in ("r1", "r2"))
    assert not happened(game, UnitEliminated)
