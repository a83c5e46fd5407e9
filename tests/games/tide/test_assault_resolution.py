"""Assaults: who, how strong, losses, retreat and advance (tide AS, EX9, EX10)."""

from __future__ import annotations

import pytest

from engine.games.tide import assault_resolution, assault_strength, retreat_and_advance
from engine.games.tide.assault_resolution import Casualty
from engine.games.tide.combat_events import (
    AdvancedIn,
    AssaultEnded,
    AssaultRolled,
    AttackDeclared,
    FiguresLost,
    Retreated,
    UnitLost,
)
from engine.games.tide.opportunity_fire import OpFire
from engine.games.tide.state import ActivationMode
from tests.games.tide.fights import Fight, fight

BOARD = """
.  .  .  .
 . r1 b1 .
.  .  .  .
"""


def targets(table: Fight, unit: str = "r1") -> tuple[object, ...]:
    """The hexes a squad may assault."""
    return assault_strength.assault_targets(table.state, table.unit(unit))


def storm(table: Fight, answers: list[object], *dice: str) -> Fight:
    """r1 assaults the hex of b1."""
    at = table.unit("b1").at
    table.run(assault_resolution.carry_out_assault(table.game, "r1", at), answers, *dice)
    return table


# --- who (AS1-AS6) --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("unit", "may"),
    [("4 regular", True), ("2 elite", True), ("1 mg-crew, 2 regular", False),
     ("1 mortar-crew", False), ("sherman", False), ("halftrack", False)],
)  # fmt: skip
def test_as1_squads_without_heavy_weapons_only(unit: str, may: bool) -> None:
    """Squads without heavy weapons only."""
    assert bool(targets(fight(BOARD, r1=unit))) is may


def test_as1_a9_not_pinned_or_disrupted() -> None:
    """Pinned and disrupted squads take no action but A7."""
    assert targets(fight(BOARD).pin("r1")) == ()
    assert targets(fight(BOARD).disrupt("r1")) == ()


def test_d7_deny_assault() -> None:
    """deny assault: the enemy, until the end of the round."""
    assert targets(fight(BOARD).effect("deny", "red", "assault")) == ()


def test_as2_an_assault_is_a_normal_attack() -> None:
    """Always a normal attack: figures go, states stay."""
    table = storm(fight(BOARD), [], "6111", "6111")
    assert table.happened(FiguresLost)
    assert all(table.unit(unit).is_steady for unit in ("r1", "b1"))


def test_as3_an_adjacent_hex_with_enemies_and_no_heavy_vehicle() -> None:
    """Assaults an adjacent hex with enemies and no heavy vehicle."""
    table = fight("r1 b1 b2\n . . .\n. . .", b2="sherman")
    assert targets(table) == (table.unit("b1").at,)
    assert targets(fight("r1 b1+b2", b2="tiger")) == ()
    assert targets(fight("r1 b1+b2", b2="truck")) != ()
    assert targets(fight("r1 b1+b2", {"assault_bar": "none"}, b2="tiger")) != ()


def test_as6_a_squad_with_a_heavy_weapon_may_support() -> None:
    """Squads adjacent to the target may support, two at most; only pinned and disrupted ones may
    not. A machine gun next to the target adds half of its FP."""
    table = fight(" . r2 .\n r1 b1 .", r1="4 regular", r2="1 mg-crew, 2 regular")
    at = table.unit("b1").at
    assert assault_strength.assault_supporters(table.state, "r1", at, ()) == ("r2",)
    found = assault_strength.assault_strengths(table.state, "r1", ("r2",), at)
    assert found.attack == (("r1", 4), ("r2", 3))  # half of 3 + 2, rounded up
    assert not targets(table, "r2")  # it does not assault itself (AS1)


