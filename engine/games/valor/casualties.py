"""Casualty points and how their owner spends them, deed by deed (V14.5-V14.13)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from engine.games.valor import anti_tank, facing, unit_losses
from engine.games.valor.casualty_points import (
    CasualtyAssignment,
    CasualtyBearer,
    CasualtyPayment,
    Deed,
    apply_payment,
    are_all_eliminated,
    payment_options,
)
from engine.games.valor.combat_events import CasualtyTaken, ImmobilisationRolled, SurvivalRolled
from engine.games.valor.state import Phase, State, Unit, ValorGame
from engine.games.valor.unit_lookups import fits_in_hex
from engine.hexes.hex import Hex
from engine.play.decisions import Decision, Procedure, ask, roll_one

FIRE = "fire"  # the cause of losses by casualty points


@dataclass(frozen=True, slots=True)
class Casualties(Decision[State, Deed]):
    """The owner's use of the next casualty points of a target (V14.5)."""

    at: Hex
    left: int
    toll: CasualtyAssignment
    cause: str

    def options(self, state: State) -> list[Deed]:
        return payment_options(self.toll)


# --- who suffers ----------------------------------------------------------------------------------


def attacked_units_at(
    state: State, at: Hex, side: str, units: Iterable[str] | None = None
) -> list[Unit]:
    """The units of a side that an AP attack on a hex is at (V14.1, V14.11).

    Infantry, unarmoured vehicles and guns, and the passengers of unarmoured vehicles. `units` are
    the only ones that are attacked, as movers are by opportunity fire; their cargo is with them.
    """
    here = [unit for unit in state.units_at(at) if unit.side == side]
    if units is not None:
        wanted = frozenset(units)
        here = [unit for unit in here if unit.id in wanted]
    soft = [unit for unit in here if not state.type_of(unit).is_afv]
    riders = (each for unit in soft for each in riders_of(state, unit))
    return [*soft, *riders]


def riders_of(state: State, carrier: Unit) -> list[Unit]:
    """The infantry in a carrier: a gun it tows pays nothing (V14.11)."""
    if not state.type_of(carrier).is_carrier:
        return []
    return [unit for unit in state.cargo_of(carrier.id) if state.type_of(unit).is_infantry]


def casualty_candidates(
    state: State, units: Sequence[Unit], start: Hex | None = None
) -> tuple[CasualtyBearer, ...]:
    """The units of a hex as they may pay for an attack from a hex, if it comes from one."""
    return tuple(_victim(state, unit, start) for unit in units)


def _victim(state: State, unit: Unit, start: Hex | None) -> CasualtyBearer:
    type_ = state.type_of(unit)
    half = state.book.units[type_.half].cr if type_.half else 0
    spares = int(unit.valor or is_shielded(state, unit, start))
    crowded = state.phase is Phase.MOVEMENT and unit.moved and is_crowded(state, unit)
    return CasualtyBearer(
        unit.id, type_.cr, half, unit.pinned, type_.is_soft, type_.is_afv, spares, unit.inside,
        is_crowded=crowded,
    )  # fmt: skip


def is_shielded(state: State, unit: Unit, start: Hex | None) -> bool:
    """A gun's shield serves against attacks from inside its arc, while it does not move (V13.5)."""
    if start is None or unit.facing is None or not state.type_of(unit).shield:
        return False
    moves = state.phase is Phase.MOVEMENT and unit.moved
    return not (moves or unit.inside) and facing.is_in_unit_arc(state, unit, start)


def is_crowded(state: State, unit: Unit) -> bool:
    """Return whether a mover would exceed the limit if it stopped here (V6.15)."""
    return not unit.inside and not fits_in_hex(state, unit.at, unit.side, [unit])


# --- spending -------------------------------------------------------------------------------------


