"""Close assault: strengths, odds, the roll, and what both sides take (V15)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from engine.games.valor import anti_tank, casualties, fortifications, snipers, unit_losses
from engine.games.valor.attack_declaration import Use, leader_modifier, pool_uses
from engine.games.valor.combat_events import (
    AssaultDeclared,
    AssaultRolled,
    Corrections,
    DefenceStrengthened,
    HexStormed,
    Spent,
)
from engine.games.valor.data import rule_tables
from engine.games.valor.data.piece_types import MovementClass, UnitType
from engine.games.valor.state import State, Unit, ValorGame
from engine.games.valor.unit_firepower import GRENADES, SATCHEL
from engine.games.valor.unit_lookups import fits_in_hex, weapons_of
from engine.hexes.hex import Hex
from engine.play.decisions import Decision, Procedure, ask, roll

BARE_HANDS = 2  # what a gun, or a vehicle without MG, defends with (V15.3)
WON, REPELLED = "won", "repelled"
ASSAULT = "assault"  # the cause of losses here


@dataclass(frozen=True, slots=True)
class JoinAssault(Decision[State, str | None]):
    """The next unit of the hex to join an assault; None completes it (V15.1)."""

    units: tuple[str, ...]
    at: Hex
    able: tuple[str, ...]

    def options(self, state: State) -> list[str | None]:
        return [*self.able, None]


@dataclass(frozen=True, slots=True)
class Strengthen(Decision[State, Use | None]):
    """The next X weapon and its user in an assault; None for no more (V12.7, V12.8)."""

    units: tuple[str, ...]
    start: Hex
    at: Hex
    uses: tuple[Use, ...]
    spent: tuple[Use, ...]
    manner: str  # assault or defence

    def options(self, state: State) -> list[Use | None]:
        return [*self.uses, None]


@dataclass(frozen=True, slots=True)
class Storm(Decision[State, str]):
    """The unit that enters a taken bunker without room for all (V15.7)."""

    units: tuple[str, ...]
    at: Hex

    def options(self, state: State) -> list[str]:
        return list(self.units)


# --- who and how strong ---------------------------------------------------------------------------


class AssaultStrengths(NamedTuple):
    """A close assault by the rules, before its dice (V15.3-15.7).

    `own` are the casualty points the assaulters take beside what their roll is too high by; `enemy`
    what the defenders take if it fails.
    """

    attack: int
    defence: int
    odds: str
    kill: int
    corrections: Corrections
    own: int
    enemy: int

    @property
    def modifier(self) -> int:
        """All that changes the roll."""
        return sum(value for _, value in self.corrections)


def possible_assaulters(state: State, start: Hex, at: Hex) -> list[Unit]:
    """The infantry of a hex that may assault a neighbour: unpinned, not advanced (V15.1, V15.2)."""
    if state.field.step_to(MovementClass.INFANTRY, start, at) is None:
        return []
    return [unit for unit in state.units_at(start) if may_assault(state, unit)]


def may_assault(state: State, unit: Unit) -> bool:
    """Return whether a unit may take part in an assault, markers or not (V15.1, V5.17)."""
    if not state.type_of(unit).is_infantry or unit.inside:
        return False
    spent = unit.pinned or unit.advanced or unit.assaulted
    return not spent and all(
        each.start != unit.at or each.inside != ASSAULT for each in state.volleys
    )


def assault_defenders(state: State, at: Hex) -> list[Unit]:
    """Return the units in an assaulted hex, with passengers, pinned or not."""
    here = list(state.units_at(at))
    return [*here, *(rider for unit in here for rider in casualties.riders_of(state, unit))]


def assault_firepower(state: State, unit: Unit, is_attacking: bool, with_satchel: bool) -> int:
    """A unit's APFP in a close assault (V15.3); valorous ones count their own twice (V15.10)."""
    type_ = state.type_of(unit)
    if not type_.is_infantry:
        return 0 if unit.inside else type_.mg360 + type_.mgff or BARE_HANDS
    own = type_.apfp * (2 if unit.valor else 1)
    if with_satchel:
        return own + state.book.weapons[SATCHEL].apfp
    return max([own, *_arm(state, unit, own, is_attacking)])


