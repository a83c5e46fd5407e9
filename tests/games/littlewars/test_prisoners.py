"""Prisoners, their escorts, surrender, and guns that are taken (L13.1, L14–L16, EX19)."""

from __future__ import annotations

from engine.games.littlewars import gun_crews, men_movement, prisoners
from engine.games.littlewars.gun_phase import may_act
from engine.games.littlewars.melee_events import Armed, Freed, LedOff
from engine.games.littlewars.men_phase import DONE, may_order
from engine.games.littlewars.orders import MenOrder
from engine.games.littlewars.state import FigureStatus, Phase, State
from engine.play.game import Game
from tests.games.littlewars.boards import at, block, game_at, state_of


def held(prisoners: int, guards: int, *, x: float = 30, y: float = 30, apart: float = 1) -> State:
    """So many blue prisoners of a party beside its red guards; enemies and friends are far off."""
    figures = [
        *block("p", "blue", prisoners, x, y),
        *((f"g{n}", "red", "foot", x - apart - n, y) for n in range(guards)),
        ("b", "blue", "foot", 5, 55), ("r", "red", "foot", 65, 3),
    ]  # fmt: skip
    state = state_of(figures)
    state.parties = 1
    for id_, figure in state.figures.items():
        if id_[0] == "p":
            state.figures[id_] = figure._replace(
                status=FigureStatus.PRISONER, captor="red", party=1
            )
        elif id_[0] == "g":
            state.figures[id_] = figure._replace(party=1)
    return state


def next_blue_move(state: State) -> State:
    """The position when the other side's next move has begun."""
    game = game_at(state)
    while game.state.active == "red":
        game.choose(DONE if game.state.phase is Phase.MEN else game.options[-1])
    return game.state


def test_l13_1_one_guard_for_seven_prisoners_rounded_up() -> None:
    """L13.1 Captors of p prisoners: ⌈p/7⌉ survivors become their guards."""
    assert [prisoners.guards_needed(count) for count in (1, 7, 8, 14, 15)] == [1, 1, 2, 2, 3]


def test_l14_1_prisoners_move_with_their_escort_alone() -> None:
    """L14.1 At least one guard for every 7, within 6 in; prisoners move with the escort."""
    state = held(8, 2)
    prisoners = tuple(f"p{n}" for n in range(1, 9))
    path = "480,480 480,400"
    assert not may_order(state, "red", MenOrder("go", prisoners, path))
    assert not may_order(state, "red", MenOrder("go", (*prisoners, "g0"), path))
    assert may_order(state, "red", MenOrder("go", (*prisoners, "g0", "g1"), path))
    assert not may_order(state, "blue", MenOrder("go", ("p1",), path))


def test_l14_1_a_party_goes_at_the_slower_of_both() -> None:
    """L14.1 Prisoners move with the escort, at the slower of both."""
    state = held(2, 1, apart=2)
    state.figures["g0"] = state.figures["g0"]._replace(type="horse")
    far = "480,480 480,270"
    assert not men_movement.plan_movement(
        state, "red", MenOrder("go", ("p1", "p2", "g0"), far)
    ).moved
    near = "480,480 480,290"
    assert (
        len(
            men_movement.plan_movement(state, "red", MenOrder("go", ("p1", "p2", "g0"), near)).moved
        )
        == 3
    )


def test_l14_2_prisoners_at_the_captors_edge_are_out_of_the_game() -> None:
    """L14.2 Brought to the captor's own edge they are out of the game; the escort may return."""
    state = held(3, 1, y=0.5, x=30)
    game = game_at(state)
    while game.state.active == "red":
        game.choose(game.options[-1])
    (off,) = [event for event in game.events if isinstance(event, LedOff)]
    assert off.figures == ("p1", "p2", "p3")
    assert game.state.figures["g0"].party == 0
    assert [each.captor for each in game.state.gone] == ["red"] * 3


