"""What an answer leads to, before it is given: shots, shells and steps by the rules, exactly.

The figures are those the engine then resolves with. Cards that somebody may still decide to use
are not in them: the enemy's are not known, one's own are asked about when their time comes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from engine.games.tank.cards import USE, BoostShot, LowerResult, PlanSupport
from engine.games.tank.close_combat import CloseTarget
from engine.games.tank.data.book import Manner, Outcome
from engine.games.tank.face import barrage, going, lookups, outlook
from engine.games.tank.face.ends import ends_for_unit, ends_of, marks_of
from engine.games.tank.face.expectation import Odds, expectation, softened_of
from engine.games.tank.face.foresight import Attack, Barrage, Fire, Foreseen, Softening
from engine.games.tank.fire import ChooseShot, FireAgain, JoinFire, armour_die, attack_level
from engine.games.tank.interrupts import CoverFire, MoverFires, OpportunityFire
from engine.games.tank.movement import ChooseMove, ChooseStep, may_move
from engine.games.tank.state import State, Unit
from engine.hexes.hex import distance
from engine.play.asks import Answer, Decision
from engine.play.forecast import Forecast
from engine.play.outlook import NEVER, Chance, DiceOutcome


def forecast(view: State, decision: Decision[State, Any], option: Answer) -> Forecast | None:
    """What an option leads to, as any screen can show it."""
    told = forecast_attack(view, decision, option)
    match told:
        case Fire():
            return outlook.fire(told)
        case Barrage():
            return outlook.barrage(told)
    return told


def forecast_attack(view: State, decision: Decision[State, Any], option: Answer) -> Foreseen | None:
    """What an option leads to; None where there is nothing to foresee."""
    match decision:
        case PlanSupport(card=card):
            return barrage.barrage(view, card, option)
        case ChooseMove() if option is not None and may_move(view.units[option.unit]):
            return going.reachable(view, option.unit, option.manner)
        case ChooseStep() if option is not None:
            return going.step(view, decision, option)
        case BoostShot(card=card, firer=firer, target=target, manner=manner):
            levels = int(view.cards[card].parameters.get("levels", 0)) if option == USE else 0
            return fire(view, (firer,), target, Manner(manner), levels)
        case LowerResult():
            return _lower(view, decision, option)
    return _fire_of(view, decision, option)


def _fire_of(view: State, decision: Decision[State, Any], option: Answer) -> Fire | None:
    """The fire an option declares; None for an option that declares none."""
    if isinstance(decision, JoinFire):
        firers = decision.firers if option is None else (*decision.firers, option)
        return fire(view, firers, decision.target, Manner(decision.manner))
    if option is None:
        return None
    match decision:
        case ChooseShot():
            return fire(view, (option.firer,), option.target, Manner.DIRECT)
        case CoverFire():
            return fire(view, (option.firer,), option.target, Manner.COVER)
        case OpportunityFire(mover=mover):
            return fire(view, (option,), mover, Manner.OPPORTUNITY)
        case MoverFires(unit=unit, manner=manner):
            return fire(view, (unit,), option, Manner(manner))
        case FireAgain(firer=firer, manner=manner):
            return fire(view, (firer,), option, Manner(manner))
        case CloseTarget(firer=firer):
            return fire(view, (firer,), option, Manner.CLOSE)
    return None


# --- fire ----------------------------------------------------------------------------------------


def fire(view: State, firers: Sequence[str], target: str, manner: Manner, boost: int = 0) -> Fire:
    """Fire of one or several units on one target, resolved one by one (F1–F7).

    `boost` is what a fire boost adds to each shot (card 2).
    """
    aimed_at = view.units[target]
    shooters = [view.units[firer] for firer in firers]
    attacks = tuple(attack(view, firer, aimed_at, manner, boost) for firer in shooters)
    odds = [expectation(view, firer, aimed_at, manner, boost) for firer in shooters]
    return Fire(target, attacks, marks_of(aimed_at), ends_of(aimed_at, odds))


def attack(view: State, firer: Unit, target: Unit, manner: Manner, boost: int = 0) -> Attack:
    """One shot with all that makes it up (F2–F6; in close combat B3)."""
    level = attack_level(view, firer, target, manner, boost)
    close = manner is Manner.CLOSE
    sees = close or view.field.sight.sees(firer.at, target.at)
    shown = None if close else view.field.sight.profile(firer.at, target.at)
    range_ = distance(firer.at, target.at) if level is None else level.range
    odds = expectation(view, firer, target, manner, boost)
    effects = ends_for_unit(target, odds)
    if level is None:
        return Attack(
            firer.id, target.id, manner, range_, sees, None, (), None, (), (), (),
            _chances(odds), _chances(effects), shown,
        )  # fmt: skip
    corrections = lookups.correct(view, firer.at, target.at, range_, level.base, level.corrections)
    rolls = sees and level.level > 0
    return Attack(
        firer.id, target.id, manner, range_, sees, level.base, corrections, level.level,
        lookups.look_up(view, view.type_of(firer).gun, range_, corrections),
        _throws(view, level.level, target, manner) if rolls else (),
        _softenings(view, target, manner) if rolls else (),
        _chances(odds), _chances(effects), shown,
    )  # fmt: skip


def _throws(view: State, level: int, target: Unit, manner: Manner) -> tuple[DiceOutcome, ...]:
    """A column of table C, cell by cell (F4), with what cover and armour soften of it (F5)."""
    faces = () if manner is Manner.CLOSE else view.field.cover(target.at).faces
    saves = armour_die(view.book, target)
    throws = []
    for sum_ in range(2, 13):
        cell = lookups.result_cell(view.book, level, sum_)
        assert cell is not None
        result, chance = view.book.direct_results[level][sum_], Fraction(6 - abs(sum_ - 7), 36)
        softened = softened_of(sum_, faces, saves) if result.is_damage else NEVER
        throws.append(DiceOutcome(cell, result, chance, softened))
    return tuple(throws)


def _softenings(view: State, target: Unit, manner: Manner) -> tuple[Softening, ...]:
    """What may turn damage into suppression: cover, but not in close combat, then armour (F5)."""
    found, faces = [], view.field.cover(target.at).faces
    if faces and manner is not Manner.CLOSE:
        ground = view.field.board.ground_at(target.at)
        found.append(Softening(ground, faces, lookups.COVER_RULE))
    if saves := armour_die(view.book, target):
        cell = lookups.armour_cell(view.book, view.type_of(target).armour)
        found.append(Softening("armour", tuple(range(1, saves + 1)), lookups.ARMOUR_RULE, cell))
    return tuple(found)


def _chances(odds: Odds) -> tuple[Chance, ...]:
    """Odds from nothing to the worst."""
    return tuple(Chance(outcome, odds[outcome]) for outcome in Outcome if odds.get(outcome))


def _lower(view: State, decision: LowerResult, option: Answer) -> Fire:
    """What a known result does to the unit, with reactive armour or without (card 4)."""
    unit, result = view.units[decision.unit], Outcome(decision.result)
    if option == USE:
        result = result.lowered(int(view.cards[decision.card].parameters.get("grades", 1)))
    certain: Mapping[Outcome, Fraction] = {result: Fraction(1)}
    return Fire(unit.id, (), marks_of(unit), ends_of(unit, [certain]))
