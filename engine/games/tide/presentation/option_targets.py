"""Tide on the map: the targets of options, and the places of events."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.games.game_rules import last_hex_of_unit, target_of_chapters
from engine.games.shared_events import ObjectiveTaken
from engine.games.tide import (
    action_phase,
    move_execution,
    move_steps,
    opportunity_fire,
    set_up_phase,
)
from engine.games.tide.action_phase import Order
from engine.games.tide.assault_resolution import ChooseAssault, JoinAssault, Loss
from engine.games.tide.attack_dice import Reroll
from engine.games.tide.card_draws import Draw
from engine.games.tide.card_targets import CardHex, CardUnit, EnemyCard
from engine.games.tide.command_phase import Spend
from engine.games.tide.damage import Lose
from engine.games.tide.fire import Attack, ChooseFigures, Support
from engine.games.tide.retreat_and_advance import AdvanceIn, Retreat
from engine.games.tide.state import State
from engine.games.tide.status_phase import Exchange
from engine.hexes.hex import Hex
from engine.play.decisions import Answer, Decision
from engine.play.events import Event, field_values
from engine.play.option_targets import EventLocation, OptionAction, OptionTarget

_AT_HEXES = {"barrage": OptionAction.AIM, "smoke": OptionAction.LAY, "place": OptionAction.LAY}


def card_option_target(
    state: State, asked: Decision[State, Any], option: Any
) -> OptionTarget | None:
    """Return the action and target of an option; None for decisions elsewhere."""
    match asked:
        case Spend():
            return OptionTarget(OptionAction.CARD, card=option if isinstance(option, str) else "")
        case Draw() | EnemyCard():
            return OptionTarget(OptionAction.CARD, card=option)
        case Reroll():
            return OptionTarget(OptionAction.CARD, card=asked.card)
        case CardUnit():
            return _unit(state, asked, option)
        case CardHex():
            effect = state.aims.cards[asked.card].all_effects[asked.number].effect
            return OptionTarget(_AT_HEXES[effect], hex=option, card=asked.card)
    if isinstance(option, Exchange):
        return OptionTarget(OptionAction.LOAD, option.giver, option.taker)
    return None


def _unit(state: State, asked: CardUnit, option: str) -> OptionTarget:
    """Own units are picked, an enemy's is a target."""
    is_own = state.units[option].side == asked.side
    if is_own:
        return OptionTarget(OptionAction.UNIT, option, card=asked.card)
    return OptionTarget(
        OptionAction.FIRE, target=option, hex=state.units[option].at, card=asked.card
    )


SHOTS = frozenset({"AttackDeclared"})
"""Events of a unit that fires from its hex into another."""


def fire_option_target(
    state: State, asked: Decision[State, Any], option: Any
) -> OptionTarget | None:
    """Return the action and target of an option; None for decisions elsewhere."""
    match asked:
        case Attack(unit=unit):
            return OptionTarget(OptionAction.FIRE, unit, option.unit, option.hex)
        case ChooseFigures(attempt=attempt, unit=unit):
            return OptionTarget(OptionAction.UNIT, unit, attempt.aim.unit, attempt.aim.hex)
        case Support(attempt=attempt):
            aim = attempt.aim
            return OptionTarget(OptionAction.JOIN, option, aim.unit, aim.hex, joined=attempt.units)
        case Lose(unit=unit):
            return OptionTarget(OptionAction.LOSE, unit, hex=state.units[unit].at)
        case Loss():
            return OptionTarget(OptionAction.LOSE, option.unit, hex=state.units[option.unit].at)
    return _assault(asked, option)


def _assault(asked: Decision[State, Any], option: Any) -> OptionTarget | None:
    match asked:
        case ChooseAssault(unit=unit):
            return OptionTarget(OptionAction.ASSAULT, unit, hex=option)
        case JoinAssault(unit=unit, at=at, joined=joined):
            return OptionTarget(OptionAction.JOIN, option, hex=at, joined=(unit, *joined))
        case Retreat(unit=unit):
            return OptionTarget(OptionAction.STEP, unit, hex=option)
        case AdvanceIn(at=at):
            return OptionTarget(OptionAction.ADVANCE, option, hex=at)
    return None


