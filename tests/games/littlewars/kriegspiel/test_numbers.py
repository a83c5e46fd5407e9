"""The Kriegspiel as numbers: rates, charges, shells, rations, and what its tables print (K1–K8)."""

from __future__ import annotations

import pytest

from engine.games.littlewars.kriegspiel import charge_losses, movement, shell_fire, supply
from engine.games.littlewars.kriegspiel.charge_losses import ChargeLosses, UnreadyHorseResult
from engine.games.littlewars.kriegspiel.movement import ContourCrossing
from engine.games.littlewars.kriegspiel.rulebook import load_charts
from engine.games.littlewars.kriegspiel.shell_fire import UnitNearBurst
from engine.games.scenario_rules import InvalidRules
from engine.tabletop.shapes import INCH
from tests.cases import check_each

PRINTED = load_charts()
BOOK_RATES = {  # inches: off the road, on it, in column on it
    "foot": (12, 12, 18), "horse": (36, 36, 54), "engineer": (24, 24, 24), "gun": (24, 24, 24),
    "wagon": (6, 12, 12), "general": (36, 72, 72), "boat": (12, 12, 12), "engine": (0, 96, 96),
}  # fmt: skip
BOOK_WORKS = {  # men, moves, whose work
    "blow-bridge": (1, 2, "engineer"), "mend-bridge": (1, 10, "engineer"),
    "blow-line": (1, 1, "engineer"), "mend-line": (1, 5, "engineer"),
    "burn-depot": (1, 2, "men"), "empty-wagons": (4, 1, "men"), "mine": (2, 6, "men"),
    "entrenchment": (2, 4, "foot"), "gun-pit": (6, 4, "men"),
}  # fmt: skip


# --- rates (K1) -----------------------------------------------------------------------------------


@pytest.mark.parametrize("arm", BOOK_RATES)
def test_k1_1_each_arm_goes_as_far_as_printed(arm: str) -> None:
    """Foot 12 in, horse 36 in, both × 1½ in column of twos or fours on a road; royal engineers 24;
    royal artillery 24; transport and stores 12 on a road, 6 off; general 72 by motor on a road, 36
    off; boats 12."""
    off, road, column = (INCH * inches for inches in BOOK_RATES[arm])
    assert movement.move_allowance(PRINTED, arm, "line", is_on_road=False) == off
    assert movement.move_allowance(PRINTED, arm, "column", is_on_road=False) == off
    assert movement.move_allowance(PRINTED, arm, "line", is_on_road=True) == road
    for formation in ("column", "fours"):
        assert movement.move_allowance(PRINTED, arm, formation, is_on_road=True) == column


def contours(*along: float, up: bool = True) -> list[ContourCrossing]:
    return [ContourCrossing(int(inches * INCH), up) for inches in along]


def test_ex16_two_contours_up_on_36_in_of_horse_leaves_12_in() -> None:
    """Two contours up on 36 in of horse leaves 12 in."""
    whole = movement.move_allowance(PRINTED, "horse", "line", is_on_road=False)
    assert whole - movement.climb(contours(3, 20)) == 12 * INCH


def test_k1_2_two_contours_down_cost_as_much_as_one_up() -> None:
    """One contour up costs 12 in of move, two contours down 12 in."""
    assert movement.climb(contours(4)) == 12 * INCH
    assert movement.climb(contours(4, 9, up=False)) == 12 * INCH
    assert movement.climb([]) == 0


def test_ex16_four_contours_in_12_in_are_barred() -> None:
    """Four contours in 12 in: barred."""
    assert movement.is_too_steep(contours(1, 4, 8, 13))
    assert not movement.is_too_steep(contours(1, 4, 8, 13.5))
    assert not movement.is_too_steep(contours(1, 2, 3))
    assert movement.is_too_steep(contours(1, 20, 21, 22, 23))


# --- charges (K6–K8) ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("order", "riders", "foot", "inches", "lost"),
    [
        ("extended", 10, 20, 30, (4, 10)),
        ("extended", 10, 20, 18, (2, 20)),
        ("extended", 10, 20, 6, (1, 20)),
        ("close", 20, 6, 30, (18, 1)),
        ("close", 20, 12, 6, (12, 4)),
    ],
)
def test_ex13_losses_of_horse_and_foot(
    order: str, riders: int, foot: int, inches: int, lost: tuple[int, int]
) -> None:
    """10 riders on 20 extended foot from 30 in: 4 riders, 10 foot lost; from 18: 2 and 20; from 6:
    1 and 20 (all). 20 riders on 6 in close order from 30: 18 and 1; on 12 from 6 in: 12 and 4."""
    assert charge_losses.foot_charge_losses(
        PRINTED, order, riders, foot, inches * INCH
    ) == ChargeLosses(*lost)


