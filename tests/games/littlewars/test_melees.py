"""Isolation, mêlées and their results, by the worked examples (L10–L13, EX1–EX5, EX9, EX10)."""

from __future__ import annotations

import pytest

from engine.games.littlewars import melees, proximity
from engine.games.littlewars.events import Died
from engine.games.littlewars.melee_events import MeleeResolved, MeleesFormed, Surrendered, Taken
from engine.games.littlewars.melee_phase import Choose, MeleeOrder, Surrender
from engine.games.littlewars.melees import MeleeOutcome, melee_outcome
from engine.games.littlewars.state import FigureStatus, Phase, State
from engine.play.game import Game
from tests.cases import check_each
from tests.games.littlewars.boards import at, block, game_at, state_of


def fought(state: State) -> Game[State]:
    """A game at the mêlées of a move, every choice left to the rule, nobody surrendering."""
    state.phase = Phase.MELEE
    game = game_at(state)
    while game.state.phase is Phase.MELEE and game.decision is not None:
        game.choose(game.options[0])
    return game


def resolved(game: Game[State]) -> list[MeleeResolved]:
    return [event for event in game.events if isinstance(event, MeleeResolved)]


@pytest.mark.parametrize(
    ("larger", "smaller", "isolated", "result"),
    [
        (11, 9, True, MeleeOutcome(7, 7, 2)),
        (19, 13, True, MeleeOutcome(7, 7, 6)),
        (14, 12, True, MeleeOutcome(10, 10, 2)),
        (10, 4, True, MeleeOutcome(0, 0, 4)),
        (11, 9, False, MeleeOutcome(9, 9, 0)),
        (7, 7, False, MeleeOutcome(7, 7, 0)),
        (7, 7, True, MeleeOutcome(7, 7, 0)),
    ],
)
def test_l12_ex1_to_ex5_the_results_as_the_book_reckons_them(
    larger: int, smaller: int, isolated: bool, result: MeleeOutcome
) -> None:
    """EX1 11 v 9 isolated: 7 dead each, 2 prisoners, 4 stand. EX2 19 v 13 isolated: 7 and 7 dead,
    6 prisoners, 12 stand; then 14 v those 12 (isolated): 10 and 10 dead, 2 prisoners, 4 stand.
    EX3 10 v 4 isolated: no dead, 4 prisoners. EX4 11 v 9 supported: 9 and 9 dead, 2 stand.
    EX5 7 v 7: all dead."""
    found = melee_outcome(larger, smaller, isolated)
    assert found == result
    assert smaller == found.dead_of_smaller + found.prisoners


@check_each("smaller", range(1, 30))
@check_each("more", range(12))
def test_l12_2_is_the_same_as_killing_one_of_each_until_the_larger_is_twice_the_smaller(
    smaller: int, more: int
) -> None:
    """L12.2 Same as: kill one of each until the larger is twice the smaller, take the rest."""
    larger, weak, dead = smaller + more, smaller, 0
    while larger < 2 * weak:
        larger, weak, dead = larger - 1, weak - 1, dead + 1
    assert melee_outcome(smaller + more, smaller, True) == MeleeOutcome(dead, dead, weak)


def test_ex1_on_the_table_eleven_against_nine_isolated() -> None:
    """EX1 11 v 9 isolated: 7 dead each, 2 prisoners, 4 stand."""
    red = block("r", "red", 11, 20, 20, step=0.8, wide=6)
    blue = block("b", "blue", 9, 20, 18.3, step=0.8)[:9]
    blue = [(n, s, k, x, 18.4 - (y - 18.3)) for n, s, k, x, y in blue]
    red = [(n, s, k, x, y - 0.75) for n, s, k, x, y in red]
    game = fought(state_of([*red, *blue]))
    (found,) = resolved(game)
    assert (found.men, found.isolated, found.dead, found.prisoners) == ((11, 9), True, (7, 7), 2)
    assert len(game.state.fit_figures("red")) == 4
    assert len(game.state.prisoners(1)) == 2
    assert len(game.state.guards(1)) == 1


def test_l12_1_equal_numbers_all_die_on_both_sides() -> None:
    """L12.1 n = m: all dead on both sides."""
    game = fought(state_of([
        ("r1", "red", "foot", 10, 10), ("b1", "blue", "foot", 10.85, 10),
        ("r9", "red", "foot", 60, 50), ("b9", "blue", "foot", 60, 5),
    ]))  # fmt: skip
    assert {each.id for each in game.state.gone} == {"r1", "b1"}


