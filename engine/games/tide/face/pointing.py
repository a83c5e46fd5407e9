"""Tide on the map: what options point at, and where its events happen."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.games.tide import actions, moving, opportunity, set_up, steps
from engine.games.tide.actions import Order
from engine.games.tide.events import ObjectiveTaken
from engine.games.tide.face import card_pointing, fire_pointing
from engine.games.tide.state import State
from engine.hexes.hex import Hex
from engine.play.asks import Answer, Decision
from engine.play.events import Event, values
from engine.play.pointing import EventLocation, OptionAction, OptionTarget

# --- options -------------------------------------------------------------------------------------


def points_at(state: State, asked: Decision[State, Any], option: Answer) -> OptionTarget:
    """What an option does and what it is about."""
    if option is None:
        return OptionTarget(OptionAction.PASS)
    for chapter in (_set_up, _action, fire_pointing.fire_targets, card_pointing.card_targets):
        found = chapter(state, asked, option)
        if found is not None:
            return found
    raise AssertionError(f"{asked} points at nothing with {option}")


def _set_up(state: State, asked: Decision[State, Any], option: Any) -> OptionTarget | None:
    match asked:
        case set_up.Build():
            return OptionTarget(OptionAction.CARD, card=option)
        case set_up.Place():
            return OptionTarget(OptionAction.PLACE, asked.unit, hex=option)
        case set_up.Lay():
            return OptionTarget(OptionAction.LAY, hex=option)
    return OptionTarget(OptionAction.UNIT, option) if type(asked).__name__ == "Ready" else None


_STEPS = {
    steps.OVERRUN: OptionAction.OVERRUN, steps.EXIT: OptionAction.EXIT, steps.BOARD: OptionAction.LOAD,
    steps.GET_OFF: OptionAction.UNLOAD, steps.CLEAR: OptionAction.LAY,
}  # fmt: skip
_ORDERS = {actions.FATIGUE: OptionAction.UNIT, actions.CARD: OptionAction.CARD, actions.DIG: OptionAction.LAY,
           actions.ASSAULT: OptionAction.ASSAULT, actions.PREPARE: OptionAction.AIM}  # fmt: skip


def _action(state: State, asked: Decision[State, Any], option: Any) -> OptionTarget | None:
    match asked:
        case actions.Act():
            return _order(option)
        case actions.FireNow():
            return OptionTarget(OptionAction.FIRE if option else OptionAction.PASS, asked.unit)
        case opportunity.OpFire():
            at = state.units[asked.mover].at
            return OptionTarget(OptionAction.FIRE, option, asked.mover, at)
        case moving.Step():
            deed = _STEPS.get(option.how, OptionAction.STEP)
            carrier = option.what if deed in (OptionAction.LOAD, OptionAction.UNLOAD) else ""
            return OptionTarget(deed, asked.unit, carrier, option.to)
    return None


def _order(order: Order) -> OptionTarget:
    if order.deed == actions.CARD:
        return OptionTarget(OptionAction.CARD, card=order.what)
    return OptionTarget(_ORDERS.get(order.deed, OptionAction.ORDER), order.unit, order.what)


# --- events --------------------------------------------------------------------------------------

_UNITS = ("target", "unit", "units", "firers", "mover", "carrier", "supporters", "pinned", "giver",
          "taker", "source")  # fmt: skip
_HEXES = ("at", "to", "aim", "start")  # the one to look at first


def where(state: State, event: Event[State]) -> EventLocation:
    """The hexes and units an event is about; where it names no hex, those of its units."""
    if isinstance(event, ObjectiveTaken):
        return EventLocation(tuple(sorted(state.aims.objective_hexes[event.objective])))
    fields = values(event)
    units = tuple(dict.fromkeys(_units(state, fields)))
    hexes = [found for name in _HEXES if isinstance(found := fields.get(name), Hex)]
    hexes = hexes or [at for unit in units if (at := _last_place(state, unit)) is not None]
    return EventLocation(tuple(dict.fromkeys(hexes)), units, _line_of_fire(state, event, fields))


def _line_of_fire(
    state: State, event: Event[State], fields: dict[str, Any]
) -> tuple[Hex, Hex] | None:
    """The line along which somebody fired: from the leading unit to the target's hex."""
    if type(event).__name__ != "AttackDeclared":
        return None
    start = _last_place(state, fields["firers"][0][0])
    return None if start is None or start == fields["at"] else (start, fields["at"])


def _units(state: State, fields: dict[str, Any]) -> Iterator[str]:
    for name in _UNITS:
        match fields.get(name):
            case str() as unit if _last_place(state, unit) is not None:
                yield unit
            case tuple() as units:
                named = (unit[0] if isinstance(unit, tuple) else unit for unit in units)
                yield from (unit for unit in named if isinstance(unit, str))


def _last_place(state: State, unit: str) -> Hex | None:
    """Where a unit is, or was when it went; None for one that was never on the map."""
    if unit in state.units:
        return state.units[unit].at
    gone = (*state.lost, *state.exited, *state.removed)
    return next((each.at for each in gone if each.id == unit), None)
