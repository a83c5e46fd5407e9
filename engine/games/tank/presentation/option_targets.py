"""The tank game on the map: what options point at, how far units get, where events happen."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.games.shared_events import ObjectiveTaken
from engine.games.tank import cards
from engine.games.tank.close_combat import CloseTarget
from engine.games.tank.events import ShotResolved
from engine.games.tank.fire import FireAgain, JoinFire, Shot
from engine.games.tank.initial_state import PlaceUnit
from engine.games.tank.movement import MARCH, ChooseStep, MoveOrder, may_move
from engine.games.tank.opportunity_fire import MoverFires, OpportunityFire
from engine.games.tank.presentation import reachable_areas
from engine.games.tank.state import State
from engine.hexes.hex import Hex
from engine.play.decisions import Answer, Decision
from engine.play.events import Event, field_values
from engine.play.move_forecast import ReachableArea
from engine.play.option_targets import EventLocation, OptionAction, OptionTarget

# --- options -------------------------------------------------------------------------------------


def option_target(state: State, asked: Decision[State, Any], option: Answer) -> OptionTarget:
    """Return the action of an option and the piece or hex it refers to."""
    if option is None or option == cards.KEEP:
        return OptionTarget(OptionAction.PASS)
    match asked:
        case ChooseStep():
            return OptionTarget(_step(state, asked, option), asked.unit, hex=option)
        case PlaceUnit():
            return OptionTarget(OptionAction.PLACE, asked.unit, hex=option)
        case JoinFire():
            return OptionTarget(OptionAction.FIRE, option, asked.target)
        case OpportunityFire():
            return OptionTarget(OptionAction.FIRE, option, asked.mover)
        case MoverFires():
            return OptionTarget(OptionAction.FIRE, asked.unit, option)
        case CloseTarget():
            return OptionTarget(OptionAction.FIRE, asked.firer, option)
        case cards.PlanSupport():
            return OptionTarget(OptionAction.AIM, hex=option, card=asked.card)
        case cards.RepairUnit():
            return OptionTarget(OptionAction.UNIT, option, card=asked.card)
        case FireAgain():
            return OptionTarget(OptionAction.CARD, asked.firer, option, card=asked.card)
        case cards.BoostShot():
            return OptionTarget(OptionAction.CARD, asked.firer, asked.target, card=asked.card)
        case cards.LowerResult():
            return OptionTarget(OptionAction.CARD, asked.unit, card=asked.card)
    if isinstance(option, Shot):
        return OptionTarget(OptionAction.FIRE, option.firer, option.target)
    if isinstance(option, MoveOrder):
        acts = may_move(state.units[option.unit])
        return (
            OptionTarget(OptionAction.ORDER, option.unit)
            if acts
            else OptionTarget(OptionAction.UNIT)
        )
    assert isinstance(option, cards.CardSwap), option
    return OptionTarget(OptionAction.CARD, card=option.taken)


def _step(state: State, asked: ChooseStep, to: Hex) -> OptionAction:
    if asked.manner == MARCH:
        return OptionAction.MARCH
    if asked.cost_of(to) > asked.left:
        return OptionAction.OVERSPEND
    return (
        OptionAction.ASSAULT
        if state.friends_at(to, state.enemy_of(asked.side))
        else OptionAction.STEP
    )


# --- ways ----------------------------------------------------------------------------------------


def option_reach(view: State, asked: Decision[State, Any], option: Answer) -> ReachableArea | None:
    """Return the area that the unit of an order or step can reach (V1–V3)."""
    if isinstance(asked, ChooseStep):
        return reachable_areas.reachable_hexes(view, asked.unit, asked.manner, asked.left)
    if isinstance(option, MoveOrder) and may_move(view.units[option.unit]):
        return reachable_areas.reachable_hexes(view, option.unit, option.manner)
    return None


# --- events --------------------------------------------------------------------------------------

_UNITS = ("target", "unit", "firer", "firers", "units")
_HEXES = ("at", "to", "target", "start")  # the one to look at first


def event_location(state: State, event: Event[State]) -> EventLocation:
    """The hexes and units an event is about; where it names no hex, those of its units."""
    if isinstance(event, ObjectiveTaken):
        return EventLocation(tuple(sorted(state.aims.objective_hexes[event.objective])))
    fields = field_values(event)
    units = tuple(_units(fields))
    hexes = [fields[name] for name in _HEXES if isinstance(fields.get(name), Hex)]
    hexes = hexes or [at for unit in units if (at := _last_place(state, unit)) is not None]
    shot = (event.start, event.at) if isinstance(event, ShotResolved) else None
    return EventLocation(tuple(dict.fromkeys(hexes)), units, shot)


def _units(fields: dict[str, Any]) -> Iterator[str]:
    for name in _UNITS:
        match fields.get(name):
            case Hex():
                continue
            case str() as unit:
                yield unit
            case tuple() as units:
                yield from units


def _last_place(state: State, unit: str) -> Hex | None:
    """Return the hex of a unit, or where it was lost; None if it never was on the board."""
    if unit in state.units:
        return state.units[unit].at
    return next((gone.at for gone in (*state.lost, *state.removed) if gone.id == unit), None)
