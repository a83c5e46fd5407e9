"""Forecasts of attacks and assaults, by exact odds (V24.5)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from engine.games.valor import (
    advance_phase,
    attack_declaration,
    close_assault,
    dice_odds,
    fire_phase,
)
from engine.games.valor.attack_declaration import AttackDraft, Use
from engine.games.valor.fire_phase import Attack, Expend, Join, Lead, Target
from engine.games.valor.move_execution import Step
from engine.games.valor.move_steps import OVERRUN
from engine.games.valor.presentation import expected_losses, overrun_odds, support_odds
from engine.games.valor.presentation.forecast_parts import (
    ap_table_row,
    casualty_point_odds,
    name_phrase,
    roll_modifier_blocks,
    summary_line,
)
from engine.games.valor.state import State
from engine.games.valor.support_missions import SupportHex
from engine.games.valor.targeting import AttackMethod, AttackOccasion, AttackOpportunity
from engine.hexes.hex import Hex
from engine.play import forecast_blocks
from engine.play.decisions import Answer, Decision
from engine.play.forecast_blocks import (
    Block,
    CalculationBlock,
    FigureBlock,
    OutcomeForecast,
    PrintedTableCell,
    ResultChance,
    ResultChances,
    UnitEndState,
    UnitEndStates,
)
from engine.play.translatable_phrases import TranslatablePhrase, unit_name_term, unit_name_terms


def forecast_option(
    view: State, decision: Decision[State, Any], option: Answer
) -> OutcomeForecast | None:
    """Return the forecast of an option; None where there is nothing to foresee."""
    match decision:
        case Attack() | Target() | Join() | Lead() | Expend():
            return _attack(view, decision, option)
        case SupportHex(kind=kind, manner=manner):
            return support_odds.forecast_mission(view, kind, manner, option)
        case Step(units=(afv,)) if option is not None and option.how == OVERRUN:
            return overrun_odds.forecast_overrun(view, afv)
        case advance_phase.AdvanceTo(unit=first) if option is not None:
            if option.manner is advance_phase.AdvanceManner.ASSAULT:
                return forecast_assault(view, (first,), option.hex)
        case close_assault.JoinAssault(units=joined, at=at):
            return forecast_assault(view, joined if option is None else (*joined, option), at)
        case close_assault.Strengthen(manner="assault", units=joined, at=at, spent=spent):
            return forecast_assault(view, joined, at, spent if option is None else (*spent, option))
    return None


def _attack(view: State, decision: Any, option: Answer) -> OutcomeForecast | None:
    """The attack as far as it is put together."""
    if decision.manner not in set(AttackOccasion):
        return None
    call = AttackOpportunity(decision.side, AttackOccasion(decision.manner), decision.movers)
    attempt = _attempt(view, decision, option, call)
    if attempt is None or attempt.aim.how in (AttackMethod.SMOKE, AttackMethod.WIRE):
        return None
    return (
        forecast_at_attack(view, attempt, call)
        if attempt.aim.how is AttackMethod.AT
        else forecast_ap_attack(view, attempt, call)
    )


def _attempt(
    view: State, decision: Any, option: Answer, call: AttackOpportunity
) -> AttackDraft | None:
    match decision:
        case Attack():
            if option not in view.units:
                return None
            aims = fire_phase.aims_of_unit(view, option, call)
            return AttackDraft((option,), aims[0]) if len(aims) == 1 else None
        case Target(firer=firer):
            return AttackDraft((firer,), option)
        case Join(firers=firers, aim=aim):
            return AttackDraft(firers if option is None else (*firers, option), aim)
        case Lead(firers=firers, aim=aim):
            return AttackDraft(firers, aim, option or _own_leader(view, firers))
        case Expend(firers=firers, aim=aim, spent=spent):
            used = spent if option is None else (*spent, option)
            return AttackDraft(firers, aim, _own_leader(view, firers), used)
    return None


def _own_leader(view: State, firers: Sequence[str]) -> str:
    """Return the best leader among the firers, who needs no choice (V13.7)."""
    led = [each for each in firers if attack_declaration.leader_modifier(view, each) > 0]
    return max(led, key=lambda each: attack_declaration.leader_modifier(view, each), default="")


# --- AP attacks (V14) -----------------------------------------------------------------------------


def forecast_ap_attack(
    view: State, attempt: AttackDraft, call: AttackOpportunity
) -> OutcomeForecast:
    """An AP attack: what it sums up to, the row it is rolled on, its casualty points."""
    found, at = attack_declaration.weigh_ap_attack(view, attempt, call), attempt.aim.hex
    start = view.units[attempt.firers[0]].at
    chances = dice_odds.casualty_point_odds(
        view.book.charts, found.apfp, found.modifier, found.times
    )
    title = TranslatablePhrase.of(
        "valor-fire.outlook-attack", firers=unit_name_terms(attempt.firers), hex=at
    )
    strength = CalculationBlock(
        tuple(FigureBlock(unit_name_term(each.unit), each.apfp, "V12.3") for each in found.shares),
        FigureBlock(name_phrase("firepower"), found.apfp, "V14.4"),
    )
    blocks: list[Block] = [strength, *roll_modifier_blocks(found.corrections)]
    blocks.append(ap_table_row(view, found.apfp, found.modifier))
    blocks.append(casualty_point_odds(chances, "casualties"))
    hurt = dice_odds.chance_of_at_least(chances, 1)
    note = TranslatablePhrase.of("valor-fire.outlook-hurt", chance=hurt)
    return OutcomeForecast(
        title,
        tuple(blocks),
        note,
        summary_line(title, note),
        (forecast_blocks.TargetArrow(start, at),),
        ("V14.4", "V14.5", "V13.4"),
    )


# --- AT attacks (V16) -----------------------------------------------------------------------------


def forecast_at_attack(
    view: State, attempt: AttackDraft, call: AttackOpportunity
) -> OutcomeForecast:
    """An AT attack: the number to hit, and what becomes of the target."""
    found, target = (
        attack_declaration.weigh_at_attack(view, attempt, call),
        view.units[attempt.aim.unit],
    )
    chances = expected_losses.at_attack_odds(view, attempt, call)
    start = view.units[attempt.firers[0]].at
    title = TranslatablePhrase.of(
        "valor-fire.outlook-shot",
        firer=unit_name_term(attempt.firers[0]),
        target=unit_name_term(target.id),
    )
    number = FigureBlock(name_phrase("number"), found.number, "V16.2", _hit_cell(view, found))
    hit = ResultChances(
        (
            ResultChance("hit", chances.hit, TranslatablePhrase.of("valor-fire.hit")),
            ResultChance("no-hit", 1 - chances.hit, TranslatablePhrase.of("valor-fire.no-hit")),
        ),
        name_phrase("to-hit"),
    )
    before = ("immobile",) if target.immobile else ()
    blocks = (
        CalculationBlock((), number),
        *roll_modifier_blocks(found.corrections),
        hit,
        _ends(target.id, before, chances),
    )
    note = TranslatablePhrase.of("valor-fire.outlook-eliminated", chance=chances.eliminated)
    aims = (forecast_blocks.TargetArrow(start, target.at),)
    return OutcomeForecast(title, blocks, note, summary_line(title, note), aims, ("V16.2", "V16.3"))


def _hit_cell(view: State, found: attack_declaration.AntiTankShot) -> PrintedTableCell | None:
    heads = view.book.tables["hit"].matched_heads(str(found.piercer.against), found.range)
    return None if heads is None else PrintedTableCell("hit", *heads)


def _ends(target: str, before: tuple[str, ...], chances: dice_odds.AntiTankOdds) -> UnitEndStates:
    """Return the possible outcomes for a target: lost, immobile, unchanged."""
    whole = 1 - chances.eliminated - chances.immobilised
    ends = [
        UnitEndState(
            ("eliminated",), chances.eliminated, TranslatablePhrase.of("valor-fire.end-eliminated")
        ),
        UnitEndState(("immobile",), chances.immobilised),
    ]
    if not before:
        ends.append(UnitEndState((), whole))
    return UnitEndStates(target, before, tuple(end for end in ends if end.chance))


# --- close assault (V15) --------------------------------------------------------------------------


def forecast_assault(
    view: State, joined: tuple[str, ...], at: Hex, spent: Sequence[Use] = ()
) -> OutcomeForecast:
    """An assault: strengths, odds, the chance to win, what both sides lose (V15.5-15.7)."""
    title = TranslatablePhrase.of(
        "valor-fire.outlook-assault", units=unit_name_terms(joined), hex=at
    )
    aims = (forecast_blocks.TargetArrow(view.units[joined[0]].at, at),)
    if not any(not foe.pinned for foe in close_assault.assault_defenders(view, at)):
        note = TranslatablePhrase.of("valor-fire.outlook-won", chance=Fraction(1))
        return OutcomeForecast(title, (), note, summary_line(title, note), aims, ("V15.5",))
    clash = close_assault.weigh_assault(view, joined, at, spent)
    found = dice_odds.assault_odds(clash.kill, clash.modifier, clash.own, clash.enemy)
    kill = PrintedTableCell("assault", "kill", clash.odds)
    strength = CalculationBlock(
        (
            FigureBlock(name_phrase("attack"), clash.attack, "V15.3"),
            FigureBlock(name_phrase("defence"), clash.defence, "V15.3"),
            FigureBlock(name_phrase("odds"), clash.odds, "V15.5"),
        ),
        FigureBlock(name_phrase("kill"), clash.kill, "V15.5", kill),
    )
    won = ResultChances(
        (
            ResultChance("won", found.won, TranslatablePhrase.of("valor-fire.end-won")),
            ResultChance(
                "repelled", 1 - found.won, TranslatablePhrase.of("valor-fire.end-repelled")
            ),
        ),
        name_phrase("assault-ends"),
    )
    own, enemy = (
        casualty_point_odds(found.attacker, "own"),
        casualty_point_odds(found.defender, "enemy"),
    )
    blocks = (strength, *roll_modifier_blocks(clash.corrections), won, own, enemy)
    note = TranslatablePhrase.of("valor-fire.outlook-won", chance=found.won)
    return OutcomeForecast(
        title, blocks, note, summary_line(title, note), aims, ("V15.5", "V15.6", "V15.7")
    )
