"""Smoke (V11): before a move, from mortars and guns, thinning."""

from __future__ import annotations

from dataclasses import dataclass

from engine.games.valor import facing, targeting, unit_firepower, unit_lookups
from engine.games.valor.state import State, Unit, ValorGame
from engine.games.valor.support_events import SmokeLaid, SmokeThinned
from engine.hexes.hex import Hex
from engine.play.decisions import Decision, Procedure, ask

STOCK = "smoke"
GRENADE, SHELL = 1, 2
"""The number of smoke laid by hand and by guns, mortars and barrages; its cost in factors too."""


@dataclass(frozen=True, slots=True)
class LaySmoke(Decision[State, Hex | None]):
    """The hex where infantry about to move lays smoke; None for none (V11.3)."""

    unit: str

    def options(self, state: State) -> list[Hex | None]:
        return [*hand_smoke_hexes(state, state.units[self.unit]), None]


# --- before a move (V11.3) -----------------------------------------------------------------------


def offer_hand_smoke(game: ValorGame, movers: tuple[str, ...]) -> Procedure[None]:
    """Infantry about to move may lay smoke 1 in its own or an adjacent hex, each once a turn."""
    for mover in movers:
        unit = game.state.units[mover]
        if unit.smoked or not may_lay_by_hand(game.state, unit):
            continue
        at = yield from ask(LaySmoke(unit.side, mover))
        if at is None:
            return
        game.emit(SmokeLaid(unit.side, mover, at, GRENADE, GRENADE, "infantry"))


def may_lay_by_hand(state: State, unit: Unit) -> bool:
    """Return whether a unit may lay smoke before it moves (V11.1, V11.3)."""
    able = state.type_of(unit).is_infantry and not unit.inside and not unit.pinned
    return (
        able and state.count_in_stock(unit.side, STOCK) >= GRENADE and _has_clear_hex(state, unit)
    )


def _has_clear_hex(state: State, unit: Unit) -> bool:
    """True if there is a hex without smoke within reach of a hand: nearly always its own."""
    return not state.smoke_at(unit.at) or bool(hand_smoke_hexes(state, unit))


def hand_smoke_hexes(state: State, unit: Unit) -> list[Hex]:
    """The hexes without smoke that are within reach of a hand (V11.1, V11.3)."""
    near = [unit.at, *state.field.board.grid.neighbours(unit.at)]
    return [hex_ for hex_ in near if not state.smoke_at(hex_)]


# --- instead of fire (V11.4) ---------------------------------------------------------------------


def smoke_targets(state: State, unit: Unit) -> list[Hex]:
    """Return hexes where a gun or mortar may lay smoke instead of firing (V11.1, V11.4).

    Arcs, sight and ranges are those of fire; a mortar's target may be spotted (V12.11, V12.12).
    """
    if (
        not unit_lookups.may_attack(unit)
        or unit.inside
        or state.count_in_stock(unit.side, STOCK) < SHELL
    ):
        return []
    clear = (hex_ for hex_ in state.field.board.hexes if not state.smoke_at(hex_))
    type_ = state.type_of(unit)
    if type_.is_infantry:
        if not state.burden(unit.id).has_mortar or not unit_firepower.may_use_mortar(state, unit):
            return []
        return [hex_ for hex_ in clear if _mortar_reaches(state, unit, hex_)]
    return [hex_ for hex_ in clear if type_.has_main_gun and _gun_reaches(state, unit, hex_)]


def _gun_reaches(state: State, unit: Unit, at: Hex) -> bool:
    """A gun lays smoke where it could fire: in sight, in its arc unless turreted (V11.4)."""
    if at == unit.at or state.seeing.sight_modifier(unit.at, at) is None:
        return False
    aimed = state.type_of(unit).turret or facing.is_in_unit_arc(state, unit, at)
    return aimed and targeting.fires_out(state, unit, at)


def _mortar_reaches(state: State, unit: Unit, at: Hex) -> bool:
    """A mortar lays it within its ranges where it or a spotter sees (V12.11, V12.12)."""
    if unit_firepower.mortar_share(state, unit, at) is None:
        return False
    return targeting.is_spotted(state, unit.side, at)


def fire_smoke(game: ValorGame, firer: str, at: Hex) -> Procedure[None]:
    """A gun or mortar lays smoke 2, without a roll, and is Fire-marked (V11.4)."""
    game.emit(SmokeLaid(game.state.units[firer].side, firer, at, SHELL, SHELL, "shell"))
    yield from ()


# --- thinning (V5.21) ----------------------------------------------------------------------------


def thin(game: ValorGame) -> None:
    """Smoke 1 goes, smoke 2 becomes 1, everywhere (V5.21)."""
    smoke = game.state.smoke
    if smoke:
        gone = tuple(sorted(at for at, amount in smoke.items() if amount <= 1))
        thinner = tuple(sorted(at for at, amount in smoke.items() if amount > 1))
        game.emit(SmokeThinned(gone, thinner))
