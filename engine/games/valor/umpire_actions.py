"""Actions of an umpire between activities: units, weapons, hexes, phases (V24.4)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.games.reinforcement_calls import Reserve
from engine.games.shared_events import UnitRemoved
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
from engine.games.valor import fire_lanes, turn_sequence, unit_lookups, unit_losses
from engine.games.valor.events import (
    Immobilised,
    Rallied,
    SegmentBegan,
    Turned,
    UnitPinned,
    UnitReduced,
    WeaponHandedOver,
    WorkLaid,
)
from engine.games.valor.set_up import MINEFIELD
from engine.games.valor.state import MARKS, PASSING, Phase, State, ValorGame
from engine.games.valor.umpire_events import (
    MarkCleared,
    MarkSet,
    MissionGranted,
    SmokeLifted,
    SmokePut,
    UnitAdded,
    UnitRestored,
    UnitShifted,
    WorkRemoved,
)
from engine.hexes.hex import Hex
from engine.play.decisions import Procedure
from engine.play.game import Intervention
from engine.play.option_targets import ActionParameter

UMPIRE = "umpire"  # the cause of an umpire's action
NO_WORK = "none"
TOGGLED = (*MARKS, *PASSING)
PHASES = tuple(str(phase) for phase in Phase if phase not in (Phase.SET_UP, Phase.OVER))
MISSIONS = ("light", "heavy", "fighter-bomber")
AMOUNTS = ("0", "1", "2")

REFUSALS = OrderRefusals("valor-support")
_refuse, _require = REFUSALS.refuse, REFUSALS.require
MARK = ActionParameter("mark", "word", TOGGLED)


# --- units ---------------------------------------------------------------------------------------


def _move(game: ValorGame, order: Intervention, unit: str, to: tuple[int, int]) -> Procedure[None]:
    """`move unit hex`: put a unit, with all it carries, into another hex."""
    _require_room(game.state, unit, Hex(*to))
    yield from announce_umpire_act(game, order, UnitShifted(unit, Hex(*to)))


def _face(game: ValorGame, order: Intervention, unit: str, facing: int) -> Procedure[None]:
    """`face unit direction`: turn a vehicle unit (V7)."""
    if not game.state.type_of(game.state.units[unit]).is_vehicle_unit:
        _refuse("has-no-front", unit=unit)
    yield from announce_umpire_act(game, order, Turned(unit, facing))


def _add(
    game: ValorGame, order: Intervention, unit: str, side: str, kind: str, at: tuple[int, int]
) -> Procedure[None]:
    """`add unit side type hex`: put a new unit on the map."""
    type_ = game.state.book.units[kind]
    entry = Reserve(unit, side, kind, "", 0, ())
    hex_ = Hex(*at)
    stands = game.state.field.is_on(hex_) and game.state.field.may_stand(type_.movement_class, hex_)
    room = stands and unit_lookups.fits_in_hex(game.state, hex_, side, [entry])
    if not room or unit_lookups.has_enemies_at(game.state, hex_, side):
        _refuse("no-standing", unit=unit)
    facing = 0 if type_.is_vehicle_unit else None
    yield from announce_umpire_act(game, order, UnitAdded(unit, side, kind, hex_, facing))


def _remove(game: ValorGame, order: Intervention, unit: str) -> Procedure[None]:
    """`remove unit`: take a unit off the map with all it carries, without loss."""
    yield from announce_umpire_act(game, order, UnitRemoved(unit))


def _pin(game: ValorGame, order: Intervention, unit: str) -> Procedure[None]:
    """`pin unit`: pin a unit (V14.14)."""
    _require(not game.state.units[unit].pinned, "is-so", unit=unit)
    yield from announce_umpire_act(game, order, UnitPinned(unit, UMPIRE))


def _rally(game: ValorGame, order: Intervention, unit: str) -> Procedure[None]:
    """`rally unit`: a unit is pinned no longer."""
    _require(game.state.units[unit].pinned, "is-not-so", unit=unit)
    yield from announce_umpire_act(game, order, Rallied((unit,), UMPIRE))


def _reduce(game: ValorGame, order: Intervention, unit: str) -> Procedure[None]:
    """`reduce unit`: a squad becomes a half, anything else is eliminated (V14.5)."""
    half = game.state.type_of(game.state.units[unit]).half
    if half:
        yield from announce_umpire_act(game, order, UnitReduced(unit, half, UMPIRE))
        return
    yield from announce_umpire_act(game, order)
    unit_losses.eliminate(game, unit, UMPIRE)


def _restore(game: ValorGame, order: Intervention, unit: str) -> Procedure[None]:
    """`restore unit`: a half squad is a squad again, an immobile AFV runs."""
    found = game.state.units[unit]
    whole = squad_type_of(game.state, found.type)
    _require(bool(whole) or found.immobile, "is-not-so", unit=unit)
    kind = whole or found.type
    if whole and not found.inside:
        others = [each for each in game.state.units_at(found.at) if each.id != unit]
        types = [game.state.book.units[kind], *(game.state.type_of(each) for each in others)]
        _require(
            unit_lookups.is_within_stacking_limit(types, game.state.book.choices.stacking),
            "no-standing",
            unit=unit,
        )
    yield from announce_umpire_act(game, order, UnitRestored(unit, kind))


def squad_type_of(state: State, half: str) -> str:
    """The type a half squad is half of; empty for anything else (V23.1)."""
    kinds = state.book.units.values()
    return next((kind.id for kind in kinds if kind.half == half), "")


def _mark(game: ValorGame, order: Intervention, unit: str, mark: str) -> Procedure[None]:
    """`mark unit marker`: put a state on a unit (V0.4)."""
    yield from announce_umpire_act(game, order, MarkSet(unit, mark))


def _clear(game: ValorGame, order: Intervention, unit: str, mark: str) -> Procedure[None]:
    """`clear unit marker`: take a state off a unit."""
    yield from announce_umpire_act(game, order, MarkCleared(unit, mark))


def _valor(game: ValorGame, order: Intervention, unit: str) -> Procedure[None]:
    """`valor unit`: infantry becomes valorous (V22)."""
    if not game.state.type_of(game.state.units[unit]).is_infantry:
        _refuse("no-infantry", unit=unit)
    yield from announce_umpire_act(game, order, MarkSet(unit, "valor"))


def _immobilise(game: ValorGame, order: Intervention, unit: str) -> Procedure[None]:
    """`immobilise unit`: an AFV moves no more (V16.5)."""
    found = game.state.units[unit]
    if not game.state.type_of(found).is_afv:
        _refuse("no-afv", unit=unit)
    _require(not found.immobile, "is-so", unit=unit)
    yield from announce_umpire_act(game, order, Immobilised(unit, UMPIRE))


def _give(game: ValorGame, order: Intervention, weapon: str, unit: str) -> Procedure[None]:
    """`give weapon unit`: a weapon to another bearer within portage (V12.1)."""
    state = game.state
    found, taker = state.weapons[weapon], state.units[unit]
    borne = [state.weapon_type(each) for each in state.weapons_borne(unit) if each.id != weapon]
    carried = [*borne, state.weapon_type(found)]
    able = unit_lookups.may_bear(state.type_of(taker), carried)
    if found.side != taker.side or found.bearer == unit or not able:
        _refuse("no-portage", unit=unit, weapon=weapon)
    yield from announce_umpire_act(game, order, WeaponHandedOver(weapon, found.bearer, unit))


# --- hexes ---------------------------------------------------------------------------------------


def _smoke(game: ValorGame, order: Intervention, at: tuple[int, int], n: str) -> Procedure[None]:
    """`smoke hex number`: lay smoke 1 or 2, or take it away with 0 (V11)."""
    _require_on_map(game.state, at)
    hex_ = Hex(*at)
    if int(n):
        yield from announce_umpire_act(game, order, SmokePut(hex_, int(n)))
        return
    _require(bool(game.state.smoke_at(hex_)), "no-smoke")
    yield from announce_umpire_act(game, order, SmokeLifted(hex_))


def _lay_position(
    game: ValorGame, order: Intervention, side: str, kind: str, at: tuple[int, int]
) -> Procedure[None]:
    """`position side kind hex`: lay a position, or take the one there away with `none` (V19)."""
    _require_on_map(game.state, at)
    state, hex_ = game.state, Hex(*at)
    there = state.works.get(hex_)
    if kind == NO_WORK:
        if there is None:
            _refuse("no-position")
        yield from announce_umpire_act(game, order, WorkRemoved(hex_))
        return
    type_ = state.book.works[kind]
    if there is not None or not state.book.ground.takes(type_, state.field.ground(hex_)):
        _refuse("no-site", kind=kind)
    inside = [state.type_of(unit) for unit in state.units_at(hex_)]
    facing = 0 if type_.arc else None
    id_, hidden = (
        new_position_id(state, kind),
        state.book.choices.hidden_mines and kind == MINEFIELD,
    )
    if not type_.has_room(inside):
        _refuse("no-site", kind=kind)
    yield from announce_umpire_act(game, order, WorkLaid(id_, kind, side, hex_, facing, hidden))


def new_position_id(state: State, kind: str) -> str:
    """An id nothing has yet."""
    known = {work.id for work in state.works.values()} | {plan.id for plan in state.plans}
    return next(id_ for n in range(1, 10_000) if (id_ := f"{kind}-{n}") not in known)


def _mission(game: ValorGame, order: Intervention, side: str, mission: str) -> Procedure[None]:
    """`mission side kind`: a side has one support mission more (V18.1)."""
    yield from announce_umpire_act(game, order, MissionGranted(side, mission))


def _phase(game: ValorGame, order: Intervention, side: str, phase: str) -> Procedure[None]:
    """`phase side phase`: begin a phase of a side's segment in this turn, or the same again."""
    if game.state.turn == 0:
        _refuse("no-phase-yet")
    yield from announce_umpire_act(game, order)
    fire_lanes.lift(game)
    if side != game.state.active:
        game.emit(SegmentBegan(side))
    turn_sequence.begin_phase(game, Phase(phase))


