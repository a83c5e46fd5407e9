"""Forecasts of overruns: their attack, and the fire that the AFV meets (V17)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from engine.games.valor import casualties, dice_odds, overrun
from engine.games.valor.attack_declaration import AttackDraft
from engine.games.valor.overrun import OverrunPlan
from engine.games.valor.presentation import expected_losses, move_threats
from engine.games.valor.presentation.forecast_parts import (
    ap_table_row,
    casualty_point_odds,
    name_phrase,
    roll_modifier_blocks,
    summary_line,
)
from engine.games.valor.state import State, Unit
from engine.games.valor.targeting import AttackOccasion, AttackOpportunity
from engine.play import forecast_blocks
from engine.play.forecast_blocks import (
    Block,
    CalculationBlock,
    FigureBlock,
    ListingBlock,
    ListingEntry,
    OutcomeForecast,
    SentenceBlock,
)
from engine.play.translatable_phrases import Saying, TranslatablePhrase, unit_name_term


def forecast_overrun(view: State, afv: str) -> OutcomeForecast | None:
    """An overrun straight on from where an AFV stands; None where there is none (V17.1)."""
    unit = view.units[afv]
    chosen = overrun.straight_overrun(view, unit)
    if chosen is None:
        return None
    charge = overrun.weigh_overrun_attack(view, afv, chosen.over)
    modifier = sum(value for _, value in charge.corrections)
    title = TranslatablePhrase.of(
        "valor-fire.outlook-overrun", unit=unit_name_term(afv), hex=chosen.over, exit=chosen.exit
    )
    blocks: list[Block] = [
        SentenceBlock(TranslatablePhrase.of("valor-fire.overrun-mp", cost=chosen.cost))
    ]
    note: Saying = TranslatablePhrase.of("valor-fire.overrun-unarmed")
    if charge.apfp:
        chances = dice_odds.casualty_point_odds(view.book.charts, charge.apfp, modifier)
        total = FigureBlock(name_phrase("firepower"), charge.apfp, "V17.4")
        blocks += [
            CalculationBlock(tuple(_strengths(view, unit)), total),
            *roll_modifier_blocks(charge.corrections),
        ]
        blocks += [
            ap_table_row(view, charge.apfp, modifier),
            casualty_point_odds(chances, "casualties"),
        ]
        note = TranslatablePhrase.of(
            "valor-fire.outlook-hurt", chance=dice_odds.chance_of_at_least(chances, 1)
        )
    blocks.append(_odds_met(view, unit, chosen))
    aims = (
        forecast_blocks.TargetArrow(unit.at, chosen.over),
        forecast_blocks.TargetArrow(chosen.over, chosen.exit),
    )
    rules = ("V17.2", "V17.4", "V17.5")
    return OutcomeForecast(title, tuple(blocks), note, summary_line(title, note), aims, rules)


def _strengths(view: State, unit: Unit) -> Iterator[FigureBlock]:
    """All the AFV's APFP doubled, and what each passenger adds (V17.4)."""
    type_ = view.type_of(unit)
    own = 2 * (type_.gun + type_.mg360 + type_.mgff)
    yield FigureBlock(
        unit_name_term(unit.id),
        own,
        "V17.4",
        note=TranslatablePhrase.of("valor-fire.overrun-doubled"),
    )
    for rider in casualties.riders_of(view, unit):
        if more := overrun.firepower_of_rider(view, rider, with_satchel=False):
            yield FigureBlock(unit_name_term(rider.id), more, "V17.4")


def _odds_met(view: State, unit: Unit, chosen: OverrunPlan) -> Block:
    """Shots at the rear as the AFV leaves, if the firers live, and fire where it stops (V17.5)."""
    seen = move_threats.position_after_entry(view, unit, chosen.exit, chosen.over)
    shots = [*_last_shots(seen, unit.id, chosen)]
    threat = move_threats.move_threats(view, unit.id, (chosen.over, chosen.exit))[1]
    shots += [
        ListingEntry(peril.what, (peril.danger.hurt, peril.danger.lost))
        for kind in threat.kinds
        for peril in kind.perils
    ]
    if not shots:
        return SentenceBlock(
            TranslatablePhrase.of("valor-fire.overrun-unmet"), forecast_blocks.SentenceTone.QUIET
        )
    heads = tuple(
        TranslatablePhrase.of(f"valor-fire.overrun-{head}") for head in ("met", "hurt", "lost")
    )
    return ListingBlock(heads, tuple(shots))


def _last_shots(seen: State, afv: str, chosen: OverrunPlan) -> Iterator[ListingEntry]:
    side = seen.enemy_of(seen.units[afv].side)
    call = AttackOpportunity(side, AttackOccasion.FINAL, (afv,))
    for firer, aims in overrun.exit_shooters(seen, afv, chosen.over):
        found = [
            expected_losses.at_attack_odds(seen, AttackDraft((firer,), aim), call) for aim in aims
        ]
        best = max(found, key=lambda each: each.eliminated)
        hurt: Fraction = best.eliminated + best.immobilised
        yield ListingEntry(
            unit_name_term(firer),
            (hurt, best.eliminated),
            TranslatablePhrase.of("valor-fire.overrun-rear"),
        )
