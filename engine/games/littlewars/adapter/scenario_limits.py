"""The limits of Little Wars for scenarios: kinds of body, places, and equal armies (L20.1)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from decimal import Decimal
from fractions import Fraction
from functools import partial
from typing import Any

from engine.games.figure_group_kinds import ArmyRemark, FigureGroupKind, FigureGroupProblem
from engine.games.littlewars import armies, initial_state
from engine.games.littlewars.data.piece_types import UnitType
from engine.games.littlewars.data.rulebook import Rulebook, load_rulebook
from engine.games.littlewars.state import State
from engine.games.littlewars.transport.capacity import groups_without_room, unplayed_transport
from engine.games.littlewars.transport.default_rule_hooks import LITTLE_WARS
from engine.games.littlewars.vehicle_placement import standing_refusal
from engine.games.rules_design import GameWord
from engine.games.scenario_limits import RuleError, ScenarioLimits, as_rule_errors
from engine.games.stacking import Stack
from engine.scenario.scenario import Card, Scenario
from engine.tabletop.footprints import PlacedPiece
from engine.tabletop.shot_flight import GunnerySkill
from engine.tabletop.tabletop_paths import TabletopPaths
from engine.tabletop.tabletop_terrain import Obstruction
from engine.texts import in_each_language, localised, text

EQUAL, UNEQUAL = "littlewars.armies-equal", "littlewars.armies-unequal"
WITHIN, BEYOND = "littlewars.defender-within", "littlewars.defender-beyond"


def army_remarks(book: Rulebook, scenario: Scenario) -> Iterator[ArmyRemark]:
    """Yield remarks on unequal sides (L20.1) and a defender over the points allowed (L19.1)."""
    sides = [side.id for side in scenario.sides]
    if len(sides) != 2 or not scenario.bodies:
        return
    if any(body.type not in book.units for body in scenario.bodies):
        return  # what they are is not known
    defender = book.defender if book.choices.game == "defence" else ""
    if defender in sides:
        yield _defence(book, scenario, defender, next(s for s in sides if s != defender))
        return
    key = EQUAL if armies.are_armies_equal(scenario.bodies, *sides) else UNEQUAL
    yield ArmyRemark(in_each_language(partial(text, key)))


def _defence(book: Rulebook, scenario: Scenario, defender: str, attacker: str) -> ArmyRemark:
    has, against = (
        armies.army_points(armies.groups_of_side(scenario.bodies, side), book)
        for side in (defender, attacker)
    )
    most = armies.defenders_points(against)
    key = WITHIN if has <= most else BEYOND
    said = partial(text, key, has=Decimal(f"{float(has):g}"), most=most)
    return ArmyRemark(in_each_language(said), is_wrong=has > most)


SIDES = 2
DEFAULT_SKILLS = (
    GunnerySkill.PRACTISED,
    GunnerySkill.MARKSMAN,
    GunnerySkill.PLAIN,
    GunnerySkill.HASTY,
)


def littlewars_limits(overrides: Mapping[str, Any], sides: Iterable[str]) -> ScenarioLimits:
    """The limits of Little Wars under a scenario's `rules:`."""
    rulebook = rulebook_under_overrides(overrides)
    return limits_of_rulebook(rulebook)


def rulebook_under_overrides(overrides: Mapping[str, Any]) -> Rulebook:
    """The rulebook under a scenario's `rules:`; RuleError for what it does not allow."""
    return check_rulebook(load_rulebook, overrides)


def check_rulebook(
    book_: Callable[[Mapping[str, Any]], Rulebook], overrides: Mapping[str, Any]
) -> Rulebook:
    """A rulebook as it is read; RuleError for what it does not allow."""
    with as_rule_errors():
        return book_(overrides)


def limits_of_rulebook(rulebook: Rulebook) -> ScenarioLimits:
    """Return the limits of scenarios under a rulebook."""
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
        bodies={id_: figure_group_kind(rulebook, kind) for id_, kind in rulebook.units.items()},
        standing=placement_faults,
        remarks=partial(army_remarks, rulebook),
        aims=frozenset(),
    )


def _no_stacks(stack: Stack) -> None:
    return None


def _no_cards(card: Card) -> None:
    raise RuleError([], text("littlewars.no-cards"))


def figure_group_kind(rulebook: Rulebook, kind: UnitType) -> FigureGroupKind:
    """A kind of unit as bodies may be of it."""
    skills = tuple(_word("skill", skill.value) for skill in DEFAULT_SKILLS) if kind.is_gun else ()
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


def placement_faults(scenario: Scenario) -> Iterator[FigureGroupProblem]:
    """Bodies laid where they cannot stand: each with the first of its figures that cannot."""
    yield from faults_in(
        initial_state.initial_position(
            scenario, LITTLE_WARS, initial_state.rulebook_or_default(scenario)
        ),
        scenario,
    )


def faults_in(state: State, scenario: Scenario) -> Iterator[FigureGroupProblem]:
    """The same of a position in which they are laid."""
    for fault in unplayed_transport(state):
        yield FigureGroupProblem(fault[0], text(f"littlewars.not-played-{fault[1]}"))
    for id_ in groups_without_room(state):
        yield FigureGroupProblem(id_, text("littlewars.no-room-aboard"))
    now = TabletopPaths(state.field.ground, state.placed_pieces())
    for body in scenario.bodies:
        for stand in _stands_of(state, body.id):
            found = standing_refusal(state.field, now, stand)
            if found is not None:
                yield FigureGroupProblem(body.id, _why(state, stand, found))
                break


def _stands_of(state: State, body: str) -> list[PlacedPiece]:
    own = [each for each in state.figures.values() if each.body == body]
    there = state.guns.get(body) or state.vehicles.get(body)
    return [state.placed_piece(each) for each in own] + (
        [state.placed_piece(there)] if there else []
    )


def _why(state: State, stand: PlacedPiece, found: Obstruction) -> str:
    """Return the reason why a piece cannot stand, in the reader's language."""
    feature = state.field.table.by_id.get(found.what)
    named = feature.name or feature.kind_entry.name if feature else found.what
    who = text("littlewars.stands-not", None, who=stand.id)
    return f"{who}: {text(f'littlewars.barred-{found.by.value}', None, what=localised(named))}"
