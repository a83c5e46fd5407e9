"""Close combat (tank B): to the end, round by round, hex by hex."""

from __future__ import annotations

from dataclasses import dataclass

from engine.games.tank import fire, victory
from engine.games.tank.data.rulebook import FireManner
from engine.games.tank.events import (
    CloseCombatEnded,
    CloseCombatRound,
    UnitAnnihilated,
    Withdrew,
)
from engine.games.tank.state import State, TankGame, Unit
from engine.hexes.hex import Hex
from engine.play.decisions import Decision, Procedure, ask, roll_one


@dataclass(frozen=True, slots=True)
class CloseTarget(Decision[State, str]):
    """At whom a unit in close combat shoots (B3)."""

    firer: str

    def options(self, state: State) -> list[str]:
        return [unit.id for unit in enemies_in_hex(state, state.units[self.firer])]


def next_combat(state: State) -> Hex | None:
    """The hex whose close combat is resolved next; None when there is none."""
    return next((unit.at for unit in state.units.values() if unit.engaged), None)


def enemies_in_hex(state: State, unit: Unit) -> list[Unit]:
    """The enemies in a unit's own hex."""
    return [other for other in state.units_at(unit.at) if other.side != unit.side]


def can_fire_in_combat(state: State, unit: Unit) -> bool:
    """Return True if a unit can shoot in close combat, whatever it fired before (B3)."""
    if unit.gun_out:
        return False
    level = fire.attack_level(state, unit, unit, FireManner.CLOSE)
    return level is not None and level.level > 0


def fight_round(game: TankGame, at: Hex) -> Procedure[None]:
    """One round in a hex: a die for who shoots first, one side, then the other (B3, B4)."""
    state = game.state
    rounds = state.rounds + 1
    able = any(can_fire_in_combat(state, unit) for unit in state.units_at(at))
    if not able or rounds > state.book.choices.close_combat_rounds:
        break_off(game, at)
        return
    die = yield from roll_one("close-combat")
    first = state.side_of_die(die)
    game.emit(CloseCombatRound(at, rounds, die, first))
    for side in (first, state.enemy_of(first)):
        yield from _volley(game, at, side)
    announce_end(game, at)


def _volley(game: TankGame, at: Hex, side: str) -> Procedure[None]:
    """All of a side's units in a hex that are able shoot, each at a target of its choice."""
    for firer in [unit.id for unit in game.state.units_at(at) if unit.side == side]:
        unit = game.state.units.get(firer)
        enemies = [] if unit is None else enemies_in_hex(game.state, unit)
        if unit is None or not enemies or not can_fire_in_combat(game.state, unit):
            continue
        target = enemies[0].id
        if len(enemies) > 1:
            target = yield from ask(CloseTarget(side, firer))
        yield from fire.resolve(game, firer, target, FireManner.CLOSE)


def break_off(game: TankGame, at: Hex) -> None:
    """Neither side can fire: the last to enter go back, or are annihilated if they cannot (B4)."""
    while any(unit.engaged for unit in game.state.units_at(at)):
        last = max(game.state.units_at(at), key=lambda unit: unit.entered)
        if last.came_from is not None and may_go_back(game.state, last, last.came_from):
            game.emit(Withdrew(last.id, last.came_from))
        else:
            game.emit(UnitAnnihilated(last.id, "close-combat"))
    announce_end(game, at)


def may_go_back(state: State, unit: Unit, to: Hex) -> bool:
    """Return True if a unit can return: mobile, no enemy there, and room (B4, V9)."""
    if unit.immobile or state.friends_at(to, state.enemy_of(unit.side)):
        return False
    return state.friends_at(to, unit.side) < state.book.choices.stacking


def announce_end(game: TankGame, at: Hex) -> None:
    """Say who is left once one side is gone from the hex."""
    here = game.state.units_at(at)
    if here and not here[0].engaged:
        game.emit(CloseCombatEnded(at, here[0].side))
    elif not here:
        game.emit(CloseCombatEnded(at, ""))
    victory.claim_objectives(game)
