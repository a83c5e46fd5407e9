"""Op fire at movers: after each hex entered the enemy may attack once (OF, OP1)."""

from __future__ import annotations

from dataclasses import dataclass

from engine.games.tide import fire, targeting
from engine.games.tide.attack_declaration import AttackOccasion, AttackOpportunity
from engine.games.tide.events import Fatigued
from engine.games.tide.state import LIGHT, State, TideGame, Unit
from engine.play.decisions import Decision, Procedure, ask

CAUSE = "op-fire"


@dataclass(frozen=True, slots=True)
class OpFire(Decision[State, str | None]):
    """The next unit in Op Fire mode to fire at a mover; None for none (OF1)."""

    mover: str
    able: tuple[str, ...]

    def options(self, state: State) -> list[str | None]:
        return [*self.able, None]


def offer_opportunity_fire(game: TideGame, mover: str) -> Procedure[bool]:
    """The enemy may fire once at who has entered a hex (OF1, OF5); whether the move ends then."""
    before = game.state.units[mover]
    call = AttackOpportunity(game.state.enemy_of(before.side), AttackOccasion.OP_FIRE, (mover,))
    able = targeting.op_firers(game.state, call)
    if not able:
        return False
    leader = yield from ask(OpFire(call.side, mover, able))
    if leader is None:
        return False
    yield from fire.resolve_attack(game, leader, call)
    if not is_move_ended(game.state, before):
        return False
    if mover in game.state.units:
        game.emit(Fatigued((mover,), CAUSE))
    return True


def is_sturdy(state: State, vehicle: Unit) -> bool:
    """Return whether light damage by op fire lets a vehicle go on (V6)."""
    return state.book.choices.sturdy_tanks and state.type_of(vehicle).has_trait("sturdy")


def is_move_ended(state: State, before: Unit) -> bool:
    """Return whether op fire ended the move of a unit that was so before it (OF2, OF3, OF4)."""
    now = state.units.get(before.id)
    if now is None or now.morale is not before.morale:
        return True
    if now.damage > before.damage:
        return now.damage > LIGHT or not is_sturdy(state, now)
    lost = len(now.figures) < len(before.figures)
    return lost and state.book.choices.opfire_losses_stop