def test_l10_1_a_group_is_isolated_with_fewer_than_half_its_number_near() -> None:
    """L10.1 Friends f not in the group and not prisoners or disarmed, 2f < n."""
    figures = [*block("r", "red", 5, 20, 20), *block("f", "red", 3, 20, 25)]
    state = state_of(figures)
    group = proximity.figures_by_ids(state, [f"r{n}" for n in range(1, 6)])
    assert not proximity.is_isolated(state, group)
    state.figures["f1"] = state.figures["f1"]._replace(status=FigureStatus.DISARMED)
    assert proximity.is_isolated(state, group)


def test_ex9_a_horse_counts_within_the_reach_of_a_horseman_of_the_group_alone() -> None:
    """EX9 Group of 5 foot; 2 friends at 11 in and 1 horse at 20 in: horse is beyond 12 in,
    2·2 < 5: isolated. With a horseman in the group (his 24 in): f = 3, 6 ≥ 5: supported."""
    foot = block("r", "red", 5, 20, 20, step=0.8)
    friends = [
        ("f1", "red", "foot", 20, 31.75), ("f2", "red", "foot", 21, 31.75),
        ("h", "red", "horse", 20, 41.2),
    ]  # fmt: skip
    state = state_of([*foot, *friends])
    group = [state.figures[f"r{n}"] for n in range(1, 6)]
    assert proximity.count_supporters(state, [group, group[:1]]) == (2, 6)
    assert proximity.is_isolated(state, group)
    mixed = state_of([*foot[:4], ("r5", "red", "horse", 23.5, 20), *friends])
    group = [mixed.figures[f"r{n}"] for n in range(1, 6)]
    assert proximity.count_supporters(mixed, [group]) == (3,)
    assert not proximity.is_isolated(mixed, group)


def test_ex10_contact_at_two_sixteenths_yes_at_three_no() -> None:
    """EX10 Contact at 2 u yes, at 3 u no."""
    state = state_of([("r", "red", "foot", 10, 10), ("b", "blue", "foot", 10 + 14 / 16, 10)])
    assert melees.find_contacts(state) == (("r", "b"),)
    state = state_of([("r", "red", "foot", 10, 10), ("b", "blue", "foot", 10 + 15 / 16, 10)])
    assert melees.find_contacts(state) == ()


def test_ex10_any_part_of_a_figure_within_six_inches_draws_it_in() -> None:
    """EX10 A figure 12 in from a contact figure's footprint edge but 5 15/16 from its base is in
    the mêlée (any part): the nearest part of it counts."""
    pair = [("r", "red", "horse", 10, 10), ("b", "blue", "foot", 11.1, 10)]
    near = ("n", "blue", "horse", 10, 10 + (14 + 14 + 95) / 16)
    far = ("f", "blue", "horse", 30, 10 + (14 + 14 + 97) / 16)
    state = state_of([*pair, near])
    assert melees.form_melees(state) == (("r", "b", "n"),)
    apart = state_of([*pair, ("f", "blue", "horse", 10, far[4])])
    assert melees.form_melees(apart) == (("r", "b"),)


def test_l11_2_all_within_six_inches_of_one_in_contact_are_in_the_melee() -> None:
    """L11.2 All figures in contact are in a mêlée, and all figures within 6 in of any of those."""
    state = state_of([
        ("r1", "red", "foot", 10, 10), ("b1", "blue", "foot", 10.8, 10),
        ("r2", "red", "foot", 10, 16.7), ("b2", "blue", "foot", 10, 17.5),
        ("r3", "red", "foot", 10, 30),
    ])  # fmt: skip
    assert melees.form_melees(state) == (("r1", "b1", "r2", "b2"),)


def test_l11_3_contacts_that_share_a_figure_are_one_melee_others_are_several() -> None:
    """L11.3 Contacts whose sets share a figure are one mêlée; several are resolved in the order
    the mover chooses."""
    state = state_of([
        ("r1", "red", "foot", 10, 10), ("b1", "blue", "foot", 10.8, 10),
        ("r2", "red", "foot", 40, 10), ("b2", "blue", "foot", 40.8, 10),
        ("r8", "red", "foot", 60, 55), ("b8", "blue", "foot", 5, 55),
    ], phase=Phase.MELEE)  # fmt: skip
    game = game_at(state)
    assert isinstance(game.decision, MeleeOrder)
    assert game.decision.side == "red"
    assert list(game.options) == [1, 2]
    game.choose(2)
    while isinstance(game.decision, Surrender):
        game.choose(False)
    assert {each.id for each in game.state.gone} == {"r2", "b2", "r1", "b1"}


def test_l11_4_prisoners_and_disarmed_men_do_not_fight() -> None:
    """L11.4 Men serving a gun count as men; prisoners and disarmed men do not fight."""
    state = state_of([("r", "red", "foot", 10, 10), ("b", "blue", "foot", 10.8, 10)])
    state.figures["b"] = state.figures["b"]._replace(status=FigureStatus.DISARMED)
    assert melees.find_contacts(state) == ()
    served = state_of(
        [*block("r", "red", 4, 10, 10), ("b", "blue", "foot", 9.2, 10)],
        [("gun", "red", 12, 13, 0)],
    )
    assert set(melees.form_melees(served)[0]) == {"r1", "r2", "r3", "r4", "b"}


