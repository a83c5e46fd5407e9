"""The sequence of play (valor V0.2, V4.1, V5) and the set-up."""

from __future__ import annotations

from typing import Any

import pytest

from engine.games.shared_events import PlanDropped, StageBegan
from engine.games.valor import set_up
from engine.games.valor.events import (
    MarkersRemoved,
    PhaseBegan,
    SegmentBegan,
    TurnBegan,
    UnitPlaced,
    WorkLaid,
)
from engine.games.valor.movement_phase import Order
from engine.games.valor.set_up import Face, Place, PlacePosition, UnplayableScenario
from engine.games.valor.smoke import LaySmoke
from engine.games.valor.state import Phase
from engine.games.valor.support_events import MineRolled, SmokeLaid, SmokeThinned
from engine.scenario.scenario import ScenarioFeature, ScenarioSide, ScenarioUnit
from tests.assertions import require
from tests.games.valor.boards import at, battle, happened, place_of, scenario
from tests.games.valor.test_movement_phase import field, go, moving

FAR = "r1 . b1\n h h h\n h h h"


def passed_through(game: Any) -> Any:
    """A game in which nobody does anything, to its end."""
    while game.decision is not None:
        game.choose(None if None in game.options else game.options[-1])
    return game


# --- turns, segments, phases ----------------------------------------------------------------------


def test_v5_1_a_turn_is_two_segments_of_six_phases_each() -> None:
    """A turn = A's segment, B's segment, end segment; command, fire, movement, …, in this order."""
    game = passed_through(battle(FAR, turns=1))
    phases = [(told.phase, told.side) for told in happened(game, PhaseBegan)]
    order = ["command", "fire", "movement", "defensive-fire", "assault", "after-action"]
    assert phases == [(phase, side) for side in ("red", "blue") for phase in order]


def test_v0_2_the_first_side_that_begins_is_player_a() -> None:
    """The scenario's first side with `begins: true` is player A for the whole game."""
    made = scenario(FAR)
    made.sides = (ScenarioSide("red", "Red"), ScenarioSide("blue", "Blue", begins=True))
    assert set_up.initial_position(made).aims.first == "blue"


def test_v5_21_markers_come_off_both_sides_after_each_segment() -> None:
    """Both sides take off all Fire and Move markers, so twice a turn."""
    game = battle(FAR, turns=2)
    game.state.alter("r1", fired=True, moved=True)
    game.state.alter("b1", fired=True)
    MarkersRemoved("red").apply(game.state)
    assert not any(unit.fired or unit.moved for unit in game.state.units.values())
    assert len(happened(passed_through(game), MarkersRemoved)) == 4


def test_v5_21_smoke_2_becomes_1_and_1_goes_twice_a_turn() -> None:
    """Smoke 1 goes, smoke 2 becomes 1 — everywhere, so twice a turn."""
    game = battle(FAR, turns=1)
    game.emit(SmokeLaid("red", "r1", at(game, "B1"), 2, 0, "shell"))
    game = passed_through(game)
    assert game.state.smoke == {} or len(happened(game, SmokeThinned)) == 2


def test_v5_20_the_pinned_of_the_segments_side_roll_in_its_after_action_phase() -> None:
    """A rolls once for each of its pinned units; cargo rallies with its carrier."""
    game = battle(
        "rt . b1\n h h h\n h h h", [(3, 3)], phase="assault", types={"rt": "truck"},
        facing={"rt": 0}, aboard={"r1": "rt"}, marks={"rt": ("pinned",), "r1": ("pinned",)},
    )  # fmt: skip
    rolls = [told.to_rally for told in happened(game, PhaseBegan) if told.phase == "after-action"]
    assert rolls[0] == ("rt",)


def test_v5_22_after_the_last_turn_the_game_ends() -> None:
    """The turn marker moves on; after the last turn the game ends."""
    game = passed_through(battle(FAR, turns=3))
    assert [told.turn for told in happened(game, TurnBegan)] == [1, 2, 3]
    assert len(happened(game, SegmentBegan)) == 3
    assert game.state.phase is Phase.OVER


def test_v5_10_infantry_may_lay_smoke_before_it_moves() -> None:
    """Before a move infantry may lay smoke, and then moves as any other."""
    game = field("r1 . . .", stocks={"red": {"smoke": 1}})
    game.choose(Order("r1", "smoke"))
    assert isinstance(game.decision, LaySmoke)
    game.choose(at(game, "B1"))
    assert game.state.smoke_at(at(game, "B1")) == 1
    go(moving(game, "r1"), "B1")
    assert place_of(game, "r1") == "B1"


def test_v5_12_mines_come_before_wire_and_both_before_opportunity_fire() -> None:
    """After every hex entered: sniper, mines, fire lanes, wire, opportunity fire."""
    board = "r1 . .\n . . .\n . . b1\n r7 . ."
    game = battle(board, [(6,)], phase="movement", works={"B1": "minefield"})
    go(moving(game, "r1"), "B1")
    assert happened(game, MineRolled)
    assert require(game.decision).side == "blue"


