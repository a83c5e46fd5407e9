"""Transport (V8): what fits aboard, loading and unloading."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from engine.games.valor import unit_lookups
from engine.games.valor.data.piece_types import UnitType
from engine.games.valor.events import Loaded, Unloaded
from engine.games.valor.set_up import Face
from engine.games.valor.state import State, Unit, ValorGame
from engine.hexes.hex import Hex
from engine.play.decisions import Decision, Procedure, ask

SPACES = {"": 0, "TH": 1, "T1": 2, "T2": 4}
"""Half squads a transport class carries; a squad counts two (V8.1)."""
LEADERS = {"": 0, "TH": 1, "T1": 1, "T2": 2}
LIGHTEST = 1  # the MP of guns that a small tow can pull (V8.1)


@dataclass(frozen=True, slots=True)
class LoadNext(Decision[State, str | None]):
    """The next unit to board, or gun to hook up; None for no more (V8.2)."""

    carrier: str
    able: tuple[str, ...]
    is_first: bool

    def options(self, state: State) -> list[str | None]:
        return [*self.able] if self.is_first else [*self.able, None]


@dataclass(frozen=True, slots=True)
class UnloadNext(Decision[State, str | None]):
    """The next unit to get off, or gun to unhook; None for no more (V8.2)."""

    carrier: str
    able: tuple[str, ...]
    is_first: bool

    def options(self, state: State) -> list[str | None]:
        return [*self.able] if self.is_first else [*self.able, None]


@dataclass(frozen=True, slots=True)
class StepAside(Decision[State, Hex]):
    """Into which hex next door a unit gets off where its carrier's is full (V8.3)."""

    unit: str
    hexes: tuple[Hex, ...]

    def options(self, state: State) -> list[Hex]:
        return [*self.hexes]


# --- what fits aboard (V8.1) ----------------------------------------------------------------------


def can_carry(carrier: UnitType, cargo: Iterable[UnitType]) -> bool:
    """Return whether a carrier takes a cargo: squads, leaders, a gun in tow (V8.1)."""
    taken = list(cargo)
    guns = [type_ for type_ in taken if type_.is_gun]
    infantry = [type_ for type_ in taken if type_.is_infantry]
    if len(guns) + len(infantry) < len(taken) or not _tows(carrier, guns):
        return False
    leaders = sum(type_.is_leader for type_ in infantry)
    spaces = sum(2 if type_.is_squad else 1 for type_ in infantry if not type_.is_leader)
    return leaders <= LEADERS[carrier.transport] and spaces <= SPACES[carrier.transport]


def _tows(carrier: UnitType, guns: list[UnitType]) -> bool:
    if not guns:
        return True
    if len(guns) > 1 or not carrier.tows:
        return False
    return carrier.tows == "gun" or guns[0].mp >= LIGHTEST


def has_room(state: State, carrier: Unit, more: Unit) -> bool:
    """Return whether a unit still fits aboard a carrier."""
    aboard = [state.type_of(unit) for unit in state.cargo_of(carrier.id)]
    return can_carry(state.type_of(carrier), [*aboard, state.type_of(more)])


# --- loading (V8.2, V8.3) -------------------------------------------------------------------------


def may_load(unit: Unit) -> bool:
    """Return whether a unit may board: not pinned, moved, fired or loaded (V8.2, V8.3)."""
    return not (unit.pinned or unit.moved or unit.fired or unit.loaded_now or unit.inside)


def may_carrier_load(state: State, carrier: Unit) -> bool:
    """Return whether a carrier may load or unload: once a turn (V8.2)."""
    able = not (carrier.pinned or carrier.loaded_now)
    return able and state.type_of(carrier).is_carrier


def units_able_to_board(state: State, carrier: Unit) -> tuple[str, ...]:
    """The units in a carrier's hex that may board it."""
    if not (state.type_of(carrier).is_carrier or state.type_of(carrier).tows):
        return ()
    return tuple(
        unit.id
        for unit in state.units_at(carrier.at)
        if unit.id != carrier.id
        and unit.side == carrier.side
        and may_load(unit)
        and (state.type_of(unit).is_infantry or state.type_of(unit).is_gun)
        and has_room(state, carrier, unit)
    )


