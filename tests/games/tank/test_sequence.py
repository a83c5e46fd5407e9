"""The turn (tank T), set-up, reinforcements, objectives and the end."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.games import new_game
from engine.games.shared_events import ObjectiveTaken
from engine.games.tank.events import (
    ArrivalDelayed,
    InitiativeRolled,
    MarkersRemoved,
    PhaseBegan,
    TurnBegan,
)
from engine.games.tank.fire import Shot
from engine.games.tank.initial_state import PlaceUnit, UnplayableScenario, odd_side
from engine.games.tank.presentation.sentences import mark_name
from engine.games.tank.state import Unit
from engine.hexes.grid import Grid
from engine.play.dice import ScriptedDice
from engine.play.position import Result
from engine.scenario.scenario import (
    Arrival,
    Objective,
    ScenarioSide,
    ScenarioUnit,
    VictoryCondition,
    VictoryKind,
)
from tests.assertions import require
from tests.games.boards import at, battle, scenario
from tests.games.tank.turns import TankGame, happened, last, order, pass_fire, pass_moves, walk

NO_CARDS = {"cards_per_turn": 0}
NEAR = "r1 . . b1\n ~ ~ ~ ~"
GRID = Grid(8, 2)


# --- T -------------------------------------------------------------------------------------------


def test_t1_to_t5_the_phases_follow_one_another() -> None:
    game = pass_moves(battle(NEAR, [1, 2], rules=NO_CARDS))
    phases = [event.phase for event in happened(game, PhaseBegan)]
    assert phases == ["direct-fire", "movement", "events", "direct-fire"]
    assert [event.turn for event in happened(game, TurnBegan)] == [1, 2]


@pytest.mark.parametrize(("die", "first"), [(1, "red"), (2, "blue"), (5, "red"), (6, "blue")])
@pytest.mark.parametrize("order_in_file", [("red", "blue"), ("blue", "red")])
def test_t2_odd_red_first_even_blue_wherever_they_stand_in_the_file(
    die: int, first: str, order_in_file: tuple[str, str]
) -> None:
    """A die: odd, Red goes first; even, Blue."""
    sides = tuple(ScenarioSide(side, side.title()) for side in order_in_file)
    game = battle(NEAR, [die], rules=NO_CARDS, sides=sides)
    assert last(game, InitiativeRolled).side == first


def test_t2_without_a_red_side_the_one_that_begins_goes_first_on_an_odd_die() -> None:
    """The role of Red is that of the side that begins; without one, of the first."""
    east, west = ScenarioSide("east", "East"), ScenarioSide("west", "West", begins=True)
    assert odd_side((east, west)) == "west"
    assert odd_side((east, replace(west, begins=False))) == "east"


def test_t1_c3_the_markers_of_orders_and_fire_come_off() -> None:
    game = battle(NEAR, [1, (3, 5), 1], rules=NO_CARDS)
    game.choose(Shot("r1", "b1"))
    game.choose(None)
    game.choose(None)
    pass_moves(game)
    assert game.state.turn == 2
    assert all(unit == unit._replace(fired=False, fired_upon=False) for unit in units(game))
    assert all(unit == unit._replace(moved=False, marched=False) for unit in units(game))


@pytest.mark.parametrize(
    "mark", ["fired", "fired_upon", "moved", "marched", "suppressed", "gun_out", "immobile"]
)
def test_c3_a_unit_carries_every_state_marker_and_the_log_names_it(mark: str) -> None:
    unit = battle(NEAR).state.units["r1"]
    assert getattr(unit, mark) is False
    unit = unit.marked(mark)
    assert getattr(unit, mark) is True
    assert mark_name(mark, "en") == mark.replace("_", " ")


def units(game: TankGame) -> list[Unit]:
    return list(game.state.units.values())


def test_t3_a_new_die_says_who_moves_first() -> None:
    game = pass_fire(battle("r1 b1", [1, 2], rules=NO_CARDS))
    assert [roll.side for roll in happened(game, InitiativeRolled)] == ["red", "blue"]
    assert require(game.decision).side == "blue"


def test_t3_one_unit_a_time_sides_alternate() -> None:
    game = pass_fire(battle("r1 r2 . b1 b2\n . . . . .", [1, 1], rules=NO_CARDS))
    order(game, "r1").choose(at(game, 0, 1))
    for _ in range(2):
        game.choose(None)  # Blue 1 and Blue 2 might fire; then Red 1 might
    game.choose(None)
    assert require(game.decision).side == "blue"


def test_t5_t6_suppression_lasts_until_the_next_event_phase() -> None:
    game = battle(NEAR, [1, (3, 5), 1], rules=NO_CARDS)
    game.choose(Shot("r1", "b1"))
    assert game.state.units["b1"].suppressed
    game.choose(None)
    game.choose(None)
    pass_moves(game)
    assert last(game, MarkersRemoved).units == ("b1",)
    assert not game.state.units["b1"].suppressed


# --- set-up and reinforcements -------------------------------------------------------------------


def on_zones(**units: object) -> TankGame:
    """Red 1 and Blue 1 stand; further units as given; zones @0,0–@1,0 and @6,0–@7,0."""
    standing = (
        ScenarioUnit("r1", "red", "tank", at=GRID.hex(0, 1)),
        ScenarioUnit("b1", "blue", "tank", at=GRID.hex(7, 1)),
    )
    more = tuple(ScenarioUnit(unit, "red", "tank", **where) for unit, where in units.items())  # type: ignore[arg-type] # keywords of one case
    zones = {"west": (GRID.hex(0, 0), GRID.hex(1, 0)), "lake": (GRID.hex(4, 0),)}
    board = ". . . . ~ . . .\n . . . . ~ . . ."
    played = scenario(board, units=(*standing, *more), zones=zones, rules=NO_CARDS)
    return new_game(played, ScriptedDice.of(1, 1, 1, 1, 1, 1))


def test_units_with_a_zone_are_set_up_there_before_the_first_turn() -> None:
    game = on_zones(r2={"zone": "west"})
    assert isinstance(game.decision, PlaceUnit)
    assert game.options == [at(game, 0, 0), at(game, 1, 0)]
    game.choose(at(game, 1, 0))
    assert game.state.units["r2"].at == at(game, 1, 0)
    assert game.state.turn == 1


def test_a_set_up_zone_without_room_is_an_error_that_names_the_unit() -> None:
    with pytest.raises(UnplayableScenario, match="r2"):
        on_zones(r2={"zone": "lake"})


def test_reinforcements_arrive_at_the_start_of_their_turn() -> None:
    game = pass_moves(on_zones(r2={"arrives": Arrival(2, "west")}))
    assert game.state.turn == 2
    assert isinstance(game.decision, PlaceUnit)
    game.choose(at(game, 0, 0))
    assert "r2" in game.state.units


def test_reinforcements_without_room_wait_for_the_next_turn() -> None:
    game = pass_moves(on_zones(r2={"arrives": Arrival(2, "@7,1")}))
    assert last(game, ArrivalDelayed).unit == "r2"
    assert game.state.reserves[0].turn == 3


def test_the_enemys_reinforcements_are_not_in_a_sides_view() -> None:
    game = on_zones(r2={"arrives": Arrival(3, "west")})
    assert game.rules.view(game.state, "blue").reserves == ()
    assert len(game.rules.view(game.state, "red").reserves) == 1


# --- objectives and victory ----------------------------------------------------------------------

HILL = Objective("hill", "Hill", at=GRID.hex(1, 0), points=3)
ACROSS = "r1 . . . . ~ b1 .\n ~ ~ ~ ~ ~ ~ . ."


def contested(*victory: VictoryCondition, turns: int = 12, **more: object) -> TankGame:
    more.setdefault("rules", NO_CARDS)
    return battle(ACROSS, [1] * 40, objectives=(HILL,), victory=victory, turns=turns, **more)


def take_the_hill(game: TankGame) -> TankGame:
    walk(order(game, "r1"), (1, 0))
    game.choose(None)
    return pass_moves(game)


def test_an_objective_is_taken_by_who_stands_on_it_alone_and_kept() -> None:
    game = take_the_hill(contested())
    assert last(game, ObjectiveTaken) == ObjectiveTaken("hill", "red")
    while game.state.turn < 4 and not game.is_over:
        pass_moves(game)
    assert game.state.holders == {"hill": "red"}


def test_victory_by_objectives() -> None:
    game = take_the_hill(contested(VictoryCondition(VictoryKind.OBJECTIVES, "red")))
    assert game.result == Result("red", "objectives", {"red": 3, "blue": 0})
    assert game.is_over


def test_victory_by_objectives_at_once() -> None:
    game = contested(VictoryCondition(VictoryKind.OBJECTIVES, "red", at_once=True))
    walk(order(game, "r1"), (1, 0))
    game.choose(None)
    assert game.result is not None
    assert happened(game, PhaseBegan)[-1].phase == "movement"


def test_victory_by_points() -> None:
    game = take_the_hill(contested(VictoryCondition(VictoryKind.POINTS, "red", points=3)))
    assert game.result is not None
    assert game.result.reason == "points"


def test_victory_by_losses() -> None:
    condition = VictoryCondition(VictoryKind.LOSSES, "red", percent=50, at_once=True)
    game = battle("r1 . b1 b2", [1, (1, 2), 6], victory=(condition,))
    game.choose(Shot("r1", "b1"))
    assert game.result == Result("red", "losses", {"red": 1, "blue": 0})


def test_a_side_without_units_has_lost() -> None:
    game = battle("r1 . b1", [1, (1, 2), 6])
    game.choose(Shot("r1", "b1"))
    assert game.result == Result("red", "wiped-out", {"red": 1, "blue": 0})


@pytest.mark.parametrize(
    ("limit", "winner"),
    [((), "red"), ((VictoryCondition(VictoryKind.TURN_LIMIT, "blue"),), "blue")],
)
def test_at_the_turn_limit_points_decide_or_the_scenario(
    limit: tuple[VictoryCondition, ...], winner: str
) -> None:
    game = contested(*limit, turns=1)
    take_the_hill(game)
    assert game.result is not None
    assert (game.result.winner, game.result.reason) == (winner, "turn-limit")


def test_equal_points_at_the_turn_limit_are_a_draw() -> None:
    game = pass_moves(contested(turns=1))
    assert game.result == Result(None, "turn-limit", {"red": 0, "blue": 0})


def test_a_tank_game_has_two_sides() -> None:
    with pytest.raises(UnplayableScenario, match="3"):
        battle("r1 b1", sides=tuple(ScenarioSide(side) for side in ("red", "blue", "green")))
