"""Attacks: bands, strengths, dice and results (tide C, RG, RS, EX1-EX5, EX8, EX13)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.games.tide import attack_dice, fire, firepower, target_defence, targeting
from engine.games.tide.active_effects import AttackKind
from engine.games.tide.attack_declaration import (
    Aim,
    AttackDraft,
    AttackOccasion,
    AttackOpportunity,
    AttackShare,
)
from engine.games.tide.combat_events import (
    AttackDeclared,
    AttackRolled,
    FiguresLost,
    MoraleFell,
    UnitLost,
    VehicleDamaged,
)
from engine.games.tide.data.rule_tables import RangeBand
from engine.games.tide.fire import Figures
from engine.games.tide.state import ActivationMode, Morale
from tests.games.tide.fights import Fight, fight

FIRE = AttackOpportunity("red", AttackOccasion.CONCENTRATED)
MOVING = AttackOpportunity("red", AttackOccasion.MOVING)
NORMAL, SUPPRESSIVE = AttackKind.NORMAL, AttackKind.SUPPRESSIVE


def weighed(
    table: Fight, kind: AttackKind, *supporters: str, call: AttackOpportunity = FIRE,
    lead: str = "r1",
    target: str = "b1",
) -> attack_dice.AttackDice:  # fmt: skip
    """An attack of a unit with all its figures, and of others in support."""
    goal = table.unit(target)
    aim = Aim(goal.at, target, kind)
    shares = [
        AttackShare(unit, targeting.attacking_figures(table.state, table.unit(unit), aim, call)
              if table.unit(unit).is_squad else ())
        for unit in (lead, *supporters)
    ]  # fmt: skip
    attempt = AttackDraft(aim, shares[0], tuple(shares[1:]))
    return attack_dice.weigh_attack(table.state, attempt, call, goal)


def shoot(
    table: Fight, kind: AttackKind, *dice: str, target: str = "b1", answers: tuple[Any, ...] = ()
) -> None:
    """Concentrated fire of r1 with all it has, alone."""
    unit, goal = table.unit("r1"), table.unit(target)
    aim = Aim(goal.at, target, kind)
    figures = targeting.attacking_figures(table.state, unit, aim, FIRE)
    attempt = AttackDraft(aim, AttackShare("r1", figures if unit.is_squad else ()))
    table.run(fire.carry_out_attack(table.game, attempt, FIRE), answers, *dice)


# --- what fires at what (C, U1) -------------------------------------------------------------------


def test_c1_range_and_fp_depend_on_the_target() -> None:
    """Range and FP depend on the target being squad or vehicle."""
    table = fight("r1 b1 . b2", r1="2 regular, 2 elite", b2="truck")
    assert weighed(table, NORMAL).attack == (("r1", 6),)
    aims = targeting.possible_attacks(table.state, table.unit("r1"), FIRE)
    assert [aim.unit for aim in aims] == ["b1", "b1"]  # the truck is beyond twice 1
    assert weighed(fight("r1 b1", b1="truck"), NORMAL).attack == (("r1", 4),)


def test_c2_the_target_must_be_in_range_and_los() -> None:
    """The target must be in range and LOS."""
    assert (
        targeting.possible_attacks(fight("r1 s b1").state, fight("r1 s b1").unit("r1"), FIRE) == ()
    )
    far = fight("r1 " + ". " * 8 + "b1")
    assert targeting.possible_attacks(far.state, far.unit("r1"), FIRE) == ()
    near = fight("r1 " + ". " * 7 + "b1")
    assert len(targeting.possible_attacks(near.state, near.unit("r1"), FIRE)) == 2


def test_c3_one_target_unit_is_named() -> None:
    """One target unit is named, except area attacks and assaults."""
    table = fight("r1 b1+b2")
    aims = targeting.possible_attacks(table.state, table.unit("r1"), FIRE)
    assert {aim.unit for aim in aims} == {"b1", "b2"}


def test_c4_q6_figures_may_be_left_out() -> None:
    """Only some figures may attack; a player may leave figures out; a crew may attack alone."""
    table = fight("r1 . b1", r1="1 mg-crew, 2 regular")
    target = Aim(table.unit("b1").at, "b1", NORMAL)
    asked = fire.ChooseFigures("red", AttackDraft(target, AttackShare("r1")), "r1", FIRE)
    assert asked.options(table.state) == [
        Figures(("mg-crew", "regular", "regular")), Figures(("mg-crew", "regular")),
        Figures(("regular", "regular")), Figures(("mg-crew",)), Figures(("regular",)),
    ]  # fmt: skip
    table.run(fire.resolve_attack(table.game, "r1", FIRE), [target, Figures(("mg-crew",))], "451")
    assert table.happened(AttackDeclared)[0].firers == (("r1", ("mg-crew",)),)


def test_u1_fp_is_the_sum_of_the_figures() -> None:
    """A squad's FP is the sum of its attacking figures' FP (2 regular + 2 elite v a squad = 6)."""
    assert weighed(fight("r1 . b1", r1="2 regular, 2 elite"), NORMAL).black.dice == 6


# --- bands (RG) -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("away", "range_", "wanted"),
    [(1, 4, RangeBand.CLOSE), (2, 4, RangeBand.NORMAL), (4, 4, RangeBand.NORMAL),
     (5, 4, RangeBand.LONG),
     (8, 4, RangeBand.LONG), (9, 4, None), (1, 1, RangeBand.CLOSE), (2, 1, RangeBand.LONG),
     (3, 1, None),
     (0, 4, None), (1, 0, None)],
)  # fmt: skip
def test_rg1_to_rg4_range_bands(away: int, range_: int, wanted: RangeBand | None) -> None:
    """Adjacent: close. <= range: normal. <= 2 x range: long. Beyond: out of range."""
    assert firepower.range_band(away, range_) is wanted


@pytest.mark.parametrize(
    ("away", "wanted"),
    [(1, RangeBand.CLOSE), (5, RangeBand.NORMAL), (9, RangeBand.LONG), (10, RangeBand.LONG),
     (11, None)],
)  # fmt: skip
def test_rg5_ex13_a_higher_attacker_has_one_more(away: int, wanted: RangeBand | None) -> None:
    """Regular (4) on a hill v target below at 5: normal (RG5); 9 and 10 long, 11 out."""
    table = fight("r1:1 " + ". " * (away - 1) + "b1")
    unit, target = table.unit("r1"), table.unit("b1")
    type_ = table.state.book.units["regular"]
    assert firepower.range_band_to(table.state, unit, type_, target, away) is wanted


def test_rg6_the_band_is_the_worst_of_all_figures() -> None:
    """The band of an attack is the worst of all figures and units in it."""
    table = fight("r1 . . . . b1", r1="1 mg-crew, 2 regular")
    assert weighed(table, NORMAL).band == RangeBand.LONG
    alone = AttackDraft(Aim(table.unit("b1").at, "b1", NORMAL), AttackShare("r1", ("mg-crew",)))
    assert (
        attack_dice.weigh_attack(table.state, alone, FIRE, table.unit("b1")).band
        == RangeBand.NORMAL
    )


# --- strengths (RS1, RS2, RS6, RS7) ---------------------------------------------------------------


def test_ex1_six_black_against_two_red() -> None:
    """Squad FP 6 (2 regular + 2 elite) at normal range, cover 2, suppressive."""
    found = weighed(fight("r1 . b1:w", r1="2 regular, 2 elite"), SUPPRESSIVE)
    assert (found.black.dice, found.black.least) == (6, 5)
    assert (found.red.dice, found.red.least) == (2, 5)


def test_ex2_black_4265_at_normal_range() -> None:
    """Black 4 2 6 5 at normal range 2 successes; red 5 => 1 hit; squad of 3 loses 1 figure."""
    table = fight("r1 . b1", r1="4 regular", b1="3 regular [medic]")
    shoot(table, NORMAL, "4265", "5")
    assert table.happened(AttackRolled)[0].hits == 1
    assert table.unit("b1").figures == ("regular",) * 2


def test_rs1_ex4_lead_whole_supporters_half_rounded_up() -> None:
    """Lead 4, supporters 3 and 1 at long range: bands long; strength 4 + 2 + 1 = 7."""
    table = fight("r1 . . . . b1\n r2 . . . . .\nr3 . . . . .", r2="3 regular", r3="1 regular")
    found = weighed(table, NORMAL, "r2", "r3")
    assert found.attack == (("r1", 4), ("r2", 2), ("r3", 1))
    assert (found.black.dice, found.band, found.black.least) == (7, RangeBand.LONG, 6)


def test_rs1_supporters_may_be_halved_together() -> None:
    """halve_each false: the supporters' FP is added up before it is halved."""
    table = fight("r1 . b1\n r2 . .\nr3 . .", {"halve_each": False}, r2="3 regular", r3="1 regular")
    assert weighed(table, NORMAL, "r2", "r3").black.dice == 6


