"""Combined fire, op fire and area attacks (tide CF, OP, AA, U7, U9, X7, D7)."""

from __future__ import annotations

from engine.games.tide import fire, targeting
from engine.games.tide.active_effects import AttackKind
from engine.games.tide.attack_declaration import (
    Aim,
    AttackDraft,
    AttackOccasion,
    AttackOpportunity,
    AttackShare,
)
from engine.games.tide.combat_events import AttackDeclared, AttackRolled, RolledAgain
from engine.games.tide.data.rule_tables import RangeBand
from engine.games.tide.fire import Figures
from engine.games.tide.state import ActivationMode, CurrentAction, Unit
from tests.games.tide.fights import Fight, fight

FIRE = AttackOpportunity("red", AttackOccasion.CONCENTRATED)
OP_FIRE = AttackOpportunity("red", AttackOccasion.OP_FIRE, ("b1",))
NORMAL, SUPPRESSIVE = AttackKind.NORMAL, AttackKind.SUPPRESSIVE
FOUR = Figures(("regular",) * 4)


def attempt_of(table: Fight, kind: AttackKind = NORMAL, lead: str = "r1") -> AttackDraft:
    """A unit's attack on b1 with four regulars."""
    return AttackDraft(Aim(table.unit("b1").at, "b1", kind), AttackShare(lead, FOUR.types))


# --- combined fire (CF) ---------------------------------------------------------------------------


def test_cf1_only_concentrated_fire_and_op_fire_may_be_supported() -> None:
    """Only Concentrated Fire and op fire may be supported."""
    table = fight("r1 . b1\n r2 . .")
    moving = AttackOpportunity("red", AttackOccasion.MOVING)
    assert targeting.attack_supporters(table.state, attempt_of(table), FIRE) == ("r2",)
    assert targeting.attack_supporters(table.state, attempt_of(table), moving) == ()
    waiting = table.wait("r1", "r2")
    assert targeting.attack_supporters(waiting.state, attempt_of(waiting), OP_FIRE) == ("r2",)


def test_cf2_supporters_are_fresh_and_have_the_target_in_range_and_los() -> None:
    """Supporters of Concentrated Fire are fresh; each with the target in range and LOS."""
    table = fight(
        "r1 . . . . . . . b1\n . r2 . . . . . . .\nr3 . . . s . . . .\n r4 . . . . . . . ."
    )
    assert targeting.attack_supporters(table.state, attempt_of(table), FIRE) == ("r2",)
    table.alter("r2", mode=ActivationMode.FATIGUED)
    assert targeting.attack_supporters(table.state, attempt_of(table), FIRE) == ()


def test_cf2_supporters_of_op_fire_are_in_op_fire_mode() -> None:
    """Of op fire in Op Fire mode."""
    table = fight("r1 . b1\n r2 r3 .").wait("r1", "r2")
    assert targeting.attack_supporters(table.state, attempt_of(table), OP_FIRE) == ("r2",)


def test_cf3_cf4_lead_full_supporters_half_all_fatigued() -> None:
    """Lead full, supporters half. All become fatigued."""
    table = fight("r1 . b1\n r2 . .")
    aim = Aim(table.unit("b1").at, "b1", NORMAL)
    table.run(fire.resolve_attack(table.game, "r1", FIRE), [aim, FOUR, "r2", FOUR], "111111")
    assert table.happened(AttackRolled)[0].attack == (("r1", 4), ("r2", 2))
    assert [table.unit(unit).mode for unit in ("r1", "r2")] == [ActivationMode.FATIGUED] * 2


def test_cf5_a_supporter_at_long_range_makes_it_long() -> None:
    """Worst band (RG6)."""
    table = fight("r2 . . r1 . b1")
    aim = Aim(table.unit("b1").at, "b1", NORMAL)
    table.run(fire.resolve_attack(table.game, "r1", FIRE), [aim, FOUR, "r2", FOUR], "111155")
    assert (table.happened(AttackRolled)[0].band, table.happened(AttackRolled)[0].hits) == (
        RangeBand.LONG, 0,
    )  # fmt: skip


