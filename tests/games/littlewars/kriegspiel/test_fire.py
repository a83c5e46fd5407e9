"""Shells, guns in their order of march, and volleys of rifles, as they are played (K2.3, K3)."""

from __future__ import annotations

from engine.games.littlewars.kriegspiel import shell_fire
from engine.games.littlewars.kriegspiel.rifle_volleys import Volley, VolleyOrder
from engine.games.littlewars.orders import GunOrder, MenOrder
from engine.games.littlewars.state import State
from engine.play.game import Game
from tests.games.littlewars.kriegspiel.wars import (
    TRUE_SHOT,
    at,
    body,
    done,
    events,
    go,
    ids,
    line,
    of,
    said,
    to_men,
    war,
)
from tests.games.littlewars.referee_war import WarReferee

GUN = body("r-gun", "gun", (20, 96), facing=90, skill="marksman")
CREW = body("r-crew", "foot", (17, 98), (17, 94), strength=5, formation="line")
PARTY = body("b-party", "foot", (100, 97.5), (100, 94.5), strength=4, formation="line")
NEVER = tuple([TRUE_SHOT] * 4)


def second_turn(*bodies: object, **more: object) -> Game[State]:
    """The second move of red: guns may fire (L4.1)."""
    made = war(*bodies, **more)  # type: ignore[arg-type]
    to_men(made)
    done(made)
    return made


def guns(*bodies: object, **more: object) -> Game[State]:
    """The same, when its guns are asked for their deeds."""
    from engine.games.littlewars.orders import DONE, MenOrder

    made = second_turn(*bodies, **more)
    made.choose(MenOrder(DONE))
    while made.state.move < 3:
        made.choose(next(iter(made.options)))
    return made


def test_k3_1_a_shell_kills_half_of_those_within_3_in_nearest_first() -> None:
    """Where one bursts, half (rounded up) of the men within 3 in of it die, nearest first."""
    made = war(PARTY)
    place = made.state.figures["b-party.2"].at
    harm = shell_fire.shell_effect_at(made.state, place)
    assert len(harm.men) == 4
    assert harm.dead[0] == "b-party.2"
    assert len(harm.dead) == 2


def test_k3_1_a_wall_between_shelters() -> None:
    """Walls, earthworks and houses between shelter."""
    wall = line("wall", "wall", 0.25, (98.5, 90), (98.5, 102))
    made = war(PARTY, features=[wall])
    assert shell_fire.shell_effect_at(made.state, at(97.5, 96)).dead == ()
    assert shell_fire.shell_effect_at(made.state, at(99.5, 96)).dead


def test_k3_2_guns_and_wagons_in_a_burst() -> None:
    """A gun wholly within the 3 in is destroyed, partly: out for two moves; wagons either way
    destroyed."""
    gun = body("b-gun", "gun", (100, 96), facing=0, skill="practised")
    wagon = body("b-wagon", "wagon", (120, 96), facing=0)
    made = war(gun, wagon)
    assert shell_fire.shell_effect_at(made.state, at(100, 96)).destroyed == ("b-gun",)
    partly = shell_fire.shell_effect_at(made.state, at(103.2, 96))
    assert partly.destroyed == ()
    assert [id_ for id_, _ in partly.out] == ["b-gun"]
    assert shell_fire.shell_effect_at(made.state, at(123.2, 96)).destroyed == ("b-wagon",)


def test_k3_2_a_gun_that_is_out_misses_two_moves_of_its_side() -> None:
    """Out for two moves."""
    made = war(PARTY)
    to_men(made)
    assert made.state.move == 1
    assert shell_fire.number_of_last_move(made.state, "blue", 2) == 4
    assert shell_fire.number_of_last_move(made.state, "red", 2) == 5


def test_k9_3_a_shell_near_the_general_sends_him_out_for_three_moves() -> None:
    """A shell bursting within 3 in of his figure sends him out for three moves."""
    general = body("b-general", "general", (100, 96), facing=270)
    made = war(general)
    to_men(made)
    harm = shell_fire.shell_effect_at(made.state, at(101, 96))
    assert harm.dead == ()
    assert harm.out == (("b-general", 6),)


def test_k3_1_a_gun_fires_shells_in_its_second_move() -> None:
    """No gun fires before the First Player's second move (L4.1); where a shell bursts, men die."""
    made = guns(GUN, CREW, PARTY, dice=[TRUE_SHOT] * 4)
    fire = GunOrder("fire", "r-gun", "", "b-party.2")
    assert made.accepts(fire) is not None
    made.choose(fire)
    (burst,) = events(made, "Burst")
    assert burst.fallen
    assert len(of(made, "blue")) == 4 - len(burst.fallen)


def test_k3_3_a_gun_is_aimed_no_farther_than_its_shell_carries() -> None:
    """Range by data `shell_range` (field gun 20 ft, howitzer 30 ft)."""
    far = body("b-party", "foot", (239, 3), (239, 1), strength=2, formation="line")
    howitzer = body("r-how", "howitzer", (20, 100), facing=90, skill="marksman")
    more = body("r-more", "foot", (17, 104), (17, 99), strength=5, formation="line")
    table = {"shells": "shell feet\nfield 10\nhowitzer 30\n"}
    made = guns(GUN, CREW, howitzer, more, far, tables=table)
    assert made.accepts(GunOrder("fire", "r-gun", "", "b-party.1")) is None
    assert made.accepts(GunOrder("fire", "r-how", "", "b-party.1")) is not None