def test_rs2_armour_and_cover_and_position() -> None:
    """Defence strength = armour (vehicles) + cover of the target's hex and position."""
    assert weighed(fight("r1 b1:w", b1="sherman"), NORMAL).defence == (
        ("armour", 4),
        ("terrain", 1),
    )
    dug = fight("r1 . b1:w").lay("entrenchment", "b1", dug_in=True)
    assert weighed(dug, NORMAL).defence == (("terrain", 2), ("entrenchment", 2))


def test_rs3_vehicles_are_immune_to_suppressive() -> None:
    """Against a squad choose normal or suppressive; vehicles are immune to suppressive."""
    table = fight("r1 b1+b2", b2="truck")
    aims = targeting.possible_attacks(table.state, table.unit("r1"), FIRE)
    assert [(aim.unit, aim.kind) for aim in aims] == [
        ("b1", NORMAL), ("b1", SUPPRESSIVE), ("b2", NORMAL),
    ]  # fmt: skip


@pytest.mark.parametrize(("board", "least"), [("r1 b1", 4), ("r1 . b1", 5), ("r1 . . . . b1", 6)])
def test_rs4_black_succeeds_by_the_band(board: str, least: int) -> None:
    """Black succeeds on 4-6 close, 5-6 normal, 6 long; red on 5-6 always."""
    found = weighed(fight(board), NORMAL)
    assert (found.black.least, found.red.least) == (least, 5)


