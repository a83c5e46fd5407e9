"""Works and mines as they are played: begun unseen, stopped, done, exploded (K5)."""

from __future__ import annotations

import pytest

from engine.games.littlewars.orders import DONE, MenOrder
from engine.games.littlewars.state import State
from engine.play.game import Game
from tests.games.littlewars.kriegspiel.wars import (
    at,
    body,
    done,
    events,
    go,
    ids,
    line,
    order,
    said,
    to_men,
    war,
)

SAPPERS = body("r-eng", "engineer", (60, 97), (60, 93), strength=4, formation="line")
FOOT = body("r-foot", "foot", (60, 107), (60, 100), strength=6, formation="line")
RAIL = line("rail", "railway", 3, (0, 96), (240, 96))
BROOK = line("brook", "river", 4, (64, 60), (64, 140))
BRIDGE = line("bridge", "bridge", 6, (61, 96), (67, 96))


def men(*bodies: object, **more: object) -> Game[State]:
    made = war(*bodies, **more)  # type: ignore[arg-type]
    to_men(made)
    return made


def moves(made: Game[State], count: int) -> None:
    """Both sides are done so often."""
    for _ in range(2 * count):
        done(made)


def test_k5_1_engineers_blow_a_railway_bridge_in_two_moves() -> None:
    """Engineers blow a railway bridge in two moves."""
    made = men(SAPPERS, features=[RAIL, BROOK, BRIDGE])
    made.choose(order("blow-bridge", ids("r-eng", 2), said(62, 96)))
    done(made)
    assert not events(made, "BlownUp")
    assert "bridge" in made.state.field.table.by_id
    done(made)
    done(made)
    assert [event.target for event in events(made, "BlownUp")] == ["bridge"]
    assert "bridge" not in made.state.field.table.by_id


def test_k5_1_and_mend_it_in_ten() -> None:
    """Mend it in ten."""
    made = men(SAPPERS, features=[RAIL, BROOK, BRIDGE], turns=30)
    made.choose(order("blow-bridge", ids("r-eng", 2), said(62, 96)))
    moves(made, 2)
    made.choose(order("mend-bridge", ids("r-eng", 2), said(62, 96)))
    moves(made, 9)
    assert not events(made, "Mended")
    moves(made, 1)
    assert events(made, "Mended")
    assert "bridge" in made.state.field.table.by_id


def test_k5_only_engineers_blow_up() -> None:
    """Engineers blow a railway bridge."""
    made = men(SAPPERS, FOOT, features=[RAIL, BROOK, BRIDGE])
    assert made.accepts(order("blow-bridge", ids("r-foot", 2), said(62, 99))) is None


def test_k2_6_engineers_begin_no_work_in_a_move_in_which_they_moved() -> None:
    """Engineers begin no work in a move in which they moved."""
    made = men(SAPPERS, features=[RAIL])
    go(made, ["r-eng.1"], (60, 97), (60, 98))
    assert made.accepts(order("blow-line", ["r-eng.1"], said(60, 96))) is None
    assert made.accepts(order("blow-line", ["r-eng.2"], said(60, 96))) is not None


def test_k5_7_who_moves_away_stops_the_count() -> None:
    """Men at work do nothing else; a move missed or a death below the number stops the count."""
    made = men(SAPPERS)
    made.choose(order("mine", ids("r-eng", 2), said(61, 95)))
    done(made)
    done(made)
    go(made, ["r-eng.1"], (60, 97), (50, 97))
    done(made)
    assert events(made, "WorkStopped")
    assert not made.state.works


def laid() -> Game[State]:
    """A mine of red at 66,96, and four of blue who come along."""
    party = body("b-party", "foot", (90, 97.5), (90, 94.5), strength=4, formation="line")
    near = body("r-eng", "engineer", (61, 97), (61, 93), strength=4, formation="line")
    made = war(near, party, edge_supplies=True)
    to_men(made)
    made.choose(order("mine", ids("r-eng", 2), said(66, 96)))
    for _ in range(10):
        done(made)
    assert not events(made, "MineLaid")
    done(made)
    assert events(made, "MineLaid")
    return made