def test_as6_two_supporters_adjacent_to_the_target_fatigued_ones_too() -> None:
    """Up to 2 friendly squads adjacent, fatigued ones too, not pinned, disrupted; not heavy where
    heavy_squads_support is false."""
    table = fight(
        "r4 r5 r6\n r1 b1 .\nr3 r2 .", {"heavy_squads_support": False},
        r3="1 mg-crew", r5="1 mg-crew", r6="4 regular",
    ).pin("r6")  # fmt: skip
    table.alter("r2", mode=ActivationMode.FATIGUED)
    at = table.unit("b1").at
    assert assault_strength.assault_supporters(table.state, "r1", at, ()) == ("r2",)
    table.alter("r6", morale=table.unit("r1").morale).alter("r3", figures=("regular",))
    assert assault_strength.assault_supporters(table.state, "r1", at, ("r2",)) == ("r6",)
    assert assault_strength.assault_supporters(table.state, "r1", at, ("r2", "r6")) == ()


# --- strengths (AS7-AS10) -------------------------------------------------------------------------

EX9 = """
.  r2 r3 .
 r1 b1+b2+b3:w .
.  .  .  .
"""


def ex9() -> Fight:
    """Attacker 4, supporters 2 and 3; defenders normal 4, pinned 3, disrupted 2; cover 2."""
    table = fight(EX9, r2="2 regular", r3="3 regular", b2="3 regular", b3="2 regular")
    return table.pin("b2").disrupt("b3")


def test_as7_as8_ex9_strengths() -> None:
    """Attacker FP 4 + 2/2 + 3/2 = 7; normal 4, pinned 3 (half 2), disrupted 0 = 6; cover 2."""
    table = ex9()
    found = assault_strength.assault_strengths(table.state, "r1", ("r2", "r3"), table.unit("b1").at)
    assert found.attack == (("r1", 4), ("r2", 1), ("r3", 2))
    assert found.defence == (("b1", 4), ("b2", 2), ("b3", 0))
    assert [each.dice for each in (found.black, found.red, found.back)] == [7, 2, 6]
    assert [each.least for each in (found.black, found.red, found.back)] == [4, 5, 4]


def test_ex9_four_against_three() -> None:
    """4 > 3: attacker loses 3 (his squad first), defender 4; survivors retreat, disrupted die."""
    table = ex9()
    taken = [Casualty("b1", "regular")] * 2 + [Casualty("b2", "regular"), Casualty("b3", "regular")]
    away = table.hex(2, 1)
    storm(
        table, ["r2", "r3", *taken, away, away, None], "4455611", "51", "456111",
    )  # fmt: skip
    rolled = table.happened(AssaultRolled)[0]
    assert (rolled.hits, rolled.hits_back) == (4, 3)
    assert table.unit("r1").figures == ("regular",)
    assert table.unit("r2").figures == ("regular",) * 2
    assert len(table.unit("b1").figures) == 2
    assert [event.unit for event in table.happened(Retreated)] == ["b1", "b2"]
    assert table.unit("b2").is_disrupted
    assert [event.unit for event in table.happened(UnitLost)] == ["b3"]


def test_as8_pinned_are_whole_with_an_officer() -> None:
    """Pinned half unless an officer is in the hex."""
    table = fight("r1 b1+b2", b1="3 regular", b2="1 officer").pin("b1")
    assert assault_strength.assault_defence_parts(table.state,
                                                  table.state.units_at(table.unit("b1").at)) == (
        ("b1", 3), ("b2", 1),
    )  # fmt: skip


def test_as9_terrain_alone_covers() -> None:
    """As many red as the terrain cover (no armour; position and U4 not)."""
    table = fight("r1 b1+b2+b3:w", b2="halftrack", b3="1 officer")
    table.lay("entrenchment", "b1", dug_in=True).lay("trap", "b1")
    found = assault_strength.assault_strengths(table.state, "r1", (), table.unit("b1").at)
    assert found.cover == (("terrain", 2),)


def test_d7_bonus_against_assault() -> None:
    """bonus defence 1 squads assault game; bonus attack 2 unit assault turn."""
    table = fight("r1 b1+b2:w").bonus("blue", "defence", 1, who="squads", against="assault")
    table.bonus("red", "attack", 2, who="unit", unit="r1", against="assault")
    found = assault_strength.assault_strengths(table.state, "r1", (), table.unit("b1").at)
    assert (found.black.dice, found.red.dice) == (6, 3)


