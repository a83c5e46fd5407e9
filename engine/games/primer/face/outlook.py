"""An attack of the primer as an outlook: the strengths, the column, what may come of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.games.primer.face.foresight import Combat, Correction, FightingStack
from engine.games.primer.face.wording import group_name
from engine.games.primer.state import State
from engine.play.outlook import (
    Block,
    Chances,
    DiceOutcomes,
    Number,
    OutcomeForecast,
    Sentence,
    Sum,
    TargetArrow,
    Tone,
    correction,
)
from engine.play.sayings import COMMA, Phrase, Saying, Term, TermList, Value, name_of
from engine.telling.phrases import with_sign
from engine.texts import in_each_language


def combat_blocks(view: State, told: Combat) -> OutcomeForecast:
    """The strengths on both sides, the column of the table, what may come of it (P13–P17)."""
    won = Phrase.of("primer.outlook-won-note", chance=told.won)
    return OutcomeForecast(
        Phrase.of("primer.outlook-combat", hex=told.at),
        tuple(_blocks(told)),
        won if told.throws else None,
        tuple(_lines(view, told)),
        tuple(TargetArrow(stack.at, told.at) for stack in told.attackers),
        ("P13", "P15", "P16"),
    )


def _blocks(told: Combat) -> Iterator[Block]:
    corrections = (correction(_cause(made), made.value, made.rule) for made in told.corrections)
    yield Sum(
        (*map(_stack, told.attackers), *corrections),
        Number(Phrase.of("primer.outlook-attack"), told.attack),
    )
    if not told.throws:
        yield Sentence(Phrase.of("primer.outlook-nobody-seen"), Tone.QUIET)
        return
    defence = Number(Phrase.of("primer.outlook-defence"), told.defence)
    yield Sum(tuple(map(_stack, told.defenders)), defence)
    cell = told.throws[0].cell
    heads: dict[str, Value] = {"table": Term("table", cell.table), "column": cell.column}
    yield DiceOutcomes(Phrase.of("forecast.column", **heads), told.throws)
    yield Chances(tuple(reversed(told.results)))


def _stack(stack: FightingStack) -> Number:
    units: Saying = name_of(stack.units[0])
    if len(stack.units) > 1:
        units = Phrase.of("primer.outlook-so-many", unit=units, count=len(stack.units))
    what = Phrase.of("primer.outlook-stack", units=units, hex=stack.at)
    note = Phrase.of("primer.outlook-halved") if stack.is_halved else None
    return Number(what, stack.strength, note=note)


def _cause(made: Correction) -> Phrase:
    return Phrase.of(f"primer.cause-{made.cause}", amount=made.amount)


# --- in a few lines -------------------------------------------------------------------------------


def _lines(view: State, told: Combat) -> Iterator[Saying]:
    if told.throws:
        against: dict[str, Value] = {"defence": told.defence, "column": told.throws[0].cell.column}
        yield Phrase.of("primer.foreseen-against", hex=told.at, attack=told.attack, **against)
    else:
        yield Phrase.of("primer.foreseen-blind", hex=told.at, attack=told.attack)
    yield Phrase.of("primer.foreseen-attackers", stacks=_stacks(view, told.attackers))
    for made in told.corrections:
        value = with_sign(made.value)
        yield Phrase.of("forecast.correction", cause=_cause(made), value=value, rule=made.rule)
    if not told.throws:
        return
    yield Phrase.of("primer.foreseen-defenders", stacks=_stacks(view, told.defenders))
    results = (
        Phrase.of("forecast.with-chance", what=Term("result", each.result), chance=each.chance)
        for each in told.results
    )
    yield Phrase.of("forecast.results", chances=TermList(tuple(results), COMMA))


def _stacks(view: State, stacks: Iterable[FightingStack]) -> TermList:
    return TermList(tuple(_tell_stack(view, stack) for stack in stacks), COMMA)


def _tell_stack(view: State, stack: FightingStack) -> Phrase:
    units = in_each_language(lambda language: group_name(view, stack.units, language))
    key = "primer.foreseen-halved" if stack.is_halved else "primer.foreseen-stack"
    return Phrase.of(key, units=units, hex=stack.at, strength=stack.strength)