ORDERS: Mapping[str, UmpireActionKind] = {
    "move": UmpireActionKind((UNIT, TO), _move),
    "face": UmpireActionKind((UNIT, ActionParameter("facing", "facing")), _face),
    "add": UmpireActionKind((ID, SIDE, TYPE, TO), _add),
    "remove": UmpireActionKind((UNIT,), _remove),
    "pin": UmpireActionKind((UNIT,), _pin),
    "rally": UmpireActionKind((UNIT,), _rally),
    "reduce": UmpireActionKind((UNIT,), _reduce),
    "restore": UmpireActionKind((UNIT,), _restore),
    "mark": UmpireActionKind((UNIT, MARK), _mark),
    "clear": UmpireActionKind((UNIT, MARK), _clear),
    "valor": UmpireActionKind((UNIT,), _valor),
    "immobilise": UmpireActionKind((UNIT,), _immobilise),
    "give": UmpireActionKind((ActionParameter("weapon", "word"), UNIT), _give),
    "smoke": UmpireActionKind((TO, ActionParameter("amount", "word", AMOUNTS)), _smoke),
    "position": UmpireActionKind((SIDE, ActionParameter("position", "word"), TO), _lay_position),
    "mission": UmpireActionKind((SIDE, ActionParameter("mission", "word", MISSIONS)), _mission),
    "phase": UmpireActionKind((SIDE, ActionParameter("phase", "word", PHASES)), _phase),
}


