"""Fire: attacks one at a time, from the choice of a firer to what they cost (V5.6, V13, V14)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.games.shared_events import DONE, StageBegan
from engine.games.valor import (
    anti_tank,
    casualties,
    fortifications,
    smoke,
    targeting,
    unit_firepower,
    valour_rolls,
)
from engine.games.valor.attack_declaration import (
    AntiPersonnelAttack,
    AntiTankShot,
    AttackDraft,
    Use,
    leader_modifier,
    uses_left,
    weigh_ap_attack,
    weigh_at_attack,
)
from engine.games.valor.combat_events import AttackDeclared, AttackRolled, HitRolled
from engine.games.valor.data.rule_tables import AntiTankWeaponKind
from engine.games.valor.state import State, Unit, ValorGame
from engine.games.valor.targeting import Aim, AttackMethod, AttackOccasion, AttackOpportunity
from engine.hexes.hex import Hex
from engine.play.decisions import Decision, Faces, Procedure, ask, roll

# --- what is asked (V24.1) ------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Attack(Decision[State, str | None]):
    """The next unit to attack, or to fire at movers; None for no more (V5.6, V13.8)."""

    manner: str
    firers: tuple[str, ...]
    movers: tuple[str, ...] = ()

    def options(self, state: State) -> list[str | None]:
        return [*self.firers, None]


@dataclass(frozen=True, slots=True)
class Target(Decision[State, Aim]):
    """A unit's target and method: a hex, a vehicle, or a hex for smoke (V14.4, V16.1)."""

    firer: str
    manner: str
    aims: tuple[Aim, ...]
    movers: tuple[str, ...] = ()

    def options(self, state: State) -> list[Aim]:
        return list(self.aims)


@dataclass(frozen=True, slots=True)
class Join(Decision[State, str | None]):
    """The next unit of the hex to fire as well; None completes the group (V14.2)."""

    firers: tuple[str, ...]
    aim: Aim
    able: tuple[str, ...]
    manner: str
    movers: tuple[str, ...] = ()

    def options(self, state: State) -> list[str | None]:
        return [*self.able, None]


@dataclass(frozen=True, slots=True)
class Lead(Decision[State, str | None]):
    """The leader who modifies the attack; None for those firing only (V13.7)."""

    firers: tuple[str, ...]
    aim: Aim
    leaders: tuple[str, ...]
    manner: str
    movers: tuple[str, ...] = ()

    def options(self, state: State) -> list[str | None]:
        return [*self.leaders, None]


@dataclass(frozen=True, slots=True)
class Expend(Decision[State, Use | None]):
    """The next X weapon and its user in the attack; None for no more (V12.7, V12.8)."""

    firers: tuple[str, ...]
    aim: Aim
    uses: tuple[Use, ...]
    spent: tuple[Use, ...]
    manner: str
    movers: tuple[str, ...] = ()

    def options(self, state: State) -> list[Use | None]:
        return [*self.uses, None]


# --- phases ---------------------------------------------------------------------------------------


def fire_activity(game: ValorGame) -> Procedure[None]:
    """One attack of the active side in its fire phase (V5.6)."""
    yield from _one_attack(game, AttackOpportunity(game.state.active, AttackOccasion.FIRE))


def defensive_phase(game: ValorGame) -> Procedure[None]:
    """One attack of the other side in the defensive-fire phase (V5.14)."""
    enemy = game.state.enemy_of(game.state.active)
    yield from _one_attack(game, AttackOpportunity(enemy, AttackOccasion.DEFENSIVE))


def _one_attack(game: ValorGame, call: AttackOpportunity) -> Procedure[None]:
    """A unit attacks, or the side is done; one that cannot attack is not asked."""
    able = able_to_attack(game.state, call)
    firer = None
    if able:
        firer = yield from ask(Attack(call.side, call.occasion, able))
    if firer is None:
        game.emit(StageBegan(DONE))
    else:
        yield from perform_attack(game, firer, call)


def able_to_attack(state: State, call: AttackOpportunity) -> tuple[str, ...]:
    """The units that may attack, lay smoke or blow up wire on an occasion (V5.6, V5.7)."""
    able = targeting.possible_firers(state, call)
    if call.occasion is not AttackOccasion.FIRE:
        return able
    others = (unit for unit in state.units_of(call.side) if unit.id not in able)
    return (*able, *(unit.id for unit in others if _other_aims(state, unit)))


def aims_of_unit(state: State, firer: str, call: AttackOpportunity) -> tuple[Aim, ...]:
    """All that a unit may do instead of one another: attacks, smoke, wire (V5.7, V19.9)."""
    unit = state.units[firer]
    aims = targeting.possible_attacks(state, unit, call)
    return (*aims, *_other_aims(state, unit)) if call.occasion is AttackOccasion.FIRE else aims