def test_cf6_area_attackers_support_only_other_area_attackers() -> None:
    """Area attackers lead or support only other area attackers."""
    mortar = "1 mortar-crew, 2 regular"
    table = fight("r1 . . b1\n r2 . . .\nr3 . . .", r1=mortar, r2=mortar)
    area = AttackDraft(Aim(table.unit("b1").at, "", NORMAL), AttackShare("r1", ("mortar-crew",)))
    assert targeting.attack_supporters(table.state, area, FIRE) == ("r2",)
    direct = attempt_of(table, lead="r3")
    assert targeting.attack_supporters(table.state, direct, FIRE) == ("r1", "r2")
    assert (
        targeting.attacking_figures(table.state, table.unit("r1"), direct.aim, FIRE)
        == ("regular",) * 2
    )


def test_cf7_pinned_squads_do_not_support_even_with_an_officer() -> None:
    """Pinned and disrupted squads do not support; a pinned one with an officer may not either."""
    table = fight("r1 . b1\n r2+r3 . .", r3="1 officer").pin("r2").disrupt("r3")
    assert targeting.attack_supporters(table.state, attempt_of(table), FIRE) == ()
    led = fight("r1 . b1\n r2+r3 . .", r3="1 officer").pin("r2")
    assert targeting.attack_supporters(led.state, attempt_of(led), FIRE) == ("r3",)


def test_d7_deny_support_and_op_fire() -> None:
    """deny: the enemy, until the end of the round."""
    table = fight("r1 . b1\n r2 . .").effect("deny", "red", "support")
    assert targeting.attack_supporters(table.state, attempt_of(table), FIRE) == ()
    waiting = fight("r1 . b1").wait("r1")
    assert targeting.op_firers(waiting.state, OP_FIRE) == ("r1",)
    assert targeting.op_firers(waiting.effect("deny", "red", "op-fire").state, OP_FIRE) == ()


# --- op fire (OP, U7) -----------------------------------------------------------------------------


def test_op1_op_fire_is_at_the_mover_alone() -> None:
    """In the enemy's turn, at a moving unit."""
    table = fight("r1 . b1+b2").wait("r1")
    aims = targeting.possible_attacks(table.state, table.unit("r1"), OP_FIRE)
    assert {aim.unit for aim in aims} == {"b1"}
    assert targeting.possible_attacks(table.state, as_fresh(table, "r1"), OP_FIRE) == ()


def as_fresh(table: Fight, unit: str) -> Unit:
    """A unit as it would be without Op Fire mode."""
    return table.unit(unit)._replace(mode=ActivationMode.FRESH)


def test_op2_others_in_op_fire_mode_may_support() -> None:
    """Other units in Op Fire mode may support."""
    table = fight("r1 . b1\n r2 . .").wait("r1", "r2")
    aim = Aim(table.unit("b1").at, "b1", NORMAL)
    table.run(fire.resolve_attack(table.game, "r1", OP_FIRE), [aim, FOUR, "r2", FOUR], "111111")
    assert table.happened(AttackRolled)[0].attack == (("r1", 4), ("r2", 2))


def test_op3_op4_full_fp_and_all_fatigued() -> None:
    """All participants become fatigued. Full FP for the lead; other halving reasons still count."""
    table = fight("r1 . b1").wait("r1").lay("smoke", "r1")
    aim = Aim(table.unit("b1").at, "b1", NORMAL)
    table.run(fire.resolve_attack(table.game, "r1", OP_FIRE), [aim, FOUR], "11")
    assert table.unit("r1").mode is ActivationMode.FATIGUED
    whole = fight("r1 . b1").wait("r1")
    whole.run(fire.resolve_attack(whole.game, "r1", OP_FIRE), [aim, FOUR], "1111")


