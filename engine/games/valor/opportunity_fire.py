"""Fire and hazards in each hex that a mover enters, in order (V5.12).

Opportunity fire after every hex a mover enters (V13.8–V13.11).
"""

from __future__ import annotations

from engine.games.valor import fire_lanes, fortifications, snipers, targeting, victory
from engine.games.valor import fire_phase as attacks
from engine.games.valor.attack_declaration import AttackDraft
from engine.games.valor.fire_phase import Attack
from engine.games.valor.snipers import SNIPER
from engine.games.valor.state import FiredVolley, State, ValorGame
from engine.games.valor.targeting import AttackMethod, AttackOccasion, AttackOpportunity
from engine.games.valor.unit_firepower import SATCHEL
from engine.play.decisions import Procedure, ask


def offer_opportunity_fire(game: ValorGame, movers: tuple[str, ...]) -> Procedure[None]:
    """Offer the enemy attacks on units that have just entered a hex, until it declines.

    Only the movers are targets; infantry of a hex fires at them there together, once (V13.8).
    """
    side = game.state.enemy_of(game.state.units[movers[0]].side)
    volleys: tuple[FiredVolley, ...] = ()
    while left := tuple(unit for unit in movers if unit in game.state.units):
        call = AttackOpportunity(side, AttackOccasion.OPPORTUNITY, left, volleys)
        able = possible_firers(game.state, call)
        if not able:
            return
        firer = yield from ask(Attack(side, call.occasion, able, left))
        if firer is None:
            return
        if firer == SNIPER:
            yield from snipers.fire_sniper(game, side, left)
        else:
            volleys = (*volleys, *(yield from _attack(game, firer, call)))


def possible_firers(state: State, call: AttackOpportunity) -> tuple[str, ...]:
    """Return the units that may still fire at movers, the sniper last (V13.8, V20.5)."""
    able = targeting.possible_firers(state, call)
    return (*able, SNIPER) if snipers.may_snipe(state, call.side, call.movers) else able


def _attack(
    game: ValorGame, firer: str, call: AttackOpportunity
) -> Procedure[tuple[FiredVolley, ...]]:
    """One attack, and the lanes its machine guns lay then; the volley it was (V13.11, V14.2)."""
    unit = game.state.units[firer]
    attempt = yield from attacks.perform_attack(game, firer, call)
    if attempt.aim.how is not AttackMethod.AP:
        return ()
    yield from _lay_lanes(game, attempt)
    volley = targeting.volley_of_unit(game.state, unit, attempt.aim.hex)
    return () if volley is None else (volley,)


def _lay_lanes(game: ValorGame, attempt: AttackDraft) -> Procedure[None]:
    """Each infantry unit that has fired a machine gun may lay a lane with it (V13.11)."""
    for firer in attempt.firers:
        unit = game.state.units.get(firer)
        if unit is None or unit.pinned or unit.inside:
            continue
        for weapon in mgs_fired(game.state, attempt, firer):
            yield from fire_lanes.offer_fire_lane(game, firer, weapon, attempt.aim.hex)


def mgs_fired(state: State, attempt: AttackDraft, firer: str) -> tuple[str, ...]:
    """Return machine guns used in an attack; none with a satchel charge (V12.8)."""
    if any(use.unit == firer and use.kind == SATCHEL for use in attempt.spent):
        return ()
    share = targeting.attack_part(state, state.units[firer], attempt.aim)
    used = share.weapons if share is not None else ()
    return tuple(each for each in used if state.weapon_type(state.weapons[each]).is_mg)


def attack_from_lanes(game: ValorGame, movers: tuple[str, ...]) -> Procedure[None]:
    """Fire lanes attack who enters one of their hexes (V13.12)."""
    yield from fire_lanes.fire_along_lanes(game, movers)


def remove_lanes(game: ValorGame) -> None:
    """All fire lanes are taken off (V5.13)."""
    fire_lanes.lift(game)


def resolve_hex_entry(game: ValorGame, movers: tuple[str, ...]) -> Procedure[None]:
    """The sniper of the hex, mines, fire lanes, then the enemy's opportunity fire (V5.12).

    `movers` are the ids of those that moved, cargo left out; some may be gone afterwards.
    """
    victory.claim_objectives(game)
    snipers.trample(game, movers)
    yield from fortifications.roll_for_mines(game, movers)
    yield from attack_from_lanes(game, _there(game, movers))
    if left := _there(game, movers):
        yield from offer_opportunity_fire(game, left)


def _there(game: ValorGame, movers: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(unit for unit in movers if unit in game.state.units)
