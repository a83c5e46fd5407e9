"""An attack as it is put together, and what it comes to before its dice (V12.3, V13.4, V16.2)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine.games.valor import casualties, targeting, unit_firepower
from engine.games.valor.combat_events import Corrections
from engine.games.valor.state import State, Unit
from engine.games.valor.targeting import ADJACENT, Aim, AttackMethod, AttackOpportunity
from engine.games.valor.unit_firepower import GRENADES, SATCHEL
from engine.hexes.hex import Hex, distance


class Use(NamedTuple):
    """A unit uses an X weapon (V12.5)."""

    unit: str
    kind: str


class AttackDraft(NamedTuple):
    """An attack as it is put together: who, at what, with whose help."""

    firers: tuple[str, ...]
    aim: Aim
    leader: str = ""
    spent: tuple[Use, ...] = ()


def leader_modifier(state: State, leader: str) -> int:
    """Return the bonus of a leader to a roll; 0 without a leader."""
    return -state.type_of(state.units[leader]).modifier if leader else 0


# --- X weapons (V12.5-V12.8) ----------------------------------------------------------------------


def uses_left(
    state: State, attempt: AttackDraft, spent: Sequence[Use], side: str
) -> tuple[Use, ...]:
    """The X weapons that may still be used in an AP attack: one a unit (V12.7, V12.8)."""
    first, aim = state.units[attempt.firers[0]], attempt.aim
    if aim.how is not AttackMethod.AP or distance(first.at, aim.hex) != ADJACENT:
        return ()
    return pool_uses(state, attempt.firers, spent, side)


def pool_uses(
    state: State, units: Sequence[str], spent: Sequence[Use], side: str
) -> tuple[Use, ...]:
    """Grenades and satchels that infantry may still use together: one a unit, while they last."""
    used = {use.unit for use in spent}
    on_foot = [unit for unit in units if state.type_of(state.units[unit]).is_infantry]
    thrown = sum(use.kind == GRENADES for use in spent)
    most = state.book.choices.grenades_most or len(on_foot)
    kinds = [
        kind
        for kind in (GRENADES, SATCHEL)
        if state.count_in_stock(side, kind) > sum(use.kind == kind for use in spent)
        and (kind != GRENADES or thrown < most)
    ]
    return tuple(Use(unit, kind) for unit in on_foot if unit not in used for kind in kinds)


# --- AP attacks (V14.4) ---------------------------------------------------------------------------


class AntiPersonnelAttack(NamedTuple):
    """An AP attack as it is rolled: what it sums up to, and what it is at (V14.4)."""

    shares: tuple[unit_firepower.AttackShare, ...]
    apfp: int
    corrections: Corrections
    targets: tuple[Unit, ...]
    times: int

    @property
    def modifier(self) -> int:
        """All that changes the roll."""
        return sum(value for _, value in self.corrections)


def weigh_ap_attack(
    state: State, attempt: AttackDraft, call: AttackOpportunity
) -> AntiPersonnelAttack:
    """An AP attack by the rules, before its dice (V12.3, V13.4, V14.1)."""
    aim, first = attempt.aim, state.units[attempt.firers[0]]
    enemy, movers = state.enemy_of(call.side), call.movers if call.is_at_movers else None
    targets = casualties.attacked_units_at(state, aim.hex, enemy, movers)
    shares = tuple(_part(state, unit, attempt) for unit in attempt.firers)
    is_flame = any(share.is_flame for share in shares)
    found = targeting.roll_modifiers(state, first, aim, targets, call, is_flame)
    grenades = sum(use.kind == GRENADES for use in attempt.spent)
    helped = (("leader", -leader_modifier(state, attempt.leader)), ("grenades", -grenades))
    changes = (*found, *(entry for entry in helped if entry[1]))
    times = shell_multiplier(state, aim.hex, targets) if aim.how is AttackMethod.MORTAR else 1
    return AntiPersonnelAttack(
        shares, sum(share.apfp for share in shares), changes, tuple(targets), times
    )


def _part(state: State, unit: str, attempt: AttackDraft) -> unit_firepower.AttackShare:
    """Return a firer's part, with a satchel instead of its support weapon (V12.8)."""
    if Use(unit, SATCHEL) in attempt.spent:
        return unit_firepower.AttackShare(
            unit, unit_firepower.satchel_firepower(state, state.units[unit])
        )
    found = targeting.attack_part(state, state.units[unit], attempt.aim)
    return found or unit_firepower.AttackShare(unit, 0)


def shell_multiplier(state: State, at: Hex, targets: Sequence[Unit]) -> int:
    """2 where shells strike infantry in woods or jungle (V10.5, V12.14), else 1."""
    in_woods = state.field.ground(at) in state.book.ground.doubles
    return 1 + (in_woods and any(state.type_of(unit).is_infantry for unit in targets))


# --- AT attacks (V16.2) ---------------------------------------------------------------------------


class AntiTankShot(NamedTuple):
    """An AT attack as it is rolled (V16.2)."""

    piercer: unit_firepower.AntiTankWeapon
    range: int
    number: int
    corrections: Corrections

    @property
    def modifier(self) -> int:
        """All that changes the roll."""
        return sum(value for _, value in self.corrections)


def weigh_at_attack(state: State, attempt: AttackDraft, call: AttackOpportunity) -> AntiTankShot:
    """An AT attack by the rules, before its dice (V16.2)."""
    firer, aim = state.units[attempt.firers[0]], attempt.aim
    target = state.units[aim.unit]
    found = unit_firepower.anti_tank_weapons(state, firer, aim.hex)
    piercer = next(each for each in found if each.weapon == aim.weapon)
    away = distance(firer.at, aim.hex)
    changes = (
        *targeting.roll_modifiers(state, firer, aim, [target], call),
        ("shield", int(casualties.is_shielded(state, target, firer.at))),
        ("leader", -leader_modifier(state, attempt.leader)),
        ("valor", -int(firer.valor)),
    )
    number = state.book.charts.hit_number(piercer.against, away)
    return AntiTankShot(piercer, away, number, tuple(entry for entry in changes if entry[1]))
