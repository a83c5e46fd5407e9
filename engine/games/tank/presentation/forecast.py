"""Forecasts of the tank game: what shots, shells and steps lead to, exactly by the rules.

The figures are those the engine resolves with. Cards that a player may still decide to use are not
in them: the enemy's are not known, one's own are asked about when their time comes.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from engine.games.tank.artillery import landing_hex, shell_level
from engine.games.tank.cards import USE, BoostShot, LowerResult, PlanSupport
from engine.games.tank.close_combat import CloseTarget
from engine.games.tank.data.rulebook import FireManner, FireOutcome
from engine.games.tank.fire import ChooseShot, FireAgain, JoinFire, armour_saving_face, attack_level
from engine.games.tank.movement import ChooseMove, ChooseStep, may_move
from engine.games.tank.opportunity_fire import CoverFire, MoverFires, OpportunityFire
from engine.games.tank.presentation import forecast_blocks, reachable_areas, roll_reports
from engine.games.tank.presentation import roll_reports as presentation_rolls
from engine.games.tank.presentation.fire_odds import (
    Odds,
    expected_shot_odds,
    marks_of,
    shell_expectation,
    softened_of,
    unit_effect_odds,
    unit_end_states,
)
from engine.games.tank.presentation.forecast_model import (
    BarrageForecast,
    FireForecast,
    Foreseen,
    ResultSoftening,
    ShelledUnitForecast,
    ShotForecast,
)
from engine.games.tank.state import Impact, State, Unit
from engine.hexes.hex import Hex, distance
from engine.play.decisions import Answer, Decision
from engine.play.forecast_blocks import NEVER, DiceOutcome, PrintedTableCell, ResultChance
from engine.play.move_forecast import Forecast

ARRIVES, SCATTERS = Fraction(5, 6), Fraction(1, 2)
FACES = range(1, 7)


def forecast_barrage(view: State, card: str, target: Hex) -> BarrageForecast:
    """The fire of a support card at a hex, on the units as they stand now.

    Suppression is not counted among what they suffer from: it comes off before the guns fire (T5).
    """
    parameters = view.cards[card].parameters
    guns, battery = int(parameters.get("guns", 6)), str(parameters["battery"])
    always = parameters.get("rocket") or parameters.get("suppressed")
    falls = shell_landings(view, target, Fraction(1) if always else SCATTERS)
    units = [
        shelled
        for unit in view.units.values()
        if (shelled := _shell(view, unit, battery, guns, falls)).shells
    ]
    landed = sum(falls.values(), Fraction(0))
    return BarrageForecast(target, guns, falls.get(target, Fraction(0)), 1 - landed, tuple(units))


def shell_landings(view: State, target: Hex, scatters: Fraction) -> Mapping[Hex, Fraction]:
    """Return the hexes in which one gun's shell falls, with their chances (A2–A4).

    Lost shells are left out. `scatters` is the chance that a shell that arrives scatters.
    """
    falls: dict[Hex, Fraction] = defaultdict(Fraction)
    if scatters < 1:
        falls[target] = ARRIVES * (1 - scatters)
    for direction in FACES:
        for steps in FACES:
            at = landing_hex(view, target, direction, steps)
            if at is not None:
                falls[at] += ARRIVES * scatters / 36
    return falls


def _shell(
    view: State, unit: Unit, battery: str, guns: int, falls: Mapping[Hex, Fraction]
) -> ShelledUnitForecast:
    """One unit under the fire of all guns; nothing acts on it where no shell can reach it."""
    whole = unit._replace(suppressed=False)
    odds: dict[FireOutcome, Fraction] = defaultdict(Fraction)
    by_level: dict[PrintedTableCell, Fraction] = defaultdict(Fraction)
    for at, chance in falls.items():
        impact = Impact(battery, at, "")
        if not shell_level(view, impact, unit.at):
            continue
        cell = roll_reports.printed_cell(view.book, "D", battery, distance(at, unit.at))
        assert cell is not None
        by_level[cell] += guns * chance
        for result, share in shell_expectation(view, whole, impact).items():
            odds[result] += chance * share
    odds[FireOutcome.NONE] += 1 - sum(odds.values())
    shells = sum(by_level.values(), Fraction(0))
    ends = unit_end_states(whole, [odds] * guns) if shells else ()
    return ShelledUnitForecast(unit.id, shells, tuple(by_level.items()), marks_of(whole), ends)


def forecast_option(view: State, decision: Decision[State, Any], option: Answer) -> Forecast | None:
    """Return the forecast of an option, in blocks that any screen can show."""
    told = forecast_attack(view, decision, option)
    match told:
        case FireForecast():
            return forecast_blocks.fire_forecast_blocks(told)
        case BarrageForecast():
            return forecast_blocks.barrage_block(told)
    return told


def forecast_attack(view: State, decision: Decision[State, Any], option: Answer) -> Foreseen | None:
    """Return the forecast of an option; None if there is nothing to forecast."""
    match decision:
        case PlanSupport(card=card):
            return forecast_barrage(view, card, option)
        case ChooseMove() if option is not None and may_move(view.units[option.unit]):
            return reachable_areas.reachable_hexes(view, option.unit, option.manner)
        case ChooseStep() if option is not None:
            return reachable_areas.step_forecast(view, decision, option)
        case BoostShot(card=card, firer=firer, target=target, manner=manner):
            levels = int(view.cards[card].parameters.get("levels", 0)) if option == USE else 0
            return forecast_fire(view, (firer,), target, FireManner(manner), levels)
        case LowerResult():
            return _lower(view, decision, option)
    return _fire_of(view, decision, option)


def _fire_of(view: State, decision: Decision[State, Any], option: Answer) -> FireForecast | None:
    """The fire an option declares; None for an option that declares none."""
    if isinstance(decision, JoinFire):
        firers = decision.firers if option is None else (*decision.firers, option)
        return forecast_fire(view, firers, decision.target, FireManner(decision.manner))
    if option is None:
        return None
    match decision:
        case ChooseShot():
            return forecast_fire(view, (option.firer,), option.target, FireManner.DIRECT)
        case CoverFire():
            return forecast_fire(view, (option.firer,), option.target, FireManner.COVER)
        case OpportunityFire(mover=mover):
            return forecast_fire(view, (option,), mover, FireManner.OPPORTUNITY)
        case MoverFires(unit=unit, manner=manner):
            return forecast_fire(view, (unit,), option, FireManner(manner))
        case FireAgain(firer=firer, manner=manner):
            return forecast_fire(view, (firer,), option, FireManner(manner))
        case CloseTarget(firer=firer):
            return forecast_fire(view, (firer,), option, FireManner.CLOSE)
    return None


# --- fire ----------------------------------------------------------------------------------------


def forecast_fire(
    view: State, firers: Sequence[str], target: str, manner: FireManner, boost: int = 0
) -> FireForecast:
    """Fire of one or several units on one target, resolved one by one (F1–F7).

    `boost` is what a fire boost adds to each shot (card 2).
    """
    aimed_at = view.units[target]
    shooters = [view.units[firer] for firer in firers]
    attacks = tuple(forecast_shot(view, firer, aimed_at, manner, boost) for firer in shooters)
    odds = [expected_shot_odds(view, firer, aimed_at, manner, boost) for firer in shooters]
    return FireForecast(target, attacks, marks_of(aimed_at), unit_end_states(aimed_at, odds))


def forecast_shot(
    view: State, firer: Unit, target: Unit, manner: FireManner, boost: int = 0
) -> ShotForecast:
    """One shot with all that makes it up (F2–F6; in close combat B3)."""
    level = attack_level(view, firer, target, manner, boost)
    close = manner is FireManner.CLOSE
    sees = close or view.field.sight.sees(firer.at, target.at)
    shown = None if close else view.field.sight.profile(firer.at, target.at)
    range_ = distance(firer.at, target.at) if level is None else level.range
    odds = expected_shot_odds(view, firer, target, manner, boost)
    effects = unit_effect_odds(target, odds)
    if level is None:
        return ShotForecast(
            firer.id, target.id, manner, range_, sees, None, (), None, (), (), (),
            _chances(odds), _chances(effects), shown,
        )  # fmt: skip
    corrections = presentation_rolls.match_corrections(
        view, firer.at, target.at, range_, level.base, level.corrections
    )
    rolls = sees and level.level > 0
    return ShotForecast(
        firer.id, target.id, manner, range_, sees, level.base, corrections, level.level,
        presentation_rolls.looked_up_cells(view, view.type_of(firer).gun, range_, corrections),
        _throws(view, level.level, target, manner) if rolls else (),
        _softenings(view, target, manner) if rolls else (),
        _chances(odds), _chances(effects), shown,
    )  # fmt: skip


def _throws(view: State, level: int, target: Unit, manner: FireManner) -> tuple[DiceOutcome, ...]:
    """A column of table C, cell by cell (F4), with what cover and armour soften of it (F5)."""
    faces = () if manner is FireManner.CLOSE else view.field.cover(target.at).faces
    saves = armour_saving_face(view.book, target)
    throws = []
    for sum_ in range(2, 13):
        cell = presentation_rolls.result_cell(view.book, level, sum_)
        assert cell is not None
        result, chance = view.book.direct_results[level][sum_], Fraction(6 - abs(sum_ - 7), 36)
        softened = softened_of(sum_, faces, saves) if result.is_damage else NEVER
        throws.append(DiceOutcome(cell, result, chance, softened))
    return tuple(throws)


def _softenings(view: State, target: Unit, manner: FireManner) -> tuple[ResultSoftening, ...]:
    """Return the softenings of damage: cover, except in close combat, then armour (F5)."""
    found, faces = [], view.field.cover(target.at).faces
    if faces and manner is not FireManner.CLOSE:
        ground = view.field.board.ground_at(target.at)
        found.append(ResultSoftening(ground, faces, presentation_rolls.COVER_RULE))
    if saves := armour_saving_face(view.book, target):
        cell = presentation_rolls.armour_cell(view.book, view.type_of(target).armour)
        found.append(
            ResultSoftening(
                "armour", tuple(range(1, saves + 1)), presentation_rolls.ARMOUR_RULE, cell
            )
        )
    return tuple(found)


def _chances(odds: Odds) -> tuple[ResultChance, ...]:
    """Odds from nothing to the worst."""
    return tuple(
        ResultChance(outcome, odds[outcome]) for outcome in FireOutcome if odds.get(outcome)
    )


def _lower(view: State, decision: LowerResult, option: Answer) -> FireForecast:
    """Return the effect of a known result, with reactive armour or without (card 4)."""
    unit, result = view.units[decision.unit], FireOutcome(decision.result)
    if option == USE:
        result = result.lowered(int(view.cards[decision.card].parameters.get("grades", 1)))
    certain: Mapping[FireOutcome, Fraction] = {result: Fraction(1)}
    return FireForecast(unit.id, (), marks_of(unit), unit_end_states(unit, [certain]))
