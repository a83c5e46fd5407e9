"""Where units of valor can go, and what the next step costs (V6, V7, V24.5)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.games.valor.move_execution import Step
from engine.games.valor.move_steps import MOVE
from engine.games.valor.movement_phase import Order
from engine.games.valor.presentation import reachable_areas
from engine.play.move_forecast import MoveStep as StepForecast
from engine.play.move_forecast import ReachableArea
from tests.assertions import require
from tests.games.valor.boards import at, battle
from tests.games.valor.test_fuzz import played
from tests.games.valor.test_movement_phase import field, go, moving


def labels(game: Any, reach: ReachableArea) -> dict[str, int]:
    """The hexes that can be reached, with what they cost."""
    label = game.state.field.label
    return {label(hex_): int(arrival.cost) for hex_, arrival in reach.arrivals.items()}


def test_infantry_reaches_as_far_as_its_mp_go() -> None:
    game = field("r1 . . . . . .")
    found = labels(game, game.rules.reachable(game.state, "r1"))
    assert found["E1"] == 4
    assert "F1" not in found
    assert found["A1"] == 0


def test_a_squad_reaches_further_with_its_leader() -> None:
    game = field("r1+r2 . . . . . . .", types={"r2": "leader-1"})
    game.choose(Order("r1", "move"))
    with_him = game.rules.reach(game.state, game.decision, "r2")
    alone = game.rules.reach(game.state, game.decision, None)
    assert with_him is not None
    assert alone is not None
    assert "G1" in labels(game, with_him)
    assert "G1" not in labels(game, alone)


def test_a_vehicle_reaches_by_its_facing_and_backs_at_twice_the_cost() -> None:
    game = field(". . .\n r1 . .\n . . .", types={"r1": "m4a1"}, facing={"r1": 0})
    found = labels(game, game.rules.reachable(game.state, "r1"))
    assert found["A1"] == 1
    assert found["A3"] == 2
    assert found["B1"] > 1


def test_every_hex_of_a_reach_can_be_gone_to_step_by_step() -> None:
    """What the map shows as reachable is reached by the steps that are offered."""
    board = ". . w . .\n . h . r1 .\n . . s . .\n . w . . ."
    for kind, front in (("us-rifle", None), ("m4a1", 5), ("jeep", 2)):
        facing = {} if front is None else {"r1": front}
        game = field(board, types={"r1": kind}, facing=facing)
        reach = game.rules.reachable(game.state, "r1")
        assert reach is not None
        game.choose(Order("r1", "move"))
        if not isinstance(game.decision, Step):
            game.choose("move")
        start = len(game.answers)
        for to in reach.arrivals:
            game.rewind(start)
            for arrival in reach.path(to)[1:]:
                ways = [way for way in game.options if way is not None and way.to == arrival.at]
                wanted = [way for way in ways if way.facing in (None, arrival.facing)]
                assert wanted, f"{kind} cannot go to {game.state.field.label(arrival.at)}"
                game.choose(wanted[0])
            assert game.state.units["r1"].at == to


def test_the_enemy_and_prohibited_ground_are_not_reached() -> None:
    game = battle("r1 b1 .\n ~ . .\n . . .", phase="movement")
    found = labels(game, require(game.rules.reachable(game.state, "r1")))
    assert "B1" not in found
    assert "A2" not in found


def test_a_step_tells_its_parts() -> None:
    """Ground, hexside, slope and position add up to the cost."""
    game = field("r1 1 . .", walls=["A1 B1"], works={"B1": "foxholes"})
    moving(game, "r1")
    way = next(way for way in game.decision.ways if way.to == at(game, "B1"))
    told = game.rules.forecast(game.state, game.decision, way)
    assert isinstance(told, StepForecast)
    assert [(part.cause, part.cost) for part in told.reasons] == [
        ("ground-open", 1), ("side-wall", 1), ("up-1", 1), ("position", 1),
    ]  # fmt: skip
    assert (told.cost, told.left) == (4, 0)


def test_turning_and_backing_are_parts_of_a_step_too() -> None:
    game = field(". . .\n r1 . .\n . . .", types={"r1": "m4a1"}, facing={"r1": 0})
    moving(game, "r1")
    for way in game.decision.ways:
        told = game.rules.forecast(game.state, game.decision, way)
        assert isinstance(told, StepForecast)
        assert sum(part.cost or 0 for part in told.reasons) == way.cost


def test_a_move_under_way_reaches_with_what_is_left() -> None:
    game = field("r1 . . . . .")
    go(moving(game, "r1"), "B1", "C1")
    reach = game.rules.reach(game.state, game.decision, None)
    assert reach is not None
    assert labels(game, reach)["E1"] == 2
    assert "F1" not in labels(game, reach)


@pytest.mark.parametrize("seed", range(3))
def test_v7_2_compiled_code_finds_what_a_plain_search_does(seed: int) -> None:
    """Vehicles of random games on Mill Ford: every front, its MP and hexes, where it is full."""
    game = played("mill-ford", seed)
    compared = 0
    for mark in game.marks[::5]:
        view = mark.state.copy()
        for unit in view.units.values():
            gun = view.type_of(unit).is_gun
            if (
                unit.facing is None
                or unit.inside
                or gun
                or not reachable_areas.may_begin_move(unit)
            ):
                continue
            found = reachable_areas.reachable_hexes(view, (unit.id,))
            plain = reachable_areas._walk(reachable_areas._board(view, (unit.id,), MOVE, None))
            assert fronts(found) == fronts(plain), (seed, unit)
            assert labels(game, found) == labels(game, plain), (seed, unit)
            compared += 1
    assert compared > 5


def fronts(reach: ReachableArea) -> dict[Any, tuple[Any, ...]]:
    return {at: (each.cost, each.hexes, each.crowded) for at, each in reach.fronts.items()}
