"""What an attack or assault leads to before it is made, exactly by the tables (V24.5)."""

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
    roll_modifiers,
    summary_line,
)
from engine.games.valor.state import State
from engine.games.valor.support_missions import SupportHex
from engine.games.valor.targeting import AttackMethod, Call, Occasion
from engine.hexes.hex import Hex
from engine.play import forecast_blocks
from engine.play.decisions import Answer, Decision
from engine.play.forecast_blocks import (
    Block,
    Cell,
    Chance,
    Chances,
    Number,
    OutcomeForecast,
    Sum,
    UnitEndState,
    UnitEndStates,
)
from engine.play.phrases import Phrase, name_of, names_of


def forecast_option(
    view: State, decision: Decision[State, Any], option: Answer
) -> OutcomeForecast | None:
    """What an option leads to; None where there is nothing to foresee."""
    match decision:
        case Attack() | Target() | Join() | Lead() | Expend():
            return _attack(view, decision, option)
        case SupportHex(kind=kind, manner=manner):
            return support_odds.foresee(view, kind, manner, option)
        case Step(units=(afv,)) if option is not None and option.how == OVERRUN:
            return overrun_odds.foresee(view, afv)
        case advance_phase.AdvanceTo(unit=first) if option is not None:
            if option.manner is advance_phase.AssaultManner.ASSAULT:
                return foresee_assault(view, (first,), option.hex)
        case close_assault.JoinAssault(units=joined, at=at):
            return foresee_assault(view, joined if option is None else (*joined, option), at)
        case close_assault.Strengthen(manner="assault", units=joined, at=at, spent=spent):
            return foresee_assault(view, joined, at, spent if option is None else (*spent, option))
    return None


def _attack(view: State, decision: Any, option: Answer) -> OutcomeForecast | None:
    """The attack as far as it is put together."""
    if decision.manner not in set(Occasion):
        return None
    call = Call(decision.side, Occasion(decision.manner), decision.movers)
    attempt = _attempt(view, decision, option, call)
    if attempt is None or attempt.aim.how in (AttackMethod.SMOKE, AttackMethod.WIRE):
        return None
    return (
        pierce(view, attempt, call)
        if attempt.aim.how is AttackMethod.AT
        else outlook_of_shot(view, attempt, call)
    )


def _attempt(view: State, decision: Any, option: Answer, call: Call) -> AttackDraft | None:
    match decision:
        case Attack():
            if option not in view.units:
                return None
            aims = fire_phase.aims_of(view, option, call)
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
    """The best leader among those who fire: he modifies without being asked (V13.7)."""
    led = [each for each in firers if attack_declaration.leader_modifier(view, each) > 0]
    return max(led, key=lambda each: attack_declaration.leader_modifier(view, each), default="")


# --- AP attacks (V14) -----------------------------------------------------------------------------


def outlook_of_shot(view: State, attempt: AttackDraft, call: Call) -> OutcomeForecast:
    """An AP attack: what it sums up to, the row it is rolled on, its casualty points."""
    found, at = attack_declaration.weigh(view, attempt, call), attempt.aim.hex
    start = view.units[attempt.firers[0]].at
    chances = dice_odds.casualty_points(view.book.charts, found.apfp, found.modifier, found.times)
    title = Phrase.of("valor-fire.outlook-attack", firers=names_of(attempt.firers), hex=at)
    strength = Sum(
        tuple(Number(name_of(each.unit), each.apfp, "V12.3") for each in found.shares),
        Number(name_phrase("firepower"), found.apfp, "V14.4"),
    )
    blocks: list[Block] = [strength, *roll_modifiers(found.corrections)]
    blocks.append(ap_table_row(view, found.apfp, found.modifier))
    blocks.append(casualty_point_odds(chances, "casualties"))
    hurt = dice_odds.at_least(chances, 1)
    note = Phrase.of("valor-fire.outlook-hurt", chance=hurt)
    return OutcomeForecast(
        title,
        tuple(blocks),
        note,
        summary_line(title, note),
        (forecast_blocks.TargetArrow(start, at),),
        ("V14.4", "V14.5", "V13.4"),
    )


# --- AT attacks (V16) -----------------------------------------------------------------------------


