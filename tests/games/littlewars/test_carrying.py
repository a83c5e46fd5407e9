"""Boxes, supply wagons, trains and boats of Little Wars as they are played (L21.3–L21.5, K2.4)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import pytest

from engine.games.littlewars.adapter.rules import LITTLEWARS
from engine.games.littlewars.adapter.scenario_limits import littlewars_limits, placement_faults
from engine.games.littlewars.ai.option_value import determinise
from engine.games.littlewars.men_phase import MoveMen
from engine.games.littlewars.orders import DONE, ActionOrder, GunOrder, MenOrder
from engine.games.littlewars.state import State
from engine.games.littlewars.transport.capacity import (
    capacity_share,
    groups_without_room,
    is_loaded_at_once,
    train_move_distance,
    unplayed_transport,
)
from engine.games.littlewars.transport.railways import Track
from engine.games.littlewars.transport.supply_wagons import may_fire, unsupplied_men
from engine.play.dice import ScriptedDice
from engine.play.game import Game
from engine.play.tabletop_gestures import Gesture, GestureKind
from engine.scenario.figure_groups import FigureGroup
from engine.tabletop.feature_kinds import FigureScale
from engine.tabletop.shapes import FOOT, Point, Polygon
from engine.tabletop.tabletop_map import TabletopFeature
from tests.games.littlewars.boards import at, body, laid, line, scenario, table, train
from tests.games.littlewars.referee import Referee

ALL = {"boxes": True, "railways": True}


def long_table(*features: TabletopFeature) -> Any:
    return table(300, 60, features)


RAIL = line("rail", "railway", 4, (0, 30), (300, 30))
LAKE = TabletopFeature.of_kind(
    "lake", "lake", Polygon((at(20, 10), at(80, 10), at(80, 50), at(20, 50))),
    FigureScale.LITTLE_WARS,
)  # fmt: skip
ENEMY = laid("b-foot", "blue", "foot", 4, 290, 50, 290, 56)


def game(
    bodies: Iterable[FigureGroup], *features: TabletopFeature, turns: int = 6, **rules: Any
) -> Game[State]:
    """A game at the men of the first move."""
    made = scenario(bodies, long_table(*features), turns, {**ALL, **rules})
    begun = Game(LITTLEWARS, made, ScriptedDice([]))
    to_men(begun)
    return begun


def to_men(made: Game[State]) -> None:
    while not isinstance(made.decision, MoveMen):
        _nothing_done(made)


def _nothing_done(made: Game[State]) -> None:
    name = type(made.decision).__name__
    usual = {"GunDeed": GunOrder(DONE), "MoveMen": MenOrder(DONE)}
    made.choose(usual[name] if name in usual else next(iter(made.options)))


def done(made: Game[State], count: int = 1) -> None:
    """Moves are over, so many."""
    until = made.state.move + count
    while made.state.move < until:
        _nothing_done(made)
    to_men(made)


def said(*ways: tuple[float, float]) -> str:
    return " ".join("{},{}".format(*at(*way)) for way in ways)


def order(deed: str, figures: Iterable[str], path: str = "", target: str = "") -> ActionOrder:
    return ActionOrder(deed, tuple(figures), path, target)


def events(made: Game[State], name: str) -> list[Any]:
    return [event for event in made.events if type(event).__name__ == name]


def ids(name: str, count: int) -> tuple[str, ...]:
    return tuple(f"{name}.{number}" for number in range(1, count + 1))


def whistled(made: Game[State]) -> None:
    """The referee, who knows nothing of all this code, finds no foul."""
    Referee(made).watch(made.events)


# --- boxes (L21.3) --------------------------------------------------------------------------------

BOXED = (body("r-box", "box", 20, 30), body("r-men", "foot", strength=12, aboard="r-box"))


def test_l21_3_foot_and_horse_march_in_boxes_at_triple_speed() -> None:
    """Foot and horse (not mounted scouts) may march in boxes at triple speed."""
    horse = (body("r-van", "box", 20, 45), body("r-horse", "horse", strength=6, aboard="r-van"))
    made = game([*BOXED, *horse, ENEMY])
    assert made.accepts(order("drive", ["r-box"], said((20, 30), (56, 30)))) is not None
    assert made.accepts(order("drive", ["r-box"], said((20, 30), (56.5, 30)))) is None
    assert made.accepts(order("drive", ["r-van"], said((20, 45), (92, 45)))) is not None
    assert made.accepts(order("drive", ["r-van"], said((20, 45), (92.5, 45)))) is None


def test_l21_3_no_mounted_scouts() -> None:
    """Foot and horse (not mounted scouts)."""
    made = game([laid("r-scouts", "red", "scout", 3, 20, 20, 26, 20), ENEMY])
    assert made.accepts(order("pack", ids("r-scouts", 3))) is None
    assert littlewars_limits(ALL, ()).bodies["box"].carries == ("foot", "horse")


def test_l21_3_the_enemy_learns_what_is_inside_within_ten_feet() -> None:
    """The enemy learns what is inside when within 10 ft of any figure."""
    watcher = laid("b-watch", "blue", "foot", 4, 180, 28, 180, 32)
    made = game([*BOXED, watcher])
    blind = made.view("blue")
    assert "r-men.1" not in repr((blind.figures, blind.carried, blind.vehicles))
    assert "r-men.1" in LITTLEWARS.secrets(made.state, "blue")
    assert blind.count_men("red") == made.state.count_men("red")
    made.choose(order("drive", ["r-box"], said((20, 30), (55, 30))))
    assert not events(made, "BoxOpened")
    done(made, 1)
    made.choose(order("drive", ["r-box"], said((55, 30), (59, 30))))
    (opened,) = events(made, "BoxOpened")
    assert (opened.why, len(opened.placed)) == ("seen", 12)
    assert "r-men.1" in made.view("blue").figures
    whistled(made)


def test_l21_3_a_box_does_not_go_on_where_it_is_seen() -> None:
    watcher = laid("b-watch", "blue", "foot", 4, 160, 28, 160, 32)
    made = game([*BOXED, watcher])
    assert made.accepts(order("drive", ["r-box"], said((20, 30), (55, 30)))) is None


def test_l21_3_a_force_twenty_feet_from_the_enemy_is_boxed_again() -> None:
    """A force 20 ft from the enemy may be boxed again."""
    near = laid("r-near", "red", "foot", 4, 60, 20, 64, 20)
    made = game([laid("r-men", "red", "foot", 8, 20, 30, 28, 30), near, ENEMY])
    assert made.accepts(order("pack", ids("r-near", 4))) is None
    made.choose(order("pack", ids("r-men", 8)))
    (packed,) = events(made, "Packed")
    assert made.state.vehicles[packed.box].aboard == ids("r-men", 8)
    assert packed.seers() == ("red",)
    done(made, 2)
    made.choose(order("unpack", [packed.box]))
    assert len(made.state.figures_of_side("red")) == 12
    whistled(made)


def test_l21_3_a_player_who_looks_ahead_fills_the_boxes_with_whoever_is_nowhere() -> None:
    made = game([*BOXED, ENEMY])
    dealt = determinise(made.view("blue"), "blue", 1)
    assert dealt.vehicles["r-box"].aboard == ids("r-men", 12)
    assert dealt.count_men("red") == 12


# --- supply wagons (L21.4) ------------------------------------------------------------------------


def supplied(strength: int, *wagons: FigureGroup) -> State:
    made = scenario(
        [laid("r-men", "red", "foot", strength, 20, 10, 40, 10, "fours"), *wagons, ENEMY],
        long_table(), rules={"supply_wagons": True},
    )  # fmt: skip
    return LITTLEWARS.start(made)


def test_l21_4_one_supply_wagon_for_each_50_men_within_six_moves() -> None:
    """Supply wagons: one for each 50 men within six moves."""
    assert len(unsupplied_men(supplied(60), "red")) == 60
    assert len(unsupplied_men(supplied(60, body("r-cart", "wagon", 60, 30)), "red")) == 10
    two = body("r-cart", "wagon", 60, 30), body("r-van", "wagon", 64, 40)
    assert unsupplied_men(supplied(60, *two), "red") == ()
    assert len(unsupplied_men(supplied(4, body("r-cart", "wagon", 130, 10)), "red")) == 4


def test_l21_4_men_without_their_wagon_stand() -> None:
    men = laid("r-men", "red", "foot", 4, 20, 10, 24, 10)
    fed = laid("r-fed", "red", "foot", 4, 150, 10, 154, 10)
    made = game([men, fed, body("r-cart", "wagon", 152, 20), ENEMY], supply_wagons=True)
    assert made.accepts(MenOrder("go", ("r-fed.1",), said((150, 10), (146, 14)))) is not None
    assert made.accepts(MenOrder("go", ("r-men.1",), said((20, 10), (24, 14)))) is None
    assert events(made, "RanShort")[0].figures == ids("r-men", 4)
    assert "unsupplied" in made.position().by_id["r-men.1"].marks
    whistled(made)


@pytest.mark.parametrize(("x", "fires"), [(46, True), (49, False)])
def test_l21_4_guns_fire_with_ammunition_within_two_moves_alone(x: float, fires: bool) -> None:
    """Ammunition wagons within two moves of guns or they do not fire."""
    cart = body("r-cart", "wagon", x, 20, facing=0, load={"ammunition": 1})
    made = scenario(
        [body("r-gun", "gun", 20, 20, facing=90), cart], long_table(),
        rules={"supply_wagons": True},
    )  # fmt: skip
    state = LITTLEWARS.start(made)
    assert may_fire(state, state.guns["r-gun"]) is fires


# --- railways (L21.5) -----------------------------------------------------------------------------


def test_l21_5_a_truck_takes_12_foot_5_horse_or_half_a_gun() -> None:
    """Railway: truck 12 foot, 5 horse or half a gun."""
    units = LITTLEWARS.start(scenario([])).book.units
    assert [60 // capacity_share(units[kind]) for kind in ("foot", "horse")] == [12, 5]
    assert capacity_share(units["gun"]) == 2 * 60
    for kind, strength, fits in [("foot", 12, True), ("foot", 13, False), ("horse", 6, False)]:
        riders = body("r-men", kind, strength=strength, aboard="r-truck-1")
        state = LITTLEWARS.start(scenario([*train(1, riders), ENEMY], long_table(RAIL), rules=ALL))
        assert list(groups_without_room(state)) == ([] if fits else ["r-men"])
    gun = body("r-gun", "gun", aboard="r-truck-1")
    alone = LITTLEWARS.start(scenario([*train(1, gun), ENEMY], long_table(RAIL), rules=ALL))
    assert list(groups_without_room(alone)) == ["r-gun"]
    both = LITTLEWARS.start(scenario([*train(2, gun), ENEMY], long_table(RAIL), rules=ALL))
    assert list(groups_without_room(both)) == []
    assert [car.id for car in both.carriers_of("r-gun")] == ["r-truck-1", "r-truck-2"]


@pytest.mark.parametrize(("trucks", "feet"), [(1, 10), (8, 10), (9, 9), (12, 6), (18, 0), (30, 0)])
def test_l21_5_an_engine_pulls_8_and_each_further_truck_slows_it(trucks: int, feet: int) -> None:
    """Engine pulls 8 (each further truck −10 % speed)."""
    assert train_move_distance(10 * FOOT, trucks) == feet * FOOT


def test_l21_5_a_train_runs_along_its_line() -> None:
    made = game([*train(3, body("r-men", "foot", strength=12, aboard="r-truck-2")), ENEMY], RAIL)
    assert made.accepts(order("drive", ["r-engine"], said((90, 30), (187, 30)))) is None
    made.choose(order("drive", ["r-engine"], said((90, 30), (186, 36))))
    (ran,) = events(made, "TrainRan")
    assert [each[1][-1] for each in ran.ran] == [
        at(186, 30), at(180.2, 30), at(174.4, 30), at(168.6, 30),
    ]  # fmt: skip
    assert made.position().by_id["r-men.1"].inside == "r-truck-2"
    whistled(made)


def test_l21_5_entraining_20_men_takes_two_moves_as_boats() -> None:
    """Entraining 20 men 2 moves as boats (K2.4)."""
    men = laid("r-men", "red", "foot", 21, 71, 26, 91, 26)
    made = game([ENEMY, *train(2), men], RAIL)
    assert made.accepts(order("board", ids("r-men", 21), target="r-truck-1")) is None
    made.choose(order("board", ids("r-men", 20), target="r-truck-1"))
    assert made.accepts(MenOrder("go", ("r-men.1",), said((60, 24), (60, 20)))) is None
    done(made, 2)
    assert not made.state.carried
    assert made.accepts(order("drive", ["r-engine"], said((90, 30), (100, 30)))) is None
    done(made, 1)
    assert len(made.state.carried) == 20
    assert [len(made.state.vehicles[f"r-truck-{n}"].aboard) for n in (1, 2)] == [12, 8]
    done(made, 1)
    made.choose(order("land", ids("r-men", 12), said((80, 20))))
    (landed,) = events(made, "Landed")
    assert len(landed.placed) == 12
    whistled(made)


def test_l21_5_a_gun_is_loaded_by_itself_on_two_trucks() -> None:
    gun = body("r-gun", "gun", 80, 24, facing=0)
    made = game([ENEMY, *train(2), gun, laid("r-men", "red", "foot", 4, 76, 20, 84, 20)], RAIL)
    assert made.accepts(order("board", ("r-gun", "r-men.1"), target="r-truck-1")) is None
    made.choose(order("board", ["r-gun"], target="r-truck-1"))
    done(made, 3)
    assert [car.id for car in made.state.carriers_of("r-gun")] == ["r-truck-1", "r-truck-2"]
    assert not made.state.guns
    done(made, 1)
    made.choose(order("land", ["r-gun"], said((88, 23))))
    assert "r-gun" in made.state.guns


def test_l21_5_a_gun_without_four_men_about_it_cannot_be_loaded() -> None:
    """L7.1 «Пушка боеспособна, если имеются по крайней мере 4 солдатика той же стороны в пределах
    6 дюймов от нее. Иначе она не может ни перемещаться, ни стрелять»: nor go on a train (L21.5)."""
    gun = body("r-gun", "gun", 80, 24, facing=0)
    for men, may in ((3, False), (4, True)):
        crew = laid("r-men", "red", "foot", men, 76, 20, 84, 20)
        made = game([ENEMY, *train(2), gun, crew], RAIL)
        board = order("board", ["r-gun"], target="r-truck-1")
        assert (made.accepts(board) is not None) is may
    made.choose(board)
    whistled(made)


def test_l21_5_a_gun_whose_men_leave_it_is_not_loaded() -> None:
    """L7.1 «Иначе она не может ни перемещаться»: it takes two moves, and the four stay for both."""
    gun = body("r-gun", "gun", 80, 24, facing=0)
    made = game([ENEMY, *train(2), gun, laid("r-men", "red", "foot", 4, 76, 20, 84, 20)], RAIL)
    made.choose(order("board", ["r-gun"], target="r-truck-1"))
    made.choose(MenOrder("go", ids("r-men", 4), said((76, 20), (76, 10))))
    done(made, 3)
    assert "r-gun" in made.state.guns
    assert not made.state.loading


def test_l21_5_a_gun_is_unloaded_where_four_men_stand() -> None:
    """L7.1 «Иначе она не может ни перемещаться»: nor leave the train without them."""
    gun, land = body("r-gun", "gun", aboard="r-truck-1"), order("land", ["r-gun"], said((88, 23)))
    for men, may in ((3, False), (4, True)):
        crew = laid("r-men", "red", "foot", men, 82, 19, 94, 19)
        made = game([ENEMY, *train(2, gun), crew], RAIL)
        assert (made.accepts(land) is not None) is may
    whistled(made)


def test_l21_5_four_men_break_rails_in_two_moves_and_eight_mend_them_in_three() -> None:
    """4 men break rails in 2 moves, 8 mend in 3."""
    gang = laid("b-gang", "blue", "foot", 8, 149, 26, 156, 26)
    guard = laid("r-men", "red", "foot", 4, 10, 10, 14, 10)
    made = game([ENEMY, *train(1), gang, guard], RAIL, turns=9)
    done(made, 1)
    assert made.accepts(order("break-rails", ids("b-gang", 3), said((152, 30)))) is None
    made.choose(order("break-rails", ids("b-gang", 4), said((152, 30))))
    done(made, 2)
    assert not events(made, "BlownUp")
    done(made, 1)
    assert len(events(made, "BlownUp")) == 1
    assert made.accepts(order("drive", ["r-engine"], said((90, 30), (160, 30)))) is None
    assert made.accepts(order("drive", ["r-engine"], said((90, 30), (140, 30)))) is not None
    done(made, 1)
    assert made.accepts(order("mend-rails", ids("b-gang", 7), said((152, 30)))) is None
    made.choose(order("mend-rails", ids("b-gang", 8), said((152, 30))))
    done(made, 5)
    assert len(events(made, "Mended")) == 1
    assert made.accepts(order("drive", ["r-engine"], said((90, 30), (140, 30)))) is not None
    whistled(made)


def test_what_a_scenario_names_and_its_rules_do_not_play_is_a_fault() -> None:
    state = LITTLEWARS.start(scenario([*train(1), *BOXED, ENEMY], long_table(RAIL)))
    assert list(unplayed_transport(state)) == [
        ("r-engine", "railways"), ("r-truck-1", "railways"), ("r-box", "boxes"),
    ]  # fmt: skip
    beside = [body("r-engine", "engine", 90, 20), body("r-boat", "boat", 200, 50), ENEMY]
    found = placement_faults(scenario(beside, long_table(RAIL, LAKE), rules=ALL))
    assert [fault.body for fault in found] == ["r-engine", "r-boat"]


def test_a_track_knows_how_far_along_it_a_place_is() -> None:
    track = Track((Point(0, 0), Point(300, 400), Point(300, 1000)))
    assert track.length == 1_100_000
    assert track.distance_along(Point(150, 200)) == 250_000
    assert track.point_at(800_000) == Point(300, 700)
    assert track.way(250_000, 800_000) == (Point(150, 200), Point(300, 400), Point(300, 700))


# --- boats (K2.4) ---------------------------------------------------------------------------------


def test_k2_4_boats_20_men_embark_in_two_moves_and_land_in_one() -> None:
    """Boats: 20 men embark in two moves, land in one."""
    men = laid("r-men", "red", "foot", 10, 19, 25, 19, 35)
    more = laid("r-more", "red", "foot", 10, 18, 25, 18, 35)
    twenty = (*ids("r-men", 10), *ids("r-more", 10))
    boat = body("r-boat", "boat", 24, 30, facing=0)
    made = game([boat, men, more, ENEMY], LAKE)
    made.choose(order("board", twenty, target="r-boat"))
    done(made, 5 - made.state.move)
    assert len(made.state.vehicles["r-boat"].aboard) == 20
    assert made.accepts(order("drive", ["r-boat"], said((24, 30), (36.5, 30)))) is None
    assert made.accepts(order("drive", ["r-boat"], said((24, 30), (16, 30)))) is None
    made.choose(order("drive", ["r-boat"], said((24, 30), (36, 30))))
    assert made.accepts(order("land", twenty, said((17, 30)))) is None
    whistled(made)


def test_k2_4_twenty_at_once_or_one_gun() -> None:
    """20 men embark in two moves."""
    units = LITTLEWARS.start(scenario([])).book.units
    foot, gun = units["foot"], units["gun"]
    assert [is_loaded_at_once([foot] * count) for count in (0, 1, 20, 21)] == [
        False,
        True,
        True,
        False,
    ]
    assert [is_loaded_at_once(kinds) for kinds in ([gun], [gun, gun], [gun, foot])] == [
        True,
        False,
        False,
    ]


# --- by the hand ----------------------------------------------------------------------------------


def prospect(made: Game[State], stroke: Gesture) -> Any:
    assert made.decision is not None
    return LITTLEWARS.prospect(made.view("red"), made.decision, stroke)


def test_men_dragged_onto_a_truck_board_it_and_those_aboard_are_laid_beside_it() -> None:
    men = laid("r-men", "red", "foot", 4, 80, 24, 86, 24)
    riders = body("r-aboard", "foot", strength=6, aboard="r-truck-2")
    made = game([ENEMY, *train(2, riders), men], RAIL)
    on_truck = Gesture(GestureKind.MOVE, ids("r-men", 4), (at(80, 24), at(84.2, 30)))
    assert prospect(made, on_truck).answer.answer == order(
        "board", ids("r-men", 4), "", "r-truck-1"
    )
    assert made.decision is not None
    grip = LITTLEWARS.handling(made.view("red"), made.decision)
    assert grip is not None
    assert set(grip.waiting) == set(ids("r-aboard", 6))
    assert "r-engine" in grip.takes
    beside = Gesture(GestureKind.LAY, ids("r-aboard", 6), (at(74, 36), at(84, 36)), "line")
    told = prospect(made, beside)
    assert len(told.landings) == 6
    assert made.accepts(told.answer.answer) is not None


def test_an_engine_is_dragged_along_and_rails_are_broken_where_the_hand_shows() -> None:
    gang = laid("r-gang", "red", "foot", 4, 150, 26, 154, 26)
    made = game([ENEMY, *train(1), gang], RAIL)
    told = prospect(made, Gesture(GestureKind.MOVE, ("r-engine",), (at(90, 30), at(120, 33))))
    assert [each.piece for each in told.landings] == ["r-engine", "r-truck-1"]
    breaking = Gesture(GestureKind.LAY, ids("r-gang", 4), (at(152, 30), at(152, 30)), "break-rails")
    assert prospect(made, breaking).answer.answer.deed == "break-rails"
    astray = breaking._replace(way=(at(152, 40), at(152, 40)))
    assert prospect(made, astray).answer is None
    assert prospect(made, astray).why is not None


def test_a_game_with_all_of_it_is_copied_whole() -> None:
    made = game([ENEMY, *train(2, body("r-men", "foot", strength=3, aboard="r-truck-1"))], RAIL)
    twin = made.state.copy()
    twin.carried.clear()
    assert len(made.state.carried) == 3
    assert replace(made.state).carried is made.state.carried