def test_l14_3_prisoners_whose_escort_is_killed_are_free_and_disarmed() -> None:
    """L14.3 Escort killed: on their side's next move they are its again, disarmed."""
    state = held(3, 1)
    state.remove("g0", "shot")
    assert state.figures["p1"].status is FigureStatus.PRISONER
    after = next_blue_move(state)
    assert {after.figures[f"p{n}"].status for n in (1, 2, 3)} == {FigureStatus.DISARMED}
    assert after.figures["p1"] not in after.fit_figures("blue")
    assert after.figures["p1"] in men_movement.movable_figures(after, "blue")


def test_l14_3_of_too_few_guards_the_surplus_is_freed() -> None:
    """L14.3 Too few guards: the surplus is freed."""
    state = held(9, 1)
    after = next_blue_move(state)
    assert len(after.prisoners(1)) == 7


def test_l14_3_prisoners_farther_than_six_inches_from_a_guard_are_freed() -> None:
    """L14.1 The escort is within 6 in."""
    after = next_blue_move(held(1, 1, apart=7.5))
    assert after.figures["p1"].status is FigureStatus.DISARMED


def test_l14_3_the_disarmed_fight_again_when_they_have_been_at_their_own_edge() -> None:
    """L14.3 They cannot fight or serve guns until they have been at their own edge."""
    state = state_of([("b", "blue", "foot", 30, 59.5), ("r", "red", "foot", 30, 3)])
    state.figures["b"] = state.figures["b"]._replace(status=FigureStatus.DISARMED)
    game = game_at(state)
    while game.state.active == "red":
        game.choose(game.options[-1])
    assert [event for event in game.events if isinstance(event, Armed)] == [Armed(("b",))]


def test_l14_4_prisoners_take_no_part_in_melees() -> None:
    """L14.4 Captured in one mêlée, they take no part in another while prisoners."""
    state = held(1, 1)
    state.figures["p1"] = state.figures["p1"]._replace(at=at(29.3, 30))
    game = game_at(state)
    while game.state.active == "red":
        game.choose(game.options[-1])
    assert not [event for event in game.events if type(event).__name__ == "MeleesFormed"]
    assert not [event for event in game.events if isinstance(event, Freed)]


def test_l15_an_isolated_group_may_surrender_however_far_the_enemy_is() -> None:
    """L15 «Любая изолированная группа может в любое время добровольно сдаться в плен»: the text
    names no distance."""
    figures = [*block("b", "blue", 3, 30, 30), ("r", "red", "foot", 30, 58)]
    state = state_of(figures, active="blue")
    order = MenOrder("surrender", ("b1", "b2", "b3"))
    assert may_order(state, "blue", order)
    game = game_at(state)
    game.choose(order)
    assert [figure.id for figure in game.state.prisoners(1)] == ["b1", "b2", "b3"]
    helped = state_of([*figures, *block("f", "blue", 2, 30, 35)], active="blue")
    assert not may_order(helped, "blue", order)


# --- guns taken -----------------------------------------------------------------------------------


def about_a_gun(count: int, passed: int, own: float = 40) -> State:
    """A blue gun that faces south; so many red men went north past its axle, the rest did not."""
    men = [(f"r{n}", "red", "foot", 28 + n, 33 if n < passed else 27) for n in range(count)]
    state = state_of([*men, ("b", "blue", "foot", own, 50)], [("gun", "blue", 30, 30, 180)])
    for id_, figure in state.figures.items():
        if id_[0] == "r":
            state.figures[id_] = figure._replace(came=at(28, 22))
    return state


def test_l16_1_four_who_have_passed_the_axle_line_take_a_gun() -> None:
    """L16.1 A gun is taken when none of its side is within 6 in and at least 4 enemies within 6 in
    have passed its axle line in the direction of their attack."""
    state = about_a_gun(4, 4)
    assert gun_crews.is_taken(state, state.guns["gun"])