def test_k2_3_a_gun_moves_limbered_and_fires_unlimbered() -> None:
    """Guns: limber or unlimber half; no fording. Foot, horse and guns do not both fire and move in
    a move."""
    made = guns(GUN, CREW, PARTY)
    ahead = f"{said(20, 96)} {said(30, 96)}"
    assert made.accepts(GunOrder("move", "r-gun", ahead)) is None
    made.choose(GunOrder("limber", "r-gun"))
    assert made.state.guns["r-gun"].limbered
    assert made.accepts(GunOrder("fire", "r-gun", "", "b-party.1")) is None
    assert made.accepts(GunOrder("limber", "r-gun")) is None
    assert made.accepts(GunOrder("move", "r-gun", f"{said(20, 96)} {said(33, 96)}")) is None
    assert made.accepts(GunOrder("move", "r-gun", ahead)) is not None


# --- rifles ---------------------------------------------------------------------------------------

RANK = body("r-rank", "foot", (80, 99), (80, 93), strength=5, formation="line")


def volleys(*bodies: object, **more: object) -> Game[State]:
    from engine.games.littlewars.orders import DONE

    made = guns(*bodies, **more)
    while not isinstance(made.decision, Volley):
        made.choose(GunOrder(DONE) if type(made.decision).__name__ == "GunDeed" else "nothing")
    return made


def test_k3_4_five_foot_in_line_fire_over_the_head_of_the_middle_man() -> None:
    """For each 5 foot roughly in line that did not move, one ordinary shot as of a gun standing
    behind the line, the line of fire over the head of the middle man. Aim error as `plain`."""
    made = volleys(RANK, PARTY, dice=[TRUE_SHOT])
    order = next(o for o in made.options if o is not None)
    assert {*order.figures} == {*ids("r-rank", 5)}
    middle = made.state.figures[order.figures[2]].at
    made.choose(order)
    (fired,) = events(made, "VolleyFired")
    assert fired.path[0][:2] == (middle.x, middle.y)
    assert fired.fallen == (order.target,)


def test_k3_4_four_do_not_fire_nor_five_too_far_apart() -> None:
    """Within 6 in, each ≤ 2 in from the next."""
    made = volleys(RANK, PARTY)
    ranked = next(o for o in made.options if o is not None).figures
    assert made.accepts((ranked[:4], "b-party.1")) is None
    assert made.accepts((ranked, "b-party.1")) == made.accepts(VolleyOrder(ranked, "b-party.1"))
    scattered = (*ranked[:4], "r-rest.1")
    assert made.accepts((scattered, "b-party.1")) is None


def test_k2_5_who_fired_does_not_move() -> None:
    """Foot, horse and guns do not both fire and move in a move."""
    made = volleys(RANK, PARTY, dice=[TRUE_SHOT])
    made.choose(next(o for o in made.options if o is not None))
    to_men(made)
    moving = {id_ for option in made.options for id_ in getattr(option, "figures", ())}
    assert not moving & {*ids("r-rank", 5)}


def test_k3_5_without_ammunition_there_is_no_rifle_fire() -> None:
    """No ammunition, no rifle fire; guns always have some."""
    rank = body("r-rank", "foot", (100, 99), (100, 70), strength=20, formation="extended")
    made = war(rank, PARTY, begins_fed=False)
    from engine.games.littlewars.kriegspiel import supply

    assert not supply.may_fire(made.state, "r-rank")
    wagon = body("r-wagon", "wagon", (90, 80), facing=90, load={"ammunition": 1})
    supplied = war(rank, PARTY, wagon, begins_fed=False)
    assert supply.may_fire(supplied.state, "r-rank")


def test_k4_1_ammunition_is_for_six_firings() -> None:
    """Ammunition 30 foot for six firings."""
    made = volleys(RANK, PARTY, dice=[TRUE_SHOT])
    made.choose(next(o for o in made.options if o is not None))
    assert made.state.war.feeding["r-rank"].firings == 5


def test_go_is_read_in_inches() -> None:
    made = war(RANK, PARTY)
    to_men(made)
    before = made.state.figures["r-rank.1"].at
    go(made, ids("r-rank", 5), (80, 96), (86, 96))
    assert made.state.figures["r-rank.1"].at.x - before.x == 6 * 16


def test_k2_5_gunners_who_fired_do_not_walk_in_the_same_move() -> None:
    """«Ни пехота, ни конница, ни артиллерия не могут вести огонь и перемещаться в одном ходе»: of
    five men by a gun that fires four serve it and stay; the fifth may go."""
    made = guns(GUN, CREW, PARTY, dice=NEVER)
    made.choose(GunOrder("fire", "r-gun", "", "b-party.2"))
    (served,) = events(made, "GunServed")
    assert len(served.figures) == 4
    made.choose(None)
    to_men(made)
    for man in ids("r-crew", 5):
        start = made.state.figures[man].at
        way = MenOrder("go", (man,), f"{start.x},{start.y} {start.x - 32},{start.y}")
        assert (made.accepts(way) is None) is (man in served.figures)
    WarReferee(made).watch(made.events)
    done(made)
    done(made)
    assert not made.state.war.served


def test_k2_5_gunners_who_held_their_fire_may_walk() -> None:
    """«Вести огонь и перемещаться»: a gun that does not fire keeps nobody."""
    made = guns(GUN, CREW, PARTY)
    to_men(made)
    start = made.state.figures["r-crew.1"].at
    way = MenOrder("go", ("r-crew.1",), f"{start.x},{start.y} {start.x - 32},{start.y}")
    assert made.accepts(way) is not None
