"""Shots and shells of the tank game as an outlook: sight, level, column, chances, ends."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction

from engine.games.tank.data.rulebook import Manner, Outcome
from engine.games.tank.events import MARKERS
from engine.games.tank.presentation.fire_odds import ANNIHILATED
from engine.games.tank.presentation.forecast_model import (
    Attack,
    Barrage,
    Correction,
    Fire,
    Shelled,
    Softening,
)
from engine.games.tank.presentation.sentences import list_names, mark_name, outcome_name
from engine.map.terrain import load_catalogue
from engine.narration.number_format import with_sign
from engine.play.forecast_blocks import (
    Block,
    Chance,
    Chances,
    DiceOutcomes,
    LineOfSight,
    Number,
    OutcomeForecast,
    Sentence,
    Sum,
    Tone,
    UnitEndState,
    UnitEndStates,
    correction_block,
)
from engine.play.phrases import COMMA, Phrase, Saying, Term, TermList, Value, name_of
from engine.texts import in_each_language, text

SHADE_OF_A_HIT = Outcome.ANNIHILATED

# --- fire ----------------------------------------------------------------------------------------


def fire(told: Fire) -> OutcomeForecast:
    """Attacks one after the other, then what becomes of the target (F7)."""
    parts: list[Block] = [_attack(attack) for attack in told.attacks]
    ends = UnitEndStates(told.target, told.before, worst_first(told.ends, told.before))
    if len(told.attacks) != 1 or told.before:
        title = Phrase.of("tank.outlook-afterwards", unit=name_of(told.target))
        parts.append(OutcomeForecast(title, (ends,), _hurt(told.hurt, _chance_of_loss(told.ends))))
    lines = [line for attack in told.attacks for line in _attack_lines(attack)]
    target, chances = name_of(told.target), _tell_ends(ends)
    lines.append(Phrase.of("tank.foreseen-ends", unit=target, chances=chances))
    return OutcomeForecast("", tuple(parts), lines=tuple(lines), rules=("F6", "F7"))


def _attack(told: Attack) -> OutcomeForecast:
    named = {"firer": name_of(told.firer), "target": name_of(told.target)}
    effects = Chances(told.effects)
    nothing, lost = effects.of(Outcome.NONE), effects.of(Outcome.ANNIHILATED)
    return OutcomeForecast(
        Phrase.of("tank.outlook-shot", **named),
        tuple(_attack_blocks(told)),
        _hurt(1 - nothing, lost) if told.throws else None,
        rules=("F3", "F4", "F5") if told.manner != Manner.CLOSE else ("B3", "F4", "F5"),
    )


def _attack_blocks(told: Attack) -> Iterator[Block]:
    yield Sentence(Term("manner", told.manner), Tone.QUIET)
    if told.profile is not None and told.range:
        yield LineOfSight(told.profile)
    failing = _failing(told)
    if told.level is not None and told.sees:
        yield _level(told)
    if failing is not None:
        yield Sentence(failing)
    if told.throws:
        yield _throws(told)
        yield Chances(tuple(reversed(told.results)))


def _failing(told: Attack) -> Phrase | None:
    """Why a shot has no effect whatever the dice would show; None where it may have (F2, F3)."""
    named: dict[str, Value] = {"firer": name_of(told.firer), "target": name_of(told.target)}
    if told.level is None:
        return Phrase.of("tank.foreseen-too-far", range=told.range, **named)
    if not told.sees:
        return Phrase.of("tank.foreseen-unseen", **named)
    return None if told.level else Phrase.of("tank.foreseen-no-effect", **named)


def _level(told: Attack) -> Sum:
    """How base and corrections make the level (F3)."""
    assert told.base is not None
    assert told.level is not None
    what = Phrase.of("tank.outlook-range", range=told.range)
    if told.manner == Manner.CLOSE:
        what = Phrase.of("tank.outlook-close")
    base = Number(what, told.base, "F3", cell=told.looked_up[0] if told.looked_up else None)
    corrections = (level_correction(made) for made in told.corrections)
    total = Number(Phrase.of("tank.outlook-level"), told.level, "F3")
    return Sum((base, *corrections), total, told.looked_up)


def _throws(told: Attack) -> DiceOutcomes:
    """The column of table C, and what may lower a result of it (F4, F5)."""
    cell = told.throws[0].cell
    named: dict[str, Value] = {"table": Term("table", cell.table), "column": cell.column}
    remarks = [Sentence(softening_causes(made)) for made in told.softenings]
    if any(throw.softened for throw in told.throws):
        remarks.append(Sentence(Phrase.of("tank.outlook-hatched"), Tone.QUIET))
    cells = tuple(made.cell for made in told.softenings if made.cell is not None)
    return DiceOutcomes(Phrase.of("forecast.column", **named), told.throws, tuple(remarks), cells)


def level_correction(made: Correction) -> Number:
    """A correction as a figure of the level."""
    return correction_block(correction_cause(made), made.value, made.rule, made.cell)


def correction_cause(made: Correction) -> Phrase:
    """Why a level is raised or lowered: "target 2 levels higher"."""
    if made.cause == "height":
        return Phrase.counting("tank.cause-height", made.amount)
    return Phrase.of(f"tank.cause-{made.cause}", amount=made.amount)


def softening_causes(made: Softening) -> Phrase:
    """What lowers a result once the dice have fallen (F5)."""
    faces = in_each_language(
        lambda language: _either(language).join(str(face) for face in made.faces)
    )
    if made.cause == "armour":
        return Phrase.of("tank.softening-armour", faces=faces, rule=made.rule)
    ground = load_catalogue().name(made.cause)
    return Phrase.of("tank.softening-cover", ground=ground, faces=faces, rule=made.rule)


def _either(language: str) -> str:
    return text("tank.either", language)


# --- what becomes of it ---------------------------------------------------------------------------


def worst_first(ends: Iterable[UnitEndState], before: tuple[str, ...]) -> tuple[UnitEndState, ...]:
    """What may become of a unit, an unchanged one last."""
    grades = [*MARKERS.values(), ANNIHILATED]

    def gravity(end: UnitEndState) -> tuple[int, ...]:
        if end.marks == before:
            return ()
        return tuple(sorted(map(grades.index, end.marks), reverse=True))

    return tuple(sorted(ends, key=gravity, reverse=True))


def _hurt(chance: Fraction, lost: Fraction) -> Phrase:
    """The chance to be hurt at all, and that to be annihilated among it."""
    if not lost:
        return Phrase.of("tank.outlook-hurt-note", chance=chance)
    return Phrase.of("tank.outlook-lost-note", chance=chance, lost=lost)


def _chance_of_loss(ends: Iterable[UnitEndState]) -> Fraction:
    return sum((end.chance for end in ends if ANNIHILATED in end.marks), Fraction())


# --- in a few lines -------------------------------------------------------------------------------


def _attack_lines(told: Attack) -> Iterator[Saying]:
    """One shot, from what it is to what it leads to."""
    failing = _failing(told)
    if failing is not None:
        yield failing
    if told.level is None or told.base is None or not told.sees:
        return
    named: dict[str, Value] = {"firer": name_of(told.firer), "target": name_of(told.target)}
    if told.level:
        yield Phrase.of("tank.foreseen-attack", level=told.level, **named)
    close = "-close" if told.manner == Manner.CLOSE else ""
    yield Phrase.of(f"tank.foreseen-base{close}", range=told.range, base=told.base)
    for made in told.corrections:
        value = with_sign(made.value)
        yield Phrase.of(
            "forecast.correction", cause=correction_cause(made), value=value, rule=made.rule
        )
    yield from (softening_causes(made) for made in told.softenings)
    results = [_likely(_outcome(each.result), each) for each in reversed(told.results)]
    yield Phrase.of("forecast.results", chances=TermList(tuple(results), COMMA))


def _likely(what: Saying, each: Chance | UnitEndState) -> Phrase:
    return Phrase.of("forecast.with-chance", what=what, chance=each.chance)


def _outcome(result: str) -> Saying:
    return in_each_language(lambda language: outcome_name(result, language))


def _tell_ends(told: UnitEndStates) -> TermList:
    return TermList(tuple(_likely(_end(end, told.before), end) for end in told.ends), COMMA)


def _end(end: UnitEndState, before: tuple[str, ...]) -> Saying:
    if end.marks == before:
        return Phrase.of("forecast.unchanged")
    if end.marks == (ANNIHILATED,):
        return _outcome(Outcome.ANNIHILATED)
    return in_each_language(
        lambda language: list_names([mark_name(mark, language) for mark in end.marks], language)
    )


# --- shells --------------------------------------------------------------------------------------


def barrage_block(told: Barrage) -> OutcomeForecast:
    """Where the shells fall, and what they may do to each unit near (A2–A6)."""
    astray = 1 - told.on_target - told.lost
    falls = (
        Chance("on-target", told.on_target, Phrase.of("tank.outlook-on-target"), SHADE_OF_A_HIT),
        Chance("astray", astray, Phrase.of("tank.outlook-astray"), Outcome.NONE),
        Chance("lost", told.lost, Phrase.of("tank.outlook-lost"), Outcome.NONE),
    )
    blocks: list[Block] = [
        Sentence(Phrase.of("tank.outlook-each-gun"), Tone.QUIET),
        Chances(falls),
        *(_shell(each) for each in told.units),
    ]
    if not told.units:
        blocks.append(Sentence(Phrase.of("tank.foreseen-nobody-near")))
    title = Phrase.of("tank.outlook-barrage", hex=told.target, guns=told.guns)
    return OutcomeForecast(title, tuple(blocks), lines=tuple(_barrage_lines(told)),
                   rules=("A2", "A3", "A5", "A6"))  # fmt: skip


def _shell(told: Shelled) -> OutcomeForecast:
    figures = tuple(
        Number(Phrase.of("tank.outlook-shells-at", column=cell.column), shells, cell=cell)
        for cell, shells in told.at_level
    )
    total = Number(Phrase.of("tank.outlook-shells"), told.shells)
    ends = UnitEndStates(told.unit, told.before, worst_first(told.ends, told.before))
    return OutcomeForecast(
        name_of(told.unit),
        (Sum(figures, total), ends),
        _hurt(told.hurt, _chance_of_loss(told.ends)),
    )


def _barrage_lines(told: Barrage) -> Iterator[Saying]:
    falls: dict[str, Value] = {
        "hex": told.target, "on_target": told.on_target, "lost": told.lost,
    }  # fmt: skip
    yield Phrase.counting("tank.foreseen-barrage", told.guns, **falls)
    for each in told.units:
        ends = UnitEndStates(each.unit, each.before, worst_first(each.ends, each.before))
        shells = f"{float(each.shells):.1f}"
        named: dict[str, Value] = {"unit": name_of(each.unit), "shells": shells}
        yield Phrase.of("tank.foreseen-shelled", chances=_tell_ends(ends), **named)
    if not told.units:
        yield Phrase.of("tank.foreseen-nobody-near")
