"""What attacks and assaults lead to, told before they are made, against the dice (tide E4)."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from engine.games.tide import assault_resolution, fire, opportunity_fire
from engine.games.tide.active_effects import AttackKind
from engine.games.tide.attack_declaration import (
    Aim,
    AttackDraft,
    AttackOccasion,
    AttackOpportunity,
    AttackShare,
)
from engine.games.tide.fire import Figures
from engine.games.tide.presentation import forecast, move_threats, roll_reports
from engine.play.forecast_blocks import (
    CalculationBlock,
    DiceGroups,
    OutcomeForecast,
    ResultChances,
    UnitEndStates,
)
from engine.play.translatable_phrases import TranslatablePhrase, unit_name_term
from tests.games.tide.fights import Fight, fight

FIRE = AttackOpportunity("red", AttackOccasion.CONCENTRATED)
NORMAL, SUPPRESSIVE = AttackKind.NORMAL, AttackKind.SUPPRESSIVE


def told(table: Fight, kind: AttackKind, target: str = "b1") -> OutcomeForecast:
    """What an attack of r1 with all it has leads to."""
    aim = Aim(table.unit("b1").at, target, kind)
    found = forecast.forecast_option(table.state, fire.Attack("red", "r1", FIRE), aim)
    assert found is not None
    return found


def chance(found: OutcomeForecast, *marks: str, unit: str = "b1") -> Fraction:
    """The chance that a unit ends with just these marks."""
    ends = found.final_states(unit)
    assert ends is not None
    return sum((end.chance for end in ends.ends if end.marks == marks), Fraction(0))


def test_ex1_the_forecast_has_the_exact_chances() -> None:
    """Chance of no hit 592/2187, of 4+ (routed) 5.3 %."""
    found = told(fight("r1 . b1:w", r1="2 regular, 2 elite"), SUPPRESSIVE)
    (chances,) = found.blocks_of_kind(ResultChances)
    assert chances.of("0") == Fraction(592, 2187)
    assert round(float(chance(found, "routed")), 3) == 0.053
    assert chance(found) == Fraction(592, 2187)
    assert found.note == TranslatablePhrase.of(
        "tide-fire.outlook-hurt", chance=1 - Fraction(592, 2187)
    )


def test_e4_pools_and_sums_are_those_of_the_attack() -> None:
    """Forecast of an attack: distribution of net hits, then of the state."""
    table = fight("r1 . b1:w", r1="3 regular").lay("smoke", "r1")
    found = told(table, NORMAL)
    black, red = found.blocks_of_kind(DiceGroups)[0].pools
    assert (black.dice, black.counts, red.dice, red.counts) == (2, (5, 6), 2, (5, 6))
    attack, defence = found.blocks_of_kind(CalculationBlock)
    assert (attack.total.value, defence.total.value) == (2, 2)
    assert attack.numbers[0].note == TranslatablePhrase.of(
        "tide-fire.halved", whole=3, cause=TranslatablePhrase.of("tide-fire.half-smoke")
    )
    assert attack.cells[0] == ("success", "black", "normal")


@pytest.mark.parametrize("kind", [NORMAL, SUPPRESSIVE])
@pytest.mark.parametrize("target", ["2 regular", "truck", "sherman"])
def test_e4_the_ends_are_what_the_dice_do(kind: AttackKind, target: str) -> None:
    """Distribution of net hits, then of the state: each throw played out gives the same."""
    vehicle = target in ("truck", "sherman")
    if vehicle and kind is SUPPRESSIVE:
        return
    board = "r1 b1:w" if target == "2 regular" else "r1 b1"
    table = fight(board, r1="2 regular, 1 elite" if not vehicle else "2 regular", b1=target)
    found = told(table, kind)
    pools = {pool.colour: pool.dice for pool in found.blocks_of_kind(DiceGroups)[0].pools}
    black, red = pools["black"], pools.get("red", 0)
    counted: dict[tuple[str, ...], int] = {}
    for faces in product("1456", repeat=black):
        for saves in product("15", repeat=red):
            after = end_of(board, target, kind, "".join(faces), "".join(saves))
            ways = ways_of(faces, "1456", (3, 1, 1, 1)) * ways_of(saves, "15", (4, 2))
            counted[after] = counted.get(after, 0) + ways
    whole = sum(counted.values())
    assert whole == 6 ** (black + red)
    ends = found.final_states("b1")
    assert ends is not None
    marks = {end.marks for end in ends.ends}
    for each in marks | set(counted):
        assert chance(found, *each) == Fraction(counted.get(each, 0), whole)


def ways_of(faces: tuple[str, ...], shown: str, weights: tuple[int, ...]) -> int:
    """How many throws of real dice a throw of stand-in faces is for."""
    result = 1
    for face in faces:
        result *= weights[shown.index(face)]
    return result


def end_of(board: str, target: str, kind: AttackKind, black: str, red: str) -> tuple[str, ...]:
    """The marks of b1 after an attack played out with these dice."""
    vehicle = target in ("truck", "sherman")
    table = fight(board, r1="2 regular, 1 elite" if not vehicle else "2 regular", b1=target)
    aim = Aim(table.unit("b1").at, "b1", kind)
    attempt = forecast.full_unit_attack(table.state, "r1", aim, FIRE)
    table.run(fire.carry_out_attack(table.game, attempt, FIRE), [], *filter(None, (black, red)))
    if "b1" not in table.state.units:
        return ("routed",) if kind is SUPPRESSIVE else ("destroyed",)
    return forecast.marks_of(table.unit("b1"))


def test_a_supporter_and_figures_change_what_is_told() -> None:
    """Lead whole, supporters half."""
    table = fight("r1 . b1\n r2 . .")
    aim = Aim(table.unit("b1").at, "b1", NORMAL)
    attempt = AttackDraft(aim, AttackShare("r1", ("regular",) * 4))
    asked = fire.Support("red", attempt, FIRE)
    alone = forecast.forecast_option(table.state, asked, None)
    both = forecast.forecast_option(table.state, asked, "r2")
    assert alone is not None
    assert both is not None
    assert [each.blocks_of_kind(DiceGroups)[0].pools[0].dice for each in (alone, both)] == [4, 6]
    chosen = fire.ChooseFigures("red", AttackDraft(aim, AttackShare("r1")), "r1", FIRE)
    two = forecast.forecast_option(table.state, chosen, Figures(("regular",) * 2))
    assert two is not None
    assert two.blocks_of_kind(DiceGroups)[0].pools[0].dice == 2


def test_an_area_attack_tells_every_target() -> None:
    """Every enemy unit in the hex is attacked, each with its own roll."""
    table = fight("r1 . b1+b2", r1="1 mortar-crew")
    found = told(table, SUPPRESSIVE, "")
    assert [ends.unit for ends in found.blocks_of_kind(UnitEndStates)] == ["b1", "b2"]
    assert len([block for block in found.blocks if isinstance(block, OutcomeForecast)]) == 2


def test_op_fire_is_told_in_each_way() -> None:
    """Normal or suppressive (RS3)."""
    table = fight("r1 . b1").wait("r1")
    found = forecast.forecast_option(
        table.state, opportunity_fire.OpFire("red", "b1", ("r1",)), "r1"
    )
    assert found is not None
    assert len(found.blocks_of_kind(UnitEndStates)) == 2


def test_an_assault_is_told_with_the_chance_to_win() -> None:
    """Attacker's hits > defender's: success."""
    table = fight("r1 b1:w", r1="1 regular", b1="1 regular")
    at = table.unit("b1").at
    found = forecast.forecast_option(table.state, assault_resolution.ChooseAssault("red", "r1"), at)
    assert found is not None
    won = next(each for each in found.blocks_of_kind(ResultChances) if each.of("success"))
    # a hit, no cover, no hit back: hits alone decide, though any hit kills the one defender (AS16)
    assert won.of("success") == Fraction(1, 2) * Fraction(4, 9) * Fraction(1, 2)


def test_dice_are_told_with_their_cells() -> None:
    """Black succeeds by the band, red always on 5 and 6."""
    table = fight("r1 . b1:w")
    attempt = forecast.full_unit_attack(
        table.state, "r1", Aim(table.unit("b1").at, "b1", NORMAL), FIRE
    )
    table.run(fire.carry_out_attack(table.game, attempt, FIRE), [], "4265", "51")
    attack, defence = roll_reports.read_rolls(table.state, table.events)
    assert (attack.purpose, attack.faces, attack.cell) == (
        "attack", (4, 2, 6, 5), ("success", "black", "normal"),
    )  # fmt: skip
    assert (defence.purpose, defence.faces, defence.result) == ("defence", (5, 1), "")
    assert "4 2 6 5" in roll_reports.roll_report_text(attack, "en")


# --- dangers (OF1, X2, X9) ------------------------------------------------------------------------


def test_of1_threats_tell_who_may_open_fire_in_each_hex() -> None:
    """After a unit enters a hex, enemies in Op Fire mode with range and LOS may attack it."""
    table = fight("b1 . . s . . . r1\n. . . . . . . .").wait("r1")
    path = [table.hex(column, 0) for column in (1, 2)]
    assert [
        threat.harm_chance for threat in move_threats.move_threats(table.state, "b1", path)
    ] == [0, 0]
    seen = [table.hex(column, 0) for column in (4, 5)]
    threats = move_threats.move_threats(table.state, "b1", seen)
    assert [threat.threat_sources[0].unit for threat in threats] == ["r1", "r1"]
    assert threats[1].harm_chance == 1 - Fraction(2, 3) ** 4
    assert threats[0].threat_sources[0].what == unit_name_term("r1")


def test_v6_light_damage_does_not_stop_a_sturdy_tank() -> None:
    """sturdy_tanks: light damage by op fire does not fatigue; it goes on. Else it stops (OF2)."""
    sturdy = {"sturdy_tanks": True}
    tank = fight("r1 . b1", sturdy, r1="sherman", b1="sherman").wait("r1")
    track = fight("r1 . b1", sturdy, r1="sherman", b1="halftrack").wait("r1")
    printed = fight("r1 . b1", r1="sherman", b1="sherman").wait("r1")
    for table, goes_on in ((tank, True), (track, False), (printed, False)):
        danger = (
            move_threats.move_threats(table.state, "b1", [table.hex(1, 0)])[0]
            .threat_sources[0]
            .danger
        )
        assert (danger.stopped < danger.hurt) is goes_on


def test_x9_mines_await_who_enters() -> None:
    """Entering: 4 black dice, 4-6, no red."""
    table = fight("b1 r1").lay("mines", "r1").alter("r1", at=fight("b1 r1 .").hex(2, 0))
    threat = move_threats.move_threats(table.state, "b1", [table.hex(1, 0)])[0]
    assert [kind.kind for kind in threat.kinds] == ["mines"]
    assert threat.threat_sources[0].danger == (Fraction(15, 16), Fraction(1), Fraction(1, 16))
