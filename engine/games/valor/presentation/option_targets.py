"""Valor on the map: what options point at, and where events happen (V24.1, V24.3)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.games.game_rules import last_hex_of_unit, target_of_chapters
from engine.games.shared_events import ObjectiveTaken
from engine.games.valor import (
    command_phase,
    fire_phase,
    move_execution,
    movement_phase,
    set_up,
    snipers,
    support_missions,
    transport,
)
from engine.games.valor.advance_phase import Advance, AdvanceManner, AdvanceTo, Onward
from engine.games.valor.casualties import Casualties
from engine.games.valor.close_assault import JoinAssault, Storm, Strengthen
from engine.games.valor.fire_lanes import LayLane, possible_lanes
from engine.games.valor.move_steps import EXIT, OVERRUN, Go
from engine.games.valor.movement_phase import Order
from engine.games.valor.reinforcements import Enter
from engine.games.valor.smoke import LaySmoke
from engine.games.valor.state import State
from engine.games.valor.targeting import Aim, AttackMethod
from engine.games.valor.tunnels import GoBelow
from engine.hexes.hex import Hex
from engine.play.decisions import Answer, Decision
from engine.play.events import Event, field_values
from engine.play.option_targets import EventLocation, OptionAction, OptionTarget

# --- options -------------------------------------------------------------------------------------


def option_target(state: State, asked: Decision[State, Any], option: Answer) -> OptionTarget:
    """Return the action and target of an option."""
    chapters = (_set_up, _command, _fire, _movement, _assault, _others)
    return target_of_chapters(chapters, state, asked, option)


def _set_up(state: State, asked: Decision[State, Any], option: Any) -> OptionTarget | None:
    match asked:
        case set_up.Place():
            return OptionTarget(OptionAction.PLACE, asked.unit, hex=option)
        case set_up.PlacePosition():
            return OptionTarget(OptionAction.LAY, hex=option)
        case set_up.Face():
            here = asked.unit if asked.unit in state.units else ""
            return OptionTarget(OptionAction.TURN, here, hex=asked.at, facing=option)
    return None


def _command(state: State, asked: Decision[State, Any], option: Any) -> OptionTarget | None:
    match option:
        case support_missions.Wish():
            return OptionTarget(OptionAction.CARD, card=option.kind)
        case command_phase.Give(weapon, taker):
            return OptionTarget(OptionAction.LOAD, state.weapons[weapon].bearer, taker, card=weapon)
        case command_phase.Swap(one, other):
            return OptionTarget(OptionAction.LOAD, one, other)
        case command_phase.Split(squad):
            return OptionTarget(OptionAction.UNIT, squad)
        case command_phase.Join(one, other):
            return OptionTarget(OptionAction.JOIN, one, other)
    if isinstance(asked, support_missions.SupportHex):
        return OptionTarget(OptionAction.AIM, hex=option, card=asked.kind)
    return None


def _fire(state: State, asked: Decision[State, Any], option: Any) -> OptionTarget | None:
    match asked:
        case fire_phase.Attack():
            if option == snipers.SNIPER:
                return OptionTarget(
                    OptionAction.FIRE, target=asked.movers[0], hex=_sniper(state, asked.side)
                )
            return OptionTarget(OptionAction.ORDER, option)
        case fire_phase.Target():
            return _aim(asked.firer, option)
        case fire_phase.Join():
            return OptionTarget(OptionAction.JOIN, option, hex=asked.aim.hex, joined=asked.firers)
        case fire_phase.Lead():
            return OptionTarget(OptionAction.JOIN, option, hex=asked.aim.hex, joined=asked.firers)
        case fire_phase.Expend():
            joined = asked.firers
            return OptionTarget(OptionAction.UNIT, option.unit, hex=asked.aim.hex, card=option.kind,
                            joined=joined)  # fmt: skip
        case Casualties():
            return OptionTarget(OptionAction.LOSE, option.unit, hex=asked.at)
        case LayLane():
            hexes = possible_lanes(state, state.units[asked.unit].at, asked.target)[option]
            return OptionTarget(OptionAction.LAY, asked.unit, hex=hexes[0], card=asked.weapon)
    return None


def _sniper(state: State, side: str) -> Hex | None:
    return state.snipers[side].at


def _aim(firer: str, aim: Aim) -> OptionTarget:
    if aim.how is AttackMethod.SMOKE:
        return OptionTarget(OptionAction.LAY, firer, hex=aim.hex)
    return OptionTarget(OptionAction.FIRE, firer, aim.unit, aim.hex, aim.weapon)


_ORDERS = {
    movement_phase.TURN: OptionAction.TURN,
    movement_phase.LOAD: OptionAction.LOAD,
    movement_phase.UNLOAD: OptionAction.UNLOAD,
    movement_phase.SMOKE: OptionAction.LAY,
}


def _movement(state: State, asked: Decision[State, Any], option: Any) -> OptionTarget | None:
    match asked:
        case movement_phase.Move():
            assert isinstance(option, Order)
            return OptionTarget(_ORDERS.get(option.manner, OptionAction.ORDER), option.unit)
        case movement_phase.Turn():
            return OptionTarget(OptionAction.TURN, asked.unit, facing=option)
        case move_execution.JoinStack():
            return OptionTarget(OptionAction.JOIN, option, joined=asked.units)
        case move_execution.Manner():
            return OptionTarget(OptionAction.ORDER, asked.units[0], joined=asked.units)
        case move_execution.Step():
            return _step(asked.units, option)
        case transport.LoadNext():
            return OptionTarget(OptionAction.LOAD, option, asked.carrier)
        case transport.UnloadNext():
            return OptionTarget(OptionAction.UNLOAD, option, asked.carrier)
        case transport.StepAside():
            return OptionTarget(OptionAction.STEP, asked.unit, hex=option)
        case Enter():
            return OptionTarget(OptionAction.PLACE, asked.units[0], hex=option, joined=asked.units)
        case LaySmoke():
            return OptionTarget(OptionAction.LAY, asked.unit, hex=option)
        case GoBelow():
            return OptionTarget(OptionAction.STEP, asked.unit, hex=option)
    return None


def _step(units: tuple[str, ...], go: Go) -> OptionTarget:
    deed = {OVERRUN: OptionAction.OVERRUN, EXIT: OptionAction.EXIT}.get(go.how, OptionAction.STEP)
    return OptionTarget(deed, units[0], hex=go.to, facing=go.facing, joined=units)


_DOING = {
    AdvanceManner.ADVANCE: OptionAction.ADVANCE,
    AdvanceManner.ASSAULT: OptionAction.ASSAULT,
    AdvanceManner.TURN: OptionAction.TURN,
}


def _assault(state: State, asked: Decision[State, Any], option: Any) -> OptionTarget | None:
    match asked:
        case Advance():
            return OptionTarget(OptionAction.ORDER, option)
        case AdvanceTo():
            assert isinstance(option, Onward)
            return OptionTarget(
                _DOING[option.manner], asked.unit, hex=option.hex, facing=option.facing
            )
        case JoinAssault():
            return OptionTarget(OptionAction.JOIN, option, hex=asked.at, joined=asked.units)
        case Strengthen():
            return OptionTarget(OptionAction.UNIT, option.unit, hex=asked.at, card=option.kind,
                            joined=asked.units)  # fmt: skip
        case Storm():
            return OptionTarget(OptionAction.ADVANCE, option, hex=asked.at)
    return None


def _others(state: State, asked: Decision[State, Any], option: Any) -> OptionTarget | None:
    match asked:
        case snipers.SniperHex():
            return OptionTarget(OptionAction.PLACE, hex=option)
        case snipers.WithdrawSniper():
            return OptionTarget(OptionAction.EXIT, hex=asked.at)
    return None


# --- events --------------------------------------------------------------------------------------

_UNITS = ("target", "unit", "units", "firer", "firers", "squad", "halves", "assaulters",
          "defenders", "giver", "taker", "one", "other", "carrier", "leader")  # fmt: skip
_HEXES = (
    "at",
    "to",
    "aim",
    "start",
    "exit",
    "hexes",
    "gone",
    "thinner",
)  # the one to look at first
_SHOTS = frozenset({"AttackDeclared", "AttackRolled", "SniperFired"})


def event_location(state: State, event: Event[State]) -> EventLocation:
    """The hexes and units an event is about; where it names no hex, those of its units."""
    if isinstance(event, ObjectiveTaken):
        return EventLocation(tuple(sorted(state.aims.objective_hexes[event.objective])))
    fields = field_values(event)
    units = tuple(dict.fromkeys(_units(state, fields)))
    hexes = list(_hexes(fields))
    hexes = hexes or [at for unit in units if (at := last_hex_of_unit(state, unit)) is not None]
    shot = None
    if type(event).__name__ in _SHOTS and fields["start"] != fields["at"]:
        shot = fields["start"], fields["at"]
    return EventLocation(tuple(dict.fromkeys(hexes)), units, shot)


def _units(state: State, fields: dict[str, Any]) -> Iterator[str]:
    for name in _UNITS:
        match fields.get(name):
            case str() as unit if unit:
                yield unit
            case tuple() as units:
                yield from (unit for unit in units if isinstance(unit, str))


def _hexes(fields: dict[str, Any]) -> Iterator[Hex]:
    for name in _HEXES:
        match fields.get(name):
            case Hex() as hex_:
                yield hex_
            case tuple() as hexes:
                yield from (hex_ for hex_ in hexes if isinstance(hex_, Hex))
