"""Guns: in action, moved, fired; shots on men; what the umpire enters (L4, L5, L7–L9, S, EX8)."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations

import pytest

from engine.games.littlewars import gun_crews, gun_hauling
from engine.games.littlewars.events import Died, GunDone, GunLaid, GunMoved, ShotFired
from engine.games.littlewars.gun_crews import most_crews
from engine.games.littlewars.gun_phase import (
    DONE,
    GunDeed,
    Lay,
    may_act,
    may_fire,
    may_give_gun_order,
)
from engine.games.littlewars.gun_shots import Shot, aimed_shot, simulate_shot
from engine.games.littlewars.men_phase import MoveMen
from engine.games.littlewars.orders import AimAt, GunOrder, ShotResultEntry
from engine.games.littlewars.state import Phase, State
from engine.play.game import Game
from engine.tabletop.shapes import Point, format_path
from tests.games.littlewars.boards import at, block, game_at, house, state_of, table

Placed = tuple[str, str, str, float, float]
CREW: list[Placed] = [(f"c{n}", "red", "foot", 28.5 + n, 13) for n in range(4)]
GUN = [("gun", "red", 30, 16, 0)]
MIDDLE = (500, 500, 500)
WIDE = (999, 500, 500)


def battery(
    *more: Placed,
    crew: list[Placed] = CREW,
    **said: object,
) -> State:
    """A red gun with its crew that faces north, and whoever else there is."""
    figures = [*crew, *more, ("r9", "red", "foot", 3, 3), ("b9", "blue", "foot", 69, 57)]
    rules = {"shots": "model", **said}
    return state_of(figures, GUN, phase=Phase.GUNS, rules=rules)


def fire(state: State, *dice: tuple[int, int, int], target: str = "b1") -> Game[State]:
    """A game in which the gun fires at somebody once."""
    game = game_at(state, dice)
    game.choose(GunOrder("fire", "gun", "", target))
    return game


def shots(game: Game[State]) -> list[ShotFired]:
    return [event for event in game.events if isinstance(event, ShotFired)]


# --- in action (L7) -------------------------------------------------------------------------------


def test_ex8_a_gun_with_four_men_at_six_inches_is_in_action_with_one_a_sixteenth_off_not() -> None:
    """EX8 Gun with 4 men at 6 in is in action, with one of them at 6 1/16 in not. L7.1 A gun is in
    action when at least 4 men of its side are within 6 in; else it neither moves nor fires."""
    gap = (96 + 32 + 6) / 16  # six inches from the gun's end to the man's edge
    men = [(f"c{n}", "red", "foot", 29 + n, 16 - gap) for n in range(3)]
    state = battery(crew=[*men, ("c3", "red", "foot", 31, 16 + gap)])
    assert gun_crews.is_in_action(state, state.guns["gun"])
    off = battery(crew=[*men, ("c3", "red", "foot", 31, 16 + gap + 1 / 16)])
    assert not gun_crews.is_in_action(off, off.guns["gun"])
    assert not may_act(off, off.guns["gun"])


def test_l7_1_a_man_counts_for_one_gun_only() -> None:
    """L7.1 One man may count for one gun only; cavalry count as men."""
    figures = [*block("c", "red", 7, 28, 12), ("b", "blue", "foot", 60, 50)]
    state = state_of(figures, [("one", "red", 28, 17, 0), ("two", "red", 33, 17, 0)])
    acting = [gun for gun in state.guns.values() if gun_crews.is_in_action(state, gun)]
    assert len(acting) == 1
    guns = [("one", "red", 28, 17, 0), ("two", "red", 33, 17, 0)]
    state = state_of([*figures, ("h", "red", "horse", 34, 12)], guns)
    assert all(gun_crews.is_in_action(state, gun) for gun in state.guns.values())


def test_l7_1_men_are_shared_so_that_the_most_guns_are_in_action() -> None:
    """L7.1 «Пушка боеспособна, если имеются по крайней мере 4 солдатика той же стороны в пределах
    6 дюймов от нее»: the middle gun has two men of its own and needs two of those between the guns;
    it leaves the three in the west to the western gun, which has one, and takes the two in the
    east, whom the eastern gun could not use."""
    figures = [
        *((f"m{n}", "red", "foot", 25.5, 13 + 2 * n) for n in range(3)),
        *((f"n{n}", "red", "foot", 34.5, 13 + 2 * n) for n in range(2)),
        ("p1", "red", "foot", 29.5, 20), ("p2", "red", "foot", 30.5, 20),
        ("q", "red", "foot", 16, 15), ("b", "blue", "foot", 60, 50),
    ]  # fmt: skip
    guns = [("west", "red", 21, 15, 0), ("mid", "red", 30, 15, 0), ("east", "red", 39, 15, 0)]
    state = state_of(figures, guns)
    near = {gun.id: len(gun_crews.men_near_gun(state, gun)) for gun in state.guns.values()}
    assert near == {"west": 4, "mid": 7, "east": 2}
    acting = {gun.id for gun in state.guns.values() if gun_crews.is_in_action(state, gun)}
    assert acting == {"west", "mid"}


@pytest.mark.parametrize("seed", range(60))
def test_l7_1_no_other_sharing_brings_more_guns_into_action(seed: int) -> None:
    """L7.1 One man may count for one gun only: no choice of more guns than are served has four men
    of its own for each, as all ways to share the men show."""
    rng = random.Random(seed)
    men = [f"m{n}" for n in range(rng.randint(4, 16))]
    near = {f"g{n}": rng.sample(men, rng.randint(0, min(7, len(men)))) for n in range(5)}
    served = Counter(most_crews(near, gun_crews.CREW).values())
    assert all(count == gun_crews.CREW for count in served.values())
    for chosen in combinations(near, len(served) + 1):
        # By Hall's theorem guns can all be served unless some of them have too few men together.
        groups = [each for k in range(1, len(chosen) + 1) for each in combinations(chosen, k)]
        assert any(
            len({man for gun in each for man in near[gun]}) < gun_crews.CREW * len(each)
            for each in groups
        )


# --- when (L4, L5, L8.1) --------------------------------------------------------------------------


def test_l4_1_no_gun_fires_before_the_first_players_second_move() -> None:
    """L4.1 No gun fires before the First Player's second move; the Second Player then may too."""
    state = battery(("b1", "blue", "foot", 30, 40))
    gun = state.guns["gun"]
    for move, may in ((1, False), (2, False), (3, True), (4, True)):
        state.move = move
        assert may_fire(state, gun) is may
        assert may_act(state, gun)


