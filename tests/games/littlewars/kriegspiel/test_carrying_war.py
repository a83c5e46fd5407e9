"""Boats and trains of the Kriegspiel, and its orders by the hand (K2.4, K8.3, E2)."""

from __future__ import annotations

from typing import Any

from engine.games.littlewars.kriegspiel import shell_fire
from engine.games.littlewars.kriegspiel.rules import KRIEGSPIEL_RULES
from engine.games.littlewars.state import State
from engine.play.game import Game
from engine.play.tabletop_gestures import Gesture, GestureKind
from tests.games.littlewars.kriegspiel.wars import (
    at,
    body,
    done,
    events,
    ids,
    line,
    order,
    said,
    to_men,
    war,
)
from tests.games.littlewars.referee_war import WarReferee

RAIL = line("rail", "railway", 3, (0, 96), (240, 96))
TRAIN = (
    body("r-engine", "engine", (60, 96), facing=90),
    body("r-truck", "truck", (57, 96), facing=90),
)


def men(*bodies: object, **more: object) -> Game[State]:
    made = war(*bodies, **more)  # type: ignore[arg-type]
    to_men(made)
    return made


def pointed(made: Game[State], stroke: Gesture) -> Any:
    assert made.decision is not None
    return KRIEGSPIEL_RULES.prospect(made.view("red"), made.decision, stroke)


def test_k8_3_railway_96_in_a_move() -> None:
    """Railway 96 in a move."""
    made = men(*TRAIN, features=[RAIL])
    assert made.accepts(order("drive", ["r-engine"], said(60, 96) + " " + said(157, 96))) is None
    made.choose(order("drive", ["r-engine"], said(60, 96) + " " + said(156, 96)))
    (ran,) = events(made, "TrainRan")
    assert [way[-1] for _, way, _ in ran.ran] == [at(156, 96), at(153, 96)]
    WarReferee(made).watch(made.events)


def test_k8_3_loading_as_boats() -> None:
    """Loading as boats."""
    made = men(*TRAIN, body("r-foot", "foot", (52, 93), (60, 93), strength=12), features=[RAIL])
    made.choose(order("board", ids("r-foot", 12), target="r-truck"))
    assert made.accepts(order("drive", ["r-engine"], said(60, 96) + " " + said(70, 96))) is None
    done(made)
    assert not made.state.carried
    done(made)
    done(made)
    assert len(made.state.carried) == 12
    done(made)
    made.choose(order("land", ids("r-foot", 12), said(57, 92)))
    assert len(events(made, "Landed")) == 1
    WarReferee(made).watch(made.events)


def test_k8_3_trains_are_hit_like_wagons_and_who_is_aboard_dies() -> None:
    """Engines and trucks are hit like wagons."""
    riders = body("r-foot", "foot", strength=6, aboard="r-truck")
    made = men(*TRAIN, riders, features=[RAIL])
    harm = shell_fire.shell_effect_at(made.state, at(57, 97))
    assert harm.destroyed[0] == "r-engine"
    assert set(harm.destroyed) == {"r-engine", "r-truck", *ids("r-foot", 6)}
    twin = made.state.copy()
    for id_ in harm.destroyed:
        if twin.unit_on_table(id_) is not None:
            twin.remove(id_, "destroyed")
    assert not twin.carried
    assert twin.count_men("red") == made.state.count_men("red") - 6


def test_k5_1_a_line_that_is_blown_up_stops_trains() -> None:
    """Line or ford in one and five."""
    sappers = body("r-eng", "engineer", (100, 93), (103, 93), strength=4, formation="line")
    made = men(*TRAIN, sappers, features=[RAIL])
    way = said(60, 96) + " " + said(120, 96)
    assert made.accepts(order("drive", ["r-engine"], way)) is not None
    made.choose(order("blow-line", ["r-eng.1"], said(100, 96)))
    done(made)
    done(made)
    assert made.accepts(order("drive", ["r-engine"], way)) is None


def test_a_train_does_not_go_where_its_bridge_is_gone() -> None:
    brook = line("brook", "river", 4, (90, 60), (90, 140))
    bridge = line("bridge", "bridge", 6, (86, 96), (94, 96))
    way = said(60, 96) + " " + said(100, 96)
    whole = men(*TRAIN, features=[RAIL, brook, bridge])
    assert whole.accepts(order("drive", ["r-engine"], way)) is not None
    gone = men(*TRAIN, features=[RAIL, brook])
    assert gone.accepts(order("drive", ["r-engine"], way)) is None


# --- by the hand ----------------------------------------------------------------------------------

HORSE = body("r-horse", "horse", (60, 60), (60, 74), strength=8, formation="line")
FOE = body("b-foot", "foot", (80, 62), (80, 72), strength=6, formation="extended")


def test_k6_1_eight_riders_dragged_onto_an_enemy_charge_him() -> None:
    made = men(HORSE, FOE)
    foe = made.state.figures["b-foot.3"]
    drag = Gesture(GestureKind.MOVE, ids("r-horse", 8), (at(60, 67), foe.at))
    told = pointed(made, drag)
    assert told.answer.answer == order("charge", ids("r-horse", 8), "", foe.id)
    assert len(told.landings) >= 8
    fewer = drag._replace(pieces=ids("r-horse", 7))
    assert pointed(made, fewer).answer.answer.deed == "go"
    beside = drag._replace(way=(at(60, 67), at(70, 67)))
    assert pointed(made, beside).answer.answer.deed == "go"


def test_k5_an_entrenchment_is_laid_by_two_points_and_a_mine_by_one() -> None:
    foot = body("r-foot", "foot", (60, 60), (60, 66), strength=8, formation="line")
    made = men(foot)
    assert made.decision is not None
    grip = KRIEGSPIEL_RULES.handling(made.view("red"), made.decision)
    assert grip is not None
    assert {"mine", "entrenchment"} <= set(grip.formations)
    assert "blow-bridge" not in grip.formations
    digging = Gesture(GestureKind.LAY, ids("r-foot", 8), (at(63, 61), at(63, 64)), "entrenchment")
    assert pointed(made, digging).answer.answer.deed == "entrenchment"
    too_long = digging._replace(way=(at(63, 58), at(63, 66)))
    assert pointed(made, too_long).why is not None
    mine = Gesture(GestureKind.LAY, ids("r-foot", 2), (at(62, 61), at(62, 61)), "mine")
    found = pointed(made, mine)
    assert made.accepts(found.answer.answer) is not None
    assert found.line == (at(62, 61),)


def test_k2_2_riders_are_told_to_dismount_by_the_hand() -> None:
    made = men(HORSE, FOE)
    told = pointed(
        made, Gesture(GestureKind.LAY, ids("r-horse", 8), (at(60, 60), at(60, 60)), "dismount")
    )
    assert told.answer.answer == order("dismount", ids("r-horse", 8))
