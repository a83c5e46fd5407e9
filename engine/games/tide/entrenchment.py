"""Digging in: an entrenchment where an engineer, or two squads together, spend an action (SP6)."""

from __future__ import annotations

from engine.games.tide import unit_lookups
from engine.games.tide.data.piece_types import ENTRENCHMENT
from engine.games.tide.events import Fatigued, WorkLaid
from engine.games.tide.state import State, TideGame, Unit
from engine.hexes.hex import Hex

DIG = "dig"


def may_dig(state: State, unit: Unit) -> bool:
    """Return whether a squad may dig: an engineer, or with another of its hex (SP6)."""
    if not _has_hands(unit) or not unit_lookups.can_hold_work(state, unit.at, ENTRENCHMENT):
        return False
    return unit.token == unit_lookups.ENGINEER or bool(digging_partners(state, unit))


def digging_partners(state: State, unit: Unit) -> list[Unit]:
    """Return the squads that may dig with one that lacks an engineer (SP6)."""
    if unit.token == unit_lookups.ENGINEER:
        return []
    return [other for other in state.units_at(unit.at) if other.id != unit.id and _has_hands(other)]


def _has_hands(unit: Unit) -> bool:
    return unit.is_squad and unit.is_fresh and unit.is_steady and not unit.inside


def dig(game: TideGame, unit: str, partner: str = "") -> None:
    """An entrenchment is dug; both who dug have acted (SP6)."""
    here = game.state.units[unit]
    name = new_work_id(game.state, ENTRENCHMENT, here.at)
    game.emit(WorkLaid(name, ENTRENCHMENT, here.side, here.at, DIG))
    if partner:
        game.emit(Fatigued((partner,), DIG))


def new_work_id(state: State, kind: str, at: Hex) -> str:
    """An id for a work that is laid during the game."""
    stem = f"{kind}-{state.field.label(at)}"
    names = (stem if count == 1 else f"{stem}-{count}" for count in range(1, len(state.works) + 2))
    return next(name for name in names if name not in state.works)
