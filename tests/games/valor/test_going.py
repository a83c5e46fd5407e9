"""Where units of valor can come to: every way is one the rules allow, and none is missing."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from engine.games.valor import steps
from engine.games.valor.data.kinds import Going
from engine.games.valor.face.going import reachable
from engine.games.valor.state import State
from engine.games.valor.steps import Go, Walk
from engine.hexes.hex import Hex
from engine.paths.facing import Driving
from engine.paths.fronts import AHEAD, ASTERN, Entry, Front, Handling
from engine.paths.search import Paths
from engine.play.forecast import Arrival
from tests.games.valor.boards import at, battle

N, NE, SE, S, SW, NW = range(6)
COUNTRY = """
    .   .  w  .  .   .  .
    .   .  h  .  .   w  .
    .   s  .  r1 .   .  .
    .   w  1  1  .   ~  .
    .   .  1  2  1   ~  .
    b1  .  .  .  .   .  .
"""
MORE = {"roads": ["D6 D5 E5"], "walls": ["D2 E2"], "hedges": ["D3 E4"], "works": {"E3": "sandbags"}}


def country(type_: str, facing: int | None, **more: Any) -> Any:
    """A red unit in the middle of country of every kind, blue in a corner."""
    fronts = {} if facing is None else {"r1": facing}
    return battle(COUNTRY, phase="movement", types={"r1": type_}, facing=fronts, **MORE, **more)


def standing(state: State, at_: Hex, facing: int | None) -> State:
    """The position with the red unit elsewhere."""
    there = state.copy()
    there.put(state.units["r1"]._replace(at=at_, facing=facing))
    there.forget()
    return there


def offered(state: State, here: Arrival, there: Arrival, spent: int) -> list[Go]:
    """The steps the rules offer from one stand of a way to the next."""
    walk = Walk.of(("r1",), steps.MOVE).paid({"r1": spent})
    ways = steps.steps(standing(state, here.at, here.facing), walk)
    wanted = there.facing
    return [go for go in ways if go.to == there.at and go.facing in (wanted, None)]


@pytest.mark.parametrize("type_", ["truck", "m4a3e8", "jeep", "us-rifle", "leader-1"])
@pytest.mark.parametrize("facing", [N, SE, SW])
def test_every_way_is_made_of_steps_the_rules_offer_at_that_price(type_: str, facing: int) -> None:
    is_driven = type_ not in ("us-rifle", "leader-1")
    game = country(type_, facing if is_driven else None)
    found = reachable(game.state, ("r1",))
    ends = list(found.fronts.values()) or list(found.arrivals.values())
    assert len(ends) > 12
    for end in ends:
        way = found.path(end.at, end.facing)
        assert way[-1] == end
        for here, there in pairwise(way):
            price = there.cost - here.cost
            assert price in [go.cost for go in offered(game.state, here, there, int(here.cost))]


@pytest.mark.parametrize("type_", ["truck", "m4a3e8", "jeep"])
@pytest.mark.parametrize("facing", range(6))
def test_a_lone_vehicle_comes_where_the_search_over_fronts_says(type_: str, facing: int) -> None:
    game = country(type_, facing)
    state, unit = game.state, game.state.units["r1"]
    handling = Handling({AHEAD: Entry(turns=(0, 0, 1, 2)), ASTERN: Entry(times=2)})
    driving = Driving(Paths(state.book.mobility[Going.VEHICLE], state.field.board), handling)
    enemies = [each.at for each in state.of("blue")]
    entry = {at(game, "E3"): 1}
    points = state.type_of(unit).mp
    expected = driving.reach(Front(unit.at, facing), points, enemies, more=entry)
    found = reachable(state, ("r1",)).fronts
    assert {front: each.cost for front, each in found.items()} == dict(expected)


def test_a_truck_is_led_to_a_hex_with_the_front_that_costs_least() -> None:
    game = country("truck", S)
    found = reachable(game.state, ("r1",))
    beside = found.arrivals[at(game, "D2")]
    assert (beside.cost, beside.facing, beside.at in found.arrivals) == (2, S, True)
    turned = found.path(at(game, "D4"), N)
    assert [(step.cost, step.facing) for step in turned] == [(0, S), (4, N)]


def test_infantry_has_no_fronts() -> None:
    game = country("us-rifle", None)
    assert reachable(game.state, ("r1",)).fronts == {}
    assert reachable(game.state, ("r1",)).arrivals[at(game, "D2")].facing is None