def _arm(state: State, unit: Unit, own: int, is_attacking: bool) -> list[int]:
    """Its APFP with each SW: assaulters and passengers have L machine guns alone (V15.3)."""
    type_ = state.type_of(unit)
    found = []
    for _, kind in weapons_of(state, unit.id):
        is_light_mg = kind.is_mg and kind.is_light
        if not is_light_mg and (is_attacking or unit.inside or kind.is_mortar):
            continue
        found.append(kind.apfp + (0 if _alone(type_, kind.is_heavy) else own))
    return found


def _alone(type_: UnitType, is_heavy: bool) -> bool:
    return type_.is_leader or (type_.is_half and is_heavy)


def weigh_assault(
    state: State, units: Sequence[str], at: Hex, spent: Sequence[Use], held: Sequence[Use] = ()
) -> AssaultStrengths:
    """An assault as it would be rolled; `held` are the X weapons of the defenders (V15.3-15.7)."""
    attackers = [state.units[unit] for unit in units]
    able = [unit for unit in assault_defenders(state, at) if not unit.pinned]
    attack = _total(state, attackers, spent, is_attacking=True)
    defence = _total(state, able, held, is_attacking=False)
    odds = rule_tables.assault_odds_column(attack, defence)
    kill = state.book.charts.kill_number(odds) - _best(state, able) - _grenades(held)
    changes = (("leader", -_best(state, attackers)), ("grenades", -_grenades(spent)))
    own = assault_toll(state, attackers[0].at, at) + len(able)
    named = tuple(entry for entry in changes if entry[1])
    return AssaultStrengths(attack, defence, odds, kill, named, own, len(attackers))


def assault_toll(state: State, start: Hex, at: Hex) -> int:
    """The assaulters' CP by the ground: cover, a wall or hedge crossed, levels climbed (V15.7)."""
    ground = state.book.ground
    crossed = any(
        side in ground.low or side in ground.high for side in state.field.side_features(start, at)
    )
    return (
        fortifications.cover_without_line(state, at, ())
        + crossed
        + max(0, state.field.rise(start, at))
    )


def _total(state: State, units: Sequence[Unit], spent: Sequence[Use], is_attacking: bool) -> int:
    blasting = {use.unit for use in spent if use.kind == SATCHEL}
    return sum(assault_firepower(state, unit, is_attacking, unit.id in blasting) for unit in units)


def _best(state: State, units: Sequence[Unit]) -> int:
    """Return the bonus of the best leader among units (V15.5, V15.6)."""
    return max((leader_modifier(state, unit.id) for unit in units), default=0)


def _grenades(spent: Sequence[Use]) -> int:
    return sum(use.kind == GRENADES for use in spent)


# --- the assault ----------------------------------------------------------------------------------


def assault_hex(game: ValorGame, first: str, at: Hex) -> Procedure[None]:
    """A unit assaults a hex; others of its hex join; dice; both sides pay (V15)."""
    start, side = game.state.units[first].at, game.state.units[first].side
    units = yield from _gather(game, first, at)
    foes = tuple(unit.id for unit in assault_defenders(game.state, at))
    spent = yield from _strengthen(game, side, units, start, at, ASSAULT)
    leader = _leader(game.state, units)
    game.emit(AssaultDeclared(side, units, start, at, foes, leader, _plain(spent)))
    _finish_pinned(game, foes)
    if game.state.units_at(at):
        yield from _fight(game, units, start, at, spent)
    else:
        yield from _enter(game, units, at)


def _gather(game: ValorGame, first: str, at: Hex) -> Procedure[tuple[str, ...]]:
    """Others of the hex join, one by one (V15.1)."""
    units: tuple[str, ...] = (first,)
    start, side = game.state.units[first].at, game.state.units[first].side
    others = tuple(unit.id for unit in possible_assaulters(game.state, start, at))
    while able := tuple(unit for unit in others if unit not in units):
        joins = yield from ask(JoinAssault(side, units, at, able))
        if joins is None:
            break
        units = (*units, joins)
    return units


def _strengthen(
    game: ValorGame, side: str, units: tuple[str, ...], start: Hex, at: Hex, manner: str
) -> Procedure[tuple[Use, ...]]:
    """A side adds X weapons to its part of an assault (V12.7, V12.8)."""
    spent: tuple[Use, ...] = ()
    while uses := pool_uses(game.state, units, spent, side):
        use = yield from ask(Strengthen(side, units, start, at, uses, spent, manner))
        if use is None:
            break
        spent = (*spent, use)
    return spent