def test_as10_no_red_dice_against_the_defender() -> None:
    """Defender: black 4-6, no red against it."""
    table = fight(" . r1:s b1\n. . .")
    storm(table, [], "1111", "4111")
    assert table.rolled == [(4, "attack"), (4, "assault-defence")]
    assert table.happened(AssaultRolled)[0].hits_back == 1


# --- losses and the end (AS11-AS16) ---------------------------------------------------------------


def test_as11_both_roll_before_losses() -> None:
    """Both roll before losses."""
    table = fight(BOARD, r1="1 regular", b1="1 regular")
    storm(table, [], "6", "6")
    assert {unit.id for unit in table.state.lost} == {"r1", "b1"}


def test_as11_the_owner_chooses_in_the_assaulting_squad_first() -> None:
    """Attacker loses first from the assaulting squad, then supporters."""
    table = fight(". r2 .\n r1 b1 .\n. . .", r1="1 elite, 1 regular", r2="2 regular", b1="4 elite")
    storm(table, ["r2", Casualty("r1", "regular")], "1111", "66611111")
    assert "r1" not in table.state.units
    assert table.unit("r2").figures == ("regular",)


@pytest.mark.parametrize(("kind", "wanted"), [("halftrack", [4, 3, 1]), ("truck", [4, 1, 1])])
def test_as12_a_light_vehicle_takes_what_just_destroys_it(kind: str, wanted: list[int]) -> None:
    """Hits on a light vehicle are at most what just destroys it: an intact truck 4, by the rule's
    example, a damaged one 1 (RS10); a half-track with light damage 3."""
    table = fight("r1 b1+b2", b1=kind, b2="1 regular")
    vehicle = table.unit("b1")
    for damage, hits in enumerate(wanted):
        assert (
            assault_strength.vehicle_hit_capacity(table.state, vehicle._replace(damage=damage))
            == hits
        )


def test_as12_a_damaged_truck_soaks_one_hit() -> None:
    """Two hits on a damaged truck and four men: the truck takes one at most, a man the other."""
    table = fight("r1 b1+b2 .\n . . .", b1="truck", b2="4 regular").alter("b1", damage=1)
    storm(table, [Casualty("b1"), table.hex(2, 0), None], "6611", "1111")
    assert [event.unit for event in table.happened(UnitLost)] == ["b1"]
    assert len(table.unit("b2").figures) == 3


def test_as12_an_intact_truck_takes_four_hits_at_most() -> None:
    """The example: an intact truck is assigned 4 hits at most."""
    table = fight("r1 b1+b2", b1="truck", b2="1 regular")
    taken = (Casualty("b1"),) * 4
    assert assault_resolution.possible_casualties(table.state, ("b1", "b2"), taken) == [
        Casualty("b2", "regular")
    ]


def test_as12_the_hits_that_leave_no_defender() -> None:
    """A truck alone is gone with 3; beside a rifleman it takes 4, and he the fifth."""
    alone, both = fight("r1 b1", b1="truck"), fight("r1 b1+b2", b1="truck", b2="1 regular")
    for table, lives in ((alone, 3), (both, 5)):
        defenders = table.state.units_at(table.unit("b1").at)
        assert assault_strength.hits_to_destroy_all(table.state, defenders) == lives


def test_as13_ex10_equal_is_a_failure_and_losses_stay() -> None:
    """Equal 3-3: failure, assaulter fatigued, losses stay."""
    table = storm(fight(BOARD, r1="4 elite", b1="4 elite"), [], "66611111", "66611111")
    assert not table.happened(AssaultEnded)[0].won
    assert (len(table.unit("r1").figures), len(table.unit("b1").figures)) == (1, 1)
    assert table.unit("r1").mode is ActivationMode.FATIGUED
    assert not table.happened(Retreated)


