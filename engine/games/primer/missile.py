"""The missile (primer P3, P11): it strikes any hex once; what it does is the umpire's to say."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from engine.games.primer import combat, vision
from engine.games.primer.data.rulebook import FightOutcome
from engine.games.primer.events import OrderBegun
from engine.games.primer.fight_events import MissileFired, MissileStruck
from engine.games.primer.fight_strength import combat_strength
from engine.games.primer.state import MemoOrder, PrimerGame, State
from engine.hexes.hex import Hex
from engine.play.decisions import UMPIRE, Decision, Procedure, ask, roll

NONE, WIPED_OUT, RETREAT = "none", "wiped-out", "retreat"
MAX_HEXES = 5


class MissileOutcome(NamedTuple):
    """A missile's effect on the units in a hex: none, wiped out, or a retreat."""

    kind: str
    hexes: int = 0


@dataclass(frozen=True, slots=True)
class MissileEffect(Decision[State, MissileOutcome]):
    """The umpire enters what a missile does; the first option is what the rules propose."""

    by: str
    at: Hex

    def options(self, state: State) -> list[MissileOutcome]:
        retreats = [MissileOutcome(RETREAT, hexes) for hexes in range(1, MAX_HEXES + 1)]
        return [MissileOutcome(WIPED_OUT), MissileOutcome(NONE), *retreats]


def strike(game: PrimerGame, order: MemoOrder) -> Procedure[None]:
    """Resolve a missile strike on a hex."""
    side, at, unit = game.state.active, order.target, order.units[0]
    assert at is not None
    game.emit(OrderBegun(side, order.number, order.kind, order.units))
    game.emit(MissileFired(unit, side, at))
    struck = tuple(entry.id for entry in game.state.units_at(at))
    if not struck:
        game.emit(MissileStruck(side, at, NONE, 0, (side,)))
        return
    effect = yield from _effect(game, side, at)
    owner = game.state.units[struck[0]].side
    told = tuple(each for each in game.state.sides if each in (side, owner))
    game.emit(MissileStruck(side, at, effect.kind, effect.hexes, told))
    if effect.kind == WIPED_OUT:
        combat.wipe_out(game, struck, combat.MISSILE)
    elif effect.kind == RETREAT:
        outcome = FightOutcome(is_stronger_beaten=False, hexes=effect.hexes)
        combat.beat_units(game, struck, outcome, (at,))
    vision.note_visible_enemies(game)


def _effect(game: PrimerGame, side: str, at: Hex) -> Procedure[MissileOutcome]:
    """The effect by the house rule: the umpire's, the greatest, or that of an attack."""
    match game.state.book.choices.missile:
        case "umpire":
            answer = yield from ask(MissileEffect(UMPIRE, side, at))
            return MissileOutcome(*answer)
        case "wipes_out":
            return MissileOutcome(WIPED_OUT)
    return (yield from _attack(game.state, at))


def _attack(state: State, at: Hex) -> Procedure[MissileOutcome]:
    """The missile attacks with its strength; when it loses, nothing happens (P15, P17)."""
    attack = state.book.choices.missile_strength
    defence = combat_strength(state, state.units_at(at))
    dice = yield from roll(2, "missile")
    outcome = state.book.outcome(abs(attack - defence), sum(dice))
    if outcome.is_stronger_beaten == (attack >= defence):
        return MissileOutcome(NONE)
    return (
        MissileOutcome(WIPED_OUT)
        if outcome.is_wiped_out
        else MissileOutcome(RETREAT, outcome.hexes)
    )
