"""Forecasts of attacks and assaults, with exact chances (E4)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from engine.games.tide import (
    action_phase,
    assault_resolution,
    assault_strength,
    attack_dice,
    dice_odds,
    fire,
    firepower,
    opportunity_fire,
    targeting,
)
from engine.games.tide.active_effects import AttackKind, Corrections
from engine.games.tide.attack_declaration import (
    Aim,
    AttackDraft,
    AttackOccasion,
    AttackOpportunity,
    AttackShare,
)
from engine.games.tide.attack_dice import AttackDice
from engine.games.tide.damage import damage_after
from engine.games.tide.data.rule_tables import DESTROYED
from engine.games.tide.dice_odds import DiceSet, Distribution
from engine.games.tide.state import HEAVY, LIGHT, State, Unit
from engine.hexes.hex import Hex
from engine.play import forecast_blocks
from engine.play.decisions import Answer, Decision
from engine.play.forecast_blocks import (
    Block,
    CalculationBlock,
    DiceGroup,
    DiceGroups,
    FigureBlock,
    OutcomeForecast,
    PrintedTableCell,
    ResultChance,
    ResultChances,
    UnitEndState,
    UnitEndStates,
    correction_block,
)
from engine.play.translatable_phrases import (
    Saying,
    TranslatablePhrase,
    unit_name_term,
    unit_name_terms,
)

RULES = {
    "firepower": "U1", "anti-tank": "SP1", "flamethrower": "SP2", "concussive": "V5",
    "armour": "RS2", "damage": "RS10", "terrain": "RS2", "hardened": "U2", "officer": "U4",
    "medic": "SP4", "entrenchment": "X4", "pillbox": "X5", "smoke": "X3", "trap": "X8",
    "support": "RS1",
}  # fmt: skip
"""The rule each part of a strength comes from; a card's is D7."""
DAMAGES = {LIGHT: "light-damage", HEAVY: "heavy-damage"}
"""The mark of each grade of damage."""
GONE = "destroyed"
"""The result of an attack by which a unit is lost, if it is not routed."""


def forecast_option(
    view: State, decision: Decision[State, Any], option: Answer
) -> OutcomeForecast | None:
    """Return the forecast of an option; None where there is nothing to foresee."""
    match decision:
        case fire.Attack(unit=unit, call=call):
            return forecast_attack(view, full_unit_attack(view, unit, option, call), call)
        case fire.ChooseFigures(attempt=attempt, unit=unit, call=call):
            return forecast_attack(
                view, attack_with_share(attempt, AttackShare(unit, option.types)), call
            )
        case fire.Support(attempt=attempt, call=call):
            joined = attempt if option is None else _joined(view, attempt, option, call)
            return forecast_attack(view, joined, call)
        case opportunity_fire.OpFire(side=side, mover=mover) if option is not None:
            return forecast_op_fire(
                view, option, AttackOpportunity(side, AttackOccasion.OP_FIRE, (mover,))
            )
        case assault_resolution.ChooseAssault(unit=unit) if option is not None:
            return forecast_assault(view, unit, (), option)
        case assault_resolution.JoinAssault(unit=unit, at=at, joined=others):
            return forecast_assault(view, unit, others if option is None else (*others, option), at)
        case action_phase.Act() if option is not None:
            return _order(view, option)
    return None


def _order(view: State, order: action_phase.Order) -> OutcomeForecast | None:
    """An order to fire at the only thing there is to fire at."""
    if order.deed != action_phase.FIRE:
        return None
    unit = view.units[order.unit]
    call = action_phase.attack_opportunity(unit, AttackOccasion.CONCENTRATED)
    aims = targeting.possible_attacks(view, unit, call)
    return (
        forecast_attack(view, full_unit_attack(view, unit.id, aims[0], call), call)
        if len(aims) == 1
        else None
    )


# --- attempts -------------------------------------------------------------------------------------


def full_unit_attack(view: State, unit: str, aim: Aim, call: AttackOpportunity) -> AttackDraft:
    """An attack of a unit by itself with all figures that can."""
    return AttackDraft(aim, full_attack_share(view, unit, aim, call))


