"""Who may pay casualty points, and how (V14.5 to V14.12)."""

from __future__ import annotations

from engine.games.valor.casualty_points import (
    CasualtyAssignment,
    CasualtyBearer,
    CasualtyPayment,
    Deed,
    apply_payment,
    are_all_eliminated,
    payment_options,
)

SQUAD = CasualtyBearer("squad", 5, 3)
OTHER = CasualtyBearer("other", 5, 3)
LEADER = CasualtyBearer("leader", 1)
TRUCK = CasualtyBearer("truck", 4, is_crew=True)


def toll(left: int, *victims: CasualtyBearer) -> CasualtyAssignment:
    """So many points on some units."""
    return CasualtyAssignment(left, victims)


def ways(left: CasualtyAssignment) -> set[tuple[str, str]]:
    """The legal deeds, without their points."""
    return {(str(deed.pays), deed.unit) for deed in payment_options(left)}


def paid(left: CasualtyAssignment, *done: Deed) -> CasualtyAssignment:
    """What is left after some deeds, each of them legal when its turn came."""
    for deed in done:
        assert deed in payment_options(left), (deed, payment_options(left))
        left = apply_payment(left, deed)
    return left


def test_v14_5_a_pin_is_one_a_reduction_the_difference_an_elimination_the_cr() -> None:
    """Pin = 1; reduce = CR of squad - CR of half; eliminate = CR."""
    one = toll(1, SQUAD, OTHER)
    assert payment_options(one) == [
        Deed(CasualtyPayment.PIN, "squad", 1),
        Deed(CasualtyPayment.PIN, "other", 1),
    ]
    found = payment_options(toll(5, SQUAD))
    assert found == [
        Deed(CasualtyPayment.REDUCE, "squad", 2),
        Deed(CasualtyPayment.ELIMINATE, "squad", 5),
    ]


def test_v14_5_a_just_reduced_half_may_be_pinned_for_one() -> None:
    """A just reduced half may also be pinned for 1."""
    left = paid(
        toll(3, SQUAD),
        Deed(CasualtyPayment.REDUCE, "squad", 2),
        Deed(CasualtyPayment.PIN, "squad", 1),
    )
    assert left.left == 0


def test_v14_5_points_are_exceeded_where_nobody_can_pay_less() -> None:
    """All CP must be met or exceeded."""
    assert payment_options(toll(2, CasualtyBearer("half", 3))) == [
        Deed(CasualtyPayment.ELIMINATE, "half", 3)
    ]


def test_v14_6_a_unit_pinned_in_this_attack_pays_no_more() -> None:
    """Nothing is pinned and then eliminated or reduced in one attack."""
    left = paid(toll(2, SQUAD, OTHER), Deed(CasualtyPayment.PIN, "squad", 1))
    assert {deed.unit for deed in payment_options(left)} == {"other"}


def test_v14_7_pins_only_while_enough_units_are_left_to_be_pinned() -> None:
    """A pin only while the CP left do not exceed the units still to be pinned."""
    assert ("pin", "squad") not in ways(toll(3, SQUAD, OTHER))
    assert ("pin", "squad") in ways(toll(3, SQUAD, OTHER, LEADER))


def test_v14_8_unpinned_units_pay_before_pinned_ones_which_are_only_eliminated() -> None:
    """Unpinned units before pinned ones; pinned units are not reduced, only eliminated for CR."""
    pinned = OTHER._replace(is_pinned=True)
    assert {deed.unit for deed in payment_options(toll(2, SQUAD, pinned))} == {"squad"}
    assert payment_options(toll(1, pinned)) == [Deed(CasualtyPayment.ELIMINATE, "other", 5)]


def test_v14_9_who_ignores_a_point_must_pay_next() -> None:
    """The owner may take it there first; if CP are left the next deed must be on the same unit."""
    valorous = SQUAD._replace(spares=1)
    left = paid(toll(2, valorous, OTHER), Deed(CasualtyPayment.IGNORE, "squad", 1))
    assert ways(left) == {("pin", "squad")}
    assert payment_options(paid(toll(1, valorous), Deed(CasualtyPayment.IGNORE, "squad", 1))) == []


def test_v14_9_a_point_is_ignored_once_an_attack() -> None:
    """Valorous units ignore one CP an attack."""
    valorous = SQUAD._replace(spares=1)
    left = paid(toll(4, valorous, OTHER), Deed(CasualtyPayment.IGNORE, "squad", 1))
    left = paid(left, Deed(CasualtyPayment.REDUCE, "squad", 2))
    assert ("ignore", "squad") not in ways(left)


def test_v14_10_a_vehicle_takes_two_to_its_cr_with_a_survival_die() -> None:
    """1 CP pins; 2 <= k <= CR: survival die, k used up either way."""
    assert payment_options(toll(1, TRUCK)) == [Deed(CasualtyPayment.PIN, "truck", 1)]
    assert ways(toll(2, TRUCK)) == {("survive", "truck")}
    assert (
        apply_payment(toll(2, TRUCK), Deed(CasualtyPayment.SURVIVE, "truck", 2), is_lost=True).left
        == 0
    )


