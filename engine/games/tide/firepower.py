"""Firepower of units: range bands, corrections and halving (U, RG, RS1, RS7)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from engine.games.tide import active_effects, unit_lookups
from engine.games.tide.active_effects import AttackKind, Corrections, range_limit
from engine.games.tide.attack_declaration import (
    Aim,
    AttackDraft,
    AttackOccasion,
    AttackOpportunity,
    AttackShare,
)
from engine.games.tide.data.piece_types import MINES, PILLBOX, SMOKE, WIRE, UnitType
from engine.games.tide.data.rule_tables import BANDS, RangeBand
from engine.games.tide.state import HEAVY, State, Unit
from engine.hexes.hex import Hex, distance

ADJACENT = 1
ANTI_TANK_FP, ANTI_TANK_RANGE = 3, 3
FLAME_FP = 2
CONCUSSIVE_FP, CONCUSSIVE_RANGE = 3, 3


class AttackPart(NamedTuple):
    """A unit's part in an attack on one target.

    `printed` are the numbers added before halving, by words of the rules; `half` is the reason for
    halving, if any (RS7).
    """

    unit: str
    printed: Corrections
    band: RangeBand
    half: str = ""

    @property
    def full_firepower(self) -> int:
        """Before it is halved."""
        return max(sum(value for _, value in self.printed), 0)

    @property
    def counted_firepower(self) -> int:
        """Return its firepower, halved at most once, rounded up (RS7)."""
        return half_rounded_up(self.full_firepower) if self.half else self.full_firepower


def half_rounded_up(fp: int) -> int:
    """Half, rounded up (RS7)."""
    return (fp + 1) // 2


# --- range bands (RG) -----------------------------------------------------------------------------


def range_band(away: int, range_: int) -> RangeBand | None:
    """Return the band of a distance for a range; None out of range (RG1-RG4)."""
    if away < ADJACENT or range_ < ADJACENT:
        return None
    if away == ADJACENT:
        return RangeBand.CLOSE
    if away <= range_:
        return RangeBand.NORMAL
    return RangeBand.LONG if away <= 2 * range_ else None


def worst_band(bands: Iterable[RangeBand]) -> RangeBand:
    """The band of an attack in which figures and units of several take part (RG6)."""
    return max(bands, key=BANDS.index)


def height_bonus(state: State, at: Hex, target: Hex) -> int:
    """A higher attacker has +1 range (RG5)."""
    return int(state.field.level(at) > state.field.level(target))


# --- figures and vehicles -------------------------------------------------------------------------


def fires_area(state: State, unit: Unit) -> bool:
    """Return whether a unit may attack a whole hex (U9)."""
    return any(type_.has_trait("area") for type_ in firing_types(state, unit))


def firing_types(state: State, unit: Unit) -> tuple[UnitType, ...]:
    """Return the types that fire: a squad's figures, or the unit itself."""
    return state.figures_of(unit) if unit.is_squad else (state.type_of(unit),)


def printed_firepower(type_: UnitType, target: Unit, kind: AttackKind) -> int:
    """The printed FP of a figure or vehicle against squads or vehicles (C1)."""
    if not target.is_squad:
        return type_.fp_v
    return type_.fp_normal or type_.fp if kind is not AttackKind.SUPPRESSIVE else type_.fp


def range_band_to(
    state: State, unit: Unit, type_: UnitType, target: Unit, away: int
) -> RangeBand | None:
    """The band in which a figure or vehicle attacks a target; None out of range (RG, SP5)."""
    found = range_band(away, range_to_target(state, unit, type_, target))
    if type_.has_trait("indirect") and away <= ADJACENT:
        return None
    is_recon = target.token == unit_lookups.RECON
    return None if found is RangeBand.LONG and is_recon else found


def range_to_target(state: State, unit: Unit, type_: UnitType, target: Unit) -> int:
    """The range of a figure or vehicle at a target, with all that lengthens it (C1, RG5)."""
    printed = type_.range if target.is_squad else type_.range_v
    if not printed:
        return 0
    if unit.token == unit_lookups.ANTI_TANK and not target.is_squad:
        printed = max(printed, ANTI_TANK_RANGE)
    if is_hit_concussive(state, type_, target):
        printed += CONCUSSIVE_RANGE
    more = sum(
        value
        for _, value in active_effects.bonus_dice(
            state, "range", unit, "", active_effects.card_class(target)
        )
    )
    longest = max(printed + more + height_bonus(state, unit.at, target.at), 0)
    most = range_limit(state, "range")
    return longest if most is None else min(longest, most)


