"""Overruns: an AFV drives through a hex and over who is in it (V17)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engine.games.valor import (
    casualties,
    close_assault,
    fire_phase,
    fortifications,
    opportunity_fire,
    snipers,
    unit_firepower,
)
from engine.games.valor.attack_declaration import AttackDraft, Use, pool_uses
from engine.games.valor.combat_events import AttackRolled, Corrections, OverrunMade
from engine.games.valor.events import Stepped
from engine.games.valor.fire_phase import Attack, Target
from engine.games.valor.game_board import HexStep
from engine.games.valor.state import State, Unit, ValorGame
from engine.games.valor.targeting import Aim, AttackMethod, AttackOccasion, AttackOpportunity
from engine.games.valor.unit_firepower import GRENADES, SATCHEL
from engine.games.valor.unit_lookups import fits_in_hex, gun_towed, has_enemies_at
from engine.hexes.hex import Hex
from engine.play.decisions import Procedure, ask, roll

EXTRA = 2  # MP beside both entries (V17.2)


class OverrunPlan(NamedTuple):
    """The hex an AFV drives over, the one it stops in, and the MP of both and the overrun."""

    over: Hex
    exit: Hex
    cost: int


def overrun_targets(state: State, mover: Unit) -> list[tuple[Hex, int]]:
    """The hexes an AFV may overrun from where it is, and the MP each takes (V17.1, V17.2)."""
    chosen = straight_overrun(state, mover)
    return [] if chosen is None else [(chosen.over, chosen.cost)]


def straight_overrun(state: State, unit: Unit) -> OverrunPlan | None:
    """Return the overrun an AFV may begin from its hex, straight on (V17.1, V17.2).

    It enters no position in the hex it drives over, and pays nothing for it.
    """
    type_ = state.type_of(unit)
    if not type_.is_afv or unit.immobile or unit.facing is None or gun_towed(state, unit.id):
        return None
    first = _ahead(state, unit, unit.at)
    if first is None or not may_overrun_hex(state, first.to, unit.side):
        return None
    second = _ahead(state, unit, first.to)
    if second is None or not _is_free(state, unit, second.to):
        return None
    cost = first.cost + _price(state, second) + EXTRA
    return OverrunPlan(first.to, second.to, cost)


def may_overrun_hex(state: State, at: Hex, side: str) -> bool:
    """Enemies but no AFV, not in a building, not in a bunker (V17.1)."""
    if not has_enemies_at(state, at, side) or state.field.ground(at) == "building":
        return False
    work = state.works.get(at)
    if work is not None and state.work_type(work).is_bunker:
        return False
    return not any(state.type_of(unit).is_afv for unit in state.units_at(at))


def _ahead(state: State, unit: Unit, at: Hex) -> HexStep | None:
    """The step straight on, where the map allows it."""
    ways = state.field.steps_from(state.type_of(unit).movement_class, at)
    return next((way for way in ways if way.direction == unit.facing), None)


def _is_free(state: State, unit: Unit, at: Hex) -> bool:
    return not has_enemies_at(state, at, unit.side) and fits_in_hex(state, at, unit.side, [unit])


def _price(state: State, way: HexStep) -> int:
    """Return the MP of the step the AFV ends with, with the position entered (V6.3)."""
    return way.cost + fortifications.entry_cost(state, way.to)


# --- the overrun ----------------------------------------------------------------------------------


def overrun(game: ValorGame, afv: str, target: Hex) -> Procedure[None]:
    """Into a hex, over who is in it, and out into the next, where the AFV stops (V17.2-17.6)."""
    chosen = straight_overrun(game.state, game.state.units[afv])
    assert chosen is not None, target
    assert chosen.over == target, target
    game.emit(Stepped((afv,), chosen.over, chosen.cost, 0))
    snipers.trample(game, (afv,))
    yield from fortifications.roll_for_mines(game, (afv,))
    if afv not in game.state.units:
        return
    yield from _drive_over(game, afv, chosen)
    game.emit(Stepped((afv,), chosen.exit, 0, 0))
    yield from _last_shots(game, afv, chosen.over)
    if afv in game.state.units:
        yield from opportunity_fire.resolve_hex_entry(game, (afv,))


class OverrunAttack(NamedTuple):
    """An overrun's attack by the rules, before its dice (V17.4)."""

    apfp: int
    corrections: Corrections
    targets: tuple[Unit, ...]