def test_rs5_hits_never_fall_below_0() -> None:
    """Hits = black - red successes, never below 0."""
    table = fight("r1 . b1:w", r1="1 regular")
    shoot(table, NORMAL, "1", "56")
    assert table.happened(AttackRolled)[0].hits == 0
    assert table.unit("b1").figures == ("regular",) * 4


def test_rs6_at_strength_0_nothing_is_rolled() -> None:
    """At strength 0 nothing is rolled. Modified strengths are never below 0."""
    table = fight("r1 . b1", r1="1 regular").bonus("red", "attack", -3, who="squads")
    shoot(table, NORMAL)
    rolled = table.happened(AttackRolled)[0]
    assert (rolled.black, rolled.red, rolled.hits, table.rolled) == ((), (), 0, [])
    bare = fight("r1 . b1").bonus("blue", "defence", -2, who="squads")
    assert weighed(bare, NORMAL).red.dice == 0


@pytest.mark.parametrize("kind", ["smoke", "wire", "mines"])
def test_rs7_x3_x7_x9_an_attacker_in_smoke_wire_or_mines_fires_at_half(kind: str) -> None:
    """Halving: attacker in smoke, wire or mines."""
    table = fight("r1 . b1", r1="3 regular").lay(kind, "r1", side="blue")
    assert weighed(table, NORMAL).black.dice == 2


