"""The advance and assault phase: advances, assaults and turns in any order (V5.15-V5.19)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from engine.games.shared_events import DONE, StageBegan
from engine.games.valor import close_assault, fortifications, snipers, victory
from engine.games.valor.combat_events import AdvanceMade, TurnedInPlace
from engine.games.valor.data.piece_types import MovementClass
from engine.games.valor.game_board import HexStep
from engine.games.valor.state import State, Unit, ValorGame
from engine.games.valor.unit_lookups import fits_in_hex, has_enemies_at, is_empty
from engine.hexes.hex import SIDES, Hex
from engine.play.decisions import Decision, Procedure, ask


class AdvanceManner(StrEnum):
    """Actions of a unit in this phase."""

    ADVANCE = "advance"
    ASSAULT = "assault"
    TURN = "turn"


class Onward(NamedTuple):
    """A unit's advance, assault or turn."""

    manner: AdvanceManner
    hex: Hex
    facing: int | None = None


@dataclass(frozen=True, slots=True)
class Advance(Decision[State, str | None]):
    """The next unit to advance, assault or turn; None ends the phase (V5.15)."""

    able: tuple[str, ...]

    def options(self, state: State) -> list[str | None]:
        return [*self.able, None]


@dataclass(frozen=True, slots=True)
class AdvanceTo(Decision[State, Onward | None]):
    """A unit's action: one hex on, an assault, a turn; None for none (V5.16-V5.18)."""

    unit: str

    def options(self, state: State) -> list[Onward | None]:
        return [*advance_options(state, state.units[self.unit]), None]


def advance_activity(game: ValorGame) -> Procedure[None]:
    """One advance, assault or turn of the active side (V5.15)."""
    state = game.state
    able = tuple(
        unit.id
        for unit in state.units_of(state.active)
        if next(advance_options(state, unit), None) is not None
    )
    unit = None
    if able:
        unit = yield from ask(Advance(state.active, able))
    if unit is None:
        game.emit(StageBegan(DONE))
        return
    chosen = yield from ask(AdvanceTo(state.active, unit))
    if chosen is not None:
        yield from carry_out(game, unit, chosen)
        victory.claim_objectives(game)


def carry_out(game: ValorGame, unit: str, chosen: Onward) -> Procedure[None]:
    """A unit advances, assaults or turns."""
    match chosen.manner:
        case AdvanceManner.ASSAULT:
            yield from close_assault.assault_hex(game, unit, chosen.hex)
        case AdvanceManner.TURN:
            assert chosen.facing is not None
            game.emit(TurnedInPlace(unit, chosen.facing))
        case AdvanceManner.ADVANCE:
            game.emit(AdvanceMade(unit, chosen.hex, chosen.facing))
            snipers.trample(game, (unit,))
            yield from fortifications.roll_for_mines(game, (unit,))


# --- what a unit may do ---------------------------------------------------------------------------


def advance_options(state: State, unit: Unit) -> Iterator[Onward]:
    """All a unit may do in this phase."""
    if unit.pinned or unit.advanced or unit.assaulted or unit.inside:
        return
    if state.type_of(unit).is_infantry:
        yield from _on_foot(state, unit)
        return
    if unit.immobile:
        return
    if state.book.choices.advance == "any":
        yield from _driving(state, unit)
    assert unit.facing is not None
    for turn in (1, -1):
        yield Onward(AdvanceManner.TURN, unit.at, (unit.facing + turn) % SIDES)


def _on_foot(state: State, unit: Unit) -> Iterator[Onward]:
    """One hex whatever its cost, or an assault on an adjacent one (V5.16, V5.17)."""
    side = unit.side
    for way in state.field.steps_by_direction(MovementClass.INFANTRY, unit.at):
        if way is None:
            continue
        if has_enemies_at(state, way.to, side):
            if close_assault.may_assault(state, unit):
                yield Onward(AdvanceManner.ASSAULT, way.to)
        elif may_advance(state, unit, way):
            yield Onward(AdvanceManner.ADVANCE, way.to)


def may_advance(state: State, unit: Unit, way: HexStep) -> bool:
    """Not where it may not enter, not into enemies, not beyond stacking (V5.16)."""
    to = way.to
    if is_empty(state, to):
        return True
    if has_enemies_at(state, to, unit.side) or fortifications.bars_entry(state, to, unit.id):
        return False
    return fits_in_hex(state, to, unit.side, [unit])


def _driving(state: State, unit: Unit) -> Iterator[Onward]:
    """A vehicle advances ahead or back, a gun that has MP any way; then a hexside (V7.7)."""
    type_ = state.type_of(unit)
    assert unit.facing is not None
    if not type_.mp:
        return
    straight = (unit.facing, (unit.facing + 3) % SIDES)
    for way in state.field.steps_from(type_.movement_class, unit.at):
        if (type_.is_gun or way.direction in straight) and may_advance(state, unit, way):
            for turn in (0, 1, -1):
                yield Onward(AdvanceManner.ADVANCE, way.to, (unit.facing + turn) % SIDES)