def test_u7_ex14_a_machine_gun_that_fires_alone_stays_in_the_mode() -> None:
    """An attack by a machine-gun crew alone leaves the squad in Op Fire mode; not twice at one."""
    table = fight("r1 . b1+b2", r1="1 mg-crew, 2 regular").wait("r1")
    table.state.acting = CurrentAction("b1", "advance")
    aim = Aim(table.unit("b1").at, "b1", NORMAL)
    table.run(fire.resolve_attack(table.game, "r1", OP_FIRE), [aim, Figures(("mg-crew",))], "111")
    assert table.unit("r1").mode is ActivationMode.OP_FIRE
    assert targeting.op_firers(table.state, OP_FIRE) == ()
    assert targeting.op_firers(table.state, at_mover("b2")) == ("r1",)


def at_mover(mover: str) -> AttackOpportunity:
    """Op fire at another mover."""
    return OP_FIRE._replace(movers=(mover,))


def test_u7_with_other_figures_it_is_fatigued() -> None:
    """By a machine-gun crew alone."""
    table = fight("r1 . b1", r1="1 mg-crew, 1 regular").wait("r1")
    aim = Aim(table.unit("b1").at, "b1", NORMAL)
    both = Figures(("mg-crew", "regular"))
    table.run(fire.resolve_attack(table.game, "r1", OP_FIRE), [aim, both], "1111")
    assert table.unit("r1").mode is ActivationMode.FATIGUED


def test_u7_a_supporting_machine_gun_stays_too_cf4() -> None:
    """All become fatigued (U7 excepted)."""
    table = fight("r1 . b1\n r2 . .", r2="1 mg-crew").wait("r1", "r2")
    aim = Aim(table.unit("b1").at, "b1", NORMAL)
    table.run(fire.resolve_attack(table.game, "r1", OP_FIRE), [aim, FOUR, "r2"], "111111")
    assert [table.unit(u).mode for u in ("r1", "r2")] == [
        ActivationMode.FATIGUED,
        ActivationMode.OP_FIRE,
    ]
    assert table.happened(AttackDeclared)[0].rapid == ("r2",)


def test_u9_mortars_do_not_op_fire() -> None:
    """Mortar crew: area, indirect, no op fire."""
    table = fight("r1 . b1", r1="1 mortar-crew").wait("r1")
    assert targeting.op_firers(table.state, OP_FIRE) == ()


# --- area attacks (AA, U9, X7) --------------------------------------------------------------------

MORTAR = "1 mortar-crew"


def test_aa1_every_enemy_unit_has_its_own_roll_of_all_dice() -> None:
    """Every enemy unit in the hex is attacked, each with its own roll of all dice."""
    table = fight("r1 . b1+b2:w", r1=MORTAR)
    aim = Aim(table.unit("b1").at, "", SUPPRESSIVE)
    table.run(fire.resolve_attack(table.game, "r1", FIRE), [aim], "5111", "11", "1551", "51")
    assert [(each.target, each.hits) for each in table.happened(AttackRolled)] == [
        ("b1", 1), ("b2", 1),
    ]  # fmt: skip
    assert table.unit("b1").is_pinned
    assert table.unit("b2").is_pinned


def test_aa2_vehicles_only_if_normal_and_aa3_no_passengers() -> None:
    """Vehicles only if normal. Passengers no."""
    table = fight("r1 . b1+b2+b3", r1=MORTAR, b2="truck").alter("b3", inside="b2")
    hex_ = table.unit("b1").at
    struck = [
        unit.id for unit in targeting.attack_targets(table.state, Aim(hex_, "", SUPPRESSIVE), "red")
    ]
    assert struck == ["b1"]
    both = [unit.id for unit in targeting.attack_targets(table.state, Aim(hex_, "", NORMAL), "red")]
    assert both == ["b1", "b2"]


def test_u9_mortars_fire_8_4_suppressive_and_8_2_normal() -> None:
    """Mortar crew 8/4 suppressive, 8/2 normal; 8/2 against vehicles."""
    table = fight("r1 . b1+b2", r1=MORTAR, b2="sherman")
    for kind, dice in ((SUPPRESSIVE, ["1111"]), (NORMAL, ["11", "11", "1111"])):
        fresh = fight("r1 . b1+b2", r1=MORTAR, b2="sherman")
        fresh.run(
            fire.resolve_attack(fresh.game, "r1", FIRE), [Aim(table.unit("b1").at, "", kind)], *dice
        )