EXTENDED = {30: ((1, 5), (1, 1)), 18: ((1, 10), (2, 1)), 6: ((1, 15), (3, 1))}
CLOSE = {30: ((3, 1), (1, 15)), 18: ((2, 1), (1, 10)), 6: ((1, 1), (1, 5))}


@check_each(("order", "printed"), [("extended", EXTENDED), ("close", CLOSE)])
@check_each("inches", EXTENDED)
@check_each("riders", [8, 13, 31])
@check_each("foot", [1, 7, 29, 60])
def test_k6_2_k6_3_every_cell_of_both_tables(
    order: str, printed: dict[int, tuple[tuple[int, int], ...]], inches: int, riders: int, foot: int
) -> None:
    """*Extended* foot, charge over 24 in: horse lose 1 per 5 foot, foot 1 per rider; 12–24 in: 1
    per 10, 2 per rider; under 12: 1 per 15, 3 per rider. *Close order*: over 24: horse lose 3 per
    foot, foot 1 per 15 riders; 12–24: 2 and 1 per 10; under 12: 1 and 1 per 5. Fractions dropped,
    never more than there are."""
    (lost, per_foot), (dead, per_rider) = printed[inches]
    wanted = ChargeLosses(
        min(foot * lost // per_foot, riders), min(riders * dead // per_rider, foot)
    )
    assert charge_losses.foot_charge_losses(PRINTED, order, riders, foot, inches * INCH) == wanted


@pytest.mark.parametrize(
    ("units", "band"),
    [(385, "over-24"), (384, "12-24"), (192, "12-24"), (191, "under-12"), (0, "under-12")],
)
def test_k6_2_a_charge_of_just_24_or_12_in_counts_as_between(units: int, band: str) -> None:
    """Charge over 24 in … 12–24 in … under 12."""
    assert charge_losses.charge_band(units) == band


def test_k6_5_foot_caught_retiring_has_double_losses_of_extended() -> None:
    """Tries to retire and is still caught: double losses of K6.2 extended."""
    assert charge_losses.losses_of_caught_foot(PRINTED, "close", 10, 60, 30 * INCH) == ChargeLosses(
        10, 20
    )
    assert charge_losses.losses_of_caught_foot(
        PRINTED, "extended", 10, 60, 18 * INCH
    ) == ChargeLosses(6, 40)


def test_k6_5_a_column_caught_retiring_loses_without_killing() -> None:
    """In column of twos or fours 2 per rider from over 24 in, 3 from less, the horse no loss."""
    assert charge_losses.losses_of_caught_foot(PRINTED, "column", 8, 40, 30 * INCH) == ChargeLosses(
        0, 16
    )
    assert charge_losses.losses_of_caught_foot(PRINTED, "column", 8, 40, 24 * INCH) == ChargeLosses(
        0, 24
    )
    assert charge_losses.losses_of_caught_foot(PRINTED, "column", 8, 20, 6 * INCH) == ChargeLosses(
        0, 20
    )


def test_ex14_horse_that_stands_loses_five_for_each_charger_and_fifteen_go_back() -> None:
    """3 chargers on 60 standing: 15 dead, 45 back 36 in."""
    assert charge_losses.losses_of_unready(3, 60) == UnreadyHorseResult(15, 45)
    assert charge_losses.losses_of_unready(3, 40) == UnreadyHorseResult(15, 25)
    assert charge_losses.losses_of_unready(3, 10) == UnreadyHorseResult(10, 0)
    assert charge_losses.BACK == 36 * INCH


def test_ex14_downhill_each_contour_counts_the_riders_once_more() -> None:
    """8 downhill over two contours count 24."""
    assert charge_losses.downhill_strength(8, 2) == 24
    assert charge_losses.downhill_strength(8, 0) == 8


def test_k7_2_equal_numbers_on_the_flat() -> None:
    """The loser loses ¾ (rounded up) and retires, the winner ¼ (down) and stays."""
    assert charge_losses.equal_losses(8) == (6, 2)
    assert charge_losses.equal_losses(9) == (7, 2)
    assert charge_losses.equal_losses(11) == (9, 2)


@check_each("riders", [8, 11, 14])
@check_each("foes", [1, 7, 8, 14, 20, 40])
@check_each("contours", [0, 1, 2])
@check_each("alone", [True, False])
def test_k7_3_a_charge_downhill_never_loses_more_riders_than_there_are(
    riders: int, foes: int, contours: int, alone: bool
) -> None:
    """«Если конница атакует под уклон, ее количество умножается на число пересеченных уровней,
    увеличенное на один»: what counts for three falls for three."""
    found = charge_losses.melee_losses(riders, foes, contours, is_alone=alone)
    leads = riders * (contours + 1) >= foes
    (horse, foot), taken = found
    assert 0 <= horse <= riders
    assert 0 <= foot <= foes
    assert (foot + taken if leads else horse + taken) == (foes if leads else riders)


def test_k7_3_the_winners_losses_are_in_riders_that_count_for_several() -> None:
    """8 downhill over two contours count 24: on 14 who are supported they lose 14 of 24, a third
    of it in riders; on the flat 14 fall to 20 and 14 of these."""
    assert charge_losses.melee_losses(8, 14, 2, is_alone=False) == ((4, 14), 0)
    assert charge_losses.melee_losses(8, 14, 2, is_alone=True) == ((1, 4), 10)
    assert charge_losses.melee_losses(20, 14, 0, is_alone=False) == ((14, 14), 0)
    assert charge_losses.melee_losses(8, 16, 1, is_alone=True) == ((8, 16), 0)


@pytest.mark.parametrize(("inches", "each"), [(30, 4), (18, 3), (6, 1)])
def test_k8_1_guns_without_support_cost_riders(inches: int, each: int) -> None:
    """One gun for the loss of 4 riders (over 24 in), 3 (12–24), 1 (under 12)."""
    assert charge_losses.count_captured_guns(PRINTED, 20, 2, inches * INCH) == ChargeLosses(
        2 * each, 2
    )
    assert charge_losses.count_captured_guns(PRINTED, each, 2, inches * INCH) == ChargeLosses(
        each, 1
    )
    assert charge_losses.count_captured_guns(PRINTED, each - 1, 2, inches * INCH) == ChargeLosses(
        0, 0
    )


def test_k6_1_a_charge_needs_eight_riders_three_inches_apart_at_most() -> None:
    """At least 8, in proper formation (line or column with ≤ 3 in between riders)."""
    assert (charge_losses.MIN_RIDERS, charge_losses.WIDEST) == (8, 3 * INCH)


# --- shells and rifles (K3) -----------------------------------------------------------------------


def men(*inches: float) -> list[UnitNearBurst]:
    return [UnitNearBurst(f"m{n}", int(away * INCH)) for n, away in enumerate(inches, 1)]


def test_ex17_half_of_the_men_within_3_in_die_rounded_up_nearest_first() -> None:
    """5 men within 3 in: 3 die; 4: 2."""
    assert shell_fire.killed_men(men(3, 1, 2, 0.5, 2.5)) == ("m4", "m2", "m3")
    assert shell_fire.killed_men(men(3, 1, 2, 0.5)) == ("m4", "m2")
    assert shell_fire.killed_men(men(3.1, 4)) == ()


def test_ex17_a_wall_between_shelters() -> None:
    """A wall between one and the point: he is not counted."""
    five = men(1, 1.5, 2, 2.5, 3)
    behind = [five[0]._replace(is_sheltered=True), *five[1:]]
    assert shell_fire.killed_men(behind) == ("m2", "m3")


def test_k3_2_a_gun_wholly_within_is_destroyed_partly_it_is_out() -> None:
    """A gun wholly within the 3 in is destroyed, partly: out for two moves."""
    three = 3 * INCH
    assert shell_fire.harm_to_gun(0, three) == "destroyed"
    assert shell_fire.harm_to_gun(three, three + 1) == "out"
    assert shell_fire.harm_to_gun(three + 1, 2 * three) == ""
    assert shell_fire.OUT_FOR == 2


def test_k3_3_shells_carry_as_far_as_their_type() -> None:
    """Range by data `shell_range` (field gun 20 ft, howitzer 30 ft)."""
    assert [PRINTED.shell_range(shell) // (12 * INCH) for shell in ("field", "howitzer")] == [
        20,
        30,
    ]


def test_k3_4_five_foot_roughly_in_line_fire_a_volley() -> None:
    """Within 6 in, each ≤ 2 in from the next."""
    step, wide = int(1.25 * INCH), 6 * INCH
    assert shell_fire.is_rank([step] * 4, wide)
    assert not shell_fire.is_rank([step] * 3, wide)
    assert not shell_fire.is_rank([step] * 4, wide + 1)
    assert not shell_fire.is_rank([step, step, 2 * INCH + 1, step], wide)
    assert shell_fire.is_rank([2 * INCH, step, step, step], wide)


# --- supply (K4) ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("men_", "wanted"), [(44, 1), (46, 2), (14, 0), (15, 1), (75, 3)])
def test_ex15_remainders_below_15_count_nothing(men_: int, wanted: int) -> None:
    """44 → 1, 46 → 2, 14 → 0, 15 → 1, 75 → 3."""
    assert supply.rations_for_men(men_) == wanted


def test_k4_1_what_a_ration_feeds_and_for_how_long() -> None:
    """A food ration feeds 30 men for six moves; fodder 6 horses for six moves; ammunition 30 foot
    for six firings."""
    kinds = {
        kind: (PRINTED.units_fed_by(kind), PRINTED.ration_duration(kind))
        for kind in ("food", "fodder")
    }
    assert kinds == {"food": (30, 6), "fodder": (6, 6)}
    assert (PRINTED.units_fed_by("ammunition"), PRINTED.ration_duration("ammunition")) == (30, 6)


def test_k4_1_stores_are_within_6_ft_of_foot_and_18_of_horse() -> None:
    """Stores are within 6 ft of foot, 18 ft of horse."""
    assert supply.REACH == {"foot": 72 * INCH, "horse": 216 * INCH}


def test_k4_3_a_small_party_far_off_needs_none() -> None:
    """Foot parties under 30 more than 12 ft from others need none."""
    far = 144 * INCH
    assert supply.needs_no_rations(29, far + 1)
    assert not supply.needs_no_rations(29, far)
    assert not supply.needs_no_rations(30, far + 1)
    assert supply.needs_no_rations(29, None)


# --- works (K5), changes (K2) ---------------------------------------------------------------------


@pytest.mark.parametrize("kind", BOOK_WORKS)
def test_k5_every_work_takes_its_men_and_moves(kind: str) -> None:
    """Engineers blow a railway bridge in two moves, mend it in ten; line or ford in one and five. A
    depot of any size: one man, two moves. Four men empty six wagons in one. Mine: two men, six
    moves. Entrenchment by foot in four moves. Gun pit: six men four moves."""
    assert tuple(PRINTED.work_requirements(kind)) == BOOK_WORKS[kind]


def test_k5_no_work_is_left_out() -> None:
    """Every work of the book is in the table, and no other."""
    assert PRINTED.works == tuple(BOOK_WORKS)


CHANGES = {  # halves of a move: foot, horse, engineers, guns, wagons; None where it cannot
    "ford": (2, 2, None, None, None),
    "formation": (1, 1, 1, None, None),
    "mount": (None, 2, None, None, None),
    "limber": (None, None, None, 1, None),
}


@pytest.mark.parametrize("change", CHANGES)
def test_k2_changes_take_halves_of_a_move(change: str) -> None:
    """Foot: ford a river one move; column of twos ↔ fours half a move. Horse: ford one move; change
    of formation half; mount or dismount one. Guns: limber or unlimber half; no fording. Engineers
    … no fording. Transport … no fording."""
    arms = ("foot", "horse", "engineer", "gun", "wagon")
    assert tuple(PRINTED.change_half_moves(change, arm) for arm in arms) == CHANGES[change]


# --- tables of a scenario -------------------------------------------------------------------------


def test_a_scenario_may_print_another_table() -> None:
    table = "losses over-24 12-24 under-12\nhorse 6 5 2\n"
    assert load_charts({"guns": table}).riders_for_a_gun("under-12") == 2


@pytest.mark.parametrize(
    ("name", "table"),
    [
        ("guns", "losses over-24 12-24\nhorse 4 3\n"),
        ("guns", "losses over-24 12-24 under-12\nhorse 4 0 1\n"),
        ("extended", "losses over-24 12-24 under-12\nhorse 1/5 1/0 1/15\nfoot 1/1 2/1 3/1\n"),
        ("column", "losses over-24 12-24 under-12\nhorse 0/1 0/1 0/1\n"),
    ],
)
def test_a_table_the_rules_cannot_use_is_refused(name: str, table: str) -> None:
    with pytest.raises(InvalidRules, match=name):
        load_charts({name: table})