def test_rs7_heavy_damage_halves() -> None:
    """Halving: heavy damage."""
    table = fight("r1 . b1", r1="halftrack").alter("r1", damage=2)
    assert weighed(table, NORMAL).black.dice == 2
    assert weighed(table.alter("r1", damage=1), NORMAL).black.dice == 4


def test_rs7_fire_and_movement_halves() -> None:
    """Halving: Fire and Movement."""
    assert weighed(fight("r1 . b1", r1="3 regular"), NORMAL, call=MOVING).black.dice == 2


def test_rs7_fp_is_halved_once_at_most_before_the_dice_of_cards() -> None:
    """FP is halved once at most, rounded up, and before dice added by cards."""
    table = fight("r1 . b1", r1="3 regular").lay("smoke", "r1")
    table.bonus("red", "attack", 2, who="squads")
    assert weighed(table, NORMAL, call=MOVING).black.dice == 2 + 2


def test_x10_its_own_hidden_mines_do_not_hamper_a_unit() -> None:
    """Its own hidden mines do not hurt it."""
    table = fight("r1 . b1").lay("mines", "r1", hidden=True)
    assert weighed(table, NORMAL).black.dice == 4


def test_sp3_an_engineer_fires_whole_from_wire() -> None:
    """Engineer: unaffected by wire."""
    table = fight("r1 . b1", r1="4 regular [engineer]").lay("wire", "r1")
    assert weighed(table, NORMAL).black.dice == 4


def test_v5_ex8_panzer_in_smoke_concussive_against_a_building() -> None:
    """Panzer IV in smoke: at a vehicle 10 -> 5; in a building 6 + 3 = 9 -> 5, range 5 + 3."""
    tank = fight("r1 . b1", r1="panzer-iv", b1="sherman").lay("smoke", "r1")
    assert weighed(tank, NORMAL).black.dice == 5
    table = fight("r1 . . . . . . . b1:s", r1="panzer-iv").lay("smoke", "r1")
    found = weighed(table, NORMAL)
    assert (found.black.dice, found.band) == (5, RangeBand.NORMAL)


def test_v5_concussive_against_a_pillbox_not_in_the_open() -> None:
    """+3 FP and +3 range against a squad in a building or pillbox."""
    table = fight("r1 . b1+b2", r1="sherman").lay("pillbox", "b1", dug_in=True)
    assert weighed(table, NORMAL).black.dice == 9
    assert weighed(table, NORMAL, target="b2").black.dice == 6


# --- what protects (U2, U4, X3-X5, X8, SP2, SP4) --------------------------------------------------


def test_u2_hardened_against_suppressive() -> None:
    """A squad with an elite figure has +1 cover against suppressive attacks."""
    table = fight("r1 . b1", b1="3 regular, 1 elite")
    assert weighed(table, SUPPRESSIVE).defence == (("hardened", 1),)
    assert weighed(table, NORMAL).defence == ()


def test_u4_determination_once_and_with_hardened() -> None:
    """Every squad in his hex +1 cover against suppressive (once, cumulative with U2)."""
    table = fight("r1 . b1+b2+b3", b1="2 elite", b2="1 officer, 2 regular", b3="1 officer, 1 elite")
    assert weighed(table, SUPPRESSIVE).defence == (("hardened", 1), ("officer", 1))
    assert weighed(table, NORMAL).defence == ()


def test_u6_an_officer_in_a_disrupted_squad_does_nothing_in_a_pinned_one_he_does() -> None:
    """An officer in a disrupted squad does none of this; in a pinned one he does."""
    table = fight("r1 . b1+b2", b2="1 officer, 2 regular")
    assert weighed(table.pin("b2"), SUPPRESSIVE).red.dice == 1
    assert weighed(table.disrupt("b2"), SUPPRESSIVE).red.dice == 0


