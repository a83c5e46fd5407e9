"""One-click fixes of conditions of victory that say when, how long and how well."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from engine.editing import victory_edits
from engine.problems import Problem
from engine.quick_fixes.fix_targets import Fixer, Fixes, ScenarioFix, problem_condition
from engine.scenario.scenario import Scenario


def _change(scenario: Scenario, problem: Problem, fix: str, **fields: Any) -> Fixes:
    """The condition with other values."""
    found = problem_condition(scenario, problem)
    if found is not None:
        changed = victory_edits.with_victory(scenario, found[0], replace(found[1], **fields))
        yield ScenarioFix(fix, {}, changed)


def _lasting_at_once(scenario: Scenario, problem: Problem) -> Fixes:
    yield from _change(scenario, problem, "at-turn-ends", at_once=False)
    yield from _change(scenario, problem, "once-is-enough", turns=0)


def _at_two_times(scenario: Scenario, problem: Problem) -> Fixes:
    yield from _change(scenario, problem, "at-end-alone", at_once=False)
    yield from _change(scenario, problem, "at-once-alone", at_end=False)


def _too_long(scenario: Scenario, problem: Problem) -> Fixes:
    """Shorten the condition to the length of the game, or remove it."""
    found = problem_condition(scenario, problem)
    if found is None:
        return
    turns = scenario.turns if scenario.turns > 1 else 0
    changed = victory_edits.with_victory(scenario, found[0], replace(found[1], turns=turns))
    yield ScenarioFix("last-turns", {"turns": max(turns, 1)}, changed)


def _grade(scenario: Scenario, problem: Problem) -> Fixes:
    """All conditions of the group of one of the two grades."""
    found = problem_condition(scenario, problem)
    if found is None:
        return
    side, group = found[1].side, found[1].group
    for grade in (str(problem.values["one"]), str(problem.values["other"])):
        victory = tuple(
            replace(each, grade=grade) if (each.side, each.group) == (side, group) else each
            for each in scenario.victory
        )
        values = {"group": group, "grade": grade}
        yield ScenarioFix("one-grade", values, replace(scenario, victory=victory))


FIXERS: Mapping[str, Fixer] = {
    "victory-turns-at-once": _lasting_at_once,
    "victory-at-once-at-end": _at_two_times,
    "victory-turns": _too_long,
    "grades-differ": _grade,
}
"""By the code of the problem."""
