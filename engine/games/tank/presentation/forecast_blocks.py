"""Shots and shells of the tank game as an outlook: sight, level, column, chances, ends."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction

from engine.games.tank.data.rulebook import FireManner, FireOutcome
from engine.games.tank.events import MARKERS
from engine.games.tank.presentation.fire_odds import ANNIHILATED
from engine.games.tank.presentation.forecast_model import (
    BarrageForecast,
    FireForecast,
    LevelCorrection,
    ResultSoftening,
    ShelledUnitForecast,
    ShotForecast,
)
from engine.games.tank.presentation.sentences import list_names, mark_name, outcome_name
from engine.map.terrain import load_catalogue
from engine.narration.number_format import round_decimal, with_sign
from engine.play.forecast_blocks import (
    Block,
    CalculationBlock,
    DiceOutcomes,
    FigureBlock,
    LineOfSight,
    OutcomeForecast,
    ResultChance,
    ResultChances,
    SentenceBlock,
    SentenceTone,
    UnitEndState,
    UnitEndStates,
    correction_block,
)
from engine.play.translatable_phrases import (
    COMMA,
    NamedTerm,
    NamedTermList,
    Saying,
    TranslatablePhrase,
    Value,
    unit_name_term,
)
from engine.texts import in_each_language, text

SHADE_OF_A_HIT = FireOutcome.ANNIHILATED

# --- fire ----------------------------------------------------------------------------------------


def fire_forecast_blocks(told: FireForecast) -> OutcomeForecast:
    """Attacks one after the other, then what becomes of the target (F7)."""
    parts: list[Block] = [_attack(attack) for attack in told.attacks]
    ends = UnitEndStates(told.target, told.before, worst_first(told.ends, told.before))
    if len(told.attacks) != 1 or told.before:
        title = TranslatablePhrase.of("tank.outlook-afterwards", unit=unit_name_term(told.target))
        parts.append(
            OutcomeForecast(title, (ends,), _hurt(told.chance_of_harm, _chance_of_loss(told.ends)))
        )
    lines = [line for attack in told.attacks for line in _attack_lines(attack)]
    target, chances = unit_name_term(told.target), _tell_ends(ends)
    lines.append(TranslatablePhrase.of("tank.foreseen-ends", unit=target, chances=chances))
    return OutcomeForecast("", tuple(parts), lines=tuple(lines), rules=("F6", "F7"))


def _attack(told: ShotForecast) -> OutcomeForecast:
    named = {"firer": unit_name_term(told.firer), "target": unit_name_term(told.target)}
    effects = ResultChances(told.effects)
    nothing, lost = effects.of(FireOutcome.NONE), effects.of(FireOutcome.ANNIHILATED)
    return OutcomeForecast(
        TranslatablePhrase.of("tank.outlook-shot", **named),
        tuple(_attack_blocks(told)),
        _hurt(1 - nothing, lost) if told.throws else None,
        rules=("F3", "F4", "F5") if told.manner != FireManner.CLOSE else ("B3", "F4", "F5"),
    )


def _attack_blocks(told: ShotForecast) -> Iterator[Block]:
    yield SentenceBlock(NamedTerm("manner", told.manner), SentenceTone.QUIET)
    if told.profile is not None and told.range:
        yield LineOfSight(told.profile)
    failing = _failing(told)
    if told.level is not None and told.sees:
        yield _level(told)
    if failing is not None:
        yield SentenceBlock(failing)
    if told.throws:
        yield _throws(told)
        yield ResultChances(tuple(reversed(told.results)))


def _failing(told: ShotForecast) -> TranslatablePhrase | None:
    """Return the reason a shot cannot have an effect; None if it can (F2, F3)."""
    named: dict[str, Value] = {
        "firer": unit_name_term(told.firer),
        "target": unit_name_term(told.target),
    }
    if told.level is None:
        return TranslatablePhrase.of("tank.foreseen-too-far", range=told.range, **named)
    if not told.sees:
        return TranslatablePhrase.of("tank.foreseen-unseen", **named)
    return None if told.level else TranslatablePhrase.of("tank.foreseen-no-effect", **named)


def _level(told: ShotForecast) -> CalculationBlock:
    """Return the calculation of the level from base and corrections (F3)."""
    assert told.base is not None
    assert told.level is not None
    what = TranslatablePhrase.of("tank.outlook-range", range=told.range)
    if told.manner == FireManner.CLOSE:
        what = TranslatablePhrase.of("tank.outlook-close")
    base = FigureBlock(what, told.base, "F3", cell=told.looked_up[0] if told.looked_up else None)
    corrections = (level_correction(made) for made in told.corrections)
    total = FigureBlock(TranslatablePhrase.of("tank.outlook-level"), told.level, "F3")
    return CalculationBlock((base, *corrections), total, told.looked_up)


def _throws(told: ShotForecast) -> DiceOutcomes:
    """The column of table C, and what may lower a result of it (F4, F5)."""
    cell = told.throws[0].cell
    named: dict[str, Value] = {"table": NamedTerm("table", cell.table), "column": cell.column}
    remarks = [SentenceBlock(softening_causes(made)) for made in told.softenings]
    if any(throw.softened for throw in told.throws):
        remarks.append(
            SentenceBlock(TranslatablePhrase.of("tank.outlook-hatched"), SentenceTone.QUIET)
        )
    cells = tuple(made.cell for made in told.softenings if made.cell is not None)
    return DiceOutcomes(
        TranslatablePhrase.of("forecast.column", **named), told.throws, tuple(remarks), cells
    )


def level_correction(made: LevelCorrection) -> FigureBlock:
    """A correction as a figure of the level."""
    return correction_block(correction_cause(made), made.value, made.rule, made.cell)


def correction_cause(made: LevelCorrection) -> TranslatablePhrase:
    """Return the reason of a correction: "target 2 levels higher"."""
    if made.cause == "height":
        return TranslatablePhrase.counting("tank.cause-height", made.amount)
    return TranslatablePhrase.of(f"tank.cause-{made.cause}", amount=made.amount)


def softening_causes(made: ResultSoftening) -> TranslatablePhrase:
    """Return the cause that lowers a result after the roll (F5)."""
    faces = in_each_language(
        lambda language: _either(language).join(str(face) for face in made.faces)
    )
    if made.cause == "armour":
        return TranslatablePhrase.of("tank.softening-armour", faces=faces, rule=made.rule)
    ground = load_catalogue().name(made.cause)
    return TranslatablePhrase.of("tank.softening-cover", ground=ground, faces=faces, rule=made.rule)


def _either(language: str) -> str:
    return text("tank.either", language)


# --- what becomes of it ---------------------------------------------------------------------------


def worst_first(ends: Iterable[UnitEndState], before: tuple[str, ...]) -> tuple[UnitEndState, ...]:
    """Return the end states of a unit from the worst on, an unchanged one last."""
    grades = [*MARKERS.values(), ANNIHILATED]

    def gravity(end: UnitEndState) -> tuple[int, ...]:
        if end.marks == before:
            return ()
        return tuple(sorted(map(grades.index, end.marks), reverse=True))

    return tuple(sorted(ends, key=gravity, reverse=True))


def _hurt(chance: Fraction, lost: Fraction) -> TranslatablePhrase:
    """The chance to be hurt at all, and that to be annihilated among it."""
    if not lost:
        return TranslatablePhrase.of("tank.outlook-hurt-note", chance=chance)
    return TranslatablePhrase.of("tank.outlook-lost-note", chance=chance, lost=lost)


def _chance_of_loss(ends: Iterable[UnitEndState]) -> Fraction:
    return sum((end.chance for end in ends if ANNIHILATED in end.marks), Fraction())


# --- in a few lines -------------------------------------------------------------------------------


def _attack_lines(told: ShotForecast) -> Iterator[Saying]:
    """One shot, from what it is to what it leads to."""
    failing = _failing(told)
    if failing is not None:
        yield failing
    if told.level is None or told.base is None or not told.sees:
        return
    named: dict[str, Value] = {
        "firer": unit_name_term(told.firer),
        "target": unit_name_term(told.target),
    }
    if told.level:
        yield TranslatablePhrase.of("tank.foreseen-attack", level=told.level, **named)
    close = "-close" if told.manner == FireManner.CLOSE else ""
    yield TranslatablePhrase.of(f"tank.foreseen-base{close}", range=told.range, base=told.base)
    for made in told.corrections:
        value = with_sign(made.value)
        yield TranslatablePhrase.of(
            "forecast.correction", cause=correction_cause(made), value=value, rule=made.rule
        )
    yield from (softening_causes(made) for made in told.softenings)
    results = [_likely(_outcome(each.result), each) for each in reversed(told.results)]
    yield TranslatablePhrase.of("forecast.results", chances=NamedTermList(tuple(results), COMMA))


def _likely(what: Saying, each: ResultChance | UnitEndState) -> TranslatablePhrase:
    return TranslatablePhrase.of("forecast.with-chance", what=what, chance=each.chance)


def _outcome(result: str) -> Saying:
    return in_each_language(lambda language: outcome_name(result, language))


def _tell_ends(told: UnitEndStates) -> NamedTermList:
    return NamedTermList(tuple(_likely(_end(end, told.before), end) for end in told.ends), COMMA)


def _end(end: UnitEndState, before: tuple[str, ...]) -> Saying:
    if end.marks == before:
        return TranslatablePhrase.of("forecast.unchanged")
    if end.marks == (ANNIHILATED,):
        return _outcome(FireOutcome.ANNIHILATED)
    return in_each_language(
        lambda language: list_names([mark_name(mark, language) for mark in end.marks], language)
    )


# --- shells --------------------------------------------------------------------------------------


def barrage_block(told: BarrageForecast) -> OutcomeForecast:
    """Return the forecast of a barrage: landings, and effects on units near (A2–A6)."""
    astray = 1 - told.on_target - told.lost
    falls = (
        ResultChance(
            "on-target",
            told.on_target,
            TranslatablePhrase.of("tank.outlook-on-target"),
            SHADE_OF_A_HIT,
        ),
        ResultChance(
            "astray", astray, TranslatablePhrase.of("tank.outlook-astray"), FireOutcome.NONE
        ),
        ResultChance(
            "lost", told.lost, TranslatablePhrase.of("tank.outlook-lost"), FireOutcome.NONE
        ),
    )
    blocks: list[Block] = [
        SentenceBlock(TranslatablePhrase.of("tank.outlook-each-gun"), SentenceTone.QUIET),
        ResultChances(falls),
        *(_shell(each) for each in told.units),
    ]
    if not told.units:
        blocks.append(SentenceBlock(TranslatablePhrase.of("tank.foreseen-nobody-near")))
    title = TranslatablePhrase.of("tank.outlook-barrage", hex=told.target, guns=told.guns)
    return OutcomeForecast(title, tuple(blocks), lines=tuple(_barrage_lines(told)),
                   rules=("A2", "A3", "A5", "A6"))  # fmt: skip


def _shell(told: ShelledUnitForecast) -> OutcomeForecast:
    figures = tuple(
        FigureBlock(
            TranslatablePhrase.of("tank.outlook-shells-at", column=cell.column), shells, cell=cell
        )
        for cell, shells in told.at_level
    )
    total = FigureBlock(TranslatablePhrase.of("tank.outlook-shells"), told.shells)
    ends = UnitEndStates(told.unit, told.before, worst_first(told.ends, told.before))
    return OutcomeForecast(
        unit_name_term(told.unit),
        (CalculationBlock(figures, total), ends),
        _hurt(told.chance_of_harm, _chance_of_loss(told.ends)),
    )


def _barrage_lines(told: BarrageForecast) -> Iterator[Saying]:
    falls: dict[str, Value] = {
        "hex": told.target, "on_target": told.on_target, "lost": told.lost,
    }  # fmt: skip
    yield TranslatablePhrase.counting("tank.foreseen-barrage", told.guns, **falls)
    for each in told.units:
        ends = UnitEndStates(each.unit, each.before, worst_first(each.ends, each.before))
        shells = round_decimal(each.shells, 1)
        named: dict[str, Value] = {"unit": unit_name_term(each.unit), "shells": shells}
        yield TranslatablePhrase.of("tank.foreseen-shelled", chances=_tell_ends(ends), **named)
    if not told.units:
        yield TranslatablePhrase.of("tank.foreseen-nobody-near")
