"""The primer on the map: what options point at, how far units get, where events happen."""

from __future__ import annotations

from typing import Any

from engine.games.primer import memo, vision
from engine.games.primer.deployment import Deploy
from engine.games.primer.events import CityTaken, EnemiesSighted, OrderLapsed, OrderWritten
from engine.games.primer.fight_events import FightResolved
from engine.games.primer.memo_execution import REFUSE, JudgeOrder
from engine.games.primer.missile import NONE, MissileEffect
from engine.games.primer.presentation import reachable_areas
from engine.games.primer.presentation.forecast import units_ordered
from engine.games.primer.purchase import Buy
from engine.games.primer.retreat import Retreat
from engine.games.primer.state import State
from engine.hexes.hex import Hex
from engine.play.decisions import Answer, Decision
from engine.play.events import Event, field_values
from engine.play.move_forecast import ReachableArea
from engine.play.option_targets import EventLocation, OptionAction, OptionTarget

# --- options -------------------------------------------------------------------------------------


def option_target(state: State, asked: Decision[State, Any], option: Answer) -> OptionTarget:
    """Return the action of an option and the piece or hex it refers to."""
    if option is None:
        return OptionTarget(OptionAction.HAND_IN if isinstance(asked, Buy) else OptionAction.PASS)
    match asked:
        case Buy():
            return OptionTarget(OptionAction.UNIT)
        case Deploy():
            return OptionTarget(OptionAction.PLACE, asked.unit, hex=option)
        case memo.GiveOrder():
            return _order(state, option)
        case memo.Step():
            enemies = any(unit.at == option for unit in vision.seen_enemies(state, asked.side))
            return OptionTarget(
                OptionAction.ASSAULT if enemies else OptionAction.STEP, asked.units[0], hex=option
            )
        case Retreat():
            return OptionTarget(OptionAction.STEP, asked.units[0], hex=option)
        case memo.Aim():
            return OptionTarget(OptionAction.AIM, asked.unit, hex=option)
        case JudgeOrder():
            return _verdict(state, asked, option.word)
        case MissileEffect():
            return OptionTarget(
                OptionAction.PASS if option.kind == NONE else OptionAction.AIM, hex=asked.at
            )
    raise AssertionError(f"{type(asked).__name__} is not a decision of the primer")


def _order(state: State, order: memo.MemoEntry) -> OptionTarget:
    """An entry in the memo; to take one back, its first unit is picked."""
    match order.kind:
        case memo.HAND_IN:
            return OptionTarget(OptionAction.HAND_IN)
        case memo.ATTACK | memo.ATTACK_TOGETHER:
            assert order.at is not None
            return OptionTarget(OptionAction.FIRE, order.unit, _target(state, order.at), order.at)
        case memo.TAKE_BACK:
            return OptionTarget(OptionAction.UNIT, state.order(order.number).units[0])
        case memo.WITHDRAW:
            return OptionTarget(OptionAction.UNIT)
    return OptionTarget(OptionAction.ORDER, order.unit)


def _target(state: State, at: Hex) -> str:
    """A unit in sight in a hex that is attacked; who hides in it is not pointed at (P7, P11)."""
    seen = (
        u.id for u in state.units_at(at) if u.exposed or not vision.is_hidden(state, u.type, at)
    )
    return next(seen, "")


def _verdict(state: State, asked: JudgeOrder, word: str) -> OptionTarget:
    """The umpire lets an order be carried out, or does not."""
    order = state.order(asked.order)
    deed = OptionAction.PASS if word == REFUSE else OptionAction.UNIT
    at = order.target or (order.path[-1] if order.path else None)
    return OptionTarget(deed, order.units[0], hex=at)


# --- ways ----------------------------------------------------------------------------------------


def option_reach(view: State, asked: Decision[State, Any], option: Answer) -> ReachableArea | None:
    """Return the area that the units of an order or step can reach (P4, P6)."""
    if isinstance(asked, memo.Step):
        return reachable_areas.reachable_hexes(view, asked.units, memo.MOVE, asked.left, asked.at)
    if isinstance(option, memo.MemoEntry) and option.kind in (memo.MOVE, memo.MOVE_TOGETHER):
        return reachable_areas.reachable_hexes(view, units_ordered(view, option), option.kind)
    return None


# --- events --------------------------------------------------------------------------------------

_UNITS = ("unit", "units")
_HEXES = ("at", "target", "to")  # the one to look at first


def event_location(state: State, event: Event[State]) -> EventLocation:
    """The hexes and units an event is about; where it names no hex, those of its units."""
    match event:
        case CityTaken(objective=city):
            return EventLocation(tuple(sorted(state.aims.objective_hexes[city])))
        case EnemiesSighted(seen=seen):
            hexes = tuple(dict.fromkeys(at for _, _, at in seen))
            return EventLocation(hexes, tuple(unit for unit, _, _ in seen))
        case OrderWritten(path=path) if path:
            return EventLocation((path[-1],), event.units)
    if isinstance(event, FightResolved):
        return _fight(state, event)
    fields = field_values(event)
    units = tuple(unit for name in _UNITS for unit in _each(fields.get(name)))
    found = [fields[name] for name in _HEXES if isinstance(fields.get(name), Hex)]
    if not found and not isinstance(event, OrderLapsed):
        found = [at for unit in units if (at := _stands(state, unit)) is not None]
    return EventLocation(tuple(dict.fromkeys(found)), units)


def _fight(state: State, told: FightResolved) -> EventLocation:
    """Return the place of a fight: the hex attacked, then every attacking hex."""
    hexes = (told.at, *(at for at, _ in told.hexes))
    kinds: dict[tuple[str, Hex | None], str] = {}
    for unit in told.units:
        found = state.known(unit)
        kinds.setdefault((found.type if found else "", _stands(state, unit)), unit)
    shot = (told.hexes[0][0], told.at) if told.hexes else None
    return EventLocation(hexes, (told.defenders[0], *kinds.values()), shot)


def _each(value: object) -> tuple[str, ...]:
    if isinstance(value, str):
        return (value,)
    return value if isinstance(value, tuple) else ()


def _stands(state: State, unit: str) -> Hex | None:
    """Return the hex of a unit, or where it was lost; None if it never was on the board."""
    found = state.known(unit)
    at = getattr(found, "at", None)
    return at if isinstance(at, Hex) else None
