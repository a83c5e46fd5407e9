"""Threats to a mover in the hexes ahead: opportunity fire, mines, lanes (V24.5)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from math import prod

from engine.games.valor import attack_declaration, dice_odds, fire_phase, targeting
from engine.games.valor.attack_declaration import AttackDraft
from engine.games.valor.data.piece_types import UnitType
from engine.games.valor.fortifications import DEADLY, MINEFIELD
from engine.games.valor.presentation import expected_losses
from engine.games.valor.state import State, Unit
from engine.games.valor.targeting import Aim, AttackMethod, AttackOccasion, AttackOpportunity
from engine.hexes.hex import Hex
from engine.play.move_forecast import DamageChances, HexThreats, ThreatGroup, ThreatSource
from engine.play.translatable_phrases import NamedTerm, TranslatablePhrase, unit_name_term

SHOTS, MINES, LANES = "shots", "mines", "lanes"
LANE = "fire-lane"


def move_threats(view: State, unit: str, path: Sequence[Hex]) -> tuple[HexThreats, ...]:
    """Return the threats in each hex of a path: enemy fire, mines and lanes.

    A path begins with the first hex entered; if it begins with the unit's own hex, that hex has no
    threats. Each firer is listed with its best attack by itself; groups and leaders may do more.
    Together all are taken as independent.
    """
    if unit not in view.units:
        return ()
    found, mover = [], view.units[unit]
    for number, at in enumerate(path):
        if number == 0 and at == mover.at:
            found.append(HexThreats(at))
            continue
        seen = position_after_entry(view, mover, at, path[number - 1] if number else mover.at)
        kinds = (
            _together(SHOTS, _shots(seen, seen.units[unit])),
            _together(MINES, _mines(seen, seen.units[unit])),
            _together(LANES, _lanes(seen, seen.units[unit])),
        )
        found.append(HexThreats(at, False, tuple(kind for kind in kinds if kind.perils)))
    return tuple(found)


def position_after_entry(view: State, mover: Unit, at: Hex, start: Hex) -> State:
    """The position when a unit has entered a hex, a vehicle straight on."""
    seen, grid = view.copy(), view.field.board.grid
    front = mover.facing
    if front is not None and at in grid.neighbours(start):
        front = grid.direction(start, at)
    seen.put(mover._replace(at=at, facing=front, moved=True))
    return seen


def _together(kind: str, perils: Iterable[ThreatSource]) -> ThreatGroup:
    found = tuple(perils)
    dangers = [peril.danger for peril in found]
    together = DamageChances(
        1 - prod((1 - each.hurt for each in dangers), start=Fraction(1)),
        1 - prod((1 - each.stopped for each in dangers), start=Fraction(1)),
        1 - prod((1 - each.lost for each in dangers), start=Fraction(1)),
    )
    title = TranslatablePhrase.of(f"valor.threat-{kind}")
    return ThreatGroup(kind, title, found, together, NamedTerm("mark", "eliminated"))


# --- opportunity fire (V13.8, V13.9) --------------------------------------------------------------


def _shots(seen: State, mover: Unit) -> Iterator[ThreatSource]:
    call = AttackOpportunity(seen.enemy_of(mover.side), AttackOccasion.OPPORTUNITY, (mover.id,))
    for firer in targeting.possible_firers(seen, call):
        dangers = [
            _danger(seen, mover, firer, aim, call)
            for aim in fire_phase.aims_of_unit(seen, firer, call)
        ]
        if dangers:
            worst = max(dangers, key=lambda danger: (danger.hurt, danger.lost))
            yield ThreatSource(unit_name_term(firer), worst, firer)


def _danger(
    seen: State, mover: Unit, firer: str, aim: Aim, call: AttackOpportunity
) -> DamageChances:
    attempt = AttackDraft((firer,), aim)
    if aim.how is AttackMethod.AT:
        chances = expected_losses.at_attack_odds(seen, attempt, call)
        worst = chances.eliminated + chances.immobilised
        return DamageChances(worst, worst, chances.eliminated)
    salvo = attack_declaration.weigh_ap_attack(seen, attempt, call)
    points = dice_odds.casualty_point_odds(
        seen.book.charts, salvo.apfp, salvo.modifier, salvo.times
    )
    return casualty_damage_chances(seen.type_of(mover), _half_cr(seen, mover), points)


def _half_cr(seen: State, mover: Unit) -> int:
    half = seen.type_of(mover).half
    return seen.book.units[half].cr if half else 0


def casualty_damage_chances(
    type_: UnitType, half_cr: int, points: dice_odds.Distribution
) -> DamageChances:
    """Return the damage of casualty points to a unit that is alone (V14.5, V14.10).

    A pin or a failed survival ends its move; a squad may be reduced and go on.
    """
    hurt = dice_odds.chance_of_at_least(points, 1)
    if type_.is_soft:
        dies = dice_odds.chance_of_at_least(points, type_.cr + 1)
        rolls = dice_odds.chance_of_at_least(points, 2) - dies
        return DamageChances(
            hurt, hurt, dies + rolls * (1 - dice_odds.die_chance_at_most(type_.cr))
        )
    bears = type_.cr - half_cr + 1 if half_cr else 1
    return DamageChances(hurt, hurt, dice_odds.chance_of_at_least(points, bears + 1))


# --- what lies in the hex (V13.12, V19.8) ---------------------------------------------------------


def _mines(seen: State, mover: Unit) -> Iterator[ThreatSource]:
    work = seen.works.get(mover.at)
    if work is not None and work.kind == MINEFIELD:
        chance = dice_odds.die_chance_at_most(DEADLY)
        yield ThreatSource(
            TranslatablePhrase.of("valor.peril-mines"), DamageChances(chance, chance, chance)
        )


def _lanes(seen: State, mover: Unit) -> Iterator[ThreatSource]:
    """Yield the fire lanes' attack on a mover other than AFVs, −1 a further lane (V13.12)."""
    markers = len(seen.lanes_at(mover.at))
    if not markers or seen.type_of(mover).is_afv:
        return
    apfp, _ = seen.book.charts.area_firepower(LANE)
    points = dice_odds.casualty_point_odds(seen.book.charts, apfp, 1 - markers)
    danger = casualty_damage_chances(seen.type_of(mover), _half_cr(seen, mover), points)
    yield ThreatSource(TranslatablePhrase.of("valor.peril-lanes"), danger)