# --- checks --------------------------------------------------------------------------------------


def _require_on_map(state: State, at: tuple[int, int]) -> None:
    if not state.field.is_on(Hex(*at)):
        _refuse("off-map")


def _require_room(state: State, unit: str, to: Hex) -> None:
    """Refuse a hex where a unit may not be, or has no room (V6.11, V10, V19.5)."""
    found = state.units[unit]
    if found.inside:
        _refuse("is-aboard", unit=unit)
    stands = state.field.is_on(to) and state.field.may_stand(
        state.type_of(found).movement_class, to
    )
    if not stands or unit_lookups.has_enemies_at(state, to, found.side):
        _refuse("no-standing", unit=unit)
    if not unit_lookups.fits_in_hex(state, to, found.side, [found]):
        _refuse("no-standing", unit=unit)


def _is_known(state: State, unit: str) -> bool:
    known: list[Any] = [*state.units.values(), *state.weapons.values(), *state.lost]
    known += [*state.exited, *state.removed, *state.reserves]
    return any(entry.id == unit for entry in known)


def _words(state: State) -> Words:
    return {
        "type": tuple(state.book.units),
        "side": state.sides,
        "position": (*state.book.works, NO_WORK),
        "weapon": tuple(state.weapons),
    }


ACTIONS = UmpireOrders(REFUSALS, ORDERS, _words, _is_known)
umpire_acts, intervene = ACTIONS.acts, ACTIONS.intervene