def weigh_overrun_attack(
    state: State, afv: str, over: Hex, spent: Sequence[Use] = ()
) -> OverrunAttack:
    """All APFP of the AFV doubled, no arc; passengers' own; cover counts (V17.4)."""
    unit = state.units[afv]
    type_ = state.type_of(unit)
    riders = casualties.riders_of(state, unit)
    blasting = {use.unit for use in spent if use.kind == SATCHEL}
    apfp = 2 * (type_.gun + type_.mg360 + type_.mgff)
    apfp += sum(
        firepower_of_rider(state, rider, with_satchel=rider.id in blasting) for rider in riders
    )
    targets = casualties.attacked_units_at(state, over, state.enemy_of(unit.side))
    cover = fortifications.cover_without_line(state, over, targets)
    grenades = sum(use.kind == GRENADES for use in spent)
    found = (("cover", cover), ("grenades", -grenades))
    return OverrunAttack(apfp, tuple(each for each in found if each[1]), tuple(targets))


def firepower_of_rider(state: State, rider: Unit, *, with_satchel: bool) -> int:
    """A passenger's APFP: with an L machine gun, or a satchel (V17.4)."""
    if rider.pinned:
        return 0
    if with_satchel:
        return unit_firepower.satchel_firepower(state, rider)
    return close_assault.assault_firepower(
        state, rider._replace(valor=False), is_attacking=True, with_satchel=False
    ) + int(rider.valor)


def _drive_over(game: ValorGame, afv: str, chosen: OverrunPlan) -> Procedure[None]:
    """The attack in the hex (V17.4)."""
    side = game.state.units[afv].side
    spent = yield from _expend(game, afv, chosen.over)
    charge = weigh_overrun_attack(game.state, afv, chosen.over, spent)
    used = tuple((use.unit, use.kind) for use in spent)
    game.emit(OverrunMade(afv, chosen.over, chosen.exit, charge.apfp, used))
    if not charge.apfp:
        return
    dice = yield from roll(2, "overrun")
    rolled = sum(dice) + sum(value for _, value in charge.corrections)
    points = game.state.book.charts.casualty_points(charge.apfp, rolled)
    at = chosen.over
    game.emit(AttackRolled(side, at, at, charge.apfp, charge.corrections, dice, rolled, points))
    yield from casualties.spend_casualty_points(game, charge.targets, points, None, "overrun")


def _expend(game: ValorGame, afv: str, over: Hex) -> Procedure[tuple[Use, ...]]:
    """Grenades and satchels of the passengers (V17.4, V12.8)."""
    unit = game.state.units[afv]
    riders = [u.id for u in casualties.riders_of(game.state, unit) if not u.pinned]
    aim = Aim(AttackMethod.AP, over)
    used: tuple[Use, ...] = ()
    while uses := pool_uses(game.state, riders, used, unit.side):
        asked = fire_phase.Expend(unit.side, tuple(riders), aim, uses, used, "overrun")
        use = yield from ask(asked)
        if use is None:
            break
        used = (*used, use)
    return used


def _last_shots(game: ValorGame, afv: str, over: Hex) -> Procedure[None]:
    """Survivors in the hex may fire at the rear armour as the AFV leaves, marked or not (V17.5)."""
    tried: tuple[str, ...] = ()
    while afv in game.state.units:
        able = {
            unit: aims for unit, aims in exit_shooters(game.state, afv, over) if unit not in tried
        }
        if not able:
            return
        enemy = game.state.enemy_of(game.state.units[afv].side)
        firer = yield from ask(Attack(enemy, AttackOccasion.FINAL, tuple(able), (afv,)))
        if firer is None:
            return
        tried = (*tried, firer)
        yield from _last_shot(game, firer, able[firer], afv)


def exit_shooters(state: State, afv: str, over: Hex) -> Iterator[tuple[str, tuple[Aim, ...]]]:
    """Yield units with AT attacks at an AFV that leaves their hex, with aims (V17.5)."""
    target = state.units[afv]
    for unit in state.units_at(over):
        if unit.side == target.side or unit.pinned:
            continue
        found = unit_firepower.anti_tank_weapons(state, unit, target.at)
        if found:
            yield (
                unit.id,
                tuple(Aim(AttackMethod.AT, target.at, afv, each.weapon) for each in found),
            )


def _last_shot(game: ValorGame, firer: str, aims: tuple[Aim, ...], afv: str) -> Procedure[None]:
    """One survivor fires; a leader may modify even if marked (V17.5)."""
    side = game.state.units[firer].side
    call = AttackOpportunity(side, AttackOccasion.FINAL, (afv,))
    aim = aims[0]
    if len(aims) > 1:
        aim = yield from ask(Target(side, firer, call.occasion, aims, call.movers))
    attempt = AttackDraft((firer,), aim)
    attempt = attempt._replace(
        leader=(yield from fire_phase.choose_attack_leader(game, attempt, call))
    )
    yield from fire_phase.resolve_at_attack(game, attempt, call)
