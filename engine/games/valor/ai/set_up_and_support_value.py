"""AI values of set-up, missions, handing over weapons and other choices."""

from __future__ import annotations

from typing import Any

from engine.games.valor import (
    attack_declaration,
    casualties,
    command_phase,
    dice_odds,
    fire_lanes,
    fortifications,
    reinforcements,
    set_up,
    smoke,
    snipers,
    support_missions,
    transport,
)
from engine.games.valor.ai.place_value import PlaceEvaluator, enemy_hexes, facing_value
from engine.games.valor.events import unit_worth as points_of
from engine.games.valor.presentation import expected_losses
from engine.games.valor.state import State, Unit
from engine.hexes.hex import Hex, distance
from engine.play.decisions import Answer

NEVER = -9.0
OWN = 1.5  # a side's own losses weigh more in what it brings about itself

# --- set-up and the rest --------------------------------------------------------------------------


def set_up_option_value(eye: PlaceEvaluator, decision: Any, option: Answer) -> float:
    view = eye.view
    match decision:
        case set_up.Place(unit=unit):
            entry = set_up.reserve_of_unit(view, unit)
            new = Unit(entry.id, entry.side, entry.type, option, facing=entry.facing or 0)
            return _standing(view, eye, new, option)
        case set_up.PlacePosition():
            return _worth_defending(view, eye, option)
        case set_up.Face(at=at):
            return facing_value(view, Unit("", decision.side, "", at), option)
        case reinforcements.Enter(units=units):
            entry = set_up.reserve_of_unit(view, units[0])
            new = Unit(entry.id, entry.side, entry.type, option, facing=entry.facing or 0)
            return eye.nearness(new, option) - OWN * eye.fire_danger(new, option)
    return 0.0


def _standing(view: State, eye: PlaceEvaluator, unit: Unit, at: Hex) -> float:
    """A hex to set up in: near the aims, in cover, not all in one."""
    crowd = sum(points_of(view, other.id) for other in view.units_at(at))
    return eye.nearness(unit, at) + 0.6 * fortifications.hex_cover(view, at) - 0.12 * crowd


def _worth_defending(view: State, eye: PlaceEvaluator, at: Hex) -> float:
    """A hex for a position: near what is fought for, in the open, towards the enemy."""
    aims = [hex_ for hexes in view.aims.objective_hexes.values() for hex_ in hexes]
    away = min((distance(at, aim) for aim in aims), default=0)
    return -float(away) - 0.5 * fortifications.hex_cover(view, at)


def support_option_value(view: State, decision: Any, option: Answer) -> float:
    match decision:
        case support_missions.Support():
            return 0.0 if option is None else _mission(view, decision.side, option)
        case support_missions.SupportHex(kind=kind, manner=manner):
            return _shell(view, decision.side, kind, option) if manner == "barrage" else NEVER
        case command_phase.Reorganise():
            return 0.0 if option is None else _change(view, option)
        case fire_lanes.LayLane():
            return 0.0 if option is None else 1.0
        case smoke.LaySmoke():
            return 0.0 if option is None else NEVER
        case snipers.WithdrawSniper():
            return 0.0 if option is None else NEVER
        case snipers.SniperHex():
            return float(fortifications.hex_cover(view, option))
        case transport.UnloadNext() | transport.LoadNext():
            return 0.0 if option is None else 1.0
        case transport.StepAside():
            return float(fortifications.hex_cover(view, option))
    return 0.0


def _mission(view: State, side: str, wish: support_missions.Wish) -> float:
    """The best hex a mission may be placed on; none that promises little is used."""
    if wish.manner != "barrage":
        return NEVER
    hexes = [
        at
        for at in enemy_hexes(view, side)
        if at in set(support_missions.mission_targets(view, side, wish))
    ]
    return max((_shell(view, side, wish.kind, at) for at in hexes), default=NEVER) - 1.0


def _shell(view: State, side: str, kind: str, at: Hex) -> float:
    """Return a mission's cost to the enemy less that to its own side (V18.6)."""
    apfp, _ = view.book.charts.area_firepower(kind)
    found = 0.0
    for owner in view.sides:
        units = casualties.attacked_units_at(view, at, owner)
        if not units:
            continue
        times = (
            attack_declaration.shell_multiplier(view, at, units)
            if kind in support_missions.ARTILLERY
            else 1
        )
        cover = fortifications.cover_without_line(view, at, units)
        chances = dice_odds.casualty_point_odds(view.book.charts, apfp, cover, times)
        lost = expected_losses.expected_casualty_cost(view, units, chances, None)
        found += lost if owner != side else -OWN * lost
    return found


def _change(view: State, change: command_phase.Change) -> float:
    """Halves join, and weapons go from leaders and halves to squads."""
    match change:
        case command_phase.Join():
            return 0.5
        case command_phase.Give(weapon=weapon, taker=taker):
            giver = view.weapons[weapon].bearer
            return _bearer(view, taker) - _bearer(view, giver) - 0.5
    return NEVER


def _bearer(view: State, unit: str) -> float:
    """Return the value of a unit as the bearer of a weapon."""
    type_ = view.type_of(view.units[unit])
    return 2.0 if type_.is_squad else 1.0 if type_.is_half else 0.0