# --- options -------------------------------------------------------------------------------------


def option_target(state: State, asked: Decision[State, Any], option: Answer) -> OptionTarget:
    """Return the action and target of an option."""
    chapters = (_set_up, _action, fire_option_target, card_option_target)
    return target_of_chapters(chapters, state, asked, option)


def _set_up(state: State, asked: Decision[State, Any], option: Any) -> OptionTarget | None:
    match asked:
        case set_up_phase.Build():
            return OptionTarget(OptionAction.CARD, card=option)
        case set_up_phase.Place():
            return OptionTarget(OptionAction.PLACE, asked.unit, hex=option)
        case set_up_phase.Lay():
            return OptionTarget(OptionAction.LAY, hex=option)
    return OptionTarget(OptionAction.UNIT, option) if type(asked).__name__ == "Ready" else None


_STEPS = {
    move_steps.OVERRUN: OptionAction.OVERRUN,
    move_steps.EXIT: OptionAction.EXIT,
    move_steps.BOARD: OptionAction.LOAD,
    move_steps.GET_OFF: OptionAction.UNLOAD,
    move_steps.CLEAR: OptionAction.LAY,
}
_ORDERS = {
    action_phase.FATIGUE: OptionAction.UNIT,
    action_phase.CARD: OptionAction.CARD,
    action_phase.DIG: OptionAction.LAY,
    action_phase.ASSAULT: OptionAction.ASSAULT,
    action_phase.PREPARE: OptionAction.AIM,
}


def _action(state: State, asked: Decision[State, Any], option: Any) -> OptionTarget | None:
    match asked:
        case action_phase.Act():
            return _order(option)
        case action_phase.FireNow():
            return OptionTarget(OptionAction.FIRE if option else OptionAction.PASS, asked.unit)
        case opportunity_fire.OpFire():
            at = state.units[asked.mover].at
            return OptionTarget(OptionAction.FIRE, option, asked.mover, at)
        case move_execution.Step():
            deed = _STEPS.get(option.how, OptionAction.STEP)
            carrier = option.what if deed in (OptionAction.LOAD, OptionAction.UNLOAD) else ""
            return OptionTarget(deed, asked.unit, carrier, option.to)
    return None


def _order(order: Order) -> OptionTarget:
    if order.deed == action_phase.CARD:
        return OptionTarget(OptionAction.CARD, card=order.what)
    return OptionTarget(_ORDERS.get(order.deed, OptionAction.ORDER), order.unit, order.what)


# --- events --------------------------------------------------------------------------------------

_UNITS = ("target", "unit", "units", "firers", "mover", "carrier", "supporters", "pinned", "giver",
          "taker", "source")  # fmt: skip
_HEXES = ("at", "to", "aim", "start")  # the one to look at first


def event_location(state: State, event: Event[State]) -> EventLocation:
    """The hexes and units an event is about; where it names no hex, those of its units."""
    if isinstance(event, ObjectiveTaken):
        return EventLocation(tuple(sorted(state.aims.objective_hexes[event.objective])))
    fields = field_values(event)
    units = tuple(dict.fromkeys(_units(state, fields)))
    hexes = [found for name in _HEXES if isinstance(found := fields.get(name), Hex)]
    hexes = hexes or [at for unit in units if (at := last_hex_of_unit(state, unit)) is not None]
    return EventLocation(tuple(dict.fromkeys(hexes)), units, _line_of_fire(state, event, fields))


def _line_of_fire(
    state: State, event: Event[State], fields: dict[str, Any]
) -> tuple[Hex, Hex] | None:
    """Return the line of fire of an event: from the leading unit to the target's hex."""
    if type(event).__name__ != "AttackDeclared":
        return None
    start = last_hex_of_unit(state, fields["firers"][0][0])
    return None if start is None or start == fields["at"] else (start, fields["at"])


def _units(state: State, fields: dict[str, Any]) -> Iterator[str]:
    for name in _UNITS:
        match fields.get(name):
            case str() as unit if last_hex_of_unit(state, unit) is not None:
                yield unit
            case tuple() as units:
                named = (unit[0] if isinstance(unit, tuple) else unit for unit in units)
                yield from (unit for unit in named if isinstance(unit, str))