def spend_casualty_points(
    game: ValorGame, units: Sequence[Unit], points: int, start: Hex | None, cause: str = FIRE
) -> Procedure[None]:
    """The owner of some units of one hex meets casualty points with them (V14.5-V14.13)."""
    if not units or points <= 0:
        return
    at = units[0].at
    may_pin_early = game.state.book.choices.pins == "any_time"
    victims = casualty_candidates(game.state, units, start)
    toll = CasualtyAssignment(points, victims, may_pin_early=may_pin_early)
    while toll.left > 0 and toll.victims:
        if are_all_eliminated(toll):
            yield from _overwhelm(game, toll, cause)
            return
        found = payment_options(toll)
        if not found:
            return
        deed = found[0]
        if len(found) > 1:
            side = game.state.units[deed.unit].side
            deed = yield from ask(Casualties(side, at, toll.left, toll, cause))
        is_lost = yield from _do(game, toll, deed, cause)
        toll = _still_there(game.state, apply_payment(toll, deed, is_lost))


def _still_there(state: State, toll: CasualtyAssignment) -> CasualtyAssignment:
    """A toll without who is gone in the meantime, as the cargo of an abandoned AFV."""
    left = tuple(victim for victim in toll.victims if victim.unit in state.units)
    return toll if len(left) == len(toll.victims) else toll._replace(victims=left)


def _do(game: ValorGame, toll: CasualtyAssignment, deed: Deed, cause: str) -> Procedure[bool]:
    """A deed is done; whether a survival die failed (V14.10)."""
    unit = deed.unit
    side, left = game.state.units[unit].side, max(0, toll.left - deed.points)
    game.emit(CasualtyTaken(side, unit, deed.pays, deed.points, left))
    match deed.pays:
        case CasualtyPayment.PIN if toll.bearer_of(unit).is_crowded:
            unit_losses.eliminate(game, unit, "crowded")
        case CasualtyPayment.PIN:
            unit_losses.pin(game, unit, cause)
        case CasualtyPayment.REDUCE:
            unit_losses.reduce(game, unit, cause)
        case CasualtyPayment.ELIMINATE:
            unit_losses.eliminate(game, unit, cause)
        case CasualtyPayment.SURVIVE:
            return (yield from _survive(game, unit, toll.bearer_of(unit), cause))
        case CasualtyPayment.IMMOBILISE:
            yield from shake_vehicle(game, unit, deed.points)
    return False


def _survive(game: ValorGame, unit: str, victim: CasualtyBearer, cause: str) -> Procedure[bool]:
    """The survival die of a vehicle or gun: up to its CR it is pinned, else lost (V14.10)."""
    die = yield from roll_one("survival")
    survives = die <= victim.cr
    game.emit(SurvivalRolled(unit, victim.cr, die, "survived" if survives else "lost"))
    if not survives or victim.is_crowded:
        unit_losses.eliminate(game, unit, cause if not survives else "crowded")
        return True
    unit_losses.pin(game, unit, cause)
    return False


def _overwhelm(game: ValorGame, toll: CasualtyAssignment, cause: str) -> Procedure[None]:
    """More points than all can absorb: all are eliminated, AFVs immobile (V14.12, V15.8)."""
    for victim in toll.victims:
        if victim.is_done or victim.unit not in game.state.units:
            continue
        if victim.is_armour:
            yield from shake_vehicle(game, victim.unit, victim.payable_points)
        else:
            unit_losses.eliminate(game, victim.unit, cause)


def shake_vehicle(game: ValorGame, unit: str, points: int) -> Procedure[None]:
    """An AFV's die after a failed assault: up to its points it is immobile; 3 need none (V15.8)."""
    die = 0
    if points < ALWAYS:
        die = yield from roll_one("immobilisation")
    stopped = die <= points
    game.emit(ImmobilisationRolled(unit, points, die, "immobilised" if stopped else "unhurt"))
    if stopped:
        unit_losses.immobilise(game, unit, "assault")
        yield from anti_tank.abandon(game, unit)


ALWAYS = 3