def full_attack_share(view: State, unit: str, aim: Aim, call: AttackOpportunity) -> AttackShare:
    """A unit with all its figures that can take part."""
    here = view.units[unit]
    return AttackShare(
        unit, targeting.attacking_figures(view, here, aim, call) if here.is_squad else ()
    )


def attack_with_share(attempt: AttackDraft, share: AttackShare) -> AttackDraft:
    """An attack in which a unit takes part so, as its leader or in support."""
    if share.unit == attempt.lead.unit:
        return attempt._replace(lead=share)
    return attempt._replace(supporters=(*attempt.supporters, share))


def _joined(view: State, attempt: AttackDraft, unit: str, call: AttackOpportunity) -> AttackDraft:
    return attack_with_share(attempt, full_attack_share(view, unit, attempt.aim, call))


# --- attacks (RS) ---------------------------------------------------------------------------------


def forecast_attack(view: State, attempt: AttackDraft, call: AttackOpportunity) -> OutcomeForecast:
    """An attack: its dice, the hits to expect, what becomes of every target."""
    at, struck = attempt.aim.hex, targeting.units_in_common_range(view, attempt, call.side)
    title = TranslatablePhrase.of(
        f"tide-fire.outlook-{attempt.aim.kind}",
        units=unit_name_terms(attempt.units),
        target=_target(attempt),
    )
    found = [attack_dice.weigh_attack(view, attempt, call, target) for target in struck]
    parts = [tuple(_blocks(view, each, attempt, call)) for each in found]
    blocks: tuple[Block, ...] = parts[0] if len(parts) == 1 else tuple(
        OutcomeForecast(unit_name_term(each.target), part) for each,
        part in zip(found, parts, strict=True)
    )  # fmt: skip
    note = _note(_any_hurt(view, found), _any_lost(parts))
    aims = tuple(forecast_blocks.TargetArrow(view.units[unit].at, at) for unit in attempt.units)
    rules = ("RS4", "RS5", *_losing(attempt.aim.kind))
    return OutcomeForecast(title, blocks, note, (_line(title, note),), aims, rules)


def _losing(kind: AttackKind) -> tuple[str, ...]:
    """The rules of what hits do (RS8, RS9, RS11)."""
    return ("RS11",) if kind is AttackKind.SUPPRESSIVE else ("RS8", "RS9")


def forecast_op_fire(view: State, leader: str, call: AttackOpportunity) -> OutcomeForecast | None:
    """Op fire of a unit by itself, in each way it may be made (OP1)."""
    aims = targeting.possible_attacks(view, view.units[leader], call)
    if not aims:
        return None
    each = [forecast_attack(view, full_unit_attack(view, leader, aim, call), call) for aim in aims]
    if len(each) == 1:
        return each[0]
    start, end = view.units[leader].at, view.units[call.movers[0]].at
    title = TranslatablePhrase.of(
        "tide-fire.outlook-op-fire",
        units=unit_name_term(leader),
        target=unit_name_term(call.movers[0]),
    )
    lines = tuple(line for told in each for line in told.lines)
    return OutcomeForecast(
        title, tuple(each), None, lines, (forecast_blocks.TargetArrow(start, end),)
    )


def _target(attempt: AttackDraft) -> Saying:
    return attempt.aim.hex if attempt.aim.is_area else unit_name_term(attempt.aim.unit)


def _line(title: Saying, note: Saying) -> Saying:
    return TranslatablePhrase.of("forecast.noted", title=title, note=note)


def _any_hurt(view: State, found: Sequence[AttackDice]) -> Fraction:
    spared = Fraction(1)
    for each in found:
        spared *= 1 - dice_odds.chance_of_at_least(attack_hit_odds(each), 1)
    return 1 - spared


def _any_lost(parts: Sequence[Sequence[Block]]) -> Fraction:
    """The chance that any target is destroyed."""
    spared = Fraction(1)
    for block in (block for part in parts for block in part):
        if isinstance(block, UnitEndStates):
            spared *= 1 - sum((end.chance for end in block.ends if GONE in end.marks), Fraction())
    return 1 - spared