def test_l19_4_the_defender_may_fire_in_his_first_move() -> None:
    """L19.4 The defender may fire in his first move."""
    state = battery(("b1", "blue", "foot", 30, 40), game="defence", defender="red")
    state.defender, state.move = "red", 1
    assert may_fire(state, state.guns["gun"])


def test_l5_1_all_guns_are_done_before_men_move() -> None:
    """L5.1 All gun moves and fire come before any other figure of the side moves."""
    game = game_at(battery(("b1", "blue", "foot", 30, 40)))
    assert isinstance(game.decision, GunDeed)
    game.choose(DONE)
    assert isinstance(game.decision, MoveMen)


def test_l8_1_a_gun_moves_or_fires_never_both() -> None:
    """L8.1 Move or fire, never both."""
    game = fire(battery(("b1", "blue", "foot", 30, 40)), MIDDLE)
    game.choose(None)
    assert game.state.guns["gun"].done
    path = format_path([game.state.guns["gun"].at, at(30, 20)])
    assert not may_give_gun_order(game.state, "red", GunOrder("move", "gun", path))
    assert not may_give_gun_order(game.state, "red", GunOrder("fire", "gun", "", "b9"))


# --- moving a gun (L8.3, L8.4) --------------------------------------------------------------------


def test_l8_3_a_gun_goes_twelve_inches_with_foot_and_no_farther() -> None:
    """L8.3 Move: 24 in if at least 4 of the men serving it are cavalry, else 12 in."""
    state = battery()
    gun = state.guns["gun"]
    assert gun_hauling.plan_gun_move(state, gun, (gun.at, at(30, 28))) is not None
    assert gun_hauling.plan_gun_move(state, gun, (gun.at, Point(480, 28 * 16 + 1))) is None