def test_u9_the_older_printing_of_mortars() -> None:
    """`mortar: 1a|ab`: 4 in normal attacks too."""
    table = fight("r1 . b1", {"mortar": "ab"}, r1=MORTAR)
    aim = Aim(table.unit("b1").at, "", NORMAL)
    table.run(fire.resolve_attack(table.game, "r1", FIRE), [aim], "1111")


def test_u9_indirect_fire_needs_a_spotter_not_pinned_and_not_next_door() -> None:
    """No LOS of its own needed when any friendly unit, not pinned nor disrupted, has LOS."""
    table = fight("r1 s b1\n . . .\n. r2 .", r1=MORTAR)
    assert [
        aim.unit for aim in targeting.possible_attacks(table.state, table.unit("r1"), FIRE)
    ] == ["", ""]
    assert targeting.possible_attacks(table.pin("r2").state, table.unit("r1"), FIRE) == ()
    near = fight("r1 b1", r1=MORTAR)
    assert targeting.possible_attacks(near.state, near.unit("r1"), FIRE) == ()


def test_x_hedgerow_fields_do_not_cover_against_area_attacks() -> None:
    """Hedgerow: cover 3, 0 v area."""
    ground = fight("r1").state.book.ground
    hedged = [kind for kind in ground.cover_area if ground.cover_of(kind) == 3]
    assert hedged
    assert [ground.cover_of(kind, area=True) for kind in hedged] == [0] * len(hedged)


def test_x7_three_hits_of_an_area_attack_remove_wire() -> None:
    """Area attacks with 3 or more hits on the hex remove it [hits counted before units]."""
    for dice, is_left in (("5551", False), ("5511", True)):
        table = fight("r1 . b1:w", r1=MORTAR).lay("wire", "b1")
        aim = Aim(table.unit("b1").at, "", SUPPRESSIVE)
        table.run(fire.resolve_attack(table.game, "r1", FIRE), [aim], dice, "55")
        assert table.state.has_work(table.unit("b1").at, "wire") is is_left


# --- cards in attacks (D7) ------------------------------------------------------------------------


def test_d7_reroll_is_asked_once_and_used_up() -> None:
    """reroll: once in one attack of this turn."""
    table = fight("r1 . b1").effect("reroll", "red", "black", 2)
    aim = Aim(table.unit("b1").at, "b1", NORMAL)
    table.run(fire.resolve_attack(table.game, "r1", FIRE), [aim, FOUR, True], "5111", "56")
    assert table.happened(RolledAgain)[0].after == (5, 5, 6, 1)
    assert table.happened(AttackRolled)[0].hits == 3
    assert table.state.effects == ()


def test_d7_a_bonus_for_one_attack_ends_with_it() -> None:
    """bonus lasts attack: dice or numbers for one attack."""
    table = fight("r1 . b1\n r2 . .")
    table.bonus("red", "attack", 2, who="unit", unit="r1", lasts="attack", against="any")
    aim = Aim(table.unit("b1").at, "b1", NORMAL)
    table.run(fire.resolve_attack(table.game, "r1", FIRE), [aim, FOUR, None], "111111")
    assert table.happened(AttackRolled)[0].attack == (("r1", 4), ("card", 2))
    assert table.state.effects == ()


def test_d7_hit_moves_the_number_needed_2_at_best() -> None:
    """`hit` moves the number needed by amount, 2 at best."""
    charts = fight("r1").state.book.charts
    table = fight("r1 . b1").bonus("red", "hit", -1, who="squads")
    aim = Aim(table.unit("b1").at, "b1", NORMAL)
    table.run(fire.resolve_attack(table.game, "r1", FIRE), [aim, FOUR], "4333")
    assert table.happened(AttackRolled)[0].hits == 1
    assert [charts.least(RangeBand.CLOSE, change) for change in (-1, -2, -9)] == [3, 2, 2]