def _other_aims(state: State, unit: Unit) -> tuple[Aim, ...]:
    """Smoke and wire in the fire phase."""
    smoked = (Aim(AttackMethod.SMOKE, hex_) for hex_ in smoke.smoke_targets(state, unit))
    wires = (Aim(AttackMethod.WIRE, hex_) for hex_ in fortifications.wire_in_reach(state, unit))
    return (*smoked, *wires)


# --- one attack -----------------------------------------------------------------------------------


def perform_attack(game: ValorGame, firer: str, call: AttackOpportunity) -> Procedure[AttackDraft]:
    """A unit attacks: target, companions, leader, X weapons, dice, results (V24.1).

    Gives back what was attacked, and by whom.
    """
    aims = aims_of_unit(game.state, firer, call)
    aim = aims[0]
    if len(aims) > 1:
        aim = yield from ask(Target(call.side, firer, call.occasion, aims, call.movers))
    attempt = AttackDraft((firer,), aim)
    match aim.how:
        case AttackMethod.SMOKE:
            yield from smoke.fire_smoke(game, firer, aim.hex)
        case AttackMethod.WIRE:
            yield from fortifications.blow_up(game, firer, aim.hex)
        case AttackMethod.AT:
            attempt = attempt._replace(
                leader=(yield from choose_attack_leader(game, attempt, call))
            )
            yield from resolve_at_attack(game, attempt, call)
        case _:
            firers = yield from gather_fire_group(game, attempt, call)
            attempt = attempt._replace(firers=firers)
            attempt = attempt._replace(
                leader=(yield from choose_attack_leader(game, attempt, call))
            )
            attempt = attempt._replace(spent=(yield from expend(game, attempt, call)))
            yield from resolve_ap_attack(game, attempt, call)
    return attempt


def gather_fire_group(
    game: ValorGame, attempt: AttackDraft, call: AttackOpportunity
) -> Procedure[tuple[str, ...]]:
    """Others of the hex join, one by one, until the side wants no more (V14.2)."""
    firers, aim = attempt.firers, attempt.aim
    while able := targeting.joining_units(game.state, aim, firers):
        joins = yield from ask(Join(call.side, firers, aim, able, call.occasion, call.movers))
        if joins is None:
            break
        firers = (*firers, joins)
    return firers


def choose_attack_leader(
    game: ValorGame, attempt: AttackDraft, call: AttackOpportunity
) -> Procedure[str]:
    """The leader who modifies the attack: one who fires in it, or a better one (V13.7)."""
    state, firers = game.state, attempt.firers
    able = targeting.attack_leaders(state, firers, call)
    own = max(
        (u for u in able if u.id in firers),
        key=lambda u: leader_modifier(state, u.id),
        default=None,
    )
    least = leader_modifier(state, own.id) if own is not None else 0
    others = tuple(
        u.id for u in able if u.id not in firers and leader_modifier(state, u.id) > least
    )
    chosen = None
    if others:
        asked = Lead(call.side, firers, attempt.aim, others, call.occasion, call.movers)
        chosen = yield from ask(asked)
    if chosen is not None:
        return chosen
    return "" if own is None else own.id


def expend(
    game: ValorGame, attempt: AttackDraft, call: AttackOpportunity
) -> Procedure[tuple[Use, ...]]:
    """X weapons that firers add to an attack on an adjacent hex (V12.7, V12.8)."""
    spent: tuple[Use, ...] = ()
    while uses := uses_left(game.state, attempt, spent, call.side):
        asked = Expend(
            call.side, attempt.firers, attempt.aim, uses, spent, call.occasion, call.movers
        )
        use = yield from ask(asked)
        if use is None:
            break
        spent = (*spent, use)
    return spent


# --- attacks on infantry, guns, unarmoured vehicles (V14) -----------------------------------------


def resolve_ap_attack(
    game: ValorGame, attempt: AttackDraft, call: AttackOpportunity
) -> Procedure[None]:
    """An AP attack is declared and rolled, and its casualty points are spent (V14.4)."""
    state, start = game.state, game.state.units[attempt.firers[0]].at
    found = weigh_ap_attack(state, attempt, call)
    infantry = _infantry(state, attempt.firers)
    game.emit(_declare(state, attempt, call, found.shares))
    dice: Faces = ()
    if found.targets:
        dice = yield from _roll_salvo(game, found, call.side, start, attempt.aim.hex)
    if attempt.aim.how is AttackMethod.MORTAR:
        yield from _shell_vehicles(game, attempt, found)
    yield from valour_rolls.resolve_special_roll(game, call.side, infantry, dice)


def _roll_salvo(
    game: ValorGame, found: AntiPersonnelAttack, side: str, start: Hex, at: Hex
) -> Procedure[Faces]:
    """The roll of an AP attack, and what it costs (V14.4)."""
    dice = yield from roll(2, "attack")
    rolled = sum(dice) + found.modifier
    points = found.times * game.state.book.charts.casualty_points(found.apfp, rolled)
    game.emit(
        AttackRolled(
            side, start, at, found.apfp, found.corrections, dice, rolled, points, found.times
        )
    )
    yield from casualties.spend_casualty_points(game, found.targets, points, start)
    return dice


