"""The value of options to a computer player: exact odds for fire, estimates for moves.

Every figure is in units of one enemy tank; nothing here looks further than the side's own view.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

from engine.games.tank.artillery import REACH
from engine.games.tank.cards import USE, BoostShot, LowerResult, PlanSupport, RepairUnit, SwapCard
from engine.games.tank.close_combat import CloseTarget
from engine.games.tank.data.rulebook import FireManner, FireOutcome
from engine.games.tank.fire import ChooseShot, FireAgain, JoinFire
from engine.games.tank.game_board import GameBoard
from engine.games.tank.initial_state import PlaceUnit
from engine.games.tank.movement import MARCH, ChooseMove, ChooseStep, may_move
from engine.games.tank.opportunity_fire import CoverFire, MoverFires, OpportunityFire
from engine.games.tank.presentation.fire_odds import effect_odds, shell_expectation, shot_situation
from engine.games.tank.state import Impact, State, Unit
from engine.hexes.hex import Hex, disc, distance
from engine.play.decisions import Answer, Decision

LOSS: Mapping[FireOutcome, float] = {
    FireOutcome.NONE: 0.0,
    FireOutcome.SUPPRESSED: 0.15,
    FireOutcome.GUN_OUT: 0.5,
    FireOutcome.IMMOBILE: 0.4,
    FireOutcome.ANNIHILATED: 1.0,
}
HOLD_FIRE = 0.12  # a shot that promises less is kept for a better one
JOIN = (
    0.35  # a target is fired at by another only if it will likely live and this much is hoped for
)
FORFEIT = -9.0  # an order that only ends the declaration (T3)
NEARER = 0.06  # per hex toward what is fought for
CARD_WORTH = {
    "support": 0.8, "fire-boost": 0.3, "reactive-armour": 0.4, "second-shot": 0.5,
    "extra-mp": 0.2, "repair": 0.3,
}  # fmt: skip


def option_value(view: State, decision: Decision[State, Any], option: Answer) -> float:
    """Return the gain the asked side expects of an option, in enemy tanks."""
    match decision:
        case ChooseShot() | CoverFire():
            manner = FireManner.COVER if isinstance(decision, CoverFire) else FireManner.DIRECT
            return (
                HOLD_FIRE if option is None else expected_damage(view, option[0], option[1], manner)
            )
        case OpportunityFire(mover=mover):
            return (
                HOLD_FIRE
                if option is None
                else expected_damage(view, option, mover, FireManner.OPPORTUNITY)
            )
        case MoverFires(unit=unit, manner=on_move):
            return (
                HOLD_FIRE
                if option is None
                else expected_damage(view, unit, option, FireManner(on_move))
            )
        case JoinFire():
            return JOIN if option is None else _joining(view, decision, option)
        case FireAgain(firer=firer):
            return (
                HOLD_FIRE
                if option is None
                else expected_damage(view, firer, option, FireManner.DIRECT)
            )
        case CloseTarget(firer=firer):
            return expected_damage(view, firer, option, FireManner.CLOSE)
        case ChooseMove():
            return 0.0 if option is None else _order(view, option[0], option[1])
        case ChooseStep(unit=unit):
            return place_value(view, view.units[unit], option or view.units[unit].at)
        case PlaceUnit(unit=unit):
            return _nearness(view, decision.side, option)
        case PlanSupport():
            return _barrage(view, decision, option)
        case BoostShot():
            return float(option == USE)
        case LowerResult(result=result):
            return float((option == USE) == (FireOutcome(result) is not FireOutcome.SUPPRESSED))
        case RepairUnit():
            return 0.0 if option is None else 1.0 + view.units[option].gun_out
        case SwapCard():
            if option is None:
                return 0.0
            return _card(view, option.taken) - (_card(view, option.given) if option.given else 0.0)
        case _:
            return 0.0


def expected_damage(view: State, firer: str, target: str, manner: FireManner) -> float:
    """Return the expected loss of the enemy by a shot (F2–F6), exactly by the tables."""
    cost = _loss(view, view.units[firer], view.units[target], manner)
    return _left(view.units[target]) * cost


def _left(unit: Unit) -> float:
    """Return the remaining value of a unit."""
    return 1.0 - 0.3 * unit.gun_out - 0.3 * unit.immobile


def _joining(view: State, decision: JoinFire, option: str) -> float:
    lives = 1.0
    for firer in decision.firers:
        odds = effect_odds(view, view.units[firer], view.units[decision.target])
        lives *= 1.0 - float(odds.get(FireOutcome.ANNIHILATED, 0))
    return lives * expected_damage(view, option, decision.target, FireManner.DIRECT)


def _order(view: State, unit_id: str, manner: str) -> float:
    """A move is worth its best next hex over staying; marching only far from the enemy."""
    unit = view.units[unit_id]
    if not may_move(unit):
        return FORFEIT
    ways = (
        view.field.march_steps_from(unit.at) if manner == MARCH else view.field.steps_from(unit.at)
    )
    here = place_value(view, unit, unit.at)
    best = max((place_value(view, unit, way.to) for way in ways), default=here)
    enemies = view.units_of(view.enemy_of(unit.side))
    exposed = manner == MARCH and _exposure(view, unit, unit.at, enemies) > 0
    return best - here - 0.01 - (1.0 if exposed else 0.0)


def place_value(view: State, unit: Unit, at: Hex) -> float:
    """Return the value of standing in a hex: near the objective, in cover, with a view."""
    enemies = view.units_of(view.enemy_of(unit.side))
    if any(enemy.at == at for enemy in enemies):
        return -0.5 if not unit.gun_out else -2.0
    friends = len([o for o in view.units_at(at) if o.side == unit.side and o.id != unit.id])
    crowded = 5.0 if friends >= view.book.choices.stacking else 0.02 * friends
    shelled = sum(distance(at, impact.at) <= REACH for impact in view.impacts)
    chance = 0.0 if unit.gun_out else _best_shot(view, unit, at, enemies)
    danger = _exposure(view, unit, at, enemies)
    return _nearness(view, unit.side, at) + 0.3 * chance - 0.3 * danger - crowded - 0.3 * shelled


def _best_shot(view: State, unit: Unit, at: Hex, enemies: Iterable[Unit]) -> float:
    best = 0.0
    for enemy in enemies:
        best = max(best, _harm_between(view, unit, at, enemy, enemy.at))
    return best


def _exposure(view: State, unit: Unit, at: Hex, enemies: Iterable[Unit]) -> float:
    worst = 0.0
    for enemy in enemies:
        if not enemy.gun_out and not enemy.engaged:
            worst = max(worst, _harm_between(view, enemy, enemy.at, unit, at))
    return worst


def _harm_between(view: State, firer: Unit, start: Hex, target: Unit, at: Hex) -> float:
    """Return the expected loss by a shot, were both units where they are assumed."""
    aim = view.field.range_entry(view.book.units[firer.type].gun, start, at)
    if aim is None or not aim.seen:  # so it is with most
        return 0.0
    shot = (
        firer.type, start, firer.suppressed, firer.boost, target.type, at,
        target.suppressed, target.gun_out or target.immobile, target.grades, FireManner.DIRECT,
    )  # fmt: skip
    known = _losses(view.field).get(shot)  # of the form that `shot_situation` has
    if known is not None:
        return known
    return _loss(view, firer._replace(at=start), target._replace(at=at), FireManner.DIRECT)


def _loss(view: State, firer: Unit, target: Unit, manner: FireManner) -> float:
    """Return the expected loss by a shot at a whole target, cached for all alike."""
    shot, known = shot_situation(firer, target, manner), _losses(view.field)
    if shot not in known:
        odds = effect_odds(view, firer, target, manner)
        known[shot] = sum(LOSS[outcome] * float(chance) for outcome, chance in odds.items())
    return known[shot]


@lru_cache(maxsize=8)
def _losses(field: GameBoard) -> dict[tuple[object, ...], float]:
    """Return the cache of expected losses on a board."""
    return {}


def _nearness(view: State, side: str, at: Hex) -> float:
    """Return the nearness of a hex to open objectives, else to the enemy."""
    places, wanted = view.aims.objective_hexes, []
    for objective in view.aims.objectives:
        if view.holders[objective.id] != side:
            wanted.append(places[objective.id])
        elif at in places[objective.id]:
            return -NEARER * 0  # what is held already is fought for where one stands in it
    if any(wanted):
        return -NEARER * _steps_to(tuple(wanted), at)
    foes = (distance(at, enemy.at) for enemy in view.units_of(view.enemy_of(side)))
    return -NEARER * min(foes, default=0)


@lru_cache(maxsize=16384)
def _steps_to(wanted: tuple[frozenset[Hex], ...], at: Hex) -> int:
    """Return the distance to the nearest hex of some objectives."""
    return min(distance(at, hex_) for hexes in wanted for hex_ in hexes)


def _barrage(view: State, decision: PlanSupport, target: Hex) -> float:
    """Return the loss of the enemy by one shell on the hex, less the side's own."""
    reached = _reached(target)
    near = [unit for unit in view.units.values() if unit.at in reached]
    if not near:
        return 0.0
    battery = str(view.cards[decision.card].parameters["battery"])
    impact, worth = Impact(battery, target, decision.side), 0.0
    for unit in near:
        loss = _loss_by_shell(view, unit, impact)
        worth += loss if unit.side != decision.side else -1.5 * loss
    return worth


@lru_cache(maxsize=16384)
def _reached(target: Hex) -> frozenset[Hex]:
    """The hexes a shell acts on; for looking up only."""
    return frozenset(disc(target, REACH))


def _loss_by_shell(view: State, unit: Unit, impact: Impact) -> float:
    """Return the expected loss of a unit by a shell, cached for all alike."""
    shell, known = (impact.battery, impact.at, unit.type, unit.at), _losses(view.field)
    if shell not in known:
        odds = shell_expectation(view, unit, impact)
        known[shell] = sum(LOSS[outcome] * float(chance) for outcome, chance in odds.items())
    return known[shell]


def _card(view: State, card: str) -> float:
    return CARD_WORTH.get(view.cards[card].effect, 0.0)