def test_k5_4_two_men_lay_a_mine_in_six_moves_and_the_first_over_it_explodes_it() -> None:
    """Mine: two men, six moves; the first body over it explodes it: everything within 6 in dies."""
    made = laid()
    assert made.state.active == "blue"
    go(made, ["b-party.2"], (90, 96), (80, 96))
    assert not events(made, "Exploded")
    done(made)
    done(made)
    go(made, ["b-party.2"], (80, 96), (68.5, 96))
    assert not events(made, "Exploded")
    done(made)
    go(made, ids("r-eng", 4), (61, 95), (51, 95))
    done(made)
    there = made.state.figures["b-party.2"].at
    over = f"{there.x},{there.y} {said(66, 96)} {said(64, 96)}"
    made.choose(MenOrder("go", ("b-party.2",), over))
    (exploded,) = events(made, "Exploded")
    assert exploded.figures == ("b-party.2",)
    assert "b-party.2" not in made.state.figures


def test_k5_6_mines_and_works_begun_are_hidden_from_the_enemy() -> None:
    """Mines and works are told to the umpire when begun and to the enemy when finished or
    exploded."""
    made = laid()
    mine = next(iter(made.state.works))
    assert mine not in made.view("blue").works
    assert mine in made.view("red").works
    assert mine in made.rules.secrets(made.state, "blue")
    hidden = [event for event in made.events if type(event).__name__ in ("WorkBegun", "MineLaid")]
    assert {event.seers() for event in hidden} == {("red",)}


def test_k5_5_entrenchments_take_two_men_an_inch_and_four_moves() -> None:
    """Entrenchment by foot in four moves: blocks 2 in high, two men an inch."""
    made = men(FOOT)
    four_inches = f"{said(62, 100)} {said(62, 104)}"
    three = f"{said(62, 100)} {said(62, 103)}"
    assert made.accepts(order("entrenchment", ids("r-foot", 6), four_inches)) is None
    made.choose(order("entrenchment", ids("r-foot", 6), three))
    moves(made, 3)
    assert not events(made, "EarthworkBuilt")
    done(made)
    (built,) = events(made, "EarthworkBuilt")
    wall = made.state.field.table.by_id[built.work]
    assert (wall.height, wall.obstacle) == (32, True)
    assert made.view("blue").works[built.work].is_finished


def test_k5_5_six_men_dig_a_gun_in() -> None:
    """Gun pit: six men four moves."""
    gun = body("r-gun", "gun", (64, 103), facing=90, skill="practised")
    made = men(FOOT, gun)
    pit = order("gun-pit", ids("r-foot", 6), said(62, 103), "r-gun")
    assert made.accepts(pit._replace(figures=ids("r-foot", 5))) is None
    assert made.accepts(pit) is not None


@pytest.mark.parametrize(
    ("deed", "count", "needed"), [("burn-depot", 1, 2), ("empty-wagons", 4, 1)]
)
def test_k5_2_k5_3_stores_are_destroyed(deed: str, count: int, needed: int) -> None:
    """A depot of any size: one man, two moves. Four men empty six wagons in one."""
    wagon = body("b-wagon", "wagon", (64, 103), facing=90, load={"food": 2})
    made = men(FOOT, wagon)
    made.choose(order(deed, ids("r-foot", count), said(63, 103)))
    done(made)
    assert bool(events(made, "StoresDestroyed")) == (needed == 1)
    done(made)
    if needed == 2:
        done(made)
    assert [event.stores for event in events(made, "StoresDestroyed")] == [("b-wagon",)]
    assert not made.state.vehicles["b-wagon"].load


def test_a_work_is_refused_where_nothing_is_to_be_broken_or_too_far() -> None:
    made = men(SAPPERS, features=[RAIL])
    assert made.accepts(order("blow-line", ["r-eng.1"], said(60, 80))) is None
    assert made.accepts(order("blow-line", ["r-eng.1"], said(100, 96))) is None
    assert made.accepts(order("mend-line", ["r-eng.1"], said(60, 96))) is None
    assert made.accepts(order("mine", ["r-eng.1"], said(60, 90))) is None
    assert made.accepts(MenOrder(DONE)) is not None
    assert at(1, 1) == (16, 16)
