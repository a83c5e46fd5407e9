"""Actions of an umpire between activities: units, works, headquarters, objectives."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.games.shared_events import ObjectiveTaken, UnitRemoved
from engine.games.tide import unit_lookups
from engine.games.tide.data.piece_types import MINES
from engine.games.tide.entrenchment import new_work_id
from engine.games.tide.events import TideEvent, WorkLaid
from engine.games.tide.move_events import WorkRemoved
from engine.games.tide.state import (
    HEAVY,
    LIGHT,
    ActivationMode,
    Morale,
    Phase,
    Reserve,
    State,
    TideGame,
)
from engine.games.tide.umpire_events import (
    ActionsSet,
    CardHanded,
    CardTakenAway,
    CommandSet,
    DamageSet,
    FigureGiven,
    FigureTaken,
    ModeSet,
    MoraleSet,
    TokenSet,
    UnitAdded,
    UnitShifted,
)
from engine.games.umpire_actions import (
    ID,
    SIDE,
    TO,
    TYPE,
    UNIT,
    OrderRefusals,
    UmpireActionKind,
    UmpireOrders,
    Words,
    announce_umpire_act,
)
from engine.hexes.hex import Hex
from engine.play.decisions import Procedure
from engine.play.game import Intervention
from engine.play.option_targets import ActionParameter

UMPIRE = "umpire"  # the cause of an umpire's action
NONE = "none"
DAMAGES = {NONE: 0, "light": LIGHT, "heavy": HEAVY}
MAX_POINTS = 99

REFUSALS = OrderRefusals("tide-umpire")
_refuse, _require = REFUSALS.refuse, REFUSALS.require
FIGURE, TOKEN = ActionParameter("figure", "word"), ActionParameter("token", "word")
WORK, CARD = ActionParameter("work", "word"), ActionParameter("card", "word")


# --- units ---------------------------------------------------------------------------------------


def _move(state: State, unit: str, to: tuple[int, int]) -> TideEvent:
    """`move unit hex`: put a unit, with all it carries, into another hex."""
    found, hex_ = state.units[unit], Hex(*to)
    _require(_stands(state, found.side, found.type, hex_), "no-standing", unit=unit)
    _require(unit_lookups.fits_in_hex(state, hex_, found.side, [found]), "no-standing", unit=unit)
    return UnitShifted(unit, hex_)


def _add(state: State, unit: str, side: str, kind: str, at: tuple[int, int]) -> TideEvent:
    """`add unit side type hex`: put a new unit on the map; a squad has one figure at first."""
    hex_, entry = Hex(*at), Reserve(unit, side, kind, "", 0, ())
    stands = _stands(state, side, kind, hex_)
    _require(
        stands and unit_lookups.fits_in_hex(state, hex_, side, [entry]), "no-standing", unit=unit
    )
    first = next(iter(state.book.figures))
    return UnitAdded(unit, side, kind, hex_, (first,) if state.book.units[kind].is_squad else ())


def _stands(state: State, side: str, kind: str, hex_: Hex) -> bool:
    going = state.book.units[kind].movement_class
    return state.field.may_stand(going, hex_) and not unit_lookups.has_enemies_at(state, hex_, side)


def _remove(state: State, unit: str) -> TideEvent:
    """`remove unit`: take a unit off the map with its passengers, without loss."""
    return UnitRemoved(unit)


def _morale(state: State, unit: str, morale: str) -> TideEvent:
    """`morale unit state`: a squad is normal, pinned or disrupted."""
    _require(state.units[unit].is_squad, "no-squad", unit=unit)
    _require(state.units[unit].morale != morale, "is-so", unit=unit)
    return MoraleSet(unit, morale)


def _mode(state: State, unit: str, mode: str) -> TideEvent:
    """`mode unit mode`: a unit is fresh, in Op Fire mode or fatigued."""
    _require(state.units[unit].mode != mode, "is-so", unit=unit)
    return ModeSet(unit, mode)


def _damage(state: State, unit: str, damage: str) -> TideEvent:
    """`damage unit grade`: a vehicle is not, lightly or heavily damaged."""
    _require(not state.units[unit].is_squad, "no-vehicle", unit=unit)
    _require(state.units[unit].damage != DAMAGES[damage], "is-so", unit=unit)
    return DamageSet(unit, DAMAGES[damage])


def _give(state: State, unit: str, figure: str) -> TideEvent:
    """`figure unit figure`: a squad gets a figure, if its base has places (Q1, Q4)."""
    found = state.units[unit]
    _require(found.is_squad, "no-squad", unit=unit)
    types = [*state.figures_of(found), state.book.units[figure]]
    holds = unit_lookups.fits_on_base(types) and (
        not found.token or unit_lookups.may_have_token(types)
    )
    _require(holds, "no-place", unit=unit)
    return FigureGiven(unit, figure)


def _take(state: State, unit: str, figure: str) -> TideEvent:
    """`take unit figure`: take a figure, not the last, from a squad, without loss."""
    figures = state.units[unit].figures
    _require(figure in figures and len(figures) > 1, "no-figure", unit=unit)
    return FigureTaken(unit, figure)


def _token(state: State, unit: str, token: str) -> TideEvent:
    """`token unit token`: a squad has this specialisation, or none (Q4)."""
    found = state.units[unit]
    _require(found.is_squad, "no-squad", unit=unit)
    holds = token == NONE or unit_lookups.may_have_token(state.figures_of(found))
    _require(holds, "no-place", unit=unit)
    return TokenSet(unit, "" if token == NONE else token)


# --- works, headquarters, objectives --------------------------------------------------------------


def _lay(state: State, side: str, kind: str, at: tuple[int, int]) -> TideEvent:
    """`work side kind hex`: lay a position, an obstacle or smoke (X3-X9)."""
    hex_ = Hex(*at)
    _require(state.field.is_on(hex_), "off-map")
    _require(unit_lookups.can_hold_work(state, hex_, kind), "no-site", kind=kind)
    hidden = kind == MINES and state.book.choices.hidden_mines
    return WorkLaid(new_work_id(state, kind, hex_), kind, side, hex_, UMPIRE, hidden)


def _lift(state: State, kind: str, at: tuple[int, int]) -> TideEvent:
    """`lift kind hex`: take a work away."""
    there = state.works_at(Hex(*at), kind)
    if not there:
        _refuse("no-work")
    return WorkRemoved.of(there[0], UMPIRE)


def _command(state: State, side: str, points: int) -> TideEvent:
    """`command side points`: a side has so many command points."""
    return CommandSet(side, points)


def _hand(state: State, side: str, card: str) -> TideEvent:
    """`card side card`: a side has a card more in its hand."""
    return CardHanded(side, card)


def _discard(state: State, side: str, card: str) -> TideEvent:
    """`discard side card`: a card is taken out of a side's hand."""
    _require(card in state.hq[side].hand, "no-card")
    return CardTakenAway(side, card)