def _note(hurt: Fraction, lost: Fraction) -> Saying:
    """Return the chance of a hit, with that of a loss if there is one."""
    if not lost:
        return TranslatablePhrase.of("tide-fire.outlook-hurt", chance=hurt)
    return TranslatablePhrase.of("tide-fire.outlook-hurt-lost", chance=hurt, lost=lost)


def attack_hit_odds(found: AttackDice) -> Distribution:
    """The net hits of an attack on one unit with their chances (RS5)."""
    return dice_odds.net_hit_odds(found.black, found.red)


def _blocks(
    view: State, found: AttackDice, attempt: AttackDraft, call: AttackOpportunity
) -> Iterator[Block]:
    target = view.units[found.target]
    yield _strength(view, found, attempt, call)
    if found.defence:
        yield strength_block(view, found.defence, "defence", found.red.dice, "RS2")
    yield dice_pools(found.black, found.red)
    hits = attack_hit_odds(found)
    yield hit_odds_text(hits, "hits")
    yield UnitEndStates(
        target.id, marks_of(target), tuple(target_outcomes(view, target, found.kind, hits))
    )


def _strength(
    view: State, found: AttackDice, attempt: AttackDraft, call: AttackOpportunity
) -> CalculationBlock:
    """Return the calculation of an attack's strength, with reasons of halving (RS1, RS7)."""
    brought = firepower.attack_parts(view, attempt, call, view.units[found.target])
    whys = {part.unit: _why(part) for part in brought}
    counted = len(firepower.sum_attack_parts(view, brought))
    numbers = [
        FigureBlock(strength_part_text(view, what), value, "RS1", note=whys.get(what))
        for what, value in found.attack[:counted]
    ]
    cards = found.attack[counted:]
    numbers += [
        correction_block(strength_part_text(view, what), value, "D7") for what, value in cards
    ]
    cells = (PrintedTableCell("success", "black", found.band),) if found.band else ()
    return CalculationBlock(
        tuple(numbers), FigureBlock(_say("attack"), found.black.dice, "RS1"), cells
    )


def _why(part: firepower.AttackPart) -> Saying | None:
    if not part.half:
        return None
    return TranslatablePhrase.of(
        "tide-fire.halved",
        whole=part.full_firepower,
        cause=TranslatablePhrase.of(f"tide-fire.half-{part.half}"),
    )


def strength_block(
    view: State, found: Corrections, what: str, dice: int, rule: str
) -> CalculationBlock:
    """Return the calculation of a strength and its number of dice."""
    numbers = tuple(_number(view, each, value, rule) for each, value in found if value)
    return CalculationBlock(numbers, FigureBlock(_say(what), dice, rule))


def _number(view: State, what: str, value: int, rule: str) -> FigureBlock:
    """So much of a unit's, or what changes a strength."""
    if what in view.units:
        return FigureBlock(unit_name_term(what), value, rule)
    return correction_block(strength_part_text(view, what), value, RULES.get(what, "D7"))


def strength_part_text(view: State, what: str) -> Saying:
    """A part of a strength in words: a unit, a card, a word of the rules."""
    if what in view.units:
        return unit_name_term(what)
    if what in view.aims.cards:
        return view.aims.cards[what].title
    return TranslatablePhrase.of(f"tide-fire.part-{what}") if what in RULES else what


def _say(what: str) -> Saying:
    return TranslatablePhrase.of(f"tide-fire.figure-{what}")


def dice_pools(black: DiceSet, red: DiceSet) -> DiceGroups:
    """The dice of both sides (RS4)."""
    return DiceGroups(tuple(dice_pool("black", black, "black") + dice_pool("red", red, "red")))


def dice_pool(colour: str, handful: DiceSet, what: str) -> tuple[DiceGroup, ...]:
    """Dice of one colour; none where there are none."""
    counts = tuple(range(handful.least, 7))
    words = TranslatablePhrase.of(f"tide-fire.pool-{what}{'-sure' if handful.sure else ''}")
    return (DiceGroup(colour, handful.dice, counts, words),) if handful.dice else ()