def pierce(view: State, attempt: AttackDraft, call: Call) -> OutcomeForecast:
    """An AT attack: the number to hit, and what becomes of the target."""
    found, target = (
        attack_declaration.declare_at_attack(view, attempt, call),
        view.units[attempt.aim.unit],
    )
    chances = expected_losses.at_attack_odds(view, attempt, call)
    start = view.units[attempt.firers[0]].at
    title = Phrase.of(
        "valor-fire.outlook-shot", firer=name_of(attempt.firers[0]), target=name_of(target.id)
    )
    number = Number(name_phrase("number"), found.number, "V16.2", _hit_cell(view, found))
    hit = Chances(
        (
            Chance("hit", chances.hit, Phrase.of("valor-fire.hit")),
            Chance("no-hit", 1 - chances.hit, Phrase.of("valor-fire.no-hit")),
        ),
        name_phrase("to-hit"),
    )
    before = ("immobile",) if target.immobile else ()
    blocks = (
        Sum((), number),
        *roll_modifiers(found.corrections),
        hit,
        _ends(target.id, before, chances),
    )
    note = Phrase.of("valor-fire.outlook-eliminated", chance=chances.eliminated)
    aims = (forecast_blocks.TargetArrow(start, target.at),)
    return OutcomeForecast(title, blocks, note, summary_line(title, note), aims, ("V16.2", "V16.3"))


def _hit_cell(view: State, found: attack_declaration.Shot) -> Cell | None:
    heads = view.book.tables["hit"].heads(str(found.piercer.against), found.range)
    return None if heads is None else Cell("hit", *heads)


def _ends(target: str, before: tuple[str, ...], chances: dice_odds.AntiTank) -> UnitEndStates:
    """What may become of a target: lost, immobile, as it was."""
    whole = 1 - chances.eliminated - chances.immobilised
    ends = [
        UnitEndState(("eliminated",), chances.eliminated, Phrase.of("valor-fire.end-eliminated")),
        UnitEndState(("immobile",), chances.immobilised),
    ]
    if not before:
        ends.append(UnitEndState((), whole))
    return UnitEndStates(target, before, tuple(end for end in ends if end.chance))


# --- close assault (V15) --------------------------------------------------------------------------


def foresee_assault(
    view: State, joined: tuple[str, ...], at: Hex, spent: Sequence[Use] = ()
) -> OutcomeForecast:
    """An assault: strengths, odds, the chance to win, what both sides lose (V15.5-15.7)."""
    title = Phrase.of("valor-fire.outlook-assault", units=names_of(joined), hex=at)
    aims = (forecast_blocks.TargetArrow(view.units[joined[0]].at, at),)
    if not any(not foe.pinned for foe in close_assault.assault_defenders(view, at)):
        note = Phrase.of("valor-fire.outlook-won", chance=Fraction(1))
        return OutcomeForecast(title, (), note, summary_line(title, note), aims, ("V15.5",))
    clash = close_assault.weigh(view, joined, at, spent)
    found = dice_odds.assault_odds(clash.kill, clash.modifier, clash.own, clash.enemy)
    kill = Cell("assault", "kill", clash.odds)
    strength = Sum(
        (
            Number(name_phrase("attack"), clash.attack, "V15.3"),
            Number(name_phrase("defence"), clash.defence, "V15.3"),
            Number(name_phrase("odds"), clash.odds, "V15.5"),
        ),
        Number(name_phrase("kill"), clash.kill, "V15.5", kill),
    )
    won = Chances(
        (
            Chance("won", found.won, Phrase.of("valor-fire.end-won")),
            Chance("repelled", 1 - found.won, Phrase.of("valor-fire.end-repelled")),
        ),
        name_phrase("assault-ends"),
    )
    own, enemy = (
        casualty_point_odds(found.attacker, "own"),
        casualty_point_odds(found.defender, "enemy"),
    )
    blocks = (strength, *roll_modifiers(clash.corrections), won, own, enemy)
    note = Phrase.of("valor-fire.outlook-won", chance=found.won)
    return OutcomeForecast(
        title, blocks, note, summary_line(title, note), aims, ("V15.5", "V15.6", "V15.7")
    )
