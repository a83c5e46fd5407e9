"""Set-up: who places when, bases filled from a pool, works, Op Fire mode (G, Q, X4)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.games.scenario_rules import InvalidRules
from engine.games.shared_events import PlanDropped
from engine.games.tide.events import PoolLeft, WorkLaid
from engine.games.tide.initial_state import UnplayableScenario, initial_position
from engine.games.tide.move_events import EventHappened
from engine.games.tide.set_up_phase import Build, Lay, Place, Ready
from engine.games.tide.state import ActivationMode
from engine.play.game import Game
from engine.scenario.scenario import Arrival, ScenarioFeature, ScenarioSide, StartingHand
from tests.games.tide.boards import at, battle, begun, happened, scenario, unit
from tests.games.tide.cases import ACTIONS

BOARD = """
r1 .  .  .  b1
 .  .  h  .  .
"""
ZONES = {"west": "A1 A2 B1", "east": "E1 E2", "house": "C2"}


def options(game: Game[Any]) -> list[Any]:
    return list(game.options)


def test_g1_two_sides() -> None:
    """Two sides; several players may share one."""
    made = scenario(BOARD)
    made.sides = (*made.sides, ScenarioSide("green"))
    with pytest.raises(UnplayableScenario, match="two sides, not 3"):
        initial_position(made)


def test_g5_the_side_with_the_initiative_sets_up_first() -> None:
    """The side with the initiative sets up first, then the other, each in its zones."""
    units = [unit("b2", zone="east"), unit("r2", zone="west")]
    game = battle(BOARD, units=units, zones=ZONES)
    assert game.decision == Place("red", "r2")
    assert options(game) == [at(game, label) for label in ("A1", "A2", "B1")]
    game.choose(at(game, "A2"))
    game.choose(None)
    assert game.decision == Place("blue", "b2")


def test_g5_any_number_of_units_may_begin_in_op_fire_mode() -> None:
    """Any number of units may begin in Op Fire mode."""
    game = battle("r1 r2 r3 . b1", kinds={"r3": "truck"})
    assert game.decision == Ready("red")
    assert options(game) == ["r1", "r2", None], "a truck has no arms"
    game.choose("r1")
    assert options(game) == ["r2", None]
    game.choose("r2")
    assert game.state.units["r1"].mode is game.state.units["r2"].mode is ActivationMode.OP_FIRE


def test_g6_units_are_set_up_within_the_limit() -> None:
    """At most 3 units of a side in a hex."""
    game = battle("r1+r2+r3 . b1", units=[unit("r4", zone="west")], zones={"west": "A1 B1"})
    assert game.state.units["r4"].at == at(game, "B1"), "nowhere else to go: nobody is asked"


def test_g6_x_vehicles_are_not_set_up_in_buildings() -> None:
    """Building: vehicles –."""
    units = [unit("r4", "sherman", zone="mixed")]
    game = battle(BOARD, units=units, zones={"mixed": "C2 B1"})
    assert game.state.units["r4"].at == at(game, "B1")


def test_unplayable_without_any_room() -> None:
    units = [unit("r4", "sherman", zone="house")]
    with pytest.raises(UnplayableScenario, match="r4"):
        battle(BOARD, units=units, zones=ZONES)


# --- bases (Q1–Q5) --------------------------------------------------------------------------------


def test_q5_a_side_fills_bases_one_by_one_until_it_stops() -> None:
    """Building: from the scenario's pool a side fills bases one by one until the pool is empty or
    it stops; figures left over are lost."""
    game = battle(
        BOARD, units=[unit("r8", "", zone="west"), unit("r9", "", zone="west")], zones=ZONES,
        stocks={"red": {"regular": 5, "mg-crew": 1, "engineer": 1}},
    )  # fmt: skip
    assert game.decision == Build("red", "r8")
    assert options(game) == ["regular", "mg-crew", None]
    for _ in range(3):
        game.choose("regular")
    assert options(game) == ["regular", "engineer", None], "a crew takes two places (Q1)"
    game.choose("engineer")
    assert options(game) == ["regular", None], "one token a squad (Q4)"
    game.choose("regular")
    assert game.decision == Build("red", "r9")
    game.choose(None)
    assert happened(game, PoolLeft) == [PoolLeft("red", ("r9",))]
    game.choose(at(game, "B1"))
    built = game.state.units["r8"]
    assert (built.figures, built.token) == (("regular",) * 4, "engineer")
    assert "r9" not in game.state.units
    assert game.state.pools["red"] == {}


def test_q4_no_token_on_a_heavy_squad() -> None:
    """One specialisation token a squad at most, never on a heavy squad."""
    game = battle(
        BOARD, units=[unit("r8", "", zone="west")], zones=ZONES,
        stocks={"red": {"mg-crew": 1, "regular": 1, "engineer": 1}},
    )  # fmt: skip
    game.choose("mg-crew")
    assert options(game) == ["regular", None]


def test_q5_given_squads_come_filled() -> None:
    """With squads given bases come filled."""
    game = battle("r1 . b1", kinds={"r1": "2 elite, 2 regular [recon]"})
    assert game.state.units["r1"].figures == ("elite", "elite", "regular", "regular")
    assert game.state.units["r1"].token == "recon"


def test_q1_a_base_has_four_places() -> None:
    """A squad is a base with 4 places; crews take 2."""
    with pytest.raises(UnplayableScenario, match="Q1"):
        battle("r1 . b1", kinds={"r1": "2 mg-crew, 1 regular"})


# --- works, cards, reserves -----------------------------------------------------------------------


def test_works_are_laid_in_zones_and_squads_begin_in_their_positions() -> None:
    """Entrenchment: one squad each."""
    plans = [ScenarioFeature("trench", "entrenchment", "red", zone="west")]
    game = battle("r1+r2 . . . b1\n . . . . .", plans=plans, zones={"west": "A1 A2"})
    assert game.decision == Lay("red", "trench")
    game.choose(at(game, "A1"))
    assert game.state.units["r1"].position == "trench"
    assert game.state.units["r2"].position == ""


def test_x4_a_position_without_ground_to_lie_on_is_left_out() -> None:
    """Not in stream, pond, building."""
    plans = [ScenarioFeature("trench", "entrenchment", "red", zone="house")]
    game = battle(BOARD, plans=plans, zones=ZONES)
    assert happened(game, PlanDropped) == [PlanDropped("trench", "entrenchment", "red")]


def test_x9_hidden_mines_are_told_to_their_side_alone() -> None:
    """Hidden mines: only their owner knows."""
    plans = [ScenarioFeature("mines", "mines", "blue", zone="east")]
    game = battle(BOARD, plans=plans, zones=ZONES, rules={"hidden_mines": True})
    game.choose(None)
    game.choose(at(game, "E2"))
    laid = happened(game, WorkLaid)[0]
    assert laid.hidden
    assert laid.seers() == ("blue",)


def test_g4_opening_cards_are_drawn_and_command_is_in_store() -> None:
    """A scenario gives decks with opening cards."""
    game = begun(
        BOARD, [3, 3], decks={"orders": ACTIONS}, hands={"red": (StartingHand("orders", 2),)},
        stocks={"red": {"command": 3}},
    )  # fmt: skip
    hq = game.state.hq["red"]
    assert (len(hq.hand), hq.command) == (2, 3)
    assert len(dict(hq.decks)["orders"]) == len(ACTIONS) - 2


def test_st6_reinforcements_come_before_their_round() -> None:
    """Reinforcements come in the Status phase (of the round before)."""
    late = [unit("r9", zone="", arrives=Arrival(1, "west")),
            unit("b9", zone="", arrives=Arrival(2, "east"))]  # fmt: skip
    game = battle(BOARD, units=late, zones=ZONES)
    game.choose(None)
    game.choose(None)
    assert game.decision == Place("red", "r9")
    game.choose(at(game, "A2"))
    assert game.state.round == 1
    assert [entry.id for entry in game.state.reserves] == ["b9"]


def test_st6_events_of_the_scenario_happen_before_their_round() -> None:
    """Reinforcements and events of the scenario."""
    gift = {"name": "Supplies", "round": 1, "side": "blue", "command": 2, "points": 1}
    game = begun(BOARD, rules={"events": {"supplies": gift}})
    assert happened(game, EventHappened) == [EventHappened("supplies", "blue", 2, 1)]
    assert game.state.hq["blue"].command == 2
    assert game.state.points["blue"] == 1


def test_an_event_for_nobody_and_a_base_without_a_pool_are_unplayable() -> None:
    with pytest.raises(UnplayableScenario, match="green"):
        battle(BOARD, rules={"events": {"rain": {"round": 1, "side": "green"}}})
    with pytest.raises(UnplayableScenario, match="Q5"):
        battle(BOARD, units=[unit("r8", "", zone="west")], zones=ZONES)
    with pytest.raises(InvalidRules, match="rounds"):
        battle(BOARD, rules={"events": {"rain": {"rounds": 1}}})