def test_v5_13_lanes_go_when_the_movement_is_over() -> None:
    """All fire lanes are removed when A's movement and all opportunity fire are over."""
    from engine.games.valor.state import FireLane

    game = battle(FAR, phase="movement")
    game.state.lanes = (FireLane("b1", "m", "blue", (at(game, "B1"),)),)
    game.choose(None)
    assert not list(game.state.lanes)


# --- set-up ---------------------------------------------------------------------------------------

ZONES = {"north": "A1 B1 C1", "one": "A1"}


def test_v4_1_units_are_set_up_in_their_zones_where_they_may_stand() -> None:
    """Set-up zones: within stacking, on allowed ground, no enemies."""
    squad = ScenarioUnit("r5", "red", "us-rifle", zone="north")
    game = battle("r1+r2+r3 ~ .\n . . .\n . . b1", zones=ZONES, units=[squad])
    assert happened(game, UnitPlaced)[0].at == at(game, "C1")  # a single hex is not asked for


def test_v7_1_a_vehicle_faces_as_its_side_says_when_it_is_set_up() -> None:
    """A vehicle unit faces a hexside 0…5."""
    tank = ScenarioUnit("r5", "red", "m4a1", zone="north")
    game = battle("r1 . .\n . . .\n . . b1", zones=ZONES, units=[tank])
    assert isinstance(game.decision, Place)
    game.choose(at(game, "B1"))
    assert isinstance(game.decision, Face)
    game.choose(4)
    assert game.state.units["r5"].facing == 4


def test_v19_1_positions_are_laid_by_their_side_first() -> None:
    """They come from the order of battle and are set up by their side where the scenario says."""
    bunker = ScenarioFeature("bunker", "bunker-wood", "blue", zone="north")
    wire = ScenarioFeature("wire", "wire", "blue", zone="one")
    made = scenario("r1 w .\n . . .\n . . b1", zones=ZONES)
    made.features = (bunker, wire)
    game = _begun(made)
    assert isinstance(game.decision, PlacePosition)
    assert game.options == [at(game, "A1"), at(game, "C1")]
    game.choose(at(game, "C1"))
    game.choose(3)
    laid = happened(game, WorkLaid)
    assert [(told.id, told.facing) for told in laid] == [("bunker", 3), ("wire", None)]


def test_v19_2_a_position_without_a_hex_to_lie_in_is_left_out() -> None:
    """One per hex: the second of two in one hex is left out."""
    made = scenario("r1 . .\n . . .\n . . b1", zones=ZONES)
    made.features = tuple(ScenarioFeature(f"wire-{n}", "wire", "blue", zone="one") for n in (1, 2))
    (dropped,) = happened(_begun(made), PlanDropped)
    assert dropped.id == "wire-2"
    assert dropped.seers() == (dropped.side,), "nobody else knew of it"


def _begun(made: Any) -> Any:
    from engine.games.valor.adapter.rules import VALOR
    from engine.play.dice import ScriptedDice
    from engine.play.game import Game

    return Game(VALOR, made, ScriptedDice.of())


def test_v2_3_half_hexes_are_played_on_only_where_the_scenario_says_so() -> None:
    """Alone they are not played on unless `half_hexes: playable` (zone `half-hexes`)."""
    squad = ScenarioUnit("r5", "red", "us-rifle", zone="north")
    zones = {**ZONES, "half-hexes": "A1 B1"}
    made = scenario("r1 . .\n . . .\n . . b1", zones=zones, units=[squad])
    assert len(set_up.initial_position(made).reserves[0].hexes) == 1
    made.rules = {"half_hexes": "playable"}
    assert len(set_up.initial_position(made).reserves[0].hexes) == 3


@pytest.mark.parametrize(
    "units",
    [
        [ScenarioUnit("m", "red", "mg34", bearer="nobody")],
        [ScenarioUnit("m", "red", "mg34")],
        [ScenarioUnit("m", "blue", "mg34", bearer="r1")],
        [ScenarioUnit("r5", "red", "us-rifle", aboard="nothing")],
        [ScenarioUnit("r5", "red", "us-riffle", zone="north")],
        [ScenarioUnit("r5", "red", "us-rifle", zone="north", marks=("tired",))],
    ],
)
def test_a_scenario_that_makes_no_sense_is_not_begun(units: list[ScenarioUnit]) -> None:
    with pytest.raises(UnplayableScenario) as error:
        set_up.initial_position(scenario("r1 . .\n . . b1", zones=ZONES, units=units))
    assert str(error.value)


def test_stages_are_left_out_of_the_log() -> None:
    game = passed_through(battle(FAR, turns=1))
    said = [
        game.rules.describe_event(game.state, told, "en") for told in happened(game, StageBegan)
    ]
    assert not any(said)