def is_hit_concussive(state: State, type_: UnitType, target: Unit) -> bool:
    """A tank at a squad in a building or pillbox (V5)."""
    if not type_.is_tank or not target.is_squad:
        return False
    return state.field.is_building(target.at) or is_in_position(state, target, PILLBOX)


def is_in_position(state: State, unit: Unit, kind: str) -> bool:
    """Return whether a unit is in a position of a kind (X4, X5)."""
    return bool(unit.position) and state.works[unit.position].kind == kind


# --- what a unit brings ---------------------------------------------------------------------------


def attack_parts(
    state: State, attempt: AttackDraft, call: AttackOpportunity, target: Unit
) -> tuple[AttackPart, ...]:
    """Return all parts in an attack on one of its targets, the leader's first (RS1)."""
    lead = attack_part(state, attempt.lead, attempt.aim, target, call.occasion)
    others = (
        attack_part(state, share, attempt.aim, target, call.occasion, is_support=True)
        for share in attempt.supporters
    )
    return (lead, *others)


def attack_part(
    state: State,
    share: AttackShare,
    aim: Aim,
    target: Unit,
    occasion: AttackOccasion,
    is_support: bool = False,
) -> AttackPart:
    """Return one unit's part in an attack on a target (U1, RS7)."""
    unit = state.units[share.unit]
    fired = fired_types(state, unit, share.figures)
    away = distance(unit.at, target.at)
    found = [range_band_to(state, unit, type_, target, away) for type_ in fired]
    return AttackPart(
        unit.id,
        printed_corrections(state, unit, fired, aim.kind, target, away),
        worst_band(each for each in found if each is not None),
        "support" if is_support else halving_reason(state, unit, occasion),
    )


def fired_types(state: State, unit: Unit, figures: Sequence[str]) -> tuple[UnitType, ...]:
    """The types of the figures that fire, or that of the vehicle."""
    known = state.book.units
    return tuple(known[name] for name in figures) if unit.is_squad else (state.type_of(unit),)


def printed_corrections(
    state: State, unit: Unit, fired: Sequence[UnitType], kind: AttackKind, target: Unit, away: int
) -> Corrections:
    """FP and the bonuses printed on units, before halving (RS7, SP1, SP2, V5)."""
    fp = sum(printed_firepower(type_, target, kind) for type_ in fired)
    found = [("firepower", fp)]
    if unit.token == unit_lookups.ANTI_TANK and not target.is_squad:
        found.append((unit_lookups.ANTI_TANK, ANTI_TANK_FP))
    if is_flaming(unit, away):
        found.append((unit_lookups.FLAMETHROWER, FLAME_FP))
    if any(is_hit_concussive(state, type_, target) for type_ in fired):
        found.append(("concussive", CONCUSSIVE_FP))
    return tuple(found)


def is_flaming(unit: Unit, away: int) -> bool:
    """A flamethrower works on who is adjacent (SP2)."""
    return unit.token == unit_lookups.FLAMETHROWER and away == ADJACENT


def halving_reason(state: State, unit: Unit, occasion: AttackOccasion) -> str:
    """Return the reason to halve a leading unit's FP; empty for none (RS7)."""
    if occasion is AttackOccasion.MOVING:
        return "moving"
    if unit.is_pinned:
        return "pinned"
    if unit.damage >= HEAVY:
        return "damage"
    return hampering_reason(state, unit)


def hampering_reason(state: State, unit: Unit) -> str:
    """Return the work in its hex that halves a unit's attacks (X3, X7, X9).

    Engineers ignore wire (SP3); hidden mines of its own side do not affect a unit (X10).
    """
    for work in state.works_at(unit.at):
        match work.kind:
            case kind if kind == SMOKE:
                return SMOKE
            case kind if kind == WIRE and unit.token != unit_lookups.ENGINEER:
                return WIRE
            case kind if kind == MINES and not (work.hidden and work.side == unit.side):
                return MINES
    return ""


# --- together -------------------------------------------------------------------------------------


def sum_attack_parts(state: State, brought: Sequence[AttackPart]) -> Corrections:
    """The leader's FP and half of each supporter's, or of theirs together (RS1, RS7)."""
    lead, *others = brought
    if state.book.choices.halve_each or not others:
        return tuple((each.unit, each.counted_firepower) for each in brought)
    return (lead.unit, lead.counted_firepower), (
        "support",
        half_rounded_up(sum(each.full_firepower for each in others)),
    )