def test_as13_a_tie_may_be_the_attackers() -> None:
    """assault_tie: success where the scenario says so."""
    table = fight(BOARD, {"assault_tie": "success"})
    storm(table, [table.hex(3, 1), None], "6111", "6111")
    assert table.happened(AssaultEnded)[0].won


def test_as14_not_the_hex_the_assault_came_from_and_to_friends_with_room() -> None:
    """To one adjacent hex, empty or friendly, not the hex the assault came from."""
    table = fight(". b2+b3+b4 .\n r1 b1 r2\n. . b5")
    ways = retreat_and_advance.retreat_hexes(table.state, table.unit("b1"), table.unit("r1").at)
    assert {*ways} == {table.hex(2, 0), table.hex(1, 2), table.hex(2, 2)}


def test_as14_with_no_hex_all_die() -> None:
    """With no hex all die."""
    table = fight("r1 b1")
    storm(table, [None], "6111", "1111")
    assert table.happened(UnitLost)[0].cause == "retreat"


def test_as14_heavily_damaged_vehicles_are_destroyed() -> None:
    """Light vehicles retreat by the same rule (heavily damaged: destroyed)."""
    table = fight(BOARD, b1="halftrack").alter("b1", damage=2)
    storm(table, [None], "6111", "11")
    assert table.happened(UnitLost)[0].unit == "b1"


def test_as15_non_fatigued_supporters_may_advance() -> None:
    """The assaulter and non-fatigued supporters may advance; fatigued supporters may not."""
    table = fight("r2 r3 .\n r1 b1 .\n. . .", b1="1 regular").alter(
        "r3", mode=ActivationMode.FATIGUED
    )
    at = table.unit("b1").at
    storm(table, ["r3", "r1"], "666611", "1")
    assert [event.unit for event in table.happened(AdvancedIn)] == ["r1"]
    assert (table.unit("r1").at, table.unit("r1").mode) == (at, ActivationMode.FATIGUED)


def test_as16_the_last_defender_dies_but_took_more_with_him() -> None:
    """If the defender's hits are more than the attacker's, the attacker has failed: 1 hit kills the
    one elite figure, whose 2 hits win. Nobody advances."""
    table = fight(BOARD, b1="1 elite")
    storm(table, [], "6111", "66")
    assert "b1" not in table.state.units
    assert not table.happened(AssaultEnded)[0].won
    assert not table.happened(AdvancedIn)
    assert len(table.unit("r1").figures) == 2
    assert table.unit("r1").mode is ActivationMode.FATIGUED


def test_as16_all_defenders_dead_is_success_where_the_scenario_says_so() -> None:
    """assault_last_defender: success, also with fewer hits than the defender's."""
    table = fight(BOARD, {"assault_last_defender": "success"}, b1="1 elite")
    storm(table, [None], "6111", "66")
    assert table.happened(AssaultEnded)[0].won


def test_as16_fresh_supporters_are_fatigued() -> None:
    """The assaulter is fatigued in any case; supporters that were fresh too."""
    table = fight(". r2 .\n r1 b1 .\n. . .")
    storm(table, ["r2"], "111111", "1111")
    assert [table.unit(unit).mode for unit in ("r1", "r2")] == [ActivationMode.FATIGUED] * 2


def test_as17_retreat_and_advance_draw_no_op_fire() -> None:
    """Retreat and advance draw no op fire."""
    table = fight(". b2 .\n r1 b1 .\n. r2 .", r1="4 elite").wait("b2", "r2")
    storm(table, [None, table.hex(2, 1), "r1"], "66111111", "1111")
    assert table.happened(AdvancedIn)
    assert table.happened(Retreated)
    assert not table.happened(AttackDeclared)
    assert not any(isinstance(asked, OpFire) for asked in table.asked)


def test_tr8_passengers_of_a_lost_vehicle_die() -> None:
    """Vehicle destroyed: all passengers die."""
    table = fight("r1 b1+b2\n . .", b1="truck", r1="4 elite").alter("b2", inside="b1")
    storm(table, [None], "66661111")
    assert {event.unit for event in table.happened(UnitLost)} == {"b1", "b2"}
    assert not table.happened(FiguresLost)