def load(game: ValorGame, carrier: str) -> Procedure[None]:
    """Units of the hex board a carrier, as many as its side wants and fit (V8.2)."""
    is_first = True
    while able := units_able_to_board(game.state, game.state.units[carrier]):
        side = game.state.units[carrier].side
        if is_first and len(able) == 1:
            unit: str | None = able[0]
        else:
            unit = yield from ask(LoadNext(side, carrier, able, is_first))
        if unit is None:
            return
        game.emit(Loaded(unit, carrier))
        is_first = False


# --- unloading (V8.2, V8.3) -----------------------------------------------------------------------


def units_able_to_unload(state: State, carrier: Unit) -> tuple[str, ...]:
    """The cargo of a carrier that may get off: not pinned, not aboard only now, with room."""
    return tuple(
        unit.id
        for unit in state.cargo_of(carrier.id)
        if not (unit.pinned or unit.loaded_now) and unloading_hexes(state, unit)
    )


def unloading_hexes(state: State, unit: Unit) -> tuple[Hex, ...]:
    """Return hexes to get off in: the carrier's, or adjacent if it is full (V8.3)."""
    if unit_lookups.fits_in_hex(state, unit.at, unit.side, [unit]) and _may_stand(
        state, unit, unit.at
    ):
        return (unit.at,)
    ways = state.field.steps_from(state.type_of(unit).movement_class, unit.at)
    return tuple(
        way.to
        for way in ways
        if not unit_lookups.has_enemies_at(state, way.to, unit.side)
        and unit_lookups.fits_in_hex(state, way.to, unit.side, [unit])
    )


def _may_stand(state: State, unit: Unit, hex_: Hex) -> bool:
    return state.field.may_stand(state.type_of(unit).movement_class, hex_)


def unload(game: ValorGame, carrier: str) -> Procedure[None]:
    """Cargo gets off, as much as its side wants and has room (V8.2)."""
    is_first = True
    while able := units_able_to_unload(game.state, game.state.units[carrier]):
        side = game.state.units[carrier].side
        if is_first and len(able) == 1:
            unit: str | None = able[0]
        else:
            unit = yield from ask(UnloadNext(side, carrier, able, is_first))
        if unit is None:
            return
        yield from _set_down(game, carrier, unit)
        is_first = False


def _set_down(game: ValorGame, carrier: str, unit: str) -> Procedure[None]:
    """A unit gets off into a hex and, a gun, faces as its side says."""
    state = game.state
    side, hexes = state.units[unit].side, unloading_hexes(state, state.units[unit])
    at = hexes[0]
    if len(hexes) > 1:
        at = yield from ask(StepAside(side, unit, hexes))
    facing = None
    if game.state.type_of(game.state.units[unit]).is_vehicle_unit:
        facing = yield from ask(Face(side, unit, at))
    game.emit(Unloaded(unit, carrier, at, facing))


def makes_room(state: State, carrier: Unit) -> bool:
    """Return whether a carrier in a full hex can make room by loading (V8.4)."""
    if not may_carrier_load(state, carrier) or unit_lookups.fits_in_hex(
        state, carrier.at, carrier.side, [carrier]
    ):
        return False
    stay = {unit.id: unit for unit in state.units_at(carrier.at)}
    aboard = [state.type_of(unit) for unit in state.cargo_of(carrier.id)]
    for unit in units_able_to_board(state, carrier):
        more = [*aboard, state.type_of(stay[unit])]
        if can_carry(state.type_of(carrier), more):
            aboard, stay = more, {id_: each for id_, each in stay.items() if id_ != unit}
    types = [state.type_of(unit) for unit in stay.values()]
    work = state.works.get(carrier.at)
    if work is not None and not work.hidden and not state.work_type(work).has_room(types):
        return False
    return unit_lookups.is_within_stacking_limit(types, state.book.choices.stacking)


def make_room(game: ValorGame, carrier: str) -> Procedure[None]:
    """A carrier that stops in a full hex loads until all fit (V8.4)."""
    if not makes_room(game.state, game.state.units[carrier]):
        return
    while is_crowded(game.state, carrier):
        able = units_able_to_board(game.state, game.state.units[carrier])
        if not able:
            return
        unit: str | None = able[0]
        if len(able) > 1:
            side = game.state.units[carrier].side
            unit = yield from ask(LoadNext(side, carrier, able, True))
        assert unit is not None
        game.emit(Loaded(unit, carrier))


def is_crowded(state: State, carrier: str) -> bool:
    """Return whether a carrier's hex is over its limit."""
    unit = state.units[carrier]
    return not unit_lookups.fits_in_hex(state, unit.at, unit.side, ())