def _shell_vehicles(
    game: ValorGame, attempt: AttackDraft, found: AntiPersonnelAttack
) -> Procedure[None]:
    """Mortars roll against each vehicle and AFV of the hex (V12.15)."""
    atfp = unit_firepower.mortar_atfp(game.state, found.shares)
    for unit in game.state.units_at(attempt.aim.hex):
        if not _is_ap_alone(game.state, unit):
            yield from _shell(game, attempt.firers[0], unit, atfp)


def _is_ap_alone(state: State, unit: Unit) -> bool:
    """Infantry and guns: a mortar is at them with its APFP alone (V12.15)."""
    type_ = state.type_of(unit)
    return type_.is_infantry or type_.is_gun


def _shell(game: ValorGame, firer: str, unit: Unit, atfp: str) -> Procedure[None]:
    """One vehicle: hit up to 6, unarmoured ones are lost, AFVs tried at the rear (V12.15)."""
    cover = fortifications.cover_without_line(game.state, unit.at, [unit])
    number = game.state.book.charts.hit_number(AntiTankWeaponKind.MORTAR)
    piercer = unit_firepower.AntiTankWeapon("", atfp, AntiTankWeaponKind.MORTAR)
    shot = AntiTankShot(piercer, 0, number, (("cover", cover),) if cover else ())
    dice = yield from roll(2, "hit")
    if _hits(game, firer, unit, shot, dice):
        yield from anti_tank.hit_by_shell(game, unit.id, atfp)
    yield from anti_tank.offer_bailing_out(game, unit.id)


def _declare(
    state: State,
    attempt: AttackDraft,
    call: AttackOpportunity,
    shares: Sequence[unit_firepower.AttackShare],
) -> AttackDeclared:
    """The declaration of an attack, with all that is marked and used up by it."""
    first, aim = state.units[attempt.firers[0]], attempt.aim
    group = None if aim.how is AttackMethod.AT else targeting.volley_of_unit(state, first, aim.hex)
    inside = targeting.MORTARS if aim.how is AttackMethod.MORTAR else group.inside if group else ""
    return AttackDeclared(
        call.side, call.occasion, aim.how, attempt.firers,
        tuple(weapon for share in shares for weapon in share.weapons),
        tuple((use.unit, use.kind) for use in attempt.spent),
        attempt.leader, first.at, aim.hex, aim.unit,
        group is not None and not call.is_at_movers, inside,
    )  # fmt: skip


def _infantry(state: State, firers: Sequence[str]) -> tuple[str, ...]:
    """The infantry among firers: it alone has valor and draws snipers (V20.2, V22.1)."""
    return tuple(unit for unit in firers if state.type_of(state.units[unit]).is_infantry)


# --- attacks on vehicles and guns (V16) -----------------------------------------------------------


def resolve_at_attack(
    game: ValorGame, attempt: AttackDraft, call: AttackOpportunity
) -> Procedure[None]:
    """An AT attack is declared, rolled to hit, and tried against armour (V16.2, V16.3)."""
    state, target = game.state, attempt.aim.unit
    firer, shot = state.units[attempt.firers[0]], weigh_at_attack(state, attempt, call)
    game.emit(_declare(state, _using(attempt, shot), call, _weapon_of(attempt, shot)))
    infantry = _infantry(state, attempt.firers)
    dice = yield from roll(2, "hit")
    if _hits(game, firer.id, state.units[target], shot, dice):
        start = None if call.occasion is AttackOccasion.FINAL else firer.at
        yield from anti_tank.hit_target(game, target, shot.piercer.atfp, start, firer.valor)
    yield from anti_tank.offer_bailing_out(game, target)
    yield from valour_rolls.resolve_special_roll(game, call.side, infantry, dice)


def _using(attempt: AttackDraft, shot: AntiTankShot) -> AttackDraft:
    """An attack with the X weapon it uses up (V12.6)."""
    if not shot.piercer.is_pooled:
        return attempt
    return attempt._replace(spent=(Use(attempt.firers[0], shot.piercer.weapon),))


def _weapon_of(attempt: AttackDraft, shot: AntiTankShot) -> list[unit_firepower.AttackShare]:
    """The support weapon an AT attack is made with, if one is borne."""
    borne = shot.piercer.weapon and not shot.piercer.is_pooled
    return [
        unit_firepower.AttackShare(attempt.firers[0], 0, (shot.piercer.weapon,) if borne else ())
    ]


def _hits(game: ValorGame, firer: str, target: Unit, shot: AntiTankShot, dice: Faces) -> bool:
    """Return whether a roll hits, at most the number (V16.2), and log it."""
    rolled = sum(dice) + shot.modifier
    hit = rolled <= shot.number
    game.emit(
        HitRolled(
            firer, target.id, target.at, shot.piercer.weapon, shot.range, shot.number,
            shot.corrections, dice, rolled, hit,
        )
    )  # fmt: skip
    return hit