def crowd() -> State:
    """Eleven against nine who are alone, and the mover's choice is open."""
    red = [(f"r{n}", "red", "foot", 20 + 0.8 * n, 20) for n in range(11)]
    blue = [(f"b{n}", "blue", "foot", 20.4 + 0.8 * n, 20.7) for n in range(9)]
    return state_of([*red, *blue], phase=Phase.MELEE)


def test_l13_the_mover_picks_who_dies_and_who_is_taken_on_both_sides() -> None:
    """L13 The player whose move it was picks who dies and who is taken, on both sides."""
    game = game_at(crowd())
    assert isinstance(game.decision, Surrender)
    game.choose(False)
    asked = game.decision
    assert isinstance(asked, Choose)
    assert (asked.side, asked.what, asked.of, asked.left) == ("red", "taken", "blue", 2)
    game.choose("b0")
    game.choose("b8")
    asked = game.decision
    assert isinstance(asked, Choose)
    assert (asked.what, asked.of, asked.left) == ("dead", "red", 7)
    for number in range(7):
        game.choose(f"r{number}")
    game.choose(game.options[0])
    taken = next(event for event in game.events if isinstance(event, Taken))
    died = next(event for event in game.events if isinstance(event, Died))
    assert taken.figures == ("b0", "b8")
    assert {*died.figures} == {*(f"b{n}" for n in range(1, 8)), *(f"r{n}" for n in range(7))}


def test_l12_4_isolation_is_judged_before_the_melee() -> None:
    """L12.4 Isolation is judged before the mêlée: friends that fall in it do not count after."""
    game = fought(crowd())
    (found,) = resolved(game)
    assert found.isolated
    formed = next(event for event in game.events if isinstance(event, MeleesFormed))
    assert len(formed.melees[0]) == 20


def test_l15_an_isolated_group_may_surrender_before_it_is_fought_down() -> None:
    """L15 «Любая изолированная группа может в любое время добровольно сдаться в плен»."""
    game = game_at(crowd())
    game.choose(True)
    assert any(isinstance(event, Surrendered) for event in game.events)
    while game.state.phase is Phase.MELEE:
        game.choose("rest")
    assert len(game.state.prisoners(1)) == 9
    assert len(game.state.guards(1)) == 2
    assert not [each for each in game.state.gone if each.side == "red"]


def evenly_matched() -> State:
    """Five against five in contact; the blue ones are alone, a red one has friends near by."""
    red = [(f"r{n}", "red", "foot", 20 + 1.2 * n, 20) for n in range(5)]
    blue = [(f"b{n}", "blue", "foot", 20 + 1.2 * n, 20.8) for n in range(5)]
    friends = [(f"f{n}", "red", "foot", 20 + 1.2 * n, 10) for n in range(3)]
    return state_of([*red, *blue, *friends, ("b9", "blue", "foot", 65, 55)], phase=Phase.MELEE)


def test_l15_an_isolated_group_may_surrender_to_as_many_as_it_is_itself() -> None:
    """L15 «В любое время»: five who are isolated need not die with the five they are up against."""
    game = game_at(evenly_matched())
    assert game.decision == Surrender("blue", tuple(f"b{n}" for n in range(5)))
    game.choose(True)
    (found,) = resolved(game)
    assert (found.larger, found.dead, found.prisoners) == ("red", (0, 0), 5)
    assert not game.state.gone


def test_l15_the_movers_isolated_group_may_surrender_as_well() -> None:
    """L15 «Любая изолированная группа»: in an equal mêlée either side's; nobody is asked twice."""
    state = evenly_matched()
    for number in range(3):
        del state.figures[f"f{number}"]
    game = game_at(state)
    assert isinstance(game.decision, Surrender)
    game.choose(False)
    assert game.decision == Surrender("red", tuple(f"r{n}" for n in range(5)))
    game.choose(True)
    (found,) = resolved(game)
    assert (found.larger, found.prisoners) == ("blue", 5)


def test_l15_a_supported_group_of_equals_is_not_asked() -> None:
    """L15 «Изолированная группа»: with friends enough the five fight, and all ten die (L12.1)."""
    state = evenly_matched()
    for number in range(3):
        place = at(20 + 1.2 * number, 31)
        state.figures[f"g{number}"] = state.figures["b9"]._replace(id=f"g{number}", at=place)
    game = game_at(state)
    assert not isinstance(game.decision, Surrender)
    (found,) = resolved(game)
    assert found.dead == (5, 5)
