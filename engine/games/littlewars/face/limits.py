"""What Little Wars allows in its scenarios: kinds of body, and where they may stand."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import partial
from typing import Any

from engine.games.allowed import RuleError, ScenarioLimits
from engine.games.bodies import FigureGroupKind, FigureGroupProblem
from engine.games.design import GameWord
from engine.games.littlewars import opening
from engine.games.littlewars.data.book import Rulebook, book
from engine.games.littlewars.data.kinds import UnitType
from engine.games.littlewars.face import army_remarks
from engine.games.littlewars.footing import why_not_stand
from engine.games.littlewars.state import State
from engine.games.littlewars.transport.beginnings import not_played, without_room
from engine.games.littlewars.transport.customs import LITTLE_WARS
from engine.games.rulebook import InvalidRules
from engine.games.stacking import Stack
from engine.scenario.scenario import Card, Scenario
from engine.tabletop.flight import GunnerySkill
from engine.tabletop.footprints import PlacedPiece
from engine.tabletop.ground import Obstruction
from engine.tabletop.ways import TabletopPaths
from engine.texts import in_each_language, localised, text

SIDES = 2
USUAL_SKILLS = (
    GunnerySkill.PRACTISED,
    GunnerySkill.MARKSMAN,
    GunnerySkill.PLAIN,
    GunnerySkill.HASTY,
)


def littlewars_limits(overrides: Mapping[str, Any], sides: Iterable[str]) -> ScenarioLimits:
    """The limits of Little Wars under a scenario's `rules:`."""
    rulebook = rulebook_of(overrides)
    return limits_of(rulebook)


def rulebook_of(overrides: Mapping[str, Any]) -> Rulebook:
    """The rulebook under a scenario's `rules:`; RuleFault for what it does not allow."""
    return checked(book, overrides)


def checked(
    book_: Callable[[Mapping[str, Any]], Rulebook], overrides: Mapping[str, Any]
) -> Rulebook:
    """A rulebook as it is read; RuleFault for what it does not allow."""
    try:
        return book_(overrides)
    except InvalidRules as error:
        said = str(error).removeprefix(f"rules.{'.'.join(error.path)}: ")
        raise RuleError(error.path, said, error.near) from error


def limits_of(rulebook: Rulebook) -> ScenarioLimits:
    """What a rulebook allows."""
    return ScenarioLimits(
        SIDES,
        _no_stacks,
        {},
        {
            id_: int(rulebook.cost.get(kind.rate, Fraction(0)))
            for id_, kind in rulebook.units.items()
        },
        (),
        {},
        {},
        {},
        _no_cards,
        bodies={id_: body_kind(rulebook, kind) for id_, kind in rulebook.units.items()},
        standing=faults,
        remarks=partial(army_remarks.remarks, rulebook),
        aims=frozenset(),
    )


def _no_stacks(stack: Stack) -> None:
    return None


def _no_cards(card: Card) -> None:
    raise RuleError([], text("littlewars.no-cards"))


def body_kind(rulebook: Rulebook, kind: UnitType) -> FigureGroupKind:
    """A kind of unit as bodies may be of it."""
    skills = tuple(_word("skill", skill.value) for skill in USUAL_SKILLS) if kind.is_gun else ()
    return FigureGroupKind(
        kind.id,
        kind.name,
        kind.footprint,
        rulebook.cost.get(kind.id, Fraction(0)),
        kind.formations,
        500 if kind.formations else 1,
        skills,
        tuple(_word("arm", arm) for arm in rulebook.arms),
        tuple(_word("load", load) for load in kind.loads),
        kind.carries,
    )


def _word(kind: str, word: str) -> GameWord:
    return GameWord(word, in_each_language(partial(text, f"littlewars.{kind}-{word}")))


# --- where bodies stand ---------------------------------------------------------------------------


def faults(scenario: Scenario) -> Iterator[FigureGroupProblem]:
    """Bodies laid where they cannot stand: each with the first of its figures that cannot."""
    yield from faults_in(
        opening.start(scenario, LITTLE_WARS, opening.plain_book(scenario)), scenario
    )


def faults_in(state: State, scenario: Scenario) -> Iterator[FigureGroupProblem]:
    """The same of a position in which they are laid."""
    for fault in not_played(state):
        yield FigureGroupProblem(fault[0], text(f"littlewars.not-played-{fault[1]}"))
    for id_ in without_room(state):
        yield FigureGroupProblem(id_, text("littlewars.no-room-aboard"))
    now = TabletopPaths(state.field.ground, state.stands())
    for body in scenario.bodies:
        for stand in _stands_of(state, body.id):
            found = why_not_stand(state.field, now, stand)
            if found is not None:
                yield FigureGroupProblem(body.id, _why(state, stand, found))
                break


def _stands_of(state: State, body: str) -> list[PlacedPiece]:
    own = [each for each in state.figures.values() if each.body == body]
    there = state.guns.get(body) or state.vehicles.get(body)
    return [state.stand(each) for each in own] + ([state.stand(there)] if there else [])


def _why(state: State, stand: PlacedPiece, found: Obstruction) -> str:
    """Why one cannot stand, in the reader's language."""
    feature = state.field.table.by_id.get(found.what)
    named = feature.name or feature.about.name if feature else found.what
    who = text("littlewars.stands-not", None, who=stand.id)
    return f"{who}: {text(f'littlewars.barred-{found.by.value}', None, what=localised(named))}"
