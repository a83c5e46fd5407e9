"""Snipers (V20): one per side, off the map until an enemy roll brings them on."""

from __future__ import annotations

from dataclasses import dataclass

from engine.games.shared_events import DONE, StageBegan
from engine.games.valor import casualties, fortifications, unit_lookups
from engine.games.valor.state import State, Unit, ValorGame
from engine.games.valor.support_events import (
    SniperFired,
    SniperPlaced,
    SniperSought,
    SniperTrampled,
    SniperWithdrawn,
)
from engine.hexes.hex import Hex, disc, distance
from engine.play.decisions import Decision, Procedure, ask, roll_one

RANGE = 6
SNIPER = "sniper"


@dataclass(frozen=True, slots=True)
class SniperHex(Decision[State, Hex]):
    """The hex of a side's sniper, near the attackers in a hex (V20.2)."""

    at: Hex

    def options(self, state: State) -> list[Hex]:
        return sniper_hexes(state, self.side, self.at)


@dataclass(frozen=True, slots=True)
class WithdrawSniper(Decision[State, str | None]):
    """The choice to take a sniper off the map; None lets it stay (V20.6)."""

    at: Hex

    def options(self, state: State) -> list[str | None]:
        return ["withdraw", None]


# --- called by luck (V20.2, V20.3) ---------------------------------------------------------------


def activate(game: ValorGame, side: str, firers: tuple[str, ...]) -> Procedure[None]:
    """After a natural 12 by enemy infantry a side's sniper, if off the map, attacks it at once.

    `firers` are the infantry of an AP attack or of an AT roll to hit; nothing where no hex will do.
    """
    infantry = sniper_targets(game.state, firers)
    if not infantry or not has_sniper_in_reserve(game.state, side):
        return
    at = game.state.units[infantry[0]].at
    hexes = sniper_hexes(game.state, side, at)
    if not hexes:
        return
    hide = hexes[0]
    if len(hexes) > 1:
        hide = yield from ask(SniperHex(side, at))
    game.emit(SniperPlaced(side, hide))
    yield from _attack(game, side, infantry, "at-once")


def has_sniper_in_reserve(state: State, side: str) -> bool:
    """Return whether a side has a sniper off the map (V20.1)."""
    sniper = state.snipers[side]
    return sniper.at is None and not sniper.gone


def sniper_hexes(state: State, side: str, at: Hex) -> list[Hex]:
    """The hexes from which a sniper may answer attackers in a hex (V20.2).

    Within six hexes and in sight, with cover or a hindered line, and no enemy in it.
    """
    return [
        hex_
        for hex_ in disc(at, RANGE)
        if state.field.is_on(hex_) and hex_ != at and _hides(state, side, hex_, at)
    ]


def _hides(state: State, side: str, hide: Hex, at: Hex) -> bool:
    hindrance = state.seeing.sight_modifier(hide, at)
    if hindrance is None or unit_lookups.has_enemies_at(state, hide, side):
        return False
    return hindrance > 0 or fortifications.hex_cover(state, hide) > 0


# --- at movers (V20.5) ---------------------------------------------------------------------------


def may_snipe(state: State, side: str, movers: tuple[str, ...]) -> bool:
    """Return whether a sniper may fire at movers: infantry in range and sight (V20.5)."""
    sniper, targets = state.snipers[side], sniper_targets(state, movers)
    if sniper.at is None or sniper.fired or not targets:
        return False
    at = state.units[targets[0]].at
    return (
        distance(sniper.at, at) <= RANGE and state.seeing.sight_modifier(sniper.at, at) is not None
    )


def sniper_targets(state: State, units: tuple[str, ...]) -> tuple[str, ...]:
    """Those of some units that a sniper fires at: the infantry that is left."""
    here = (state.units[unit] for unit in units if unit in state.units)
    return tuple(unit.id for unit in here if _is_mark(state, unit))


def _is_mark(state: State, unit: Unit) -> bool:
    """Infantry, but not behind armour (V14.1)."""
    carrier = unit_lookups.carrier_of(state, unit)
    behind_armour = carrier is not None and state.type_of(carrier).is_afv
    return state.type_of(unit).is_infantry and not behind_armour


def fire_sniper(game: ValorGame, side: str, movers: tuple[str, ...]) -> Procedure[None]:
    """The sniper's one attack of a movement phase (V20.5)."""
    yield from _attack(game, side, sniper_targets(game.state, movers), "movers")


# --- an attack (V20.3, V20.4) --------------------------------------------------------------------


def _attack(game: ValorGame, side: str, targets: tuple[str, ...], manner: str) -> Procedure[None]:
    """A die less the cover and hindrances of the targets are casualty points; then they look."""
    state = game.state
    hide = state.snipers[side].at
    assert hide is not None
    at = state.units[targets[0]].at
    die = yield from roll_one("sniper")
    shelter = fortifications.hex_cover(state, at) + (state.seeing.sight_modifier(hide, at) or 0)
    points = max(0, die - shelter)
    game.emit(SniperFired(side, hide, at, targets, die, shelter, points, manner))
    if points:
        victims = [state.units[unit] for unit in targets]
        yield from casualties.spend_casualty_points(game, victims, points, None, SNIPER)
    yield from _seek(game, side, targets, at)


def _seek(game: ValorGame, side: str, targets: tuple[str, ...], at: Hex) -> Procedure[None]:
    """Target units look for the sniper if one of them is unpinned (V20.4)."""
    state = game.state
    hide = state.snipers[side].at
    left = (state.units[unit] for unit in targets if unit in state.units)
    if hide is None or all(unit.pinned for unit in left):
        return
    die = yield from roll_one("seek-sniper")
    shelter = fortifications.hex_cover(state, hide) + (state.seeing.sight_modifier(at, hide) or 0)
    result = "found" if die > shelter else "hidden"
    game.emit(SniperSought(side, hide, die, shelter, result))


# --- entered, withdrawn (V20.6, V20.7) -----------------------------------------------------------


def trample(game: ValorGame, movers: tuple[str, ...]) -> None:
    """Eliminate snipers whose hex an enemy unit enters (V20.7)."""
    for mover in movers:
        unit = game.state.units.get(mover)
        if unit is None:
            continue
        enemy = game.state.enemy_of(unit.side)
        if game.state.snipers[enemy].at == unit.at:
            game.emit(SniperTrampled(enemy, unit.at, mover))


def withdraw(game: ValorGame) -> Procedure[None]:
    """Either side may withdraw its sniper (V20.6); then the after-action phase is done."""
    active = game.state.active
    for side in (active, game.state.enemy_of(active)):
        at = game.state.snipers[side].at
        if at is None:
            continue
        wish = yield from ask(WithdrawSniper(side, at))
        if wish is not None:
            game.emit(SniperWithdrawn(side, at))
    game.emit(StageBegan(DONE))
