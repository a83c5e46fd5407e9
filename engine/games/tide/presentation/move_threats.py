"""Threats to a mover in the hexes ahead: op fire, mines, ice (OF1, X2, X9)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from math import prod

from engine.games.tide import (
    attack_dice,
    dice_odds,
    move_execution,
    move_steps,
    opportunity_fire,
    targeting,
)
from engine.games.tide.active_effects import AttackKind
from engine.games.tide.attack_declaration import (
    Aim,
    AttackDraft,
    AttackOccasion,
    AttackOpportunity,
    AttackShare,
)
from engine.games.tide.damage import damage_after
from engine.games.tide.data.rule_tables import DESTROYED, ROUTED
from engine.games.tide.dice_odds import DiceSet, Distribution
from engine.games.tide.state import LIGHT, State, Unit
from engine.hexes.hex import Hex
from engine.play.move_forecast import DamageChances, HexThreats, ThreatGroup, ThreatSource
from engine.play.translatable_phrases import NamedTerm, TranslatablePhrase, unit_name_term

SHOTS, MINES, ICE = "shots", "mines", "ice"
NO_DICE = DiceSet(0, 6)


def move_threats(view: State, unit: str, path: Sequence[Hex]) -> tuple[HexThreats, ...]:
    """Return the threats in each hex of a path: op fire, mines and ice.

    A path begins with the first hex entered; if it begins with the unit's own hex, that hex has no
    threats. Each firer is listed with its best attack by itself: the enemy makes one attack in a
    hex, which others may support.
    """
    if unit not in view.units:
        return ()
    mover = view.units[unit]
    return tuple(
        HexThreats(at) if number == 0 and at == mover.at else _threat(view, mover, at)
        for number, at in enumerate(path)
    )


def _threat(view: State, mover: Unit, at: Hex) -> HexThreats:
    seen = view.copy()
    seen.replace_unit(mover._replace(at=at, inside="", position=""))
    here = seen.units[mover.id]
    kinds = (
        _of_one(SHOTS, op_fire_threats_at(seen, here)),
        _together(MINES, _mines(seen, here)),
        _together(ICE, _ice(seen, here)),
    )
    return HexThreats(at, False, tuple(kind for kind in kinds if kind.perils))


def _of_one(kind: str, perils: Iterable[ThreatSource]) -> ThreatGroup:
    """Perils of which one comes true at most: the enemy fires once at who enters a hex (OF5)."""
    found = tuple(perils)
    worst = max((peril.danger for peril in found), default=DamageChances())
    return _perils(kind, found, worst)


def _together(kind: str, perils: Iterable[ThreatSource]) -> ThreatGroup:
    found = tuple(perils)
    dangers = [peril.danger for peril in found]
    hurt, stopped, lost = (
        1 - prod((1 - danger[place] for danger in dangers), start=Fraction(1)) for place in range(3)
    )
    return _perils(kind, found, DamageChances(hurt, stopped, lost))


def _perils(kind: str, found: tuple[ThreatSource, ...], together: DamageChances) -> ThreatGroup:
    title = TranslatablePhrase.of(f"tide-fire.threat-{kind}")
    return ThreatGroup(kind, title, found, together, NamedTerm("mark", "destroyed"))


# --- op fire (OF1-OF4) ----------------------------------------------------------------------------


def op_fire_threats_at(seen: State, mover: Unit) -> Iterator[ThreatSource]:
    """Yield the units that may fire at a mover, each with its best attack (OP1)."""
    call = AttackOpportunity(seen.enemy_of(mover.side), AttackOccasion.OP_FIRE, (mover.id,))
    for firer in targeting.op_firers(seen, call):
        unit = seen.units[firer]
        dangers = [
            fire_damage_chances(seen, mover, unit, aim, call)
            for aim in targeting.possible_attacks(seen, unit, call)
        ]
        yield ThreatSource(unit_name_term(firer), max(dangers), firer)


def fire_damage_chances(
    seen: State, mover: Unit, firer: Unit, aim: Aim, call: AttackOpportunity
) -> DamageChances:
    """Return the chances of damage by a full attack of one unit on a mover."""
    figures = targeting.attacking_figures(seen, firer, aim, call) if firer.is_squad else ()
    found = attack_dice.weigh_attack(
        seen, AttackDraft(aim, AttackShare(firer.id, figures)), call, mover
    )
    return hit_damage_chances(seen, mover, aim.kind, dice_odds.net_hit_odds(found.black, found.red))


def hit_damage_chances(
    seen: State, mover: Unit, kind: AttackKind, hits: Distribution
) -> DamageChances:
    """Return the chances that hits hurt, stop or destroy a mover (OF2-OF4, V6)."""
    hurt = dice_odds.chance_of_at_least(hits, 1)
    if not mover.is_squad:
        return _to_vehicle(seen, mover, hits)
    if kind is AttackKind.SUPPRESSIVE:
        charts = seen.book.charts
        states = dice_odds.outcome_odds(
            hits, lambda count: charts.morale_after_hits(mover.morale, count)
        )
        return DamageChances(hurt, hurt, states.get(ROUTED, Fraction(0)))
    stops = seen.book.choices.opfire_losses_stop
    lost = dice_odds.chance_of_at_least(hits, len(mover.figures))
    return DamageChances(hurt, hurt if stops else lost, lost)


def _to_vehicle(seen: State, mover: Unit, hits: Distribution) -> DamageChances:
    grades = dice_odds.outcome_odds(hits, lambda count: damage_after(seen, mover, count))
    hurt = sum((part for grade, part in grades.items() if grade > mover.damage), Fraction(0))
    light = grades.get(LIGHT, Fraction(0)) if mover.damage < LIGHT else Fraction(0)
    goes_on = light if opportunity_fire.is_sturdy(seen, mover) else Fraction(0)
    return DamageChances(hurt, hurt - goes_on, grades.get(DESTROYED, Fraction(0)))


# --- what lies in the hex (X2, X9) ----------------------------------------------------------------


def _mines(seen: State, mover: Unit) -> Iterator[ThreatSource]:
    if move_steps.is_mined(seen, mover.at, mover.side):
        hits = dice_odds.net_hit_odds(move_execution.mine_dice(seen), NO_DICE)
        danger = hit_damage_chances(seen, mover, AttackKind.NORMAL, hits)
        yield ThreatSource(
            TranslatablePhrase.of("tide-fire.peril-mines"), danger._replace(stopped=Fraction(1))
        )


def _ice(seen: State, mover: Unit) -> Iterator[ThreatSource]:
    if not mover.is_squad and seen.field.is_ice(mover.at):
        broken = Fraction(move_execution.THIN, dice_odds.FACES)
        yield ThreatSource(
            TranslatablePhrase.of("tide-fire.peril-ice"), DamageChances(broken, broken, broken)
        )