def test_ex8_four_cavalry_and_two_foot_take_a_gun_twenty_four_inches() -> None:
    """EX8 4 cavalry and 2 foot: 24 in. It ends trail to the front."""
    horse = [(f"h{n}", "red", "horse", 26 + 2.5 * n, 12) for n in range(4)]
    foot = [(f"c{n}", "red", "foot", 28 + n, 10) for n in range(2)]
    state = battery(crew=[*horse, *foot])
    gun = state.guns["gun"]
    assert gun_crews.gun_allowance(state, gun, gun_crews.serving_men(state, gun)) == 24 * 16
    hauled = gun_hauling.plan_gun_move(state, gun, (gun.at, at(30, 40)))
    assert hauled is not None
    assert hauled.facing == 180
    assert {id_ for id_, _, _ in hauled.crew} == {"h0", "h1", "h2", "h3"}


def test_l8_3_four_of_its_men_go_with_it_and_end_within_six_inches() -> None:
    """L8.3 At least 4 of those that were within 6 in go with it and end within 6 in (their own
    move is spent so)."""
    state = battery()
    game = game_at(state)
    game.choose(GunOrder("move", "gun", format_path([at(30, 16), at(33, 26)])))
    (moved,) = [event for event in game.events if isinstance(event, GunMoved)]
    assert {id_ for id_, _, _ in moved.crew} == {"c0", "c1", "c2", "c3"}
    after = game.state
    assert gun_crews.is_in_action(after, after.guns["gun"])
    assert all(after.figures[f"c{n}"].moved for n in range(4))


def test_l8_4_it_ends_facing_where_it_came_from() -> None:
    """L8.4 It ends facing where it came from and may be turned to fire on a later move."""
    game = game_at(battery(("b1", "blue", "foot", 30, 40)))
    game.choose(GunOrder("move", "gun", format_path([at(30, 16), at(40, 16)])))
    assert game.state.guns["gun"].facing == 270


# --- firing (L8.2, L9, S) -------------------------------------------------------------------------


def test_l8_2_up_to_four_shots_turned_freely() -> None:
    """L8.2 Fire: up to 4 shots; turned and elevated freely."""
    state = battery(("b1", "blue", "foot", 30, 40), ("b2", "blue", "foot", 50, 20))
    game = fire(state, WIDE, WIDE, WIDE, WIDE)
    for aim in (at(50, 20), at(30, 40), at(50, 20)):
        assert isinstance(game.decision, Lay)
        game.choose(AimAt(format_path([aim])))
    assert not isinstance(game.decision, Lay)
    facings = [event.facing for event in game.events if isinstance(event, GunLaid)]
    assert facings == [0, 79, 0, 79]
    assert game.state.guns["gun"].facing == 79


def test_l8_2_two_men_are_put_at_the_trails_end() -> None:
    """L8.2 Afterwards it stands, faces the last shot, and two of its men are put right and left
    behind the axle at the trail's end."""
    game = fire(battery(("b1", "blue", "foot", 30, 40)), WIDE)
    game.choose(None)
    (done,) = [event for event in game.events if isinstance(event, GunDone)]
    assert {point for _, point in done.crew} == {Point(508, 224), Point(452, 224)}


