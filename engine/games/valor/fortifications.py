"""Positions (V19): fortifications, entrenchments, mines and wire, and what they do."""

from __future__ import annotations

from collections.abc import Sequence

from engine.games.valor import unit_lookups, unit_losses
from engine.games.valor.data.piece_types import UnitType, WorkType
from engine.games.valor.state import State, Unit, ValorGame
from engine.games.valor.support_events import MineRolled, MinesFound, WireCleared
from engine.hexes.hex import Hex
from engine.play.decisions import Procedure, roll_one

MINEFIELD, WIRE = "minefield", "wire"
DEADLY = 3  # the highest face of a mine's die that eliminates (V19.8)


def position_type_at(state: State, hex_: Hex) -> WorkType | None:
    """Return the type of the position in a hex; None without one."""
    work = state.works.get(hex_)
    return None if work is None else state.work_type(work)


# --- cover (V19.3) -------------------------------------------------------------------------------


def hex_cover(state: State, hex_: Hex, units: Sequence[Unit] = ()) -> int:
    """Return the modifier of a hex to attacks on units in it.

    A fortification's cover takes the place of the ground's, an entrenchment's adds to it (V19.3);
    vehicles that only pass the hex are not in the position (V19.5).
    """
    work, ground = position_type_at(state, hex_), state.field.cover(hex_)
    if work is None or not work.is_shelter:
        return ground
    if any(not can_shelter(work, state.type_of(unit)) for unit in units):
        return ground
    return ground + work.cover if work.adds else work.cover


def cover_without_line(state: State, hex_: Hex, units: Sequence[Unit] = ()) -> int:
    """Return the cover of a hex where no line of sight counts: against shells, in assaults.

    What only hinders lines, an orchard, covers there by choice (V10.8).
    """
    cover = hex_cover(state, hex_, units)
    work = position_type_at(state, hex_)
    is_replaced = work is not None and work.is_shelter and not work.adds
    if is_replaced or not state.book.choices.orchard_cover or state.field.is_bridge(hex_):
        return cover
    return cover + state.book.ground.hinders.get(state.field.ground(hex_), 0)


def can_shelter(work: WorkType, type_: UnitType) -> bool:
    """Return whether a position may hold a kind of unit: infantry, often also guns."""
    return type_.is_infantry or (type_.is_gun and work.holds != "infantry")


# --- moving in (V19.4, V19.8, V19.9) -------------------------------------------------------------


def entry_cost(state: State, hex_: Hex) -> int:
    """MP added by the position entered; mines and wire add none (V19.4)."""
    work = position_type_at(state, hex_)
    return 0 if work is None else work.entry


def stops_movement(state: State, hex_: Hex, unit: str) -> bool:
    """Return whether wire stops a unit that enters a hex: infantry (V19.9)."""
    return is_wire(state, hex_) and state.type_of(state.units[unit]).is_infantry


def bars_entry(state: State, hex_: Hex, unit: str) -> bool:
    """Return whether wire keeps a unit out: unarmoured vehicles and guns (V19.9)."""
    return is_wire(state, hex_) and state.type_of(state.units[unit]).is_soft


def is_wire(state: State, hex_: Hex) -> bool:
    """Return whether wire lies in a hex."""
    work = state.works.get(hex_)
    return work is not None and work.kind == WIRE


def roll_for_mines(game: ValorGame, movers: tuple[str, ...]) -> Procedure[None]:
    """A die for each unit that enters a minefield, an AFV too; hidden mines show (V19.8, V19.14).

    Cargo enters with its carrier and shares its fate.
    """
    for unit in movers:
        if unit not in game.state.units:
            continue
        at = game.state.units[unit].at
        work = game.state.works.get(at)
        if work is None or work.kind != MINEFIELD:
            continue
        if work.hidden:
            game.emit(MinesFound(work.id, at))
        die = yield from roll_one("mine")
        result = "eliminated" if die <= DEADLY else "passed"
        game.emit(MineRolled(unit, at, die, result))
        if die <= DEADLY:
            unit_losses.eliminate(game, unit, "mines")


# --- clearing wire (V19.9) -----------------------------------------------------------------------


def satchel_charge_of(state: State, side: str) -> str:
    """A satchel charge in a side's store; empty without one (V12.5)."""
    kinds = (id_ for id_, type_ in state.book.weapons.items() if type_.kind == "charge")
    return next((kind for kind in kinds if state.count_in_stock(side, kind)), "")


def wire_in_reach(state: State, unit: Unit) -> list[Hex]:
    """The wire hexes next to a unit that may clear them with a satchel in its fire phase (V19.9).

    Infantry on foot, able to attack, of a side that has a charge.
    """
    able = state.type_of(unit).is_infantry and not unit.inside and unit_lookups.may_attack(unit)
    if not state.works or not able or not satchel_charge_of(state, unit.side):
        return []
    near = state.field.board.grid.neighbours(unit.at)
    return [hex_ for hex_ in near if is_wire(state, hex_)]


def blow_up(game: ValorGame, unit: str, at: Hex) -> Procedure[None]:
    """A satchel charge takes the wire of a hex away; the unit is Fire-marked (V19.9)."""
    charge = satchel_charge_of(game.state, game.state.units[unit].side)
    game.emit(WireCleared(unit, charge, at))
    yield from ()