def _leader(state: State, units: Sequence[str]) -> str:
    """The assaulting leader who modifies the roll: the best (V15.6)."""
    led = [unit for unit in units if leader_modifier(state, unit) > 0]
    return max(led, key=lambda unit: leader_modifier(state, unit), default="")


def _plain(spent: Sequence[Use]) -> Spent:
    return tuple((use.unit, use.kind) for use in spent)


def _finish_pinned(game: ValorGame, foes: Sequence[str]) -> None:
    """Pinned defenders are eliminated before odds are made (V15.4)."""
    for foe in foes:
        if foe in game.state.units and game.state.units[foe].pinned:
            unit_losses.eliminate(game, foe, ASSAULT)


def _fight(
    game: ValorGame, units: tuple[str, ...], start: Hex, at: Hex, spent: tuple[Use, ...]
) -> Procedure[None]:
    """Odds, the roll, and what either side takes (V15.5-15.7)."""
    side = game.state.units[units[0]].side
    foes = tuple(unit.id for unit in assault_defenders(game.state, at))
    held = yield from _strengthen(game, game.state.enemy_of(side), foes, start, at, "defence")
    clash = weigh_assault(game.state, units, at, spent, held)
    if held:
        game.emit(DefenceStrengthened(game.state.enemy_of(side), at, _plain(held)))
    dice = yield from roll(2, "assault")
    rolled = sum(dice) + clash.modifier
    won = rolled <= clash.kill
    own, enemy = clash.own + max(0, rolled - clash.kill), 0 if won else clash.enemy
    game.emit(
        AssaultRolled(
            side, start, at, clash.attack, clash.defence, clash.odds, clash.kill,
            clash.corrections, dice, rolled, WON if won else REPELLED, own, enemy,
        )
    )  # fmt: skip
    if won:
        _take(game, foes)
        yield from _enter(game, units, at)
    yield from pay_own_casualties(game, units, own)
    if not won:
        yield from _pay_defenders(game, foes, enemy)


def _take(game: ValorGame, foes: Sequence[str]) -> None:
    """All defenders are eliminated (V15.6)."""
    for foe in foes:
        if foe in game.state.units:
            unit_losses.eliminate(game, foe, ASSAULT)


def _enter(game: ValorGame, units: tuple[str, ...], at: Hex) -> Procedure[None]:
    """The assaulters move in, as many as there is room for (V15.7)."""
    side = game.state.units[units[0]].side
    storming: tuple[str, ...] = ()
    while waiting := tuple(unit for unit in units if _has_room(game.state, at, storming, unit)):
        if not storming and _all_fit(game.state, at, units):
            storming = units
            break
        chosen = waiting[0]
        if len(waiting) > 1:
            chosen = yield from ask(Storm(side, waiting, at))
        storming = (*storming, chosen)
    if storming:
        game.emit(HexStormed(storming, at))
        snipers.trample(game, storming)
        yield from fortifications.roll_for_mines(game, storming)


def _all_fit(state: State, at: Hex, units: Sequence[str]) -> bool:
    return fits_in_hex(state, at, state.units[units[0]].side, [state.units[unit] for unit in units])


def _has_room(state: State, at: Hex, storming: Sequence[str], unit: str) -> bool:
    return unit not in storming and _all_fit(state, at, [*storming, unit])


def pay_own_casualties(game: ValorGame, units: Sequence[str], points: int) -> Procedure[None]:
    """The assaulters take their casualty points, those that stayed outside too (V15.7)."""
    left = [game.state.units[unit] for unit in units if unit in game.state.units]
    yield from casualties.spend_casualty_points(game, left, points, None, ASSAULT)


def _pay_defenders(game: ValorGame, foes: Sequence[str], points: int) -> Procedure[None]:
    """The defenders of a failed assault take one point for each assaulter (V15.7, V15.8)."""
    left = [game.state.units[foe] for foe in foes if foe in game.state.units]
    stuck = [unit.id for unit in left if unit.immobile]
    able = [unit for unit in left if unit.id not in stuck]
    yield from casualties.spend_casualty_points(game, able, points, None, ASSAULT)
    for unit in stuck:
        yield from anti_tank.offer_bailing_out(game, unit)