def test_l8_2_no_gunner_is_put_onto_one_who_stays() -> None:
    """L8.2 «Два артиллериста должны быть оставлены у конца станин»; G5 «солдатик должен стоять сам
    по себе»: c0 would come to where c1 stands, who finds a house in his own place, and stays."""
    right, left = Point(508, 224), Point(452, 224)
    crew = [("c0", "red", "foot", 30, 13), ("c1", "red", "foot", right.x / 16, right.y / 16)]
    crew += [(f"c{n}", "red", "foot", 26 + n, 21) for n in range(2, 4)]
    shed = house("shed", left.x / 16 - 0.8, 12.8, left.x / 16 + 0.2, 14.4)
    men = [*crew, ("b1", "blue", "foot", 30, 40), ("r9", "red", "foot", 3, 3)]
    state = state_of(men, GUN, phase=Phase.GUNS, ground=table(features=[shed]))
    game = fire(state, WIDE)
    game.choose(None)
    (done,) = [event for event in game.events if isinstance(event, GunDone)]
    places = [figure.at for figure in game.state.figures.values()]
    assert len(set(places)) == len(places)
    assert done.crew == (), "both stay: no place is free"


def test_l8_2_own_men_in_the_way_are_laid_down_and_not_hit() -> None:
    """L8.2 Own men in the way may be laid down for the shot (they do not count as hit by it)."""
    state = battery(("f", "red", "foot", 30, 21), ("b1", "blue", "foot", 30, 40))
    game = fire(state, MIDDLE)
    (laid,) = [event for event in game.events if isinstance(event, GunLaid)]
    assert laid.laid_down == ("f",)
    assert shots(game)[0].fallen == ("b1",)


def test_s7_friends_farther_off_are_hit_like_enemies() -> None:
    """S7 Friends are hit like enemies (except L8.2). Order along the path decides."""
    state = battery(("f", "red", "foot", 30, 39), ("b1", "blue", "foot", 30, 41))
    fallen = shots(fire(state, MIDDLE))[0].fallen
    assert fallen[0] == "f"


def test_ex11_a_shot_through_the_middle_hits_and_one_aside_misses() -> None:
    """EX11 Shot, practised, faces (500,500,500) at a man 12 ft off: he falls; (999,500,500): miss.

    By the errors of S3 the second passes an inch beside him.
    """
    ground = table(72, 180)
    figures = [*CREW, ("b1", "blue", "foot", 30, 160)]
    state = state_of(figures, GUN, phase=Phase.GUNS, ground=ground)
    assert shots(fire(state.copy(), MIDDLE))[0].fallen == ("b1",)
    missed = shots(fire(state.copy(), WIDE))[0]
    assert missed.fallen == ()
    assert missed.lies is not None
    assert abs(missed.lies.x - 480) > 12


def test_ex11_three_of_a_file_fall() -> None:
    """EX11 File of six 1½ in apart: three fall. L9.3 A shot kills any number it knocks over."""
    ground = table(72, 190)
    figures = [*CREW, *((f"b{n + 1}", "blue", "foot", 30, 160 + 1.5 * n) for n in range(6))]
    state = state_of(figures, GUN, phase=Phase.GUNS, ground=ground)
    game = fire(state, MIDDLE)
    assert shots(game)[0].fallen == ("b1", "b2", "b3")
    assert [event for event in game.events if isinstance(event, Died)]


def test_l9_1_whoever_is_knocked_over_is_dead_and_off_the_table() -> None:
    """L9.1 Knocked over: dead."""
    game = fire(battery(("b1", "blue", "foot", 30, 40)), MIDDLE)
    assert "b1" not in game.state.figures
    assert [each.id for each in game.state.gone] == ["b1"]


def test_l9_2_one_who_is_touched_dies_only_if_nobody_else_was_killed() -> None:
    """L9.2 Touched so that it would fall if it stood free: dead too, but only if the shot has
    killed nobody else. L9.4 Shots that merely roll up to a man's feet kill him."""
    seen = set()
    for bearing in range(20, 1000, 20):
        for elevation in (3, 100, 300):
            state = battery(*block("b", "blue", 4, 27, 40, step=1.5, wide=1))
            flight = simulate_shot(state, state.guns["gun"], at(27, 40), (bearing, elevation, 500))
            if flight.touched:
                expected = flight.fallen or (flight.touched,)
                assert flight.killed == expected
                seen.add(bool(flight.fallen))
    assert seen, "no shot touched anybody"


