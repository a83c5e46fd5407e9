"""Control and victory (CM1, W)."""

from __future__ import annotations

from typing import Any

from engine.games.tide import action_phase, victory
from engine.games.tide.action_phase import Order
from engine.play.game import Game
from engine.scenario.scenario import Objective, VictoryCondition, VictoryKind
from tests.assertions import require
from tests.games.tide.boards import begun

BOARD = """
r1 .  .  b1
 .  .  .  .
"""
MILL = Objective("mill", "Mill", zone="mill", points=3)


def played(**more: Any) -> Game[Any]:
    """A game in which nobody does anything, played to its end."""
    zones = {"mill": "A1 B1", "east": "D1", **more.pop("zones", {})}
    game = begun(more.pop("board", BOARD), zones=zones, **more)
    while game.decision is not None:
        idle = [option for option in game.options if option is not None]
        rests = [order for order in idle if getattr(order, "deed", "") == action_phase.FATIGUE]
        game.choose(rests[0] if rests else None)
    return game


def test_cm1_a_side_captures_by_a_unit_there_and_no_enemy_and_keeps_it() -> None:
    """A side captures it by having a unit there and no enemy; control stays after leaving."""
    game = played(objectives=(MILL,), turns=1)
    assert game.state.holders["mill"] == "red"
    away = played(objectives=(Objective("hill", zone="hill", holder="blue", points=1),),
                  zones={"hill": "B2"}, turns=1)  # fmt: skip
    assert away.state.holders["hill"] == "blue"


def test_w1_most_points_after_the_last_round() -> None:
    """Victory points; most after the last round."""
    game = played(objectives=(MILL,), turns=2)
    assert (game.state.round, require(game.result).winner, require(game.result).reason) == (
        2,
        "red",
        "points",
    )
    assert require(game.result).points == {"red": 3, "blue": 0}


def test_w1_equal_points_are_a_draw() -> None:
    """As the scenario says: with equal points nobody has more."""
    game = played(turns=1)
    assert (require(game.result).winner, require(game.result).reason) == (None, "draw")


def test_w1_conditions_are_judged_at_the_end_of_a_round() -> None:
    """Judged at the end of a round: hold objectives."""
    game = played(
        objectives=(MILL,), victory=(VictoryCondition(VictoryKind.OBJECTIVES, "red"),), turns=4
    )
    assert (game.state.round, require(game.result).winner) == (1, "red")


def test_w1_conditions_written_together_hold_together() -> None:
    """Several conditions of a side count singly unless written together."""
    both = (
        VictoryCondition(VictoryKind.OBJECTIVES, "red", group="all"),
        VictoryCondition(VictoryKind.KILL, "red", points=1, group="all"),
        VictoryCondition(VictoryKind.TURN_LIMIT, "blue"),
    )
    game = played(objectives=(MILL,), victory=both, turns=2)
    assert (game.state.round, require(game.result).winner) == (2, "blue")
    single = tuple(VictoryCondition(each.kind, each.side, points=each.points) for each in both)
    assert require(played(objectives=(MILL,), victory=single, turns=2).result).winner == "red"


def test_w1_at_once_where_it_says_so() -> None:
    """Or at once where it says so: exit."""
    game = begun(
        "r1 . b1\n . . .", zones={"edge": "A1"}, turns=3,
        victory=(VictoryCondition(VictoryKind.EXIT, "red", zone="edge", count=1, at_once=True),),
    )  # fmt: skip
    game.choose(Order("r1", action_phase.ADVANCE))
    game.choose(next(go for go in game.options if go is not None and go.how == "exit"))
    assert require(game.result).winner == "red"
    assert [unit.id for unit in game.state.exited] == ["r1"]


def test_w1_units_lost_are_counted_in_points_of_figures() -> None:
    """Units lost."""
    game = begun(BOARD)
    state = game.state
    state.count_fallen(state.units["b1"], 4)
    assert victory.is_condition_met(state, VictoryCondition(VictoryKind.KILL, "red", points=4))
    assert not victory.is_condition_met(state, VictoryCondition(VictoryKind.KILL, "red", points=5))
    assert not victory.is_condition_met(
        state, VictoryCondition(VictoryKind.LOSSES, "red", percent=50)
    )
    assert victory.is_condition_met(state, VictoryCondition(VictoryKind.SURVIVE, "blue", count=1))


def test_w1_clear_counts_steady_enemies_alone() -> None:
    """No enemy that counts is left in a zone."""
    game = begun(BOARD, zones={"east": "D1"},
                 victory=(VictoryCondition(VictoryKind.CLEAR, "red", zone="east"),))  # fmt: skip
    entry = game.scenario.victory[0]
    assert not victory.is_condition_met(game.state, entry)
    game.state.alter("b1", morale="pinned")
    game.state.take_off("b1")
    assert victory.is_condition_met(game.state, entry)


def test_w2_a_side_with_nobody_left_loses_at_once() -> None:
    """A side with no units left on the map or to come loses at once."""
    game = begun("r1 . b1", turns=3)
    game.rewind(len(game.answers))
    state = game.state
    assert victory.has_units_left(state, "blue")
    state.take_off("b1")
    assert not victory.has_units_left(state, "blue")
    assert victory.judge_immediate_end(game)
    assert (require(game.result).winner, require(game.result).reason) == ("red", "alone")
