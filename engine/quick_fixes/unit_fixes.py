"""One-click fixes of who carries and bears whom, of fronts, figures and ways to stand ready."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from engine.editing import cargo_edits
from engine.editing import scenario_edits as edits
from engine.editing.free_hexes import valid_scenario_limits
from engine.games import mark_looks_of
from engine.problems import Problem
from engine.quick_fixes.fix_targets import (
    Fixer,
    Fixes,
    ScenarioFix,
    problem_unit,
    remove_unit_fix,
    suggested_word,
)
from engine.scenario.scenario import Scenario, ScenarioUnit
from engine.texts import localised

MAX_FIGURES = 20  # as the schema has it


def _unknown_carrier(scenario: Scenario, problem: Problem) -> Fixes:
    """The unit that was meant; else it begins by itself."""
    unit, near = problem_unit(scenario, problem), suggested_word(problem)
    if unit is None:
        return
    if near and not cargo_edits.would_form_cycle(scenario, unit.id, near):
        have = cargo_edits.with_carrier if unit.aboard else cargo_edits.with_bearer
        changed = have(scenario, [unit.id], near)
        yield ScenarioFix("meant-carrier", {"unit": unit.id, "carrier": near}, changed)
    yield from _apart(scenario, problem)


def _apart(scenario: Scenario, problem: Problem) -> Fixes:
    """It begins by itself, where those begin that carried it, or it goes."""
    unit = problem_unit(scenario, problem)
    if unit is not None:
        changed = cargo_edits.without_carrier(scenario, [unit.id])
        yield ScenarioFix("stand-apart", {"unit": unit.id}, changed)
        yield remove_unit_fix(scenario, unit)


def _carrier(scenario: Scenario, problem: Problem) -> Fixes:
    """Another carrier of its side with room; else it begins by itself, or it goes."""
    unit = problem_unit(scenario, problem)
    if unit is None:
        return
    for each in _holders(scenario, unit, "aboard")[:1]:
        changed = cargo_edits.with_carrier(scenario, [unit.id], each.id)
        yield ScenarioFix("board-other", {"unit": unit.id, "carrier": each.id}, changed)
    yield from _apart(scenario, problem)


def _bearer(scenario: Scenario, problem: Problem) -> Fixes:
    """The first of its side that may bear it, one that begins where it does before others."""
    unit = problem_unit(scenario, problem)
    if unit is None:
        return
    for each in _holders(scenario, unit, "bearer")[:1]:
        changed = cargo_edits.with_bearer(scenario, [unit.id], each.id)
        yield ScenarioFix("give-weapon", {"unit": unit.id, "bearer": each.id}, changed)
    yield remove_unit_fix(scenario, unit)


def _holders(scenario: Scenario, unit: ScenarioUnit, key: str) -> list[ScenarioUnit]:
    """Return the units of its side that may carry or bear a unit, the nearest first."""
    known = {each.id: each for each in scenario.units}
    start = known.get(unit.bearer or unit.aboard, unit)
    may = [each for each in scenario.units if _may_hold(scenario, each, unit, key)]
    return sorted(may, key=lambda each: (each.at, each.zone) != (start.at, start.zone))


def _may_hold(scenario: Scenario, holder: ScenarioUnit, unit: ScenarioUnit, key: str) -> bool:
    allowed = valid_scenario_limits(scenario)
    if allowed is None or holder.side != unit.side or holder.id == getattr(unit, key):
        return False
    if cargo_edits.would_form_cycle(scenario, unit.id, holder.id):
        return False
    held = [each.type for each in scenario.units if getattr(each, key) == holder.id]
    may_hold = allowed.bearing if key == "bearer" else allowed.carrying
    return may_hold(holder.type, (*held, unit.type)) is None


def _front(scenario: Scenario, problem: Problem) -> Fixes:
    unit = problem_unit(scenario, problem)
    if unit is not None:
        changed = edits.changed_units(scenario, [unit.id], facing=None)
        yield ScenarioFix("drop-front", {"unit": unit.id}, changed)


def _mode(scenario: Scenario, problem: Problem) -> Fixes:
    unit, near = problem_unit(scenario, problem), suggested_word(problem)
    if unit is None:
        return
    for mode in dict.fromkeys((near, "")):
        changed = edits.changed_units(scenario, [unit.id], mode=mode)
        yield ScenarioFix("meant-word" if mode else "drop-mode", {"word": mode}, changed)


def _figures(scenario: Scenario, problem: Problem) -> Fixes:
    """The figure that was meant; else those that are known, or none."""
    unit, near = problem_unit(scenario, problem), suggested_word(problem)
    wrong = str(problem.values.get("figure", ""))
    if unit is None:
        return
    if near:
        meant = tuple(near if each == wrong else each for each in unit.figures)
        changed = edits.changed_units(scenario, [unit.id], figures=meant)
        yield ScenarioFix("meant-word", {"word": near}, changed)
    if wrong:
        kept = tuple(each for each in unit.figures if each != wrong)
        fewer = edits.changed_units(scenario, [unit.id], figures=kept)
        yield ScenarioFix("drop-figures", {"unit": unit.id}, fewer)
    else:
        yield from _fewer_figures(scenario, unit)


def _fewer_figures(scenario: Scenario, unit: ScenarioUnit) -> Fixes:
    """Keep as many of a unit's figures, from the first on, as allowed; else none."""
    allowed = valid_scenario_limits(scenario)
    count = len(unit.figures) - 1 if allowed else 0
    while count and allowed and allowed.composing(unit.type, unit.figures[:count]) is not None:
        count -= 1
    fewer = edits.changed_units(scenario, [unit.id], figures=unit.figures[:count])
    word = "keep-figures" if count else "drop-figures"
    yield ScenarioFix(word, {"unit": unit.id, "count": count}, fewer)