def test_ex19_three_past_the_axle_line_do_not() -> None:
    """EX19 L16: 4 enemies at 5 in, 3 past the axle line: not taken."""
    state = about_a_gun(4, 3)
    assert not gun_crews.is_taken(state, state.guns["gun"])


def test_l16_1_not_while_one_of_its_side_is_near() -> None:
    """L16.1 None of its side is within 6 in."""
    state = about_a_gun(4, 4)
    state.figures["b"] = state.figures["b"]._replace(at=at(25, 30))
    assert not gun_crews.is_taken(state, state.guns["gun"])


def attacked(defender: tuple[float, float]) -> Game[State]:
    """Four red men go north past the axle of a blue gun by which a defender stands; blue's move."""
    men = [(f"r{n}", "red", "foot", 28 + n, 26) for n in range(4)]
    others = [("b", "blue", "foot", *defender), ("b9", "blue", "foot", 60, 55)]
    state = state_of([*men, *others, ("r9", "red", "foot", 5, 5)], [("gun", "blue", 30, 30, 180)])
    game = game_at(state)
    game.choose(MenOrder("go", tuple(f"r{n}" for n in range(4)), "448,416 448,528"))
    to_end_of_move(game)
    return game


def to_end_of_move(game: Game[State]) -> None:
    active = game.state.active
    while game.decision is not None and game.state.active == active:
        game.choose(game.options[-1])


def test_l16_1_a_gun_passed_on_an_earlier_move_is_taken_when_its_last_defender_leaves() -> None:
    """L16.1 «Пушка захвачена, когда в радиусе 6 дюймов от нее нет ни одного своего солдатика, но
    есть 4 вражеских, которые к ней подошли и зашли за линию оси колес»: its own man walks off in
    the move after, and it is taken at once."""
    game = attacked(defender=(24.5, 30))
    assert game.state.guns["gun"].side == "blue"
    while game.state.phase is not Phase.MEN:
        game.choose(game.options[-1])
    game.choose(MenOrder("go", ("b",), "392,480 300,520"))
    to_end_of_move(game)
    assert game.state.guns["gun"].side == "red"
    assert may_act(game.state, game.state.guns["gun"])


def test_l16_1_men_who_step_about_behind_a_gun_have_still_passed_it() -> None:
    """L16.1 «Подошли и зашли за линию оси»: they need not pass it again after they have moved."""
    game = attacked(defender=(24.5, 30))
    to_end_of_move(game)
    game.state.figures["b"] = game.state.figures["b"]._replace(at=at(3, 50))
    while game.state.phase is not Phase.MEN:
        game.choose(game.options[-1])
    game.choose(MenOrder("go", tuple(f"r{n}" for n in range(4)), "448,528 448,536"))
    to_end_of_move(game)
    assert game.state.guns["gun"].side == "red"


def test_l16_1_men_who_left_a_gun_must_pass_it_again() -> None:
    """L16.1 «Которые к ней подошли»: one of the four who goes away and comes back from behind has
    not passed it in his attack."""
    game = attacked(defender=(24.5, 30))
    to_end_of_move(game)
    for way in ("496,528 496,700", "496,700 496,528"):
        while game.state.phase is not Phase.MEN:
            game.choose(game.options[-1])
        game.choose(MenOrder("go", ("r3",), way))
        to_end_of_move(game)
        to_end_of_move(game)
    game.state.figures["b"] = game.state.figures["b"]._replace(at=at(3, 50))
    to_end_of_move(game)
    assert game.state.guns["gun"].side == "blue"


def test_l16_1_the_taker_serves_it_from_his_next_move() -> None:
    """L16.1 Judged at the end of each move; the taker may serve it from his next move."""
    game = game_at(about_a_gun(4, 4))
    while game.state.active == "red":
        assert not may_act(game.state, game.state.guns["gun"])
        game.choose(game.options[-1])
    assert game.state.guns["gun"].side == "red"
    while game.state.active == "blue":
        game.choose(game.options[-1])
    assert may_act(game.state, game.state.guns["gun"])