def test_sp4_a_medic_helps_against_normal_attacks() -> None:
    """Medic: squads in his hex +1 cover against normal attacks."""
    table = fight("r1 . b1+b2", b2="3 regular [medic]")
    assert weighed(table, NORMAL).defence == (("medic", 1),)
    assert weighed(table, SUPPRESSIVE).defence == ()


def test_x3_smoke_gives_2_cover() -> None:
    """Smoke marker: +2 cover to units in it."""
    assert weighed(fight("r1 b1").lay("smoke", "b1"), NORMAL).defence == (("smoke", 2),)
    armoured = fight("r1 b1", b1="halftrack").lay("smoke", "b1")
    assert weighed(armoured, NORMAL).defence == (("armour", 1), ("smoke", 2))


def test_x4_x5_positions_shelter_who_is_in_them() -> None:
    """Entrenchment: one squad each, +2 on top of terrain. Pillbox: +6."""
    table = fight("r1 . b1+b2").lay("pillbox", "b1", dug_in=True)
    assert weighed(table, NORMAL).red.dice == 6
    assert weighed(table, NORMAL, target="b2").red.dice == 0


def test_x8_a_tank_trap_covers_squads() -> None:
    """Tank trap: squads in it +1 cover."""
    table = fight("r1 b1+b2", b2="truck").lay("trap", "b1")
    assert weighed(table, NORMAL).defence == (("trap", 1),)
    assert weighed(table, NORMAL, target="b2").defence == ()


def test_sp2_a_flamethrower_burns_cover_away_next_door() -> None:
    """Flamethrower: adjacent only, +2 FP, target's cover -5."""
    table = fight("r1 b1:s . b2:s", r1="4 regular [flamethrower]")
    table.lay("entrenchment", "b1", dug_in=True)
    found = weighed(table, NORMAL)
    assert (found.black.dice, found.red.dice) == (6, 0)
    assert ("flamethrower", -5) in found.defence
    far = fight("r1 . b1:s", r1="4 regular [flamethrower]")
    assert (weighed(far, NORMAL).black.dice, weighed(far, NORMAL).red.dice) == (4, 3)


def test_sp2_fire_does_not_melt_armour() -> None:
    """Target's cover -5: armour is no cover."""
    table = fight("r1 b1:w", r1="4 regular [flamethrower]", b1="sherman")
    assert weighed(table, NORMAL).red.dice == 4


def test_sp1_anti_tank_squads() -> None:
    """Anti-tank: +3 FP and range 3 against vehicles for the squad's attack (once an attack)."""
    table = fight("r1 . . b1", r1="3 regular [anti-tank]", b1="sherman")
    found = weighed(table, NORMAL)
    assert (found.black.dice, found.band) == (6, RangeBand.NORMAL)
    assert weighed(fight("r1 . b1", r1="3 regular [anti-tank]"), NORMAL).black.dice == 3


def test_sp5_recon_is_never_attacked_at_long_range() -> None:
    """Recon: attacks on it never at long range."""
    table = fight("r1 . . . . b1", b1="4 regular [recon]")
    assert targeting.possible_attacks(table.state, table.unit("r1"), FIRE) == ()
    near = fight("r1 . . . b1", b1="4 regular [recon]")
    assert len(targeting.possible_attacks(near.state, near.unit("r1"), FIRE)) == 2


def test_u8_ex19_thick_armour_saves_once_for_sure() -> None:
    """One of its red dice, if any, is a success whatever it shows."""
    table = fight("r1 . b1", r1="sherman", b1="tiger")
    shoot(table, NORMAL, "66111111", "11111")
    assert table.happened(AttackRolled)[0].hits == 1


# --- what hits do (RS8-RS12, Q2) ------------------------------------------------------------------


