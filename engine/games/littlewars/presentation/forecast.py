"""Forecasts of options: a shot's expected kills, an order's mêlées."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from engine.games.littlewars import men_movement
from engine.games.littlewars.gun_shots import aimed_point
from engine.games.littlewars.men_phase import MoveMen
from engine.games.littlewars.orders import AimAt, GunOrder, MenOrder
from engine.games.littlewars.presentation.fight_odds import (
    MeleeForecast,
    foresee_melees,
    hit_chances,
)
from engine.games.littlewars.state import Gun, State
from engine.play.decisions import Answer, Decision
from engine.play.forecast_blocks import (
    CalculationBlock,
    FigureBlock,
    OutcomeForecast,
    SentenceBlock,
    SentenceTone,
    TargetArrow,
    UnitEndState,
    UnitEndStates,
)
from engine.play.move_forecast import Forecast
from engine.play.translatable_phrases import TranslatablePhrase, unit_name_term
from engine.tabletop.shapes import Point

DEAD = "slain"
MAX_LISTED = 8


def forecast_option(view: State, decision: Decision[State, Any], option: Answer) -> Forecast | None:
    """The likeliest to fall by a shot; the mêlées an order to men leads into."""
    if isinstance(decision, MoveMen) and isinstance(option, MenOrder) and option.figures:
        return _order(view, decision.side, option)
    aim = _aim(decision, option)
    if aim is None:
        return None
    gun = view.guns.get(aim[0])
    at = None if gun is None else aimed_point(view, gun, aim[1])
    if gun is None or at is None:
        return None
    return _foresee_shot(view, gun, at)


def _order(view: State, side: str, order: MenOrder) -> OutcomeForecast | None:
    """Return a forecast of the mêlées that an order leads to (L11, L12)."""
    if not men_movement.is_move_order_allowed(view, side, order):
        return None
    found = foresee_melees(view, side, order)
    told = tuple(SentenceBlock(_melee(each)) for each in found)
    quiet = SentenceBlock(TranslatablePhrase.of("littlewars.outlook-no-melee"), SentenceTone.QUIET)
    rules = ("L11.2", "L10.1", "L12", "L13")
    return OutcomeForecast(
        TranslatablePhrase.of("littlewars.outlook-order"), told or (quiet,), rules=rules
    )


def _melee(clash: MeleeForecast) -> TranslatablePhrase:
    """A mêlée that would come, in a sentence."""
    result, leads = clash.result, clash.own >= clash.foes
    own, foes = result.dead_of_larger, result.dead_of_smaller
    key = "isolated" if clash.is_isolated else "supported"
    who = "foes" if leads else "own"
    return TranslatablePhrase.of(
        f"littlewars.outlook-melee-{who}-{key}",
        own=clash.own,
        foes=clash.foes,
        own_dead=own if leads else foes,
        foes_dead=foes if leads else own,
        taken=result.prisoners,
    )


def _aim(decision: Decision[State, Any], option: Answer) -> tuple[str, AimAt] | None:
    """The gun and the aim of an option that fires."""
    match option:
        case GunOrder("fire", gun, path, target):
            return gun, AimAt(path, target)
        case AimAt():
            return getattr(decision, "gun", ""), option
    return None


def _foresee_shot(view: State, gun: Gun, at: Point) -> OutcomeForecast:
    """Return the likeliest casualties, their mean, and the chance of none."""
    shares = hit_chances(view, gun, at)
    title = TranslatablePhrase.of("littlewars.outlook-shot", gun=unit_name_term(gun.id))
    mean = sum(shares.values(), Fraction(0))
    likely = sorted(shares.items(), key=lambda each: (-each[1], each[0]))[:MAX_LISTED]
    average = FigureBlock(TranslatablePhrase.of("littlewars.outlook-expected"), mean, "S9")
    parts = tuple(
        UnitEndStates(id_, (), (UnitEndState((DEAD,), chance), UnitEndState((), 1 - chance)))
        for id_, chance in likely
    )
    return OutcomeForecast(
        title,
        (CalculationBlock((), average), *parts),
        aims=(TargetArrow(gun.at, at),),
        rules=("S3", "S9", "L9.1"),
    )
