"""Where units can go, and what a step is told of before it is made."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from engine.games.tide import action_phase, move_steps
from engine.games.tide.action_phase import Order
from engine.games.tide.adapter.rules import TIDE
from engine.games.tide.presentation import reachable_areas
from engine.narration.phrase_renderer import PhraseRenderer
from engine.play.move_forecast import MoveStep, ReachableArea
from tests.assertions import require
from tests.games.tide.boards import at, begun

BOARD = """
r1+r2 .  .  w  b1
 .    .  .  .  .
"""


def labels(found: ReachableArea | None) -> dict[str, Any]:
    """The hexes of a reach by their numbers of points, by column and row."""
    assert found is not None
    return {f"{hex_.q + (hex_.r - (hex_.r & 1)) // 2},{hex_.r}": arrival.cost
            for hex_, arrival in found.arrivals.items()}  # fmt: skip


def test_m2_a_reach_is_what_the_points_pay_for() -> None:
    """Cost is paid for the hex entered."""
    game = begun(BOARD)
    told = labels(TIDE.reachable(game.state, "r1"))
    assert told["2,0"] == 2
    assert told["3,0"] == 4, "woods 2"
    assert "4,0" not in told, "an enemy's hex (M5)"


def test_m8_a_truck_counts_thirds_of_a_point() -> None:
    """Trucks a third along a road."""
    game = begun(BOARD, kinds={"r1": "truck"}, roads=["A1 B1 C1"])
    told = labels(TIDE.reachable(game.state, "r1"))
    assert (told["1,0"], told["2,0"]) == (Fraction(1, 3), Fraction(2, 3))


def test_x7_a_reach_ends_in_wire() -> None:
    """Wire: stops entering units."""
    board = "r1 . . .\n ~ ~ ~ ~\n. . . b1"
    told = labels(TIDE.reachable(begun(board, works={"B1": "wire"}).state, "r1"))
    assert set(told) == {"0,0", "1,0"}


def test_v7_a_reach_leads_through_those_who_are_overrun() -> None:
    """May pass through an enemy hex, never ends there."""
    board = "r1 b1 . .\n ~ ~ ~ ~\n. . . b2"
    found = TIDE.reachable(begun(board, kinds={"r1": "sherman"}).state, "r1")
    told = labels(found)
    assert (told["1,0"], told["2,0"]) == (2, 3)
    assert found is not None
    crowded = [arrival.at for arrival in found.arrivals.values() if arrival.crowded]
    assert len(crowded) == 1


def test_tr6_a_passengers_reach_begins_with_getting_off() -> None:
    """Leaving: an activated squad pays 2 MP and may go on with what is left."""
    game = begun(BOARD, kinds={"r2": "truck"})
    game.state.alter("r1", inside="r2")
    assert set(labels(TIDE.reachable(game.state, "r1"))) == {"0,0", "1,0", "2,0", "0,1", "1,1"}


@pytest.mark.parametrize(
    "deed", [action_phase.ADVANCE, action_phase.MOVE_FIRE, action_phase.ASSAULT]
)
def test_orders_that_move_show_the_reach_of_their_manner(deed: str) -> None:
    game = begun(BOARD)
    told = TIDE.reach(game.state, require(game.decision), Order("r1", deed))
    assert told is not None
    assert told.points == (3 if deed == action_phase.MOVE_FIRE else 4)
    assert told.manner == reachable_areas.MANNERS[deed]
    assert TIDE.reach(game.state, require(game.decision), Order("r1", action_phase.FATIGUE)) is None


def test_a_step_is_told_with_its_cost_and_what_awaits_there() -> None:
    """Pool of dice by op fire, mines, ice; no room; the end of the move."""
    game = begun("r1 . i b1\n . . . .", kinds={"r1": "sherman", "b1": "panzer-iv"},
                 modes={"b1": "op-fire"}, works={"B1": "mines", "A2": "wire"})  # fmt: skip
    game.choose(Order("r1", action_phase.ADVANCE))
    told = {}
    for option in game.options:
        found = (
            None if option is None else TIDE.forecast(game.state, require(game.decision), option)
        )
        if isinstance(found, MoveStep):
            told[found.to] = found
    mined = told[at(game, "B1")]
    assert {kind.kind for kind in require(mined.threat).kinds} == {"shots", "mines"}
    assert (mined.cost, mined.left) == (1, 4)
    for step in told.values():
        for language in ("en", "zh"):
            speaker = PhraseRenderer(game, language)
            assert speaker.lines(step.lines)
            assert all(speaker.render(remark.words) for remark in step.remarks)


def test_x2_the_ice_is_told_before_it_is_entered() -> None:
    """Ice: a vehicle entering frozen-stream rolls a die: 1 destroyed."""
    game = begun("r1 i . b1\n . . . .", kinds={"r1": "sherman"})
    game.choose(Order("r1", action_phase.ADVANCE))
    option = next(go for go in game.options if go is not None and go.to == at(game, "B1"))
    found = TIDE.forecast(game.state, require(game.decision), option)
    assert isinstance(found, MoveStep)
    assert [kind.kind for kind in require(found.threat).kinds] == ["ice"]
    assert require(found.threat).kinds[0].together.lost == Fraction(1, 6)
    for language in ("en", "zh"):
        assert len(PhraseRenderer(game, language).lines(found.lines)) == 2


def test_v7_an_overrun_is_told_with_the_points_for_each_enemy() -> None:
    """At its cost + 1 for each enemy unit."""
    game = begun("r1 b1+b2 . .\n . . . .", kinds={"r1": "sherman"})
    game.choose(Order("r1", action_phase.ADVANCE))
    over = next(go for go in game.options if go is not None and go.how == move_steps.OVERRUN)
    found = TIDE.forecast(game.state, require(game.decision), over)
    assert isinstance(found, MoveStep)
    assert [(reason.cause, reason.cost) for reason in found.reasons] == [
        ("ground-open", 1), ("overrun", 2)
    ]  # fmt: skip