def test_v14_10_more_than_its_cr_eliminates_and_a_pinned_one_has_no_die() -> None:
    """More than CR from one attack: eliminated. Already pinned: no die, eliminated for CR."""
    assert are_all_eliminated(toll(5, TRUCK))
    assert payment_options(toll(2, TRUCK._replace(is_pinned=True))) == [
        Deed(CasualtyPayment.ELIMINATE, "truck", 4)
    ]


def test_v14_11_passengers_pay_before_anybody_else_and_are_not_pinned() -> None:
    """Before the carrier or others suffer, passengers may be reduced or eliminated (not pinned)."""
    inside = SQUAD._replace(inside="truck")
    before = toll(3, TRUCK, inside, OTHER)
    assert {("reduce", "squad"), ("survive", "truck")} <= ways(before)
    assert ("pin", "squad") not in ways(before)
    after = paid(before, Deed(CasualtyPayment.REDUCE, "other", 2))
    assert "squad" not in {deed.unit for deed in payment_options(after)}


def test_v14_11_passengers_lost_with_their_carrier_count_their_cr() -> None:
    """Eliminated passengers count their CR towards the CP."""
    inside = LEADER._replace(inside="truck")
    left = apply_payment(
        toll(5, TRUCK, inside), Deed(CasualtyPayment.SURVIVE, "truck", 4), is_lost=True
    )
    assert (left.left, left.victims) == (0, ())


def test_v14_12_more_than_all_can_absorb_eliminates_all() -> None:
    """If all units together cannot absorb the CP, all are eliminated."""
    assert are_all_eliminated(toll(12, SQUAD, OTHER, LEADER))
    assert not are_all_eliminated(toll(11, SQUAD, OTHER, LEADER))


def test_v14_12_no_deed_leaves_more_than_the_others_can_pay() -> None:
    """All CP must be met: giving a truck two of eight leaves six for a squad of five."""
    assert Deed(CasualtyPayment.SURVIVE, "truck", 2) not in payment_options(toll(8, TRUCK, SQUAD))
    assert Deed(CasualtyPayment.SURVIVE, "truck", 4) in payment_options(toll(8, TRUCK, SQUAD))


def test_v15_8_an_afv_takes_at_most_three() -> None:
    """CP on AFVs from a failed assault: a die <= CP, at most 3."""
    tank = CasualtyBearer("tank", 0, is_armour=True)
    assert [
        deed.points for deed in payment_options(toll(4, tank, SQUAD)) if deed.unit == "tank"
    ] == [1, 2, 3]


def test_v6_15_a_mover_pinned_in_a_full_hex_is_eliminated_for_its_cr() -> None:
    """If it is then in a hex already full of friends it is eliminated, for its full CR."""
    crowded = SQUAD._replace(is_crowded=True)
    assert Deed(CasualtyPayment.PIN, "squad", 5) not in payment_options(toll(2, crowded))
    only_leader = LEADER._replace(is_crowded=True)
    left = paid(toll(1, only_leader), Deed(CasualtyPayment.PIN, "leader", 1))
    assert left.victims == ()


def test_v26_2_three_points_reduce_a_squad_and_pin_another_half() -> None:
    """3 CP: squad reduced (2), another half pinned (1)."""
    squad, half = CasualtyBearer("squad", 4, 2), CasualtyBearer("half", 2)
    done = [Deed(CasualtyPayment.REDUCE, "squad", 2), Deed(CasualtyPayment.PIN, "half", 1)]
    assert paid(toll(3, squad, half), *done).left == 0


def test_v26_12_six_points_on_two_squads_and_a_leader() -> None:
    """Pins alone give 3 < 6, so pins are not offered; after "eliminate squad" they are."""
    before = toll(6, SQUAD, OTHER, LEADER)
    firsts = {("eliminate", "squad"), ("eliminate", "other"), ("eliminate", "leader")}
    assert ways(before) == firsts | {("reduce", "squad"), ("reduce", "other")}
    after = paid(before, Deed(CasualtyPayment.ELIMINATE, "squad", 5))
    assert ("pin", "other") in ways(after)


def test_v14_7_by_choice_a_unit_is_pinned_while_the_others_can_pay_the_rest() -> None:
    """pins: any_time. Six points on two squads and a leader: a squad may be pinned first, for 1,
    as the other and the leader can take the 5 left; who is pinned pays no more (V14.6)."""
    before = toll(6, SQUAD, OTHER, LEADER)._replace(may_pin_early=True)
    assert {("pin", "squad"), ("pin", "other"), ("pin", "leader")} <= ways(before)
    after = paid(before, Deed(CasualtyPayment.PIN, "squad", 1))
    assert "squad" not in {unit for _, unit in ways(after)}
    assert paid(after, Deed(CasualtyPayment.ELIMINATE, "other", 5)).left == 0
    too_many = toll(6, SQUAD, LEADER)._replace(may_pin_early=True)
    assert ("pin", "squad") not in ways(too_many)