def hit_odds_text(hits: Distribution, what: str) -> ResultChances:
    """Numbers of hits with their chances, the most first."""
    found = tuple(
        ResultChance(str(count), hits[count], TranslatablePhrase.counting("tide-fire.hits", count))
        for count in sorted(hits, reverse=True)
    )
    return ResultChances(found, _say(what))


# --- what becomes of a unit (RS8-RS11) ------------------------------------------------------------


def marks_of(unit: Unit) -> tuple[str, ...]:
    """The marks a unit has now, as far as attacks change them."""
    if unit.is_squad:
        return () if unit.is_steady else (str(unit.morale),)
    return (DAMAGES[unit.damage],) if unit.damage else ()


def target_outcomes(
    view: State, unit: Unit, kind: AttackKind, hits: Distribution
) -> Iterator[UnitEndState]:
    """Yield the possible outcomes for a target, the worst first."""
    if not unit.is_squad:
        grades = dice_odds.outcome_odds(hits, lambda count: damage_after(view, unit, count))
        for grade in sorted(grades, reverse=True):
            marks = (GONE,) if grade >= DESTROYED else (DAMAGES[grade],) if grade else ()
            yield UnitEndState(marks, grades[grade])
    elif kind is AttackKind.SUPPRESSIVE:
        yield from _ends_of_shaking(view, unit, hits)
    else:
        yield from _ends_of_thinning(unit, hits)


def _ends_of_thinning(unit: Unit, hits: Distribution) -> Iterator[UnitEndState]:
    whole = len(unit.figures)
    lost = dice_odds.outcome_odds(hits, lambda count: min(count, whole))
    for count in sorted(lost, reverse=True):
        words = (
            TranslatablePhrase.counting("tide-fire.figures-lost", count)
            if 0 < count < whole
            else None
        )
        yield UnitEndState((GONE,) if count == whole else marks_of(unit), lost[count], words)


def _ends_of_shaking(view: State, unit: Unit, hits: Distribution) -> Iterator[UnitEndState]:
    charts = view.book.charts
    found = dice_odds.outcome_odds(hits, lambda count: charts.morale_after_hits(unit.morale, count))
    for morale in reversed(list(found)):
        marks = () if morale == "normal" else (morale,)
        yield UnitEndState(marks, found[morale])


# --- assaults (AS) --------------------------------------------------------------------------------


def forecast_assault(view: State, unit: str, joined: tuple[str, ...], at: Hex) -> OutcomeForecast:
    """An assault: strengths, the chance that it succeeds, the hits of both sides (AS7-AS13)."""
    clash = assault_strength.assault_strengths(view, unit, joined, at)
    found = dice_odds.assault_odds(
        clash.black, clash.red, clash.back, clash.lives, is_tie_won(view)
    )
    title = TranslatablePhrase.of(
        "tide-fire.outlook-assault", units=unit_name_terms((unit, *joined)), hex=at
    )
    note = TranslatablePhrase.of("tide-fire.outlook-won", chance=found.won)
    blocks: list[Block] = [
        strength_block(view, clash.attack, "assault", clash.black.dice, "AS7"),
        strength_block(view, clash.cover, "cover", clash.red.dice, "AS9"),
        strength_block(view, clash.defence, "assault-defence", clash.back.dice, "AS8"),
        DiceGroups((*dice_pool("black", clash.black, "black"), *dice_pool("red", clash.red, "red"),
               *dice_pool("black", clash.back, "back"))),
        ResultChances((ResultChance("success", found.won), ResultChance("failure", 1 - found.won))),
        hit_odds_text(found.attacker, "assault-hits"),
        hit_odds_text(found.defender, "assault-hits-back"),
    ]  # fmt: skip
    aims = tuple(forecast_blocks.TargetArrow(view.units[each].at, at) for each in (unit, *joined))
    rules = ("AS6", "AS7", "AS8", "AS9", "AS12", "AS13", "AS16")
    return OutcomeForecast(title, tuple(blocks), note, (_line(title, note),), aims, rules)


def is_tie_won(view: State) -> bool:
    """Return whether the attacker wins with equal hits (AS13)."""
    return view.book.choices.assault_tie == "success"