def test_rs8_normal_attacks_remove_figures_of_the_owners_choice() -> None:
    """Remove as many figures as hits; states do not change; the owner chooses which."""
    table = fight("r1 . b1", b1="1 mg-crew, 2 regular").pin("b1")
    shoot(table, NORMAL, "5611", answers=("regular", "mg-crew"))
    assert table.unit("b1").figures == ("regular",)
    assert table.unit("b1").is_pinned
    assert [each.side for each in table.asked] == ["blue", "blue"]


def test_q2_a_squad_without_figures_is_removed() -> None:
    """A squad without figures is removed."""
    table = fight("r1 . b1", b1="2 regular")
    shoot(table, NORMAL, "5561")
    assert "b1" not in table.state.units
    assert [unit.id for unit in table.state.lost] == ["b1"]
    assert [(toll.unit, toll.side, toll.points) for toll in table.state.fallen] == [
        ("b1", "blue", 4)
    ]
    assert table.happened(UnitLost)


@pytest.mark.parametrize(
    ("before", "hits", "after"),
    [(0, 0, 0), (0, 1, 1), (0, 2, 1), (0, 3, 2), (0, 4, 3), (0, 9, 3), (1, 1, 2), (1, 2, 2),
     (1, 3, 3), (1, 9, 3), (2, 0, 2), (2, 1, 3), (2, 9, 3)],
)  # fmt: skip
def test_rs9_damage_by_hits(before: int, hits: int, after: int) -> None:
    """Undamaged 1-2 light, 3 heavy, 4+ destroyed; light 1-2 heavy, 3+ destroyed; heavy 1+."""
    assert fight("r1").state.book.charts.damage_after_hits(before, hits) == after


def test_rs9_ex6_two_hits_then_one() -> None:
    """2 hits then 1: light then heavy."""
    table = fight("r1 . b1", r1="halftrack", b1="halftrack")
    shoot(table, NORMAL, "55", "1")
    assert table.unit("b1").damage == 1
    shoot(table, NORMAL, "51")
    assert table.unit("b1").damage == 2
    assert [event.damage for event in table.happened(VehicleDamaged)] == [1, 2]


def test_rs10_ex6_heavy_damage_armour_and_fire() -> None:
    """Undamaged sherman, 3 hits: heavy: move 0, armour 3, FP v squads 3."""
    table = fight("r1 . b1", r1="sherman").alter("r1", damage=2)
    assert (
        target_defence.red_dice(
            target_defence.defence_dice(table.state, table.unit("r1"), NORMAL, "")
        )
        == 3
    )
    assert weighed(table, NORMAL).black.dice == 3


def test_rs10_a_heavily_damaged_truck_is_destroyed_ex7_and_both_squads_die() -> None:
    """A heavily damaged truck is destroyed. Truck with two squads: destroyed, both die."""
    table = fight("r1 . b1+b2+b3", r1="sherman", b1="truck")
    table.alter("b2", inside="b1").alter("b3", inside="b1")
    shoot(table, NORMAL, "66611111")
    assert [event.unit for event in table.happened(UnitLost)] == ["b2", "b3", "b1"]
    assert [event.cause for event in table.happened(UnitLost)] == ["carrier", "carrier", "r1"]


@pytest.mark.parametrize(
    ("before", "hits", "after"),
    [("normal", 0, "normal"), ("normal", 1, "pinned"), ("normal", 2, "pinned"),
     ("normal", 3, "disrupted"), ("normal", 4, "routed"), ("normal", 9, "routed"),
     ("pinned", 1, "disrupted"), ("pinned", 2, "disrupted"), ("pinned", 3, "routed"),
     ("disrupted", 0, "disrupted"), ("disrupted", 1, "routed"), ("disrupted", 5, "routed")],
)  # fmt: skip
def test_rs11_morale_by_hits(before: str, hits: int, after: str) -> None:
    """Normal 1-2 pinned, 3 disrupted, 4+ routed; pinned 1-2 disrupted, 3+; disrupted 1+ routed."""
    assert fight("r1").state.book.charts.morale_after_hits(before, hits) == after