def test_l9_5_guns_are_not_hurt() -> None:
    """L9.5 Guns, houses and country are not hurt in Little Wars."""
    state = battery()
    state.guns["other"] = state.guns["gun"]._replace(id="other", side="blue", at=at(30, 40))
    game = fire(state, MIDDLE, target="other")
    assert shots(game)[0].stopped == "other"
    assert game.state.guns["other"] == state.guns["other"]


def test_s5_a_house_stops_the_shot() -> None:
    """S5 A feature stops it (walls, houses, hills, tree trunks)."""
    ground = table(72, 60, [house("inn", 26, 28, 34, 32)])
    state = state_of([*CREW, ("b1", "blue", "foot", 30, 40)], GUN, phase=Phase.GUNS, ground=ground)
    shot = shots(fire(state, MIDDLE))[0]
    assert (shot.fallen, shot.stopped) == ((), "inn")


def test_s8_wind_drifts_a_shot_and_has_a_side() -> None:
    """S8 Wind (out of doors): a constant sideways drift, and errors × 1.5."""
    state = battery(wind=400)
    gun = state.guns["gun"]
    assert aimed_shot(state, gun, at(30, 50)).wind == 400
    right = simulate_shot(state, gun, at(30, 50), MIDDLE).lies
    other = battery(wind=400, wind_from="right")
    left = simulate_shot(other, gun, at(30, 50), MIDDLE).lies
    assert left.x < 480 < right.x
    assert aimed_shot(battery(), gun, at(30, 50)).wind is None


# --- the umpire's eye (S2) ------------------------------------------------------------------------


def test_s2_the_models_proposal_is_the_first_option() -> None:
    """S2 The proposal of the model is the first option."""
    game = fire(battery(("b1", "blue", "foot", 30, 40), shots="both"), MIDDLE)
    assert isinstance(game.decision, Shot)
    assert game.options[0] == ShotResultEntry("as-proposed")
    game.choose(game.options[0])
    assert shots(game)[0].by == "model"
    assert shots(game)[0].fallen == ("b1",)


def test_s2_the_umpire_may_enter_who_fell_one_by_one_and_where_the_bolt_lay() -> None:
    """S2 The umpire may enter instead which figures fell — one after the other, then done — and
    where the bolt lay."""
    state = battery(("b1", "blue", "foot", 30, 40), ("b2", "blue", "foot", 32, 40), shots="both")
    game = fire(state, MIDDLE)
    game.choose(ShotResultEntry("fell", "b2"))
    assert ShotResultEntry("fell", "b2") not in game.options
    game.choose(ShotResultEntry("fell", "c0"))
    game.choose(ShotResultEntry("done", path="500,700"))
    shot = shots(game)[0]
    assert (shot.fallen, shot.lies, shot.by) == (("b2", "c0"), Point(500, 700), "umpire")
    assert "b1" in game.state.figures
    assert "c0" not in game.state.figures


def test_s2_in_model_nobody_is_asked_and_in_umpire_nothing_is_proposed() -> None:
    """S2 In `model` nobody is asked; in `umpire` nothing is proposed (real guns, real dice)."""
    game = fire(battery(("b1", "blue", "foot", 30, 40)), MIDDLE)
    assert isinstance(game.decision, Lay)
    real = game_at(battery(("b1", "blue", "foot", 30, 40), shots="umpire"))
    real.choose(GunOrder("fire", "gun", "", "b1"))
    assert isinstance(real.decision, Shot)
    assert ShotResultEntry("as-proposed") not in real.options
    real.choose(ShotResultEntry("fell", "b1"))
    real.choose(ShotResultEntry("done"))
    assert shots(real)[0].faces == ()
    assert "b1" not in real.state.figures