def _fill(scenario: Scenario, problem: Problem) -> Fixes:
    """Fill a unit with the first kind of figure, as many as allowed; or remove it."""
    unit, allowed = problem_unit(scenario, problem), valid_scenario_limits(scenario)
    if unit is None or allowed is None:
        return
    kind = allowed.figures[0]
    figures: tuple[str, ...] = (kind.id,)
    while len(figures) < MAX_FIGURES and allowed.composing(unit.type, (*figures, kind.id)) is None:
        figures = (*figures, kind.id)
    filled = edits.changed_units(scenario, [unit.id], figures=figures)
    values = {"unit": unit.id, "count": len(figures), "figure": localised(kind.said)}
    yield ScenarioFix("fill-base", values, filled)
    yield remove_unit_fix(scenario, unit)


def _marks(scenario: Scenario, problem: Problem) -> Fixes:
    """Each mark without which the others may stay; else none of them stays."""
    unit, allowed = problem_unit(scenario, problem), valid_scenario_limits(scenario)
    if unit is None or allowed is None:
        return
    found = False
    for mark in dict.fromkeys(unit.marks):
        kept = tuple(each for each in unit.marks if each != mark)
        if allowed.marking(replace(unit, marks=kept)) is None:
            named = localised(mark_looks_of(scenario.game).look_of(mark).name)
            found, values = True, {"mark": named, "unit": unit.id}
            changed = edits.changed_units(scenario, [unit.id], marks=kept)
            yield ScenarioFix("drop-mark", values, changed)
    if not found:
        bare = edits.changed_units(scenario, [unit.id], marks=())
        yield ScenarioFix("drop-marks", {"unit": unit.id}, bare)


FIXERS: Mapping[str, Fixer] = {
    "unknown-carrier": _unknown_carrier,
    "carrier-of-another-side": _apart,
    "carrier-circle": _apart,
    "cannot-carry": _carrier,
    "cannot-bear": _bearer,
    "needs-bearer": _bearer,
    "no-front": _front,
    "unknown-mode": _mode,
    "cannot-stand-ready": _mode,
    "unknown-figure": _figures,
    "cannot-consist": _figures,
    "cannot-have-marks": _marks,
    "needs-figures": _fill,
}
"""By the code of the problem."""