def _hold(state: State, objective: str, side: str) -> TideEvent:
    """`objective objective side`: a side controls an objective (CM1)."""
    _require(state.holders[objective] != side, "is-so", unit=objective)
    return ObjectiveTaken(objective, side)


def _actions(state: State, side: str, number: int) -> TideEvent:
    """`actions side number`: it is a side's turn, with so many actions left (R2)."""
    _require(state.phase is Phase.ACTION, "no-turn")
    return ActionsSet(side, number)


ORDERS: Mapping[str, UmpireActionKind] = {
    "move": UmpireActionKind((UNIT, TO), _move),
    "add": UmpireActionKind((ID, SIDE, TYPE, TO), _add),
    "remove": UmpireActionKind((UNIT,), _remove),
    "morale": UmpireActionKind((UNIT, ActionParameter("morale", "word", tuple(Morale))), _morale),
    "mode": UmpireActionKind((UNIT, ActionParameter("mode", "word", tuple(ActivationMode))), _mode),
    "damage": UmpireActionKind((UNIT, ActionParameter("damage", "word", tuple(DAMAGES))), _damage),
    "figure": UmpireActionKind((UNIT, FIGURE), _give),
    "take": UmpireActionKind((UNIT, FIGURE), _take),
    "token": UmpireActionKind((UNIT, TOKEN), _token),
    "work": UmpireActionKind((SIDE, WORK, TO), _lay),
    "lift": UmpireActionKind((WORK, TO), _lift),
    "command": UmpireActionKind((SIDE, ActionParameter("points", "number")), _command),
    "card": UmpireActionKind((SIDE, CARD), _hand),
    "discard": UmpireActionKind((SIDE, CARD), _discard),
    "objective": UmpireActionKind((ActionParameter("objective", "word"), SIDE), _hold),
    "actions": UmpireActionKind((SIDE, ActionParameter("number", "number")), _actions),
}


# --- checks --------------------------------------------------------------------------------------


def _is_known(state: State, unit: str) -> bool:
    known: list[Any] = [*state.units.values(), *state.lost, *state.exited, *state.removed]
    return any(entry.id == unit for entry in (*known, *state.reserves))


def _words(state: State) -> Words:
    book = state.book
    return {
        "type": tuple(id_ for id_, type_ in book.units.items() if not type_.is_figure),
        "side": state.sides,
        "figure": tuple(book.figures),
        "token": (*book.tokens, NONE),
        "work": tuple(book.works),
        "card": tuple(state.aims.cards),
        "objective": tuple(each.id for each in state.aims.objectives),
    }


ACTIONS = UmpireOrders(REFUSALS, ORDERS, _words, _is_known, most=MAX_POINTS)
umpire_acts = ACTIONS.acts


def intervene(game: TideGame, order: Intervention) -> Procedure[None]:
    """Carry out an umpire's order.

    InvalidInterventionError for what the position does not allow.
    """
    happens = ACTIONS.read(game.state, order)
    yield from announce_umpire_act(game, order, happens(game.state, *order.arguments))