def test_rs11_routed_is_removed() -> None:
    """Routed = removed."""
    table = fight("r1 . b1")
    shoot(table, SUPPRESSIVE, "5555")
    assert "b1" not in table.state.units
    assert not table.happened(FiguresLost)


def test_rs12_op_fire_mode_is_lost_when_pinned() -> None:
    """A squad in Op Fire mode that becomes pinned or disrupted loses the mode and is fatigued."""
    table = fight("r1 . b1").wait("b1")
    shoot(table, SUPPRESSIVE, "5111")
    assert (table.unit("b1").morale, table.unit("b1").mode) == (
        Morale.PINNED,
        ActivationMode.FATIGUED,
    )
    assert table.happened(MoraleFell)[0].cause == "r1"


# --- fire and movement, officers (A4, A9, U5, U10, EX5) -------------------------------------------


def test_a4_no_long_range_and_no_support() -> None:
    """Half FP; no long range; no support."""
    table = fight("r1 . . . . b1\n r2 . . . . b2")
    aims = targeting.possible_attacks(table.state, table.unit("r1"), MOVING)
    assert aims == ()
    near = fight("r1 . b1\n r2 . .")
    attempt = AttackDraft(
        Aim(near.unit("b1").at, "b1", NORMAL), AttackShare("r1", ("regular",) * 4)
    )
    assert targeting.attack_supporters(near.state, attempt, MOVING) == ()
    assert targeting.attack_supporters(near.state, attempt, FIRE) == ("r2",)


def test_u10_a_heavy_weapon_does_not_fire_and_move() -> None:
    """Heavy weapon (either crew): no Fire and Movement."""
    table = fight("r1 . b1", r1="1 mg-crew, 2 regular")
    assert targeting.possible_attacks(table.state, table.unit("r1"), MOVING) == ()
    assert targeting.possible_attacks(table.state, table.unit("r1"), FIRE)


def test_u5_ex5_a_pinned_squad_with_an_officer_fires_at_half() -> None:
    """Not in Fire and Movement; Concentrated Fire: lead half (5 -> 3), supporters half."""
    table = fight("r1+r2 . b1\n r3 . .", r1="1 elite, 3 regular", r2="1 officer").pin("r1")
    assert targeting.possible_attacks(table.state, table.unit("r1"), MOVING) == ()
    assert weighed(table, NORMAL, "r3").attack == (("r1", 3), ("r3", 2))


def test_a9_pinned_without_an_officer_and_disrupted_squads_do_not_fire() -> None:
    """Pinned and disrupted squads take no action but A7 (and U5)."""
    table = fight("r1 . b1\n r2 . .", r2="1 officer, 1 regular").pin("r1").disrupt("r2")
    for unit in ("r1", "r2"):
        assert targeting.possible_attacks(table.state, table.unit(unit), FIRE) == ()


def test_a9_heavily_damaged_vehicles_fire_only() -> None:
    """Lightly damaged vehicles act normally; heavily damaged ones fire only."""
    table = fight("r1 . b1", r1="sherman").alter("r1", damage=2)
    assert targeting.possible_attacks(table.state, table.unit("r1"), MOVING) == ()
    assert targeting.possible_attacks(table.state, table.unit("r1"), FIRE)


def test_tr4_passengers_do_not_fire() -> None:
    """Fresh passengers may be activated inside but not fire."""
    table = fight("r1+r2 . b1", r1="truck").alter("r2", inside="r1")
    assert targeting.possible_attacks(table.state, table.unit("r2"), FIRE) == ()


def test_tr7_passengers_cannot_be_attacked() -> None:
    """Passengers cannot be attacked; the vehicle alone is the target."""
    table = fight("r1 b1+b2", b1="truck").alter("b2", inside="b1")
    aims = targeting.possible_attacks(table.state, table.unit("r1"), FIRE)
    assert {aim.unit for aim in aims} == {"b1"}
