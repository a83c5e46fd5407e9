"""Fights (primer P11, P13–P17): joint attacks and encounters, and what becomes of the beaten."""

from __future__ import annotations

from typing import NamedTuple

from engine.games.primer import fight_strength, vision
from engine.games.primer.data.rulebook import FightOutcome
from engine.games.primer.events import AdvanceEnded
from engine.games.primer.fight_events import (
    AttackFoundNobody,
    FightResolved,
    OutcomeTold,
    UnitsBeaten,
    UnitsHeld,
    UnitsWipedOut,
    VictorsNoted,
)
from engine.games.primer.fight_strength import StrengthComparison
from engine.games.primer.state import PrimerGame, State
from engine.hexes.hex import Hex
from engine.play.decisions import Procedure, roll

TABLE, RANGED, NO_PATH, MISSILE, UMPIRE = "table", "ranged", "no-path", "missile", "umpire"
"""Causes of elimination."""
ATTACKED, DEFENDED = "attacked", "defended"


class Attack(NamedTuple):
    """Units that attack a hex; in an encounter they have met who is in it, seen or not (P12)."""

    side: str
    units: tuple[str, ...]
    at: Hex
    is_encounter: bool = False


def fight_for_hex(game: PrimerGame, attack: Attack) -> Procedure[None]:
    """Resolve an attack on a hex (P13–P17); the beaten side decides on retreats (P16)."""
    state, side = game.state, attack.side
    defenders = tuple(unit.id for unit in state.units_at(attack.at) if unit.side != side)
    if not defenders:
        game.emit(AttackFoundNobody(side, attack.units, attack.at))
        return
    odds = fight_strength.compare_strengths(state, side, attack.units, attack.at)
    dice = yield from roll(2, "fight")
    outcome = state.book.outcome(odds.difference, sum(dice))
    told = _resolve(state, attack, defenders, odds, dice)
    _tell(game, told)
    if told.beaten == side:
        _beat_attackers(game, attack.units, outcome, attack.at)
    else:
        foes = tuple(hex_ for hex_, _ in odds.hexes)
        beat_units(game, defenders, outcome, foes, side if attack.is_encounter else "")
    vision.note_visible_enemies(game)


def _resolve(
    state: State,
    attack: Attack,
    defenders: tuple[str, ...],
    odds: StrengthComparison,
    dice: tuple[int, ...],
) -> FightResolved:
    """A fight with all its figures (P15)."""
    side, enemy = attack.side, state.enemy_of(attack.side)
    outcome = state.book.outcome(odds.difference, sum(dice))
    stronger, weaker = (side, enemy) if odds.is_attacker_stronger else (enemy, side)
    beaten = stronger if outcome.is_stronger_beaten else weaker
    return FightResolved(
        side, attack.units, odds.hexes, attack.at, defenders, odds.base, odds.is_joint, odds.bonus,
        odds.attack, odds.defence, odds.difference, dice, stronger, beaten, outcome.hexes,
        _knowing(state, attack, defenders),
    )  # fmt: skip


def _tell(game: PrimerGame, told: FightResolved) -> None:
    """Report a fight: its figures to sides that saw it, its outcome to the others (P10)."""
    game.emit(told)
    for side in (told.side, game.state.enemy_of(told.side)):
        if side not in told.seen_by:
            role = ATTACKED if side == told.side else DEFENDED
            game.emit(OutcomeTold(side, told.at, role, told.beaten, told.retreat))


def _knowing(state: State, attack: Attack, defenders: tuple[str, ...]) -> tuple[str, ...]:
    """The sides that may know all figures of a fight: they see all units in it (P10)."""
    side, enemy = attack.side, state.enemy_of(attack.side)
    seen = {unit.id for unit in vision.seen_enemies(state, side)}
    found = {unit.id for unit in vision.seen_enemies(state, enemy)}
    knows = {
        side: attack.is_encounter or seen.issuperset(defenders),
        enemy: found.issuperset(attack.units),
    }
    return tuple(each for each in state.sides if knows[each])


def _beat_attackers(
    game: PrimerGame, units: tuple[str, ...], outcome: FightOutcome, at: Hex
) -> None:
    """The attackers lose, hex by hex; ranged ones stay by the house rule (P17)."""
    if game.state.advance is not None:
        game.emit(AdvanceEnded(game.state.units[units[0]].side, units))
    for stack in group_units_by_hex(game.state, units):
        first = game.state.units[stack[0]]
        if stays_put(game.state, first.type, outcome):
            for seen_by, held in vision.units_by_seers(game.state, stack).items():
                game.emit(UnitsHeld(first.side, held, seen_by))
        elif outcome.is_wiped_out:
            wipe_out(game, stack, TABLE)
        else:
            _send_back(game, stack, outcome.hexes, (at,))


def stays_put(state: State, unit_type: str, outcome: FightOutcome) -> bool:
    """Return True if a unit that loses its own attack is unaffected (P17)."""
    if not state.book.units[unit_type].ranged:
        return False
    match state.book.choices.ranged_loser:
        case "stays":
            return True
        case "wiped_out":
            return not outcome.is_wiped_out
    return False


def beat_units(
    game: PrimerGame,
    units: tuple[str, ...],
    outcome: FightOutcome,
    foes: tuple[Hex, ...],
    met_by: str = "",
) -> None:
    """The units of a hex that was attacked are beaten; ranged ones are wiped out (P17)."""
    first = game.state.units[units[0]]
    if outcome.is_wiped_out or game.state.type_of(first).ranged:
        wipe_out(game, units, TABLE if outcome.is_wiped_out else RANGED, met_by)
    else:
        _send_back(game, units, outcome.hexes, foes)


def wipe_out(game: PrimerGame, units: tuple[str, ...], cause: str, met_by: str = "") -> None:
    """Remove the units of a hex; sides that see or have met them are informed (P10)."""
    for seen_by, lost in vision.units_by_seers(game.state, units, met_by).items():
        first = game.state.units[lost[0]]
        game.emit(UnitsWipedOut(first.side, lost, first.at, cause, seen_by))


def _send_back(game: PrimerGame, units: tuple[str, ...], hexes: int, foes: tuple[Hex, ...]) -> None:
    """Beaten units will retreat, weak and in plain sight for some turns (P16)."""
    state = game.state
    turns = state.book.choices.beaten_turns
    seen_by = state.sides if turns else vision.sides_that_see(state, units)
    game.emit(UnitsBeaten(state.units[units[0]].side, units, hexes, turns, seen_by))
    game.emit(VictorsNoted(units, foes))


def group_units_by_hex(state: State, units: tuple[str, ...]) -> list[tuple[str, ...]]:
    """Units sorted by the hexes they are in, those named first first."""
    stacks: dict[Hex, list[str]] = {}
    for name in units:
        stacks.setdefault(state.units[name].at, []).append(name)
    return [tuple(stack) for stack in stacks.values()]
